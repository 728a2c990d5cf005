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
use crate::check::check;
use crate::grid::{Dir, Size};
use crate::map::{DoorKind, DoorState};

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

/// A letter for every kind.
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

/// The map with its decorations over it.
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

/// A room of this size with doors in the middle of some sides.
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

/// The room with this arrangement and nothing else.
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

#[test]
fn contact_print() {
    for (name, arrangement) in ARRANGEMENTS {
        println!("=== {name}");
        let mut band: Vec<String> = Vec::new();
        let mut rng = Seed::new(5).child(name).rng();
        for seed in 0..24 {
            let size = (rng.range(3, 11), rng.range(3, 10));
            let rect = Rect::new(2, 2, size.0, size.1);
            let round = seed % 6 == 5;
            let shape = if round {
                Shape::Circle(Rect::new(2, 2, size.0.max(5) | 1, size.0.max(5) | 1))
            } else {
                Shape::Rect(rect)
            };
            let dirs: Vec<Dir> = Dir::ALL.into_iter().filter(|_| rng.percent(40)).collect();
            let map = room(shape.clone(), if dirs.is_empty() { &[Dir::South] } else { &dirs });
            if !arrangement.suits(&map.rooms[0].shape) {
                continue;
            }
            let map = arranged(&map, arrangement, seed);
            let text = picture(&map);
            for (row, line) in text.lines().enumerate() {
                if band.len() <= row {
                    let width = band.first().map_or(0, |line| line.len());
                    band.push(" ".repeat(width));
                }
                band[row].push_str(line);
                band[row].push(' ');
            }
            let width = band.iter().map(|line| line.len()).max().unwrap_or(0);
            band.iter_mut().for_each(|line| line.push_str(&" ".repeat(width - line.len())));
            if width > 130 {
                band.drain(..).for_each(|line| println!("{line}"));
            }
        }
        band.drain(..).for_each(|line| println!("{line}"));
    }
}
