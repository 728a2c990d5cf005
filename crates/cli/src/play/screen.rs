//! Screen of the game: the level around the player, the whole map, or the help.

use super::game::{Game, View};
use super::keys;
use super::palette::{entity_glyph, wall_color};
use crate::fullscreen::lines::{RETURN, fitting, help, is_too_small, line};
use crate::fullscreen::paint::{EXIT, Light, PLAYER, Paint};
use mapwright::{Pos, Rect as Cells, Tile};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Draws the screen.
pub(crate) fn draw(frame: &mut Frame<'_>, game: &Game, paint: Paint) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if is_too_small(buffer, area) {
        return;
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let inner = Rect { y: area.y + 1, height: area.height - 3, ..area };
    match game.view {
        View::Around => {
            line(buffer, area, 0, &game.message, bold);
            around(buffer, inner, game, paint);
        }
        View::Whole => {
            let explored = explored(game);
            let scale = scale(explored, inner);
            let scaled = if scale > 1 { format!(" (1 character = {scale}x{scale} tiles)") } else { String::new() };
            line(buffer, area, 0, &format!("Map of level {}{scaled}", game.number), bold);
            whole(buffer, inner, game, paint, explored, scale);
        }
        View::Help => {
            help(buffer, area, keys::HELP);
            return;
        }
    }
    line(buffer, area, area.height - 2, &status(game, area.width.into()), Style::new());
    let keys = match game.view {
        View::Around => fitting(keys::LINE.iter().map(|key| (*key).to_owned()), area.width.into()),
        View::Whole | View::Help => RETURN.to_owned(),
    };
    line(buffer, area, area.height - 1, &keys, Style::new().add_modifier(Modifier::DIM));
}

/// Returns the status line, as far as it fits.
fn status(game: &Game, width: usize) -> String {
    let level = match game.count() {
        Some(count) => format!("Level {} of {count}", game.number),
        None => format!("Level {}", game.number),
    };
    let danger = format!("danger {}", game.danger());
    let under = format!("on {}", game.underfoot());
    let (steps, items) = (format!("steps {}", game.steps), format!("items {}", game.items));
    fitting([level, danger, under, game.title(), steps, items].into_iter().filter(|part| !part.is_empty()), width)
}

/// Draws the level with the player in the middle.
fn around(buffer: &mut Buffer, area: Rect, game: &Game, paint: Paint) {
    let corner = Pos::new(game.pos.x - i32::from(area.width / 2), game.pos.y - i32::from(area.height / 2));
    for row in 0..area.height {
        for column in 0..area.width {
            let pos = Pos::new(corner.x + i32::from(column), corner.y + i32::from(row));
            if let Some(shown) = cell(game, paint, pos) {
                buffer[(area.x + column, area.y + row)].set_char(shown.glyph).set_style(shown.style);
            }
        }
    }
}

/// Returns the smallest rectangle around the explored cells.
fn explored(game: &Game) -> Cells {
    let here = Cells::spanning(game.pos, game.pos);
    game.floor().seen.explored().iter().fold(here, |explored, pos| {
        let (x, y) = (explored.x.min(pos.x), explored.y.min(pos.y));
        let far = Pos::new((explored.right() - 1).max(pos.x), (explored.bottom() - 1).max(pos.y));
        Cells::spanning(Pos::new(x, y), far)
    })
}

/// Returns the side of the square of tiles that one character stands for, so that everything fits.
fn scale(explored: Cells, area: Rect) -> i32 {
    let along = |tiles: i32, columns: u16| (tiles + i32::from(columns) - 1) / i32::from(columns.max(1));
    along(explored.width, area.width).max(along(explored.height, area.height)).max(1)
}

/// Draws the explored part. A character for several tiles shows the most important one.
fn whole(buffer: &mut Buffer, area: Rect, game: &Game, paint: Paint, explored: Cells, scale: i32) {
    let (columns, rows) = ((explored.width + scale - 1) / scale, (explored.height + scale - 1) / scale);
    let left = area.x + (area.width - columns as u16) / 2;
    let top = area.y + (area.height - rows as u16) / 2;
    for row in 0..rows {
        for column in 0..columns {
            let block = Cells::new(explored.x + column * scale, explored.y + row * scale, scale, scale);
            let shown = block.positions().filter_map(|pos| cell(game, paint, pos)).max_by_key(|shown| shown.rank);
            if let Some(shown) = shown {
                buffer[(left + column as u16, top + row as u16)].set_char(shown.glyph).set_style(shown.style);
            }
        }
    }
}

/// Appearance of a cell.
struct Shown {
    glyph: char,
    style: Style,
    /// Importance, for characters that stand for several tiles.
    rank: u8,
}

/// Returns the appearance of a cell; `None` if it is unexplored.
fn cell(game: &Game, paint: Paint, pos: Pos) -> Option<Shown> {
    let floor = game.floor();
    if pos == game.pos {
        let style = paint.style(PLAYER, Light::Lit).add_modifier(Modifier::BOLD);
        return Some(Shown { glyph: '@', style, rank: 9 });
    }
    if !floor.seen.explored().contains(pos) {
        return None;
    }
    let light = if floor.seen.visible().contains(pos) { Light::Lit } else { Light::Remembered };
    if let Some(entity) = floor.things(pos).next() {
        let (glyph, color) = entity_glyph(entity);
        return Some(Shown { glyph, style: paint.style(color, light), rank: 6 });
    }
    if floor.map.exits.iter().any(|exit| exit.pos == pos) {
        return Some(Shown { glyph: 'E', style: paint.style(EXIT, light), rank: 7 });
    }
    let tile = floor.tile(pos);
    let (glyph, color) = paint.tile(tile, wall_color(game.danger()));
    let rank = match tile {
        Tile::Void => 0,
        Tile::Wall | Tile::DoorSecret => 1,
        Tile::Floor | Tile::Water | Tile::Bridge => 2,
        Tile::DoorClosed | Tile::DoorOpen | Tile::DoorLocked | Tile::Portcullis => 4,
        Tile::StairsUp | Tile::StairsDown => 8,
    };
    let style = match (floor.theme(pos), tile, light) {
        (Some((_, tint)), Tile::Floor, Light::Lit) => paint.ground(*tint),
        (Some((_, tint)), Tile::Floor, Light::Remembered) => paint.style(*tint, light),
        _ => paint.style(color, light),
    };
    Some(Shown { glyph, style, rank })
}

#[cfg(test)]
mod tests {
    use super::super::game::Action;
    use super::super::game::testing::game;
    use super::*;
    use crate::fullscreen::lines::testing;
    use crate::fullscreen::paint::Colors;

    const PLAIN: Paint = Paint { ascii: true, colors: Colors::None };

    fn screen(game: &Game, paint: Paint, width: u16, height: u16) -> (String, Buffer) {
        testing::screen(width, height, |frame| draw(frame, game, paint))
    }

    const CELLAR: &str = "
####################
#@.$.+......#......#
#..m.#......#......#
##################.#
                 #.#
                 ###";

    #[test]
    fn the_player_is_in_the_middle_and_doors_block_the_view() {
        let game = game(&[CELLAR]);
        let expected = "
Welcome! Press ? for help.


                   ######
                   #@.$.+
                   #..o.#
                   ######
Level 1 of 1   danger 4   on floor
? help   q quit   hjkl walk   x explore";
        let (shown, _) = screen(&game, PLAIN, 40, 9);
        assert_eq!(shown, expected);
    }

    #[test]
    fn remembered_cells_look_different() {
        let mut game = game(&["\n######################\n#@...................#\n######################"]);
        let paint = Paint { ascii: true, colors: Colors::TrueColor };
        let at = |buffer: &Buffer, x: u16| buffer[(x, 4)].clone();
        let (_, before) = screen(&game, paint, 40, 10);
        assert_eq!((at(&before, 20).symbol(), at(&before, 19).symbol()), ("@", "#"));
        (0..15).for_each(|_| game.act(Action::Walk(1, 0)));
        let (_, after) = screen(&game, paint, 40, 10);
        assert_eq!((at(&after, 20).symbol(), at(&after, 4).symbol()), ("@", "#"));
        assert_ne!(at(&after, 4).style(), at(&before, 19).style());
        let unseen = at(&before, 38);
        assert_eq!(unseen.symbol(), " ");
    }

    #[test]
    fn the_whole_map_is_scaled_down_until_it_fits() {
        let mut game = game(&[CELLAR]);
        game.act(Action::ToggleMap);
        let (shown, _) = screen(&game, PLAIN, 40, 12);
        assert!(shown.contains("Map of level 1\n"), "{shown}");
        assert!(shown.contains("                 #@.$.+"), "{shown}");
        let (shown, _) = screen(&game, PLAIN, 60, 6);
        assert!(shown.contains("1 character = 2x2 tiles") && shown.contains('@'), "{shown}");
        assert!(shown.contains("Press any key to return"), "{shown}");
    }

    #[test]
    fn help_lists_every_key() {
        let mut game = game(&[CELLAR]);
        game.act(Action::ToggleHelp);
        let (shown, _) = screen(&game, PLAIN, 60, 20);
        for (keys, what) in keys::HELP {
            assert!(shown.contains(keys) && shown.contains(what), "{shown}");
        }
    }

    #[test]
    fn small_terminals_show_a_message_and_no_size_panics() {
        let mut game = game(&[CELLAR]);
        assert_eq!(screen(&game, PLAIN, 19, 5).0, "\n\n\nterminal too small\n\n");
        for view in [View::Around, View::Whole, View::Help] {
            game.view = view;
            for width in 1..30 {
                for height in 1..10 {
                    screen(&game, PLAIN, width, height);
                }
            }
        }
        assert!(!screen(&game, PLAIN, 20, 6).0.contains("too small"));
    }
}
