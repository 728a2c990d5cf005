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
//! Edits are data: an editor sends them, a saved map stores them
//! ([`Source::edits`](crate::Source::edits)), and replaying them on the same map gives the same
//! result. Every edit keeps the records consistent with the tiles: things that lose their floor are
//! removed, passages follow the rooms that they join, and parts that an edit separates are joined
//! again, unless they were separated by painting. [`check()`](crate::check()) reports whether the
//! result makes sense. Guarantees about the form of a layout are given up; guarantees about its
//! usability stay, so that the checker finds an edit that breaks them.
//!
//! An edit that cannot be applied is refused with the reason, and nothing is changed.

mod corridor_path;
mod doors;
mod join;
mod paint;
mod reroll;
mod rooms;

use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Rect};
use crate::base::promises::Promises;
use crate::base::rng::Seed;
use crate::check::check;
use crate::generator::{Context, Entry};
use crate::map::decor;
use crate::map::edits::MAX_RECT_NUMBER;
pub use crate::map::edits::{Area, Cell, Edit, MAX_LABEL_CHARS, Paint};
use crate::map::{Map, Shape};
use crate::spatial::secrets;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Returns the map with the edit applied and recorded. For a reroll, the recipe's algorithms are
/// looked up in `entries`; `cancel` stops it.
pub fn edited(map: &Map, edit: &Edit, entries: &[Entry], cancel: Option<&AtomicBool>) -> Result<Map, Error> {
    apply(map.clone(), edit, entries, cancel)
}

/// Returns the map with all of these edits applied, in order.
pub fn edited_by(map: Map, edits: &[Edit], entries: &[Entry], cancel: Option<&AtomicBool>) -> Result<Map, Error> {
    edits.iter().enumerate().try_fold(map, |map, (index, edit)| {
        apply(map, edit, entries, cancel).map_err(|error| error.within(&format!("/{index}")))
    })
}

fn apply(mut map: Map, edit: &Edit, entries: &[Entry], cancel: Option<&AtomicBool>) -> Result<Map, Error> {
    let mission = map.mission.clone();
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
            let word = Seed::from_word(seed).filter(|_| seed.chars().count() <= Seed::MAX_WORD_CHARS);
            let message = "a seed is a whole number from 0 to 18446744073709551615 or a word";
            let seed = word.ok_or_else(|| Error::new(ErrorKind::Invalid, message).within("/seed"))?;
            map = reroll::around(map, seed, keep, entries, cancel)?;
        }
    }
    if !matches!(edit, Edit::Label { .. }) {
        map.forget_broken_grid();
        put_away_furniture(&mut map, &mut cx)?;
    }
    let moves_rooms = matches!(
        edit,
        Edit::AddRoom { .. } | Edit::MoveRoom { .. } | Edit::ResizeRoom { .. } | Edit::RemoveRoom { .. }
    );
    // A passage that was laid anew may have been the way round a secret door.
    if moves_rooms && map.source.promises.has(Promises::FINISHABLE) && secrets::reveal(&mut map) {
        map.mission = map.mission.take().filter(|mission| mission.holds(&map));
    }
    if let Some(mission) = mission.filter(|_| map.mission.is_none() && !matches!(edit, Edit::Reroll { .. })) {
        map.unlock(&mission);
        let why = "after this edit the locks cannot be opened in order, so the mission was removed";
        cx.id = "edit";
        cx.remark(&mut map, "mission", why);
    }
    map.source.edits.push(edit.clone());
    Ok(map)
}

/// Returns a number that is not taken: the next one, or the first free one if the next would be too
/// large for a file.
fn free(taken: impl Iterator<Item = u32>, first: u32) -> u32 {
    let taken: BTreeSet<u32> = taken.collect();
    match taken.last() {
        None => first,
        Some(last) if *last < i32::MAX as u32 => (last + 1).max(first),
        Some(_) => (first..).find(|number| !taken.contains(number)).unwrap_or(first),
    }
}

/// Returns the guarantees that an edit gives up: those about the form of the layout.
fn given_up(edit: &Edit) -> Promises {
    let looks = Promises::GRID_ALIGNED | Promises::TIDY_PASSAGES | Promises::SYMMETRIC;
    match edit {
        Edit::Label { .. } | Edit::Reroll { .. } => Promises::NONE,
        Edit::Door { .. } | Edit::RemoveDoor { .. } => looks,
        _ => looks | Promises::NO_2X2,
    }
}

/// Larger than any distance on a map.
const FAR: i32 = MAX_RECT_NUMBER;

fn rect_of([x, y, width, height]: Area, field: &str) -> Result<Rect, Error> {
    let near = [x, y, width, height].into_iter().all(|number| (-FAR..=FAR).contains(&number));
    if width < 1 || height < 1 || !near {
        let message = format!("a room of {width}x{height} at {x},{y} is not possible");
        return Err(Error::new(ErrorKind::Invalid, message).within(field));
    }
    Ok(Rect::new(x, y, width, height))
}

fn cell_of(map: &Map, [x, y]: Cell) -> Result<Pos, Error> {
    let pos = Pos::new(x, y);
    if map.size().contains(pos) {
        return Ok(pos);
    }
    let message = format!("{x},{y} is not on the map of {}", map.size());
    Err(Error::new(ErrorKind::Invalid, message).within("/at"))
}

/// Removes decorations that an edit left in a place where they may not stand, as people do without
/// thinking about it.
fn put_away_furniture(map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
    let tiles = &map.tiles;
    map.decorations.retain(|it| tiles.get(it.pos).is_some_and(|tile| tile.is_walkable()));
    if !map.source.promises.has(Promises::FURNISHED) {
        return Ok(());
    }
    // Removing one decoration can reveal another that is in the way.
    for _ in 0..64 {
        cx.spend(map.size().area() as u64)?;
        let faults =
            check(map).into_iter().filter(|it| it.rule.starts_with("decoration") || it.rule == "placed-blocks");
        // The finding names the cells that are cut off; the decoration that cuts them off stands
        // next to them.
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
