//! Cell changes encoded as runs: distance from the last run, length, and difference.
//!
//! A change is stored as the old byte *xor* the new one, so that a run can be applied forwards and
//! backwards.

/// Writes a number in seven bits per byte, lowest first.
pub(super) fn put(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads a number that [`put`] wrote and advances past it. Returns `None` at the end, or if the
/// number is too long.
pub(super) fn take(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        let bits = u64::from(byte & 0x7f);
        if shift == 63 && bits > 1 {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Consecutive cells with the same change: the first cell, their number, old xor new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Changed {
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) by: u8,
}

/// The changes of a moment.
#[derive(Debug, Default)]
pub(super) struct Changes {
    runs: Vec<Changed>,
    /// True if a run begins before the end of the previous one.
    disordered: bool,
}

impl Changes {
    /// Adds cells that changed alike. `by` is never 0.
    #[inline]
    pub(super) fn add(&mut self, first: usize, count: usize, by: u8) {
        match self.runs.last_mut() {
            Some(last) if last.first + last.count == first && last.by == by => last.count += count,
            Some(last) => {
                self.disordered |= first < last.first + last.count;
                self.runs.push(Changed { first, count, by });
            }
            None => self.runs.push(Changed { first, count, by }),
        }
    }

    /// Combines all changes of a cell into one, and drops those that cancel out.
    pub(super) fn tidy(&mut self) {
        if !std::mem::take(&mut self.disordered) {
            return;
        }
        let runs = std::mem::take(&mut self.runs);
        let mut cells: Vec<(usize, u8)> =
            runs.iter().flat_map(|run| (run.first..run.first + run.count).map(|cell| (cell, run.by))).collect();
        cells.sort_by_key(|&(cell, _)| cell);
        for same in cells.chunk_by(|a, b| a.0 == b.0) {
            let by = same.iter().fold(0, |by, change| by ^ change.1);
            if by != 0 {
                self.add(same[0].0, 1, by);
            }
        }
    }

    /// Moves the changes of another moment into this one.
    pub(super) fn append(&mut self, other: &mut Changes) {
        other.runs.drain(..).for_each(|run| self.add(run.first, run.count, run.by));
        self.disordered |= std::mem::take(&mut other.disordered);
    }

    /// Returns the changes, which must be tidy.
    pub(super) fn runs(&self) -> &[Changed] {
        debug_assert!(!self.disordered);
        &self.runs
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of runs.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.disordered = false;
    }
}

/// Encodes runs in ascending order. Returns the number of changed cells.
#[inline]
pub(super) fn encode(runs: &[Changed], to: &mut Vec<u8>) -> u64 {
    let (mut last, mut cells) = (0, 0);
    for &Changed { first, count, by } in runs {
        put((first - last) as u64, to);
        put(count as u64, to);
        to.push(by);
        last = first + count;
        cells += count as u64;
    }
    cells
}

/// Decodes this many runs that [`encode`] wrote. Yields fewer if the data is invalid, which readers
/// check once.
pub(super) fn decode(mut from: &[u8], count: usize) -> impl Iterator<Item = Changed> + '_ {
    let mut last = 0_usize;
    (0..count).map_while(move |_| next(&mut from, &mut last))
}

/// Decodes the next run. `last` is the end of the previous run.
pub(super) fn next(from: &mut &[u8], last: &mut usize) -> Option<Changed> {
    let gap = usize::try_from(take(from)?).ok()?;
    let count = usize::try_from(take(from)?).ok()?;
    let (&by, rest) = from.split_first()?;
    *from = rest;
    let first = last.checked_add(gap)?;
    *last = first.checked_add(count)?;
    Some(Changed { first, count, by })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 32, u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            put(number, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!((take(&mut rest), rest.len()), (Some(number), 0));
            assert_eq!(take(&mut &bytes[..bytes.len() - 1]), None, "cut off");
        }
        assert_eq!(take(&mut &[0xff; 12][..]), None, "too long");
        assert_eq!(take(&mut &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2][..]), None, "too large");
    }

    fn changes(cells: &[(usize, u8)]) -> Changes {
        let mut changes = Changes::default();
        cells.iter().for_each(|&(cell, by)| changes.add(cell, 1, by));
        changes.tidy();
        changes
    }

    #[test]
    fn neighbours_that_change_alike_are_one_run() {
        let changes = changes(&[(3, 1), (4, 1), (5, 1), (6, 2), (9, 2), (1_000_000, 7)]);
        let mut bytes = Vec::new();
        assert_eq!(encode(changes.runs(), &mut bytes), 6);
        let runs: Vec<Changed> = decode(&bytes, 4).collect();
        let run = |first, count, by| Changed { first, count, by };
        assert_eq!(runs, [run(3, 3, 1), run(6, 1, 2), run(9, 1, 2), run(1_000_000, 1, 7)]);
        assert!(bytes.len() <= 14);
    }

    #[test]
    fn changes_that_cancel_out_are_dropped() {
        let run = |first, by| Changed { first, count: 1, by };
        assert_eq!(changes(&[(5, 1), (3, 2), (5, 1), (4, 1), (4, 3)]).runs(), [Changed { first: 3, count: 2, by: 2 }]);
        assert_eq!(changes(&[(5, 1), (5, 2), (4, 1)]).runs(), [run(4, 1), run(5, 3)]);
    }
}
