//! The ground of themes: a wash of colour with soft seams, and strokes if the style has them.

use super::Plan;
use crate::band;
use crate::geometry::contour;
use crate::geometry::field::{FINE, Field, MARGIN};
use crate::geometry::wobble::Wobble;
use crate::ground::pattern::{Hand, REACH};
use crate::ground::{Ground, Grounds};
use crate::scene::{Group, Node, Path, Point, Stroke, pt};
use mapwright::{BitGrid, Pos, Rect, Tile};

/// Levels of the coats of a wash. Each coat is a little smaller than the one below.
const COATS: [f32; 3] = [-0.22, 0.0, 0.22];
/// Amplitude of the waves in a seam, as a share of its width.
const SEAM_WAVE: f32 = 0.24;

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let Some(grounds) = &plan.grounds else { return };
    let look = &plan.style.themes;
    let mut floor = Group { clip: Some(plan.floor.path.clone()), ..Group::default() };
    if look.tint > 0.0 {
        // All coats together let as much of the floor through as a single coat of full strength.
        let coat = 1.0 - libm::cbrtf(1.0 - look.tint.min(1.0));
        let sway = Wobble::new(plan.seed.child("themes"));
        for (number, ground) in (1..).zip(&grounds.all) {
            let Some(tint) = ground.tint else { continue };
            let field = plan.softened(grounds, number, ground, sway);
            for level in COATS {
                floor.fill(wash(&field, level, ground), tint.faded(coat));
            }
        }
    }
    if look.pattern > 0.0 {
        let marks = plan.marks(grounds, look.pattern);
        for (ground, path) in grounds.all.iter().zip(marks) {
            let ink = plan.style.colors.pattern;
            let color = ground.tint.map_or(ink, |tint| ink.toward(tint, look.hue));
            floor.stroke(path, Stroke::new(color, plan.style.lines.fine));
        }
    }
    group.nodes.push(Node::Group(floor));
}

/// Returns the area where the field exceeds the level.
fn wash(field: &Field<f32>, level: f32, ground: &Ground) -> Path {
    let mut area = contour::area_above(field, level);
    let by = Point::from(ground.bounds.origin());
    for line in &mut area.lines {
        *line = contour::smoothed(contour::thinned(line, 0.3), 1);
        line.iter_mut().for_each(|p| *p = *p + by);
    }
    area.to_path()
}

impl Plan<'_> {
    /// Returns the share that a ground has of the floor around every sample of its bounds, from
    /// -0.5 to 0.5. Walls have no ground; the ground of adjacent cells continues under them.
    ///
    /// At a seam between two grounds, one gains what the other loses, so that no gap is left
    /// between them.
    fn softened(&self, grounds: &Grounds, number: u8, ground: &Ground, sway: Wobble) -> Field<f32> {
        let bounds = ground.bounds;
        let mut field = Field::new(bounds.size(), -1.0f32);
        for pos in bounds.grown(1).positions() {
            let around = Rect::new(pos.x - 1, pos.y - 1, 3, 3).positions();
            let is_open = |pos: Pos| self.map.tiles.get(pos).is_some_and(|&tile| band::is_open(tile));
            let mut near = [(Point::default(), 0); 9];
            let mut count = 0;
            for beside in around.filter(|&beside| is_open(beside)) {
                near[count] = (Point::from(beside) + pt(0.5, 0.5), grounds.number(beside));
                count += 1;
            }
            let near = &near[..count];
            if !near.iter().any(|(_, other)| *other == number) {
                continue;
            }
            let other = near.iter().map(|(_, other)| *other).filter(|other| *other != number).max();
            let wave = if other.is_none_or(|other| other < number) { SEAM_WAVE } else { -SEAM_WAVE };
            for sample in 0..FINE * FINE {
                let local = |at: i32, from: i32, sample: i32| (at - from + MARGIN) * FINE + sample;
                let (x, y) = (local(pos.x, bounds.x, sample % FINE), local(pos.y, bounds.y, sample / FINE));
                let value = &mut field.row_mut(y)[x as usize];
                if other.is_none() {
                    *value = 0.5;
                    continue;
                }
                let at = Field::<f32>::point(x, y) + Point::from(bounds.origin());
                let (mut own, mut all) = (0.0, 0.0);
                for (middle, other) in near {
                    let weight = (1.45 - middle.distance(at)).max(0.0);
                    all += weight * weight;
                    own += if *other == number { weight * weight } else { 0.0 };
                }
                *value = if all > 0.0 { own / all - 0.5 + wave * sway.at(at * 0.7).x } else { -1.0 };
            }
        }
        field
    }

    /// Returns the marks of every ground, drawn only where nothing else is.
    fn marks(&self, grounds: &Grounds, share: f32) -> Vec<Path> {
        let mut taken = BitGrid::new(self.map.size());
        for obstacle in self.obstacles() {
            let (from, to) = (obstacle.from, obstacle.to);
            let cells = Rect::new(from.x as i32, from.y as i32, (to.x - from.x) as i32, (to.y - from.y) as i32);
            taken.fill_rect(cells.intersection(self.map.size().rect()), true);
        }
        let mut paths = vec![Path::new(); grounds.all.len()];
        for (y, row) in (0..).zip(self.map.tiles.rows()) {
            for (x, (number, _)) in
                (0..).zip(grounds.row(y).iter().zip(row)).filter(|(_, (_, tile))| **tile == Tile::Floor)
            {
                let pos = Pos::new(x, y);
                let index = usize::from(*number).wrapping_sub(1);
                let Some(pattern) = grounds.all.get(index).and_then(|ground| ground.pattern) else { continue };
                let mut rng = self.seed_at("ground", pos).rng();
                let percent = (pattern.percent() as f32 * share) as u32;
                if !rng.percent(percent.min(100)) || taken.contains(pos) || self.wet.contains(pos) {
                    continue;
                }
                let mut off = || 0.3 + 0.4 * rng.below(1 << 12) as f32 / 4096.0;
                let at = Point::from(pos) + pt(off(), off());
                let corners = [pt(-REACH, -REACH), pt(REACH, -REACH), pt(-REACH, REACH), pt(REACH, REACH)];
                if corners.into_iter().all(|corner| self.inside.nearest(at + corner)) {
                    pattern.draw(&mut Hand { at, path: &mut paths[index], rng: &mut rng });
                }
            }
        }
        paths
    }
}
