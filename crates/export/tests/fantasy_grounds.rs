//! Reads archives for Fantasy Grounds with other programs' readers.

use mapwright::{Decoration, Map, Pos, Run, Seed, presets, registry};
use mapwright_export::{ExportOptions, Format, SecretDoors, write};
use mapwright_render::{Look, PictureOptions, View};
use roxmltree::{Document, Node};
use std::io::{Cursor, Read};

const MAP: &str = "
##########
#..+..S..#
#..#..#..#
##|#######
#..#      
####      
";

fn options() -> ExportOptions {
    let picture = PictureOptions {
        look: Look { view: View::Gm, furnish: false, ..Look::default() },
        ..PictureOptions::default()
    };
    ExportOptions { picture, vtt: Some(10), ..ExportOptions::default() }
}

/// Returns the names of the files, and the XML.
fn files(map: &Map, options: &ExportOptions) -> (Vec<String>, String) {
    let mut bytes = Vec::new();
    write(map, Format::FantasyGrounds, "crypt & co", options, &mut bytes).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut xml = String::new();
    archive.by_name("crypt & co.xml").unwrap().read_to_string(&mut xml).unwrap();
    (names, xml)
}

fn numbers(node: Node<'_, '_>, name: &str) -> Vec<f64> {
    let text = node.children().find(|child| child.has_tag_name(name)).and_then(|child| child.text()).unwrap();
    text.split(',').map(|number| number.parse().unwrap()).collect()
}

fn occluders<'a>(document: &'a Document<'a>) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name("occluder")).collect()
}

fn has(node: Node<'_, '_>, name: &str) -> bool {
    node.children().any(|child| child.has_tag_name(name))
}

#[test]
fn picture_and_xml_have_one_name() {
    let (names, xml) = files(&Map::from_ascii(MAP).unwrap(), &options());
    assert_eq!(names, ["crypt & co.png", "crypt & co.xml"]);
    let document = Document::parse(&xml).unwrap();
    assert_eq!(numbers(document.root_element(), "gridsize"), [10.0, 10.0]);
}

#[test]
fn coordinates_are_pixels_from_the_middle_and_grow_up() {
    let map = Map::from_ascii("\n....\n....\n").unwrap();
    let (_, xml) = files(&map, &options());
    let document = Document::parse(&xml).unwrap();
    let points = numbers(occluders(&document)[0], "points");
    for corner in [[-20.0, 10.0], [20.0, 10.0], [20.0, -10.0], [-20.0, -10.0]] {
        let is_near = |point: &[f64]| (point[0] - corner[0]).hypot(point[1] - corner[1]) < 0.8;
        assert!(points.chunks(2).any(is_near), "{corner:?} in {points:?}");
    }
}

#[test]
fn doors_can_be_opened_and_bars_seen_through() {
    let map = Map::from_ascii(MAP).unwrap();
    let (_, xml) = files(&map, &ExportOptions { secret: SecretDoors::Door, ..options() });
    let document = Document::parse(&xml).unwrap();
    let doors: Vec<_> = occluders(&document).into_iter().filter(|&node| has(node, "toggleable")).collect();
    assert_eq!(doors.len(), 3);
    assert!(doors.iter().all(|&door| has(door, "closed") && numbers(door, "points").len() == 8));
    assert_eq!(doors.iter().filter(|&&door| has(door, "allow_vision")).count(), 1, "the portcullis");
    assert_eq!(doors.iter().filter(|&&door| has(door, "single_sided")).count(), 1, "not the secret one");
    let (_, xml) = files(&map, &options());
    let document = Document::parse(&xml).unwrap();
    assert_eq!(occluders(&document).into_iter().filter(|&node| has(node, "toggleable")).count(), 2);
}

#[test]
fn columns_are_terrain_and_braziers_lights() {
    let mut map = Map::from_ascii("\n......\n......\n......\n").unwrap();
    map.decorations = vec![Decoration::new("column", Pos::new(1, 1)), Decoration::new("brazier", Pos::new(4, 1))];
    let (_, xml) = files(&map, &options());
    let document = Document::parse(&xml).unwrap();
    assert_eq!(occluders(&document).into_iter().filter(|&node| has(node, "terrain")).count(), 1);
    let lights: Vec<_> = document.descendants().filter(|node| node.has_tag_name("light")).collect();
    assert_eq!(lights.len(), 1);
    assert_eq!(numbers(lights[0], "position"), [15.0, 0.0]);
    assert_eq!(numbers(lights[0], "range"), [4.0, 0.75, 8.0, 0.5]);
    let color = lights[0].children().find(|node| node.has_tag_name("color")).and_then(|node| node.text()).unwrap();
    assert!(color.starts_with("#FF") && color.len() == 9, "{color}");
}

#[test]
fn doors_and_terrain_run_counterclockwise() {
    let mut map = Map::from_ascii(MAP).unwrap();
    map.decorations = vec![Decoration::new("column", Pos::new(1, 1)), Decoration::new("statue", Pos::new(4, 2))];
    let (_, xml) = files(&map, &ExportOptions { secret: SecretDoors::Door, ..options() });
    let document = Document::parse(&xml).unwrap();
    let marked = occluders(&document).into_iter().filter(|&node| has(node, "counterclockwise"));
    let areas: Vec<f64> = marked
        .map(|node| {
            let points = numbers(node, "points");
            let corner = |index: usize| (points[2 * index % points.len()], points[(2 * index + 1) % points.len()]);
            let turn = |index: usize| corner(index).0 * corner(index + 1).1 - corner(index + 1).0 * corner(index).1;
            (0..points.len() / 2).map(turn).sum()
        })
        .collect();
    assert_eq!(areas.len(), 3, "a door, a column and a statue");
    assert!(areas.iter().all(|&area| area > 1.0), "{areas:?}");
}

#[test]
fn every_preset_gives_numbered_occluders() {
    for preset in presets::ALL.iter().step_by(4) {
        let map = preset.recipe().plan(registry::ALL).unwrap().run(Run::new(Seed::new(5))).unwrap();
        let (_, xml) = files(&map, &options());
        let document = Document::parse(&xml).unwrap();
        for (id, node) in occluders(&document).into_iter().enumerate() {
            assert_eq!(numbers(node, "id"), [id as f64], "{}", preset.name);
            let points = numbers(node, "points");
            assert!(points.len() >= 4 && points.len().is_multiple_of(2), "{}", preset.name);
        }
    }
}
