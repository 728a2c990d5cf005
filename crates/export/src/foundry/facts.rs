//! What the journal tells about a level, as HTML: its rooms with their doors, inhabitants, treasure
//! and traps. Everything is read from the records of the map; nothing is made up.

use super::ids::Id;
use super::words::{html, listed, one_line};
use mapwright::{Dir, Door, DoorId, DoorKind, DoorState, Entity, EntityKind, Grid, Level, Map, Place, Pos, Room};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The levels above and below, for the words about stairs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Neighbours {
    pub(crate) above: Option<LevelLink>,
    pub(crate) below: Option<LevelLink>,
}

/// Another level of the campaign, and its page in the journal.
#[derive(Clone, Copy)]
pub(crate) struct LevelLink {
    pub(crate) number: u32,
    pub(crate) page: Id,
}

/// Returns the page about a level. Tags of rooms, like `boss`, are for game masters only.
pub(crate) fn page(map: &Map, is_for_players: bool, neighbours: &Neighbours) -> String {
    let facts = Facts::of(map);
    let mut page = String::new();
    let rooms = match map.rooms.len() {
        0 => String::new(),
        1 => ", 1 room".to_owned(),
        count => format!(", {count} rooms"),
    };
    let _ = write!(page, "<p>{} × {} squares{rooms}.</p>", map.size().width, map.size().height);
    let mut rooms: Vec<(usize, &Room)> = map.rooms.iter().enumerate().collect();
    rooms.sort_by_key(|(_, room)| room.number);
    for (index, room) in rooms {
        let mut lines = facts.doors(index);
        lines.extend(facts.contents(Some(index), neighbours));
        let tags = if is_for_players { &[][..] } else { &room.tags[..] };
        section(&mut page, &format!("Room {}", room.number), tags, &lines);
    }
    let rest = facts.contents(None, neighbours);
    if !rest.is_empty() {
        let title = if map.rooms.is_empty() { "Contents" } else { "Outside the rooms" };
        section(&mut page, title, &[], &rest);
    }
    page
}

/// Appends a heading, tags and a list. The lines are HTML already.
fn section(page: &mut String, title: &str, tags: &[std::borrow::Cow<'static, str>], lines: &[String]) {
    let _ = write!(page, "<h2>{title}</h2>");
    if !tags.is_empty() {
        let tags: Vec<String> = tags.iter().map(|tag| html(&one_line(tag))).collect();
        let _ = write!(page, "<p><em>{}</em></p>", tags.join(", "));
    }
    if !lines.is_empty() {
        page.push_str("<ul>");
        lines.iter().for_each(|line| {
            let _ = write!(page, "<li>{line}</li>");
        });
        page.push_str("</ul>");
    }
}

/// The records of a map by room.
struct Facts<'a> {
    map: &'a Map,
    /// Index of the room in every cell, plus 1.
    rooms: Grid<u32>,
    /// Doors by the rooms on their sides, with the direction in which they are seen from there.
    doors: BTreeMap<usize, Vec<(&'a Door, Dir)>>,
    /// Everything that lies in a room, or outside of all rooms.
    entities: BTreeMap<Option<usize>, Vec<&'a Entity>>,
    /// Cells of the keys of locked doors.
    keys: BTreeMap<DoorId, Pos>,
}

impl<'a> Facts<'a> {
    fn of(map: &'a Map) -> Facts<'a> {
        let mut rooms = Grid::new(map.size(), 0);
        for (number, room) in (1..).zip(&map.rooms) {
            room.shape.positions().filter(|&pos| map.size().contains(pos)).for_each(|pos| rooms[pos] = number);
        }
        let locks = map.mission.iter().flat_map(|mission| &mission.locks);
        let keys = locks.map(|lock| (lock.door, lock.key)).collect();
        let mut facts = Facts { map, rooms, doors: BTreeMap::new(), entities: BTreeMap::new(), keys };
        for door in &map.doors {
            for dir in [door.facing, door.facing.opposite()] {
                if let Some(room) = facts.room_at(door.pos.step(dir.opposite())) {
                    facts.doors.entry(room).or_default().push((door, dir));
                }
            }
        }
        for doors in facts.doors.values_mut() {
            doors.sort_by_key(|&(door, dir)| (dir as u8, door.pos.y, door.pos.x));
        }
        for entity in &map.entities {
            facts.entities.entry(facts.room_at(entity.pos)).or_default().push(entity);
        }
        facts
    }

    /// Returns the index of the room with this cell.
    fn room_at(&self, pos: Pos) -> Option<usize> {
        self.rooms.get(pos).and_then(|&number| (number as usize).checked_sub(1))
    }

    /// Returns words like `room 4`.
    fn room_words(&self, index: usize) -> String {
        format!("room {}", self.map.rooms[index].number)
    }

    /// Returns a line for every door of a room, and for every corridor without a door.
    fn doors(&self, room: usize) -> Vec<String> {
        let own = self.doors.get(&room).map_or(&[][..], |doors| &doors[..]);
        let mut lines: Vec<String> = own.iter().map(|&(door, dir)| self.door(door, dir, room)).collect();
        let with_door: BTreeSet<u32> = own.iter().flat_map(|(door, _)| passages(door)).collect();
        let id = self.map.rooms[room].id;
        for passage in self.map.passages.iter().filter(|passage| passage.joins.contains(&id)) {
            let others = self.rooms_of_passage(passage.id.0, room);
            if !with_door.contains(&passage.id.0) && !others.is_empty() {
                lines.push(format!("A corridor without a door leads to {others}."));
            }
        }
        lines
    }

    /// Returns the line about a door, as seen from a room that has it in this direction.
    fn door(&self, door: &Door, dir: Dir, room: usize) -> String {
        let kind = match door.kind {
            DoorKind::Archway => "archway",
            DoorKind::Double => "double door",
            DoorKind::Secret => "secret door",
            DoorKind::Portcullis => "portcullis",
            DoorKind::OneWay => "one-way door",
            DoorKind::Barred => "barred door",
            _ => "door",
        };
        let state = match door.state {
            _ if door.kind == DoorKind::Archway => "",
            DoorState::Open => "open ",
            DoorState::Closed => "",
            DoorState::Locked => "locked ",
        };
        let is_an = door.kind == DoorKind::Archway || door.state == DoorState::Open;
        let article = if is_an { "an" } else { "a" };
        let beyond = match self.room_at(door.pos.step(dir)) {
            Some(other) => self.room_words(other),
            None => {
                let ways: Vec<String> = passages(door).map(|passage| self.rooms_of_passage(passage, room)).collect();
                match ways.iter().find(|rooms| !rooms.is_empty()) {
                    Some(rooms) => format!("a corridor to {rooms}"),
                    None => "a corridor".to_owned(),
                }
            }
        };
        let is_behind = dir == door.facing;
        let side = match (door.kind, is_behind) {
            (DoorKind::OneWay, true) => ", passable only from this side",
            (DoorKind::OneWay, false) => ", passable only from the other side",
            (DoorKind::Barred, false) => ", barred on this side",
            (DoorKind::Barred, true) => ", barred on the other side",
            _ => "",
        };
        let key = self.keys.get(&door.id).map_or_else(String::new, |&pos| match self.room_at(pos) {
            Some(room) => format!(" Its key is in {}.", self.room_words(room)),
            None => " Its key is outside the rooms.".to_owned(),
        });
        let to = capitalized(dir.word());
        format!("{to}: {article} {state}{kind} to {beyond}{side}.{key}")
    }

    /// Returns the rooms to which a passage leads from a room, in words.
    fn rooms_of_passage(&self, passage: u32, from: usize) -> String {
        let id = self.map.rooms[from].id;
        let joins = self.map.passages.iter().find(|known| known.id.0 == passage).map(|passage| &passage.joins);
        let others = joins.into_iter().flatten().filter(|&&room| room != id);
        let mut numbers: Vec<u32> = others.filter_map(|&room| Some(self.map.room(room)?.number)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
        match words.len() {
            0 => String::new(),
            1 => format!("room {}", words[0]),
            _ => format!("rooms {}", listed(&words)),
        }
    }

    /// Returns the lines about everything in a room, or outside of all rooms.
    fn contents(&self, room: Option<usize>, neighbours: &Neighbours) -> Vec<String> {
        let mut lines = Vec::new();
        let is_here = |pos: Pos| self.room_at(pos) == room;
        let map = self.map;
        let here = self.entities.get(&room).map_or(&[][..], |entities| &entities[..]);
        if here.iter().any(|entity| entity.kind == EntityKind::Start) {
            lines.push("The adventure starts here.".to_owned());
        }
        if let (Some(mission), Some(room)) = (&map.mission, room)
            && mission.goal == map.rooms[room].id
        {
            lines.push("This is the goal.".to_owned());
        }
        lines.extend(map.exits.iter().filter(|exit| is_here(exit.pos)).map(|_| "An exit leads out.".to_owned()));
        lines.extend(map.stairs.iter().filter(|it| is_here(it.pos)).map(|it| stairs(it.dir, neighbours)));
        let kinds = [
            (EntityKind::Monster, "Inhabitants"),
            (EntityKind::Item, "Treasure"),
            (EntityKind::Trap, "Traps"),
            (EntityKind::Key, "Keys"),
        ];
        for (kind, title) in kinds {
            let found = counted(here.iter().filter(|entity| entity.kind == kind));
            if !found.is_empty() {
                lines.push(format!("<strong>{title}:</strong> {found}"));
            }
        }
        lines.extend(map.labels.iter().filter(|label| is_here(label.pos)).map(|label| html(&label.text)));
        lines
    }
}

/// Returns the passages that a door joins.
fn passages(door: &Door) -> impl Iterator<Item = u32> + '_ {
    door.joins.iter().filter_map(|place| match place {
        Place::Passage(id) => Some(id.0),
        Place::Room(_) => None,
    })
}

/// Returns words like `goblin ×2, orc`.
fn counted<'a>(entities: impl Iterator<Item = &'a &'a Entity>) -> String {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for entity in entities {
        let name = one_line(&entity.name);
        let name = if name.is_empty() { entity.kind.to_string() } else { name };
        *counts.entry(name).or_default() += 1;
    }
    let words = |(name, count): (&String, &u32)| match count {
        1 => html(name),
        _ => format!("{} ×{count}", html(name)),
    };
    counts.iter().map(words).collect::<Vec<_>>().join(", ")
}

/// Returns the sentence about stairs, with a link to the page of the other level.
fn stairs(dir: Level, neighbours: &Neighbours) -> String {
    let level = match dir {
        Level::Up => neighbours.above,
        Level::Down => neighbours.below,
    };
    match level {
        Some(LevelLink { number, page }) => format!("Stairs {dir} lead to @UUID[.{page}]{{level {number}}}."),
        None => format!("Stairs lead {dir}."),
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{Label, Lock, Mission, Rect, Shape};

    /// Room 1, a secret door, room 2 with stairs.
    fn map() -> Map {
        let mut map = Map::from_ascii("\n#########\n#.@.S.m>#\n#..m#..m#\n#########").unwrap();
        map.add_room(Shape::Rect(Rect::new(1, 1, 3, 2)));
        map.add_room(Shape::Rect(Rect::new(5, 1, 3, 2)));
        map.rooms[1].tags.push("a<b".into());
        map
    }

    #[test]
    fn rooms_list_their_doors_and_contents() {
        let page = page(&map(), false, &Neighbours::default());
        let expected = "<p>9 × 4 squares, 2 rooms.</p>\
            <h2>Room 1</h2><ul><li>East: a secret door to room 2.</li><li>The adventure starts here.</li>\
            <li><strong>Inhabitants:</strong> monster</li></ul>\
            <h2>Room 2</h2><p><em>a&lt;b</em></p><ul><li>West: a secret door to room 1.</li>\
            <li>Stairs lead down.</li><li><strong>Inhabitants:</strong> monster ×2</li></ul>";
        assert_eq!(page, expected);
    }

    #[test]
    fn players_read_no_tags() {
        assert!(!super::page(&map(), true, &Neighbours::default()).contains("<em>"));
    }

    #[test]
    fn locked_doors_name_the_room_of_their_key() {
        let mut map = map();
        (map.doors[0].kind, map.doors[0].state) = (DoorKind::Door, DoorState::Locked);
        map.mission = Some(Mission::new(map.rooms[1].id, vec![Lock::new(map.doors[0].id, Pos::new(1, 2))]));
        let page = page(&map, false, &Neighbours::default());
        assert!(page.contains("East: a locked door to room 2. Its key is in room 1."), "{page}");
        assert!(page.contains("<li>This is the goal.</li>"), "{page}");
    }

    #[test]
    fn stairs_name_the_other_level() {
        let id = super::super::ids::Ids::new("", [&map()]).id("page", 1);
        let below = Some(LevelLink { number: 2, page: id });
        let page = page(&map(), false, &Neighbours { above: None, below });
        assert!(page.contains(&format!("Stairs down lead to @UUID[.{id}]{{level 2}}.")), "{page}");
    }

    #[test]
    fn maps_without_rooms_list_their_contents() {
        let mut map = Map::from_ascii("\n####\n#m^#\n####").unwrap();
        map.labels.push(Label::new(Pos::new(1, 1), "Mind\nthe <gap>"));
        let page = page(&map, false, &Neighbours::default());
        let expected = "<p>4 × 3 squares.</p><h2>Contents</h2><ul><li><strong>Inhabitants:</strong> monster</li>\
            <li><strong>Traps:</strong> trap</li><li>Mind<br>the &lt;gap&gt;</li></ul>";
        assert_eq!(page, expected);
    }
}
