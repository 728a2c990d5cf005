//! [`DistanceField`]: the distance from every cell to the nearest goal.

use super::Costs;
use super::costs::rimmed;
use crate::base::grid::{Pos, Size};
use crate::spatial::frontier::Frontier;

/// The cost of the cheapest path from every cell to the nearest of several goals, computed for all
/// cells at once.
///
/// One field leads a whole horde to the player, or the player to the nearest unexplored place: each
/// creature takes the step that [`DistanceField::next`] returns. For one walker and one distant
/// goal, [`Paths`](crate::game::Paths) visits fewer cells.
///
/// ```
/// use mapwright::game::{Costs, DistanceField, Walker};
/// use mapwright::{Map, Pos};
/// let map = Map::from_ascii("
/// #...#...#
/// #.#...#.#")?;
/// let costs = Costs::of(&map, &Walker::default());
/// let field = DistanceField::toward(&costs, [Pos::new(7, 0)]);
/// assert_eq!(field.get(Pos::new(7, 1)), Some(100));
/// assert_eq!(field.next(&costs, Pos::new(7, 1)), Some(Pos::new(7, 0)));
/// assert_eq!(field.get(Pos::new(0, 0)), None);
/// # Ok::<(), mapwright::Error>(())
/// ```
#[doc(alias = "Dijkstra map")]
#[doc(alias = "Dijkstra")]
#[doc(alias = "flow field")]
#[doc(alias = "pathfinding")]
#[derive(Default)]
pub struct DistanceField {
    size: Size,
    /// One distance for every cell of the costs, including their rim.
    distances: Vec<u32>,
    frontier: Option<(u32, Frontier)>,
}

/// Marks a cell from which no goal can be reached.
const NEVER: u32 = u32::MAX;

impl DistanceField {
    /// Creates an empty field without goals, to be filled by [`DistanceField::spread`].
    pub fn new() -> Self {
        DistanceField::default()
    }

    /// Creates the field for these goals. Goals that cannot be entered are ignored.
    pub fn toward(costs: &Costs, goals: impl IntoIterator<Item = Pos>) -> Self {
        let mut field = DistanceField::new();
        field.spread(costs, goals);
        field
    }

    /// Replaces the distances with those to these goals. Allocates no memory if the map has the
    /// same size as before.
    ///
    /// The cost of a path counts every step, including the one into the goal. Goals that cannot be
    /// entered are ignored. A path that costs more than four billion counts as no path.
    pub fn spread(&mut self, costs: &Costs, goals: impl IntoIterator<Item = Pos>) {
        self.size = costs.size();
        self.distances.clear();
        self.distances.resize(costs.cells(), NEVER);
        let most = costs.most();
        let (_, frontier) = match &mut self.frontier {
            Some(kept) if kept.0 == most => kept,
            kept => kept.insert((most, Frontier::new(most))),
        };
        frontier.clear();
        for goal in goals.into_iter().filter(|&goal| costs.get(goal).is_some()) {
            self.distances[costs.index(goal)] = 0;
            frontier.put(0, costs.index(goal));
        }
        while let Some((so_far, cell)) = frontier.take() {
            if so_far > self.distances[cell] {
                continue;
            }
            let Some(there) = so_far.checked_add(costs.at(cell)) else { continue };
            costs.around(cell, |near| {
                if there < self.distances[near] {
                    self.distances[near] = there;
                    frontier.put(there, near);
                }
            });
        }
    }

    /// Returns the cost of the path from there to the nearest goal, or `None` if there is no path.
    pub fn get(&self, pos: Pos) -> Option<u32> {
        self.size.contains(pos).then(|| self.distances[rimmed(self.size, pos)]).filter(|&distance| distance != NEVER)
    }

    /// Returns the next cell on the cheapest path from there to the nearest goal. Ties are broken
    /// in favour of straight steps, then clockwise from north. Returns `None` at a goal, and where
    /// no path leads to a goal.
    pub fn next(&self, costs: &Costs, pos: Pos) -> Option<Pos> {
        assert_eq!(self.size, costs.size(), "costs of another map");
        if !self.size.contains(pos) || self.get(pos) == Some(0) {
            return None;
        }
        let mut best = (NEVER, None);
        costs.around(costs.index(pos), |near| {
            let cost = self.distances[near].saturating_add(costs.at(near));
            if cost < best.0 {
                best = (cost, Some(costs.pos(near)));
            }
        });
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::game::testing::{random_costs, slow_distances};
    use crate::game::{Steps, Walker};
    use crate::map::Map;

    #[test]
    fn distances_are_those_of_going_round_until_nothing_changes() {
        let mut rng = Seed::new(4).rng();
        let mut field = DistanceField::new();
        for _ in 0..150 {
            let costs = random_costs(&mut rng);
            let goals: Vec<Pos> = costs.size().rect().positions().filter(|_| rng.percent(3)).collect();
            let expected = slow_distances(&costs, &goals);
            field.spread(&costs, goals.iter().copied());
            for pos in costs.size().rect().positions() {
                assert_eq!(field.get(pos), expected[pos], "from {pos} to {goals:?} in {costs:?}");
            }
        }
    }

    #[test]
    fn following_the_steps_costs_what_the_field_says() {
        let mut rng = Seed::new(5).rng();
        for _ in 0..100 {
            let costs = random_costs(&mut rng);
            let goals: Vec<Pos> = costs.size().rect().positions().filter(|_| rng.percent(3)).collect();
            let field = DistanceField::toward(&costs, goals.iter().copied());
            for start in costs.size().rect().positions() {
                let (mut pos, mut spent) = (start, 0);
                while let Some(next) = field.next(&costs, pos) {
                    spent += u32::from(costs.get(next).unwrap());
                    pos = next;
                    assert!(spent <= field.get(start).unwrap_or(u32::MAX));
                }
                if let Some(distance) = field.get(start) {
                    assert_eq!((spent, goals.contains(&pos)), (distance, true));
                }
            }
        }
    }

    #[test]
    fn diagonal_steps_do_not_cut_corners() {
        let map = Map::from_ascii("\n.#\n..").unwrap();
        let [four, eight] = [Steps::Four, Steps::Eight].map(|steps| {
            let costs = Costs::of(&map, &Walker { steps, ..Walker::default() });
            DistanceField::toward(&costs, [Pos::new(1, 1)]).get(Pos::new(0, 0))
        });
        assert_eq!((four, eight), (Some(200), Some(200)));
        let open = Costs::of(&Map::from_ascii("\n..\n..").unwrap(), &Walker::default());
        assert_eq!(DistanceField::toward(&open, [Pos::new(1, 1)]).get(Pos::new(0, 0)), Some(100));
    }

    #[test]
    fn unreachable_goals_are_skipped() {
        let costs = Costs::of(&Map::from_ascii("..#").unwrap(), &Walker::default());
        let field = DistanceField::toward(&costs, [Pos::new(2, 0), Pos::new(9, 9)]);
        assert_eq!((field.get(Pos::new(1, 0)), field.next(&costs, Pos::new(1, 0))), (None, None));
    }
}
