//! The diameter of a graph: the longest of all shortest paths.
//!
//! Every search from a node bounds the eccentricities of all others, and only nodes that may still
//! have a longer path than the longest found are searched from ("bounding diameters", Takes and
//! Kosters, 2011). Maps need few searches; the obvious alternative needs one for every tile.

/// Number of nodes that the searches in one part of a graph may visit together. A part of up to
/// 2^14 nodes never needs as many; beyond, only a ring of equal paths does.
const MAX_VISITS: usize = 1 << 28;
/// Number of searches that are made in any case.
const MIN_SEARCHES: usize = 4;

/// A graph that can be searched breadth first.
pub(super) trait Search {
    /// Finds the nodes that can be reached from there. Forgets the search before.
    fn search(&mut self, from: u32);
    /// Returns the nodes that the last search found, the nearest first.
    fn found(&self) -> &[u32];
    /// Returns the distance of a node that the last search found.
    fn distance(&self, node: u32) -> u32;

    /// Returns the distance of the farthest node that the last search found.
    fn eccentricity(&self) -> u32 {
        self.found().last().map_or(0, |&node| self.distance(node))
    }
}

/// A node that may be the end of a longer path than those known.
struct Candidate {
    node: u32,
    /// Bounds of its eccentricity.
    low: u32,
    high: u32,
}

/// Returns the diameter of the part of the graph around `first`, or `known` if that is larger.
pub(super) fn diameter(graph: &mut impl Search, first: u32, known: u32) -> u32 {
    graph.search(first);
    let (nodes, radius) = (graph.found().len(), graph.eccentricity());
    // No path is longer than twice the way out, or than all nodes in a row.
    if 2 * radius <= known || nodes <= known as usize + 1 {
        return known;
    }
    let mut largest = known.max(radius);
    let bounded = |&node: &u32| {
        let steps = graph.distance(node);
        Candidate { node, low: steps.max(radius - steps), high: radius + steps }
    };
    let mut candidates: Vec<Candidate> =
        graph.found().iter().map(bounded).filter(|candidate| candidate.high > largest).collect();
    let most = (MAX_VISITS / nodes).max(MIN_SEARCHES);
    for search in 1..most {
        // Nodes far out find long paths, nodes in the middle exclude others.
        let next = if search % 2 == 1 {
            candidates.iter().max_by_key(|candidate| (candidate.high, candidate.low))
        } else {
            candidates.iter().min_by_key(|candidate| (candidate.low, candidate.high))
        };
        let Some(next) = next else { break };
        graph.search(next.node);
        let radius = graph.eccentricity();
        largest = largest.max(radius);
        candidates.retain_mut(|candidate| {
            let steps = graph.distance(candidate.node);
            candidate.low = candidate.low.max(steps).max(radius - steps);
            candidate.high = candidate.high.min(radius + steps);
            candidate.high > largest
        });
    }
    largest
}
