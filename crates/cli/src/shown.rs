//! How a map is shown in the terminal.

use crate::failure::{Failure, say};
use crate::interrupt::Stoppable;
use mapwright::{Map, Rect};
use mapwright_render::{Glyphs, TermLook, term};
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
    /// No colours, also when NO_COLOR is set
    #[arg(long)]
    no_color: bool,
}

/// The most rows that are shown: more than anybody scrolls through.
const MOST_ROWS: i32 = 1_000;

impl Show {
    /// Shows the map on stdout: in glyphs and colours on a terminal, as plain text in a pipe.
    pub(crate) fn show(&self, map: &Map) -> Result<(), Failure> {
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

/// The part that fits side by side into the terminal, when the whole does not: wrapped lines are no map.
fn cut_to_terminal(map: &Map, glyphs: Glyphs) -> Option<Map> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size()?;
    let columns = i32::from(columns) / if matches!(glyphs, Glyphs::Emoji) { 2 } else { 1 };
    let size = map.size();
    let shown = Rect::new(0, 0, size.width.min(columns.max(1)), size.height.min(MOST_ROWS));
    (shown.size() != size).then(|| map.part(shown))
}
