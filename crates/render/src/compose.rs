//! Scenes from maps, a file a layer.

pub(crate) mod labels;
pub(crate) mod legend;
