//! Joins the regions of a map by tunnels or corridors.

mod ways;

use super::dig_tile;
use crate::base::error::Error;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::spatial::region::{Join, tidy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Connect>("connect", Kind::Shape)
    .promising(Promises::CONNECTED)
    .revision(2)
    .preserving(Promises::ALL.without(Promises::NO_2X2.and(Promises::FORM)));

/// Joins all regions of the map by tunnels or corridors.
///
/// For maps made of several parts, such as a cave beside a keep. Digs as few connections as
/// possible, the shortest first; they cross water on bridges and get walls where they cross void. A
/// connected map is not changed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Connect {
    /// Regions to join.
    pub join: Join,
    /// Kind of connection to dig.
    pub way: Connection,
    /// Width of corridors and winding tunnels, in tiles. Straight tunnels are always one tile wide.
    #[schemars(range(min = 1, max = 9))]
    pub width: i32,
}

/// Kind of connection between two regions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Connection {
    /// Shortest straight tunnels: fast, and inconspicuous in caves.
    #[default]
    Nearest,
    /// Corridors along rows and columns with few bends, for rooms and halls. Corridors from room to
    /// room are recorded as passages, and doors keep their openings where a detour is possible.
    Corridor,
    /// Winding tunnels through the softest rock, for caves and mines. Doors keep their openings
    /// where a detour is possible.
    Tunnel,
}

impl Default for Connect {
    fn default() -> Self {
        Connect { join: Join::All, way: Connection::Nearest, width: 1 }
    }
}

impl Generator for Connect {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        match self.way {
            Connection::Nearest => self.straight(map, cx)?,
            Connection::Corridor | Connection::Tunnel => ways::dig(map, self.join, self.way, self.width, cx)?,
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }

    fn keeps(&self, promises: Promises) -> Promises {
        if self.join == Join::All { promises } else { promises - Promises::CONNECTED }
    }
}

impl Connect {
    fn straight(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let before = map.walkable();
        let mut after = before.clone();
        tidy(&mut after, 1, self.join, cx)?;
        after.subtract(&before);
        for pos in after.iter() {
            dig_tile(map, pos);
            cx.step_at("dig", pos, map);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Grid, Rect, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::RoomId;

    fn connect(way: Connection, width: i32, map: &mut Map, seed: u64) {
        let connect = Connect { way, width, ..Connect::default() };
        connect.generate(map, &mut Context::new(Seed::new(seed))).unwrap();
    }

    fn in_one_piece(map: &Map) -> bool {
        let floor = map.walkable();
        floor.iter().next().is_none_or(|start| floor.flood(start) == floor)
    }

    #[test]
    fn tunnels_cross_water_on_bridges_and_doing_it_twice_changes_nothing() {
        for way in [Connection::Nearest, Connection::Corridor, Connection::Tunnel] {
            let mut map = Map::from_ascii("\n##########\n#..#~~..+.#\n#..#######\n##########").unwrap();
            connect(way, 1, &mut map, 1);
            let row: String = map.tiles.row(1).iter().map(|tile| tile.to_char()).collect();
            assert_eq!(row, "#...==..+.#", "{way:?}");
            let once = map.clone();
            connect(way, 1, &mut map, 2);
            assert_eq!(map, once);
        }
    }

    #[test]
    fn tunnels_through_the_void_have_walls() {
        for way in [Connection::Nearest, Connection::Corridor, Connection::Tunnel] {
            let mut map = Map::from_ascii("\n###   ###\n#.#   #.#\n###   ###").unwrap();
            connect(way, 1, &mut map, 1);
            assert_eq!(map.to_ascii(), "#########\n#.......#\n#########\n", "{way:?}");
        }
    }

    #[test]
    fn corridors_from_room_to_room_are_passages_as_wide_as_asked() {
        for width in [1, 2, 3] {
            let mut map = Map::new(Size::new(30, 20), Tile::Wall);
            map.dig_room(Rect::new(2, 2, 6, 6));
            map.dig_room(Rect::new(18, 9, 7, 8));
            connect(Connection::Corridor, width, &mut map, 5);
            assert!(in_one_piece(&map));
            assert_eq!(map.passages.len(), 1);
            assert_eq!((map.passages[0].width, &map.passages[0].joins[..]), (width, &[RoomId(0), RoomId(1)][..]));
            assert!(map.passages[0].points.len() <= 5, "few bends: {:?}", map.passages[0].points);
            assert_eq!(check(&map), [], "{}", map.to_ascii());
        }
    }

    #[test]
    fn doors_keep_their_openings_where_there_is_a_way_around() {
        let drawn = "\n###########\n#....######\n#....######\n##+########\n##.########\n##.####...#\n###########";
        for way in [Connection::Corridor, Connection::Tunnel] {
            for seed in 0..20 {
                let mut map = Map::from_ascii(drawn).unwrap();
                connect(way, 1, &mut map, seed);
                assert!(in_one_piece(&map) && map.doors.len() == 1, "{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn winding_tunnels_wind_and_stay_inside() {
        let mut bends = 0;
        for seed in 0..20 {
            let mut map = Map::new(Size::new(60, 25), Tile::Wall);
            map.tiles.fill_rect(Rect::new(2, 10, 4, 4), Tile::Floor);
            map.tiles.fill_rect(Rect::new(54, 10, 4, 4), Tile::Floor);
            connect(Connection::Tunnel, 1, &mut map, seed);
            assert!(in_one_piece(&map));
            let dug = map.floor_positions().filter(|pos| !(10..14).contains(&pos.y)).count();
            bends += usize::from(dug > 0);
            assert!(map.floor_positions().all(|pos| map.size().rect().grown(-1).contains(pos)));
        }
        assert!(bends > 15, "only {bends} of 20 tunnels leave the straight line");
    }

    #[test]
    fn any_noise_ends_up_in_one_piece() {
        let mut rng = Seed::new(8).rng();
        for round in 0..150 {
            let size = Size::new(rng.range(1, 40), rng.range(1, 30));
            let percent = rng.range(0, 70) as u32;
            let tiles = [Tile::Wall, Tile::Wall, Tile::Void, Tile::Water];
            let cells = (0..size.area()).map(|_| match rng.percent(percent) {
                true => Tile::Floor,
                false => tiles[rng.below(4) as usize],
            });
            let drawn = Map::with_tiles(Grid::from_cells(size, cells.collect()).unwrap());
            for (way, width) in
                [(Connection::Corridor, 1), (Connection::Corridor, 3), (Connection::Tunnel, 1), (Connection::Tunnel, 4)]
            {
                let mut map = drawn.clone();
                connect(way, width, &mut map, round);
                assert!(in_one_piece(&map), "{way:?} {width}\n{}", map.to_ascii());
                let open = map.floor_positions().count();
                assert!(open >= drawn.floor_positions().count());
                connect(way, width, &mut map, round + 1);
                assert_eq!(map.floor_positions().count(), open);
            }
        }
    }

    #[test]
    fn large_regions_may_stay_apart() {
        let drawn = "\n##############\n#.....##.....#\n#.....##.....#\n##############\n###.##########\n##############";
        for way in [Connection::Corridor, Connection::Tunnel] {
            let mut map = Map::from_ascii(drawn).unwrap();
            let small = Connect { join: Join::Small, way, ..Connect::default() };
            small.generate(&mut map, &mut Context::new(Seed::new(1))).unwrap();
            let floor = map.walkable();
            let first = floor.flood(floor.iter().next().unwrap());
            assert_eq!((first.count(), floor.count()), (12, 22), "{}", map.to_ascii());
        }
    }
}
