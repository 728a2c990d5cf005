//! Shipped prefabs, the user's own prefabs, and the choice among them.

use super::{Prefab, Stamp, read};
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Size;
use crate::base::nearest::hint;
use crate::base::rng::{Rng, Seed};
use crate::base::shipped::{ShippedFile, shipped};
use crate::params::schema::printable;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

/// Files of `prefabs/`, each with its name.
pub(super) static FILES: &[ShippedFile] = shipped!("prefabs");

static SHIPPED: LazyLock<Vec<Prefab>> = LazyLock::new(|| {
    let mut prefabs = Vec::with_capacity(FILES.len());
    for file in FILES {
        // Read once and kept for the life of the program, so its words are never copied.
        let read = read::read(file.text, |word| Cow::Borrowed(String::leak(word)));
        let read = read.unwrap_or_else(|error| panic!("prefabs/{}: {error}", file.name));
        for mut prefab in read {
            if prefab.name.is_empty() {
                prefab.name = Cow::Borrowed(file.name);
            }
            prefabs.push(prefab);
        }
    }
    prefabs
});

/// Returns all shipped prefabs: the files of `prefabs/`, sorted by name.
pub fn shipped() -> &'static [Prefab] {
    &SHIPPED
}

/// When to choose from the shipped prefabs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shipped {
    /// Only if there is no library.
    #[default]
    Alone,
    /// Always: the library adds to them, and replaces prefabs of the same name.
    Joined,
}

/// The user's own prefabs: texts of files, each with one or several prefabs.
///
/// They are parsed once, on first use.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Library {
    texts: Vec<String>,
    read: OnceLock<Result<Vec<Prefab>, String>>,
}

impl Library {
    /// Maximum number of texts.
    pub const MAX_TEXTS: usize = 1_000;
    /// Maximum number of prefabs in all texts.
    pub const MAX_PREFABS: usize = 1_000;
    /// Maximum number of characters in all texts.
    pub const MAX_CHARACTERS: usize = 1 << 20;

    /// Returns the prefabs, or the error and the text that contains it.
    pub fn prefabs(&self) -> Result<&[Prefab], &str> {
        self.read.get_or_init(|| self.read()).as_deref().map_err(String::as_str)
    }

    fn read(&self) -> Result<Vec<Prefab>, String> {
        let characters: usize = self.texts.iter().map(|text| text.chars().count()).sum();
        if characters > Library::MAX_CHARACTERS {
            return Err(format!("{characters} characters in all; the limit is {}", Library::MAX_CHARACTERS));
        }
        let mut prefabs = Vec::new();
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for (number, text) in (1..).zip(&self.texts) {
            let read = Prefab::read(text).map_err(|error| format!("text {number}: {error}"))?;
            for (index, mut prefab) in (1..).zip(read) {
                if prefab.name.is_empty() {
                    let name = if index == 1 { format!("text-{number}") } else { format!("text-{number}-{index}") };
                    prefab.name = name.into();
                }
                if let Some(before) = names.insert(prefab.name.clone().into_owned(), number) {
                    let name = printable(&prefab.name);
                    return Err(format!("text {number}: {name:?} is the name of a prefab of text {before} too"));
                }
                prefabs.push(prefab);
            }
            if prefabs.len() > Library::MAX_PREFABS {
                return Err(format!("text {number}: more than {} prefabs in all", Library::MAX_PREFABS));
            }
        }
        Ok(prefabs)
    }
}

impl From<Vec<String>> for Library {
    fn from(texts: Vec<String>) -> Self {
        Library { texts, read: OnceLock::new() }
    }
}

impl From<Library> for Vec<String> {
    fn from(library: Library) -> Self {
        library.texts
    }
}

impl JsonSchema for Library {
    fn schema_name() -> Cow<'static, str> {
        "Library".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let cell = "name = \"cell\"\nlegend = { b = \"decoration bed\" }\n---\n#####\n#b.b#\n#...#\n##+##";
        let pond =
            "name = \"pond\"\ntags = [\"section\", \"vault\", \"level\"]\n---\n?...?\n.~~~.\n.~$=.\n.~~~.\n?...?";
        json_schema!({
            "type": "array",
            "items": {"type": "string", "maxLength": Prefab::MAX_TEXT},
            "maxItems": Library::MAX_TEXTS,
            "examples": [[], [cell], [cell, pond]]
        })
    }
}

/// Use of a prefab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Level,
    Section,
    Vault,
}

impl Role {
    const ALL: [Role; 3] = [Role::Level, Role::Section, Role::Vault];

    /// Returns the tag of the role.
    const fn word(self) -> &'static str {
        match self {
            Role::Level => "level",
            Role::Section => "section",
            Role::Vault => "vault",
        }
    }

    fn suits(self, prefab: &Prefab) -> bool {
        let has = |role: Role| prefab.tags.iter().any(|tag| tag == role.word());
        has(self) || !Role::ALL.into_iter().any(has)
    }
}

/// Parameters that all prefab steps share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<'a> {
    pub(crate) role: Role,
    pub(crate) pick: &'a str,
    pub(crate) depth: u32,
    pub(crate) library: &'a Library,
    pub(crate) shipped: Shipped,
}

impl<'a> Choice<'a> {
    fn all(self) -> impl Iterator<Item = &'a Prefab> {
        let own = self.library.prefabs().unwrap_or_default();
        let more: &[Prefab] = if own.is_empty() || self.shipped == Shipped::Joined { shipped() } else { &[] };
        own.iter().chain(more.iter().filter(move |prefab| own.iter().all(|other| other.name != prefab.name)))
    }

    /// Returns the matching prefabs of any depth. A name also matches a prefab of weight 0, but
    /// never one for another role: a vault as a level would be a room in the rock without a door.
    fn meant(self) -> impl Iterator<Item = &'a Prefab> {
        self.all().filter(move |prefab| {
            let tagged = || self.pick.is_empty() || prefab.tags.iter().any(|tag| tag == self.pick);
            let named = !self.pick.is_empty() && prefab.name == self.pick;
            // A level may be placed on a map as a section if it is chosen by name.
            let glued = named && self.role == Role::Section && Role::Level.suits(prefab);
            glued || (self.role.suits(prefab) && (named || (prefab.weight > 0 && tagged())))
        })
    }

    /// Returns the prefabs to choose from.
    pub(crate) fn candidates(self) -> impl Iterator<Item = &'a Prefab> {
        let enters = move |prefab: &Prefab| {
            let structure = &prefab.structure;
            self.role != Role::Vault || !(structure.anchors.is_empty() && structure.open_edge.is_empty())
        };
        let deep = move |prefab: &Prefab| self.depth == 0 || (prefab.depth[0]..=prefab.depth[1]).contains(&self.depth);
        self.meant().filter(move |prefab| enters(prefab) && deep(prefab))
    }

    /// Returns the prefab that wins the draw of this seed on a map of this size, in every
    /// orientation that fits, with the random stream for its other choices.
    pub(crate) fn draw(self, size: Size, seed: Seed) -> Result<(Vec<Stamp<'a>>, Rng), Error> {
        let winner = self.winner(size, seed).ok_or_else(|| self.too_small(size))?;
        Ok((Stamp::fitting(winner, size).collect(), seed.child(&winner.name).rng()))
    }

    /// Returns the winner of the draw of this seed among the prefabs that fit.
    fn winner(self, size: Size, seed: Seed) -> Option<&'a Prefab> {
        let fitting = self.candidates().filter(|prefab| Stamp::fitting(prefab, size).next().is_some());
        fitting.max_by_key(|prefab| (prefab.lot(seed), &prefab.name))
    }

    /// Returns the error for a map that is too small for every prefab.
    fn too_small(self, size: Size) -> Error {
        let why = self.refuses(size).unwrap_or_default();
        Error::new(ErrorKind::DoesNotFit, format!("size {size} {why}"))
    }

    /// Returns the reasons why there is nothing to choose from.
    pub(crate) fn conflicts(self) -> Vec<(&'static str, String)> {
        if let Err(what) = self.library.prefabs() {
            return vec![("library", what.to_owned())];
        }
        if self.candidates().next().is_some() {
            return Vec::new();
        }
        let role = self.role.word();
        if let Some(prefab) = self.meant().next() {
            let (name, depth) = (printable(&prefab.name), self.depth);
            if self.role == Role::Vault && prefab.structure.anchors.is_empty() && prefab.structure.open_edge.is_empty()
            {
                let what = format!("{name:?} has no entrance: draw an anchor, a door or floor at its edge");
                return vec![(if self.pick.is_empty() { "library" } else { "pick" }, what)];
            }
            let [low, high] = prefab.depth;
            return vec![("depth", format!("no {role} belongs at depth {depth}; {name:?} is for {low} to {high}"))];
        }
        if self.pick.is_empty() {
            return vec![("library", format!("no prefab is tagged {role:?}, or all have weight 0"))];
        }
        let suiting: Vec<&Prefab> = self.all().filter(|prefab| self.role.suits(prefab)).collect();
        let mut known: Vec<&str> = suiting.iter().flat_map(|prefab| prefab.tags.iter()).map(AsRef::as_ref).collect();
        known.extend(suiting.iter().map(|prefab| prefab.name.as_ref()));
        known.sort_unstable();
        known.dedup();
        // A user's library may have many.
        known.truncate(60);
        let (pick, hint) = (printable(self.pick), hint(self.pick, known));
        let what = match self.all().find(|prefab| prefab.name == self.pick) {
            Some(other) => format!("{pick:?} is not a {role} but tagged {}; {hint}", printable(&other.tags.join(", "))),
            None => format!("no {role} has {pick:?} as its name or tag; {hint}"),
        };
        vec![("pick", what)]
    }

    /// Returns the smallest width and height that any of them needs; a smaller map has no space for
    /// any.
    pub(crate) fn min_size(self) -> Size {
        let needs = self.candidates().flat_map(|prefab| prefab.ways().map(|turn| Stamp::new(prefab, turn).needs()));
        let least = needs.reduce(|a, b| Size::new(a.width.min(b.width), a.height.min(b.height)));
        least.unwrap_or(Size::new(1, 1))
    }

    /// Returns the reason why a map of this size is refused, in words that follow "size 9x9".
    pub(crate) fn refuses(self, size: Size) -> Option<String> {
        if self.candidates().any(|prefab| Stamp::fitting(prefab, size).next().is_some()) {
            return None;
        }
        let smallest = self.candidates().min_by_key(|prefab| prefab.size().area())?;
        let (name, needs, count) = (printable(&smallest.name), smallest.size(), self.candidates().count());
        Some(match count {
            1 => format!("has no room for the prefab {name:?} of {needs}"),
            _ => format!("has no room for any of {count} prefabs; the smallest is {name:?} of {needs}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::bits::BitGrid;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::Map;
    use std::collections::BTreeSet;

    fn choice(library: &Library, role: Role) -> Choice<'_> {
        Choice { role, pick: "", depth: 0, library, shipped: Shipped::Alone }
    }

    fn library(texts: &[&str]) -> Library {
        Library::from(texts.iter().map(|&text| text.to_owned()).collect::<Vec<String>>())
    }

    #[test]
    fn every_file_is_read() {
        let problem = |file: &ShippedFile| Prefab::read(file.text).err().map(|error| format!("{}: {error}", file.name));
        assert_eq!(FILES.iter().filter_map(problem).collect::<Vec<String>>(), [""; 0]);
    }

    #[test]
    fn shipped_prefabs_have_unique_names_and_uses() {
        let count =
            |role: Role| shipped().iter().filter(|prefab| prefab.tags.iter().any(|tag| tag == role.word())).count();
        assert!(shipped().len() >= 45, "{}", shipped().len());
        assert!(count(Role::Level) >= 4 && count(Role::Section) >= 8 && count(Role::Vault) >= 20);
        let names: BTreeSet<&str> = shipped().iter().map(|prefab| prefab.name.as_ref()).collect();
        assert_eq!(names.len(), shipped().len());
        for prefab in shipped() {
            let uses = Role::ALL.iter().filter(|role| prefab.tags.iter().any(|tag| tag == role.word())).count();
            assert_eq!(uses, 1, "{} says how it is used", prefab.name);
            assert!(prefab.weight > 0, "{}", prefab.name);
        }
    }

    #[test]
    fn shipped_prefabs_are_valid_in_every_rotation() {
        for prefab in shipped() {
            for turn in prefab.ways() {
                let stamp = Stamp::new(prefab, turn);
                let mut map = Map::new(stamp.needs(), Tile::Wall);
                let origin = stamp.places(map.size()).origin();
                stamp.draw(&mut map, origin, |_| false, &mut Seed::new(1).rng());
                assert_eq!(check(&map), [], "{} {turn:?}\n{}", prefab.name, map.to_ascii());
                let mut settled = map.clone();
                settled.settle();
                assert_eq!(settled, map, "{}: no door is out of place", prefab.name);
                assert!(!map.rooms.is_empty() && !map.decorations.is_empty(), "{} is furnished", prefab.name);
            }
            let structure = &prefab.structure;
            if !Role::Level.suits(prefab) {
                assert!(!structure.anchors.is_empty() || !structure.open_edge.is_empty(), "{}: a way in", prefab.name);
            } else {
                let map = Stamp::new(prefab, prefab.ways().next().unwrap()).alone(|_| false, &mut Seed::new(1).rng());
                assert_eq!(map.stairs.len(), 2, "{}: a way in and a way on", prefab.name);
            }
        }
    }

    #[test]
    fn no_two_of_the_shipped_ones_look_alike() {
        let open = |prefab: &Prefab, index: usize| -> Option<BitGrid> {
            let turn = super::super::turn::Turn::ALL[index];
            let stamp = Stamp::new(prefab, turn);
            let map = stamp.alone(|_| true, &mut Seed::new(1).rng());
            Some(map.walkable())
        };
        for (index, one) in shipped().iter().enumerate() {
            for other in &shipped()[..index] {
                for turn in 0..8 {
                    let (Some(a), Some(b)) = (open(one, 0), open(other, turn)) else { continue };
                    if a.size() != b.size() {
                        continue;
                    }
                    let things = |prefab: &Prefab| -> BTreeSet<String> {
                        let map =
                            Stamp::new(prefab, prefab.ways().next().unwrap()).alone(|_| true, &mut Seed::new(1).rng());
                        map.decorations.iter().map(|decoration| decoration.kind.to_string()).collect()
                    };
                    assert!(a != b || things(one) != things(other), "{} is {}", one.name, other.name);
                }
            }
        }
    }

    #[test]
    fn the_smallest_of_a_kind_is_smallest_both_ways() {
        let empty = Library::default();
        for role in [Role::Level, Role::Section] {
            let choice = choice(&empty, role);
            assert_eq!(choice.refuses(choice.min_size()), None, "{role:?}: {}", choice.min_size());
        }
    }

    #[test]
    fn a_library_takes_the_place_of_the_shipped_ones_or_joins_them() {
        let own = library(&["name = \"shrine\"\ntags = [\"vault\"]\n---\n##\n.#", "#.", "tags = [\"level\"]\n---\n.."]);
        let names = |choice: Choice<'_>| -> Vec<String> { choice.candidates().map(|it| it.name.to_string()).collect() };
        assert_eq!(names(choice(&own, Role::Vault)), ["shrine", "text-2"]);
        assert_eq!(names(choice(&own, Role::Level)), ["text-2", "text-3"]);
        let joined = Choice { shipped: Shipped::Joined, ..choice(&own, Role::Vault) };
        assert_eq!(names(joined).iter().filter(|name| *name == "shrine").count(), 1, "its own comes first");
        assert!(names(joined).len() > 20);
        let named = |role| names(Choice { pick: "text-3", ..choice(&own, role) });
        assert_eq!(named(Role::Level), ["text-3"]);
        assert_eq!(named(Role::Vault), [""; 0], "a level is no vault");
    }

    #[test]
    fn an_empty_choice_is_explained() {
        let empty = Library::default();
        let says = |choice: Choice<'_>| choice.conflicts().pop().map(|(at, what)| format!("{at}: {what}")).unwrap();
        let pick = |pick| Choice { pick, ..choice(&empty, Role::Vault) };
        assert!(says(pick("shrin")).ends_with("did you mean shrine?"), "{}", says(pick("shrin")));
        assert!(
            says(pick("temple")).starts_with("pick: \"temple\" is not a vault but tagged level; "),
            "{}",
            says(pick("temple"))
        );
        assert!(says(Choice { depth: 1, ..pick("boss-arena") }).contains("is for 4 to 1000"));
        let twice = library(&["name = \"a\"\n---\n.", "name = \"a\"\n---\n."]);
        assert!(says(choice(&twice, Role::Level)).starts_with("library: text 2: \"a\" is the name"));
        assert!(says(choice(&library(&[".", "x"]), Role::Level)).starts_with("library: text 2: line 1, column 1: 'x'"));
        let closed = library(&["###\n#.#\n###"]);
        assert!(says(choice(&closed, Role::Vault)).contains("has no entrance"));
        let never = library(&["weight = 0\n---\n."]);
        assert!(says(choice(&never, Role::Level)).contains("weight 0"));
        let large = library(&["name = \"a\"\nturns = false\n---\n#...#"]);
        assert_eq!(
            choice(&large, Role::Level).refuses(Size::new(4, 9)).unwrap(),
            "has no room for the prefab \"a\" of 5x1"
        );
    }

    #[test]
    fn chances_go_by_weight_and_a_newcomer_takes_only_what_it_wins() {
        let (light, heavy) = ("name = \"light\"\nweight = 5\n---\n.", "name = \"heavy\"\nweight = 15\n---\n.");
        let two = library(&[light, heavy]);
        let three = library(&[light, "name = \"new\"\nweight = 20\n---\n.", heavy]);
        let winner = |library: &Library, seed: u64| {
            let prefab = choice(library, Role::Level).winner(Size::new(9, 9), Seed::new(seed)).unwrap();
            prefab.name.to_string()
        };
        let (mut light, mut new) = (0, 0);
        for seed in 0..4_000 {
            let before = winner(&two, seed);
            light += usize::from(before == "light");
            let after = winner(&three, seed);
            new += usize::from(after == "new");
            assert!(after == "new" || after == before);
        }
        assert!((900..1100).contains(&light), "{light}");
        assert!((1900..2100).contains(&new), "{new}");
    }
}
