//! Corridors and winding tunnels: every region spreads through the rock until it meets the others,
//! and the shortest paths between neighbouring regions are dug.

use super::Connection;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::base::rng::Rng;
use crate::generator::Context;
use crate::map::{Map, Passage, PassageId};
use crate::shape::dig_tile;
use crate::spatial::ground::Ground;
use crate::spatial::region::Join;
use crate::spatial::region_spread::RegionSpread;
use crate::spatial::room_index::RoomIndex;
use crate::spatial::value_noise::ValueNoise;

/// Cost of digging away the wall beside a door, in tiles.
const SPOILED: u32 = 40;
/// Cells where connections may be dug.
const ALLOWED: u8 = Ground::FREE_1;
/// Cells on the blocked sides of doors.
const BY_DOOR: u8 = Ground::FREE_2;

/// Digs the shortest paths that join the regions, and records those between rooms as passages.
pub(super) fn dig(map: &mut Map, join: Join, way: Connection, width: i32, cx: &mut Context<'_>) -> Result<(), Error> {
    let mut ground = Ground::of(map);
    let mut reach = RegionSpread::of(&ground);
    if reach.sizes.len() < 2 || join == Join::None {
        return Ok(());
    }
    cx.spend(ground.len() as u64 * 4)?;
    let inside = map.size().rect().grown(-1);
    ground.mark_rect(if inside.is_empty() { reach.bounds } else { reach.bounds.around(inside) }, ALLOWED);
    mark_doors(map, &mut ground);
    match way {
        Connection::Tunnel => wind(&mut reach, &ground, map, &mut cx.rng("rock")),
        _ => reach.spread(&ground, ALLOWED, 1 + SPOILED, |cell| 1 + SPOILED * u32::from(ground.is(cell, BY_DOOR))),
    }
    let large = join.large(reach.sizes.iter().copied().max().unwrap_or(0));
    let places = RoomIndex::of(map);
    let mut brush = cx.rng("brush");
    reach.join(&ground, large, cx, |path, ends, cx| {
        path.iter().for_each(|&pos| dig_tile(map, pos));
        let digger = Digger { ground: &ground, width, path };
        match way {
            Connection::Tunnel => digger.tunnel(map, &mut brush),
            _ => digger.corridor(map, ends, &places),
        }
        cx.step("dig", map);
    })
}

fn mark_doors(map: &Map, ground: &mut Ground) {
    for door in map.doors.iter().filter(|door| map.size().contains(door.pos)) {
        for near in ground.beside(ground.index(door.pos)) {
            if !ground.is(near, Ground::OPEN) {
                ground.set(near, BY_DOOR);
            }
        }
    }
}

/// Spreads through rock of varying hardness: a step costs 1 to 64, and the square of the noise
/// makes soft rock much cheaper than hard rock.
fn wind(reach: &mut RegionSpread, ground: &Ground, map: &Map, rng: &mut Rng) {
    const MAX_HARDNESS: u32 = 64;
    const UNIT: u32 = 16;
    let [coarse, fine] = [5, 2].map(|scale| ValueNoise::new(map.size(), scale, rng));
    reach.spread(ground, ALLOWED, MAX_HARDNESS + SPOILED * UNIT, |cell| {
        let pos = ground.pos(cell);
        let height = (coarse.at(pos) * 2 + fine.at(pos)) / 3;
        1 + height * height * (MAX_HARDNESS - 1) / 65_535 + SPOILED * UNIT * u32::from(ground.is(cell, BY_DOOR))
    });
}

/// Widens a path that was dug.
struct Digger<'a> {
    ground: &'a Ground,
    width: i32,
    path: &'a [Pos],
}

impl Digger<'_> {
    /// Returns true if a cell beside the path may be dug too.
    fn may_widen(&self, pos: Pos, map: &Map) -> bool {
        map.size().contains(pos) && {
            let index = self.ground.index(pos);
            self.ground.is(index, ALLOWED) && !self.ground.is(index, BY_DOOR)
        }
    }

    /// Widens the path to a corridor, and records it as a passage if it joins two rooms.
    fn corridor(&self, map: &mut Map, ends: [Pos; 2], places: &RoomIndex) {
        let (path, width) = (self.path, self.width);
        let points = Passage::corners(path);
        let wished = Passage::new(PassageId(0), width, &points, &[]);
        let mut wide = true;
        for pos in wished.legs().flat_map(Rect::positions) {
            if !map.tiles.get(pos).is_some_and(|tile| tile.is_walkable()) {
                let may = self.may_widen(pos, map);
                wide &= may;
                if may {
                    dig_tile(map, pos);
                }
            }
        }
        places.record(map, if wide { width } else { 1 }, ends[0], &wished.points, ends[1]);
    }

    /// Widens a tunnel unevenly.
    fn tunnel(&self, map: &mut Map, rng: &mut Rng) {
        if self.width == 1 {
            return;
        }
        for &pos in self.path {
            let width = rng.range(self.width - 1, self.width + 1);
            let (before, after) = Passage::reach(width);
            let square = Rect::new(pos.x - before, pos.y - before, width, width);
            let (right, bottom) = (pos.x + after, pos.y + after);
            for near in square.positions() {
                let corner = (near.x == square.x || near.x == right) && (near.y == square.y || near.y == bottom);
                if !(corner && width > 2) && self.may_widen(near, map) {
                    dig_tile(map, near);
                }
            }
        }
    }
}
