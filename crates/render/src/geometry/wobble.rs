//! [`Wobble`]: smooth value noise, for lines that stray a little as if drawn by hand.

use crate::scene::{Point, pt};
use mapwright::Seed;

/// A smooth noise field of small offsets. A point always has the same offset.
#[derive(Clone, Copy)]
pub(crate) struct Wobble {
    key: u64,
}

impl Wobble {
    pub(crate) fn new(seed: Seed) -> Self {
        Wobble { key: seed.rng().next_u64() }
    }

    /// Returns an offset from -1 to 1 in both directions, smooth, with features of about one unit.
    pub(crate) fn at(self, p: Point) -> Point {
        let (cell, (u, v)) = lattice_cell(p);
        let corner = |dx: i32, dy: i32| self.hash(cell.0 + dx, cell.1 + dy);
        let corners = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
        let mixed = |pick: fn(u64) -> f32| {
            let [a, b, c, d] = corners.map(pick);
            (a + (b - a) * u) * (1.0 - v) + (c + (d - c) * u) * v
        };
        pt(mixed(low), mixed(high))
    }

    /// Returns fractal noise from 0 to 1: three octaves, the largest with features of about one
    /// unit.
    pub(crate) fn fractal(self, p: Point) -> f32 {
        let part = |p: Point, weight: f32| self.at(p).x * weight;
        let sum = part(p, 1.0) + part(p * 2.03 + pt(17.3, 5.1), 0.5) + part(p * 4.11 + pt(3.7, 41.9), 0.25);
        0.5 + sum / 3.5
    }

    fn hash(self, x: i32, y: i32) -> u64 {
        let mut bits = self.key ^ (x as u32 as u64) << 32 ^ u64::from(y as u32);
        bits = (bits ^ bits >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits ^ bits >> 32
    }
}

fn low(bits: u64) -> f32 {
    (bits & 0xffff) as f32 / 32_767.5 - 1.0
}

fn high(bits: u64) -> f32 {
    (bits >> 16 & 0xffff) as f32 / 32_767.5 - 1.0
}

/// Returns the square of a point and the eased position in it.
fn lattice_cell(p: Point) -> ((i32, i32), (f32, f32)) {
    let (x, y) = (p.x.floor(), p.y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    ((x as i32, y as i32), (ease(p.x - x), ease(p.y - y)))
}
