//! The hatching around the floor: patches of parallel strokes, from one seamless tile.
//!
//! Every patch owns the part of the plane that is nearest to its middle (its Voronoi cell), and its
//! strokes end at the border, so that strokes of different patches never cross. Strokes are drawn
//! as a whole or not at all, so the outer edge is ragged.

use crate::geometry::field::{Field, MARGIN};
use crate::scene::{Point, pt};
use crate::style::Hatch;
use mapwright::{Rng, Seed, Size};

/// Side of the tile, in squares.
const TILE_SIDE: f32 = 12.0;

/// A stroke of the tile.
struct Mark {
    ends: [Point; 2],
    /// Maximum distance from the floor, as a share of the reach.
    bold: f32,
}

/// A patch of strokes with its direction.
struct Patch {
    middle: Point,
    along: Point,
    bold: f32,
}

/// Returns the strokes around the floor, given the distance of every sample from it.
pub(crate) fn strokes(look: &Hatch, size: Size, distances: &Field<f32>, seed: Seed) -> Vec<[Point; 2]> {
    if look.reach <= 0.0 {
        return Vec::new();
    }
    let tile = tile(look, TILE_SIDE, &mut seed.child("hatch").rng());
    let mut strokes = Vec::new();
    let from = -(MARGIN as f32);
    let steps = |cells: i32| ((cells as f32 - 2.0 * from) / TILE_SIDE).ceil() as i32;
    for ty in 0..steps(size.height) {
        for tx in 0..steps(size.width) {
            let at = pt(from + tx as f32 * TILE_SIDE, from + ty as f32 * TILE_SIDE);
            strokes.extend(tile.iter().filter_map(|mark| {
                let [a, b] = mark.ends.map(|p| p + at);
                let distance = distances.nearest(a.toward(b, 0.5));
                let near = distance < look.reach * mark.bold;
                let hidden = distance <= 0.0 && distances.nearest(a) <= 0.0 && distances.nearest(b) <= 0.0;
                (near && !hidden).then_some([a, b])
            }));
        }
    }
    strokes
}

/// Returns the strokes that touch the square from 0, 0 to 1, 1, of a hatching that repeats in every
/// square. With each stroke comes its maximum distance from the floor, as a share of the reach.
pub(crate) fn tile_strokes(look: &Hatch, seed: Seed) -> Vec<([Point; 2], f32)> {
    if look.reach <= 0.0 {
        return Vec::new();
    }
    // Patches that fit into a square a whole number of times.
    let look = Hatch { patch: look.patch.min(0.42), ..look.clone() };
    let marks = tile(&look, 1.0, &mut seed.child("hatch").rng());
    let copies = (-1..=1).flat_map(|y| (-1..=1).map(move |x| pt(x as f32, y as f32)));
    copies.flat_map(|by| marks.iter().map(move |mark| (mark.ends.map(|p| p + by), mark.bold))).collect()
}

/// Returns the strokes of a tile with this side, which wraps around on both axes.
fn tile(look: &Hatch, tile_side: f32, rng: &mut Rng) -> Vec<Mark> {
    let patches = patches(look.patch, tile_side, rng);
    let wrapped = |offset: Point| wrapped(offset, tile_side);
    let mut marks = Vec::new();
    for (index, patch) in patches.iter().enumerate() {
        // In a small tile, patches are close to copies of themselves and of others.
        let copies = || (-1..=1).flat_map(|y| (-1..=1).map(move |x| pt(x as f32, y as f32) * tile_side));
        let near: Vec<Point> = patches
            .iter()
            .flat_map(|other| copies().map(move |copy| wrapped(other.middle - patch.middle) + copy))
            .enumerate()
            .filter(|(other, offset)| *other != 9 * index + 4 && offset.length() < 3.0 * look.patch)
            .map(|(_, offset)| offset)
            .collect();
        let across = patch.along.right();
        let count = (look.patch / look.spacing).ceil() as i32;
        let shift = unit(rng) - 0.5;
        for k in -count..=count {
            let base = across * ((k as f32 + shift) * look.spacing);
            // The part of the line that is nearer to this patch than to any other.
            let (mut low, mut high) = (-look.patch, look.patch);
            for offset in &near {
                let slope = patch.along.x * offset.x + patch.along.y * offset.y;
                let room = (offset.x * offset.x + offset.y * offset.y) / 2.0 - (base.x * offset.x + base.y * offset.y);
                match slope {
                    s if s > 1e-6 => high = high.min(room / s),
                    s if s < -1e-6 => low = low.max(room / s),
                    _ if room < 0.0 => high = low,
                    _ => {}
                }
            }
            // A hand lifts the pen a little early, and never twice in the same way.
            let (low, high) = (low + 0.035 + 0.08 * unit(rng), high - 0.035 - 0.08 * unit(rng));
            let tilt = across * (0.05 * (unit(rng) - 0.5));
            let fade = unit(rng);
            if high - low > 0.16 {
                let from = patch.middle + base + patch.along * low - tilt;
                let to = patch.middle + base + patch.along * high + tilt;
                marks.push(Mark { ends: [from, to], bold: patch.bold * (0.7 + 0.3 * fade) });
            }
        }
    }
    marks
}

/// Returns patches with a minimum distance (Poisson disc sampling), each at an angle clearly
/// different from its neighbours'.
fn patches(apart: f32, tile_side: f32, rng: &mut Rng) -> Vec<Patch> {
    let wrapped = |offset: Point| wrapped(offset, tile_side);
    let side = (tile_side / apart).floor().max(1.0) as i32;
    let mut places: Vec<Vec<Point>> = vec![Vec::new(); (side * side) as usize];
    let bucket = |p: Point| {
        let at = |value: f32| ((value / tile_side * side as f32) as i32).rem_euclid(side);
        (at(p.x), at(p.y))
    };
    let mut patches: Vec<Patch> = Vec::new();
    // Far more attempts than there is space for.
    for _ in 0..side * side * 14 {
        let p = pt(unit(rng) * tile_side, unit(rng) * tile_side);
        let (bx, by) = bucket(p);
        let mut around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (bx + dx, by + dy)));
        let taken = around.any(|(x, y)| {
            let index = y.rem_euclid(side) * side + x.rem_euclid(side);
            places[index as usize].iter().any(|&other| wrapped(other - p).length() < apart)
        });
        if !taken {
            places[(by * side + bx) as usize].push(p);
            patches.push(Patch { middle: p, along: pt(1.0, 0.0), bold: 0.0 });
        }
    }
    for index in 0..patches.len() {
        let middle = patches[index].middle;
        let near: Vec<Point> = patches[..index]
            .iter()
            .filter(|other| wrapped(other.middle - middle).length() < 1.7 * apart)
            .map(|other| other.along)
            .collect();
        // Of sixteen directions, take the one least like any neighbour's; the first one is random.
        let first = unit(rng);
        let directions = (0..16).map(|i| {
            let angle = (first + i as f32 / 16.0) * core::f32::consts::PI;
            pt(libm::cosf(angle), libm::sinf(angle))
        });
        let similarity = |d: &Point| near.iter().map(|other| (d.x * other.x + d.y * other.y).abs()).fold(0.0, f32::max);
        let best = directions.min_by(|a, b| similarity(a).total_cmp(&similarity(b)));
        patches[index].along = best.unwrap_or(pt(1.0, 0.0));
        patches[index].bold = 0.76 + 0.24 * unit(rng);
    }
    patches
}

/// Returns the shortest offset on the tile, which wraps around.
fn wrapped(offset: Point, tile_side: f32) -> Point {
    let wrap = |value: f32| value - (value / tile_side).round() * tile_side;
    pt(wrap(offset.x), wrap(offset.y))
}

fn unit(rng: &mut Rng) -> f32 {
    rng.below(1 << 16) as f32 / 65536.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::Style;

    fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
        let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    }

    #[test]
    fn strokes_never_cross_even_over_the_edge_of_the_tile() {
        let hatch = Style::default().hatch;
        let marks: Vec<[Point; 2]> =
            tile(&hatch, TILE_SIDE, &mut Seed::new(7).rng()).iter().map(|mark| mark.ends).collect();
        assert!(marks.len() > 700, "{}", marks.len());
        let mut crossings = 0;
        for (i, a) in marks.iter().enumerate() {
            for b in &marks[i + 1..] {
                let offset = b[0] - a[0];
                let shift = wrapped(offset, TILE_SIDE) - offset;
                crossings += u32::from(cross(*a, b.map(|p| p + shift)));
            }
        }
        assert_eq!(crossings, 0);
    }

    #[test]
    fn neighbours_have_clearly_different_angles() {
        let patches = patches(0.62, TILE_SIDE, &mut Seed::new(7).rng());
        let (mut pairs, mut similar) = (0, 0);
        for (i, a) in patches.iter().enumerate() {
            for b in &patches[i + 1..] {
                if wrapped(a.middle - b.middle, TILE_SIDE).length() < 0.75 {
                    pairs += 1;
                    // Less than 20 degrees.
                    similar += u32::from((a.along.x * b.along.x + a.along.y * b.along.y).abs() > 0.94);
                }
            }
        }
        assert!(pairs > 200 && similar * 50 < pairs, "{similar} of {pairs}");
    }

    #[test]
    fn there_are_fewer_strokes_farther_from_the_floor() {
        let hatch = Style::default().hatch;
        let marks = tile(&hatch, TILE_SIDE, &mut Seed::new(7).rng());
        let shown = |share: f32| marks.iter().filter(|mark| mark.bold > share).count();
        let counts = [0.2, 0.5, 0.65, 0.8, 0.95].map(shown);
        assert!(counts.is_sorted_by(|a, b| a >= b) && counts[4] * 5 < counts[0], "{counts:?}");
    }
}
