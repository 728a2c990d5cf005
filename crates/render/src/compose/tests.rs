//! Draws everything that can be generated in every style, and checks that nothing overlaps.

use super::labels::tests::assert_clear;
use super::*;
use crate::scene::Point;
use crate::style::Style;
use mapwright::{Kind, Plan as Recipe, Run, decor, presets, registry};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Returns one map of every layout, with default parameters, and of every preset.
fn all_maps(seed: u64) -> impl Iterator<Item = (&'static str, Map)> {
    let layouts = registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout).map(move |entry| {
        let size = entry.build(&json!({})).ok().and_then(|it| it.natural_size()).unwrap_or(entry.natural);
        let plan = Recipe::of(entry, &json!({})).unwrap();
        (entry.id, plan.run(Run::new(Seed::new(seed)).size(size.width, size.height)).unwrap())
    });
    let presets = presets::ALL.iter().map(move |preset| {
        let plan = preset.recipe().plan(registry::ALL).unwrap();
        (preset.name, plan.run(Run::new(Seed::new(seed))).unwrap())
    });
    layouts.chain(presets)
}

/// Returns every style that draws lines rather than tiles.
fn drawn_styles() -> impl Iterator<Item = (&'static str, Style)> {
    Style::names().map(|name| (name, Style::named(name).unwrap())).filter(|(_, style)| !style.tiles.on)
}

/// Returns the inked bounds of each shape of a layer.
fn inked_bounds(scene: &Scene, layer: &str) -> Vec<Bounds> {
    let layer = scene.layers.iter().find(|group| group.name == layer).expect("all layers are drawn");
    let ink = |node: &Node| match node {
        Node::Shape(shape) => {
            let half = shape.stroke.map_or(0.0, |stroke| stroke.width / 2.0);
            shape.path.bounds().expect("shapes are not empty").grown(half)
        }
        other => panic!("things are drawn in shapes, not {other:?}"),
    };
    layer.nodes.iter().map(ink).collect()
}

/// Returns the cells of all fittings: doors, stairs, entrances and entities.
fn fitting_cells(map: &Map) -> BTreeSet<Pos> {
    let tiles = map.tiles.cells().iter().enumerate();
    let is_fitting = |tile: Tile| tile.is_door() || matches!(tile, Tile::StairsUp | Tile::StairsDown | Tile::Bridge);
    let width = map.size().width;
    let tiles = tiles.filter(|(_, tile)| is_fitting(**tile)).map(|(i, _)| Pos::new(i as i32 % width, i as i32 / width));
    let exits = map.exits.iter().map(|exit| exit.pos);
    tiles.chain(exits).chain(map.entities.iter().map(|entity| entity.pos)).collect()
}

/// Panics if a thing overlaps a fitting or another thing, or is drawn outside its cells.
fn assert_things_apart(plan: &Plan<'_>, decorations: &[Bounds], what: &str) {
    let fitting_cells = fitting_cells(plan.map);
    let mut taken: BTreeMap<Pos, Vec<(&str, Rect)>> = BTreeMap::new();
    for thing in &plan.things {
        for pos in thing.area.positions() {
            assert!(!fitting_cells.contains(&pos), "{what}: {} lies on the fitting at {pos}", thing.name);
            let here = taken.entry(pos).or_default();
            assert!(here.is_empty(), "{what}: {} lies on {here:?} at {pos}", thing.name);
            here.push((thing.name, thing.area));
        }
    }
    for ink in decorations {
        let middle = ink.center();
        let pos = Pos::new(middle.x.floor() as i32, middle.y.floor() as i32);
        let Some(here) = taken.get(&pos) else { panic!("{what}: {ink:?} belongs to no thing") };
        let holds = |area: Rect| {
            let Bounds { from, to } = Bounds::from(area).grown(1e-3);
            from.x <= ink.from.x && from.y <= ink.from.y && ink.to.x <= to.x && ink.to.y <= to.y
        };
        assert!(here.iter().any(|(_, area)| holds(*area)), "{what}: {ink:?} of {here:?} is drawn outside its cells");
    }
}

/// Panics if doors, stairs or marks are drawn outside their cells.
fn assert_fittings_in_place(map: &Map, doors: &[Bounds], what: &str) {
    let fitting_cells = fitting_cells(map);
    for ink in doors {
        let Bounds { from, to } = ink.grown(-1e-3);
        let cell = |p: Point| Pos::new(p.x.floor() as i32, p.y.floor() as i32);
        // Only bridges are longer than a cell.
        let mut cells = Rect::spanning(cell(from), cell(to)).positions();
        assert!(cells.all(|pos| fitting_cells.contains(&pos)), "{what}: {ink:?} belongs to no fitting");
    }
}

#[test]
fn everything_is_drawn_in_every_style_and_nothing_overlaps() {
    let (mut all, mut clear, mut drawn) = (0, 0, 0);
    for (name, map) in all_maps(7) {
        for (style_name, style) in drawn_styles() {
            let what = format!("mapwright generate {name} --seed 7 --style {style_name}");
            with_plan(&map, &Look { style, ..Look::default() }, |plan| {
                let scene = plan.scene();
                let (decorations, doors) = (inked_bounds(&scene, "decorations"), inked_bounds(&scene, "doors"));
                // Prefab authors may let things overlap: a treasure may lie in a chest.
                if plan.map.decorations.iter().all(|decoration| decor::facing(decoration).is_some()) {
                    assert_things_apart(plan, &decorations, &what);
                    drawn += decorations.len();
                }
                assert_fittings_in_place(plan.map, &doors, &what);
                let numbers = plan.numbers();
                let obstacles: Vec<Bounds> = decorations.into_iter().chain(doors).collect();
                assert_clear(plan.map, &obstacles, &numbers, &what);
                assert_eq!(numbers.len(), map.rooms.len(), "{what}");
                all += numbers.len();
                clear += numbers.iter().filter(|number| number.is_clear).count();
            })
            .unwrap();
        }
    }
    assert!(all > 5_000 && drawn > 50_000, "{all} rooms and {drawn} shapes of things are too few");
    assert!((all - clear) * 100 < all, "{} of {all} numbers have no free place", all - clear);
}
