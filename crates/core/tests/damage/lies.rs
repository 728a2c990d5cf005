//! Lies: every field of every record of a saved map is changed in every way, one at a time.
//!
//! The fields are those of the file, so a new one is covered as soon as it is written. A lie must
//! be refused when the file is read, or found by the checker. The others stand in [`ACCEPTED`],
//! each with the reason why it is no lie: the map is another one, but no contradiction.

use mapwright::{Recipe, Run, Seed, check, registry, saved};
use serde_json::{Map as Object, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Maps that together have every kind of record and every promise.
const RECIPES: [(&str, u64); 5] = [
    (
        r#"
        size = [45, 45]
        [[step]]
        use = "dungeon"
        with = { archetype = "temple", room_count = 9, keys = 1, stairs = 2, round_rooms = 30, grid = 2, junctions = 50 }
        [[step]]
        use = "furnish"
        [[step]]
        use = "start"
        [[step]]
        use = "monsters"
        with = { danger = 6 }
        [[step]]
        use = "treasure"
        [[step]]
        use = "traps"
        "#,
        5,
    ),
    (
        r#"
        size = [44, 36]
        [[step]]
        use = "dungeon"
        with = { archetype = "cavern", room_count = 6, loops = 30, stairs = 1, secret = 30, water = "pools" }
        [[step]]
        use = "void"
        "#,
        3,
    ),
    ("[[step]]\nuse = \"dungeon\"\nwith = { archetype = \"crypt\", room_count = 7, keys = 2, loops = 0 }\n", 1),
    (
        r#"
        size = [48, 40]
        [[step]]
        use = "house"
        with = { room_count = 7, grid_x = 4, grid_y = 3 }
        [[step]]
        use = "doors"
        [[step]]
        use = "stairs"
        [[step]]
        use = "start"
        [[step]]
        use = "themes"
        "#,
        11,
    ),
    ("size = [21, 15]\n[[step]]\nuse = \"maze\"\n[[step]]\nuse = \"exits\"\n", 2),
];

/// Records looked at in every list, from its beginning and from its end.
const RECORDS: usize = 5;

/// A lie that is none: where (`*` stands for the rest), how, and why.
type Accepted = (&'static str, &'static str, &'static str);

const ACCEPTED: &[Accepted] = &[
    ("source", "missing", "a map of unknown origin promises nothing"),
    ("source.program", "*", "any program may write maps"),
    ("source.promises*", "*", "a map may promise less than it keeps"),
    ("source.recipe*", "*", "only making the map again shows whether the recipe made it"),
    ("source.recipe*", "out of range", "a recipe may be of a newer program, with other ranges"),
    ("source.recipe*", "wrong type", "a recipe may be of a newer program, with other types"),
    ("source.revisions.*", "out of range", "a map may be of a newer program"),
    ("source.revisions.*", "*", "only making the map again shows whether the revision made it"),
    ("setting", "*", "the setting is a word of the user"),
    ("labels*", "*", "the game master may write anything anywhere"),
    ("notes", "*", "a step may say nothing, or the same twice"),
    ("notes[]", "*", "a step may say nothing"),
    ("notes[].*", "*", "what a step could not do leaves no trace but its note"),
    ("notes[].*", "out of range", "a user may ask for any number"),
    ("stats.*", "out of range", "what a generator counted on its way leaves no other trace"),
    ("stats", "missing", "statistics are optional"),
    ("stats.tiles*", "missing", "statistics are optional"),
    ("stats.*", "*", "what a generator counted on its way leaves no other trace"),
    ("grid*", "*", "everything on a grid also lies on a finer one, and need not say so"),
    ("tiles[]", "swapped", "rows that differ in void and wall only"),
    ("rooms", "missing", "a missing list is empty"),
    ("passages", "missing", "a missing list is empty"),
    ("doors", "missing", "a missing list is empty"),
    ("stairs", "missing", "a missing list is empty"),
    ("exits*", "*", "another exit, or none, is another map"),
    ("rooms[]", "swapped", "the order of the list means nothing"),
    ("rooms[].number", "*", "numbers may have gaps, in any order"),
    ("rooms[].number", "out of range", "numbers may have gaps, in any order"),
    ("rooms[].tags*", "*", "tags are words of the user; only an entrance has to lead in"),
    ("rooms[].shape.*", "*", "a smaller or rounder room on the same floor"),
    ("passages[]", "*", "the order of the list means nothing, and floor needs no passage"),
    ("passages[].ends_in", "missing", "optional"),
    ("passages[].id", "out of range", "ids may have gaps"),
    ("passages[].joins*", "*", "optional; the two ends in any order"),
    ("passages[].points*", "*", "the same line backwards, or with a point twice; a shorter one that joins nothing"),
    ("doors[]", "swapped", "the order of the list means nothing"),
    ("doors[].id", "*", "ids may have gaps, in any order"),
    ("doors[].id", "out of range", "ids may have gaps, in any order"),
    ("doors[].facing", "*", "optional; most doors face both ways"),
    ("doors[].joins*", "*", "optional; a door between neighbours touches all of them"),
    ("doors[].kind", "*", "doors with the same tile"),
    ("doors[].state", "*", "doors with the same tile, but for archways"),
    ("stairs[]", "swapped", "the order of the list means nothing"),
    ("zones", "*", "zones are optional"),
    ("zones[]", "*", "zones are optional, in any order"),
    ("zones[].id", "*", "ids may have gaps, in any order"),
    ("zones[].id", "out of range", "ids may have gaps, in any order"),
    ("zones[].rows[]", "copied", "a smaller zone on the same floor"),
    ("zones[].tags*", "*", "tags are words of the user"),
    ("zones[].elements", "*", "optional"),
    ("zones[].elements[]*", "*", "optional, in any order"),
    ("entities*", "*", "another thing in another place is another map; names are words of the user"),
    ("decorations*", "*", "another thing in another place is another map; without a facing it is drawn by hand"),
    ("mission", "missing", "a mission is optional"),
    ("mission.locks", "emptied", "fewer locks are another mission"),
    ("mission.locks", "first lost", "fewer locks are another mission"),
    ("mission.locks[]", "missing", "fewer locks are another mission"),
    ("symmetry.free_percent", "up by one", "a limit, which need not be reached"),
    ("symmetry.height", "*", "a mirror has columns only"),
    ("symmetry.y", "*", "a mirror has columns only"),
    ("symmetry.images[]*", "swapped", "the order of the lists means nothing"),
];

/// Returns the maps as the values of their files.
fn files() -> Vec<Value> {
    let file = |(recipe, seed): &(&str, u64)| {
        let plan = Recipe::from_toml(recipe).and_then(|recipe| recipe.plan(registry::ALL)).expect("a sound recipe");
        let mut map = plan.run(Run::new(Seed::new(*seed))).expect("a map");
        let pos = map.floor_positions().next().expect("floor");
        map.labels.push(mapwright::Label::new(pos, "cold"));
        if map.notes.is_empty() {
            map.notes.push(mapwright::Note::new("hand", "rooms", 9, 8, "no space"));
        }
        map.count_tiles();
        assert_eq!(check(&map), [], "{recipe}\n{}", map.to_ascii());
        serde_json::from_str(&saved::to_string(&map)).expect("saved maps are JSON")
    };
    RECIPES.iter().map(file).collect()
}

/// Returns true if the file is refused or the checker finds something.
fn is_found(file: &Value) -> bool {
    saved::from_str(&file.to_string()).map_or(true, |map| !check(&map).is_empty())
}

/// A place in a file: keys and indices.
type Path = Vec<Step>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

fn at<'a>(file: &'a mut Value, path: &[Step]) -> &'a mut Value {
    path.iter().fold(file, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Index(index) => &mut value[*index],
    })
}

/// Returns the name of a place: keys joined by dots, `[]` for an item of a list.
fn name(path: &[Step]) -> String {
    let mut name = String::new();
    for step in path {
        match step {
            Step::Key(key) if name.is_empty() => name.push_str(key),
            Step::Key(key) => name.extend([".", key]),
            Step::Index(_) => name.push_str("[]"),
        }
    }
    name
}

/// Lists a place and everything in it. Of long lists only the first and the last items.
fn places(value: &Value, path: &Path, list: &mut Vec<Path>) {
    let inner = |step: Step| path.iter().cloned().chain([step]).collect::<Path>();
    if !path.is_empty() {
        list.push(path.clone());
    }
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| places(value, &inner(Step::Key(key.clone())), list));
        }
        Value::Array(items) => {
            let far = |index: &usize| *index < RECORDS || index + RECORDS >= items.len();
            (0..items.len()).filter(far).for_each(|index| places(&items[index], &inner(Step::Index(index)), list));
        }
        _ => {}
    }
}

/// Returns the other values that stand in places of this name, the nearest in the file first.
fn others(file: &Value, path: &Path, all: &BTreeMap<String, Vec<Path>>) -> Vec<Path> {
    let mut file = file.clone();
    let own = at(&mut file, path).clone();
    let alike = all.get(&name(path)).into_iter().flatten();
    let mut others: Vec<Path> = alike.filter(|other| *at(&mut file, other) != own).cloned().collect();
    others.truncate(2);
    others
}

/// Returns every lie about this place: its name and the changed file.
fn lies(file: &Value, path: &Path, all: &BTreeMap<String, Vec<Path>>) -> Vec<(&'static str, Value)> {
    let mut lies: Vec<(&'static str, Value)> = Vec::new();
    let own = at(&mut file.clone(), path).clone();
    let mut set = |how: &'static str, value: Value| {
        let mut changed = file.clone();
        *at(&mut changed, path) = value;
        lies.push((how, changed));
    };
    match &own {
        Value::Number(number) => {
            let number = number.as_i64().expect("whole numbers");
            set("up by one", json!(number + 1));
            set("down by one", json!(number - 1));
            set("out of range", json!(1_000_000));
            set("wrong type", json!("seven"));
        }
        Value::String(text) => {
            set("unknown word", json!("xyzzy"));
            set("wrong type", json!(7));
            words(path).into_iter().filter(|word| word != text).for_each(|word| set("other word", json!(word)));
        }
        Value::Array(items) => {
            set("emptied", json!([]));
            if let Some(first) = items.first() {
                set("first lost", json!(items[1..]));
                set("first repeated", json!([std::slice::from_ref(first), items].concat()));
            }
            set("wrong type", json!({}));
        }
        Value::Object(_) => set("wrong type", json!([])),
        _ => {}
    }
    let (last, parent) = path.split_last().expect("a place in the file");
    let mut gone = file.clone();
    match (last, at(&mut gone, parent)) {
        (Step::Key(key), Value::Object(fields)) => drop(fields.shift_remove(key)),
        (Step::Index(index), Value::Array(items)) => drop(items.remove(*index)),
        _ => unreachable!("{path:?}"),
    }
    lies.push(("missing", gone));
    for other in others(file, path, all) {
        let mut changed = file.clone();
        let theirs = at(&mut changed, &other).clone();
        *at(&mut changed, path) = theirs.clone();
        lies.push(("copied", changed.clone()));
        // One inside the other cannot change places.
        if !other.starts_with(path) && !path.starts_with(&other) {
            *at(&mut changed, &other) = own.clone();
            lies.push(("swapped", changed));
        }
    }
    lies
}

/// Returns the words that the format knows for a place.
fn words(path: &Path) -> Vec<&'static str> {
    match name(path).as_str() {
        "doors[].kind" => vec!["archway", "door", "double", "secret", "portcullis", "one-way", "barred"],
        "doors[].state" => vec!["open", "closed", "locked"],
        "doors[].facing" => vec!["north", "east", "south", "west"],
        "stairs[].dir" => vec!["up", "down"],
        "entities[].kind" => vec!["start", "monster", "item", "trap", "key"],
        "symmetry.by" => vec!["mirror", "half-turn", "quarter-turn"],
        "rooms[].shape.kind" => vec!["rect", "circle", "cells"],
        _ => vec![],
    }
}

/// Returns where and how lies stay unnoticed, with the number of all lies of that kind.
fn unnoticed() -> BTreeMap<(String, &'static str), (usize, usize)> {
    let mut result: BTreeMap<(String, &'static str), (usize, usize)> = BTreeMap::new();
    for file in files() {
        let mut paths = Vec::new();
        places(&file, &Path::new(), &mut paths);
        let mut all: BTreeMap<String, Vec<Path>> = BTreeMap::new();
        paths.iter().for_each(|path| all.entry(name(path)).or_default().push(path.clone()));
        for path in &paths {
            for (how, changed) in lies(&file, path, &all) {
                let (silent, total) = result.entry((name(path), how)).or_default();
                *total += 1;
                *silent += usize::from(changed != file && !is_found(&changed));
            }
        }
    }
    result
}

#[test]
fn every_lie_is_found_or_is_none() {
    let fits = |(place, way, _): &Accepted, name: &str, how: &str| {
        let here = place.strip_suffix('*').map_or(*place == name, |start| name.starts_with(start));
        // Numbers and types that make no sense anywhere are accepted by name only.
        let is_gross = ["out of range", "wrong type"].contains(&how);
        here && (*way == how || *way == "*" && !is_gross)
    };
    let (mut used, mut missed) = (BTreeSet::new(), Vec::new());
    for ((name, how), (silent, total)) in unnoticed() {
        if silent == 0 {
            continue;
        }
        match ACCEPTED.iter().position(|row| fits(row, &name, how)) {
            Some(row) => drop(used.insert(row)),
            None => missed.push(format!("{name}: {how}, {silent} of {total}")),
        }
    }
    assert!(missed.is_empty(), "nobody notices:\n{}", missed.join("\n"));
    let unused: Vec<&Accepted> =
        (0..ACCEPTED.len()).filter(|row| !used.contains(row)).map(|row| &ACCEPTED[row]).collect();
    assert!(unused.is_empty(), "these lies are found now: {unused:#?}");
}

#[test]
fn the_files_have_every_kind_of_record() {
    let mut keys: BTreeSet<String> = BTreeSet::new();
    for file in files() {
        let full = |value: &Value| value.as_array().is_none_or(|list| !list.is_empty());
        let fields: &Object<String, Value> = file.as_object().expect("an object");
        keys.extend(fields.iter().filter(|(_, value)| full(value)).map(|(key, _)| key.clone()));
    }
    let missing: Vec<&&str> = ["rooms", "passages", "doors", "stairs", "exits", "zones", "entities", "decorations"]
        .iter()
        .chain(&["labels", "grid", "mission", "symmetry", "setting", "stats", "notes"])
        .filter(|key| !keys.contains(**key))
        .collect();
    assert!(missing.is_empty(), "no file has {missing:?}");
}
