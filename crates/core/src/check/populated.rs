//! Rules about placed entities: no monsters at the start, no two things in a cell, and nothing cut
//! off.

use super::block::beside;
use super::cells::Footprint;
use super::contents::name;
use super::findings::Findings;
use super::separation::{Parted, parted};
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::map::decor;
use crate::map::{Entity, EntityKind};

/// No monster may be within this many steps of the start.
const DOORSTEP: usize = 4;

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    if subject.map.source.promises.has(Promises::POPULATED) {
        start_zone(subject, found);
        apart(subject, found);
        blocks(subject, found);
    }
}

/// Checks that no monster, item or trap is in the zone of the start (or in its room, if it lies in
/// no zone but a region between closed doors), and no monster a few steps away.
pub(super) fn start_zone(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let Some(start) = map.entities.iter().find(|entity| entity.kind == EntityKind::Start).map(|start| start.pos) else {
        return;
    };
    let holds = |cells: &Footprint<'_>| cells.contains(start.x.into(), start.y.into());
    let mut zones = map.zones.iter().filter(|zone| !zone.is_region()).map(|zone| Footprint::of_cells(&zone.cells));
    let mut rooms = map.rooms.iter().map(|room| Footprint::of_shape(&room.shape));
    let home = zones.find(holds).or_else(|| rooms.find(holds));
    let near = steps_around(start, subject);
    let placed = |kind| matches!(kind, EntityKind::Monster | EntityKind::Item | EntityKind::Trap);
    for entity in map.entities.iter().filter(|entity| placed(entity.kind)) {
        let (pos, what) = (entity.pos, name(entity.kind));
        if home.is_some_and(|home| home.contains(pos.x.into(), pos.y.into())) {
            found.add(Rule::StartZone, pos, format_args!("the {what} at {pos} is in the zone of the start at {start}"));
        } else if entity.kind == EntityKind::Monster && near.contains(&(pos.x.into(), pos.y.into())) {
            let message =
                format_args!("the monster at {pos} is at most {DOORSTEP} steps away from the start at {start}");
            found.add(Rule::StartZone, pos, message);
        }
    }
}

/// Returns the cells within a few steps.
fn steps_around(start: Pos, subject: &Subject<'_>) -> Vec<(i64, i64)> {
    let mut near = vec![(i64::from(start.x), i64::from(start.y))];
    let mut first = 0;
    for _ in 0..DOORSTEP {
        let past = near.len();
        for at in first..past {
            let (x, y) = near[at];
            for next in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)] {
                if subject.ground.is_walkable(next.0, next.1) && !near.contains(&next) {
                    near.push(next);
                }
            }
        }
        first = past;
    }
    near
}

/// Checks that every entity has a plain floor cell of its own. The start may be on the stairs up.
fn apart(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let mut taken: Vec<(Pos, &'static str)> = map.exits.iter().map(|exit| (exit.pos, "the exit")).collect();
    for decoration in &map.decorations {
        let area = decor::footprint(decoration).intersection(map.size().rect());
        taken.extend(area.positions().map(|pos| (pos, "a decoration")));
    }
    taken.sort_unstable();
    let mut met: Vec<(Pos, &'static str)> = Vec::with_capacity(map.entities.len());
    for entity in &map.entities {
        let (pos, what) = (entity.pos, name(entity.kind));
        match subject.ground.tile(pos) {
            Some(Tile::Floor) => {}
            Some(Tile::StairsUp) if entity.kind == EntityKind::Start => {}
            Some(tile) => found.add(
                Rule::PlacedApart,
                pos,
                format_args!("the {what} at {pos} is on {tile}; it must be on plain floor"),
            ),
            None => {}
        }
        if let Some((_, other)) = taken.get(taken.partition_point(|(at, _)| *at < pos)).filter(|(at, _)| *at == pos) {
            found.add(Rule::PlacedApart, pos, format_args!("the {what} at {pos} is where {other} is"));
        }
        met.push((pos, what));
    }
    met.sort_unstable();
    for pair in met.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let ((pos, one), (_, other)) = (pair[0], pair[1]);
        found.add(Rule::PlacedApart, pos, format_args!("the {one} and the {other} are both at {pos}"));
    }
}

/// Checks that monsters, items, keys and furniture separate no two connected cells.
fn blocks(subject: &Subject<'_>, found: &mut Findings) {
    let map = subject.map;
    let solid = |entity: &&Entity| matches!(entity.kind, EntityKind::Monster | EntityKind::Item | EntityKind::Key);
    let entities: Vec<&Entity> = map.entities.iter().filter(solid).collect();
    if entities.is_empty() {
        return;
    }
    let mut taken: Vec<(Pos, usize)> = entities.iter().map(|entity| entity.pos).zip(0..).collect();
    for decoration in map.decorations.iter().filter(|it| decor::facing(it).is_some()) {
        if decor::find(&decoration.kind).is_some_and(|kind| kind.blocks) {
            let area = decor::footprint(decoration).intersection(map.size().rect());
            taken.extend(area.positions().map(|pos| (pos, usize::MAX)));
        }
    }
    let Parted { pairs, covered } = parted(taken, subject);
    for (index, pos, first) in pairs {
        let who = entities.get(index).map_or("furniture", |entity| name(entity.kind));
        let [(x, y), ..] = beside(pos);
        found.add(
            Rule::PlacedBlocks,
            pos,
            format_args!("the {who} beside {x},{y} and other obstacles cut {pos} off from {first}"),
        );
    }
    for entity in covered.into_iter().filter_map(|index| entities.get(index)) {
        let (who, pos) = (name(entity.kind), entity.pos);
        found.add(Rule::PlacedBlocks, pos, format_args!("the {who} at {pos} fills its region completely"));
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Pos, Rect};
    use crate::base::promises::Promises;
    use crate::check::check;
    use crate::map::{Decoration, Extra, Map, Shape};

    fn map() -> Map {
        let mut map =
            Map::from_ascii("\n###############\n#@....#.......#\n#.....+..m.$..#\n#....E#....k.^#\n###############")
                .unwrap();
        map.add_room(Shape::Rect(Rect::new(1, 1, 5, 3)));
        map.source.promises = Promises::POPULATED;
        map
    }

    fn messages(edit: impl Fn(&mut Map)) -> Vec<String> {
        let mut map = map();
        edit(&mut map);
        check(&map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    fn at(map: &mut Map, which: usize, x: i32, y: i32) {
        map.entities[which].pos = Pos::new(x, y);
    }

    #[test]
    fn valid_placements_have_no_findings() {
        assert_eq!(messages(|_| ()), [""; 0]);
        assert_eq!(messages(|map| map.source.promises = Promises::NONE), [""; 0]);
    }

    #[test]
    fn no_monsters_near_the_start() {
        assert_eq!(
            messages(|map| at(map, 1, 4, 1)),
            ["4,1 start-zone: the monster at 4,1 is in the zone of the start at 1,1"]
        );
        let near = messages(|map| {
            map.rooms.clear();
            at(map, 1, 3, 3);
        });
        assert_eq!(near, ["3,3 start-zone: the monster at 3,3 is at most 4 steps away from the start at 1,1"]);
    }

    #[test]
    fn everything_has_a_place_of_its_own() {
        assert_eq!(
            messages(|map| at(map, 4, 6, 2)),
            ["6,2 placed-apart: the trap at 6,2 is on closed door; it must be on plain floor"]
        );
        assert_eq!(
            messages(|map| at(map, 4, 5, 3)),
            [
                "5,3 start-zone: the trap at 5,3 is in the zone of the start at 1,1",
                "5,3 placed-apart: the trap at 5,3 is where the exit is"
            ]
        );
        assert_eq!(messages(|map| at(map, 4, 9, 2)), ["9,2 placed-apart: the monster and the trap are both at 9,2"]);
        let covered = messages(|map| {
            let pos = Pos::new(13, 3);
            let rug = Decoration { kind: "rocks".into(), pos, tags: vec!["south".into()], extra: Extra::default() };
            map.decorations.push(rug);
        });
        assert_eq!(covered, ["13,3 placed-apart: the trap at 13,3 is where a decoration is"]);
    }

    #[test]
    fn entities_block_no_passage() {
        let found = messages(|map| {
            at(map, 1, 8, 1);
            at(map, 2, 8, 2);
            at(map, 3, 8, 3);
        });
        assert!(
            found.len() == 1 && found[0].contains("placed-blocks") && found[0].contains("cut 9,1 off from 7,1"),
            "{found:?}"
        );
    }
}
