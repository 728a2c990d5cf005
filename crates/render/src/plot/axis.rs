//! [`Axis`]: maps values to positions, with ticks that fit.

use crate::text::Font;
use crate::ticks::{Steps, Ticks};

/// Font size of the labels along axes, and of most other text.
pub(super) const FONT_SIZE: f32 = 0.44;

/// Values along a line of the sheet.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    from: f32,
    to: f32,
    /// Values of the ticks with their labels.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Returns an axis from left to right.
    pub(super) fn across(ends: (f64, f64), (from, to): (f32, f32), steps: Steps, font: &mut Font) -> Axis {
        let mut axis = Axis::without_ticks(ends, (from, to));
        // As many ticks as fit side by side.
        for max_ticks in (1..=10).rev() {
            axis.set_ticks(max_ticks, steps);
            let widest = axis.ticks.iter().map(|(_, label)| font.width(label, FONT_SIZE)).fold(0.0, f32::max);
            let apart = axis.ticks.windows(2).map(|two| axis.place(two[1].0) - axis.place(two[0].0));
            if apart.fold(f32::MAX, f32::min) > widest + 1.2 * FONT_SIZE {
                break;
            }
        }
        axis
    }

    /// Returns an axis from bottom to top.
    pub(super) fn upward(ends: (f64, f64), (bottom, top): (f32, f32), steps: Steps) -> Axis {
        let mut axis = Axis::without_ticks(ends, (bottom, top));
        axis.set_ticks(7, steps);
        axis
    }

    fn without_ticks((low, high): (f64, f64), (from, to): (f32, f32)) -> Axis {
        // An axis has a length, even if all values are equal.
        let margin = if low < high { 0.0 } else { (low.abs() / 20.0).max(0.5) };
        Axis { low: low - margin, high: high + margin, from, to, ticks: Vec::new() }
    }

    fn set_ticks(&mut self, max_ticks: usize, steps: Steps) {
        let ticks = Ticks::between(self.low, self.high, max_ticks, steps);
        self.ticks = ticks.values.iter().map(|&value| (value, ticks.label(value))).collect();
    }

    /// Returns the position of a value.
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
    fn labels_do_not_overlap_for_any_values() {
        let mut font = Font::of(FontName::Carved);
        for ends in [(0.0, 1.0), (0.0, 1e6), (-1e300, 1e300), (1e-9, 2e-9), (5.0, 5.0), (123_456.0, 123_457.5)] {
            let axis = Axis::across(ends, (2.0, 9.0), Steps::Any, &mut font);
            let mut end = f32::MIN;
            for (value, label) in &axis.ticks {
                let (middle, half) = (axis.place(*value), font.width(label, FONT_SIZE) / 2.0);
                assert!(middle - half > end && (2.0..=9.0).contains(&middle), "{ends:?}: {:?}", axis.ticks);
                end = middle + half;
            }
        }
    }

    #[test]
    fn equal_values_are_in_the_middle() {
        let axis = Axis::upward((7.0, 7.0), (10.0, 0.0), Steps::Whole);
        assert_eq!((axis.place(7.0), axis.place(-100.0), axis.place(1e9)), (5.0, 10.0, 0.0));
    }
}
