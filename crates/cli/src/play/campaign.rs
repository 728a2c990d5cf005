//! [`CampaignLevels`]: the levels of a campaign.

use super::LevelSource;
use crate::failure::Failure;
use mapwright::campaign::{Campaign, CampaignPlan};
use mapwright::{Map, Pos, Seed, Size, registry};

/// Levels of a campaign. Its plan already aligns the stairs.
pub(crate) struct CampaignLevels {
    plan: CampaignPlan,
    seed: Seed,
}

impl CampaignLevels {
    /// Checks the campaign, with another size if one is given.
    pub(crate) fn new(mut campaign: Campaign, size: Option<Size>, seed: Seed) -> Result<CampaignLevels, Failure> {
        if let Some(size) = size {
            campaign.size = [size.width, size.height];
        }
        Ok(CampaignLevels { plan: campaign.plan(registry::ALL)?, seed })
    }
}

impl LevelSource for CampaignLevels {
    fn level(&self, number: u32, _: Option<Pos>) -> Result<Map, Failure> {
        Ok(self.plan.level(number, self.seed)?)
    }

    fn danger(&self, number: u32) -> u32 {
        self.plan.danger(number)
    }

    fn count(&self) -> Option<u32> {
        Some(self.plan.levels())
    }

    fn title(&self, number: u32) -> String {
        let layout = self.plan.layout(number, self.seed).unwrap_or_default();
        layout.replace('-', " ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{Action, Game};
    use super::*;
    use mapwright::{Level, campaign};

    #[test]
    fn stairs_lead_down_through_the_levels_of_a_campaign() {
        let shipped = campaign::find(campaign::DEFAULT).unwrap();
        let levels = || CampaignLevels::new(shipped.campaign(), None, Seed::new(7)).unwrap();
        let count = levels().count();
        let mut game = Game::new(Box::new(levels()), 1, 20).unwrap();
        for number in 1..4 {
            assert_eq!((game.number, game.danger(), game.count()), (number, levels().danger(number), count));
            // Reveal the level, so that > walks to the stairs.
            let floor = game.floor_mut();
            let all: Vec<Pos> = floor.map.size().rect().positions().collect();
            all.into_iter().for_each(|pos| floor.seen.reveal(pos));
            let stairs: Vec<Pos> = game.floor().stairs(Level::Down).collect();
            for _ in 0..2_000 {
                if game.number > number {
                    break;
                }
                game.act(Action::Stairs(Level::Down));
            }
            assert_eq!(
                (game.number, &[game.pos][..]),
                (number + 1, &stairs[..]),
                "the stairs of both levels are at one position"
            );
        }
    }
}
