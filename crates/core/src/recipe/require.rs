//! [`Require`]: the metrics that a recipe requires of its maps.

use crate::params::bounds::Bounds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Required metrics by name: `require = { openness = "30..50", loops = "2.." }`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Require(pub BTreeMap<String, Bounds>);

impl Require {
    /// Returns true if nothing is required.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
