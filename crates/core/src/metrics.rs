//! [`Metrics`]: numbers that describe a map.
//!
//! ```
//! use mapwright::{Map, metrics::Metrics};
//! let map = Map::from_ascii("
//! #######
//! #@....#
//! #.###.#
//! #....>#
//! #######")?;
//! let metrics = Metrics::of(&map);
//! assert_eq!(metrics.get("loops"), Some(1.0));
//! assert_eq!(metrics.get("path-length"), Some(6.0));
//! assert_eq!(metrics.get("nearest-enemy"), None);
//! # Ok::<(), mapwright::Error>(())
//! ```
//!
//! All metrics are pure functions of the map and identical on every machine: they are counted in
//! whole numbers and divided once. Steps go along rows and columns. Only the requested metrics are
//! computed. Time and memory grow with the number of tiles.

pub(crate) mod chokes;
mod corridors;
mod diameter;
mod difficulty;
mod distances;
mod lines;
mod loops;
mod open_path;
mod paths;
mod reach;
mod room_graph;
mod room_sets;
mod rooms;
mod symmetry;
mod table;
mod terrain;
mod tiles;
pub(crate) mod view;

pub use paths::critical_path;
pub use table::ALL;
use table::{Group, Id};
pub(crate) use terrain::Terrain;
#[cfg(test)]
pub(crate) use terrain::tests::scribble;

use crate::base::error::{Error, ErrorKind};
use crate::base::nearest;
use crate::map::Map;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A number that can be measured on a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Metric {
    /// Permanent name.
    pub name: &'static str,
    /// Unit of the number.
    pub unit: &'static str,
    /// Definition, including special cases.
    pub meaning: &'static str,
    id: Id,
    group: Group,
}

/// Returns the metric with this name.
pub fn find(name: &str) -> Option<&'static Metric> {
    ALL.iter().find(|metric| metric.name == name)
}

/// Returns the metric with this name, or an error that suggests a similar one.
pub fn named(name: &str) -> Result<&'static Metric, Error> {
    find(name).ok_or_else(|| {
        let hint = nearest::hint(name, ALL.iter().map(|metric| metric.name));
        let short: String = name.chars().take(40).collect();
        Error::new(ErrorKind::UnknownName, format!("there is no metric {short:?}; {hint}"))
    })
}

/// The metrics of one map: for every metric a number, or none if it is undefined, like the path to
/// the goal on a map without an entrance.
///
/// Serialized as one object of numbers by name. Undefined metrics are left out, and whole numbers
/// are written without a decimal point.
#[derive(Clone, PartialEq, Debug)]
pub struct Metrics([Option<f64>; ALL.len()]);

impl Metrics {
    /// Measures all metrics of a map.
    pub fn of(map: &Map) -> Metrics {
        Metrics::of_groups(map, |_| true)
    }

    /// Measures only these metrics and skips work that none of them needs.
    pub fn some(map: &Map, asked: &[&Metric]) -> Metrics {
        let mut metrics = Metrics::of_groups(map, |group| asked.iter().any(|metric| metric.group == group));
        for metric in ALL.iter().filter(|metric| !asked.iter().any(|asked| asked.id == metric.id)) {
            metrics.0[metric.id as usize] = None;
        }
        metrics
    }

    fn of_groups(map: &Map, is_asked: impl Fn(Group) -> bool) -> Metrics {
        let mut metrics = Metrics([None; ALL.len()]);
        let terrain = Terrain::of(map);
        for (group, measure) in GROUPS {
            if is_asked(*group) {
                measure(&terrain, &mut metrics);
            }
        }
        metrics
    }

    /// Returns the value of a metric, or `None` if it is undefined on this map, was not requested,
    /// or does not exist.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0[find(name)?.id as usize]
    }

    /// Iterates over all defined values, in the order of [`ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (&'static Metric, f64)> {
        ALL.iter().filter_map(|metric| Some((metric, self.0[metric.id as usize]?)))
    }

    /// Sets a count.
    fn count(&mut self, id: Id, count: usize) {
        self.0[id as usize] = Some(count as f64);
    }

    /// Sets a ratio, unless the denominator is 0.
    fn ratio(&mut self, id: Id, part: usize, whole: usize) {
        self.0[id as usize] = (whole > 0).then(|| part as f64 / whole as f64);
    }

    /// Sets a percentage, unless the whole is 0.
    fn percent(&mut self, id: Id, part: usize, whole: usize) {
        self.ratio(id, 100 * part, whole);
    }

    fn number(&mut self, id: Id, number: f64) {
        self.0[id as usize] = Some(number);
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Every whole number up to this one is exactly representable.
        const EXACT: f64 = (1u64 << 53) as f64;
        let mut object = serializer.serialize_map(Some(self.iter().count()))?;
        for (metric, number) in self.iter() {
            if number.fract() == 0.0 && number.abs() < EXACT {
                object.serialize_entry(metric.name, &(number as i64))?;
            } else {
                object.serialize_entry(metric.name, &number)?;
            }
        }
        object.end()
    }
}

/// Measures the metrics of a group.
type Measure = fn(&Terrain<'_>, &mut Metrics);

/// The groups of metrics that are measured together, with their functions.
const GROUPS: &[(Group, Measure)] = &[
    (Group::Tiles, tiles::measure),
    (Group::Records, tiles::count_records),
    (Group::Ways, corridors::measure),
    (Group::Regions, loops::measure),
    (Group::LoopLength, loops::measure_length),
    (Group::Rooms, rooms::measure),
    (Group::RoomGraph, room_graph::measure),
    (Group::LongestPath, paths::measure_longest),
    (Group::CriticalPath, paths::measure_critical),
    (Group::OpenPath, open_path::measure),
    (Group::Chokes, chokes::measure),
    (Group::Reach, reach::measure),
    (Group::Symmetry, symmetry::measure),
    (Group::View, view::measure),
    (Group::Difficulty, difficulty::measure),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::tile::Tile;

    #[test]
    fn every_metric_has_its_place_and_a_name_of_its_own() {
        for (index, metric) in ALL.iter().enumerate() {
            assert_eq!(metric.id as usize, index, "{}", metric.name);
            assert_eq!(find(metric.name), Some(metric));
            assert!(metric.name.chars().all(|c| c == '-' || c.is_ascii_lowercase()), "{}", metric.name);
            assert!(metric.meaning.ends_with('.') && !metric.unit.is_empty(), "{}", metric.name);
            assert_eq!(GROUPS.iter().filter(|(group, _)| *group == metric.group).count(), 1, "{}", metric.name);
        }
    }

    #[test]
    fn typos_get_a_suggestion_and_unknown_names_the_list() {
        assert_eq!(named("openess").unwrap_err().to_string(), "there is no metric \"openess\"; did you mean openness?");
        assert!(named("weather").unwrap_err().to_string().contains("known are tiles, walkable"));
        assert_eq!(named("loops").unwrap().name, "loops");
    }

    #[test]
    fn selected_metrics_equal_those_of_all() {
        let map = Map::from_ascii("\n########\n#@....m#\n#.##...#\n#.....>#\n########").unwrap();
        let all = Metrics::of(&map);
        for metric in ALL {
            let one = Metrics::some(&map, &[metric]);
            assert_eq!(one.get(metric.name), all.get(metric.name), "{}", metric.name);
            assert_eq!(one.iter().count(), usize::from(all.get(metric.name).is_some()));
        }
        assert_eq!(Metrics::some(&map, &[]).iter().count(), 0);
        assert_eq!(Metrics::some(&map, &ALL.iter().collect::<Vec<_>>()), all);
    }

    #[test]
    fn written_as_one_flat_object() {
        let map = Map::from_ascii("..#").unwrap();
        let asked = ["tiles", "openness", "path-length"].map(|name| find(name).unwrap());
        let metrics = Metrics::some(&map, &asked);
        assert_eq!(serde_json::to_string(&metrics).unwrap(), r#"{"tiles":3,"openness":66.66666666666667}"#);
    }

    #[test]
    fn a_map_without_tiles_has_counts_of_nothing() {
        for size in [Size::new(0, 0), Size::new(5, 0), Size::new(0, 5)] {
            let metrics = Metrics::of(&Map::new(size, Tile::Wall));
            for name in ["tiles", "walkable", "rooms", "regions", "loops", "choke-points", "dead-ends"] {
                assert_eq!(metrics.get(name), Some(0.0), "{name}");
            }
            for name in ["openness", "path-length", "symmetry", "visible-area", "longest-path", "reachable"] {
                assert_eq!(metrics.get(name), None, "{name}");
            }
        }
    }

    #[test]
    fn solid_rock_has_neither_ways_nor_views() {
        let metrics = Metrics::of(&Map::from_ascii("\n#### \n#~## ").unwrap());
        let shown: Vec<(&str, f64)> =
            metrics.iter().filter(|(_, number)| *number != 0.0).map(|(m, n)| (m.name, n)).collect();
        assert_eq!(shown, [("tiles", 10.0), ("walls", 7.0), ("void", 2.0), ("water", 1.0), ("symmetry", 80.0)]);
    }
}
