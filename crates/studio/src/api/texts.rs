//! Texts: recipes as people write them, files that they open, codes that they send each other.

use super::json;
use crate::body::{Json, MOST_OF_A_FILE};
use crate::fault::{Fault, Problem};
use crate::studio::Studio;
use crate::weight::weight;
use axum::extract::State;
use axum::response::Response;
use mapwright::{Map, Recipe, registry, saved, share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A recipe, as text or as values.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecipeWish {
    toml: Option<String>,
    #[schemars(with = "Option<Recipe>")]
    recipe: Option<Value>,
}

/// A recipe both ways, and all that is wrong with it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RecipeView {
    /// Null for a text that cannot be read.
    recipe: Option<Recipe>,
    toml: Option<String>,
    problems: Vec<Problem>,
}

pub(crate) async fn recipe(
    State(studio): State<Arc<Studio>>,
    Json(RecipeWish { toml, recipe }): Json<RecipeWish>,
) -> Result<Response, Fault> {
    let view = studio.desk.work(move |_| {
        let (read, problems) = match (toml, recipe) {
            (Some(text), None) => {
                (Recipe::from_toml(&text), Problem::of_recipe(Recipe::problems(&text, registry::ALL), "/toml"))
            }
            (None, Some(value)) => {
                let problems = Problem::of_recipe(Recipe::problems_of(&value, registry::ALL), "/recipe");
                (Recipe::from_value(value), problems)
            }
            _ => return Err(Fault::invalid("", "either toml or recipe")),
        };
        let recipe = read.ok();
        Ok(RecipeView { toml: recipe.as_ref().map(Recipe::to_toml), recipe, problems })
    });
    Ok(json(&view.await?))
}

/// A file that somebody opens.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportWish {
    /// What it is called; its ending tells what it is.
    #[schemars(length(max = 255))]
    name: String,
    text: String,
}

/// What was in it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ImportView {
    /// `map` or `recipe`.
    kind: &'static str,
    /// The name of the map for wishes.
    map: Option<String>,
    /// The recipe of the file, or the one that made the map.
    recipe: Option<Recipe>,
    size: Option<[i32; 2]>,
    seed: Option<String>,
}

pub(crate) async fn import(
    State(studio): State<Arc<Studio>>,
    Json(ImportWish { name, text }): Json<ImportWish, MOST_OF_A_FILE>,
) -> Result<Response, Fault> {
    let own = Arc::clone(&studio);
    let view = studio.desk.work(move |_| {
        let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
        if ending == "toml" {
            let recipe = Recipe::from_toml(&text).map_err(|error| Fault::of(&error, "/text"))?;
            return Ok(ImportView { kind: "recipe", map: None, size: recipe.size, seed: None, recipe: Some(recipe) });
        }
        own.open(&ending, &text)
    });
    Ok(json(&view.await?))
}

/// The most records, and values under unknown keys, of a map that is opened.
const MOST_RECORDS: usize = 400_000;
const MOST_VALUES: usize = 200_000;

impl Studio {
    /// Reads a map, and keeps it for wishes.
    fn open(&self, ending: &str, text: &str) -> Result<ImportView, Fault> {
        let bad = |error: mapwright::Error| Fault::of(&error, "/text");
        let map = match ending {
            "json" => {
                let limits = saved::Limits {
                    max_tiles: self.limits.tiles,
                    max_records: MOST_RECORDS,
                    max_values: MOST_VALUES,
                    ..saved::Limits::default()
                };
                saved::read(text.as_bytes(), &limits).map_err(bad)?
            }
            "txt" => {
                // Rows are filled up to the longest: a short text can stand for a large map.
                let widest = text.lines().map(str::len).max().unwrap_or(0);
                if widest.saturating_mul(text.lines().count()) > 4 * self.limits.tiles {
                    return Err(self.too_large(widest.saturating_mul(text.lines().count())));
                }
                Map::from_ascii(text).map_err(bad)?
            }
            _ => {
                let message = "the studio opens recipes (.toml), saved maps (.json) and maps drawn as text (.txt)";
                return Err(Fault::invalid("/name", message));
            }
        };
        let tiles = map.size().area();
        if tiles == 0 || tiles > self.limits.tiles {
            return Err(self.too_large(tiles));
        }
        let mut hasher = mapwright::Hasher::default();
        hasher.text(text);
        let key = hasher.digest();
        let view = ImportView {
            kind: "map",
            map: Some(key.to_string()),
            recipe: map.source.origin.recipe.clone(),
            size: Some([map.size().width, map.size().height]),
            seed: Some(map.source.seed.number().to_string()),
        };
        self.opened.put(key, weight(&map), &Arc::new(map));
        Ok(view)
    }

    fn too_large(&self, tiles: usize) -> Fault {
        Fault::invalid("/text", format!("a map of {tiles} tiles; the studio takes 1 to {}", self.limits.tiles))
    }
}

/// A code that somebody sent.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShareWish {
    code: String,
}

/// What it stands for.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SharedView {
    recipe: Recipe,
    size: [i32; 2],
    seed: String,
}

pub(crate) async fn share(
    State(studio): State<Arc<Studio>>,
    Json(ShareWish { code }): Json<ShareWish>,
) -> Result<Response, Fault> {
    let view = studio.desk.work(move |_| {
        let shared = share::read(&code, registry::ALL).map_err(|error| Fault::of(&error, "/code"))?;
        let (size, seed) = ([shared.size.width, shared.size.height], shared.seed.number().to_string());
        Ok(SharedView { recipe: shared.recipe, size, seed })
    });
    Ok(json(&view.await?))
}
