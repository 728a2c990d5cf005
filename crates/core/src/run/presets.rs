//! Recipes that Mapwright ships: the files of `recipes/`, embedded.

use crate::base::shipped::{ShippedFile, shipped};
use crate::recipe::Recipe;

/// Shipped recipe.
pub type Preset = ShippedFile<Recipe>;

/// All shipped recipes, in alphabetical order.
pub static ALL: &[Preset] = shipped!("recipes");

/// Returns the preset with this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    ShippedFile::find(ALL, name)
}

impl ShippedFile<Recipe> {
    /// Parses the recipe.
    pub fn recipe(&self) -> Recipe {
        Recipe::from_toml(self.text).expect("a test reads every shipped recipe")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn every_preset_is_complete() {
        for preset in ALL {
            let recipe = Recipe::from_toml(preset.text).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
            recipe.plan(registry::ALL).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
            assert!(!recipe.title.is_empty() && !recipe.summary.is_empty(), "{} says what it is", preset.name);
            assert!(recipe.size.is_some(), "{} has a size", preset.name);
            assert!(registry::find(registry::ALL, preset.name).is_none(), "{} is an algorithm's id too", preset.name);
        }
        assert!(ALL.is_sorted_by_key(|preset| preset.name));
    }
}
