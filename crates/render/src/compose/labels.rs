//! The numbers of rooms: each where nothing else is drawn.

mod occupied;

use crate::scene::{Bounds, Point, Text, pt};
use crate::style::Style;
use crate::text::Font;
use mapwright::{BitGrid, Map, Pos, Rect, Room, RoomId, Shape, Tile};
use occupied::Occupied;

/// The number of a room, in its place.
#[cfg_attr(not(test), expect(dead_code, reason = "only tests ask where it is"))]
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// Which room.
    pub(crate) room: RoomId,
    /// The number.
    pub(crate) text: Text,
    /// What its digits cover.
    pub(crate) bounds: Bounds,
    /// Whether the place was free. Where a room has no free place at all, its number lies over what is there.
    pub(crate) is_clear: bool,
}

/// Kept free around digits, in squares.
const MARGIN: f32 = 0.07;
/// The rim around digits, as a share of their size.
const HALO: f32 = 0.1;
/// Sizes that are tried, as shares of the style's.
const SIZES: [f32; 5] = [1.0, 0.9, 0.8, 0.7, 0.6];
/// Half squares, in which places are counted.
const HALVES: f32 = 2.0;

/// Puts the number of every room on its floor, clear of the obstacles and of each other, and out of the water where that can be.
///
/// The nearest free place to the middle of the room wins, by half squares. Where none is large enough, smaller digits are
/// tried, then water; a number that fits nowhere is small, has a strong rim, and is marked as not clear. Only a room
/// without any floor gets none.
pub(crate) fn numbers(
    map: &Map,
    obstacles: &[Bounds],
    (wet, cut): (&BitGrid, &BitGrid),
    style: &Style,
    font: &mut Font,
) -> Vec<Label> {
    let mut occupied = Occupied::new(map.size());
    obstacles.iter().for_each(|&obstacle| occupied.add(obstacle));
    let mut labels = Vec::with_capacity(map.rooms.len());
    for room in &map.rooms {
        let Some(place) = place(Ground { map, room, wet, cut }, &occupied, style, font) else { continue };
        let (mut text, bounds) = font.centered(&room.number.to_string(), place.at, place.size, style.colors.text);
        let rim = if place.is_clear { HALO } else { 2.0 * HALO };
        text.halo = Some((style.colors.halo, rim * place.size));
        occupied.add(bounds.grown(MARGIN));
        labels.push(Label { room: room.id, text, bounds, is_clear: place.is_clear });
    }
    labels
}

/// Where a number goes, and how large.
struct Place {
    at: Point,
    size: f32,
    is_clear: bool,
}

fn place(ground: Ground<'_>, occupied: &Occupied, style: &Style, font: &mut Font) -> Option<Place> {
    let number = ground.room.number.to_string();
    let middle = ground.middle();
    // How far digits of a size go from their middle, with what is kept free around them.
    let (_, ink) = font.centered(&number, pt(0.0, 0.0), 1.0, style.colors.text);
    let reach = |size: f32| ink.to * size + pt(MARGIN, MARGIN);
    for is_dry in [true, false] {
        for size in SIZES.map(|share| style.text.number * share) {
            let reach = reach(size);
            let is_free = |at| {
                let whole = Bounds { from: at - reach, to: at + reach };
                (ground.holds(whole, is_dry) && !occupied.is_taken(whole)).then_some(0.0)
            };
            if let Some(at) = ground.nearest(middle, is_free) {
                return Some(Place { at, size, is_clear: true });
            }
        }
    }
    let size = style.text.number * SIZES[SIZES.len() - 1];
    let reach = reach(size);
    // A square of what is covered costs as much as a long way.
    let least_covered = |at| {
        let whole = Bounds { from: at - reach, to: at + reach };
        ground.holds(whole, false).then(|| 1000.0 * occupied.covered(whole))
    };
    // Digits that are wider than the room go to the middle of a square.
    let any_square = |at: Point| {
        let pos = Pos::new(at.x.floor() as i32, at.y.floor() as i32);
        (at == Point::from(pos) + pt(0.5, 0.5) && ground.is_floor(pos, false)).then_some(0.0)
    };
    let at = ground.nearest(middle, least_covered).or_else(|| ground.nearest(middle, any_square))?;
    Some(Place { at, size, is_clear: false })
}

/// The floor of a room.
struct Ground<'a> {
    map: &'a Map,
    room: &'a Room,
    /// Cells with water in the picture, if only in a part of them.
    wet: &'a BitGrid,
    /// Cells of which rounded walls take a part.
    cut: &'a BitGrid,
}

impl Ground<'_> {
    fn is_floor(&self, pos: Pos, is_dry: bool) -> bool {
        self.room.shape.contains(pos)
            && match self.map.tiles.get(pos) {
                Some(Tile::Floor) => !is_dry || !self.wet.contains(pos) && !self.is_cut(pos),
                Some(Tile::Water | Tile::Bridge) => !is_dry,
                _ => false,
            }
    }

    fn is_cut(&self, pos: Pos) -> bool {
        !matches!(self.room.shape, Shape::Circle(_)) && self.cut.contains(pos)
    }

    /// Whether all of the rectangle lies on the floor, and within the wall of a round room.
    fn holds(&self, whole: Bounds, is_dry: bool) -> bool {
        let (from, to) = (whole.from, whole.to);
        let cells = |low: f32, high: f32| low.floor() as i32..=(high.ceil() as i32 - 1);
        cells(from.y, to.y).all(|y| cells(from.x, to.x).all(|x| self.is_floor(Pos::new(x, y), is_dry)))
            && match self.room.shape {
                Shape::Circle(square) => {
                    let middle = Bounds::from(square).center();
                    let radius = square.width.min(square.height) as f32 / 2.0;
                    [from, to, pt(from.x, to.y), pt(to.x, from.y)].iter().all(|p| p.distance(middle) <= radius)
                }
                _ => true,
            }
    }

    /// Where people look for the number: the middle of what is round or square; in other rooms the middle of the widest part.
    fn middle(&self) -> Point {
        let center = Bounds::from(self.room.shape.bounds()).center();
        let widest = if matches!(self.room.shape, Shape::Cells(_)) { self.widest() } else { None };
        widest.map_or(center, |square| Bounds::from(square).center())
    }

    /// The largest square of floor; of several, the nearest to the middle of all cells. `None` where there is no floor.
    fn widest(&self) -> Option<Rect> {
        let bounds = self.room.shape.bounds();
        let cells = || self.room.shape.positions().filter(|&pos| self.is_floor(pos, false));
        let sum = |sum: [i64; 3], pos: Pos| [sum[0] + i64::from(pos.x), sum[1] + i64::from(pos.y), sum[2] + 1];
        let [x, y, count] = cells().fold([0; 3], sum);
        // The side of the largest square that ends at a cell follows from the three before it. Below and right of a rim of zeros.
        let stride = bounds.width as usize + 1;
        let mut sides = vec![0_i32; stride * (bounds.height as usize + 1)];
        let mut best: Option<(i32, i64, Rect)> = None;
        for pos in cells() {
            let at = (pos.y - bounds.y + 1) as usize * stride + (pos.x - bounds.x + 1) as usize;
            let side = 1 + sides[at - 1].min(sides[at - stride]).min(sides[at - stride - 1]);
            sides[at] = side;
            let square = Rect::new(pos.x + 1 - side, pos.y + 1 - side, side, side);
            // Doubled, for the middle of a square may be a corner of cells.
            let off = |from: i32, sum: i64| (i64::from(2 * from + side - 1) - 2 * sum / count).pow(2);
            let away = off(square.x, x) + off(square.y, y);
            if best.is_none_or(|(most, least, _)| side > most || side == most && away < least) {
                best = Some((side, away, square));
            }
        }
        best.map(|(_, _, square)| square)
    }

    /// The place nearest to the middle, by half squares. `cost` says `None` where a place is no good, and how much worse than its
    /// distance it is elsewhere.
    ///
    /// Middles of squares and crossings of their lines look tidy; in between costs a little. Searched in growing rings around the
    /// middle, and no farther than something better could be.
    fn nearest(&self, middle: Point, cost: impl Fn(Point) -> Option<f32>) -> Option<Point> {
        let bounds = Bounds::from(self.room.shape.bounds());
        let halves = |at: f32| (at * HALVES).round() as i32;
        let (left, right) = (halves(bounds.from.x), halves(bounds.to.x));
        let (top, bottom) = (halves(bounds.from.y), halves(bounds.to.y));
        let (x, y) = (halves(middle.x), halves(middle.y));
        let last = [x - left, right - x, y - top, bottom - y].into_iter().max().unwrap_or(0);
        let mut best: Option<(f32, Point)> = None;
        for ring in 0..=last {
            // The middle may itself lie a quarter off the half squares.
            let at_least = (ring as f32 / HALVES - 0.5).max(0.0);
            if best.is_some_and(|(cost, _)| at_least * at_least > cost) {
                break;
            }
            for row in (y - ring).max(top)..=(y + ring).min(bottom) {
                let step = if (row - y).abs() == ring { 1 } else { (2 * ring).max(1) };
                for column in (x - ring..=x + ring).step_by(step as usize) {
                    if !(left..=right).contains(&column) {
                        continue;
                    }
                    let at = pt(column as f32, row as f32) * (1.0 / HALVES);
                    let untidy = if (column - row) % 2 == 0 { 0.0 } else { 0.2 };
                    let away = at - middle;
                    let near = away.x * away.x + away.y * away.y + untidy;
                    if best.is_none_or(|(best, _)| near < best)
                        && let Some(more) = cost(at)
                        && best.is_none_or(|(best, _)| near + more < best)
                    {
                        best = Some((near + more, at));
                    }
                }
            }
        }
        best.map(|(_, at)| at)
    }
}

#[cfg(test)]
pub(super) mod tests;
