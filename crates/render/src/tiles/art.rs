//! Pixel art of the figures and stairs on a map.
//!
//! It is scaled by whole numbers only, so that an outline has the same thickness everywhere.

use crate::style::palette::{Hue, Ink, Tone};
use crate::tiles::figure::Figure;

/// A picture: `#` is its hue, `*` lit, `s` in shadow, `o` the outline, and a dot is transparent.
pub(crate) struct Art {
    hue: Hue,
    outline: Ink,
    large: [&'static str; LARGE],
    /// For tiles too small for the large one.
    small: [&'static str; SMALL],
}

const LARGE: usize = 8;
const SMALL: usize = 4;

/// A pawn.
pub(crate) static START: Art = Art {
    hue: Hue::Start,
    outline: Hue::Void.pure(),
    large: [
        "..oooo..", //
        ".o**##o.", ".o*###o.", "..o##o..", ".oo##oo.", "o*####so", "o*####so", "oooooooo",
    ],
    small: [".##.", "####", ".##.", "#..#"],
};

/// A lit doorway.
pub(crate) static EXIT: Art = Art {
    hue: Hue::Exit,
    outline: Hue::Void.pure(),
    large: [
        "..oooo..", //
        ".o####o.", "o##**##o", "o#****#o", "o#****#o", "o#****#o", "o#****#o", "oooooooo",
    ],
    small: [".##.", "#**#", "#**#", "#**#"],
};

/// A horned face.
pub(crate) static MONSTER: Art = Art {
    hue: Hue::Monster,
    outline: Hue::Void.pure(),
    large: [
        "o......o", //
        "oooooooo", "o*####*o", "o#o##o#o", "o######o", "o#o**o#o", ".o####o.", "..oooo..",
    ],
    small: ["#..#", "####", "#oo#", ".##."],
};

/// A gem.
pub(crate) static ITEM: Art = Art {
    hue: Hue::Item,
    outline: Hue::Void.pure(),
    large: [
        "........", //
        ".oooooo.", "o**##*#o", "o*####so", ".o*##so.", "..o##o..", "...oo...", "........",
    ],
    small: ["....", "####", "####", ".##."],
};

/// A spike.
pub(crate) static TRAP: Art = Art {
    hue: Hue::Trap,
    outline: Hue::Void.pure(),
    large: [
        "...oo...", //
        "..o**o..", "..o*#o..", ".o*##so.", ".o*##so.", "o*####so", "o*####so", "oooooooo",
    ],
    small: ["....", ".##.", ".##.", "####"],
};

/// A key.
pub(crate) static KEY: Art = Art {
    hue: Hue::Key,
    outline: Hue::Void.pure(),
    large: [
        "..oooo..", //
        ".o**#so.", ".o*oo#o.", ".o##sso.", "..oo#o..", "...o##o.", "...o#o..", "...o##o.",
    ],
    small: ["....", "ss..", "ssss", "ss.s"],
};

/// Steps that rise to a point.
pub(crate) static STAIRS_UP: Art = Art {
    hue: Hue::StairsUp,
    outline: Hue::StairsUp.tone(Tone::Deep),
    large: [
        "..oooo..", //
        "..o**o..", ".oooooo.", ".o****o.", "oooooooo", "o######o", "o######o", "oooooooo",
    ],
    small: [".**.", ".oo.", "####", "oooo"],
};

/// Steps that sink into a hole.
pub(crate) static STAIRS_DOWN: Art = Art {
    hue: Hue::StairsDown,
    outline: Hue::StairsDown.tone(Tone::Deep),
    large: [
        "oooooooo", //
        "o******o", "o******o", "oo####oo", "oo####oo", "ooossooo", "ooossooo", "oooooooo",
    ],
    small: ["****", "oooo", "o##o", "oooo"],
};

/// Returns the picture of a figure.
pub(crate) fn of(figure: Figure) -> &'static Art {
    match figure {
        Figure::Start => &START,
        Figure::Exit => &EXIT,
        Figure::Monster => &MONSTER,
        Figure::Item => &ITEM,
        Figure::Trap => &TRAP,
        Figure::Key => &KEY,
    }
}

/// Returns the side of the picture that fits a tile of this size in pixels, and its margin; `None`
/// below four.
pub(crate) fn side(cell: usize) -> Option<(usize, usize)> {
    let natural = if cell >= LARGE { LARGE } else { SMALL };
    let side = cell / natural * natural;
    (side > 0).then_some((side, (cell - side) / 2))
}

impl Art {
    /// Draws one row of a picture, `side` pixels wide and high, over existing pixels.
    pub(crate) fn draw(&self, line: usize, side: usize, over: &mut [u8]) {
        let rows: &[&str] = if side >= LARGE { &self.large } else { &self.small };
        let scale = side / rows.len();
        for (pixels, mark) in over[..side].chunks_exact_mut(scale).zip(rows[line / scale].bytes()) {
            if let Some(Ink(ink)) = self.ink(mark) {
                pixels.fill(ink);
            }
        }
    }

    fn ink(&self, mark: u8) -> Option<Ink> {
        match mark {
            b'#' => Some(self.hue.pure()),
            b'*' => Some(self.hue.tone(Tone::Light)),
            b's' => Some(self.hue.tone(Tone::Shade)),
            b'o' => Some(self.outline),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_square_and_uses_known_marks() {
        let stairs = [&STAIRS_UP, &STAIRS_DOWN];
        for art in Figure::ALL.into_iter().map(of).chain(stairs) {
            let large = art.large.iter().map(|row| (row, LARGE));
            for (row, side) in large.chain(art.small.iter().map(|row| (row, SMALL))) {
                assert_eq!(row.len(), side, "{:?}: {row}", art.hue);
                assert!(row.bytes().all(|mark| b"#*so.".contains(&mark)), "{:?}: {row}", art.hue);
            }
        }
    }

    #[test]
    fn pictures_are_scaled_by_whole_numbers() {
        let sides = [3, 4, 7, 8, 15, 16, 256].map(side);
        let expected = [None, Some((4, 0)), Some((4, 1)), Some((8, 0)), Some((8, 3)), Some((16, 0)), Some((256, 0))];
        assert_eq!(sides, expected);
    }
}
