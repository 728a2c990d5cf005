//! Placements on every layout: nothing in walls, on stairs or on other things, no monsters near the
//! start, the map still connected, and the requested density and counts.

use mapwright::{
    BitGrid, Entity, EntityKind, Map, Pos, Promises, Recipe, Run, Seed, Size, Step, Tile, check, decor, presets,
    registry, saved,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn step(uses: &str, with: Value) -> Step {
    Step { uses: uses.to_owned(), with: with.as_object().cloned().unwrap_or_default(), ..Step::default() }
}

/// Returns all placement steps in their usual order.
fn everything(danger: u32, style: &str) -> Vec<Step> {
    vec![
        step("stairs", json!({"up": true})),
        step("start", json!({})),
        step("themes", json!({})),
        step("scatter", json!({})),
        step("exits", json!({"count": 2})),
        step("keys", json!({})),
        step("monsters", json!({"danger": danger, "style": style})),
        step("treasure", json!({"danger": danger})),
        step("traps", json!({"danger": danger})),
    ]
}

fn of(map: &Map, kind: EntityKind) -> impl Iterator<Item = &Entity> {
    map.entities.iter().filter(move |entity| entity.kind == kind)
}

/// Checks the rules without the checker, on sets of cells.
fn hold(map: &Map, name: &str) {
    assert_eq!(check(map), [], "{name}\n{}", map.to_ascii_with_entities());
    let start = map.start().unwrap_or_else(|| panic!("{name} has no start"));
    let mut seen = BTreeSet::new();
    for entity in &map.entities {
        let tile = map.tiles[entity.pos];
        let at_home = entity.kind == EntityKind::Start && tile == Tile::StairsUp;
        assert!(tile == Tile::Floor || at_home, "{name}: {entity:?} on {tile}");
        assert!(seen.insert(entity.pos), "{name}: two in a place, {entity:?}");
    }
    for exit in &map.exits {
        assert!(!seen.contains(&exit.pos), "{name}: something on the exit at {}", exit.pos);
    }
    let zone = map.zones.iter().find(|zone| !zone.is_region() && zone.cells.contains(start));
    let room = map.rooms.iter().find(|room| room.shape.contains(start));
    let home = |pos: Pos| match (zone, room) {
        (Some(zone), _) => zone.cells.contains(pos),
        (None, Some(room)) => room.shape.contains(pos),
        (None, None) => false,
    };
    // Things of a prefab stay where they are drawn.
    let drawn = name.starts_with("prefab");
    if !map.source.promises.has(Promises::POPULATED) {
        assert!(drawn, "{name}");
        return;
    }
    let placed = |it: &&Entity| {
        it.kind == EntityKind::Monster || !drawn && matches!(it.kind, EntityKind::Item | EntityKind::Trap)
    };
    for entity in map.entities.iter().filter(placed) {
        assert!(!home(entity.pos), "{name}: {entity:?} in the zone of the start at {start}");
    }
    if map.source.promises.has(Promises::CONNECTED) {
        let mut left = map.walkable();
        let solid = |entity: &&Entity| !matches!(entity.kind, EntityKind::Start | EntityKind::Trap);
        map.entities.iter().filter(solid).for_each(|entity| left.remove(entity.pos));
        for thing in map.decorations.iter().filter(|it| decor::facing(it).is_some()) {
            if decor::find(&thing.kind).is_some_and(|kind| kind.blocks) {
                left.fill_rect(decor::footprint(thing), false);
            }
        }
        assert_eq!(left.flood(start), left, "{name}: not in one piece\n{}", map.to_ascii_with_entities());
    }
}

#[test]
fn every_layout_with_every_placement() {
    for entry in registry::ALL.iter().filter(|entry| entry.kind == mapwright::Kind::Layout) {
        for (seed, style) in (0..12).zip(["auto", "rooms", "clusters"].into_iter().cycle()) {
            let mut recipe = Recipe::of(entry.id, serde_json::Map::new());
            recipe.steps.extend(everything(1 + 3 * seed as u32, style));
            if seed % 2 == 1 {
                recipe.steps.insert(1, step("furnish", json!({})));
            }
            let plan = recipe.plan(registry::ALL).expect("it is a recipe");
            let size = [plan.size(), Size::new(64, 40), Size::new(30, 24)][seed as usize % 3];
            let size = if plan.refuses(size).is_some() { plan.size() } else { size };
            let Ok(map) = plan.run(Run::new(Seed::new(seed)).sized(size)) else {
                assert!(!entry.always_succeeds, "{}", entry.id);
                continue;
            };
            let name = format!("{} {size} seed {seed} {style}", entry.id);
            hold(&map, &name);
            let again = saved::from_str(&saved::to_string(&map)).expect("it was just written");
            assert_eq!(again.digest(), map.digest(), "{name}");
        }
    }
}

#[test]
fn every_preset_with_everything() {
    for preset in presets::ALL {
        let mut recipe = preset.recipe();
        recipe.steps.extend(everything(12, "auto"));
        let plan = recipe.plan(registry::ALL).expect("a shipped recipe");
        for seed in 0..2 {
            let Ok(map) = plan.run(Seed::new(seed)) else { continue };
            // Things of prefabs stay where they are drawn.
            match map.source.promises.has(Promises::POPULATED) {
                true => hold(&map, preset.name),
                false => assert_eq!(check(&map), [], "{}", preset.name),
            }
            let monsters = of(&map, EntityKind::Monster).count();
            assert!(monsters > 0, "{} {seed}: nobody is there\n{}", preset.name, map.to_ascii_with_entities());
        }
    }
}

fn run(layout: &str, size: Size, seed: u64, steps: &[Step]) -> Map {
    let mut recipe = Recipe::of(layout, serde_json::Map::new());
    recipe.steps.extend(steps.iter().cloned());
    recipe.plan(registry::ALL).expect("it is a recipe").run(Run::new(Seed::new(seed)).sized(size)).expect("it runs")
}

/// Returns Pearson's chi-squared statistic of the counts against the weights.
fn chi_square(counts: &[u64], weights: &[u64]) -> f64 {
    let (all, sum) = (counts.iter().sum::<u64>() as f64, weights.iter().sum::<u64>() as f64);
    counts
        .iter()
        .zip(weights)
        .map(|(&count, &weight)| {
            let expected = all * weight as f64 / sum;
            (count as f64 - expected).powi(2) / expected
        })
        .sum()
}

/// Critical value of chi-squared for three degrees of freedom and p = 0.001.
const THREE: f64 = 16.27;
/// Critical value of chi-squared for two degrees of freedom and p = 0.001.
const TWO: f64 = 13.82;

#[test]
fn ten_thousand_maps_have_the_asked_weights_and_numbers() {
    let weights = [1, 2, 3, 4];
    let names = ["a", "b", "c", "d"];
    let table = |row: &str, more: &str| -> String {
        let line = |(name, weight): (&&str, &u64)| {
            format!("[[{row}]]\nname = \"{name}\"\ndanger = [1, 9]\nweight = {weight}\n{}\n", more.replace('@', name))
        };
        names.iter().zip(&weights).map(line).collect()
    };
    let steps = [
        step("start", json!({})),
        step("monsters", json!({"budget": 12, "table": table("formation", "members = [\"@\"]\ncost = 1")})),
        step("treasure", json!({"table": table("item", "")})),
        step("traps", json!({"table": table("trap", "")})),
    ];
    let mut recipe = Recipe::of("rooms-corridors", serde_json::Map::new());
    recipe.steps.extend(steps);
    let plan = recipe.plan(registry::ALL).expect("it is a recipe");
    let mut counts: BTreeMap<u8, [u64; 4]> = BTreeMap::new();
    let mut asked: BTreeMap<u8, u64> = BTreeMap::new();
    for seed in 0..10_000 {
        let map = plan.run(Run::new(Seed::new(seed)).size(40, 30)).expect("it runs");
        let floor = map.tiles.cells().iter().filter(|tile| **tile == Tile::Floor).count() as u64;
        for (kind, wanted) in [
            (EntityKind::Monster, 12),
            (EntityKind::Item, (floor * 8).div_ceil(1_000)),
            (EntityKind::Trap, (floor * 5).div_ceil(1_000)),
        ] {
            *asked.entry(kind as u8).or_default() += wanted;
        }
        for entity in &map.entities {
            if let Some(index) = names.iter().position(|name| *name == entity.name) {
                counts.entry(entity.kind as u8).or_default()[index] += 1;
            }
        }
    }
    for kind in [EntityKind::Monster, EntityKind::Item, EntityKind::Trap] {
        let counts = counts[&(kind as u8)];
        let (statistic, placed, asked) =
            (chi_square(&counts, &weights), counts.iter().sum::<u64>(), asked[&(kind as u8)]);
        assert!(statistic < THREE, "{kind:?}: {counts:?} {statistic}");
        // Never more than requested, and rarely fewer: some maps have little floor outside the
        // start zone.
        assert!(placed <= asked && placed * 100 > asked * 95, "{kind:?}: {placed} of {asked}");
    }
}

/// Groups the cells of monsters that touch, also diagonally.
fn groups(map: &Map, cells: &BTreeSet<Pos>) -> Vec<usize> {
    let mut left = BitGrid::new(map.size());
    cells.iter().for_each(|&pos| left.insert(pos));
    let mut sizes = Vec::new();
    loop {
        let Some(first) = left.iter().next() else { return sizes };
        let mut group = BitGrid::new(map.size());
        group.insert(first);
        loop {
            let mut grown = group.grown(1);
            grown &= &left;
            if grown == group {
                break;
            }
            group = grown;
        }
        left.subtract(&group);
        sizes.push(group.count());
    }
}

#[test]
fn monsters_are_as_dense_as_asked() {
    let alone = "[[formation]]\nname = \"a\"\nmembers = [\"a\"]\ndanger = [0, 9]\nweight = 1\ncost = 1\n";
    let steps = |style: &str| {
        let with = json!({"budget": 1_000_000_000, "table": alone, "style": style});
        [step("start", json!({})), step("monsters", with)]
    };
    let (mut placed, mut tiles) = (0, 0);
    for seed in 0..100 {
        let map = run("bsp", Size::new(60, 40), seed, &steps("rooms"));
        let start = map.start().expect("there is a start");
        for room in map.rooms.iter().filter(|room| !room.shape.contains(start)) {
            let cells = room.shape.positions().count();
            let here = of(&map, EntityKind::Monster).filter(|monster| room.shape.contains(monster.pos)).count();
            assert!(here * 2 <= cells, "{here} in {cells}");
            assert!(here > 0, "nobody in {:?}\n{}", room.shape, map.to_ascii_with_entities());
            (placed, tiles) = (placed + here, tiles + cells);
        }
    }
    let percent = placed * 100 / tiles;
    assert!((40..=50).contains(&percent), "{percent} % of the rooms, of 50 that may be");
    let (mut placed, mut tiles, mut clusters, mut zones) = (0, 0, [0u64; 4], 0);
    for seed in 0..100 {
        let map = run("cellular", Size::new(80, 50), seed, &steps("clusters"));
        let start = map.start().expect("there is a start");
        for zone in map.zones.iter().filter(|zone| !zone.cells.contains(start)) {
            let here: BTreeSet<Pos> =
                of(&map, EntityKind::Monster).map(|it| it.pos).filter(|&pos| zone.cells.contains(pos)).collect();
            assert!(here.len() * 10 <= zone.cells.count(), "{} in {}", here.len(), zone.cells.count());
            clusters[groups(&map, &here).len().min(3)] += 1;
            (placed, tiles, zones) = (placed + here.len(), tiles + zone.cells.count(), zones + 1);
        }
    }
    // Radii from 0 to 3 hold 1 to 29 cells: not every cluster can reach its size.
    let percent = placed as f64 * 100.0 / tiles as f64;
    assert!((3.0..=10.0).contains(&percent), "{percent} % of the zones, of 10 that may be");
    assert!(
        clusters[0] * 20 < zones && clusters[1..].iter().all(|&count| count * 6 > zones),
        "{clusters:?} of {zones}"
    );
}

#[test]
fn every_room_gets_monsters_at_every_danger() {
    for (danger, seed) in [1, 9, 16, 25, 1_000].into_iter().flat_map(|danger| (0..12).map(move |seed| (danger, seed))) {
        let steps = [step("start", json!({})), step("monsters", json!({"danger": danger}))];
        for layout in ["bsp", "digger"] {
            let map = run(layout, Size::new(70, 40), seed, &steps);
            let start = map.start().expect("there is a start");
            let near = |pos: Pos| pos.manhattan(start) <= 4;
            for room in map.rooms.iter().filter(|room| !room.shape.positions().any(near)) {
                let somebody = of(&map, EntityKind::Monster).any(|monster| room.shape.contains(monster.pos));
                let text = map.to_ascii_with_entities();
                assert!(somebody, "{layout} {seed}, danger {danger}: nobody in {:?}\n{text}", room.shape);
            }
        }
    }
}

/// Regions between closed doors may be as large as the map: the player begins in a room of one.
#[test]
fn dungeons_with_hardly_a_closed_door_are_populated() {
    let archways = json!({
        "secret": 0,
        "doors": {"archway": 1, "door": 0, "double": 0, "locked": 0, "portcullis": 0, "one_way": 0, "barred": 0}
    });
    let open = json!({"doors": {"open": 100}});
    for with in [json!({"archetype": "cavern"}), json!({"archetype": "warren"}), archways, open] {
        for seed in 0..15 {
            let mut steps = vec![step("dungeon", with.clone())];
            steps.extend(everything(8, "auto").into_iter().filter(|step| step.uses != "themes"));
            let recipe = Recipe { steps, ..Recipe::default() };
            let map = recipe.plan(registry::ALL).unwrap().run(Run::new(Seed::new(seed))).unwrap();
            let name = format!("{with}, seed {seed}");
            hold(&map, &name);
            for (kind, least) in [(EntityKind::Monster, 3), (EntityKind::Item, 1), (EntityKind::Trap, 1)] {
                let count = of(&map, kind).count();
                assert!(count >= least, "{name}: {count} of {kind:?}\n{}", map.to_ascii_with_entities());
            }
            assert!(map.exits.len() >= 2, "{name}: {:?}", map.notes);
        }
    }
}

#[test]
fn treasure_lies_in_dead_ends_and_guarded_places() {
    let steps = [step("start", json!({})), step("monsters", json!({"budget": 20})), step("treasure", json!({}))];
    let (mut blind, mut items, mut blind_cells, mut cells) = (0, 0, 0, 0);
    for seed in 0..200 {
        let map = run("maze", Size::new(41, 31), seed, &steps);
        let ways = |pos: Pos| {
            mapwright::Dir::ALL
                .into_iter()
                .filter(|dir| map.tiles.get(pos.step(*dir)).is_some_and(|tile| tile.is_walkable()))
                .count()
        };
        items += of(&map, EntityKind::Item).count();
        blind += of(&map, EntityKind::Item).filter(|item| ways(item.pos) == 1).count();
        cells += map.floor_positions().count();
        blind_cells += map.floor_positions().filter(|&pos| ways(pos) == 1).count();
    }
    // Dead ends are the only remote places of a maze.
    assert!(blind * cells > 3 * blind_cells * items, "{blind} of {items} in {blind_cells} of {cells}");
    let few = [step("start", json!({})), step("monsters", json!({"budget": 4})), step("treasure", json!({}))];
    let (mut guarded, mut all, mut guarded_rooms, mut rooms) = (0, 0, 0, 0);
    for seed in 0..200 {
        let map = run("rooms-corridors", Size::new(60, 40), seed, &few);
        for room in &map.rooms {
            let within = |kind| of(&map, kind).filter(|entity| room.shape.contains(entity.pos)).count();
            let is_guarded = usize::from(within(EntityKind::Monster) > 0);
            (rooms, guarded_rooms) = (rooms + 1, guarded_rooms + is_guarded);
            (all, guarded) = (all + within(EntityKind::Item), guarded + within(EntityKind::Item) * is_guarded);
        }
    }
    assert!(guarded * rooms * 2 > guarded_rooms * all * 3, "{guarded} of {all} in {guarded_rooms} of {rooms}");
}

#[test]
fn traps_lie_in_corridors_and_on_approaches() {
    let steps = [step("start", json!({})), step("treasure", json!({})), step("traps", json!({}))];
    let mut counts = [0u64; 3];
    for seed in 0..300 {
        let map = run("rogue", Size::new(80, 40), seed, &steps);
        let walkable = |x: i32, y: i32| map.tiles.get(Pos::new(x, y)).is_some_and(|tile| tile.is_walkable());
        for trap in of(&map, EntityKind::Trap) {
            let Pos { x, y } = trap.pos;
            let square = [(-1, -1), (-1, 0), (0, -1), (0, 0)].into_iter().any(|(dx, dy)| {
                [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().all(|(a, b)| walkable(x + dx + a, y + dy + b))
            });
            let lures = map.doors.iter().map(|door| door.pos).chain(of(&map, EntityKind::Item).map(|item| item.pos));
            let close = lures.into_iter().any(|pos| pos.manhattan(trap.pos) <= 2);
            counts[if !square {
                0
            } else if close {
                1
            } else {
                2
            }] += 1;
        }
    }
    let all: u64 = counts.iter().sum();
    assert!(counts[0] * 100 > all * 45 && counts[2] * 100 < all * 20, "corridors, approaches, elsewhere: {counts:?}");
}

#[test]
fn exits_favour_large_zones_and_their_rims() {
    let steps = [step("start", json!({})), step("exits", json!({"count": 1, "min_distance": 1}))];
    let (mut chosen, mut mean) = (0, 0);
    for seed in 0..300 {
        let map = run("cellular", Size::new(80, 50), seed, &steps);
        let start = map.start().expect("there is a start");
        let zones: Vec<_> = map.zones.iter().filter(|zone| !zone.cells.contains(start)).collect();
        let Some(exit) = map.exits.first() else { continue };
        let Some(zone) = zones.iter().find(|zone| zone.cells.contains(exit.pos)) else { panic!("an exit in no zone") };
        chosen += zone.cells.count();
        mean += zones.iter().map(|zone| zone.cells.count()).sum::<usize>() / zones.len();
        let far = |pos: Pos| {
            let bounds = zone.cells.bounds();
            pos.manhattan(Pos::new(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2))
        };
        let nearer = zone.cells.positions().filter(|&pos| far(pos) < far(exit.pos)).count();
        assert!(nearer * 3 > zone.cells.count(), "seed {seed}: the exit at {} is in the middle of its zone", exit.pos);
    }
    assert!(chosen > mean, "{chosen} against {mean}");
}

#[test]
fn stairs_down_are_far_from_the_start() {
    for layout in ["bsp", "cellular", "maze", "digger", "dungeon", "drunkard"] {
        for seed in 0..20 {
            let map = run(layout, Size::new(80, 50), seed, &[step("start", json!({})), step("stairs", json!({}))]);
            let start = map.start().expect("there is a start");
            let [stairs] = &map.stairs[..] else { panic!("{layout} {seed}: {:?}", map.stairs) };
            let walkable = map.walkable();
            let mut reached = BitGrid::new(map.size());
            reached.insert(start);
            let (mut steps, mut found) = (0, 0);
            loop {
                let mut grown = reached.clone();
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    grown |= &reached.shifted(dx, dy);
                }
                grown &= &walkable;
                if grown == reached {
                    break;
                }
                steps += 1;
                if grown.contains(stairs.pos) && !reached.contains(stairs.pos) {
                    found = steps;
                }
                reached = grown;
            }
            assert!(found * 10 >= steps * 6, "{layout} {seed}: {found} of {steps} steps");
        }
    }
}

#[test]
fn themes_keep_their_monsters_and_rooms_whole() {
    let steps = [
        step("start", json!({})),
        step("themes", json!({"coverage_percent": 100})),
        step("monsters", json!({"danger": 12})),
        step("scatter", json!({})),
    ];
    let mut shares = [0, 0];
    for (layout, seed) in [("bsp", 1), ("cellular", 2), ("dungeon", 3), ("arena", 4), ("digger", 5)]
        .into_iter()
        .flat_map(|(layout, at)| (0..12).map(move |seed| (layout, seed * 7 + at)))
    {
        let map = run(layout, Size::new(80, 50), seed, &steps);
        assert_eq!(check(&map), [], "{layout} {seed}");
        let themes = mapwright::themes::Themes::of(&map);
        let formations = <mapwright::tables::Formations as mapwright::tables::About>::shipped();
        for monster in of(&map, EntityKind::Monster) {
            let Some(theme) =
                map.zones.iter().find(|zone| zone.cells.contains(monster.pos)).and_then(|zone| themes.at(zone))
            else {
                continue;
            };
            let lives =
                formations.iter().any(|row| row.members.contains(&monster.name) && row.lives_among(&theme.monsters));
            assert!(lives, "{layout} {seed}: a {} in {}", monster.name, theme.name);
        }
        for thing in &map.decorations {
            let theme = map.zones.iter().find(|zone| zone.cells.contains(thing.pos)).and_then(|zone| themes.at(zone));
            assert!(
                theme.is_some_and(|theme| theme.decorations.contains_key(&*thing.kind)),
                "{layout} {seed}: {thing:?}"
            );
        }
        for room in map.rooms.iter().filter(|room| room.shape.positions().count() <= 500) {
            let names: BTreeSet<_> = room
                .shape
                .positions()
                .map(|pos| map.zones.iter().find(|zone| zone.cells.contains(pos)).and_then(|zone| zone.tags.first()))
                .collect();
            assert!(names.len() <= 1, "{layout} {seed}: a seam goes through {:?}: {names:?}", room.shape);
        }
        let themed: usize =
            map.zones.iter().filter(|zone| themes.at(zone).is_some()).map(|zone| zone.cells.count()).sum();
        shares[0] += themed;
        shares[1] += map.floor_positions().count();
    }
    assert!(shares[0] * 100 > shares[1] * 95, "{shares:?}");
}

#[test]
fn shortfalls_are_noted() {
    let map = run("arena", Size::new(8, 8), 1, &everything(5, "auto"));
    assert_eq!(check(&map), []);
    let said: Vec<&str> = map.notes.iter().map(|note| &*note.what).collect();
    assert!(said.contains(&"monsters") && said.contains(&"exits") && said.contains(&"locks"), "{said:?}");
    assert_eq!(of(&map, EntityKind::Monster).count(), 0, "there is no zone but the start's");
    let empty = run("bsp", Size::new(60, 40), 1, &[step("monsters", json!({"danger": 0}))]);
    let note = empty.notes.iter().find(|note| note.what == "monsters").expect("a note");
    assert_eq!(note.why, "no formation of the table occurs at danger 0");
}

#[test]
fn contradictory_tables_and_themes_are_rejected() {
    let refused = |uses: &str, with: Value| {
        let mut recipe = Recipe::of("bsp", serde_json::Map::new());
        recipe.steps.push(step(uses, with));
        recipe.plan(registry::ALL).expect_err("it is refused").to_string()
    };
    let zero = "[[item]]\nname = \"a\"\ndanger = [1, 2]\nweight = 0\n";
    assert_eq!(refused("treasure", json!({"table": zero})), "step 2 /with/table: /item: all weights are 0");
    let unknown = refused("themes", json!({"themes": ["forrest"]}));
    assert_eq!(unknown, "step 2 /with/themes: no theme is called \"forrest\"; did you mean forest?");
    let huge = "#".repeat(300_000);
    assert!(refused("monsters", json!({"table": huge})).contains("table"));
    let tag =
        "[[formation]]\nname = \"a\"\nmembers = [\"a\"]\ndanger = [1, 2]\nweight = 1\ncost = 1\ntags = [\"beest\"]\n";
    assert!(refused("monsters", json!({"table": tag})).contains("did you mean beast?"));
}

#[test]
fn zones_of_exits_follow_their_size() {
    // Three halls of sizes 1:2:4 without rooms: the chance of an exit is proportional to the size.
    let mut counts = [0u64; 3];
    for seed in 0..2_000 {
        let mut map = Map::new(Size::new(80, 14), Tile::Wall);
        for (x, width) in [(1, 10), (12, 20), (33, 40)] {
            map.tiles.fill_rect(mapwright::Rect::new(x, 1, width, 10), Tile::Floor);
        }
        map.tiles.fill_rect(mapwright::Rect::new(1, 5, 72, 1), Tile::Floor);
        for (id, (x, width)) in (0..).zip([(1, 10), (12, 20), (33, 40)]) {
            let mask = BitGrid::from_fn(Size::new(width, 10), |_| true);
            let cells = mapwright::CellSet::new(Pos::new(x, 1), mask);
            map.zones.push(mapwright::Zone::new(mapwright::ZoneId(id), cells));
        }
        let exits = mapwright::place::exits::Exits { count: 1, min_distance: 0, ..Default::default() };
        mapwright::Generator::generate(&exits, &mut map, &mut mapwright::Context::new(Seed::new(seed)))
            .expect("it runs");
        let zone = map.zones.iter().position(|zone| zone.cells.contains(map.exits[0].pos)).expect("in a zone");
        counts[zone] += 1;
    }
    let statistic = chi_square(&counts, &[100, 200, 400]);
    assert!(statistic < TWO, "{counts:?} {statistic}");
}

/// Returns the cells that can be walked to from the start, stairs and exits.
fn walked(map: &Map) -> BTreeSet<Pos> {
    let stairs = map.stairs.iter().map(|stairs| stairs.pos);
    let ways = map.exits.iter().map(|exit| exit.pos).chain(stairs).chain(map.start());
    let mut open: Vec<Pos> = ways.collect();
    let mut met: BTreeSet<Pos> = open.iter().copied().collect();
    while let Some(pos) = open.pop() {
        for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let near = Pos::new(pos.x + x, pos.y + y);
            if map.tiles.get(near).is_some_and(|tile| tile.is_walkable()) && met.insert(near) {
                open.push(near);
            }
        }
    }
    met
}

/// Asserts that everything on the map can be reached, and returns the number of things.
fn assert_reached(map: &Map, name: &str) -> usize {
    let walked = walked(map);
    for entity in &map.entities {
        assert!(walked.contains(&entity.pos), "{name}: nobody gets to {entity:?}\n{}", map.to_ascii_with_entities());
    }
    map.entities.len()
}

#[test]
fn contents_can_be_reached() {
    let populated = |mut recipe: Recipe, exits: Value| {
        mapwright::place::populate_with(&mut recipe, 6, registry::ALL);
        let exits = exits.as_object().cloned().unwrap_or_default();
        recipe.steps.iter_mut().filter(|step| step.uses == "exits").for_each(|step| step.with.extend(exits.clone()));
        recipe.plan(registry::ALL).expect("it is a recipe")
    };
    let (mut apart, mut more) = (0, 0);
    for entry in registry::ALL.iter().filter(|entry| entry.kind == mapwright::Kind::Layout) {
        let has_connect = entry.schema().pointer("/properties/connect").is_some();
        for connect in ["all", "small", "none"].into_iter().filter(|how| has_connect || *how == "all") {
            let with = if has_connect { json!({"connect": connect}) } else { json!({}) };
            let recipe = Recipe::of(entry.id, with.as_object().cloned().unwrap_or_default());
            let closed = populated(recipe.clone(), json!({}));
            let open = populated(recipe, json!({"separate_caves": "own-exit"}));
            for seed in 0..if has_connect { 12 } else { 3 } {
                let name = format!("{} connect {connect} seed {seed}", entry.id);
                let Ok(map) = closed.run(Seed::new(seed)) else { continue };
                assert_eq!(check(&map), [], "{name}");
                let things = assert_reached(&map, &name);
                let Ok(map) = open.run(Seed::new(seed)) else { continue };
                assert_eq!(check(&map), [], "{name}, with exits");
                let filled = assert_reached(&map, &format!("{name}, with exits"));
                if map.exits.len() > 1 && connect != "all" {
                    (apart, more) = (apart + 1, more + usize::from(filled > things));
                }
            }
        }
    }
    assert!(apart > 10 && more * 2 > apart, "{more} of {apart} maps with separate caves hold more with exits");
}

#[test]
fn contents_of_presets_can_be_reached() {
    for preset in presets::ALL {
        let mut recipe = preset.recipe();
        mapwright::place::populate_with(&mut recipe, 6, registry::ALL);
        let plan = recipe.plan(registry::ALL).expect("a shipped recipe");
        for seed in 0..3 {
            let Ok(map) = plan.run(Seed::new(seed)) else { continue };
            assert_eq!(check(&map), [], "{}", preset.name);
            assert_reached(&map, &format!("{} seed {seed}", preset.name));
        }
    }
}

#[test]
fn parts_that_stay_empty_are_remarked() {
    let cave = json!({"connect": "none", "fill_percent": 55});
    let mut recipe = Recipe::of("cellular", cave.as_object().cloned().unwrap_or_default());
    recipe.steps.extend(mapwright::place::usual(6));
    let map = recipe.plan(registry::ALL).expect("it is a recipe").run(Seed::new(1)).expect("it runs");
    let remarks: Vec<&str> = map.notes.iter().filter(|it| it.is_remark()).map(|it| &*it.what).collect();
    assert_eq!(remarks, ["out of reach"], "{:?}", map.notes);
}
