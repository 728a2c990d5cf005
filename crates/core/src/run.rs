//! From a recipe to a map: checking, running, retrying and sharing recipes.

mod check_recipe;
pub mod files;
mod parameter;
pub(crate) mod pipeline;
pub(crate) mod plan;
pub mod presets;
pub(crate) mod problems;
pub(crate) mod requirements;
pub mod share;
