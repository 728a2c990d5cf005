//! Writers of scenes, one per file format. They know nothing about maps.

pub(crate) mod layers;
pub(crate) mod pdf;
pub(crate) mod png;
pub(crate) mod raster;
pub(crate) mod svg;
