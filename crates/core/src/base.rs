//! Building blocks that do not depend on maps: grids, bit sets, random numbers, digests and errors.

pub(crate) mod bits;
pub(crate) mod digest;
pub(crate) mod error;
pub(crate) mod grid;
pub(crate) mod nearest;
pub(crate) mod promises;
pub(crate) mod rng;
pub(crate) mod serial;
pub(crate) mod shipped;
pub(crate) mod tile;
pub(crate) mod words;
