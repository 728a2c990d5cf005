//! [`Grounds`]: the theme of every cell, and the look of its ground.

pub(crate) mod pattern;

pub(crate) use pattern::Pattern;

use crate::band;
use crate::scene::Color;
use mapwright::themes::{Theme, Themes};
use mapwright::{Grid, Map, Pos, Rect};

/// Look of a theme's ground, from the `look` of its file. Missing or unknown values are not drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ground {
    pub(crate) name: String,
    /// Display name.
    pub(crate) title: String,
    /// `tint = "#8fb573"`.
    pub(crate) tint: Option<Color>,
    /// `pattern = "tufts"`.
    pub(crate) pattern: Option<Pattern>,
    /// Bounds of the cells with this ground.
    pub(crate) bounds: Rect,
}

impl Ground {
    fn of(theme: &Theme) -> Option<Ground> {
        let word = |key: &str| theme.look.get(key).and_then(|value| value.as_str());
        let tint = word("tint").and_then(Color::from_hex);
        let pattern = word("pattern").and_then(Pattern::named);
        let (name, title) = (theme.name.clone(), theme.title.clone());
        let seen = tint.is_some() || pattern.is_some();
        seen.then(|| Ground { name, title, tint, pattern, bounds: Rect::default() })
    }
}

/// Maximum number of grounds in a picture, because pictures of tiles have 256 colours.
pub(crate) const MAX_GROUNDS: usize = 32;

/// The grounds of a map.
pub(crate) struct Grounds {
    pub(crate) all: Vec<Ground>,
    /// Number of every cell's ground from 1, or 0 for none.
    cells: Grid<u8>,
}

impl Grounds {
    /// Returns the grounds of the themes in the zones of the map, or `None` if there are none.
    pub(crate) fn of(map: &Map) -> Option<Grounds> {
        if map.zones.is_empty() {
            return None;
        }
        let themes = Themes::of(map);
        let mut all: Vec<Ground> = Vec::new();
        let mut cells = Grid::new(map.size(), 0);
        for zone in &map.zones {
            let Some(theme) = themes.at(zone) else { continue };
            let is_open = |pos: &Pos| map.tiles.get(*pos).is_some_and(|&tile| band::is_open(tile));
            let mut open = zone.cells.positions().filter(is_open).peekable();
            if open.peek().is_none() {
                continue;
            }
            let known = all.iter().position(|ground| ground.name == theme.name);
            let Some(index) = known.or_else(|| {
                let ground = Ground::of(theme).filter(|_| all.len() < MAX_GROUNDS)?;
                all.push(ground);
                Some(all.len() - 1)
            }) else {
                continue;
            };
            for pos in open {
                cells[pos] = index as u8 + 1;
                let here = Rect::new(pos.x, pos.y, 1, 1);
                let bounds = &mut all[index].bounds;
                *bounds = if bounds.is_empty() { here } else { union(*bounds, here) };
            }
        }
        (!all.is_empty()).then_some(Grounds { all, cells })
    }

    /// Returns the number of the ground in a cell, from 1; 0 for none.
    pub(crate) fn number(&self, pos: Pos) -> u8 {
        self.cells.get(pos).copied().unwrap_or(0)
    }

    /// Returns the numbers in a row.
    pub(crate) fn row(&self, y: i32) -> &[u8] {
        self.cells.row(y)
    }
}

fn union(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use mapwright::{CellSet, Zone, ZoneId, themes};

    /// Returns a map whose columns have these themes.
    pub(crate) fn themed(text: &str, columns: &[&str]) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        let size = map.size();
        map.zones = (0..)
            .zip(columns)
            .map(|(x, name)| {
                let cells = CellSet::filtered(size.rect().positions(), |pos| pos.x == x).unwrap();
                Zone::new(ZoneId(x as u32), cells).with_tags(vec![(*name).to_owned().into()])
            })
            .collect();
        map
    }

    #[test]
    fn every_shipped_theme_has_a_tint_and_a_pattern_of_its_own() {
        let grounds: Vec<Ground> = themes::all().iter().filter_map(Ground::of).collect();
        assert_eq!(grounds.len(), themes::all().len());
        for (index, ground) in grounds.iter().enumerate() {
            assert!(ground.tint.is_some() && ground.pattern.is_some(), "{}", ground.name);
            let others = &grounds[..index];
            assert!(others.iter().all(|other| other.pattern != ground.pattern), "{}", ground.name);
        }
    }

    #[test]
    fn cells_lie_in_the_theme_of_their_zone_and_walls_in_none() {
        let map = themed("#####\n.....\n.....", &["forest", "nowhere", "ice", "forest", "cave"]);
        let grounds = Grounds::of(&map).unwrap();
        let names: Vec<&str> = grounds.all.iter().map(|ground| &*ground.name).collect();
        assert_eq!(names, ["forest", "ice"]);
        assert_eq!((grounds.row(0), grounds.row(1)), (&[0; 5][..], &[1, 0, 2, 1, 0][..]));
        assert_eq!(grounds.all[0].bounds, Rect::new(0, 1, 4, 2));
        assert_eq!(grounds.number(Pos::new(9, 9)), 0);
        assert!(Grounds::of(&themed("...", &["cave"])).is_none());
    }
}
