//! [`Paint`]: glyphs and colours that the terminal supports.

use mapwright::{EntityKind, Tile};
use ratatui::style::{Color, Modifier, Style};

/// Capabilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    /// Use ASCII characters only.
    pub(crate) ascii: bool,
    pub(crate) colors: Colors,
}

/// Colours of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colors {
    None,
    Ansi16,
    Ansi256,
    TrueColor,
}

/// Visibility of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Light {
    Lit,
    Remembered,
}

/// Colour: red, green, blue.
pub(crate) type Rgb = [u8; 3];

impl Paint {
    /// Detects the terminal from environment variables.
    pub(crate) fn detect(ascii: bool, no_color: bool, env: impl Fn(&str) -> Option<String>) -> Paint {
        let get = |name: &str| env(name).filter(|value| !value.is_empty());
        let locale = get("LC_ALL").or_else(|| get("LC_CTYPE")).or_else(|| get("LANG")).unwrap_or_default();
        let locale = locale.to_lowercase();
        let utf8 = locale.contains("utf-8") || locale.contains("utf8");
        let (term, many) = (get("TERM").unwrap_or_default(), get("COLORTERM").unwrap_or_default());
        let colors = match () {
            () if no_color || get("NO_COLOR").is_some() || term == "dumb" => Colors::None,
            () if many == "truecolor" || many == "24bit" || term.ends_with("-direct") => Colors::TrueColor,
            () if term.contains("256color") => Colors::Ansi256,
            () => Colors::Ansi16,
        };
        Paint { ascii: ascii || !utf8, colors }
    }

    /// Returns the style of this colour.
    pub(crate) fn style(self, color: Rgb, light: Light) -> Style {
        let dim = color.map(|part| (u32::from(part) * 2 / 5) as u8);
        match (self.colors, light) {
            (Colors::None, Light::Lit) => Style::new(),
            (Colors::None, Light::Remembered) => Style::new().add_modifier(Modifier::DIM),
            (Colors::Ansi16, Light::Lit) => Style::new().fg(nearest_ansi(color)),
            (Colors::Ansi16, Light::Remembered) => Style::new().fg(Color::DarkGray),
            (Colors::Ansi256, Light::Lit) => Style::new().fg(Color::Indexed(nearest_indexed(color))),
            (Colors::Ansi256, Light::Remembered) => Style::new().fg(Color::Indexed(nearest_indexed(dim))),
            (Colors::TrueColor, Light::Lit) => Style::new().fg(Color::Rgb(color[0], color[1], color[2])),
            (Colors::TrueColor, Light::Remembered) => Style::new().fg(Color::Rgb(dim[0], dim[1], dim[2])),
        }
    }

    /// Returns the style of visible floor in a theme. With true colour it has a dark tinted
    /// background.
    pub(crate) fn ground(self, tint: Rgb) -> Style {
        let style = self.style(tint, Light::Lit);
        let background = tint.map(|part| part / 6);
        if self.colors == Colors::TrueColor {
            style.bg(Color::Rgb(background[0], background[1], background[2]))
        } else {
            style
        }
    }

    /// Returns the glyph and the colour of a tile; `wall` is the colour of walls.
    pub(crate) fn tile(self, tile: Tile, wall: Rgb) -> (char, Rgb) {
        let pick = |ascii: char, other: char| if self.ascii { ascii } else { other };
        match tile {
            Tile::Void => (' ', wall),
            // A secret door looks like a wall.
            Tile::Wall | Tile::DoorSecret => (pick('#', '█'), wall),
            Tile::Floor => (pick('.', '·'), FLOOR),
            Tile::DoorClosed => ('+', [214, 138, 40]),
            Tile::DoorOpen => ('\'', [214, 168, 108]),
            Tile::DoorLocked => ('L', [230, 70, 60]),
            Tile::Portcullis => ('|', [140, 170, 200]),
            Tile::Water => (pick('~', '≈'), [60, 130, 220]),
            Tile::Bridge => ('=', [200, 160, 90]),
            Tile::StairsUp => ('<', [120, 230, 180]),
            Tile::StairsDown => ('>', [90, 220, 220]),
        }
    }
}

/// Returns the default glyph and colour of an entity.
pub(crate) fn entity_glyph(kind: EntityKind) -> (char, Rgb) {
    match kind {
        EntityKind::Monster => ('m', [240, 80, 80]),
        EntityKind::Trap => ('^', [240, 120, 50]),
        EntityKind::Key => ('k', [250, 230, 90]),
        EntityKind::Start => ('@', PLAYER),
        _ => ('$', [240, 190, 60]),
    }
}

pub(crate) const PLAYER: Rgb = [255, 255, 255];
pub(crate) const EXIT: Rgb = [60, 200, 230];
const FLOOR: Rgb = [150, 135, 110];

/// Returns the squared distance of two colours.
fn distance(a: Rgb, b: Rgb) -> u32 {
    (0..3).map(|part| u32::from(a[part].abs_diff(b[part])).pow(2)).sum()
}

/// The 16 ANSI colours, about as most terminals show them. Without black, which would be invisible,
/// and dark grey, which is for remembered cells.
const ANSI_16: [(Color, Rgb); 14] = [
    (Color::Red, [170, 0, 0]),
    (Color::Green, [0, 170, 0]),
    (Color::Yellow, [170, 120, 0]),
    (Color::Blue, [0, 0, 170]),
    (Color::Magenta, [150, 40, 170]),
    (Color::Cyan, [0, 170, 170]),
    (Color::Gray, [170, 170, 170]),
    (Color::LightRed, [255, 85, 85]),
    (Color::LightGreen, [85, 255, 85]),
    (Color::LightYellow, [255, 255, 85]),
    (Color::LightBlue, [85, 85, 255]),
    (Color::LightMagenta, [255, 85, 255]),
    (Color::LightCyan, [85, 255, 255]),
    (Color::White, [255, 255, 255]),
];

fn nearest_ansi(color: Rgb) -> Color {
    ANSI_16.iter().min_by_key(|(_, known)| distance(*known, color)).map_or(Color::White, |(known, _)| *known)
}

/// Returns the nearest of the indexed colours from 16 on, a 6x6x6 cube and greys, which look alike
/// in every terminal.
fn nearest_indexed(color: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |part: u8| (0..6).min_by_key(|&index| STEPS[index].abs_diff(part)).unwrap_or(0);
    let [red, green, blue] = color.map(step);
    let cube = (distance([STEPS[red], STEPS[green], STEPS[blue]], color), 16 + 36 * red + 6 * green + blue);
    let greys = (0..24).map(|grey| (distance([8 + 10 * grey as u8; 3], color), 232 + grey));
    greys.chain([cube]).min().map_or(15, |(_, index)| index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(vars: &[(&str, &str)]) -> Paint {
        let get = |name: &str| vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Paint::detect(false, false, get)
    }

    #[test]
    fn capabilities_come_from_the_environment() {
        let plain = detect(&[("TERM", "xterm"), ("LANG", "C")]);
        assert_eq!(plain, Paint { ascii: true, colors: Colors::Ansi16 });
        let usual = detect(&[("TERM", "xterm-256color"), ("LANG", "de_DE.UTF-8")]);
        assert_eq!(usual, Paint { ascii: false, colors: Colors::Ansi256 });
        assert!(detect(&[("LANG", "en.utf8"), ("LC_ALL", "POSIX")]).ascii, "LC_ALL overrides LANG");
        assert_eq!(detect(&[("COLORTERM", "truecolor")]).colors, Colors::TrueColor);
        assert_eq!(detect(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]).colors, Colors::None);
        assert_eq!(detect(&[("TERM", "dumb"), ("NO_COLOR", "")]).colors, Colors::None);
    }

    #[test]
    fn the_nearest_colour_is_used() {
        assert_eq!(nearest_ansi([250, 250, 250]), Color::White);
        assert_ne!(nearest_ansi([0, 0, 0]), Color::Black, "nothing is invisible");
        assert_eq!(
            [nearest_indexed([255, 0, 0]), nearest_indexed([8, 8, 8]), nearest_indexed([0, 95, 135])],
            [196, 232, 24]
        );
    }

    #[test]
    fn remembered_cells_look_different_from_visible_ones() {
        for colors in [Colors::None, Colors::Ansi16, Colors::Ansi256, Colors::TrueColor] {
            let paint = Paint { ascii: true, colors };
            for color in [PLAYER, EXIT, FLOOR] {
                assert_ne!(paint.style(color, Light::Lit), paint.style(color, Light::Remembered));
            }
        }
    }
}
