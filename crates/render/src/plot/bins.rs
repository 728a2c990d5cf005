//! [`Bins`]: an axis cut into equal parts with round borders.

use super::spread::Spread;
use crate::ticks::{Steps, round_up};

/// Whole numbers within a smaller range than this get one bin each.
const MAX_SINGLE_RANGE: f64 = 25.0;

/// Equal parts of an axis.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bins {
    /// Lower border of the first bin.
    pub(super) low: f64,
    pub(super) width: f64,
    pub(super) count: usize,
    pub(super) steps: Steps,
}

impl Bins {
    /// Returns bins for a histogram, at most `max_bins` + 1.
    ///
    /// Their width follows the Freedman–Diaconis rule, rounded up to 1, 2 or 5 times a power of
    /// ten. The rule depends on the middle half of the values, so that a few outliers do not
    /// squeeze all others into one bar. If that half is all equal, Sturges' rule is used instead.
    ///
    /// With whole numbers, the width of a bin is whole and its borders lie between the numbers; if
    /// their range is small, each number has its own bin.
    pub(super) fn of(spread: &Spread, max_bins: usize) -> Bins {
        let (low, high, count) = (spread.low(), spread.high(), spread.values().len() as f64);
        let middle = spread.quantile(0.75) - spread.quantile(0.25);
        let min_width = match middle > 0.0 {
            _ if spread.steps() == Steps::Whole && high - low < MAX_SINGLE_RANGE => 1.0,
            true => 2.0 * middle / libm::cbrt(count),
            false => (high - low) / (libm::log2(count) + 1.0),
        };
        Bins::within(spread, min_width.max((high - low) / max_bins.max(1) as f64), max_bins)
    }

    /// Returns about `max_bins` bins, or a few less.
    pub(super) fn about(spread: &Spread, max_bins: usize) -> Bins {
        Bins::within(spread, (spread.high() - spread.low()) / max_bins.max(1) as f64, max_bins)
    }

    fn within(spread: &Spread, min_width: f64, max_bins: usize) -> Bins {
        let (low, high, steps) = (spread.low(), spread.high(), spread.steps());
        // Borders must differ from each other, even for very large values.
        let mut min_width = min_width.max(low.abs().max(high.abs()) * 1e-12);
        loop {
            let width = match steps {
                Steps::Whole => round_up(min_width.max(1.0)),
                // All values are equal: use one bin around them.
                Steps::Any if low == high => round_up(low.abs() / 100.0),
                Steps::Any => round_up(min_width),
            };
            let shift = if steps == Steps::Whole { 0.5 } else { 0.0 };
            let first = libm::floor(low / width);
            let count = libm::floor(high / width) - first + 1.0;
            // Round borders may need one bin more than requested.
            if count <= max_bins.max(1) as f64 + 1.0 {
                return Bins { low: first * width - shift, width, count: count as usize, steps };
            }
            min_width = width * 1.01;
        }
    }

    pub(super) fn high(&self) -> f64 {
        self.low + self.width * self.count as f64
    }

    /// Returns the index of the bin that holds the value.
    pub(super) fn index(&self, value: f64) -> usize {
        let place = libm::floor((value - self.low) / self.width);
        place.clamp(0.0, (self.count - 1) as f64) as usize
    }

    /// Returns the borders of a bin.
    pub(super) fn span(&self, index: usize) -> (f64, f64) {
        (self.low + self.width * index as f64, self.low + self.width * (index + 1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bins(values: &[f64]) -> Bins {
        Bins::of(&Spread::of(values.iter().copied()).unwrap(), 40)
    }

    #[test]
    fn few_whole_numbers_have_a_bin_each() {
        let bins = bins(&[1.0, 2.0, 2.0, 3.0, 5.0]);
        assert_eq!((bins.low, bins.width, bins.count), (0.5, 1.0, 5));
        assert_eq!([1.0, 2.0, 3.0, 5.0].map(|value| bins.index(value)), [0, 1, 2, 4]);
    }

    #[test]
    fn every_value_lies_in_its_bin_and_bins_are_few() {
        let sets: [Vec<f64>; 8] = [
            vec![0.0],
            vec![-3.25; 9],
            vec![1e-12, 2e-12, 5e-12],
            vec![1e300, -1e300],
            (0..1000).map(f64::from).collect(),
            (0..500).map(|i| f64::from(i * i) / 7.0).collect(),
            [vec![0.1; 400], vec![1e6]].concat(),
            vec![1e9 + 0.1, 1e9 + 0.2],
        ];
        for set in sets {
            for max_bins in [1, 7, 60] {
                let bins = Bins::of(&Spread::of(set.iter().copied()).unwrap(), max_bins);
                assert!((1..=max_bins + 1).contains(&bins.count) && bins.width > 0.0, "{bins:?}");
                for &value in &set {
                    let (from, to) = bins.span(bins.index(value));
                    let slack = 1e-6 * bins.width;
                    assert!(from - slack <= value && value <= to + slack, "{value} in {from}..{to} of {bins:?}");
                }
            }
        }
    }
}
