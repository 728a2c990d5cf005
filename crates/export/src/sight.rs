//! [`Sight`]: what virtual tables need to know about a map: walls, doors and lights.
//!
//! All coordinates are squares from the top-left corner of the map; y grows down. They are whole
//! thousandths of a square, so that points which are equal here are equal in every file.

mod grid_point;
mod lights;
mod objects;
mod simplify;
mod walls;

use crate::error::Error;
use crate::options::ExportOptions;
use crate::table::table_map;
use grid_point::GridPoint;
use lights::light;
use mapwright::{Dir, DoorKind, DoorState, Map, Pos, Size};
use mapwright_render::scene::Point;
use mapwright_render::{PlanDoor, Rgb, floor_plan, player_map};
use objects::object;
use simplify::simplified;
use std::cell::OnceCell;
use walls::{CutWalls, ShutDoor};

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
    ///
    /// The picture for it is that of [`VttAudience::Table`](crate::vtt_image::VttAudience::Table).
    pub(crate) fn of(map: &Map, options: &ExportOptions) -> Result<Sight, Error> {
        let look = &options.picture.look;
        let plan = floor_plan(&table_map(map, look, options.secret), look)?;
        let shut = plan.doors.into_iter().filter(PlanDoor::is_shut);
        let known = OnceCell::new();
        let shut = shut.map(|door| ShutDoor { door, depth: depth(&door, || known.get_or_init(|| player_map(map))) });
        let shut: Vec<ShutDoor> = shut.collect();
        let CutWalls { lines, ends } = walls::cut(&plan.outline, &shut);
        let points = |line: Vec<GridPoint>| line.into_iter().map(GridPoint::point).collect();
        let door = |(shut, ends): (&ShutDoor, [GridPoint; 2])| {
            let PlanDoor { pos, facing, kind, state, .. } = shut.door;
            SightDoor { ends: ends.map(GridPoint::point), pos, facing, kind, state }
        };
        let on_grid = |line: Vec<Point>| line.into_iter().map(|p| GridPoint::near(p).point()).collect();
        Ok(Sight {
            size: map.size(),
            walls: simplified(lines, &ends).into_iter().map(points).collect(),
            objects: plan.things.iter().filter_map(object).map(on_grid).collect(),
            doors: shut.iter().zip(ends).map(door).collect(),
            lights: plan.things.iter().filter_map(light).collect(),
        })
    }
}

/// Distance of a secret door's leaf from the middle of its cell.
const FLUSH: i32 = 440;

/// Returns the distance of a door's leaf from the middle of its cell, in the direction that the
/// door faces.
///
/// A secret door is flush with the wall on the side that players know, or else on the side it
/// faces. In the middle of its cell, light would enter half of its neck and reveal it.
fn depth<'a>(door: &PlanDoor, known: impl FnOnce() -> &'a Map) -> i32 {
    if door.kind != DoorKind::Secret {
        return 0;
    }
    let known = known();
    let is_known = |dir: Dir| known.tiles.get(door.pos.step(dir)).is_some_and(|tile| tile.is_walkable());
    if is_known(door.facing.opposite()) && !is_known(door.facing) { -FLUSH } else { FLUSH }
}
