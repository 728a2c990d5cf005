//! Regions: connected parts of the floor. Finds them, fills the small ones and joins the rest.
//!
//! Everything works on horizontal runs of floor instead of cells, and stores one number per run: a
//! map of 16 million tiles needs about ten megabytes here, where a label per cell would need
//! sixty-four.

mod labels;
mod tunnels;

pub(crate) use labels::find;

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::Pos;
use crate::generator::Context;
use crate::map::CellSet;
use labels::{Labels, ranks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tunnels::Tunnels;

impl CellSet {
    /// Returns the largest connected part of the set (the first in a tie), or `None` if the set is
    /// empty.
    #[doc(alias = "largest component")]
    #[doc(alias = "flood fill")]
    pub fn largest_piece(&self) -> Option<CellSet> {
        if self.mask().is_empty() {
            return None;
        }
        let mut piece = self.mask().clone();
        keep_largest(&mut piece);
        let bounds = piece.bounds()?;
        Some(CellSet::new(self.bounds().origin() + bounds.origin(), piece.part(bounds)))
    }
}

/// The regions that are joined to others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Join {
    /// All regions: the map becomes connected.
    #[default]
    All,
    /// Regions smaller than 30 % of the largest; large ones may stay separate.
    Small,
    /// No regions.
    None,
}

impl Join {
    /// Returns the size from which two regions are not joined, if the largest has `largest` tiles.
    pub(crate) fn large(self, largest: u32) -> u32 {
        match self {
            Join::All => u32::MAX,
            Join::Small => (u64::from(largest) * SMALL_PERCENT).div_ceil(100) as u32,
            Join::None => 0,
        }
    }
}

/// Regions below this percentage of the largest are small.
const SMALL_PERCENT: u64 = 30;

/// Fills regions of fewer than `min_size` tiles (the largest always stays) and joins the rest as
/// requested, by the shortest straight tunnels.
pub(crate) fn tidy(floor: &mut BitGrid, min_size: u32, join: Join, cx: &mut Context<'_>) -> Result<(), Error> {
    if min_size > 1 {
        drop_lone_tiles(floor);
    }
    let mut labels = Labels::of(floor, cx)?;
    let largest = labels.sizes.iter().copied().max().unwrap_or(0);
    labels.drop_small(floor, min_size.min(largest));
    if join != Join::None && labels.regions > 1 {
        Tunnels::between(labels, join.large(largest)).dig(floor, cx)?;
    }
    Ok(())
}

/// Fills all regions but the largest; the first in a tie stays.
pub(crate) fn keep_largest(floor: &mut BitGrid) {
    let mut labels = Labels::free(floor);
    let largest = labels.flatten();
    labels.retain(floor, |root| root == largest);
}

/// Fills all regions that contain none of the cells.
pub(crate) fn keep_reached(floor: &mut BitGrid, from: impl IntoIterator<Item = Pos>) {
    let labels = Labels::free(floor);
    let ranks = ranks(floor);
    let mut reached = vec![false; labels.parents.len()];
    for pos in from.into_iter().filter(|&pos| floor.contains(pos)) {
        reached[labels.parents[labels.at(floor, &ranks, pos) as usize] as usize] = true;
    }
    labels.retain(floor, |root| reached[root as usize]);
}

/// Returns the number of the region of every cell, or `None` for a cell that is not floor.
pub(crate) fn regions_at(floor: &BitGrid, cells: &[Pos]) -> Vec<Option<u32>> {
    let labels = Labels::free(floor);
    let ranks = ranks(floor);
    let region = |pos: Pos| labels.parents[labels.at(floor, &ranks, pos) as usize];
    cells.iter().map(|&pos| floor.contains(pos).then(|| region(pos))).collect()
}

/// Returns true if there is at most one region.
pub(crate) fn is_one_piece(floor: &BitGrid) -> bool {
    Labels::free(floor).regions <= 1
}

/// Returns the first tile of every region, in reading order.
pub(crate) fn firsts(floor: &BitGrid) -> Vec<Pos> {
    if floor.is_empty() {
        return Vec::new();
    }
    let labels = Labels::free(floor);
    let mut firsts = Vec::with_capacity(labels.regions);
    let mut met = vec![false; labels.parents.len()];
    for y in 0..floor.size().height {
        let runs = labels.rows[y as usize] as usize..labels.rows[y as usize + 1] as usize;
        for ((x, _), &label) in floor.runs(y).zip(&labels.runs[runs]) {
            let root = labels.parents[label as usize] as usize;
            if !std::mem::replace(&mut met[root], true) {
                firsts.push(Pos::new(x, y));
            }
        }
    }
    firsts
}

/// Fills regions of a single tile, 64 tiles at a time, unless there are no others. Noise has many
/// of them.
fn drop_lone_tiles(floor: &mut BitGrid) {
    let height = floor.size().height;
    let stride = floor.row(0).len();
    let mut company = BitGrid::new(floor.size());
    let mut any = 0;
    for y in 0..height {
        for i in 0..stride {
            let word = |y: i32, i: usize| {
                if y < 0 || y >= height { 0 } else { floor.row(y).get(i).copied().unwrap_or(0) }
            };
            let (here, left, right) = (word(y, i), word(y, i.wrapping_sub(1)), word(y, i + 1));
            let beside = here << 1 | left >> 63 | here >> 1 | right << 63;
            let kept = here & (beside | word(y - 1, i) | word(y + 1, i));
            company.row_mut(y)[i] = kept;
            any |= kept;
        }
    }
    if any != 0 {
        *floor = company;
    }
}

/// Returns the sizes of the regions, found by flooding one after the other: a reference for tests
/// that uses nothing else of this module.
#[cfg(test)]
pub(crate) fn flooded(floor: &BitGrid) -> Vec<usize> {
    let mut rest = floor.clone();
    let mut sizes = Vec::new();
    loop {
        let Some(start) = rest.iter().next() else { return sizes };
        let region = rest.flood(start);
        sizes.push(region.count());
        rest.subtract(&region);
    }
}

#[cfg(test)]
mod tests {
    use super::flooded as regions;
    use super::*;
    use crate::base::grid::{Rect, Size};
    use crate::base::rng::Seed;
    use crate::map::Map;

    fn floor(text: &str) -> BitGrid {
        Map::from_ascii(text).unwrap().walkable()
    }

    fn tidied(floor: &mut BitGrid, min_size: u32, join: Join) {
        super::tidy(floor, min_size, join, &mut Context::new(Seed::new(1))).unwrap();
    }

    #[test]
    fn small_regions_are_filled() {
        let mut cave = floor("\n########\n#..#...#\n#.##...#\n###.####\n########");
        tidied(&mut cave, 3, Join::None);
        assert_eq!(cave, floor("\n########\n#..#...#\n#.##...#\n########\n########"));
    }

    #[test]
    fn the_largest_region_stays_however_small() {
        let mut cave = floor("\n#####\n#.#.#\n#.###\n#####");
        tidied(&mut cave, 10, Join::All);
        assert_eq!(cave, floor("\n#####\n#.###\n#.###\n#####"));
    }

    #[test]
    fn one_region_is_kept_or_those_that_are_reached() {
        let mut rng = Seed::new(6).rng();
        for _ in 0..100 {
            let size = Size::new(rng.range(1, 200), rng.range(1, 30));
            let percent = rng.range(1, 100) as u32;
            let noise = BitGrid::from_fn(size, |_| rng.percent(percent));
            let sizes = regions(&noise);
            assert_eq!(is_one_piece(&noise), sizes.len() <= 1);
            let mut largest = noise.clone();
            keep_largest(&mut largest);
            assert_eq!(regions(&largest), sizes.iter().max().copied().into_iter().collect::<Vec<_>>());
            let from: Vec<Pos> = (0..3).map(|_| Pos::new(rng.range(-1, 200), rng.range(-1, 30))).collect();
            let mut reached = noise.clone();
            keep_reached(&mut reached, from.iter().copied());
            let mut expected = BitGrid::new(size);
            from.iter().for_each(|&pos| expected |= &noise.flood(pos));
            assert_eq!(reached, expected);
        }
        let mut twins = floor("\n#####\n#.#.#\n#.#.#\n#####");
        keep_largest(&mut twins);
        assert_eq!(twins, floor("\n#####\n#.###\n#.###\n#####"), "the first of equals");
    }

    #[test]
    fn the_thinnest_wall_is_broken() {
        let mut cave = floor("\n###########\n#...###...#\n#...###...#\n#....##...#\n###########");
        tidied(&mut cave, 1, Join::All);
        assert_eq!(cave, floor("\n###########\n#...###...#\n#...###...#\n#.........#\n###########"));
    }

    #[test]
    fn corners_and_columns_are_joined_too() {
        let mut cave = floor("\n######\n#..###\n###..#\n######\n######\n#....#\n######");
        tidied(&mut cave, 1, Join::All);
        assert_eq!(regions(&cave).len(), 1);
        assert_eq!(cave.count(), 8 + 1 + 2);
    }

    #[test]
    fn regions_that_never_face_each_other_are_joined_by_a_bend() {
        let mut cave = floor("\n#######\n#.#####\n#######\n###.###\n#######\n#####.#\n#######");
        tidied(&mut cave, 1, Join::All);
        assert_eq!(regions(&cave).len(), 1);
    }

    #[test]
    fn small_regions_that_never_face_another_are_joined_all_the_same() {
        let mut cave = floor("\n#########\n#....####\n#....####\n#########\n#######.#\n#########");
        tidied(&mut cave, 1, Join::Small);
        assert_eq!(regions(&cave).len(), 1);
    }

    #[test]
    fn large_regions_may_stay_apart() {
        let text = "\n##############\n#.....##.....#\n#.....##.....#\n####.#########\n###.##########\n##############";
        let mut cave = floor(text);
        tidied(&mut cave, 1, Join::Small);
        assert_eq!(regions(&cave).len(), 2);
    }

    #[test]
    fn any_noise_ends_up_in_one_piece() {
        let mut rng = Seed::new(5).rng();
        for round in 0..400 {
            let size = Size::new(rng.range(1, 90), rng.range(1, 30));
            let percent = rng.range(1, 70) as u32;
            let inside = size.rect().grown(-1);
            let noise = BitGrid::from_fn(size, |pos| inside.contains(pos) && rng.percent(percent));
            for join in [Join::All, Join::Small, Join::None] {
                for min_size in [1, 4, 10] {
                    let mut cave = noise.clone();
                    tidied(&mut cave, min_size, join);
                    let sizes = regions(&cave);
                    assert!(cave.iter().all(|pos| inside.contains(pos)));
                    let largest = regions(&noise).into_iter().max().unwrap_or(0);
                    if join == Join::All {
                        let one = usize::from(!noise.is_empty());
                        assert_eq!(sizes.len(), one, "round {round}, {min_size}: {cave:?}");
                    }
                    assert!(sizes.iter().all(|&size| size >= largest.min(min_size as usize)));
                    if join == Join::Small && sizes.len() > 1 {
                        assert!(sizes.iter().all(|&size| size * 100 >= largest * 30), "{sizes:?} of {largest}");
                    }
                }
            }
        }
        let mut empty = BitGrid::new(Size::new(5, 5));
        tidied(&mut empty, 1, Join::All);
        assert!(empty.is_empty());
        let mut full = BitGrid::new(Size::new(70, 3));
        full.fill_rect(Rect::new(0, 0, 70, 3), true);
        tidied(&mut full, 1, Join::All);
        assert_eq!(full.count(), 210);
    }
}
