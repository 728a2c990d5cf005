//! Rules about decorations with a facing: on floor, apart, clear of entrances, at their walls, and
//! blocking nothing.
//!
//! A decoration without a facing was drawn by hand and is accepted as it is; only other decorations
//! may not overlap it.

use super::block::beside;
use super::cells::Footprint;
use super::findings::{Effort, Findings, Quoted};
use super::separation::{Parted, parted};
use super::{Rule, Subject};
use crate::base::grid::{Dir, Pos};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::map::Decoration;
use crate::map::decor::{self, Against};

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    if !map.source.promises.has(Promises::FURNISHED) {
        return;
    }
    let things: Vec<Thing<'_>> = map.decorations.iter().map(Thing::of).collect();
    overlaps(&things, found);
    let mut stands: Vec<Thing<'_>> = Vec::new();
    for thing in things.into_iter().filter(|thing| thing.facing.is_some()) {
        if on_floor(&thing, subject, found) {
            against(&thing, subject, found);
            stands.push(thing);
        }
    }
    let mut cells: Vec<(Pos, usize)> = Vec::new();
    for (index, thing) in stands.iter().enumerate() {
        cells.extend(thing.cells().map(|pos| (pos, index)));
    }
    cells.sort_unstable();
    clear_of_ways(&stands, &cells, subject, found);
    clear_of_entrances(&stands, &cells, subject, found);
    blocked(&stands, subject, found);
}

/// A decoration and the properties of its kind.
struct Thing<'a> {
    decoration: &'a Decoration,
    facing: Option<Dir>,
    width: i32,
    height: i32,
    blocks: bool,
    against: Against,
}

impl<'a> Thing<'a> {
    fn of(decoration: &'a Decoration) -> Self {
        let says = |word: &str| decoration.tags.iter().any(|tag| tag == word);
        let words = [(Dir::North, "north"), (Dir::East, "east"), (Dir::South, "south"), (Dir::West, "west")];
        let facing = words.into_iter().find(|(_, word)| says(word)).map(|(dir, _)| dir);
        let Some(kind) = decor::find(&decoration.kind) else {
            return Thing { decoration, facing, width: 1, height: 1, blocks: false, against: Against::Anywhere };
        };
        let (width, height) = match facing {
            Some(Dir::East | Dir::West) => (kind.size.height, kind.size.width),
            _ => (kind.size.width, kind.size.height),
        };
        Thing { decoration, facing, width, height, blocks: kind.blocks, against: kind.against }
    }

    fn pos(&self) -> Pos {
        self.decoration.pos
    }

    fn name(&self) -> Quoted<'_> {
        Quoted(&self.decoration.kind)
    }

    /// Iterates over its cells in reading order. Cells past the largest number are left out,
    /// because no map has them.
    fn cells(&self) -> impl Iterator<Item = Pos> + use<> {
        let (Pos { x, y }, width, height) = (self.pos(), self.width, self.height);
        let rows = (0..height).filter_map(move |down| y.checked_add(down));
        rows.flat_map(move |y| (0..width).filter_map(move |right| Some(Pos::new(x.checked_add(right)?, y))))
    }
}

/// Checks that all of it lies on plain floor.
fn on_floor(thing: &Thing<'_>, subject: &Subject<'_>, found: &mut Findings) -> bool {
    let (name, at) = (thing.name(), thing.pos());
    let wrong = thing.cells().find(|&pos| subject.ground.tile(pos) != Some(Tile::Floor));
    let count = thing.cells().count() as i32;
    if wrong.is_none() && count == thing.width * thing.height {
        return true;
    }
    let pos = wrong.unwrap_or(at);
    match subject.ground.tile(pos) {
        Some(tile) => {
            let message = format_args!("{name} at {at} covers {tile} at {pos}; furniture stands on floor");
            found.add(Rule::DecorationOutside, pos, message);
        }
        None => found.add(Rule::DecorationOutside, pos, format_args!("{name} at {at} is not on the map")),
    }
    false
}

/// Checks for walls at its back, and on its right-hand side if it belongs in a corner.
fn against(thing: &Thing<'_>, subject: &Subject<'_>, found: &mut Findings) {
    let Some(facing) = thing.facing else { return };
    let sides: &[Dir] = match thing.against {
        Against::Anywhere => &[],
        Against::Wall => &[facing.opposite()],
        Against::Corner => &[facing.opposite(), facing.right()],
    };
    for &side in sides {
        // Its cells on this side.
        let Pos { x, y } = thing.pos();
        let (right, bottom) = (x + thing.width - 1, y + thing.height - 1);
        let beyond = thing.cells().filter_map(|pos| match side {
            Dir::North => (pos.y == y).then(|| Pos::new(pos.x, y - 1)),
            Dir::East => (pos.x == right).then(|| Pos::new(right + 1, pos.y)),
            Dir::South => (pos.y == bottom).then(|| Pos::new(pos.x, bottom + 1)),
            Dir::West => (pos.x == x).then(|| Pos::new(x - 1, pos.y)),
        });
        let solid = |pos: Pos| matches!(subject.ground.tile(pos), Some(Tile::Wall | Tile::Void));
        if let Some(pos) = beyond.into_iter().find(|&pos| !solid(pos)) {
            let (name, at) = (thing.name(), thing.pos());
            found.add(Rule::DecorationWall, at, format_args!("{name} at {at} needs a wall at {pos}"));
        }
    }
}

/// Checks that no two decorations share a cell. Decorations without a facing may overlap each
/// other.
fn overlaps(things: &[Thing<'_>], found: &mut Findings) {
    if things.iter().all(|thing| thing.facing.is_none()) {
        return;
    }
    let mut cells: Vec<(Pos, usize)> = Vec::new();
    for (index, thing) in things.iter().enumerate() {
        cells.extend(thing.cells().map(|pos| (pos, index)));
    }
    cells.sort_unstable();
    for shared in cells.chunk_by(|one, other| one.0 == other.0).filter(|shared| shared.len() > 1) {
        let pos = shared[0].0;
        if let Some(&(_, faces)) = shared.iter().find(|(_, index)| things[*index].facing.is_some()) {
            let other = shared.iter().map(|(_, index)| *index).find(|index| *index != faces).unwrap_or(faces);
            let (one, other) = (things[faces].name(), things[other].name());
            found.add(Rule::DecorationOverlap, pos, format_args!("{one} and {other} share the cell at {pos}"));
        }
    }
}

/// Checks that nothing stands beside a door, on or beside stairs, or in the cell of an exit or an
/// entity.
fn clear_of_ways(things: &[Thing<'_>], cells: &[(Pos, usize)], subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let mut look = |pos: (i64, i64), what: &str| {
        let (Ok(x), Ok(y)) = (i32::try_from(pos.0), i32::try_from(pos.1)) else { return };
        let pos = Pos::new(x, y);
        if let Ok(index) = cells.binary_search_by_key(&pos, |(pos, _)| *pos) {
            let name = things[cells[index].1].name();
            found.add(Rule::DecorationDoor, pos, format_args!("{name} covers {pos}, {what}"));
        }
    };
    for door in &map.doors {
        beside(door.pos).into_iter().for_each(|pos| look(pos, "at a door"));
    }
    for stairs in &map.stairs {
        beside(stairs.pos).into_iter().for_each(|pos| look(pos, "at stairs"));
    }
    map.exits.iter().for_each(|exit| look(beside(exit.pos)[0], "where an exit is"));
    map.entities.iter().for_each(|entity| look(beside(entity.pos)[0], "where an entity is"));
}

/// Checks that nothing stands in a cell of a room that leads out of it.
fn clear_of_entrances(things: &[Thing<'_>], cells: &[(Pos, usize)], subject: &Subject<'_>, found: &mut Findings) {
    if cells.is_empty() {
        return;
    }
    let (rooms, size) = (&subject.map.rooms, subject.ground.size());
    let mut effort = Effort::on(size);
    for room in rooms {
        let footprint = Footprint::of_shape(&room.shape);
        let bounds = footprint.bounds();
        let (top, bottom) = (bounds.top.max(0), bounds.bottom.min(size.height.into()));
        for y in top..bottom {
            let first = cells.partition_point(|(pos, _)| (i64::from(pos.y), i64::from(pos.x)) < (y, bounds.left));
            let in_row = |(pos, _): &&(Pos, usize)| i64::from(pos.y) == y && i64::from(pos.x) < bounds.right;
            let row = cells[first..].iter().take_while(in_row);
            if !effort.spend(1 + row.clone().count() as u64) {
                let (id, pos) = (room.id.0, Pos::new(0, 0));
                let message = format_args!("the rooms up to room {id} cover too much; later rooms are not checked");
                found.add(Rule::DecorationDoor, pos, message);
                return;
            }
            for &(pos, index) in row.filter(|(pos, _)| footprint.contains(pos.x.into(), y)) {
                let [_, around @ ..] = beside(pos);
                let leads_out = |(x, y): (i64, i64)| subject.ground.is_walkable(x, y) && !footprint.contains(x, y);
                if around.into_iter().any(leads_out) {
                    let (name, id) = (things[index].name(), room.id.0);
                    let message = format_args!("{name} covers {pos}, an entrance of room {id}");
                    found.add(Rule::DecorationDoor, pos, message);
                }
            }
        }
    }
}

/// Checks that cells that are connected without the blocking decorations stay connected with them.
fn blocked(things: &[Thing<'_>], subject: &Subject<'_>, found: &mut Findings) {
    let mut taken: Vec<(Pos, usize)> = Vec::new();
    for (index, thing) in things.iter().enumerate().filter(|(_, thing)| thing.blocks) {
        taken.extend(thing.cells().map(|pos| (pos, index)));
    }
    let Parted { pairs, covered } = parted(taken, subject);
    for (index, pos, first) in pairs {
        let (name, at) = (things[index].name(), things[index].pos());
        let message = format_args!("{name} at {at} and other obstacles cut {pos} off from {first}");
        found.add(Rule::DecorationBlocks, pos, message);
    }
    for index in covered {
        let (name, at) = (things[index].name(), things[index].pos());
        found.add(Rule::DecorationBlocks, at, format_args!("{name} at {at} fills its region completely"));
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect};
    use crate::base::promises::Promises;
    use crate::check::check;
    use crate::map::{Decoration, Extra, Map, Tags};

    fn put(map: &mut Map, kind: &'static str, x: i32, y: i32, facing: &'static str) {
        let tags: Tags = if facing.is_empty() { Tags::new() } else { vec![facing.into()] };
        map.decorations.push(Decoration { kind: kind.into(), pos: Pos::new(x, y), tags, extra: Extra::default() });
    }

    fn hall() -> Map {
        let mut map = Map::from_ascii(
            "
##########
#......###
#......+.#
#......#.#
#..~..>#.#
##########",
        )
        .unwrap();
        map.source.promises = Promises::FURNISHED | Promises::CONNECTED;
        map
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn furniture_that_keeps_the_rules_is_in_order() {
        let mut map = hall();
        put(&mut map, "bed", 1, 1, "south");
        put(&mut map, "dais", 2, 1, "south");
        put(&mut map, "statue", 4, 3, "west");
        put(&mut map, "cobweb", 1, 4, "east");
        put(&mut map, "cobweb", 6, 1, "west");
        put(&mut map, "bones", 2, 3, "north");
        assert_eq!(messages(&map), [""; 0]);
    }

    #[test]
    fn furniture_stands_on_floor() {
        let mut map = hall();
        put(&mut map, "altar", 3, 4, "south");
        put(&mut map, "statue", i32::MAX, 1, "south");
        put(&mut map, "altar", i32::MAX, i32::MAX, "south");
        let found = messages(&map);
        assert_eq!(found[0], "2147483647,1 decorations: the decoration at 2147483647,1 is outside the map of 10x6");
        assert_eq!(found[2], "3,4 decoration-outside: \"altar\" at 3,4 covers water at 3,4; furniture stands on floor");
        assert_eq!(found[3], "2147483647,1 decoration-outside: \"statue\" at 2147483647,1 is not on the map");
        assert_eq!(found.len(), 5);
        map.source.promises = Promises::CONNECTED;
        assert_eq!(check(&map).len(), 2, "nobody promised");
    }

    #[test]
    fn hand_drawn_maps_are_accepted_as_they_are() {
        let mut map = hall();
        put(&mut map, "torch", 0, 2, "");
        put(&mut map, "altar", 6, 1, "");
        put(&mut map, "column", 6, 2, "");
        assert_eq!(check(&map), []);
        put(&mut map, "rubble", 6, 1, "south");
        assert_eq!(messages(&map), ["6,1 decoration-overlap: \"rubble\" and \"altar\" share the cell at 6,1"]);
    }

    #[test]
    fn ways_in_are_clear() {
        let mut map = hall();
        put(&mut map, "rubble", 6, 2, "south");
        put(&mut map, "cracks", 8, 2, "south");
        put(&mut map, "rocks", 5, 4, "south");
        assert_eq!(
            messages(&map),
            [
                "8,2 decoration-door: \"cracks\" covers 8,2, at a door",
                "6,2 decoration-door: \"rubble\" covers 6,2, at a door",
                "5,4 decoration-door: \"rocks\" covers 5,4, at stairs",
            ]
        );
        let mut map = hall();
        map.dig_room(Rect::new(1, 1, 3, 3));
        put(&mut map, "rubble", 3, 3, "south");
        put(&mut map, "rubble", 2, 2, "south");
        assert_eq!(messages(&map), ["3,3 decoration-door: \"rubble\" covers 3,3, an entrance of room 0"]);
    }

    #[test]
    fn backs_are_to_the_wall() {
        let mut map = hall();
        put(&mut map, "bed", 2, 1, "north");
        put(&mut map, "cobweb", 1, 1, "north");
        assert_eq!(
            messages(&map),
            [
                "2,1 decoration-wall: \"bed\" at 2,1 needs a wall at 2,3",
                "1,1 decoration-wall: \"cobweb\" at 1,1 needs a wall at 1,2",
                "1,1 decoration-wall: \"cobweb\" at 1,1 needs a wall at 2,1",
            ]
        );
    }

    #[test]
    fn nothing_is_cut_off() {
        let mut map = hall();
        put(&mut map, "statue", 2, 1, "south");
        put(&mut map, "statue", 1, 2, "south");
        assert_eq!(
            messages(&map),
            ["3,1 decoration-blocks: \"statue\" at 2,1 and other obstacles cut 3,1 off from 1,1"]
        );
        let mut map = Map::from_ascii("\n#####\n#.#.#\n#####").unwrap();
        map.source.promises = Promises::FURNISHED;
        put(&mut map, "statue", 1, 1, "south");
        assert_eq!(messages(&map), ["1,1 decoration-blocks: \"statue\" at 1,1 fills its region completely"]);
    }
}
