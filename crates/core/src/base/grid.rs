//! Positions and rectangles on a grid, and [`Grid`], which stores a value for every cell.
//!
//! Everywhere in Mapwright `x` comes before `y`, width before height, `y` grows downwards and cells
//! are stored row by row.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Index, IndexMut, Sub};

/// Maximum number of tiles of any map: 16,384 x 16,384.
pub(crate) const MAX_TILES: usize = 268_435_456;

/// A cell of a grid.
#[doc(alias = "Point")]
#[doc(alias = "Coord")]
#[doc(alias = "Position")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Pos {
    /// Column, counted from the left edge.
    pub x: i32,
    /// Row, counted from the top edge.
    pub y: i32,
}

impl Pos {
    /// Creates the cell in column `x` of row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Pos { x, y }
    }

    /// Returns the neighbouring cell in this direction.
    pub const fn step(self, dir: Dir) -> Self {
        let (dx, dy) = dir.delta();
        Pos { x: self.x + dx, y: self.y + dy }
    }

    /// Returns the number of steps along rows and columns to the other cell.
    #[doc(alias = "distance")]
    #[doc(alias = "taxicab")]
    pub const fn manhattan(self, other: Pos) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }
}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Reading order: row by row, left to right. Ties are broken by this order everywhere.
impl Ord for Pos {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Pos {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Pos {
    type Output = Pos;
    fn add(self, other: Pos) -> Pos {
        Pos::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Pos {
    type Output = Pos;
    fn sub(self, other: Pos) -> Pos {
        Pos::new(self.x - other.x, self.y - other.y)
    }
}

/// One of the four cardinal directions.
#[doc(alias = "Direction")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dir {
    /// Up, towards smaller `y`.
    North = 0,
    /// Right, towards larger `x`.
    East = 1,
    /// Down, towards larger `y`.
    South = 2,
    /// Left, towards smaller `x`.
    West = 3,
}

impl Dir {
    /// All four directions, clockwise from north.
    pub const ALL: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];

    /// Returns the change of `x` and `y` for one step in this direction.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Dir::North => (0, -1),
            Dir::East => (1, 0),
            Dir::South => (0, 1),
            Dir::West => (-1, 0),
        }
    }

    /// Returns the direction a quarter turn clockwise.
    pub const fn right(self) -> Dir {
        match self {
            Dir::North => Dir::East,
            Dir::East => Dir::South,
            Dir::South => Dir::West,
            Dir::West => Dir::North,
        }
    }

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Dir {
        self.right().right()
    }
}

/// A width and a height, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Size {
    /// Number of columns.
    pub width: i32,
    /// Number of rows.
    pub height: i32,
}

impl Size {
    /// Creates a size. Negative sides count as zero.
    pub const fn new(width: i32, height: i32) -> Self {
        Size { width: if width < 0 { 0 } else { width }, height: if height < 0 { 0 } else { height } }
    }

    /// Returns the number of cells.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns true if the cell lies inside the rectangle of this size at the origin.
    pub const fn contains(self, pos: Pos) -> bool {
        pos.x >= 0 && pos.y >= 0 && pos.x < self.width && pos.y < self.height
    }

    /// Returns true if something of size `other` fits into this size.
    pub const fn holds(self, other: Size) -> bool {
        self.width >= other.width && self.height >= other.height
    }

    /// Returns the rectangle of this size at the origin.
    pub const fn rect(self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A rectangle of cells. `x` and `y` are its top-left cell, so `Rect::new(2, 3, 1, 1)` is the one
/// cell `(2, 3)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Rect {
    /// Leftmost column.
    pub x: i32,
    /// Topmost row.
    pub y: i32,
    /// Number of columns.
    pub width: i32,
    /// Number of rows.
    pub height: i32,
}

impl Rect {
    /// Creates the rectangle with this top-left cell and size.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Rect { x, y, width, height }
    }

    /// Returns the smallest rectangle that contains both cells.
    pub fn spanning(a: Pos, b: Pos) -> Self {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Rect::new(x, y, a.x.max(b.x) - x + 1, a.y.max(b.y) - y + 1)
    }

    /// Returns the first column to the right of the rectangle.
    pub const fn right(self) -> i32 {
        self.x.saturating_add(self.width)
    }

    /// Returns the first row below the rectangle.
    pub const fn bottom(self) -> i32 {
        self.y.saturating_add(self.height)
    }

    /// Returns the top-left cell.
    pub const fn origin(self) -> Pos {
        Pos::new(self.x, self.y)
    }

    /// Returns the size.
    pub const fn size(self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Returns the middle cell (the right or lower one of two).
    pub const fn center(self) -> Pos {
        Pos::new(self.x + self.width / 2, self.y + self.height / 2)
    }

    /// Returns true if the rectangle has no cells.
    pub const fn is_empty(self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// Returns true if the cell lies inside.
    pub const fn contains(self, pos: Pos) -> bool {
        pos.x >= self.x && pos.y >= self.y && pos.x < self.right() && pos.y < self.bottom()
    }

    /// Returns true if every cell of the other rectangle lies inside.
    pub const fn encloses(self, other: Rect) -> bool {
        other.x >= self.x && other.y >= self.y && other.right() <= self.right() && other.bottom() <= self.bottom()
    }

    /// Returns true if the rectangles share a cell.
    #[doc(alias = "intersects")]
    pub const fn overlaps(self, other: Rect) -> bool {
        (self.x < other.right()) & (other.x < self.right()) & (self.y < other.bottom()) & (other.y < self.bottom())
    }

    /// Returns the smallest rectangle that contains both.
    #[doc(alias = "union")]
    #[must_use]
    pub fn around(self, other: Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }

    /// Returns the cells that both rectangles share, or the empty rectangle at the origin if there
    /// are none.
    pub fn intersection(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        if right > x && bottom > y { Rect::new(x, y, right - x, bottom - y) } else { Rect::default() }
    }

    /// Returns the rectangle grown by `by` cells on every side, or shrunk if `by` is negative.
    #[doc(alias = "inflate")]
    pub const fn grown(self, by: i32) -> Rect {
        Rect::new(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)
    }

    /// Returns the rectangle moved by an offset.
    #[doc(alias = "translate")]
    pub const fn moved(self, by: Pos) -> Rect {
        Rect::new(self.x + by.x, self.y + by.y, self.width, self.height)
    }

    /// Iterates over the cells in reading order.
    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (self.y..self.bottom()).flat_map(move |y| (self.x..self.right()).map(move |x| Pos::new(x, y)))
    }
}

/// A value for every cell of a rectangle at the origin.
///
/// ```
/// use mapwright::{Grid, Pos, Size};
/// let mut heights = Grid::new(Size::new(4, 3), 0);
/// heights[Pos::new(2, 1)] = 7;
/// assert_eq!(heights.row(1), [0, 0, 7, 0]);
/// ```
#[doc(alias = "Array2D")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    cells: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// Creates a grid with one value everywhere.
    pub fn new(size: Size, value: T) -> Self {
        Grid { size, cells: vec![value; size.area()] }
    }

    /// Sets every cell of the rectangle to this value. Cells outside the grid are ignored.
    pub fn fill_rect(&mut self, rect: Rect, value: T) {
        let rect = rect.intersection(self.size.rect());
        if rect.is_empty() {
            return;
        }
        let stride = self.size.width as usize;
        let first = rect.y as usize * stride + rect.x as usize;
        let width = rect.width as usize;
        let rows = self.cells[first..].chunks_mut(stride).take(rect.height as usize);
        // Rooms and corridors are narrow: two fixed-length pieces that may overlap are cheaper than
        // a call per row.
        match width {
            1 => rows.for_each(|row| row[0] = value),
            4..=7 => rows.for_each(|row| ends(&mut row[..width], [value; 4])),
            8..=16 => rows.for_each(|row| ends(&mut row[..width], [value; 8])),
            _ => rows.for_each(|row| row[..width].fill(value)),
        }
    }

    /// Returns the cells of the rectangle, which must lie inside, as a new grid.
    pub fn crop(&self, rect: Rect) -> Grid<T> {
        assert!(self.size.rect().encloses(rect), "{rect:?} does not lie in {}", self.size);
        let mut cells = Vec::with_capacity(rect.size().area());
        for y in rect.y..rect.bottom() {
            cells.extend_from_slice(&self.row(y)[rect.x as usize..rect.right() as usize]);
        }
        Grid { size: rect.size(), cells }
    }
}

/// Writes the piece at both ends of a row whose length is between one and two times that of the
/// piece.
#[inline]
fn ends<T: Copy, const N: usize>(row: &mut [T], piece: [T; N]) {
    row[..N].copy_from_slice(&piece);
    let last = row.len() - N;
    row[last..].copy_from_slice(&piece);
}

impl<T> Grid<T> {
    /// Creates a grid from its cells in reading order. Returns `None` if the number of cells does
    /// not match the size.
    pub fn from_cells(size: Size, cells: Vec<T>) -> Option<Self> {
        (cells.len() == size.area()).then_some(Grid { size, cells })
    }

    /// Returns the width and height of the grid.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the value of a cell, or `None` outside the grid.
    pub fn get(&self, pos: Pos) -> Option<&T> {
        self.size.contains(pos).then(|| &self.cells[self.index_of(pos)])
    }

    /// Returns a row as a slice.
    pub fn row(&self, y: i32) -> &[T] {
        let width = self.size.width as usize;
        &self.cells[y as usize * width..][..width]
    }

    /// Returns a row as a mutable slice.
    pub fn row_mut(&mut self, y: i32) -> &mut [T] {
        let width = self.size.width as usize;
        &mut self.cells[y as usize * width..][..width]
    }

    /// Iterates over the rows from top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[T]> + ExactSizeIterator {
        self.cells.chunks(self.size.width.max(1) as usize)
    }

    /// Returns all cells in reading order.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Returns all cells in reading order, mutably.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Returns the cells in reading order and drops the grid.
    pub fn into_cells(self) -> Vec<T> {
        self.cells
    }

    fn index_of(&self, pos: Pos) -> usize {
        pos.y as usize * self.size.width as usize + pos.x as usize
    }
}

/// Panics outside the grid; [`Grid::get`] returns `None` there.
impl<T> Index<Pos> for Grid<T> {
    type Output = T;
    fn index(&self, pos: Pos) -> &T {
        assert!(self.size.contains(pos), "{pos:?} is outside {}", self.size);
        &self.cells[self.index_of(pos)]
    }
}

impl<T> IndexMut<Pos> for Grid<T> {
    fn index_mut(&mut self, pos: Pos) -> &mut T {
        assert!(self.size.contains(pos), "{pos:?} is outside {}", self.size);
        let index = self.index_of(pos);
        &mut self.cells[index]
    }
}

impl<T: fmt::Debug> fmt::Debug for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Grid {}", self.size)?;
        self.rows().try_for_each(|row| writeln!(f, "{row:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_meet_where_they_share_cells() {
        let a = Rect::new(1, 1, 4, 3);
        assert!(a.overlaps(Rect::new(4, 3, 5, 5)));
        assert!(!a.overlaps(Rect::new(5, 1, 2, 2)), "side by side is not overlapping");
        assert_eq!(a.intersection(Rect::new(3, 0, 9, 9)), Rect::new(3, 1, 2, 3));
        assert!(a.intersection(Rect::new(7, 7, 2, 2)).is_empty());
        assert_eq!(a.intersection(Rect::new(2, 2, i32::MAX, i32::MAX)), Rect::new(2, 2, 3, 2));
        assert_eq!(a.positions().count(), a.size().area());
    }

    #[test]
    fn positions_sort_in_reading_order() {
        let mut cells: Vec<Pos> = Rect::new(0, 0, 3, 2).positions().collect();
        let read = cells.clone();
        cells.reverse();
        cells.sort();
        assert_eq!(cells, read);
    }

    #[test]
    fn filling_a_rectangle_stops_at_the_edge() {
        let mut grid = Grid::new(Size::new(3, 3), 0);
        grid.fill_rect(Rect::new(1, 1, 9, 9), 1);
        grid.fill_rect(Rect::new(-5, -5, 2, 2), 9);
        assert_eq!(grid.cells(), [0, 0, 0, 0, 1, 1, 0, 1, 1]);
        assert_eq!(grid.crop(Rect::new(1, 0, 2, 2)).cells(), [0, 0, 1, 1]);
        for width in 0..40 {
            let mut grid = Grid::new(Size::new(50, 3), 0);
            grid.fill_rect(Rect::new(5, 1, width, 1), 1);
            let expected: Vec<i32> = (0..50).map(|x| i32::from((5..5 + width).contains(&x))).collect();
            assert_eq!((grid.row(0), grid.row(1), grid.row(2)), (&[0; 50][..], &expected[..], &[0; 50][..]));
        }
    }

    #[test]
    fn four_right_turns_come_round() {
        for dir in Dir::ALL {
            assert_eq!(dir.right().right().right().right(), dir);
            assert_eq!(Pos::new(5, 5).step(dir).step(dir.opposite()), Pos::new(5, 5));
        }
    }
}
