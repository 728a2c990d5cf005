//! [`Floor`]: the state of a level in the game.

use mapwright::game::{Occupants, Seen, Sight};
use mapwright::themes::Themes;
use mapwright::{Door, DoorKind, DoorState, Entity, EntityKind, Grid, Level, Map, Pos, Tile};

/// State of a level: its map, the explored cells, and the remaining entities.
pub(crate) struct Floor {
    pub(crate) map: Map,
    pub(crate) seen: Seen,
    sight: Sight,
    /// Remaining entities, as indices into the map's list.
    things: Occupants<u32>,
    /// Titles and colours of the level's themes.
    themes: Vec<(String, [u8; 3])>,
    /// Theme of each cell, as an index into `themes` plus 1; 0 without a theme.
    themed: Grid<u8>,
    /// Positions of the keys that were taken.
    keys: Vec<Pos>,
}

impl Floor {
    pub(crate) fn new(map: Map) -> Floor {
        let mut things = Occupants::new(map.size());
        for (index, entity) in (0..).zip(&map.entities) {
            if entity.kind != EntityKind::Start && map.size().contains(entity.pos) {
                things.put(index, entity.pos);
            }
        }
        let (mut themes, mut themed) = (Vec::new(), Grid::new(map.size(), 0));
        let known = Themes::of(&map);
        for zone in &map.zones {
            let Some(theme) = known.at(zone) else { continue };
            let Some(color) = theme.look.get("tint").and_then(|tint| color(tint.as_str()?)) else { continue };
            let entry = (theme.title.clone(), color);
            let index = themes.iter().position(|other| *other == entry).unwrap_or(themes.len());
            if index == themes.len() {
                themes.push(entry);
            }
            let Ok(number) = u8::try_from(index + 1) else { continue };
            zone.cells.positions().filter(|&pos| map.size().contains(pos)).for_each(|pos| themed[pos] = number);
        }
        let (seen, sight) = (Seen::new(map.size()), Sight::of(&map));
        Floor { map, seen, sight, things, themes, themed, keys: Vec::new() }
    }

    pub(crate) fn look(&mut self, from: Pos, light: u32) {
        self.seen.look(&self.sight, from, light);
    }

    pub(crate) fn tile(&self, pos: Pos) -> Tile {
        self.map.tiles.get(pos).copied().unwrap_or(Tile::Void)
    }

    /// Returns the title and the colour of a cell's theme.
    pub(crate) fn theme(&self, pos: Pos) -> Option<&(String, [u8; 3])> {
        let number = usize::from(*self.themed.get(pos)?);
        self.themes.get(number.checked_sub(1)?)
    }

    /// Returns the entities on a cell, monsters first.
    pub(crate) fn things(&self, pos: Pos) -> impl Iterator<Item = &Entity> {
        let mut things: Vec<&Entity> = self.things.at(pos).map(|index| &self.map.entities[index as usize]).collect();
        things.sort_by_key(|entity| entity.kind as u8);
        things.into_iter()
    }

    pub(crate) fn monster(&self, pos: Pos) -> Option<&Entity> {
        self.things(pos).find(|entity| entity.kind == EntityKind::Monster)
    }

    /// Returns the positions of the remaining entities of this kind.
    pub(crate) fn all(&self, kind: EntityKind) -> impl Iterator<Item = Pos> {
        let is_kind = move |(index, pos): (u32, Pos)| (self.map.entities[index as usize].kind == kind).then_some(pos);
        self.things.iter().filter_map(is_kind)
    }

    /// Takes the items and keys from a cell.
    pub(crate) fn take(&mut self, pos: Pos) -> Vec<Entity> {
        let here: Vec<u32> = self.things.at(pos).collect();
        let mut taken = Vec::new();
        for index in here {
            let entity = &self.map.entities[index as usize];
            if matches!(entity.kind, EntityKind::Item | EntityKind::Key) {
                if entity.kind == EntityKind::Key {
                    self.keys.push(pos);
                }
                taken.push(entity.clone());
                self.things.remove(index);
            }
        }
        taken
    }

    pub(crate) fn stairs(&self, dir: Level) -> impl Iterator<Item = Pos> {
        self.map.stairs.iter().filter(move |stairs| stairs.dir == dir).map(|stairs| stairs.pos)
    }

    pub(crate) fn door(&self, pos: Pos) -> Option<&Door> {
        self.map.doors.iter().find(|door| door.pos == pos)
    }

    /// Returns true if the player can open the lock of this door: with its key, with any key if the
    /// map does not assign one, and without a key if there is none.
    pub(crate) fn unlocks(&self, pos: Pos) -> bool {
        let locks = self.map.mission.iter().flat_map(|mission| &mission.locks);
        let lock = self.door(pos).and_then(|door| locks.clone().find(|lock| lock.door == door.id));
        match lock {
            Some(lock) => self.keys.contains(&lock.key),
            None if self.map.mission.is_some() => true,
            None => !self.keys.is_empty() || self.all(EntityKind::Key).next().is_none(),
        }
    }

    /// Opens a door.
    pub(crate) fn open(&mut self, pos: Pos) {
        if !self.map.set_door(pos, DoorState::Open) {
            self.map.tiles[pos] = Tile::DoorOpen;
        }
        self.sight.update(&self.map, pos);
    }

    /// Turns a secret door into an ordinary one.
    pub(crate) fn find(&mut self, pos: Pos) {
        self.map.tiles[pos] = Tile::DoorClosed;
        if let Some(door) = self.map.doors.iter_mut().find(|door| door.pos == pos) {
            door.kind = DoorKind::Door;
            self.map.tiles[pos] = door.tile();
        }
        self.sight.update(&self.map, pos);
    }
}

/// Parses a colour like `#a9a2b5`.
fn color(text: &str) -> Option<[u8; 3]> {
    let digits = text
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_parsed() {
        assert_eq!(color("#a9a2b5"), Some([0xa9, 0xa2, 0xb5]));
        assert_eq!([color("a9a2b5"), color("#a9a2b"), color("#+9a2b5"), color("#ä2b5")], [None, None, None, None]);
    }

    #[test]
    fn taken_items_are_gone() {
        let mut floor = Floor::new(Map::from_ascii("@$mk").unwrap());
        assert_eq!(floor.take(Pos::new(1, 0)).len(), 1);
        assert_eq!(floor.take(Pos::new(1, 0)).len(), 0);
        assert_eq!(floor.take(Pos::new(2, 0)).len(), 0, "monsters stay");
        assert!(floor.monster(Pos::new(2, 0)).is_some() && floor.monster(Pos::new(1, 0)).is_none());
        assert_eq!(floor.things(Pos::new(0, 0)).count(), 0, "the start is not an entity of the game");
    }

    #[test]
    fn locks_open_with_a_key() {
        let mut floor = Floor::new(Map::from_ascii(".kL.").unwrap());
        assert!(!floor.unlocks(Pos::new(2, 0)));
        floor.take(Pos::new(1, 0));
        assert!(floor.unlocks(Pos::new(2, 0)));
        assert!(Floor::new(Map::from_ascii(".L").unwrap()).unlocks(Pos::new(1, 0)), "a lock without a key opens");
    }
}
