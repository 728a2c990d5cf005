//! Rules about single-cell contents: exits, entities, decorations.

use super::findings::{Findings, Quoted};
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::map::{EntityKind, decor};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    exits(subject, found);
    entities(subject, found);
    decorations(subject, found);
}

fn is_walkable(subject: &Subject<'_>, pos: Pos) -> bool {
    subject.ground.is_walkable(pos.x.into(), pos.y.into())
}

/// Returns the name of the tile, or says that there is no tile at all.
fn underfoot(subject: &Subject<'_>, pos: Pos) -> String {
    subject.ground.tile(pos).map_or_else(|| "outside the map".to_owned(), |tile| format!("on {tile}"))
}

fn exits(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let mut places: Vec<Pos> = map.exits.iter().map(|exit| exit.pos).collect();
    for &pos in places.iter().filter(|pos| !is_walkable(subject, **pos)) {
        let where_ = underfoot(subject, pos);
        found.add(Rule::Exits, pos, format_args!("the exit at {pos} is {where_}; it must be on a walkable tile"));
    }
    places.sort_unstable();
    for pair in places.windows(2).filter(|pair| pair[0] == pair[1]) {
        let pos = pair[0];
        found.add(Rule::Exits, pos, format_args!("more than one exit is at {pos}"));
    }
    let starts = map.entities.iter().filter(|entity| entity.kind == EntityKind::Start);
    for pos in starts.map(|start| start.pos).filter(|pos| places.binary_search(pos).is_ok()) {
        found.add(Rule::Exits, pos, format_args!("the exit at {pos} is where the start is"));
    }
}

/// Returns the name of an entity kind for messages.
pub(super) const fn name(kind: EntityKind) -> &'static str {
    match kind {
        EntityKind::Start => "start",
        EntityKind::Monster => "monster",
        EntityKind::Item => "item",
        EntityKind::Trap => "trap",
        EntityKind::Key => "key",
    }
}

fn entities(subject: &Subject<'_>, found: &mut Findings) {
    let entities = &subject.map.entities;
    for entity in entities.iter().filter(|entity| !is_walkable(subject, entity.pos)) {
        let (what, pos, where_) = (name(entity.kind), entity.pos, underfoot(subject, entity.pos));
        found.add(Rule::Entities, pos, format_args!("the {what} at {pos} is {where_}; it must be on a walkable tile"));
    }
    let starts = entities.iter().filter(|entity| entity.kind == EntityKind::Start);
    for start in starts.skip(1) {
        let pos = start.pos;
        found.add(Rule::Entities, pos, format_args!("there is a second start at {pos}; a map has one"));
    }
    let mut places: Vec<(Pos, &'static str)> = entities.iter().map(|entity| (entity.pos, name(entity.kind))).collect();
    places.sort_unstable();
    for pair in places.windows(2).filter(|pair| pair[0] == pair[1]) {
        let (pos, what) = pair[0];
        found.add(Rule::Entities, pos, format_args!("more than one {what} is at {pos}"));
    }
}

fn decorations(subject: &Subject<'_>, found: &mut Findings) {
    let size = subject.ground.size();
    let outside = subject.map.decorations.iter().filter(|decoration| subject.ground.tile(decoration.pos).is_none());
    for pos in outside.map(|decoration| decoration.pos) {
        found.add(Rule::Decorations, pos, format_args!("the decoration at {pos} is outside the map of {size}"));
    }
    // One without a facing was drawn by hand, and may be anything.
    let faces = |word: &str| ["north", "east", "south", "west"].contains(&word);
    for decoration in subject.map.decorations.iter().filter(|it| it.tags.iter().any(|tag| faces(tag))) {
        let (kind, pos) = (Quoted(&decoration.kind), decoration.pos);
        if !decor::ALL.iter().any(|known| known.name == decoration.kind) {
            found.add(Rule::Decorations, pos, format_args!("no kind of decoration is called {kind}, as at {pos}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::Pos;
    use crate::check::check;
    use crate::map::{Decoration, Extra, Map, Tags};

    fn map() -> Map {
        Map::from_ascii("\n########\n#@m$^kE#\n#E.....#\n########").unwrap()
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn exits_have_a_tile_of_their_own() {
        let mut map = map();
        assert_eq!(check(&map), []);
        map.exits[0].pos = Pos::new(7, 1);
        assert_eq!(messages(&map), ["7,1 exits: the exit at 7,1 is on wall; it must be on a walkable tile"]);
        map.exits[0].pos = map.exits[1].pos;
        assert_eq!(messages(&map), ["1,2 exits: more than one exit is at 1,2"]);
        map.exits[0].pos = Pos::new(1, 1);
        assert_eq!(messages(&map), ["1,1 exits: the exit at 1,1 is where the start is"]);
        map.exits[0].pos = Pos::new(1, i32::MAX);
        assert!(messages(&map)[0].ends_with("is outside the map; it must be on a walkable tile"));
    }

    #[test]
    fn entities_stand_on_tiles_one_of_a_kind_in_a_cell() {
        let mut map = map();
        map.entities[1].pos = Pos::new(0, 0);
        assert_eq!(messages(&map), ["0,0 entities: the monster at 0,0 is on wall; it must be on a walkable tile"]);
        map.entities[1].pos = map.entities[2].pos;
        assert_eq!(check(&map), [], "a monster may stand on an item");
        map.entities[1].kind = map.entities[2].kind;
        assert_eq!(messages(&map), ["3,1 entities: more than one item is at 3,1"]);
    }

    #[test]
    fn one_start_is_enough() {
        let mut map = map();
        map.entities[3].kind = crate::EntityKind::Start;
        assert_eq!(messages(&map), ["4,1 entities: there is a second start at 4,1; a map has one"]);
    }

    #[test]
    fn decorations_are_on_the_map() {
        let mut map = map();
        let at = |pos| Decoration { kind: "altar".into(), pos, tags: Tags::new(), extra: Extra::default() };
        map.decorations = vec![at(Pos::new(0, 0)), at(Pos::new(8, 0))];
        assert_eq!(messages(&map), ["8,0 decorations: the decoration at 8,0 is outside the map of 8x4"]);
    }

    #[test]
    fn furniture_is_of_a_known_kind() {
        let mut map = map();
        let mut lamp = Decoration::new("lamp\n", Pos::new(2, 2));
        map.decorations = vec![lamp.clone()];
        assert_eq!(check(&map), [], "drawn by hand");
        lamp.tags.push("south".into());
        map.decorations = vec![lamp];
        let unknown = r#"2,2 decorations: no kind of decoration is called "lamp\n", as at 2,2"#;
        assert_eq!(messages(&map), [unknown]);
    }
}
