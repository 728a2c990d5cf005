//! [`Spread`]: sorted values and their statistics.

use crate::ticks::Steps;

/// Larger values are clamped to this, so that twice as much is still finite.
const MAX_VALUE: f64 = 1e300;

/// Clamps a value to the range that can be drawn; `None` if it is not finite.
pub(super) fn drawable(value: f64) -> Option<f64> {
    value.is_finite().then(|| value.clamp(-MAX_VALUE, MAX_VALUE))
}

/// Values in ascending order, at least one.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spread(Vec<f64>);

impl Spread {
    /// Returns the finite values, or `None` if there are none.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut values: Vec<f64> = values.into_iter().filter_map(drawable).collect();
        values.sort_unstable_by(f64::total_cmp);
        (!values.is_empty()).then_some(Spread(values))
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.0
    }

    pub(super) fn low(&self) -> f64 {
        self.0[0]
    }

    pub(super) fn high(&self) -> f64 {
        self.0[self.0.len() - 1]
    }

    /// Returns the quantile, interpolated between neighbouring values.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let place = share.clamp(0.0, 1.0) * (self.0.len() - 1) as f64;
        let index = place as usize;
        let (below, above) = (self.0[index], self.0[(index + 1).min(self.0.len() - 1)]);
        below + (above - below) * (place - index as f64)
    }

    pub(super) fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    pub(super) fn mean(&self) -> f64 {
        // A running mean, because the sum of large values may overflow.
        (1..).zip(&self.0).fold(0.0, |mean, (count, value)| mean + (value - mean) / f64::from(count))
    }

    /// Returns whole steps if all values are whole.
    pub(super) fn steps(&self) -> Steps {
        let whole = |value: &f64| *value == libm::floor(*value) && value.abs() < 1e9;
        if self.0.iter().all(whole) { Steps::Whole } else { Steps::Any }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_their_neighbours() {
        let spread = Spread::of([4.0, f64::NAN, 1.0, 2.0, f64::INFINITY, 3.0]).unwrap();
        assert_eq!((spread.low(), spread.median(), spread.high()), (1.0, 2.5, 4.0));
        assert_eq!((spread.quantile(0.25), spread.quantile(0.9), spread.mean()), (1.75, 3.7, 2.5));
        assert_eq!(Spread::of([f64::NAN]), None);
        assert_eq!(Spread::of([7.0]).unwrap().quantile(0.3), 7.0);
    }

    #[test]
    fn the_mean_of_huge_values_is_finite() {
        assert!(Spread::of(vec![1e308; 1000]).unwrap().mean() <= 1e300);
        assert_eq!(Spread::of([0.5]).unwrap().steps(), Steps::Any);
        assert_eq!(Spread::of([5.0, -2.0]).unwrap().steps(), Steps::Whole);
    }
}
