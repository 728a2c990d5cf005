//! Binary space partitioning: the map is split repeatedly, and every piece gets a room.

use super::alignment::{Alignment, Axis, Spacing};
use super::{bend, room_conflicts};
use crate::base::error::Error;
use crate::base::grid::{Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, RoomId, Shape};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Registry entry of the `bsp` layout.
pub const ENTRY: Entry = Entry::new::<Bsp>("bsp", Kind::Layout).promising(
    Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT).and(Promises::GRID_ALIGNED),
);

/// A map split in two repeatedly, with a room in every piece and L-shaped corridors between
/// neighbours.
///
/// Orderly plans with rooms spread evenly over the map. The rooms nearest to each split are joined,
/// so corridors stay short. `rooms-corridors` makes less tidy plans.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bsp {
    /// Minimum side of a piece that may still be split, in tiles.
    #[schemars(range(min = 2, max = 10_000))]
    pub min_split: i32,
    /// Maximum number of successive splits: `n` splits make at most 2^n rooms.
    #[schemars(range(min = 0, max = 16))]
    pub max_depth: u32,
    /// Percentage of the shorter side from which the longer side is always split (125: 1.25 times
    /// as long). Below it the choice is random.
    #[schemars(range(min = 100, max = 1_000))]
    pub longer_percent: i32,
    /// Minimum room side, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_room: i32,
    /// Maximum room side, in tiles, limited by the size of the piece.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_room: i32,
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

impl Default for Bsp {
    fn default() -> Self {
        Bsp {
            min_split: 15,
            max_depth: 4,
            longer_percent: 125,
            min_room: 6,
            max_room: 10,
            corridor_width: 1,
            grid: Spacing::Tiles(1),
            grid_x: 0,
            grid_y: 0,
        }
    }
}

impl Generator for Bsp {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        // Every piece includes the column to the right of its room and the row below it, so that
        // rooms never touch.
        let size = map.size();
        let grid = self.alignment();
        map.grid = Some(grid.spacing());
        let (x, y) = (grid.x.spacing(), grid.y.spacing());
        let whole = Rect::new(x, y, grid.x.down(size.width - x), grid.y.down(size.height - y));
        map.rooms.reserve(16);
        map.passages.reserve(16);
        let mut dice = Dice { cuts: cx.rng("cuts"), rooms: cx.rng("rooms"), corridors: cx.rng("corridors"), grid };
        self.divide(whole, 0, map, cx, &mut dice)?;
        Ok(())
    }

    fn min_size(&self) -> Size {
        let grid = self.alignment();
        let side = |axis: Axis| axis.spacing() + axis.up(axis.up(self.min_room) + 1);
        Size::new(side(grid.x), side(grid.y))
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        let mut conflicts = room_conflicts(self.min_room, self.max_room, self.corridor_width);
        conflicts.extend(self.alignment().conflicts(self.min_room, self.max_room));
        conflicts
    }
}

struct Dice {
    cuts: Rng,
    rooms: Rng,
    corridors: Rng,
    grid: Alignment,
}

impl Bsp {
    fn alignment(&self) -> Alignment {
        Alignment::new(self.grid, self.grid_x, self.grid_y, self.min_room, self.max_room)
    }

    /// Fills the piece and returns its rooms, which are consecutive in the map's list.
    fn divide(
        &self,
        piece: Rect,
        depth: u32,
        map: &mut Map,
        cx: &mut Context<'_>,
        dice: &mut Dice,
    ) -> Result<Range<usize>, Error> {
        let first = map.rooms.len();
        let Some((left, right)) = self.cut(piece, depth, dice) else {
            cx.spend(1)?;
            let room = self.place_room(piece, dice);
            map.dig_room(room);
            cx.step_in("room", room, map);
            return Ok(first..first + 1);
        };
        let left_rooms = self.divide(left, depth + 1, map, cx, dice)?;
        let right_rooms = self.divide(right, depth + 1, map, cx, dice)?;
        cx.spend((right_rooms.end - left_rooms.start) as u64)?;
        let (from, to) = nearest_pair(map, left_rooms, right_rooms.clone(), right);
        let joined = [map.rooms[from].id, map.rooms[to].id];
        let ends = [from, to].map(|index| dice.grid.doorstep(area(map, index), self.corridor_width, self.min_room));
        map.dig_passage(self.corridor_width, &bend(ends[0], ends[1], &mut dice.corridors), &joined);
        cx.step_passage("corridor", map);
        debug_assert_eq!(joined[1], RoomId(to as u32));
        Ok(first..right_rooms.end)
    }

    /// Splits the piece in two, unless it is too small or too deep.
    fn cut(&self, piece: Rect, depth: u32, dice: &mut Dice) -> Option<(Rect, Rect)> {
        // Half of the shortest side that may be split, and always enough for a room and its wall.
        let least = |axis: Axis| axis.up((self.min_split / 2).max(axis.up(self.min_room) + 1));
        let least = Size::new(least(dice.grid.x), least(dice.grid.y));
        let can_cut = |side: i32, least: i32| side >= self.min_split && side >= 2 * least;
        let longer = |a: i32, b: i32| i64::from(a) * 100 >= i64::from(b) * i64::from(self.longer_percent);
        let by_dice = dice.cuts.percent(50);
        let (width, height) = (piece.width, piece.height);
        let wish_wide = if longer(width, height) {
            true
        } else if longer(height, width) {
            false
        } else {
            by_dice
        };
        let wide = match (can_cut(width, least.width), can_cut(height, least.height)) {
            _ if depth >= self.max_depth => return None,
            (false, false) => return None,
            (true, true) => wish_wide,
            (wide, _) => wide,
        };
        Some(if wide {
            let at = dice.grid.x.range(least.width, width - least.width, &mut dice.cuts);
            (Rect { width: at, ..piece }, Rect { x: piece.x + at, width: width - at, ..piece })
        } else {
            let at = dice.grid.y.range(least.height, height - least.height, &mut dice.cuts);
            (Rect { height: at, ..piece }, Rect { y: piece.y + at, height: height - at, ..piece })
        })
    }

    fn place_room(&self, piece: Rect, dice: &mut Dice) -> Rect {
        let (Alignment { x: across, y: down }, rng) = (dice.grid, &mut dice.rooms);
        let width = across.range(self.min_room, self.max_room.min(piece.width - 1), rng);
        let height = down.range(self.min_room, self.max_room.min(piece.height - 1), rng);
        let x = across.range(piece.x, piece.right() - 1 - width, rng);
        let y = down.range(piece.y, piece.bottom() - 1 - height, rng);
        Rect::new(x, y, width, height)
    }
}

/// Returns the room on the left nearest to the right half, and the room on the right nearest to
/// that room.
fn nearest_pair(map: &Map, left: Range<usize>, right: Range<usize>, half: Rect) -> (usize, usize) {
    let from = left.min_by_key(|&index| gap(area(map, index), half)).expect("every half has a room");
    let target = area(map, from);
    let to = right.min_by_key(|&index| (gap(area(map, index), target), index)).expect("every half has a room");
    (from, to)
}

fn area(map: &Map, index: usize) -> Rect {
    match map.rooms[index].shape {
        Shape::Rect(rect) => rect,
        _ => unreachable!("this generator makes rectangles only"),
    }
}

/// Returns the number of tiles between two rectangles, along rows plus along columns.
fn gap(a: Rect, b: Rect) -> i32 {
    let apart = |a: i32, a_past: i32, b: i32, b_past: i32| (b - a_past).max(a - b_past).max(0);
    apart(a.x, a.right(), b.x, b.right()) + apart(a.y, a.bottom(), b.y, b.bottom())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;

    fn make(bsp: &Bsp, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        bsp.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    #[test]
    fn depth_bounds_the_number_of_rooms() {
        for (depth, most) in [(0, 1), (1, 2), (2, 4), (3, 8)] {
            let bsp = Bsp { max_depth: depth, ..Bsp::default() };
            for seed in 0..20 {
                let map = make(&bsp, Size::new(200, 200), seed);
                assert_eq!(map.rooms.len(), most, "depth {depth}, seed {seed}");
                assert_eq!(map.passages.len(), most - 1);
            }
        }
    }

    #[test]
    fn a_short_side_is_never_cut() {
        let bsp = Bsp { min_split: 40, max_depth: 9, ..Bsp::default() };
        assert_eq!(make(&bsp, Size::new(40, 40), 3).rooms.len(), 1, "39 tiles are left to cut");
        assert_eq!(make(&bsp, Size::new(41, 40), 3).rooms.len(), 2);
    }

    #[test]
    fn gaps_are_measured_between_edges() {
        let a = Rect::new(0, 0, 3, 3);
        assert_eq!(gap(a, Rect::new(5, 1, 2, 2)), 2);
        assert_eq!(gap(Rect::new(5, 9, 2, 2), a), 8);
        assert_eq!(gap(a, Rect::new(1, 1, 1, 1)), 0);
    }
}
