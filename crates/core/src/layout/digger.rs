//! A level that grows: rooms and corridors are dug out of existing walls.

use super::at_most;
use super::corridors::{Bends, Doors, heading};
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Dir, Grid, Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, Passage, PassageId, Place, RoomId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// Registry entry of the `digger` layout.
pub const ENTRY: Entry = Entry::new::<Digger>("digger", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// A level that grows from a room in the middle: corridors and further rooms are dug out of its
/// walls.
///
/// The busy dungeon of many roguelikes: small rooms, some of them wall to wall, and winding
/// corridors with side branches. Every corridor leads to a new room or back to an existing place.
/// `uniform` instead spreads its rooms over the map first and joins them afterwards.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Digger {
    /// Percentage of the map's tiles to dig out. Digging ends early when nothing more fits.
    #[schemars(range(min = 1, max = 100))]
    pub dug_percent: u32,
    /// Minimum room width, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_width: i32,
    /// Maximum room width, in tiles, limited by the size of the map.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_width: i32,
    /// Minimum room height, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_height: i32,
    /// Maximum room height, in tiles, limited by the size of the map.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_height: i32,
    /// Minimum length of a corridor between two bends, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub min_corridor: i32,
    /// Maximum length of a corridor between two bends, in tiles.
    #[schemars(range(min = 1, max = 1_000))]
    pub max_corridor: i32,
    /// Percentage of attempts that try a corridor before a room: 0 puts rooms wall to wall, 100
    /// puts nearly all rooms at the end of a corridor.
    #[schemars(range(min = 0, max = 100))]
    pub corridor_percent: u32,
    /// Number of corridors that lead back to an existing place, per hundred rooms. Higher values
    /// make more loops.
    #[schemars(range(min = 0, max = 100))]
    pub loop_percent: u32,
    /// Percentage of openings in room walls with a door. The others stay open.
    #[schemars(range(min = 0, max = 100))]
    pub door_percent: u32,
}

impl Default for Digger {
    fn default() -> Self {
        Digger {
            dug_percent: 20,
            min_width: 3,
            max_width: 9,
            min_height: 3,
            max_height: 5,
            min_corridor: 3,
            max_corridor: 10,
            corridor_percent: 50,
            loop_percent: 25,
            door_percent: 100,
        }
    }
}

impl Generator for Digger {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let size = map.size();
        let asked = (size.area() as u64 * u64::from(self.dug_percent)).div_ceil(100);
        let mut dig = Dig {
            digger: self,
            inside: size.rect().grown(-1),
            open: BitGrid::new(size),
            owners: Grid::new(size, 0),
            sites: Vec::with_capacity(512),
            ends: Vec::with_capacity(64),
            crowds: Grid::new(Size::new(size.width / BLOCK + 1, size.height / BLOCK + 1), 0),
            dug: 0,
            loops: 0,
            rng: cx.rng("dig"),
            doors: Doors::new(self.door_percent, cx),
        };
        map.rooms.reserve(32);
        map.passages.reserve(32);
        map.doors.reserve(64);
        dig.first_room(map);
        cx.step("room", map);
        while dig.dug < asked {
            cx.spend(1)?;
            let Some(site) = dig.next_site() else {
                let why = "no room or corridor fits anywhere any more";
                cx.note(map, "tiles dug", asked as i64, dig.dug as i64, why);
                break;
            };
            let before = (map.rooms.len(), map.passages.len());
            let pos = site.pos;
            if dig.grow(site, map) && cx.is_traced() {
                let room = map.rooms.last().filter(|_| map.rooms.len() > before.0).map(|room| room.shape.bounds());
                let way = map.passages.last().filter(|_| map.passages.len() > before.1).and_then(Passage::bounds);
                let area = room.into_iter().chain(way).fold(Rect::spanning(pos, pos), Rect::around);
                cx.step_in("grow", area.grown(1).intersection(map.size().rect()), map);
            }
        }
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(self.min_width + 2, self.min_height + 2)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        at_most([
            (("min_width", self.min_width), ("max_width", self.max_width)),
            (("min_height", self.min_height), ("max_height", self.max_height)),
            (("min_corridor", self.min_corridor), ("max_corridor", self.max_corridor)),
        ])
    }
}

/// A wall tile from which a room or corridor may be dug.
#[derive(Clone, Copy)]
struct Site {
    pos: Pos,
    /// Direction away from the place behind the wall.
    dir: Dir,
    from: Place,
}

/// Maximum number of bends of a corridor before it is abandoned.
const MAX_BENDS: usize = 3;
/// Percentage of draws that prefer a site at the end or bend of a corridor to one in the wall of a
/// room.
const ENDS_PERCENT: u32 = 30;
/// Number of sites drawn for each one that is tried.
const SITE_CANDIDATES: usize = 4;
/// Side of the squares used to find the emptiest part of the map.
const BLOCK: i32 = 10;
/// Number of room sizes tried at a place.
const MAX_ROOM_ATTEMPTS: usize = 3;

/// Owner of an open tile: this number for an opening between two places, higher ones for rooms and
/// passages.
const OPENING: u32 = 1;

const fn mark(place: Place) -> u32 {
    match place {
        Place::Room(RoomId(id)) => 2 + 2 * id,
        Place::Passage(PassageId(id)) => 3 + 2 * id,
    }
}

const fn place(mark: u32) -> Option<Place> {
    match (mark, mark % 2) {
        (0 | OPENING, _) => None,
        (_, 0) => Some(Place::Room(RoomId((mark - 2) / 2))),
        _ => Some(Place::Passage(PassageId((mark - 3) / 2))),
    }
}

/// Destination of a corridor: a new room, or an existing place.
enum End {
    New(Rect),
    Old(Place),
}

/// State of the dig.
struct Dig<'a> {
    digger: &'a Digger,
    inside: Rect,
    open: BitGrid,
    owners: Grid<u32>,
    /// Untried sites in the walls of rooms.
    sites: Vec<Site>,
    /// Untried sites at the bends and ends of corridors.
    ends: Vec<Site>,
    /// Number of room tiles in each square of `BLOCK` tiles; a room counts in the square of its
    /// centre.
    crowds: Grid<u32>,
    dug: u64,
    loops: u64,
    rng: Rng,
    doors: Doors,
}

impl Dig<'_> {
    /// Removes and returns a random untried site. Every site is tried once.
    fn next_site(&mut self) -> Option<Site> {
        let end_first = self.rng.percent(ENDS_PERCENT);
        let from_ends = if end_first { !self.ends.is_empty() } else { self.sites.is_empty() };
        let list = if from_ends { &mut self.ends } else { &mut self.sites };
        // Of several sites, takes the one facing the emptiest part of the map; otherwise the level
        // would crowd around the middle.
        let crowd = |site: &Site| {
            let ahead = along(site.pos, site.dir, BLOCK);
            let block = Pos::new(ahead.x / BLOCK, ahead.y / BLOCK);
            if self.inside.contains(ahead) { self.crowds[block] } else { u32::MAX }
        };
        let picks: [usize; SITE_CANDIDATES] = std::array::from_fn(|_| self.rng.below(list.len() as u32) as usize);
        let index = picks.into_iter().min_by_key(|&index| list.get(index).map(crowd))?;
        (index < list.len()).then(|| list.swap_remove(index))
    }

    /// Digs a room or a corridor at the site, if one fits.
    fn grow(&mut self, site: Site, map: &mut Map) -> bool {
        let corridor_first = self.rng.percent(self.digger.corridor_percent);
        // Neither fits where not even two tiles of tunnel do.
        if !self.is_free(site.pos, site.dir) || !self.is_free(site.pos.step(site.dir), site.dir) {
            return false;
        }
        let mut dig = |corridor: bool| if corridor { self.corridor(site, map) } else { self.room(site, map) };
        dig(corridor_first) || dig(!corridor_first)
    }

    /// Returns whether a tunnel in this direction may be dug here without opening anything to its
    /// left or right.
    fn is_free(&self, pos: Pos, dir: Dir) -> bool {
        self.inside.contains(pos)
            && self.open.is_clear(Rect::spanning(pos.step(dir.right()), pos.step(dir.right().opposite())))
    }

    fn first_room(&mut self, map: &mut Map) {
        let (width, height) = self.draw_size();
        let room = Rect::new((map.size().width - width) / 2, (map.size().height - height) / 2, width, height);
        self.dig_room(room, map);
    }

    fn draw_size(&mut self) -> (i32, i32) {
        let Digger { min_width, max_width, min_height, max_height, .. } = *self.digger;
        let width = self.rng.range(min_width, max_width.min(self.inside.width));
        (width, self.rng.range(min_height, max_height.min(self.inside.height)))
    }

    /// Finds a room behind this wall tile in this direction. Tries smaller rooms where a larger one
    /// does not fit.
    fn fitting_room(&mut self, pos: Pos, dir: Dir) -> Option<Rect> {
        let (mut width, mut height) = self.draw_size();
        for _ in 0..MAX_ROOM_ATTEMPTS {
            let (dx, dy) = (self.rng.range(0, width - 1), self.rng.range(0, height - 1));
            let room = match dir {
                Dir::North => Rect::new(pos.x - dx, pos.y - height, width, height),
                Dir::East => Rect::new(pos.x + 1, pos.y - dy, width, height),
                Dir::South => Rect::new(pos.x - dx, pos.y + 1, width, height),
                Dir::West => Rect::new(pos.x - width, pos.y - dy, width, height),
            };
            if self.inside.encloses(room) && self.open.is_clear(room.grown(1)) {
                return Some(room);
            }
            width = (width + self.digger.min_width) / 2;
            height = (height + self.digger.min_height) / 2;
        }
        None
    }

    fn room(&mut self, site: Site, map: &mut Map) -> bool {
        let Some(room) = self.fitting_room(site.pos, site.dir) else { return false };
        let id = self.dig_room(room, map);
        self.dug += 1;
        self.opening(site.pos, site.dir, [site.from, Place::Room(id)], map);
        true
    }

    /// Finds a corridor of one or more stretches that ends at a new room or at an existing place.
    ///
    /// Its stretches are marked open along the way, so that it stays clear of itself; they become
    /// rock again if it leads nowhere.
    fn corridor(&mut self, site: Site, map: &mut Map) -> bool {
        let mut way: Bends = smallvec![site.pos];
        let (mut start, mut dir) = (site.pos, site.dir);
        // The first tile may be a door, which is crossed in a straight line.
        let mut least = self.digger.min_corridor.max(2);
        for _ in 0..=MAX_BENDS {
            let wish = self.rng.range(least, self.digger.max_corridor);
            let (mut length, ahead) = self.stretch(start, dir, wish);
            if let Some(old) = ahead
                && (length > 2 || way.len() > 1 && length > 0)
                && self.may_join(old, site, map)
            {
                way.push(along(start, dir, length - 1));
                self.dig_corridor(site, way, dir, End::Old(old), map);
                self.loops += 1;
                return true;
            }
            // A wall tile stays, unless the corridor may lead there.
            length -= i32::from(self.open.contains(along(start, dir, length)));
            if length < least {
                break;
            }
            let end = along(start, dir, length - 1);
            self.open.fill_rect(Rect::spanning(start, end), true);
            way.push(end);
            let mut onwards = [dir, dir.right(), dir.right().opposite()];
            self.rng.shuffle(&mut onwards);
            for onward in onwards {
                if let Some(room) = self.fitting_room(end.step(onward), onward) {
                    if onward == dir {
                        way.pop();
                    }
                    way.push(end.step(onward));
                    self.dig_corridor(site, way, onward, End::New(room), map);
                    return true;
                }
            }
            let turn = if self.rng.percent(50) { dir.right() } else { dir.right().opposite() };
            dir = if self.is_free(end.step(turn), turn) { turn } else { turn.opposite() };
            (start, least) = (end.step(dir), self.digger.min_corridor);
        }
        way.windows(2).for_each(|leg| self.open.fill_rect(Rect::spanning(leg[0], leg[1]), false));
        false
    }

    /// Returns how many tiles of tunnel fit there, up to `wish`, and the owner of the tile ahead if
    /// it is open.
    fn stretch(&self, start: Pos, dir: Dir, wish: i32) -> (i32, Option<Place>) {
        let (mut length, mut pos) = (0, start);
        while length < wish && self.is_free(pos, dir) {
            pos = pos.step(dir);
            length += 1;
        }
        // Openings have no owner, and neither have the stretches of this corridor so far.
        (length, self.owners.get(pos).copied().and_then(place))
    }

    /// Returns whether a corridor from the site may lead back to an existing place.
    fn may_join(&self, old: Place, site: Site, map: &Map) -> bool {
        old != site.from && self.loops * 100 < map.rooms.len() as u64 * u64::from(self.digger.loop_percent)
    }

    /// Digs a room, and lists its walls as sites.
    fn dig_room(&mut self, room: Rect, map: &mut Map) -> RoomId {
        let id = map.dig_room(room);
        let from = Place::Room(id);
        self.open.fill_rect(room, true);
        self.owners.fill_rect(room, mark(from));
        self.dug += room.size().area() as u64;
        self.crowds[Pos::new(room.center().x / BLOCK, room.center().y / BLOCK)] += room.size().area() as u32;
        let mut side = |first: Pos, along: Dir, length: i32, dir: Dir| {
            // The edge of the map is not a site.
            if self.inside.contains(first) {
                let sites = (0..length).scan(first, |next, _| {
                    let pos = *next;
                    *next = pos.step(along);
                    Some(Site { pos, dir, from })
                });
                self.sites.extend(sites);
            }
        };
        side(Pos::new(room.x, room.y - 1), Dir::East, room.width, Dir::North);
        side(Pos::new(room.right(), room.y), Dir::South, room.height, Dir::East);
        side(Pos::new(room.x, room.bottom()), Dir::East, room.width, Dir::South);
        side(Pos::new(room.x - 1, room.y), Dir::South, room.height, Dir::West);
        id
    }

    /// Digs a corridor with the room at its end, if that is new, and lists sites along it.
    fn dig_corridor(&mut self, site: Site, way: Bends, dir: Dir, end: End, map: &mut Map) {
        let to = match end {
            End::New(room) => Place::Room(self.dig_room(room, map)),
            End::Old(place) => place,
        };
        let id = match (site.from, to) {
            (Place::Room(from), Place::Room(to)) => map.dig_passage(1, &way, &[from, to]),
            _ => map.dig_passage(1, &way, &[]),
        };
        let passage = Place::Passage(id);
        for leg in way.windows(2) {
            let line = Rect::spanning(leg[0], leg[1]);
            self.open.fill_rect(line, true);
            self.owners.fill_rect(line, mark(passage));
            self.dug += line.size().area() as u64 - 1;
        }
        self.dug += 1;
        if let Place::Room(_) = site.from {
            self.opening(way[0], site.dir, [site.from, passage], map);
        }
        let last = way.len() - 1;
        if let Place::Room(_) = to {
            self.opening(way[last], dir, [passage, to], map);
        }
        // Other corridors may branch off at every bend, and somewhere along a long stretch.
        for &bend in &way[1..last] {
            self.ends.extend(Dir::ALL.map(|dir| Site { pos: bend.step(dir), dir, from: passage }));
        }
        for leg in way.windows(2) {
            let length = leg[0].manhattan(leg[1]);
            let by = self.rng.range(2, length - 2);
            if length >= 4 {
                let dir = heading(leg[0], leg[1]);
                let pos = along(leg[0], dir, by);
                for dir in [dir.right(), dir.right().opposite()] {
                    self.ends.push(Site { pos: pos.step(dir), dir, from: passage });
                }
            }
        }
    }

    /// Adds a door or an opening in the wall of a room.
    fn opening(&mut self, pos: Pos, dir: Dir, joins: [Place; 2], map: &mut Map) {
        self.open.insert(pos);
        self.owners[pos] = OPENING;
        self.doors.hang(map, pos, dir, joins);
    }
}

/// Returns the tile this many steps away.
fn along(pos: Pos, dir: Dir, steps: i32) -> Pos {
    let (dx, dy) = dir.delta();
    Pos::new(pos.x + steps * dx, pos.y + steps * dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;

    fn make(digger: &Digger, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        digger.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        assert_eq!(check(&map), [], "{}", map.to_ascii());
        map
    }

    #[test]
    fn the_share_is_dug_or_a_note_says_why_not() {
        for (dug_percent, full) in [(1, true), (20, true), (100, false)] {
            let digger = Digger { dug_percent, ..Digger::default() };
            for seed in 0..20 {
                let map = make(&digger, Size::new(80, 50), seed);
                let dug = map.floor_positions().count() as i64;
                assert_eq!(dug >= 40 * i64::from(dug_percent), full, "{dug}");
                assert_eq!(map.notes.len(), usize::from(!full));
                assert!(map.notes.iter().all(|note| note.delivered == dug));
            }
        }
    }

    #[test]
    fn no_corridor_is_a_dead_end() {
        for seed in 0..50 {
            let map = make(&Digger { dug_percent: 60, ..Digger::default() }, Size::new(70, 45), seed);
            let open = |pos: Pos| map.tiles[pos].is_walkable();
            for pos in map.floor_positions() {
                let ways = Dir::ALL.into_iter().filter(|&dir| open(pos.step(dir))).count();
                assert!(ways > 1, "seed {seed}: a dead end at {pos}\n{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn without_loops_every_room_is_entered_once() {
        let digger = Digger { loop_percent: 0, ..Digger::default() };
        for seed in 0..20 {
            let map = make(&digger, Size::new(80, 50), seed);
            let to_rooms = map.doors.iter().filter(|door| matches!(door.joins[1], Place::Room(_))).count();
            assert_eq!(to_rooms, map.rooms.len() - 1, "all but the first");
        }
    }

    #[test]
    fn every_opening_of_a_room_has_a_door_by_default_and_none_without() {
        let map = make(&Digger::default(), Size::new(80, 50), 4);
        for room in &map.rooms {
            let cells = room.shape.positions().flat_map(|pos| Dir::ALL.map(|dir| pos.step(dir)));
            let mut walls = cells.filter(|&pos| !room.shape.contains(pos));
            assert!(walls.all(|pos| matches!(map.tiles[pos], Tile::Wall | Tile::DoorClosed)));
        }
        let bare = make(&Digger { door_percent: 0, ..Digger::default() }, Size::new(80, 50), 4);
        assert!(bare.doors.is_empty());
        assert_eq!(bare.walkable(), map.walkable(), "doors change nothing else");
    }
}
