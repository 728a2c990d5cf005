//! Rules about zones: walkable except for the water of regions, disjoint, each connected.

use super::block::note_first;
use super::cells::Footprint;
use super::findings::{Effort, Findings};
use super::ground::Bitmap;
use super::ids::Ids;
use super::passages::legs;
use super::regions::Sweep;
use super::{Rule, Subject};
use crate::base::grid::Pos;
use crate::map::{CellSet, Place, Zone};

/// A mask has a bit for every possible cell, so checking all masks takes no longer than reading
/// them did.
pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) {
    let zones = &subject.map.zones;
    if zones.is_empty() {
        return;
    }
    for (id, index) in Ids::of(zones.iter().map(|zone| zone.id.0)).repeated() {
        found.add(Rule::Zones, corner(&zones[index]), format_args!("zone id {id} is used more than once"));
    }
    let mut taken = Bitmap::empty(subject.ground.size());
    let mut sweep = Sweep::default();
    for (index, zone) in zones.iter().enumerate() {
        let (id, pos) = (zone.id.0, corner(zone));
        pieces(zone, &mut sweep);
        if sweep.count() == 0 {
            found.add(Rule::Zones, pos, format_args!("zone {id} at {pos} has no cell"));
            continue;
        }
        if sweep.count() > 1 {
            in_pieces(zone, &mut sweep, found);
        }
        if let Some(shared) = cells(zone, subject, &mut taken, found) {
            name_other(index, shared, zones, found);
        }
    }
    let mut effort = Effort::on(subject.ground.size());
    for zone in zones.iter().filter(|zone| !zone.elements.is_empty()) {
        elements(zone, subject, &mut effort, found);
    }
}

/// Checks that a zone with elements lists exactly the rooms and passages that have cells in it.
fn elements(zone: &Zone, subject: &Subject<'_>, effort: &mut Effort, found: &mut Findings) {
    let (map, size, cells) = (subject.map, subject.ground.size(), Footprint::of_cells(&zone.cells));
    let mut inside: Vec<(bool, u32)> = Vec::new();
    for room in &map.rooms {
        let footprint = Footprint::of_shape(&room.shape);
        let near = footprint.bounds().meets(cells.bounds());
        if !effort.spend(1 + if near { footprint.cost(size) } else { 0 }) {
            return;
        }
        if near && footprint.first_shared(cells, size).is_some() {
            inside.push((false, room.id.0));
        }
    }
    for passage in &map.passages {
        let mut shared = false;
        for leg in legs(passage) {
            let near = leg.meets(cells.bounds());
            if !effort.spend(1 + if near { leg.cost(size) } else { 0 }) {
                return;
            }
            shared |= near && Footprint::Rect(leg).first_shared(cells, size).is_some();
        }
        if shared {
            inside.push((true, passage.id.0));
        }
    }
    let named = zone.elements.iter().map(|place| match place {
        Place::Room(id) => (false, id.0),
        Place::Passage(id) => (true, id.0),
    });
    let mut named: Vec<(bool, u32)> = named.collect();
    named.sort_unstable();
    inside.sort_unstable();
    let differs = |list: &[(bool, u32)], other: &[(bool, u32)]| list.iter().find(|it| !other.contains(it)).copied();
    let (id, pos) = (zone.id.0, corner(zone));
    let name = |is_passage: bool| if is_passage { "passage" } else { "room" };
    if let Some((is_passage, element)) = differs(&named, &inside) {
        let what = name(is_passage);
        found.add(Rule::Zones, pos, format_args!("zone {id} lists {what} {element}, which has no cell in it"));
    } else if let Some((is_passage, element)) = differs(&inside, &named) {
        let what = name(is_passage);
        found.add(Rule::Zones, pos, format_args!("zone {id} does not list {what} {element}, which has cells in it"));
    } else if named.len() != inside.len() {
        found.add(Rule::Zones, pos, format_args!("zone {id} lists an element more than once"));
    }
}

fn corner(zone: &Zone) -> Pos {
    zone.cells.bounds().origin()
}

/// Counts the connected parts of a zone, in coordinates of its own bounds.
fn pieces(zone: &Zone, sweep: &mut Sweep) {
    let mask = zone.cells.mask();
    sweep.restart();
    (0..mask.size().height).for_each(|y| sweep.row(y, mask.row(y)));
}

fn in_pieces(zone: &Zone, sweep: &mut Sweep, found: &mut Findings) {
    let (count, pieces) = (sweep.count(), sweep.pieces());
    let corner = corner(zone);
    let Some(piece) = pieces.others.first() else { return };
    let pos = Pos::new(corner.x.saturating_add(piece.first.x), corner.y.saturating_add(piece.first.y));
    let message = format_args!("zone {} is in {count} pieces, one of them at {pos}; it must be one", zone.id.0);
    found.add(Rule::Zones, pos, message);
}

/// Checks and takes every cell. Returns the first one that was taken before.
fn cells(zone: &Zone, subject: &Subject<'_>, taken: &mut Bitmap, found: &mut Findings) -> Option<Pos> {
    let (size, ground) = (subject.ground.size(), &subject.ground);
    let allowed = if zone.is_region() { ground.open() } else { &ground.walkable };
    let footprint = Footprint::of_cells(&zone.cells);
    let (id, mut blocked, mut shared) = (zone.id.0, None, None);
    footprint.each_word(size, |y, index, bits| {
        let taken = taken.word_mut(y, index);
        note_first(&mut blocked, y, index, bits & !allowed.word(y, index));
        note_first(&mut shared, y, index, bits & *taken);
        *taken |= bits;
    });
    if !footprint.is_on(size) {
        let pos = corner(zone);
        found.add(Rule::Zones, pos, format_args!("zone {id} at {pos} is not on the map of {size}"));
    }
    if let Some(pos) = blocked {
        let tile = subject.ground.tile(pos).unwrap_or_default();
        let must = if zone.is_region() { "regions are floor or water" } else { "zones are walkable" };
        found.add(Rule::Zones, pos, format_args!("zone {id} covers {tile} at {pos}; {must}"));
    }
    shared
}

/// Reports the other zone that contains the cell.
fn name_other(index: usize, pos: Pos, zones: &[Zone], found: &mut Findings) {
    let holds = |cells: &CellSet| Footprint::of_cells(cells).contains(pos.x.into(), pos.y.into());
    let search = if found.is_full(Rule::Zones) { 0 } else { index };
    let other = zones[..search].iter().find(|zone| holds(&zone.cells)).map_or(0, |zone| zone.id.0);
    let message = format_args!("zones {other} and {} share the cell at {pos}", zones[index].id.0);
    found.add(Rule::Zones, pos, message);
}

#[cfg(test)]
mod tests {
    use crate::base::bits::BitGrid;
    use crate::base::grid::{Pos, Size};
    use crate::check::check;
    use crate::map::{CellSet, Map, Zone, ZoneId};

    /// A map with zones drawn as digits.
    fn map(zones: &str) -> Map {
        let mut map = Map::from_ascii("\n########\n#....#.#\n#......#\n########").unwrap();
        let rows: Vec<&[u8]> = zones.trim().lines().map(str::as_bytes).collect();
        let size = Size::new(rows[0].len() as i32, rows.len() as i32);
        let mut digits: Vec<u8> = rows.concat().into_iter().filter(u8::is_ascii_digit).collect();
        digits.sort_unstable();
        digits.dedup();
        for digit in digits {
            let mask = BitGrid::from_fn(size, |pos| rows[pos.y as usize][pos.x as usize] == digit);
            let (id, cells) = (ZoneId((digit - b'0').into()), CellSet::new(Pos::new(1, 1), mask));
            map.zones.push(Zone::new(id, cells));
        }
        map
    }

    fn messages(map: &Map) -> Vec<String> {
        check(map).iter().map(|finding| format!("{} {}: {}", finding.pos, finding.rule, finding.message)).collect()
    }

    #[test]
    fn zones_side_by_side_are_in_order() {
        assert_eq!(check(&map("0011.2\n001122")), []);
        assert_eq!(check(&map("0000.0\n000000")), []);
    }

    #[test]
    fn a_zone_is_in_one_piece() {
        assert_eq!(
            messages(&map("00.2.0\n00.222")),
            ["6,1 zones: zone 0 is in 2 pieces, one of them at 6,1; it must be one"]
        );
    }

    #[test]
    fn zones_keep_to_the_floor_and_to_the_map() {
        let mut map = map("000000\n000000");
        assert_eq!(messages(&map), ["5,1 zones: zone 0 covers wall at 5,1; zones are walkable"]);
        map.zones[0].cells = map.zones[0].cells.moved(Pos::new(5, 2));
        assert_eq!(messages(&map)[0], "6,3 zones: zone 0 at 6,3 is not on the map of 8x4");
    }

    #[test]
    fn regions_contain_their_water_and_other_zones_do_not() {
        let mut map = Map::from_ascii("\n########\n#..~~..#\n#......#\n########").unwrap();
        let cells = CellSet::new(Pos::new(1, 1), BitGrid::from_fn(Size::new(6, 2), |_| true));
        map.zones.push(Zone::new(ZoneId(0), cells));
        assert_eq!(messages(&map), ["3,1 zones: zone 0 covers water at 3,1; zones are walkable"]);
        map.zones[0].tags.push("region".into());
        assert_eq!(messages(&map), Vec::<String>::new());
        map.settle();
        assert_eq!(map.zones[0].cells.count(), 12);
        map.tiles[Pos::new(3, 1)] = crate::base::tile::Tile::Wall;
        assert_eq!(messages(&map)[0], "3,1 zones: zone 0 covers wall at 3,1; regions are floor or water");
        map.settle();
        assert_eq!(map.zones[0].cells.count(), 11);
    }

    #[test]
    fn zones_share_nothing_but_borders() {
        let mut map = map("0011.2\n001122");
        map.zones[2].cells = map.zones[1].cells.clone();
        assert_eq!(messages(&map), ["3,1 zones: zones 1 and 2 share the cell at 3,1"]);
        map.zones[2].id = ZoneId(0);
        assert_eq!(messages(&map)[0], "1,1 zones: zone id 0 is used more than once");
    }

    #[test]
    fn a_zone_has_cells() {
        let mut map = map("0");
        map.zones[0].cells = CellSet::new(Pos::new(i32::MAX, i32::MIN), BitGrid::new(Size::new(3, 3)));
        assert_eq!(check(&map).len(), 1);
        assert!(check(&map)[0].message.ends_with("has no cell"));
    }
}
