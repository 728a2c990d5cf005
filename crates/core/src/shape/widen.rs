//! Widens narrow passages.

use super::dig;
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::Dir;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, Passage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry =
    Entry::new::<Widen>("widen", Kind::Shape).preserving(Promises::ALL.without(Promises::NO_2X2.and(Promises::FORM)));

/// Widens passages that are one tile wide.
///
/// For games whose heroes need room, and for corridors that should look like streets. The first
/// tile is added to the right or below, the next to the left or above, and so on. Walls stay where
/// digging would break into something else: beside doors, at the edge of the map, and between two
/// passages separated by one wall. Wider passages do not change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Widen {
    /// Number of tiles to add to the width, where there is space.
    #[schemars(range(min = 1, max = 8))]
    pub amount: i32,
}

impl Default for Widen {
    fn default() -> Self {
        Widen { amount: 1 }
    }
}

impl Generator for Widen {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64 * self.amount.unsigned_abs() as u64)?;
        let before = map.walkable();
        let rows = narrow(map, &before, [Dir::West, Dir::East]);
        let columns = narrow(map, &before, [Dir::North, Dir::South]);
        let mut bends = rows.clone();
        bends &= &columns;
        let mut digging = Digging { rock: rock(map), open: before.clone() };
        let mut fronts = [Dir::East, Dir::South, Dir::West, Dir::North]
            .map(|dir| (dir, if dir.delta().0 == 0 { rows.clone() } else { columns.clone() }));
        for layer in 0..self.amount as usize {
            for (dir, front) in &mut fronts[layer % 2 * 2..][..2] {
                *front = digging.advance(front, *dir);
            }
        }
        digging.round_off(&bends, self.amount, &before);
        let mut dug = digging.open;
        dug.subtract(&before);
        dig(map, &dug);
        cx.step("widen", map);
        self.measure(map);
        map.settle();
        cx.step("settle", map);
        Ok(())
    }
}

impl Widen {
    /// Updates the recorded width of the narrow passages.
    fn measure(&self, map: &mut Map) {
        let open = map.walkable();
        for passage in map.passages.iter_mut().filter(|passage| passage.width == 1) {
            let fits = |passage: &Passage| passage.legs().all(|leg| leg.positions().all(|pos| open.contains(pos)));
            for width in (2..=1 + self.amount).rev() {
                passage.width = width;
                if fits(passage) {
                    break;
                }
                passage.width = 1;
            }
        }
    }
}

/// Returns the cells that may be dug: rock, but not at the edge and not beside a door.
fn rock(map: &Map) -> BitGrid {
    let mut rock = BitGrid::new(map.size());
    rock.fill_rect(map.size().rect().grown(-1), true);
    rock &= &map.cells_of(|tile| matches!(tile, Tile::Wall | Tile::Void));
    for side in map.doors.iter().flat_map(|door| Dir::ALL.map(|dir| door.pos.step(dir))) {
        if rock.contains(side) {
            rock.remove(side);
        }
    }
    rock
}

/// Returns the cells of one-tile-wide passages that lead to one of these sides, without doors.
fn narrow(map: &Map, open: &BitGrid, sides: [Dir; 2]) -> BitGrid {
    let mut corners = open.clone();
    for (dx, dy) in [(-1, 0), (0, -1), (-1, -1)] {
        corners &= &open.shifted(dx, dy);
    }
    let mut narrow = near(open, sides[0]);
    narrow |= &near(open, sides[1]);
    narrow &= open;
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        narrow.subtract(&corners.shifted(dx, dy));
    }
    narrow.subtract(&map.cells_of(Tile::is_door));
    narrow
}

/// Returns the cells whose neighbour in this direction is in the set.
fn near(set: &BitGrid, dir: Dir) -> BitGrid {
    let (dx, dy) = dir.delta();
    set.shifted(-dx, -dy)
}

struct Digging {
    rock: BitGrid,
    /// Cells that are walkable so far.
    open: BitGrid,
}

impl Digging {
    /// Digs one layer from the front in this direction where it breaks into nothing, and returns
    /// the dug cells.
    fn advance(&mut self, front: &BitGrid, dir: Dir) -> BitGrid {
        let mut layer = near(front, dir.opposite());
        layer &= &self.rock;
        layer.subtract(&self.open);
        layer.subtract(&near(&self.open, dir));
        for side in [dir.right(), dir.right().opposite()] {
            // Open ground at the side is allowed if the front touches it already.
            let mut news = near(&self.open, side);
            news.subtract(&near(&near(&self.open, side), dir.opposite()));
            layer.subtract(&news);
        }
        self.open |= &layer;
        layer
    }

    /// Digs the outer corners of bends, so that they are as wide as the passages that meet there.
    fn round_off(&mut self, bends: &BitGrid, amount: i32, before: &BitGrid) {
        let (back, on) = Passage::reach(1 + amount);
        let mut squares = bends.clone();
        for (dx, dy) in [(1, 0), (0, 1)] {
            let line = squares.clone();
            (-back..=on).filter(|&by| by != 0).for_each(|by| squares |= &line.shifted(dx * by, dy * by));
        }
        squares &= &self.rock;
        let mut dug = self.open.clone();
        dug.subtract(before);
        for _ in 0..2 * amount {
            let mut found = false;
            for (across, down) in
                [(Dir::East, Dir::South), (Dir::East, Dir::North), (Dir::West, Dir::South), (Dir::West, Dir::North)]
            {
                let mut corner = near(&dug, across.opposite());
                corner &= &near(&dug, down.opposite());
                corner &= &squares;
                corner.subtract(&self.open);
                corner.subtract(&near(&self.open, across));
                corner.subtract(&near(&self.open, down));
                found |= !corner.is_empty();
                self.open |= &corner;
                dug |= &corner;
            }
            if !found {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Pos, Rect, Size};
    use crate::base::rng::Seed;
    use crate::check::check;

    fn widened(amount: i32, text: &str) -> String {
        let mut map = Map::from_ascii(text).unwrap();
        Widen { amount }.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        map.to_ascii()
    }

    const BENT: &str =
        "\n##########\n##########\n####.#####\n####.#####\n####...###\n######.###\n######.###\n##########\n##########";

    #[test]
    fn ways_grow_to_the_right_and_below_first() {
        let one = "\
            ##########\n\
            ##########\n\
            ####..####\n\
            ####..####\n\
            ####....##\n\
            ####....##\n\
            ######..##\n\
            ##########\n\
            ##########\n";
        assert_eq!(widened(1, BENT), one);
        let two = "\
            ##########\n\
            ##########\n\
            ###...####\n\
            ###.....##\n\
            ###.....##\n\
            ###.....##\n\
            #####...##\n\
            ##########\n\
            ##########\n";
        assert_eq!(widened(2, BENT), two);
    }

    #[test]
    fn walls_between_ways_doors_and_the_border_stay() {
        let parted = "#####\n#...#\n#.#.#\n#...#\n#####\n";
        assert_eq!(widened(3, parted), parted);
        let doors = "\n#########\n#..######\n#..+...##\n#..######\n#########";
        assert_eq!(widened(1, doors), "#########\n#..######\n#..+...##\n#..#...##\n#########\n");
    }

    #[test]
    fn passages_know_their_width() {
        let mut map = Map::new(Size::new(20, 9), Tile::Wall);
        let rooms = [Rect::new(1, 1, 5, 6), Rect::new(13, 1, 5, 6)].map(|rect| map.dig_room(rect));
        map.dig_passage(1, &[Pos::new(3, 3), Pos::new(15, 3)], &rooms);
        Widen { amount: 2 }.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        assert_eq!((map.passages[0].width, map.passages[0].joins.len()), (3, 2));
        assert_eq!(check(&map), []);
    }

    #[test]
    fn void_beside_dug_cells_becomes_wall() {
        let text = "\n         \n  #####  \n  #...#  \n  #####  \n         \n         ";
        assert_eq!(widened(1, text), "         \n  #####  \n  #...#  \n  #...#  \n  #####  \n         \n");
    }

    #[test]
    fn tiny_maps_stay_as_they_are() {
        for text in [".\n", "#\n", "..\n..\n", "###\n#.#\n###\n"] {
            assert_eq!(widened(8, text), text);
        }
    }
}
