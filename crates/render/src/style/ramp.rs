//! [`Ramp`]: colours from low to high, and [`Levels`]: classes of values with one colour each.

use crate::scene::Color;
use crate::style::Style;

/// Colours from low to high. Each is lighter than the one before by about the same perceived
/// amount, and they run from blue to yellow, so that the order is clear to people who cannot tell
/// red from green, and in black and white.
///
/// Dark walls stand out on all colours of the first ramp, light walls on the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ramp {
    UnderDark,
    UnderLight,
    /// The first ramp in reverse: for light paper, where high values are dark.
    Darkening,
}

/// Even steps of lightness, 0.44 to 0.94 and 0.24 to 0.74, on a path from indigo over teal to
/// yellow.
const UNDER_DARK: [u32; 7] = [0x404899, 0x376daf, 0x2a93b6, 0x3eb3a7, 0x79ce8c, 0xc1e06e, 0xf7f08a];
const UNDER_LIGHT: [u32; 7] = [0x1d1547, 0x262b71, 0x194d8a, 0x006e8c, 0x1e8c82, 0x56a76a, 0xa3b644];

impl Ramp {
    /// Returns the ramp on which this style's walls stand out.
    pub(crate) fn under(style: &Style) -> Ramp {
        if style.colors.wall.lightness() < 128 { Ramp::UnderDark } else { Ramp::UnderLight }
    }

    /// Returns the colour of a share, from 0 to 1.
    pub(crate) fn at(self, share: f32) -> Color {
        let (anchors, share) = match self {
            Ramp::UnderDark => (UNDER_DARK, share),
            Ramp::UnderLight => (UNDER_LIGHT, share),
            Ramp::Darkening => (UNDER_DARK, 1.0 - share),
        };
        let anchor = |index: usize| {
            let rgb = anchors[index.min(anchors.len() - 1)];
            Color::rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
        };
        let position = share.clamp(0.0, 1.0) * (anchors.len() - 1) as f32;
        anchor(position as usize).toward(anchor(position as usize + 1), position.fract())
    }
}

/// Classes of values that share a colour; few values have a class each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Levels {
    pub(crate) low: u32,
    pub(crate) high: u32,
    /// Number of colours.
    pub(crate) count: usize,
}

/// Maximum number of colours: more could not be told apart, and each needs a path.
const MAX_LEVELS: u64 = 32;

impl Levels {
    /// Returns classes for these values, or `None` if there are none.
    pub(crate) fn of(values: impl Iterator<Item = u32>) -> Option<Levels> {
        let ends = values.fold(None, |ends: Option<(u32, u32)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        ends.map(|(low, high)| Levels { low, high, count: (u64::from(high - low) + 1).min(MAX_LEVELS) as usize })
    }

    /// Returns the class of a value, from 0.
    pub(crate) fn level(&self, value: u32) -> usize {
        let all = u64::from(self.high - self.low) + 1;
        let above = u64::from(value.clamp(self.low, self.high) - self.low);
        (above * self.count as u64 / all) as usize
    }

    /// Returns the colour of a class. A single class has the middle colour.
    pub(crate) fn color(&self, level: usize, ramp: Ramp) -> Color {
        ramp.at(if self.count > 1 { level as f32 / (self.count - 1) as f32 } else { 0.5 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_lighter_than_the_one_before() {
        for ramp in [Ramp::UnderDark, Ramp::UnderLight] {
            let grey: Vec<i32> = (0..32).map(|step| ramp.at(step as f32 / 31.0).lightness()).collect();
            for two in grey.windows(2) {
                assert!((1..=9).contains(&(two[1] - two[0])), "{ramp:?}: {grey:?}");
            }
        }
    }

    #[test]
    fn few_values_have_a_colour_each_and_many_share() {
        let few = Levels::of([7, 3, 5].into_iter()).unwrap();
        assert_eq!((few.low, few.high, few.count), (3, 7, 5));
        assert_eq!([3, 4, 5, 6, 7].map(|value| few.level(value)), [0, 1, 2, 3, 4]);
        let many = Levels::of([0, u32::MAX].into_iter()).unwrap();
        assert_eq!((many.count, many.level(0), many.level(u32::MAX / 2), many.level(u32::MAX)), (32, 0, 15, 31));
        assert_eq!(Levels::of([4].into_iter()).unwrap().level(4), 0);
        assert_eq!(Levels::of(std::iter::empty()), None);
    }
}
