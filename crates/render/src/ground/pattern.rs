//! [`Pattern`]: strokes that show what the ground is like, even without colour.

use crate::pen::polar;
use crate::scene::{Path, Point, pt};
use mapwright::Rng;

macro_rules! patterns {
    ($($(#[$doc:meta])* $pattern:ident $name:literal $percent:literal $draw:ident)*) => {
        /// Marks scattered on the ground.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Pattern {
            $($(#[$doc])* $pattern,)*
        }

        impl Pattern {
            #[cfg(test)]
            pub(crate) const ALL: &[Pattern] = &[$(Pattern::$pattern,)*];

            /// Returns the pattern of this name.
            pub(crate) fn named(name: &str) -> Option<Pattern> {
                match name {
                    $($name => Some(Pattern::$pattern),)*
                    _ => None,
                }
            }

            /// Returns the usual percentage of cells with a mark.
            pub(crate) fn percent(self) -> u32 {
                match self {
                    $(Pattern::$pattern => $percent,)*
                }
            }

            /// Draws one mark, within [`REACH`] of its middle.
            pub(crate) fn draw(self, hand: &mut Hand<'_>) {
                match self {
                    $(Pattern::$pattern => $draw(hand),)*
                }
            }
        }
    };
}

patterns! {
    /// Two short waves.
    Waves "waves" 42 waves
    /// Blades of grass.
    Tufts "tufts" 34 tufts
    /// Grains of sand, and the crest of a dune here and there.
    Dots "dots" 62 dots
    /// A crack with a branch.
    Cracks "cracks" 26 cracks
    /// A cross.
    Crosses "crosses" 20 crosses
    /// A splinter.
    Shards "shards" 28 shards
    /// Rings.
    Rings "rings" 32 rings
    /// Sparks.
    Sparks "sparks" 30 sparks
}

/// Maximum distance of a mark's points from its middle.
pub(crate) const REACH: f32 = 0.3;

/// Draws a mark into a path.
pub(crate) struct Hand<'a> {
    /// Middle of the mark.
    pub(crate) at: Point,
    pub(crate) path: &'a mut Path,
    pub(crate) rng: &'a mut Rng,
}

impl Hand<'_> {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.rng.below(1 << 16) as f32 / 65536.0
    }

    fn line(&mut self, points: &[(f32, f32)]) {
        let points: Vec<Point> = points.iter().map(|&(x, y)| self.at + pt(x, y)).collect();
        self.path.append(&Path::polyline(&points));
    }

    fn curve(&mut self, from: (f32, f32), by: (f32, f32), to: (f32, f32)) {
        let [from, by, to] = [from, by, to].map(|(x, y)| self.at + pt(x, y));
        self.path.move_to(from).quad_to(by, to);
    }

    /// Draws the shortest possible line; round caps make it a dot.
    fn dot(&mut self, x: f32, y: f32) {
        self.line(&[(x, y), (x + 0.01, y)]);
    }
}

/// Returns the offset at this distance and angle in turns.
fn offset(radius: f32, turns: f32) -> (f32, f32) {
    let Point { x, y } = polar(pt(0.0, 0.0), radius, turns);
    (x, y)
}

fn waves(hand: &mut Hand<'_>) {
    let shift = hand.between(-0.05, 0.05);
    for (y, from, count) in [(-0.06, -0.24, 4), (0.08, -0.1 + shift, 3)] {
        for i in 0..count {
            let (x, up) = (from + 0.11 * i as f32, if i % 2 == 0 { -0.055 } else { 0.055 });
            hand.curve((x, y), (x + 0.055, y + up), (x + 0.11, y));
        }
    }
}

fn tufts(hand: &mut Hand<'_>) {
    let lean = hand.between(-0.04, 0.04);
    for (x, height) in [(-0.11, 0.13), (-0.03, 0.21), (0.06, 0.18), (0.13, 0.1)] {
        let height = height + hand.between(-0.02, 0.02);
        hand.curve((x * 0.35, 0.1), (x * 0.5, 0.1 - height * 0.6), (x + lean, 0.1 - height));
    }
}

fn dots(hand: &mut Hand<'_>) {
    if hand.rng.percent(22) {
        hand.curve((-0.25, 0.04), (-0.02, -0.11), (0.25, 0.03));
        hand.curve((-0.1, 0.13), (0.05, 0.04), (0.22, 0.12));
        return;
    }
    for _ in 0..4 {
        let (x, y) = (hand.between(-0.28, 0.28), hand.between(-0.28, 0.28));
        hand.dot(x, y);
    }
}

fn cracks(hand: &mut Hand<'_>) {
    let turn = hand.between(0.0, 1.0);
    let (from, to) = (offset(0.27, turn), offset(0.27, turn + hand.between(0.42, 0.58)));
    let along = |share: f32, off: (f32, f32)| {
        (from.0 + (to.0 - from.0) * share + off.0, from.1 + (to.1 - from.1) * share + off.1)
    };
    let (one, two) = (offset(0.055, turn + 0.25), offset(0.045, turn - 0.25));
    let (a, b) = (along(0.33, one), along(0.62, two));
    hand.line(&[from, a, b, to]);
    let branch = offset(hand.between(0.2, 0.26), turn + 0.25);
    hand.line(&[a, branch]);
}

fn crosses(hand: &mut Hand<'_>) {
    let lean = hand.between(-0.02, 0.02);
    hand.line(&[(lean, -0.17), (-lean, 0.17)]);
    hand.line(&[(-0.1, -0.06 - lean), (0.1, -0.06 + lean)]);
}

fn shards(hand: &mut Hand<'_>) {
    let turn = hand.between(0.0, 1.0);
    let length = hand.between(0.16, 0.22);
    let [a, b, c, d] = [(length, 0.0), (0.07, 0.25), (length * 0.8, 0.5), (0.07, 0.75)];
    let [a, b, c, d] = [a, b, c, d].map(|(radius, by)| offset(radius, turn + by));
    hand.line(&[a, b, c, d, a]);
    hand.line(&[b, d]);
}

fn rings(hand: &mut Hand<'_>) {
    let turn = hand.between(0.0, 1.0);
    let radius = hand.between(0.08, 0.11);
    let at = hand.at;
    let small = polar(at, 0.2, turn);
    hand.path.append(&Path::circle(at, radius)).append(&Path::circle(small, 0.045));
    let (x, y) = offset(0.21, turn + hand.between(0.3, 0.6));
    hand.dot(x, y);
}

fn sparks(hand: &mut Hand<'_>) {
    let turn = hand.between(0.0, 0.25);
    for i in 0..4 {
        let ray = [offset(0.055, turn + i as f32 / 4.0), offset(0.14, turn + i as f32 / 4.0)];
        hand.line(&ray);
    }
    let (x, y) = offset(0.24, turn + hand.between(0.0, 1.0));
    hand.dot(x, y);
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::Seed;

    #[test]
    fn marks_stay_within_their_reach() {
        for &pattern in Pattern::ALL {
            for seed in 0..200 {
                let (mut path, mut rng) = (Path::new(), Seed::new(seed).rng());
                pattern.draw(&mut Hand { at: pt(3.0, 4.0), path: &mut path, rng: &mut rng });
                let off = path.points().map(|p| (p.x - 3.0).abs().max((p.y - 4.0).abs())).fold(0.0, f32::max);
                assert!(off <= REACH, "{pattern:?}, seed {seed}: {off}");
            }
        }
    }
}
