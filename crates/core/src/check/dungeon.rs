//! Rules about dungeons as they were dug: no hidden rooms, and regions between closed doors.
//!
//! Both hold for the layout, not for what later steps make of it, so they are skipped after steps
//! and edits that dig, fill or hang doors.

use super::block::note_first;
use super::cells::Footprint;
use super::findings::{Effort, Findings};
use super::ground::Bitmap;
use super::regions::Sweep;
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::base::tile::Tile;
use crate::map::{DoorState, Zone};
use crate::recipe::Step;
use serde_json::Value;

/// Steps that leave floor and doors of a dungeon as they are.
const KEEPERS: [&str; 10] =
    ["dungeon", "furnish", "level", "monsters", "scatter", "start", "themes", "traps", "treasure", "void"];

pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let Some(dungeon) = as_dug(subject) else { return };
    let may_hide = dungeon.with.get("hidden_rooms").and_then(Value::as_bool) == Some(true);
    if !may_hide && subject.map.tiles.cells().contains(&Tile::DoorSecret) {
        hidden_rooms(subject, found);
    }
    regions(subject, found);
}

/// Returns the step that dug the dungeon, if nothing else changed its floor and doors.
fn as_dug<'a>(subject: &Subject<'a>) -> Option<&'a Step> {
    let source = &subject.map.source;
    if !source.promises.has(Promises::TIDY_PASSAGES) || !source.edits.is_empty() {
        return None;
    }
    let recipe = source.origin.recipe.as_ref()?;
    let is_keeper = |step: &Step| KEEPERS.contains(&step.uses.as_str());
    let mut dungeons = recipe.running().filter(|step| step.uses == "dungeon");
    let only = dungeons.next().filter(|step| step.area.is_none() && step.zone.is_none())?;
    (dungeons.next().is_none() && recipe.running().all(is_keeper)).then_some(only)
}

/// Checks that all rooms are connected when all secret doors are walls.
fn hidden_rooms(subject: &Subject<'_>, found: &mut Findings) {
    let (map, size) = (subject.map, subject.ground.size());
    let mut effort = Effort::on(size);
    let mut cells: Vec<(Pos, u32)> = Vec::with_capacity(map.rooms.len());
    for room in &map.rooms {
        let footprint = Footprint::of_shape(&room.shape);
        if !effort.spend(1 + footprint.cost(size)) {
            return;
        }
        let mut first = None;
        let walkable = &subject.ground.walkable;
        footprint.each_word(size, |y, index, bits| note_first(&mut first, y, index, bits & walkable.word(y, index)));
        cells.extend(first.map(|pos| (pos, room.id.0)));
    }
    cells.sort_unstable();
    let mut sweep = Sweep::default();
    let mut marks: Vec<Option<u32>> = Vec::with_capacity(cells.len());
    for y in 0..size.height {
        sweep.row(y, &without(subject, y, |tile| tile == Tile::DoorSecret));
        for (pos, _) in cells[marks.len()..].iter().take_while(|(pos, _)| pos.y == y) {
            marks.push(sweep.mark(pos.x));
        }
    }
    let Some(main) = largest(&mut sweep, &marks) else { return };
    for ((pos, id), mark) in cells.iter().zip(marks) {
        if mark.is_some_and(|mark| sweep.region(mark) != main) {
            let message = format_args!("room {id} at {pos} can be reached only through a secret door");
            found.add(Rule::HiddenRooms, *pos, message);
        }
    }
}

/// Returns the region with the most marks, the first of them in a tie.
fn largest(sweep: &mut Sweep, marks: &[Option<u32>]) -> Option<u32> {
    let mut regions: Vec<u32> = marks.iter().flatten().map(|&mark| sweep.region(mark)).collect();
    regions.sort_unstable();
    let runs = regions.chunk_by(|a, b| a == b);
    runs.max_by_key(|run| (run.len(), std::cmp::Reverse(run[0]))).map(|run| run[0])
}

/// Returns the walkable cells of a row but those whose tile `is_shut` names.
fn without(subject: &Subject<'_>, y: i32, is_shut: impl Fn(Tile) -> bool) -> Vec<u64> {
    let mut row = subject.ground.walkable.row(y as usize).to_vec();
    if subject.ground.furnished_rows.binary_search(&y).is_ok() {
        for (x, _) in subject.ground.tiles.row(y).iter().enumerate().filter(|(_, tile)| is_shut(**tile)) {
            row[x / 64] &= !(1 << (x % 64));
        }
    }
    row
}

/// Checks that the zones tagged `region` are exactly the areas between doors that are not open,
/// with their water.
fn regions(subject: &Subject<'_>, found: &mut Findings) {
    let (map, size) = (subject.map, subject.ground.size());
    let is_region = |zone: &&Zone| zone.is_region();
    let count = map.zones.iter().filter(is_region).count() as u64;
    if count == 0 {
        return;
    }
    let (mut listed, mut effort) = (Bitmap::empty(size), Effort::on(size));
    for zone in map.zones.iter().filter(is_region) {
        let footprint = Footprint::of_cells(&zone.cells);
        if !effort.spend(1 + footprint.cost(size)) {
            return;
        }
        footprint.each_word(size, |y, index, bits| *listed.word_mut(y, index) |= bits);
    }
    let mut shut: Vec<Pos> = Vec::new();
    shut.extend(map.doors.iter().filter(|door| door.state != DoorState::Open).map(|door| door.pos));
    shut.sort_unstable();
    let mut sweep = Sweep::default();
    for y in 0..size.height {
        let mut open = subject.ground.open().row(y as usize).to_vec();
        let from = shut.partition_point(|pos| pos.y < y);
        for pos in shut[from..].iter().take_while(|pos| pos.y == y).filter(|pos| size.contains(**pos)) {
            open[pos.x as usize / 64] &= !(1 << (pos.x % 64));
        }
        sweep.row(y, &open);
        for (index, (&open, &listed)) in open.iter().zip(listed.row(y as usize)).enumerate() {
            let differs = open ^ listed;
            if differs == 0 {
                continue;
            }
            let pos = Pos::new((index * 64) as i32 + differs.trailing_zeros() as i32, y);
            let is_open = open >> (pos.x % 64) & 1 == 1;
            let wrong =
                if is_open { "belongs to no region" } else { "belongs to a region, but is wall or a closed door" };
            found.add(Rule::Regions, pos, format_args!("the cell at {pos} {wrong}"));
        }
    }
    let between = sweep.count();
    if !found.has(Rule::Regions) && between != count {
        let message = format_args!("the map lists {count} regions; closed doors divide it into {between}");
        found.add(Rule::Regions, Pos::new(0, 0), message);
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::{Dir, Pos, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;
    use crate::map::{DoorKind, DoorState, Map, ZoneId};
    use crate::recipe::Recipe;
    use crate::registry;
    use crate::run::plan::Run;

    /// A crypt with secret doors.
    fn crypt(with: &str) -> Map {
        let text = format!("size = [50, 40]\n[[step]]\nuse = \"dungeon\"\nwith = {{ archetype = \"crypt\", {with} }}");
        let plan = Recipe::from_toml(&text).unwrap().plan(registry::ALL).unwrap();
        let map = plan.run(Run::new(Seed::new(3)).size(50, 40)).unwrap();
        assert_eq!(check(&map), []);
        map
    }

    fn rules(map: &Map) -> Vec<(&'static str, String)> {
        check(map).into_iter().map(|finding| (finding.rule, finding.message)).collect()
    }

    /// Hides the doors around the last room that has doors on all its openings.
    fn hide_a_room(map: &mut Map) -> bool {
        let mut rooms = map.rooms.clone();
        rooms.reverse();
        for room in rooms {
            let mut hidden = map.clone();
            let place = crate::map::Place::Room(room.id);
            for door in hidden.doors.iter_mut().filter(|door| door.joins.contains(&place)) {
                (door.kind, door.state) = (DoorKind::Secret, DoorState::Closed);
                hidden.tiles[door.pos] = door.tile();
            }
            let inside = room.shape.positions().next().unwrap();
            let mut open = hidden.walkable();
            hidden.doors.iter().filter(|door| door.kind == DoorKind::Secret).for_each(|door| open.remove(door.pos));
            let reached = open.flood(inside).count();
            if reached == room.shape.positions().count() && hidden.tiles[inside] == Tile::Floor {
                *map = hidden;
                return true;
            }
        }
        false
    }

    #[test]
    fn hidden_rooms_are_found_unless_the_recipe_allows_them() {
        let mut map = crypt("room_count = 9, loops = 0, secret = 0");
        assert!(hide_a_room(&mut map));
        let found = rules(&map);
        assert!(
            found.iter().any(|(rule, message)| *rule == "hidden-rooms"
                && message.ends_with("can be reached only through a secret door"))
        );
        let mut allowed = crypt("room_count = 9, loops = 0, secret = 0, hidden_rooms = true");
        assert!(hide_a_room(&mut allowed));
        assert!(rules(&allowed).iter().all(|(rule, _)| *rule != "hidden-rooms"));
    }

    #[test]
    fn regions_lie_between_closed_doors() {
        let map = crypt("room_count = 9, loops = 20");
        assert!(map.zones.len() > 2);
        let mut lost = map.clone();
        lost.zones.pop();
        assert!(rules(&lost).iter().all(|(rule, message)| *rule == "regions" && message.ends_with("no region")));
        let mut wrong = map.clone();
        let door = wrong.doors.iter().position(|door| door.state == DoorState::Closed).unwrap();
        wrong.doors[door].state = DoorState::Open;
        wrong.tiles[wrong.doors[door].pos] = wrong.doors[door].tile();
        assert!(rules(&wrong).iter().any(|(rule, _)| *rule == "regions"), "an open door belongs to a region");
        let mut split = map.clone();
        let zone = split.zones[0].clone();
        let (first, rest): (Vec<Pos>, Vec<Pos>) = {
            let bounds = zone.cells.bounds();
            let x = bounds.x + bounds.width / 2;
            zone.cells.positions().partition(|pos| pos.x < x)
        };
        let cells = |cells: Vec<Pos>| crate::map::CellSet::filtered(cells.into_iter(), |_| true).unwrap();
        split.zones[0].cells = cells(first);
        split.zones.push(crate::map::Zone::new(ZoneId(99), cells(rest)).with_tags(zone.tags.clone()));
        let found = rules(&split);
        assert!(found.iter().any(|(rule, message)| *rule == "regions" && message.starts_with("the map lists")));
    }

    #[test]
    fn later_changes_are_not_the_dungeon() {
        let mut map = crypt("room_count = 9");
        map.zones.pop();
        map.source.promises = map.source.promises - crate::base::promises::Promises::TIDY_PASSAGES;
        assert_eq!(rules(&map), []);
        let mut other = Map::new(Size::new(9, 5), Tile::Wall);
        other.dig_room(crate::base::grid::Rect::new(1, 1, 7, 3));
        other.add_door(Pos::new(0, 2), Dir::West, DoorKind::Secret, DoorState::Closed, &[]);
        assert!(rules(&other).iter().all(|(rule, _)| *rule != "hidden-rooms"));
    }
}
