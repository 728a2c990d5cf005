//! Rooms of every arrangement, drawn as text.

use super::arrangement::Arrangement;
use super::columns::COLONNADE;
use super::crypt::CRYPT;
use super::hall::{DINING, GUARD, THRONE};
use super::library::LIBRARY;
use super::quarters::{BARRACKS, BEDCHAMBER};
use super::ruin::RUIN;
use super::sacred::{NAVE, SHRINE};
use super::springs::SPRING;
use super::stores::{STORE, TREASURY};
use super::*;
use crate::base::grid::{Dir, Size};
use crate::check::check;
use crate::map::{DoorKind, DoorState, Extra, Movement, Symmetry};

const ARRANGEMENTS: [(&str, Arrangement); 14] = [
    ("colonnade", COLONNADE),
    ("nave", NAVE),
    ("shrine", SHRINE),
    ("crypt", CRYPT),
    ("barracks", BARRACKS),
    ("bedchamber", BEDCHAMBER),
    ("store", STORE),
    ("treasury", TREASURY),
    ("library", LIBRARY),
    ("dining", DINING),
    ("guard", GUARD),
    ("throne", THRONE),
    ("spring", SPRING),
    ("ruin", RUIN),
];

/// Returns a letter for every kind.
fn letter(kind: &str) -> char {
    match kind {
        "column-round" => 'o',
        "column-square" => 'O',
        "table-round" => 't',
        "table" => 'T',
        "chair" => 'h',
        "cracks" => ',',
        "rubble" => ':',
        "rocks" => ';',
        "cobweb" => '%',
        "coffin" => 'C',
        "crates" => 'x',
        "casket" => 'K',
        "barrels" => 'b',
        "brazier" => '*',
        "bed" => 'B',
        "chest" => '$',
        "bookshelf" => 'L',
        "statue" => '&',
        "throne" => 'R',
        "rug" => 'u',
        other => other.chars().next().unwrap_or('?').to_ascii_uppercase(),
    }
}

/// Returns the map with its decorations drawn over it.
fn picture(map: &Map) -> String {
    let text = map.to_ascii();
    let mut rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    for decoration in &map.decorations {
        for pos in decor::footprint(decoration).positions() {
            rows[pos.y as usize][pos.x as usize] = letter(&decoration.kind);
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

/// Returns a room of this shape with doors in the middle of some sides.
fn room(shape: Shape, doors: &[Dir]) -> Map {
    let bounds = shape.bounds();
    let mut map = Map::new(Size::new(bounds.width + 4, bounds.height + 4), Tile::Wall);
    shape.positions().for_each(|pos| map.tiles[pos] = Tile::Floor);
    map.add_room(shape);
    let (middle, right, bottom) = (bounds.center(), bounds.right(), bounds.bottom());
    for &dir in doors {
        let pos = match dir {
            Dir::North => Pos::new(middle.x, bounds.y - 1),
            Dir::East => Pos::new(right, middle.y),
            Dir::South => Pos::new(middle.x, bottom),
            Dir::West => Pos::new(bounds.x - 1, middle.y),
        };
        map.add_door(pos, dir, DoorKind::Door, DoorState::Closed, &[]);
        map.tiles[pos.step(dir)] = Tile::Floor;
    }
    map.source.promises = Promises::FURNISHED;
    map
}

/// Returns the room with this arrangement and nothing else.
fn arranged(map: &Map, arrangement: Arrangement, seed: u64) -> Map {
    let (mut board, entrances) = Board::of(map);
    let shape = &map.rooms[0].shape;
    let mut rng = Seed::new(seed).rng();
    let frame = Frame::of(shape.bounds(), &entrances[0], arrangement.form, &mut rng);
    let label = Label::of(shape, &board);
    let mut scene = Scene { board: &mut board, shape, frame, rng, density: 60, label };
    (arrangement.furnish)(&mut scene);
    let decorations = board.placed;
    Map { decorations, ..map.clone() }
}

/// Returns rooms of all sizes with doors on some sides.
fn rooms() -> impl Iterator<Item = Map> {
    let sizes = (3..=12).flat_map(|width| (3..=9).map(move |height| (width, height)));
    sizes.flat_map(|(width, height)| {
        let round = (width == height).then_some(Shape::Circle(Rect::new(2, 2, width, width)));
        let shapes = [Shape::Rect(Rect::new(2, 2, width, height))].into_iter().chain(round);
        shapes.flat_map(|shape| {
            let doors: [&[Dir]; 3] = [&[Dir::South], &[Dir::West, Dir::North], &[Dir::North, Dir::East, Dir::South]];
            doors.map(|doors| room(shape.clone(), doors))
        })
    })
}

#[test]
fn every_arrangement_keeps_the_rules_in_every_room() {
    for (name, arrangement) in ARRANGEMENTS {
        let (mut furnished, mut fitting) = (0, 0);
        for (seed, map) in rooms().enumerate().filter(|(_, map)| arrangement.suits(&map.rooms[0].shape)) {
            let map = arranged(&map, arrangement, seed as u64);
            assert_eq!(check(&map), [], "{name}\n{}", picture(&map));
            assert!(label_place(&map, &map.rooms[0]).is_some(), "{name}: no place for a number\n{}", picture(&map));
            fitting += 1;
            furnished += usize::from(!map.decorations.is_empty());
        }
        assert!(furnished * 10 >= fitting * 8, "{name}: only {furnished} of {fitting} rooms are furnished");
    }
}

#[test]
fn every_kind_for_indoors_is_used() {
    let mut used: Vec<String> = Vec::new();
    for (_, arrangement) in ARRANGEMENTS {
        for (seed, map) in rooms().enumerate().filter(|(_, map)| arrangement.suits(&map.rooms[0].shape)) {
            used.extend(arranged(&map, arrangement, seed as u64).decorations.iter().map(|it| it.kind.to_string()));
        }
    }
    let unused = decor::ALL.iter().map(|kind| kind.name).filter(|name| !used.iter().any(|used| used == name));
    // Decorations of themes are scattered by another step.
    let indoors =
        |name: &&str| !crate::content::themes::all().iter().any(|theme| theme.decorations.contains_key(*name));
    assert_eq!(
        unused.filter(indoors).collect::<Vec<_>>(),
        ["cobweb", "trap", "ladder", "banner"],
        "cobwebs come with age"
    );
}

/// Returns true if the furniture is symmetrical from left to right.
fn is_symmetrical(map: &Map) -> bool {
    let bounds = map.rooms[0].shape.bounds();
    let key = |kind: &str, rect: Rect| (kind.to_owned(), rect.y, rect.x, rect.width);
    let mut own: Vec<_> = map.decorations.iter().map(|it| key(&it.kind, decor::footprint(it))).collect();
    let mirrored = |it: &Decoration| key(&it.kind, Turn::Mirrored.rect(bounds, decor::footprint(it)));
    let mut images: Vec<_> = map.decorations.iter().map(mirrored).collect();
    own.sort();
    images.sort();
    own == images
}

#[test]
fn halls_are_alike_on_both_sides() {
    for arrangement in [COLONNADE, NAVE, SHRINE, THRONE, SPRING] {
        for (width, height) in [(5, 8), (6, 9), (7, 7), (7, 10), (9, 11), (8, 12)] {
            // The door of an even room is beside the middle, and furniture in its way is left out
            // on both sides.
            let map = room(Shape::Rect(Rect::new(2, 2, width, height)), &[Dir::South]);
            for seed in 0..20 {
                let map = arranged(&map, arrangement, seed);
                assert!(is_symmetrical(&map), "{}", picture(&map));
            }
        }
    }
}

#[test]
fn a_nave_leads_to_its_altar() {
    let map = room(Shape::Rect(Rect::new(2, 2, 6, 9)), &[Dir::South]);
    let map = arranged(&map, NAVE, 3);
    assert_eq!(
        picture(&map),
        "\
##########
##########
##......##
##*.AA.*##
##......##
##......##
##.O..O.##
##......##
##......##
##.O..O.##
##......##
#####+####
#####.####
"
    );
}

#[test]
fn rooms_that_are_images_of_each_other_are_furnished_alike() {
    let mut map = Map::new(Size::new(31, 15), Tile::Wall);
    let (left, right) = (map.dig_room(Rect::new(2, 2, 9, 7)), map.dig_room(Rect::new(20, 2, 9, 7)));
    map.dig_passage(1, &[Pos::new(11, 5), Pos::new(19, 5)], &[left, right]);
    let area = map.size().rect();
    let images = vec![[left, right].into_iter().collect()];
    map.symmetry = Some(Symmetry { by: Movement::Mirror, area, free_percent: 0, images });
    let mut furnished = 0;
    for seed in 0..60 {
        let step = Furnish { density_percent: 100, age_percent: 0 };
        let decorations = step.decorations(&map, Seed::new(seed));
        let of = |room: Rect| decorations.iter().filter(move |it| room.contains(it.pos));
        let key = |kind: &str, rect: Rect| (kind.to_owned(), rect.y, rect.x, rect.width);
        let own = of(Rect::new(2, 2, 9, 7)).map(|it| key(&it.kind, Turn::Mirrored.rect(area, decor::footprint(it))));
        let others = of(Rect::new(20, 2, 9, 7)).map(|it| key(&it.kind, decor::footprint(it)));
        let (mut own, mut others): (Vec<_>, Vec<_>) = (own.collect(), others.collect());
        own.sort();
        others.sort();
        assert_eq!(own, others, "seed {seed}");
        furnished += usize::from(!own.is_empty());
    }
    assert!(furnished > 40, "only {furnished}");
}

#[test]
fn furnished_rooms_stay_unchanged() {
    let mut map = room(Shape::Rect(Rect::new(2, 2, 8, 8)), &[Dir::South]);
    let pos = Pos::new(4, 4);
    map.decorations.push(Decoration { kind: "torch".into(), pos, tags: vec![], extra: Extra::default() });
    for seed in 0..20 {
        assert_eq!(furnished(&map, Seed::new(seed)), []);
    }
}

#[test]
fn small_rooms_are_left_alone() {
    let step = Furnish { density_percent: 100, age_percent: 100 };
    for seed in 0..100 {
        let closet = room(Shape::Rect(Rect::new(2, 2, 1, 2)), &[Dir::South]);
        assert!(step.decorations(&closet, Seed::new(seed)).iter().all(|it| it.pos.y > 3), "two cells hold nothing");
        let niche = room(Shape::Rect(Rect::new(2, 2, 5, 1)), &[Dir::East]);
        assert!(!step.decorations(&niche, Seed::new(seed)).iter().any(decor::blocks), "five hold nothing that blocks");
    }
}

#[test]
fn numbers_have_the_middle_of_an_empty_room() {
    let mut map = room(Shape::Rect(Rect::new(2, 2, 6, 5)), &[Dir::South]);
    assert_eq!(label_place(&map, &map.rooms[0]), Some(Rect::new(4, 4, 2, 1)));
    let tags = vec!["south".into()];
    map.decorations.push(Decoration { kind: "altar".into(), pos: Pos::new(4, 4), tags, extra: Extra::default() });
    assert_eq!(label_place(&map, &map.rooms[0]), Some(Rect::new(4, 3, 2, 1)));
}
