//! The tiles decided so far.

use crate::base::grid::{Grid, Pos, Rect, Size};

/// An undecided tile.
pub(super) const UNDECIDED: u8 = u8::MAX;

/// A map of tile numbers, which may wrap around at its edges.
#[derive(Clone)]
pub(super) struct Canvas {
    tiles: Grid<u8>,
    round: bool,
    /// Tile of all edges, if fixed.
    edge: Option<u8>,
}

impl Canvas {
    /// Creates a canvas where only the edge is decided; `round` when the map wraps around.
    pub(super) fn new(size: Size, round: bool, edge: Option<u8>) -> Self {
        let mut canvas = Canvas { tiles: Grid::new(size, UNDECIDED), round, edge };
        canvas.clear(size.rect());
        canvas
    }

    pub(super) fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Returns the tile of all edges, if fixed.
    pub(super) fn edge(&self) -> Option<u8> {
        self.edge
    }

    /// Returns whether the map wraps around at its edges.
    pub(super) fn is_round(&self) -> bool {
        self.round
    }

    /// Returns all tiles.
    pub(super) fn tiles(&self) -> &Grid<u8> {
        &self.tiles
    }

    /// Returns the tile at this place.
    #[inline]
    pub(super) fn get(&self, pos: Pos) -> u8 {
        self.tiles[self.on_map(pos)]
    }

    /// Wraps a place into the map.
    #[inline]
    pub(super) fn on_map(&self, pos: Pos) -> Pos {
        let Size { width, height } = self.size();
        if self.round { Pos::new(pos.x.rem_euclid(width), pos.y.rem_euclid(height)) } else { pos }
    }

    /// Decides a tile.
    #[inline]
    pub(super) fn set(&mut self, pos: Pos, tile: u8) {
        self.tiles[pos] = tile;
    }

    /// Returns the tiles of an area.
    pub(super) fn part(&self, area: Rect) -> Grid<u8> {
        self.tiles.crop(area)
    }

    /// Restores the tiles of an area.
    pub(super) fn put(&mut self, origin: Pos, part: &Grid<u8>) {
        for (y, row) in (origin.y..).zip(part.rows()) {
            self.tiles.row_mut(y)[origin.x as usize..][..row.len()].copy_from_slice(row);
        }
    }

    /// Returns whether nothing but the edge is decided.
    pub(super) fn is_blank(&self) -> bool {
        let inside = if self.edge.is_some() { self.size().rect().grown(-1) } else { self.size().rect() };
        inside.positions().all(|pos| self.tiles[pos] == UNDECIDED)
    }

    /// Clears these tiles.
    pub(super) fn clear(&mut self, area: Rect) {
        self.tiles.fill_rect(area, UNDECIDED);
        let Size { width, height } = self.size();
        if let Some(edge) = self.edge {
            let (right, bottom) = (Rect::new(width - 1, 0, 1, height), Rect::new(0, height - 1, width, 1));
            for side in [Rect::new(0, 0, width, 1), right, bottom, Rect::new(0, 0, 1, height)] {
                self.tiles.fill_rect(side, edge);
            }
        }
    }

    /// Returns the number of windows after the one that begins at `at` on a side of that length,
    /// and the number before it. `None` for a window across the edges; large numbers when there are
    /// no edges.
    pub(super) fn steps(&self, at: i32, side: i32, n: usize) -> Option<(usize, usize)> {
        if self.round && self.edge.is_none() {
            return Some((usize::MAX, usize::MAX));
        }
        let at = if self.round { at.rem_euclid(side) } else { at };
        let after = usize::try_from(side - n as i32 - at).ok()?;
        Some((after, at as usize))
    }

    /// Returns the windows that have a tile in the area.
    pub(super) fn windows(&self, area: Rect, n: usize) -> Rect {
        let n = n as i32;
        let span = |first: i32, past: i32, side: i32| {
            if !self.round {
                let first = (first - n + 1).max(0);
                (first, past.min(side - n + 1) - first)
            } else if past - first + n > side {
                (0, side)
            } else {
                (first - n + 1, past - first + n - 1)
            }
        };
        let (x, width) = span(area.x, area.right(), self.size().width);
        let (y, height) = span(area.y, area.bottom(), self.size().height);
        Rect::new(x, y, width, height)
    }

    /// Returns whether the rows and the columns of these windows form a closed circle.
    pub(super) fn goes_round(&self, windows: Rect) -> (bool, bool) {
        let Size { width, height } = self.size();
        (self.round && windows.width == width, self.round && windows.height == height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(8, 6);

    #[test]
    fn a_round_canvas_wraps_around() {
        let mut canvas = Canvas::new(SIZE, true, None);
        canvas.set(Pos::new(7, 0), 3);
        assert_eq!([(7, 0), (-1, 0), (15, -6), (-9, 12)].map(|(x, y)| canvas.get(Pos::new(x, y))), [3; 4]);
        assert_eq!(canvas.windows(Rect::new(0, 0, 3, 6), 3), Rect::new(-2, 0, 5, 6));
        assert_eq!(canvas.goes_round(Rect::new(-2, 0, 5, 6)), (false, true));
        assert_eq!(canvas.goes_round(canvas.windows(SIZE.rect(), 3)), (true, true));
        assert_eq!(canvas.steps(7, 8, 3), Some((usize::MAX, usize::MAX)), "no edge anywhere");
    }

    #[test]
    fn a_flat_canvas_ends_at_its_edges() {
        let canvas = Canvas::new(SIZE, false, None);
        assert_eq!(canvas.windows(SIZE.rect(), 3), Rect::new(0, 0, 6, 4));
        assert_eq!(canvas.windows(Rect::new(4, 3, 4, 3), 3), Rect::new(2, 1, 4, 3));
        assert_eq!(canvas.goes_round(SIZE.rect()), (false, false));
        assert_eq!([0, 5, 6].map(|x| canvas.steps(x, 8, 3)), [Some((5, 0)), Some((0, 5)), None]);
    }

    #[test]
    fn clearing_tiles_keeps_the_edge() {
        for round in [false, true] {
            let mut canvas = Canvas::new(SIZE, round, Some(1));
            assert!(canvas.is_blank());
            let before = canvas.tiles().clone();
            assert_eq!(before.cells().iter().filter(|&&tile| tile == 1).count(), 24);
            canvas.set(Pos::new(3, 3), 0);
            assert!(!canvas.is_blank());
            canvas.clear(Rect::new(2, 2, 6, 4));
            assert_eq!(*canvas.tiles(), before);
        }
        // A window across two edges is not a step away from any window.
        assert_eq!([-1, 7, 5].map(|x| Canvas::new(SIZE, true, Some(1)).steps(x, 8, 3)), [None, None, Some((0, 5))]);
    }
}
