//! [`RoomSets`]: sets of rooms, for cells that several rooms share.

use std::collections::BTreeMap;
use std::rc::Rc;

/// Sets of rooms by number. A number below the number of rooms is that room alone.
pub(super) struct RoomSets {
    rooms: usize,
    /// The sets of several rooms, each in ascending order.
    sets: Vec<Rc<[u32]>>,
    numbers: BTreeMap<Rc<[u32]>, u32>,
    unions: BTreeMap<Vec<u32>, u32>,
}

impl RoomSets {
    pub(super) fn of(rooms: usize) -> RoomSets {
        RoomSets { rooms, sets: Vec::new(), numbers: BTreeMap::new(), unions: BTreeMap::new() }
    }

    /// Returns the number of sets, single rooms included.
    pub(super) fn len(&self) -> usize {
        self.rooms + self.sets.len()
    }

    /// Calls `then` with the rooms of a set.
    pub(super) fn with<T>(&self, set: u32, then: impl FnOnce(&[u32]) -> T) -> T {
        match (set as usize).checked_sub(self.rooms) {
            Some(several) => then(&self.sets[several]),
            None => then(&[set]),
        }
    }

    /// Returns the number of rooms in a set.
    pub(super) fn size(&self, set: u32) -> usize {
        self.with(set, <[u32]>::len)
    }

    /// Returns the union of these sets, which are in ascending order and differ. Subtracts the work
    /// from `left`, and returns `None` when nothing is left.
    pub(super) fn union(&mut self, sets: &[u32], left: &mut usize) -> Option<u32> {
        if let [single] = sets {
            return Some(*single);
        }
        if let Some(&known) = self.unions.get(sets) {
            return Some(known);
        }
        *left = left.checked_sub(sets.iter().map(|&set| self.size(set)).sum())?;
        let mut rooms: Vec<u32> = Vec::new();
        sets.iter().for_each(|&set| self.with(set, |more| rooms.extend_from_slice(more)));
        rooms.sort_unstable();
        rooms.dedup();
        let rooms: Rc<[u32]> = rooms.into();
        let number = match self.numbers.get(&rooms) {
            Some(&known) => known,
            None => {
                let number = self.len() as u32;
                self.numbers.insert(Rc::clone(&rooms), number);
                self.sets.push(rooms);
                number
            }
        };
        self.unions.insert(sets.to_vec(), number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_equal_numbers() {
        let (mut sets, mut left) = (RoomSets::of(5), 100);
        assert_eq!(sets.union(&[3], &mut left), Some(3));
        let pair = sets.union(&[1, 2], &mut left).unwrap();
        let three = sets.union(&[1, 2, 4], &mut left).unwrap();
        assert_eq!((pair, three, sets.len()), (5, 6, 7));
        assert_eq!(sets.union(&[4, pair], &mut left), Some(three));
        assert_eq!(sets.union(&[pair, three], &mut left), Some(three));
        assert_eq!(sets.with(three, <[u32]>::to_vec), [1, 2, 4]);
        assert_eq!((sets.size(0), sets.size(pair), left), (1, 2, 100 - 2 - 3 - 3 - 5));
        assert_eq!(sets.union(&[0, 1], &mut 1), None);
    }
}
