//! All kinds of edits on all kinds of maps: records stay valid, edits are deterministic, and saved
//! maps keep them.

use mapwright::edit::{Edit, Paint, edited, edited_by};
use mapwright::{
    Dir, DoorKind, DoorState, Error, Kind, Map, Passage, Pos, Promises, Recipe, Rng, Run, Seed, Shape, Step, check,
    place, registry, saved,
};

fn made(id: &str, seed: u64, size: (i32, i32), populated: bool) -> Map {
    let mut recipe = Recipe::of(id, serde_json::Map::new());
    if populated {
        recipe.steps.push(Step { uses: "furnish".to_owned(), ..recipe.steps[0].clone() });
        recipe.steps.extend(place::usual(3));
    }
    recipe.plan(registry::ALL).unwrap().run(Run::new(Seed::new(seed)).size(size.0, size.1)).unwrap()
}

fn edit(map: &Map, edit: &Edit) -> Result<Map, Error> {
    edited(map, edit, registry::ALL, None)
}

/// Returns a random edit.
fn any_edit(map: &Map, rng: &mut Rng) -> Edit {
    let size = map.size();
    let cell = |rng: &mut Rng| [rng.range(0, size.width - 1), rng.range(0, size.height - 1)];
    let room = |rng: &mut Rng| map.rooms.get(rng.below(map.rooms.len().max(1) as u32) as usize);
    match (rng.below(9), room(rng)) {
        (0 | 1, Some(room)) => Edit::MoveRoom { room: room.id.0, by: [rng.range(-4, 4), rng.range(-4, 4)] },
        (2, Some(room)) => {
            let bounds = room.shape.bounds();
            let mut side = |length: i32| (length + rng.range(-2, 3)).max(1);
            Edit::ResizeRoom { room: room.id.0, rect: [bounds.x, bounds.y, side(bounds.width), side(bounds.height)] }
        }
        (3, Some(room)) => Edit::RemoveRoom { room: room.id.0 },
        (4 | 5, _) => {
            let [x, y] = cell(rng);
            Edit::AddRoom { rect: [x, y, rng.range(1, 7), rng.range(1, 6)], circle: rng.percent(30) }
        }
        (6, _) if !map.doors.is_empty() => {
            let at = map.doors[rng.below(map.doors.len() as u32) as usize].pos;
            match rng.below(3) {
                0 => Edit::RemoveDoor { at: [at.x, at.y] },
                _ => Edit::Door { at: [at.x, at.y], kind: DoorKind::Double, state: Some(DoorState::Open) },
            }
        }
        (6 | 7, _) => Edit::Door { at: cell(rng), kind: DoorKind::Door, state: None },
        _ => Edit::Label { at: cell(rng), text: "Beware".to_owned() },
    }
}

#[test]
fn edited_maps_are_valid() {
    let layouts = registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout);
    let (mut done, mut refused) = (0, 0);
    for entry in layouts {
        for seed in 0..12 {
            let mut rng = Seed::new(seed).child(entry.id).rng();
            let natural = (entry.natural.width.min(60), entry.natural.height.min(40));
            let mut map = made(entry.id, seed, natural, seed % 3 == 0);
            // Some layouts make no rooms, or do not promise that rooms are apart.
            let mut faults = check(&map).len();
            for _ in 0..10 {
                let request = any_edit(&map, &mut rng);
                let Ok(next) = edit(&map, &request) else {
                    refused += 1;
                    continue;
                };
                done += 1;
                let mut findings = check(&next);
                // An entity that blocks the last passage or stands near the start is a matter for
                // the game master, not an error of the records.
                findings.retain(|finding| !finding.rule.starts_with("placed-") && finding.rule != "start-zone");
                assert!(
                    findings.len() <= faults,
                    "{} seed {seed}: {request:?}: {findings:?}\nbefore\n{}after\n{}",
                    entry.id,
                    map.to_ascii_with_entities(),
                    next.to_ascii_with_entities()
                );
                assert_eq!(next, edit(&map, &request).unwrap(), "the same again");
                faults = findings.len();
                map = next;
            }
            assert_eq!(saved::from_str(&saved::to_string(&map)).unwrap(), map);
        }
    }
    assert!(done > refused && done > 1000, "{done} edits, {refused} refused");
}

#[test]
fn the_edits_of_a_map_make_it_again() {
    let plain = made("rooms-corridors", 7, (60, 40), true);
    let mut rng = Seed::new(1).rng();
    let mut map = plain.clone();
    while map.source.edits.len() < 20 {
        let request = any_edit(&map, &mut rng);
        map = edit(&map, &request).unwrap_or(map);
    }
    let again = edited_by(plain, &map.source.edits, registry::ALL, None).unwrap();
    assert_eq!(again, map);
}

/// A map with two rooms, a passage and a door.
fn two_rooms() -> Map {
    use mapwright::{Dir, Place, Rect, Size, Tile};
    let mut map = Map::new(Size::new(20, 9), Tile::Wall);
    let rooms = [Rect::new(2, 3, 3, 3), Rect::new(14, 3, 3, 3)].map(|rect| map.dig_room(rect));
    let passage = map.dig_passage(1, &[Pos::new(5, 4), Pos::new(13, 4)], &rooms);
    map.add_door(
        Pos::new(13, 4),
        Dir::East,
        DoorKind::Door,
        DoorState::Locked,
        &[Place::Room(rooms[1]), Place::Passage(passage)],
    );
    map
}

#[test]
fn a_room_takes_its_passage_and_its_door_along() {
    let map = edit(&two_rooms(), &Edit::MoveRoom { room: 1, by: [-3, 2] }).unwrap();
    assert_eq!(check(&map), []);
    let expected = "
####################
####################
####################
##...###############
##........##########
##...####.L...######
###########...######
###########...######
####################
";
    assert_eq!(map.to_ascii(), expected.trim_start());
    assert_eq!(map.rooms[1].shape.bounds(), mapwright::Rect::new(11, 5, 3, 3));
    assert_eq!(
        (map.doors.len(), map.doors[0].state, map.passages.len()),
        (1, DoorState::Locked, 1),
        "{}",
        map.to_ascii()
    );
    assert_eq!(map.passages[0].joins.len(), 2);
    let back = edit(&map, &Edit::MoveRoom { room: 1, by: [3, -2] }).unwrap();
    assert_eq!(back.to_ascii(), two_rooms().to_ascii());
}

#[test]
fn impossible_edits_are_rejected_with_a_reason() {
    let map = two_rooms();
    let cases = [
        (Edit::MoveRoom { room: 0, by: [-3, 0] }, "/by", "edge of the map"),
        (Edit::MoveRoom { room: 0, by: [9, 0] }, "/by", "touch room 2"),
        (Edit::MoveRoom { room: 9, by: [1, 0] }, "/room", "no room with the id 9"),
        (Edit::MoveRoom { room: 0, by: [i32::MAX, i32::MIN] }, "/by", "edge of the map"),
        (Edit::ResizeRoom { room: 0, rect: [2, 3, 0, 3] }, "/rect", "0x3"),
        (Edit::ResizeRoom { room: 0, rect: [2, 3, i32::MAX, i32::MAX] }, "/rect", "is not possible"),
        (Edit::AddRoom { rect: [i32::MIN, 1, 3, 3], circle: false }, "/rect", "is not possible"),
        (Edit::Reroll { seed: "1".to_owned(), keep: vec![0; 1001] }, "", "no recipe"),
        (Edit::ResizeRoom { room: 0, rect: [2, 3, 12, 3] }, "/rect", "touch room 2"),
        (Edit::AddRoom { rect: [0, 0, 3, 3], circle: false }, "/rect", "edge of the map"),
        (Edit::Door { at: [3, 4], kind: DoorKind::Door, state: None }, "/at", "open floor on both sides"),
        (Edit::Door { at: [-1, 4], kind: DoorKind::Door, state: None }, "/at", "is not on the map"),
        (Edit::RemoveDoor { at: [3, 4] }, "/at", "no door"),
        (Edit::Label { at: [3, 4], text: "x".repeat(201) }, "/text", "200"),
        (Edit::Label { at: [3, 4], text: "a\u{7}b".to_owned() }, "/text", "plain text"),
        (
            Edit::Paint { tile: Paint::Floor, cells: vec![[-1, -1]], rects: vec![[i32::MAX, 0, i32::MAX, 1]] },
            "",
            "outside the map",
        ),
        (Edit::Reroll { seed: "1".to_owned(), keep: vec![] }, "", "no recipe"),
    ];
    for (request, place, words) in cases {
        let error = edit(&map, &request).unwrap_err();
        assert_eq!(error.places(), [place], "{request:?}: {error}");
        assert!(error.to_string().contains(words), "{request:?}: {error}");
    }
}

#[test]
fn painting_keeps_to_the_map_and_may_break_it() {
    let map = two_rooms();
    let wall = Edit::Paint { tile: Paint::Wall, cells: vec![[9, 4]], rects: vec![] };
    let parted = edit(&map, &wall).unwrap();
    assert_eq!(check(&parted)[0].rule, "connected", "{}", parted.to_ascii());
    let floor = Edit::Paint { tile: Paint::Floor, cells: vec![[9, 4]], rects: vec![[-5, -5, 3, 3]] };
    assert_eq!(check(&edit(&parted, &floor).unwrap()), []);
    let open = Edit::Paint { tile: Paint::Floor, cells: vec![], rects: vec![[0, 4, 2, 1]] };
    assert_eq!(check(&edit(&map, &open).unwrap())[0].rule, "closed-border");
}

#[test]
fn labels_are_written_changed_and_taken_away() {
    let label = |text: &str| Edit::Label { at: [3, 4], text: text.to_owned() };
    let one = edit(&two_rooms(), &label(" <b>Trap</b> ")).unwrap();
    assert_eq!((one.labels.len(), &*one.labels[0].text), (1, "<b>Trap</b>"));
    assert_ne!(one.digest(), two_rooms().digest());
    let other = edit(&one, &label("Safe")).unwrap();
    assert_eq!((other.labels.len(), &*other.labels[0].text), (1, "Safe"));
    let none = edit(&other, &label("")).unwrap();
    assert_eq!((none.labels.len(), none.digest()), (0, two_rooms().digest()));
}

#[test]
fn pinned_rooms_stay_while_the_rest_is_made_again() {
    for id in ["rooms-corridors", "bsp", "dungeon", "digger", "uniform", "rogue", "house", "bsp-interior"] {
        for (seed, populated) in [(1, false), (2, true), (3, true), (4, false)] {
            let map = made(id, seed, (60, 44), populated);
            let keep: Vec<u32> = map.rooms.iter().step_by(3).map(|room| room.id.0).take(3).collect();
            let again = edit(&map, &Edit::Reroll { seed: format!("again {seed}"), keep: keep.clone() }).unwrap();
            let what = || format!("{id} {seed} {keep:?}\n{}\n{}", map.to_ascii(), again.to_ascii());
            assert_eq!(check(&again), [], "{}", what());
            for id in keep.iter().copied() {
                // A room that lost its way in is no entrance any more.
                let of = |map: &Map| {
                    let mut room = map.rooms.iter().find(|room| room.id.0 == id).cloned()?;
                    room.tags.retain(|tag| tag != "entrance");
                    Some(room)
                };
                assert_eq!(of(&again), of(&map), "{}", what());
            }
            assert_ne!(again.to_ascii(), map.to_ascii());
            assert!(again.source.promises.has(Promises::CONNECTED));
            let mut numbers: Vec<u32> = again.rooms.iter().map(|room| room.number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), again.rooms.len());
        }
    }
}

#[test]
fn labels_and_edits_of_a_file_are_validated() {
    let label = Edit::Label { at: [3, 4], text: "Trap".to_owned() };
    let map = edit(&edit(&two_rooms(), &label).unwrap(), &Edit::MoveRoom { room: 0, by: [0, 1] }).unwrap();
    let text = saved::to_string(&map);
    assert_eq!(saved::from_str(&text).unwrap(), map);
    for (from, to, words) in [
        (r#""y": 5, "text": "Trap"}"#, r#""y": 5, "text": 7}"#, "labels[0].text"),
        (r#"{"x": 3, "y": 5, "text""#, r#"{"x": 33, "y": 5, "text""#, "labels[0]: 33,5"),
        (r#"{"x": 3, "y": 5, "text""#, r#"{"y": 5, "text""#, "x is missing"),
        (r#""move-room""#, r#""fly""#, "unknown variant `fly`"),
        (r#""room": 0, "by""#, r#""room": -1, "by""#, "invalid value"),
        (r#""by": [0, 1]"#, r#""by": [0, 1], "why": 1"#, "unknown field `why`"),
    ] {
        assert_eq!(text.matches(from).count(), 1, "{from} is no unique piece of\n{text}");
        let error = saved::from_str(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(words), "{to}: {error}");
    }
}

/// Returns dungeons with round rooms and different entrances.
fn dungeons() -> impl Iterator<Item = Map> {
    let with = |round, entrances| serde_json::json!({"size": "small", "round_rooms": round, "entrances": entrances});
    [(100, 1), (60, 2), (0, 3)].into_iter().flat_map(move |(round, entrances)| {
        let recipe = Recipe::of("dungeon", with(round, entrances).as_object().unwrap().clone());
        let plan = recipe.plan(registry::ALL).unwrap();
        (0..12).map(move |seed| plan.run(Seed::new(seed)).unwrap())
    })
}

/// Returns the cells that touch a rectangle or circle by a side.
fn ring(shape: &Shape) -> Vec<Pos> {
    let beside = |pos: Pos| Dir::ALL.iter().any(|&dir| shape.contains(pos.step(dir)));
    shape.bounds().grown(1).positions().filter(|&pos| !shape.contains(pos) && beside(pos)).collect()
}

#[test]
fn a_reroll_never_loses_the_entrance() {
    for (map, room) in dungeons().flat_map(|map| (0..map.rooms.len()).map(move |room| (map.clone(), room)).step_by(2)) {
        let keep = vec![map.rooms[room].id.0];
        let again = edit(&map, &Edit::Reroll { seed: format!("again {room}"), keep }).unwrap();
        let what = || format!("room {}\n{}\n{}", map.rooms[room].number, map.to_ascii(), again.to_ascii());
        assert_eq!(check(&again), [], "{}", what());
        assert!(!map.exits.is_empty() && !again.exits.is_empty(), "{}", what());
        // The way into a pinned room stays, with its passage.
        for exit in &map.exits {
            let own = |passage: &&Passage| {
                passage.joins[..] == [map.rooms[room].id] && passage.points.contains(&exit.pos) && passage.width == 1
            };
            if map.passages.iter().any(|passage| own(&passage)) {
                assert!(again.exits.contains(exit), "{}", what());
            }
        }
    }
}

#[test]
fn corridors_enter_pinned_rooms_straight() {
    for map in dungeons() {
        let keep: Vec<u32> = map.rooms.iter().step_by(3).map(|room| room.id.0).take(3).collect();
        let again = edit(&map, &Edit::Reroll { seed: "again".to_owned(), keep: keep.clone() }).unwrap();
        let what = || format!("{keep:?}\n{}\n{}", map.to_ascii(), again.to_ascii());
        for room in again.rooms.iter().filter(|room| keep.contains(&room.id.0)) {
            if matches!(room.shape, Shape::Cells(_)) {
                continue;
            }
            let open: Vec<Pos> = ring(&room.shape).into_iter().filter(|&pos| again.tiles[pos].is_walkable()).collect();
            for pos in &open {
                let beside = || Dir::ALL.iter().map(|&dir| pos.step(dir));
                let sides = beside().filter(|&near| room.shape.contains(near)).count();
                assert!(sides == 1 && !beside().any(|near| open.contains(&near)), "{pos}\n{}", what());
            }
        }
    }
}

#[test]
fn notes_survive_a_reroll() {
    let map = made("dungeon", 3, (60, 44), false);
    let center = |room: &mapwright::Room| room.shape.bounds().center();
    let notes: Vec<Edit> = map
        .rooms
        .iter()
        .take(4)
        .map(center)
        .map(|Pos { x, y }| Edit::Label { at: [x, y], text: format!("note at {x},{y}") })
        .collect();
    let noted = edited_by(map.clone(), &notes, registry::ALL, None).unwrap();
    assert_eq!(noted.labels.len(), 4);
    let reroll = |keep: Vec<u32>| edit(&noted, &Edit::Reroll { seed: "x".to_owned(), keep }).unwrap();
    let all: Vec<u32> = map.rooms.iter().map(|room| room.id.0).collect();
    let (some, every) = (reroll(all[..1].to_vec()), reroll(all));
    assert_eq!((&some.labels, &every.labels), (&noted.labels, &noted.labels));
    let remarks = |map: &Map| {
        map.notes.iter().filter(|note| note.what == "notes").map(|note| note.why.clone()).collect::<Vec<_>>()
    };
    assert_eq!(remarks(&some), ["3 notes outside the pinned rooms stayed in place; check whether the text still fits"]);
    assert_eq!(remarks(&every), Vec::<String>::new());
}
