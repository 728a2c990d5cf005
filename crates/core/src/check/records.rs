//! Rules about the map's statements about itself: statistics, notes, source.

use super::findings::{Findings, Quoted};
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::base::tile::Tile;
use crate::map::Map;

/// The position of findings about the whole map.
const EVERYWHERE: Pos = Pos::new(0, 0);

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    stats(subject.map, found);
    notes(subject.map, found);
    source(subject.map, found);
}

fn stats(map: &Map, found: &mut Findings) {
    for (key, &said) in &map.stats {
        let counted = match key.as_str() {
            "rooms" => Some(map.rooms.len() as i64),
            "passages" => Some(map.passages.len() as i64),
            "doors" => Some(map.doors.len() as i64),
            "zones" => Some(map.zones.len() as i64),
            other => other.strip_prefix("tiles_").and_then(|name| recount(map, name)),
        };
        if let Some(counted) = counted.filter(|&counted| counted != said) {
            found.add(
                Rule::Stats,
                EVERYWHERE,
                format_args!("{key} is recorded as {said}, but a recount gives {counted}"),
            );
        }
    }
}

/// Counts the tiles or records of a statistic; `None` for an unknown name.
fn recount(map: &Map, name: &str) -> Option<i64> {
    let (wanted, _) = Tile::ALL.into_iter().find(|(tile, _)| tile.to_string().replace(' ', "_") == name)?;
    // 255 at a time, so that the count fits a byte and many are compared at once.
    let count = |tiles: &[Tile]| i64::from(tiles.iter().map(|&tile| u8::from(tile == wanted)).sum::<u8>());
    Some(map.tiles.cells().chunks(255).map(count).sum())
}

fn notes(map: &Map, found: &mut Findings) {
    for note in map.notes.iter().filter(|note| note.delivered >= note.asked && !note.is_remark()) {
        let (step, what, asked, delivered) = (Quoted(&note.step), Quoted(&note.what), note.asked, note.delivered);
        let message = format_args!("the note of {step} about {what} says {delivered} delivered of {asked} requested");
        found.add(Rule::Notes, EVERYWHERE, message);
    }
}

fn source(map: &Map, found: &mut Findings) {
    let origin = &map.source.origin;
    for step in origin.recipe.iter().flat_map(|recipe| &recipe.steps) {
        if !origin.revisions.contains_key(&step.uses) {
            let uses = Quoted(&step.uses);
            found.add(Rule::Source, EVERYWHERE, format_args!("the recipe uses {uses}, whose revision is not listed"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::map::{Map, Note, Origin};
    use crate::recipe::Recipe;
    use std::sync::Arc;

    fn map() -> Map {
        Map::from_ascii("\n######\n#.<+.#\n######").unwrap()
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{}: {}", finding.rule, finding.message)).collect()
    }

    #[test]
    fn statistics_are_counted_again() {
        let mut map = map();
        let right = [("tiles_floor", 2), ("tiles_stairs_up", 1), ("tiles_wall", 14), ("doors", 1), ("rooms", 0)];
        map.stats.extend(right.map(|(key, count)| (key.to_owned(), count)));
        map.stats.insert("tiles_dug".to_owned(), 99);
        map.stats.insert("milliseconds".to_owned(), -1);
        assert_eq!(check(&map), []);
        map.stats.insert("tiles_closed_door".to_owned(), 2);
        map.stats.insert("zones".to_owned(), i64::MIN);
        assert_eq!(messages(&map)[0], "stats: tiles_closed_door is recorded as 2, but a recount gives 1");
        assert_eq!(messages(&map).len(), 2);
    }

    #[test]
    fn a_recount_of_a_large_map_is_exact() {
        let mut map = Map::new(crate::Size::new(300, 7), crate::Tile::Floor);
        map.source.promises = crate::Promises::NONE;
        map.stats.insert("tiles_floor".to_owned(), 2100);
        assert_eq!(check(&map), []);
    }

    #[test]
    fn a_note_reports_a_shortfall() {
        let mut map = map();
        let note = |asked, delivered| Note {
            step: "bsp".to_owned(),
            what: "rooms\n".to_owned(),
            asked,
            delivered,
            why: String::new(),
        };
        map.notes = vec![note(20, 17), note(20, 20)];
        assert_eq!(messages(&map), [r#"notes: the note of "bsp" about "rooms\n" says 20 delivered of 20 requested"#]);
    }

    #[test]
    fn every_algorithm_has_its_revision() {
        let mut map = map();
        let recipe = Recipe::of("bsp", serde_json::Map::new());
        let revisions = [("bsp".to_owned(), 1)].into();
        map.source.origin = Arc::new(Origin { recipe: Some(recipe.clone()), revisions, program: String::new() });
        assert_eq!(check(&map), []);
        map.source.origin = Arc::new(Origin { recipe: Some(recipe), ..Origin::default() });
        assert_eq!(messages(&map), [r#"source: the recipe uses "bsp", whose revision is not listed"#]);
    }
}
