//! [`Costs`]: movement costs for every cell.

use crate::base::grid::{Pos, Size};
use crate::base::tile::Tile;
use crate::content::themes::Themes;
use crate::map::Map;

/// The directions in which a creature walks.
#[doc(alias = "connectivity")]
#[doc(alias = "neighbourhood")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Steps {
    /// Along rows and columns.
    Four,
    /// Diagonal steps too, at the cost of a straight step, but not between or around the corners of
    /// blocked cells.
    #[default]
    Eight,
}

/// The movement abilities of a creature: its directions, and the doors it passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Walker {
    /// Directions of its steps.
    pub steps: Steps,
    /// Opens closed doors.
    pub opens_doors: bool,
    /// Raises gratings.
    pub raises_gratings: bool,
    /// Passes locked doors.
    pub unlocks: bool,
    /// Knows secret doors.
    pub knows_secrets: bool,
    /// Swims.
    pub swims: bool,
}

/// A creature with hands but no keys.
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
    /// Returns true if the creature can stand on this tile, after opening what it can open.
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

/// The cost of a step into every cell, in whole numbers: 100 is a step on plain floor, 0 marks a
/// blocked cell.
///
/// Costs belong to cells, so a one-way door costs the same in both directions.
#[doc(alias = "movement cost")]
#[doc(alias = "cost map")]
#[doc(alias = "pathfinding")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    size: Size,
    /// Surrounded by a rim of blocked cells, so that every cell has all its neighbours.
    cells: Vec<u16>,
    pub(super) stride: usize,
    pub(super) steps: Steps,
    /// No step costs less than this.
    least: u16,
    /// No step costs more than this.
    most: u16,
}

impl Costs {
    /// Cost of a step on plain floor.
    pub const PLAIN: u16 = 100;
    /// Maximum cost of a step. Larger costs are clamped to it.
    pub const MAX_COST: u16 = 10_000;

    /// Creates costs for a map of this size with one cost everywhere.
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

    /// Creates the costs of this map: the plain cost wherever the walker can stand, or the cost set
    /// by the theme of the place.
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

    /// Returns the width and height of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the cost of a step into this cell, or `None` if it is blocked. All cells outside the
    /// map are blocked.
    pub fn get(&self, pos: Pos) -> Option<u16> {
        self.size.contains(pos).then(|| self.cells[self.index(pos)]).filter(|&cost| cost > 0)
    }

    /// Sets the cost of a step into this cell; 0 blocks it. A cell outside the map is ignored.
    pub fn set(&mut self, pos: Pos, cost: u16) {
        if self.size.contains(pos) {
            let (index, cost) = (self.index(pos), self.admit(cost));
            self.cells[index] = cost;
        }
    }

    /// Multiplies the cost of this cell by `percent / 100`, but never makes it free. Blocked cells
    /// stay blocked.
    pub fn scale(&mut self, pos: Pos, percent: u32) {
        if let Some(cost) = self.get(pos) {
            let scaled = u64::from(cost) * u64::from(percent) / 100;
            self.set(pos, scaled.clamp(1, u64::from(Costs::MAX_COST)) as u16);
        }
    }

    /// Reads the tile of this cell again. Call it after a door was opened or a wall was dug
    /// through: a cell that was blocked then has the plain cost, and the reverse.
    pub fn update(&mut self, map: &Map, walker: &Walker, pos: Pos) {
        match (walker.enters(map.tiles[pos]), self.get(pos)) {
            (false, Some(_)) => self.set(pos, 0),
            (true, None) => self.set(pos, Costs::PLAIN),
            _ => {}
        }
    }

    /// Clamps a cost, and updates the minimum and maximum of all costs.
    fn admit(&mut self, cost: u16) -> u16 {
        let cost = cost.min(Costs::MAX_COST);
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

    /// Calls `visit` for every cell that shares a step with this cell, which lies on the map and
    /// can be entered: straight neighbours first, clockwise from north. A diagonal neighbour is
    /// visited if both cells beside the step are open.
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

/// Returns the index of a cell in a list that has a rim around the map.
#[inline]
pub(super) const fn rimmed(size: Size, pos: Pos) -> usize {
    (pos.y + 1) as usize * (size.width as usize + 2) + (pos.x + 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;
    use crate::content::themes;
    use crate::map::{CellSet, Zone, ZoneId};

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
            map.zones.push(Zone::new(ZoneId(id), cells).with_tags(vec![tag.into()]));
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
    fn step_costs_stay_within_their_bounds() {
        let mut costs = Costs::new(Size::new(3, 1), Steps::Four, 100);
        costs.scale(Pos::new(0, 0), 0);
        costs.scale(Pos::new(1, 0), u32::MAX);
        costs.set(Pos::new(2, 0), 0);
        costs.scale(Pos::new(2, 0), 500);
        costs.set(Pos::new(3, 0), 7);
        assert_eq!([0, 1, 2, 3].map(|x| costs.get(Pos::new(x, 0))), [Some(1), Some(Costs::MAX_COST), None, None]);
    }
}
