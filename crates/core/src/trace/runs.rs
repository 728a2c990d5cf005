//! Changes of cells, coded as runs: how far on, how long, and what is different.
//!
//! A change is kept as the old byte *xor* the new one, so that the same run leads forwards and back.

/// Writes a number in seven bits a byte, lowest first.
pub(super) fn put(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads a number that [`put`] wrote, and leaves what follows it; `None` at the end, or where it is too long.
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

/// Cells that changed in the same way: where they begin, how many they are, old xor new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Changed {
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) by: u8,
}

/// Codes changes, which come by cell in rising order; returns how many cells changed.
pub(super) fn encode(changes: &[(u32, u8)], to: &mut Vec<u8>) -> usize {
    let mut last = 0;
    for run in changes.chunk_by(|a, b| a.1 == b.1 && a.0 + 1 == b.0) {
        let (first, by) = run[0];
        put(u64::from(first) - last, to);
        put(run.len() as u64, to);
        to.push(by);
        last = u64::from(first) + run.len() as u64;
    }
    changes.len()
}

/// The runs in what [`encode`] wrote. `None` where nothing can be made of it: that is for a reader to look at, once.
pub(super) fn decode(mut from: &[u8]) -> impl Iterator<Item = Option<Changed>> + '_ {
    let mut last = 0_usize;
    std::iter::from_fn(move || (!from.is_empty()).then(|| next(&mut from, &mut last)))
}

/// The next run. `last` is where the one before it ended.
pub(super) fn next(from: &mut &[u8], last: &mut usize) -> Option<Changed> {
    let gap = usize::try_from(take(from)?).ok()?;
    let count = usize::try_from(take(from)?).ok()?;
    let (&by, rest) = from.split_first()?;
    *from = rest;
    let first = last.checked_add(gap)?;
    *last = first.checked_add(count)?;
    Some(Changed { first, count, by })
}

/// Makes one change of all changes of a cell, and drops those that come to nothing. Afterwards they rise.
pub(super) fn combine(changes: &mut Vec<(u32, u8)>) {
    changes.sort_by_key(|&(cell, _)| cell);
    changes.dedup_by(|next, first| {
        let same = next.0 == first.0;
        if same {
            first.1 ^= next.1;
        }
        same
    });
    changes.retain(|&(_, by)| by != 0);
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

    #[test]
    fn neighbours_that_change_alike_are_one_run() {
        let changes = [(3, 1), (4, 1), (5, 1), (6, 2), (9, 2), (1_000_000, 7)];
        let mut bytes = Vec::new();
        assert_eq!(encode(&changes, &mut bytes), 6);
        let runs: Vec<Changed> = decode(&bytes).map(Option::unwrap).collect();
        let run = |first, count, by| Changed { first, count, by };
        assert_eq!(runs, [run(3, 3, 1), run(6, 1, 2), run(9, 1, 2), run(1_000_000, 1, 7)]);
        assert!(bytes.len() <= 14);
    }

    #[test]
    fn what_comes_to_nothing_is_dropped() {
        let mut changes = vec![(5, 1), (3, 2), (5, 1), (4, 1), (4, 3)];
        combine(&mut changes);
        assert_eq!(changes, [(3, 2), (4, 2)]);
    }
}
