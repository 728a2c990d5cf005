//! Number of tiles visible from a cell.

use super::blank;
use crate::base::grid::{Grid, Pos, Rect};
use crate::metrics::Terrain;
use crate::metrics::view::Views;
use crate::spatial::breadth_first::breadth_first;
use crate::spatial::ground::Ground;

/// Maximum number of cells to look from; larger maps are sampled.
const MAX_LOOKS: usize = 1 << 16;

pub(super) fn cells(terrain: &Terrain<'_>) -> Grid<Option<u32>> {
    let tiles = terrain.walkable().count();
    let spacing = (1..).find(|&spacing: &usize| tiles.div_ceil(spacing * spacing) <= MAX_LOOKS).unwrap_or(1);
    sparse(terrain, spacing as i32)
}

/// Looks around from one tile of every square of this side, and gives all other tiles the number of
/// the nearest sampled tile.
fn sparse(terrain: &Terrain<'_>, spacing: i32) -> Grid<Option<u32>> {
    let (ground, walkable) = (terrain.ground(), terrain.walkable());
    let mut views = Views::of(terrain);
    let mut seen = blank(terrain);
    let mut queue: Vec<usize> = Vec::new();
    let mut look = |pos: Pos, seen: &mut Grid<Option<u32>>, queue: &mut Vec<usize>| {
        seen[pos] = Some(views.count(pos) as u32);
        queue.push(ground.index(pos));
    };
    for y in (0..terrain.size().height).step_by(spacing as usize) {
        for x in (0..terrain.size().width).step_by(spacing as usize) {
            let square = Rect::new(x, y, spacing, spacing);
            let middle = square.center();
            let open = square.positions().filter(|&pos| walkable.contains(pos));
            if let Some(pos) = open.min_by_key(|&pos| pos.manhattan(middle)) {
                look(pos, &mut seen, &mut queue);
            }
        }
    }
    let mut rest = walkable.iter();
    loop {
        breadth_first(&mut queue, |cell, queue| {
            let number = seen[ground.pos(cell)];
            for near in ground.beside(cell).into_iter().filter(|&near| ground.is(near, Ground::OPEN)) {
                let pos = ground.pos(near);
                if seen[pos].is_none() {
                    seen[pos] = number;
                    queue.push(near);
                }
            }
        });
        queue.clear();
        // Tiles not reached yet lie in a region without a sampled tile.
        let Some(pos) = rest.find(|&pos| seen[pos].is_none()) else { return seen };
        look(pos, &mut seen, &mut queue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::heat::tests::drawn;
    use crate::heat::{Heat, heat_map};
    use crate::map::Map;
    use crate::metrics::scribble;

    #[test]
    fn halls_are_seen_from_everywhere_and_corners_hide() {
        assert_eq!(drawn("\n...\n...", Heat::Visibility), "\n666\n666");
        assert_eq!(drawn("\n...+..", Heat::Visibility), "\n444633");
        assert_eq!(drawn("\n...\n##.\n##.", Heat::Visibility), "\n455\n  5\n  4");
    }

    #[test]
    fn small_maps_are_looked_at_from_every_tile() {
        let mut rng = Seed::new(4).rng();
        for _ in 0..100 {
            let map = scribble(&mut rng);
            let terrain = Terrain::of(&map);
            let mut views = Views::of(&terrain);
            let made = heat_map(&map, Heat::Visibility).unwrap();
            for pos in map.floor_positions() {
                assert_eq!(made.cells[pos], Some(views.count(pos) as u32), "{pos}");
            }
        }
    }

    #[test]
    fn sparse_looks_are_filled_in_from_the_nearest() {
        // Two squares of three by three, each with its place to look from in the first row; the
        // last row has none.
        let map = Map::from_ascii("\n#.##..\n######\n......").unwrap();
        let made = sparse(&Terrain::of(&map), 3);
        let shown: Vec<Option<u32>> = (0..6).map(|x| made[Pos::new(x, 2)]).collect();
        assert_eq!(shown, [Some(6); 6]);
        let map = Map::from_ascii("\n.........").unwrap();
        assert_eq!(sparse(&Terrain::of(&map), 3), heat_map(&map, Heat::Visibility).unwrap().cells);
        let map = Map::from_ascii("\n....+....").unwrap();
        let made = sparse(&Terrain::of(&map), 3);
        // From the second, the fifth (in the door) and the eighth tile.
        assert_eq!(made.cells().iter().flatten().copied().collect::<Vec<_>>(), [5, 5, 5, 9, 9, 9, 5, 5, 5]);
    }
}
