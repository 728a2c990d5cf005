//! Benchmarks of the game API: field of view, distance fields, pathfinding and moves.

use crate::measure::{THOROUGH, Work, time};
use crate::table::{self, seconds, verdict};
use anyhow::{Context, Result};
use mapwright::game::{Costs, DistanceField, Occupants, Paths, Seen, Sight, Walker};
use mapwright::{Map, Pos, Seed, Size, generate};

/// Target for one field of view with radius 20, in seconds.
const LOOK_TARGET: f64 = 20e-6;
const RADIUS: u32 = 20;
/// Number of cells to look or walk from, in turn.
const STARTS: usize = 64;

pub(crate) fn targets() -> Result<()> {
    let small = Size::new(80, 50);
    let large = Size::new(1_000, 1_000);
    let level = |id: &str, size: Size| Ok::<_, anyhow::Error>((id.to_owned(), generate(id, size, Seed::new(1))?));
    let looks = [level("arena", small)?, level("cellular", small)?, level("bsp", small)?, level("cellular", large)?];
    let walks = [level("cellular", small)?, level("bsp", small)?, level("cellular", large)?, level("bsp", large)?];
    let mut works = Vec::new();
    let mut targets = Vec::new();
    for (id, map) in &looks {
        works.push(look(id, map)?);
        targets.push(Some(LOOK_TARGET));
    }
    for (id, map) in &walks {
        works.push(field(id, map)?);
        works.push(path(id, map)?);
        targets.extend([None, None]);
    }
    works.push(moves(large));
    targets.push(None);
    let names: Vec<String> = works.iter().map(|work| work.name.clone()).collect();
    let took = time(&mut works, THOROUGH);
    let rows: Vec<Vec<String>> = names
        .into_iter()
        .zip(took)
        .zip(targets)
        .map(|((name, took), target)| {
            let verdict = target.map_or_else(String::new, |target| verdict(took, target));
            vec![name, seconds(took), target.map_or_else(String::new, seconds), verdict]
        })
        .collect();
    table::print(
        "Games, time per call; distances and paths in eight directions",
        &["call", "time", "target", ""],
        &rows,
    );
    Ok(())
}

/// Returns floor cells from all over the map.
fn starts(map: &Map) -> Result<Vec<Pos>> {
    let open: Vec<Pos> = map.floor_positions().collect();
    open.last().context("a map without floor")?;
    Ok((0..STARTS).map(|index| open[index * open.len() / STARTS]).collect())
}

fn look<'a>(id: &str, map: &Map) -> Result<Work<'a>> {
    let (sight, mut seen, starts) = (Sight::of(map), Seen::new(map.size()), starts(map)?);
    let name = format!("look, radius {RADIUS}, {id} {}", map.size());
    Ok(Work::new(name, move |round| seen.look(&sight, starts[round as usize % STARTS], RADIUS)))
}

fn field<'a>(id: &str, map: &Map) -> Result<Work<'a>> {
    let (costs, mut field, starts) = (Costs::of(map, &Walker::default()), DistanceField::new(), starts(map)?);
    let name = format!("distance field, {id} {}", map.size());
    Ok(Work::new(name, move |round| field.spread(&costs, [starts[round as usize % STARTS]])))
}

fn path<'a>(id: &str, map: &Map) -> Result<Work<'a>> {
    let (costs, mut paths, starts) = (Costs::of(map, &Walker::default()), Paths::new(), starts(map)?);
    let name = format!("path, {id} {}", map.size());
    Ok(Work::new(name, move |round| {
        let from = round as usize % STARTS;
        paths.find(&costs, starts[from], starts[(from + STARTS / 2) % STARTS])
    }))
}

/// Moves one of 10,000 creatures by one cell.
fn moves<'a>(size: Size) -> Work<'a> {
    const CREATURES: u32 = 10_000;
    let mut rng = Seed::new(1).rng();
    let mut occupants = Occupants::new(size);
    for creature in 0..CREATURES {
        occupants.put(creature, Pos::new(rng.range(0, size.width - 2), rng.range(0, size.height - 1)));
    }
    Work::new(format!("an occupant's move, {CREATURES} on {size}"), move |round| {
        let creature = (round % u64::from(CREATURES)) as u32;
        let pos = occupants.place_of(creature).unwrap_or_default();
        occupants.put(creature, Pos::new(pos.x ^ 1, pos.y));
    })
}
