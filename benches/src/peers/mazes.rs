//! Packages that make mazes.
//!
//! They make as many cells as fit on the tiles of our map. Only irrgarten converts the cells to
//! tiles; the others are timed without that.

use crate::measure::Work;
use ::amaze::generators::{
    Eller4, GrowingTree4, Kruskal4, MazeGenerator2D, MixedCell, Prim4, RecursiveBacktracker4, Wilson4,
};
use ::knossos::maze::{
    Algorithm, Eller, GrowingTree, Kruskal, Method, OrthogonalMazeBuilder, Prim, RecursiveBacktracking,
    RecursiveDivision,
};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Returns the number of cells along a side of `tiles` tiles, with walls between and around them.
fn cells(tiles: i32) -> usize {
    ((tiles - 1) / 2) as usize
}

pub(super) fn knossos(name: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let algorithm: fn() -> Box<dyn Algorithm> = match name {
        "maze, backtracker" => || Box::new(RecursiveBacktracking),
        "maze, prim" => || Box::new(Prim::new()),
        "maze, kruskal" => || Box::new(Kruskal),
        "maze, eller" => || Box::new(Eller),
        "maze, division" => || Box::new(RecursiveDivision),
        "maze, growing-tree" => || Box::new(GrowingTree::new(Method::Newest50Random50)),
        _ => return None,
    };
    Some(Work::new("knossos", move |seed| {
        let builder = OrthogonalMazeBuilder::new().width(cells(width)).height(cells(height));
        builder.algorithm(algorithm()).seed(Some(seed)).build()
    }))
}

pub(super) fn irrgarten(name: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let (width, height) = (2 * cells(width) + 1, 2 * cells(height) + 1);
    (name == "maze, backtracker").then(|| {
        Work::new("irrgarten", move |seed| {
            let maze = ::irrgarten::Maze::new(width, height).expect("odd sides");
            maze.generate(&mut SmallRng::seed_from_u64(seed))
        })
    })
}

pub(super) fn amaze(name: &str, width: i32, height: i32) -> Option<Work<'static>> {
    let generator: fn(u64) -> Box<dyn MazeGenerator2D> = match name {
        "maze, backtracker" => |seed| Box::new(RecursiveBacktracker4::new_from_seed(seed)),
        "maze, prim" => |seed| Box::new(Prim4::new_from_seed(seed)),
        "maze, kruskal" => |seed| Box::new(Kruskal4::new_from_seed(seed)),
        "maze, wilson" => |seed| Box::new(Wilson4::new_from_seed(seed)),
        "maze, eller" => |seed| Box::new(Eller4::new_from_seed(seed)),
        "maze, growing-tree" => |seed| Box::new(GrowingTree4::new_from_seed_with_selector(seed, MixedCell::default())),
        _ => return None,
    };
    // Seed 0 means a random seed there.
    Some(Work::new("amaze", move |seed| generator(seed + 1).generate(cells(width), cells(height))))
}
