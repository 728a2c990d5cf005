//! The commands, one file each.

pub(crate) mod campaign;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod describe;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod measure;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod studio;
