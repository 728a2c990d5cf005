//! [`Campaign`]: a series of levels of rising danger. [`Campaign::plan`] checks it and returns a
//! plan that makes levels.
//!
//! Any level can be made alone, in any order, with the same result: its layout depends on the seed
//! and the level number, and the positions of its stairs depend on its own layout and those of its
//! neighbours (see `descent.rs`).

mod check;
mod curve;
pub mod danger;
mod descent;
mod planned;
mod set_pieces;
mod shipped;
mod stair_sites;
mod summary;

pub use check::{CampaignFinding, check};
pub use curve::{Curve, Danger, Slope};
pub use descent::Levels;
pub use planned::{CampaignPlan, level_seed};
pub use set_pieces::{Last, SetPiece, Shift, Which};
pub use shipped::{ALL, DEFAULT, find};
pub use summary::LevelSummary;

use crate::base::error::{Error, ErrorKind};
use crate::base::shipped::ShippedFile;
use crate::campaign::danger::{DangerRange, DangerTable};
use crate::params::from_toml;
use crate::params::schema;
use crate::recipe::Step;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Campaign as it was written.
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
    /// Title of the campaign.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 100))]
    pub title: String,
    /// Description in one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 200))]
    pub summary: String,
    /// Number of levels.
    #[serde(default = "usual_levels")]
    #[schemars(range(min = 1, max = 1_000))]
    pub levels: u32,
    /// Width and height of every level, in tiles.
    #[serde(default = "usual_size")]
    #[schemars(inner(range(min = 1, max = 268_435_456)))]
    pub size: [i32; 2],
    /// Danger of the levels: a slope from the first to the last, or a list.
    #[serde(default)]
    pub danger: Danger,
    /// Name of a shipped danger table. Default: `rich`, unless the campaign has ranges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub table: Option<String>,
    /// Ranges of the campaign's own danger table.
    #[serde(rename = "range", default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub ranges: Vec<DangerRange>,
    /// Levels with a layout that is not chosen from the table.
    #[serde(rename = "set_piece", default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000))]
    pub set_pieces: Vec<SetPiece>,
    /// Steps that place things on every level, in this order. Default: stairs, start, themes,
    /// decorations, treasure, monsters and traps.
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

/// Default table.
const USUAL_TABLE: &str = "rich";

impl Campaign {
    /// Maximum number of levels.
    pub const MAX_LEVELS: u32 = 1_000;

    /// Reads a campaign. The error lists all mistakes of form; names and values are checked by
    /// [`Campaign::plan`].
    pub fn from_toml(text: &str) -> Result<Campaign, Error> {
        from_toml::read(text, "campaign")
    }

    /// Returns the JSON schema of campaigns.
    pub fn schema() -> Value {
        schema::of::<Campaign>().clone()
    }

    /// Sets the number of levels; set pieces below the new last level are removed.
    #[must_use]
    pub fn with_levels(mut self, levels: u32) -> Campaign {
        self.levels = levels;
        self.set_pieces.retain_mut(|piece| piece.keep_above(levels));
        self
    }

    /// Sets the danger table.
    #[must_use]
    pub fn with_table(mut self, table: DangerTable) -> Campaign {
        (self.table, self.ranges) = (None, table.ranges);
        self
    }

    /// Returns the danger table of the levels.
    pub fn danger_table(&self) -> Result<DangerTable, Error> {
        if !self.ranges.is_empty() {
            if self.table.is_some() {
                let message = "/table: the campaign also has ranges of its own; remove one of them";
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
        danger::find(name).map(ShippedFile::table).ok_or_else(|| {
            let hint = crate::base::nearest::hint(name, crate::campaign::danger::ALL.iter().map(|table| table.name));
            let name = schema::printable(name);
            Error::new(ErrorKind::Invalid, format!("/table: no danger table is called {name:?}; {hint}"))
        })
    }
}
