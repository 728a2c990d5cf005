//! The longest path, and the path to the goal.

use super::diameter::diameter;
use super::distances::Steps;
use super::terrain::{Trek, positions, touches};
use super::{Id, Metrics, Terrain};
use crate::base::bits::BitGrid;
use crate::base::grid::Pos;
use crate::map::{EntityKind, Level, Map};
use crate::spatial::breadth_first::breadth_first;

pub(super) fn measure_longest(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let ground = terrain.ground();
    let regions = terrain.regions();
    if regions.is_empty() {
        return;
    }
    let mut steps = Steps::on(ground);
    let longest = regions.iter().fold(0, |longest, &first| diameter(&mut steps, ground.index(first) as u32, longest));
    metrics.count(Id::LongestPath, longest as usize);
}

pub(super) fn measure_critical(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let Some(trek) = terrain.trek() else { return };
    let map = terrain.map;
    let monsters = map.entities.iter().filter(|entity| entity.kind == EntityKind::Monster);
    if let Some((steps, _)) = nearest(terrain, trek, monsters.map(|monster| monster.pos)) {
        metrics.count(Id::NearestEnemy, steps as usize);
    }
    let Some(goal) = goal(terrain, trek) else { return };
    let Some(steps) = trek.steps.to(goal) else { return };
    metrics.count(Id::PathLength, steps as usize);
    if map.rooms.is_empty() {
        metrics.percent(Id::Linearity, steps as usize + 1, trek.walk.tiles);
    } else {
        let path = shortest_paths(terrain, trek, goals(terrain, trek, steps));
        let passed = map.rooms.iter().filter(|room| touches(&room.shape, &path)).count();
        metrics.percent(Id::Linearity, passed, map.rooms.len());
    }
}

/// The places where the critical path may end.
enum Ends {
    /// The nearest of these.
    Nearest(Vec<Pos>),
    /// The farthest of these.
    Farthest(Vec<Pos>),
    /// The farthest tile.
    FarthestTile,
}

impl Ends {
    fn of(terrain: &Terrain<'_>) -> Ends {
        let map = terrain.map;
        if let Some(room) = map.mission.as_ref().and_then(|mission| map.room(mission.goal)) {
            return Ends::Nearest(positions(&room.shape, map.size()).collect());
        }
        let start = terrain.way_in();
        let elsewhere = |pos: &Pos| Some(*pos) != start;
        let down = map.stairs.iter().filter(|stairs| stairs.dir == Level::Down).map(|stairs| stairs.pos);
        let down: Vec<Pos> = down.filter(elsewhere).collect();
        if !down.is_empty() {
            return Ends::Nearest(down);
        }
        let exits: Vec<Pos> = map.exits.iter().map(|exit| exit.pos).filter(elsewhere).collect();
        if exits.is_empty() { Ends::FarthestTile } else { Ends::Farthest(exits) }
    }
}

/// Returns the cell of the goal, or `None` if no path leads there.
fn goal(terrain: &Terrain<'_>, trek: &Trek) -> Option<usize> {
    match Ends::of(terrain) {
        Ends::Nearest(places) => nearest(terrain, trek, places.into_iter()).map(|(_, cell)| cell),
        Ends::Farthest(places) => {
            reached(terrain, trek, places.into_iter()).max_by_key(|(steps, _)| *steps).map(|(_, cell)| cell)
        }
        Ends::FarthestTile => Some(trek.walk.farthest),
    }
}

/// Returns the cells of all goals that are this many steps away.
fn goals(terrain: &Terrain<'_>, trek: &Trek, steps: u32) -> Vec<usize> {
    match Ends::of(terrain) {
        Ends::Nearest(places) | Ends::Farthest(places) => {
            let equal = reached(terrain, trek, places.into_iter()).filter(|(far, _)| *far == steps);
            equal.map(|(_, cell)| cell).collect()
        }
        Ends::FarthestTile => {
            trek.steps.farthest_first().take_while(|&cell| trek.steps.to(cell) == Some(steps)).collect()
        }
    }
}

/// Returns the cells of all shortest paths from the entrance to these cells.
fn shortest_paths(terrain: &Terrain<'_>, trek: &Trek, mut goals: Vec<usize>) -> BitGrid {
    let ground = terrain.ground();
    let mut paths = BitGrid::new(terrain.size());
    goals.iter().for_each(|&goal| paths.insert(ground.pos(goal)));
    breadth_first(&mut goals, |cell, queue| {
        for near in ground.beside(cell) {
            let is_nearer = trek.steps.to(near).is_some_and(|steps| Some(steps + 1) == trek.steps.to(cell));
            if is_nearer && !paths.contains(ground.pos(near)) {
                paths.insert(ground.pos(near));
                queue.push(near);
            }
        }
    });
    paths
}

/// Iterates over the places that are reachable, as steps and cell.
fn reached(
    terrain: &Terrain<'_>,
    trek: &Trek,
    places: impl Iterator<Item = Pos>,
) -> impl Iterator<Item = (u32, usize)> {
    let ground = terrain.ground();
    let cells = places.filter(|&pos| terrain.size().contains(pos)).map(|pos| ground.index(pos));
    cells.filter_map(|cell| Some((trek.steps.to(cell)?, cell)))
}

/// Returns the place with the fewest steps; the first one in a tie.
fn nearest(terrain: &Terrain<'_>, trek: &Trek, places: impl Iterator<Item = Pos>) -> Option<(u32, usize)> {
    reached(terrain, trek, places).min_by_key(|(steps, _)| *steps)
}

/// Returns the critical path of the map from the entrance to the goal, as consecutive cells.
/// Returns an empty path if the map has no entrance or no path leads to the goal. The metric
/// `path-length` counts its steps and defines the goal.
#[doc(alias = "pathfinding")]
pub fn critical_path(map: &Map) -> Vec<Pos> {
    let terrain = Terrain::of(map);
    let Some(trek) = terrain.trek() else { return Vec::new() };
    let Some(goal) = goal(&terrain, trek).filter(|&goal| trek.steps.to(goal).is_some()) else { return Vec::new() };
    let mut path: Vec<Pos> = way_back(&terrain, trek, goal).collect();
    path.reverse();
    path
}

/// Iterates over the cells of a shortest path from the goal back to the entrance.
fn way_back(terrain: &Terrain<'_>, trek: &Trek, goal: usize) -> impl Iterator<Item = Pos> {
    let ground = terrain.ground();
    let nearer = move |&cell: &usize| {
        let is_nearer = |near: &usize| trek.steps.to(*near).is_some_and(|steps| Some(steps) < trek.steps.to(cell));
        ground.beside(cell).into_iter().find(is_nearer)
    };
    std::iter::successors(Some(goal), nearer).map(|cell| ground.pos(cell))
}

#[cfg(test)]
mod tests {
    use super::critical_path;
    use crate::base::grid::{Pos, Rect};
    use crate::map::{Map, Mission, RoomId};
    use crate::metrics::Metrics;
    use crate::metrics::terrain::tests::{known, numbers};

    #[test]
    fn the_longest_way_is_found_in_any_region() {
        let longest = |text: &str| numbers(text, ["longest-path"])[0];
        assert_eq!(longest("#"), None);
        assert_eq!(longest("."), Some(0.0));
        assert_eq!(longest("\n..#.....#..."), Some(4.0));
        assert_eq!(longest("\n##.##\n.....\n##.##\n##.##"), Some(4.0));
        assert_eq!(longest("\n....\n....\n...."), Some(5.0), "from corner to corner");
        assert_eq!(longest("\n...\n.#.\n..."), Some(4.0), "half around");
        assert_eq!(longest("\n...+.\n####.\n....."), Some(10.0), "through doors");
    }

    #[test]
    fn the_goal_is_the_room_of_the_mission_or_stairs_or_an_exit_or_far_away() {
        let text = "\n##########\n#@...>...#\n#E.......#\n#.....E>.#\n##########";
        let length = |map: &Map| Metrics::of(map).get("path-length");
        let mut map = Map::from_ascii(text).unwrap();
        assert_eq!(length(&map), Some(4.0), "the nearest stairs down");
        map.dig_room(Rect::new(8, 1, 1, 3));
        map.mission = Some(Mission { goal: RoomId(0), locks: Vec::new() });
        assert_eq!(length(&map), Some(7.0), "into the room");
        map.mission = None;
        map.stairs.clear();
        assert_eq!(length(&map), Some(7.0), "the farthest exit");
        map.exits.clear();
        assert_eq!(length(&map), Some(9.0), "the farthest corner");
        map.entities.clear();
        assert_eq!(length(&map), None);
        assert_eq!(numbers("\n@.#.>", ["path-length"]), [None], "no way leads there");
        assert_eq!(known("\n>...", ["path-length"]), [3.0], "one comes in by the stairs and goes far");
        assert_eq!(known("@", ["path-length", "linearity"]), [0.0, 100.0]);
    }

    #[test]
    fn linear_maps_lie_along_the_way() {
        assert_eq!(known("@....>", ["linearity"]), [100.0]);
        assert_eq!(known("\n@..>#..\n.##.###", ["linearity"]), [100.0 * 4.0 / 6.0], "of what is reached");
        let mut map = Map::from_ascii("\n###########\n#@..#..#..#\n#....>.+..#\n#...#..#..#\n###########").unwrap();
        map.dig_room(Rect::new(1, 1, 3, 3));
        map.dig_room(Rect::new(5, 1, 2, 3));
        map.dig_room(Rect::new(8, 1, 2, 3));
        map.tiles[crate::Pos::new(5, 2)] = crate::Tile::StairsDown;
        assert_eq!(Metrics::of(&map).get("linearity"), Some(100.0 * 2.0 / 3.0));
    }

    #[test]
    fn the_nearest_enemy_is_met_on_foot() {
        let text = "\n#######\n#@#m..#\n#.###.#\n#.....#\n#....m#\n#######";
        assert_eq!(numbers(text, ["nearest-enemy"]), [Some(7.0)]);
        assert_eq!(numbers("\n@.#m", ["nearest-enemy"]), [None], "never");
        assert_eq!(numbers("\n..m", ["nearest-enemy"]), [None], "nobody comes in");
    }

    #[test]
    fn the_path_leads_from_the_way_in_to_the_goal() {
        let path = |text: &str| critical_path(&Map::from_ascii(text).unwrap());
        assert_eq!(path("\n@.\n#>"), [Pos::new(0, 0), Pos::new(1, 0), Pos::new(1, 1)]);
        assert_eq!((path("\n@.#.>"), path("\n....")), (vec![], vec![]), "no way, and nobody to go it");
    }
}
