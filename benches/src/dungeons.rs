//! Dungeons for the table at the size they take by themselves: how long most take, and how long the slowest.

use crate::measure::{EachSeed, each_seed, plan};
use crate::table::{self, count, seconds, verdict};
use anyhow::Result;
use mapwright::{Map, Place, Plan, Seed, Size, check};

/// Sizes, and the most seconds that half of the seeds may take.
const TARGETS: &[(&str, f64)] = &[("medium", 1e-3), ("xlarge", 5e-3), ("huge", 20e-3)];
const SEEDS: u64 = 1_000;
/// How often the median the slowest seed may take.
const SLOWEST: f64 = 20.0;
/// Enough to see which kinds are slow.
const SEEDS_OF_A_KIND: u64 = 50;

const ARCHETYPES: &[&str] = &["classic", "warren", "temple", "crypt", "lair", "cavern", "fortress"];
const SYMMETRIES: &[&str] = &["none", "bilateral", "radial-2", "radial-4", "partial"];

/// What was measured for one size.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    pub(crate) took: EachSeed,
    pub(crate) quality: Quality,
}

/// How many maps came out otherwise than they should.
#[derive(Default)]
pub(crate) struct Quality {
    pub(crate) maps: u64,
    /// No map at all.
    pub(crate) not_made: u64,
    /// Anything asked for and not delivered.
    pub(crate) noted: u64,
    /// Fewer rooms than asked for.
    pub(crate) few_rooms: u64,
    /// Some place cannot be walked to.
    pub(crate) cut_off: u64,
    /// Some room cannot be reached by what passages and doors say they join.
    pub(crate) cut_off_by_records: u64,
    /// The checker objects.
    pub(crate) faulty: u64,
}

pub(crate) fn targets() -> Result<Vec<Figure>> {
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for &(name, target) in TARGETS {
        let plan = plan("dungeon", &format!("{{size = '{name}'}}"))?;
        let took = each_seed(SEEDS, |seed| plan.run(Seed::new(seed)));
        let figure = Figure { name, took, quality: Quality::of(&plan) };
        rows.push(speed(&figure, plan.size(), target));
        figures.push(figure);
    }
    let title = format!(
        "Dungeons, {} seeds, each at its best of {} runs, the slowest at their best of {}",
        count(SEEDS as f64),
        EachSeed::RUNS,
        EachSeed::RUNS + EachSeed::MORE_RUNS,
    );
    let columns = ["dungeon", "median", "target", "", "slowest", "its seed", "of the median", "target", ""];
    table::print(&title, &columns, &rows);
    let columns = ["dungeon", "maps", "not made", "noted", "too few rooms", "cut off", "by records", "check objects"];
    let rows: Vec<_> = figures.iter().map(|figure| figure.quality.row(figure.name)).collect();
    table::print("How many of these dungeons are not as they should be", &columns, &rows);
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
        format!("{SLOWEST:.0}x"),
        verdict(slowest / median, SLOWEST),
    ]
}

/// Every archetype with every symmetry.
fn kinds() -> Result<()> {
    let mut rows = Vec::new();
    for &archetype in ARCHETYPES {
        let mut row = vec![archetype.to_owned()];
        for symmetry in SYMMETRIES {
            let plan = plan("dungeon", &format!("{{archetype = '{archetype}', symmetry = '{symmetry}'}}"))?;
            let took = each_seed(SEEDS_OF_A_KIND, |seed| plan.run(Seed::new(seed)));
            let (median, slowest) = (took.median(), took.slowest().1 / took.median());
            let missed = if median > TARGETS[0].1 || slowest > SLOWEST { "MISSED " } else { "" };
            row.push(format!("{missed}{} ({slowest:.1}x)", seconds(median)));
        }
        rows.push(row);
    }
    let title = format!(
        "Kinds of medium dungeons, {SEEDS_OF_A_KIND} seeds: median, and how many times that the slowest takes (target {}, {SLOWEST:.0}x)",
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
                Err(_) => quality.not_made += 1,
            }
        }
        quality
    }

    fn add(&mut self, map: &Map) {
        let findings = check(map);
        let mut short = map.notes.iter().filter(|note| note.delivered < note.asked);
        self.few_rooms += u64::from(short.clone().any(|note| note.what == "rooms"));
        self.noted += u64::from(short.next().is_some());
        self.cut_off += u64::from(findings.iter().any(|finding| ["connected", "reachable"].contains(&finding.rule)));
        self.cut_off_by_records += u64::from(!joined_by_records(map));
        self.faulty += u64::from(!findings.is_empty());
    }

    fn row(&self, name: &str) -> Vec<String> {
        let Quality { maps, not_made, noted, few_rooms, cut_off, cut_off_by_records, faulty } = *self;
        let counts = [maps, not_made, noted, few_rooms, cut_off, cut_off_by_records, faulty];
        [name.to_owned()].into_iter().chain(counts.map(|number| count(number as f64))).collect()
    }
}

/// Whether every room is reached from the first by what passages and doors say they join, and by passages that end in others.
fn joined_by_records(map: &Map) -> bool {
    let passages = map.passages.iter().map(|passage| {
        let rooms = passage.joins.iter().map(|&room| Place::Room(room));
        let ends = [passage.points.first(), passage.points.last()].into_iter().flatten();
        let met = ends.flat_map(|&end| map.passages.iter().filter(move |it| it.legs().any(|leg| leg.contains(end))));
        rooms.chain([Place::Passage(passage.id)]).chain(met.map(|other| Place::Passage(other.id))).collect::<Vec<_>>()
    });
    let ways: Vec<Vec<Place>> = passages.chain(map.doors.iter().map(|door| door.joins.to_vec())).collect();
    let mut reached: Vec<Place> = map.rooms.first().map(|room| Place::Room(room.id)).into_iter().collect();
    let mut from = 0;
    while let Some(&here) = reached.get(from) {
        from += 1;
        for place in ways.iter().filter(|way| way.contains(&here)).flatten() {
            if !reached.contains(place) {
                reached.push(*place);
            }
        }
    }
    map.rooms.iter().all(|room| reached.contains(&Place::Room(room.id)))
}
