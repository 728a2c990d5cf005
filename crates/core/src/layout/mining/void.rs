//! Rock that is never visible: void instead of walls.

use crate::base::bits::BitGrid;
use crate::base::grid::Rect;
use crate::base::tile::Tile;
use crate::map::Map;

/// Turns the walls that touch no floor and are connected to the border into void. Returns their
/// number.
pub(super) fn lay(map: &mut Map) -> u64 {
    let void = outside(&map.walkable());
    for y in 0..map.size().height {
        let row = map.tiles.row_mut(y);
        for (first, past) in void.runs(y) {
            row[first as usize..past as usize].fill(Tile::Void);
        }
    }
    void.count() as u64
}

/// Returns the cells without floor among their eight neighbours that are connected to the border by
/// cells of the same kind.
fn outside(floor: &BitGrid) -> BitGrid {
    let size = floor.size();
    let mut near = BitGrid::new(size);
    for y in 0..size.height {
        let row = floor.row(y);
        for (index, &word) in row.iter().enumerate() {
            let left = index.checked_sub(1).map_or(0, |left| row[left] >> 63);
            let right = row.get(index + 1).map_or(0, |right| right << 63);
            let spread = word | word << 1 | left | word >> 1 | right;
            for y in (y - 1).max(0)..=(y + 1).min(size.height - 1) {
                near.row_mut(y)[index] |= spread;
            }
        }
    }
    near.invert();
    let mut border = BitGrid::new(size);
    border.fill_rect(size.rect(), true);
    border.fill_rect(Rect::new(1, 1, size.width - 2, size.height - 2), false);
    near.flood_from(border)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rock_that_touches_no_floor_is_void_from_the_border_inwards() {
        let text = "\
################
################
##....##########
##.####.....####
##....#.###.####
###########.####
####.######.####
####........####
################
################
";
        let mut map = Map::from_ascii(text).unwrap();
        let void = lay(&mut map);
        let expected = "                \n ######         \n #....#######   \n";
        assert!(map.to_ascii().starts_with(expected), "{}", map.to_ascii());
        assert_eq!(map.tiles.cells().iter().filter(|tile| **tile == Tile::Void).count() as u64, void);
        assert_eq!(map.to_ascii().lines().nth(5).unwrap(), " ##########.#   ");
    }

    #[test]
    fn an_enclosed_mass_of_rock_stays_wall() {
        let text = "\n#########\n#.......#\n#.#####.#\n#.#####.#\n#.#####.#\n#.......#\n#########";
        let mut map = Map::from_ascii(text).unwrap();
        assert_eq!(lay(&mut map), 0);
    }
}
