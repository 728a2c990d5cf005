//! [`MapRequest`]: the description of a map in a request. Equal descriptions give equal maps, in any
//! studio and on the command line.

use crate::api_error::ApiError;
use mapwright::edit::Edit;
use mapwright::{Digest, Hasher, Plan, Recipe, Seed, place, registry};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A map: a recipe with size and seed, or an imported map; and the edits made to it by hand.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [
    {"required": ["recipe"], "properties": {"recipe": {"type": "object"}, "map": {"type": "null"}}},
    {"required": ["map"], "properties": {"map": {"type": "string"}, "recipe": {"type": "null"}}},
]))]
pub(crate) struct MapRequest {
    /// Recipe, with the keys that it has in TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Recipe>")]
    pub(crate) recipe: Option<Value>,
    /// Imported map, by the name that `/api/import` returned. Replaces the recipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) map: Option<String>,
    /// Width and height in tiles. Default: the recipe's own size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "size")]
    pub(crate) size: Option<[i32; 2]>,
    /// Seed: a number from 0 to 18446744073709551615 as a string, because JavaScript and many other
    /// programs round numbers this large; or any word. Default: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "seed")]
    pub(crate) seed: Option<String>,
    /// Danger level. If given, stairs, a start, monsters, treasure and traps are placed for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) populate: Option<u32>,
    /// Edits made by hand, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10_000))]
    pub(crate) edits: Vec<Edit>,
}

/// Schema of a size: the product of both sides is limited too, which a schema cannot express.
fn size(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": ["array", "null"],
        "items": {"type": "integer", "minimum": 1, "maximum": 268_435_456},
        "minItems": 2,
        "maxItems": 2,
    })
}

/// Schema of a seed as a number or a word.
fn seed(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["string", "null"], "maxLength": Seed::MAX_WORD_CHARS, "pattern": Seed::word_pattern()})
}

/// JSON pointer of the recipe in a request body.
const RECIPE_FIELD: &str = "/wish/recipe";

impl MapRequest {
    /// Returns the cache key of the map.
    pub(crate) fn key(&self) -> Digest {
        key_of(self)
    }

    /// Returns the seed, 0 by default.
    pub(crate) fn seed(&self) -> Result<Seed, ApiError> {
        let word = self.seed.as_deref().unwrap_or("0");
        let seed = Seed::from_word(word).filter(|_| word.chars().count() <= Seed::MAX_WORD_CHARS);
        let message = "a seed is a whole number from 0 to 18446744073709551615 or a word";
        seed.ok_or_else(|| ApiError::invalid("/wish/seed", message))
    }

    /// Returns the recipe, with the placement steps that `populate` adds.
    fn recipe(&self) -> Result<Recipe, ApiError> {
        let Some(value) = &self.recipe else {
            return Err(ApiError::invalid("/wish", "`recipe` or `map` is missing"));
        };
        let recipe = Recipe::from_value(value.clone());
        let mut recipe = recipe.map_err(|error| ApiError::from_recipe_error(&error, value, RECIPE_FIELD))?;
        if let Some(danger) = self.populate {
            if !(1..=1000).contains(&danger) {
                return Err(ApiError::invalid("/wish/populate", format!("{danger} is not between 1 and 1000")));
            }
            place::populate_with(&mut recipe, danger, registry::ALL);
        }
        Ok(recipe)
    }

    /// Returns the plan of the recipe.
    pub(crate) fn plan(&self) -> Result<Plan, ApiError> {
        let recipe = self.recipe()?;
        let written = self.recipe.as_ref().unwrap_or(&Value::Null);
        recipe.plan(registry::ALL).map_err(|error| ApiError::from_recipe_error(&error, written, RECIPE_FIELD))
    }
}

/// Returns the cache key of a serializable value: a digest of its JSON.
pub(crate) fn key_of(value: &impl Serialize) -> Digest {
    let mut hasher = Hasher::default();
    hasher.text(&serde_json::to_string(value).unwrap_or_default());
    hasher.digest()
}

/// Converts an error of several edits; `first` is the index in the request of the first of them.
pub(crate) fn edit_error(error: &mapwright::Error, first: usize) -> ApiError {
    ApiError::from_error_at(error, |place| {
        // A place is the index among these edits and a field of the edit, like `/3/rect`.
        let place = place.strip_prefix('/').unwrap_or(place);
        let (index, field) = place.split_at(place.find('/').unwrap_or(place.len()));
        match index.parse::<usize>() {
            Ok(index) => format!("/wish/edits/{}{field}", first + index),
            Err(_) => "/wish/edits".to_owned(),
        }
    })
}
