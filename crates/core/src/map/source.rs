//! Where a map comes from: all that is needed to make it again.

use crate::edit::Edit;
use crate::promises::Promises;
use crate::recipe::Recipe;
use crate::rng::Seed;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a map comes from. Together with the map's size it makes the same map again, with all that was changed by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// The seed that was asked for.
    pub seed: Seed,
    /// What was run; shared between all maps of one plan.
    pub origin: Arc<Origin>,
    /// What the steps guarantee about this map, for the checker to hold them to.
    pub promises: Promises,
    /// What was changed by hand since, in order.
    pub edits: Vec<Edit>,
}

/// What made a map: the recipe as it was written, and who read it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Origin {
    /// The recipe; `None` for a map that was drawn by hand.
    pub recipe: Option<Recipe>,
    /// The revision of every generator it used.
    pub revisions: BTreeMap<String, u32>,
    /// The program and its version.
    pub program: String,
}

/// A map drawn by hand: in one piece, with a closed border and rooms that do not overlap, unless somebody says otherwise.
impl Default for Source {
    fn default() -> Self {
        Source {
            seed: Seed::new(0),
            origin: Arc::default(),
            promises: Promises::CONNECTED | Promises::CLOSED_BORDER | Promises::ROOMS_DISJOINT,
            edits: Vec::new(),
        }
    }
}
