//! [`Occupants`]: the creatures and things in every cell.

use crate::base::grid::{Pos, Size};

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
const NOBODY: u32 = u32::MAX;

impl<Id: Copy + Into<u32>> Occupants<Id> {
    /// Creates an empty index for a map of this size.
    pub fn new(size: Size) -> Self {
        Occupants { size, first: vec![NOBODY; size.area()], links: Vec::new() }
    }

    /// Puts an occupant into a cell, which must lie on the map, in front of the other occupants. An
    /// occupant that was in another cell leaves it.
    #[doc(alias = "move")]
    pub fn put(&mut self, id: Id, pos: Pos) {
        assert!(self.size.contains(pos), "{pos:?} is outside {}", self.size);
        self.remove(id);
        let name: u32 = id.into();
        assert!(name != NOBODY, "the largest number is no id");
        if self.links.len() <= name as usize {
            self.links.resize(name as usize + 1, None);
        }
        let cell = self.cell(pos);
        let after = std::mem::replace(&mut self.first[cell], name);
        if let Some(next) = self.link(after) {
            next.before = name;
        }
        self.links[name as usize] = Some(Link { id, cell: cell as u32, before: NOBODY, after });
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
        let mut next = if self.size.contains(pos) { self.first[self.cell(pos)] } else { NOBODY };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

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
