//! Closes the edge of the map.

use super::dig;
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect, Size};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Border>("border", Kind::Shape)
    .promising(Promises::CLOSED_BORDER)
    .preserving(Promises::CONNECTED.and(Promises::ROOMS_DISJOINT));

/// Closes the edge of the map with a wall.
///
/// For maps cut out of larger ones, and for layouts that run off the edge. Paths along the edge are
/// moved to the inner side of the wall, so connected areas stay connected; anything that stood
/// where the wall is now is removed. Running it twice changes nothing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Border {
    /// Thickness of the wall, in tiles.
    #[schemars(range(min = 1, max = 100))]
    pub thickness: i32,
}

impl Default for Border {
    fn default() -> Self {
        Border { thickness: 1 }
    }
}

impl Generator for Border {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        let size = map.size();
        let inside = size.rect().grown(-self.thickness);
        let mut lost = map.walkable();
        lost.fill_rect(inside, false);
        dig(map, &moved_in(&lost, inside));
        let frame = [
            Rect::new(0, 0, size.width, inside.y),
            Rect::new(0, inside.bottom(), size.width, size.height - inside.bottom()),
            Rect::new(0, inside.y, inside.x, inside.height),
            Rect::new(inside.right(), inside.y, size.width - inside.right(), inside.height),
        ];
        frame.into_iter().for_each(|side| map.tiles.fill_rect(side, Tile::Wall));
        map.decorations.retain(|decoration| !lost.contains(decoration.pos));
        map.settle();
        cx.step("close", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(2 * self.thickness + 1, 2 * self.thickness + 1)
    }
}

/// Moves every cell to the nearest cell inside. Neighbours end up adjacent or on the same cell, so
/// connected cells stay connected.
fn moved_in(cells: &BitGrid, inside: Rect) -> BitGrid {
    let mut moved = BitGrid::new(cells.size());
    for Pos { x, y } in cells.iter() {
        moved.insert(Pos::new(x.clamp(inside.x, inside.right() - 1), y.clamp(inside.y, inside.bottom() - 1)));
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    fn apply(thickness: i32, map: &mut Map) {
        let border = Border { thickness };
        border.generate(map, &mut Context::new(Seed::new(1))).unwrap();
        let once = map.clone();
        border.generate(map, &mut Context::new(Seed::new(2))).unwrap();
        assert_eq!(*map, once, "twice is once");
    }

    #[test]
    fn a_way_along_the_edge_runs_inside_afterwards() {
        let mut map = Map::from_ascii("\n.......\n.#~###.\n.#####.\n.@#####\n##....E").unwrap();
        apply(1, &mut map);
        assert_eq!(map.to_ascii_with_entities(), "#######\n#.=...#\n#.###.#\n#@....#\n#######\n");
        assert_eq!(check(&map), []);
    }

    #[test]
    fn one_tile_of_floor_is_always_left() {
        let mut map = Map::from_ascii("\n.####\n#####\n#####\n#####\n#####").unwrap();
        apply(2, &mut map);
        assert_eq!(map.to_ascii(), "#####\n#####\n##.##\n#####\n#####\n");
        let mut rock = Map::from_ascii("\n   \n   \n   ").unwrap();
        apply(1, &mut rock);
        assert_eq!(rock.to_ascii(), "###\n# #\n###\n", "rock stays rock");
    }

    #[test]
    fn any_noise_hangs_together_as_before() {
        let mut rng = Seed::new(9).rng();
        for _ in 0..200 {
            let size = Size::new(rng.range(7, 40), rng.range(7, 30));
            let percent = rng.range(20, 90) as u32;
            let floor = BitGrid::from_fn(size, |_| rng.percent(percent));
            let mut map = Map::new(size, Tile::Wall);
            map.lay_floor(&floor);
            let thickness = rng.range(1, 3);
            apply(thickness, &mut map);
            let inside = size.rect().grown(-thickness);
            let closed = map.walkable();
            assert!(closed.iter().all(|pos| inside.contains(pos)));
            for pos in floor.iter().filter(|&pos| inside.contains(pos)).take(5) {
                let mut cut_off = floor.flood(pos);
                cut_off.subtract(&closed.flood(pos));
                assert!(cut_off.iter().all(|pos| !inside.contains(pos)), "{pos} lost touch");
            }
        }
    }
}
