//! Mazes. One of eight algorithms decides which cells are open to each other; the code that turns
//! cells into tiles is shared.

mod backtracker;
mod braid;
mod division;
mod eller;
mod growing;
mod icey;
mod kruskal;
mod passages;
mod prim;
mod tiles;
mod wilson;

use crate::base::error::Error;
use crate::base::grid::Size;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use passages::Passages;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tiles::Frame;

/// Registry entry of the `maze` layout.
pub const ENTRY: Entry = Entry::new::<Maze>("maze", Kind::Layout)
    .revision(2)
    .promising(Promises::ALL.without(Promises::FORM))
    .natural(81, 51);

/// A maze that fills the map: perfect, with one route between any two places, or braided, with
/// loops.
///
/// The algorithm decides the character: long winding corridors, short dead ends or straight runs.
/// Corridors and walls may be wider than one tile; tiles left over by the division go to the outer
/// walls.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Maze {
    /// Algorithm, which decides the character of the maze.
    pub algorithm: Algorithm,
    /// Width of the corridors, in tiles.
    #[schemars(range(min = 1, max = 50))]
    pub cell: i32,
    /// Thickness of the walls, in tiles.
    #[schemars(range(min = 1, max = 50))]
    pub wall: i32,
    /// Percentage of dead ends opened to a neighbour, preferably to another dead end. 0 keeps the
    /// maze perfect; 100 removes all dead ends and adds many loops.
    #[schemars(range(min = 0, max = 100))]
    pub braid: u32,
    /// Percentage of steps that grow from the newest cell instead of a random one; only for
    /// `growing-tree`. High values make long corridors, low values short dead ends.
    #[schemars(range(min = 0, max = 100))]
    pub mix: u32,
    /// Average number of steps a corridor keeps its directions; only for `icey`. 0 makes winding
    /// corridors, high values straight runs from wall to wall.
    #[schemars(range(min = 0, max = 1_000))]
    pub regularity: u32,
}

/// Maze algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Depth-first search: long winding corridors and few dead ends; hard to solve.
    #[default]
    Backtracker,
    /// Grows at its edge: many short dead ends around a centre.
    Prim,
    /// Openings in random order: short dead ends everywhere, no preferred direction.
    Kruskal,
    /// Loop-erased random walks: every perfect maze is equally likely.
    Wilson,
    /// Row by row: winding, with a fringe of dead ends and a long corridor along the last row.
    Eller,
    /// Recursive division: long straight walls with a single gap.
    Division,
    /// Grows from its newest cell or from a random one: between `backtracker` and `prim`, depending
    /// on `mix`.
    GrowingTree,
    /// Cracks that keep their direction: parallel straight runs, depending on `regularity`.
    Icey,
}

impl Default for Maze {
    fn default() -> Self {
        Maze { algorithm: Algorithm::default(), cell: 1, wall: 1, braid: 0, mix: 50, regularity: 5 }
    }
}

impl Generator for Maze {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let frame = Frame::new(map.size(), self.cell, self.wall);
        let (maze, braids) = self.passages(frame.cells, map, cx)?;
        if cx.is_traced() {
            frame.show(&maze, braids, map, cx);
        }
        frame.lay(&maze, map);
        cx.step("maze", map);
        map.stats.insert("cells".to_owned(), maze.count() as i64);
        map.stats.insert("openings".to_owned(), (maze.count() - 1 + braids) as i64);
        Ok(())
    }

    fn min_size(&self) -> Size {
        let side = self.cell + 2 * self.wall;
        Size::new(side, side)
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.cell == 1 { promises } else { promises - Promises::NO_2X2 }
    }
}

impl Maze {
    /// Builds the maze and returns it with the number of openings made by braiding.
    fn passages(&self, cells: Size, map: &mut Map, cx: &mut Context<'_>) -> Result<(Passages, usize), Error> {
        cx.spend(cells.area() as u64)?;
        let mut maze = Passages::new(cells, cx.is_traced());
        let mut rng = cx.rng("maze");
        // None of them is inlined: with all eight in one function, none would have the registers
        // its loop needs.
        match self.algorithm {
            Algorithm::Backtracker => backtracker::run(&mut maze, &mut rng),
            Algorithm::Prim => prim::run(&mut maze, &mut rng),
            Algorithm::Kruskal => kruskal::run(&mut maze, &mut rng),
            Algorithm::Wilson => wilson::run(&mut maze, &mut rng, cx)?,
            Algorithm::Eller => eller::run(&mut maze, &mut rng),
            Algorithm::Division => division::run(&mut maze, &mut rng),
            Algorithm::GrowingTree => growing::run(&mut maze, self.mix, &mut rng),
            Algorithm::Icey => icey::run(&mut maze, self.regularity, &mut rng),
        }
        if self.braid == 0 {
            return Ok((maze, 0));
        }
        let braided = braid::run(&mut maze, self.braid, &mut cx.rng("braid"));
        if braided.stuck > 0 {
            let (asked, opened) = (braided.chosen as i64, (braided.chosen - braided.stuck) as i64);
            cx.note(map, "dead ends opened", asked, opened, "a maze one cell wide has no neighbours to open to");
        }
        Ok((maze, braided.openings))
    }
}

#[cfg(test)]
mod tests {
    use super::braid::is_dead_end;
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;

    const ALL: [Algorithm; 8] = [
        Algorithm::Backtracker,
        Algorithm::Prim,
        Algorithm::Kruskal,
        Algorithm::Wilson,
        Algorithm::Eller,
        Algorithm::Division,
        Algorithm::GrowingTree,
        Algorithm::Icey,
    ];

    fn make(maze: &Maze, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        maze.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    fn passages(maze: &Maze, cells: Size, seed: u64) -> Passages {
        let mut map = Map::new(Size::new(1, 1), Tile::Wall);
        maze.passages(cells, &mut map, &mut Context::new(Seed::new(seed))).unwrap().0
    }

    /// Returns the number of openings, counted from both of their cells, and of cells reachable
    /// from the first.
    fn survey(maze: &Passages) -> (usize, usize) {
        let cells = || (0..maze.height()).flat_map(|y| (0..maze.width()).map(move |x| (x, y)));
        let ends: u32 = cells().map(|(x, y)| maze.open_sides(maze.index(x, y)).count_ones()).sum();
        let mut seen = vec![false; maze.index(0, maze.height() + 1)];
        let mut open = vec![maze.index(0, 0)];
        let mut reached = 0;
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                let (x, y) = maze.position(at);
                assert!(x < maze.width() && y < maze.height(), "a way out of the maze");
                reached += 1;
                open.extend(
                    (0..4).filter(|&side| maze.open_sides(at) >> side & 1 == 1).map(|side| maze.step(at, side)),
                );
            }
        }
        (ends as usize / 2, reached)
    }

    #[test]
    fn every_algorithm_makes_perfect_mazes_of_every_size() {
        let sizes = (1..12).flat_map(|width| (1..12).map(move |height| Size::new(width, height)));
        let large = [(1, 70), (70, 1), (64, 3), (65, 20), (39, 24), (130, 90)].map(|(w, h)| Size::new(w, h));
        for (seed, size) in sizes.chain(large).enumerate() {
            for algorithm in ALL {
                for (mix, regularity) in [(50, 5), (0, 0), (100, 1_000)] {
                    let maze = Maze { algorithm, mix, regularity, ..Maze::default() };
                    let (openings, reached) = survey(&passages(&maze, size, seed as u64));
                    assert_eq!((openings, reached), (size.area() - 1, size.area()), "{algorithm:?} {size} {seed}");
                }
            }
        }
    }

    #[test]
    fn walks_on_a_long_thin_maze_are_limited() {
        for size in [(1, 30_000), (30_000, 2)].map(|(width, height)| Size::new(width, height)) {
            let maze = Maze { algorithm: Algorithm::Wilson, ..Maze::default() };
            let mut cx = Context::new(Seed::new(1));
            let mut map = Map::new(Size::new(1, 1), Tile::Wall);
            let (maze, _) = maze.passages(size, &mut map, &mut cx).unwrap();
            assert_eq!(survey(&maze), (size.area() - 1, size.area()), "{size}");
            assert!(cx.spent < size.area() as u64 * 402, "{size}: {} steps", cx.spent);
        }
    }

    #[test]
    fn braiding_all_leaves_no_dead_end_and_cuts_nothing() {
        for algorithm in ALL {
            for (seed, size) in [(2, 2), (2, 9), (7, 3), (20, 30)].map(|(w, h)| Size::new(w, h)).into_iter().enumerate()
            {
                let maze = passages(&Maze { algorithm, braid: 100, ..Maze::default() }, size, seed as u64);
                let (openings, reached) = survey(&maze);
                assert!(openings >= size.area() && reached == size.area(), "{algorithm:?} {size}");
                let ends = (0..maze.height()).flat_map(|y| (0..maze.width()).map(move |x| (x, y)));
                assert!(!ends.into_iter().any(|(x, y)| is_dead_end(&maze, maze.index(x, y))), "{algorithm:?} {size}");
            }
        }
    }

    #[test]
    fn a_maze_one_cell_wide_says_that_it_cannot_be_braided() {
        let map = make(&Maze { braid: 100, ..Maze::default() }, Size::new(9, 3), 1);
        assert_eq!(map.to_ascii(), "#########\n#.......#\n#########\n");
        assert_eq!((map.notes[0].asked, map.notes[0].delivered), (2, 0));
    }

    #[test]
    fn cells_and_walls_are_as_wide_as_asked_and_stand_in_the_middle() {
        let maze = Maze { algorithm: Algorithm::Division, cell: 2, wall: 3, ..Maze::default() };
        assert_eq!(make(&maze, Size::new(10, 8), 1).to_ascii().matches('.').count(), 4, "one cell");
        assert_eq!(
            make(&maze, Size::new(16, 9), 1).to_ascii(),
            "\
################\n################\n################\n####.......#####\n####.......#####\n\
################\n################\n################\n################\n"
        );
    }

    #[test]
    fn statistics_count_cells_and_openings() {
        for braid in [0, 40] {
            let map = make(&Maze { braid, ..Maze::default() }, Size::new(41, 21), 4);
            let floor = map.floor_positions().count() as i64;
            assert_eq!(map.stats["cells"], 200);
            assert_eq!(map.stats["openings"], floor - 200);
            assert_eq!(braid == 0, map.stats["openings"] == 199);
        }
    }

    #[test]
    fn icey_runs_straighter_the_more_regular_it_is() {
        let turns = |regularity| {
            let maze = Maze { algorithm: Algorithm::Icey, regularity, ..Maze::default() };
            let maze = passages(&maze, Size::new(60, 60), 3);
            let cells = (0..60).flat_map(|y| (0..60).map(move |x| (x, y)));
            cells.filter(|&(x, y)| [3, 6, 12, 9].contains(&maze.open_sides(maze.index(x, y)))).count()
        };
        assert!(turns(0) > turns(5) && turns(5) > turns(100), "{} {} {}", turns(0), turns(5), turns(100));
    }
}
