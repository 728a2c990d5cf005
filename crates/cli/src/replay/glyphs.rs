//! [`Look`]: symbols for cells, and for blocks of cells that share one symbol.

use crate::fullscreen::paint::{EXIT, Light, Paint, Rgb, entity_glyph};
use mapwright::trace::{Cell, Thing};
use mapwright::{EntityKind, Grid, Pos, Rect as Cells, Tile};
use mapwright_render::{thing_emoji, tile_emoji};
use ratatui::style::{Modifier, Style};

/// Appearance of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) paint: Paint,
    /// Use emoji of two columns instead of characters.
    pub(crate) emoji: bool,
}

/// Highlight of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    None,
    /// Changed by the current frame.
    Changed,
    /// Position of the walker.
    Walker,
}

/// Glyph with its style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symbol {
    pub(crate) glyph: Glyph,
    pub(crate) style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Glyph {
    /// Character, and the character that fills a second column.
    Letter(char, char),
    /// Emoji of two columns.
    Emoji(&'static str),
}

const WALL: Rgb = [132, 134, 142];
const SECRET: Rgb = [175, 95, 215];
const DECORATION: Rgb = [160, 140, 190];
const CHANGED: Rgb = [255, 215, 70];
const WALKER: Rgb = [100, 180, 255];
/// Approximate number of tiles that are sampled along each side of a block.
const MAX_SAMPLES: i32 = 16;

impl Look {
    /// Returns the symbol of a block of cells, which may extend beyond the map.
    pub(crate) fn symbol(self, cells: &Grid<Cell>, block: Cells, mark: Mark) -> Symbol {
        if mark == Mark::Walker {
            let style = self.paint.style(WALKER, Light::Lit).add_modifier(Modifier::BOLD | Modifier::REVERSED);
            let glyph = if self.emoji { Glyph::Emoji("🟦") } else { Glyph::Letter('@', ' ') };
            return Symbol { glyph, style };
        }
        let block = block.intersection(cells.size().rect());
        let symbol = match (block.width, block.height) {
            (1, 1) => self.cell(cells, block.origin()),
            _ => self.block(cells, block),
        };
        if mark == Mark::Changed { self.changed(symbol) } else { symbol }
    }

    fn cell(self, cells: &Grid<Cell>, pos: Pos) -> Symbol {
        let cell = cells[pos];
        // Walls inside solid rock are dim, so that rooms stand out.
        let seen = cell.tile() != Tile::Wall || cell.thing().is_some() || {
            let around = Cells::new(pos.x, pos.y, 1, 1).grown(1).intersection(cells.size().rect());
            around.positions().any(|near| !matches!(cells[near].tile(), Tile::Wall | Tile::Void))
        };
        self.of(cell, if seen { Light::Lit } else { Light::Remembered })
    }

    /// Returns the symbol of a tile and the entity on it.
    fn of(self, cell: Cell, light: Light) -> Symbol {
        if self.emoji {
            let tile = || tile_emoji(cell.tile());
            return Symbol { glyph: Glyph::Emoji(cell.thing().map_or_else(tile, thing_emoji)), style: Style::new() };
        }
        let (letter, color) = match (cell.thing(), cell.tile()) {
            (Some(thing), _) => self.thing(thing),
            (None, Tile::DoorSecret) => (if self.paint.ascii { 'S' } else { '▒' }, SECRET),
            (None, tile) => self.paint.tile(tile, WALL),
        };
        let wide = cell.thing().is_none() && matches!(cell.tile(), Tile::Wall | Tile::Water | Tile::Bridge);
        let glyph = Glyph::Letter(letter, if wide { letter } else { ' ' });
        Symbol { glyph, style: self.paint.style(color, light) }
    }

    fn thing(self, thing: Thing) -> (char, Rgb) {
        match thing {
            Thing::Start => entity_glyph(EntityKind::Start),
            Thing::Exit => ('E', EXIT),
            Thing::Key => entity_glyph(EntityKind::Key),
            Thing::Monster => entity_glyph(EntityKind::Monster),
            Thing::Item => entity_glyph(EntityKind::Item),
            Thing::Trap => entity_glyph(EntityKind::Trap),
            Thing::Decoration => (if self.paint.ascii { '"' } else { '▪' }, DECORATION),
        }
    }

    /// Returns the symbol of several cells: the most important entity or door, or the most common
    /// tile. A third of floor is enough for a block, so that corridors stay visible; half is enough
    /// for a quarter of a block.
    fn block(self, cells: &Grid<Cell>, block: Cells) -> Symbol {
        let mut important: Option<(u8, Cell)> = None;
        let mut quarters = [TileCounts::default(); 4];
        let middle = Pos::new(block.x + (block.width + 1) / 2, block.y + (block.height + 1) / 2);
        let stride = |side: i32| (side / MAX_SAMPLES).max(1) as usize;
        for y in (block.y..block.bottom()).step_by(stride(block.height)) {
            for x in (block.x..block.right()).step_by(stride(block.width)) {
                let cell = cells[Pos::new(x, y)];
                let rank = rank(cell);
                if rank > important.map_or(0, |(rank, _)| rank) {
                    important = Some((rank, cell));
                }
                quarters[usize::from(x >= middle.x) + 2 * usize::from(y >= middle.y)].add(cell.tile());
            }
        }
        if let Some((_, cell)) = important {
            return self.of(cell, Light::Lit);
        }
        let all = quarters.iter().fold(TileCounts::default(), |all, quarter| all.plus(*quarter));
        let style = |tile: Tile| self.paint.style(self.paint.tile(tile, WALL).1, Light::Lit);
        if self.emoji {
            return Symbol { glyph: Glyph::Emoji(tile_emoji(all.main_tile(3))), style: Style::new() };
        }
        let solid = quarters.map(|quarter| quarter.main_tile(2) == Tile::Wall);
        if self.paint.ascii || solid == [false; 4] {
            let (letter, _) = self.paint.tile(all.main_tile(3), WALL);
            return Symbol { glyph: Glyph::Letter(letter, letter), style: style(all.main_tile(3)) };
        }
        let number = solid.iter().rev().fold(0, |number, solid| 2 * number + usize::from(*solid));
        let light = if all.open + all.water == 0 { Light::Remembered } else { Light::Lit };
        Symbol { glyph: Glyph::Letter(QUARTERS[number], ' '), style: self.paint.style(WALL, light) }
    }

    /// Highlights a symbol as changed.
    fn changed(self, symbol: Symbol) -> Symbol {
        let style = self.paint.style(CHANGED, Light::Lit).add_modifier(Modifier::BOLD);
        match symbol.glyph {
            Glyph::Emoji("🟫") => Symbol { glyph: Glyph::Emoji("🟧"), ..symbol },
            Glyph::Emoji("⬜") => Symbol { glyph: Glyph::Emoji("🟨"), ..symbol },
            // Void stays black: a mine ends with laying it.
            Glyph::Emoji(_) => symbol,
            // A full block hides the background, so it needs another glyph.
            Glyph::Letter('█', second) => {
                Symbol { glyph: Glyph::Letter('▓', if second == '█' { '▓' } else { second }), style }
            }
            Glyph::Letter(letter, _) if QUARTERS[1..].contains(&letter) => Symbol { style, ..symbol },
            Glyph::Letter(..) => Symbol { style: style.add_modifier(Modifier::REVERSED), ..symbol },
        }
    }
}

/// Block characters by solid quarters: upper left 1, upper right 2, lower left 4, lower right 8.
const QUARTERS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Returns the importance of a cell in a block; 0 for plain tiles.
fn rank(cell: Cell) -> u8 {
    match (cell.thing(), cell.tile()) {
        (Some(Thing::Decoration), _) => 1,
        (Some(thing), _) => 20 - thing as u8,
        (None, Tile::StairsUp | Tile::StairsDown) => 4,
        (None, Tile::DoorClosed | Tile::DoorOpen | Tile::DoorLocked | Tile::DoorSecret | Tile::Portcullis) => 3,
        (None, Tile::Bridge) => 2,
        (None, Tile::Void | Tile::Wall | Tile::Floor | Tile::Water) => 0,
    }
}

/// Number of tiles of each kind.
#[derive(Clone, Copy, Default, Debug)]
struct TileCounts {
    open: u32,
    water: u32,
    wall: u32,
    void: u32,
}

impl TileCounts {
    fn add(&mut self, tile: Tile) {
        match tile {
            Tile::Void => self.void += 1,
            Tile::Wall => self.wall += 1,
            Tile::Water => self.water += 1,
            _ => self.open += 1,
        }
    }

    fn plus(self, other: TileCounts) -> TileCounts {
        let TileCounts { open, water, wall, void } = other;
        TileCounts { open: self.open + open, water: self.water + water, wall: self.wall + wall, void: self.void + void }
    }

    /// Returns floor if at least one in `share` tiles is open, else the most common tile.
    fn main_tile(self, share: u32) -> Tile {
        let all = self.open + self.water + self.wall + self.void;
        if self.open > 0 && share * self.open >= all {
            return Tile::Floor;
        }
        // Among equal counts, the last one wins.
        let counts = [(self.void, Tile::Void), (self.wall, Tile::Wall), (self.water, Tile::Water)];
        counts.into_iter().max_by_key(|(count, _)| *count).map_or(Tile::Void, |(_, tile)| tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fullscreen::paint::Colors;
    use crate::replay::playback::testing::{PLAIN, traced};
    use mapwright::Size;
    use mapwright::trace::Cursor;

    /// Returns the cells of the finished mine.
    fn cells() -> Grid<Cell> {
        let trace = traced("mining", 30, 20, None);
        let mut cursor = Cursor::new(&trace);
        cursor.go(trace.last());
        cursor.cells().clone()
    }

    fn letter(symbol: Symbol) -> char {
        match symbol.glyph {
            Glyph::Letter(letter, _) => letter,
            Glyph::Emoji(text) => text.chars().next().unwrap_or(' '),
        }
    }

    const UNICODE: Look = Look { paint: Paint { ascii: false, colors: Colors::None }, emoji: false };

    #[test]
    fn single_tiles_look_like_text_maps() {
        let cells = cells();
        for pos in cells.size().rect().positions() {
            let symbol = PLAIN.symbol(&cells, Cells::new(pos.x, pos.y, 1, 1), Mark::None);
            assert_eq!(letter(symbol), cells[pos].tile().to_char());
        }
    }

    #[test]
    fn quarters_of_a_block_show_solid_tiles() {
        let cells = cells();
        for corner in Size::new(14, 9).rect().positions() {
            let block = Cells::new(corner.x * 2, corner.y * 2, 2, 2);
            let walls = block.positions().map(|pos| cells[pos].tile() == Tile::Wall);
            let number = walls.enumerate().map(|(index, wall)| usize::from(wall) << index).sum::<usize>();
            let shown = letter(UNICODE.symbol(&cells, block, Mark::None));
            assert!(shown == QUARTERS[number] || number == 0 && "· ".contains(shown), "{block:?} {shown}");
        }
    }

    #[test]
    fn corridors_stay_visible_when_zoomed_out() {
        let cells = cells();
        let blocks = Size::new(10, 6).rect().positions().map(|pos| Cells::new(pos.x * 3, pos.y * 3, 3, 3));
        for block in blocks {
            let open = block.positions().filter(|&pos| cells[pos].tile() == Tile::Floor).count();
            let shown = letter(PLAIN.symbol(&cells, block, Mark::None));
            assert_eq!(shown == '.', open >= 3, "{block:?}");
        }
    }

    #[test]
    fn changes_and_the_walker_are_highlighted() {
        let cells = cells();
        for colors in [Colors::None, Colors::Ansi16, Colors::Ansi256, Colors::TrueColor] {
            for (ascii, emoji) in [(true, false), (false, false), (false, true)] {
                let look = Look { paint: Paint { ascii, colors }, emoji };
                for (side, pos) in [1, 2]
                    .into_iter()
                    .flat_map(|side| cells.size().rect().positions().map(move |pos| (side, pos)).step_by(side as usize))
                {
                    let block = Cells::new(pos.x, pos.y, side, side);
                    let [plain, changed, walker] =
                        [Mark::None, Mark::Changed, Mark::Walker].map(|mark| look.symbol(&cells, block, mark));
                    assert!(plain != walker && changed != walker);
                    assert!(plain != changed || letter(plain) == '⬛', "{look:?} {block:?} {plain:?}");
                }
            }
        }
    }
}
