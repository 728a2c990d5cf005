//! [`LevelSource`]: makes the levels of a game.

use crate::failure::Failure;
use mapwright::{Map, Pos};

/// Levels of a game, counted from 1.
pub(crate) trait LevelSource {
    /// Makes the map of a level. Stairs from the level above arrive at `arrival`.
    fn level(&self, number: u32, arrival: Option<Pos>) -> Result<Map, Failure>;

    /// Returns the danger of a level.
    fn danger(&self, number: u32) -> u32;

    /// Returns the number of levels; `None` if they are endless.
    fn count(&self) -> Option<u32>;

    /// Returns the title of a level.
    fn title(&self, number: u32) -> String;
}
