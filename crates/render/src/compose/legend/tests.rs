use super::*;
use crate::backend::svg::{self, Letters};
use crate::scene::Scene;
use mapwright::{Rect, Run, Seed, Size, presets, registry};

fn symbols(names: &[&str]) -> Vec<(String, Drawing<'static>)> {
    let draw = |group: &mut Group, at: Point| group.fill(Path::rect(at.x, at.y, 1.0, 1.0), Color::rgb(1, 2, 3));
    names.iter().map(|name| ((*name).to_owned(), Box::new(draw) as Drawing<'_>)).collect()
}

fn drawing(map: &Map) -> Bounds {
    Bounds::from(map.size().rect()).grown(1.0)
}

fn laid_out(map: &Map, parts: &LegendParts<'_>) -> Legend {
    let style = Style::default();
    legend(map, drawing(map), parts, &style, &mut Font::of(style.text.font))
}

fn points(group: &Group) -> Vec<Point> {
    let of = |node: &Node| match node {
        Node::Shape(shape) => shape.path.points().collect(),
        Node::Text(text) => text.outline.points().collect(),
        Node::Group(group) => points(group),
        Node::Lines(_) | Node::Image(_) => panic!("the legend has none"),
    };
    group.nodes.iter().flat_map(of).collect()
}

fn texts(legend: &Legend) -> impl Iterator<Item = &Text> {
    legend.group.nodes.iter().filter_map(|node| if let Node::Text(text) = node { Some(text) } else { None })
}

fn assert_within(map: &Map, legend: &Legend) {
    let Bounds { from, to } = drawing(map);
    let whole = Bounds::new(from.x, from.y - legend.top, to.x, to.y + legend.bottom);
    let around = Bounds::around(points(&legend.group)).unwrap();
    let fits = around.from.x >= whole.from.x && around.from.y >= whole.from.y;
    assert!(fits && around.to.x <= whole.to.x && around.to.y <= whole.to.y, "{around:?} is not in {whole:?}");
}

fn hall(width: i32, height: i32) -> Map {
    let mut map = Map::new(Size::new(width, height), Tile::Wall);
    map.dig_room(Rect::new(0, 0, width, height));
    map
}

#[test]
fn an_empty_legend_takes_no_space() {
    let legend = laid_out(&hall(9, 9), &LegendParts::default());
    assert_eq!((legend.top, legend.bottom, legend.group.nodes.len()), (0.0, 0.0, 0));
}

#[test]
fn everything_fits_the_picture_at_every_size() {
    let names = symbols(&["Door", "Secret door", "Stairs", "A very long name of a thing that is rarely seen", "Chest"]);
    for (width, height) in [(1, 1), (4, 20), (7, 3), (15, 15), (40, 30), (200, 100)] {
        for title in ["", "Crypt", "The Halls of the Drowned King and all his unhappy relations"] {
            let map = hall(width, height);
            let legend = laid_out(&map, &LegendParts { title, compass: true, scale: true, symbols: &names });
            assert_within(&map, &legend);
            assert!(legend.top > 0.0, "the compass has no other place");
        }
    }
}

#[test]
fn words_do_not_overlap() {
    let names = symbols(&["Door", "Secret door", "Stairs", "Altar", "Chest", "Pillar", "Statue", "Well", "Throne"]);
    for width in [5, 12, 20, 33, 60] {
        let map = hall(width, 20);
        let legend =
            laid_out(&map, &LegendParts { title: "Crypt of Ash", compass: true, scale: true, symbols: &names });
        let boxes: Vec<Bounds> = texts(&legend).map(|text| text.outline.bounds().unwrap()).collect();
        for (i, one) in boxes.iter().enumerate() {
            assert!(boxes[..i].iter().all(|other| !other.overlaps(*one)), "word {i} at width {width}");
        }
        let shown: Vec<&str> = texts(&legend).map(|text| text.text.as_str()).collect();
        assert!(width < 12 || names.iter().all(|(name, _)| shown.contains(&name.as_str())), "{shown:?}");
    }
}

#[test]
fn the_compass_never_stands_on_floor() {
    let mut in_corners = 0;
    for preset in presets::ALL {
        let map = preset.recipe().plan(registry::ALL).unwrap().run(Run::new(Seed::new(5))).unwrap();
        let legend = laid_out(&map, &LegendParts { compass: true, ..LegendParts::default() });
        assert_within(&map, &legend);
        in_corners += usize::from(legend.top == 0.0);
        for p in points(&legend.group) {
            let tile = map.tiles.get(Pos::new(p.x.floor() as i32, p.y.floor() as i32));
            assert!(matches!(tile, None | Some(Tile::Wall | Tile::Void)), "{} at {p:?}", preset.name);
        }
    }
    assert!(in_corners > 0);
}

#[test]
fn the_compass_takes_the_emptiest_corner() {
    let mut map = Map::new(Size::new(40, 40), Tile::Wall);
    map.dig_room(Rect::new(8, 0, 32, 32));
    let legend = laid_out(&map, &LegendParts { compass: true, ..LegendParts::default() });
    let middle = Bounds::around(points(&legend.group)).unwrap().center();
    assert!(legend.top == 0.0 && middle.x < 8.0 && middle.y > 32.0, "{middle:?}");
}

#[test]
fn titles_are_text_and_never_markup() {
    let map = hall(20, 20);
    for title in
        ["<script>alert(1)</script>", "a & b \"c\" 'd'", "]]> &lt; -->", "\u{0}\u{1b}[31m", "😀", "\u{202e}txt"]
    {
        let names = symbols(&[title]);
        let legend = laid_out(&map, &LegendParts { title, compass: true, scale: true, symbols: &names });
        assert_within(&map, &legend);
        let scene = Scene { bounds: drawing(&map).grown(9.0), layers: vec![legend.group], ..Scene::default() };
        for letters in [Letters::Outlines, Letters::Text] {
            let mut file = Vec::new();
            svg::write(&scene, 10.0, letters, &mut file).unwrap();
            let file = String::from_utf8(file).unwrap();
            assert!(!file.contains("<script") && !file.contains("]]>") && !file.contains('\u{1b}'), "{file}");
        }
    }
}

#[test]
fn a_title_is_made_smaller_then_shortened() {
    let map = hall(20, 20);
    let title = |title: &str| {
        let legend = laid_out(&map, &LegendParts { title, ..LegendParts::default() });
        let text = texts(&legend).next().unwrap().clone();
        (text.text, text.size)
    };
    let (short, middling, long) =
        (title("Crypt"), title("The Lower Vaults of the Old and Ashen Monastery"), title(&"x".repeat(10_000)));
    assert!(short.0 == "Crypt" && middling.0.ends_with("Monastery") && middling.1 < short.1);
    assert!(long.0.ends_with('…') && long.1 == short.1 / 2.0);
}

#[test]
fn the_scale_counts_in_fives() {
    let legend = laid_out(&hall(30, 9), &LegendParts { scale: true, ..LegendParts::default() });
    let shown: Vec<&str> = texts(&legend).map(|text| text.text.as_str()).collect();
    assert_eq!(shown, ["0", "10", "20", "30", "feet", "One square is 5 feet"]);
}

#[test]
fn text_contrasts_with_every_paper() {
    for name in Style::names() {
        let style = Style::named(name).unwrap();
        let ink = Ink::on_paper(&style);
        for color in [ink.line, ink.text] {
            assert!(
                (color.lightness() - style.colors.paper.lightness()).abs() >= 60,
                "{name}: {color} on {}",
                ink.paper
            );
        }
    }
}

#[test]
fn the_same_parts_give_the_same_legend() {
    let map = hall(30, 30);
    let names = symbols(&["Door", "Altar"]);
    let parts = LegendParts { title: "Crypt", compass: true, scale: true, symbols: &names };
    assert_eq!(format!("{:?}", laid_out(&map, &parts)), format!("{:?}", laid_out(&map, &parts)));
}
