//! [`Occupants`]: the creatures and things in every cell.

use crate::base::grid::{Pos, Size};
use crate::base::serial::{checked_area, inside};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The creatures and things in every cell of a map, by the game's own ids: any number in a cell,
/// each in at most one cell.
///
/// An id is the number by which the game knows its creatures and things: small, `Copy`, and
/// convertible to a number (`u16`, `u32`, or a struct around one that converts into a `u32`). The
/// game needs no further handle, and looks up the position of a creature by its id alone. The cost
/// is a table as long as the largest id: number from 0, and reuse numbers.
///
/// The occupants of a cell form a linked list of ids inside that table. There are no pointers, and
/// putting, moving and removing take constant time.
///
/// ```
/// use mapwright::game::Occupants;
/// use mapwright::{Pos, Size};
/// let (goblin, sword) = (0u32, 1u32);
/// let mut occupants = Occupants::new(Size::new(10, 10));
/// occupants.put(goblin, Pos::new(3, 3));
/// occupants.put(sword, Pos::new(4, 3));
/// occupants.put(goblin, Pos::new(4, 3));
/// assert_eq!(occupants.at(Pos::new(4, 3)).collect::<Vec<_>>(), [goblin, sword]);
/// assert_eq!(occupants.remove(goblin), Some(Pos::new(4, 3)));
/// assert_eq!(occupants.place_of(goblin), None);
/// ```
#[doc(alias = "spatial index")]
#[derive(Clone, Debug)]
pub struct Occupants<Id> {
    size: Size,
    /// First occupant of every cell.
    first: Vec<u32>,
    /// Indexed by id.
    links: Vec<Option<Link<Id>>>,
}

/// An occupant of a cell, with its neighbours in the list.
#[derive(Clone, Copy, Debug)]
struct Link<Id> {
    id: Id,
    cell: u32,
    before: u32,
    after: u32,
}

/// Marks the end of a list.
const END: u32 = u32::MAX;

impl<Id: Copy + Into<u32>> Occupants<Id> {
    /// Creates an empty index for a map of this size.
    pub fn new(size: Size) -> Self {
        Occupants { size, first: vec![END; size.area()], links: Vec::new() }
    }

    /// Puts an occupant into a cell, which must lie on the map, in front of the other occupants. An
    /// occupant that was in another cell leaves it.
    #[doc(alias = "move")]
    pub fn put(&mut self, id: Id, pos: Pos) {
        assert!(self.size.contains(pos), "{pos:?} is outside {}", self.size);
        self.remove(id);
        let name: u32 = id.into();
        assert!(name != END, "the largest number is no id");
        if self.links.len() <= name as usize {
            self.links.resize(name as usize + 1, None);
        }
        let cell = self.cell(pos);
        let after = std::mem::replace(&mut self.first[cell], name);
        if let Some(next) = self.link(after) {
            next.before = name;
        }
        self.links[name as usize] = Some(Link { id, cell: cell as u32, before: END, after });
    }

    /// Removes an occupant from the map and returns its position.
    pub fn remove(&mut self, id: Id) -> Option<Pos> {
        let name: u32 = id.into();
        let Link { cell, before, after, .. } = self.links.get_mut(name as usize)?.take()?;
        match self.link(before) {
            Some(link) => link.after = after,
            None => self.first[cell as usize] = after,
        }
        if let Some(link) = self.link(after) {
            link.before = before;
        }
        Some(self.pos(cell))
    }

    /// Returns the position of an occupant.
    pub fn place_of(&self, id: Id) -> Option<Pos> {
        let name: u32 = id.into();
        self.links.get(name as usize)?.as_ref().map(|link| self.pos(link.cell))
    }

    /// Iterates over the occupants of this cell, the latest first. Cells outside the map are empty.
    pub fn at(&self, pos: Pos) -> impl Iterator<Item = Id> + '_ {
        let mut next = if self.size.contains(pos) { self.first[self.cell(pos)] } else { END };
        std::iter::from_fn(move || {
            let link = self.links.get(next as usize)?.as_ref()?;
            next = link.after;
            Some(link.id)
        })
    }

    /// Returns true if this cell has no occupants.
    pub fn is_free(&self, pos: Pos) -> bool {
        self.at(pos).next().is_none()
    }

    /// Iterates over all occupants with their positions, ordered by id.
    pub fn iter(&self) -> impl Iterator<Item = (Id, Pos)> + '_ {
        self.links.iter().flatten().map(|link| (link.id, self.pos(link.cell)))
    }

    fn link(&mut self, name: u32) -> Option<&mut Link<Id>> {
        self.links.get_mut(name as usize)?.as_mut()
    }

    fn cell(&self, pos: Pos) -> usize {
        pos.y as usize * self.size.width as usize + pos.x as usize
    }

    fn pos(&self, cell: u32) -> Pos {
        let width = self.size.width as u32;
        Pos::new((cell % width) as i32, (cell / width) as i32)
    }
}

/// As it is written: in every cell the first to come first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<Id> {
    size: Size,
    occupants: Vec<(Id, Pos)>,
}

/// Maximum number of cells that can be read, and largest id: both decide how much memory is needed,
/// however short the text is.
const MAX_READ_CELLS: usize = 1 << 24;
const MAX_READ_ID: u32 = (1 << 20) - 1;

impl<Id: Copy + Into<u32> + Serialize> Serialize for Occupants<Id> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let last = self.links.iter().flatten().filter(|link| link.after == END);
        let cells = last.map(|link| {
            let next = |link: &&Link<Id>| self.links.get(link.before as usize)?.as_ref();
            std::iter::successors(Some(link), next).map(|link| (link.id, self.pos(link.cell)))
        });
        Written { size: self.size, occupants: cells.flatten().collect() }.serialize(serializer)
    }
}

/// Reads maps of up to 16,777,216 cells and ids of up to 1,048,575.
impl<'de, Id: Copy + Into<u32> + Deserialize<'de>> Deserialize<'de> for Occupants<Id> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { size, occupants } = Written::<Id>::deserialize(deserializer)?;
        if checked_area(size).map_err(D::Error::custom)? > MAX_READ_CELLS {
            return Err(D::Error::custom(format!("a map of {size}; the limit is {MAX_READ_CELLS} cells")));
        }
        let mut read = Occupants::new(size);
        for (id, pos) in occupants {
            inside::<D::Error>(size, pos)?;
            let name: u32 = id.into();
            if name > MAX_READ_ID {
                return Err(D::Error::custom(format!("the id {name}; the limit is {MAX_READ_ID}")));
            }
            if read.place_of(id).is_some() {
                return Err(D::Error::custom(format!("the id {name} occurs twice")));
            }
            read.put(id, pos);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use serde_json::{Value, from_value, json, to_value};

    #[test]
    fn occupants_read_back_in_their_order() {
        let mut rng = Seed::new(3).rng();
        let size = Size::new(3, 2);
        let mut occupants = Occupants::<u32>::new(size);
        for id in 0..30 {
            occupants.put(id, Pos::new(rng.range(0, 2), rng.range(0, 1)));
        }
        let again: Occupants<u32> = from_value(to_value(&occupants).unwrap()).unwrap();
        for pos in size.rect().positions() {
            assert!(again.at(pos).eq(occupants.at(pos)), "{pos}");
        }
        assert!(again.iter().eq(occupants.iter()));
    }

    #[test]
    fn malformed_occupants_are_refused() {
        let read = |width: i32, occupants: Value| {
            let value = json!({"size": {"width": width, "height": 2}, "occupants": occupants});
            from_value::<Occupants<u32>>(value).map(|_| ()).map_err(|error| error.to_string())
        };
        let at = |x: i32| json!({"x": x, "y": 0});
        assert_eq!(read(4, json!([[7, at(3)]])), Ok(()));
        assert_eq!(read(4, json!([[7, at(4)]])), Err("4,0 is outside 4x2".to_owned()));
        assert_eq!(read(4, json!([[u32::MAX, at(0)]])), Err("the id 4294967295; the limit is 1048575".to_owned()));
        assert_eq!(read(4, json!([[1, at(0)], [1, at(1)]])), Err("the id 1 occurs twice".to_owned()));
        assert!(
            read(-4, json!([])).is_err() && read(i32::MAX, json!([])).is_err() && read(9_000_000, json!([])).is_err()
        );
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Creature(u16);

    impl From<Creature> for u32 {
        fn from(creature: Creature) -> u32 {
            creature.0.into()
        }
    }

    #[test]
    fn occupants_match_a_list_for_every_cell() {
        let mut rng = Seed::new(9).rng();
        let size = Size::new(4, 3);
        let mut occupants = Occupants::new(size);
        let mut lists: Vec<Vec<Creature>> = vec![Vec::new(); size.area()];
        for _ in 0..20_000 {
            let creature = Creature(rng.below(40) as u16);
            let was = lists.iter().position(|list| list.contains(&creature));
            lists.iter_mut().for_each(|list| list.retain(|&other| other != creature));
            let place = |cell: usize| Pos::new(cell as i32 % size.width, cell as i32 / size.width);
            assert_eq!(occupants.place_of(creature), was.map(place));
            if rng.percent(70) {
                let cell = rng.below(12) as usize;
                occupants.put(creature, place(cell));
                lists[cell].insert(0, creature);
            } else {
                assert_eq!(occupants.remove(creature), was.map(place));
            }
            for (cell, list) in lists.iter().enumerate() {
                assert_eq!(&occupants.at(place(cell)).collect::<Vec<_>>(), list);
                assert_eq!(occupants.is_free(place(cell)), list.is_empty());
            }
            assert_eq!(occupants.iter().count(), lists.iter().map(Vec::len).sum::<usize>());
        }
    }

    #[test]
    fn cells_outside_the_map_are_free() {
        let occupants = Occupants::<u32>::new(Size::new(2, 2));
        assert!(occupants.is_free(Pos::new(-1, 0)) && occupants.is_free(Pos::new(0, 2)));
    }
}
