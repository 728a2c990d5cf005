//! Files from scenes, one format each. They know nothing of maps.

pub(crate) mod pdf;
pub(crate) mod png;
mod raster;
pub(crate) mod svg;
