//! Packages that make maps of tiles.

use crate::measure::Work;
use mapgen::drunkard::DrunkSpawnMode;
use mapgen::{
    BspInterior, BspRooms, CellularAutomata, DrunkardsWalk, MapBuilder, MazeBuilder, NearestCorridors, NoiseGenerator,
    SimpleRooms, Symmetry, VoronoiHive,
};
use terrain_forge::ops::Params;
use terrain_forge::{Grid, ops};

/// Its maps by name, with parameters where its own would make another map than ours.
pub(super) fn terrain_forge(name: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let tiles = i64::from(width) * i64::from(height);
    let (op, params): (&'static str, Vec<(&str, serde_json::Value)>) = match name {
        // As many rooms, and as large, as ours; it would try ten.
        "rooms-corridors" => {
            ("rooms", vec![("max_rooms", 30.into()), ("min_room_size", 6.into()), ("max_room_size", 10.into())])
        }
        "bsp" => ("bsp", vec![]),
        "cellular" => ("cellular", vec![("initial_floor_chance", 0.5.into()), ("iterations", 5.into())]),
        // It would stop after 50,000 steps, on large maps long before there is a map.
        "drunkard" => ("drunkard", vec![("floor_percent", 0.4.into()), ("max_iterations", (tiles * 200).into())]),
        "maze, backtracker" => ("maze", vec![]),
        // 15 points however large the map: less work than ours on large ones.
        "voronoi" => ("voronoi", vec![]),
        "noise" => ("noise", vec![("octaves", 4.into()), ("threshold", 0.5.into())]),
        // An eighth of the tiles, as its 500 particles are at 80x50.
        "aggregation" => ("dla", vec![("num_particles", (tiles / 8).into())]),
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

/// Its seed is the clock.
pub(super) fn mapgen(name: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let make: fn(&mut MapBuilder) = match name {
        "rooms-corridors" => |builder| {
            builder.with(SimpleRooms::new()).with(NearestCorridors::new());
        },
        "bsp" => |builder| {
            builder.with(BspRooms::new()).with(NearestCorridors::new());
        },
        "bsp-interior" => |builder| {
            builder.with(BspInterior::new());
        },
        "cellular" => |builder| {
            builder.with(NoiseGenerator::uniform()).with(CellularAutomata::new());
        },
        "drunkard" => |builder| {
            builder.with(DrunkardsWalk::new(DrunkSpawnMode::Random, 400, 0.4, 1, Symmetry::None));
        },
        // 64 seeds however large the map.
        "voronoi" => |builder| {
            builder.with(VoronoiHive::new());
        },
        "maze, backtracker" => |builder| {
            builder.with(MazeBuilder::new());
        },
        _ => return None,
    };
    Some(Work::new("mapgen", move |_| {
        let mut builder = MapBuilder::new(width as usize, height as usize);
        make(&mut builder);
        builder.build()
    }))
}
