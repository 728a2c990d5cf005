//! Scatters the decorations of themes.

use crate::base::error::Error;
use crate::base::grid::Dir;
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::decor::{self, Against, DecorKind};
use crate::map::{Decoration, Extra, Map};
use crate::place::placement_index::PlacementIndex;
use crate::spatial::ground::Ground;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Scatter>("scatter", Kind::Place).revision(3).preserving(Promises::ALL);

/// Scatters the decorations of every theme: trees in forests, bones in crypts, crystals in ice.
///
/// For maps that have themes; elsewhere it does nothing. Solid decorations never block a path,
/// doors and stairs stay clear, and occupied tiles stay as they are.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scatter {
    /// Percentage of tiles that get a decoration.
    #[schemars(range(min = 0, max = 100))]
    pub density_percent: u32,
}

impl Default for Scatter {
    fn default() -> Self {
        Scatter { density_percent: 7 }
    }
}

impl Generator for Scatter {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut survey = PlacementIndex::take(map, cx)?;
        let themes = survey.themes(map);
        let mut rng = cx.rng("places");
        for area in 0..survey.areas().len() {
            let cells = survey.cells_of(&survey.areas()[area]).to_vec();
            let Some(theme) = themes.at(cells[0]) else { continue };
            cx.spend(cells.len() as u64)?;
            let kinds: Vec<(&str, u32)> = theme.decorations.iter().map(|(kind, &weight)| (&**kind, weight)).collect();
            let weights: Vec<u32> = kinds.iter().map(|(_, weight)| *weight).collect();
            for cell in cells {
                let cell = cell as usize;
                // Entrances of a zone stay clear.
                let rim = || {
                    survey
                        .ground
                        .beside(cell)
                        .into_iter()
                        .any(|near| survey.ground.is(near, Ground::OPEN) && survey.owner(near) != Some(area))
                };
                if !rng.percent(self.density_percent) || !survey.is_free(cell) || survey.is_by_way(cell) || rim() {
                    continue;
                }
                let Some(index) = rng.weighted(&weights) else { break };
                let name = kinds[index].0;
                let facing = match decor::find(name) {
                    Some(kind) => place_for(kind, cell, &survey, &mut rng),
                    // A custom kind covers one cell and can be walked over.
                    None => Some(Dir::South),
                };
                let Some(facing) = facing else { continue };
                survey.furnish(cell, decor::find(name).is_some_and(|kind| kind.blocks));
                let pos = survey.ground.pos(cell);
                let tags = [decor::word(facing).into()].into_iter().collect();
                let kind = decor::find(name).map_or_else(|| name.to_owned().into(), |kind| kind.name.into());
                map.decorations.push(Decoration { kind, pos, tags, extra: Extra::default() });
            }
        }
        cx.step("scatter", map);
        survey.leave(cx);
        Ok(())
    }
}

/// Returns the facing of the decoration in this cell if it may stand there; only decorations of one
/// cell are scattered.
fn place_for(kind: &DecorKind, cell: usize, survey: &PlacementIndex, rng: &mut Rng) -> Option<Dir> {
    if kind.size.area() != 1 || kind.blocks && !survey.has_place_for_furniture(cell) {
        return None;
    }
    let wall = |dir: Dir| survey.ground.is(survey.ground.step(cell, dir), Ground::SOLID);
    let first = rng.below(4) as usize;
    let turned = Dir::ALL.into_iter().cycle().skip(first).take(4);
    turned.into_iter().find(|dir| match kind.against {
        Against::Anywhere => true,
        Against::Wall => wall(dir.opposite()),
        Against::Corner => wall(dir.opposite()) && wall(dir.right()),
    })
}
