//! Room numbers, placed where nothing else is drawn.

mod occupied;

use crate::scene::{Bounds, Point, Text, pt};
use crate::style::Style;
use crate::text::Font;
use mapwright::{BitGrid, Map, Pos, Rect, Room, RoomId, Shape, Tile};
use occupied::Occupied;

/// The placed number of a room.
#[cfg_attr(not(test), expect(dead_code, reason = "only tests read the position"))]
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// Room the number belongs to.
    pub(crate) room: RoomId,
    /// The number as text.
    pub(crate) text: Text,
    /// Bounds of the digits.
    pub(crate) bounds: Bounds,
    /// True if the place was free. If a room has no free place, its number covers whatever is drawn
    /// there.
    pub(crate) is_clear: bool,
}

/// Free margin around the digits, in squares.
const MARGIN: f32 = 0.07;
/// Width of the halo around the digits, as a share of their size.
const HALO: f32 = 0.1;
/// Sizes to try, as shares of the style's size.
const SIZES: [f32; 5] = [1.0, 0.9, 0.8, 0.7, 0.6];
/// Candidate positions per square and axis.
const STEPS_PER_SQUARE: f32 = 2.0;

/// Places the number of every room on its floor, clear of the obstacles and of the other numbers,
/// and out of the water where possible.
///
/// Candidate positions lie on a half-square grid; the free one nearest to the middle of the room
/// wins. If none is free, smaller digits are tried, then water. A number that fits nowhere is
/// small, has a strong halo and is marked as not clear. Only a room without any floor gets no
/// number.
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
        let Some(place) = place(RoomFloor { map, room, wet, cut }, &occupied, style, font) else { continue };
        let (mut text, bounds) = font.centered(&room.number.to_string(), place.at, place.size, style.colors.text);
        let rim = if place.is_clear { HALO } else { 2.0 * HALO };
        text.halo = Some((style.colors.halo, rim * place.size));
        occupied.add(bounds.grown(MARGIN));
        labels.push(Label { room: room.id, text, bounds, is_clear: place.is_clear });
    }
    labels
}

/// Position and size of a number.
struct Place {
    at: Point,
    size: f32,
    is_clear: bool,
}

fn place(floor: RoomFloor<'_>, occupied: &Occupied, style: &Style, font: &mut Font) -> Option<Place> {
    let number = floor.room.number.to_string();
    let middle = floor.middle();
    // Half the size of the digits, including the margin around them.
    let (_, ink) = font.centered(&number, pt(0.0, 0.0), 1.0, style.colors.text);
    let reach = |size: f32| ink.to * size + pt(MARGIN, MARGIN);
    for is_dry in [true, false] {
        for size in SIZES.map(|share| style.text.number * share) {
            let reach = reach(size);
            let is_free = |at| {
                let whole = Bounds { from: at - reach, to: at + reach };
                (floor.holds(whole, is_dry) && !occupied.is_taken(whole)).then_some(0.0)
            };
            if let Some(at) = floor.nearest(middle, is_free) {
                return Some(Place { at, size, is_clear: true });
            }
        }
    }
    let size = style.text.number * SIZES[SIZES.len() - 1];
    let reach = reach(size);
    // Covering one square costs as much as a distance of about 30 squares.
    let least_covered = |at| {
        let whole = Bounds { from: at - reach, to: at + reach };
        floor.holds(whole, false).then(|| 1000.0 * occupied.covered(whole))
    };
    // Digits wider than the room go to the middle of a square.
    let any_square = |at: Point| {
        let pos = Pos::new(at.x.floor() as i32, at.y.floor() as i32);
        (at == Point::from(pos) + pt(0.5, 0.5) && floor.is_floor(pos, false)).then_some(0.0)
    };
    let at = floor.nearest(middle, least_covered).or_else(|| floor.nearest(middle, any_square))?;
    Some(Place { at, size, is_clear: false })
}

/// The floor of a room.
struct RoomFloor<'a> {
    map: &'a Map,
    room: &'a Room,
    /// Cells that hold any water in the picture.
    wet: &'a BitGrid,
    /// Cells that rounded walls cover in part.
    cut: &'a BitGrid,
}

impl RoomFloor<'_> {
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

    /// Returns whether the whole rectangle lies on the floor, and inside the wall of a round room.
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

    /// Returns the preferred position of the number: the centre of round and rectangular rooms, the
    /// middle of the widest part of other rooms.
    fn middle(&self) -> Point {
        let center = Bounds::from(self.room.shape.bounds()).center();
        let widest = if matches!(self.room.shape, Shape::Cells(_)) { self.widest() } else { None };
        widest.map_or(center, |square| Bounds::from(square).center())
    }

    /// Returns the largest square of floor; if there are several, the one nearest to the mean of
    /// all cells. `None` if there is no floor.
    fn widest(&self) -> Option<Rect> {
        let bounds = self.room.shape.bounds();
        let cells = || self.room.shape.positions().filter(|&pos| self.is_floor(pos, false));
        let sum = |sum: [i64; 3], pos: Pos| [sum[0] + i64::from(pos.x), sum[1] + i64::from(pos.y), sum[2] + 1];
        let [x, y, count] = cells().fold([0; 3], sum);
        // Dynamic programming: the largest square ending at a cell follows from three earlier
        // neighbours. A border of zeros on the top and left needs no bounds checks.
        let stride = bounds.width as usize + 1;
        let mut sides = vec![0_i32; stride * (bounds.height as usize + 1)];
        let mut best: Option<(i32, i64, Rect)> = None;
        for pos in cells() {
            let at = (pos.y - bounds.y + 1) as usize * stride + (pos.x - bounds.x + 1) as usize;
            let side = 1 + sides[at - 1].min(sides[at - stride]).min(sides[at - stride - 1]);
            sides[at] = side;
            let square = Rect::new(pos.x + 1 - side, pos.y + 1 - side, side, side);
            // Doubled, because the middle of a square can be a corner of cells.
            let off = |from: i32, sum: i64| (i64::from(2 * from + side - 1) - 2 * sum / count).pow(2);
            let away = off(square.x, x) + off(square.y, y);
            if best.is_none_or(|(most, least, _)| side > most || side == most && away < least) {
                best = Some((side, away, square));
            }
        }
        best.map(|(_, _, square)| square)
    }

    /// Returns the candidate position with the lowest cost, or `None`.
    ///
    /// `cost` returns `None` for positions that cannot be used, and otherwise the cost to add to
    /// the squared distance from the middle.
    ///
    /// Middles and corners of squares look tidy, so positions in between cost a little more.
    /// Searches growing rings around the middle and stops once nothing better can follow.
    fn nearest(&self, middle: Point, cost: impl Fn(Point) -> Option<f32>) -> Option<Point> {
        let bounds = Bounds::from(self.room.shape.bounds());
        let step_index = |at: f32| (at * STEPS_PER_SQUARE).round() as i32;
        let (left, right) = (step_index(bounds.from.x), step_index(bounds.to.x));
        let (top, bottom) = (step_index(bounds.from.y), step_index(bounds.to.y));
        let (x, y) = (step_index(middle.x), step_index(middle.y));
        let last = [x - left, right - x, y - top, bottom - y].into_iter().max().unwrap_or(0);
        let mut best: Option<(f32, Point)> = None;
        for ring in 0..=last {
            // The middle may itself be a quarter square off the grid.
            let at_least = (ring as f32 / STEPS_PER_SQUARE - 0.5).max(0.0);
            if best.is_some_and(|(cost, _)| at_least * at_least > cost) {
                break;
            }
            for row in (y - ring).max(top)..=(y + ring).min(bottom) {
                let step = if (row - y).abs() == ring { 1 } else { (2 * ring).max(1) };
                for column in (x - ring..=x + ring).step_by(step as usize) {
                    if !(left..=right).contains(&column) {
                        continue;
                    }
                    let at = pt(column as f32, row as f32) * (1.0 / STEPS_PER_SQUARE);
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
