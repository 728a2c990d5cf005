//! [`Paths`]: the cheapest path from one cell to another.

use super::{Costs, Steps};
use crate::base::grid::Pos;
use crate::spatial::frontier::Frontier;

/// A path: its steps, and their total cost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path {
    /// The cells stepped into, in order, with the goal last; empty if the path starts at the goal.
    pub steps: Vec<Pos>,
    /// Total cost of the steps.
    pub cost: u32,
}

/// Finds cheapest paths with A*, and reuses its memory between searches.
///
/// ```
/// use mapwright::game::{Costs, Paths, Walker};
/// use mapwright::{Map, Pos};
/// let map = Map::from_ascii("
/// #.##.#
/// #....#")?;
/// let costs = Costs::of(&map, &Walker::default());
/// let path = Paths::new().find(&costs, Pos::new(1, 0), Pos::new(4, 0)).expect("there is a way");
/// assert_eq!((path.steps.len(), path.cost), (5, 500));
/// # Ok::<(), mapwright::Error>(())
/// ```
#[doc(alias = "pathfinding")]
#[doc(alias = "A*")]
#[doc(alias = "astar")]
#[derive(Default)]
pub struct Paths {
    nodes: Vec<Node>,
    /// Number of the current search. Nodes of earlier searches count as new.
    search: u32,
    frontier: Option<(u32, Frontier)>,
}

/// Search state of a cell.
#[derive(Clone, Copy, Default)]
struct Node {
    search: u32,
    cost: u32,
    from: u32,
    done: bool,
}

impl Paths {
    /// Creates an empty path finder.
    pub fn new() -> Self {
        Paths::default()
    }

    /// Returns a cheapest path, or `None` if there is no path or the goal cannot be entered. Ties
    /// are always broken in the same way.
    pub fn find(&mut self, costs: &Costs, from: Pos, to: Pos) -> Option<Path> {
        if !costs.size().contains(from) {
            return None;
        }
        if from == to {
            return Some(Path::default());
        }
        costs.get(to)?;
        // The remaining path costs at least the shortest path over the cheapest ground.
        let left = |pos: Pos| {
            let (across, down) = (pos.x.abs_diff(to.x), pos.y.abs_diff(to.y));
            let steps = match costs.steps {
                Steps::Four => across + down,
                Steps::Eight => across.max(down),
            };
            steps.saturating_mul(costs.least())
        };
        self.begin(costs);
        let Paths { nodes, search, frontier: Some((_, frontier)) } = self else { return None };
        let (start, goal, search) = (costs.index(from), costs.index(to), *search);
        let least = left(from);
        nodes[start] = Node { search, ..Node::default() };
        frontier.put(0, start);
        while let Some((_, cell)) = frontier.take() {
            let node = &mut nodes[cell];
            if cell == goal {
                let cost = node.cost;
                return Some(Path { steps: way_back(nodes, costs, start, goal), cost });
            }
            if std::mem::replace(&mut node.done, true) {
                continue;
            }
            let so_far = node.cost;
            costs.around(cell, |near| {
                let Some(cost) = so_far.checked_add(costs.at(near)) else { return };
                let known = &mut nodes[near];
                if known.search != search || cost < known.cost {
                    let total = cost.saturating_add(left(costs.pos(near)));
                    *known = Node { search, cost, from: cell as u32, done: false };
                    frontier.put(total.saturating_sub(least), near);
                }
            });
        }
        None
    }

    /// Discards the previous search.
    fn begin(&mut self, costs: &Costs) {
        // A step away from the goal costs its own cost, and lengthens the remaining estimate by at
        // most the same.
        let most = costs.most() + costs.least();
        match &mut self.frontier {
            Some((kept, frontier)) if *kept == most => frontier.clear(),
            kept => *kept = Some((most, Frontier::new(most))),
        }
        if self.nodes.len() != costs.cells() || self.search == u32::MAX {
            self.nodes.clear();
            self.nodes.resize(costs.cells(), Node::default());
            self.search = 0;
        }
        self.search += 1;
    }
}

fn way_back(nodes: &[Node], costs: &Costs, start: usize, goal: usize) -> Vec<Pos> {
    let mut steps = Vec::new();
    let mut cell = goal;
    while cell != start {
        steps.push(costs.pos(cell));
        cell = nodes[cell].from as usize;
    }
    steps.reverse();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::game::Walker;
    use crate::game::testing::{are_neighbours, random_costs, slow_distances};
    use crate::map::Map;

    #[test]
    fn ways_are_walked_step_by_step_and_none_is_cheaper() {
        let mut rng = Seed::new(2).rng();
        let mut paths = Paths::new();
        for _ in 0..60 {
            let costs = random_costs(&mut rng);
            let cells: Vec<Pos> = costs.size().rect().positions().collect();
            let goals: Vec<Pos> = cells.iter().copied().filter(|_| rng.percent(10)).collect();
            for &goal in &goals {
                let expected = slow_distances(&costs, &[goal]);
                for &start in &cells {
                    let path = paths.find(&costs, start, goal);
                    if start == goal {
                        assert_eq!(path, Some(Path::default()));
                        continue;
                    }
                    if costs.get(start).is_some() {
                        assert_eq!(
                            path.as_ref().map(|path| path.cost),
                            expected[start],
                            "{start} to {goal}: {costs:?}"
                        );
                    }
                    let Some(path) = path else { continue };
                    let mut pos = start;
                    for &step in &path.steps {
                        assert!(are_neighbours(&costs, pos, step), "{pos} to {step} in {costs:?}");
                        pos = step;
                    }
                    let spent: u32 = path.steps.iter().map(|&step| u32::from(costs.get(step).unwrap())).sum();
                    assert_eq!((pos, spent), (goal, path.cost));
                }
            }
        }
    }

    #[test]
    fn costly_ground_is_avoided() {
        let map = Map::from_ascii("\n.....\n.###.\n.....").unwrap();
        let mut costs = Costs::of(&map, &Walker::default());
        let row = |costs: &Costs| Paths::new().find(costs, Pos::new(0, 1), Pos::new(4, 1)).unwrap().steps[1].y;
        costs.scale(Pos::new(2, 0), 300);
        assert_eq!(row(&costs), 2);
        costs.scale(Pos::new(2, 2), 1_000);
        assert_eq!(row(&costs), 0);
    }

    #[test]
    fn there_is_no_way_into_a_wall_or_from_outside() {
        let costs = Costs::of(&Map::from_ascii("..#.").unwrap(), &Walker::default());
        let mut paths = Paths::new();
        for (from, to) in [(0, 2), (0, 3), (-1, 1), (0, 4), (4, 0)] {
            assert_eq!(paths.find(&costs, Pos::new(from, 0), Pos::new(to, 0)), None, "{from} to {to}");
        }
    }

    #[test]
    fn doors_are_open_to_walkers_that_open_them() {
        for (door, walker) in [
            ('+', Walker { opens_doors: false, ..Walker::default() }),
            ('|', Walker { raises_gratings: false, ..Walker::default() }),
            ('L', Walker::default()),
            ('S', Walker::default()),
            ('~', Walker::default()),
        ] {
            let map = Map::from_ascii(&format!(".{door}.")).unwrap();
            let all = Walker { unlocks: true, knows_secrets: true, swims: true, ..Walker::default() };
            let cost = |walker: &Walker| {
                let path = Paths::new().find(&Costs::of(&map, walker), Pos::new(0, 0), Pos::new(2, 0));
                path.map(|path| path.cost)
            };
            assert_eq!((cost(&walker), cost(&all)), (None, Some(200)), "{door}");
        }
    }
}
