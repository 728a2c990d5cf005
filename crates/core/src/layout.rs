//! Layout algorithms that start from solid wall, one module each.

pub mod aggregation;
mod alignment;
pub mod arena;
pub mod bsp;
pub mod bsp_interior;
pub mod cellular;
mod corridors;
pub mod digger;
mod drawn;
pub mod drunkard;
pub mod dungeon;
pub mod house;
pub mod maze;
pub mod mining;
pub mod noise;
pub mod prefab;
pub mod rewrite;
pub mod rogue;
pub mod rooms_corridors;
mod symmetry;
pub mod uniform;
pub mod voronoi;
pub mod wfc;

pub use alignment::Spacing;
pub use symmetry::DigSymmetry;

use crate::base::grid::Pos;
use crate::base::rng::Rng;
use smallvec::{SmallVec, smallvec};

/// Returns a path between two cells with at most one bend. The RNG decides whether it runs along
/// the row or along the column first.
fn bend(from: Pos, to: Pos, rng: &mut Rng) -> SmallVec<[Pos; 3]> {
    let row_first = rng.percent(50);
    if from.x == to.x || from.y == to.y {
        smallvec![from, to]
    } else if row_first {
        smallvec![from, Pos::new(to.x, from.y), to]
    } else {
        smallvec![from, Pos::new(from.x, to.y), to]
    }
}

/// Returns the conflicts between the sizes of rooms and corridors.
fn room_conflicts(min_room: i32, max_room: i32, corridor_width: i32) -> Vec<(&'static str, String)> {
    let mut conflicts = at_most([(("min_room", min_room), ("max_room", max_room))]);
    if corridor_width > min_room {
        conflicts.push(("corridor_width", format!("{corridor_width} is larger than min_room, which is {min_room}")));
    }
    conflicts
}

/// A parameter name and its value.
type Named = (&'static str, i32);

/// Returns a conflict for every pair of parameters whose first value is larger than the second.
fn at_most<const N: usize>(pairs: [(Named, Named); N]) -> Vec<(&'static str, String)> {
    let larger = pairs.into_iter().filter(|((_, low), (_, high))| low > high);
    larger.map(|((name, low), (most, high))| (name, format!("{low} is larger than {most}, which is {high}"))).collect()
}

#[cfg(test)]
mod tests {
    /// The sample of `CONTRIBUTING.md`, compiled where a layout would be; a test in `xtask`
    /// compares the texts.
    #[expect(unreachable_pub, reason = "the sample is what a real layout looks like")]
    mod pillars;
}
