//! Damages to placements: each breaks one rule of the placement steps.

use super::Damage;
use mapwright::{Decoration, DoorKind, EntityKind, Exit, Map, Origin, Pos, Promises, Recipe, Rect, Shape, Tile};
use std::sync::Arc;

pub(crate) const DAMAGES: &[Damage] = &[
    ("put a monster into the room of the start", "start-zone", |map| put(map, EntityKind::Monster, 5, 1)),
    ("put a monster a few steps from the start", "start-zone", |map| {
        map.rooms.clear();
        put(map, EntityKind::Monster, 3, 3)
    }),
    ("put an item into the room of the start", "start-zone", |map| put(map, EntityKind::Item, 5, 1)),
    ("put a trap into the room of the start", "start-zone", |map| put(map, EntityKind::Trap, 2, 3)),
    ("hide the only way to the stairs", "finishable", |map| {
        let door = map.doors.iter_mut().find(|door| door.pos == Pos::new(6, 2))?;
        door.kind = DoorKind::Secret;
        map.tiles[door.pos] = door.tile();
        map.source.promises.has(Promises::FINISHABLE).then_some(())
    }),
    ("put a trap on a door", "placed-apart", |map| put(map, EntityKind::Trap, 6, 2)),
    ("put an item on the stairs", "placed-apart", |map| put(map, EntityKind::Item, 13, 1)),
    ("put a trap on the exit", "placed-apart", |map| {
        map.exits.push(Exit::new(Pos::new(12, 3)));
        put(map, EntityKind::Trap, 12, 3)
    }),
    ("put a key under a monster", "placed-apart", |map| put(map, EntityKind::Key, 9, 2)),
    ("put rocks over a trap", "placed-apart", |map| decorate(map, "rocks", 11, 3)),
    ("let monsters stop up the hall", "placed-blocks", |map| {
        put(map, EntityKind::Monster, 10, 1)?;
        put(map, EntityKind::Monster, 10, 2)?;
        put(map, EntityKind::Monster, 10, 3)
    }),
    ("let a monster and a statue stop up the hall", "placed-blocks", |map| {
        decorate(map, "statue", 12, 1)?;
        decorate(map, "statue", 12, 3)?;
        put(map, EntityKind::Monster, 12, 2)
    }),
    ("wall a trap in", "placed-reachable", |map| {
        if map.tiles.get(Pos::new(13, 3)) != Some(&Tile::Floor) || !map.source.promises.has(Promises::POPULATED) {
            return None;
        }
        map.tiles[Pos::new(12, 3)] = Tile::Wall;
        map.tiles[Pos::new(13, 2)] = Tile::Wall;
        put(map, EntityKind::Trap, 13, 3)
    }),
    ("let a rat live on a level of danger 25", "level-danger", |map| {
        map.entities.iter_mut().find(|entity| entity.kind == EntityKind::Monster)?.name = "rat".into();
        map.stats.extend([("level".to_owned(), 20), ("danger".to_owned(), 25)]);
        let recipe = "[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"monsters\"\nwith = { danger = 25 }";
        let recipe = Recipe::from_toml(recipe).ok();
        map.source.origin = Arc::new(Origin { recipe, ..Origin::default() });
        Some(())
    }),
    ("lay an item before the door", "placed-blocks", |map| put(map, EntityKind::Item, 7, 2)),
];

/// A hall with a monster, treasure and a trap; the start is in the room before it.
pub(crate) fn hall() -> Map {
    let drawn = "
###############
#@....#......>#
#.....+..m....#
#.....#.$..^..#
###############";
    let mut map = Map::from_ascii(drawn).expect("it was drawn with care");
    map.add_room(Shape::Rect(Rect::new(1, 1, 5, 3)));
    let form = Promises::CONNECTED | Promises::CLOSED_BORDER | Promises::ROOMS_DISJOINT;
    map.source.promises = Promises::POPULATED | Promises::FINISHABLE | form;
    map
}

fn put(map: &mut Map, kind: EntityKind, x: i32, y: i32) -> Option<()> {
    let promised = map.source.promises.has(Promises::POPULATED);
    map.entities.push(super::entity(kind, Pos::new(x, y)));
    promised.then_some(())
}

fn decorate(map: &mut Map, kind: &'static str, x: i32, y: i32) -> Option<()> {
    let promised = map.source.promises.has(Promises::POPULATED) && map.tiles.get(Pos::new(x, y)) == Some(&Tile::Floor);
    let tags = vec!["south".into()];
    map.decorations.push(Decoration::new(kind, Pos::new(x, y)).with_tags(tags));
    promised.then_some(())
}
