//! The source of a map: everything needed to make it again.

use super::edits::Edit;
use crate::base::promises::Promises;
use crate::base::rng::Seed;
use crate::recipe::Recipe;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The source of a map. Together with the map's size it reproduces the map, including all changes
/// made by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// The requested seed.
    pub seed: Seed,
    /// The recipe and program; shared between all maps of one plan.
    pub origin: Arc<Origin>,
    /// Guarantees that the steps gave for this map, which the checker verifies.
    pub promises: Promises,
    /// Changes made by hand afterwards, in order.
    pub edits: Vec<Edit>,
}

/// The recipe that made a map, and the program that ran it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Origin {
    /// The recipe; `None` for a hand-drawn map.
    pub recipe: Option<Recipe>,
    /// Revision of every generator used.
    pub revisions: BTreeMap<String, u32>,
    /// Program name and version.
    pub program: String,
}

/// A hand-drawn map. By default it is connected, with a closed border and rooms that do not
/// overlap.
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
