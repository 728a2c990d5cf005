//! Randomly placed rooms, each joined to the previous one by a bent corridor.

use super::alignment::{Alignment, Spacing};
use super::bend;
use crate::base::error::Error;
use crate::base::grid::{Rect, Size};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `rooms-corridors` layout.
pub const ENTRY: Entry = Entry::new::<RoomsCorridors>("rooms-corridors", Kind::Layout).promising(
    Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT).and(Promises::GRID_ALIGNED),
);

/// Randomly placed rooms, each joined to the previous one by an L-shaped corridor.
///
/// The classic roguelike level: quick, varied and always connected. Corridors may cross other
/// rooms; use `bsp` for a tidier plan.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RoomsCorridors {
    /// Number of rooms to try. Rooms too close to another room are skipped.
    #[schemars(range(min = 1, max = 10_000))]
    pub max_rooms: u32,
    /// Minimum room side, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_room: i32,
    /// Maximum room side, in tiles, limited by the size of the map.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_room: i32,
    /// Minimum thickness of the wall between two rooms, in tiles. Corridors may cut through it.
    #[schemars(range(min = 0, max = 100))]
    pub spacing: i32,
    /// Width of the corridors, in tiles. At most `min_room`.
    #[schemars(range(min = 1, max = 9))]
    pub corridor_width: i32,
    /// Spacing of the grid that rooms and corridors snap to, in tiles. `auto` fits it to the room
    /// sizes; 1 turns snapping off.
    pub grid: Spacing,
    /// Horizontal grid spacing, in tiles. 0 uses `grid`.
    #[schemars(range(min = 0, max = 8))]
    pub grid_x: i32,
    /// Vertical grid spacing, in tiles. 0 uses `grid`.
    #[schemars(range(min = 0, max = 8))]
    pub grid_y: i32,
}

impl Default for RoomsCorridors {
    fn default() -> Self {
        RoomsCorridors {
            max_rooms: 30,
            min_room: 6,
            max_room: 10,
            spacing: 1,
            corridor_width: 1,
            grid: Spacing::Tiles(1),
            grid_x: 0,
            grid_y: 0,
        }
    }
}

impl Generator for RoomsCorridors {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let inside = map.size().rect().grown(-1);
        let grid = self.alignment();
        // The largest room that fits, starting from the first grid line.
        let most = Size::new(inside.right() - grid.x.up(inside.x), inside.bottom() - grid.y.up(inside.y));
        map.grid = Some(grid.spacing());
        let (mut places, mut bends) = (cx.rng("rooms"), cx.rng("corridors"));
        let mut rooms: Vec<Rect> = Vec::with_capacity(self.max_rooms.min(64) as usize);
        map.rooms.reserve(16);
        map.passages.reserve(16);
        for _ in 0..self.max_rooms {
            let width = grid.x.range(self.min_room, self.max_room.min(most.width), &mut places);
            let height = grid.y.range(self.min_room, self.max_room.min(most.height), &mut places);
            let x = grid.x.range(inside.x, inside.right() - width, &mut places);
            let y = grid.y.range(inside.y, inside.bottom() - height, &mut places);
            let room = Rect::new(x, y, width, height);
            cx.spend(1 + rooms.len() as u64)?;
            let kept_clear = room.grown(self.spacing);
            // Branchless: the processor could not predict which room overlaps.
            let (right, bottom) = (kept_clear.right(), kept_clear.bottom());
            let hits = |other: &Rect| {
                (other.x < right)
                    & (kept_clear.x < other.x + other.width)
                    & (other.y < bottom)
                    & (kept_clear.y < other.y + other.height)
            };
            if rooms.iter().fold(false, |hit, other| hit | hits(other)) {
                continue;
            }
            let id = map.dig_room(room);
            cx.step_in("room", room, map);
            if let Some(&before) = rooms.last() {
                let from = grid.doorstep(before, self.corridor_width, self.min_room);
                let to = grid.doorstep(room, self.corridor_width, self.min_room);
                let joined = [crate::map::RoomId(id.0 - 1), id];
                map.dig_passage(self.corridor_width, &bend(from, to, &mut bends), &joined);
                cx.step_passage("corridor", map);
            }
            rooms.push(room);
        }
        debug_assert!(map.tiles.cells().contains(&Tile::Floor), "the first room always fits");
        Ok(())
    }

    fn min_size(&self) -> Size {
        self.alignment().min_size(self.min_room)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        let mut conflicts = super::room_conflicts(self.min_room, self.max_room, self.corridor_width);
        conflicts.extend(self.alignment().conflicts(self.min_room, self.max_room));
        conflicts
    }
}

impl RoomsCorridors {
    fn alignment(&self) -> Alignment {
        Alignment::new(self.grid, self.grid_x, self.grid_y, self.min_room, self.max_room)
    }
}
