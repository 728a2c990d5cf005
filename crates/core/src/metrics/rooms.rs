//! Room metrics: the variety of room sizes, and the share of safe rooms.

use super::terrain::{positions, touches, touches_mask};
use super::{Id, Metrics, Terrain};
use crate::base::bits::BitGrid;
use crate::base::grid::Size;
use crate::map::{CellSet, EntityKind, Shape};

pub(super) fn measure(terrain: &Terrain<'_>, metrics: &mut Metrics) {
    let map = terrain.map;
    if !map.rooms.is_empty() {
        metrics.number(Id::RoomEntropy, entropy(map.rooms.iter().map(|room| area(&room.shape, map.size()))));
    }
    let mut threats = BitGrid::new(map.size());
    let dangerous = map.entities.iter().filter(|entity| matches!(entity.kind, EntityKind::Monster | EntityKind::Trap));
    dangerous.map(|entity| entity.pos).filter(|&pos| map.size().contains(pos)).for_each(|pos| threats.insert(pos));
    if map.rooms.is_empty() {
        let is_safe = |cells: &CellSet| !touches_mask(cells.bounds().origin(), cells.mask(), &threats);
        let safe = map.zones.iter().filter(|zone| is_safe(&zone.cells)).count();
        metrics.percent(Id::Leniency, safe, map.zones.len());
    } else {
        let safe = map.rooms.iter().filter(|room| !touches(&room.shape, &threats)).count();
        metrics.percent(Id::Leniency, safe, map.rooms.len());
    }
}

/// Returns the number of cells of a room that lie on the map.
fn area(shape: &Shape, size: Size) -> usize {
    match shape {
        Shape::Rect(rect) => rect.intersection(size.rect()).size().area(),
        _ => positions(shape, size).count(),
    }
}

/// Returns Shannon's entropy over classes of sizes, each twice as large as the one before: 1, 2 and
/// 3, 4 to 7, and so on.
fn entropy(sizes: impl Iterator<Item = usize>) -> f64 {
    let mut classes = [0u32; usize::BITS as usize + 1];
    sizes.for_each(|size| classes[(usize::BITS - size.leading_zeros()) as usize] += 1);
    let all: u32 = classes.iter().sum();
    let bits = |count: u32| f64::from(count) * libm::log2(f64::from(all) / f64::from(count));
    let sum: f64 = classes.iter().filter(|&&count| count > 0).map(|&count| bits(count)).sum();
    sum / f64::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Pos, Rect};
    use crate::map::{Map, Zone, ZoneId};
    use crate::metrics::terrain::tests::numbers;

    #[test]
    fn rooms_of_many_sizes_have_more_entropy() {
        let of = |sizes: &[usize]| entropy(sizes.iter().copied());
        assert_eq!(of(&[9, 9, 12, 15]), 0.0, "all of about the same size");
        assert_eq!(of(&[2, 9]), 1.0);
        assert_eq!(of(&[1, 3, 4, 15]), 2.0);
        assert!((of(&[4, 5, 6, 20]) - 0.811_278).abs() < 1e-6, "three in one class");
        assert_eq!(numbers("...", ["room-entropy"]), [None]);
    }

    #[test]
    fn a_room_with_a_trap_is_not_safe() {
        let mut map = Map::from_ascii("\n############\n#..#^.#..$.#\n#..+.....m.#\n############").unwrap();
        assert_eq!(Metrics::of(&map).get("leniency"), None, "neither rooms nor zones");
        let zone = |id: u32, rect: Rect| {
            let mut mask = BitGrid::new(rect.size());
            mask.fill_rect(rect.size().rect(), true);
            Zone::new(ZoneId(id), CellSet::new(rect.origin(), mask))
        };
        map.zones = vec![zone(0, Rect::new(1, 1, 2, 2)), zone(1, Rect::new(4, 1, 2, 2))];
        assert_eq!(Metrics::of(&map).get("leniency"), Some(50.0));
        for x in [1, 4, 7] {
            map.dig_room(Rect::new(x, 1, 2, 2));
        }
        assert_eq!(Metrics::of(&map).get("leniency"), Some(100.0 * 2.0 / 3.0));
        map.entities.iter_mut().for_each(|entity| entity.pos = Pos::new(-3, 99));
        assert_eq!(Metrics::of(&map).get("leniency"), Some(100.0), "off the map");
    }

    #[test]
    fn every_shape_has_its_area() {
        let size = Size::new(8, 8);
        assert_eq!(area(&Shape::Circle(Rect::new(0, 0, 3, 3)), size), 9);
        assert_eq!(area(&Shape::Circle(Rect::new(0, 0, 5, 5)), size), 21);
        assert_eq!(area(&Shape::Rect(Rect::new(2, 2, 5, 4)), size), 20);
        assert_eq!(area(&Shape::Rect(Rect::new(6, 6, 5, 4)), size), 4, "the rest lies off the map");
    }
}
