//! Slow and simple reference implementations for the tests of this module.

use super::{Costs, Steps};
use crate::base::grid::{Grid, Pos, Size};
use crate::base::rng::Rng;

/// Returns random ground of all kinds.
pub(super) fn random_costs(rng: &mut Rng) -> Costs {
    let size = Size::new(rng.range(1, 13), rng.range(1, 13));
    let steps = if rng.percent(50) { Steps::Four } else { Steps::Eight };
    let walls = rng.below(50);
    let plain = rng.percent(40);
    let mut costs = Costs::new(size, steps, Costs::PLAIN);
    for pos in size.rect().positions() {
        if rng.percent(walls) {
            costs.set(pos, 0);
        } else if !plain {
            costs.set(pos, [1, 50, 100, 100, 150, 300, 20_000][rng.below(7) as usize]);
        }
    }
    costs
}

/// Returns true if one step leads from one cell to the other.
pub(super) fn are_neighbours(costs: &Costs, a: Pos, b: Pos) -> bool {
    let open = |pos| costs.get(pos).is_some();
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    match dx.abs() + dy.abs() {
        1 => open(b),
        2 if dx.abs() == 1 => {
            costs.steps == Steps::Eight && open(b) && open(Pos::new(a.x, b.y)) && open(Pos::new(b.x, a.y))
        }
        _ => false,
    }
}

/// Returns the cost of the path to the nearest goal, improved between all neighbours until nothing
/// changes.
pub(super) fn slow_distances(costs: &Costs, goals: &[Pos]) -> Grid<Option<u32>> {
    let mut distances = Grid::new(costs.size(), None);
    for &goal in goals.iter().filter(|&&goal| costs.get(goal).is_some()) {
        distances[goal] = Some(0);
    }
    loop {
        let mut changed = false;
        for pos in costs.size().rect().positions().filter(|&pos| costs.get(pos).is_some()) {
            let near = crate::base::grid::Rect::new(pos.x, pos.y, 1, 1).grown(1);
            for next in near.positions().filter(|&next| are_neighbours(costs, pos, next)) {
                let Some(rest) = distances[next] else { continue };
                let cost = rest + u32::from(costs.get(next).unwrap_or(0));
                if distances[pos].is_none_or(|known| cost < known) {
                    distances[pos] = Some(cost);
                    changed = true;
                }
            }
        }
        if !changed {
            return distances;
        }
    }
}
