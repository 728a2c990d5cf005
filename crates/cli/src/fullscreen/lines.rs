//! Lines of text on the screen, cut to its width.

use crate::printable::printable_line;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Minimum size of the screen: columns and rows.
const MIN_SIZE: (u16, u16) = (20, 6);

/// Shows a message and returns true if the screen is too small.
pub(crate) fn is_too_small(buffer: &mut Buffer, area: Rect) -> bool {
    let small = area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1;
    if small {
        let words = ["terminal too small", "too small", "small"];
        let fits = words.iter().find(|word| word.len() <= usize::from(area.width)).unwrap_or(&"");
        line(buffer, area, area.height / 2, fits, Style::new());
    }
    small
}

/// Draws a line of text in this row of the area, cut to its width.
pub(crate) fn line(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    if row < area.height {
        buffer.set_stringn(area.x, area.y + row, printable_line(text), area.width.into(), style);
    }
}

/// Last line of a view that any key closes.
pub(crate) const RETURN: &str = "Press any key to return";

/// Draws the help: a title, the list of keys, one line each, and the last line.
pub(crate) fn help(buffer: &mut Buffer, area: Rect, keys: &[(&str, &str)]) {
    line(buffer, area, 0, "Keys", Style::new().add_modifier(Modifier::BOLD));
    let width = keys.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
    for (row, (keys, what)) in (1..area.height - 1).zip(keys) {
        line(buffer, area, row, &format!("{keys:width$}  {what}"), Style::new());
    }
    line(buffer, area, area.height - 1, RETURN, Style::new().add_modifier(Modifier::DIM));
}

/// Joins the parts that fit the width.
pub(crate) fn fitting(parts: impl Iterator<Item = String>, width: usize) -> String {
    let mut text = String::new();
    for part in parts {
        let gap = if text.is_empty() { 0 } else { 3 };
        if text.chars().count() + gap + part.chars().count() <= width {
            text.extend(std::iter::repeat_n(' ', gap));
            text.push_str(&part);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_do_not_fit_are_left_out() {
        let parts = || ["one", "seventeen", "two"].into_iter().map(str::to_owned);
        assert_eq!(fitting(parts(), 40), "one   seventeen   two");
        assert_eq!(fitting(parts(), 12), "one   two");
        assert_eq!(fitting(parts(), 2), "");
    }
}

/// Screens for tests.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use ratatui::backend::TestBackend;
    use ratatui::{Frame, Terminal};

    /// Draws on a screen of this size. Returns its rows, each after a line break and without
    /// trailing spaces, and its buffer.
    pub(crate) fn screen(width: u16, height: u16, draw: impl FnOnce(&mut Frame<'_>)) -> (String, Buffer) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(draw).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        ((0..height).map(|y| format!("\n{}", row(y))).collect(), buffer)
    }
}
