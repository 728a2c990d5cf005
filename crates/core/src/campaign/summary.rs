//! Summary of a level in one line.

use super::CampaignPlan;
use crate::base::error::Error;
use crate::base::rng::Seed;
use crate::map::{EntityKind, Level, Map};
use crate::spatial::distance::Distances;
use crate::spatial::ground::Ground;
use serde::Serialize;

/// Level in one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct LevelSummary {
    /// Number of the level, from 1.
    pub level: u32,
    /// Title of the level.
    pub title: String,
    /// Danger of the level.
    pub danger: u32,
    /// Name of the layout.
    pub layout: String,
    /// Number of rooms; 0 in a cave.
    pub rooms: usize,
    /// Number of monsters.
    pub monsters: usize,
    /// Number of items.
    pub items: usize,
    /// Steps from the entrance to the stairs down; `None` on the last level.
    pub steps_to_stairs: Option<u32>,
}

impl CampaignPlan {
    /// Summarizes the map of a level of this seed.
    pub fn summary(&self, level: u32, seed: Seed, map: &Map) -> Result<LevelSummary, Error> {
        let count = |kind: EntityKind| map.entities.iter().filter(|entity| entity.kind == kind).count();
        Ok(LevelSummary {
            level,
            title: map.source.origin.recipe.as_ref().map(|recipe| recipe.title.clone()).unwrap_or_default(),
            danger: self.danger(level),
            layout: self.layout(level, seed)?,
            rooms: map.rooms.len(),
            monsters: count(EntityKind::Monster),
            items: count(EntityKind::Item),
            steps_to_stairs: steps_to_stairs(map),
        })
    }
}

fn steps_to_stairs(map: &Map) -> Option<u32> {
    let down = map.stairs.iter().find(|stairs| stairs.dir == Level::Down)?.pos;
    let start = map.way_in().filter(|&pos| map.size().contains(pos))?;
    let ground = Ground::of(map);
    let mut distances = Distances::on(&ground);
    distances.walk(&ground, Ground::OPEN, [ground.index(start)], |_| ());
    Some(distances.to(ground.index(down))).filter(|&steps| steps != Distances::UNREACHED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_from_the_start() {
        let steps = |text: &str| steps_to_stairs(&Map::from_ascii(text).unwrap());
        assert_eq!(steps("\n#######\n#@...>#\n#######"), Some(4));
        assert_eq!(steps("\n#######\n#<#..>#\n#.#.###\n#...###\n#######"), Some(8));
        assert_eq!(steps("\n#######\n#@#..>#\n#######"), None, "no way");
        assert_eq!(steps("\n#######\n#@....#\n#######"), None, "no stairs");
    }
}
