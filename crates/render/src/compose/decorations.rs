//! Furniture and dressing.

use super::Plan;
use crate::band;
use crate::geometry::field::{FINE, Field, MARGIN};
use crate::pen::Pen;
use crate::props;
use crate::scene::{Group, Point, pt};
use mapwright::{BitGrid, Dir, EntityKind, Map, Pos, Rect, decor};

/// A thing to draw and the cells it is drawn in.
pub(crate) struct Thing<'a> {
    /// Kind of the decoration, as the map names it.
    pub(crate) kind: &'a str,
    /// Name of its drawing.
    pub(crate) name: &'a str,
    pub(crate) area: Rect,
    /// `None` stretches the drawing over the whole area.
    facing: Option<Dir>,
}

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    // Flat things first: the shadows of standing things may fall on them.
    let is_flat = |thing: &Thing<'_>| decor::find(thing.name).is_none_or(|kind| !kind.blocks);
    let (flat, standing): (Vec<_>, Vec<_>) = plan.things.iter().partition(|thing| is_flat(thing));
    for thing in flat.into_iter().chain(standing) {
        draw_thing(plan, thing, group);
    }
}

/// Returns all decorations that can be drawn.
///
/// A decoration with a facing has its own size. Decorations without one, as people draw them in
/// prefabs, take one cell each: adjacent rugs are joined into one piece, and larger things are
/// scaled down to the cell, with their backs to a wall.
pub(crate) fn things<'a>(map: &'a Map, inside: &Field<bool>, wet: &BitGrid) -> Vec<Thing<'a>> {
    let mut things = Vec::new();
    let mut rugs: Vec<Pos> = Vec::new();
    for decoration in &map.decorations {
        let kind: &str = &decoration.kind;
        let name = props::known_as(kind);
        if props::find(name).is_none() || !map.size().rect().encloses(decor::footprint(decoration)) {
            continue;
        }
        match decor::facing(decoration) {
            Some(facing) => things.push(Thing { kind, name, area: decor::footprint(decoration), facing: Some(facing) }),
            None if name == "rug" => rugs.push(decoration.pos),
            None => {
                let Pos { x, y } = decoration.pos;
                let facing = Some(away_from_wall(map, decoration.pos));
                things.push(Thing { kind, name, area: Rect::new(x, y, 1, 1), facing });
            }
        }
    }
    // Rounded walls cover part of some cells: leave out things that would lie in the wall.
    things.retain(|thing| is_on_floor(inside, thing.area, if props::is_natural(thing.name) { 6 } else { 9 }));
    // Dirt is invisible under water, and so is anything below a standing entity.
    let is_dirt = |name: &str| matches!(name, "rubble" | "rocks" | "cracks" | "cobweb" | "bones" | "puddle");
    things.retain(|thing| !is_dirt(thing.name) || thing.area.positions().all(|pos| !wet.contains(pos)));
    let mut taken = BitGrid::new(map.size());
    let standing = map.entities.iter().filter(|entity| entity.kind != EntityKind::Item);
    standing.filter(|entity| map.size().contains(entity.pos)).for_each(|entity| taken.insert(entity.pos));
    things.retain(|thing| thing.area.positions().all(|pos| !taken.contains(pos)));
    things.extend(joined(rugs).into_iter().map(|area| Thing { kind: "rug", name: "rug", area, facing: None }));
    things
}

/// Returns whether at least this many tenths of the area are floor in the picture.
fn is_on_floor(inside: &Field<bool>, area: Rect, tenths: usize) -> bool {
    let samples = area.moved(Pos::new(MARGIN, MARGIN));
    let (left, right) = ((samples.x * FINE) as usize, (samples.right() * FINE) as usize);
    let rows = samples.y * FINE..samples.bottom() * FINE;
    let floor: usize = rows.map(|y| inside.row(y)[left..right].iter().filter(|&&inside| inside).count()).sum();
    let all = area.size().area() * (FINE * FINE) as usize;
    10 * floor >= tenths * all
}

/// Returns the direction away from an adjacent wall, or south if there is none.
pub(crate) fn away_from_wall(map: &Map, pos: Pos) -> Dir {
    let is_wall = |dir: Dir| map.tiles.get(pos.step(dir)).is_none_or(|&tile| !band::is_open(tile));
    Dir::ALL.into_iter().find(|&dir| is_wall(dir)).map_or(Dir::South, Dir::opposite)
}

/// Joins cells into rectangles: first into rows, then rows of equal width that lie below each
/// other.
fn joined(mut cells: Vec<Pos>) -> Vec<Rect> {
    cells.sort_unstable();
    cells.dedup();
    let mut rows: Vec<Rect> = Vec::new();
    for pos in cells {
        match rows.last_mut() {
            Some(row) if row.y == pos.y && row.right() == pos.x => row.width += 1,
            _ => rows.push(Rect::new(pos.x, pos.y, 1, 1)),
        }
    }
    let mut areas: Vec<Rect> = Vec::new();
    for row in rows {
        let above = areas.iter_mut().find(|area| area.bottom() == row.y && (area.x, area.width) == (row.x, row.width));
        match above {
            Some(area) => area.height += 1,
            None => areas.push(row),
        }
    }
    areas
}

fn draw_thing(plan: &Plan<'_>, thing: &Thing<'_>, group: &mut Group) {
    let Some(draw) = props::find(thing.name) else { return };
    let seed = plan.seed_at("decoration", thing.area.origin());
    let Stance { size, scale, at, facing } = thing.stance();
    draw(&mut Pen::scaled(plan.style, group, size, scale, at, facing, seed));
}

/// Position, size and orientation of a thing, for its [`Pen`].
pub(crate) struct Stance {
    /// Size of the thing while it faces south.
    pub(crate) size: (f32, f32),
    pub(crate) scale: Point,
    pub(crate) at: Point,
    pub(crate) facing: Dir,
}

impl Thing<'_> {
    pub(crate) fn stance(&self) -> Stance {
        let kind = decor::find(self.name);
        let size = kind.map_or((1.0, 1.0), |kind| (kind.size.width as f32, kind.size.height as f32));
        let (at, width, height): (Point, f32, f32) =
            (self.area.origin().into(), self.area.width as f32, self.area.height as f32);
        let (facing, scale, at) = match self.facing {
            Some(facing) => {
                let (across, down) = if matches!(facing, Dir::North | Dir::South) { size } else { (size.1, size.0) };
                let scale = (width / across).min(height / down).min(1.0);
                // Centred along its side, with its back to the wall.
                let (free_x, free_y) = (width - across * scale, height - down * scale);
                let moved = match facing {
                    Dir::South => pt(free_x / 2.0, 0.0),
                    Dir::North => pt(free_x / 2.0, free_y),
                    Dir::East => pt(0.0, free_y / 2.0),
                    Dir::West => pt(free_x, free_y / 2.0),
                };
                (facing, pt(scale, scale), at + moved)
            }
            None if width > height => (Dir::East, pt(height / size.0, width / size.1), at),
            None => (Dir::South, pt(width / size.0, height / size.1), at),
        };
        Stance { size, scale, at, facing }
    }
}
