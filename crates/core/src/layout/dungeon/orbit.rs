//! Symmetry of a dungeon: every room and every passage comes with its images.

use crate::base::grid::{Pos, Rect, Size};
use crate::layout::alignment::Alignment;
use crate::map::Movement;
pub(super) use crate::map::Turn;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Symmetry of a dungeon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DungeonSymmetry {
    /// No symmetry.
    #[default]
    None,
    /// Left and right mirror each other, with a spine of rooms along the middle.
    Bilateral,
    /// Symmetric under a half turn.
    #[serde(rename = "radial-2")]
    Radial2,
    /// Symmetric under a quarter turn; needs about as much height as width.
    #[serde(rename = "radial-4")]
    Radial4,
    /// A core that mirrors itself, and free growth around it.
    Partial,
}

impl DungeonSymmetry {
    /// Returns the movements that map the dungeon, or its core, to itself.
    pub(super) const fn movement(self) -> Option<Movement> {
        match self {
            DungeonSymmetry::None => None,
            DungeonSymmetry::Bilateral | DungeonSymmetry::Partial => Some(Movement::Mirror),
            DungeonSymmetry::Radial2 => Some(Movement::HalfTurn),
            DungeonSymmetry::Radial4 => Some(Movement::QuarterTurn),
        }
    }
}

/// The symmetrical area, and all movements that map it to itself; the first one is the identity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) area: Rect,
    pub(super) turns: &'static [Turn],
}

impl Group {
    /// Finds the largest area inside `inside` that can have the symmetry, and whose movements keep
    /// rooms on multiples of `grid`.
    pub(super) fn new(symmetry: DungeonSymmetry, inside: Rect, grid: Alignment) -> Group {
        let turns = symmetry.movement().map_or(&[Turn::Same][..], Movement::turns);
        // With odd sides there is a column and a row in the middle, along which rooms and passages
        // can lie. On a grid this applies to its squares.
        let axis = |start: i32, length: i32, grid: i32| {
            let first = (start + grid - 1) / grid * grid;
            let squares = (start + length - first) / grid;
            (first, ((squares - 1) | 1).max(0) * grid, length)
        };
        let middle = |(first, odd, length): (i32, i32, i32), start: i32, grid: i32| match symmetry {
            DungeonSymmetry::None => (start, length),
            _ if grid == 1 => (start + (length - odd) / 2, odd),
            _ => (first, odd),
        };
        let Size { width: grid_x, height: grid_y } = grid.spacing();
        let (mut across, mut down) = (axis(inside.x, inside.width, grid_x), axis(inside.y, inside.height, grid_y));
        if symmetry == DungeonSymmetry::Radial4 {
            (across.1, down.1) = (across.1.min(down.1), across.1.min(down.1));
        }
        let ((x, width), (y, height)) = (middle(across, inside.x, grid_x), middle(down, inside.y, grid_y));
        Group { area: Rect::new(x, y, width, height), turns }
    }

    /// Returns the image of a cell.
    pub(super) fn pos(self, turn: Turn, pos: Pos) -> Pos {
        turn.pos(self.area, pos)
    }

    /// Returns the image of a rectangle.
    pub(super) fn rect(self, turn: Turn, rect: Rect) -> Rect {
        turn.rect(self.area, rect)
    }

    /// Returns the rectangle of this size that is its own image, `along` cells below the middle on
    /// the spine. `None` if the area has no symmetric rectangle there.
    pub(super) fn centred(self, width: i32, height: i32, along: i32) -> Option<Rect> {
        let Rect { x, y, .. } = self.area;
        let (spare_x, spare_y) = (self.area.width - width, self.area.height - height);
        let fits = |spare: i32| spare >= 0 && spare % 2 == 0;
        match self.turns {
            [_, Turn::Mirrored] if fits(spare_x) => {
                Some(Rect::new(x + spare_x / 2, y + spare_y / 2 + along, width, height))
            }
            [_, Turn::Half] if fits(spare_x) && fits(spare_y) && along == 0 => {
                Some(Rect::new(x + spare_x / 2, y + spare_y / 2, width, height))
            }
            [_, Turn::Quarter, ..] if width == height && fits(spare_x) && along == 0 => {
                Some(Rect::new(x + spare_x / 2, y + spare_y / 2, width, height))
            }
            [_] => Some(Rect::new(x + spare_x / 2, y + spare_y / 2 + along, width, height)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Dir;
    use crate::layout::alignment::Spacing;

    #[test]
    fn turning_round_and_round_comes_back() {
        for symmetry in
            [DungeonSymmetry::None, DungeonSymmetry::Bilateral, DungeonSymmetry::Radial2, DungeonSymmetry::Radial4]
        {
            let group = Group::new(symmetry, Rect::new(3, 2, 21, 17), Alignment::NONE);
            for &turn in group.turns {
                let rect = Rect::new(6, 4, 3, 5);
                let image = group.rect(turn, rect);
                assert!(group.area.encloses(image) && image.size().area() == 15, "{turn:?}: {image:?}");
                let inverse = group.turns.iter().find(|&&other| group.rect(other, image) == rect);
                assert!(inverse.is_some(), "{turn:?} cannot be undone");
                for dir in Dir::ALL {
                    let pos = Pos::new(8, 7);
                    let stepped = group.pos(turn, pos.step(dir));
                    assert_eq!(stepped, group.pos(turn, pos).step(turn.dir(dir)), "{turn:?} {dir:?}");
                }
            }
            let on_grid = Group::new(symmetry, Rect::new(1, 1, 61, 50), Alignment::new(Spacing::Tiles(4), 0, 0, 4, 8));
            for &turn in on_grid.turns {
                let image = on_grid.rect(turn, Rect::new(8, 16, 4, 12));
                assert!(
                    [image.x, image.y, image.width, image.height].iter().all(|at| at % 4 == 0),
                    "{turn:?} {image:?}"
                );
            }
            let centred = group.centred(5, 5, 0).unwrap();
            assert!(group.turns.iter().all(|&turn| group.rect(turn, centred) == centred), "{symmetry:?}");
        }
    }
}
