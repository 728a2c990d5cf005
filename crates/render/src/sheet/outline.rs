//! [`Blob`]: the area that a terrain covers of its tile, with its outline towards other terrain.

use crate::band::side;
use crate::pen::polar;
use crate::scene::{Bounds, Path, Point, pt};

/// The area of a terrain in a tile from 0, 0 to 1, 1.
pub(super) struct Blob {
    /// Area that the terrain covers.
    pub(super) area: Path,
    /// Lines between the terrain and others.
    pub(super) edges: Path,
}

/// Shape of the outline.
#[derive(Clone, Copy)]
pub(super) struct OutlineLook {
    /// Distance of the outline from the sides of the tile.
    pub(super) inset: f32,
    /// Radius of its corners.
    pub(super) radius: f32,
    /// Distance that lines stray from a straight line, as if drawn by hand. They never do at the
    /// sides of the tile, so that they meet the lines of the next tile.
    pub(super) sway: f32,
}

/// Builds area and edges point by point, clockwise.
struct Walk {
    area: Vec<Point>,
    pieces: Vec<Vec<Point>>,
    is_drawing: bool,
}

impl Walk {
    /// Goes to a point inside the terrain's own side, where nothing is drawn.
    fn skip(&mut self, p: Point) {
        self.area.push(p);
        self.is_drawing = false;
    }

    /// Goes to a point along the outline.
    fn draw(&mut self, p: Point) {
        self.area.push(p);
        if !self.is_drawing {
            self.pieces.push(Vec::new());
            self.is_drawing = true;
        }
        let piece = self.pieces.last_mut();
        let is_new = |piece: &&mut Vec<Point>| piece.last().is_none_or(|last| last.distance(p) > 1e-5);
        piece.filter(is_new).into_iter().for_each(|piece| piece.push(p));
    }
}

impl Blob {
    /// Finds the area for the neighbours that belong to the terrain.
    pub(super) fn new(mask: u8, look: OutlineLook) -> Blob {
        let has = |bit: u8| mask & bit != 0;
        // The sides in clockwise order, each with the diagonal after it.
        let sides = [side::N, side::E, side::S, side::W];
        let mut walk = Walk { area: Vec::new(), pieces: Vec::new(), is_drawing: false };
        let OutlineLook { inset, radius, .. } = look;
        // Drawn as the top side and its right corner, then turned.
        // It begins after a side within the terrain, where no line is interrupted.
        let first = (0..4).find(|&quarter| has(sides[quarter])).unwrap_or(0);
        for quarter in (first..first + 4).map(|quarter| quarter % 4) {
            let this = sides[quarter];
            let (next, diagonal) = (sides[(quarter + 1) % 4], this << 1);
            let turned = |x: f32, y: f32| turn(pt(x, y), quarter);
            if !has(this) {
                side_line(&mut walk, look, (has(sides[(quarter + 3) % 4]), has(next)), quarter);
            }
            match (has(this), has(next)) {
                (false, false) => {
                    let center = pt(1.0 - inset - radius, inset + radius);
                    for step in 0..=4 {
                        let p = polar(center, radius, -0.25 + step as f32 / 16.0);
                        walk.draw(turned(p.x, p.y));
                    }
                }
                (false, true) => {
                    walk.draw(turned(1.0, inset));
                    walk.is_drawing = false;
                }
                (true, false) => {
                    walk.is_drawing = false;
                    walk.draw(turned(1.0 - inset, 0.0));
                }
                (true, true) if has(diagonal) => walk.skip(turned(1.0, 0.0)),
                (true, true) => {
                    walk.is_drawing = false;
                    walk.draw(turned(1.0 - inset, 0.0));
                    walk.draw(turned(1.0 - inset, inset));
                    walk.draw(turned(1.0, inset));
                    walk.is_drawing = false;
                }
            }
        }
        let mut edges = Path::new();
        let is_ring = mask & (side::N | side::E | side::S | side::W) == 0;
        if is_ring {
            edges = Path::polygon(&walk.area);
        } else {
            walk.pieces.iter().for_each(|piece| _ = edges.append(&Path::polyline(piece)));
        }
        Blob { area: Path::polygon(&walk.area), edges }
    }
}

/// Adds the line along the top side of a tile, turned by quarters.
fn side_line(walk: &mut Walk, look: OutlineLook, (has_left, has_right): (bool, bool), quarter: usize) {
    let OutlineLook { inset, radius, sway } = look;
    let from = if has_left { 0.0 } else { inset + radius };
    let to = if has_right { 1.0 } else { 1.0 - inset - radius };
    let inner = [(0.0, 0.0), (0.25, 0.7), (0.45, 1.0), (0.7, 0.35), (1.0, 0.0)];
    for (share, off) in inner {
        walk.draw(turn(pt(from + (to - from) * share, inset + sway * off), quarter));
    }
}

/// Rotates a point of the tile clockwise around its middle.
pub(super) fn turn(p: Point, quarters: usize) -> Point {
    match quarters % 4 {
        0 => p,
        1 => pt(1.0 - p.y, p.x),
        2 => pt(1.0 - p.x, 1.0 - p.y),
        _ => pt(p.y, 1.0 - p.x),
    }
}

/// Returns the neighbours outside of the mask, as squares.
pub(super) fn others(mask: u8) -> impl Iterator<Item = Bounds> {
    const AROUND: [(f32, f32); 8] =
        [(0.0, -1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (-1.0, -1.0)];
    let is_other = move |(bit, _): &(usize, (f32, f32))| mask >> bit & 1 == 0;
    AROUND.into_iter().enumerate().filter(is_other).map(|(_, (x, y))| Bounds::new(x, y, x + 1.0, y + 1.0))
}

/// Returns everything within this distance of the neighbours outside of the mask.
pub(super) fn near_others(mask: u8, reach: f32) -> Path {
    let mut path = Path::new();
    for square in others(mask) {
        let Bounds { from, .. } = square.grown(reach);
        path.append(&Path::rounded(from.x, from.y, 1.0 + 2.0 * reach, 1.0 + 2.0 * reach, reach));
    }
    path
}

/// Returns the distance of a point in the tile from the neighbours outside of the mask.
pub(super) fn distance_to_others(mask: u8, p: Point) -> f32 {
    let off = |value: f32, from: f32, to: f32| (from - value).max(value - to).max(0.0);
    let distance =
        |square: Bounds| pt(off(p.x, square.from.x, square.to.x), off(p.y, square.from.y, square.to.y)).length();
    others(mask).map(distance).fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::blob;

    const LOOK: OutlineLook = OutlineLook { inset: 0.1, radius: 0.1, sway: 0.02 };

    #[test]
    fn outlines_stay_within_their_tile() {
        for mask in blob::all() {
            let Blob { area, edges } = Blob::new(mask, LOOK);
            for p in area.points().chain(edges.points()) {
                assert!((0.0..=1.0).contains(&p.x) && (0.0..=1.0).contains(&p.y), "{mask}: {p:?}");
            }
        }
    }

    #[test]
    fn lines_meet_at_the_same_height_at_every_side() {
        // Where the side to the right is of the terrain, lines end at its inset, or not at all.
        for mask in blob::all().filter(|mask| mask & side::E != 0) {
            let ends: Vec<f32> = Blob::new(mask, LOOK).edges.points().filter(|p| p.x == 1.0).map(|p| p.y).collect();
            let above = mask & side::N == 0 || mask & side::N << 1 == 0;
            let below = mask & side::S == 0 || mask & side::E << 1 == 0;
            let expected: Vec<f32> =
                [(above, 0.1), (below, 0.9)].into_iter().filter(|(is, _)| *is).map(|(_, y)| y).collect();
            let mut ends = ends;
            ends.sort_by(f32::total_cmp);
            assert_eq!(ends.len(), expected.len(), "{mask}: {ends:?}");
            assert!(ends.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-5), "{mask}: {ends:?}");
        }
    }

    #[test]
    fn distances_are_those_to_the_nearest_other_neighbour() {
        let only_north = blob::reduced(!side::N);
        assert!((distance_to_others(only_north, pt(0.5, 0.25)) - 0.25).abs() < 1e-6);
        assert!(distance_to_others(blob::ALL_SIDES, pt(0.5, 0.5)) > 9.0);
    }
}
