//! Plots of many maps: what a number is like ([`histogram()`]), two of them together ([`expressive_range()`]), and how one follows a
//! parameter ([`sweep()`]).
//!
//! Each gives a [`Scene`](crate::scene::Scene), in the colours and letters of a style, whose unit is that of an overview: about 40 pixels
//! show everything. Infinite numbers, and what is no number, are left out.

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

/// A number of many maps.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    /// What it is: `openness`.
    pub title: &'a str,
    /// In what it is counted; empty if it is nothing that has a name.
    pub unit: &'a str,
    /// One for every map.
    pub values: &'a [f64],
}

#[cfg(test)]
mod tests;
