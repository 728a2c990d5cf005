//! [`HeatMap`]: a number for every walkable tile, to be drawn over a picture.
//!
//! ```
//! use mapwright::heat::{Heat, heat_map};
//! use mapwright::{Map, Pos};
//! let map = Map::from_ascii("
//! #######
//! #@.+..#
//! #######")?;
//! let distance = heat_map(&map, Heat::Distance)?;
//! assert_eq!(distance.cells[Pos::new(5, 1)], Some(4));
//! assert_eq!(distance.cells[Pos::new(0, 0)], None);
//! assert_eq!((distance.low, distance.high), (0, 4));
//! # Ok::<(), mapwright::Error>(())
//! ```

mod danger;
mod density;
mod visibility;

use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Grid;
use crate::base::nearest;
use crate::map::Map;
use crate::metrics::{Terrain, chokes};

/// The subject of a heat map; [`Heat::meaning`] defines it exactly.
#[doc(alias = "heatmap")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heat {
    /// Openness of the surroundings.
    Density,
    /// Distance from the entrance.
    Distance,
    /// Number of tiles that depend on this tile.
    Choke,
    /// Size of the field of view.
    Visibility,
    /// Proximity of monsters and traps.
    Danger,
}

impl Heat {
    /// All heat maps.
    pub const ALL: [Heat; 5] = [Heat::Density, Heat::Distance, Heat::Choke, Heat::Visibility, Heat::Danger];

    /// Returns the permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Heat::Density => "density",
            Heat::Distance => "distance",
            Heat::Choke => "choke",
            Heat::Visibility => "visibility",
            Heat::Danger => "danger",
        }
    }

    /// Returns the heat map with this name, or an error that suggests a similar one.
    pub fn named(name: &str) -> Result<Heat, Error> {
        Heat::ALL.into_iter().find(|heat| heat.name() == name).ok_or_else(|| {
            let hint = nearest::hint(name, Heat::ALL.map(Heat::name));
            let short: String = name.chars().take(40).collect();
            Error::new(ErrorKind::UnknownName, format!("there is no heat map {short:?}; {hint}"))
        })
    }

    /// Returns the title of its scale.
    pub const fn title(self) -> &'static str {
        match self {
            Heat::Density => "Openness",
            Heat::Distance => "Distance from the entrance",
            Heat::Choke => "Choke points",
            Heat::Visibility => "Visibility",
            Heat::Danger => "Danger",
        }
    }

    /// Returns the definition of its numbers.
    pub const fn meaning(self) -> &'static str {
        match self {
            Heat::Density => "Percentage of walkable tiles in the nine by nine tiles around.",
            Heat::Distance => {
                "Steps from the entrance through all doors. The entrance is the start, else the first exit or stairs."
            }
            Heat::Choke => "Number of tiles that would be cut off from the entrance if this one were blocked.",
            Heat::Visibility => {
                "Number of walkable tiles visible from there, up to 10 tiles away. On a map of more than 65,536 \
                 walkable tiles, one tile of every square of two by two (or three by three, and so on) is sampled, \
                 and all others have the number of the nearest sampled tile."
            }
            Heat::Danger => {
                "Proximity of monsters and traps. A monster adds 10 in its own cell and one less with every step \
                 from there; a trap adds 5 in the same way."
            }
        }
    }

    /// Returns the unit of its numbers.
    pub const fn unit(self) -> &'static str {
        match self {
            Heat::Density => "%",
            Heat::Distance => "steps",
            Heat::Choke | Heat::Visibility => "tiles",
            Heat::Danger => "points",
        }
    }
}

/// A number for every walkable tile.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    /// Subject of the numbers.
    pub heat: Heat,
    /// The numbers; `None` for tiles that are not walkable.
    pub cells: Grid<Option<u32>>,
    /// The smallest number; 0 if there is none.
    pub low: u32,
    /// The largest number; 0 if there is none.
    pub high: u32,
}

impl HeatMap {
    fn new(heat: Heat, cells: Grid<Option<u32>>) -> HeatMap {
        let numbers = || cells.cells().iter().flatten().copied();
        let (low, high) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        HeatMap { heat, cells, low, high }
    }
}

/// Computes a heat map of a map.
///
/// Fails if its starting point is missing: distances and choke points need an entrance, and danger
/// needs a monster or a trap.
pub fn heat_map(map: &Map, heat: Heat) -> Result<HeatMap, Error> {
    let terrain = Terrain::of(map);
    let cells = match heat {
        Heat::Density => density::cells(&terrain),
        Heat::Distance => distance(&terrain)?,
        Heat::Choke => choke(&terrain)?,
        Heat::Visibility => visibility::cells(&terrain),
        Heat::Danger => danger::cells(&terrain)?,
    };
    Ok(HeatMap::new(heat, cells))
}

/// Returns an empty heat map.
fn blank(terrain: &Terrain<'_>) -> Grid<Option<u32>> {
    Grid::new(terrain.size(), None)
}

fn no_way_in(what: &str) -> Error {
    let message = format!("{what} from the entrance, and this map has none: it needs a start, an exit or stairs");
    Error::new(ErrorKind::Invalid, message)
}

fn distance(terrain: &Terrain<'_>) -> Result<Grid<Option<u32>>, Error> {
    let trek = terrain.trek().ok_or_else(|| no_way_in("distance is measured"))?;
    let ground = terrain.ground();
    let mut cells = blank(terrain);
    for (cell, number) in ground.cells().zip(cells.cells_mut()) {
        *number = trek.steps.to(cell);
    }
    Ok(cells)
}

fn choke(terrain: &Terrain<'_>) -> Result<Grid<Option<u32>>, Error> {
    let way_in = terrain.way_in().ok_or_else(|| no_way_in("choke points cut off"))?;
    let ground = terrain.ground();
    let mut search = chokes::Search::on(ground);
    let mut cells = blank(terrain);
    search.run(ground.index(way_in), |choke| cells[ground.pos(choke.cell)] = Some(choke.cut_off));
    for pos in terrain.walkable().iter().filter(|&pos| search.has_met(ground.index(pos))) {
        cells[pos].get_or_insert(0);
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::metrics::scribble;

    /// Draws a heat map of small numbers: a digit or letter for every number, a blank for tiles
    /// that are not walkable.
    pub(super) fn drawn(text: &str, heat: Heat) -> String {
        let map = heat_map(&Map::from_ascii(text).unwrap(), heat).unwrap();
        let shown = |cell: &Option<u32>| cell.map_or(' ', |number| char::from_digit(number, 36).unwrap_or('?'));
        map.cells.rows().map(|row| format!("\n{}", row.iter().map(shown).collect::<String>().trim_end())).collect()
    }

    #[test]
    fn distances_grow_from_the_way_in() {
        let text = "\n#########\n#@.+...##\n#.##.#.#.\n#########";
        assert_eq!(drawn(text, Heat::Distance), "\n\n 012345\n 1  4 6\n");
    }

    #[test]
    fn chokes_cut_off_what_lies_behind_them() {
        let text = "\n##########\n#@..####.#\n#...+...##\n#...####.#\n##########";
        assert_eq!(drawn(text, Heat::Choke), "\n\n 000\n 0043210\n 000\n");
    }

    #[test]
    fn missing_entrances_and_dangers_are_reported() {
        let map = Map::from_ascii("...").unwrap();
        let message = |heat: Heat| heat_map(&map, heat).unwrap_err().to_string();
        assert!(message(Heat::Distance).ends_with("it needs a start, an exit or stairs"));
        assert!(message(Heat::Choke).ends_with("it needs a start, an exit or stairs"));
        assert!(message(Heat::Danger).contains("neither a monster nor a trap"));
        assert!(heat_map(&map, Heat::Density).is_ok() && heat_map(&map, Heat::Visibility).is_ok());
    }

    #[test]
    fn names_are_found_and_slips_are_named() {
        for heat in Heat::ALL {
            assert_eq!(Heat::named(heat.name()).unwrap(), heat);
        }
        assert_eq!(
            Heat::named("dnager").unwrap_err().to_string(),
            "there is no heat map \"dnager\"; did you mean danger?"
        );
    }

    #[test]
    fn maps_without_floor_have_no_heat_map() {
        for size in [Size::new(0, 0), Size::new(3, 2)] {
            for heat in [Heat::Density, Heat::Visibility] {
                let map = heat_map(&Map::new(size, Tile::Wall), heat).unwrap();
                assert_eq!((map.low, map.high, map.cells), (0, 0, Grid::new(size, None)));
            }
        }
    }

    #[test]
    fn numbers_stand_where_one_walks_and_nowhere_else() {
        let mut rng = Seed::new(5).rng();
        for _ in 0..200 {
            let map = scribble(&mut rng);
            let floor = map.walkable();
            for heat in Heat::ALL {
                let Ok(made) = heat_map(&map, heat) else { continue };
                let reached = match (heat, map.start()) {
                    (Heat::Distance | Heat::Choke, Some(start)) => floor.flood(start),
                    _ => floor.clone(),
                };
                for pos in map.size().rect().positions() {
                    assert_eq!(made.cells[pos].is_some(), reached.contains(pos), "{heat:?} at {pos}");
                    assert!(made.cells[pos].is_none_or(|number| (made.low..=made.high).contains(&number)));
                }
            }
        }
    }

    #[test]
    fn chokes_match_blocking_each_tile_in_turn() {
        let mut rng = Seed::new(13).rng();
        for _ in 0..200 {
            let map = scribble(&mut rng);
            let (Some(start), floor) = (map.start(), map.walkable()) else { continue };
            let made = heat_map(&map, Heat::Choke).unwrap();
            let all = floor.flood(start);
            for pos in all.iter().filter(|&pos| pos != start) {
                let mut rest = floor.clone();
                rest.remove(pos);
                let cut_off = all.count() - 1 - rest.flood(start).count();
                assert_eq!(made.cells[pos], Some(cut_off as u32), "{pos} in\n{}", map.to_ascii_with_entities());
            }
            assert_eq!(made.cells[start], Some(0));
        }
    }
}
