//! Blob masks: which of the eight neighbours of a tile belong to the same terrain.
//!
//! Bits are those of [`side`]: clockwise from north. A diagonal neighbour
//! counts only if both neighbours beside it belong to the terrain, because it is hidden otherwise.
//! That leaves 47 of 256 masks.

use crate::band::side;

/// The terrain on all sides.
pub(crate) const ALL_SIDES: u8 = 255;

/// Returns the mask without hidden diagonals.
pub(crate) const fn reduced(mask: u8) -> u8 {
    let mut kept = mask & (side::N | side::E | side::S | side::W);
    let mut diagonal = 1;
    while diagonal < 8 {
        let (before, after) = (1 << (diagonal - 1), 1 << ((diagonal + 1) % 8));
        if mask & before != 0 && mask & after != 0 {
            kept |= mask & 1 << diagonal;
        }
        diagonal += 2;
    }
    kept
}

/// Returns all reduced masks, ascending.
pub(crate) fn all() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|&mask| reduced(mask) == mask)
}

/// Returns true for every neighbour in the mask: top, top-right, right, bottom-right, bottom,
/// bottom-left, left, top-left.
pub(crate) fn flags(mask: u8) -> [bool; 8] {
    std::array::from_fn(|bit| mask >> bit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_47_masks() {
        assert_eq!(all().count(), 47);
        assert!((0..=u8::MAX).all(|mask| reduced(reduced(mask)) == reduced(mask)));
    }

    #[test]
    fn diagonals_count_only_between_two_sides() {
        assert_eq!(reduced(side::NW | side::N), side::N);
        assert_eq!(reduced(side::NW | side::N | side::W), side::NW | side::N | side::W);
        assert_eq!(reduced(ALL_SIDES), ALL_SIDES);
        assert_eq!(reduced(ALL_SIDES & !side::N), ALL_SIDES & !(side::N | side::N << 1 | side::NW));
    }
}
