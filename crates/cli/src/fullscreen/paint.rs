//! [`Paint`]: glyphs and colours, as many as the terminal has.

use mapwright::{EntityKind, Tile};
use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    /// Plain characters only.
    pub(crate) ascii: bool,
    pub(crate) colors: Colors,
}

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colors {
    None,
    Sixteen,
    TwoHundred,
    All,
}

/// Whether something is seen now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Light {
    Lit,
    Remembered,
}

/// A colour: red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// What the environment says about the terminal.
impl Paint {
    pub(crate) fn detect(ascii: bool, no_color: bool, env: impl Fn(&str) -> Option<String>) -> Paint {
        let get = |name: &str| env(name).filter(|value| !value.is_empty());
        let locale = get("LC_ALL").or_else(|| get("LC_CTYPE")).or_else(|| get("LANG")).unwrap_or_default();
        let locale = locale.to_lowercase();
        let utf8 = locale.contains("utf-8") || locale.contains("utf8");
        let (term, many) = (get("TERM").unwrap_or_default(), get("COLORTERM").unwrap_or_default());
        let colors = match () {
            () if no_color || get("NO_COLOR").is_some() || term == "dumb" => Colors::None,
            () if many == "truecolor" || many == "24bit" || term.ends_with("-direct") => Colors::All,
            () if term.contains("256color") => Colors::TwoHundred,
            () => Colors::Sixteen,
        };
        Paint { ascii: ascii || !utf8, colors }
    }

    /// The style of something in this colour.
    pub(crate) fn style(self, color: Rgb, light: Light) -> Style {
        let dim = color.map(|part| (u32::from(part) * 2 / 5) as u8);
        match (self.colors, light) {
            (Colors::None, Light::Lit) => Style::new(),
            (Colors::None, Light::Remembered) => Style::new().add_modifier(Modifier::DIM),
            (Colors::Sixteen, Light::Lit) => Style::new().fg(nearest_of_sixteen(color)),
            (Colors::Sixteen, Light::Remembered) => Style::new().fg(Color::DarkGray),
            (Colors::TwoHundred, Light::Lit) => Style::new().fg(Color::Indexed(nearest_indexed(color))),
            (Colors::TwoHundred, Light::Remembered) => Style::new().fg(Color::Indexed(nearest_indexed(dim))),
            (Colors::All, Light::Lit) => Style::new().fg(Color::Rgb(color[0], color[1], color[2])),
            (Colors::All, Light::Remembered) => Style::new().fg(Color::Rgb(dim[0], dim[1], dim[2])),
        }
    }

    /// The style of lit ground in a theme, over a breath of its colour where the terminal has such fine ones.
    pub(crate) fn ground(self, tint: Rgb) -> Style {
        let style = self.style(tint, Light::Lit);
        let breath = tint.map(|part| part / 6);
        if self.colors == Colors::All { style.bg(Color::Rgb(breath[0], breath[1], breath[2])) } else { style }
    }

    /// A tile, where `wall` is the colour of walls.
    pub(crate) fn tile(self, tile: Tile, wall: Rgb) -> (char, Rgb) {
        let pick = |ascii: char, other: char| if self.ascii { ascii } else { other };
        match tile {
            Tile::Void => (' ', wall),
            // One does not see that it is a door.
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

/// Somebody or something of this kind, where nobody says more about it.
pub(crate) fn kind(kind: EntityKind) -> (char, Rgb) {
    match kind {
        EntityKind::Monster => ('m', [240, 80, 80]),
        EntityKind::Item => ('$', [240, 190, 60]),
        EntityKind::Trap => ('^', [240, 120, 50]),
        EntityKind::Key => ('k', [250, 230, 90]),
        EntityKind::Start => ('@', PLAYER),
    }
}

pub(crate) const PLAYER: Rgb = [255, 255, 255];
pub(crate) const EXIT: Rgb = [60, 200, 230];
const FLOOR: Rgb = [150, 135, 110];
fn apart(a: Rgb, b: Rgb) -> u32 {
    (0..3).map(|part| u32::from(a[part].abs_diff(b[part])).pow(2)).sum()
}

/// The colours that every terminal has, roughly as most show them. Black is none of them, as nothing would be seen, and dark grey
/// is for what is remembered.
const SIXTEEN: [(Color, Rgb); 14] = [
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

fn nearest_of_sixteen(color: Rgb) -> Color {
    SIXTEEN.iter().min_by_key(|(_, known)| apart(*known, color)).map_or(Color::White, |(known, _)| *known)
}

/// The nearest of the colours from 16 on, which look the same in every terminal: a cube of six steps, and greys.
fn nearest_indexed(color: Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |part: u8| (0..6).min_by_key(|&index| STEPS[index].abs_diff(part)).unwrap_or(0);
    let [red, green, blue] = color.map(step);
    let cube = (apart([STEPS[red], STEPS[green], STEPS[blue]], color), 16 + 36 * red + 6 * green + blue);
    let greys = (0..24).map(|grey| (apart([8 + 10 * grey as u8; 3], color), 232 + grey));
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
    fn the_environment_says_what_the_terminal_can_show() {
        let plain = detect(&[("TERM", "xterm"), ("LANG", "C")]);
        assert_eq!(plain, Paint { ascii: true, colors: Colors::Sixteen });
        let usual = detect(&[("TERM", "xterm-256color"), ("LANG", "de_DE.UTF-8")]);
        assert_eq!(usual, Paint { ascii: false, colors: Colors::TwoHundred });
        assert!(detect(&[("LANG", "en.utf8"), ("LC_ALL", "POSIX")]).ascii, "the stronger one holds");
        assert_eq!(detect(&[("COLORTERM", "truecolor")]).colors, Colors::All);
        assert_eq!(detect(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]).colors, Colors::None);
        assert_eq!(detect(&[("TERM", "dumb"), ("NO_COLOR", "")]).colors, Colors::None);
    }

    #[test]
    fn colours_are_shown_by_those_nearest_to_them() {
        assert_eq!(nearest_of_sixteen([250, 250, 250]), Color::White);
        assert_ne!(nearest_of_sixteen([0, 0, 0]), Color::Black, "nothing is invisible");
        assert_eq!(
            [nearest_indexed([255, 0, 0]), nearest_indexed([8, 8, 8]), nearest_indexed([0, 95, 135])],
            [196, 232, 24]
        );
    }

    #[test]
    fn what_is_remembered_looks_other_than_what_is_seen() {
        for colors in [Colors::None, Colors::Sixteen, Colors::TwoHundred, Colors::All] {
            let paint = Paint { ascii: true, colors };
            for color in [PLAYER, EXIT, FLOOR] {
                assert_ne!(paint.style(color, Light::Lit), paint.style(color, Light::Remembered));
            }
        }
    }
}
