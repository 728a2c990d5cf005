//! [`Band`]: a row of tiles with its two neighbours, which is all a picture of tiles needs at a
//! time.

use mapwright::{Map, Tile};

/// A row of tiles, the row above and the row below; outside of the map is void.
#[derive(Clone, Copy)]
pub(crate) struct Band<'a>([&'a [Tile]; 3]);

/// Direction of travel through a door or over a bridge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    /// From left to right or back.
    EastWest,
    /// From top to bottom or back.
    NorthSouth,
}

/// Neighbours of a cell as bits, clockwise from north; the ones used by pictures have names.
pub(crate) mod side {
    pub(crate) const N: u8 = 1;
    pub(crate) const E: u8 = 4;
    pub(crate) const S: u8 = 16;
    pub(crate) const W: u8 = 64;
    pub(crate) const NW: u8 = 128;
}

impl<'a> Band<'a> {
    /// Returns all bands of a map, from top to bottom.
    pub(crate) fn all(map: &'a Map) -> impl Iterator<Item = Band<'a>> {
        let height = map.size().height;
        let row = move |y| if (0..height).contains(&y) { map.tiles.row(y) } else { &[] };
        (0..height).map(move |y| Band([row(y - 1), row(y), row(y + 1)]))
    }

    /// Returns the tiles of the row itself.
    pub(crate) fn tiles(self) -> &'a [Tile] {
        self.0[1]
    }

    /// Returns the neighbours for which the predicate is true, as bits of [`side`].
    pub(crate) fn around(self, x: usize, is: impl Fn(Tile) -> bool) -> u8 {
        let [above, row, below] = self.0;
        // West of the first column is `usize::MAX`, which is outside of every row.
        let (west, east) = (x.wrapping_sub(1), x + 1);
        let clockwise = [
            (above, x),
            (above, east),
            (row, east),
            (below, east),
            (below, x),
            (below, west),
            (row, west),
            (above, west),
        ];
        let bit = |(row, x): (&[Tile], usize)| u8::from(is(row.get(x).copied().unwrap_or_default()));
        clockwise.into_iter().enumerate().fold(0, |bits, (index, cell)| bits | bit(cell) << index)
    }

    /// Returns whether an open cell touches this one, so that a wall there is visible.
    pub(crate) fn is_seen(self, x: usize) -> bool {
        self.around(x, is_open) != 0
    }

    /// Returns the direction of travel through the cell.
    ///
    /// The tiles decide, not the door's record: a tile that was edited by hand has none.
    pub(crate) fn axis(self, x: usize) -> Axis {
        axis(self.around(x, Tile::is_walkable))
    }
}

/// Returns the axis with more walkable neighbours; east-west if they are equal.
pub(crate) fn axis(walkable: u8) -> Axis {
    let along = (walkable & (side::E | side::W)).count_ones();
    let across = (walkable & (side::N | side::S)).count_ones();
    if along >= across { Axis::EastWest } else { Axis::NorthSouth }
}

/// Returns whether the tile is open to view from beside it.
pub(crate) fn is_open(tile: Tile) -> bool {
    !matches!(tile, Tile::Void | Tile::Wall)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bands(map: &Map) -> Vec<Band<'_>> {
        Band::all(map).collect()
    }

    #[test]
    fn neighbours_are_counted_clockwise_from_north() {
        let map = Map::from_ascii("#.#\n..#\n#.#").unwrap();
        let rows = bands(&map);
        assert_eq!(rows[1].around(1, is_open), side::N | side::S | side::W);
        assert_eq!(rows[0].around(0, is_open), side::E | side::E << 1 | side::S, "outside of the map is void");
        assert_eq!(rows[2].around(2, is_open), side::W | side::NW);
    }

    #[test]
    fn the_axis_follows_the_walkable_neighbours() {
        let map = Map::from_ascii("\n##.##\n.+#+.\n##.##\n").unwrap();
        let rows = bands(&map);
        assert_eq!((rows[1].axis(1), rows[1].axis(3)), (Axis::EastWest, Axis::EastWest));
        let map = Map::from_ascii("\n#..#\n#++#\n#..#\n").unwrap();
        let rows = bands(&map);
        assert_eq!((rows[1].axis(1), rows[1].axis(2)), (Axis::NorthSouth, Axis::NorthSouth), "a double door");
    }
}
