//! Runs: consecutive cells in a row of bits.

/// Iterates over the runs of set bits in a row, as (first, end) from left to right.
pub(super) struct Runs<'a> {
    words: &'a [u64],
    next_word: u32,
    /// The positions in the word before `next_word` where runs begin or end.
    edges: u64,
    /// The last cell of that word.
    last: u64,
}

impl<'a> Runs<'a> {
    /// Iterates over the runs of a row, 64 cells per word.
    pub(super) fn of(words: &'a [u64]) -> Self {
        Runs { words, next_word: 0, edges: 0, last: 0 }
    }

    #[inline]
    fn next_edge(&mut self) -> Option<u32> {
        while self.edges == 0 {
            let word = *self.words.get(self.next_word as usize)?;
            self.edges = word ^ (word << 1 | self.last);
            self.last = word >> 63;
            self.next_word += 1;
        }
        let bit = self.edges.trailing_zeros();
        self.edges &= self.edges - 1;
        Some((self.next_word - 1) * 64 + bit)
    }
}

impl Iterator for Runs<'_> {
    type Item = (u32, u32);

    #[inline]
    fn next(&mut self) -> Option<(u32, u32)> {
        let start = self.next_edge()?;
        Some((start, self.next_edge().unwrap_or(self.words.len() as u32 * 64)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cross_words() {
        let runs = |words: &[u64]| Runs::of(words).collect::<Vec<_>>();
        assert_eq!(runs(&[1 << 63 | 6, 1]), [(1, 3), (63, 65)]);
        assert_eq!(runs(&[0, u64::MAX, u64::MAX]), [(64, 192)]);
        assert_eq!(runs(&[0, 0]), []);
    }
}
