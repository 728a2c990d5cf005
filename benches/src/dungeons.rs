//! Benchmarks of the dungeon layout at its preset sizes: median time and slowest seed.

use crate::measure::{SeedTimes, plan, time_seeds};
use crate::table::{self, count, seconds, verdict};
use anyhow::Result;
use mapwright::{Map, Place, Plan, Seed, Size, check};

/// Preset sizes, each with the target for its median, in seconds.
const TARGETS: &[(&str, f64)] = &[("medium", 1e-3), ("xlarge", 5e-3), ("huge", 20e-3)];
const SEEDS: u64 = 1_000;
/// Target for the slowest seed, as a multiple of the median.
const MAX_SLOWEST_RATIO: f64 = 20.0;
/// Number of seeds for each combination of archetype and symmetry.
const SEEDS_PER_KIND: u64 = 50;

const ARCHETYPES: &[&str] = &["classic", "warren", "temple", "crypt", "lair", "cavern", "fortress"];
const SYMMETRIES: &[&str] = &["none", "bilateral", "radial-2", "radial-4", "partial"];

/// Measurements of one preset size.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    pub(crate) took: SeedTimes,
    pub(crate) quality: Quality,
}

/// Number of maps with each kind of defect.
#[derive(Default)]
pub(crate) struct Quality {
    pub(crate) maps: u64,
    /// Seeds that gave no map.
    pub(crate) failed: u64,
    /// Maps that deliver less than requested of anything.
    pub(crate) incomplete: u64,
    /// Maps with fewer rooms than requested.
    pub(crate) few_rooms: u64,
    /// Maps with floor that cannot be reached on foot.
    pub(crate) cut_off: u64,
    /// Maps with a room that the `joins` records of passages and doors do not connect.
    pub(crate) cut_off_by_records: u64,
    /// Maps with any finding of `check`.
    pub(crate) invalid: u64,
}

pub(crate) fn targets() -> Result<Vec<Figure>> {
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for &(name, target) in TARGETS {
        let plan = plan("dungeon", &format!("{{size = '{name}'}}"))?;
        let took = time_seeds(SEEDS, |seed| plan.run(Seed::new(seed)));
        let figure = Figure { name, took, quality: Quality::of(&plan) };
        rows.push(speed(&figure, plan.size(), target));
        figures.push(figure);
    }
    let title = format!(
        "Dungeons, {} seeds, best of {} runs each; best of {} for the slowest",
        count(SEEDS as f64),
        SeedTimes::RUNS,
        SeedTimes::RUNS + SeedTimes::EXTRA_RUNS,
    );
    let columns = ["dungeon", "median", "target", "", "slowest", "its seed", "slowest / median", "target", ""];
    table::print(&title, &columns, &rows);
    let columns = ["dungeon", "maps", "failed", "incomplete", "too few rooms", "cut off", "by records", "invalid"];
    let rows: Vec<_> = figures.iter().map(|figure| figure.quality.row(figure.name)).collect();
    table::print("Defects of these dungeons, in maps", &columns, &rows);
    kinds()?;
    Ok(figures)
}

fn speed(figure: &Figure, size: Size, target: f64) -> Vec<String> {
    let median = figure.took.median();
    let (seed, slowest) = figure.took.slowest();
    vec![
        format!("{} {size}", figure.name),
        seconds(median),
        seconds(target),
        verdict(median, target),
        seconds(slowest),
        seed.to_string(),
        format!("{:.1}x", slowest / median),
        format!("{MAX_SLOWEST_RATIO:.0}x"),
        verdict(slowest / median, MAX_SLOWEST_RATIO),
    ]
}

/// Times every archetype with every symmetry.
fn kinds() -> Result<()> {
    let mut rows = Vec::new();
    for &archetype in ARCHETYPES {
        let mut row = vec![archetype.to_owned()];
        for symmetry in SYMMETRIES {
            let plan = plan("dungeon", &format!("{{archetype = '{archetype}', symmetry = '{symmetry}'}}"))?;
            let took = time_seeds(SEEDS_PER_KIND, |seed| plan.run(Seed::new(seed)));
            let (median, slowest) = (took.median(), took.slowest().1 / took.median());
            let missed = if median > TARGETS[0].1 || slowest > MAX_SLOWEST_RATIO { "MISSED " } else { "" };
            row.push(format!("{missed}{} ({slowest:.1}x)", seconds(median)));
        }
        rows.push(row);
    }
    let title = format!(
        "Kinds of medium dungeons, {SEEDS_PER_KIND} seeds: median (slowest / median), \
         target {} ({MAX_SLOWEST_RATIO:.0}x)",
        seconds(TARGETS[0].1),
    );
    let columns: Vec<&str> = ["archetype"].iter().chain(SYMMETRIES).copied().collect();
    table::print(&title, &columns, &rows);
    Ok(())
}

impl Quality {
    fn of(plan: &Plan) -> Quality {
        let mut quality = Quality { maps: SEEDS, ..Quality::default() };
        for seed in 0..SEEDS {
            match plan.run(Seed::new(seed)) {
                Ok(map) => quality.add(&map),
                Err(_) => quality.failed += 1,
            }
        }
        quality
    }

    fn add(&mut self, map: &Map) {
        let findings = check(map);
        let mut short = map.notes.iter().filter(|note| note.delivered < note.asked);
        self.few_rooms += u64::from(short.clone().any(|note| note.what == "rooms"));
        self.incomplete += u64::from(short.next().is_some());
        self.cut_off += u64::from(findings.iter().any(|finding| ["connected", "reachable"].contains(&finding.rule)));
        self.cut_off_by_records += u64::from(!joined_by_records(map));
        self.invalid += u64::from(!findings.is_empty());
    }

    fn row(&self, name: &str) -> Vec<String> {
        let Quality { maps, failed, incomplete, few_rooms, cut_off, cut_off_by_records, invalid } = *self;
        let counts = [maps, failed, incomplete, few_rooms, cut_off, cut_off_by_records, invalid];
        [name.to_owned()].into_iter().chain(counts.map(|number| count(number as f64))).collect()
    }
}

/// Returns true if the records of passages and doors connect every room with the first one.
///
/// A passage that ends in another passage connects the two.
fn joined_by_records(map: &Map) -> bool {
    let passages = map.passages.iter().map(|passage| {
        let rooms = passage.joins.iter().map(|&room| Place::Room(room));
        let ends = [passage.points.first(), passage.points.last()].into_iter().flatten();
        let crossed =
            ends.flat_map(|&end| map.passages.iter().filter(move |it| it.legs().any(|leg| leg.contains(end))));
        rooms
            .chain([Place::Passage(passage.id)])
            .chain(crossed.map(|other| Place::Passage(other.id)))
            .collect::<Vec<_>>()
    });
    let links: Vec<Vec<Place>> = passages.chain(map.doors.iter().map(|door| door.joins.to_vec())).collect();
    let mut reached: Vec<Place> = map.rooms.first().map(|room| Place::Room(room.id)).into_iter().collect();
    let mut from = 0;
    while let Some(&here) = reached.get(from) {
        from += 1;
        for place in links.iter().filter(|link| link.contains(&here)).flatten() {
            if !reached.contains(place) {
                reached.push(*place);
            }
        }
    }
    map.rooms.iter().all(|room| reached.contains(&Place::Room(room.id)))
}
