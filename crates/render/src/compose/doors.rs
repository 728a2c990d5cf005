//! Doors, stairs, bridges, entrances and entities.

use super::Plan;
use super::initials::initials;
use crate::band;
use crate::fittings::{bridge, door, entrance, stairs, token};
use crate::pen::Pen;
use crate::scene::Group;
use crate::text::Font;
use mapwright::{BitGrid, Dir, EntityKind, Level, Pos, Tile};

pub(super) fn draw(plan: &Plan<'_>, group: &mut Group) {
    let width = plan.map.size().width;
    for (index, tile) in plan.map.tiles.cells().iter().enumerate() {
        let pos = Pos::new(index as i32 % width, index as i32 / width);
        match tile {
            Tile::Bridge => bridge_from(plan, group, pos),
            Tile::StairsUp => steps(plan, group, pos, Level::Up),
            Tile::StairsDown => steps(plan, group, pos, Level::Down),
            _ => {}
        }
    }
    for exit in plan.map.exits.iter().filter(|exit| plan.map.tiles.get(exit.pos) == Some(&Tile::Floor)) {
        entrance::draw(&mut plan.pen(group, exit.pos, plan.outward(exit.pos)));
    }
    for opening in &plan.floor.openings {
        door::draw(&mut plan.pen(group, opening.pos, opening.facing), opening.kind, opening.state);
    }
    let mut covered = BitGrid::new(plan.map.size());
    plan.things.iter().for_each(|thing| covered.fill_rect(thing.area, true));
    let (initials, mut font) = (initials(plan.map), Font::of(plan.style.text.font));
    for entity in plan.map.entities.iter().filter(|entity| plan.map.size().contains(entity.pos)) {
        // Items in a chest or on an altar are hidden.
        if entity.kind == EntityKind::Item && covered.contains(entity.pos) {
            continue;
        }
        let mut pen = plan.pen(group, entity.pos, Dir::South);
        match initials.get(&*entity.name).filter(|_| entity.kind == EntityKind::Monster) {
            Some(letters) => token::lettered(&mut pen, letters, &mut font),
            None => token::draw(&mut pen, entity.kind),
        }
    }
}

/// Draws a whole bridge, starting at its first square.
fn bridge_from(plan: &Plan<'_>, group: &mut Group, pos: Pos) {
    let line = if matches!(plan.along(pos), Dir::East | Dir::West) { Dir::East } else { Dir::South };
    let is_same = |pos: Pos| {
        let bridge = plan.map.tiles.get(pos) == Some(&Tile::Bridge);
        bridge && matches!(plan.along(pos), Dir::East | Dir::West) == (line == Dir::East)
    };
    if is_same(pos.step(line.opposite())) {
        return;
    }
    let mut end = pos;
    while is_same(end.step(line)) {
        end = end.step(line);
    }
    let length = (pos.manhattan(end) + 1) as f32;
    let seed = plan.seed_at("fitting", pos);
    bridge::draw(&mut Pen::new(plan.style, group, (1.0, length), pos.into(), line, seed));
}

/// Draws stairs: straight where there are at most two open sides, as a spiral where there is room
/// to turn.
fn steps(plan: &Plan<'_>, group: &mut Group, pos: Pos, dir: Level) {
    let open_sides = Dir::ALL.into_iter().filter(|&side| plan.is_open(pos.step(side))).count();
    let facing = plan.along(pos);
    let mut pen = plan.pen(group, pos, facing);
    if open_sides <= 2 { stairs::straight(&mut pen, dir) } else { stairs::spiral(&mut pen, dir) }
}

impl Plan<'_> {
    fn pen<'a>(&'a self, group: &'a mut Group, pos: Pos, facing: Dir) -> Pen<'a> {
        Pen::new(self.style, group, (1.0, 1.0), pos.into(), facing, self.seed_at("fitting", pos))
    }

    fn is_open(&self, pos: Pos) -> bool {
        self.map.tiles.get(pos).is_some_and(|&tile| band::is_open(tile))
    }

    /// Returns the direction of travel through this cell.
    fn along(&self, pos: Pos) -> Dir {
        let walks = |dir: Dir| self.map.tiles.get(pos.step(dir)).is_some_and(|tile| tile.is_walkable());
        let count = |dir: Dir| usize::from(walks(dir)) + usize::from(walks(dir.opposite()));
        let line = if count(Dir::East) > count(Dir::South) { Dir::East } else { Dir::South };
        // Steps lead away from the side people come from.
        if walks(line) && !walks(line.opposite()) { line.opposite() } else { line }
    }

    /// Returns the direction that leads outside: away from the floor, and towards the nearest map
    /// edge if several sides are free.
    fn outward(&self, pos: Pos) -> Dir {
        let size = self.map.size();
        let away = |dir: Dir| match dir {
            Dir::North => pos.y,
            Dir::East => size.width - 1 - pos.x,
            Dir::South => size.height - 1 - pos.y,
            Dir::West => pos.x,
        };
        let rank = |dir: &Dir| (self.is_open(pos.step(*dir)), !self.is_open(pos.step(dir.opposite())), away(*dir));
        Dir::ALL.into_iter().min_by_key(rank).unwrap_or(Dir::South)
    }
}
