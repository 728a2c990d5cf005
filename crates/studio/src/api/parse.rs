//! Handlers that parse text: recipes, imported files and share codes.

use super::json;
use crate::api_error::{ApiError, Problem};
use crate::body::{Json, MAX_IMPORT_BYTES};
use crate::studio::Studio;
use axum::extract::State;
use axum::response::Response;
use mapwright::{Recipe, registry, share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Body of `/api/recipe`: a recipe as TOML or as JSON.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [
    {"required": ["toml"], "properties": {"toml": {"type": "string"}, "recipe": {"type": "null"}}},
    {"required": ["recipe"], "properties": {"toml": {"type": "null"}, "recipe": {"type": "object"}}},
]))]
pub(super) struct RecipeRequest {
    toml: Option<String>,
    #[schemars(with = "Option<Recipe>")]
    recipe: Option<Value>,
}

/// A recipe as JSON and as TOML, with its problems.
#[derive(Serialize, JsonSchema)]
pub(super) struct RecipeView {
    /// Parsed recipe; null if it could not be parsed or has no steps.
    recipe: Option<Recipe>,
    toml: Option<String>,
    problems: Vec<Problem>,
}

/// Parses a recipe and lists its problems.
pub(super) async fn recipe(
    State(studio): State<Arc<Studio>>,
    Json(RecipeRequest { toml, recipe }): Json<RecipeRequest>,
) -> Result<Response, ApiError> {
    let view = studio.queue.run(move |_| {
        let (parsed, problems) = match (toml, recipe) {
            (Some(text), None) => {
                (Recipe::from_toml(&text), Problem::from_recipe(Recipe::problems(&text, registry::ALL), "/toml"))
            }
            (None, Some(value)) => {
                let problems = Problem::from_recipe(Recipe::problems_of(&value, registry::ALL), "/recipe");
                (Recipe::from_value(value), problems)
            }
            _ => return Err(ApiError::invalid("", "send either `toml` or `recipe`")),
        };
        // A recipe has at least one step; the problems say so.
        let recipe = parsed.ok().filter(|recipe| !recipe.steps.is_empty());
        Ok(RecipeView { toml: recipe.as_ref().map(Recipe::to_toml), recipe, problems })
    });
    Ok(json(&view.await?))
}

/// Body of `/api/import`: a file to open.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportRequest {
    /// File name; its extension decides how the text is parsed.
    #[schemars(length(max = 255))]
    name: String,
    /// Content of the file. A trace is not text: it is sent as base64.
    text: String,
}

/// Content of an imported file.
#[derive(Serialize, JsonSchema)]
pub(super) struct ImportView {
    /// `map` or `recipe`.
    kind: &'static str,
    /// Name of the map for later requests, in `wish.map`.
    map: Option<String>,
    /// Recipe in the file, or the one that made the map.
    recipe: Option<Recipe>,
    size: Option<[i32; 2]>,
    seed: Option<String>,
    /// True if the file records how the map was made, for `/api/trace`.
    trace: bool,
}

/// Opens a file.
pub(super) async fn import(
    State(studio): State<Arc<Studio>>,
    Json(ImportRequest { name, text }): Json<ImportRequest, MAX_IMPORT_BYTES>,
) -> Result<Response, ApiError> {
    let shared = Arc::clone(&studio);
    let view = studio.queue.run(move |_| {
        let extension = name.rsplit('.').next().unwrap_or_default().to_lowercase();
        if extension == "toml" {
            let recipe = Recipe::from_toml(&text).map_err(|error| ApiError::from_error(&error, "/text"))?;
            let size = recipe.size;
            return Ok(ImportView { kind: "recipe", map: None, size, seed: None, recipe: Some(recipe), trace: false });
        }
        let (key, map) = shared.import(&extension, &text)?;
        Ok(ImportView {
            kind: "map",
            map: Some(key.to_string()),
            recipe: map.source.origin.recipe.clone(),
            size: Some([map.size().width, map.size().height]),
            seed: Some(map.source.seed.number().to_string()),
            trace: shared.has_trace(key),
        })
    });
    Ok(json(&view.await?))
}

/// Body of `/api/share`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ShareRequest {
    code: String,
}

/// Content of a share code.
#[derive(Serialize, JsonSchema)]
pub(super) struct ShareView {
    recipe: Recipe,
    size: [i32; 2],
    seed: String,
}

/// Decodes a share code.
pub(super) async fn share(
    State(studio): State<Arc<Studio>>,
    Json(ShareRequest { code }): Json<ShareRequest>,
) -> Result<Response, ApiError> {
    let view = studio.queue.run(move |_| {
        let shared = share::read(&code, registry::ALL).map_err(|error| ApiError::from_error(&error, "/code"))?;
        let (size, seed) = ([shared.size.width, shared.size.height], shared.seed.number().to_string());
        Ok(ShareView { recipe: shared.recipe, size, seed })
    });
    Ok(json(&view.await?))
}
