//! Maps as text for a terminal, and pictures in a terminal.

mod half_blocks;
mod kitty;
mod picture;
mod sixel;

pub use picture::{TermPicture, TermPixels, term_picture};

use crate::band::{Axis, Band};
use crate::error::Error;
use crate::ground::Grounds;
use crate::scene::Color;
use crate::tiles::figure::{Figure, Figures};
use mapwright::trace::Thing;
use mapwright::{Map, Tile};
use std::io::Write;

/// Look of a map in a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermLook {
    /// Characters for the tiles.
    pub glyphs: Glyphs,
    /// If true, colours the text with escape codes. Ignored for emoji, which have their own
    /// colours.
    pub color: bool,
    /// If true, draws exits and entities.
    pub entities: bool,
}

impl Default for TermLook {
    fn default() -> Self {
        TermLook { glyphs: Glyphs::Unicode, color: true, entities: true }
    }
}

/// Set of characters for the tiles in a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Glyphs {
    /// Blocks and lines, one column per tile. Rock that is visible from nowhere is blank, and doors
    /// and bridges follow the direction of travel.
    #[default]
    Unicode,
    /// The characters of text maps, one column per tile.
    Ascii,
    /// Emoji, two columns per tile: only emoji that are one code point and two columns wide in
    /// every terminal.
    Emoji,
}

/// Writes the map as lines of text. Every line ends with a line break, and with colours reset.
///
/// Colours are from the fixed part of the 256-colour table, so that they look the same in every
/// theme.
pub fn term(map: &Map, look: &TermLook, mut to: impl Write) -> Result<(), Error> {
    let figures = if look.entities { Figures::of(map) } else { Figures::none() };
    let colored = look.color && look.glyphs != Glyphs::Emoji;
    let grounds = if colored { Grounds::of(map) } else { None };
    let tints: Vec<Option<u8>> =
        grounds.iter().flat_map(|grounds| &grounds.all).map(|ground| ground.tint.map(nearest_color)).collect();
    let mut line = String::new();
    for (y, band) in (0..).zip(Band::all(map)) {
        line.clear();
        let mut figures_here = figures.row(y).peekable();
        let mut current = None;
        for x in 0..band.tiles().len() {
            let figure = figures_here.next_if(|(column, _)| *column == x).map(|(_, figure)| figure);
            let glyph = match figure {
                Some(figure) => figure_glyph(figure, look.glyphs),
                None => tile_glyph(band, x, look.glyphs),
            };
            let tint = || {
                let number = grounds.as_ref().filter(|_| band.tiles()[x] == Tile::Floor)?.row(y)[x];
                *tints.get(usize::from(number).wrapping_sub(1))?
            };
            let color = Some(match figure {
                Some(figure) => figure_color(figure),
                None => tint().unwrap_or_else(|| tile_color(band, x)),
            });
            // A blank shows no colour, so it needs none.
            if colored && color != current && glyph != " " {
                current = color;
                line.extend(color.map(|color| format!("\x1b[38;5;{color}m")));
            }
            line.push_str(glyph);
        }
        line.push_str(if current.is_some() { "\x1b[0m\n" } else { "\n" });
        to.write_all(line.as_bytes())?;
    }
    to.flush()?;
    Ok(())
}

fn tile_glyph(band: Band<'_>, x: usize, glyphs: Glyphs) -> &'static str {
    let tile = band.tiles()[x];
    match glyphs {
        Glyphs::Unicode => unicode(tile, band, x),
        Glyphs::Ascii => ascii(tile),
        Glyphs::Emoji => tile_emoji(tile),
    }
}

fn unicode(tile: Tile, band: Band<'_>, x: usize) -> &'static str {
    let directed = |[across, along]: [&'static str; 2]| match band.axis(x) {
        Axis::EastWest => across,
        Axis::NorthSouth => along,
    };
    match tile {
        Tile::Wall if band.is_seen(x) => "█",
        Tile::Void | Tile::Wall => " ",
        Tile::Floor => "·",
        Tile::DoorClosed => directed(["┃", "━"]),
        Tile::DoorOpen => directed(["╎", "╌"]),
        Tile::DoorLocked => directed(["╂", "┿"]),
        Tile::DoorSecret => "▒",
        Tile::Portcullis => "╬",
        Tile::Water => "≈",
        Tile::Bridge => directed(["═", "║"]),
        Tile::StairsUp => "<",
        Tile::StairsDown => ">",
    }
}

fn ascii(tile: Tile) -> &'static str {
    const TILES: &str = " #.+'LS|~=<>";
    let at = usize::from(tile.code());
    &TILES[at..=at]
}

/// Returns the emoji of a tile: walls are brown, floor is white and void is black.
pub fn tile_emoji(tile: Tile) -> &'static str {
    match tile {
        Tile::Void => "⬛",
        Tile::Wall => "🟫",
        Tile::Floor => "⬜",
        Tile::DoorClosed => "🚪",
        Tile::DoorOpen => "🔓",
        Tile::DoorLocked => "🔒",
        Tile::DoorSecret => "❓",
        Tile::Portcullis => "🚧",
        Tile::Water => "🌊",
        Tile::Bridge => "🌉",
        Tile::StairsUp => "🔼",
        Tile::StairsDown => "🔽",
    }
}

/// Returns the emoji of a thing on a tile.
pub fn thing_emoji(thing: Thing) -> &'static str {
    match thing {
        Thing::Start => "🧙",
        Thing::Exit => "🏁",
        Thing::Monster => "👹",
        Thing::Item => "💎",
        Thing::Trap => "🔥",
        Thing::Key => "🔑",
        Thing::Decoration => "📦",
    }
}

fn figure_glyph(figure: Figure, glyphs: Glyphs) -> &'static str {
    if glyphs == Glyphs::Emoji {
        return thing_emoji(figure.into());
    }
    match figure {
        Figure::Start => "@",
        Figure::Exit => "E",
        Figure::Monster => "m",
        Figure::Item => "$",
        Figure::Trap => "^",
        Figure::Key => "k",
    }
}

fn tile_color(band: Band<'_>, x: usize) -> u8 {
    match band.tiles()[x] {
        Tile::Wall if band.is_seen(x) => 243,
        Tile::Void | Tile::Wall => 238,
        Tile::Floor => 137,
        Tile::DoorClosed => 172,
        Tile::DoorOpen => 180,
        Tile::DoorLocked => 160,
        Tile::DoorSecret => 134,
        Tile::Portcullis => 110,
        Tile::Water => 32,
        Tile::Bridge => 179,
        Tile::StairsUp => 79,
        Tile::StairsDown => 37,
    }
}

/// Returns the nearest colour of the cube in the 256-colour table, whose sides are not evenly
/// divided.
fn nearest_color(color: Color) -> u8 {
    let level = |value: u8| match value {
        0..48 => 0,
        48..115 => 1,
        _ => (value - 35) / 40,
    };
    16 + 36 * level(color.r) + 6 * level(color.g) + level(color.b)
}

fn figure_color(figure: Figure) -> u8 {
    match figure {
        Figure::Start => 40,
        Figure::Exit => 45,
        Figure::Monster => 196,
        Figure::Item => 220,
        Figure::Trap => 208,
        Figure::Key => 228,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::tests::themed;
    use mapwright::{EntityKind, Size};

    const CRYPT: &str = "
##########
#.@#..m#.#####
#..+.$.L.S..E#
##'#^..#k#|###
 #.####### #<.#
 #~=~.....+.>.#
 ##############";

    fn text(map: &Map, look: &TermLook) -> String {
        let mut bytes = Vec::new();
        term(map, look, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn plain(glyphs: Glyphs) -> TermLook {
        TermLook { glyphs, color: false, entities: true }
    }

    /// Removes the escape codes.
    fn uncolored(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once('m').expect("an escape code ends in m").1)
    }

    #[test]
    fn ascii_is_the_text_map() {
        let map = Map::from_ascii(CRYPT).unwrap();
        assert_eq!(text(&map, &plain(Glyphs::Ascii)), map.to_ascii_with_entities());
        let look = TermLook { entities: false, ..plain(Glyphs::Ascii) };
        assert_eq!(text(&map, &look), map.to_ascii());
        for (tile, c) in Tile::ALL {
            assert_eq!(ascii(tile), c.to_string());
        }
        for (kind, c) in EntityKind::ALL {
            assert_eq!(figure_glyph(kind.into(), Glyphs::Ascii), c.to_string());
        }
    }

    #[test]
    fn unicode_shows_visible_walls_and_turns_doors() {
        let map =
            Map::from_ascii("\n#########\n##.....##\n##.....##\n###+#####\n###.#####\n###..L..#\n#########\n").unwrap();
        let expected = "
 ███████ 
 █·····█ 
 █·····█ 
 ██━████ 
  █·█████
  █··╂··█
  ███████
";
        assert_eq!(format!("\n{}", text(&map, &plain(Glyphs::Unicode))), expected);
    }

    #[test]
    fn emoji_are_one_code_point_and_twice_as_wide() {
        let map = Map::from_ascii("\n#####\n#@~+#\n#####").unwrap();
        assert_eq!(text(&map, &plain(Glyphs::Emoji)), "🟫🟫🟫🟫🟫\n🟫🧙🌊🚪🟫\n🟫🟫🟫🟫🟫\n");
        let map = Map::from_ascii(CRYPT).unwrap();
        let emoji = text(&map, &plain(Glyphs::Emoji));
        for (line, row) in emoji.lines().zip(map.tiles.rows()) {
            let columns: usize = line.chars().map(|c| if c == ' ' { 1 } else { 2 }).sum();
            assert_eq!(columns, 2 * row.len(), "{line}");
        }
        assert_eq!(text(&map, &TermLook { color: true, ..plain(Glyphs::Emoji) }), emoji);
    }

    #[test]
    fn colour_changes_no_character_and_is_off_at_every_line_end() {
        let map = Map::from_ascii(CRYPT).unwrap();
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            let colored = text(&map, &TermLook { color: true, ..plain(glyphs) });
            assert_eq!(uncolored(&colored), text(&map, &plain(glyphs)));
            assert!(colored.ends_with("\x1b[0m\n"));
            assert!(colored.lines().all(|line| line.ends_with("\x1b[0m")), "{colored:?}");
        }
    }

    #[test]
    fn a_colour_is_switched_on_once_for_a_run() {
        let map = Map::from_ascii("\n###\n...\n   ").unwrap();
        let look = TermLook { color: true, ..plain(Glyphs::Ascii) };
        assert_eq!(text(&map, &look), "\x1b[38;5;243m###\x1b[0m\n\x1b[38;5;137m...\x1b[0m\n   \n");
    }

    #[test]
    fn floor_has_the_colour_of_its_theme() {
        let map = themed("#...m.#", &["crypt", "forest", "forest", "nowhere", "forest"]);
        let look = TermLook { color: true, ..plain(Glyphs::Ascii) };
        let forest = nearest_color(Grounds::of(&map).unwrap().all[0].tint.unwrap());
        let colors = [(243, "#"), (forest, ".."), (137, "."), (196, "m"), (137, "."), (243, "#")];
        let expected: String = colors.iter().map(|(color, cells)| format!("\x1b[38;5;{color}m{cells}")).collect();
        let expected = expected + "\x1b[0m\n";
        assert_eq!(text(&map, &look), expected);
        let corners = [(0, 0, 0), (255, 255, 255), (95, 135, 175)].map(|(r, g, b)| nearest_color(Color::rgb(r, g, b)));
        assert_eq!(corners, [16, 231, 67]);
    }

    #[test]
    fn every_tile_has_its_own_glyph() {
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii, Glyphs::Emoji] {
            let drawn = Tile::ALL.map(|(_, c)| {
                let map = Map::from_ascii(&format!("#####\n..{c}..\n#####")).unwrap();
                text(&map, &plain(glyphs)).lines().nth(1).unwrap().to_owned()
            });
            for (i, line) in drawn.iter().enumerate() {
                assert!(!drawn[..i].contains(line), "{line}");
            }
        }
    }

    #[test]
    fn a_map_without_tiles_is_empty_text() {
        assert_eq!(text(&Map::new(Size::new(0, 0), Tile::Wall), &TermLook::default()), "");
        assert_eq!(text(&Map::new(Size::new(0, 2), Tile::Wall), &TermLook::default()), "\n\n");
    }
}
