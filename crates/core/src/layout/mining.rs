//! A miner digs corridors one tile wide through solid rock.

mod rock;
mod void;
mod walk;

use crate::base::error::Error;
use crate::base::grid::{Pos, Size};
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use walk::Miner;

/// Registry entry of the `mining` layout.
pub const ENTRY: Entry = Entry::new::<Mining>("mining", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT).and(Promises::NO_2X2));

/// A miner that digs through solid rock step by step, never opening more than a corridor one tile
/// wide.
///
/// Tangled corridors with loops and dead ends; unlike a maze, dense in one place and sparse in the
/// next. Every step draws one of the breakable walls or floor tiles beside the miner. A wall is not
/// breakable on the border or where four floor tiles would form a square. Rock that touches no
/// floor becomes void, inwards from the border.
///
/// After 256 steps without breaking a wall, the miner takes the shortest path to a breakable wall.
/// When none is left anywhere, mostly at 60 to 66 percent of floor, the mine ends there with a
/// note. The statistics of the map hold the steps, breaks and backtracks, the start of the miner
/// and the percentage of floor, rounded down.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Mining {
    /// Percentage of all tiles to turn into floor. Small maps have less space: 7x7 allows 42.
    #[schemars(range(min = 1, max = 70))]
    pub target_percent: u32,
    /// Weight of each breakable wall in the draw of the next step. Higher values make longer
    /// corridors and fewer branches.
    #[schemars(range(min = 1, max = 100))]
    pub break_weight: u32,
    /// Weight of each floor tile beside the miner in that draw. Higher values make more branches
    /// and take longer.
    #[schemars(range(min = 1, max = 100))]
    pub backtrack_weight: u32,
    /// Start of the miner as `[x, y]`, counted from the top left tile `[0, 0]`; not on the border.
    /// Random when not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "place")]
    pub start: Option<[i32; 2]>,
}

impl Default for Mining {
    fn default() -> Self {
        Mining { target_percent: 30, break_weight: 5, backtrack_weight: 1, start: None }
    }
}

fn place(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
        "minItems": 2,
        "maxItems": 2,
        "examples": [[5, 5], [1, 3], [40, 20]]
    })
}

/// Advised minimum side and maximum percentage of floor.
const ADVISED_SIDE: i32 = 50;
const ADVISED_PERCENT: u32 = 50;

impl Generator for Mining {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let size = map.size();
        let target = (size.area() as u64 * u64::from(self.target_percent)).div_ceil(100);
        let mut rng = cx.rng("start");
        let anywhere = Pos::new(rng.range(1, size.width - 2), rng.range(1, size.height - 2));
        let start = self.start.map_or(anywhere, |[x, y]| Pos::new(x, y));
        let walked = Miner::new(self, start, size, cx.rng("walk")).dig(target, map, cx)?;
        let void = void::lay(map);
        cx.step("void", map);

        let floor = walked.breaks;
        let stats = [
            ("tiles_floor", floor),
            ("tiles_void", void),
            ("tiles_wall", size.area() as u64 - floor - void),
            ("steps", walked.breaks + walked.backtracks),
            ("breaks", walked.breaks),
            ("backtracks", walked.backtracks),
            ("start_x", start.x as u64),
            ("start_y", start.y as u64),
            ("final_percent", floor * 100 / size.area() as u64),
        ];
        map.stats.extend(stats.map(|(name, number)| (name.to_owned(), number as i64)));
        if floor < target {
            let why = "every wall left would open a 2x2 square of floor";
            cx.note(map, "floor", target as i64, floor as i64, why);
        }
        self.advise(map, cx);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(7, 7)
    }

    fn refuses(&self, size: Size) -> Option<String> {
        if !size.holds(self.min_size()) {
            return None;
        }
        let (ceiling, wanted) = (max_percent(size), self.target_percent);
        if wanted > ceiling {
            return Some(format!("has room for at most {ceiling} % floor without squares; target_percent is {wanted}"));
        }
        let [x, y] = self.start?;
        let inside = size.rect().grown(-1).contains(Pos::new(x, y));
        (!inside).then(|| format!("has no tile at {x},{y} inside its border, where start lies"))
    }
}

impl Mining {
    fn advise(&self, map: &mut Map, cx: &Context<'_>) {
        let size = map.size();
        if size.width < ADVISED_SIDE || size.height < ADVISED_SIDE {
            cx.remark(map, "size", format!("mines look best from {ADVISED_SIDE}x{ADVISED_SIDE} up"));
        }
        if self.target_percent > ADVISED_PERCENT {
            cx.remark(map, "target_percent", format!("mines look best up to {ADVISED_PERCENT} % floor"));
        }
    }
}

/// Returns the largest percentage of floor that a map of this size has room for, rounded down:
/// without squares of floor, of the tiles inside the border all odd rows and every second tile of
/// the even rows. A mine refuses a higher `target_percent`.
///
/// ```
/// use mapwright::{Size, layout::mining::max_percent};
/// assert_eq!([7, 50, 200].map(|side| max_percent(Size::new(side, side))), [42, 69, 73]);
/// ```
pub fn max_percent(size: Size) -> u32 {
    let (width, height) = (size.width.max(2) as u64 - 2, size.height.max(2) as u64 - 2);
    let most = width * height - (width / 2) * (height / 2);
    (most * 100 / size.area().max(1) as u64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Dir, Rect};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::generator::{Moment, Tracer};
    use crate::run::plan::{Plan, Run};

    fn make(mining: &Mining, width: i32, height: i32, seed: u64) -> Map {
        Plan::of(&ENTRY, mining).unwrap().run(Run::new(Seed::new(seed)).size(width, height)).unwrap()
    }

    fn is_floor(map: &Map, x: i32, y: i32) -> bool {
        map.tiles.get(Pos::new(x, y)) == Some(&Tile::Floor)
    }

    /// Returns whether the wall has floor beside it and would complete no square.
    fn may_be_broken(map: &Map, pos: Pos) -> bool {
        let square = |dx: i32, dy: i32| {
            is_floor(map, pos.x + dx, pos.y)
                && is_floor(map, pos.x, pos.y + dy)
                && is_floor(map, pos.x + dx, pos.y + dy)
        };
        let beside = Dir::ALL.iter().any(|&dir| is_floor(map, pos.step(dir).x, pos.step(dir).y));
        !is_floor(map, pos.x, pos.y)
            && beside
            && ![(1, 1), (1, -1), (-1, 1), (-1, -1)].iter().any(|&(dx, dy)| square(dx, dy))
    }

    #[test]
    fn the_share_of_floor_is_as_asked_to_the_tile() {
        for (percent, floor) in [(1, 40), (30, 1200), (50, 2000)] {
            let map = make(&Mining { target_percent: percent, ..Mining::default() }, 80, 50, 3);
            assert_eq!(map.floor_positions().count(), floor);
            assert_eq!((map.stats["final_percent"], map.notes.len()), (i64::from(percent), 0));
        }
    }

    #[test]
    fn a_mine_ends_only_when_no_wall_is_left_to_break() {
        for seed in 0..20 {
            let map = make(&Mining { target_percent: 69, ..Mining::default() }, 50, 50, seed);
            let left = Rect::new(1, 1, 48, 48).positions().filter(|&pos| may_be_broken(&map, pos)).count();
            assert_eq!(left, 0, "{}", map.to_ascii());
            assert_eq!(check(&map), []);
            let note = &map.notes[0];
            assert_eq!((note.what.as_str(), note.asked), ("floor", 1725));
            assert_eq!(note.delivered, map.floor_positions().count() as i64);
            assert!((1500..1650).contains(&note.delivered), "{}", note.delivered);
        }
    }

    #[test]
    fn impossible_mines_are_rejected() {
        let wants = |percent| Mining { target_percent: percent, ..Mining::default() };
        assert_eq!(wants(42).refuses(Size::new(7, 7)), None);
        assert_eq!(
            wants(43).refuses(Size::new(7, 7)).unwrap(),
            "has room for at most 42 % floor without squares; target_percent is 43"
        );
        assert_eq!((max_percent(Size::new(50, 50)), max_percent(Size::new(200, 200))), (69, 73));
        let starts = |x, y| Mining { start: Some([x, y]), ..Mining::default() };
        assert_eq!(starts(1, 1).refuses(Size::new(7, 7)), None);
        for (x, y) in [(0, 3), (6, 3), (3, 0), (3, 6), (7, 3), (1_000_000, 3)] {
            let why = starts(x, y).refuses(Size::new(7, 7)).unwrap();
            assert_eq!(why, format!("has no tile at {x},{y} inside its border, where start lies"));
        }
    }

    #[test]
    fn small_or_dense_mines_come_with_advice() {
        let about = |percent, width, height| -> Vec<String> {
            let map = make(&Mining { target_percent: percent, ..Mining::default() }, width, height, 1);
            map.notes.iter().filter(|note| note.is_remark()).map(|note| note.what.clone()).collect()
        };
        assert_eq!(about(50, 50, 50), Vec::<String>::new());
        assert_eq!(about(30, 80, 49), ["size"]);
        assert_eq!(about(51, 49, 80), ["size", "target_percent"]);
    }

    #[test]
    fn statistics_match_the_map() {
        let mining = Mining { start: Some([11, 7]), ..Mining::default() };
        let map = make(&mining, 60, 50, 4);
        let mut counted = map.clone();
        counted.count_tiles();
        assert_eq!(counted.stats, map.stats);
        assert_eq!((map.stats["start_x"], map.stats["start_y"]), (11, 7));
        assert_eq!(map.stats["steps"], map.stats["breaks"] + map.stats["backtracks"]);
        assert_eq!(map.stats["breaks"], map.stats["tiles_floor"]);
        assert!(is_floor(&map, 11, 7));
    }

    /// Checks every step against the rules.
    #[derive(Default)]
    struct Foreman {
        at: Option<Pos>,
        before: Option<Map>,
        breaks: i64,
        backtracks: i64,
    }

    impl Tracer for Foreman {
        fn moment(&mut self, moment: Moment<'_>) {
            let Some(at) = moment.at else { return };
            if let (Some(last), Some(before)) = (self.at, &self.before) {
                assert_eq!(last.manhattan(at), 1);
                match moment.label {
                    "break" => assert!(may_be_broken(before, at) && before.size().rect().grown(-1).contains(at)),
                    _ => assert!(is_floor(before, at.x, at.y)),
                }
            }
            self.breaks += i64::from(moment.label == "break");
            self.backtracks += i64::from(moment.label == "backtrack");
            (self.at, self.before) = (Some(at), Some(moment.map.clone()));
        }
    }

    #[test]
    fn every_step_is_shown_and_keeps_the_rules() {
        for (seed, percent) in [(1, 30), (2, 57)] {
            let mut foreman = Foreman::default();
            let plan = Plan::of(&ENTRY, &Mining { target_percent: percent, ..Mining::default() }).unwrap();
            let run = Run::new(Seed::new(seed)).size(25, 17);
            let map = plan.run(Run { tracer: Some(&mut foreman), ..run }).unwrap();
            assert_eq!((foreman.breaks, foreman.backtracks), (map.stats["breaks"], map.stats["backtracks"]));
        }
    }

    #[test]
    fn heavier_breaks_make_longer_corridors() {
        let backtracks = |break_weight, backtrack_weight| {
            let mining = Mining { break_weight, backtrack_weight, ..Mining::default() };
            (0..10).map(|seed| make(&mining, 60, 50, seed).stats["backtracks"]).sum::<i64>()
        };
        assert!(backtracks(20, 1) < backtracks(5, 1) && backtracks(5, 1) * 2 < backtracks(1, 3));
    }
}
