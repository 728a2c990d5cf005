//! [`ElementGraph`]: rooms, doors and passages, and how they follow each other on a walk.

use crate::base::grid::{Pos, Rect};
use crate::map::{Door, DoorId, Map, Passage, PassageId, Place, RoomId};
use std::collections::{BTreeMap, BTreeSet};

/// An element of a map that a walk passes through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Element {
    /// A room.
    Room(RoomId),
    /// A passage.
    Passage(PassageId),
    /// A door.
    Door(DoorId),
}

impl From<Place> for Element {
    fn from(place: Place) -> Self {
        match place {
            Place::Room(id) => Element::Room(id),
            Place::Passage(id) => Element::Passage(id),
        }
    }
}

/// Rooms, doors and passages of a map, each with its neighbours: a room leads through a door into a
/// passage, and through another door into the next room.
///
/// Where a passage enters a room without a door, the two are neighbours. Passages that cross, or of
/// which one ends in the other, are neighbours too. Doors count whatever their state: look it up
/// for a walk that stops at closed doors.
///
/// ```
/// use mapwright::{Element, Place, Seed, Size, generate};
/// let map = generate("dungeon", Size::new(52, 44), Seed::new(7))?;
/// let (first, last) = (Element::Room(map.rooms[0].id), Element::Room(map.rooms[5].id));
/// let chain = map.elements().path(first, last).expect("all rooms are joined");
/// assert_eq!((chain.first(), chain.last()), (Some(&first), Some(&last)));
/// assert!(chain.iter().any(|element| matches!(element, Element::Passage(_))));
/// # Ok::<(), mapwright::Error>(())
/// ```
#[doc(alias = "connection chain")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElementGraph {
    neighbours: BTreeMap<Element, Vec<Element>>,
}

impl Map {
    /// Returns rooms, doors and passages with their neighbours, for walks from room to room.
    pub fn elements(&self) -> ElementGraph {
        ElementGraph::of(self)
    }
}

impl ElementGraph {
    fn of(map: &Map) -> ElementGraph {
        let rooms = map.rooms.iter().map(|room| Element::Room(room.id));
        let passages = map.passages.iter().map(|passage| Element::Passage(passage.id));
        let doors = map.doors.iter().map(|door| Element::Door(door.id));
        let mut graph =
            ElementGraph { neighbours: rooms.chain(passages).chain(doors).map(|it| (it, Vec::new())).collect() };
        for door in &map.doors {
            door.joins.iter().for_each(|&place| graph.join(Element::Door(door.id), place.into()));
        }
        let standing: BTreeMap<Pos, &Door> = map.doors.iter().map(|door| (door.pos, door)).collect();
        let mut owners: BTreeMap<Pos, PassageId> = BTreeMap::new();
        for passage in &map.passages {
            let legs: Vec<Rect> = passage.legs().map(|leg| leg.intersection(map.size().rect())).collect();
            graph.add_passage(passage, &legs, &standing);
            for pos in legs.into_iter().flat_map(Rect::positions) {
                let owner = *owners.entry(pos).or_insert(passage.id);
                if owner != passage.id {
                    graph.join(Element::Passage(owner), Element::Passage(passage.id));
                }
            }
        }
        graph.neighbours.values_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        graph
    }

    /// Joins a passage to the doors in it, and to its rooms as far as no door stands between.
    fn add_passage(&mut self, passage: &Passage, legs: &[Rect], standing: &BTreeMap<Pos, &Door>) {
        let this = Element::Passage(passage.id);
        let mut behind_doors: BTreeSet<RoomId> = BTreeSet::new();
        for leg in legs.iter().filter(|leg| leg.width > 0) {
            for y in leg.y..leg.bottom() {
                for door in standing.range(Pos::new(leg.x, y)..Pos::new(leg.right(), y)).map(|(_, door)| *door) {
                    self.join(this, Element::Door(door.id));
                    behind_doors.extend(door.joins.iter().filter_map(|place| match place {
                        Place::Room(id) => Some(*id),
                        Place::Passage(_) => None,
                    }));
                }
            }
        }
        for &room in passage.joins.iter().filter(|room| !behind_doors.contains(room)) {
            self.join(this, Element::Room(room));
        }
    }

    fn join(&mut self, one: Element, other: Element) {
        if self.neighbours.contains_key(&one) && self.neighbours.contains_key(&other) && one != other {
            self.neighbours.entry(one).or_default().push(other);
            self.neighbours.entry(other).or_default().push(one);
        }
    }

    /// Returns the neighbours of an element in order; none if the map does not have it.
    pub fn neighbours(&self, element: Element) -> &[Element] {
        self.neighbours.get(&element).map_or(&[], Vec::as_slice)
    }

    /// Iterates over everything that can be reached, the nearest first, with the number of elements
    /// on the way.
    pub fn walk(&self, from: Element) -> impl Iterator<Item = (Element, usize)> + '_ {
        let mut steps: BTreeMap<Element, usize> = BTreeMap::new();
        let mut queue: Vec<Element> = Vec::new();
        if self.neighbours.contains_key(&from) {
            steps.insert(from, 0);
            queue.push(from);
        }
        let mut next = 0;
        std::iter::from_fn(move || {
            let element = *queue.get(next)?;
            next += 1;
            let count = steps[&element];
            for &near in self.neighbours(element) {
                if let std::collections::btree_map::Entry::Vacant(entry) = steps.entry(near) {
                    entry.insert(count + 1);
                    queue.push(near);
                }
            }
            Some((element, count))
        })
    }

    /// Returns a chain with the fewest elements from one element to another, both included, or
    /// `None` if there is none.
    pub fn path(&self, from: Element, to: Element) -> Option<Vec<Element>> {
        // Distances from the end, so that each step of the chain goes to a nearer element.
        let steps: BTreeMap<Element, usize> = self.walk(to).collect();
        let mut left = *steps.get(&from)?;
        let mut chain = vec![from];
        while left > 0 {
            left -= 1;
            let nearer = |near: &&Element| steps.get(*near) == Some(&left);
            chain.push(*self.neighbours(*chain.last()?).iter().find(nearer)?);
        }
        Some(chain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Dir, Size};
    use crate::base::tile::Tile;
    use crate::map::{DoorKind, DoorState};

    /// Three rooms in a row: a passage with a door at its left end, then one that is all door; a
    /// third passage ends in the first.
    fn map() -> Map {
        let mut map = Map::new(Size::new(24, 10), Tile::Wall);
        let [left, middle, right] =
            [Rect::new(1, 1, 4, 4), Rect::new(10, 1, 4, 4), Rect::new(15, 1, 4, 4)].map(|rect| map.dig_room(rect));
        let long = map.dig_passage(1, &[Pos::new(5, 2), Pos::new(9, 2)], &[left, middle]);
        map.dig_passage(1, &[Pos::new(14, 2)], &[middle, right]);
        map.dig_passage(1, &[Pos::new(7, 8), Pos::new(7, 2)], &[]);
        let (kind, state) = (DoorKind::Door, DoorState::Closed);
        map.add_door(Pos::new(5, 2), Dir::West, kind, state, &[Place::Room(left), Place::Passage(long)]);
        map.add_door(Pos::new(14, 2), Dir::West, kind, state, &[Place::Room(middle), Place::Room(right)]);
        map
    }

    const fn room(id: u32) -> Element {
        Element::Room(RoomId(id))
    }

    const fn passage(id: u32) -> Element {
        Element::Passage(PassageId(id))
    }

    const fn door(id: u32) -> Element {
        Element::Door(DoorId(id))
    }

    #[test]
    fn rooms_doors_and_passages_form_chains() {
        let graph = map().elements();
        assert_eq!(graph.neighbours(room(0)), [door(0)]);
        assert_eq!(graph.neighbours(passage(0)), [room(1), passage(2), door(0)]);
        assert_eq!(graph.neighbours(door(1)), [room(1), room(2), passage(1)]);
        let chain = [room(0), door(0), passage(0), room(1), door(1), room(2)];
        assert_eq!(graph.path(room(0), room(2)).as_deref(), Some(&chain[..]));
        assert_eq!(graph.path(room(2), room(2)), Some(vec![room(2)]));
    }

    #[test]
    fn a_walk_reaches_everything_that_is_joined() {
        let mut map = map();
        let walk = map.elements().walk(passage(2)).collect::<Vec<_>>();
        assert_eq!((walk.len(), walk[0], walk[1]), (8, (passage(2), 0), (passage(0), 1)));
        map.dig_room(Rect::new(20, 6, 2, 2));
        let graph = map.elements();
        assert_eq!((graph.path(room(0), room(3)), graph.walk(room(3)).count()), (None, 1));
        assert_eq!((graph.walk(room(9)).count(), graph.neighbours(room(9)).len()), (0, 0));
    }
}
