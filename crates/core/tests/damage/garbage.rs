//! Garbage: the checker survives any content of a file, and takes no longer than for a valid map.

use super::{entity, exit};
use mapwright::{
    BitGrid, CellSet, Decoration, Dir, Door, DoorId, DoorKind, DoorState, EntityKind, Finding, Level, Lock, Map,
    Mission, Movement, Note, Passage, PassageId, Place, Pos, Promises, RULES, Rect, Rng, Room, RoomId, Seed, Shape,
    Size, Stairs, Symmetry, Tile, Zone, ZoneId, check,
};

/// Asserts that findings are sorted by rule, few, and free of control characters.
fn plausible(findings: &[Finding]) {
    assert!(findings.len() <= RULES.len() * 102, "{} findings", findings.len());
    for finding in findings {
        assert!(!finding.message.is_empty() && finding.message.len() < 300, "{finding:?}");
        assert!(!finding.message.chars().any(char::is_control), "{finding:?}");
    }
}

/// Returns numbers at the limits of arithmetic, among ordinary ones.
fn number(rng: &mut Rng) -> i32 {
    const EDGES: [i32; 14] =
        [i32::MIN, i32::MIN + 1, -65, -1, 0, 1, 2, 3, 63, 64, 1 << 30, i32::MAX / 2, i32::MAX - 1, i32::MAX];
    match rng.below(4) {
        0 => rng.next_u64() as i32,
        1 => *rng.pick(&EDGES).unwrap(),
        _ => rng.range(-2, 40),
    }
}

fn place(rng: &mut Rng) -> Pos {
    Pos::new(number(rng), number(rng))
}

fn id(rng: &mut Rng) -> u32 {
    if rng.percent(80) { rng.below(5) } else { rng.next_u64() as u32 }
}

fn cells(rng: &mut Rng) -> CellSet {
    let size = Size::new(rng.range(0, 70), rng.range(0, 9));
    let percent = rng.below(101);
    let mask = BitGrid::from_fn(size, |_| rng.percent(percent));
    CellSet::new(place(rng), mask)
}

fn garbage_room(rng: &mut Rng) -> Room {
    let rect = Rect::new(number(rng), number(rng), number(rng), number(rng));
    let shape = match rng.below(3) {
        0 => Shape::Rect(rect),
        1 => Shape::Circle(rect),
        _ => Shape::Cells(Box::new(cells(rng))),
    };
    Room::new(RoomId(id(rng)), id(rng), shape)
}

fn garbage_passage(rng: &mut Rng) -> Passage {
    let mut points: Vec<Pos> = (0..rng.below(5)).map(|_| place(rng)).collect();
    for index in 1..points.len() {
        if rng.percent(70) {
            points[index].x = points[index - 1].x;
        }
    }
    let joins: Vec<RoomId> = (0..rng.below(5)).map(|_| RoomId(id(rng))).collect();
    let (id, width) = (PassageId(id(rng)), number(rng));
    Passage::new(id, width, &points, &joins)
}

fn garbage_door(rng: &mut Rng) -> Door {
    let kinds = [DoorKind::Archway, DoorKind::Door, DoorKind::Secret, DoorKind::Portcullis, DoorKind::OneWay];
    let states = DoorState::ALL;
    let joins = (0..rng.below(4))
        .map(|_| if rng.percent(50) { Place::Room(RoomId(id(rng))) } else { Place::Passage(PassageId(id(rng))) });
    let joins: Vec<Place> = joins.collect();
    let (id, pos, facing) = (DoorId(id(rng)), place(rng), *rng.pick(&Dir::ALL).unwrap());
    Door::new(id, pos, facing, *rng.pick(&kinds).unwrap(), *rng.pick(&states).unwrap(), &joins)
}

/// Returns a map with random values in every field.
fn garbage(rng: &mut Rng, records: u32) -> Map {
    let size = Size::new(rng.range(0, 140), rng.range(0, 30));
    let mut map = Map::new(size, Tile::Floor);
    let (variety, floor) = (rng.below(12) + 1, rng.percent(30));
    for tile in map.tiles.cells_mut().iter_mut().filter(|_| !floor) {
        *tile = Tile::ALL[rng.below(variety) as usize].0;
    }
    map.source.promises = if rng.percent(70) { Promises::ALL } else { Promises::NONE };
    map.rooms = (0..rng.below(records)).map(|_| garbage_room(rng)).collect();
    map.passages = (0..rng.below(records)).map(|_| garbage_passage(rng)).collect();
    map.doors = (0..rng.below(records)).map(|_| garbage_door(rng)).collect();
    let stairs = |rng: &mut Rng| Stairs::new(place(rng), Level::Up);
    map.stairs = (0..rng.below(records)).map(|_| stairs(rng)).collect();
    map.exits = (0..rng.below(records)).map(|_| exit(place(rng))).collect();
    let kinds = EntityKind::ALL.map(|(kind, _)| kind);
    map.entities = (0..rng.below(records)).map(|_| entity(*rng.pick(&kinds).unwrap(), place(rng))).collect();
    let decoration = |pos| Decoration::new("\u{0}", pos);
    map.decorations = (0..rng.below(records)).map(|_| decoration(place(rng))).collect();
    map.zones = (0..rng.below(records)).map(|_| Zone::new(ZoneId(id(rng)), cells(rng))).collect();
    let lock = |rng: &mut Rng| Lock::new(DoorId(id(rng)), place(rng));
    let locks = (0..rng.below(records)).map(|_| lock(rng)).collect();
    map.mission = rng.percent(70).then(|| Mission::new(RoomId(id(rng)), locks));
    let by = *rng.pick(&[Movement::Mirror, Movement::HalfTurn, Movement::QuarterTurn]).unwrap();
    let area = match rng.percent(70) {
        true => size.rect(),
        false => Rect::new(number(rng), number(rng), number(rng), number(rng)),
    };
    let images = (0..rng.below(records)).map(|_| (0..rng.below(6)).map(|_| RoomId(id(rng))).collect()).collect();
    let free_percent = rng.below(200);
    map.symmetry = rng.percent(70).then_some(Symmetry { by, area, free_percent, images });
    let keys = ["tiles_floor", "tiles_", "tiles_\n", "rooms", "zones", "", "doors"];
    map.stats = (0..rng.below(4)).map(|_| (rng.pick(&keys).unwrap().to_string(), rng.next_u64() as i64)).collect();
    map.notes = (0..rng.below(3))
        .map(|_| Note::new("hand", "\u{1b}[2J".repeat(200), rng.next_u64() as i64, rng.next_u64() as i64, "no space"))
        .collect();
    map
}

#[test]
fn garbage_does_not_panic() {
    let mut rng = Seed::new(20_260_101).rng();
    for _ in 0..4_000 {
        plausible(&check(&garbage(&mut rng, 6)));
    }
}

#[test]
fn large_garbage_terminates() {
    let mut rng = Seed::new(7).rng();
    for _ in 0..4 {
        plausible(&check(&garbage(&mut rng, 4_000)));
    }
}

/// Records with huge sizes must not cost more than the map they lie on.
#[test]
fn records_of_any_size_cost_no_more_than_the_map() {
    let mut map = Map::new(Size::new(500, 500), Tile::Floor);
    map.source.promises = Promises::ALL;
    let world = Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX);
    for number in 1..20_000 {
        let shape =
            if number % 2 == 0 { Shape::Rect(world) } else { Shape::Circle(Rect::new(0, 0, i32::MAX, i32::MAX)) };
        map.rooms.push(Room::new(RoomId(number), number, shape));
        let points = [Pos::new(i32::MIN, 5), Pos::new(i32::MAX, 5), Pos::new(i32::MAX, i32::MAX)];
        let (id, joins) = (PassageId(number), [RoomId(number), RoomId(number)]);
        map.passages.push(Passage::new(id, i32::MAX, &points, &joins));
    }
    let findings = check(&map);
    plausible(&findings);
    assert!(["rooms", "passages"].iter().all(|rule| findings.iter().any(|finding| finding.rule == *rule)));
}
