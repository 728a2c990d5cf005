//! What a game asks while it is played: sight, distances, ways, moves.

use crate::measure::{THOROUGH, Work, time};
use crate::table::{self, seconds, verdict};
use anyhow::{Context, Result};
use mapwright::game::{Costs, DistanceField, Occupants, Paths, Seen, Sight, Walker};
use mapwright::{Map, Pos, Seed, Size, generate};

/// The most seconds for a look around with a radius of 20.
const LOOK: f64 = 20e-6;
const RADIUS: u32 = 20;
/// From how many places one looks, in turn.
const PLACES: usize = 64;

pub(crate) fn targets() -> Result<()> {
    let small = Size::new(80, 50);
    let large = Size::new(1_000, 1_000);
    let level = |id: &str, size: Size| Ok::<_, anyhow::Error>((id.to_owned(), generate(id, size, Seed::new(1))?));
    let looks = [level("arena", small)?, level("cellular", small)?, level("bsp", small)?, level("cellular", large)?];
    let ways = [level("cellular", small)?, level("bsp", small)?, level("cellular", large)?, level("bsp", large)?];
    let mut works = Vec::new();
    let mut wanted = Vec::new();
    for (id, map) in &looks {
        works.push(look(id, map)?);
        wanted.push(Some(LOOK));
    }
    for (id, map) in &ways {
        works.push(field(id, map)?);
        works.push(path(id, map)?);
        wanted.extend([None, None]);
    }
    works.push(moves(large));
    wanted.push(None);
    let names: Vec<String> = works.iter().map(|work| work.name.clone()).collect();
    let took = time(&mut works, THOROUGH);
    let rows: Vec<Vec<String>> = names
        .into_iter()
        .zip(took)
        .zip(wanted)
        .map(|((name, took), wanted)| {
            let target = wanted.map_or_else(String::new, seconds);
            vec![name, seconds(took), target, wanted.map_or_else(String::new, |target| verdict(took, target))]
        })
        .collect();
    table::print("Games, a call; distances and ways in eight directions", &["what", "time", "target", ""], &rows);
    Ok(())
}

/// Open cells from all over the map.
fn places(map: &Map) -> Result<Vec<Pos>> {
    let open: Vec<Pos> = map.floor_positions().collect();
    open.last().context("a map without floor")?;
    Ok((0..PLACES).map(|index| open[index * open.len() / PLACES]).collect())
}

fn look<'a>(id: &str, map: &Map) -> Result<Work<'a>> {
    let (sight, mut seen, places) = (Sight::of(map), Seen::new(map.size()), places(map)?);
    let name = format!("look, radius {RADIUS}, {id} {}", map.size());
    Ok(Work::new(name, move |round| seen.look(&sight, places[round as usize % PLACES], RADIUS)))
}

fn field<'a>(id: &str, map: &Map) -> Result<Work<'a>> {
    let (costs, mut field, places) = (Costs::of(map, &Walker::default()), DistanceField::new(), places(map)?);
    let name = format!("distance field, {id} {}", map.size());
    Ok(Work::new(name, move |round| field.spread(&costs, [places[round as usize % PLACES]])))
}

fn path<'a>(id: &str, map: &Map) -> Result<Work<'a>> {
    let (costs, mut paths, places) = (Costs::of(map, &Walker::default()), Paths::new(), places(map)?);
    let name = format!("path, {id} {}", map.size());
    Ok(Work::new(name, move |round| {
        let from = round as usize % PLACES;
        paths.find(&costs, places[from], places[(from + PLACES / 2) % PLACES])
    }))
}

/// One of 10,000 creatures moves by one cell.
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
