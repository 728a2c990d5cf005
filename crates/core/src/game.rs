//! For games: everything needed to play on a [`Map`](crate::Map), without running a generator.
//!
//! | task | type |
//! |---|---|
//! | field of view | [`Sight`] stores the cells that block the view, [`Seen`] the visible and explored cells |
//! | movement costs | [`Costs`], for a creature with the abilities of a [`Walker`] |
//! | distances to the nearest goal (Dijkstra map) | [`DistanceField`], for all cells at once |
//! | pathfinding (A*) | [`Paths`] |
//! | creatures and things in a cell | [`Occupants`], with the game's own small ids |
//! | taking the stairs | [`descend`] |
//!
//! All of it is plain data beside the map. After opening a door, change the map's tile and call
//! [`Sight::update`] and [`Costs::update`]. Only integers are used, so that a game replays
//! identically on every machine. `docs/games.md` has a complete example.

mod costs;
mod descend;
mod distance_field;
mod occupants;
mod paths;
mod seen;
mod sight;
#[cfg(test)]
mod testing;

pub use costs::{Costs, Steps, Walker};
pub use descend::descend;
pub use distance_field::DistanceField;
pub use occupants::Occupants;
pub use paths::{Path, Paths};
pub use seen::Seen;
pub use sight::Sight;
