//! Spatial queries for steps, and edits that keep the records consistent: regions, distances,
//! zones, outlines, parts.

pub(crate) mod breadth_first;
pub(crate) mod distance;
pub(crate) mod element_graph;
pub(crate) mod frontier;
pub(crate) mod ground;
pub(crate) mod occupancy;
pub(crate) mod outline;
pub(crate) mod recheck;
pub(crate) mod region;
pub(crate) mod region_spread;
pub(crate) mod room_index;
pub(crate) mod secrets;
pub(crate) mod settle;
pub(crate) mod splice;
pub(crate) mod value_noise;
pub(crate) mod zones;
