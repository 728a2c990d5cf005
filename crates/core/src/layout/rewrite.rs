//! Maps by rewriting: rules that replace a small pattern by another, until none matches.

mod field;
mod letters;
mod matches;
mod program;

use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Dir, Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::shipped::{ShippedFile, shipped};
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{DoorKind, DoorState, Map};
use crate::spatial::region::{Join, tidy};
use field::{Event, Field, Stop};
use letters::Letters;
use program::{Meaning, Program};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Registry entry of the `rewrite` layout.
pub const ENTRY: Entry = Entry::new::<Rewrite>("rewrite", Kind::Layout)
    .revision(2)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Rules that replace a small pattern by another, at random places, until none matches.
///
/// A maze is one rule, a dungeon a dozen lines. Choose a shipped program, or write your own in
/// `rules`: the statements `put`, `scatter`, `one`, `all` and `first`, one per line; the shipped
/// ones in the folder `rewrites` serve as examples. Rules are rotated and mirrored in every way,
/// the border is never changed, and programs that do not end are stopped after `steps`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rewrite {
    /// Shipped program to run when `rules` is empty.
    pub program: ProgramName,
    /// Your own program. Empty runs a shipped one.
    #[schemars(length(max = 20_000), example = "", example = EXAMPLE)]
    pub rules: String,
    /// Maximum number of steps. 0 allows eight times the number of tiles of the map.
    #[schemars(range(min = 0, max = 5_000_000))]
    pub steps: u32,
    /// Minimum size of a pocket, in tiles. Smaller pockets are filled; the largest always stays.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub min_pocket: u32,
    /// Parts to join by tunnels.
    pub connect: Join,
}

const EXAMPLE: &str = "put . middle\none x 40% .# -> ..\n";

/// Every shipped program with its name, in alphabetical order.
static PROGRAMS: &[ShippedFile] = shipped!("rewrites");

/// Name of a shipped program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProgramName(Cow<'static, str>);

impl Default for Rewrite {
    fn default() -> Self {
        let program = ProgramName(Cow::Borrowed("dungeon"));
        Rewrite { program, rules: String::new(), steps: 0, min_pocket: 4, connect: Join::All }
    }
}

impl Generator for Rewrite {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let program = Program::read(self.text()).map_err(|what| Error::new(ErrorKind::Invalid, what))?;
        let inside = map.size().rect().grown(-1);
        let steps = if self.steps == 0 { inside.size().area() as u64 * 8 } else { self.steps.into() };
        let mut rng = cx.rng("matches");
        let mut watch = |event: Event<'_>| match event {
            Event::Steps(steps) => cx.spend(steps),
            Event::Statement(letters) => {
                if cx.is_traced() {
                    lay(letters, &program, map);
                    cx.step("statement", map);
                }
                Ok(())
            }
        };
        let mut field = Field::new(inside.size(), &program, steps, &mut watch);
        let (done, stop) = field.run(&program, &mut rng)?;
        let letters = field.into_letters();
        if let Some(stop) = stop {
            let why = match stop {
                Stop::Steps => format!("statement {} did not end within {steps} steps", done + 1),
                Stop::Matches => format!("statement {} matches in too many places at once", done + 1),
            };
            cx.note(map, "statements", program.statements.len() as i64, done as i64, why);
        }
        let doors = lay(&letters, &program, map);
        self.tidy(map, cx)?;
        for pos in doors {
            stand_door(map, pos);
        }
        cx.step("join", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        let name = if self.rules.trim().is_empty() { "program" } else { "rules" };
        Program::read(self.text()).err().map(|what| (name, what)).into_iter().collect()
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.connect == Join::All { promises } else { promises - Promises::CONNECTED }
    }
}

impl Rewrite {
    fn text(&self) -> &str {
        let shipped = ShippedFile::find(PROGRAMS, &self.program.0).map_or("", |program| program.text);
        if self.rules.trim().is_empty() { shipped } else { &self.rules }
    }

    /// Fills pockets and joins the rest. Tunnels cross water on bridges.
    fn tidy(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let before = map.walkable();
        let mut floor = before.clone();
        if floor.is_empty() {
            let Size { width, height } = map.size();
            let chamber = Rect::new(width / 2, height / 2, 1, 1).grown(1).intersection(map.size().rect().grown(-1));
            map.tiles.fill_rect(chamber, Tile::Floor);
            cx.note(map, "floor", 1, 0, format!("the rules left no floor: a chamber of {} was dug", chamber.size()));
            return Ok(());
        }
        tidy(&mut floor, self.min_pocket, self.connect, cx)?;
        change(map, &before, &floor);
        Ok(())
    }
}

/// Updates the tiles: wall where floor was removed, floor or a bridge where it was added.
fn change(map: &mut Map, before: &BitGrid, after: &BitGrid) {
    let mut filled = before.clone();
    filled.subtract(after);
    filled.iter().for_each(|pos| map.tiles[pos] = Tile::Wall);
    let mut dug = after.clone();
    dug.subtract(before);
    for pos in dug.iter() {
        map.tiles[pos] = if map.tiles[pos] == Tile::Water { Tile::Bridge } else { Tile::Floor };
    }
}

/// Turns letters into tiles inside the border. Returns the cells to become doors, which are floor
/// so far.
fn lay(letters: &Letters, program: &Program, map: &mut Map) -> Vec<Pos> {
    let mut doors = Vec::new();
    for (y, row) in (1..).zip(letters.rows()) {
        let tiles = &mut map.tiles.row_mut(y)[1..];
        for ((x, letter), tile) in (1..).zip(row).zip(tiles) {
            *tile = match program.meaning[*letter as usize] {
                Meaning::Tile(tile) => tile,
                Meaning::Door => {
                    doors.push(Pos::new(x, y));
                    Tile::Floor
                }
            };
        }
    }
    doors
}

/// Adds a door if the cell is an opening and not beside another door.
fn stand_door(map: &mut Map, pos: Pos) {
    let tile = |dir: Dir| map.tiles.get(pos.step(dir)).copied().unwrap_or_default();
    let open = |dir: Dir| tile(dir).is_walkable() && !tile(dir).is_door();
    let leads = |dir: Dir| {
        let aside = [dir.right(), dir.right().opposite()];
        open(dir) && open(dir.opposite()) && !aside.iter().any(|&dir| tile(dir).is_walkable())
    };
    if map.tiles[pos] != Tile::Floor {
        return;
    }
    if let Some(facing) = [Dir::East, Dir::South].into_iter().find(|&dir| leads(dir)) {
        map.add_door(pos, facing, DoorKind::Door, DoorState::Closed, &[]);
    }
}

impl JsonSchema for ProgramName {
    fn schema_name() -> Cow<'static, str> {
        "ProgramName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let choice = |&ShippedFile { name, text, .. }: &ShippedFile| {
            let about = text.lines().next().unwrap_or_default().trim_start_matches("--").trim();
            serde_json::json!({"const": name, "description": about})
        };
        json_schema!({"oneOf": PROGRAMS.iter().map(choice).collect::<Vec<_>>()})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    fn make(rewrite: &Rewrite, size: Size, seed: u64) -> Map {
        assert_eq!(rewrite.conflicts(), []);
        let mut map = Map::new(size, Tile::Wall);
        rewrite.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map.source.promises = rewrite.keeps(ENTRY.promises);
        assert_eq!(check(&map), [], "{}", map.to_ascii());
        map
    }

    fn own(rules: &str) -> Rewrite {
        Rewrite { rules: rules.to_owned(), min_pocket: 0, ..Rewrite::default() }
    }

    #[test]
    fn a_maze_is_one_rule() {
        let maze = own("put W middle\none W## -> WaW\nlet W = floor\nlet a = floor");
        let map = make(&maze, Size::new(31, 21), 4);
        let cells = map.floor_positions().count();
        assert!(cells > 250, "{}", map.to_ascii());
    }

    #[test]
    fn every_shipped_program_makes_a_map_and_comes_to_an_end() {
        assert!(PROGRAMS.len() >= 6);
        for &ShippedFile { name, text, .. } in PROGRAMS {
            assert!(text.starts_with("-- "), "{name} says what it is in its first line");
            let rewrite = Rewrite { program: ProgramName(Cow::Borrowed(name)), ..Rewrite::default() };
            for seed in 0..10 {
                let map = make(&rewrite, Size::new(60, 40), seed);
                assert_eq!(map.notes, [], "{name}");
                assert!(map.floor_positions().count() > 240, "{name}:\n{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn rules_that_never_end_are_ended_and_noted() {
        let map = make(&Rewrite { steps: 5_000, ..own("one # -> . | . -> #") }, Size::new(20, 20), 1);
        assert_eq!((map.notes[0].what.as_str(), map.notes[0].delivered), ("statements", 0));
    }

    #[test]
    fn rules_that_leave_no_floor_get_a_chamber() {
        let map = make(&own("one x 3 # -> ~"), Size::new(9, 9), 1);
        assert_eq!((map.notes[0].what.as_str(), map.floor_positions().count() >= 9 - 3), ("floor", true));
    }

    #[test]
    fn doors_stand_in_openings_only() {
        let door = "put D middle\none x 1 fixed #D# -> .D.\nlet D = door\n";
        assert_eq!(make(&own(door), Size::new(9, 5), 2).doors[0].pos, Pos::new(4, 2));
        let open = format!("{door}one # -> .");
        assert!(make(&own(&open), Size::new(9, 5), 2).doors.is_empty());
    }
}
