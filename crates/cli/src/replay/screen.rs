//! Screen of the replay: the map, the statistics beside or below it, and the keys.

use super::glyphs::{Glyph, Mark};
use super::playback::Playback;
use super::view::{Scale, Width, Window};
use super::{keys, statistics};
use crate::fullscreen::lines::{fitting, help, is_too_small, line};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Width of the statistics beside the map, with the gap before them.
const SIDE_WIDTH: u16 = 28;
const GAP: u16 = 2;
/// Minimum screen width for statistics beside the map; below that they are under it.
const MIN_WIDE: u16 = 60;

/// Draws the screen.
pub(crate) fn draw(frame: &mut Frame<'_>, playback: &mut Playback<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if is_too_small(buffer, area) {
        return;
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let inner = Rect { y: area.y + 1, height: area.height - 2, ..area };
    if playback.is_helping {
        help(buffer, area, keys::HELP);
        return;
    }
    let scale = if area.width >= MIN_WIDE { beside(buffer, inner, playback) } else { below(buffer, inner, playback) };
    let warning = playback.warning.map(str::to_owned);
    let scaled = (scale.tiles > 1).then(|| format!("1 character = {0}x{0} tiles", scale.tiles));
    let title = warning.into_iter().chain([playback.title.clone()]).chain(scaled);
    line(buffer, area, 0, &fitting(title, area.width.into()), bold);
    let (last, style) = last_line(playback, area.width.into());
    line(buffer, area, area.height - 1, &last, style);
}

/// Returns the last line: the typed number, the message, or the keys.
fn last_line(playback: &Playback<'_>, width: usize) -> (String, Style) {
    if !playback.typed.is_empty() {
        let parts = [format!("go to frame {}_", playback.typed), "Enter go".to_owned(), "Esc cancel".to_owned()];
        return (fitting(parts.into_iter(), width), Style::new());
    }
    if !playback.message.is_empty() {
        return (playback.message.clone(), Style::new());
    }
    (fitting(keys::LINE.iter().map(|key| (*key).to_owned()), width), Style::new().add_modifier(Modifier::DIM))
}

/// Draws the map with the statistics to the right.
fn beside(buffer: &mut Buffer, area: Rect, playback: &mut Playback<'_>) -> Scale {
    let left = Rect { width: area.width - SIDE_WIDTH, ..area };
    let right = Rect { x: area.x + left.width + GAP, width: SIDE_WIDTH - GAP, ..area };
    let lines = statistics::lines(playback, right.width.into());
    let rows = usize::from(right.height);
    for (row, text) in (0..right.height).zip(&lines) {
        let style = if row == 2 { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let left_out = lines.len() - usize::from(row);
        if usize::from(row) + 1 == rows && left_out > 1 {
            line(buffer, right, row, &format!("and {left_out} more lines"), Style::new());
        } else {
            line(buffer, right, row, text, style);
        }
    }
    map(buffer, left, playback)
}

/// Draws the map with as many statistics below as fit.
fn below(buffer: &mut Buffer, area: Rect, playback: &mut Playback<'_>) -> Scale {
    let rows = (area.height / 4).clamp(1, 4);
    let upper = Rect { height: area.height - rows, ..area };
    let lower = Rect { y: area.y + upper.height, height: rows, ..area };
    let mut parts = statistics::parts(playback).into_iter().peekable();
    for row in 0..rows {
        let mut text = String::new();
        // A part longer than a line is cut.
        while let Some(part) = parts.next_if(|part| {
            text.is_empty() || text.chars().count() + 3 + part.chars().count() <= usize::from(lower.width)
        }) {
            text = if text.is_empty() { part } else { format!("{text}   {part}") };
        }
        line(buffer, lower, row, &text, Style::new());
    }
    map(buffer, upper, playback)
}

/// Draws the visible part of the map.
fn map(buffer: &mut Buffer, area: Rect, playback: &mut Playback<'_>) -> Scale {
    let width = if playback.look.emoji { Width::Two } else { Width::One };
    let (size, focus) = (playback.trace().size(), playback.focus());
    let window = playback.view.window(size, area, width, focus);
    let marks = marks(&window, playback);
    let (columns, rows) = window.symbols();
    let cells = playback.cursor().cells();
    for row in 0..rows {
        for column in 0..columns {
            let mark = marks[usize::from(row) * usize::from(columns) + usize::from(column)];
            let symbol = playback.look.symbol(cells, window.block(column, row), mark);
            let (x, y) = (window.area.x + column * window.scale.columns, window.area.y + row);
            match symbol.glyph {
                Glyph::Emoji(text) => {
                    buffer.set_stringn(x, y, text, 2, symbol.style);
                }
                Glyph::Letter(letter, second) => {
                    buffer[(x, y)].set_char(letter).set_style(symbol.style);
                    if window.scale.columns == 2 {
                        buffer[(x + 1, y)].set_char(second).set_style(symbol.style);
                    }
                }
            }
        }
    }
    window.scale
}

/// Returns the highlight of each symbol, row by row. If there are many changes, only blocks that
/// changed by half are highlighted; otherwise everything would be.
fn marks(window: &Window, playback: &Playback<'_>) -> Vec<Mark> {
    let (columns, rows) = window.symbols();
    let index = |pos| {
        let (column, row) = window.symbol(pos)?;
        Some(usize::from(row) * usize::from(columns) + usize::from(column))
    };
    let mut counts = vec![0; usize::from(columns) * usize::from(rows)];
    playback.changed().iter().filter_map(|&pos| index(pos)).for_each(|index| counts[index] += 1);
    let tiles = window.scale.tiles;
    let enough = if playback.changed().len() * 8 <= counts.len() { 1 } else { (tiles * tiles / 2).max(1) };
    let mark = |count: i32| if count >= enough { Mark::Changed } else { Mark::None };
    let mut marks: Vec<Mark> = counts.into_iter().map(mark).collect();
    if let Some(index) = playback.moment().and_then(|moment| index(moment.at?)) {
        marks[index] = Mark::Walker;
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::super::playback::testing::{PLAIN, playback, traced};
    use super::super::times::Times;
    use super::*;
    use crate::fullscreen::lines::testing::screen;

    fn shown(playback: &mut Playback<'_>, width: u16, height: u16) -> String {
        screen(width, height, |frame| draw(frame, playback)).0
    }

    /// Returns the screens in the documentation.
    fn documented() -> Vec<&'static str> {
        let page = include_str!("../../../../docs/replay.md");
        page.split("```screen").skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0)).collect()
    }

    #[test]
    fn the_documentation_shows_the_screens() {
        let trace = traced("mining", 24, 10, None);
        let mut playback = playback(&trace, PLAIN);
        playback.title = "mining, 24x10, seed 7".to_owned();
        playback.times = Some(Times::even(trace.last() as u64));
        playback.go(88);
        assert_eq!([shown(&mut playback, 80, 22), shown(&mut playback, 40, 16)], documented()[..]);
    }

    #[test]
    fn few_changes_are_always_highlighted_and_many_by_block() {
        let area = Rect::new(0, 0, 40, 20);
        let cave = traced("cellular", 120, 80, None);
        let mut playback = playback(&cave, PLAIN);
        playback.go(3);
        let window = playback.view.window(cave.size(), area, Width::One, None);
        let marks = super::marks(&window, &playback);
        for (index, mark) in (0..).zip(&marks) {
            let block = window.block(index % window.symbols().0, index / window.symbols().0);
            let changed = playback.changed().iter().filter(|&&pos| block.contains(pos)).count();
            assert_eq!(*mark == Mark::Changed, changed >= 8, "{changed} of 4x4 tiles");
        }
        assert!(marks.contains(&Mark::Changed) && marks.contains(&Mark::None));
        let mine = traced("mining", 120, 80, None);
        let mut playback = super::super::playback::testing::playback(&mine, PLAIN);
        playback.go(500);
        playback.go(mine.next_alike(500).unwrap());
        let window = playback.view.window(mine.size(), area, Width::One, None);
        assert_eq!(super::marks(&window, &playback).iter().filter(|mark| **mark != Mark::None).count(), 1);
    }

    #[test]
    fn merged_frames_and_warnings_are_shown() {
        let trace = traced("mining", 24, 10, Some(20));
        assert!(trace.merged() > 0);
        let mut playback = playback(&trace, PLAIN);
        playback.warning = Some("not as it was");
        let text = shown(&mut playback, 80, 18);
        assert!(text.starts_with("\nnot as it was   a run"), "{text}");
        assert!(text.contains(&format!("{} frames merged", trace.merged())), "{text}");
    }

    #[test]
    fn help_lists_every_key() {
        let trace = traced("mining", 24, 10, None);
        let mut playback = playback(&trace, PLAIN);
        playback.is_helping = true;
        let text = shown(&mut playback, 80, 18);
        for (keys, what) in keys::HELP {
            assert!(text.contains(keys) && text.contains(what), "{text}");
        }
    }

    #[test]
    fn no_screen_size_panics() {
        let trace = traced("mining", 24, 10, None);
        let emoji = super::super::glyphs::Look { emoji: true, ..PLAIN };
        for look in [PLAIN, emoji] {
            let mut playback = playback(&trace, look);
            playback.go(40);
            for (width, height) in (1..70).flat_map(|width| (1..14).map(move |height| (width, height))) {
                shown(&mut playback, width, height);
            }
            shown(&mut playback, 300, 120);
        }
        assert_eq!(shown(&mut playback(&trace, PLAIN), 19, 5), "\n\n\nterminal too small\n\n");
    }

    #[test]
    fn lines_that_do_not_fit_are_counted() {
        let trace = traced("mining", 24, 10, None);
        let mut playback = playback(&trace, PLAIN);
        playback.go(40);
        let text = shown(&mut playback, 80, 10);
        assert!(text.contains("more lines") && !text.contains("frames/s"), "{text}");
    }
}
