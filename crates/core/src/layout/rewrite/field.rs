//! The field of letters, and the search for matches that goes on while it changes.

use super::program::{How, Place, Program, Statement, Variant};
use crate::bits::BitGrid;
use crate::grid::{Grid, Pos, Rect, Size};
use crate::rng::Rng;

/// How many places may be looked at for one step of the budget.
const LOOKS: u64 = 64;

/// A field of letters and the steps that are left.
pub(super) struct Field {
    letters: Grid<u8>,
    steps: u64,
    looks: u64,
}

/// A place where a variant matched when it was looked at.
#[derive(Clone, Copy)]
struct Match {
    variant: u32,
    pos: Pos,
}

/// The matches of some variants. A match may have been undone since: it is looked at again before it is used.
struct Matches<'a> {
    variants: Vec<&'a Variant>,
    list: Vec<Match>,
    /// For every variant, where it is in the list.
    listed: Vec<BitGrid>,
}

impl Field {
    pub(super) fn new(size: Size, start: u8, steps: u64) -> Self {
        Field { letters: Grid::new(size, start), steps, looks: 0 }
    }

    pub(super) fn letters(&self) -> &Grid<u8> {
        &self.letters
    }

    /// Runs the program to its end; `changed` is shown the field after every statement. False when the steps ran out.
    pub(super) fn run<E>(
        &mut self,
        program: &Program,
        rng: &mut Rng,
        mut changed: impl FnMut(&Grid<u8>, u64) -> Result<(), E>,
    ) -> Result<bool, E> {
        for statement in &program.statements {
            let before = self.steps;
            let whole = match statement {
                Statement::Put { letter, place, times } => self.put(*letter, *place, times.of(self.cells()), rng),
                Statement::Scatter { letter, percent } => self.scatter(*letter, *percent, rng),
                Statement::Apply { how, times, alternatives } => {
                    let times = times.of(self.cells());
                    match how {
                        How::One => self.one(&[alternatives.iter().flatten().collect()], times, rng),
                        How::First => {
                            let groups: Vec<Vec<&Variant>> =
                                alternatives.iter().map(|variants| variants.iter().collect()).collect();
                            self.one(&groups, times, rng)
                        }
                        How::All => self.all(alternatives.iter().flatten().collect(), times, rng),
                    }
                }
            };
            changed(&self.letters, before - self.steps)?;
            if !whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn cells(&self) -> u64 {
        self.letters.size().area() as u64
    }

    /// Takes steps off the budget; whether there were so many.
    fn spend(&mut self, steps: u64) -> bool {
        let enough = self.steps >= steps;
        self.steps = self.steps.saturating_sub(steps);
        enough
    }

    /// The same for places that were looked at.
    fn spend_looks(&mut self, looks: u64) -> bool {
        self.looks += looks;
        let steps = self.looks / LOOKS;
        self.looks %= LOOKS;
        self.spend(steps)
    }

    fn put(&mut self, letter: u8, place: Place, times: u64, rng: &mut Rng) -> bool {
        let size = self.letters.size();
        for _ in 0..times {
            if !self.spend(1) {
                return false;
            }
            let pos = match place {
                Place::Middle => Pos::new(size.width / 2, size.height / 2),
                Place::Anywhere => Pos::new(rng.range(0, size.width - 1), rng.range(0, size.height - 1)),
            };
            self.letters[pos] = letter;
        }
        true
    }

    fn scatter(&mut self, letter: u8, percent: u32, rng: &mut Rng) -> bool {
        for cells in self.letters.cells_mut().chunks_mut(64) {
            let mut set = rng.cells(percent);
            for cell in cells {
                if set & 1 == 1 {
                    *cell = letter;
                }
                set >>= 1;
            }
        }
        self.spend_looks(self.cells())
    }

    /// Replaces one match at a time, of the first group that has any.
    fn one(&mut self, groups: &[Vec<&Variant>], times: u64, rng: &mut Rng) -> bool {
        let mut all: Vec<Matches<'_>> = Vec::with_capacity(groups.len());
        for group in groups {
            let mut matches = Matches::new(group.clone(), self.letters.size());
            if !self.find_all(&mut matches) {
                return false;
            }
            all.push(matches);
        }
        for _ in 0..times {
            let Some((variant, pos)) = all.iter_mut().find_map(|matches| matches.draw(&self.letters, rng)) else {
                return true;
            };
            let changed = self.replace(variant, pos);
            if !self.spend(1) {
                return false;
            }
            for matches in &mut all {
                if !self.find_around(changed, matches) {
                    return false;
                }
            }
        }
        true
    }

    /// Replaces all matches that do not overlap, pass after pass.
    fn all(&mut self, variants: Vec<&Variant>, times: u64, rng: &mut Rng) -> bool {
        let mut matches = Matches::new(variants, self.letters.size());
        if !self.find_all(&mut matches) {
            return false;
        }
        let mut taken = BitGrid::new(self.letters.size());
        for _ in 0..times {
            let mut pass = std::mem::take(&mut matches.list);
            if pass.is_empty() {
                return true;
            }
            rng.shuffle(&mut pass);
            let mut touched: Vec<Rect> = Vec::new();
            for found in pass {
                matches.unlist(found);
                let variant = matches.variants[found.variant as usize];
                let area = Rect::new(found.pos.x, found.pos.y, variant.width, variant.height);
                if !variant.matches(&self.letters, found.pos) || area.positions().any(|pos| taken.contains(pos)) {
                    continue;
                }
                if !self.spend(1) {
                    return false;
                }
                taken.fill_rect(area, true);
                touched.push(area);
                self.replace(variant, found.pos);
            }
            for area in touched {
                taken.fill_rect(area, false);
                // What was passed over because it overlapped may match still.
                if !self.find_around(area, &mut matches) {
                    return false;
                }
            }
        }
        true
    }

    /// Puts the result of a rule there; returns the smallest rectangle around what has changed, or one without a cell.
    fn replace(&mut self, variant: &Variant, pos: Pos) -> Rect {
        let (mut low, mut high) = (Pos::new(i32::MAX, i32::MAX), Pos::new(i32::MIN, i32::MIN));
        for (cell, &to) in Rect::new(pos.x, pos.y, variant.width, variant.height).positions().zip(&variant.to) {
            if to != 0 && self.letters[cell] != to {
                self.letters[cell] = to;
                low = Pos::new(low.x.min(cell.x), low.y.min(cell.y));
                high = Pos::new(high.x.max(cell.x), high.y.max(cell.y));
            }
        }
        if low.x > high.x { Rect::new(pos.x, pos.y, 0, 0) } else { Rect::spanning(low, high) }
    }

    fn find_all(&mut self, matches: &mut Matches<'_>) -> bool {
        let size = self.letters.size();
        for index in 0..matches.variants.len() {
            let variant = matches.variants[index];
            for y in 0..=size.height - variant.height {
                if !self.spend_looks((size.width - variant.width).max(0) as u64) {
                    return false;
                }
                for x in 0..=size.width - variant.width {
                    let pos = Pos::new(x, y);
                    if variant.matches(&self.letters, pos) {
                        matches.list_one(index, pos);
                    }
                }
            }
        }
        true
    }

    /// Looks wherever a cell of this rectangle takes part.
    fn find_around(&mut self, changed: Rect, matches: &mut Matches<'_>) -> bool {
        if changed.width == 0 {
            return true;
        }
        let size = self.letters.size();
        for index in 0..matches.variants.len() {
            let variant = matches.variants[index];
            let from = Pos::new((changed.x - variant.width + 1).max(0), (changed.y - variant.height + 1).max(0));
            let last_x = (changed.right() - 1).min(size.width - variant.width);
            let last_y = (changed.bottom() - 1).min(size.height - variant.height);
            let places = i64::from((last_x - from.x + 1).max(0)) * i64::from((last_y - from.y + 1).max(0));
            if !self.spend_looks(places as u64) {
                return false;
            }
            for y in from.y..=last_y {
                for x in from.x..=last_x {
                    let pos = Pos::new(x, y);
                    if variant.matches(&self.letters, pos) {
                        matches.list_one(index, pos);
                    }
                }
            }
        }
        true
    }
}

impl<'a> Matches<'a> {
    fn new(variants: Vec<&'a Variant>, size: Size) -> Self {
        let listed = variants.iter().map(|_| BitGrid::new(size)).collect();
        Matches { variants, list: Vec::new(), listed }
    }

    fn list_one(&mut self, index: usize, pos: Pos) {
        if !self.listed[index].contains(pos) {
            self.listed[index].insert(pos);
            self.list.push(Match { variant: index as u32, pos });
        }
    }

    fn unlist(&mut self, found: Match) {
        self.listed[found.variant as usize].remove(found.pos);
    }

    /// One of the matches that still are some, each equally likely; it leaves the list.
    fn draw(&mut self, letters: &Grid<u8>, rng: &mut Rng) -> Option<(&'a Variant, Pos)> {
        while !self.list.is_empty() {
            let found = self.list.swap_remove(rng.below(self.list.len() as u32) as usize);
            self.unlist(found);
            let variant = self.variants[found.variant as usize];
            if variant.matches(letters, found.pos) {
                return Some((variant, found.pos));
            }
        }
        None
    }
}

impl Variant {
    #[inline]
    fn matches(&self, letters: &Grid<u8>, pos: Pos) -> bool {
        let width = self.width as usize;
        self.from.chunks_exact(width).zip(pos.y..).all(|(pattern, y)| {
            let row = &letters.row(y)[pos.x as usize..pos.x as usize + width];
            pattern.iter().zip(row).all(|(&wanted, &letter)| wanted == 0 || wanted == letter)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn run(text: &str, size: Size, steps: u64) -> (String, bool) {
        let program = Program::read(text).unwrap();
        let mut field = Field::new(size, program.start, steps);
        let whole = field.run(&program, &mut Seed::new(1).rng(), |_, _| Ok::<(), ()>(())).unwrap();
        let rows: Vec<&str> = field.letters().rows().map(|row| std::str::from_utf8(row).unwrap()).collect();
        (rows.join("\n"), whole)
    }

    #[test]
    fn rules_apply_until_none_matches() {
        assert_eq!(run("put . middle\none .# -> ..", Size::new(4, 3), 1_000), ("....\n....\n....".to_owned(), true));
        assert_eq!(run("put . middle\nall .# -> ..", Size::new(4, 3), 1_000), ("....\n....\n....".to_owned(), true));
    }

    #[test]
    fn so_many_times_and_not_more() {
        let (text, _) = run("one x 5 # -> .", Size::new(4, 4), 1_000);
        assert_eq!(text.matches('.').count(), 5);
        let (text, _) = run("one x 25% # -> .", Size::new(4, 4), 1_000);
        assert_eq!(text.matches('.').count(), 4);
    }

    #[test]
    fn the_first_alternative_that_matches_is_taken() {
        let (text, _) = run("first A# -> AA | # -> A\nlet A = floor", Size::new(5, 1), 1_000);
        assert_eq!(text, "AAAAA");
        let (text, _) =
            run("start A\nput B middle\nfirst x 1 BA -> B. | A -> ~\nlet A = wall\nlet B = wall", Size::new(5, 5), 99);
        assert_eq!((text.matches('.').count(), text.matches('~').count()), (1, 0));
    }

    #[test]
    fn all_matches_of_a_pass_keep_apart() {
        let (text, _) = run("all x 1 fixed ## -> ..", Size::new(6, 1), 100);
        assert!(text == "......" || text.matches('.').count() == 4, "{text}");
    }

    #[test]
    fn what_never_ends_is_ended() {
        let (_, whole) = run("one # -> . | . -> #", Size::new(20, 20), 10_000);
        assert!(!whole);
        let (_, whole) = run("all # -> . | . -> #", Size::new(20, 20), 10_000);
        assert!(!whole);
    }

    #[test]
    fn a_pattern_larger_than_the_field_matches_nowhere() {
        assert_eq!(run("one ####### -> .......", Size::new(3, 3), 100), ("###\n###\n###".to_owned(), true));
    }
}
