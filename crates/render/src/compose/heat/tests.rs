use super::*;
use crate::look::view::View;
use crate::scene::Node;
use mapwright::{Seed, Size, Tile, generate};

/// Returns the column of every walkable cell.
fn columns(map: &Map) -> Grid<Option<u32>> {
    let cell = |pos: Pos| map.tiles[pos].is_walkable().then_some(pos.x as u32);
    Grid::from_cells(map.size(), map.size().rect().positions().map(cell).collect()).unwrap()
}

fn layer<'a>(cells: &'a Grid<Option<u32>>) -> HeatLayer<'a> {
    HeatLayer { title: "Columns", unit: "cells", cells }
}

fn find<'a>(scene: &'a Scene, name: &str) -> &'a Group {
    scene.layers.iter().find(|layer| layer.name == name).unwrap_or_else(|| panic!("no layer {name}"))
}

/// Returns all texts of a layer.
fn words(group: &Group) -> Vec<&str> {
    let word = |node: &'_ Node| matches!(node, Node::Text(_));
    group.nodes.iter().filter(|node| word(node)).map(text).collect()
}

fn text(node: &Node) -> &str {
    match node {
        Node::Text(text) => &text.text,
        other => panic!("{other:?} is no text"),
    }
}

/// Returns the colours of the heat layer and the bounds of each.
fn colors(scene: &Scene) -> Vec<(Color, Bounds)> {
    let nodes = find(scene, "heat").nodes.iter();
    nodes
        .map(|node| match node {
            Node::Shape(shape) => (shape.fill.unwrap(), shape.path.bounds().unwrap()),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn every_value_has_its_colour_in_its_cell_and_walls_are_above() {
    let map = Map::from_ascii("\n#####\n#...#\n#####\n").unwrap();
    let cells = columns(&map);
    let scene = heat(&map, &Look::default(), &layer(&cells)).unwrap();
    let ramp = Ramp::under(&Look::default().style);
    let colors = colors(&scene);
    assert_eq!(colors.iter().map(|(color, _)| *color).collect::<Vec<_>>(), [0.0, 0.5, 1.0].map(|at| ramp.at(at)));
    assert!(colors[0].1.from.x < colors[1].1.from.x && colors[1].1.from.x < colors[2].1.from.x);
    let names: Vec<&str> = scene.layers.iter().map(|layer| layer.name).collect();
    assert_eq!(
        names,
        ["hatch", "shadow", "floor", "heat", "grid", "water", "walls", "doors", "labels", "legend", "scale"]
    );
    assert_eq!(words(find(&scene, "scale")), ["Columns (cells)", "1", "3", "2"]);
}

#[test]
fn the_picture_holds_its_scale_however_small_the_map_is() {
    for (width, height) in [(1, 1), (3, 100), (300, 2), (60, 40)] {
        let map = Map::new(Size::new(width, height), Tile::Floor);
        let cells = columns(&map);
        for name in Style::names() {
            let look = Look { style: Style::named(name).unwrap(), ..Look::default() };
            let scene = heat(&map, &look, &layer(&cells)).unwrap();
            let Bounds { from, to } = scene.bounds;
            for node in &find(&scene, "scale").nodes {
                let ink = match node {
                    Node::Shape(shape) => shape.path.bounds().unwrap(),
                    Node::Text(text) => text.outline.bounds().unwrap(),
                    _ => continue,
                };
                let inside = from.x < ink.from.x && from.y < ink.from.y && ink.to.x < to.x && ink.to.y < to.y;
                assert!(inside, "{name}, {width}x{height}: {ink:?} in {:?}", scene.bounds);
                assert!(ink.from.y >= height as f32, "{name}: {ink:?} lies on the map");
            }
        }
    }
}

#[test]
fn walls_of_every_style_are_seen_on_every_colour() {
    for name in Style::names() {
        let style = calm_look(&Look { style: Style::named(name).unwrap(), ..Look::default() }, Size::new(9, 9)).style;
        let ramp = Ramp::under(&style);
        for step in 0..32 {
            let apart = (ramp.at(step as f32 / 31.0).lightness() - style.colors.wall.lightness()).abs();
            assert!(apart > 35, "{name}: {apart} at {step}");
        }
    }
}

#[test]
fn hidden_cells_have_no_colour_and_do_not_count_for_the_scale() {
    let map = Map::from_ascii("\n########\n#..S...#\n#E.#...#\n########\n").unwrap();
    let cells = columns(&map);
    for name in ["ink", "tiles"] {
        let look = Look { view: View::Player, style: Style::named(name).unwrap(), ..Look::default() };
        let scene = heat(&map, &look, &layer(&cells)).unwrap();
        assert_eq!(words(find(&scene, "scale")), ["Columns (cells)", "1", "2"], "{name}");
        assert_eq!(colors(&scene).len(), 2, "{name}");
    }
}

#[test]
fn an_empty_layer_says_nothing_to_show() {
    let map = Map::from_ascii("###\n#.#\n###").unwrap();
    let cells = Grid::new(map.size(), None);
    let scene = heat(&map, &Look::default(), &layer(&cells)).unwrap();
    assert_eq!(words(find(&scene, "scale")), ["Columns (cells)", "nothing to show"]);
    let error = heat(&map, &Look::default(), &layer(&Grid::new(Size::new(2, 3), None))).unwrap_err();
    assert_eq!(error.to_string(), "the heat layer has 2x3 cells, but the map has 3x3");
}

#[test]
fn a_large_cave_makes_an_svg_of_less_than_40_megabytes() {
    let map = generate("cellular", Size::new(1000, 1000), Seed::new(3)).unwrap();
    // The most irregular values possible.
    let cell = |pos: Pos| map.tiles[pos].is_walkable().then_some((pos.x * 7919 + pos.y * 104_729) as u32 % 5000);
    let cells = Grid::from_cells(map.size(), map.size().rect().positions().map(cell).collect()).unwrap();
    let scene = heat(&map, &Look::default(), &layer(&cells)).unwrap();
    assert!(colors(&scene).len() <= 32);
    let mut file = Vec::new();
    scene.write_svg(2, crate::Letters::Outlines, &mut file).unwrap();
    assert!(file.len() < 40_000_000, "{} bytes", file.len());
}
