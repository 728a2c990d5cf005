//! Rules about guarantees of form: no squares of floor, everything aligned to the grid.
//!
//! A map that records a grid claims to lie on it, with or without the promise.

use super::findings::Findings;
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::map::Shape;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let promises = subject.map.source.promises;
    if promises.has(Promises::NO_2X2) {
        squares(subject, found);
    }
    grid(subject, found);
}

fn squares(subject: &Subject<'_>, found: &mut Findings) {
    let walkable = &subject.ground.walkable;
    for y in 1..subject.ground.size().height as usize {
        let (above, below) = (walkable.row(y - 1), walkable.row(y));
        for index in 0..above.len() {
            let both = above[index] & below[index];
            let next = above.get(index + 1).zip(below.get(index + 1)).map_or(0, |(a, b)| a & b);
            let mut corners = both & (both >> 1 | next << 63);
            while corners != 0 {
                let x = (index * 64) as i32 + corners.trailing_zeros() as i32;
                let pos = Pos::new(x, y as i32 - 1);
                found.add(Rule::No2x2, pos, format_args!("the four tiles at {pos} form a walkable square"));
                corners &= corners - 1;
            }
        }
    }
}

fn grid(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let promised = map.source.promises.has(Promises::GRID_ALIGNED);
    if let Some(grid) = map.grid.filter(|grid| grid.width < 1 || grid.height < 1) {
        let (width, height) = (grid.width, grid.height);
        let message = format_args!("the grid of the map is {width}x{height}; it must be at least 1x1");
        found.add(Rule::GridAligned, Pos::new(0, 0), message);
        return;
    }
    let Some(grid) = map.grid else {
        if promised && (!map.rooms.is_empty() || !map.passages.is_empty()) {
            let message = format_args!("the map promises grid alignment but has no grid");
            found.add(Rule::GridAligned, Pos::new(0, 0), message);
        }
        return;
    };
    let lies_on = |x: i32, y: i32| x % grid.width == 0 && y % grid.height == 0;
    for room in &map.rooms {
        let (Shape::Rect(bounds) | Shape::Circle(bounds)) = room.shape else {
            let pos = room.shape.bounds().origin();
            let message = format_args!("room {} has a free form, which fits no grid of {grid}", room.id.0);
            found.add(Rule::GridAligned, pos, message);
            continue;
        };
        if !lies_on(bounds.x, bounds.y) || !lies_on(bounds.width, bounds.height) {
            let (id, pos, size) = (room.id.0, bounds.origin(), bounds.size());
            let message = format_args!("room {id} at {pos} of {size} does not lie on the grid of {grid}");
            found.add(Rule::GridAligned, pos, message);
        }
    }
    for passage in &map.passages {
        // Wide passages may lie on the grid with their left or upper side.
        let before = (passage.width.max(1) - 1) / 2;
        let runs_on =
            |at: i32, spacing: i32| at % spacing == 0 || (i64::from(at) - i64::from(before)) % i64::from(spacing) == 0;
        let rooms = || passage.joins.iter().filter_map(|join| subject.room(join.0));
        for end in [passage.points.first(), passage.points.last()].into_iter().flatten() {
            // An end outside the rooms that it joins stands at their walls, which lie on the grid.
            let inside = rooms().any(|room| room.contains(end.x.into(), end.y.into()));
            if inside && !(runs_on(end.x, grid.width) && runs_on(end.y, grid.height)) {
                let message = format_args!("passage {} ends at {end}, off the grid of {grid}", passage.id.0);
                found.add(Rule::GridAligned, *end, message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect, Size};
    use crate::base::promises::Promises;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::Map;

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{}: {}", finding.rule, finding.message)).collect()
    }

    #[test]
    fn squares_of_floor_are_found_everywhere() {
        for x in [0, 5, 62, 63, 64, 126] {
            let mut map = Map::new(Size::new(128, 5), Tile::Wall);
            map.source.promises = Promises::NO_2X2;
            map.tiles.fill_rect(Rect::new(x, 2, 2, 2), Tile::Floor);
            let expected = format!("no-2x2: the four tiles at {x},2 form a walkable square");
            assert_eq!(messages(&map), [expected]);
            map.tiles[Pos::new(x, 3)] = Tile::Water;
            assert_eq!(check(&map), []);
        }
    }

    #[test]
    fn rooms_off_the_grid_are_found() {
        let mut map = Map::new(Size::new(40, 20), Tile::Wall);
        let rooms = [Rect::new(4, 3, 8, 6), Rect::new(20, 12, 4, 3)].map(|rect| map.dig_room(rect));
        map.dig_passage(1, &[Pos::new(8, 6), Pos::new(20, 6), Pos::new(20, 12)], &rooms);
        assert_eq!(check(&map), [], "neither a grid nor the promise");
        map.source.promises = map.source.promises | Promises::GRID_ALIGNED;
        assert_eq!(messages(&map), ["grid-aligned: the map promises grid alignment but has no grid"]);
        map.source.promises = map.source.promises - Promises::GRID_ALIGNED;
        map.grid = Some(Size::new(4, 3));
        assert_eq!(check(&map), []);
        map.grid = Some(Size::new(4, 4));
        assert_eq!(
            messages(&map),
            [
                "grid-aligned: room 0 at 4,3 of 8x6 does not lie on the grid of 4x4",
                "grid-aligned: room 1 at 20,12 of 4x3 does not lie on the grid of 4x4",
                "grid-aligned: passage 0 ends at 8,6, off the grid of 4x4",
            ]
        );
        let off_grid = |map: &Map| messages(map).iter().filter(|message| message.contains("off the grid")).count();
        let mut wide = map.clone();
        wide.passages[0].points = [(9, 5), (21, 5), (21, 13)].map(|(x, y)| Pos::new(x, y)).into_iter().collect();
        assert_eq!(off_grid(&wide), 2);
        wide.passages[0].width = 3;
        assert_eq!(off_grid(&wide), 0, "its left and upper sides lie on the grid");
        map.grid = Some(Size { width: 0, height: -3 });
        assert_eq!(check(&map).len(), 1);
    }
}
