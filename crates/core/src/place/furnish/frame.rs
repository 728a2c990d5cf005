//! [`Frame`]: a room seen from its door, so that every arrangement is written once.

use super::board::Entrance;
use crate::grid::{Dir, Pos, Rect};
use crate::rng::Rng;

/// Which way round a room is furnished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// One comes in at a short side: a nave.
    Long,
    /// One comes in at a long side: beds in a row.
    Broad,
    /// Whichever has the better back wall.
    Any,
}

/// A room with its back wall up: columns go from left to right, rows from the back wall to the front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    bounds: Rect,
    /// On which side of the map the back wall lies.
    back: Dir,
}

impl Frame {
    /// The room as the form wants it, with its back as far from the ways in as can be.
    pub(super) fn of(bounds: Rect, entrances: &[Entrance], form: Form, rng: &mut Rng) -> Frame {
        let frames = Dir::ALL.map(|back| Frame { bounds, back });
        let fits = |frame: &Frame| match form {
            Form::Long => frame.depth() >= frame.width(),
            Form::Broad => frame.width() >= frame.depth(),
            Form::Any => true,
        };
        // Ways in through the back wall are worst, ways in opposite to it best.
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

    /// Cells along the back wall.
    pub(super) fn width(self) -> i32 {
        if matches!(self.back, Dir::North | Dir::South) { self.bounds.width } else { self.bounds.height }
    }

    /// Cells from the back wall to the front.
    pub(super) fn depth(self) -> i32 {
        if matches!(self.back, Dir::North | Dir::South) { self.bounds.height } else { self.bounds.width }
    }

    /// Where a rectangle of the frame lies on the map.
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

    /// Where a direction of the frame points on the map.
    pub(super) fn dir(self, dir: Dir) -> Dir {
        (0..self.back as usize).fold(dir, |dir, _| dir.right())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

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
