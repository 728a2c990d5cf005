//! [`Frame`]: a room seen from its door, so that every arrangement is written once.

use super::board::Entrance;
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::rng::Rng;

/// Orientation in which a room is furnished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Entered at a short side: a nave.
    Long,
    /// Entered at a long side: beds in a row.
    Broad,
    /// Whichever orientation has the better back wall.
    Any,
}

/// A room with its back wall at the top: columns go from left to right, rows from the back wall to
/// the front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    bounds: Rect,
    /// Side of the map where the back wall is.
    back: Dir,
}

impl Frame {
    /// Returns the room in the orientation of the form, with its back as far from the entrances as
    /// possible.
    pub(super) fn of(bounds: Rect, entrances: &[Entrance], form: Form, rng: &mut Rng) -> Frame {
        let frames = Dir::ALL.map(|back| Frame { bounds, back });
        let fits = |frame: &Frame| match form {
            Form::Long => frame.depth() >= frame.width(),
            Form::Broad => frame.width() >= frame.depth(),
            Form::Any => true,
        };
        // Entrances through the back wall are worst, entrances opposite to it best.
        let score = |frame: &Frame| -> i32 {
            let worth = |&(_, side): &Entrance| match side {
                side if side == frame.back => -4,
                side if side == frame.back.opposite() => 2,
                _ => 0,
            };
            entrances.iter().map(worth).sum()
        };
        let first = rng.below(4) as usize;
        let turned = (0..4).map(|turn| frames[(first + turn) % 4]).filter(fits);
        turned.max_by_key(score).unwrap_or(frames[0])
    }

    /// Returns the number of cells along the back wall.
    pub(super) fn width(self) -> i32 {
        if matches!(self.back, Dir::North | Dir::South) { self.bounds.width } else { self.bounds.height }
    }

    /// Returns the number of cells from the back wall to the front.
    pub(super) fn depth(self) -> i32 {
        if matches!(self.back, Dir::North | Dir::South) { self.bounds.height } else { self.bounds.width }
    }

    /// Converts a rectangle of the frame to map coordinates.
    pub(super) fn rect(self, rect: Rect) -> Rect {
        let last = Pos::new(rect.right() - 1, rect.bottom() - 1);
        Rect::spanning(self.pos(rect.origin()), self.pos(last))
    }

    fn pos(self, pos: Pos) -> Pos {
        let Rect { x, y, width, height } = self.bounds;
        match self.back {
            Dir::North => Pos::new(x + pos.x, y + pos.y),
            Dir::East => Pos::new(x + width - 1 - pos.y, y + pos.x),
            Dir::South => Pos::new(x + width - 1 - pos.x, y + height - 1 - pos.y),
            Dir::West => Pos::new(x + pos.y, y + height - 1 - pos.x),
        }
    }

    /// Converts a direction of the frame to one of the map.
    pub(super) fn dir(self, dir: Dir) -> Dir {
        (0..self.back as usize).fold(dir, |dir, _| dir.right())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn a_step_in_the_frame_is_a_step_on_the_map() {
        for back in Dir::ALL {
            let frame = Frame { bounds: Rect::new(3, 5, 7, 4), back };
            assert_eq!(frame.dir(Dir::North), back);
            for dir in Dir::ALL {
                let pos = Pos::new(2, 3);
                assert_eq!(frame.pos(pos.step(dir)), frame.pos(pos).step(frame.dir(dir)), "{back:?} {dir:?}");
            }
            let all = Rect::new(0, 0, frame.width(), frame.depth());
            assert_eq!(frame.rect(all), frame.bounds);
        }
    }

    #[test]
    fn the_back_is_away_from_the_door() {
        let bounds = Rect::new(1, 1, 9, 5);
        let door = [(Pos::new(1, 3), Dir::West)];
        for seed in 0..20 {
            let frame = |form| Frame::of(bounds, &door, form, &mut Seed::new(seed).rng());
            assert_eq!(frame(Form::Any).back, Dir::East);
            assert_eq!(frame(Form::Long).back, Dir::East);
            assert!(matches!(frame(Form::Broad).back, Dir::North | Dir::South));
        }
    }
}
