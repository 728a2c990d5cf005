//! [`Figures`]: exits and entities on a map, row by row.

use mapwright::trace::Thing;
use mapwright::{EntityKind, Map, Pos};

/// A symbol drawn over a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Figure {
    Start,
    Exit,
    Monster,
    Item,
    Trap,
    Key,
}

impl Figure {
    #[cfg(test)]
    pub(crate) const ALL: [Figure; 6] =
        [Figure::Start, Figure::Exit, Figure::Monster, Figure::Item, Figure::Trap, Figure::Key];
}

impl From<EntityKind> for Figure {
    fn from(kind: EntityKind) -> Self {
        match kind {
            EntityKind::Start => Figure::Start,
            EntityKind::Monster => Figure::Monster,
            EntityKind::Item => Figure::Item,
            EntityKind::Trap => Figure::Trap,
            EntityKind::Key => Figure::Key,
            _ => Figure::Item,
        }
    }
}

impl From<Figure> for Thing {
    fn from(figure: Figure) -> Self {
        match figure {
            Figure::Start => Thing::Start,
            Figure::Exit => Thing::Exit,
            Figure::Monster => Thing::Monster,
            Figure::Item => Thing::Item,
            Figure::Trap => Thing::Trap,
            Figure::Key => Thing::Key,
        }
    }
}

/// At most one figure per cell, in reading order.
pub(crate) struct Figures(Vec<(Pos, Figure)>);

impl Figures {
    /// Returns the figures of a map. If several share a cell, the last one is shown, and an exit
    /// only if it is alone, as in [`Map::to_ascii_with_entities`]. Figures outside of the map are
    /// ignored.
    pub(crate) fn of(map: &Map) -> Self {
        let exits = map.exits.iter().map(|exit| (exit.pos, Figure::Exit));
        let entities = map.entities.iter().map(|entity| (entity.pos, entity.kind.into()));
        let mut figures: Vec<_> = exits.chain(entities).filter(|(pos, _)| map.size().contains(*pos)).collect();
        figures.reverse();
        figures.sort_by_key(|(pos, _)| *pos);
        figures.dedup_by_key(|(pos, _)| *pos);
        Figures(figures)
    }

    /// Returns no figures.
    pub(crate) fn none() -> Self {
        Figures(Vec::new())
    }

    /// Returns the figures of a row with their columns, from left to right.
    pub(crate) fn row(&self, y: i32) -> impl Iterator<Item = (usize, Figure)> {
        let first = self.0.partition_point(|(pos, _)| pos.y < y);
        let row = self.0[first..].iter().take_while(move |(pos, _)| pos.y == y);
        row.map(|(pos, figure)| (pos.x as usize, *figure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_in_a_cell_is_shown_and_others_outside_are_ignored() {
        let mut map = Map::from_ascii("...\n.Em\n").unwrap();
        let mut thief = map.entities[0].clone();
        thief.kind = EntityKind::Key;
        thief.pos = Pos::new(1, 1);
        map.entities.push(thief.clone());
        thief.pos = Pos::new(-1, 7);
        map.entities.push(thief);
        let figures = Figures::of(&map);
        assert_eq!(figures.row(0).count(), 0);
        assert_eq!(figures.row(1).collect::<Vec<_>>(), [(1, Figure::Key), (2, Figure::Monster)]);
        assert_eq!(figures.row(7).count(), 0);
    }
}
