//! [`Levels`]: where levels come from.

use crate::failure::Failure;
use mapwright::{Map, Pos};

/// Levels one below the other, counted from 1.
pub(crate) trait Levels {
    /// The map of a level. Where stairs lead to it from above, they lead to `arrival`.
    fn level(&self, number: u32, arrival: Option<Pos>) -> Result<Map, Failure>;

    /// How dangerous it is there.
    fn danger(&self, number: u32) -> u32;

    /// How many there are; `None` where they never end.
    fn count(&self) -> Option<u32>;

    /// What a level is called.
    fn title(&self, number: u32) -> String;
}
