//! [`Sight`]: the cells that block the view, and the field of view from a cell.
//!
//! The algorithm is symmetric shadow casting: of two open cells, either both see each other or
//! neither does. Four quarters around the viewer are scanned row by row, outwards. Between the
//! walls met so far there are sectors, bounded by two slopes, which are stored as fractions of
//! whole numbers. An open cell is visible if its centre lies in a sector, a wall if any part of it
//! does. The well-known alternative, a line drawn to every cell, costs more and is not symmetric by
//! itself.

use crate::base::bits::BitGrid;
use crate::base::grid::{Pos, Rect, Size};
use crate::base::tile::Tile;
use crate::map::Map;
use smallvec::SmallVec;

/// The cells that block the view, for computing fields of view. Created once per map; call
/// [`Sight::update`] when a door opens.
///
/// Walls, void, and doors that are closed, locked or secret block the view. Gratings, water and
/// stairs do not.
///
/// ```
/// use mapwright::game::Sight;
/// use mapwright::{BitGrid, Map, Pos};
/// let map = Map::from_ascii("#..+..#")?;
/// let mut sight = Sight::of(&map);
/// let mut seen = BitGrid::new(map.size());
/// sight.cast(Pos::new(1, 0), 10, &mut seen);
/// assert!(seen.contains(Pos::new(3, 0)) && !seen.contains(Pos::new(4, 0)));
/// sight.set(Pos::new(3, 0), false);
/// sight.cast(Pos::new(1, 0), 10, &mut seen);
/// assert!(seen.contains(Pos::new(5, 0)));
/// # Ok::<(), mapwright::Error>(())
/// ```
#[doc(alias = "fov")]
#[doc(alias = "field of view")]
#[doc(alias = "line of sight")]
#[doc(alias = "shadowcasting")]
#[doc(alias = "visibility")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    blocked: BitGrid,
}

impl Sight {
    /// Creates the view blockers of this map.
    pub fn of(map: &Map) -> Sight {
        Sight { blocked: map.cells_of(Sight::is_blocked_by) }
    }

    /// Creates view blockers from a game's own rules, for example furniture, fog or tall grass.
    pub fn blocked_at(blocked: BitGrid) -> Sight {
        Sight { blocked }
    }

    /// Returns true if this tile blocks the view.
    pub const fn is_blocked_by(tile: Tile) -> bool {
        matches!(tile, Tile::Void | Tile::Wall | Tile::DoorClosed | Tile::DoorLocked | Tile::DoorSecret)
    }

    /// Returns the width and height of the map.
    pub const fn size(&self) -> Size {
        self.blocked.size()
    }

    /// Returns true if the cell blocks the view. All cells outside the map do.
    pub fn is_blocked(&self, pos: Pos) -> bool {
        !self.size().contains(pos) || self.blocked.contains(pos)
    }

    /// Sets whether the cell, which must lie on the map, blocks the view.
    pub fn set(&mut self, pos: Pos, blocked: bool) {
        if blocked { self.blocked.insert(pos) } else { self.blocked.remove(pos) }
    }

    /// Reads the tile of this cell again. Call it after a door was opened or a wall was dug
    /// through.
    pub fn update(&mut self, map: &Map, pos: Pos) {
        self.set(pos, Sight::is_blocked_by(map.tiles[pos]));
    }

    /// Adds the cells visible from there to the mask, which must have the size of the map.
    ///
    /// The field of view is a circle whose radius is half a cell larger, so that it has no spikes.
    /// The mask is not cleared, so that several viewers and lamps can share one;
    /// [`Seen`](crate::game::Seen) has a mask that is cleared for each look. Nothing is visible
    /// from outside the map.
    #[doc(alias = "fov")]
    #[doc(alias = "field of view")]
    #[doc(alias = "compute_fov")]
    pub fn cast(&self, from: Pos, radius: u32, mask: &mut BitGrid) {
        assert_eq!(self.size(), mask.size(), "a mask for another map");
        if !self.size().contains(from) {
            return;
        }
        mask.insert(from);
        let rect = Sight::reach(self.size(), from, radius);
        let radius = i64::from(radius.min(MAX_RADIUS));
        let round = radius * radius + radius;
        let most = [from.y - rect.y, rect.right() - 1 - from.x, rect.bottom() - 1 - from.y, from.x - rect.x];
        let sides = [from.x - rect.x, rect.right() - 1 - from.x];
        let heights = [from.y - rect.y, rect.bottom() - 1 - from.y];
        let Pos { x, y } = from;
        self.scan(mask, round, most[0], sides, |depth, column| Pos::new(x + column, y - depth));
        self.scan(mask, round, most[2], sides, |depth, column| Pos::new(x + column, y + depth));
        self.scan(mask, round, most[1], heights, |depth, column| Pos::new(x + depth, y + column));
        self.scan(mask, round, most[3], heights, |depth, column| Pos::new(x - depth, y + column));
    }

    /// Returns the largest area of the map that can be visible from there.
    pub(crate) fn reach(size: Size, from: Pos, radius: u32) -> Rect {
        let radius = radius.min(MAX_RADIUS) as i32;
        Rect::new(from.x, from.y, 1, 1).grown(radius).intersection(size.rect())
    }

    /// Scans one quarter: `place` returns the cell that lies the given number of rows away from the
    /// viewer and the given number of columns to the side. There are `most` rows, and `sides`
    /// columns to both sides.
    #[inline(always)]
    fn scan(&self, mask: &mut BitGrid, round: i64, most: i32, sides: [i32; 2], place: impl Fn(i32, i32) -> Pos) {
        let whole = Sector { depth: 1, from: Slope { run: -1, rise: 1 }, to: Slope { run: 1, rise: 1 } };
        let mut waiting: SmallVec<[Sector; 16]> = SmallVec::new();
        waiting.push(whole);
        while let Some(mut sector) = waiting.pop() {
            'rows: while sector.depth <= most {
                let depth = sector.depth;
                let width = (round - i64::from(depth) * i64::from(depth)).max(0).isqrt() as i32;
                let (first, last) = sector.columns();
                let (first, last) = (first.max(-width).max(-sides[0]), last.min(width).min(sides[1]));
                let (first_middle, last_middle) = sector.middles();
                // Before the first cell there is neither wall nor gap.
                let mut before = None;
                for column in first..=last {
                    let pos = place(depth, column);
                    let blocked = self.blocked.contains(pos);
                    if blocked || (column >= first_middle && column <= last_middle) {
                        mask.insert(pos);
                    }
                    match (before, blocked) {
                        (Some(true), false) => sector.from = Slope::left_of(column, depth),
                        (Some(false), true) => {
                            let to = Slope::left_of(column, depth);
                            waiting.push(Sector { depth: depth + 1, to, ..sector });
                        }
                        _ => {}
                    }
                    before = Some(blocked);
                }
                if before != Some(false) {
                    break 'rows;
                }
                sector.depth += 1;
            }
        }
    }
}

/// Larger radii show no more: no map is so wide, and the square of this radius does not overflow.
const MAX_RADIUS: u32 = 1 << 29;

/// The part of a row, and of all rows beyond, that may still be visible between two slopes.
#[derive(Clone, Copy)]
struct Sector {
    depth: i32,
    from: Slope,
    to: Slope,
}

impl Sector {
    /// Returns the first and the last column of its row in which any part of a cell lies inside.
    fn columns(&self) -> (i32, i32) {
        let depth = i64::from(self.depth);
        let Slope { run, rise } = self.from;
        let first = (2 * depth * run + rise).div_euclid(2 * rise);
        let Slope { run, rise } = self.to;
        let last = -(rise - 2 * depth * run).div_euclid(2 * rise);
        (first as i32, last as i32)
    }

    /// Returns the first and the last column of its row in which the centre of a cell lies inside.
    fn middles(&self) -> (i32, i32) {
        let depth = i64::from(self.depth);
        let first = -(-depth * self.from.run).div_euclid(self.from.rise);
        let last = (depth * self.to.run).div_euclid(self.to.rise);
        (first as i32, last as i32)
    }
}

/// A slope of `columns` to the side per `rows` outwards.
#[derive(Clone, Copy)]
struct Slope {
    run: i64,
    rise: i64,
}

impl Slope {
    /// Returns the slope from the viewer to the left end of the centre line of a cell.
    fn left_of(column: i32, depth: i32) -> Slope {
        Slope { run: 2 * i64::from(column) - 1, rise: 2 * i64::from(depth) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Rng, Seed};

    fn seen(text: &str, from: Pos, radius: u32) -> String {
        let map = Map::from_ascii(text).unwrap();
        let mut mask = BitGrid::new(map.size());
        Sight::of(&map).cast(from, radius, &mut mask);
        let shown = |pos: Pos| if mask.contains(pos) { map.tiles[pos].to_char() } else { '_' };
        let row = |y: i32| (0..map.size().width).map(|x| shown(Pos::new(x, y))).collect::<String>();
        (0..map.size().height).map(|y| format!("\n{}", row(y))).collect()
    }

    #[test]
    fn pillars_throw_shadows_and_rooms_show_all_their_walls() {
        let map = "
###########
#.........#
#.........#
#....#....#
#.........#
###########";
        let expected = "
####___####
#...___...#
#....._...#
#....#....#
#.........#
###########";
        assert_eq!(seen(map, Pos::new(5, 4), 20), expected.replace("....._...", "...._...."));
        assert_eq!(
            seen(map, Pos::new(1, 1), 0),
            "\n___________\n_.\
                    _________\n___________\n___________\n___________\n___________"
        );
    }

    #[test]
    fn the_field_of_view_is_round() {
        let map = "\n.......\n.......\n.......\n.......\n.......\n.......\n.......";
        let expected = "\n__...__\n_....._\n.......\n.......\n.......\n_....._\n__...__";
        assert_eq!(seen(map, Pos::new(3, 3), 3), expected);
        assert_eq!(seen(map, Pos::new(3, 3), u32::MAX), map);
    }

    #[test]
    fn doors_hide_what_lies_behind_and_gratings_do_not() {
        assert_eq!(seen("..+..", Pos::new(0, 0), 9), "\n..+__");
        assert_eq!(seen("..L..", Pos::new(0, 0), 9), "\n..L__");
        assert_eq!(seen("..S..", Pos::new(0, 0), 9), "\n..S__");
        assert_eq!(seen(".|~='<>.", Pos::new(0, 0), 9), "\n.|~='<>.");
        assert_eq!(seen(". ..", Pos::new(0, 0), 9), "\n. __");
    }

    /// Returns true if a straight line between the cell centres passes walls on one side only, and
    /// only at their very ends: the definition that the shadows must match.
    fn is_in_line(sight: &Sight, a: Pos, b: Pos) -> bool {
        let (dx, dy) = ((b.x - a.x), (b.y - a.y));
        let steps = dx.abs().max(dy.abs());
        let mut sides = [true; 2];
        for step in 1..steps {
            // Along the longer axis a whole number, across it a fraction, rounded down and up.
            let across = if dx.abs() >= dy.abs() { dy } else { dx } * step;
            let place = |across: i32| {
                if dx.abs() >= dy.abs() {
                    Pos::new(a.x + dx.signum() * step, a.y + across)
                } else {
                    Pos::new(a.x + across, a.y + dy.signum() * step)
                }
            };
            let (down, up) =
                ((2 * across + steps - 1).div_euclid(2 * steps), (2 * across + steps).div_euclid(2 * steps));
            sides[0] &= !sight.is_blocked(place(down));
            sides[1] &= !sight.is_blocked(place(up));
        }
        sides[0] || sides[1]
    }

    fn random(rng: &mut Rng, percent: u32) -> Sight {
        let size = Size::new(rng.range(1, 17), rng.range(1, 17));
        Sight::blocked_at(BitGrid::from_fn(size, |_| rng.percent(percent)))
    }

    #[test]
    fn visibility_is_symmetric() {
        let mut rng = Seed::new(6).rng();
        for round in 0..200 {
            let sight = random(&mut rng, 5 + round % 50);
            let radius = rng.range(1, 20) as u32;
            let open: Vec<Pos> = sight.size().rect().positions().filter(|&pos| !sight.is_blocked(pos)).collect();
            let views: Vec<BitGrid> = open.iter().map(|&pos| view(&sight, pos, radius)).collect();
            for (&a, from_a) in open.iter().zip(&views) {
                for (&b, from_b) in open.iter().zip(&views) {
                    assert_eq!(from_a.contains(b), from_b.contains(a), "{a} and {b}, radius {radius}, in {sight:?}");
                }
            }
        }
    }

    #[test]
    fn open_cells_are_seen_along_straight_lines() {
        let mut rng = Seed::new(7).rng();
        for round in 0..200 {
            let sight = random(&mut rng, 5 + round % 50);
            let open: Vec<Pos> = sight.size().rect().positions().filter(|&pos| !sight.is_blocked(pos)).collect();
            for &a in &open {
                let seen = view(&sight, a, 100);
                for &b in &open {
                    assert_eq!(seen.contains(b), is_in_line(&sight, a, b), "{a} to {b} in {sight:?}");
                }
            }
        }
    }

    #[test]
    fn walls_beside_visible_cells_are_visible() {
        let mut rng = Seed::new(8).rng();
        for _ in 0..100 {
            let sight = random(&mut rng, 30);
            let from = Pos::new(0, 0);
            let seen = view(&sight, from, 100);
            for wall in seen.iter().filter(|&pos| pos != from && sight.is_blocked(pos)) {
                let near = Rect::new(wall.x, wall.y, 1, 1).grown(1).positions();
                assert!(near.into_iter().any(|pos| !sight.is_blocked(pos) || pos == from), "{wall} in {sight:?}");
            }
        }
    }

    fn view(sight: &Sight, from: Pos, radius: u32) -> BitGrid {
        let mut mask = BitGrid::new(sight.size());
        sight.cast(from, radius, &mut mask);
        mask
    }

    #[test]
    fn nothing_is_visible_from_outside_the_map() {
        let sight = Sight::of(&Map::from_ascii("...").unwrap());
        assert!(view(&sight, Pos::new(3, 0), 5).is_empty());
        assert!(view(&sight, Pos::new(i32::MIN, i32::MAX), u32::MAX).is_empty());
    }
}
