//! Breadth-first search.

/// Visits everything that can be reached from the items of the queue, the nearest first. `expand`
/// gets an item and the queue, adds the newly discovered neighbours to the queue and remembers that
/// they are known.
///
/// Afterwards the queue holds all visited items in the order of discovery.
#[doc(alias = "bfs")]
#[inline]
pub(crate) fn breadth_first<T: Copy>(queue: &mut Vec<T>, mut expand: impl FnMut(T, &mut Vec<T>)) {
    let mut next = 0;
    while let Some(&item) = queue.get(next) {
        next += 1;
        expand(item, queue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_visited_by_distance() {
        // From a number to its double and to its successor, up to 10.
        let mut steps = [u32::MAX; 11];
        steps[1] = 0;
        let mut queue = vec![1];
        breadth_first(&mut queue, |number: usize, queue| {
            for near in [2 * number, number + 1] {
                if near <= 10 && steps[near] == u32::MAX {
                    steps[near] = steps[number] + 1;
                    queue.push(near);
                }
            }
        });
        assert_eq!(queue, [1, 2, 4, 3, 8, 5, 6, 9, 10, 7]);
        assert_eq!(steps[1..], [0, 1, 2, 2, 3, 3, 4, 3, 4, 4]);
    }
}
