//! Lines of text on the screen, and what is said where there is no room for more.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// On smaller screens there is nothing to see.
const SMALLEST: (u16, u16) = (20, 6);

/// Says that the screen is too small, if it is.
pub(crate) fn is_too_small(buffer: &mut Buffer, area: Rect) -> bool {
    let small = area.width < SMALLEST.0 || area.height < SMALLEST.1;
    if small {
        let words = ["terminal too small", "too small", "small"];
        let fits = words.iter().find(|word| word.len() <= usize::from(area.width)).unwrap_or(&"");
        line(buffer, area, area.height / 2, fits, Style::new());
    }
    small
}

/// A line of text in this row of the area; what is too long is cut.
pub(crate) fn line(buffer: &mut Buffer, area: Rect, row: u16, text: &str, style: Style) {
    if row < area.height {
        buffer.set_stringn(area.x, area.y + row, text, area.width.into(), style);
    }
}

/// What the keys do, one line each.
pub(crate) fn help(buffer: &mut Buffer, area: Rect, keys: &[(&str, &str)]) {
    let width = keys.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
    for (row, (keys, what)) in (0..area.height).zip(keys) {
        line(buffer, area, row, &format!("{keys:width$}  {what}"), Style::new());
    }
}

/// As many of the parts as there is room for, one after the other.
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
    fn as_much_of_a_line_is_shown_as_there_is_room_for() {
        let parts = || ["one", "seventeen", "two"].into_iter().map(str::to_owned);
        assert_eq!(fitting(parts(), 40), "one   seventeen   two");
        assert_eq!(fitting(parts(), 12), "one   two");
        assert_eq!(fitting(parts(), 2), "");
    }
}

/// For tests: a screen as text, and as it is.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use ratatui::backend::TestBackend;
    use ratatui::{Frame, Terminal};

    /// What is drawn on a screen of this size: every row after a line break, without the blanks at its end.
    pub(crate) fn screen(width: u16, height: u16, draw: impl FnOnce(&mut Frame<'_>)) -> (String, Buffer) {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(draw).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        ((0..height).map(|y| format!("\n{}", row(y))).collect(), buffer)
    }
}
