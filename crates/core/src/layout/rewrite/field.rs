//! The field of letters, and the search for matches while it changes.
//!
//! All work is limited by steps: a replacement is one step, and so is a fixed number of examined
//! places. Steps are charged as they are taken, so that a run can be stopped at any time.

use super::letters::Letters;
use super::matches::Matches;
use super::program::{How, Program, PutAt, Statement, Variant};
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect, Size};
use crate::base::rng::Rng;

/// Number of places examined per step of the budget.
const PLACES_PER_STEP: u64 = 64;

/// Number of steps after which they are charged.
const CHUNK: u64 = 1 << 12;

/// An event reported to the caller while a program runs.
pub(super) enum Event<'a> {
    /// This many steps were taken.
    Steps(u64),
    /// A statement is complete.
    Statement(&'a Letters),
}

/// Reason why a program stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The steps were used up.
    Steps,
    /// A rule matched in more places at once than fit in memory.
    Matches,
}

/// Callback that charges the steps. An error ends the run.
pub(super) type Watch<'a> = &'a mut dyn FnMut(Event<'_>) -> Result<(), Error>;

/// Result of a statement: complete, or stopped early.
type Outcome = Result<Result<(), Stop>, Error>;

/// A field of letters and the remaining steps.
pub(super) struct Field<'a> {
    letters: Letters,
    watch: Watch<'a>,
    steps: u64,
    unpaid: u64,
    looks: u64,
    /// Cells changed by the last replacement.
    changed: Vec<Pos>,
}

impl<'a> Field<'a> {
    pub(super) fn new(size: Size, program: &Program, steps: u64, watch: Watch<'a>) -> Self {
        let letters = Letters::new(size, program);
        Field { letters, watch, steps, unpaid: 0, looks: 0, changed: Vec::new() }
    }

    pub(super) fn into_letters(self) -> Letters {
        self.letters
    }

    /// Runs the program. Returns the number of completed statements, and the reason if it stopped
    /// early.
    pub(super) fn run(&mut self, program: &Program, rng: &mut Rng) -> Result<(usize, Option<Stop>), Error> {
        for (index, statement) in program.statements.iter().enumerate() {
            let done = self.statement(statement, rng)?;
            (self.watch)(Event::Steps(std::mem::take(&mut self.unpaid)))?;
            (self.watch)(Event::Statement(&self.letters))?;
            if let Err(stop) = done {
                return Ok((index, Some(stop)));
            }
        }
        Ok((program.statements.len(), None))
    }

    fn statement(&mut self, statement: &Statement, rng: &mut Rng) -> Outcome {
        match statement {
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
                        let groups = alternatives.iter().map(|variants| Matches::new(variants.iter(), &self.letters));
                        self.one(groups.collect(), times, rng)
                    }
                    How::All => {
                        let matches = Matches::new(alternatives.iter().flatten(), &self.letters);
                        self.all(matches, times, rng)
                    }
                }
            }
        }
    }

    fn cells(&self) -> u64 {
        self.letters.size().area() as u64
    }

    /// Takes steps from the budget, if that many are left.
    fn spend(&mut self, steps: u64) -> Outcome {
        let enough = self.steps >= steps;
        let taken = steps.min(self.steps);
        self.steps -= taken;
        self.unpaid += taken;
        if self.unpaid >= CHUNK {
            (self.watch)(Event::Steps(std::mem::take(&mut self.unpaid)))?;
        }
        Ok(if enough { Ok(()) } else { Err(Stop::Steps) })
    }

    /// Takes examined places from the budget.
    fn spend_looks(&mut self, looks: u64) -> Outcome {
        self.looks += looks;
        let steps = self.looks / PLACES_PER_STEP;
        self.looks %= PLACES_PER_STEP;
        self.spend(steps)
    }

    fn put(&mut self, letter: u8, place: PutAt, times: u64, rng: &mut Rng) -> Outcome {
        let size = self.letters.size();
        for _ in 0..times {
            if let Err(stop) = self.spend(1)? {
                return Ok(Err(stop));
            }
            let pos = match place {
                PutAt::Middle => Pos::new(size.width / 2, size.height / 2),
                PutAt::Anywhere => Pos::new(rng.range(0, size.width - 1), rng.range(0, size.height - 1)),
            };
            self.letters.set(self.letters.index(pos), letter);
        }
        Ok(Ok(()))
    }

    fn scatter(&mut self, letter: u8, percent: u32, rng: &mut Rng) -> Outcome {
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
    fn one(&mut self, mut groups: Vec<Matches<'_>>, times: u64, rng: &mut Rng) -> Outcome {
        for matches in &mut groups {
            if let Err(stop) = self.find_all(matches)? {
                return Ok(Err(stop));
            }
        }
        for _ in 0..times {
            let Some((variant, pos)) = groups.iter_mut().find_map(|matches| matches.draw(&self.letters, rng)) else {
                return Ok(Ok(()));
            };
            let around = self.replace(variant, pos);
            if let Err(stop) = self.spend(1)? {
                return Ok(Err(stop));
            }
            for matches in &mut groups {
                if let Err(stop) = self.spend_looks(matches.looks_around(around, &self.letters))? {
                    return Ok(Err(stop));
                }
                matches.find_changed(&self.changed, around, &self.letters);
                if matches.are_too_many(&self.letters) {
                    return Ok(Err(Stop::Matches));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Replaces all matches that do not overlap, pass after pass.
    fn all(&mut self, mut matches: Matches<'_>, times: u64, rng: &mut Rng) -> Outcome {
        if let Err(stop) = self.find_all(&mut matches)? {
            return Ok(Err(stop));
        }
        let mut taken = BitGrid::new(self.letters.size());
        for _ in 0..times {
            let mut pass = matches.take(&self.letters);
            if pass.is_empty() {
                return Ok(Ok(()));
            }
            rng.shuffle(&mut pass);
            let mut touched: Vec<Rect> = Vec::new();
            for found in pass {
                let Some(variant) = matches.still(found, &self.letters) else { continue };
                let area = Rect::new(found.pos.x, found.pos.y, variant.width, variant.height);
                if !taken.is_clear(area) {
                    continue;
                }
                if let Err(stop) = self.spend(1)? {
                    return Ok(Err(stop));
                }
                taken.fill_rect(area, true);
                touched.push(area);
                self.replace(variant, found.pos);
            }
            for area in touched {
                taken.fill_rect(area, false);
                // Matches that were skipped because they overlapped may still match.
                if let Err(stop) = self.spend_looks(matches.looks_around(area, &self.letters))? {
                    return Ok(Err(stop));
                }
                matches.find_around(area, &self.letters);
                if matches.are_too_many(&self.letters) {
                    return Ok(Err(Stop::Matches));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Writes the result of a rule. Returns the bounds of the changed cells, or an empty rectangle.
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

    fn find_all(&mut self, matches: &mut Matches<'_>) -> Outcome {
        if let Err(stop) = self.spend_looks(matches.looks(&self.letters))? {
            return Ok(Err(stop));
        }
        Ok(if matches.find_all(&self.letters) { Ok(()) } else { Err(Stop::Matches) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    fn run(text: &str, size: Size, steps: u64) -> (String, bool) {
        let program = Program::read(text).unwrap();
        let mut watch = |_: Event<'_>| Ok(());
        let mut field = Field::new(size, &program, steps, &mut watch);
        let (_, stop) = field.run(&program, &mut Seed::new(1).rng()).unwrap();
        let letters = field.into_letters();
        let rows: Vec<&str> = letters.rows().map(|row| std::str::from_utf8(row).unwrap()).collect();
        (rows.join("\n"), stop.is_none())
    }

    #[test]
    fn rules_apply_until_none_matches() {
        assert_eq!(run("put . middle\none .# -> ..", Size::new(4, 3), 1_000), ("....\n....\n....".to_owned(), true));
        assert_eq!(run("put . middle\nall .# -> ..", Size::new(4, 3), 1_000), ("....\n....\n....".to_owned(), true));
    }

    #[test]
    fn a_limit_on_replacements_is_kept() {
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
    fn endless_rules_are_stopped() {
        let (_, whole) = run("one # -> . | . -> #", Size::new(20, 20), 10_000);
        assert!(!whole);
        let (_, whole) = run("all # -> . | . -> #", Size::new(20, 20), 10_000);
        assert!(!whole);
    }

    #[test]
    fn a_replacement_without_effect_is_not_a_match() {
        let rules = "scatter . 50%\nall .*. -> ...\nscatter ~ 100%";
        let (text, whole) = run(rules, Size::new(20, 20), 10_000);
        assert!(whole && text.chars().all(|letter| letter == '~' || letter == '\n'), "{text}");
        let (text, _) = run("put . middle\none x 3 .* -> ..", Size::new(9, 9), 10_000);
        assert_eq!(text.matches('.').count(), 4);
    }

    #[test]
    fn too_many_matches_at_once_end_a_program() {
        let rule = |index: usize| {
            format!(
                "{}#{} -> {}.{}",
                "*".repeat(index),
                "*".repeat(22 - index),
                "*".repeat(index),
                "*".repeat(22 - index)
            )
        };
        let rules: Vec<String> = (0..22).map(rule).collect();
        let program = Program::read(&format!("one x 1 {}", rules.join(" | "))).unwrap();
        let mut watch = |_: Event<'_>| Ok(());
        let mut field = Field::new(Size::new(300, 300), &program, u64::MAX, &mut watch);
        assert_eq!(field.run(&program, &mut Seed::new(1).rng()).unwrap(), (0, Some(Stop::Matches)));
    }

    #[test]
    fn a_run_can_be_stopped_in_the_middle_of_a_statement() {
        let program = Program::read("one # -> . | . -> #").unwrap();
        let mut paid = 0;
        let mut watch = |event: Event<'_>| {
            if let Event::Steps(steps) = event {
                paid += steps;
            }
            if paid > 20_000 { Err(Error::new(crate::ErrorKind::Cancelled, "enough")) } else { Ok(()) }
        };
        let mut field = Field::new(Size::new(50, 50), &program, u64::MAX, &mut watch);
        assert!(field.run(&program, &mut Seed::new(1).rng()).is_err());
    }

    #[test]
    fn a_pattern_larger_than_the_field_matches_nowhere() {
        assert_eq!(run("one ####### -> .......", Size::new(3, 3), 100), ("###\n###\n###".to_owned(), true));
    }
}
