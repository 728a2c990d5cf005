//! Turns hidden rock into void.

use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::region::keep_reached;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Void>("void", Kind::Shape).preserving(Promises::ALL);

/// Turns hidden rock into void: walls with no open tile near them.
///
/// Rooms and caves then stand out with a wall around them instead of a block of rock, as on most
/// hand-drawn maps. Use it as the last step: anything dug later gets its walls back where it meets
/// void. Running it twice changes nothing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Void {
    /// Thickness of the wall that stays around open ground, in tiles, including diagonals.
    #[schemars(range(min = 1, max = 100))]
    pub keep: i32,
    /// Turn rock enclosed by open ground into void as well. Otherwise only rock connected to the
    /// edge of the map becomes void, and thick pillars stay solid.
    pub enclosed: bool,
}

impl Default for Void {
    fn default() -> Self {
        Void { keep: 1, enclosed: true }
    }
}

impl Generator for Void {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        let mut rock = map.cells_of(|tile| matches!(tile, Tile::Wall | Tile::Void));
        let mut open = rock.clone();
        open.invert();
        rock.subtract(&open.grown(self.keep));
        if !self.enclosed {
            let mut edge = rock.clone();
            edge.fill_rect(map.size().rect().grown(-1), false);
            keep_reached(&mut rock, edge.iter());
        }
        for y in 0..map.size().height {
            for (first, past) in rock.runs(y) {
                map.tiles.row_mut(y)[first as usize..past as usize].fill(Tile::Void);
            }
        }
        map.settle();
        cx.step("void", map);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    fn apply(void: &Void, text: &str) -> String {
        let mut map = Map::from_ascii(text).unwrap();
        void.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
        let once = map.clone();
        void.generate(&mut map, &mut Context::new(Seed::new(2))).unwrap();
        assert_eq!(map, once, "twice is once");
        map.to_ascii()
    }

    const HALL: &str =
        "\n###########\n###########\n##.......##\n##.#####.##\n##.#####.##\n##.#####.##\n##~......##\n###########";

    #[test]
    fn walls_that_touch_nothing_open_become_void() {
        let expected =
            "           \n ######### \n #.......# \n #.#####.# \n #.#   #.# \n #.#####.# \n #~......# \n ######### \n";
        assert_eq!(apply(&Void::default(), HALL), expected);
    }

    #[test]
    fn enclosed_rock_stays_when_only_the_outside_counts() {
        let expected =
            "           \n ######### \n #.......# \n #.#####.# \n #.#####.# \n #.#####.# \n #~......# \n ######### \n";
        assert_eq!(apply(&Void { enclosed: false, ..Void::default() }, HALL), expected);
    }

    #[test]
    fn the_wall_is_as_thick_as_asked() {
        let text = "\n########\n########\n########\n###.####\n########";
        let thick = Void { keep: 2, enclosed: true };
        assert_eq!(apply(&thick, text), "        \n #####  \n #####  \n ##.##  \n #####  \n");
        assert_eq!(apply(&Void { keep: 100, ..thick }, text), format!("{}\n", text.trim()));
        for text in [" \n", ".\n", "##\n#.\n"] {
            assert_eq!(apply(&Void::default(), text), text);
        }
        assert_eq!(apply(&Void::default(), "#"), " \n", "solid rock is all void");
    }
}
