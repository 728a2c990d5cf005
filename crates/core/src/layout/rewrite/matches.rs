//! The places where patterns match, updated as letters change.

use super::letters::Letters;
use super::program::Variant;
use crate::base::bits::ones;
use crate::base::grid::{Pos, Rect};
use crate::base::rng::Rng;

/// Number of letters of a pattern compared at the cost of one examined place.
const LETTERS_PER_LOOK: u64 = 16;
/// Maximum number of matches per cell, and in total, which take a hundred megabytes.
const MAX_PER_CELL: usize = 16;
const MAX_MATCHES: usize = 8 << 20;

/// A place where a variant matched when it was examined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Match {
    variant: u32,
    pub(super) pos: Pos,
}

/// The matches of some variants. A match may be stale: it is checked again before it is used.
pub(super) struct Matches<'a> {
    shapes: Vec<Shape<'a>>,
    list: Vec<Match>,
    /// Places of each variant that are in the list, one bit each.
    listed: Vec<u64>,
    /// Number of words per variant.
    plane: usize,
    /// Sizes of the variants, the number of variants of each size, and the cost of examining a
    /// place for all of them.
    sizes: Vec<(i32, i32, u64, u64)>,
    /// Positions in the variants of every letter, by its number; the first match in reading order
    /// first.
    parts: Vec<Vec<Part>>,
    /// True if a variant may match again at the place of a replacement.
    idle: bool,
}

/// A variant, prepared for a field.
struct Shape<'a> {
    variant: &'a Variant,
    /// Required letters with their offsets from the first cell; the letter that is rarest in the
    /// pattern first.
    checks: Vec<(u32, u8)>,
    /// Last valid place in the field; before the first one when the variant does not fit.
    last: Pos,
}

/// A cell of a variant.
struct Part {
    variant: u32,
    cell: Pos,
}

impl<'a> Matches<'a> {
    pub(super) fn new(variants: impl Iterator<Item = &'a Variant>, letters: &Letters) -> Self {
        let shapes: Vec<Shape<'a>> = variants.map(|variant| Shape::new(variant, letters)).collect();
        let plane = letters.stride() * letters.size().height as usize;
        let mut sizes: Vec<(i32, i32, u64, u64)> = Vec::new();
        for Shape { variant, checks, .. } in &shapes {
            let look_cost = 1 + checks.len() as u64 / LETTERS_PER_LOOK;
            match sizes.iter_mut().find(|size| (size.0, size.1) == (variant.width, variant.height)) {
                Some((.., count, cost)) => (*count, *cost) = (*count + 1, *cost + look_cost),
                None => sizes.push((variant.width, variant.height, 1, look_cost)),
            }
        }
        let idle = shapes.iter().any(|shape| shape.variant.is_idle());
        let (listed, parts) = (vec![0; plane * shapes.len()], parts(&shapes, letters));
        Matches { shapes, list: Vec::new(), listed, plane, sizes, parts, idle }
    }

    /// Returns the number of places that [`Matches::find_all`] examines.
    pub(super) fn looks(&self, letters: &Letters) -> u64 {
        let size = letters.size();
        let places =
            |width: i32, height: i32| (size.height - height + 1).max(0) as u64 * (size.width - width).max(0) as u64;
        self.sizes.iter().map(|&(width, height, _, cost)| places(width, height) * cost).sum()
    }

    /// Returns the number of places that overlap this rectangle.
    pub(super) fn looks_around(&self, changed: Rect, letters: &Letters) -> u64 {
        if changed.is_empty() {
            return 0;
        }
        let size = letters.size();
        let places = |width: i32, height: i32| {
            let across = changed.right().min(size.width - width + 1) - (changed.x - width + 1).max(0);
            let down = changed.bottom().min(size.height - height + 1) - (changed.y - height + 1).max(0);
            across.max(0) as u64 * down.max(0) as u64
        };
        self.sizes.iter().map(|&(width, height, _, cost)| places(width, height) * cost).sum()
    }

    /// Returns whether there are more matches than fit in memory.
    pub(super) fn are_too_many(&self, letters: &Letters) -> bool {
        self.list.len() > most(letters)
    }

    /// Lists every match, unless there are too many. The list must be empty.
    pub(super) fn find_all(&mut self, letters: &Letters) -> bool {
        let mut row = vec![0; self.plane];
        let shapes = self.shapes.iter().zip(self.listed.chunks_exact_mut(self.plane.max(1)));
        for (variant, (shape, listed)) in shapes.enumerate() {
            shape.mark_all(letters, listed, &mut row);
            for (y, words) in listed.chunks_exact(letters.stride()).enumerate() {
                for (x, &word) in words.iter().enumerate() {
                    let places = ones(word).map(|bit| Pos::new((x * 64) as i32 + bit, y as i32));
                    self.list.extend(places.map(|pos| Match { variant: variant as u32, pos }));
                }
            }
            if self.list.len() > most(letters) {
                return false;
            }
        }
        true
    }

    /// Lists the new matches after these cells have changed, all of which lie in the rectangle.
    pub(super) fn find_changed(&mut self, cells: &[Pos], around: Rect, letters: &Letters) {
        let number = |pos: Pos| letters.number(letters.at(letters.index(pos)));
        let parts: usize = cells.iter().map(|&pos| self.parts[number(pos)].len()).sum();
        // In a rectangle, a row of places is examined as fast as a few single ones.
        let rows: i32 = self.sizes.iter().map(|size| (around.height + size.1 - 1) * size.2 as i32).sum();
        if self.idle || parts > 2 * rows as usize {
            return self.find_around(around, letters);
        }
        let known = self.list.len();
        for &pos in cells {
            let number = number(pos);
            for index in 0..self.parts[number].len() {
                let Part { variant, cell } = self.parts[number][index];
                let found = Match { variant, pos: pos - cell };
                if self.shapes[variant as usize].matches(letters, found.pos) {
                    self.add(found, letters);
                }
            }
        }
        if cells.len() > 1 {
            self.list[known..].sort_unstable();
        }
    }

    /// Lists the matches that overlap this rectangle, which is no larger than a pattern can be: the
    /// places in a row of it are fewer than 64.
    pub(super) fn find_around(&mut self, changed: Rect, letters: &Letters) {
        if changed.is_empty() {
            return;
        }
        for variant in 0..self.shapes.len() {
            let Shape { variant: Variant { width, height, .. }, last, .. } = self.shapes[variant];
            let (first_x, first_y) = ((changed.x - width + 1).max(0), (changed.y - height + 1).max(0));
            let (last_x, last_y) = (last.x.min(changed.right() - 1), last.y.min(changed.bottom() - 1));
            if first_x > last_x {
                continue;
            }
            for y in first_y..=last_y {
                let places = self.shapes[variant].places(letters, Pos::new(first_x, y), last_x - first_x + 1);
                for bit in ones(places) {
                    self.add(Match { variant: variant as u32, pos: Pos::new(first_x + bit, y) }, letters);
                }
            }
        }
    }

    /// Lists a match, unless it is already listed.
    #[inline]
    fn add(&mut self, found: Match, letters: &Letters) {
        let index = letters.index(found.pos);
        let word = &mut self.listed[found.variant as usize * self.plane + index / 64];
        if *word >> (index % 64) & 1 == 0 {
            *word |= 1 << (index % 64);
            self.list.push(found);
        }
    }

    #[inline]
    fn unlist(&mut self, found: Match, letters: &Letters) {
        let index = letters.index(found.pos);
        self.listed[found.variant as usize * self.plane + index / 64] &= !(1 << (index % 64));
    }

    /// Empties the list.
    pub(super) fn take(&mut self, letters: &Letters) -> Vec<Match> {
        let list = std::mem::take(&mut self.list);
        list.iter().for_each(|&found| self.unlist(found, letters));
        list
    }

    /// Returns the matching variant at this place if it still matches and would change anything.
    pub(super) fn still(&self, found: Match, letters: &Letters) -> Option<&'a Variant> {
        let shape = &self.shapes[found.variant as usize];
        let matches = shape.matches(letters, found.pos) && (!self.idle || shape.changes(letters, found.pos));
        matches.then_some(shape.variant)
    }

    /// Removes and returns one of the valid matches, each equally likely.
    pub(super) fn draw(&mut self, letters: &Letters, rng: &mut Rng) -> Option<(&'a Variant, Pos)> {
        while !self.list.is_empty() {
            let found = self.list.swap_remove(rng.below(self.list.len() as u32) as usize);
            self.unlist(found, letters);
            if let Some(variant) = self.still(found, letters) {
                return Some((variant, found.pos));
            }
        }
        None
    }
}

impl<'a> Shape<'a> {
    fn new(variant: &'a Variant, letters: &Letters) -> Self {
        let mut counts = [0_u16; 128];
        variant.from.iter().for_each(|&letter| counts[letter as usize] += 1);
        let cells = variant.cells().zip(&variant.from).filter(|(_, letter)| **letter != 0);
        let mut checks: Vec<(u32, u8)> = cells.map(|(cell, &letter)| (letters.index(cell) as u32, letter)).collect();
        checks.sort_by_key(|&(_, letter)| counts[letter as usize]);
        let last = Pos::new(letters.size().width - variant.width, letters.size().height - variant.height);
        Shape { variant, checks, last }
    }

    /// Returns whether it matches at this place, which may lie anywhere.
    #[inline]
    fn matches(&self, letters: &Letters, pos: Pos) -> bool {
        let inside = pos.x >= 0 && pos.y >= 0 && pos.x <= self.last.x && pos.y <= self.last.y;
        inside && {
            let first = letters.index(pos);
            self.checks.iter().all(|&(offset, letter)| letters.at(first + offset as usize) == letter)
        }
    }

    /// Returns whether its result differs from the current letters.
    fn changes(&self, letters: &Letters, pos: Pos) -> bool {
        let mut cells = self.variant.cells().zip(&self.variant.to);
        cells.any(|(cell, &to)| to != 0 && letters.at(letters.index(pos + cell)) != to)
    }

    /// Returns which of `count` consecutive places match, 1 to 64 places that all lie in the field.
    #[inline]
    fn places(&self, letters: &Letters, pos: Pos, count: i32) -> u64 {
        let first = letters.index(pos);
        let mut places = u64::MAX >> (64 - count);
        for &(offset, letter) in &self.checks {
            places &= letters.word(letter, first + offset as usize);
            if places == 0 {
                break;
            }
        }
        places
    }

    /// Sets the places where it matches. `row` is scratch space.
    fn mark_all(&self, letters: &Letters, places: &mut [u64], row: &mut [u64]) {
        if self.last.x < 0 || self.last.y < 0 {
            return;
        }
        let stride = letters.stride();
        let places = &mut places[..stride * (self.last.y as usize + 1)];
        for words in places.chunks_exact_mut(stride) {
            crate::base::bits::set_span(words, 0, self.last.x + 1, true);
        }
        let mut last: &[u8] = &[];
        for (y, pattern) in self.variant.from.chunks_exact(self.variant.width as usize).enumerate() {
            if pattern != last {
                row.fill(u64::MAX);
                letters.keep_row(pattern, row);
                last = pattern;
            }
            places.iter_mut().zip(&row[y * stride..]).for_each(|(place, &row)| *place &= row);
        }
    }
}

impl Variant {
    /// Returns its cells in reading order.
    pub(super) fn cells(&self) -> impl DoubleEndedIterator<Item = Pos> + ExactSizeIterator {
        let width = self.width;
        (0..self.width * self.height).map(move |cell| Pos::new(cell % width, cell / width))
    }

    /// Returns whether it writes to cells it does not check, so that it may match again where it
    /// was replaced.
    fn is_idle(&self) -> bool {
        self.from.iter().zip(&self.to).any(|(&from, &to)| from == 0 && to != 0)
    }
}

/// Returns the maximum number of matches that fit in memory.
fn most(letters: &Letters) -> usize {
    (letters.size().area() * MAX_PER_CELL).clamp(1 << 16, MAX_MATCHES)
}

fn parts(shapes: &[Shape<'_>], letters: &Letters) -> Vec<Vec<Part>> {
    let mut parts: Vec<Vec<Part>> = (0..letters.numbers()).map(|_| Vec::new()).collect();
    for (index, shape) in shapes.iter().enumerate() {
        for (cell, &letter) in shape.variant.cells().zip(&shape.variant.from).rev() {
            if letter != 0 {
                parts[letters.number(letter)].push(Part { variant: index as u32, cell });
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::program::{Program, Statement};
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;

    const RULES: &str = "one .# -> .. | *#./~#* -> ***/#~# | #### -> ##.. | ##/*~/.* -> ~./**/** | . -> ~";

    /// Returns every match, found cell by cell.
    fn expected(variants: &[&Variant], letters: &Letters) -> Vec<Match> {
        let mut all = Vec::new();
        for (index, variant) in variants.iter().enumerate() {
            for pos in letters.size().rect().positions() {
                let area = Rect::new(pos.x, pos.y, variant.width, variant.height);
                let fits = letters.size().rect().encloses(area);
                let alike = |(cell, &from): (Pos, &u8)| from == 0 || letters.at(letters.index(pos + cell)) == from;
                if fits && variant.cells().zip(&variant.from).all(alike) {
                    all.push(Match { variant: index as u32, pos });
                }
            }
        }
        all
    }

    fn check(matches: &Matches<'_>, variants: &[&Variant], letters: &Letters) {
        let mut list: Vec<Match> =
            matches.list.iter().copied().filter(|&found| matches.still(found, letters).is_some()).collect();
        list.sort_unstable();
        assert!(list == expected(variants, letters), "{} in the list", list.len());
    }

    #[test]
    fn the_list_equals_a_search_cell_by_cell() {
        let program = Program::read(RULES).unwrap();
        let Statement::Apply { alternatives, .. } = &program.statements[0] else { panic!("a rule") };
        let variants: Vec<&Variant> = alternatives.iter().flatten().collect();
        let mut rng = Seed::new(5).rng();
        for size in [Size::new(1, 1), Size::new(2, 7), Size::new(64, 5), Size::new(65, 6), Size::new(130, 9)] {
            let mut letters = Letters::new(size, &program);
            let scatter = |letters: &mut Letters, rect: Rect, rng: &mut Rng| {
                let mut changed = Vec::new();
                for pos in rect.positions().filter(|_| rng.percent(60)).collect::<Vec<_>>() {
                    letters.set(letters.index(pos), *rng.pick(b"##.~").unwrap());
                    changed.push(pos);
                }
                changed
            };
            scatter(&mut letters, size.rect(), &mut rng);
            let mut matches = Matches::new(variants.iter().copied(), &letters);
            matches.find_all(&letters);
            check(&matches, &variants, &letters);
            for _ in 0..60 {
                let (x, y) = (rng.range(0, size.width - 1), rng.range(0, size.height - 1));
                let rect = Rect::new(x, y, rng.range(1, 4), rng.range(1, 3)).intersection(size.rect());
                let changed = scatter(&mut letters, rect, &mut rng);
                matches.find_changed(&changed, rect, &letters);
                check(&matches, &variants, &letters);
            }
        }
    }
}
