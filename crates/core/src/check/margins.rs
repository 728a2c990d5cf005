//! The rule about the margins of rooms, if tidy passages are promised: a passage crosses the margin
//! of a room where it enters, and never runs along it.
//!
//! The margin is the ring of cells around the room and its corners. Two cells of a passage in a row
//! may lie in margins only if the passage has no other cells: it leads from wall to wall.

use super::block::Block;
use super::cells::Footprint;
use super::findings::{Effort, Findings};
use super::ground::Bitmap;
use super::line::{Cell, Line, place};
use super::{Rule, Subject};
use crate::base::grid::Size;
use crate::map::Passage;

/// The margins of all rooms.
pub(super) struct Margins {
    cells: Bitmap,
    size: Size,
    effort: Effort,
}

impl Margins {
    /// Marks the margins. Rooms that cover the map too many times are reported by another rule and
    /// left out here.
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let size = subject.ground.size();
        let (mut cells, mut effort) = (Bitmap::empty(size), Effort::on(size));
        for room in &subject.map.rooms {
            let Block { left, top, right, bottom } = Footprint::of_shape(&room.shape).bounds();
            let around = Block { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 };
            if !effort.spend(around.cost(size)) {
                break;
            }
            around.each_word(size, |y, index, bits| *cells.word_mut(y, index) |= bits);
        }
        // Another rule reports passages through rooms.
        for footprint in subject.map.rooms.iter().map(|room| Footprint::of_shape(&room.shape)) {
            if !effort.spend(footprint.cost(size)) {
                break;
            }
            footprint.each_word(size, |y, index, bits| *cells.word_mut(y, index) &= !bits);
        }
        Margins { cells, size, effort: Effort::on(size) }
    }

    fn contains(&self, (x, y): Cell) -> bool {
        let on_map = (0..self.size.width.into()).contains(&x) && (0..self.size.height.into()).contains(&y);
        on_map && self.cells.word(y as usize, x as usize / 64) >> (x % 64) & 1 == 1
    }

    /// Reports a passage of more than two cells that has two cells in a row in margins.
    pub(super) fn check(&mut self, line: &Line, passage: &Passage, found: &mut Findings) {
        if line.length() <= 2 {
            return;
        }
        let mut before = None;
        for ends in line.points.windows(2) {
            let Some((mut cell, last)) = clipped(ends[0], ends[1], self.size) else {
                before = None;
                continue;
            };
            let (dx, dy) = ((last.0 - cell.0).signum(), (last.1 - cell.1).signum());
            let cells = (last.0 - cell.0).abs() + (last.1 - cell.1).abs() + 1;
            if !self.effort.spend(cells as u64) {
                return;
            }
            for _ in 0..cells {
                let inside = self.contains(cell);
                if inside && before.is_some_and(|before| before != cell) {
                    let (id, pos) = (passage.id.0, place(cell));
                    let message = format_args!("passage {id} runs along the wall of a room at {pos}");
                    found.add(Rule::PassageMargin, pos, message);
                    return;
                }
                before = inside.then_some(cell);
                cell = (cell.0 + dx, cell.1 + dy);
            }
        }
    }
}

/// Returns the part of a segment on the map, in its direction.
fn clipped(from: Cell, to: Cell, size: Size) -> Option<(Cell, Cell)> {
    let (width, height) = (i64::from(size.width), i64::from(size.height));
    let on_map = |(x, y): Cell| (x.clamp(0, width - 1), y.clamp(0, height - 1));
    let (a, b) = (on_map(from), on_map(to));
    // A segment beside the map is moved onto it by the limits, off its own row or column.
    let beside = if from.0 == to.0 { a.0 != from.0 } else { a.1 != from.1 };
    let past = |a: i64, b: i64, end: i64| a.max(b) < 0 || a.min(b) >= end;
    (!beside && !past(from.0, to.0, width) && !past(from.1, to.1, height)).then_some((a, b))
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect, Size};
    use crate::base::promises::Promises;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::{Map, RoomId};

    /// Two rooms side by side, three cells apart, and a passage along these points.
    fn with(points: &[(i32, i32)], joins: &[u32]) -> Vec<String> {
        let mut map = Map::new(Size::new(24, 16), Tile::Wall);
        map.source.promises = Promises::TIDY_PASSAGES;
        map.dig_room(Rect::new(3, 3, 5, 5));
        map.dig_room(Rect::new(11, 3, 5, 5));
        let points: Vec<Pos> = points.iter().map(|&(x, y)| Pos::new(x, y)).collect();
        let joins: Vec<RoomId> = joins.iter().copied().map(RoomId).collect();
        map.dig_passage(1, &points, &joins);
        check(&map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn a_passage_crosses_a_margin_once() {
        assert_eq!(with(&[(8, 5), (10, 5)], &[0, 1]), [""; 0]);
        assert_eq!(with(&[(5, 8), (5, 11), (13, 11), (13, 8)], &[0, 1]), [""; 0]);
    }

    #[test]
    fn a_passage_along_a_wall_is_found() {
        let along = "passage 0 runs along the wall of a room at";
        assert!(with(&[(5, 8), (9, 8), (9, 12)], &[0]).contains(&format!("6,8 passage-margin: {along} 6,8")));
        assert_eq!(with(&[(1, 2), (9, 2), (9, 1)], &[]), [format!("3,2 passage-margin: {along} 3,2")]);
        assert_eq!(with(&[(9, 1), (9, 2), (2, 2)], &[]), [format!("7,2 passage-margin: {along} 7,2")]);
    }

    #[test]
    fn a_passage_from_wall_to_wall_has_two_cells() {
        let mut map = Map::new(Size::new(16, 9), Tile::Wall);
        map.source.promises = Promises::TIDY_PASSAGES;
        let rooms = [Rect::new(1, 2, 4, 4), Rect::new(7, 2, 4, 4)].map(|rect| map.dig_room(rect));
        map.dig_passage(1, &[Pos::new(5, 3), Pos::new(6, 3)], &rooms);
        assert_eq!(check(&map), []);
    }

    #[test]
    fn a_passage_far_off_the_map_costs_nothing() {
        let mut map = Map::new(Size::new(16, 9), Tile::Floor);
        map.source.promises = Promises::TIDY_PASSAGES;
        let corners = [(i32::MIN, -1), (i32::MAX, -1), (i32::MAX, 3), (i32::MIN, 3), (i32::MIN, i32::MIN)];
        map.dig_room(Rect::new(4, 4, 2, 2));
        let points = corners.map(|(x, y)| Pos::new(x, y));
        map.passages.push(crate::map::Passage::new(crate::map::PassageId(0), 1, &points, &[]));
        assert!(check(&map).iter().any(|finding| finding.rule == "passage-margin" && finding.pos == Pos::new(5, 3)));
    }
}
