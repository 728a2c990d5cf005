//! [`View`]: the visible part of the map and its scale.

use mapwright::{Pos, Rect as Cells, Size};
use ratatui::layout::Rect;

/// Sides of the blocks of tiles that one symbol can stand for.
const BLOCK_SIDES: [i32; 18] = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];

/// Scale of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scale {
    /// Columns per symbol.
    pub(crate) columns: u16,
    /// Side of the block of tiles per symbol.
    pub(crate) tiles: i32,
}

/// Width of symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// One column, or two at the largest scale, where tiles look square.
    One,
    /// Always two columns, for emoji.
    Two,
}

impl Scale {
    /// Returns a scale by level; 0 is the largest.
    fn at(level: usize, width: Width) -> Scale {
        let tiles = |index: usize| BLOCK_SIDES[index.min(BLOCK_SIDES.len() - 1)];
        match (width, level) {
            (Width::Two, level) => Scale { columns: 2, tiles: tiles(level) },
            (Width::One, 0) => Scale { columns: 2, tiles: 1 },
            (Width::One, level) => Scale { columns: 1, tiles: tiles(level - 1) },
        }
    }

    /// Returns the number of symbols along both sides of a map.
    fn symbols(self, size: Size) -> (i32, i32) {
        let along = |tiles: i32| (tiles + self.tiles - 1) / self.tiles;
        (along(size.width), along(size.height))
    }

    fn fits(self, size: Size, area: Rect) -> bool {
        let (columns, rows) = self.symbols(size);
        columns * i32::from(self.columns) <= area.width.into() && rows <= area.height.into()
    }
}

/// Visible part of the map.
pub(crate) struct Window {
    pub(crate) scale: Scale,
    /// Top left tile.
    pub(crate) corner: Pos,
    /// Area on the screen.
    pub(crate) area: Rect,
}

impl Window {
    /// Returns the number of columns and rows of symbols.
    pub(crate) fn symbols(&self) -> (u16, u16) {
        (self.area.width / self.scale.columns, self.area.height)
    }

    /// Returns the tiles of a symbol.
    pub(crate) fn block(&self, column: u16, row: u16) -> Cells {
        let Scale { tiles, .. } = self.scale;
        let corner = self.corner;
        Cells::new(corner.x + i32::from(column) * tiles, corner.y + i32::from(row) * tiles, tiles, tiles)
    }

    /// Returns the column and the row of a tile's symbol, if it is visible.
    pub(crate) fn symbol(&self, pos: Pos) -> Option<(u16, u16)> {
        let along = |from: i32, to: i32| u16::try_from((to - from).div_euclid(self.scale.tiles)).ok();
        let (columns, rows) = self.symbols();
        let (column, row) = (along(self.corner.x, pos.x)?, along(self.corner.y, pos.y)?);
        (column < columns && row < rows).then_some((column, row))
    }
}

/// View of the map.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Selected scale. Default: the largest at which the whole map fits.
    level: Option<usize>,
    corner: Pos,
    /// True if the view follows the changes.
    pub(crate) follows: bool,
    /// State of the last drawing: scale, largest scale at which the whole map fits, visible tiles.
    drawn: (usize, usize, Size),
}

impl View {
    pub(crate) fn new() -> View {
        View { level: None, corner: Pos::new(0, 0), follows: true, drawn: (0, 0, Size::new(0, 0)) }
    }

    /// Zooms in by one scale.
    pub(crate) fn zoom_in(&mut self) {
        self.level = Some(self.drawn.0.saturating_sub(1));
    }

    /// Zooms out by one scale, until the whole map fits.
    pub(crate) fn zoom_out(&mut self) {
        let (level, whole, _) = self.drawn;
        // Back to the default, so that the whole map still fits after a resize.
        self.level = Some(level + 1).filter(|&next| next < whole || whole == 0);
    }

    /// Scrolls by quarters of the screen and stops following the changes.
    pub(crate) fn scroll(&mut self, right: i32, down: i32) {
        let (_, _, seen) = self.drawn;
        let part = |tiles: i32| (tiles / 4).max(1);
        self.corner = Pos::new(self.corner.x + right * part(seen.width), self.corner.y + down * part(seen.height));
        self.follows = false;
    }

    /// Returns the visible part of a map in an area of the screen. `focus` is the changed area.
    pub(crate) fn window(&mut self, size: Size, area: Rect, width: Width, focus: Option<Cells>) -> Window {
        let whole = (0..=BLOCK_SIDES.len())
            .find(|&level| Scale::at(level, width).fits(size, area))
            .unwrap_or(BLOCK_SIDES.len());
        let level = self.level.unwrap_or(whole).min(whole.max(1));
        let scale = Scale::at(level, width);
        let (columns, rows) = (i32::from(area.width / scale.columns), i32::from(area.height));
        let seen = Size::new(columns * scale.tiles, rows * scale.tiles);
        if let Some(focus) = focus.filter(|_| self.follows) {
            let x = follow(self.corner.x, seen.width, focus.x, focus.right());
            let y = follow(self.corner.y, seen.height, focus.y, focus.bottom());
            self.corner = Pos::new(x, y);
        }
        let (all_columns, all_rows) = scale.symbols(size);
        let clamped = |corner: i32, all: i32, shown: i32| {
            corner.div_euclid(scale.tiles).clamp(0, (all - shown).max(0)) * scale.tiles
        };
        self.corner = Pos::new(clamped(self.corner.x, all_columns, columns), clamped(self.corner.y, all_rows, rows));
        self.drawn = (level, whole, seen);
        // Centre a map that is smaller than the area.
        let (width, height) = (columns.min(all_columns) as u16 * scale.columns, rows.min(all_rows) as u16);
        let (left, top) = ((area.width - width) / 2, (area.height - height) / 2);
        let area = Rect { x: area.x + left, y: area.y + top, width, height };
        Window { scale, corner: self.corner, area }
    }
}

/// Returns the start of the view along one axis, so that `low` to `high` is visible with a margin.
/// An area larger than the view does not move it.
fn follow(begin: i32, seen: i32, low: i32, high: i32) -> i32 {
    let margin = seen / 5;
    if high - low > seen {
        return begin;
    }
    if high - low + 2 * margin > seen {
        return low - (seen - (high - low)) / 2;
    }
    begin.clamp(high + margin - seen, low - margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { x: 1, y: 2, width: 40, height: 20 };

    fn window(view: &mut View, width: i32, height: i32, focus: Option<(i32, i32)>) -> Window {
        let focus = focus.map(|(x, y)| Cells::new(x, y, 1, 1));
        view.window(Size::new(width, height), AREA, Width::One, focus)
    }

    #[test]
    fn the_whole_map_is_visible_at_first() {
        for (width, height, columns, tiles) in
            [(20, 20, 2, 1), (21, 10, 1, 1), (40, 20, 1, 1), (41, 20, 1, 2), (40, 60, 1, 3), (16_384, 16_384, 1, 1024)]
        {
            let scale = window(&mut View::new(), width, height, None).scale;
            assert_eq!(scale, Scale { columns, tiles }, "{width}x{height}");
        }
        let emoji = View::new().window(Size::new(21, 10), AREA, Width::Two, None).scale;
        assert_eq!(emoji, Scale { columns: 2, tiles: 2 });
    }

    #[test]
    fn a_small_map_is_centred() {
        let shown = window(&mut View::new(), 5, 6, None);
        assert_eq!(shown.area, Rect { x: 16, y: 9, width: 10, height: 6 });
        assert_eq!((shown.symbol(Pos::new(0, 0)), shown.symbol(Pos::new(4, 5))), (Some((0, 0)), Some((4, 5))));
        assert_eq!((shown.symbol(Pos::new(5, 0)), shown.symbol(Pos::new(0, -1))), (None, None));
    }

    #[test]
    fn the_view_follows_changes_with_a_margin() {
        let mut view = View::new();
        window(&mut view, 200, 100, None);
        (0..9).for_each(|_| {
            view.zoom_in();
            window(&mut view, 200, 100, None);
        });
        view.zoom_out();
        assert_eq!(window(&mut view, 200, 100, Some((100, 50))).corner, Pos::new(69, 35));
        assert_eq!(window(&mut view, 200, 100, Some((99, 50))).corner, Pos::new(69, 35), "small moves do not scroll");
        assert_eq!(window(&mut view, 200, 100, Some((199, 99))).corner, Pos::new(160, 80), "clamped to the map");
        assert_eq!(window(&mut view, 200, 100, Some((0, 0))).corner, Pos::new(0, 0));
        view.scroll(1, 0);
        assert_eq!(window(&mut view, 200, 100, Some((0, 0))).corner, Pos::new(10, 0), "scrolling stops following");
        (0..99).for_each(|_| view.scroll(1, 1));
        assert_eq!(window(&mut view, 200, 100, None).corner, Pos::new(160, 80));
    }

    #[test]
    fn zooming_out_ends_when_the_whole_map_fits() {
        let mut view = View::new();
        assert_eq!(window(&mut view, 100, 30, None).scale.tiles, 3);
        view.zoom_out();
        assert_eq!(window(&mut view, 100, 30, None).scale.tiles, 3);
        let mut scale = || {
            view.zoom_in();
            let Scale { columns, tiles } = window(&mut view, 100, 30, None).scale;
            (columns, tiles)
        };
        assert_eq!([scale(), scale(), scale(), scale()], [(1, 2), (1, 1), (2, 1), (2, 1)]);
    }

    #[test]
    fn blocks_and_symbols_match() {
        let shown = window(&mut View::new(), 100, 30, None);
        assert_eq!(shown.symbols(), (34, 10));
        for pos in Size::new(100, 30).rect().positions() {
            let (column, row) = shown.symbol(pos).unwrap();
            assert!(shown.block(column, row).contains(pos));
        }
    }

    #[test]
    fn no_area_is_too_small() {
        for (width, height) in [(0, 0), (1, 0), (0, 1), (1, 1), (3, 2)] {
            let shown = View::new().window(Size::new(50, 50), Rect { width, height, ..AREA }, Width::Two, None);
            assert!(shown.area.width <= width && shown.area.height <= height);
        }
    }
}
