//! [`Inks`]: the colour table of a film.

use crate::compose::legend::Ink as OnPaper;
use crate::scene::Color;
use crate::style::Style;
use crate::style::palette::{Palette, Rgb};
use mapwright::trace::Thing;

/// Index of a colour in the table.
pub(super) type Ink = u8;

/// Transparent: the pixel is unchanged since the frame before.
pub(super) const UNCHANGED: Ink = 0;

/// Kind of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    /// Outside of the map's structures.
    Void,
    /// Wall that touches no open cell.
    Rock,
    /// Wall that touches an open cell.
    Wall,
    Floor,
    Door,
    Locked,
    Secret,
    Portcullis,
    OpenDoor,
    Water,
    Bridge,
    Stairs,
}

const GROUNDS: [Ground; 12] = [
    Ground::Void,
    Ground::Rock,
    Ground::Wall,
    Ground::Floor,
    Ground::Door,
    Ground::Locked,
    Ground::Secret,
    Ground::Portcullis,
    Ground::OpenDoor,
    Ground::Water,
    Ground::Bridge,
    Ground::Stairs,
];

/// Warmth of ground that just changed; 0 is the lowest.
pub(super) const WARMEST: u8 = 3;
/// Share of the glow colour for each warmth.
const GLOW: [f32; WARMEST as usize + 1] = [0.0, 0.16, 0.36, 0.66];
/// Glow colour of cells that just changed.
const GLOW_COLOR: Color = Color::rgb(0xf2, 0x8c, 0x28);
/// Number of shades of letters.
pub(super) const SHADES: u8 = 8;

const MARKS: Ink = 1 + GROUNDS.len() as u8 * (WARMEST + 1);
const WALKER: Ink = MARKS + Thing::ALL.len() as u8;
const PAPER: Ink = WALKER + 2;
const LETTERS: Ink = PAPER + 2;

impl Ground {
    /// Returns its colour at this warmth.
    pub(super) fn ink(self, warmth: u8) -> Ink {
        1 + self as u8 * (WARMEST + 1) + warmth.min(WARMEST)
    }
}

/// Returns the colour of a thing.
pub(super) fn mark(thing: Thing) -> Ink {
    MARKS + thing as u8
}

/// Returns the colours of the walker and of its rim.
pub(super) const fn walker() -> [Ink; 2] {
    [WALKER, WALKER + 1]
}

/// Returns the colours of the paper below the map and of the progress bar.
pub(super) const fn paper() -> [Ink; 2] {
    [PAPER, PAPER + 1]
}

/// Returns the colour of a letter on that paper, from invisible to full.
pub(super) fn letter(shade: u8) -> Ink {
    LETTERS + shade.min(SHADES - 1)
}

/// All colours of a film.
pub(super) struct Inks(Vec<Color>);

impl Inks {
    pub(super) fn of(style: &Style) -> Inks {
        let mut table = vec![Color::rgb(0, 0, 0)];
        for ground in GROUNDS {
            table.extend(GLOW.map(|share| color(style, ground).toward(GLOW_COLOR, share)));
        }
        let palette = Palette::default();
        let marks = Thing::ALL.map(|thing| match thing {
            Thing::Start => opaque(palette.start),
            Thing::Exit => opaque(palette.exit),
            Thing::Key => opaque(palette.key),
            Thing::Monster => opaque(palette.monster),
            Thing::Item => opaque(palette.item),
            Thing::Trap => opaque(palette.trap),
            Thing::Decoration => floor(style).toward(style.colors.line, 0.4),
        });
        table.extend(marks);
        table.extend([Color::rgb(0xc8, 0x1e, 0x3c), Color::rgb(0xff, 0xff, 0xff)]);
        let (paper, text) = on_paper(style);
        table.extend([paper, paper.toward(GLOW_COLOR, 0.8)]);
        table.extend((0..SHADES).map(|shade| paper.toward(text, f32::from(shade) / f32::from(SHADES - 1))));
        Inks(table)
    }

    /// Returns the table, three bytes per colour.
    pub(super) fn table(&self) -> Vec<u8> {
        self.0.iter().flat_map(|color| [color.r, color.g, color.b]).collect()
    }
}

fn opaque(Rgb(r, g, b): Rgb) -> Color {
    Color::rgb(r, g, b)
}

/// Returns the colours of paper and letters.
pub(super) fn on_paper(style: &Style) -> (Color, Color) {
    let ink = OnPaper::on_paper(style);
    (Color { a: 255, ..ink.paper }, ink.text)
}

/// Returns the colour of rock: paper mixed with the hatching, if that still contrasts with the
/// floor.
fn rock(style: &Style) -> Color {
    let colors = &style.colors;
    let strokes = if colors.hatch.is_seen() { colors.hatch } else { colors.line };
    let paper = Color { a: 255, ..colors.paper };
    let mixed = paper.toward(Color { a: 255, ..strokes }, 0.3);
    if (mixed.lightness() - colors.floor.lightness()).abs() >= MIN_CONTRAST { mixed } else { paper }
}

/// Minimum difference in lightness to be distinguished at a glance.
const MIN_CONTRAST: i32 = 40;

/// Returns the colour of the floor, brightened if it is as dark as the rock.
fn floor(style: &Style) -> Color {
    let (floor, rock) = (style.colors.floor, rock(style));
    let apart = (floor.lightness() - rock.lightness()).abs();
    if apart < MIN_CONTRAST { floor.toward(style.colors.wall, 0.25) } else { floor }
}

fn color(style: &Style, ground: Ground) -> Color {
    let (colors, floor, palette) = (&style.colors, floor(style), Palette::default());
    let door = floor.toward(opaque(palette.door), 0.85);
    match ground {
        Ground::Void => Color { a: 255, ..colors.paper },
        Ground::Rock => rock(style),
        Ground::Wall => rock(style).toward(colors.wall, 0.75),
        Ground::Floor => floor,
        Ground::Door => door,
        Ground::Locked => opaque(palette.locked),
        Ground::Secret => opaque(palette.secret),
        Ground::Portcullis => opaque(palette.portcullis),
        Ground::OpenDoor => floor.toward(door, 0.45),
        Ground::Water => floor.toward(opaque(palette.water), 0.75),
        Ground::Bridge => opaque(palette.bridge),
        Ground::Stairs => floor.toward(colors.line, 0.6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_has_its_colour_in_every_style() {
        for name in Style::names() {
            let inks = Inks::of(&Style::named(name).unwrap());
            assert_eq!(inks.0.len(), usize::from(letter(SHADES - 1)) + 1);
            assert!(inks.0.iter().all(|color| color.a == 255), "{name}");
            let ink = |ink: Ink| inks.0[usize::from(ink)];
            let apart = |a: Ground, b: Ground| (ink(a.ink(0)).lightness() - ink(b.ink(0)).lightness()).abs();
            assert!(apart(Ground::Floor, Ground::Rock) > 35, "{name}: {}", apart(Ground::Floor, Ground::Rock));
            assert!(apart(Ground::Floor, Ground::Wall) > 45, "{name}: {}", apart(Ground::Floor, Ground::Wall));
            let warm: Vec<Color> = (0..=WARMEST).map(|warmth| ink(Ground::Floor.ink(warmth))).collect();
            assert!(warm.windows(2).all(|two| two[0] != two[1]), "{name}: {warm:?}");
        }
    }
}
