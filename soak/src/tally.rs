//! What came of all the cases of one algorithm.

use crate::trial::{Outcome, Refusal};
use mapwright::Digest;
use std::time::Duration;

/// Failures that are shown in full, a generator; there may be thousands of the same kind.
const SHOWN: usize = 3;

/// Counts, and what is worth showing.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) made: u64,
    pub(crate) does_not_fit: u64,
    pub(crate) conflict: u64,
    pub(crate) gave_up: u64,
    /// Cases of which no draw was accepted.
    pub(crate) unmade: u64,
    pub(crate) failed: u64,
    /// The first failures: the number of the case, what is wrong, and how to see it.
    pub(crate) failures: Vec<(u64, String, String)>,
    /// The slowest map: how long it took, its case and draw.
    pub(crate) slowest: Option<(Duration, u64, u32)>,
    /// The sum of the digests of all maps: the same however the work was shared out.
    pub(crate) fingerprint: u128,
}

impl Tally {
    /// Takes note of an outcome and tells whether the case is settled.
    pub(crate) fn count(&mut self, number: u64, draw: u32, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Made { digest: Digest(digest), took } => {
                self.made += 1;
                self.fingerprint = self.fingerprint.wrapping_add(digest);
                self.slowest = self.slowest.max(Some((took, number, draw)));
                true
            }
            Outcome::Refused(refusal) => {
                *match refusal {
                    Refusal::DoesNotFit => &mut self.does_not_fit,
                    Refusal::Conflict => &mut self.conflict,
                    Refusal::GaveUp => &mut self.gave_up,
                } += 1;
                false
            }
            Outcome::Failed { what, shown } => {
                self.failed += 1;
                if self.failures.len() < SHOWN {
                    self.failures.push((number, what, shown));
                }
                true
            }
        }
    }

    /// Adds what another thread has counted.
    pub(crate) fn add(&mut self, other: Tally) {
        self.made += other.made;
        self.does_not_fit += other.does_not_fit;
        self.conflict += other.conflict;
        self.gave_up += other.gave_up;
        self.unmade += other.unmade;
        self.failed += other.failed;
        self.failures.extend(other.failures);
        self.failures.sort();
        self.failures.truncate(SHOWN);
        self.slowest = self.slowest.max(other.slowest);
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
    }

    /// How many maps were made, right or wrong.
    pub(crate) fn tried(&self) -> u64 {
        self.made + self.failed
    }
}

/// With 95 % confidence fewer than one in this many is wrong, when none of `tried` was: the rule of three.
pub(crate) fn one_in(tried: u64) -> u64 {
    (tried as f64 / -0.05_f64.ln()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_that_of_the_rule_of_three() {
        assert_eq!([0, 3, 6_400, 200_000].map(one_in), [0, 1, 2_136, 66_761]);
    }

    #[test]
    fn sums_do_not_depend_on_who_counted() {
        let outcome = |n: u64| match n % 3 {
            0 => Outcome::Made { digest: Digest(n.into()), took: Duration::from_millis(n) },
            1 => Outcome::Failed { what: format!("wrong {n}"), shown: String::new() },
            _ => Outcome::Refused(Refusal::GaveUp),
        };
        let count = |numbers: &[u64]| {
            let mut tally = Tally::default();
            for &n in numbers {
                tally.count(n, 0, outcome(n));
            }
            tally
        };
        let (mut shared, mut swapped, alone) =
            (count(&[1, 4, 6]), count(&[0, 2, 3, 5, 7]), count(&[0, 1, 2, 3, 4, 5, 6, 7]));
        shared.add(count(&[0, 2, 3, 5, 7]));
        swapped.add(count(&[1, 4, 6]));
        assert_eq!(format!("{shared:?}"), format!("{alone:?}"));
        assert_eq!(format!("{swapped:?}"), format!("{alone:?}"));
        assert_eq!(alone.failures.iter().map(|(number, ..)| *number).collect::<Vec<_>>(), [1, 4, 7]);
    }
}
