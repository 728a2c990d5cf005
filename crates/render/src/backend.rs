//! Writers of scenes, one per file format. They know nothing about maps.

pub(crate) mod pdf;
pub(crate) mod png;
mod raster;
pub(crate) mod svg;
