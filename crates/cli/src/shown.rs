//! How a map is shown in the terminal.

use crate::failure::{Failure, say};
use crate::interrupt::Stoppable;
use mapwright::{Map, Rect};
use mapwright_render::{Error, Glyphs, PictureOptions, TermLook, TermPicture, term, term_draw};
use std::io::{self, BufWriter, IsTerminal, Write};

/// How the terminal shows a map.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "In the terminal")]
pub(crate) struct Show {
    /// Plain characters: # wall, . floor, + door, …
    #[arg(long, conflicts_with = "emoji")]
    ascii: bool,
    /// Emoji, two columns a tile
    #[arg(long)]
    emoji: bool,
    /// The map as it is drawn, in pixels: blocks, kitty or sixel, or what the terminal is known for
    #[arg(long, value_name = "HOW", num_args = 0..=1, default_missing_value = "auto", conflicts_with_all = ["ascii", "emoji"])]
    picture: Option<String>,
    /// No colours, also when NO_COLOR is set
    #[arg(long)]
    no_color: bool,
}

/// The most rows that are shown: more than anybody scrolls through.
const MOST_ROWS: i32 = 1_000;

impl Show {
    /// Shows the map on stdout: in glyphs and colours on a terminal, as plain text in a pipe.
    pub(crate) fn show(&self, map: &Map, options: &PictureOptions) -> Result<(), Failure> {
        if let Some(how) = &self.picture {
            return draw(map, options, how);
        }
        let map = &*options.seen(map);
        let on_terminal = io::stdout().is_terminal();
        let glyphs = match (self.ascii, self.emoji) {
            (true, _) => Glyphs::Ascii,
            (_, true) => Glyphs::Emoji,
            _ if on_terminal => Glyphs::Unicode,
            _ => Glyphs::Ascii,
        };
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|value| value == "dumb");
        let color = on_terminal && !self.no_color && !dumb && set("NO_COLOR").is_none();
        let look = TermLook { glyphs, color, entities: true };
        let cut = if on_terminal { cut_to_terminal(map, glyphs) } else { None };
        let cannot = |error: io::Error| Failure::cannot_write("stdout", &error);
        let mut out = BufWriter::with_capacity(1 << 16, Stoppable(io::stdout().lock()));
        term(cut.as_ref().unwrap_or(map), &look, &mut out).map_err(|error| cannot(io::Error::from(error)))?;
        out.flush().map_err(cannot)?;
        if let Some(part) = cut {
            let (shown, whole) = (part.size(), map.size());
            say(&format!("shown: the upper left {shown} of {whole}; -o FILE keeps it all"));
        }
        Ok(())
    }
}

/// Draws the map in pixels, as large as the terminal.
fn draw(map: &Map, options: &PictureOptions, how: &str) -> Result<(), Failure> {
    let how = match how {
        "auto" => TermPicture::detect(|name| std::env::var(name).ok()),
        name => name.parse().map_err(|error: Error| Failure::bad_input(error.to_string()).at("--picture"))?,
    };
    let (columns, rows) = terminal_size::terminal_size().map_or((80, 24), |(width, height)| (width.0, height.0));
    let (columns, rows) = (u32::from(columns.max(1)), u32::from(rows.max(2)) - 1);
    let pixels = match how {
        TermPicture::HalfBlocks => (columns, 2 * rows),
        // Characters are about so large nearly everywhere.
        TermPicture::Kitty | TermPicture::Sixel => (columns * 9, rows * 18),
    };
    let mut out = BufWriter::with_capacity(1 << 16, Stoppable(io::stdout().lock()));
    let drawn = term_draw(map, &options.look, how, pixels, &mut out).map_err(io::Error::from);
    drawn.and_then(|()| out.flush()).map_err(|error| Failure::cannot_write("stdout", &error))
}

/// The part that fits side by side into the terminal, when the whole does not: wrapped lines are no map.
fn cut_to_terminal(map: &Map, glyphs: Glyphs) -> Option<Map> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size()?;
    let columns = i32::from(columns) / if matches!(glyphs, Glyphs::Emoji) { 2 } else { 1 };
    let size = map.size();
    let shown = Rect::new(0, 0, size.width.min(columns.max(1)), size.height.min(MOST_ROWS));
    (shown.size() != size).then(|| map.part(shown))
}
