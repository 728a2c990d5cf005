//! Compares Mapwright with other packages that make maps, in one run.
//!
//! Compared are algorithms that both have, with equal shares of floor and numbers of rooms as far
//! as the other package has parameters for them. Mapwright also records rooms, passages and doors,
//! fills pockets, connects regions and cuts zones; the others mostly do not. `-` means that the
//! package has no such algorithm, `~` that it was too slow to run and its time is extrapolated from
//! smaller sizes.

pub(crate) mod dungeongen;
mod mazes;
mod rot;
mod tiles;

use crate::measure::{QUICK, Work, estimate, plan, time};
use crate::table::{self, seconds};
use anyhow::Result;
use mapwright::{Run, Seed, registry};

const SMALL: (i32, i32) = (80, 50);
/// Ten times the tiles of `SMALL`, to extrapolate the time of a package.
const MIDDLE: (i32, i32) = (250, 160);
const LARGE: (i32, i32) = (1000, 1000);

/// Maps that would take more seconds than this are extrapolated.
const MAX_SECONDS: f64 = 2.0;

/// Target speed-up over the fastest package in Rust, and over rot-js.
const TARGETS: (f64, f64) = (3.0, 20.0);

/// Algorithms that other packages have too: row name, our algorithm, our parameters.
const SHARED: &[(&str, &str, &str)] = &[
    ("arena", "arena", "{}"),
    ("rooms-corridors", "rooms-corridors", "{}"),
    ("bsp", "bsp", "{}"),
    // Makes as many rooms as the other packages.
    ("bsp-interior", "bsp-interior", "{halls = 0, min_room = 8, max_room = 16}"),
    ("digger", "digger", "{}"),
    ("uniform", "uniform", "{}"),
    ("rogue", "rogue", "{}"),
    ("cellular", "cellular", "{}"),
    ("drunkard", "drunkard", "{}"),
    ("voronoi", "voronoi", "{}"),
    ("noise", "noise", "{}"),
    ("aggregation", "aggregation", "{}"),
    ("wfc", "wfc", "{}"),
    ("maze, backtracker", "maze", "{algorithm = 'backtracker'}"),
    ("maze, prim", "maze", "{algorithm = 'prim'}"),
    ("maze, kruskal", "maze", "{algorithm = 'kruskal'}"),
    ("maze, wilson", "maze", "{algorithm = 'wilson'}"),
    ("maze, eller", "maze", "{algorithm = 'eller'}"),
    ("maze, division", "maze", "{algorithm = 'division'}"),
    ("maze, growing-tree", "maze", "{algorithm = 'growing-tree'}"),
    ("maze, icey", "maze", "{algorithm = 'icey'}"),
];

/// Returns the work that makes the map of a name and size, if the package has that algorithm.
type Make = fn(&str, i32, i32) -> Option<Work<'static>>;

/// The packages in Rust.
const PACKAGES: &[(&str, Make)] = &[
    ("terrain-forge 0.7", tiles::terrain_forge),
    ("mapgen 0.6", tiles::mapgen),
    ("knossos 1.2", mazes::knossos),
    ("irrgarten 0.1", mazes::irrgarten),
    ("amaze 0.4", mazes::amaze),
];

/// Seconds per map.
#[derive(Clone, Copy)]
enum Figure {
    Measured(f64),
    /// Extrapolated from smaller sizes.
    Extrapolated(f64),
}

impl Figure {
    fn seconds(self) -> f64 {
        match self {
            Figure::Measured(seconds) | Figure::Extrapolated(seconds) => seconds,
        }
    }

    fn against(self, ours: f64) -> String {
        let theirs = self.seconds();
        let mark = if matches!(self, Figure::Extrapolated(_)) { "~" } else { "" };
        format!("{mark}{} ({mark}{:.1}x)", seconds(theirs), theirs / ours)
    }
}

/// Figures of one algorithm at one size; `packages` is in the order of `PACKAGES`.
struct Row {
    name: String,
    ours: f64,
    packages: Vec<Option<Figure>>,
    rot: Option<Figure>,
}

pub(crate) fn compare() -> Result<()> {
    let rot = rot::figures()?;
    let (mut rows, mut missing) = (Vec::new(), Vec::new());
    for &(name, id, with) in SHARED {
        if registry::find(registry::ALL, id).is_none() {
            missing.push(name);
            continue;
        }
        let small = row(name, id, with, SMALL, &[])?;
        let large = row(name, id, with, LARGE, &small.packages)?;
        rows.extend([small, large].map(|row| Row { rot: rot.get(&row.name).copied(), ..row }));
    }
    let is_maze = |row: &&Row| row.name.starts_with("maze");
    print(
        "Other packages: time per map (speed-up of mapwright)",
        &rows.iter().filter(|row| !is_maze(row)).collect::<Vec<_>>(),
    );
    print(
        "Mazes of other packages: time per map (speed-up of mapwright)",
        &rows.iter().filter(is_maze).collect::<Vec<_>>(),
    );
    speedups(&rows);
    if !missing.is_empty() {
        println!("\nnot in the registry: {}", missing.join("; "));
    }
    Ok(())
}

/// Measures one algorithm at one size; `smaller` holds the figures of the packages at the small
/// size.
fn row(name: &str, id: &str, with: &str, size: (i32, i32), smaller: &[Option<Figure>]) -> Result<Row> {
    let (width, height) = size;
    let plan = plan(id, with)?;
    let ours = Work::new("mapwright", |seed| plan.run(Run::new(Seed::new(seed)).size(width, height)));
    let mut works = vec![ours];
    let mut packages = Vec::new();
    for (index, (_, make)) in PACKAGES.iter().enumerate() {
        let extrapolated =
            smaller.get(index).copied().flatten().and_then(|small| extrapolate(*make, name, small.seconds()));
        packages.push(extrapolated.filter(|seconds| *seconds > MAX_SECONDS).map(Figure::Extrapolated));
        if packages[index].is_none() {
            works.extend(make(name, width, height).map(|work| Work { name: index.to_string(), ..work }));
        }
    }
    let took = time(&mut works, QUICK);
    for (work, took) in works.iter().zip(&took).skip(1) {
        packages[work.name.parse::<usize>()?] = Some(Figure::Measured(*took));
    }
    Ok(Row { name: format!("{name} {width}x{height}"), ours: took[0], packages, rot: None })
}

/// Extrapolates the time of the large map from the small and the middle one.
fn extrapolate(make: Make, name: &str, small: f64) -> Option<f64> {
    let tiles = |(width, height): (i32, i32)| f64::from(width) * f64::from(height);
    if small * tiles(LARGE) / tiles(SMALL) > 10.0 * MAX_SECONDS {
        return Some(small * tiles(LARGE) / tiles(SMALL));
    }
    let middle = estimate(&mut make(name, MIDDLE.0, MIDDLE.1)?);
    let growth = (middle / small).ln() / (tiles(MIDDLE) / tiles(SMALL)).ln();
    Some(middle * (tiles(LARGE) / tiles(MIDDLE)).powf(growth.clamp(1.0, 2.5)))
}

fn print(title: &str, rows: &[&Row]) {
    let used: Vec<usize> =
        (0..PACKAGES.len()).filter(|&index| rows.iter().any(|row| row.packages[index].is_some())).collect();
    let mut columns = vec!["map", "mapwright"];
    columns.extend(used.iter().map(|&index| PACKAGES[index].0));
    columns.push("rot-js 2.2");
    let cells = rows.iter().map(|row| {
        let against = |figure: Option<Figure>| figure.map_or_else(|| "-".to_owned(), |figure| figure.against(row.ours));
        let mut cells = vec![row.name.clone(), seconds(row.ours)];
        cells.extend(used.iter().map(|&index| against(row.packages[index])));
        cells.push(against(row.rot));
        cells
    });
    table::print(title, &columns, &cells.collect::<Vec<_>>());
}

/// Prints the speed-up over the fastest package in Rust and over rot-js for every algorithm and
/// size.
fn speedups(rows: &[Row]) {
    let mut lines = Vec::new();
    for row in rows {
        let figures =
            row.packages.iter().enumerate().filter_map(|(index, figure)| Some((figure.as_ref()?.seconds(), index)));
        let best = figures.min_by(|a, b| a.0.total_cmp(&b.0));
        let rust = best.map(|(theirs, _)| theirs / row.ours);
        let rot = row.rot.map(|figure| figure.seconds() / row.ours);
        let shown = |times: Option<f64>| times.map_or_else(|| "-".to_owned(), |times| format!("{times:.1}x"));
        let missed = rust.is_some_and(|times| times < TARGETS.0) || rot.is_some_and(|times| times < TARGETS.1);
        let verdict = match (rust, rot) {
            (None, None) => "only here",
            _ if missed => "MISSED",
            _ => "met",
        };
        let best = best.map_or_else(|| "-".to_owned(), |(_, index)| PACKAGES[index].0.to_owned());
        lines.push(vec![row.name.clone(), best, shown(rust), shown(rot), verdict.to_owned()]);
    }
    let title = format!("Speed-up: target {}x over the fastest in Rust, {}x over rot-js", TARGETS.0, TARGETS.1);
    table::print(&title, &["map", "fastest in Rust", "speed-up", "over rot-js", ""], &lines);
}
