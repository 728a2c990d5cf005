//! Spatial queries for steps, and edits that keep the records consistent: regions, distances,
//! zones, outlines, parts.

pub(crate) mod distance;
pub(crate) mod frontier;
pub(crate) mod grain;
pub(crate) mod ground;
pub(crate) mod outline;
pub(crate) mod places;
pub(crate) mod reach;
pub(crate) mod region;
pub(crate) mod seam;
pub(crate) mod settle;
pub(crate) mod splice;
pub(crate) mod zones;
