//! For games: what one needs to play on a [`Map`](crate::Map), without running any generator.
//!
//! | a game asks | the answer |
//! |---|---|
//! | what is seen from here? | [`Sight`] knows what blocks the view, [`Seen`] what is seen and what is remembered |
//! | what does a step cost? | [`Costs`], for somebody who walks like a [`Walker`] |
//! | how far is it to the nearest of these? | [`DistanceField`]: answered for all cells at once |
//! | which way leads there? | [`Paths`] |
//! | who stands there? | [`Occupants`], with the game's own small ids |
//! | what happens on the stairs? | [`descend`] |
//!
//! All of it is plain data beside the map: whoever opens a door changes the map's tile and tells [`Sight`] and [`Costs`].
//! Whole numbers everywhere, so that a game replays the same on every machine. `docs/games.md` has a complete example.

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
