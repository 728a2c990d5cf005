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

/// Whether two changes that follow each other are of one run.
fn are_one(a: &(u32, u8), b: &(u32, u8)) -> bool {
    a.1 == b.1 && a.0 + 1 == b.0
}

/// How many runs changes are, which come by cell in rising order.
pub(super) fn count(changes: &[(u32, u8)]) -> usize {
    changes.len() - changes.windows(2).filter(|two| are_one(&two[0], &two[1])).count()
}

/// Codes changes, which come by cell in rising order.
pub(super) fn encode(changes: &[(u32, u8)], to: &mut Vec<u8>) {
    let mut last = 0;
    for run in changes.chunk_by(are_one) {
        let (first, by) = run[0];
        put(u64::from(first) - last, to);
        put(run.len() as u64, to);
        to.push(by);
        last = u64::from(first) + run.len() as u64;
    }
}

/// So many runs of what [`encode`] wrote; fewer where nothing can be made of it, which a reader looks at once.
pub(super) fn decode(mut from: &[u8], count: usize) -> impl Iterator<Item = Changed> + '_ {
    let mut last = 0_usize;
    (0..count).map_while(move |_| next(&mut from, &mut last))
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

/// Makes one change of all changes of a cell, and drops those that come to nothing. Afterwards they rise. No change that comes in is nothing.
pub(super) fn combine(changes: &mut Vec<(u32, u8)>) {
    if changes.is_sorted_by(|a, b| a.0 < b.0) {
        return;
    }
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
        encode(&changes, &mut bytes);
        assert_eq!(count(&changes), 4);
        let runs: Vec<Changed> = decode(&bytes, 4).collect();
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
