//! Resolves the argument `WHAT`: an algorithm, a preset, a recipe file, a share code or a saved
//! map.

use crate::failure::Failure;
use crate::input;
use mapwright::edit::Edit;
use mapwright::files::{NamedBy, ParamFiles};
use mapwright::{Digest, Recipe, Seed, Size, did_you_mean, presets, registry, share};
use std::path::Path;

/// Recipe that `WHAT` refers to.
pub(crate) struct What {
    pub(crate) recipe: Recipe,
    /// Seed, size and edits of a saved or shared map.
    pub(crate) made: Option<Made>,
    /// Files that the recipe reads.
    pub(crate) sources: ParamFiles,
}

/// Saved or shared map to remake.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) seed: Seed,
    pub(crate) size: Size,
    /// Digest of the saved map.
    pub(crate) digest: Option<Digest>,
    /// Edits made by hand.
    pub(crate) edits: Vec<Edit>,
}

/// Resolves `WHAT`.
pub(crate) fn resolve(name: &str) -> Result<What, Failure> {
    if registry::find(registry::ALL, name).is_some() {
        return Ok(What {
            recipe: Recipe::of(name, serde_json::Map::new()),
            made: None,
            sources: ParamFiles::default(),
        });
    }
    if let Some(preset) = presets::find(name) {
        return Ok(What { recipe: preset.recipe(), made: None, sources: ParamFiles::default() });
    }
    if name.starts_with(share::PREFIX) {
        let share::Shared { recipe, size, seed } = share::read(name, registry::ALL)?;
        let made = Made { seed, size, digest: None, edits: Vec::new() };
        return Ok(What { recipe, made: Some(made), sources: ParamFiles::default() });
    }
    let path = Path::new(name);
    if path.extension().is_some_and(|extension| extension == "json") && path.exists() {
        return from_saved_map(name);
    }
    if path.extension().is_some_and(|extension| extension == "txt") {
        return Err(Failure::bad_input(format!(
            "{name}: a text map has no recipe; use it with render, check or measure"
        )));
    }
    if name == "-" || path.exists() || path.extension().is_some_and(|extension| extension == "toml") {
        return from_recipe(name, &input::text(name)?).map_err(|failure| failure.at(name));
    }
    let known = registry::ALL.iter().map(|entry| entry.id).chain(presets::ALL.iter().map(|preset| preset.name));
    let hint = did_you_mean(name, known);
    Err(Failure::bad_input(format!("no algorithm, preset or recipe file is called {:?}; {hint}", shorten(name))))
}

/// Reads a recipe and the files that it names. `name` is the recipe's own file.
pub(crate) fn from_recipe(name: &str, text: &str) -> Result<What, Failure> {
    let all_problems = |error| Recipe::plan_from_toml(text, registry::ALL).err().unwrap_or(error);
    let mut recipe = Recipe::from_toml(text).map_err(all_problems)?;
    let mut sources = ParamFiles::default();
    let named_by = if name == "-" { NamedBy::User } else { NamedBy::Recipe(Path::new(name)) };
    sources.fill(&mut recipe, named_by)?;
    Ok(What { recipe, made: None, sources })
}

/// Reads the recipe of a saved map, unless one of its algorithms has changed since.
fn from_saved_map(name: &str) -> Result<What, Failure> {
    let map = input::map(name)?;
    let refuse = |why: String| Err(Failure::bad_input(format!("{name}: cannot be remade: {why}")));
    let Some(recipe) = map.source.origin.recipe.clone() else {
        return refuse("it is hand-drawn and has no recipe".to_owned());
    };
    if let Some(why) = share::outdated(&recipe, &map.source.origin.revisions, registry::ALL) {
        return refuse(why);
    }
    let digest = Some(map.digest());
    let made = Made { seed: map.source.seed, size: map.size(), digest, edits: map.source.edits };
    Ok(What { recipe, made: Some(made), sources: ParamFiles::default() })
}

/// Shortens a name for messages.
fn shorten(name: &str) -> String {
    name.chars().take(60).collect()
}
