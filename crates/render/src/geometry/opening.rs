//! [`Opening`]: a door's place in the wall, from its record or from its tile alone.

use crate::band;
use mapwright::{Dir, Door, DoorKind, DoorState, Grid, Map, Pos, Tile};

/// A door and its orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) pos: Pos,
    pub(crate) facing: Dir,
    pub(crate) kind: DoorKind,
    pub(crate) state: DoorState,
    /// True for wall on the left and on the right, seen in the direction it faces.
    pub(crate) walls: [bool; 2],
}

impl Opening {
    /// Returns all doors of the map in reading order.
    pub(crate) fn all(map: &Map) -> Vec<Opening> {
        let mut doors: Vec<&Door> = map.doors.iter().filter(|door| map.size().contains(door.pos)).collect();
        doors.sort_by_key(|door| door.pos);
        let mut doors = doors.into_iter().peekable();
        let width = map.size().width;
        let tiles = map.tiles.cells().iter().enumerate().filter(|(_, tile)| tile.is_door());
        tiles
            .map(|(index, &tile)| {
                let pos = Pos::new(index as i32 % width, index as i32 / width);
                while doors.next_if(|door| door.pos < pos).is_some() {}
                Opening::new(&map.tiles, pos, tile, doors.next_if(|door| door.pos == pos))
            })
            .collect()
    }

    fn new(tiles: &Grid<Tile>, pos: Pos, tile: Tile, door: Option<&Door>) -> Opening {
        let is_open = |dir: Dir| tiles.get(pos.step(dir)).is_some_and(|&tile| band::is_open(tile));
        let along = |dir: Dir| usize::from(is_open(dir)) + usize::from(is_open(dir.opposite()));
        // The tiles decide: a record may contradict them.
        let recorded = door.map_or(Dir::South, |door| door.facing);
        let facing = if along(recorded) >= along(recorded.right()) { recorded } else { recorded.right() };
        let (kind, state) = match (door, tile) {
            (Some(door), _) if door.tile() == tile => (door.kind, door.state),
            // Without a record, an open door has leaves.
            (_, Tile::DoorOpen) => (DoorKind::Door, DoorState::Open),
            _ => DoorKind::of_tile(tile).unwrap_or((DoorKind::Door, DoorState::Closed)),
        };
        let side = facing.right();
        Opening { pos, facing, kind, state, walls: [!is_open(side.opposite()), !is_open(side)] }
    }

    /// Returns whether it separates its two sides.
    pub(crate) fn is_shut(&self) -> bool {
        self.kind != DoorKind::Archway && self.state != DoorState::Open
    }
}
