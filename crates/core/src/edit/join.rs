//! Joins separate parts of a map by corridors that meet rooms at a right angle, and counts the
//! openings that do not.

use super::corridor_path::{Start, way};
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Dir, Pos};
use crate::generator::Context;
use crate::map::{Map, Passage, Shape};
use crate::shape::dig_tile;
use crate::spatial::room_index::RoomIndex;
use crate::spatial::settle::touches;

/// Joins the smallest part to the nearest other one until there is only one part left.
pub(super) fn join_parts(map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
    while let Some(part) = smallest_part(&map.walkable()) {
        let places = RoomIndex::of(map);
        let starts: Vec<Start> = part.iter().map(Start::at).collect();
        let other = |pos: Pos| map.tiles.get(pos).is_some_and(|tile| tile.is_walkable()) && !part.contains(pos);
        let Some(found) = way(map, &places, &starts, |_| false, other, cx)? else { return Ok(()) };
        found.cells.iter().for_each(|&pos| dig_tile(map, pos));
        places.record(map, 1, found.from, &Passage::corners(&found.cells), found.to);
    }
    Ok(())
}

/// Returns the smallest of several connected parts, the first one if there are more of that size.
fn smallest_part(open: &BitGrid) -> Option<BitGrid> {
    let mut rest = open.clone();
    let mut smallest: Option<BitGrid> = None;
    loop {
        let Some(start) = rest.iter().next() else { return smallest };
        let part = rest.flood(start);
        if part.count() == open.count() {
            return None;
        }
        rest.subtract(&part);
        if smallest.as_ref().is_none_or(|smallest| part.count() < smallest.count()) {
            smallest = Some(part);
        }
    }
}

/// Counts the open cells around a rectangle or circle that are no proper opening: they touch the
/// room on two sides, or lie side by side along its wall.
pub(super) fn crooked_openings(map: &Map, shape: &Shape) -> usize {
    if matches!(shape, Shape::Cells(_)) {
        return 0;
    }
    let opening = |pos: Pos| {
        !shape.contains(pos) && touches(shape, pos) && map.tiles.get(pos).is_some_and(|tile| tile.is_walkable())
    };
    let is_crooked = |pos: &Pos| {
        let beside = || Dir::ALL.into_iter().map(|dir| pos.step(dir));
        beside().filter(|&near| shape.contains(near)).count() > 1 || beside().any(opening)
    };
    shape.bounds().grown(1).positions().filter(|&pos| opening(pos)).filter(is_crooked).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Rect, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;

    #[test]
    fn corridors_meet_round_rooms_at_a_right_angle() {
        for corner in Rect::new(1, 1, 24, 14).positions() {
            let mut map = Map::new(Size::new(40, 30), Tile::Wall);
            let shapes = [
                Shape::Circle(Rect::new(14, 10, 9, 9)),
                Shape::Rect(Rect::new(corner.x, corner.y, 3, 2)),
                Shape::Circle(Rect::new(28, 20, 7, 7)),
            ];
            if shapes[0].bounds().grown(2).overlaps(shapes[1].bounds()) {
                continue;
            }
            for shape in &shapes {
                shape.positions().for_each(|pos| map.tiles[pos] = Tile::Floor);
                map.add_room(shape.clone());
            }
            join_parts(&mut map, &mut Context::new(Seed::new(1))).unwrap();
            assert_eq!(smallest_part(&map.walkable()), None, "{}", map.to_ascii());
            let crooked: usize = shapes.iter().map(|shape| crooked_openings(&map, shape)).sum();
            assert_eq!((crooked, map.passages.len()), (0, 2), "{}", map.to_ascii());
        }
    }

    #[test]
    fn openings_along_a_wall_or_in_a_corner_are_crooked() {
        let shape = Shape::Rect(Rect::new(2, 2, 3, 2));
        let crooked = |drawn: &str| crooked_openings(&Map::from_ascii(drawn).unwrap(), &shape);
        assert_eq!(crooked("\n#######\n###.###\n##...##\n##.....\n#######"), 0);
        assert_eq!(crooked("\n#######\n##..###\n##...##\n##...##\n#######"), 2);
        let round = Shape::Circle(Rect::new(1, 1, 4, 4));
        let map = Map::from_ascii("\n######\n##..##\n#....#\n#....#\n#...##\n######").unwrap();
        assert_eq!(crooked_openings(&map, &round), 1, "{:?}", round.positions().collect::<Vec<_>>());
    }
}
