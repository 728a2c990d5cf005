//! [`Wish`]: which map is meant. The same wish is the same map, on any studio and on the command line.

use crate::fault::Fault;
use crate::studio::Studio;
use crate::weight::weight;
use axum::http::StatusCode;
use mapwright::edit::{Edit, edited, edited_by};
use mapwright::{Digest, Hasher, Map, Plan, Recipe, Run, Seed, place, registry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Which map is meant: a recipe with its size and seed, or a map that was opened; and what was changed by hand since.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    /// The recipe, with the keys that it has as TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Recipe>")]
    pub(crate) recipe: Option<Value>,
    /// In its place: a map that was opened, as `/api/import` named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) map: Option<String>,
    /// Width and height in tiles; by default the recipe's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<[i32; 2]>,
    /// A number from 0 to 18446744073709551615 as a text, since many programs round numbers that large; or any word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub(crate) seed: Option<String>,
    /// Also places stairs, a start, monsters, treasure and traps for a level of this danger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) populate: Option<u32>,
    /// What was changed by hand, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10_000))]
    pub(crate) edits: Vec<Edit>,
}

/// Where the recipe stands in a request.
const FIELD: &str = "/wish/recipe";
/// The most edits of a wish.
const MOST_EDITS: usize = 10_000;
/// How many edits back a map is looked for on the shelf, which holds about as many.
const LOOKED_BACK: usize = 64;

impl Wish {
    /// What stands for the wish on shelves.
    pub(crate) fn key(&self) -> Digest {
        key_of(self)
    }

    /// The seed; a wish without one means 0.
    pub(crate) fn seed(&self) -> Result<Seed, Fault> {
        let word = self.seed.as_deref().unwrap_or("0");
        let seed = if word.len() > 200 { None } else { Seed::from_word(word) };
        let message = "a seed is a whole number from 0 to 18446744073709551615 or a word";
        seed.ok_or_else(|| Fault::invalid("/wish/seed", message))
    }

    /// The recipe, with what is placed besides.
    fn recipe(&self) -> Result<Recipe, Fault> {
        let Some(value) = &self.recipe else {
            return Err(Fault::invalid("/wish", "a wish has a recipe, or the map that was opened"));
        };
        let mut recipe = Recipe::from_value(value.clone()).map_err(|error| Fault::of_recipe(&error, value, FIELD))?;
        if let Some(danger) = self.populate {
            if !(1..=1000).contains(&danger) {
                return Err(Fault::invalid("/wish/populate", format!("{danger} is not in 1..=1000")));
            }
            place::populate(&mut recipe, danger);
        }
        Ok(recipe)
    }

    /// The plan, if the wish is for a recipe.
    pub(crate) fn plan(&self) -> Result<Plan, Fault> {
        if self.map.is_some() {
            return Err(Fault::invalid("/wish/map", "a map that was opened has no run; only a recipe can be run"));
        }
        let recipe = self.recipe()?;
        let written = self.recipe.as_ref().unwrap_or(&Value::Null);
        recipe.plan(registry::ALL).map_err(|error| Fault::of_recipe(&error, written, FIELD))
    }
}

/// What stands for any question.
pub(crate) fn key_of(question: &impl Serialize) -> Digest {
    let mut hasher = Hasher::default();
    hasher.text(&serde_json::to_string(question).unwrap_or_default());
    hasher.digest()
}

impl Studio {
    /// The run of a wish.
    pub(crate) fn run<'a>(&self, wish: &Wish, stop: &'a AtomicBool) -> Result<Run<'a>, Fault> {
        let mut run = Run { max_tiles: self.limits.tiles, cancel: Some(stop), ..Run::new(wish.seed()?) };
        if let Some([width, height]) = wish.size {
            if width < 1 || height < 1 {
                return Err(Fault::invalid("/wish/size", format!("a map of {width}x{height} has no tile")));
            }
            run = run.size(width, height);
        }
        Ok(run)
    }

    /// The map of a wish, from the shelf or made.
    pub(crate) fn make(&self, wish: &Wish, stop: &AtomicBool) -> Result<Arc<Map>, Fault> {
        let key = wish.key();
        if let Some(map) = self.maps.get(key) {
            return Ok(map);
        }
        if wish.edits.len() > MOST_EDITS {
            return Err(Fault::invalid("/wish/edits", format!("more than {MOST_EDITS} edits")));
        }
        let map = match &wish.edits[..] {
            [] => self.begin(wish, stop)?,
            [.., last] => self.edit(wish, last, stop)?,
        };
        self.maps.put(key, weight(&map), &map);
        Ok(map)
    }

    /// The map of a wish whose last edit is this one: mostly all edits before it were made already.
    fn edit(&self, wish: &Wish, last: &Edit, stop: &AtomicBool) -> Result<Arc<Map>, Fault> {
        let mut before = wish.clone();
        // Without going through all of them in each other: there may be very many.
        let mut made = None;
        while made.is_none() && !before.edits.is_empty() && wish.edits.len() - before.edits.len() < LOOKED_BACK {
            before.edits.pop();
            made = self.maps.get(before.key());
        }
        let begun = match made {
            Some(map) => map,
            None => {
                before.edits.clear();
                self.begin(&before, stop)?
            }
        };
        let rest = &wish.edits[before.edits.len()..];
        let [most @ .., _] = rest else { return Ok(begun) };
        let place = |error: &mapwright::Error| {
            // Counted from the first of the rest.
            let index = |place: &str| place[1..].split('/').next().and_then(|index| index.parse::<usize>().ok());
            let within = |place: &str| place[1..].find('/').map_or("", |at| &place[1 + at..]).to_owned();
            let field = |place: &String| match index(place) {
                Some(at) => format!("/wish/edits/{}{}", before.edits.len() + at, within(place)),
                None => "/wish/edits".to_owned(),
            };
            Fault::at_fields(error, field)
        };
        let all =
            |map: Map, edits: &[Edit]| edited_by(map, edits, registry::ALL, Some(stop)).map_err(|error| place(&error));
        // The last is kept by who asked for it; the one before it is where an undo leads.
        let map = if most.is_empty() {
            begun
        } else {
            let map = Arc::new(all(Map::clone(&begun), most)?);
            let but_last = Wish { edits: wish.edits[..wish.edits.len() - 1].to_vec(), ..before.clone() };
            self.maps.put(but_last.key(), weight(&map), &map);
            map
        };
        let edited = edited(&map, last, registry::ALL, Some(stop));
        edited.map(Arc::new).map_err(|error| Fault::of(&error, &format!("/wish/edits/{}", wish.edits.len() - 1)))
    }

    /// The map before any edit.
    fn begin(&self, wish: &Wish, stop: &AtomicBool) -> Result<Arc<Map>, Fault> {
        match &wish.map {
            Some(_) if wish.recipe.is_some() => {
                Err(Fault::invalid("/wish/map", "a wish has a recipe or a map that was opened, not both"))
            }
            Some(name) => self.opened(name),
            None => {
                let made = wish.plan()?.run(self.run(wish, stop)?);
                Ok(Arc::new(made.map_err(|error| Fault::of_run(&error))?))
            }
        }
    }

    /// A map that somebody opened before.
    fn opened(&self, name: &str) -> Result<Arc<Map>, Fault> {
        let digest = u128::from_str_radix(name, 16).ok().filter(|_| name.len() == 32);
        digest.and_then(|digest| self.opened.get(Digest(digest))).ok_or_else(|| {
            Fault::new(StatusCode::NOT_FOUND, "unknown-map", "the studio does not have this map; open its file again")
        })
    }
}
