//! Makes a map symmetrical.

mod records;
mod rooms;
mod symmetry;

use super::dig;
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Grid, Pos, Rect};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::region::{Join, is_one_piece, tidy};
use crate::spatial::splice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use symmetry::Mirroring;

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Mirror>("mirror", Kind::Shape)
    .revision(3)
    .preserving(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Makes the map symmetrical: one part of it is kept and mirrored or rotated onto the rest.
///
/// For temples, arenas and maps that are fair to several players. Rooms, passages, doors, zones,
/// decorations and entities are mirrored with the tiles, and a room on the axis becomes one room.
/// Start, stairs and exits are not duplicated: they stay in place if their cell is still floor. A
/// connected map stays connected, by symmetrical tunnels if necessary. If the kept part has no
/// floor, another part is kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Mirror {
    /// Kind of symmetry.
    pub symmetry: MirrorSymmetry,
    /// Part of the map that is kept.
    pub keep: KeptPart,
}

/// Kind of symmetry between the parts of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MirrorSymmetry {
    /// Left and right mirror each other.
    #[default]
    Bilateral,
    /// Top and bottom mirror each other.
    TopBottom,
    /// Half-turn symmetry. The map is divided across its longer side.
    #[serde(rename = "radial-2")]
    Radial2,
    /// Quarter-turn symmetry. On a map that is not square this applies to the square in its middle,
    /// one tile away from the edge, and the rest has half-turn symmetry. If one side has an odd
    /// number of tiles and the other an even number, the last row or column is wall.
    #[serde(rename = "radial-4")]
    Radial4,
}

/// Part of the map that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KeptPart {
    /// The left or upper half; the upper left quarter.
    #[default]
    First,
    /// The right or lower half; the lower right quarter.
    Second,
}

impl Generator for Mirror {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        let before = map.walkable();
        let parts = Mirroring::all(self.symmetry, self.keep, map.size());
        let has_floor = |symmetry: &&Mirroring| before.iter().any(|pos| symmetry.is_kept(pos));
        let asked = &parts[0];
        if let Some(other) = parts.iter().find(has_floor).filter(|other| !std::ptr::eq(*other, asked)) {
            let kept = other.kept(map.size());
            map.tiles = mirrored(&map.tiles, &kept, other);
            records::mirror(map, &kept, other);
            move_by(map, asked.origin() - other.origin());
        }
        let kept = asked.kept(map.size());
        map.tiles = mirrored(&map.tiles, &kept, asked);
        // An earlier symmetry no longer applies.
        map.symmetry = None;
        cx.step("mirror", map);
        if is_one_piece(&before) {
            join(map, asked, cx)?;
        }
        wall_in(map);
        records::mirror(map, &kept, asked);
        map.settle();
        cx.step("settle", map);
        Ok(())
    }
}

/// Puts walls where floor is now adjacent to void.
fn wall_in(map: &mut Map) {
    if !map.tiles.cells().contains(&Tile::Void) {
        return;
    }
    let open = map.cells_of(|tile| !matches!(tile, Tile::Void | Tile::Wall));
    for pos in map.size().rect().positions().filter(|&pos| map.tiles[pos] == Tile::Void).collect::<Vec<_>>() {
        if Rect::new(pos.x - 1, pos.y - 1, 3, 3).positions().any(|near| open.contains(near)) {
            map.tiles[pos] = Tile::Wall;
        }
    }
}

/// Moves everything by at most one tile and fills the vacated cells with wall.
fn move_by(map: &mut Map, by: Pos) {
    if by == Pos::new(0, 0) {
        return;
    }
    let before = map.tiles.clone();
    for pos in map.size().rect().positions() {
        map.tiles[pos] = before.get(pos - by).copied().unwrap_or(Tile::Wall);
    }
    splice::shift(map, by);
}

/// Returns the tiles of the kept part, copied onto the rest. Stairs are not duplicated.
fn mirrored(tiles: &Grid<Tile>, kept: &BitGrid, symmetry: &Mirroring) -> Grid<Tile> {
    let mut mirrored = Grid::new(tiles.size(), Tile::Wall);
    for y in 0..tiles.size().height {
        let row = tiles.row(y);
        for (first, past) in kept.runs(y) {
            let span = first as usize..past as usize;
            mirrored.row_mut(y)[span.clone()].copy_from_slice(&row[span]);
            for turn in 1..symmetry.count() {
                for x in first..past {
                    if let Some(to) = symmetry.copy(Pos::new(x, y), turn) {
                        let tile = row[x as usize];
                        let stairs = matches!(tile, Tile::StairsUp | Tile::StairsDown);
                        mirrored[to] = if stairs { Tile::Floor } else { tile };
                    }
                }
            }
        }
    }
    mirrored
}

/// Joins separate regions. Every tunnel is dug in all parts, so its copies join the copies of its
/// ends.
fn join(map: &mut Map, symmetry: &Mirroring, cx: &mut Context<'_>) -> Result<(), Error> {
    let apart = map.walkable();
    let mut tunnels = apart.clone();
    tidy(&mut tunnels, 1, Join::All, cx)?;
    tunnels.subtract(&apart);
    let mut all = BitGrid::new(map.size());
    tunnels.iter().flat_map(|pos| symmetry.copies(pos)).for_each(|(_, copy)| all.insert(copy));
    dig(map, &all);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Rect, Size};
    use crate::base::rng::Seed;
    use crate::check::check;
    use crate::map::{RoomId, Shape};
    use crate::spatial::zones::zones;

    const KINDS: [MirrorSymmetry; 4] =
        [MirrorSymmetry::Bilateral, MirrorSymmetry::TopBottom, MirrorSymmetry::Radial2, MirrorSymmetry::Radial4];

    fn apply(symmetry: MirrorSymmetry, keep: KeptPart, map: &mut Map) {
        let mirror = Mirror { symmetry, keep };
        mirror.generate(map, &mut Context::new(Seed::new(1))).unwrap();
        let once = map.clone();
        mirror.generate(map, &mut Context::new(Seed::new(2))).unwrap();
        assert_eq!(*map, once, "twice is once");
    }

    fn drawn(symmetry: MirrorSymmetry, keep: KeptPart, text: &str) -> String {
        let mut map = Map::from_ascii(text).unwrap();
        apply(symmetry, keep, &mut map);
        map.source.promises = map.source.promises & Promises::ROOMS_DISJOINT;
        assert!(check(&map).iter().all(|finding| finding.rule == "floor"), "{:?}", check(&map));
        map.to_ascii_with_entities()
    }

    #[test]
    fn halves_are_mirrored_or_turned() {
        let text = "\n#######\n#~..@.#\n##+####\n#m.$.>#\n#######";
        let left = "#######\n#~..@~#\n##+#+##\n#m.$.m#\n#######\n";
        assert_eq!(drawn(MirrorSymmetry::Bilateral, KeptPart::First, text), left);
        let right = "#######\n#...@.#\n#.###.#\n#..$.>#\n#######\n";
        assert_eq!(drawn(MirrorSymmetry::Bilateral, KeptPart::Second, text), right, "joined on both sides");
    }

    /// Returns the cells that must look like this one; empty where the cell must be wall.
    fn images(kind: MirrorSymmetry, size: Size, pos: Pos) -> Vec<Pos> {
        let (right, bottom) = (size.width - 1, size.height - 1);
        match kind {
            MirrorSymmetry::Bilateral => vec![Pos::new(right - pos.x, pos.y)],
            MirrorSymmetry::TopBottom => vec![Pos::new(pos.x, bottom - pos.y)],
            MirrorSymmetry::Radial2 => vec![Pos::new(right - pos.x, bottom - pos.y)],
            MirrorSymmetry::Radial4 if size.width == size.height => vec![Pos::new(right - pos.y, pos.x)],
            MirrorSymmetry::Radial4 if (right + bottom) % 2 == 0 => {
                let inset = (size.width.min(size.height) - 2) / 2;
                let (x, y) = (2 * pos.x - right, 2 * pos.y - bottom);
                let turned = (x.abs().max(y.abs()) <= size.width.min(size.height) - 3)
                    .then(|| Pos::new((right - y) / 2, (bottom + x) / 2));
                assert!(inset >= -1);
                turned.into_iter().chain([Pos::new(right - pos.x, bottom - pos.y)]).collect()
            }
            MirrorSymmetry::Radial4 => Vec::new(),
        }
    }

    #[test]
    fn any_map_becomes_symmetrical_and_stays_in_one_piece() {
        let mut rng = Seed::new(7).rng();
        for round in 0..400 {
            let size = Size::new(rng.range(1, 30), rng.range(1, 30));
            let size = if round % 4 == 0 { Size::new(size.width, size.width) } else { size };
            let percent = rng.range(1, 80) as u32;
            let closed = round % 2 == 0;
            let inside = size.rect().grown(-1);
            let mut floor = BitGrid::from_fn(size, |pos| rng.percent(percent) && (!closed || inside.contains(pos)));
            let connected = rng.percent(60);
            if connected {
                tidy(&mut floor, 1, Join::All, &mut Context::new(Seed::new(1))).unwrap();
            }
            let mut map = Map::new(size, Tile::Wall);
            map.lay_floor(&floor);
            map.zones = zones(&floor, 20, &mut Context::new(Seed::new(1))).unwrap();
            for kind in KINDS {
                for keep in [KeptPart::First, KeptPart::Second] {
                    let mut map = map.clone();
                    map.source.promises = Promises::ROOMS_DISJOINT
                        | if closed { Promises::CLOSED_BORDER } else { Promises::NONE }
                        | if connected { Promises::CONNECTED } else { Promises::NONE };
                    apply(kind, keep, &mut map);
                    let show = || format!("{kind:?} {keep:?} {size}\n{}", map.to_ascii());
                    assert_eq!(map.walkable().is_empty(), floor.is_empty(), "{}", show());
                    assert!(floor.is_empty() || check(&map).is_empty(), "{:?} {}", check(&map), show());
                    let open = map.walkable();
                    for pos in size.rect().positions() {
                        for image in images(kind, size, pos) {
                            assert_eq!(open.contains(pos), open.contains(image), "{pos} {image} {}", show());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rooms_on_the_axis_become_one_and_others_two() {
        let mut map = Map::new(Size::new(20, 9), Tile::Wall);
        let rooms =
            [Rect::new(1, 1, 3, 3), Rect::new(8, 1, 8, 3), Rect::new(17, 5, 2, 3)].map(|rect| map.dig_room(rect));
        map.dig_passage(1, &[Pos::new(4, 2), Pos::new(7, 2)], &rooms[..2]);
        map.dig_passage(1, &[Pos::new(2, 4), Pos::new(2, 6), Pos::new(17, 6)], &[rooms[0], rooms[2]]);
        apply(MirrorSymmetry::Bilateral, KeptPart::First, &mut map);
        let shapes: Vec<_> = map.rooms.iter().map(|room| (room.id, room.number, room.shape.bounds())).collect();
        let expected = [
            (RoomId(0), 1, Rect::new(1, 1, 3, 3)),
            (RoomId(1), 2, Rect::new(8, 1, 4, 3)),
            (RoomId(2), 3, Rect::new(16, 1, 3, 3)),
        ];
        assert_eq!(shapes, expected);
        assert!(map.rooms.iter().all(|room| matches!(room.shape, Shape::Rect(_))));
        let joins: Vec<Vec<u32>> =
            map.passages.iter().map(|passage| passage.joins.iter().map(|id| id.0).collect()).collect();
        assert_eq!(joins, [vec![0, 1], vec![0, 2], vec![2, 1]]);
        assert_eq!(map.passages[1].points.to_vec(), [(2, 4), (2, 6), (17, 6), (17, 4)].map(|(x, y)| Pos::new(x, y)));
        assert_eq!(check(&map), []);
    }

    #[test]
    fn maps_without_floor_stay_without() {
        for kind in KINDS {
            for text in ["#\n", " \n", "~~\n~~\n"] {
                assert_eq!(drawn(kind, KeptPart::Second, text), text);
            }
            assert_eq!(drawn(kind, KeptPart::First, ".\n"), ".\n");
        }
    }
}
