//! [`Terrain`]: a map being measured, with lazily computed data that several metrics share.

use super::distances::{Steps, Walk};
use crate::base::bits::BitGrid;
use crate::base::grid::{Pos, Size};
use crate::map::{Map, Shape};
use crate::spatial::ground::Ground;
use crate::spatial::region;
use std::cell::OnceCell;

/// A map and the data computed about it so far.
pub(crate) struct Terrain<'a> {
    pub(crate) map: &'a Map,
    walkable: OnceCell<BitGrid>,
    ground: OnceCell<Ground>,
    regions: OnceCell<Vec<Pos>>,
    trek: OnceCell<Option<Trek>>,
}

/// The distances from the entrance to every cell.
pub(crate) struct Trek {
    pub(crate) steps: Steps,
    pub(crate) walk: Walk,
}

impl<'a> Terrain<'a> {
    pub(crate) fn of(map: &'a Map) -> Terrain<'a> {
        Terrain {
            map,
            walkable: OnceCell::new(),
            ground: OnceCell::new(),
            regions: OnceCell::new(),
            trek: OnceCell::new(),
        }
    }

    pub(crate) fn size(&self) -> Size {
        self.map.size()
    }

    /// Returns the walkable tiles.
    pub(crate) fn walkable(&self) -> &BitGrid {
        self.walkable.get_or_init(|| self.map.walkable())
    }

    /// Returns the walkable tiles with a rim, for walking over.
    pub(crate) fn ground(&self) -> &Ground {
        self.ground.get_or_init(|| Ground::of(self.map))
    }

    /// Returns the first tile of every region.
    pub(crate) fn regions(&self) -> &[Pos] {
        self.regions.get_or_init(|| region::firsts(self.walkable()))
    }

    /// Returns the entrance: the start, or else the first exit, or else the first stairs, if it is
    /// walkable.
    pub(crate) fn way_in(&self) -> Option<Pos> {
        self.map.way_in().filter(|&pos| self.walkable().contains(pos))
    }

    /// Returns the distances from the entrance to every cell, through all doors.
    pub(crate) fn trek(&self) -> Option<&Trek> {
        let walk = || {
            let ground = self.ground();
            let from = ground.index(self.way_in()?);
            let mut steps = Steps::on(ground);
            let walk = steps.walk(from);
            Some(Trek { steps, walk })
        };
        self.trek.get_or_init(walk).as_ref()
    }
}

/// Returns true if the room contains one of these cells.
pub(super) fn touches(shape: &Shape, cells: &BitGrid) -> bool {
    match shape {
        Shape::Rect(rect) => !cells.is_clear(*rect),
        Shape::Cells(own) => touches_mask(own.bounds().origin(), own.mask(), cells),
        Shape::Circle(_) => positions(shape, cells.size()).any(|pos| cells.contains(pos)),
    }
}

/// Iterates over the cells of a room that lie on the map.
pub(super) fn positions(shape: &Shape, size: Size) -> impl Iterator<Item = Pos> {
    shape.bounds().intersection(size.rect()).positions().filter(|&pos| shape.contains(pos))
}

/// Returns true if a mask whose top-left cell lies at `origin` contains one of these cells.
pub(super) fn touches_mask(origin: Pos, mask: &BitGrid, cells: &BitGrid) -> bool {
    let mut common = cells.part(mask.size().rect().moved(origin));
    common &= mask;
    !common.is_empty()
}

#[cfg(test)]
pub(super) mod tests {
    use crate::base::rng::Rng;
    use crate::map::Map;
    use crate::metrics::Metrics;

    /// Returns the metrics of a drawn map by name; `None` where undefined.
    pub(in crate::metrics) fn numbers<const N: usize>(text: &str, names: [&str; N]) -> [Option<f64>; N] {
        let metrics = Metrics::of(&Map::from_ascii(text).unwrap());
        names.map(|name| {
            assert!(crate::metrics::find(name).is_some(), "{name}");
            metrics.get(name)
        })
    }

    /// Returns metrics that are all defined.
    pub(in crate::metrics) fn known<const N: usize>(text: &str, names: [&str; N]) -> [f64; N] {
        numbers(text, names).map(|number| number.unwrap_or(f64::NAN))
    }

    /// Returns a small random map, with a start if it has floor.
    pub(crate) fn scribble(rng: &mut Rng) -> Map {
        let (width, height, open) = (rng.range(1, 12), rng.range(1, 12), rng.range(20, 90) as u32);
        let mut text = String::new();
        for _ in 0..height {
            text.extend((0..width).map(|_| if rng.percent(open) { '.' } else { '#' }));
            text.push('\n');
        }
        let floor: Vec<usize> = text.match_indices('.').map(|(at, _)| at).collect();
        if let Some(&at) = rng.pick(&floor) {
            text.replace_range(at..=at, "@");
        }
        Map::from_ascii(&text).unwrap()
    }
}
