//! Every shape step on the maps of every layout, empty and with all kinds of records.
//!
//! Checks that the result has no findings and keeps its promises, and that idempotent steps change
//! nothing the second time.

use mapwright::{
    Area, BitGrid, Context, Decoration, Dir, DoorKind, DoorState, Entity, EntityKind, Entry, Error, ErrorKind, Exit,
    Extra, Generator, Kind, Level, Map, Measure, Origin, Pos, Promises, Recipe, Rect, Rng, Run, Seed, Shape, Size,
    Stairs, Step, Tile, check, param_samples, registry,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map as Object, Value};
use std::sync::Arc;

/// Idempotent shape steps.
const IDEMPOTENT: [&str; 5] = ["border", "fill-unreachable", "keep-largest", "void", "zones"];

fn of_kind(kind: Kind) -> impl Iterator<Item = &'static Entry> {
    registry::ALL.iter().filter(move |entry| entry.kind == kind)
}

/// Returns the map of a layout with default parameters; `None` if the size is refused.
fn made(layout: &Entry, size: Size, seed: u64) -> Option<Map> {
    let recipe = Recipe::of(layout.id, Object::new());
    let plan = recipe.plan(registry::ALL).expect("defaults are valid");
    plan.run(Run::new(Seed::new(seed)).size(size.width, size.height)).ok()
}

/// Returns the shape step with default parameters, then with each parameter at the ends of its
/// range.
fn variants(shape: &Entry) -> Vec<Object<String, Value>> {
    let mut variants = vec![Object::new()];
    for (name, property) in shape.schema()["properties"].as_object().into_iter().flatten() {
        let ends = param_samples::ends(property).into_iter();
        variants.extend(ends.map(|value| Object::from_iter([(name.clone(), value)])));
    }
    variants
}

/// Runs the shape step and records it with its promises as a recipe would; `None` if the size is
/// refused.
fn shaped(shape: &Entry, with: &Value, map: &Map, seed: u64) -> Option<(Box<dyn Generator>, Map)> {
    let generator = shape.build(with).ok()?;
    if !map.size().holds(generator.min_size()) || generator.refuses(map.size()).is_some() {
        return None;
    }
    let mut map = map.clone();
    match generator.generate(&mut map, &mut Context::new(Seed::new(seed))) {
        Ok(()) => {}
        Err(error) => {
            assert!(!shape.always_succeeds, "{}: {error}", shape.id);
            return None;
        }
    }
    map.source.promises = (map.source.promises & shape.preserves) | generator.keeps(shape.promises);
    if let Some(recipe) = &map.source.origin.recipe {
        let mut recipe = recipe.clone();
        recipe.steps.extend(Recipe::of(shape.id, with.as_object().cloned().unwrap_or_default()).steps);
        let mut origin = Origin { recipe: Some(recipe), ..(*map.source.origin).clone() };
        origin.revisions.insert(shape.id.to_owned(), shape.revision);
        map.source.origin = Arc::new(origin);
    }
    Some((generator, map))
}

fn hold_to_its_word(shape: &Entry, with: &Value, before: &Map, seed: u64) -> bool {
    let Some((generator, mut map)) = shaped(shape, with, before, seed) else { return false };
    let show = |map: &Map| {
        let drawn = before.to_ascii_with_entities();
        format!("{} {with}, seed {seed}\n{drawn}\n{}", shape.id, map.to_ascii_with_entities())
    };
    let findings = check(&map);
    assert!(findings.is_empty(), "{findings:?} {}", show(&map));
    if IDEMPOTENT.contains(&shape.id) {
        let once = map.clone();
        generator.generate(&mut map, &mut Context::new(Seed::new(seed + 1))).expect("it ran before");
        assert!(map == once, "not the same the second time: {}", show(&map));
    }
    true
}

#[test]
fn every_shape_on_every_layout() {
    let sizes = [(3, 3), (5, 4), (7, 7), (12, 9), (13, 16), (30, 20), (31, 31), (64, 40), (65, 41), (100, 12)];
    for shape in of_kind(Kind::Shape) {
        let mut runs = 0;
        for layout in of_kind(Kind::Layout) {
            for (width, height) in sizes {
                for seed in 0..3 {
                    let Some(map) = made(layout, Size::new(width, height), seed) else { continue };
                    for with in variants(shape) {
                        runs += usize::from(hold_to_its_word(shape, &Value::Object(with), &map, seed));
                    }
                }
            }
        }
        assert!(runs > 100, "{}: only {runs} runs", shape.id);
    }
}

/// Returns a free walkable tile that is not beside a door.
fn free_tile(map: &Map, reached: &BitGrid, rng: &mut Rng) -> Option<Pos> {
    let free = |pos: &Pos| {
        map.tiles[*pos] == Tile::Floor
            && map.exits.iter().all(|exit| exit.pos != *pos)
            && map.entities.iter().all(|entity| entity.pos != *pos)
    };
    let tiles: Vec<Pos> = reached.iter().filter(free).collect();
    rng.pick(&tiles).copied()
}

/// Adds all kinds of records to a map: water, bridges, doors, stairs, exits, entities, decorations,
/// void, and rooms of all shapes.
fn furnish(map: &mut Map, rng: &mut Rng) {
    let size = map.size();
    let promises = map.source.promises;
    for _ in 0..rng.range(0, 3) {
        let (x, y) = (rng.range(0, size.width - 1), rng.range(0, size.height - 1));
        let pond = Rect::new(x, y, rng.range(1, 5), rng.range(1, 4)).intersection(size.rect());
        let tile = *rng.pick(&[Tile::Water, Tile::Void, Tile::Bridge]).expect("tiles");
        for pos in pond.positions() {
            let edge = !size.rect().grown(-1).contains(pos);
            if tile != Tile::Void && map.tiles[pos] == Tile::Floor || tile != Tile::Bridge && !edge {
                map.tiles[pos] = tile;
            }
        }
    }
    let kinds = [DoorKind::Archway, DoorKind::Door, DoorKind::Secret, DoorKind::Portcullis, DoorKind::OneWay];
    for pos in size.rect().grown(-1).positions() {
        let open = |dir: Dir| map.tiles[pos.step(dir)].is_walkable();
        let [north, east, south, west] = Dir::ALL.map(open);
        let facing = match (north && south, east && west) {
            (true, false) if !east && !west => Dir::North,
            (false, true) if !north && !south => Dir::East,
            _ => continue,
        };
        if map.tiles[pos] == Tile::Floor && rng.percent(30) {
            let kind = *rng.pick(&kinds).expect("kinds");
            let state = if kind == DoorKind::Archway { DoorState::Open } else { DoorState::Closed };
            map.add_door(pos, facing, kind, state, &[]);
        }
    }
    if let Some(Shape::Rect(rect)) = map.rooms.first().map(|room| room.shape.clone()) {
        let side = rect.width.min(rect.height);
        map.rooms[0].shape = Shape::Circle(Rect::new(rect.x, rect.y, side, side));
    }
    map.source.promises = Promises::NONE;
    map.settle();
    let floor = map.walkable();
    // If the map has exits already, everything must be reachable from there.
    let way_out = map.exits.first().map(|exit| exit.pos).or_else(|| map.stairs.first().map(|stairs| stairs.pos));
    let any = floor.iter().find(|_| rng.percent(20)).or_else(|| floor.iter().next());
    let Some(first) = way_out.or(any) else { return };
    let reached = floor.flood(first);
    let extra = Extra::default;
    for kind in [EntityKind::Start, EntityKind::Monster, EntityKind::Item, EntityKind::Key, EntityKind::Monster] {
        if let Some(pos) = free_tile(map, &reached, rng).filter(|_| rng.percent(70)) {
            map.entities.push(Entity::new(kind, pos, "somebody").with_extra(extra()));
        }
    }
    for dir in [Level::Up, Level::Down, Level::Down] {
        if let Some(pos) = free_tile(map, &reached, rng).filter(|_| rng.percent(70)) {
            let stairs = Stairs::new(pos, dir).with_extra(extra());
            map.tiles[pos] = stairs.tile();
            map.stairs.push(stairs);
        }
    }
    for _ in 0..2 {
        if let Some(pos) = free_tile(map, &reached, rng).filter(|_| rng.percent(70)) {
            map.exits.push(Exit::new(pos).with_extra(extra()));
        }
        let pos = Pos::new(rng.range(0, size.width - 1), rng.range(0, size.height - 1));
        map.decorations.push(Decoration::new("altar", pos).with_extra(extra()));
    }
    map.count_tiles();
    for (name, count) in [("rooms", map.rooms.len()), ("doors", map.doors.len()), ("zones", map.zones.len())] {
        map.stats.insert(name.to_owned(), count as i64);
    }
    // Promise again what still holds.
    map.source.promises = promises - Promises::FORM;
    for finding in check(map) {
        let broken = Promises::from_name(finding.rule).unwrap_or_else(|| panic!("{finding:?}\n{}", map.to_ascii()));
        map.source.promises = map.source.promises - broken;
    }
}

#[test]
fn every_shape_on_furnished_maps() {
    let mut rng = Seed::new(11).child("furnished").rng();
    for layout in of_kind(Kind::Layout) {
        for round in 0..40 {
            let size = Size::new(rng.range(3, 40), rng.range(3, 30));
            let Some(mut map) = made(layout, size, round) else { continue };
            furnish(&mut map, &mut rng);
            if map.floor_positions().next().is_none() {
                continue;
            }
            for shape in of_kind(Kind::Shape) {
                let with = Value::Object(param_samples::parameters(shape, 60, &mut rng));
                hold_to_its_word(shape, &with, &map, round);
            }
        }
    }
}

/// [`furnish`] as a step of a recipe.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Furnish {}

impl Generator for Furnish {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        furnish(map, &mut cx.rng("furnish"));
        if map.floor_positions().next().is_none() {
            return Err(Error::rejected("all is under water"));
        }
        Ok(())
    }
}

/// A step limited to an area or zone sees nothing outside of it.
#[test]
fn every_shape_on_any_part_of_furnished_maps() {
    let mut entries = registry::ALL.to_vec();
    entries.push(Entry::new::<Furnish>("everything", Kind::Place));
    let shapes: Vec<&Entry> = of_kind(Kind::Shape).collect();
    let mut rng = Seed::new(12).child("parts").rng();
    let mut made = 0;
    for layout in of_kind(Kind::Layout) {
        for round in 0..80 {
            let size = Size::new(rng.range(9, 60), rng.range(9, 40));
            let mut recipe = Recipe { attempts: 2, ..Recipe::of(layout.id, Object::new()) };
            recipe.size = Some([size.width, size.height]);
            let step = |uses: &str| Step { uses: uses.to_owned(), ..Step::default() };
            recipe.steps.push(Step { with: Object::from_iter([("zone_size".to_owned(), 60.into())]), ..step("zones") });
            recipe.steps.push(step("everything"));
            for number in 0..rng.range(1, 3) {
                let shape = rng.pick(&shapes).expect("there are shapes");
                let id = Some(format!("{} {number}", shape.id));
                let mut step = Step { id, with: param_samples::parameters(shape, 40, &mut rng), ..step(shape.id) };
                let (x, y) = (rng.range(0, size.width - 3), rng.range(0, size.height - 3));
                let (width, height) = (rng.range(3, size.width - x), rng.range(3, size.height - y));
                let [x, y, width, height] = [x, y, width, height].map(Measure::Tiles);
                match rng.percent(50) {
                    true => step.area = Some(Area { x, y, width, height }),
                    false => step.zone = Some(rng.below(4)),
                }
                recipe.steps.push(step);
            }
            let Ok(plan) = recipe.plan(&entries) else { continue };
            let map = match plan.run(Seed::new(round)) {
                Ok(map) => map,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::GaveUp, "{error}\n{}", recipe.to_toml());
                    continue;
                }
            };
            let findings = check(&map);
            assert!(findings.is_empty(), "{findings:?}, seed {round}\n{}\n{}", recipe.to_toml(), map.to_ascii());
            made += 1;
        }
    }
    assert!(made > 150, "only {made} maps were made");
}

/// Maps without floor stay unchanged.
#[test]
fn every_shape_on_maps_without_floor() {
    for shape in of_kind(Kind::Shape) {
        for tile in [Tile::Wall, Tile::Void, Tile::Water] {
            for (width, height) in [(1, 1), (1, 5), (2, 2), (7, 3), (65, 5)] {
                let map = Map::new(Size::new(width, height), tile);
                for with in variants(shape) {
                    if let Some((_, map)) = shaped(shape, &Value::Object(with), &map, 1) {
                        let found: Vec<_> = check(&map).into_iter().map(|finding| finding.rule).collect();
                        assert!(found.iter().all(|rule| *rule == "floor"), "{} on {tile}: {found:?}", shape.id);
                    }
                }
            }
        }
    }
}
