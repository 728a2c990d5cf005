//! The field of letters, and the search for matches that goes on while it changes.

use super::letters::Letters;
use super::matches::Matches;
use super::program::{How, Place, Program, Statement, Variant};
use crate::bits::BitGrid;
use crate::grid::{Pos, Rect, Size};
use crate::rng::Rng;

/// How many places may be looked at for one step of the budget.
const LOOKS: u64 = 64;

/// A field of letters and the steps that are left.
pub(super) struct Field {
    letters: Letters,
    steps: u64,
    looks: u64,
    /// The cells that the last replacement has changed.
    changed: Vec<Pos>,
}

impl Field {
    pub(super) fn new(size: Size, program: &Program, steps: u64) -> Self {
        Field { letters: Letters::new(size, program), steps, looks: 0, changed: Vec::new() }
    }

    pub(super) fn letters(&self) -> &Letters {
        &self.letters
    }

    /// Runs the program to its end; `changed` is shown the field after every statement. False when the steps ran out.
    pub(super) fn run<E>(
        &mut self,
        program: &Program,
        rng: &mut Rng,
        mut changed: impl FnMut(&Letters, u64) -> Result<(), E>,
    ) -> Result<bool, E> {
        for statement in &program.statements {
            let before = self.steps;
            let whole = match statement {
                Statement::Put { letter, place, times } => self.put(*letter, *place, times.of(self.cells()), rng),
                Statement::Scatter { letter, percent } => self.scatter(*letter, *percent, rng),
                Statement::Apply { how, times, alternatives } => {
                    let times = times.of(self.cells());
                    match how {
                        How::One => {
                            let matches = Matches::new(alternatives.iter().flatten(), &self.letters);
                            self.one(vec![matches], times, rng)
                        }
                        How::First => {
                            let groups =
                                alternatives.iter().map(|variants| Matches::new(variants.iter(), &self.letters));
                            self.one(groups.collect(), times, rng)
                        }
                        How::All => {
                            let matches = Matches::new(alternatives.iter().flatten(), &self.letters);
                            self.all(matches, times, rng)
                        }
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
            self.letters.set(self.letters.index(pos), letter);
        }
        true
    }

    fn scatter(&mut self, letter: u8, percent: u32, rng: &mut Rng) -> bool {
        let size = self.letters.size();
        let mut cells = size.rect().positions();
        for _ in 0..size.area().div_ceil(64) {
            let set = rng.cells(percent);
            for (bit, pos) in (0..64).zip(&mut cells) {
                if set >> bit & 1 == 1 {
                    self.letters.set(self.letters.index(pos), letter);
                }
            }
        }
        self.spend_looks(self.cells())
    }

    /// Replaces one match at a time, of the first group that has any.
    fn one(&mut self, mut groups: Vec<Matches<'_>>, times: u64, rng: &mut Rng) -> bool {
        for matches in &mut groups {
            if !self.find_all(matches) {
                return false;
            }
        }
        for _ in 0..times {
            let Some((variant, pos)) = groups.iter_mut().find_map(|matches| matches.draw(&self.letters, rng)) else {
                return true;
            };
            let around = self.replace(variant, pos);
            if !self.spend(1) {
                return false;
            }
            for matches in &mut groups {
                if !self.spend_looks(matches.looks_around(around, &self.letters)) {
                    return false;
                }
                matches.find_changed(&self.changed, around, &self.letters);
            }
        }
        true
    }

    /// Replaces all matches that do not overlap, pass after pass.
    fn all(&mut self, mut matches: Matches<'_>, times: u64, rng: &mut Rng) -> bool {
        if !self.find_all(&mut matches) {
            return false;
        }
        let mut taken = BitGrid::new(self.letters.size());
        for _ in 0..times {
            let mut pass = matches.take(&self.letters);
            if pass.is_empty() {
                return true;
            }
            rng.shuffle(&mut pass);
            let mut touched: Vec<Rect> = Vec::new();
            for found in pass {
                let Some(variant) = matches.still(found, &self.letters) else { continue };
                let area = Rect::new(found.pos.x, found.pos.y, variant.width, variant.height);
                if !taken.is_clear(area) {
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
                if !self.spend_looks(matches.looks_around(area, &self.letters)) {
                    return false;
                }
                matches.find_around(area, &self.letters);
            }
        }
        true
    }

    /// Puts the result of a rule there; returns the smallest rectangle around what has changed, or one without a cell.
    fn replace(&mut self, variant: &Variant, pos: Pos) -> Rect {
        self.changed.clear();
        let (mut low, mut high) = (Pos::new(i32::MAX, i32::MAX), Pos::new(i32::MIN, i32::MIN));
        for (cell, &to) in variant.cells().zip(&variant.to) {
            let cell = pos + cell;
            let index = self.letters.index(cell);
            if to != 0 && self.letters.at(index) != to {
                self.letters.set(index, to);
                self.changed.push(cell);
                low = Pos::new(low.x.min(cell.x), low.y.min(cell.y));
                high = Pos::new(high.x.max(cell.x), high.y.max(cell.y));
            }
        }
        if low.x > high.x { Rect::new(pos.x, pos.y, 0, 0) } else { Rect::spanning(low, high) }
    }

    fn find_all(&mut self, matches: &mut Matches<'_>) -> bool {
        let enough = self.spend_looks(matches.looks(&self.letters));
        if enough {
            matches.find_all(&self.letters);
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn run(text: &str, size: Size, steps: u64) -> (String, bool) {
        let program = Program::read(text).unwrap();
        let mut field = Field::new(size, &program, steps);
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
