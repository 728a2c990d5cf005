//! Ways over what is known of a level: to what was not seen yet, and to places one remembers.

use super::floor::Floor;
use mapwright::game::{Costs, DistanceField, Walker};
use mapwright::{BitGrid, EntityKind, Pos, Rect, Tile};

/// What a step costs on the part of the level that is known; nobody walks into monsters.
fn known_costs(floor: &Floor) -> Costs {
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

/// The steps from there to the nearest place where there is something new, or something to take; none where nothing is left.
pub(crate) fn to_something_new(floor: &Floor, from: Pos) -> Vec<Pos> {
    let explored = floor.seen.explored();
    let costs = known_costs(floor);
    let taken = [EntityKind::Item, EntityKind::Key].into_iter().flat_map(|kind| floor.all(kind));
    let things: Vec<Pos> = taken.filter(|&pos| explored.contains(pos)).collect();
    let edge = explored.iter().filter(|&pos| costs.get(pos).is_some() && is_edge(explored, pos));
    let goals = edge.chain(things).filter(|&pos| pos != from);
    walk(&costs, from, goals)
}

/// The steps from there to the nearest of these places that is known; none where no way is known.
pub(crate) fn to_known(floor: &Floor, from: Pos, places: impl Iterator<Item = Pos>) -> Vec<Pos> {
    let known = places.filter(|&pos| floor.seen.explored().contains(pos));
    walk(&known_costs(floor), from, known)
}

fn walk(costs: &Costs, from: Pos, goals: impl Iterator<Item = Pos>) -> Vec<Pos> {
    let field = DistanceField::toward(costs, goals);
    let mut steps = Vec::new();
    let mut pos = from;
    while let Some(next) = field.next(costs, pos) {
        steps.push(next);
        pos = next;
    }
    steps
}

/// Whether something beside this cell was not seen yet.
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
    fn one_goes_to_the_edge_of_what_is_known() {
        let hall = "\n###########\n#.........#\n###########";
        let steps = to_something_new(&floor(hall, Pos::new(1, 1), 3), Pos::new(1, 1));
        assert_eq!(steps.last(), Some(&Pos::new(4, 1)));
        assert_eq!(to_something_new(&floor(hall, Pos::new(5, 1), 20), Pos::new(5, 1)), [], "all is known");
    }

    #[test]
    fn one_walks_around_monsters_and_only_where_one_was() {
        let hall = "\n#######\n#..m..#\n#.....#\n#######";
        let here = Pos::new(1, 1);
        let known = floor(hall, here, 20);
        assert_eq!(to_known(&known, here, [Pos::new(5, 1)].into_iter()).len(), 4);
        assert_eq!(to_known(&floor(hall, here, 2), here, [Pos::new(5, 1)].into_iter()), []);
    }
}
