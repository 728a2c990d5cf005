//! Random numbers that stay stable for years: [`Seed`], a node in a tree, and [`Rng`], the stream
//! that starts there.
//!
//! The generator is xoshiro256++ by Blackman and Vigna, seeded through SplitMix64; both are tested
//! against the published reference vectors. The samplers are our own, because general libraries may
//! change theirs in a minor release. Each sampler has a value-stability test: changing one of those
//! numbers changes every map ever made.

/// A node in a tree of random streams. A seed is never advanced: one path from one root always
/// gives one stream.
///
/// ```
/// use mapwright::Seed;
/// let step = Seed::new(7).child("bsp");
/// assert_eq!(step.child("rooms").rng().below(100), step.child("rooms").rng().below(100));
/// assert_ne!(step.child("rooms"), step.child("doors"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Seed(u64);

impl Seed {
    /// Creates the root seed with this number.
    pub const fn new(number: u64) -> Self {
        Seed(number)
    }

    /// Creates the root seed for a word: digits are used as a number, any other text is hashed.
    ///
    /// Returns `None` for an empty text and for numbers that are not a `u64`: `-1`, `1.5`,
    /// `18446744073709551616`.
    pub fn from_word(word: &str) -> Option<Self> {
        if let Ok(number) = word.parse::<u64>() {
            return (!word.starts_with('+')).then_some(Seed(number));
        }
        let numeric = word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.'));
        (!numeric).then(|| Seed(mix(hash(word.as_bytes()))))
    }

    /// Maximum number of characters of a word in requests and edits.
    pub const MAX_WORD_CHARS: usize = 200;

    /// Returns the regular expression of the words that [`Seed::from_word`] accepts: any text with
    /// a character that is not part of a number, or a number up to [`u64::MAX`] without leading
    /// zeros beyond its digits.
    pub fn word_pattern() -> String {
        let max = u64::MAX.to_string();
        let mut numbers = vec![format!("[0-9]{{1,{}}}", max.len() - 1), max.clone()];
        // Numbers that share the first digits of the largest one and then fall below it.
        for (place, digit) in max.bytes().enumerate().filter(|(_, digit)| *digit > b'0') {
            let below = digit - b'1';
            let rest = max.len() - 1 - place;
            numbers.push(format!("{}[0-{below}][0-9]{{{rest}}}", &max[..place]));
        }
        format!("[^0-9.+-]|^({})$", numbers.join("|"))
    }

    /// Returns the number that recreates this seed with [`Seed::new`].
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Returns the child seed with this name.
    #[must_use]
    pub const fn child(self, name: &str) -> Seed {
        Seed(mix(mix(self.0) ^ hash(name.as_bytes())))
    }

    /// Returns the child seed with this number.
    #[must_use]
    pub const fn nth(self, number: u64) -> Seed {
        Seed(mix(mix(self.0).rotate_left(32) ^ number))
    }

    /// Returns the seed whose first child is this seed's child with the given number. A run that
    /// succeeds in a later attempt makes the map that the returned seed makes in its first attempt.
    #[must_use]
    pub const fn of_attempt(self, number: u64) -> Seed {
        Seed(unmix(mix(self.0) ^ number.rotate_right(32)))
    }

    /// Returns the random stream that starts at this seed.
    pub fn rng(self) -> Rng {
        let mut state = self.0;
        Rng { state: std::array::from_fn(|_| split_mix(&mut state)) }
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// One step of SplitMix64 by Steele, Lea and Flood.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    let z = *state;
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn mix(number: u64) -> u64 {
    let mut state = number;
    split_mix(&mut state)
}

/// Inverts [`mix`]: each of its steps is invertible.
const fn unmix(number: u64) -> u64 {
    // The inverses of the two factors of [`mix`], modulo 2^64.
    let mut z = number;
    z = z ^ z >> 31 ^ z >> 62;
    z = z.wrapping_mul(0x3196_42b2_d24d_8ec3);
    z = z ^ z >> 27 ^ z >> 54;
    z = z.wrapping_mul(0x96de_1b17_3f11_9089);
    z = z ^ z >> 30 ^ z >> 60;
    z.wrapping_sub(GOLDEN)
}

/// FNV-1a, which suits short names.
const fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// A stream of random numbers for one named decision.
#[doc(alias = "random number generator")]
#[doc(alias = "PRNG")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    pub(super) state: [u64; 4],
}

impl Rng {
    /// Returns the next 64 bits (xoshiro256++).
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let t = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= t;
        *d = d.rotate_left(45);
        result
    }

    /// Returns a uniformly distributed number in `0..n`, or 0 if `n` is 0.
    ///
    /// Uses Lemire's multiplication with rejection: unbiased, and nearly always a single draw.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.next_u64() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Returns a uniformly distributed number in `low..=high`, or `low` if `high` is not larger.
    #[doc(alias = "gen_range")]
    #[inline]
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        let span = (i64::from(high) - i64::from(low)).max(0) as u32;
        // Only the full range of 2^32 numbers has a count that does not fit.
        let offset = match span.checked_add(1) {
            Some(count) => self.below(count),
            None => (self.next_u64() >> 32) as u32,
        };
        low.wrapping_add_unsigned(offset)
    }

    /// Returns true with a probability of `percent` in 100.
    #[doc(alias = "gen_bool")]
    #[doc(alias = "chance")]
    #[inline]
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Returns a uniformly chosen item, or `None` if there are no items.
    #[doc(alias = "choose")]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Shuffles the items; every order is equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Returns an index, chosen with a probability proportional to its weight, or `None` if all
    /// weights are zero.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total = weights.iter().fold(0u32, |sum, &weight| sum.saturating_add(weight));
        let mut left = self.below(total);
        weights.iter().position(|&weight| {
            let hit = left < weight;
            left = left.wrapping_sub(weight);
            hit
        })
    }

    /// Returns 64 random cells, each set with this probability.
    ///
    /// Compares 64 random numbers with `percent / 100` bit by bit from the top and stops when all
    /// are decided: one draw for 50 %, about eight for an odd percentage, exact to 2^-64.
    #[inline]
    pub fn cells(&mut self, percent: u32) -> u64 {
        if percent >= 100 {
            return u64::MAX;
        }
        let mut rest = ((u128::from(percent) << 64) / 100) as u64;
        let (mut set, mut undecided) = (0, u64::MAX);
        while rest != 0 && undecided != 0 {
            let bits = self.next_u64();
            if rest >> 63 == 1 {
                set |= undecided & !bits;
                undecided &= bits;
            } else {
                undecided &= !bits;
            }
            rest <<= 1;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xoshiro_matches_its_reference_vectors() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let published = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ];
        assert_eq!(published, std::array::from_fn(|_| rng.next_u64()));
    }

    #[test]
    fn a_later_attempt_is_the_first_of_another_seed() {
        for number in [0, 1, 7, 1 << 32, u64::MAX] {
            let seed = Seed(number);
            assert_eq!(unmix(mix(number)), number);
            assert_eq!(seed.of_attempt(0), seed);
            for attempt in [1, 19, 999] {
                assert_eq!(seed.of_attempt(attempt).nth(0), seed.nth(attempt));
            }
        }
    }

    #[test]
    fn split_mix_matches_its_reference_vectors() {
        let mut state = 1_234_567;
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(published, std::array::from_fn(|_| split_mix(&mut state)));
    }

    fn rng() -> Rng {
        Seed::new(1).child("stability").rng()
    }

    #[test]
    fn value_stability_of_seeds() {
        assert_eq!(Seed::new(0).child("bsp").number(), SEED_CHILD);
        assert_eq!(Seed::new(0).nth(3).number(), SEED_NTH);
        assert_eq!(Seed::from_word("crypt").unwrap().number(), SEED_WORD);
        assert_eq!(Seed::from_word("18446744073709551615"), Some(Seed::new(u64::MAX)));
        for refused in ["18446744073709551616", "-1", "+1", "1.5", "", "99999999999999999999999"] {
            assert_eq!(Seed::from_word(refused), None, "{refused}");
        }
    }

    #[test]
    fn value_stability_of_below_and_range() {
        let mut rng = rng();
        assert_eq!(BELOW, std::array::from_fn(|_| rng.below(100)));
        assert_eq!(RANGE, std::array::from_fn(|_| rng.range(-5, 5)));
        assert_eq!((rng.below(0), rng.below(1), rng.range(3, 3), rng.range(9, 2)), (0, 0, 3, 9));
    }

    #[test]
    fn value_stability_of_percent_and_pick() {
        let mut rng = rng();
        assert_eq!(PERCENT, std::array::from_fn(|_| rng.percent(30)));
        assert_eq!(PICK, std::array::from_fn(|_| *rng.pick(&['a', 'b', 'c', 'd', 'e']).unwrap()));
        assert_eq!(rng.pick::<u8>(&[]), None);
    }

    #[test]
    fn value_stability_of_shuffle_and_weighted() {
        let mut rng = rng();
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        rng.shuffle(&mut items);
        assert_eq!(items, SHUFFLE);
        assert_eq!(WEIGHTED, std::array::from_fn(|_| rng.weighted(&[5, 0, 1, 2]).unwrap()));
        assert_eq!(rng.weighted(&[0, 0]), None);
    }

    #[test]
    fn value_stability_of_cells() {
        let mut rng = rng();
        assert_eq!(CELLS, [0, 1, 33, 50, 75, 100].map(|percent| rng.cells(percent)));
    }

    const SEED_CHILD: u64 = 5_056_495_453_544_812_908;
    const SEED_NTH: u64 = 13_852_040_769_968_507_681;
    const SEED_WORD: u64 = 7_093_773_958_233_060_372;
    const BELOW: [u32; 8] = [77, 2, 90, 7, 48, 7, 81, 0];
    const RANGE: [i32; 8] = [1, -4, -5, 5, 0, -3, -1, -2];
    const PERCENT: [bool; 8] = [false, true, false, true, false, true, false, true];
    const PICK: [char; 6] = ['c', 'a', 'a', 'e', 'c', 'b'];
    const SHUFFLE: [i32; 8] = [2, 3, 4, 1, 7, 5, 0, 6];
    const WEIGHTED: [usize; 8] = [0, 0, 0, 0, 3, 0, 0, 0];
    const CELLS: [u64; 6] =
        [0, 0, 13_609_901_092_145_282, 4_312_527_215_159_705_705, 6_844_743_418_124_434_941, u64::MAX];

    #[test]
    fn every_number_is_equally_likely() {
        let mut rng = rng();
        let mut seen = [0u32; 7];
        (0..70_000).for_each(|_| seen[rng.below(7) as usize] += 1);
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
    }

    #[test]
    fn cells_are_set_as_often_as_asked() {
        let mut rng = rng();
        for percent in [0, 1, 17, 50, 62, 99, 100] {
            let set: u32 = (0..10_000).map(|_| rng.cells(percent).count_ones()).sum();
            let asked = 6_400 * percent;
            assert!(set.abs_diff(asked) <= 1_700, "{percent} %: {set} of 640000");
        }
    }

    #[test]
    fn branches_do_not_meet() {
        let root = Seed::new(9);
        let mut seeds: Vec<Seed> = (0..1000).map(|n| root.nth(n)).collect();
        seeds.extend(["a", "b", "ab", "ba", ""].map(|name| root.child(name)));
        seeds.push(root.child("a").child("b"));
        seeds.push(root.child("b").child("a"));
        let count = seeds.len();
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), count);
    }
}
