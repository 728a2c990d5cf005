//! Rules about the tiles alone: floor, border, connectivity, and connected entrances and exits.

use super::findings::{Counted, Findings};
use super::regions::Sweep;
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::map::EntityKind;

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
    mark: Option<u32>,
}

/// Returns starts, exits and stairs in reading order, starts before others in the same cell.
///
/// Records on tiles that are not walkable are left to the rules about them.
fn goals(subject: &Subject<'_>) -> Vec<Goal> {
    let map = subject.map;
    let starts = map.entities.iter().filter(|entity| entity.kind == EntityKind::Start);
    let starts = starts.map(|entity| (entity.pos, START));
    let others = map.exits.iter().map(|exit| (exit.pos, "exit"));
    let others = others.chain(map.stairs.iter().map(|stairs| (stairs.pos, "stairs")));
    let walkable = |pos: Pos| subject.ground.is_walkable(pos.x.into(), pos.y.into());
    let all = starts.chain(others).filter(|(pos, _)| walkable(*pos));
    let mut goals: Vec<Goal> = all.map(|(pos, what)| Goal { pos, what, mark: None }).collect();
    goals.sort_by_key(|goal| goal.pos);
    goals
}

const START: &str = "start";

/// Checks all places against the start, or against the first place if there is no start.
fn reachable(goals: &[Goal], sweep: &mut Sweep, found: &mut Findings) {
    let Some(from) = goals.iter().find(|goal| goal.what == START).or(goals.first()) else { return };
    for goal in goals {
        let (Some(here), Some(there)) = (from.mark, goal.mark) else { continue };
        if !sweep.same_region(here, there) {
            let (what, pos) = (goal.what, goal.pos);
            let message = format_args!("the {what} at {pos} cannot be reached from the {} at {}", from.what, from.pos);
            found.add(Rule::Reachable, pos, message);
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
