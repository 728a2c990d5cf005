//! [`Costs`]: what a step into every cell costs somebody.

use crate::grid::{Pos, Size};
use crate::map::Map;
use crate::themes::Themes;
use crate::tile::Tile;

/// In which directions somebody walks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Steps {
    /// Along rows and columns.
    Four,
    /// Aslant too, at the cost of a straight step, but not between or around the corners of what cannot be entered.
    #[default]
    Eight,
}

/// How somebody walks: in which directions, and through which doors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Walker {
    /// In which directions.
    pub steps: Steps,
    /// Whether they open doors that are shut.
    pub opens_doors: bool,
    /// Whether they raise gratings.
    pub raises_gratings: bool,
    /// Whether they get through locks.
    pub unlocks: bool,
    /// Whether they know of secret doors.
    pub knows_secrets: bool,
    /// Whether they swim.
    pub swims: bool,
}

/// Somebody with hands, and no keys.
impl Default for Walker {
    fn default() -> Self {
        Walker {
            steps: Steps::Eight,
            opens_doors: true,
            raises_gratings: true,
            unlocks: false,
            knows_secrets: false,
            swims: false,
        }
    }
}

impl Walker {
    /// Whether they can stand on this tile, with what they open on the way.
    pub const fn enters(&self, tile: Tile) -> bool {
        match tile {
            Tile::Void | Tile::Wall => false,
            Tile::Floor | Tile::DoorOpen | Tile::Bridge | Tile::StairsUp | Tile::StairsDown => true,
            Tile::DoorClosed => self.opens_doors,
            Tile::Portcullis => self.raises_gratings,
            Tile::DoorLocked => self.unlocks,
            Tile::DoorSecret => self.knows_secrets,
            Tile::Water => self.swims,
        }
    }
}

/// What a step into every cell costs, in whole numbers: 100 is a step on plain floor, 0 says that nobody enters.
///
/// Costs belong to cells, so a door that lets through in one direction only is, for these, like any other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    size: Size,
    /// With a rim of cells that nobody enters, so that no neighbour is missing.
    cells: Vec<u16>,
    pub(super) stride: usize,
    pub(super) steps: Steps,
    /// No step costs less.
    least: u16,
    /// No step costs more.
    most: u16,
}

impl Costs {
    /// A step on plain floor.
    pub const PLAIN: u16 = 100;
    /// Dearer steps count as this.
    pub const MOST: u16 = 10_000;

    /// The same everywhere on a map of this size.
    pub fn new(size: Size, steps: Steps, cost: u16) -> Costs {
        let stride = size.width as usize + 2;
        let mut costs = Costs {
            size,
            cells: vec![0; stride * (size.height as usize + 2)],
            stride,
            steps,
            least: Costs::PLAIN,
            most: Costs::PLAIN,
        };
        let cost = costs.admit(cost);
        for row in costs.cells.chunks_exact_mut(stride).skip(1).take(size.height as usize) {
            row[1..stride - 1].fill(cost);
        }
        costs
    }

    /// What it costs on this map: the plain cost wherever they can stand, or what the theme of the place says.
    pub fn of(map: &Map, walker: &Walker) -> Costs {
        let mut costs = Costs::new(map.size(), walker.steps, 0);
        for (row, tiles) in costs.cells.chunks_exact_mut(costs.stride).skip(1).zip(map.tiles.rows()) {
            for (cost, &tile) in row[1..].iter_mut().zip(tiles) {
                *cost = if walker.enters(tile) { Costs::PLAIN } else { 0 };
            }
        }
        if !map.zones.is_empty() {
            let themes = Themes::of(map);
            for zone in &map.zones {
                let percent = themes.at(zone).map_or(100, |theme| theme.cost_percent);
                if percent != 100 {
                    zone.cells.positions().for_each(|pos| costs.scale(pos, percent));
                }
            }
        }
        costs
    }

    /// How wide and high the map is.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What a step into this cell costs; `None` when nobody enters, as everywhere outside the map.
    pub fn get(&self, pos: Pos) -> Option<u16> {
        self.size.contains(pos).then(|| self.cells[self.index(pos)]).filter(|&cost| cost > 0)
    }

    /// Sets what a step into this cell costs, 0 to forbid it; a cell outside the map is passed over.
    pub fn set(&mut self, pos: Pos, cost: u16) {
        if self.size.contains(pos) {
            let (index, cost) = (self.index(pos), self.admit(cost));
            self.cells[index] = cost;
        }
    }

    /// Makes steps into this cell dearer, or cheaper below 100 %, but never free; where nobody enters, nobody will.
    pub fn scale(&mut self, pos: Pos, percent: u32) {
        if let Some(cost) = self.get(pos) {
            let scaled = u64::from(cost) * u64::from(percent) / 100;
            self.set(pos, scaled.clamp(1, u64::from(Costs::MOST)) as u16);
        }
    }

    /// Looks at the tile of this cell again, after a door was opened or a wall dug through: a cell that could not be entered costs
    /// the plain step from now on, or the other way round.
    pub fn update(&mut self, map: &Map, walker: &Walker, pos: Pos) {
        match (walker.enters(map.tiles[pos]), self.get(pos)) {
            (false, Some(_)) => self.set(pos, 0),
            (true, None) => self.set(pos, Costs::PLAIN),
            _ => {}
        }
    }

    /// The cost as it is kept, with the bounds that hold for all.
    fn admit(&mut self, cost: u16) -> u16 {
        let cost = cost.min(Costs::MOST);
        if cost > 0 {
            self.least = self.least.min(cost);
            self.most = self.most.max(cost);
        }
        cost
    }

    pub(super) const fn least(&self) -> u32 {
        self.least as u32
    }

    pub(super) const fn most(&self) -> u32 {
        self.most as u32
    }

    pub(super) const fn cells(&self) -> usize {
        self.cells.len()
    }

    #[inline]
    pub(super) const fn index(&self, pos: Pos) -> usize {
        rimmed(self.size, pos)
    }

    #[inline]
    pub(super) const fn pos(&self, index: usize) -> Pos {
        Pos::new((index % self.stride) as i32 - 1, (index / self.stride) as i32 - 1)
    }

    #[inline]
    pub(super) fn at(&self, index: usize) -> u32 {
        u32::from(self.cells[index])
    }

    /// Calls `visit` for every cell that shares a step with this one, which lies on the map and can be entered: straight ones
    /// first, clockwise from north. What lies aslant comes with both cells beside the step open.
    #[inline]
    pub(super) fn around(&self, index: usize, mut visit: impl FnMut(usize)) {
        let straight = [index - self.stride, index + 1, index + self.stride, index - 1];
        let open = straight.map(|near| self.cells[near] > 0);
        for (near, open) in straight.into_iter().zip(open) {
            if open {
                visit(near);
            }
        }
        if self.steps == Steps::Four {
            return;
        }
        let aslant = [straight[0] + 1, straight[2] + 1, straight[2] - 1, straight[0] - 1];
        for (side, near) in aslant.into_iter().enumerate() {
            if open[side] && open[(side + 1) % 4] && self.cells[near] > 0 {
                visit(near);
            }
        }
    }
}

/// The place of a cell in a list that has a rim around the map.
#[inline]
pub(super) const fn rimmed(size: Size, pos: Pos) -> usize {
    (pos.y + 1) as usize * (size.width as usize + 2) + (pos.x + 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Rect;
    use crate::map::{CellSet, Extra, Zone, ZoneId};
    use crate::themes;

    #[test]
    fn costs_follow_the_tiles() {
        let mut map = Map::from_ascii("#.+L").unwrap();
        let walker = Walker::default();
        let mut costs = Costs::of(&map, &walker);
        let row = |costs: &Costs| [-1, 0, 1, 2, 3, 4].map(|x| costs.get(Pos::new(x, 0)));
        assert_eq!(row(&costs), [None, None, Some(100), Some(100), None, None]);
        map.tiles[Pos::new(3, 0)] = Tile::DoorOpen;
        map.tiles[Pos::new(1, 0)] = Tile::Wall;
        costs.scale(Pos::new(2, 0), 250);
        (0..4).for_each(|x| costs.update(&map, &walker, Pos::new(x, 0)));
        assert_eq!(row(&costs), [None, None, None, Some(250), Some(100), None]);
    }

    #[test]
    fn themes_say_what_a_step_costs() {
        let mut map = Map::from_ascii(".....").unwrap();
        let mut zone = |id: u32, x: i32, tag: &'static str| {
            let cells = CellSet::filtered(Rect::new(x, 0, 2, 1).positions(), |_| true).unwrap();
            map.zones.push(Zone { id: ZoneId(id), cells, tags: vec![tag.into()], extra: Extra::default() });
        };
        zone(0, 0, "desert");
        zone(1, 3, "nowhere in particular");
        let costs = Costs::of(&map, &Walker::default());
        let desert = themes::find("desert").unwrap().cost_percent as u16;
        assert!(desert > 100);
        let expected = [desert, desert, 100, 100, 100].map(Some);
        assert_eq!([0, 1, 2, 3, 4].map(|x| costs.get(Pos::new(x, 0))), expected);
    }

    #[test]
    fn no_step_is_free_and_none_dearer_than_the_dearest() {
        let mut costs = Costs::new(Size::new(3, 1), Steps::Four, 100);
        costs.scale(Pos::new(0, 0), 0);
        costs.scale(Pos::new(1, 0), u32::MAX);
        costs.set(Pos::new(2, 0), 0);
        costs.scale(Pos::new(2, 0), 500);
        costs.set(Pos::new(3, 0), 7);
        assert_eq!([0, 1, 2, 3].map(|x| costs.get(Pos::new(x, 0))), [Some(1), Some(Costs::MOST), None, None]);
    }
}
