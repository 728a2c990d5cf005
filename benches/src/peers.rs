//! The same work by packages that people could pick instead, in the same run.
//!
//! "The same work" is what both have: rooms with corridors, a binary partition, caves. Ours also records rooms and
//! passages, fills pockets, joins caves and cuts zones; theirs mostly do not. `-` means that the package has no such map.

use crate::measure::{Work, plan, time};
use crate::table::{self, seconds};
use anyhow::Result;
use mapgen::{BspRooms, CellularAutomata, MapBuilder, NearestCorridors, NoiseGenerator, SimpleRooms};
use mapwright::{Run, Seed};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const SIZES: [(i32, i32); 2] = [(80, 50), (400, 250)];

pub(crate) fn compare() -> Result<()> {
    let rot = rot_js()?;
    let mut rows = Vec::new();
    for (width, height) in SIZES {
        for id in ["rooms-corridors", "bsp", "cellular", "arena"] {
            let plan = plan(id, "{}")?;
            let mut works = vec![Work::new("mapwright", |seed| {
                plan.run(Run::new(Seed::new(seed)).size(width, height)).expect("it fits")
            })];
            works.extend(terrain_forge(id, width, height));
            works.extend(mapgen(id, width, height));
            let took = time(&mut works);
            let ours = took[0];
            let mut row = vec![format!("{id} {width}x{height}"), seconds(ours)];
            for peer in ["terrain-forge", "mapgen"] {
                let theirs = works.iter().position(|work| work.name == peer).map(|index| took[index]);
                row.push(against(theirs, ours));
            }
            row.push(against(rot.get(&format!("{id} {width}x{height}")).copied(), ours));
            rows.push(row);
        }
    }
    let columns = ["map", "mapwright", "terrain-forge 0.7", "mapgen 0.6", "rot-js 2.2"];
    table::print("Beside others: time a map, and how many times faster we are", &columns, &rows);
    Ok(())
}

fn against(theirs: Option<f64>, ours: f64) -> String {
    theirs.map_or_else(|| "-".to_owned(), |theirs| format!("{} ({:.1}x)", seconds(theirs), theirs / ours))
}

fn terrain_forge(id: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let name = match id {
        "rooms-corridors" => "rooms",
        "bsp" => "bsp",
        "cellular" => "cellular",
        _ => return None,
    };
    // As many rooms, and as large, as ours; it would try ten.
    let rooms = [("max_rooms", 30), ("min_room_size", 6), ("max_room_size", 10)];
    let params = rooms.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let params = (name == "rooms").then_some(params);
    Some(Work::new("terrain-forge", move |seed| {
        let mut grid = terrain_forge::Grid::new(width as usize, height as usize);
        terrain_forge::ops::generate(name, &mut grid, Some(seed), params.as_ref()).expect("a known algorithm");
        grid
    }))
}

fn mapgen(id: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let make: fn(&mut MapBuilder) = match id {
        "rooms-corridors" => |builder| {
            builder.with(SimpleRooms::new()).with(NearestCorridors::new());
        },
        "bsp" => |builder| {
            builder.with(BspRooms::new()).with(NearestCorridors::new());
        },
        "cellular" => |builder| {
            builder.with(NoiseGenerator::uniform()).with(CellularAutomata::new());
        },
        _ => return None,
    };
    Some(Work::new("mapgen", move |_| {
        let mut builder = MapBuilder::new(width as usize, height as usize);
        make(&mut builder);
        builder.build()
    }))
}

/// Seconds a map by rot-js, as its script prints them; empty where node or the package is missing.
fn rot_js() -> Result<BTreeMap<String, f64>> {
    let package = Path::new("target/peers/node_modules/rot-js");
    if !package.exists() {
        return Ok(BTreeMap::new());
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/rot.mjs");
    let output = Command::new("node").arg(script).arg(package.canonicalize()?).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(name, took)| Some((name.to_owned(), took.parse().ok()?)))
        .collect())
}
