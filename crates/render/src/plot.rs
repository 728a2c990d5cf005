//! Plots of many maps: the distribution of a metric ([`histogram()`]), two metrics against each
//! other ([`expressive_range()`]), and a metric against a parameter ([`sweep()`]).
//!
//! Each function returns a [`Scene`](crate::scene::Scene) in the colours and font of a style. Its
//! unit is that of an overview: about 40 pixels per unit make everything legible. Infinite values
//! and NaN are left out.

mod axis;
mod bins;
mod histogram;
mod picks;
mod range;
mod sheet;
mod slots;
mod spread;
mod sweep;

pub use histogram::{HistogramPlot, histogram};
pub use picks::{Pick, Role, range_picks};
pub use range::{RangePlot, Thumbnail, expressive_range};
pub use sweep::{SweepAt, SweepPlot, SweepPoint, sweep};

/// Values of a metric for many maps.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    /// Name of the metric: `openness`.
    pub title: &'a str,
    /// Unit of the values; empty if they have none.
    pub unit: &'a str,
    /// One value per map.
    pub values: &'a [f64],
}

#[cfg(test)]
mod tests;
