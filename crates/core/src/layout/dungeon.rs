//! The tabletop dungeon: rooms, passages and doors for a game master to print and play.

mod caves;
mod delaunay;
mod dig;
mod fittings;
mod mission;
mod network;
mod numbering;
mod occupancy;
mod orbit;
mod placement;
mod records;
mod route;
mod style;
mod tags;
#[cfg(test)]
mod tests;

use super::alignment::{Alignment, Spacing};
use crate::base::error::Error;
use crate::base::grid::{Pos, Size};
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Exit, Extra, Map, Place, Turn};
use crate::shape::lake::Lake;
use network::Network;
use occupancy::Occupancy;
pub use orbit::DungeonSymmetry;
use orbit::Group;
use placement::Placement;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use style::Archetype;
use style::Style;

/// Registry entry of the `dungeon` layout.
pub const ENTRY: Entry = Entry::new::<Dungeon>("dungeon", Kind::Layout).revision(4).natural(52, 44).promising(
    Promises::CONNECTED
        .and(Promises::CLOSED_BORDER)
        .and(Promises::ROOMS_DISJOINT)
        .and(Promises::GRID_ALIGNED)
        .and(Promises::TIDY_PASSAGES)
        .and(Promises::SYMMETRIC),
);

/// A dungeon for the table: numbered rooms, well-spaced passages and doors of every kind.
///
/// One tile is five feet. The archetype decides the style; parameters that are set override it.
/// Rooms are numbered in the order of exploration and tagged by purpose: entrance, hub, guard,
/// treasure, boss. Passages enter rooms squarely, cross at right angles and never run along a wall.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Dungeon {
    /// Size class, which sets the number of rooms.
    pub size: Scale,
    /// Exact number of rooms. Overrides `size`.
    #[schemars(range(min = 1, max = 400))]
    pub room_count: Option<u32>,
    /// Style of the dungeon.
    pub archetype: Archetype,
    /// Symmetry of the layout. Default: depends on the archetype.
    pub symmetry: Option<DungeonSymmetry>,
    /// Percentage of rooms that break the symmetry.
    #[schemars(range(min = 0, max = 100))]
    pub symmetry_break: Option<u32>,
    /// Distance between rooms.
    pub density: Option<Density>,
    /// Size of the rooms.
    pub room_size_bias: Option<Bias>,
    /// Percentage of round rooms.
    #[schemars(range(min = 0, max = 100))]
    pub round_rooms: Option<u32>,
    /// Percentage of the other rooms that are long halls.
    #[schemars(range(min = 0, max = 100))]
    pub halls: Option<u32>,
    /// Linearity of the dungeon, in percent: 100 is one long path, 0 spreads from the middle to all
    /// sides.
    #[schemars(range(min = 0, max = 100))]
    pub linearity: Option<u32>,
    /// Number of extra passages, as a percentage of the rooms, as far as there is space.
    #[schemars(range(min = 0, max = 100))]
    pub loops: Option<u32>,
    /// Percentage of passages that may end in the middle of another.
    #[schemars(range(min = 0, max = 100))]
    pub junctions: Option<u32>,
    /// Let a passage cross at most one of the passages dug before it.
    pub single_crossing: bool,
    /// Width of the passages, in tiles, where there is space; the doors at their ends are one tile
    /// wide. In a symmetrical dungeon 2 counts as 3, because an even width has no middle.
    #[schemars(range(min = 1, max = 3))]
    pub passage_width: Option<i32>,
    /// Crookedness of the passages, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub winding: Option<u32>,
    /// Weights of the kinds of doors between passages and rooms.
    pub doors: DoorWeights,
    /// Maximum percentage of secret doors. They never block the only path to a place, unless
    /// `hidden_rooms` allows it.
    #[schemars(range(min = 0, max = 100))]
    pub secret: Option<u32>,
    /// Allow secret doors on the only path to a room, also if it has stairs. Ignored when there are
    /// keys.
    pub hidden_rooms: bool,
    /// Number of stairs to other levels, in passages, or in rooms where the passages are too short.
    #[schemars(range(min = 0, max = 20))]
    pub stairs: u32,
    /// Number of entrances from outside.
    #[schemars(range(min = 1, max = 8))]
    pub entrances: Option<u32>,
    /// Number of locked doors on the path to the goal, each with a key on another branch. If the
    /// last room lies on a loop, another room is the goal.
    #[schemars(range(min = 0, max = 8))]
    pub keys: u32,
    /// Amount of floor under water, which is never mirrored.
    pub water: Option<Water>,
    /// Spacing of the grid that corners and sides of rooms snap to, in tiles. `auto` fits it to the
    /// room sizes.
    pub grid: Option<Spacing>,
    /// Horizontal grid spacing, in tiles. 0 uses `grid`.
    #[schemars(range(min = 0, max = 8))]
    pub grid_x: i32,
    /// Vertical grid spacing, in tiles. 0 uses `grid`.
    #[schemars(range(min = 0, max = 8))]
    pub grid_y: i32,
    /// Lay passages along the lines of the grid too. Rooms keep two squares of the grid apart, and
    /// are never round. Needs a dungeon without symmetry; ignored without a grid.
    pub grid_passages: bool,
}

/// Weights of the kinds of doors, relative to each other. Default: depends on the archetype.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DoorWeights {
    /// Archway without a door.
    #[schemars(range(min = 0, max = 100))]
    pub archway: Option<u32>,
    /// Plain door.
    #[schemars(range(min = 0, max = 100))]
    pub door: Option<u32>,
    /// Double door.
    #[schemars(range(min = 0, max = 100))]
    pub double: Option<u32>,
    /// Locked door.
    #[schemars(range(min = 0, max = 100))]
    pub locked: Option<u32>,
    /// Portcullis.
    #[schemars(range(min = 0, max = 100))]
    pub portcullis: Option<u32>,
    /// One-way door; never on the only path to a place.
    #[schemars(range(min = 0, max = 100))]
    pub one_way: Option<u32>,
    /// Barred door.
    #[schemars(range(min = 0, max = 100))]
    pub barred: Option<u32>,
    /// Plain door that stands open.
    #[schemars(range(min = 0, max = 100))]
    pub open: Option<u32>,
}

/// Size class of a dungeon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// 4 to 6 rooms.
    Tiny,
    /// 6 to 10 rooms.
    Small,
    /// 10 to 16 rooms.
    #[default]
    Medium,
    /// 16 to 24 rooms.
    Large,
    /// 24 to 40 rooms.
    Xlarge,
    /// 40 to 80 rooms.
    Huge,
}

impl Scale {
    /// Returns the minimum and maximum number of rooms.
    pub const fn rooms(self) -> (u32, u32) {
        match self {
            Scale::Tiny => (4, 6),
            Scale::Small => (6, 10),
            Scale::Medium => (10, 16),
            Scale::Large => (16, 24),
            Scale::Xlarge => (24, 40),
            Scale::Huge => (40, 80),
        }
    }
}

/// Distance between rooms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Density {
    /// 6 to 10 tiles.
    Sparse,
    /// 3 to 5 tiles.
    #[default]
    Normal,
    /// 1 or 2 tiles: rooms stand wall to wall.
    Tight,
}

impl Density {
    /// Returns the minimum and maximum number of tiles between a room and the one it was placed
    /// from.
    pub(crate) const fn spacing(self) -> (i32, i32) {
        match self {
            Density::Sparse => (6, 10),
            Density::Normal => (3, 5),
            Density::Tight => (1, 2),
        }
    }
}

/// Size of the rooms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Bias {
    /// Closets and cells.
    Cozy,
    /// From closets to halls.
    #[default]
    Mixed,
    /// Large rooms.
    Grand,
}

/// Amount of water.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Water {
    /// No water.
    #[default]
    Dry,
    /// About a twentieth of the floor.
    Puddles,
    /// About an eighth of the floor.
    Pools,
    /// About a quarter of the floor.
    Lakes,
    /// Nearly half of the floor.
    Flooded,
}

impl Generator for Dungeon {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let style = Style::of(self);
        let size = map.size();
        cx.spend(size.area() as u64)?;
        let (fewest, most) = self.room_count.map_or(self.size.rooms(), |count| (count, count));
        let wanted = cx.rng("count").range(fewest as i32, most as i32) as u32;
        let group = Group::new(style.symmetry, size.rect().grown(-1), style.grid);
        map.grid = self.aligned();
        map.setting = Some(self.archetype.name().into());
        let network = self.plan(&style, group, size, (fewest, wanted, most), cx)?;
        let dug = dig::dig(self, &style, network, map, cx)?;
        if (dug.rooms as u32) < fewest {
            let images = group.turns.len();
            let why = if dug.rooms + images > fewest as usize && images > 1 {
                format!("with this symmetry rooms come in sets of {images}, except in the middle")
            } else {
                "no more rooms fit on this map with this density, symmetry and room size".to_owned()
            };
            cx.note(map, "rooms", fewest.into(), dug.rooms as i64, why);
        }
        if style.water != Water::Dry {
            let lake =
                Lake { percent: style.water.percent(), count: 1 + map.rooms.len() as u32 / 6, ..Lake::default() };
            dry_places(map, |map| lake.generate(map, cx))?;
        }
        let mission = dug.mission.is_some();
        let axis =
            |pos: Pos| style.great && group.turns.contains(&Turn::Mirrored) && group.pos(Turn::Mirrored, pos) == pos;
        let hide = fittings::Hide { percent: style.secret, anywhere: self.hidden_rooms && !mission, mission };
        hide.doors(&dug.orbits, axis, map, cx)?;
        map.find_regions();
        let planned = dug.mission.clone();
        (map.mission, map.symmetry) = (dug.mission, dug.symmetry);
        map.settle();
        if mission && map.mission.is_none() {
            planned.iter().for_each(|mission| {
                map.unlock(mission);
            });
            map.settle();
            cx.note(map, "keys", self.keys.into(), 0, "a key or the goal became unreachable");
        }
        cx.step("done", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        // A room of one square on the grid, and a wall around it.
        let spacing = self.alignment().spacing();
        let side = |spacing: i32| 7.max(2 * spacing + 1);
        Size::new(side(spacing.width), side(spacing.height))
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        let why = |name: &'static str, set: bool, why: &str| set.then(|| (name, why.to_owned()));
        let some = |percent: Option<u32>| percent.is_some_and(|percent| percent > 0);
        let style = Style::of(self);
        let Size { width, height } = self.alignment().spacing();
        let is_cavern = self.archetype == Archetype::Cavern;
        let on_grid = |spacing: i32| is_cavern && spacing > 1;
        let is_alike = style.symmetry != DungeonSymmetry::None;
        let is_turned = style.symmetry == DungeonSymmetry::Radial4;
        let straight = "caves have no straight walls to align to a grid";
        let conflicts = [
            why("grid", on_grid(width.max(height)) && self.grid.is_some(), straight),
            why("grid_x", on_grid(self.grid_x), straight),
            why("grid_y", on_grid(self.grid_y), straight),
            why("grid_x", is_turned && width != height, "quarter turns need as much as grid_y"),
            why("grid_passages", self.grid_passages && is_cavern, "caves have no grid"),
            why(
                "grid_passages",
                self.grid_passages && is_alike,
                "images of grid lines are not on the grid; set symmetry to none",
            ),
            why("round_rooms", is_cavern && some(self.round_rooms), "caves cannot be round; set it to 0"),
            why("halls", is_cavern && some(self.halls), "caves cannot be halls; set it to 0"),
        ];
        conflicts.into_iter().flatten().collect()
    }

    fn keeps(&self, promises: Promises) -> Promises {
        let on_grid = if self.aligned().is_some() { Promises::NONE } else { Promises::GRID_ALIGNED };
        let alike =
            if Style::of(self).symmetry == DungeonSymmetry::None { Promises::SYMMETRIC } else { Promises::NONE };
        let hidden = if self.hidden_rooms { Promises::FINISHABLE } else { Promises::NONE };
        promises - on_grid - alike - hidden
    }

    fn natural_size(&self) -> Option<Size> {
        let style = Style::of(self);
        let (_, rooms) = self.room_count.map_or(self.size.rooms(), |count| (count, count));
        let (least, most) = style.bias.sides();
        let (least, most) = (style.on_grid(least), style.on_grid(most));
        let gap = style.on_grid((style.spacing.0 + style.spacing.1) / 2).max(style.lane_gap());
        // Caves are larger than rooms, and a passage with a bend lies between any two.
        let pitch = (least + most) / 2 + style.width + if style.caves { gap.max(4) + 1 } else { gap };
        let area = i64::from(rooms) * i64::from(pitch * pitch);
        // A great chamber and the entrance need extra space.
        let extra = if style.great { 12 } else { 8 };
        let height = (area.isqrt() * 9 / 10) as i32 + extra;
        let width = (area.isqrt() * 11 / 10) as i32 + extra;
        let side = width.max(height);
        Some(if style.symmetry == DungeonSymmetry::Radial4 { Size::new(side, side) } else { Size::new(width, height) })
    }
}

impl Dungeon {
    /// Returns the grid that rooms snap to. Caves have none.
    fn aligned(&self) -> Option<Size> {
        let is_set = self.grid.is_some() || self.grid_x > 0 || self.grid_y > 0;
        (is_set && self.archetype != Archetype::Cavern).then(|| self.alignment().spacing())
    }

    /// Returns the grid from its three parameters.
    fn alignment(&self) -> Alignment {
        let (least, most) = style::bias(self).sides();
        Alignment::new(self.grid.unwrap_or(Spacing::Tiles(1)), self.grid_x, self.grid_y, least, most)
    }

    /// Plans rooms and the passages between them. A plan that breaks the rules is made again a few
    /// times; the best plan is one without lost rooms, then the one with the most rooms.
    fn plan<'a>(
        &self,
        style: &'a Style,
        group: Group,
        size: Size,
        (fewest, wanted, most): (u32, u32, u32),
        cx: &mut Context<'_>,
    ) -> Result<Network<'a>, Error> {
        /// Number of plans before one with fewer rooms than requested is accepted.
        const MAX_PLANS: u64 = 8;
        let mut best: Option<((bool, usize), Network<'a>)> = None;
        for plan in 0..MAX_PLANS {
            let seed = cx.seed("plan").nth(plan);
            let mut placement = Placement::new(style, group, size, seed.child("rooms").rng());
            placement.fill(wanted, most, cx)?;
            let mut network = Network::new(style, group, placement.into_sites(), Occupancy::new(size), seed);
            network.join(cx)?;
            let rooms = network.reached();
            let (whole, enough) = (rooms == network.sites.len(), rooms >= fewest as usize);
            let value = (enough && whole, rooms);
            if best.as_ref().is_none_or(|(best, _)| value > *best) {
                best = Some((value, network));
            }
            if enough && whole {
                break;
            }
        }
        Ok(best.expect("there is at least one plan").1)
    }
}

/// Runs `then` on the map while protecting a tile beside a door of every room from being changed.
fn dry_places(map: &mut Map, then: impl FnOnce(&mut Map) -> Result<(), Error>) -> Result<(), Error> {
    let exits = map.exits.len();
    for room in &map.rooms {
        let door = map.doors.iter().find(|door| door.joins.contains(&Place::Room(room.id))).map(|door| door.pos);
        let near = door.unwrap_or_else(|| room.shape.bounds().center());
        let floor = room.shape.positions().filter(|&pos| map.tiles[pos] == Tile::Floor);
        let pos = floor.min_by_key(|pos| (pos.manhattan(near), *pos));
        // Exits are always kept clear.
        map.exits.extend(pos.map(|pos| Exit { pos, extra: Extra::default() }));
    }
    then(map)?;
    map.exits.truncate(exits);
    Ok(())
}

impl Water {
    /// Every amount with its name.
    pub const ALL: [(&'static str, Water); 5] = [
        ("dry", Water::Dry),
        ("puddles", Water::Puddles),
        ("pools", Water::Pools),
        ("lakes", Water::Lakes),
        ("flooded", Water::Flooded),
    ];

    /// Returns the percentage of the floor under water.
    pub const fn percent(self) -> u32 {
        match self {
            Water::Dry => 0,
            Water::Puddles => 5,
            Water::Pools => 12,
            Water::Lakes => 25,
            Water::Flooded => 45,
        }
    }
}
