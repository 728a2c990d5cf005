//! [`Axis`]: from numbers to places, with ticks that have room.

use crate::text::Font;
use crate::ticks::{Steps, Ticks};

/// The size of the numbers along axes, and of most other words.
pub(super) const LETTERS: f32 = 0.44;

/// Numbers along a line of the plane.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f32,
    to: f32,
    /// The numbers that stand beside it, and how they are written.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// From left to right.
    pub(super) fn across(ends: (f64, f64), (from, to): (f32, f32), steps: Steps, font: &mut Font) -> Axis {
        let mut axis = Axis::bare(ends, (from, to));
        // As many as have room beside each other.
        for most in (1..=10).rev() {
            axis.mark(most, steps);
            let widest = axis.ticks.iter().map(|(_, label)| font.width(label, LETTERS)).fold(0.0, f32::max);
            let apart = axis.ticks.windows(2).map(|two| axis.place(two[1].0) - axis.place(two[0].0));
            if apart.fold(f32::MAX, f32::min) > widest + 1.2 * LETTERS {
                break;
            }
        }
        axis
    }

    /// From below to above.
    pub(super) fn upward(ends: (f64, f64), (bottom, top): (f32, f32), steps: Steps) -> Axis {
        let mut axis = Axis::bare(ends, (bottom, top));
        axis.mark(7, steps);
        axis
    }

    fn bare((low, high): (f64, f64), (from, to): (f32, f32)) -> Axis {
        // An axis has a length, even where all values are the same.
        let room = if low < high { 0.0 } else { (low.abs() / 20.0).max(0.5) };
        Axis { low: low - room, high: high + room, from, to, ticks: Vec::new() }
    }

    fn mark(&mut self, most: usize, steps: Steps) {
        let ticks = Ticks::between(self.low, self.high, most, steps);
        self.ticks = ticks.values.iter().map(|&value| (value, ticks.label(value))).collect();
    }

    /// Where a number is.
    pub(super) fn place(&self, value: f64) -> f32 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0) as f32;
        self.from + (self.to - self.from) * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::FontName;

    #[test]
    fn labels_keep_apart_whatever_the_numbers_are() {
        let mut font = Font::of(FontName::Carved);
        for ends in [(0.0, 1.0), (0.0, 1e6), (-1e300, 1e300), (1e-9, 2e-9), (5.0, 5.0), (123_456.0, 123_457.5)] {
            let axis = Axis::across(ends, (2.0, 9.0), Steps::Any, &mut font);
            let mut end = f32::MIN;
            for (value, label) in &axis.ticks {
                let (middle, half) = (axis.place(*value), font.width(label, LETTERS) / 2.0);
                assert!(middle - half > end && (2.0..=9.0).contains(&middle), "{ends:?}: {:?}", axis.ticks);
                end = middle + half;
            }
        }
    }

    #[test]
    fn all_equal_values_stand_in_the_middle() {
        let axis = Axis::upward((7.0, 7.0), (10.0, 0.0), Steps::Whole);
        assert_eq!((axis.place(7.0), axis.place(-100.0), axis.place(1e9)), (5.0, 10.0, 0.0));
    }
}
