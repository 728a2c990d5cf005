//! The tiles that are decided so far.

use crate::grid::{Grid, Pos, Rect, Size};

/// A tile that is not decided yet.
pub(super) const UNDECIDED: u8 = u8::MAX;

/// A map of tile numbers, which may go on at the opposite edge.
#[derive(Clone)]
pub(super) struct Canvas {
    tiles: Grid<u8>,
    round: bool,
    /// The tile that all edges have, if any.
    edge: Option<u8>,
}

impl Canvas {
    /// Nothing decided but the edge; `round` when the map goes on at the opposite edge.
    pub(super) fn new(size: Size, round: bool, edge: Option<u8>) -> Self {
        let mut canvas = Canvas { tiles: Grid::new(size, UNDECIDED), round, edge };
        canvas.clear(size.rect());
        canvas
    }

    pub(super) fn size(&self) -> Size {
        self.tiles.size()
    }

    /// All tiles.
    pub(super) fn tiles(&self) -> &Grid<u8> {
        &self.tiles
    }

    /// The tile there.
    #[inline]
    pub(super) fn get(&self, pos: Pos) -> u8 {
        self.tiles[self.on_map(pos)]
    }

    /// The same place, on the map.
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

    /// Takes back all decisions about these tiles.
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

    /// Whether the square of `n` by `n` tiles with this top-left tile is a window.
    pub(super) fn has_window(&self, pos: Pos, n: i32) -> bool {
        self.round || self.size().rect().encloses(Rect::new(pos.x, pos.y, n, n))
    }

    /// The windows that have a tile in the area.
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

    /// Whether the rows and the columns of these windows close a circle.
    pub(super) fn goes_round(&self, windows: Rect) -> (bool, bool) {
        let Size { width, height } = self.size();
        (self.round && windows.width == width, self.round && windows.height == height)
    }
}
