use super::*;
use crate::style::FontName;
use mapwright::{BitGrid, CellSet, Rect, Run, Seed, Size, presets, registry};

const FONTS: [FontName; 3] = [FontName::Hand, FontName::Book, FontName::Carved];

/// Size of numbers in these tests, independent of the shipped styles.
const NUMBER: f32 = 0.62;

fn labels(map: &Map, obstacles: &[Bounds]) -> Vec<Label> {
    let mut style = Style::default();
    style.text.number = NUMBER;
    numbers(
        map,
        obstacles,
        (&BitGrid::new(map.size()), &BitGrid::new(map.size())),
        &style,
        &mut Font::of(style.text.font),
    )
}

fn made(preset: &presets::Preset, seed: u64) -> Map {
    preset.recipe().plan(registry::ALL).unwrap().run(Run::new(Seed::new(seed))).unwrap()
}

/// Returns a square at every door, stair and entity, and an obstacle on every fourth square of the
/// floor.
fn obstacles(map: &Map) -> Vec<Bounds> {
    let square = |pos: Pos| Bounds::from(Rect::new(pos.x, pos.y, 1, 1));
    let mut all: Vec<Bounds> = map.doors.iter().map(|door| square(door.pos)).collect();
    all.extend(map.stairs.iter().map(|stairs| square(stairs.pos)));
    all.extend(map.entities.iter().map(|entity| square(entity.pos)));
    let crowded = map.floor_positions().filter(|pos| (3 * pos.x + 5 * pos.y) % 4 == 0);
    all.extend(crowded.map(|pos| square(pos).grown(-0.2)));
    all
}

/// Returns whether the point is on the floor of the room, computed without the code under test.
fn is_on_floor(map: &Map, room: &Room, p: Point) -> bool {
    let pos = Pos::new(p.x.floor() as i32, p.y.floor() as i32);
    let in_circle = match room.shape {
        Shape::Circle(r) => {
            let (x, y) = (p.x - r.x as f32 - r.width as f32 / 2.0, p.y - r.y as f32 - r.height as f32 / 2.0);
            4.0 * (x * x + y * y) <= (r.width.min(r.height) as f32).powi(2)
        }
        _ => true,
    };
    in_circle && room.shape.contains(pos) && matches!(map.tiles[pos], Tile::Floor | Tile::Water | Tile::Bridge)
}

/// Panics if a number that is marked as clear is not.
pub(crate) fn assert_clear(map: &Map, obstacles: &[Bounds], labels: &[Label], what: &str) {
    for (i, label) in labels.iter().enumerate() {
        let room = map.room(label.room).unwrap();
        assert_eq!(label.text.text, room.number.to_string());
        assert!(label.text.outline.bounds().unwrap().center().distance(label.bounds.center()) < 1e-4);
        if !label.is_clear {
            continue;
        }
        let Bounds { from, to } = label.bounds;
        for corner in [from, to, pt(from.x, to.y), pt(to.x, from.y), label.bounds.center()] {
            assert!(
                is_on_floor(map, room, corner),
                "{what}: {} of room {} is off the floor",
                label.text.text,
                room.number
            );
        }
        let taken = obstacles.iter().find(|obstacle| obstacle.overlaps(label.bounds));
        assert!(taken.is_none(), "{what}: {} lies on {taken:?}", label.text.text);
        assert!(
            labels[..i].iter().all(|other| !other.bounds.overlaps(label.bounds)),
            "{what}: {} lies on another",
            room.number
        );
    }
}

#[test]
fn numbers_of_all_presets_are_on_their_floor_and_clear_of_everything() {
    let (mut all, mut clear) = (0, 0);
    for preset in presets::ALL {
        for seed in 0..3 {
            let map = made(preset, seed);
            let obstacles = obstacles(&map);
            let labels = labels(&map, &obstacles);
            assert_eq!(labels.len(), map.rooms.len(), "{} {seed}", preset.name);
            assert_clear(&map, &obstacles, &labels, preset.name);
            all += labels.len();
            clear += labels.iter().filter(|label| label.is_clear).count();
        }
    }
    assert!(all > 500, "{all} rooms are too few");
    assert!(clear * 100 >= all * 97, "only {clear} of {all} numbers have a free place");
}

#[test]
fn an_empty_room_has_its_number_in_the_middle() {
    let mut map = Map::new(Size::new(20, 10), Tile::Wall);
    map.dig_room(Rect::new(2, 2, 5, 4));
    map.dig_room(Rect::new(9, 1, 7, 7));
    let labels = labels(&map, &[]);
    assert!(labels[0].bounds.center().distance(pt(4.5, 4.0)) <= 0.5);
    assert!(labels[1].bounds.center().distance(pt(12.5, 4.5)) < 1e-4);
    assert!(labels.iter().all(|label| label.is_clear && label.text.size == NUMBER));
}

#[test]
fn an_occupied_middle_moves_the_number_to_the_nearest_free_place() {
    let mut map = Map::new(Size::new(12, 9), Tile::Wall);
    map.dig_room(Rect::new(1, 1, 7, 7));
    let statue = [Bounds::new(3.0, 3.0, 6.0, 6.0)];
    let moved = labels(&map, &statue);
    assert_clear(&map, &statue, &moved, "a statue");
    assert!(moved[0].is_clear && moved[0].bounds.center().distance(pt(4.5, 4.5)) <= 2.1);
}

#[test]
fn numbers_prefer_dry_floor_and_use_water_if_there_is_no_other() {
    let mut map = Map::new(Size::new(12, 9), Tile::Wall);
    map.dig_room(Rect::new(1, 1, 7, 7));
    map.tiles.fill_rect(Rect::new(2, 2, 6, 6), Tile::Water);
    let at = labels(&map, &[])[0].bounds.center();
    assert!(at.x < 2.0 || at.y < 2.0, "{at:?} is in the water");
    map.tiles.fill_rect(Rect::new(1, 1, 7, 7), Tile::Water);
    assert!(labels(&map, &[])[0].is_clear);
}

#[test]
fn a_number_shrinks_before_it_covers_anything() {
    let mut map = Map::new(Size::new(12, 9), Tile::Wall);
    map.dig_room(Rect::new(1, 1, 1, 1));
    map.rooms[0].number = 8888;
    let small = &labels(&map, &[])[0];
    assert!(small.is_clear && small.text.size < NUMBER);
    map.rooms[0].number = 4_000_000_000;
    let huge = &labels(&map, &[])[0];
    assert!(!huge.is_clear && huge.text.text == "4000000000" && huge.bounds.center().distance(pt(1.5, 1.5)) < 1e-4);
    let everywhere = [Bounds::new(0.0, 0.0, 12.0, 9.0)];
    map.rooms[0].number = 7;
    let covered = &labels(&map, &everywhere)[0];
    assert!(!covered.is_clear && covered.text.halo.is_some_and(|(_, width)| width > 0.0));
    assert!(is_on_floor(&map, &map.rooms[0], covered.bounds.center()));
}

#[test]
fn irregular_rooms_have_their_number_where_they_are_widest() {
    let map = Map::from_ascii("#########\n#.......#\n#.####..#\n#.####..#\n#.#######\n#########").unwrap();
    let mask = map.walkable();
    let mut map = map;
    map.add_room(Shape::Cells(Box::new(CellSet::new(Pos::new(0, 0), mask))));
    let label = &labels(&map, &[])[0];
    assert!(label.bounds.from.x > 6.0 && label.is_clear, "{:?}", label.bounds);
}

#[test]
fn numbers_stay_within_round_walls() {
    let square = Rect::new(1, 1, 6, 6);
    let mut map = Map::new(Size::new(8, 8), Tile::Wall);
    map.add_room(Shape::Circle(square));
    map.rooms[0].shape.clone().positions().for_each(|pos| map.tiles[pos] = Tile::Floor);
    assert!(labels(&map, &[])[0].bounds.center().distance(pt(4.0, 4.0)) < 1e-4);
    map.rooms[0].number = 88;
    for step in 1..40 {
        // A pillar that grows from the middle pushes the number towards the wall.
        let pillar = [Bounds::new(4.0, 4.0, 4.0, 4.0).grown(step as f32 * 0.05)];
        let label = labels(&map, &pillar);
        assert_clear(&map, &pillar, &label, "a pillar");
        assert!(label[0].is_clear, "{step}");
    }
}

#[test]
fn a_room_without_floor_has_no_number() {
    let mut map = Map::new(Size::new(12, 9), Tile::Wall);
    map.add_room(Shape::Rect(Rect::new(1, 1, 3, 3)));
    map.add_room(Shape::Rect(Rect::new(100, -50, 3, 3)));
    assert!(labels(&map, &[]).is_empty());
}

#[test]
fn every_font_shows_every_digit() {
    let mut map = Map::new(Size::new(30, 9), Tile::Wall);
    map.dig_room(Rect::new(1, 1, 20, 7));
    map.rooms[0].number = 1_234_567_890;
    for name in FONTS {
        let mut font = Font::of(name);
        let label =
            &numbers(&map, &[], (&BitGrid::new(map.size()), &BitGrid::new(map.size())), &Style::default(), &mut font)
                [0];
        let mut pieces = |c: char| font.outline(&c.to_string(), 1.0, Point::default()).0.segments().len();
        let digits: usize = ('0'..='9').map(&mut pieces).sum();
        assert_eq!(label.text.outline.segments().len(), digits);
        assert!(('0'..='9').all(|c| pieces(c) > 0));
    }
}

#[test]
fn the_same_map_gives_the_same_places() {
    let map = made(&presets::ALL[0], 1);
    let obstacles = obstacles(&map);
    assert_eq!(format!("{:?}", labels(&map, &obstacles)), format!("{:?}", labels(&map.clone(), &obstacles)));
}
