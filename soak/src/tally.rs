//! Counts the outcomes of all cases of one algorithm.

use crate::trial::{Outcome, Refusal};
use mapwright::Digest;
use std::time::Duration;

/// Maximum number of failures of an algorithm that are printed in full.
const MAX_FAILURES: usize = 3;

/// Counts of outcomes, with the first failures and the slowest map.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) made: u64,
    pub(crate) does_not_fit: u64,
    pub(crate) conflict: u64,
    pub(crate) gave_up: u64,
    /// Cases without an accepted draw.
    pub(crate) unresolved: u64,
    pub(crate) failed: u64,
    /// The first failures: number of the case, defect, and the command that reproduces it.
    pub(crate) failures: Vec<(u64, String, String)>,
    /// The slowest map: time, case and draw.
    pub(crate) slowest: Option<(Duration, u64, u32)>,
    /// Sum of the digests of all maps; independent of their order.
    pub(crate) fingerprint: u128,
}

impl Tally {
    /// Counts an outcome; returns false if the case needs another draw.
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
            Outcome::Failed { defect, command } => {
                self.failed += 1;
                if self.failures.len() < MAX_FAILURES {
                    self.failures.push((number, defect, command));
                }
                true
            }
        }
    }

    /// Adds the tally of another thread.
    pub(crate) fn add(&mut self, other: Tally) {
        self.made += other.made;
        self.does_not_fit += other.does_not_fit;
        self.conflict += other.conflict;
        self.gave_up += other.gave_up;
        self.unresolved += other.unresolved;
        self.failed += other.failed;
        self.failures.extend(other.failures);
        self.failures.sort();
        self.failures.truncate(MAX_FAILURES);
        self.slowest = self.slowest.max(other.slowest);
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
    }

    /// Returns the number of maps made, valid or not.
    pub(crate) fn tried(&self) -> u64 {
        self.made + self.failed
    }
}

/// Returns n such that, with 95 % confidence, fewer than one in n maps is invalid if none of
/// `tried` is.
///
/// This is the rule of three.
pub(crate) fn one_in(tried: u64) -> u64 {
    (tried as f64 / -0.05_f64.ln()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_follows_the_rule_of_three() {
        assert_eq!([0, 3, 6_400, 200_000].map(one_in), [0, 1, 2_136, 66_761]);
    }

    #[test]
    fn sums_do_not_depend_on_the_order_of_counting() {
        let outcome = |n: u64| match n % 3 {
            0 => Outcome::Made { digest: Digest(n.into()), took: Duration::from_millis(n) },
            1 => Outcome::Failed { defect: format!("wrong {n}"), command: String::new() },
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
