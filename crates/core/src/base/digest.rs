//! [`Digest`]: a 128-bit hash of a whole map, over an explicitly specified sequence of bytes.

use std::fmt;

/// A 128-bit hash: MurmurHash3 (x64, 128 bits, seed 0) by Austin Appleby, tested against its
/// published values.
///
/// It detects changes; it does not resist forgery.
#[doc(alias = "hash")]
#[doc(alias = "checksum")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub u128);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Computes a [`Digest`] from bytes that are added piece by piece.
#[derive(Clone, Debug, Default)]
pub struct Hasher {
    state: [u64; 2],
    pending: [u8; 16],
    length: u64,
}

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

impl Hasher {
    /// Adds these bytes.
    pub fn bytes(&mut self, mut bytes: &[u8]) {
        let have = (self.length % 16) as usize;
        self.length += bytes.len() as u64;
        if have > 0 {
            let take = bytes.len().min(16 - have);
            self.pending[have..have + take].copy_from_slice(&bytes[..take]);
            bytes = &bytes[take..];
            if have + take < 16 {
                return;
            }
            let block = self.pending;
            self.block(&block);
        }
        let (blocks, rest) = bytes.as_chunks::<16>();
        for block in blocks {
            self.block(block);
        }
        self.pending[..rest.len()].copy_from_slice(rest);
    }

    /// Adds a number as eight bytes, lowest first.
    pub fn number(&mut self, number: i64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds a text: its length, then its bytes.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as i64);
        self.bytes(text.as_bytes());
    }

    /// Returns the digest of all bytes added so far.
    pub fn digest(&self) -> Digest {
        let [mut h1, mut h2] = self.state;
        let mut tail = [0; 16];
        let rest = (self.length % 16) as usize;
        tail[..rest].copy_from_slice(&self.pending[..rest]);
        let [k1, k2] = halves(&tail);
        h2 ^= scramble2(k2);
        h1 ^= scramble1(k1);
        h1 ^= self.length;
        h2 ^= self.length;
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        h1 = finish(h1);
        h2 = finish(h2);
        h1 = h1.wrapping_add(h2);
        h2 = h2.wrapping_add(h1);
        Digest(u128::from(h1) << 64 | u128::from(h2))
    }

    #[inline]
    fn block(&mut self, block: &[u8; 16]) {
        let [k1, k2] = halves(block);
        let [h1, h2] = &mut self.state;
        *h1 ^= scramble1(k1);
        *h1 = h1.rotate_left(27).wrapping_add(*h2).wrapping_mul(5).wrapping_add(0x52dc_e729);
        *h2 ^= scramble2(k2);
        *h2 = h2.rotate_left(31).wrapping_add(*h1).wrapping_mul(5).wrapping_add(0x3849_5ab5);
    }
}

fn halves(block: &[u8; 16]) -> [u64; 2] {
    let both = u128::from_le_bytes(*block);
    [both as u64, (both >> 64) as u64]
}

const fn scramble1(k: u64) -> u64 {
    k.wrapping_mul(C1).rotate_left(31).wrapping_mul(C2)
}

const fn scramble2(k: u64) -> u64 {
    k.wrapping_mul(C2).rotate_left(33).wrapping_mul(C1)
}

const fn finish(k: u64) -> u64 {
    let k = (k ^ (k >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let k = (k ^ (k >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    k ^ (k >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn murmur_matches_its_published_values() {
        let published = [
            ("", "00000000000000000000000000000000"),
            ("hello", "cbd8a7b341bd9b025b1e906a48ae1d19"),
            ("The quick brown fox jumps over the lazy dog", "e34bbc7bbc071b6c7a433ca9c49a9347"),
        ];
        for (text, expected) in published {
            let mut hasher = Hasher::default();
            hasher.bytes(text.as_bytes());
            assert_eq!(hasher.digest().to_string(), expected, "{text:?}");
        }
    }

    #[test]
    fn pieces_hash_like_the_whole() {
        let bytes: Vec<u8> = (0..100).collect();
        let mut whole = Hasher::default();
        whole.bytes(&bytes);
        for piece in 1..40 {
            let mut pieces = Hasher::default();
            bytes.chunks(piece).for_each(|chunk| pieces.bytes(chunk));
            assert_eq!(pieces.digest(), whole.digest(), "pieces of {piece}");
        }
    }
}
