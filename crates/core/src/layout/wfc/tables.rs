//! Lookup tables for the search, as sets of patterns: one bit each, `W` words per set.

use super::patterns::Patterns;

/// A set of patterns.
pub(super) type Set<const W: usize> = [u64; W];

/// East, south, west, north: the opposite direction is two further on.
pub(super) const DIRS: usize = 4;

/// Positions and neighbours that fit each pattern.
///
/// Two patterns fit side by side when they agree where they overlap: all but the first column of
/// the left one equals all but the last column of the right one. Each overlap has a number, so that
/// a lookup over all pairs of patterns becomes one over far fewer numbers.
pub(super) struct Tables<const W: usize> {
    /// Every pattern.
    pub(super) all: Set<W>,
    /// For every place in a pattern and every tile: the patterns with that tile there.
    fits: Vec<Set<W>>,
    tiles: usize,
    /// For every direction and pattern: the number of its overlap on that side.
    shares: [Vec<u16>; DIRS],
    /// For every direction and number: the patterns that may stand on that side.
    beside: [Vec<Set<W>>; DIRS],
}

impl<const W: usize> Tables<W> {
    pub(super) fn of(patterns: &Patterns) -> Self {
        let (n, count, tiles) = (patterns.n, patterns.keys.len(), patterns.tiles.len());
        let mut fits = vec![[0; W]; n * n * tiles];
        for pattern in 0..count {
            for place in 0..n * n {
                insert(&mut fits[place * tiles + patterns.at(pattern, place)], pattern);
            }
        }
        let row = (1u64 << (4 * (n - 1))) - 1;
        let columns = (0..n).fold(0, |mask, y| mask | row << (4 * n * y));
        let rows = u64::MAX >> (64 - 4 * n * (n - 1));
        let part = |key: u64, dir: usize| match dir {
            0 => key >> 4 & columns,
            1 => key >> (4 * n) & rows,
            2 => key & columns,
            _ => key & rows,
        };
        let mut shares: [Vec<u16>; DIRS] = Default::default();
        let mut beside: [Vec<Set<W>>; DIRS] = Default::default();
        for axis in 0..2 {
            let parts = |dir: usize| patterns.keys.iter().map(move |&key| part(key, dir));
            let mut known: Vec<u64> = parts(axis).chain(parts(axis + 2)).collect();
            known.sort_unstable();
            known.dedup();
            let number = |part: u64| known.binary_search(&part).unwrap_or(0);
            for (dir, back) in [(axis, axis + 2), (axis + 2, axis)] {
                shares[dir] = parts(dir).map(|part| number(part) as u16).collect();
                beside[dir] = vec![[0; W]; known.len()];
                for (pattern, part) in parts(back).enumerate() {
                    insert(&mut beside[dir][number(part)], pattern);
                }
            }
        }
        let mut all = [0; W];
        (0..count).for_each(|pattern| insert(&mut all, pattern));
        Tables { all, fits, tiles, shares, beside }
    }

    /// Returns the patterns with this tile at this place.
    #[inline]
    pub(super) fn fitting(&self, place: usize, tile: usize) -> &Set<W> {
        &self.fits[place * self.tiles + tile]
    }

    /// Returns the patterns that may stand on that side of one of these.
    #[inline]
    pub(super) fn beside(&self, dir: usize, set: &Set<W>) -> Set<W> {
        let (shares, beside) = (&self.shares[dir], &self.beside[dir]);
        let mut allowed = [0; W];
        for pattern in members(set) {
            let more = &beside[shares[pattern] as usize];
            allowed.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
        }
        allowed
    }
}

/// Returns the set of one pattern.
pub(super) fn only<const W: usize>(pattern: usize) -> Set<W> {
    let mut set = [0; W];
    insert(&mut set, pattern);
    set
}

fn insert<const W: usize>(set: &mut Set<W>, pattern: usize) {
    set[pattern / 64] |= 1 << (pattern % 64);
}

/// Intersects the set with another.
#[inline]
pub(super) fn keep<const W: usize>(set: &mut Set<W>, other: &Set<W>) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
}

/// Returns the number of patterns in a set.
#[inline]
pub(super) fn count<const W: usize>(set: &Set<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// Returns the patterns of a set, in ascending order.
#[inline]
pub(super) fn members<const W: usize>(set: &Set<W>) -> impl Iterator<Item = usize> {
    let set = *set;
    (0..W).flat_map(move |i| {
        let mut word = set[i];
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                i * 64 + bit
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::SampleSymmetry;
    use super::*;
    use crate::map::Map;

    fn patterns(text: &str, n: usize) -> Patterns {
        Patterns::of(&Map::from_ascii(text).unwrap().tiles, n, SampleSymmetry::All, false)
    }

    #[test]
    fn patterns_fit_side_by_side_when_their_overlap_is_equal() {
        for n in [2, 3, 4] {
            let patterns = patterns("########\n#..#~~.#\n#.##~..#\n#..+...#\n##.#####\n########", n);
            let tables = Tables::<16>::of(&patterns);
            let count = patterns.keys.len();
            for (dir, (dx, dy)) in [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().enumerate() {
                let agree = |a: usize, b: usize| {
                    (0..n * n).all(|place| {
                        let (x, y) = ((place % n) as i32 - dx, (place / n) as i32 - dy);
                        let is_shared = (0..n as i32).contains(&x) && (0..n as i32).contains(&y);
                        !is_shared || patterns.at(a, place) == patterns.at(b, y as usize * n + x as usize)
                    })
                };
                for a in 0..count {
                    let allowed: Vec<usize> = members(&tables.beside(dir, &only(a))).collect();
                    assert_eq!(allowed, (0..count).filter(|&b| agree(a, b)).collect::<Vec<_>>(), "n {n}, {dir}");
                }
            }
        }
    }

    #[test]
    fn every_pattern_fits_its_own_tiles_and_no_others() {
        let patterns = patterns("#####\n#..~#\n#~..#\n#####", 3);
        let tables = Tables::<2>::of(&patterns);
        for (pattern, place) in (0..patterns.keys.len()).flat_map(|pattern| (0..9).map(move |place| (pattern, place))) {
            let with = |tile: &usize| members(tables.fitting(place, *tile)).any(|member| member == pattern);
            let tiles: Vec<usize> = (0..patterns.tiles.len()).filter(with).collect();
            assert_eq!(tiles, [patterns.at(pattern, place)]);
        }
        assert_eq!(count(&tables.all) as usize, patterns.keys.len());
    }
}
