//! Recipes that Mapwright ships: the files of `recipes/`, embedded.

use crate::recipe::Recipe;

/// Shipped recipe.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Name of the file, without its extension.
    pub name: &'static str,
    /// Text of the file.
    pub text: &'static str,
}

/// All shipped recipes, in alphabetical order.
pub static ALL: &[Preset] = include!(concat!(env!("OUT_DIR"), "/presets.rs"));

/// Returns the preset with this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    ALL.iter().find(|preset| preset.name == name)
}

impl Preset {
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
