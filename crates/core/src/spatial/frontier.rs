//! [`Frontier`]: a priority queue for spreading, the cheapest cell first.

/// A bucket queue of cells by small whole costs: one list per cost, used cyclically.
pub(crate) struct Frontier {
    lists: Vec<Vec<u32>>,
    cost: u32,
    waiting: usize,
}

impl Frontier {
    /// Creates a queue in which no cell is put more than `most` above the cost of the cell taken
    /// last.
    pub(crate) fn new(most: u32) -> Self {
        Frontier { lists: vec![Vec::new(); (most as usize + 1).next_power_of_two()], cost: 0, waiting: 0 }
    }

    /// Puts a cell into the queue. A cost below that of the cell taken last is raised to it.
    #[inline]
    pub(crate) fn put(&mut self, cost: u32, cell: usize) {
        let cost = cost.max(self.cost);
        debug_assert!(((cost - self.cost) as usize) < self.lists.len(), "a cost too far ahead");
        let list = cost as usize & (self.lists.len() - 1);
        self.lists[list].push(cell as u32);
        self.waiting += 1;
    }

    /// Takes the cheapest cell with its cost; in a tie, the one put last.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<(u32, usize)> {
        if self.waiting == 0 {
            return None;
        }
        loop {
            let list = self.cost as usize & (self.lists.len() - 1);
            if let Some(cell) = self.lists[list].pop() {
                self.waiting -= 1;
                return Some((self.cost, cell as usize));
            }
            self.cost += 1;
        }
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        if self.waiting > 0 {
            self.lists.iter_mut().for_each(Vec::clear);
        }
        (self.cost, self.waiting) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn cells_come_out_by_cost() {
        let mut rng = Seed::new(1).rng();
        let mut frontier = Frontier::new(20);
        frontier.put(0, 0);
        let (mut taken, mut last, mut sum) = (0, 0, 0);
        while let Some((cost, cell)) = frontier.take() {
            assert!(cost >= last);
            last = cost;
            taken += 1;
            sum += cell;
            if taken < 500 {
                frontier.put(cost + rng.below(21), taken);
                frontier.put(cost + rng.below(21), 1_000_000);
            }
        }
        assert_eq!((taken, sum), (999, (1..500).sum::<usize>() + 499 * 1_000_000));
        frontier.put(3, 7);
        frontier.clear();
        assert_eq!(frontier.take(), None);
    }
}
