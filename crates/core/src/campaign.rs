//! [`Campaign`]: levels that follow each other, by danger. [`Campaign::plan`] checks it into something that makes levels.
//!
//! Any level can be had alone, in any order, and is the same: a level's layout depends on the seed and its number, and where its stairs stand
//! depends on its own layout and those of its neighbours (see `descent.rs`).

mod check;
mod curve;
mod descent;
mod pieces;
mod planned;
mod sites;
mod summary;

pub use check::{CampaignFinding, check};
pub use curve::{Curve, Danger, Slope};
pub use descent::Levels;
pub use pieces::{Last, SetPiece, Shift, Which};
pub use planned::{CampaignPlan, level_seed};
pub use summary::LevelSummary;

use crate::danger::{self, DangerRange, DangerTable};
use crate::error::{Error, ErrorKind};
use crate::from_toml;
use crate::recipe::Step;
use crate::schema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A campaign as it was written.
///
/// ```
/// use mapwright::{Seed, campaign::Campaign, registry};
/// let campaign = Campaign::from_toml(r#"
///     title = "Three levels down"
///     levels = 3
///     size = [60, 40]
///     danger = { from = 2, to = 6 }
///     table = "classic"
/// "#)?;
/// let plan = campaign.plan(registry::ALL)?;
/// let second = plan.level(2, Seed::new(7))?;
/// assert_eq!(second, plan.run(Seed::new(7)).nth(1).unwrap()?);
/// # Ok::<(), mapwright::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 100))]
    pub title: String,
    /// What it is like, in one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 200))]
    pub summary: String,
    /// How many levels there are.
    #[serde(default = "usual_levels")]
    #[schemars(range(min = 1, max = 1_000))]
    pub levels: u32,
    /// Width and height of every level in tiles.
    #[serde(default = "usual_size")]
    #[schemars(inner(range(min = 1, max = 268_435_456)))]
    pub size: [i32; 2],
    /// How dangerous the levels are: from the first to the last, or a list.
    #[serde(default)]
    pub danger: Danger,
    /// The name of a shipped danger table; `rich` when there are no ranges here either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub table: Option<String>,
    /// A danger table of its own.
    #[serde(rename = "range", default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub ranges: Vec<DangerRange>,
    /// Levels that are laid out otherwise than the table says.
    #[serde(rename = "set_piece", default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub set_pieces: Vec<SetPiece>,
    /// What is put on every level, in this order; by default stairs, a start, themes, decorations, treasure, monsters and traps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub place: Option<Vec<Step>>,
}

fn usual_levels() -> u32 {
    26
}

fn usual_size() -> [i32; 2] {
    [80, 50]
}

/// The table of campaigns that name none.
const USUAL_TABLE: &str = "rich";

impl Campaign {
    /// The most levels of a campaign.
    pub const MOST_LEVELS: u32 = 1_000;

    /// Reads a campaign. Everything that is wrong with its form is said at once; what its words mean is checked by [`Campaign::plan`].
    pub fn from_toml(text: &str) -> Result<Campaign, Error> {
        from_toml::read(text, "campaign")
    }

    /// The JSON schema of campaigns.
    pub fn schema() -> Value {
        schema::of::<Campaign>()
    }

    /// The same with another number of levels; set pieces below the new last level are left out.
    #[must_use]
    pub fn with_levels(mut self, levels: u32) -> Campaign {
        self.levels = levels;
        self.set_pieces.retain_mut(|piece| piece.keep_above(levels));
        self
    }

    /// The same with this danger table.
    #[must_use]
    pub fn with_table(mut self, table: DangerTable) -> Campaign {
        (self.table, self.ranges) = (None, table.ranges);
        self
    }

    /// The table by which its levels are laid out.
    pub fn danger_table(&self) -> Result<DangerTable, Error> {
        if !self.ranges.is_empty() {
            if self.table.is_some() {
                let message = "/table: ranges are written here too; leave one of them away";
                return Err(Error::new(ErrorKind::Invalid, message));
            }
            let problems = danger::form(&self.ranges);
            return if problems.is_empty() {
                let (title, summary) = (self.title.clone(), String::new());
                Ok(DangerTable { title, summary, ranges: self.ranges.clone() })
            } else {
                Err(from_toml::invalid(problems, "campaign"))
            };
        }
        let name = self.table.as_deref().unwrap_or(USUAL_TABLE);
        crate::dangers::find(name).map(crate::dangers::Shipped::table).ok_or_else(|| {
            let hint = crate::nearest::hint(name, crate::dangers::ALL.iter().map(|table| table.name));
            let name = schema::printable(name);
            Error::new(ErrorKind::Invalid, format!("/table: no danger table is called {name:?}; {hint}"))
        })
    }
}
