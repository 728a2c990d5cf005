//! Paths over the explored part of a level, for exploring and for walking to stairs.

use super::floor::Floor;
use mapwright::game::{Costs, DistanceField, Walker};
use mapwright::{BitGrid, EntityKind, Pos, Rect, Tile};

/// Returns the costs of the explored cells. Monsters block the way, and traps are avoided.
fn explored_costs(floor: &Floor) -> Costs {
    let (map, explored) = (&floor.map, floor.seen.explored());
    let mut costs = Costs::of(map, &Walker::default());
    for pos in map.size().rect().positions() {
        if !explored.contains(pos) {
            costs.set(pos, 0);
        } else if map.tiles[pos] == Tile::DoorLocked && floor.unlocks(pos) {
            costs.set(pos, Costs::PLAIN);
        }
    }
    floor.all(EntityKind::Monster).for_each(|pos| costs.set(pos, 0));
    floor.all(EntityKind::Trap).for_each(|pos| costs.scale(pos, 1_000));
    costs
}

/// Returns the path to the nearest cell beside unexplored ones, or to the nearest item; empty if
/// everything is explored.
pub(crate) fn to_unexplored(floor: &Floor, from: Pos) -> Vec<Pos> {
    let explored = floor.seen.explored();
    let costs = explored_costs(floor);
    let takeable = [EntityKind::Item, EntityKind::Key].into_iter().flat_map(|kind| floor.all(kind));
    let items: Vec<Pos> = takeable.filter(|&pos| explored.contains(pos)).collect();
    let edge = explored.iter().filter(|&pos| costs.get(pos).is_some() && is_edge(explored, pos));
    let goals = edge.chain(items).filter(|&pos| pos != from);
    path(&costs, from, goals)
}

/// Returns the path to the nearest explored goal; empty if there is none.
pub(crate) fn to_explored(floor: &Floor, from: Pos, goals: impl Iterator<Item = Pos>) -> Vec<Pos> {
    let explored = goals.filter(|&pos| floor.seen.explored().contains(pos));
    path(&explored_costs(floor), from, explored)
}

fn path(costs: &Costs, from: Pos, goals: impl Iterator<Item = Pos>) -> Vec<Pos> {
    let field = DistanceField::toward(costs, goals);
    let mut steps = Vec::new();
    let mut pos = from;
    while let Some(next) = field.next(costs, pos) {
        steps.push(next);
        pos = next;
    }
    steps
}

/// Returns true if a neighbour of the cell is unexplored.
fn is_edge(explored: &BitGrid, pos: Pos) -> bool {
    let around = Rect::new(pos.x, pos.y, 1, 1).grown(1).intersection(explored.size().rect());
    around.positions().any(|near| !explored.contains(near))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::Map;

    fn floor(text: &str, from: Pos, light: u32) -> Floor {
        let mut floor = Floor::new(Map::from_ascii(text).unwrap());
        floor.look(from, light);
        floor
    }

    #[test]
    fn exploring_leads_to_the_edge_of_the_explored_part() {
        let hall = "\n###########\n#.........#\n###########";
        let steps = to_unexplored(&floor(hall, Pos::new(1, 1), 3), Pos::new(1, 1));
        assert_eq!(steps.last(), Some(&Pos::new(4, 1)));
        assert_eq!(to_unexplored(&floor(hall, Pos::new(5, 1), 20), Pos::new(5, 1)), [], "everything is explored");
    }

    #[test]
    fn paths_avoid_monsters_and_unexplored_cells() {
        let hall = "\n#######\n#..m..#\n#.....#\n#######";
        let here = Pos::new(1, 1);
        let explored = floor(hall, here, 20);
        assert_eq!(to_explored(&explored, here, [Pos::new(5, 1)].into_iter()).len(), 4);
        assert_eq!(to_explored(&floor(hall, here, 2), here, [Pos::new(5, 1)].into_iter()), []);
    }
}
