//! Checks in the written files that pictures for players reveal nothing hidden.

#[path = "support/drawing.rs"]
mod drawing;
#[path = "support/pixels.rs"]
#[expect(dead_code, reason = "no pictures are compared here")]
mod pixels;

use drawing::layers;
use mapwright::{BitGrid, CellSet, EntityKind, Map, Plan, Pos, Recipe, Run, Seed, Tile, registry};
use mapwright_render::{LAYERS, Layers, Letters, Look, Style, View, WaterLevel, player_map, png, svg};
use pixels::Pixels;
use serde_json::json;

const ARCHETYPES: [&str; 7] = ["classic", "warren", "temple", "crypt", "lair", "cavern", "fortress"];
const SEEDS: u64 = 4;
/// Maximum distance of round and hand-drawn walls from their cells.
const MAX_STRAY: f32 = 0.4;
/// Width of a hidden cell's edge that may be the wall of a visible cell beside it.
const WALL_WIDTH: f32 = 0.12;

/// Returns dungeons with rooms behind secret doors, each with its visible and its hidden cells.
fn dungeons() -> impl Iterator<Item = (String, Map, BitGrid, BitGrid)> {
    let all = ARCHETYPES.into_iter().flat_map(|archetype| (0..SEEDS).map(move |seed| (archetype, seed)));
    all.map(|(archetype, seed)| {
        let entry = registry::find(registry::ALL, "dungeon").unwrap();
        let with = json!({ "archetype": archetype, "secret": 60, "hidden_rooms": true });
        let map = Plan::of(entry, &with).unwrap().run(Run::new(Seed::new(seed))).unwrap();
        let (seen, hidden) = visible_and_hidden(&map);
        let command = "--set secret=60 --set hidden_rooms=true --view player";
        (format!("mapwright generate dungeon --set archetype={archetype} {command} --seed {seed}"), map, seen, hidden)
    })
}

/// Returns the cells reachable without a secret door, and all other cells that are not rock.
/// Computed without the code under test.
fn visible_and_hidden(map: &Map) -> (BitGrid, BitGrid) {
    let is_open = |pos: Pos| !matches!(map.tiles[pos], Tile::Void | Tile::Wall);
    let open = BitGrid::from_fn(map.size(), is_open);
    let passable = BitGrid::from_fn(map.size(), |pos| is_open(pos) && map.tiles[pos] != Tile::DoorSecret);
    let start = map.entities.iter().filter(|entity| entity.kind == EntityKind::Start).map(|entity| entity.pos);
    let mut seen = BitGrid::new(map.size());
    for pos in map.exits.iter().map(|exit| exit.pos).chain(start) {
        passable.flood(pos).iter().for_each(|pos| seen.insert(pos));
    }
    assert!(!seen.is_empty(), "the map has an entrance");
    let mut hidden = open;
    hidden.subtract(&seen);
    (seen, hidden)
}

/// Returns the distance of a point from the nearest of these cells, at most 4.
fn distance(cells: &BitGrid, [x, y]: [f32; 2]) -> f32 {
    let mut least = 4.0_f32;
    for row in (y.floor() as i32 - 4)..=(y.floor() as i32 + 4) {
        for column in (x.floor() as i32 - 4)..=(x.floor() as i32 + 4) {
            if cells.contains(Pos::new(column, row)) {
                let off = |at: f32, cell: i32| (cell as f32 - at).max(at - cell as f32 - 1.0).max(0.0);
                let (dx, dy) = (off(x, column), off(y, row));
                least = least.min((dx * dx + dy * dy).sqrt());
            }
        }
    }
    least
}

fn player(style: &Style) -> Look {
    Look { style: style.clone(), view: View::Player, ..Look::default() }
}

fn text(map: &Map, look: &Look) -> String {
    let mut bytes = Vec::new();
    svg(map, look, 40, Letters::Text, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn is_in(pieces: &[Vec<[f32; 2]>], [x, y]: [f32; 2]) -> bool {
    let mut inside = false;
    for line in pieces {
        for (a, b) in line.iter().zip(line.iter().cycle().skip(1)) {
            if (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
                inside = !inside;
            }
        }
    }
    inside
}

/// Returns something that is drawn where players may not look, if there is anything.
fn find_leak(map: &Map, look: &Look, (seen, hidden): (&BitGrid, &BitGrid)) -> Option<String> {
    let style = &look.style;
    for (name, paths) in &layers(&text(map, look)) {
        // A stroke of the hatching is drawn as a whole if its middle is near enough.
        let reach = match name.as_str() {
            "hatch" => style.hatch.reach + style.hatch.patch,
            "shadow" => 2.0 * style.shadow.reach,
            _ => 0.0,
        };
        for path in paths {
            for &point in path.pieces.iter().flatten() {
                let off = distance(seen, point);
                let most = reach + MAX_STRAY - if path.is_clip { 0.0 } else { path.width / 2.0 };
                let most = if name == "hatch" || name == "shadow" { most.max(MAX_STRAY) } else { MAX_STRAY };
                if off > most {
                    return Some(format!("{name} at {point:?} is {off} away from the visible cells"));
                }
                if reach == 0.0 && off > WALL_WIDTH && distance(hidden, point) <= 0.0 {
                    return Some(format!("{name} at {point:?} is in a hidden cell"));
                }
            }
        }
    }
    None
}

#[test]
fn nothing_is_drawn_in_hidden_areas() {
    let look = Look { water: WaterLevel::Pools, ..player(&Style::default()) };
    let mut hidden_cells = 0;
    for (command, map, seen, hidden) in dungeons() {
        hidden_cells += hidden.count();
        assert_eq!(find_leak(&map, &look, (&seen, &hidden)), None, "{command}");
    }
    assert!(hidden_cells > 300, "{hidden_cells} hidden cells are too few");
}

#[test]
fn the_game_masters_picture_does_leak() {
    // Every layer reveals something by itself. Labels are text, which another test checks.
    for layer in ["hatch", "shadow", "floor", "grid", "walls", "doors"] {
        let others = LAYERS.into_iter().filter(|other| *other != layer);
        let layers = others.fold(Layers::default(), |layers, other| layers.without(other).unwrap());
        let look = Look { view: View::Gm, layers, ..player(&Style::default()) };
        let mut dungeons = dungeons().filter(|(_, _, _, hidden)| hidden.count() > 40);
        let (command, map, seen, hidden) = dungeons.next().expect("a dungeon with a hidden room");
        assert_ne!(find_leak(&map, &look, (&seen, &hidden)), None, "{command}: {layer}");
    }
}

#[test]
fn visible_floor_is_drawn() {
    for (command, map, seen, hidden) in dungeons() {
        let layers = layers(&text(&map, &player(&Style::default())));
        let floor = layers["floor"].iter().find(|path| path.is_filled && !path.is_clip).expect("a floor");
        // A round wall may leave only a part of a cell.
        let is_drawn = |pos: Pos| {
            let parts = [(0.5, 0.5), (0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)];
            parts.iter().any(|(x, y)| is_in(&floor.pieces, [pos.x as f32 + x, pos.y as f32 + y]))
        };
        for room in &map.rooms {
            for pos in room.shape.positions().filter(|&pos| map.tiles.get(pos) == Some(&Tile::Floor)) {
                assert_eq!(is_drawn(pos), seen.contains(pos), "{command}: room {} at {pos}", room.number);
            }
        }
        let drawn = hidden.iter().find(|&pos| is_drawn(pos));
        assert_eq!(drawn, None, "{command}: hidden floor is drawn");
    }
}

#[test]
fn themes_are_drawn_only_on_visible_floor() {
    let mut hidden_cells = 0;
    for seed in 0..SEEDS {
        let text_of = |map: &Map| text(map, &player(&Style::named("colour").unwrap()));
        let recipe = "[[step]]\nuse = 'dungeon'\nwith = { secret = 60, hidden_rooms = true }\n\
             [[step]]\nuse = 'themes'\n\
                      with = { coverage_percent = 100, region_size = 60 }\n";
        let plan = Recipe::from_toml(recipe).unwrap().plan(registry::ALL).unwrap();
        let map = plan.run(Run::new(Seed::new(seed))).unwrap();
        let (seen, hidden) = visible_and_hidden(&map);
        let in_themes = |map: &Map, cells: &BitGrid| -> usize {
            map.zones.iter().map(|zone| zone.cells.positions().filter(|&pos| cells.contains(pos)).count()).sum()
        };
        hidden_cells += in_themes(&map, &hidden);
        let shown = player_map(&map);
        assert_eq!(in_themes(&shown, &hidden), 0, "seed {seed}");
        assert!(in_themes(&shown, &seen) > 0 && layers(&text_of(&map)).contains_key("themes"), "seed {seed}");
        // The picture does not depend on the themes of the hidden part.
        let mut other = map.clone();
        other.zones.retain(|zone| zone.cells.positions().any(|pos| seen.contains(pos)));
        for zone in &mut other.zones {
            zone.cells =
                CellSet::filtered(zone.cells.positions(), |pos| seen.contains(pos)).expect("some of it is seen");
        }
        assert_eq!(text_of(&map), text_of(&other), "seed {seed}");
    }
    assert!(hidden_cells > 50, "{hidden_cells} hidden cells are too few");
}

#[test]
fn no_text_in_the_file_reveals_a_secret() {
    for style in Style::names().map(|name| Style::named(name).unwrap()).filter(|style| !style.tiles.on) {
        for (command, map, ..) in dungeons().step_by(5) {
            let look = Look { legend: true, compass: true, scale: true, ..player(&style) };
            let words = text(&map, &look).to_lowercase();
            for word in ["secret", "trap", "seed", "monster", "locked", "key"] {
                assert!(!words.contains(word), "{command}: {word} in the file");
            }
            let unnamed = text(&map, &player(&style));
            assert!(!unnamed.contains("<text"), "{command}: rooms have numbers");
            assert!(!layers(&unnamed).contains_key("labels"), "{command}: rooms have numbers");
        }
    }
}

#[test]
fn hidden_rooms_are_rock_in_tiles_too() {
    const CELL: usize = 8;
    let look = player(&Style::named("tiles").unwrap());
    for (command, map, seen, hidden) in dungeons() {
        let mut bytes = Vec::new();
        png(&map, &look, CELL as u32, &mut bytes).unwrap();
        let picture = Pixels::read(&bytes);
        let cell = |pos: Pos| -> Vec<[u8; 4]> {
            let (x, y) = (pos.x as usize * CELL, pos.y as usize * CELL);
            (0..CELL * CELL).map(|i| picture.at(x + i % CELL, y + i / CELL)).collect()
        };
        let near = seen.grown(1);
        let mut open = seen.clone();
        hidden.iter().for_each(|pos| open.insert(pos));
        // Rock that touches no open cell.
        let touched = open.grown(1);
        let all = map.size().rect();
        let Some(rock) = all.positions().find(|&pos| !touched.contains(pos)).map(cell) else { continue };
        for pos in hidden.iter().filter(|&pos| !near.contains(pos)) {
            assert_eq!(cell(pos), rock, "{command}: something is visible at {pos}");
        }
    }
}
