//! Symmetry while digging: every tile is dug together with its mirror images.

use crate::base::error::Error;
use crate::base::grid::{Pos, Rect, Size};
use crate::generator::Context;
use crate::map::Map;
use crate::spatial::region::{Join, tidy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Symmetry of a map while it is dug.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DigSymmetry {
    /// No symmetry.
    #[default]
    None,
    /// Left and right mirror each other.
    LeftRight,
    /// Top and bottom mirror each other.
    TopBottom,
    /// Both at once.
    Both,
}

impl DigSymmetry {
    /// Returns the tile and its mirror images, possibly with duplicates.
    #[inline]
    pub(super) fn images(self, pos: Pos, size: Size) -> impl Iterator<Item = Pos> {
        let (x, y) = (size.width - 1 - pos.x, size.height - 1 - pos.y);
        let images = [pos, Pos::new(x, pos.y), Pos::new(pos.x, y), Pos::new(x, y)];
        let wanted: &[usize] = match self {
            DigSymmetry::None => &[0],
            DigSymmetry::LeftRight => &[0, 1],
            DigSymmetry::TopBottom => &[0, 2],
            DigSymmetry::Both => &[0, 1, 2, 3],
        };
        wanted.iter().map(move |&index| images[index])
    }

    /// Returns the bounds of the tile and its mirror images.
    pub(super) fn area(self, pos: Pos, size: Size) -> Rect {
        let far = self.images(pos, size).last().unwrap_or(pos);
        Rect::spanning(pos, far)
    }

    /// Joins separate areas by tunnels, each dug together with its mirror images.
    pub(super) fn join(self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut floor = map.walkable();
        let mut dug = floor.clone();
        tidy(&mut floor, 1, Join::All, cx)?;
        dug ^= &floor;
        for pos in dug.iter() {
            self.images(pos, map.size()).for_each(|image| floor.insert(image));
        }
        map.lay_floor(&floor);
        Ok(())
    }
}
