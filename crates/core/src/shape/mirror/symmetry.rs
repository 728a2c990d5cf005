//! Correspondence between the cells of a symmetrical map.

use super::{KeptPart, MirrorSymmetry};
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos, Rect, Size};

/// Flip or rotation about the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    None,
    LeftRight,
    TopBottom,
    /// A quarter turn clockwise.
    Quarter,
    Half,
    ThreeQuarters,
}

impl Turn {
    /// Returns the image of an offset from the middle.
    const fn turned(self, (x, y): (i32, i32)) -> (i32, i32) {
        match self {
            Turn::None => (x, y),
            Turn::LeftRight => (-x, y),
            Turn::TopBottom => (x, -y),
            Turn::Quarter => (-y, x),
            Turn::Half => (-x, -y),
            Turn::ThreeQuarters => (y, -x),
        }
    }

    const fn is_quarter(self) -> bool {
        matches!(self, Turn::Quarter | Turn::ThreeQuarters)
    }
}

/// Row or column that is left out if the sides of the map do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    /// The one opposite the kept part, so that the edge of the map is kept too.
    Opposite,
    /// The one at the edge of the kept part.
    Beside,
}

/// Correspondence between the cells of a map. Of all corresponding cells exactly one is kept.
pub(super) struct Mirroring {
    kind: MirrorSymmetry,
    /// Index of the kept part, clockwise from the left or upper one.
    part: usize,
    /// Symmetrical area: the whole map, or all but its last row or column.
    area: Rect,
    /// Square in which quarter turns apply.
    square: Rect,
}

impl Mirroring {
    /// Returns the symmetry that keeps the requested part, followed by those that keep the others.
    pub(super) fn all(kind: MirrorSymmetry, keep: KeptPart, size: Size) -> Vec<Mirroring> {
        let parts: &[usize] = match (kind, keep) {
            (MirrorSymmetry::Radial4, KeptPart::First) => &[0, 1, 3, 2],
            (MirrorSymmetry::Radial4, KeptPart::Second) => &[2, 3, 1, 0],
            (_, KeptPart::First) => &[0, 1],
            (_, KeptPart::Second) => &[1, 0],
        };
        // Cells on the middle line belong to no quarter unless the other line is left out.
        let lines =
            if kind == MirrorSymmetry::Radial4 { &[Line::Opposite, Line::Beside][..] } else { &[Line::Opposite] };
        let with = |&line: &Line| parts.iter().map(move |&part| Mirroring::new(kind, part, line, size));
        lines.iter().flat_map(with).collect()
    }

    fn new(kind: MirrorSymmetry, part: usize, line: Line, size: Size) -> Mirroring {
        let mut area = size.rect();
        let mut square = Rect::default();
        if kind == MirrorSymmetry::Radial4 {
            // The centre of a quarter turn is the middle of a cell or a corner between four cells.
            if (area.width + area.height) % 2 != 0 {
                if area.width > area.height {
                    area.x = i32::from(matches!(part, 1 | 2) == (line == Line::Opposite));
                    area.width -= 1;
                } else {
                    area.y = i32::from(matches!(part, 2 | 3) == (line == Line::Opposite));
                    area.height -= 1;
                }
            }
            let shorter = area.width.min(area.height);
            let side = if area.width == area.height { shorter } else { (shorter - 2).max(0) };
            square = Rect::new(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side);
        }
        Mirroring { kind, part, area, square }
    }

    /// Returns the top-left cell of the symmetrical area.
    pub(super) const fn origin(&self) -> Pos {
        self.area.origin()
    }

    /// Returns the turns from the kept part to all parts, beginning with the identity.
    fn turns(&self) -> &'static [Turn] {
        match self.kind {
            MirrorSymmetry::Bilateral => &[Turn::None, Turn::LeftRight],
            MirrorSymmetry::TopBottom => &[Turn::None, Turn::TopBottom],
            MirrorSymmetry::Radial2 => &[Turn::None, Turn::Half],
            MirrorSymmetry::Radial4 => &[Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters],
        }
    }

    /// Returns the number of turns, including the identity.
    pub(super) fn count(&self) -> usize {
        self.turns().len()
    }

    /// Returns the direction of the mirror axis if the other part is a mirror image, so that a
    /// passage across the axis meets its own image.
    pub(super) fn flips(&self) -> Option<Dir> {
        match self.kind {
            MirrorSymmetry::Bilateral => Some(Dir::East),
            MirrorSymmetry::TopBottom => Some(Dir::South),
            MirrorSymmetry::Radial2 | MirrorSymmetry::Radial4 => None,
        }
    }

    /// Returns twice the offset from the middle, which is a whole number.
    const fn offset(&self, pos: Pos) -> (i32, i32) {
        (2 * (pos.x - self.area.x) + 1 - self.area.width, 2 * (pos.y - self.area.y) + 1 - self.area.height)
    }

    /// Returns true if the cell belongs to the kept part.
    #[inline]
    pub(super) fn is_kept(&self, pos: Pos) -> bool {
        let (x, y) = self.offset(pos);
        let wide = self.area.width >= self.area.height;
        // The first of two halves, with every second cell of the line between them.
        let before = |x: i32, y: i32| x < 0 || x == 0 && y < 0;
        let middle = x == 0 && y == 0;
        let first = |x: i32, y: i32| middle || if wide { before(x, y) } else { before(y, x) };
        self.area.contains(pos)
            && match (self.kind, self.part) {
                (MirrorSymmetry::Bilateral, 0) => x <= 0,
                (MirrorSymmetry::Bilateral, _) => x >= 0,
                (MirrorSymmetry::TopBottom, 0) => y <= 0,
                (MirrorSymmetry::TopBottom, _) => y >= 0,
                (MirrorSymmetry::Radial2, 0) => first(x, y),
                (MirrorSymmetry::Radial2, _) => first(-x, -y),
                (MirrorSymmetry::Radial4, part) if self.square.contains(pos) => {
                    let back = [Turn::None, Turn::ThreeQuarters, Turn::Half, Turn::Quarter][part % 4];
                    let (x, y) = back.turned((x, y));
                    middle || x <= 0 && y < 0
                }
                (MirrorSymmetry::Radial4, part) => {
                    let is_first = if wide { matches!(part, 0 | 3) } else { matches!(part, 0 | 1) };
                    if is_first { first(x, y) } else { first(-x, -y) }
                }
            }
    }

    /// Returns all cells of the kept part.
    pub(super) fn kept(&self, size: Size) -> BitGrid {
        BitGrid::from_fn(size, |pos| self.is_kept(pos))
    }

    /// Returns the image of the cell; `None` where the turn does not apply.
    fn turned(&self, pos: Pos, turn: Turn) -> Option<Pos> {
        if !self.area.contains(pos) || turn.is_quarter() && !self.square.contains(pos) {
            return None;
        }
        let (x, y) = turn.turned(self.offset(pos));
        Some(Pos::new(self.area.x + (x + self.area.width - 1) / 2, self.area.y + (y + self.area.height - 1) / 2))
    }

    /// Returns the cells that correspond to this one, each once and the cell itself first, with the
    /// index of the turn.
    #[inline]
    pub(super) fn copies(&self, pos: Pos) -> impl Iterator<Item = (usize, Pos)> + use<> {
        let mut copies = [None; 4];
        for (index, &turn) in self.turns().iter().enumerate() {
            let copy = self.turned(pos, turn).filter(|copy| copies[..index].iter().all(|other| *other != Some(*copy)));
            copies[index] = copy;
        }
        copies.into_iter().enumerate().filter_map(|(turn, copy)| copy.map(|copy| (turn, copy)))
    }

    /// Returns the image of the cell; `None` where the turn does not apply or leaves the cell in
    /// place.
    #[inline]
    pub(super) fn copy(&self, pos: Pos, turn: usize) -> Option<Pos> {
        self.turned(pos, self.turns()[turn]).filter(|to| *to != pos)
    }

    /// Returns the image of a rectangle if the turn applies to all of it.
    pub(super) fn turned_rect(&self, rect: Rect, turn: usize) -> Option<Rect> {
        let turn = self.turns()[turn];
        let last = Pos::new(rect.right() - 1, rect.bottom() - 1);
        Some(Rect::spanning(self.turned(rect.origin(), turn)?, self.turned(last, turn)?))
    }

    /// Returns the image of a direction.
    pub(super) fn turned_dir(&self, dir: Dir, turn: usize) -> Dir {
        let to = self.turns()[turn].turned(dir.delta());
        Dir::ALL.into_iter().find(|dir| dir.delta() == to).unwrap_or(dir)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_the_copy_of_one_that_is_kept() {
        for kind in
            [MirrorSymmetry::Bilateral, MirrorSymmetry::TopBottom, MirrorSymmetry::Radial2, MirrorSymmetry::Radial4]
        {
            for part in 0..if kind == MirrorSymmetry::Radial4 { 4 } else { 2 } {
                for (width, height) in (1..12).flat_map(|width| (1..12).map(move |height| (width, height))) {
                    let size = Size::new(width, height);
                    let symmetry = Mirroring::new(kind, part, Line::Opposite, size);
                    let mut reached = BitGrid::new(size);
                    for (turn, to) in size
                        .rect()
                        .positions()
                        .filter(|&pos| symmetry.is_kept(pos))
                        .flat_map(|pos| symmetry.copies(pos))
                    {
                        assert!(!reached.contains(to), "{kind:?} {part} {size}: {to} twice");
                        assert_eq!(turn == 0, symmetry.is_kept(to), "{kind:?} {part} {size}: {to}");
                        reached.insert(to);
                    }
                    assert_eq!(reached.count(), symmetry.area.size().area(), "{kind:?} {part} {size}: {reached:?}");
                }
            }
        }
    }

    #[test]
    fn directions_turn_with_the_map() {
        let turned = |kind| Mirroring::new(kind, 0, Line::Opposite, Size::new(8, 8)).turned_dir(Dir::East, 1);
        let kinds =
            [MirrorSymmetry::Bilateral, MirrorSymmetry::TopBottom, MirrorSymmetry::Radial2, MirrorSymmetry::Radial4];
        assert_eq!(kinds.map(turned), [Dir::West, Dir::East, Dir::West, Dir::South]);
    }
}
