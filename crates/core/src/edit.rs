//! Changes by hand: **a map and an [`Edit`] go in, the edited map comes out.**
//!
//! ```
//! use mapwright::{Recipe, Run, Seed, check, edit::{Edit, edited}, registry};
//! let recipe = Recipe::of("rooms-corridors", serde_json::Map::new());
//! let map = recipe.plan(registry::ALL)?.run(Run::new(Seed::new(7)).size(60, 40))?;
//! let edit = Edit::MoveRoom { room: map.rooms[0].id.0, by: [0, 1] };
//! let moved = edited(&map, &edit, registry::ALL, None)?;
//! assert_eq!(moved.rooms[0].shape.bounds().y, map.rooms[0].shape.bounds().y + 1);
//! assert_eq!((moved.source.edits.len(), check(&moved).len()), (1, 0));
//! # Ok::<(), mapwright::Error>(())
//! ```
//!
//! Edits are data: an editor sends them, a saved map keeps them ([`Source::edits`](crate::Source::edits)), and the same edits of the same map
//! give the same map again. None of them leaves the records untrue: what loses its ground goes, passages follow the rooms that they
//! join, and what an edit parts is joined again, unless it was painted so. Whether the result makes sense is for
//! [`check()`](crate::check()) to say. Promises about how a layout looks are given up; those about whether it can be used stay, so
//! that an edit that breaks them is found.
//!
//! What cannot be done is refused with the reason, and nothing is changed.

mod doors;
mod paint;
mod reroll;
mod rooms;
mod way;

use crate::check::check;
use crate::decor;
use crate::error::{Error, ErrorKind};
use crate::generator::{Context, Entry};
use crate::grid::{Pos, Rect};
use crate::map::{DoorKind, DoorState, Map, Shape};
use crate::promises::Promises;
use crate::rng::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// A cell: x and y.
pub type Cell = [i32; 2];
/// A rectangle of cells: x, y, width and height.
pub type Area = [i32; 4];

/// One change by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Paints cells and rectangles with a tile.
    Paint {
        /// What they become.
        tile: Paint,
        /// Single cells.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cells: Vec<Cell>,
        /// Whole rectangles.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rects: Vec<Area>,
    },
    /// Digs a room in solid rock and joins it to what is nearest.
    AddRoom {
        /// The floor it covers.
        rect: Area,
        /// Whether it is the circle in the middle of that rectangle.
        #[serde(default, skip_serializing_if = "is_false")]
        circle: bool,
    },
    /// Moves a room with all that stands in it; its passages follow.
    MoveRoom {
        /// The id of the room.
        room: u32,
        /// By how many tiles.
        by: Cell,
    },
    /// Gives a room another rectangle; what stands outside of it goes.
    ResizeRoom {
        /// The id of the room.
        room: u32,
        /// The floor it covers then.
        rect: Area,
    },
    /// Fills a room and its passages.
    RemoveRoom {
        /// The id of the room.
        room: u32,
    },
    /// Hangs a door into an opening or breaks one through a wall, or changes the one that is there.
    Door {
        /// The cell it stands in.
        at: Cell,
        /// How it is built.
        kind: DoorKind,
        /// Whether one can walk through; closed where nothing is said. An archway is open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<DoorState>,
    },
    /// Takes a door off its hinges: its opening stays.
    RemoveDoor {
        /// The cell it stands in.
        at: Cell,
    },
    /// Writes something on the map for the game master; an empty text takes it away.
    Label {
        /// The cell it is about.
        at: Cell,
        /// What it says.
        #[schemars(length(max = 200))]
        text: String,
    },
    /// Makes everything again with another seed, around rooms that stay as they are.
    Reroll {
        /// A number or a word.
        #[schemars(length(max = 200))]
        seed: String,
        /// The ids of the rooms that stay, at most 1000.
        #[schemars(length(max = 1000))]
        keep: Vec<u32>,
    },
}

/// What can be painted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Paint {
    /// Open ground.
    Floor,
    /// Rock.
    Wall,
    /// Water too deep to walk in.
    Water,
    /// A way over water.
    Bridge,
    /// Nothing.
    Void,
}

/// The longest text of a label, in characters.
pub const LONGEST_LABEL: usize = 200;

/// Whether the flag is not set, which is not worth writing down.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The map with the edit, which it keeps. To roll again, the recipe's algorithms are looked up in `entries`; `cancel` stops it.
pub fn edited(map: &Map, edit: &Edit, entries: &[Entry], cancel: Option<&AtomicBool>) -> Result<Map, Error> {
    apply(map.clone(), edit, entries, cancel)
}

/// The map with all of these edits, one after the other.
pub fn edited_by(map: Map, edits: &[Edit], entries: &[Entry], cancel: Option<&AtomicBool>) -> Result<Map, Error> {
    edits.iter().enumerate().try_fold(map, |map, (index, edit)| {
        apply(map, edit, entries, cancel).map_err(|error| error.within(&format!("/{index}")))
    })
}

fn apply(mut map: Map, edit: &Edit, entries: &[Entry], cancel: Option<&AtomicBool>) -> Result<Map, Error> {
    let had_mission = map.mission.is_some();
    map.source.promises = map.source.promises - given_up(edit);
    let seed = map.source.seed.child("edits").nth(map.source.edits.len() as u64);
    let mut cx = Context { cancel, ..Context::new(seed) };
    cx.spend(map.size().area() as u64)?;
    match edit {
        Edit::Paint { tile, cells, rects } => paint::paint(&mut map, *tile, cells, rects, &mut cx)?,
        Edit::AddRoom { rect, circle } => {
            let rect = rect_of(*rect, "/rect")?;
            let shape = if *circle { rooms::circle(rect) } else { Shape::Rect(rect) };
            rooms::add(&mut map, shape, &mut cx).map_err(|error| error.within("/rect"))?;
        }
        Edit::MoveRoom { room, by } => {
            let by = Pos::new(by[0].clamp(-FAR, FAR), by[1].clamp(-FAR, FAR));
            rooms::shift(&mut map, *room, by, &mut cx)?;
        }
        Edit::ResizeRoom { room, rect } => rooms::resize(&mut map, *room, rect_of(*rect, "/rect")?, &mut cx)?,
        Edit::RemoveRoom { room } => rooms::remove(&mut map, *room, &mut cx)?,
        Edit::Door { at, kind, state } => {
            let pos = cell_of(&map, *at)?;
            doors::put(&mut map, pos, *kind, *state)?;
        }
        Edit::RemoveDoor { at } => {
            let pos = cell_of(&map, *at)?;
            doors::remove(&mut map, pos)?;
        }
        Edit::Label { at, text } => {
            let pos = cell_of(&map, *at)?;
            paint::label(&mut map, pos, text)?;
        }
        Edit::Reroll { seed, keep } => {
            let word = if seed.len() > 200 { None } else { Seed::from_word(seed) };
            let message = "a seed is a whole number from 0 to 18446744073709551615 or a word";
            let seed = word.ok_or_else(|| Error::new(ErrorKind::Invalid, message).within("/seed"))?;
            map = reroll::around(map, seed, keep, entries, cancel)?;
        }
    }
    if !matches!(edit, Edit::Label { .. }) {
        put_away_furniture(&mut map, &mut cx)?;
    }
    if had_mission && map.mission.is_none() && !matches!(edit, Edit::Reroll { .. }) {
        let why = "with this edit the locks could no longer be opened in their order, so there is no mission any more";
        cx.id = "edit";
        cx.remark(&mut map, "mission", why);
    }
    map.source.edits.push(edit.clone());
    Ok(map)
}

/// A number that none of these is: the next one, or the first that is free where the next would be too large for a file.
fn free(taken: impl Iterator<Item = u32>, first: u32) -> u32 {
    let taken: BTreeSet<u32> = taken.collect();
    match taken.last() {
        None => first,
        Some(last) if *last < i32::MAX as u32 => (last + 1).max(first),
        Some(_) => (first..).find(|number| !taken.contains(number)).unwrap_or(first),
    }
}

/// What an edit takes away from the promises: how a layout looks is in other hands from now on.
fn given_up(edit: &Edit) -> Promises {
    let looks = Promises::GRID_ALIGNED | Promises::TIDY_PASSAGES | Promises::SYMMETRIC;
    match edit {
        Edit::Label { .. } | Edit::Reroll { .. } => Promises::NONE,
        Edit::Door { .. } | Edit::RemoveDoor { .. } => looks,
        _ => looks | Promises::NO_2X2,
    }
}

/// Nothing lies farther away than this.
const FAR: i32 = 1 << 20;

fn rect_of([x, y, width, height]: Area, field: &str) -> Result<Rect, Error> {
    let near = [x, y, width, height].into_iter().all(|number| (-FAR..=FAR).contains(&number));
    if width < 1 || height < 1 || !near {
        let message = format!("a room of {width}x{height} at {x},{y} cannot be");
        return Err(Error::new(ErrorKind::Invalid, message).within(field));
    }
    Ok(Rect::new(x, y, width, height))
}

fn cell_of(map: &Map, [x, y]: Cell) -> Result<Pos, Error> {
    let pos = Pos::new(x, y);
    if map.size().contains(pos) {
        return Ok(pos);
    }
    let message = format!("{x},{y} does not lie on the map of {}", map.size());
    Err(Error::new(ErrorKind::Invalid, message).within("/at"))
}

/// Takes away what no longer stands where such things may stand: people move it out of the way without a thought.
fn put_away_furniture(map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
    let tiles = &map.tiles;
    map.decorations.retain(|it| tiles.get(it.pos).is_some_and(|tile| tile.is_walkable()));
    if !map.source.promises.has(Promises::FURNISHED) {
        return Ok(());
    }
    // One thing can be in the way of another.
    for _ in 0..64 {
        cx.spend(map.size().area() as u64)?;
        let faults =
            check(map).into_iter().filter(|it| it.rule.starts_with("decoration") || it.rule == "placed-blocks");
        // What is cut off is found, not what cuts it off: that stands beside it.
        let reach = |rule: &str| i32::from(rule.ends_with("-blocks"));
        let faults: Vec<Rect> = faults.map(|it| Rect::new(it.pos.x, it.pos.y, 1, 1).grown(reach(it.rule))).collect();
        let before = map.decorations.len();
        map.decorations.retain(|it| !faults.iter().any(|fault| fault.overlaps(decor::footprint(it))));
        if map.decorations.len() == before {
            break;
        }
    }
    Ok(())
}
