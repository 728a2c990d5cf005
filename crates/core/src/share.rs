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
//! A code begins with `mw1.`, and the rest is URL-safe base64: four bytes of checksum, then deflated JSON with the recipe, the size, the seed
//! and the revision of every algorithm. A code of another revision is refused by name and never taken for something else; one that was cut
//! off or mistyped is told for what it is. Edits are not in it: they can be longer than any message.

use crate::digest::Hasher;
use crate::error::{Error, ErrorKind};
use crate::generator::Entry;
use crate::grid::Size;
use crate::map::Map;
use crate::plan::Run;
use crate::recipe::Recipe;
use crate::rng::Seed;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How every code begins.
pub const PREFIX: &str = "mw1.";
/// The longest code that is read, in bytes.
pub const LONGEST: usize = 1 << 20;
/// As hard as it gets: a code is made once and sent often.
const EFFORT: u8 = 10;

/// What a code stands for.
#[derive(Clone, PartialEq, Debug)]
pub struct Shared {
    /// How the map is made.
    pub recipe: Recipe,
    /// How large it is.
    pub size: Size,
    /// Its seed.
    pub seed: Seed,
}

impl Shared {
    /// The run that makes the map.
    pub fn run(&self) -> Run<'static> {
        Run { size: Some(self.size), ..Run::new(self.seed) }
    }
}

/// What is inside.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content<'a> {
    recipe: Cow<'a, Recipe>,
    size: [i32; 2],
    seed: String,
    revisions: Cow<'a, BTreeMap<String, u32>>,
}

/// The code of a map; `None` for one that was drawn by hand. Of a map that was edited it is the code of what it was before.
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

/// What a code stands for; algorithms are looked up in `entries`.
pub fn read(code: &str, entries: &[Entry]) -> Result<Shared, Error> {
    let bad = |message: &str| Error::new(ErrorKind::BadFile, message);
    let code = code.trim();
    let Some(rest) = code.strip_prefix(PREFIX) else {
        let newer = code.starts_with("mw") && code.contains('.');
        return Err(bad(if newer {
            "the code is of a newer kind; update mapwright"
        } else {
            "no share code: one begins with mw1."
        }));
    };
    if code.len() > LONGEST {
        return Err(Error::new(ErrorKind::TooBig, format!("a code of {} bytes; the limit is {LONGEST}", code.len())));
    }
    const DAMAGED: &str = "the code is damaged or cut off; copy all of it";
    let bytes = URL_SAFE_NO_PAD.decode(rest).map_err(|_| bad(DAMAGED))?;
    let (sum, packed) = bytes.split_first_chunk::<4>().ok_or_else(|| bad(DAMAGED))?;
    let json = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, LONGEST).map_err(|_| bad(DAMAGED))?;
    if checksum(&json) != *sum {
        return Err(bad(DAMAGED));
    }
    let content: Content<'_> =
        serde_json::from_slice(&json).map_err(|error| bad(&format!("no map in the code: {error}")))?;
    let recipe = content.recipe.into_owned();
    if let Some(why) = outdated(&recipe, &content.revisions, entries) {
        return Err(Error::new(ErrorKind::UnknownName, format!("the code cannot be read: {why}")));
    }
    let [width, height] = content.size;
    let seed = content.seed.parse().map_err(|_| bad("the seed in the code is no number"))?;
    if width < 1 || height < 1 {
        return Err(bad("the size in the code is no size"));
    }
    Ok(Shared { recipe, size: Size { width, height }, seed: Seed::new(seed) })
}

/// Why these algorithms do not make the map again that those of these revisions made.
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
