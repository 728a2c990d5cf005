//! Share codes: **recipe, size and seed as one word** that fits into a message or a link.
//!
//! ```
//! use mapwright::{Recipe, Run, Seed, registry, share};
//! let plan = Recipe::of("cellular", serde_json::Map::new()).plan(registry::ALL)?;
//! let map = plan.run(Run::new(Seed::new(7)).size(40, 30))?;
//! let code = share::code(&map).expect("a map with a recipe");
//! let shared = share::read(&code, registry::ALL)?;
//! assert_eq!(shared.recipe.plan(registry::ALL)?.run(shared.run())?, map);
//! # Ok::<(), mapwright::Error>(())
//! ```
//!
//! A code begins with `mw1.`, and the rest is URL-safe base64: four bytes of checksum, then
//! deflated JSON with the recipe, the size, the seed and the revision of every algorithm. A code of
//! another revision is refused by name and never misread; a truncated or mistyped code is reported.
//! Edits are not included: they can be longer than any message.

use crate::base::digest::Hasher;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Size;
use crate::base::rng::Seed;
use crate::generator::Entry;
use crate::map::Map;
use crate::recipe::Recipe;
use crate::run::plan::Run;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Prefix of every code.
pub const PREFIX: &str = "mw1.";
/// Maximum length of a code, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Maximum compression: a code is made once and sent often.
const EFFORT: u8 = 10;

/// Contents of a code.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared {
    /// Recipe of the map.
    pub recipe: Recipe,
    /// Size of the map.
    pub size: Size,
    /// Seed of the map.
    pub seed: Seed,
}

impl Shared {
    /// Returns the run that makes the map.
    pub fn run(&self) -> Run<'static> {
        Run { size: Some(self.size), ..Run::new(self.seed) }
    }
}

/// JSON contents of a code.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content<'a> {
    recipe: Cow<'a, Recipe>,
    size: [i32; 2],
    seed: String,
    revisions: Cow<'a, BTreeMap<String, u32>>,
}

/// Returns the code of a map; `None` for one drawn by hand. The code of an edited map stands for
/// the map before the edits.
pub fn code(map: &Map) -> Option<String> {
    let origin = &map.source.origin;
    let content = Content {
        recipe: Cow::Borrowed(origin.recipe.as_ref()?),
        size: [map.size().width, map.size().height],
        seed: map.source.seed.number().to_string(),
        revisions: Cow::Borrowed(&origin.revisions),
    };
    let json = serde_json::to_vec(&content).ok()?;
    let mut bytes = checksum(&json).to_vec();
    bytes.extend(miniz_oxide::deflate::compress_to_vec(&json, EFFORT));
    Some(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// Reads a code; algorithms are looked up in `entries`.
pub fn read(code: &str, entries: &[Entry]) -> Result<Shared, Error> {
    let bad = |message: &str| Error::new(ErrorKind::BadFile, message);
    let code = code.trim();
    let Some(rest) = code.strip_prefix(PREFIX) else {
        let newer = code.starts_with("mw") && code.contains('.');
        return Err(bad(if newer {
            "the code is from a newer version; update mapwright"
        } else {
            "not a share code: codes begin with mw1."
        }));
    };
    if code.len() > MAX_BYTES {
        return Err(Error::new(ErrorKind::TooBig, format!("a code of {} bytes; the limit is {MAX_BYTES}", code.len())));
    }
    const DAMAGED: &str = "the code is damaged or cut off; copy all of it";
    let bytes = URL_SAFE_NO_PAD.decode(rest).map_err(|_| bad(DAMAGED))?;
    let (sum, packed) = bytes.split_first_chunk::<4>().ok_or_else(|| bad(DAMAGED))?;
    let json = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MAX_BYTES).map_err(|_| bad(DAMAGED))?;
    if checksum(&json) != *sum {
        return Err(bad(DAMAGED));
    }
    let content: Content<'_> =
        serde_json::from_slice(&json).map_err(|error| bad(&format!("the code contains no map: {error}")))?;
    let recipe = content.recipe.into_owned();
    if let Some(why) = outdated(&recipe, &content.revisions, entries) {
        return Err(Error::new(ErrorKind::UnknownName, format!("the code cannot be read: {why}")));
    }
    let [width, height] = content.size;
    let seed = content.seed.parse().map_err(|_| bad("the seed in the code is not a number"))?;
    if width < 1 || height < 1 {
        return Err(bad("the size in the code is not positive"));
    }
    Ok(Shared { recipe, size: Size { width, height }, seed: Seed::new(seed) })
}

/// Returns the reason why these algorithms cannot reproduce a map made with these revisions.
pub fn outdated(recipe: &Recipe, revisions: &BTreeMap<String, u32>, entries: &[Entry]) -> Option<String> {
    let used = recipe.steps.iter().map(|step| &step.uses);
    if let Some(id) = used.into_iter().find(|id| !revisions.contains_key(*id)) {
        return Some(format!("it does not say which revision of {id} made it"));
    }
    revisions.iter().find_map(|(id, revision)| match crate::registry::find(entries, id) {
        Some(entry) if entry.revision == *revision => None,
        Some(entry) => Some(format!("it was made by {id} revision {revision}, this program has {}", entry.revision)),
        None => Some(format!("it was made by {id}, which this program does not have")),
    })
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut hasher = Hasher::default();
    hasher.bytes(bytes);
    (hasher.digest().0 as u32).to_le_bytes()
}
