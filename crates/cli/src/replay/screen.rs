//! What the terminal shows: the map, the statistics beside or below it, and the keys.

use super::glyphs::{Glyph, Mark};
use super::player::Player;
use super::view::{Scale, Width, Window};
use super::{keys, statistics};
use crate::fullscreen::lines::{fitting, help, is_too_small, line};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// How wide the statistics are beside the map, with the gap before them.
const BESIDE: u16 = 28;
const GAP: u16 = 2;
/// On narrower screens they are below.
const WIDE: u16 = 60;

/// Draws it all.
pub(crate) fn draw(frame: &mut Frame<'_>, player: &mut Player<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if is_too_small(buffer, area) {
        return;
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let inner = Rect { y: area.y + 1, height: area.height - 2, ..area };
    if player.is_helping {
        line(buffer, area, 0, "What the keys do", bold);
        help(buffer, inner, keys::HELP);
        line(buffer, area, area.height - 1, "any key leads back", Style::new().add_modifier(Modifier::DIM));
        return;
    }
    let scale = if area.width >= WIDE { beside(buffer, inner, player) } else { below(buffer, inner, player) };
    let warning = player.warning.map(str::to_owned);
    let scaled = (scale.tiles > 1).then(|| format!("{0}x{0} tiles a symbol", scale.tiles));
    let title = warning.into_iter().chain([player.title.clone()]).chain(scaled);
    line(buffer, area, 0, &fitting(title, area.width.into()), bold);
    let (last, style) = last_line(player, area.width.into());
    line(buffer, area, area.height - 1, &last, style);
}

/// What is typed, what there is to say, or the keys.
fn last_line(player: &Player<'_>, width: usize) -> (String, Style) {
    if !player.typed.is_empty() {
        let parts = [format!("go to {}_", player.typed), "Enter goes there".to_owned(), "Esc drops it".to_owned()];
        return (fitting(parts.into_iter(), width), Style::new());
    }
    if !player.message.is_empty() {
        return (player.message.clone(), Style::new());
    }
    (fitting(keys::LINE.iter().map(|key| (*key).to_owned()), width), Style::new().add_modifier(Modifier::DIM))
}

/// The map, and the statistics to the right of it.
fn beside(buffer: &mut Buffer, area: Rect, player: &mut Player<'_>) -> Scale {
    let left = Rect { width: area.width - BESIDE, ..area };
    let right = Rect { x: area.x + left.width + GAP, width: BESIDE - GAP, ..area };
    let lines = statistics::lines(player, right.width.into());
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
    map(buffer, left, player)
}

/// The map, and as much of the statistics below it as there is room for.
fn below(buffer: &mut Buffer, area: Rect, player: &mut Player<'_>) -> Scale {
    let rows = (area.height / 4).clamp(1, 4);
    let upper = Rect { height: area.height - rows, ..area };
    let lower = Rect { y: area.y + upper.height, height: rows, ..area };
    let mut parts = statistics::parts(player).into_iter().peekable();
    for row in 0..rows {
        let mut text = String::new();
        // A part that is longer than a line is cut.
        while let Some(part) = parts.next_if(|part| {
            text.is_empty() || text.chars().count() + 3 + part.chars().count() <= usize::from(lower.width)
        }) {
            text = if text.is_empty() { part } else { format!("{text}   {part}") };
        }
        line(buffer, lower, row, &text, Style::new());
    }
    map(buffer, upper, player)
}

/// The part of the map that is seen.
fn map(buffer: &mut Buffer, area: Rect, player: &mut Player<'_>) -> Scale {
    let width = if player.look.emoji { Width::Two } else { Width::One };
    let (size, focus) = (player.trace().size(), player.focus());
    let window = player.view.window(size, area, width, focus);
    let marks = marks(&window, player);
    let (columns, rows) = window.symbols();
    let cells = player.cursor().cells();
    for row in 0..rows {
        for column in 0..columns {
            let mark = marks[usize::from(row) * usize::from(columns) + usize::from(column)];
            let symbol = player.look.symbol(cells, window.block(column, row), mark);
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

/// What is special about each symbol of the window, row by row. A few changes are shown wherever they are; of many, those that are half of their
/// block, or everything would look changed.
fn marks(window: &Window, player: &Player<'_>) -> Vec<Mark> {
    let (columns, rows) = window.symbols();
    let index = |pos| {
        let (column, row) = window.symbol(pos)?;
        Some(usize::from(row) * usize::from(columns) + usize::from(column))
    };
    let mut counts = vec![0; usize::from(columns) * usize::from(rows)];
    player.changed().iter().filter_map(|&pos| index(pos)).for_each(|index| counts[index] += 1);
    let tiles = window.scale.tiles;
    let enough = if player.changed().len() * 8 <= counts.len() { 1 } else { (tiles * tiles / 2).max(1) };
    let mark = |count: i32| if count >= enough { Mark::Changed } else { Mark::Nothing };
    let mut marks: Vec<Mark> = counts.into_iter().map(mark).collect();
    if let Some(index) = player.moment().and_then(|moment| index(moment.at?)) {
        marks[index] = Mark::Walker;
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::super::player::testing::{PLAIN, player, traced};
    use super::*;
    use crate::fullscreen::lines::testing::screen;

    fn shown(player: &mut Player<'_>, width: u16, height: u16) -> String {
        screen(width, height, |frame| draw(frame, player)).0
    }

    /// The screens that the page shows.
    fn documented() -> Vec<&'static str> {
        let page = include_str!("../../../../docs/replay.md");
        page.split("```screen").skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0)).collect()
    }

    #[test]
    fn the_page_shows_the_map_beside_its_statistics_and_above_them() {
        let trace = traced("mining", 24, 10, None);
        let mut player = player(&trace, PLAIN);
        player.title = "mining, 24x10, seed 7".to_owned();
        player.go(88);
        assert_eq!([shown(&mut player, 80, 18), shown(&mut player, 40, 16)], documented()[..]);
    }

    #[test]
    fn few_changes_are_seen_from_afar_and_many_do_not_drown_the_map() {
        let area = Rect::new(0, 0, 40, 20);
        let cave = traced("cellular", 120, 80, None);
        let mut player = player(&cave, PLAIN);
        player.go(3);
        let window = player.view.window(cave.size(), area, Width::One, None);
        let marks = super::marks(&window, &player);
        for (index, mark) in (0..).zip(&marks) {
            let block = window.block(index % window.symbols().0, index / window.symbols().0);
            let changed = player.changed().iter().filter(|&&pos| block.contains(pos)).count();
            assert_eq!(*mark == Mark::Changed, changed >= 8, "{changed} of 4x4 tiles");
        }
        assert!(marks.contains(&Mark::Changed) && marks.contains(&Mark::Nothing));
        let mine = traced("mining", 120, 80, None);
        let mut player = super::super::player::testing::player(&mine, PLAIN);
        player.go(500);
        player.go(mine.next_alike(500).unwrap());
        let window = player.view.window(mine.size(), area, Width::One, None);
        assert_eq!(super::marks(&window, &player).iter().filter(|mark| **mark != Mark::Nothing).count(), 1);
    }

    #[test]
    fn what_was_merged_and_what_differs_is_said() {
        let trace = traced("mining", 24, 10, Some(20));
        assert!(trace.merged() > 0);
        let mut player = player(&trace, PLAIN);
        player.warning = Some("not as it was");
        let text = shown(&mut player, 80, 18);
        assert!(text.starts_with("\nnot as it was   a run"), "{text}");
        assert!(text.contains(&format!("{} moments merged", trace.merged())), "{text}");
    }

    #[test]
    fn help_names_every_key() {
        let trace = traced("mining", 24, 10, None);
        let mut player = player(&trace, PLAIN);
        player.is_helping = true;
        let text = shown(&mut player, 80, 18);
        for (keys, what) in keys::HELP {
            assert!(text.contains(keys) && text.contains(what), "{text}");
        }
    }

    #[test]
    fn no_screen_is_too_small_or_too_large_to_draw() {
        let trace = traced("mining", 24, 10, None);
        let emoji = super::super::glyphs::Look { emoji: true, ..PLAIN };
        for look in [PLAIN, emoji] {
            let mut player = player(&trace, look);
            player.go(40);
            for (width, height) in (1..70).flat_map(|width| (1..14).map(move |height| (width, height))) {
                shown(&mut player, width, height);
            }
            shown(&mut player, 300, 120);
        }
        assert_eq!(shown(&mut player(&trace, PLAIN), 19, 5), "\n\n\nterminal too small\n\n");
    }

    #[test]
    fn lines_that_do_not_fit_are_counted() {
        let trace = traced("mining", 24, 10, None);
        let mut player = player(&trace, PLAIN);
        player.go(40);
        let text = shown(&mut player, 80, 10);
        assert!(text.contains("more lines") && !text.contains("a second"), "{text}");
    }
}
