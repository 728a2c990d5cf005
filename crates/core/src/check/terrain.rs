//! Rules about the tiles alone: floor, border, connectivity, and connected entrances and exits.

use super::contents::name;
use super::findings::{Counted, Findings};
use super::regions::Sweep;
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::map::EntityKind;
use serde_json::Value;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let promises = subject.map.source.promises;
    if promises.has(Promises::CLOSED_BORDER) {
        border(subject, found);
    }
    let mut goals = goals(subject);
    let mut sweep = Sweep::default();
    let mut next = 0;
    for y in 0..subject.ground.size().height {
        sweep.row(y, subject.ground.walkable.row(y as usize));
        while let Some(goal) = goals.get_mut(next).filter(|goal| goal.pos.y == y) {
            goal.mark = sweep.mark(goal.pos.x);
            next += 1;
        }
    }
    if sweep.count() == 0 {
        found.add(Rule::Floor, Pos::new(0, 0), format_args!("no tile is walkable; there must be at least one"));
    }
    if sweep.count() > 1 && promises.has(Promises::CONNECTED) {
        connected(&mut sweep, found);
    }
    reachable(&goals, &mut sweep, found);
    if promises.has(Promises::FINISHABLE) {
        finishable(&goals, &mut sweep, subject, found);
    }
}

fn border(subject: &Subject<'_>, found: &mut Findings) {
    let (ground, size) = (&subject.ground, subject.ground.size());
    let mut walkable = |x: i32, y: i32| {
        let pos = Pos::new(x, y);
        found.add(
            Rule::ClosedBorder,
            pos,
            format_args!("the tile at {pos} is walkable and lies on the edge of the map"),
        );
    };
    let (last_x, last_y) = (size.width - 1, size.height - 1);
    for y in 0..size.height {
        let words = ground.walkable.row(y as usize);
        let is_set = |x: i32| words[x as usize / 64] >> (x % 64) & 1 == 1;
        if y == 0 || y == last_y {
            if words.iter().any(|&word| word != 0) {
                (0..size.width).filter(|&x| is_set(x)).for_each(|x| walkable(x, y));
            }
            continue;
        }
        if is_set(0) {
            walkable(0, y);
        }
        if last_x > 0 && is_set(last_x) {
            walkable(last_x, y);
        }
    }
}

/// Treats the largest region as the map; all other walkable cells are cut off from it.
fn connected(sweep: &mut Sweep, found: &mut Findings) {
    let pieces = sweep.pieces();
    let Some(largest) = pieces.largest else { return };
    for piece in &pieces.others {
        let (tiles, first, from) = (Counted(piece.cells, "walkable tile"), piece.first, largest.first);
        let message = format_args!("{tiles} at {first} cannot be reached from {from}");
        found.add(Rule::Connected, first, message);
    }
    let written = pieces.others.len() as u64 + 1;
    if let Some(last) = pieces.others.last().filter(|_| pieces.count > written) {
        found.add_unwritten(Rule::Connected, last.first, pieces.count - written);
    }
}

/// A place that must be reachable.
struct Goal {
    pos: Pos,
    what: &'static str,
    role: Role,
    mark: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Leads into the map and is connected to the other ways in.
    Way,
    /// Leads into a part of the map that may lie apart from the others.
    OwnExit,
    /// Was placed on the map.
    Content,
}

/// Returns starts, exits and stairs in reading order, starts before others in the same cell, and
/// everything that was placed, if the map promises that it is in order.
///
/// Records on tiles that are not walkable are left to the rules about them.
fn goals(subject: &Subject<'_>) -> Vec<Goal> {
    let map = subject.map;
    let starts = map.entities.iter().filter(|entity| entity.kind == EntityKind::Start);
    let starts = starts.map(|entity| (entity.pos, START, Role::Way));
    let exit = if have_own_exits(subject) { Role::OwnExit } else { Role::Way };
    let others = map.exits.iter().map(|it| (it.pos, "exit", exit));
    let others = others.chain(map.stairs.iter().map(|stairs| (stairs.pos, "stairs", Role::Way)));
    let walkable = |pos: Pos| subject.ground.is_walkable(pos.x.into(), pos.y.into());
    let ways = starts.chain(others).map(|(pos, what, role)| Goal { pos, what, role, mark: None });
    let promised = map.source.promises.has(Promises::POPULATED);
    let placed = map.entities.iter().filter(|entity| promised && entity.kind != EntityKind::Start);
    let placed =
        placed.map(|entity| Goal { pos: entity.pos, what: name(entity.kind), role: Role::Content, mark: None });
    let mut goals: Vec<Goal> = ways.chain(placed).filter(|goal| walkable(goal.pos)).collect();
    goals.sort_by_key(|goal| goal.pos);
    goals
}

/// Returns true if the recipe asks for an exit in every part of the map, connected or not.
fn have_own_exits(subject: &Subject<'_>) -> bool {
    let recipe = subject.map.source.origin.recipe.as_ref();
    let mut steps = recipe.iter().flat_map(|recipe| recipe.running());
    steps.any(|step| step.with.get("separate_caves").and_then(Value::as_str) == Some("own-exit"))
}

const START: &str = "start";

/// Returns the start, or the first way in if there is no start.
fn main_way(goals: &[Goal]) -> Option<&Goal> {
    let mut ways = goals.iter().filter(|goal| goal.role != Role::Content);
    ways.clone().find(|goal| goal.what == START).or(ways.next())
}

/// Checks all ways in against the start, or against the first of them if there is no start, and
/// everything that was placed against all ways in.
fn reachable(goals: &[Goal], sweep: &mut Sweep, found: &mut Findings) {
    let Some(from) = main_way(goals) else { return };
    let leads_in = goals.iter().filter(|goal| goal.role != Role::Content);
    let mut led_in: Vec<u32> = leads_in.filter_map(|way| way.mark).map(|mark| sweep.region(mark)).collect();
    led_in.sort_unstable();
    led_in.dedup();
    for goal in goals.iter().filter(|goal| goal.role == Role::Content) {
        let region = goal.mark.map(|mark| sweep.region(mark));
        if region.is_some_and(|region| led_in.binary_search(&region).is_err()) {
            let (what, pos) = (goal.what, goal.pos);
            let message = format_args!("the {what} at {pos} cannot be reached from the {} at {}", from.what, from.pos);
            found.add(Rule::PlacedReachable, pos, message);
        }
    }
    for goal in goals.iter().filter(|goal| goal.role == Role::Way) {
        let (Some(here), Some(there)) = (from.mark, goal.mark) else { continue };
        if !sweep.same_region(here, there) {
            let (what, pos) = (goal.what, goal.pos);
            let message = format_args!("the {what} at {pos} cannot be reached from the {} at {}", from.what, from.pos);
            found.add(Rule::Reachable, pos, message);
        }
    }
}

/// Checks that all places connected to the start, or to the first place, stay connected to it when
/// all secret doors are walls. The rule about keys covers the goal and the keys of a mission.
fn finishable(goals: &[Goal], whole: &mut Sweep, subject: &Subject<'_>, found: &mut Findings) {
    let Some(from) = main_way(goals) else { return };
    let mut sweep = Sweep::default();
    let mut marks = Vec::with_capacity(goals.len());
    for y in 0..subject.ground.size().height {
        let mut row = subject.ground.walkable.row(y as usize).to_vec();
        if subject.ground.furnished_rows.binary_search(&y).is_ok() {
            let tiles = (0..).zip(subject.ground.tiles.row(y));
            for (x, _) in tiles.filter(|(_, tile)| **tile == Tile::DoorSecret) {
                row[x / 64] &= !(1 << (x % 64));
            }
        }
        sweep.row(y, &row);
        for goal in goals[marks.len()..].iter().take_while(|goal| goal.pos.y == y) {
            marks.push(sweep.mark(goal.pos.x));
        }
    }
    let own = goals.iter().zip(&marks).find(|(goal, _)| std::ptr::eq(*goal, from)).and_then(|(_, mark)| *mark);
    for (goal, mark) in goals.iter().zip(marks).filter(|(goal, _)| goal.role != Role::Content) {
        let (Some(here), Some(there)) = (from.mark, goal.mark) else { continue };
        let open = own.zip(mark).is_some_and(|(own, mark)| sweep.same_region(own, mark));
        if !open && goal.pos != from.pos && whole.same_region(here, there) {
            let (what, pos, start) = (goal.what, goal.pos, from.what);
            let message = format_args!(
                "the {what} at {pos} can be reached from the {start} at {} only through a secret door",
                from.pos
            );
            found.add(Rule::Finishable, pos, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::promises::Promises;
    use crate::check::check;
    use crate::map::Map;

    fn messages(text: &str) -> Vec<String> {
        let map = Map::from_ascii(text).unwrap();
        check(&map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn solid_rock_has_no_floor() {
        assert_eq!(messages("\n####\n# ~#\n####"), ["0,0 floor: no tile is walkable; there must be at least one"]);
    }

    #[test]
    fn secret_doors_on_the_only_way_are_found() {
        let hidden = |text: &str| {
            let mut map = Map::from_ascii(text).unwrap();
            map.source.promises = Promises::FINISHABLE;
            check(&map).into_iter().map(|finding| format!("{}: {}", finding.rule, finding.message)).collect::<Vec<_>>()
        };
        let message = "finishable: the stairs at 4,0 can be reached from the start at 0,0 only through a secret door";
        assert_eq!(hidden("\n@.S.>"), [message]);
        assert_eq!(hidden("\n@S>\n.#.\n..."), [""; 0], "there is another way");
        assert_eq!(hidden("\n@.>S."), [""; 0], "nothing is behind it");
    }

    #[test]
    fn openings_in_the_border_are_found_each_once() {
        let found = messages("\n#.##\n...#\n##..\n####\n...#");
        assert_eq!(found.len(), 7, "{found:#?}");
        assert_eq!(found[0], "1,0 closed-border: the tile at 1,0 is walkable and lies on the edge of the map");
        assert_eq!(found[6], "0,4 connected: 3 walkable tiles at 0,4 cannot be reached from 1,0");
        assert_eq!(messages(".").len(), 1);
    }

    #[test]
    fn unconnected_regions_are_found() {
        let found = messages("\n#######\n#.#...#\n##.#..#\n#######");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], "1,1 connected: 1 walkable tile at 1,1 cannot be reached from 3,1");
        assert_eq!(found[1], "2,2 connected: 1 walkable tile at 2,2 cannot be reached from 3,1");
    }

    #[test]
    fn missing_promises_are_not_checked() {
        let mut map = Map::from_ascii("\n.#.").unwrap();
        map.source.promises = Promises::NONE;
        assert_eq!(check(&map), []);
    }

    #[test]
    fn the_ways_out_can_be_reached_from_the_start() {
        let text = "\n#######\n#<#.@.#\n#E#...#\n####E##\n#######";
        let mut map = Map::from_ascii(text).unwrap();
        map.source.promises = Promises::NONE;
        let found = check(&map);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].message, "the stairs at 1,1 cannot be reached from the start at 4,1");
        map.entities.clear();
        let found = check(&map);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "the exit at 4,3 cannot be reached from the stairs at 1,1");
    }

    #[test]
    fn a_map_of_islands_is_counted_to_the_end() {
        let mut map =
            Map::from_ascii(&"#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#\n###############################\n".repeat(20)).unwrap();
        map.source.promises = Promises::CONNECTED;
        let found = check(&map);
        assert_eq!((found.len(), found[100].message.as_str()), (101, "and 199 more"));
    }
}
