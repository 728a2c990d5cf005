//! Damages to furniture: each breaks one rule of the step `furnish`.

use super::Damage;
use mapwright::{Decoration, Map, Pos, Promises, Rect, Shape};

pub(crate) const DAMAGES: &[Damage] = &[
    ("push an altar into the wall", "decoration-outside", |map| {
        find(map, "altar")?.pos.y = 0;
        Some(())
    }),
    ("turn a coffin until it sticks in the wall", "decoration-outside", |map| {
        let coffin = find(map, "coffin")?;
        coffin.tags = vec!["east".into()];
        coffin.pos.x = 10;
        Some(())
    }),
    ("let an altar stick out of the map", "decoration-outside", |map| put(map, "altar", 14, 4)),
    ("float a rug on water", "decoration-outside", |map| put(map, "rug", 3, 5)),
    ("pull a bed away from the wall", "decoration-wall", |map| {
        find(map, "bed")?.pos.y += 1;
        Some(())
    }),
    ("turn a bed around", "decoration-wall", |map| {
        find(map, "bed")?.tags = vec!["north".into()];
        Some(())
    }),
    ("hang a cobweb in the wrong corner", "decoration-wall", |map| {
        find(map, "cobweb")?.tags = vec!["north".into()];
        Some(())
    }),
    ("put a statue on a rug", "decoration-overlap", |map| put(map, "statue", 6, 4)),
    ("put two things in one place", "decoration-overlap", |map| {
        let twin = find(map, "rug")?.clone();
        map.decorations.push(twin);
        Some(())
    }),
    ("put a brazier on what was drawn by hand", "decoration-overlap", |map| put(map, "brazier", 2, 3)),
    ("put rubble before a door", "decoration-door", |map| put(map, "rubble", 5, 6)),
    ("put rubble behind a door", "decoration-door", |map| put(map, "rubble", 5, 8)),
    ("put rocks beside the stairs", "decoration-door", |map| put(map, "rocks", 9, 5)),
    ("put cracks under the start", "decoration-door", |map| put(map, "cracks", 9, 3)),
    ("put cracks where one comes in", "decoration-door", |map| put(map, "cracks", 10, 4)),
    ("wall a corner off with statues", "decoration-blocks", |map| {
        put(map, "statue", 2, 6)?;
        put(map, "brazier", 1, 5)
    }),
    ("stop up a way", "decoration-blocks", |map| put(map, "column-round", 12, 4)),
];

/// Returns a decoration of this kind that has a direction, if the map promises valid furniture.
fn find<'a>(map: &'a mut Map, kind: &str) -> Option<&'a mut Decoration> {
    let promised = map.source.promises.has(Promises::FURNISHED);
    map.decorations.iter_mut().find(|decoration| promised && decoration.kind == kind && !decoration.tags.is_empty())
}

fn put(map: &mut Map, kind: &'static str, x: i32, y: i32) -> Option<()> {
    let promised = map.source.promises.has(Promises::FURNISHED);
    let tags = vec!["south".into()];
    map.decorations.push(Decoration::new(kind, Pos::new(x, y)).with_tags(tags));
    promised.then_some(())
}

/// A chapel with all kinds of furniture, and a hand-drawn lamp.
pub(crate) fn chapel() -> Map {
    let mut map = Map::from_ascii(
        "
###############
#..........####
#..........####
#........@.####
#.............#
#..~......>####
#..........####
#####+#########
#####...#######
###############",
    )
    .unwrap();
    map.add_room(Shape::Rect(Rect::new(1, 1, 10, 6)));
    map.source.promises = map.source.promises | Promises::FURNISHED;
    let things = [
        ("cobweb", 1, 1, "south"),
        ("bed", 2, 1, "south"),
        ("altar", 5, 1, "south"),
        ("coffin", 8, 1, "south"),
        ("rug", 6, 3, "south"),
        ("rubble", 10, 1, "west"),
    ];
    for (kind, x, y, facing) in things {
        put(&mut map, kind, x, y);
        map.decorations.last_mut().expect("it was put there").tags = vec![facing.into()];
    }
    let pos = Pos::new(2, 3);
    map.decorations.push(Decoration::new("lamp", pos));
    map
}
