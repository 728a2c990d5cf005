use super::*;
use crate::look::view::View;
use crate::style::Style;
use mapwright::{Seed, Size, Tile, generate};

fn levels(maps: &[Map]) -> Vec<OverviewLevel<'_>> {
    let level = |(number, map)| OverviewLevel { number, name: "a very long name of a layout", danger: number, map };
    (1..).zip(maps).map(level).collect()
}

#[test]
fn frames_and_text_do_not_overlap_for_any_number_and_size_of_levels() {
    let sizes = [(80, 50), (1, 1), (3, 200), (500, 20), (40, 40)];
    let all: Vec<Map> =
        sizes.into_iter().map(|(width, height)| Map::new(Size::new(width, height), Tile::Floor)).collect();
    for count in [1, 2, 3, 5, 10, 26, 100] {
        let maps: Vec<Map> = all.iter().cycle().take(count).cloned().collect();
        let look = Look { title: Some("The Long Way Down".to_owned()), ..Look::default() };
        let levels = levels(&maps);
        let scene = overview(&levels, &look).unwrap();
        let shape = scene.bounds.width() / scene.bounds.height();
        assert!(count < 3 || (0.7..4.0).contains(&shape), "{count} levels on a sheet of {shape}");
        let sheet = Sheet::of(&levels, &look);
        let frames: Vec<Bounds> = (0..count).map(|index| sheet.frame(index)).collect();
        let words = scene.layers[0].nodes.iter().filter_map(|node| match node {
            Node::Text(text) => text.outline.bounds(),
            _ => None,
        });
        let words: Vec<Bounds> = words.collect();
        assert_eq!(words.len(), 3 * count + 1, "a number, a name and a danger each");
        for (index, one) in frames.iter().chain(&words).enumerate() {
            let others = frames.iter().chain(&words).take(index);
            assert!(others.into_iter().all(|other| !one.overlaps(*other)), "{count} levels: {one:?}");
            let Bounds { from, to } = scene.bounds;
            assert!(from.x <= one.from.x && from.y <= one.from.y && one.to.x <= to.x && one.to.y <= to.y, "{one:?}");
        }
    }
}

#[test]
fn every_plan_stays_in_its_frame() {
    let maps: Vec<Map> = [("cellular", 400, 30), ("digger", 60, 90), ("bsp", 20, 20)]
        .into_iter()
        .map(|(id, width, height)| generate(id, Size::new(width, height), Seed::new(4)).unwrap())
        .collect();
    let (levels, look) = (levels(&maps), Look::default());
    let (scene, sheet) = (overview(&levels, &look).unwrap(), Sheet::of(&levels, &look));
    let frames: Vec<Bounds> = (0..levels.len()).map(|index| sheet.frame(index).grown(1e-3)).collect();
    let floor = scene.layers.iter().find(|layer| layer.name == "floor").unwrap();
    for node in &floor.nodes {
        let Node::Shape(shape) = node else { panic!("floors are areas") };
        let Bounds { from, to } = shape.path.bounds().unwrap();
        let holds = |frame: &Bounds| {
            frame.from.x <= from.x && frame.from.y <= from.y && to.x <= frame.to.x && to.y <= frame.to.y
        };
        assert!(frames.iter().any(holds), "{from:?} to {to:?}");
    }
    assert_eq!(floor.nodes.len(), 3);
}

#[test]
fn huge_levels_are_drawn_in_blocks_in_every_style_and_format() {
    let mut map = generate("digger", Size::new(2000, 900), Seed::new(4)).unwrap();
    map.stats.insert("danger".into(), 7);
    let maps = [map];
    for style in Style::names().map(|name| Style::named(name).unwrap()) {
        let look = Look { style, view: View::Player, ..Look::default() };
        let scene = overview(&levels(&maps), &look).unwrap();
        let mut bytes = Vec::new();
        scene.write_svg(40, crate::Letters::Outlines, &mut bytes).unwrap();
        assert!(bytes.len() < 2_000_000, "{} bytes", bytes.len());
        scene.write_png(10, &mut bytes).unwrap();
        scene.write_pdf(&crate::PdfLook::default(), &mut bytes).unwrap();
    }
}

#[test]
fn no_levels_and_empty_levels_are_rejected() {
    let look = Look::default();
    assert_eq!(overview(&[], &look).unwrap_err().to_string(), "an overview shows 1 to 1000 levels, not 0");
    let maps = [Map::new(Size::new(0, 5), Tile::Floor)];
    assert_eq!(overview(&levels(&maps), &look).unwrap_err().kind(), ErrorKind::Invalid);
}
