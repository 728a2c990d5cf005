//! Openness of the surroundings of a cell.

use super::blank;
use crate::base::grid::Grid;
use crate::metrics::Terrain;

/// Number of cells that the window extends to every side.
const REACH: usize = 4;

pub(super) fn cells(terrain: &Terrain<'_>) -> Grid<Option<u32>> {
    let (width, height) = (terrain.size().width as usize, terrain.size().height as usize);
    let tiles = &terrain.map.tiles;
    let mut cells = blank(terrain);
    // Number of walkable tiles in each column of the rows that the window covers.
    let mut columns = vec![0u32; width];
    let add = |y: usize, columns: &mut [u32], by: u32| {
        for (column, tile) in columns.iter_mut().zip(tiles.row(y as i32)) {
            *column = column.wrapping_add(if tile.is_walkable() { by } else { 0 });
        }
    };
    (0..height.min(REACH)).for_each(|y| add(y, &mut columns, 1));
    for y in 0..height {
        if y + REACH < height {
            add(y + REACH, &mut columns, 1);
        }
        if let Some(past) = y.checked_sub(REACH + 1) {
            add(past, &mut columns, 1u32.wrapping_neg());
        }
        let rows = (y + REACH + 1).min(height) - y.saturating_sub(REACH);
        let mut sum: u32 = columns.iter().take(REACH).sum();
        for (x, (number, tile)) in cells.row_mut(y as i32).iter_mut().zip(tiles.row(y as i32)).enumerate() {
            sum += columns.get(x + REACH).copied().unwrap_or(0);
            sum -= x.checked_sub(REACH + 1).map_or(0, |past| columns[past]);
            let area = rows * ((x + REACH + 1).min(width) - x.saturating_sub(REACH));
            *number = tile.is_walkable().then(|| (100 * sum + area as u32 / 2) / area as u32);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect};
    use crate::base::rng::Seed;
    use crate::heat::{Heat, heat_map};
    use crate::map::Map;
    use crate::metrics::scribble;

    #[test]
    fn windows_are_counted_tile_by_tile() {
        let mut rng = Seed::new(3).rng();
        let wide = Map::from_ascii(&format!("{}\n{}\n", ".#..".repeat(30), "##.".repeat(40)).repeat(9)).unwrap();
        for map in (0..200).map(|_| scribble(&mut rng)).chain([wide]) {
            let made = heat_map(&map, Heat::Density).unwrap();
            let floor = map.walkable();
            for pos in floor.iter() {
                let window = Rect::new(pos.x - 4, pos.y - 4, 9, 9).intersection(map.size().rect());
                let open = window.positions().filter(|&pos| floor.contains(pos)).count();
                let percent = (open as f64 * 100.0 / window.size().area() as f64 + 0.5).floor();
                assert_eq!(made.cells[pos], Some(percent as u32), "{pos} in\n{}", map.to_ascii());
            }
        }
        let hall = heat_map(&Map::from_ascii("\n...\n...").unwrap(), Heat::Density).unwrap();
        assert_eq!((hall.low, hall.high, hall.cells[Pos::new(0, 0)]), (100, 100, Some(100)));
    }
}
