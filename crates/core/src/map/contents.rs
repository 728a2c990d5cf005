//! Contents of a map: the records that stand in one cell and that nothing refers to by id.
//!
//! Everything that treats them alike (cutting, moving, merging, editing, reading) is generated from
//! one list of their kinds at the end of this file.

use super::{Decoration, Entity, Exit, Extra, Label, Map, Stairs};
use crate::base::grid::Pos;

macro_rules! contents {
    ($($list:ident: $record:ident),*) => {
        /// Contents that were taken or copied from a map.
        #[derive(Debug, Default)]
        pub(crate) struct Contents {
            $(pub(crate) $list: Vec<$record>,)*
        }

        impl Map {
            /// Keeps only the contents whose cell passes the test.
            pub(crate) fn retain_contents(&mut self, keep: impl Fn(Pos) -> bool) {
                $(self.$list.retain(|record| keep(record.pos));)*
            }

            /// Moves all contents.
            pub(crate) fn move_contents(&mut self, by: Pos) {
                $(self.$list.iter_mut().for_each(|record| record.pos = record.pos + by);)*
            }

            /// Returns a copy of the contents whose cell passes the test.
            pub(crate) fn copy_contents(&self, inside: impl Fn(Pos) -> bool) -> Contents {
                Contents { $($list: self.$list.iter().filter(|record| inside(record.pos)).cloned().collect(),)* }
            }

            /// Removes the contents whose cell passes the test, and returns them.
            pub(crate) fn take_contents(&mut self, inside: impl Fn(Pos) -> bool) -> Contents {
                Contents { $($list: self.$list.extract_if(.., |record| inside(record.pos)).collect(),)* }
            }

            /// Adds contents.
            pub(crate) fn add_contents(&mut self, contents: Contents) {
                $(self.$list.extend(contents.$list);)*
            }

            /// Iterates over the contents: the name of their list, their index in it and their
            /// cell.
            pub(crate) fn content_cells(&self) -> impl Iterator<Item = (&'static str, usize, Pos)> + '_ {
                let cells = std::iter::empty();
                $(let cells = cells.chain(
                    self.$list.iter().enumerate().map(|(index, record)| (stringify!($list), index, record.pos)),
                );)*
                cells
            }

            /// Iterates over the unknown keys of the map and of all of its records, one item for
            /// each record.
            pub fn extras(&self) -> impl Iterator<Item = &Extra> + '_ {
                let extras = std::iter::once(&self.extra)
                    .chain(self.rooms.iter().map(|room| &room.extra))
                    .chain(self.passages.iter().map(|passage| &passage.extra))
                    .chain(self.doors.iter().map(|door| &door.extra))
                    .chain(self.zones.iter().map(|zone| &zone.extra));
                $(let extras = extras.chain(self.$list.iter().map(|record| &record.extra));)*
                extras
            }
        }

        impl Contents {
            /// Moves all contents to the cell that `place` returns, and drops those without one.
            pub(crate) fn place(&mut self, place: impl Fn(Pos) -> Option<Pos>) {
                $(self.$list.retain_mut(|record| place(record.pos).map(|pos| record.pos = pos).is_some());)*
            }
        }
    };
}

contents!(stairs: Stairs, exits: Exit, entities: Entity, decorations: Decoration, labels: Label);

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Map {
        let mut map = Map::from_ascii("\n######\n#<@E.#\n######").unwrap();
        let extra = Extra::default;
        let pos = Pos::new(4, 1);
        map.labels.push(Label { pos, text: "here".to_owned(), extra: extra() });
        map.decorations.push(Decoration { kind: "rug".into(), pos, tags: Vec::new(), extra: extra() });
        map
    }

    #[test]
    fn every_kind_is_visited() {
        let map = map();
        let mut lists: Vec<_> = map.content_cells().map(|(list, index, pos)| (list, index, pos.x)).collect();
        lists.sort_unstable();
        let expected = [("decorations", 0, 4), ("entities", 0, 2), ("exits", 0, 3), ("labels", 0, 4), ("stairs", 0, 1)];
        assert_eq!(lists, expected);
        assert_eq!(map.extras().count(), 1 + 5);
    }

    #[test]
    fn contents_are_taken_moved_and_put_back() {
        let whole = map();
        let mut map = whole.clone();
        let right = |pos: Pos| pos.x >= 3;
        let mut taken = map.take_contents(right);
        assert_eq!(map.content_cells().count(), 2);
        assert!(map.content_cells().all(|(_, _, pos)| !right(pos)));
        map.retain_contents(|_| false);
        map.add_contents(whole.copy_contents(|pos| !right(pos)));
        map.move_contents(Pos::new(1, 0));
        taken.place(|pos| (pos.x == 4).then_some(Pos::new(5, 1)));
        map.add_contents(taken);
        let mut cells: Vec<_> = map.content_cells().map(|(list, _, pos)| (list, pos.x)).collect();
        cells.sort_unstable();
        assert_eq!(cells, [("decorations", 5), ("entities", 3), ("labels", 5), ("stairs", 2)]);
    }
}
