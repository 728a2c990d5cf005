//! Benchmarks of rendering to SVG and PNG: time without making the map, and memory.

use crate::measure::{SeedTimes, built_program, peak_of, plan, time_seeds};
use crate::table::{self, seconds, verdict};
use anyhow::{Context, Result};
use mapwright::{Map, Run, Seed};
use mapwright_render::{Letters, Look, WaterLevel, draw, png, svg};
use std::process::Command;

/// Maps to render, with targets.
struct Case {
    name: &'static str,
    id: &'static str,
    with: &'static str,
    /// Width and height; `None` for the default size of the layout.
    side: Option<i32>,
    water: WaterLevel,
    seeds: u64,
    /// Formats with pixels per tile and the target for the median, in seconds.
    targets: [(Format, u32, f64); 2],
}

/// A file format.
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

/// Measurements of one map and format.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
    pub(crate) took: SeedTimes,
    /// Size of the picture of the first seed.
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
            // Render once untimed: an error must not count as a fast run.
            let bytes = format.write(&maps[0], &look, cell)?.len();
            let took = time_seeds(case.seeds, |seed| format.write(&maps[seed as usize], &look, cell));
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
        "Pictures: dungeons with pools, furniture and hatching; medians, best of at least {} runs for each seed, \
         PNG on {} cores",
        SeedTimes::RUNS,
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

/// Measures the peak memory of the program while it makes and renders a map.
fn memory() -> Result<()> {
    /// Target as a multiple of the picture's size at four bytes per pixel.
    const TARGET: f64 = 4.0;
    let Some(binary) = built_program()? else { return Ok(()) };
    let args = ["generate", "cellular", "--size", "512x512", "--seed", "3", "--cell", "8", "--as", "png", "-o", "-"];
    let mut command = Command::new(&binary);
    let (picture, peak) = peak_of(command.args(args).arg("--quiet"))?;
    let Some(peak) = peak else { return Ok(()) };
    let [width, height] = png_size(&picture).context("the output is no PNG")?;
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
    let columns = ["command", "picture", "pixels", "peak", "peak / pixels", "target", ""];
    table::print("Peak memory of the whole process", &columns, &rows);
    Ok(())
}

/// Reads width and height from the first chunk of a PNG.
fn png_size(picture: &[u8]) -> Option<[u32; 2]> {
    let number = |at: usize| Some(u32::from_be_bytes(picture.get(at..at + 4)?.try_into().ok()?));
    picture.starts_with(b"\x89PNG").then_some([number(16)?, number(20)?])
}
