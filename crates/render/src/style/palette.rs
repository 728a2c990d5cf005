//! [`Palette`]: the colours of a picture, and the inks mixed from them.

use crate::scene::Color;

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Mixes in `percent` of another colour.
    const fn mixed(self, other: Rgb, percent: u32) -> Rgb {
        const fn mix(a: u8, b: u8, percent: u32) -> u8 {
            ((a as u32 * (100 - percent) + b as u32 * percent + 50) / 100) as u8
        }
        Rgb(mix(self.0, other.0, percent), mix(self.1, other.1, percent), mix(self.2, other.2, percent))
    }
}

macro_rules! palette {
    ($($(#[$doc:meta])* $field:ident $hue:ident = $default:literal;)*) => {
        /// One colour per meaning; edges, steps, waves and shadows are mixed from it.
        ///
        /// The default is warm ground between cool, dark stone: walkable tiles are light and come
        /// forward, everything else is dark and recedes, and only things that need attention have a
        /// strong colour.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Palette {
            $($(#[$doc])* pub $field: Rgb,)*
        }

        impl Default for Palette {
            fn default() -> Self {
                let rgb = |hex: u32| Rgb((hex >> 16) as u8, (hex >> 8 & 255) as u8, (hex & 255) as u8);
                Palette { $($field: rgb($default),)* }
            }
        }

        /// A colour of the palette, by its position.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Hue {
            $($hue,)*
        }

        /// Number of inks without tints.
        const INKS: u8 = [$(Hue::$hue,)*].len() as u8 * TONES as u8;

        impl Palette {
            fn colors(&self) -> impl Iterator<Item = Rgb> {
                [$(self.$field),*].into_iter()
            }
        }
    };
}

palette! {
    /// Outside of the map's structures.
    void Void = 0x0d0e13;
    /// Wall that touches no open cell.
    rock Rock = 0x1d2029;
    /// Visible wall; its face is lighter.
    wall Wall = 0x434a59;
    /// Ground.
    floor Floor = 0xdccfb4;
    /// The wood of doors.
    door Door = 0x8c5a2f;
    /// Locked doors.
    locked Locked = 0xb23a36;
    /// Secret doors.
    secret Secret = 0x9a6fd0;
    /// The steel of gratings.
    portcullis Portcullis = 0x8b98a8;
    /// Deep water.
    water Water = 0x3d7ca8;
    /// The planks of bridges.
    bridge Bridge = 0xb98d55;
    /// Stairs to the level above.
    stairs_up StairsUp = 0x7fc4a4;
    /// Stairs to the level below.
    stairs_down StairsDown = 0x3a8480;
    /// Start of the players.
    start Start = 0x2f9e52;
    /// Exits.
    exit Exit = 0x23b5d3;
    /// Monsters.
    monster Monster = 0xc8323c;
    /// Items.
    item Item = 0xf0b429;
    /// Traps.
    trap Trap = 0xe0662a;
    /// Keys.
    key Key = 0xf7d94c;
}

/// Tone of a hue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// The palette's own colour.
    Pure,
    /// Lit.
    Light,
    /// Slightly darker, for unobtrusive lines.
    Soft,
    /// In shadow.
    Shade,
    /// Almost black, for outlines.
    Deep,
}

const TONES: usize = 5;

/// A colour of the picture's table: a hue in a tone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ink(pub(crate) u8);

impl Hue {
    pub(crate) const fn pure(self) -> Ink {
        self.tone(Tone::Pure)
    }

    pub(crate) const fn tone(self, tone: Tone) -> Ink {
        Ink(self as u8 * TONES as u8 + tone as u8)
    }
}

impl Palette {
    /// Returns the palette with this share of a colour in the walls.
    pub(crate) fn with_walls_toward(self, color: Color, share: f32) -> Palette {
        let percent = (share.clamp(0.0, 1.0) * 100.0).round() as u32;
        Palette { wall: self.wall.mixed(Rgb(color.r, color.g, color.b), percent), ..self }
    }

    /// Returns the picture's colour table: three bytes per ink, in order, and then the tones of the
    /// floor in each of these tints.
    pub(crate) fn table(&self, tints: impl Iterator<Item = Option<Color>>) -> Vec<u8> {
        const WHITE: Rgb = Rgb(255, 255, 255);
        const BLACK: Rgb = Rgb(0, 0, 0);
        let tones = |color: Rgb| -> [Rgb; TONES] {
            [color, color.mixed(WHITE, 28), color.mixed(BLACK, 6), color.mixed(BLACK, 22), color.mixed(BLACK, 62)]
        };
        let tinted = tints
            .map(|tint| tint.map_or(self.floor, |tint| self.floor.mixed(Rgb(tint.r, tint.g, tint.b), TINT_PERCENT)));
        self.colors().chain(tinted).flat_map(tones).flat_map(|Rgb(r, g, b)| [r, g, b]).collect()
    }
}

/// Percentage of a theme's colour in its floor.
const TINT_PERCENT: u32 = 55;

/// Returns the ink of tinted floor, by the number of its ground from 1; other inks are unchanged.
pub(crate) fn tinted(ink: u8, number: u8) -> u8 {
    const FIRST: u8 = Hue::Floor as u8 * TONES as u8;
    match ink.checked_sub(FIRST) {
        Some(tone) if tone < TONES as u8 => INKS + (number - 1) * TONES as u8 + tone,
        _ => ink,
    }
}
