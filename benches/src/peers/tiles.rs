//! Packages that make tile maps.

use crate::measure::Work;
use mapgen::drunkard::DrunkSpawnMode;
use mapgen::{
    BspInterior, BspRooms, CellularAutomata, DrunkardsWalk, MapBuilder, MazeBuilder, NearestCorridors, NoiseGenerator,
    SimpleRooms, Symmetry, VoronoiHive,
};
use mapwright::{Entry, registry};
use terrain_forge::ops::Params;
use terrain_forge::{Grid, ops};

/// Maps of terrain-forge, with parameters where its defaults make a different map than ours.
pub(super) fn terrain_forge(name: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let tiles = i64::from(width) * i64::from(height);
    let (op, params): (&'static str, Vec<(&str, serde_json::Value)>) = match name {
        // As many rooms as ours, of the same sizes; its default is ten attempts.
        "rooms-corridors" => {
            ("rooms", vec![("max_rooms", 30.into()), ("min_room_size", 6.into()), ("max_room_size", 10.into())])
        }
        "bsp" => ("bsp", vec![]),
        "cellular" => ("cellular", vec![("initial_floor_chance", 0.5.into()), ("iterations", 5.into())]),
        // Its default limit of 50,000 steps leaves large maps unfinished.
        "drunkard" => {
            let share = share("drunkard", 40) as f64 / 100.0;
            ("drunkard", vec![("floor_percent", share.into()), ("max_iterations", (tiles * 200).into())])
        }
        "maze, backtracker" => ("maze", vec![]),
        // Uses 15 points on every map: less work than ours on large ones.
        "voronoi" => ("voronoi", vec![]),
        "noise" => {
            let octaves = default("noise", &["octaves"], 4);
            ("noise", vec![("octaves", octaves.into()), ("threshold", 0.5.into())])
        }
        // A particle for every floor tile of ours; it drops particles that walk too long, so it
        // makes less floor.
        "aggregation" => ("dla", vec![("num_particles", (tiles * share("aggregation", 12) / 100).into())]),
        "wfc" => ("wfc", vec![]),
        _ => return None,
    };
    let params: Params = params.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Some(Work::new("terrain-forge", move |seed| {
        let mut grid = Grid::new(width as usize, height as usize);
        ops::generate(op, &mut grid, Some(seed), Some(&params)).expect("a known algorithm");
        grid
    }))
}

/// Maps of mapgen, which always seeds itself from the clock.
pub(super) fn mapgen(name: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let share = share("drunkard", 40) as f32 / 100.0;
    let make: fn(&mut MapBuilder, f32) = match name {
        "rooms-corridors" => |builder, _| {
            builder.with(SimpleRooms::new()).with(NearestCorridors::new());
        },
        "bsp" => |builder, _| {
            builder.with(BspRooms::new()).with(NearestCorridors::new());
        },
        "bsp-interior" => |builder, _| {
            builder.with(BspInterior::new());
        },
        "cellular" => |builder, _| {
            builder.with(NoiseGenerator::uniform()).with(CellularAutomata::new());
        },
        "drunkard" => |builder, share| {
            builder.with(DrunkardsWalk::new(DrunkSpawnMode::Random, 400, share, 1, Symmetry::None));
        },
        // Uses 64 points on every map.
        "voronoi" => |builder, _| {
            builder.with(VoronoiHive::new());
        },
        "maze, backtracker" => |builder, _| {
            builder.with(MazeBuilder::new());
        },
        _ => return None,
    };
    Some(Work::new("mapgen", move |_| {
        let mut builder = MapBuilder::new(width as usize, height as usize);
        make(&mut builder, share);
        builder.build()
    }))
}

/// Returns the default floor percentage of our algorithm.
fn share(id: &str, otherwise: i64) -> i64 {
    default(id, &["target_percent", "floor_percent", "dug_percent"], otherwise)
}

/// Returns the default of the first of these parameters that our algorithm has.
fn default(id: &str, names: &[&str], otherwise: i64) -> i64 {
    let defaults = registry::find(registry::ALL, id).map(Entry::defaults).unwrap_or_default();
    names.iter().find_map(|name| defaults.get(*name)?.as_i64()).unwrap_or(otherwise)
}
