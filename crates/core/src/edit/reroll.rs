//! Makes everything again with another seed, around rooms that stay.
//!
//! The recipe runs as usual. Before its first place step, the kept rooms are set into the new
//! layout and joined to it, so that the place steps know them. An entrance of a kept room stays
//! too, in place of one of the new layout. Contents are put back afterwards, and notes stay
//! everywhere.

use super::doors;
use super::join::{crooked_openings, join_parts};
use super::rooms::{covered, lay};
use crate::base::bits::BitGrid;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Rect};
use crate::base::promises::Promises;
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use crate::check::check;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{
    Decoration, Door, DoorKind, DoorState, Entity, EntityKind, Exit, Map, Passage, Room, RoomId, Shape, Stairs,
};
use crate::place::exits::Exits;
use crate::recipe::Recipe;
use crate::run::plan::{Limit, Plan, PlannedStep, Run};
use crate::run::share;
use crate::shape::connect::{Connect, Connection};
use crate::spatial::room_index::RoomIndex;
use crate::spatial::settle::touches;
use crate::spatial::splice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Maximum number of rooms that stay.
const MAX_PINNED_ROOMS: usize = 1_000;
/// Largest id and number of a room that stays.
const MAX_NAME: u32 = 1 << 30;
/// Number of attempts to make a map without findings.
const ATTEMPTS: u64 = 8;

/// Makes the map again with this seed around these rooms. The result keeps the source of the
/// original map, whose edits reproduce it.
pub(super) fn around(
    map: Map,
    seed: Seed,
    keep: &[u32],
    entries: &[Entry],
    cancel: Option<&AtomicBool>,
) -> Result<Map, Error> {
    let Some(recipe) = &map.source.origin.recipe else {
        let message = "a hand-drawn map has no recipe to reroll";
        return Err(Error::new(ErrorKind::Invalid, message));
    };
    if let Some(why) = share::outdated(recipe, &map.source.origin.revisions, entries) {
        return Err(Error::new(ErrorKind::Invalid, format!("the map cannot be rerolled: {why}")));
    }
    if keep.len() > MAX_PINNED_ROOMS {
        let message = format!("{} pinned rooms; the limit is {MAX_PINNED_ROOMS}", keep.len());
        return Err(Error::new(ErrorKind::Invalid, message).within("/keep"));
    }
    let keep: BTreeSet<RoomId> = keep.iter().map(|&id| RoomId(id)).collect();
    if let Some(RoomId(id)) = keep.iter().find(|id| map.room(**id).is_none()) {
        return Err(Error::new(ErrorKind::Invalid, format!("there is no room with the id {id}")).within("/keep"));
    }
    // The new rooms get ids after those of the kept rooms.
    if let Some(room) = map.rooms.iter().find(|room| keep.contains(&room.id) && room.id.0.max(room.number) > MAX_NAME) {
        let (id, number) = (room.id.0, room.number);
        let message = format!("room {number} has the id {id}; ids of pinned rooms must not exceed {MAX_NAME}");
        return Err(Error::new(ErrorKind::Invalid, message).within("/keep"));
    }
    let mut inside = BitGrid::new(map.size());
    let kept = map.rooms.iter().filter(|room| keep.contains(&room.id)).map(|room| &room.shape);
    lay(&mut inside, [].into_iter(), kept);
    let recipe = recipe.clone();
    let map = Arc::new(map);
    let pinned = Pinned { from: Some(Arc::clone(&map)), keep, inside: Some(Arc::new(inside)), careful: false };
    let plans = [pinned.plan(&recipe, entries)?, Pinned { careful: true, ..pinned.clone() }.plan(&recipe, entries)?];
    let mut best: Option<(usize, Map)> = None;
    for attempt in 0..ATTEMPTS {
        let size = map.size();
        let plan = &plans[usize::from(attempt >= ATTEMPTS / 2)];
        let run = Run { cancel, ..Run::new(if attempt == 0 { seed } else { seed.nth(attempt) }) };
        let mut made = match plan.run(run.size(size.width, size.height)) {
            Ok(made) => made,
            Err(error) if error.kind() == ErrorKind::GaveUp && attempt + 1 < ATTEMPTS => continue,
            Err(error) => return Err(error),
        };
        let fresh = made.clone();
        pinned.put_back(&mut made);
        // In the last attempts, newly placed things stay if the old contents would be in the way.
        let made = if attempt < ATTEMPTS / 2 || check(&made).is_empty() { made } else { fresh };
        let faults = check(&made).len() + pinned.faults(&made);
        if best.as_ref().is_none_or(|(least, _)| faults < *least) {
            best = Some((faults, made));
        }
        if faults == 0 {
            break;
        }
    }
    let Some((_, mut made)) = best else {
        return Err(Error::new(ErrorKind::GaveUp, "no map could be made; try again or pin fewer rooms"));
    };
    made.labels.clone_from(&map.labels);
    let stale = map.labels.iter().filter(|label| !pinned.holds(label.pos)).count();
    if stale > 0 {
        let notes = if stale == 1 {
            "1 note outside the pinned rooms"
        } else {
            &format!("{stale} notes outside the pinned rooms")
        };
        let why = format!("{notes} stayed in place; check whether the text still fits");
        Context { id: ENTRY.id, ..Context::new(seed) }.remark(&mut made, "notes", why);
    }
    let promises = made.source.promises;
    made.source = map.source.clone();
    made.source.promises = promises;
    Ok(made)
}

const ENTRY: Entry = Entry::new::<Pinned>("pinned", Kind::Shape)
    .promising(Promises::CONNECTED)
    .preserving(Promises::ALL.without(Promises::NO_2X2.and(Promises::FORM)));

/// Sets rooms of another map into this one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Pinned {
    #[serde(skip)]
    from: Option<Arc<Map>>,
    #[serde(skip)]
    keep: BTreeSet<RoomId>,
    /// The cells of the rooms.
    #[serde(skip)]
    inside: Option<Arc<BitGrid>>,
    /// Digs corridors that meet rooms at a right angle, and puts exits into rooms if none is left.
    /// Slower than the usual way, which is good enough most of the time.
    #[serde(skip)]
    careful: bool,
}

impl Pinned {
    /// Returns the plan of the recipe with this step before the first place step.
    fn plan(&self, recipe: &Recipe, entries: &[Entry]) -> Result<Plan, Error> {
        let step = PlannedStep {
            id: ENTRY.id.to_owned(),
            entry: ENTRY,
            generator: Arc::new(self.clone()),
            with: serde_json::Map::new(),
            limit: Limit::Whole,
            off: false,
        };
        Ok(recipe.plan(entries)?.before_placing(step))
    }

    /// Counts faults that the checker does not know: lost entrances, and corridors that scrape
    /// along a pinned room.
    fn faults(&self, made: &Map) -> usize {
        let lost = made.notes.iter().filter(|note| note.step == ENTRY.id && !note.is_remark()).count();
        lost + self.rooms().map(|room| crooked_openings(made, &room.shape)).sum::<usize>()
    }

    /// Returns the entrances of the rooms from outside, with their passages.
    fn entrances(&self) -> Vec<(&Exit, &Passage)> {
        let Some(from) = &self.from else { return Vec::new() };
        let own = |passage: &&Passage| passage.joins.len() == 1 && self.keep.contains(&passage.joins[0]);
        let leads =
            |passage: &Passage, pos: Pos| passage.points.first() == Some(&pos) || passage.points.last() == Some(&pos);
        let passage = |exit: &Exit| from.passages.iter().filter(own).find(|passage| leads(passage, exit.pos));
        from.exits.iter().filter_map(|exit| Some((exit, passage(exit)?))).collect()
    }

    fn rooms(&self) -> impl Iterator<Item = &Room> {
        self.from.iter().flat_map(|map| &map.rooms).filter(|room| self.keep.contains(&room.id))
    }

    /// Returns true if the cell lies in one of the rooms.
    fn holds(&self, pos: Pos) -> bool {
        self.inside.as_ref().is_some_and(|inside| inside.contains(pos))
    }

    /// Puts back the contents of the rooms in place of newly placed things. Anything that belongs
    /// to the map as a whole stays.
    fn put_back(&self, map: &mut Map) {
        let Some(from) = &self.from else { return };
        let inside = |pos: Pos| self.holds(pos);
        let stays = |entity: &Entity| matches!(entity.kind, EntityKind::Start | EntityKind::Key);
        map.entities.retain(|entity| stays(entity) || !inside(entity.pos));
        let is_furniture = |it: &Decoration| inside(it.pos);
        map.decorations.retain(|it| !is_furniture(it));
        let taken: BTreeSet<Pos> =
            map.entities.iter().map(|it| it.pos).chain(map.exits.iter().map(|it| it.pos)).collect();
        let free = |pos: Pos| map.tiles.get(pos) == Some(&Tile::Floor) && !taken.contains(&pos);
        let entities = from.entities.iter().filter(|it| !stays(it) && inside(it.pos) && free(it.pos)).cloned();
        let decorations = from.decorations.iter().filter(|it| is_furniture(it) && free(it.pos)).cloned();
        let (entities, decorations): (Vec<_>, Vec<_>) = (entities.collect(), decorations.collect());
        map.entities.extend(entities);
        map.decorations.extend(decorations);
    }
}

impl Generator for Pinned {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let Some(from) = &self.from else { return Ok(()) };
        if self.keep.is_empty() {
            return Ok(());
        }
        let Some(cells) = self.inside.as_deref() else { return Ok(()) };
        let ways = (map.exits.len(), map.stairs.len());
        let entrances = self.entrances();
        let mut cells = cells.clone();
        lay(&mut cells, entrances.iter().map(|(_, passage)| *passage), [].into_iter());
        let walls = cells.grown(1);
        let replaced = map.exits.drain(..entrances.len().min(map.exits.len())).map(|exit| exit.pos).collect();
        let (exits, stairs) = (map.exits.clone(), map.stairs.clone());
        clear(map, &walls, &replaced);
        let mut base = Map::from_source(map.tiles.clone(), map.source.clone());
        for pos in walls.iter() {
            let old = from.tiles[pos];
            let open = cells.contains(pos) && matches!(old, Tile::Floor | Tile::Water | Tile::Bridge);
            base.tiles[pos] = if open {
                old
            } else if cells.contains(pos) {
                Tile::Floor
            } else {
                Tile::Wall
            };
        }
        base.rooms = self.rooms().cloned().collect();
        base.passages = entrances.iter().map(|(_, passage)| (*passage).clone()).collect();
        base.exits = entrances.iter().map(|(exit, _)| (*exit).clone()).collect();
        base.grid = map.grid;
        let part = std::mem::replace(map, base);
        let area = map.size().rect();
        splice::add(map, part, area, |pos| !walls.contains(pos));
        self.number(map);
        map.settle();
        cx.step("pin", map);
        if self.careful {
            join_parts(map, cx)?;
            map.settle();
        }
        Connect { way: Connection::Corridor, ..Connect::default() }.generate(map, cx)?;
        // Settling removed what was cut off for a while.
        let own = entrances.iter().map(|(exit, _)| (*exit).clone());
        put_back_ways(map, own.chain(exits), stairs);
        for (_, passage) in &entrances {
            let again = map.passages.iter_mut().find(|it| it.points == passage.points);
            again.into_iter().for_each(|it| it.joins.clone_from(&passage.joins));
        }
        self.hang_doors(map, &entrances);
        map.settle();
        cx.step("join", map);
        self.keep_ways(map, ways, cx)
    }
}

impl Pinned {
    /// Gives the new rooms the numbers that the old ones leave free, and removes their copies of
    /// unique tags.
    fn number(&self, map: &mut Map) {
        let mut taken: BTreeSet<u32> = self.rooms().map(|room| room.number).collect();
        let mut next = 1;
        let single = self.single();
        for room in map.rooms.iter_mut().filter(|room| !self.keep.contains(&room.id)) {
            while !taken.insert(next) {
                next += 1;
            }
            room.number = next;
            room.tags.retain(|tag| !single.contains(tag));
        }
    }

    /// Returns the tags that exactly one room of the old map had, if that room stays.
    fn single(&self) -> BTreeSet<Cow<'static, str>> {
        let mut count: BTreeMap<&Cow<'static, str>, u32> = BTreeMap::new();
        let rooms = self.from.iter().flat_map(|map| &map.rooms);
        rooms.flat_map(|room| &room.tags).for_each(|tag| *count.entry(tag).or_default() += 1);
        self.rooms().flat_map(|room| &room.tags).filter(|tag| count.get(tag) == Some(&1)).cloned().collect()
    }

    /// Notes exits and stairs of the layout that are lost; if it is careful, it places exits anew.
    fn keep_ways(&self, map: &mut Map, (exits, stairs): (usize, usize), cx: &mut Context<'_>) -> Result<(), Error> {
        let why = "pinned rooms are in the way";
        if self.careful && map.exits.len() < exits {
            Exits { count: exits as u32, min_distance: 0, ..Exits::default() }.generate(map, cx)?;
        }
        for (what, before, now) in [("exits", exits, map.exits.len()), ("stairs", stairs, map.stairs.len())] {
            if now < before && !map.notes.iter().any(|note| note.step == ENTRY.id && note.what == what) {
                cx.note(map, what, before as i64, now as i64, why);
            }
        }
        Ok(())
    }

    /// Puts the rooms' old doors into their new openings, as far as there are any. Doors of
    /// entrances return to their places.
    fn hang_doors(&self, map: &mut Map, entrances: &[(&Exit, &Passage)]) {
        let Some(from) = &self.from else { return };
        let places = RoomIndex::of(map);
        let at_entrance = |pos: Pos| entrances.iter().any(|(_, passage)| passage.legs().any(|leg| leg.contains(pos)));
        for door in from.doors.iter().filter(|door| at_entrance(door.pos)) {
            if let Some(facing) = doors::opening(map, door.pos) {
                let id = doors::next_id(map);
                doors::hang(map, &places, Door { id, facing, ..door.clone() });
            }
        }
        for room in self.rooms() {
            let at_room = |pos: Pos| !room.shape.contains(pos) && touches(&room.shape, pos);
            let usual = |door: &&Door| {
                at_room(door.pos)
                    && !at_entrance(door.pos)
                    && door.state != DoorState::Locked
                    && !matches!(door.kind, DoorKind::Secret | DoorKind::OneWay)
            };
            let mut old = from.doors.iter().filter(usual);
            let ring: Vec<Pos> = room.shape.bounds().grown(1).positions().filter(|&pos| at_room(pos)).collect();
            for pos in ring {
                if map.tiles.get(pos) == Some(&Tile::Floor)
                    && let Some(facing) = doors::opening(map, pos)
                    && let Some(door) = old.next()
                {
                    let id = doors::next_id(map);
                    doors::hang(map, &places, Door { id, pos, facing, ..door.clone() });
                }
            }
        }
    }
}

/// Puts exits and stairs back where there is still floor for them.
fn put_back_ways(map: &mut Map, exits: impl Iterator<Item = Exit>, stairs: Vec<Stairs>) {
    for exit in exits {
        let is_there = map.exits.iter().any(|it| it.pos == exit.pos);
        if !is_there && map.tiles.get(exit.pos) == Some(&Tile::Floor) {
            map.exits.push(exit);
        }
    }
    for it in stairs {
        let taken = map.exits.iter().any(|exit| exit.pos == it.pos);
        if !taken && map.tiles.get(it.pos) == Some(&Tile::Floor) {
            map.tiles[it.pos] = it.tile();
            map.stairs.push(it);
        }
    }
}

/// Makes space: fills the layout on these cells, the passages that lead there or to one of these
/// exits, and rooms that have too little left.
fn clear(map: &mut Map, cells: &BitGrid, exits: &BTreeSet<Pos>) {
    let mut fill: Vec<Shape> = Vec::new();
    let mut gone: BTreeSet<RoomId> = BTreeSet::new();
    let hit = |pos: Pos| cells.contains(pos);
    map.rooms.retain(|room| {
        let (mut lost, mut left) = (0, 0);
        room.shape.positions().for_each(|pos| if hit(pos) { lost += 1 } else { left += 1 });
        let stays = lost == 0 || left >= 12 && left > 2 * lost;
        if !stays {
            fill.push(room.shape.clone());
            gone.insert(room.id);
        }
        stays
    });
    let mut cut = Vec::new();
    map.passages.retain(|passage| {
        // A passage to a removed room would lead nowhere.
        let ends = || [passage.points.first(), passage.points.last()].into_iter().flatten();
        let leads = !passage.joins.iter().any(|id| gone.contains(id)) && !ends().any(|end| exits.contains(end));
        let stays = leads && !passage.legs().flat_map(Rect::positions).any(hit);
        if !stays {
            cut.push(passage.clone());
        }
        stays
    });
    let mut filled = BitGrid::new(map.size());
    lay(&mut filled, cut.iter(), fill.iter());
    filled.subtract(&covered(map, |_| true));
    filled.iter().for_each(|pos| map.tiles[pos] = Tile::Wall);
    map.settle();
}
