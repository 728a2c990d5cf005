//! Houses: rooms on a regular grid, joined by a spanning tree of corridors.

use super::alignment::{Alignment, Spacing};
use super::{bend, room_conflicts};
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, Passage, RoomId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `house` layout.
pub const ENTRY: Entry = Entry::new::<House>("house", Kind::Layout)
    .promising(
        Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT).and(Promises::GRID_ALIGNED),
    )
    .natural(64, 64);

/// Rooms on a regular grid, joined by as little corridor as possible.
///
/// Useful for houses, keeps and other regular buildings: corners, sides and corridors all lie on
/// multiples of the grid. The map is split until there are as many pieces as rooms, and every piece
/// gets one; the requested number of rooms is reached whenever that many fit. `bsp` makes looser
/// plans, `bsp-interior` fills a building to its walls.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct House {
    /// Number of rooms, if that many fit.
    #[schemars(range(min = 1, max = 2_000))]
    pub room_count: u32,
    /// Minimum room side, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_room: i32,
    /// Maximum room side, in tiles, limited by the size of the piece.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_room: i32,
    /// Minimum thickness of the wall between two rooms, in tiles, rounded up to a multiple of the
    /// grid.
    #[schemars(range(min = 1, max = 100))]
    pub padding: i32,
    /// Width of the corridors, in tiles. At most `min_room`. The middle of a corridor lies on a
    /// grid line, or its left or upper side if the smallest rooms are too narrow for that.
    #[schemars(range(min = 1, max = 9))]
    pub corridor_width: i32,
    /// Grid spacing, in tiles. `auto` fits it to the room sizes.
    pub grid: Spacing,
    /// Horizontal grid spacing, in tiles. 0 uses `grid`.
    #[schemars(range(min = 0, max = 8))]
    pub grid_x: i32,
    /// Vertical grid spacing, in tiles. 0 uses `grid`.
    #[schemars(range(min = 0, max = 8))]
    pub grid_y: i32,
    /// Number of extra corridors, as a percentage of the rooms. Higher values make more loops.
    #[schemars(range(min = 0, max = 100))]
    pub loop_percent: u32,
}

impl Default for House {
    fn default() -> Self {
        House {
            room_count: 8,
            min_room: 4,
            max_room: 12,
            padding: 1,
            corridor_width: 1,
            grid: Spacing::Tiles(4),
            grid_x: 0,
            grid_y: 0,
            loop_percent: 0,
        }
    }
}

impl Generator for House {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let plan = Plan::new(self);
        map.grid = Some(plan.grid.spacing());
        let whole = plan.whole(map.size());
        let fit = plan.capacity(whole);
        let count = fit.min(u64::from(self.room_count)) as u32;
        let mut dice = Dice { cuts: cx.rng("cuts"), rooms: cx.rng("rooms") };
        let mut rooms = Vec::with_capacity(count as usize);
        plan.fill(whole, count, &mut dice, &mut rooms);
        for &room in &rooms {
            map.dig_room(room);
            cx.step_in("room", room, map);
        }
        if count < self.room_count {
            let (least, spacing) = (self.min_room, plan.grid.spacing());
            let padding = if self.padding > 0 { format!(" with a padding of {}", self.padding) } else { String::new() };
            let why = format!("no more than {fit} of at least {least}x{least} fit on a grid of {spacing}{padding}");
            cx.note(map, "rooms", self.room_count.into(), count.into(), why);
        }
        let ends: Vec<Pos> =
            rooms.iter().map(|&room| plan.grid.doorstep(room, self.corridor_width, self.min_room)).collect();
        let mut ways = spanning_tree(&ends, cx)?;
        ways.extend(self.loops(&ends, &ways, cx)?);
        let mut bends = cx.rng("corridors");
        for (from, to) in ways {
            cx.spend(rooms.len() as u64)?;
            let points = free_bend(ends[from], ends[to], self.corridor_width, &rooms, &mut bends);
            map.dig_passage(self.corridor_width, &points, &[RoomId(from as u32), RoomId(to as u32)]);
            cx.step_passage("corridor", map);
        }
        Ok(())
    }

    fn min_size(&self) -> Size {
        self.alignment().min_size(self.min_room)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        let mut conflicts = room_conflicts(self.min_room, self.max_room, self.corridor_width);
        conflicts.extend(self.alignment().conflicts(self.min_room, self.max_room));
        conflicts
    }
}

impl House {
    fn alignment(&self) -> Alignment {
        Alignment::new(self.grid, self.grid_x, self.grid_y, self.min_room, self.max_room)
    }

    /// Returns the requested number of extra links between rooms near each other.
    fn loops(&self, ends: &[Pos], tree: &[(usize, usize)], cx: &mut Context<'_>) -> Result<Vec<(usize, usize)>, Error> {
        let wanted = (ends.len() as u64 * u64::from(self.loop_percent)).div_ceil(100) as usize;
        if wanted == 0 {
            return Ok(Vec::new());
        }
        let mut known: Vec<(usize, usize)> = tree.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        known.sort_unstable();
        let mut near = Vec::new();
        for (index, &end) in ends.iter().enumerate() {
            cx.spend(ends.len() as u64)?;
            let mut others: Vec<(i32, usize)> =
                (0..ends.len()).filter(|&other| other != index).map(|other| (steps(end, ends[other]), other)).collect();
            let nearest = LOOP_CANDIDATES.min(others.len());
            if nearest < others.len() {
                others.select_nth_unstable(nearest);
            }
            near.extend(others[..nearest].iter().map(|&(_, other)| (index.min(other), index.max(other))));
        }
        near.sort_unstable();
        near.dedup();
        near.retain(|way| known.binary_search(way).is_err());
        cx.rng("loops").shuffle(&mut near);
        near.truncate(wanted);
        Ok(near)
    }
}

/// Number of nearest rooms that a loop may lead to.
const LOOP_CANDIDATES: usize = 4;

struct Dice {
    cuts: Rng,
    rooms: Rng,
}

/// Dimensions of a house on its grid. A piece holds a room and the wall to the next, to the right
/// and below.
struct Plan {
    grid: Alignment,
    /// Smallest and largest room.
    least: Size,
    most: Size,
    /// Wall between two rooms.
    gap: Size,
}

impl Plan {
    fn new(house: &House) -> Plan {
        let grid = house.alignment();
        let each = |of: &dyn Fn(super::alignment::Axis) -> i32| Size::new(of(grid.x), of(grid.y));
        Plan {
            grid,
            least: each(&|axis| axis.up(house.min_room)),
            most: each(&|axis| axis.down(house.max_room)),
            gap: each(&|axis| axis.up(house.padding)),
        }
    }

    /// Returns the piece that covers the whole map; the wall of its last rooms may lie outside.
    fn whole(&self, map: Size) -> Rect {
        let (x, y) = (self.grid.x, self.grid.y);
        Rect::new(
            x.spacing(),
            y.spacing(),
            x.down(map.width - 1 - x.spacing()) + self.gap.width,
            y.down(map.height - 1 - y.spacing()) + self.gap.height,
        )
    }

    /// Returns the number of rooms a piece can hold.
    fn capacity(&self, piece: Rect) -> u64 {
        let across = piece.width / (self.least.width + self.gap.width);
        let down = piece.height / (self.least.height + self.gap.height);
        across as u64 * down as u64
    }

    /// Splits the piece until each part has one room, and places the rooms. The piece must be able
    /// to hold them.
    fn fill(&self, piece: Rect, count: u32, dice: &mut Dice, rooms: &mut Vec<Rect>) {
        if count <= 1 {
            rooms.push(self.place_room(piece, &mut dice.rooms));
            return;
        }
        let by_dice = dice.cuts.percent(50);
        let wide = match i64::from(piece.width) - i64::from(piece.height) {
            0 => by_dice,
            more => more > 0,
        };
        let cut =
            self.cut(piece, count, wide, &mut dice.cuts).or_else(|| self.cut(piece, count, !wide, &mut dice.cuts));
        let (left, right) = cut.expect("a piece that holds two rooms can be cut between them");
        let (area, part) = (piece.size().area() as u64, left.size().area() as u64);
        let share = (u64::from(count) * part + area / 2) / area;
        let low = u64::from(count).saturating_sub(self.capacity(right)).max(1);
        let high = self.capacity(left).min(u64::from(count) - 1);
        let share = share.min(high).max(low) as u32;
        self.fill(left, share, dice, rooms);
        self.fill(right, count - share, dice, rooms);
    }

    /// Splits the piece across its width or across its height, near the middle if possible, so that
    /// both halves together hold this many rooms.
    fn cut(&self, piece: Rect, count: u32, wide: bool, rng: &mut Rng) -> Option<(Rect, Rect)> {
        let (side, spacing, least) = if wide {
            (piece.width, self.grid.x.spacing(), self.least.width + self.gap.width)
        } else {
            (piece.height, self.grid.y.spacing(), self.least.height + self.gap.height)
        };
        let halves = |at: i32| {
            if wide {
                (Rect { width: at, ..piece }, Rect { x: piece.x + at, width: side - at, ..piece })
            } else {
                (Rect { height: at, ..piece }, Rect { y: piece.y + at, height: side - at, ..piece })
            }
        };
        let holds = |&at: &i32| {
            let (left, right) = halves(at);
            self.capacity(left) + self.capacity(right) >= u64::from(count)
        };
        let lines = |low: i32, high: i32| (low..=high).step_by(spacing as usize).filter(holds);
        let pick = |low: i32, high: i32, rng: &mut Rng| {
            let choices = lines(low, high).count() as u32;
            lines(low, high).nth(rng.below(choices) as usize)
        };
        let middle = (least + (side / 3 - least).max(0) / spacing * spacing, side - least.max(side / 3));
        let at = pick(middle.0, middle.1, rng).or_else(|| pick(least, side - least, rng))?;
        Some(halves(at))
    }

    fn place_room(&self, piece: Rect, rng: &mut Rng) -> Rect {
        let inside = Size::new(piece.width - self.gap.width, piece.height - self.gap.height);
        // The larger of two draws: a house has more room than wall.
        let most = Size::new(self.most.width.min(inside.width), self.most.height.min(inside.height));
        let [width, other_width] = [(); 2].map(|()| self.grid.x.range(self.least.width, most.width, rng));
        let [height, other_height] = [(); 2].map(|()| self.grid.y.range(self.least.height, most.height, rng));
        let (width, height) = (width.max(other_width), height.max(other_height));
        let x = self.grid.x.range(piece.x, piece.x + inside.width - width, rng);
        let y = self.grid.y.range(piece.y, piece.y + inside.height - height, rng);
        Rect::new(x, y, width, height)
    }
}

fn steps(a: Pos, b: Pos) -> i32 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}

/// Returns the links that join all places with the fewest steps in total (Prim's algorithm,
/// quadratic in the number of places).
fn spanning_tree(places: &[Pos], cx: &mut Context<'_>) -> Result<Vec<(usize, usize)>, Error> {
    let mut open: Vec<(i32, usize, usize)> =
        (1..places.len()).map(|to| (steps(places[0], places[to]), to, 0)).collect();
    let mut ways = Vec::with_capacity(open.len());
    while let Some(nearest) = (0..open.len()).min_by_key(|&index| open[index]) {
        cx.spend(open.len() as u64)?;
        let (_, to, from) = open.swap_remove(nearest);
        ways.push((from, to));
        for (distance, other, through) in &mut open {
            let nearer = steps(places[to], places[*other]);
            if nearer < *distance {
                (*distance, *through) = (nearer, to);
            }
        }
    }
    Ok(ways)
}

/// Returns the path with one bend that crosses fewer other rooms.
fn free_bend(from: Pos, to: Pos, width: i32, rooms: &[Rect], rng: &mut Rng) -> smallvec::SmallVec<[Pos; 3]> {
    let way = bend(from, to, rng);
    let &[start, corner, end] = &way[..] else { return way };
    let other = Pos::new(start.x + end.x - corner.x, start.y + end.y - corner.y);
    let (before, after) = Passage::reach(width);
    let crossed = |corner: Pos| {
        let legs = [Rect::spanning(start, corner), Rect::spanning(corner, end)].map(|leg| {
            Rect::new(leg.x - before, leg.y - before, leg.width + before + after, leg.height + before + after)
        });
        rooms.iter().filter(|room| legs.iter().any(|leg| leg.overlaps(**room))).count()
    };
    if crossed(other) < crossed(corner) { smallvec::smallvec![start, other, end] } else { way }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;

    fn make(house: &House, size: Size, seed: u64) -> Map {
        assert_eq!(house.conflicts(), []);
        let mut map = Map::new(size, Tile::Wall);
        house.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map.source.promises = ENTRY.promises;
        assert_eq!(check(&map), [], "{}", map.to_ascii());
        map
    }

    #[test]
    fn as_many_rooms_as_asked_whenever_they_fit() {
        for spacing in 1..=8 {
            let house = House { grid: Spacing::Tiles(spacing), max_room: 16, ..House::default() };
            let plan = Plan::new(&house);
            for (width, height) in [(64, 64), (40, 90), (31, 33), (200, 25)] {
                let size = Size::new(width, height);
                let fit = plan.capacity(plan.whole(size)) as u32;
                for count in [1, 2, 3, fit / 2, fit - 1, fit].into_iter().filter(|count| (1..=fit).contains(count)) {
                    let map = make(&House { room_count: count, ..house.clone() }, size, 3);
                    assert_eq!((map.rooms.len(), map.notes.len()), (count as usize, 0), "{spacing}, {size}, {count}");
                }
            }
        }
    }

    #[test]
    fn fewer_rooms_than_asked_are_noted() {
        let crowd = House { room_count: 50, min_room: 9, max_room: 9, grid: Spacing::Tiles(1), ..House::default() };
        let map = make(&crowd, Size::new(11, 11), 1);
        assert_eq!((map.rooms.len(), map.notes[0].asked, map.notes[0].delivered), (1, 50, 1));
        assert_eq!(map.notes[0].why, "no more than 1 of at least 9x9 fit on a grid of 1x1 with a padding of 1");
        assert_eq!(crowd.min_size(), Size::new(11, 11));
    }

    #[test]
    fn the_two_spacings_are_apart() {
        let house = House { grid_x: 5, grid_y: 2, min_room: 4, ..House::default() };
        let map = make(&house, Size::new(80, 50), 4);
        assert_eq!(map.grid, Some(Size::new(5, 2)));
        assert!(map.rooms.iter().all(|room| room.shape.bounds().x % 5 == 0 && room.shape.bounds().height % 2 == 0));
    }

    #[test]
    fn corridors_of_every_width_stay_on_the_grid() {
        for (spacing, width, min_room) in [(4, 3, 4), (4, 4, 4), (4, 3, 8), (8, 7, 8), (3, 3, 3), (2, 9, 10)] {
            let house = House {
                grid: Spacing::Tiles(spacing),
                corridor_width: width,
                min_room,
                max_room: 16,
                loop_percent: 30,
                ..House::default()
            };
            for seed in 0..20 {
                let map = make(&house, Size::new(100, 80), seed);
                let sides: Vec<i32> =
                    map.passages.iter().flat_map(|passage| &passage.points).map(|pos| pos.x).collect();
                let lane = if min_room == 4 { (width - 1) / 2 } else { sides[0] % spacing };
                assert!(sides.iter().all(|x| (x - lane) % spacing == 0), "{spacing} {width}: {sides:?}");
                assert!(map.passages.iter().all(|passage| passage.width == width));
            }
        }
    }

    #[test]
    fn the_corridors_are_a_tree_and_loops_come_on_top() {
        let tree = make(&House { room_count: 20, ..House::default() }, Size::new(100, 100), 2);
        assert_eq!((tree.rooms.len(), tree.passages.len()), (20, 19));
        let loops = make(&House { room_count: 20, loop_percent: 50, ..House::default() }, Size::new(100, 100), 2);
        assert_eq!(loops.passages.len(), 29);
        assert_eq!(loops.rooms, tree.rooms, "loops move no wall");
    }

    #[test]
    fn a_spanning_tree_is_the_shortest() {
        let places = [(0, 0), (9, 0), (1, 1), (8, 1), (4, 0)].map(|(x, y)| Pos::new(x, y));
        let tree = spanning_tree(&places, &mut Context::new(Seed::new(1))).unwrap();
        let total: i32 = tree.iter().map(|&(a, b)| steps(places[a], places[b])).sum();
        assert_eq!((tree.len(), total), (4, 2 + 4 + 2 + 5));
    }
}
