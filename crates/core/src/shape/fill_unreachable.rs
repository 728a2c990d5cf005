//! Fills all floor that cannot be reached from the start.

use super::fill;
use crate::base::error::Error;
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use crate::spatial::region;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<FillUnreachable>("fill-unreachable", Kind::Shape)
    .promising(Promises::CONNECTED)
    .preserving(Promises::CLOSED_BORDER.and(Promises::ROOMS_DISJOINT).and(Promises::NO_2X2));

/// Fills all floor that cannot be reached from the start, so that the map is connected.
///
/// On a map without a start it begins at the first of the stairs and exits, row by row from the top
/// left; without any of these it keeps the largest region, like `keep-largest`. Closed doors count
/// as passable. Running it twice changes nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FillUnreachable {}

impl Generator for FillUnreachable {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        let mut others = map.walkable();
        let mut reached = others.clone();
        match begin(map) {
            Some(pos) => region::keep_reached(&mut reached, [pos]),
            None => region::keep_largest(&mut reached),
        }
        others.subtract(&reached);
        fill(map, &others);
        map.settle();
        cx.step("fill", map);
        Ok(())
    }
}

/// Returns the cell to start the flood fill from, if the map defines one.
fn begin(map: &Map) -> Option<Pos> {
    let walkable = |pos: &Pos| map.tiles.get(*pos).is_some_and(|tile| tile.is_walkable());
    let starts = map.entities.iter().filter(|entity| entity.kind == EntityKind::Start).map(|entity| entity.pos);
    let ways = map.stairs.iter().map(|stairs| stairs.pos).chain(map.exits.iter().map(|exit| exit.pos));
    starts.filter(walkable).min().or_else(|| ways.filter(walkable).min())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    fn apply(text: &str) -> String {
        let mut map = Map::from_ascii(text).unwrap();
        FillUnreachable {}.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        let once = map.clone();
        FillUnreachable {}.generate(&mut map, &mut Context::new(Seed::new(2))).unwrap();
        assert_eq!(map, once, "twice is once");
        map.source.promises = map.source.promises - Promises::CLOSED_BORDER;
        assert!(check(&map).iter().all(|finding| finding.rule == "floor"));
        map.to_ascii_with_entities()
    }

    #[test]
    fn regions_reachable_from_the_start_stay() {
        let text = "\n#########\n#.>.#@+.#\n#...#####\n#########";
        assert_eq!(apply(text), "#########\n#####@+.#\n#########\n#########\n");
        assert_eq!(apply(&text.replace('@', "E")), "#########\n#.>.#####\n#...#####\n#########\n", "the first way out");
        assert_eq!(apply(&text.replace('>', ".").replace('@', "E")), "#########\n#####E+.#\n#########\n#########\n");
    }

    #[test]
    fn without_start_and_ways_out_the_largest_region_stays() {
        assert_eq!(apply("\n#.#..#.#"), "###..###\n");
        for text in ["#\n", "~\n", " \n", ".\n"] {
            assert_eq!(apply(text), text);
        }
    }
}
