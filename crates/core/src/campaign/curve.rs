//! Danger of the levels of a campaign.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Danger of the levels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Danger {
    /// From the first level to the last.
    Slope(Slope),
    /// Level by level; further levels have the last danger of the list.
    List(#[schemars(length(min = 1, max = 1_000), inner(range(min = 0, max = 1_000)))] Vec<u32>),
}

/// Change from the danger of the first level to that of the last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slope {
    /// Danger of the first level.
    #[schemars(range(min = 0, max = 1_000))]
    pub from: u32,
    /// Danger of the last level.
    #[schemars(range(min = 0, max = 1_000))]
    pub to: u32,
    /// Shape of the change in between.
    #[serde(default)]
    pub curve: Curve,
}

/// Shape of the change in danger from the first level to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Curve {
    /// By the same amount on every level.
    #[default]
    Steady,
    /// Slowly at first, quickly at the end.
    SlowStart,
    /// Twice as fast, with a rest on every fifth level.
    Waves,
}

/// Number of levels in a wave.
const WAVE: i64 = 5;

impl Default for Danger {
    fn default() -> Self {
        Danger::Slope(Slope { from: 1, to: 26, curve: Curve::Steady })
    }
}

impl Danger {
    /// Returns the danger of a level (from 1) out of `levels`.
    pub fn at(&self, level: u32, levels: u32) -> u32 {
        match self {
            Danger::List(list) => {
                list.get(level.saturating_sub(1) as usize).or(list.last()).copied().unwrap_or_default()
            }
            Danger::Slope(slope) => slope.at(level, levels),
        }
    }
}

impl Slope {
    fn at(&self, level: u32, levels: u32) -> u32 {
        let last = i64::from(levels) - 1;
        let step = (i64::from(level) - 1).clamp(0, last.max(0));
        if last < 1 {
            return self.from;
        }
        // Progress as a fraction.
        let (part, whole) = match self.curve {
            Curve::Steady => (step, last),
            Curve::SlowStart => (step * step, last * last),
            Curve::Waves => ((step + step % WAVE).min(last), last),
        };
        let rise = i64::from(self.to) - i64::from(self.from);
        // Rounded to the nearest whole number.
        let risen = (2 * rise * part + whole).div_euclid(2 * whole);
        (i64::from(self.from) + risen) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(curve: Curve, from: u32, to: u32, levels: u32) -> Vec<u32> {
        let danger = Danger::Slope(Slope { from, to, curve });
        (1..=levels).map(|level| danger.at(level, levels)).collect()
    }

    #[test]
    fn every_curve_goes_from_the_first_to_the_last() {
        assert_eq!(levels(Curve::Steady, 1, 26, 26), (1..=26).collect::<Vec<_>>());
        assert_eq!(levels(Curve::Steady, 9, 1, 5), [9, 7, 5, 3, 1]);
        assert_eq!(levels(Curve::SlowStart, 1, 26, 6), [1, 2, 5, 10, 17, 26]);
        assert_eq!(levels(Curve::Waves, 1, 11, 11), [1, 3, 5, 7, 9, 6, 8, 10, 11, 11, 11]);
        for curve in [Curve::Steady, Curve::SlowStart, Curve::Waves] {
            assert_eq!(levels(curve, 3, 9, 1), [3]);
            for count in 2..60 {
                let all = levels(curve, 3, 40, count);
                assert_eq!((all[0], all[count as usize - 1]), (3, 40));
                assert!(all.iter().all(|danger| (3..=40).contains(danger)));
            }
        }
    }

    #[test]
    fn the_last_number_of_a_list_repeats() {
        let list = Danger::List(vec![1, 1, 4]);
        assert_eq!((1..=5).map(|level| list.at(level, 5)).collect::<Vec<_>>(), [1, 1, 4, 4, 4]);
    }
}
