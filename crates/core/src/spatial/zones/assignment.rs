//! [`Assignment`]: which piece belongs to which zone. Zones are dissolved if their pieces find room in
//! the zones around them.

use std::ops::Range;

/// The zone of every piece.
pub(super) struct Assignment {
    /// Zone of each piece: the number of one of its pieces.
    pub(super) of_piece: Vec<u32>,
    /// Number of tiles of each zone.
    pub(super) sizes: Vec<u32>,
    /// Number of tiles of each piece.
    piece_sizes: Vec<u32>,
}

impl Assignment {
    /// Creates the assignment from the zone and the number of tiles of every piece.
    pub(super) fn new(of_piece: Vec<u32>, piece_sizes: Vec<u32>) -> Assignment {
        let mut sizes = vec![0; of_piece.len()];
        of_piece.iter().zip(&piece_sizes).for_each(|(&zone, size)| sizes[zone as usize] += size);
        Assignment { of_piece, sizes, piece_sizes }
    }

    /// Gives the pieces of a zone to the zones that they touch, the smallest zones first, if all of
    /// them find room within `most` tiles.
    pub(super) fn dissolve_zones(mut self, edges: &[(u32, u32)], most: u64) -> Assignment {
        let beside = Adjacency::of(edges, self.of_piece.len());
        let mut members: Vec<(u32, u32)> = self.of_piece.iter().copied().zip(0..).collect();
        members.sort_unstable();
        let starts: Vec<usize> =
            (0..members.len()).filter(|&at| at == 0 || members[at - 1].0 != members[at].0).collect();
        let ends = starts.iter().skip(1).copied().chain([members.len()]);
        let mut zones: Vec<(u32, Range<usize>)> =
            starts.iter().zip(ends).map(|(&from, to)| (self.sizes[members[from].0 as usize], from..to)).collect();
        zones.sort_by_key(|(size, range)| (*size, range.start));
        for (_, range) in zones {
            let zone = members[range.start].0;
            // A zone that has grown since holds pieces of others, and stays.
            let own: u32 = members[range.clone()].iter().map(|&(_, piece)| self.piece_sizes[piece as usize]).sum();
            if own == self.sizes[zone as usize] {
                self.dissolve(zone, members[range].iter().map(|&(_, piece)| piece).collect(), &beside, most);
            }
        }
        self
    }

    /// Gives all of these pieces of a zone away, or none.
    fn dissolve(&mut self, zone: u32, mut left: Vec<u32>, beside: &Adjacency, most: u64) {
        let mut given: Vec<u32> = Vec::new();
        while !left.is_empty() {
            let before = left.len();
            left.retain(|&piece| {
                let size = self.piece_sizes[piece as usize];
                let others = beside.of_piece(piece).iter().map(|&near| self.of_piece[near as usize]);
                let fits =
                    |other: &u32| *other != zone && u64::from(self.sizes[*other as usize]) + u64::from(size) <= most;
                let Some(other) = others.filter(fits).min_by_key(|&other| (self.sizes[other as usize], other)) else {
                    return true;
                };
                self.of_piece[piece as usize] = other;
                self.sizes[other as usize] += size;
                given.push(piece);
                false
            });
            if left.len() == before {
                break;
            }
        }
        if left.is_empty() {
            self.sizes[zone as usize] = 0;
            return;
        }
        for piece in given {
            let other = std::mem::replace(&mut self.of_piece[piece as usize], zone);
            self.sizes[other as usize] -= self.piece_sizes[piece as usize];
        }
    }
}

/// The pieces that touch each piece.
struct Adjacency {
    starts: Vec<u32>,
    others: Vec<u32>,
}

impl Adjacency {
    fn of(edges: &[(u32, u32)], pieces: usize) -> Adjacency {
        let mut starts = vec![0u32; pieces + 1];
        for &(a, b) in edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        (0..pieces).for_each(|at| starts[at + 1] += starts[at]);
        let mut next = starts.clone();
        let mut others = vec![0; 2 * edges.len()];
        for &(a, b) in edges {
            for (one, other) in [(a, b), (b, a)] {
                others[next[one as usize] as usize] = other;
                next[one as usize] += 1;
            }
        }
        Adjacency { starts, others }
    }

    fn of_piece(&self, piece: u32) -> &[u32] {
        &self.others[self.starts[piece as usize] as usize..self.starts[piece as usize + 1] as usize]
    }
}
