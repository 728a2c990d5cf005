//! Pictures of maps, as SVG and as PNG: how long they take once the map is there, and how much memory.

use crate::measure::{EachSeed, each_seed, peak_of, plan};
use crate::table::{self, seconds, verdict};
use anyhow::{Context, Result};
use mapwright::{Map, Run, Seed};
use mapwright_render::{Letters, Look, WaterLevel, draw, png, svg};
use std::env;
use std::process::Command;

/// Maps of which pictures are made.
struct Case {
    name: &'static str,
    id: &'static str,
    with: &'static str,
    /// Where it is not the one that the layout takes by itself.
    side: Option<i32>,
    water: WaterLevel,
    seeds: u64,
    /// The most seconds that half of the seeds may take.
    targets: [(Format, u32, f64); 2],
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Svg,
    Png,
}

use Format::{Png, Svg};

const CASES: &[Case] = &[
    Case {
        name: "medium",
        id: "dungeon",
        with: "{size = 'medium'}",
        side: None,
        water: WaterLevel::Pools,
        seeds: 30,
        targets: [(Svg, 40, 10e-3), (Png, 40, 60e-3)],
    },
    Case {
        name: "xlarge",
        id: "dungeon",
        with: "{size = 'xlarge'}",
        side: None,
        water: WaterLevel::Pools,
        seeds: 10,
        targets: [(Svg, 40, 30e-3), (Png, 40, 180e-3)],
    },
    Case {
        name: "cave",
        id: "cellular",
        with: "{}",
        side: Some(512),
        water: WaterLevel::Dry,
        seeds: 1,
        targets: [(Svg, 8, 1.0), (Png, 8, 2.0)],
    },
];

/// What was measured for one map and format.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
    pub(crate) took: EachSeed,
    /// Of the picture of the first seed.
    pub(crate) megapixels: f64,
}

impl Format {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Svg => "svg",
            Png => "png",
        }
    }

    fn write(self, map: &Map, look: &Look, cell: u32) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Svg => svg(map, look, cell, Letters::Outlines, &mut bytes)?,
            Png => png(map, look, cell, &mut bytes)?,
        }
        Ok(bytes)
    }
}

pub(crate) fn targets() -> Result<Vec<Figure>> {
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for case in CASES {
        let maps = case.maps()?;
        let look = Look { water: case.water, ..Look::default() };
        let bounds = draw(&maps[0], &look)?.bounds;
        for (format, cell, target) in case.targets {
            // Once outside the clock, to see that it can be drawn at all.
            let bytes = format.write(&maps[0], &look, cell)?.len();
            let took = each_seed(case.seeds, |seed| format.write(&maps[seed as usize], &look, cell));
            let megapixels = f64::from(bounds.width() * bounds.height()) * f64::from(cell * cell) / 1e6;
            let figure = Figure { name: case.name, format, took, megapixels };
            let (median, (seed, slowest)) = (figure.took.median(), figure.took.slowest());
            rows.push(vec![
                format!("{} {} {}, {}", figure.name, case.id, maps[0].size(), figure.format.name()),
                cell.to_string(),
                case.seeds.to_string(),
                format!("{:.1}", figure.megapixels),
                format!("{:.1}", bytes as f64 / 1e6),
                seconds(median),
                seconds(target),
                verdict(median, target),
                seconds(slowest),
                seed.to_string(),
            ]);
            figures.push(figure);
        }
    }
    let title = format!(
        "Pictures, dungeons with pools, furnished and hatched; medians, each seed at its best of {} runs or more, PNG on {} cores",
        EachSeed::RUNS,
        std::thread::available_parallelism()?,
    );
    let columns = ["picture", "cell", "seeds", "Mpx", "MB", "median", "target", "", "slowest", "its seed"];
    table::print(&title, &columns, &rows);
    memory()?;
    Ok(figures)
}

impl Case {
    fn maps(&self) -> Result<Vec<Map>> {
        let plan = plan(self.id, self.with)?;
        let run = |seed| {
            let run = Run::new(Seed::new(seed));
            Ok(plan.run(if let Some(side) = self.side { run.size(side, side) } else { run })?)
        };
        (0..self.seeds).map(run).collect()
    }
}

/// The program as people start it, from nothing to a picture.
fn memory() -> Result<()> {
    /// How many times the pixels, at four bytes each.
    const TARGET: f64 = 4.0;
    let binary = env::current_exe()?.with_file_name("mapwright");
    if !binary.exists() {
        println!("\nnot measured: {} is not built; cargo xtask bench builds it", binary.display());
        return Ok(());
    }
    let args = ["generate", "cellular", "--size", "512x512", "--seed", "3", "--cell", "8", "--as", "png", "-o", "-"];
    let mut command = Command::new(&binary);
    let (picture, peak) = peak_of(command.args(args).arg("--quiet"))?;
    // On other systems there is nothing to tell.
    let Some(peak) = peak else { return Ok(()) };
    let [width, height] = png_size(&picture).context("no PNG came out")?;
    let pixels = f64::from(width) * f64::from(height) * 4.0;
    let rows = [vec![
        format!("mapwright {}", args.join(" ")),
        format!("{width}x{height}"),
        format!("{:.1} MB", pixels / 1e6),
        format!("{:.1} MB", peak / 1e6),
        format!("{:.2}x", peak / pixels),
        format!("{TARGET}x"),
        verdict(peak, TARGET * pixels),
    ]];
    let columns = ["command", "picture", "its pixels", "peak", "of the pixels", "target", ""];
    table::print("Most memory, whole process", &columns, &rows);
    Ok(())
}

/// Width and height, which stand in the first chunk of the file.
fn png_size(picture: &[u8]) -> Option<[u32; 2]> {
    let number = |at: usize| Some(u32::from_be_bytes(picture.get(at..at + 4)?.try_into().ok()?));
    picture.starts_with(b"\x89PNG").then_some([number(16)?, number(20)?])
}
