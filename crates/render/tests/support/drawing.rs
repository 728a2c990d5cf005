//! Parses the SVG files written by this crate: their layers and paths.

use roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// A path of a layer. One unit is a square.
pub(crate) struct DrawnPath {
    /// All points and control points, in subpaths that each begin with a move.
    pub(crate) pieces: Vec<Vec<[f32; 2]>>,
    /// Line width, or 0.
    pub(crate) width: f32,
    pub(crate) is_filled: bool,
    /// True if it only clips other paths.
    pub(crate) is_clip: bool,
}

/// Returns the layers by name.
pub(crate) fn layers(svg: &str) -> BTreeMap<String, Vec<DrawnPath>> {
    let document = Document::parse(svg).expect("well-formed");
    let root = document.root_element();
    let css = root.children().find(|node| node.has_tag_name("style")).and_then(|node| node.text()).expect("styles");
    let styles: BTreeMap<&str, &str> =
        css.split('}').filter_map(|rule| rule.trim_start_matches('.').split_once('{')).collect();
    // Long paths are defined once and reused.
    let defined: BTreeMap<&str, &str> =
        document.descendants().filter_map(|node| Some((node.attribute("id")?, node.attribute("d")?))).collect();
    let data = |node: Node<'_, '_>| match node.attribute((XLINK, "href")) {
        Some(name) => defined[name.strip_prefix('#').expect("a path of this file")].to_owned(),
        None => node.attribute("d").expect("a path runs somewhere").to_owned(),
    };
    let layer = |group: Node<'_, '_>| {
        let is_definition = |node: &Node<'_, '_>| node.ancestors().any(|node| node.has_tag_name("defs"));
        let shown = group.descendants().filter(|node| node.has_tag_name("path") || node.has_tag_name("use"));
        let drawn = shown.filter(|node| !is_definition(node)).map(|path| {
            let look = path.attribute("class").map_or("", |class| styles[class]);
            let value = |key: &str| look.split(';').find_map(|part| part.strip_prefix(key)?.strip_prefix(':'));
            DrawnPath {
                pieces: pieces(&data(path)),
                width: value("stroke-width").map_or(0.0, |width| width.parse::<f32>().expect("a number") / 100.0),
                is_filled: value("fill").is_some_and(|fill| fill != "none"),
                is_clip: path.ancestors().any(|node| node.has_tag_name("clipPath")),
            }
        });
        drawn.collect()
    };
    let groups = root.children().filter(|node| node.has_tag_name("g"));
    groups.map(|group| (group.attribute("id").expect("layers have names").to_owned(), layer(group))).collect()
}

const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Follows the commands `m l h v q t c z`, all of them relative, in hundredths of a square.
fn pieces(data: &str) -> Vec<Vec<[f32; 2]>> {
    let mut pieces: Vec<Vec<[f32; 2]>> = Vec::new();
    let (mut at, mut start) = ([0i32; 2], [0i32; 2]);
    let scaled = |[x, y]: [i32; 2]| [x as f32 / 100.0, y as f32 / 100.0];
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let numbers = numbers(&rest[1..end]);
        rest = &rest[end..];
        let arity = match command {
            'm' | 'l' | 't' => 2,
            'h' | 'v' => 1,
            'q' => 4,
            'c' => 6,
            'z' => {
                at = start;
                continue;
            }
            other => panic!("{other:?} is not a path command"),
        };
        assert!(!numbers.is_empty() && numbers.len().is_multiple_of(arity), "{command} {numbers:?}");
        for (index, step) in numbers.chunks(arity).enumerate() {
            let points: Vec<[i32; 2]> = match command {
                'h' => vec![[at[0] + step[0], at[1]]],
                'v' => vec![[at[0], at[1] + step[0]]],
                _ => step.chunks(2).map(|by| [at[0] + by[0], at[1] + by[1]]).collect(),
            };
            at = points[points.len() - 1];
            if command == 'm' && index == 0 {
                start = at;
                pieces.push(Vec::new());
            }
            pieces.last_mut().expect("a path begins with a move").extend(points.into_iter().map(scaled));
        }
    }
    pieces
}

/// Parses integers, separated by spaces or by their signs.
fn numbers(text: &str) -> Vec<i32> {
    let separated = text.replace('-', " -");
    separated.split_whitespace().map(|word| word.parse().expect("a whole number")).collect()
}
