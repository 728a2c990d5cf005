//! Maps printed to the terminal.

use crate::failure::{Failure, eprint_line};
use crate::interrupt::InterruptibleWriter;
use mapwright::{Map, Rect};
use mapwright_render::{Error, Glyphs, PictureOptions, TermLook, TermPicture, term, term_draw};
use std::io::{self, BufWriter, IsTerminal, Write};

/// Options for plain terminals, shared by all commands that show a map.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Terminal")]
pub(crate) struct PlainArgs {
    /// Use ASCII characters: # wall, . floor, + door
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Use no colours; NO_COLOR is honoured too
    #[arg(long)]
    pub(crate) no_color: bool,
}

/// Option for emoji.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Terminal")]
pub(crate) struct EmojiArgs {
    /// Use emoji, two columns per tile
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) emoji: bool,
}

/// Options for maps printed to the terminal.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Terminal")]
pub(crate) struct DisplayArgs {
    #[command(flatten)]
    plain: PlainArgs,
    #[command(flatten)]
    emoji: EmojiArgs,
    /// Draw the map in pixels: blocks, kitty, sixel or auto
    #[arg(
        long,
        value_name = "PROTOCOL",
        num_args = 0..=1,
        default_missing_value = "auto",
        conflicts_with_all = ["ascii", "emoji"]
    )]
    picture: Option<String>,
}

/// Maximum number of rows that are printed to a terminal.
const MAX_ROWS: i32 = 1_000;

impl DisplayArgs {
    /// Prints the map to stdout: with glyphs and colours on a terminal, as plain text in a pipe.
    pub(crate) fn print(&self, map: &Map, options: &PictureOptions) -> Result<(), Failure> {
        if let Some(protocol) = &self.picture {
            return print_picture(map, options, protocol);
        }
        let map = &*options.seen(map);
        let on_terminal = io::stdout().is_terminal();
        let glyphs = match (self.plain.ascii, self.emoji.emoji) {
            (true, _) => Glyphs::Ascii,
            (_, true) => Glyphs::Emoji,
            _ if on_terminal => Glyphs::Unicode,
            _ => Glyphs::Ascii,
        };
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|value| value == "dumb");
        let color = on_terminal && !self.plain.no_color && !dumb && set("NO_COLOR").is_none();
        let look = TermLook { glyphs, color, entities: true };
        let cut = if on_terminal { cut_to_terminal(map, glyphs) } else { None };
        let cannot = |error: io::Error| Failure::cannot_write("stdout", &error);
        let mut out = BufWriter::with_capacity(1 << 16, InterruptibleWriter(io::stdout().lock()));
        term(cut.as_ref().unwrap_or(map), &look, &mut out).map_err(|error| cannot(io::Error::from(error)))?;
        out.flush().map_err(cannot)?;
        if let Some(part) = cut {
            let (shown, whole) = (part.size(), map.size());
            eprint_line(&format!("note: the terminal shows the top left {shown} of {whole}; -o FILE writes all of it"));
        }
        Ok(())
    }
}

/// Draws the map in pixels, as large as the terminal.
fn print_picture(map: &Map, options: &PictureOptions, protocol: &str) -> Result<(), Failure> {
    let protocol = match protocol {
        "auto" => TermPicture::detect(|name| std::env::var(name).ok()),
        name => name.parse().map_err(|error: Error| Failure::from(error).at("--picture"))?,
    };
    let (columns, rows) = terminal_size::terminal_size().map_or((80, 24), |(width, height)| (width.0, height.0));
    let (columns, rows) = (u32::from(columns.max(1)), u32::from(rows.max(2)) - 1);
    let pixels = match protocol {
        TermPicture::HalfBlocks => (columns, 2 * rows),
        // Common size of a character cell, in pixels.
        TermPicture::Kitty | TermPicture::Sixel => (columns * 9, rows * 18),
    };
    let mut out = BufWriter::with_capacity(1 << 16, InterruptibleWriter(io::stdout().lock()));
    let drawn = term_draw(map, &options.look, protocol, pixels, &mut out).map_err(io::Error::from);
    drawn.and_then(|()| out.flush()).map_err(|error| Failure::cannot_write("stdout", &error))
}

/// Returns the part of the map that fits the terminal, or `None` if all of it fits.
fn cut_to_terminal(map: &Map, glyphs: Glyphs) -> Option<Map> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size()?;
    let columns = i32::from(columns) / if matches!(glyphs, Glyphs::Emoji) { 2 } else { 1 };
    let size = map.size();
    let shown = Rect::new(0, 0, size.width.min(columns.max(1)), size.height.min(MAX_ROWS));
    (shown.size() != size).then(|| map.part(shown))
}
