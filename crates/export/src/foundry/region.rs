//! Regions of a scene: the themed zones of the map.

use super::document::{Document, Empty, Nothing};
use super::ids::{Id, Ids};
use super::pixels::Pixels;
use super::words;
use mapwright::themes::{Theme, Themes};
use mapwright::{Map, Pos, Zone, outlines};
use serde::Serialize;

/// A part of the scene.
#[derive(Clone, Serialize)]
pub(crate) struct Region {
    #[serde(rename = "_id")]
    id: Id,
    name: String,
    color: String,
    shapes: Vec<Polygon>,
    elevation: Elevation,
    behaviors: Nothing,
    visibility: u8,
    locked: bool,
    flags: Empty,
}

#[derive(Clone, Serialize)]
struct Polygon {
    #[serde(rename = "type")]
    kind: &'static str,
    /// True if it is cut out of the polygons before it.
    hole: bool,
    /// x and y of every corner, in turn.
    points: Vec<i32>,
}

/// From the lowest height to the highest; without limits.
#[derive(Clone, Copy, Serialize)]
struct Elevation {
    bottom: Option<i32>,
    top: Option<i32>,
}

/// The region shows in its own layer only.
const IN_ITS_LAYER: u8 = 0;
/// Colour of themes without one.
const COLOR: &str = "#8f8f8f";

impl Document for Region {
    fn id(&self) -> Id {
        self.id
    }
}

/// Returns the regions of a scene.
pub(crate) fn regions(map: &Map, pixels: Pixels, ids: &Ids) -> Vec<Region> {
    if map.zones.is_empty() {
        return Vec::new();
    }
    let themes = Themes::of(map);
    let themed = map.zones.iter().filter_map(|zone| Some((zone, themes.at(zone)?)));
    let region = |(index, (zone, theme)): (usize, (&Zone, &Theme))| Region {
        id: ids.id("region", index),
        name: words::name(&theme.title),
        color: color(theme),
        shapes: polygons(zone, pixels),
        elevation: Elevation { bottom: None, top: None },
        behaviors: [],
        visibility: IN_ITS_LAYER,
        locked: false,
        flags: Empty {},
    };
    themed.filter(|(zone, _)| !zone.cells.mask().is_empty()).enumerate().map(region).collect()
}

/// Returns the tint of a theme, if it is a colour like `#7fae5c`.
fn color(theme: &Theme) -> String {
    let is_color = |text: &&str| {
        text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    let tint = theme.look.get("tint").and_then(serde_json::Value::as_str).filter(is_color);
    tint.unwrap_or(COLOR).to_ascii_lowercase()
}

/// Returns the outlines of a zone, holes last.
fn polygons(zone: &Zone, pixels: Pixels) -> Vec<Polygon> {
    let origin = zone.cells.bounds().origin();
    let polygon = |line: Vec<Pos>| Polygon {
        kind: "polygon",
        hole: is_hole(&line),
        points: line.iter().flat_map(|&corner| pixels.corner(corner + origin)).collect(),
    };
    let mut polygons: Vec<Polygon> = outlines(zone.cells.mask()).into_iter().map(polygon).collect();
    polygons.sort_by_key(|polygon| polygon.hole);
    polygons
}

/// Returns true if the line runs anticlockwise, with its cells around it.
fn is_hole(line: &[Pos]) -> bool {
    let next = line.iter().cycle().skip(1);
    let area = line.iter().zip(next).map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y));
    area.sum::<i64>() < 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{BitGrid, CellSet, Rect, Size, ZoneId};

    #[test]
    fn zones_have_holes() {
        let mut mask = BitGrid::new(Size::new(3, 3));
        mask.fill_rect(Rect::new(0, 0, 3, 3), true);
        mask.remove(Pos::new(1, 1));
        let zone = Zone::new(ZoneId(0), CellSet::new(Pos::new(2, 1), mask));
        let polygons = polygons(&zone, Pixels::new(20));
        assert_eq!(polygons.iter().map(|polygon| polygon.hole).collect::<Vec<_>>(), [false, true]);
        assert_eq!(polygons[0].points, [40, 20, 100, 20, 100, 80, 40, 80]);
        assert_eq!(polygons[1].points.len(), 8);
    }

    #[test]
    fn only_colours_are_colours() {
        let theme = |tint: &str| {
            let toml = format!("name = \"own\"\ntitle = \"Own\"\n[look]\ntint = \"{tint}\"");
            color(&mapwright::themes::from_toml(&toml).unwrap()[0])
        };
        assert_eq!(["#7FAE5C", "red", "#7fae5", "#7fae5cff"].map(theme), ["#7fae5c", COLOR, COLOR, COLOR]);
    }
}
