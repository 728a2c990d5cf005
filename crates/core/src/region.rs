//! Regions: parts of the floor in one piece. Finding them, filling the small ones, joining the rest.
//!
//! Everything works on horizontal runs of floor, not on cells, and keeps one number a run: a map of 16 million tiles needs
//! about ten megabytes here, where a label a cell would need sixty-four.

use crate::bits::{BitGrid, Runs, set_span};
use crate::grid::Pos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which regions are joined to others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Join {
    /// All of them: the map ends up in one piece.
    #[default]
    All,
    /// Those smaller than 30 % of the largest; large ones may stay apart.
    Small,
    /// None of them.
    None,
}

/// Regions under this share of the largest are small.
const SMALL_PERCENT: u64 = 30;

/// Fills regions of fewer than `min_size` tiles (the largest stays in any case) and joins the rest as asked, by the
/// shortest straight tunnels.
pub(crate) fn tidy(floor: &mut BitGrid, min_size: u32, join: Join) {
    let labels = Labels::of(floor);
    let largest = labels.roots().map(|root| labels.sizes[root as usize]).max().unwrap_or(0);
    let min_size = min_size.min(largest);
    Tidy {
        labels,
        floor,
        min_size,
        join,
        large: (u64::from(largest) * SMALL_PERCENT).div_ceil(100) as u32,
        later: Vec::new(),
    }
    .run();
}

/// A label for every run, labels of one region sharing a root.
struct Labels {
    /// The label of every run, in reading order.
    runs: Vec<u32>,
    /// Union-find: each label's parent, a smaller label or itself.
    parents: Vec<u32>,
    /// Tiles in the region, right at its root.
    sizes: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Run {
    start: i32,
    end: i32,
    label: u32,
}

/// Past the end of every row, so that walking along a row needs no check.
const END: Run = Run { start: i32::MAX, end: i32::MAX, label: 0 };

impl Labels {
    fn of(floor: &BitGrid) -> Labels {
        let size = floor.size();
        let guess = size.area() / 6;
        let mut labels = Labels { runs: Vec::with_capacity(guess), parents: Vec::new(), sizes: Vec::new() };
        let (mut above, mut here) = (vec![END], Vec::new());
        for y in 0..size.height {
            here.clear();
            let mut at = 0;
            for (start, end) in Runs::new(floor.row(y), size.width) {
                while above[at].end <= start {
                    at += 1;
                }
                let label = if above[at].start < end {
                    let mut label = labels.find(above[at].label);
                    while above[at + 1].start < end {
                        at += 1;
                        label = labels.union(label, above[at].label);
                    }
                    label
                } else {
                    labels.parents.push(labels.parents.len() as u32);
                    labels.sizes.push(0);
                    labels.parents.len() as u32 - 1
                };
                labels.sizes[label as usize] += (end - start) as u32;
                labels.runs.push(label);
                here.push(Run { start, end, label });
            }
            here.push(END);
            std::mem::swap(&mut above, &mut here);
        }
        labels
    }

    fn roots(&self) -> impl Iterator<Item = u32> {
        (0..self.parents.len() as u32).filter(|&label| self.parents[label as usize] == label)
    }

    #[inline]
    fn find(&mut self, mut label: u32) -> u32 {
        loop {
            let parent = self.parents[label as usize];
            if parent == label {
                return label;
            }
            let next = self.parents[parent as usize];
            self.parents[label as usize] = next;
            label = next;
        }
    }

    /// Makes one region of two; the label that came first in reading order stands for both.
    #[inline]
    fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return a;
        }
        let (root, other) = (a.min(b), a.max(b));
        self.parents[other as usize] = root;
        self.sizes[root as usize] += self.sizes[other as usize];
        root
    }
}

/// A straight tunnel that would join two regions.
struct Tunnel {
    length: i32,
    from: Pos,
    across: bool,
    regions: [u32; 2],
}

/// The last run of floor seen in a column, above the current row.
#[derive(Clone, Copy)]
struct Seen {
    y: i32,
    label: u32,
}

struct Tidy<'a> {
    labels: Labels,
    floor: &'a mut BitGrid,
    min_size: u32,
    join: Join,
    /// Regions of this size and more are large.
    large: u32,
    /// Tunnels of more than one tile: those of one are dug when they are met.
    later: Vec<Tunnel>,
}

impl Tidy<'_> {
    /// One pass from top to bottom: small regions are filled, and between regions that face each other along a row, along
    /// a column or across a corner tunnels of one tile are dug at once and longer ones remembered. Then those are dug from
    /// the shortest up, wherever their ends are still apart (Kruskal). What no straight tunnel reaches gets a bent one.
    fn run(mut self) {
        let size = self.floor.size();
        let mut columns = vec![Seen { y: -1, label: 0 }; if self.join == Join::None { 0 } else { size.width as usize + 1 }];
        let mut row = Vec::new();
        let mut next_run = 0;
        for y in 0..size.height {
            row.clear();
            row.extend_from_slice(self.floor.row(y));
            let mut before: Option<(i32, u32)> = None;
            for (start, end) in Runs::new(&row, size.width) {
                let label = self.labels.find(self.labels.runs[next_run]);
                next_run += 1;
                if self.labels.sizes[label as usize] < self.min_size {
                    set_span(self.floor.row_mut(y), start, end, false);
                    continue;
                }
                if self.join == Join::None {
                    continue;
                }
                if let Some((past, other)) = before.filter(|(_, other)| *other != label) {
                    self.meet(start - past, Pos::new(past, y), true, other, label);
                }
                self.look_up(&mut columns, y, start, end, label);
                before = Some((end, label));
            }
        }
        self.later.sort_by_key(|tunnel| tunnel.length);
        for tunnel in std::mem::take(&mut self.later) {
            self.dig_if_apart(&tunnel);
        }
        let apart = |labels: &Labels| labels.roots().filter(|&root| labels.sizes[root as usize] >= self.min_size).count();
        if self.join == Join::All && apart(&self.labels) > 1 {
            bend(self.floor);
        }
    }

    /// Meets the regions above a run, and leaves the run for the rows below to see.
    #[inline]
    fn look_up(&mut self, columns: &mut [Seen], y: i32, start: i32, end: i32, label: u32) {
        // Across its corners: one tile above the run's own end joins them.
        let corners = [(start - 1, start), (end, end - 1)];
        for (column, above) in corners {
            // Left of the first column there is nobody; right of the last one stands an empty one.
            let Some(&seen) = columns.get(column as usize) else { continue };
            if seen.y == y - 1 && y > 0 && seen.label != label {
                self.meet(1, Pos::new(above, y - 1), false, seen.label, label);
            }
        }
        let mut last = label;
        for x in start..end {
            let seen = columns[x as usize];
            if seen.label != last && seen.y >= 0 && seen.y < y - 1 {
                last = seen.label;
                self.meet(y - 1 - seen.y, Pos::new(x, seen.y + 1), false, seen.label, label);
            }
        }
        columns[start as usize..end as usize].fill(Seen { y, label });
    }

    #[inline]
    fn meet(&mut self, length: i32, from: Pos, across: bool, a: u32, b: u32) {
        let regions = [self.labels.find(a), self.labels.find(b)];
        if regions[0] == regions[1] {
            return;
        }
        let tunnel = Tunnel { length, from, across, regions };
        if length == 1 {
            self.dig_if_apart(&tunnel);
        } else if self.later.last().is_none_or(|last| last.regions != regions || last.length > length) {
            self.later.push(tunnel);
        }
    }

    fn dig_if_apart(&mut self, tunnel: &Tunnel) {
        let [a, b] = tunnel.regions.map(|region| self.labels.find(region));
        let large = |root: u32| self.labels.sizes[root as usize] >= self.large;
        if a == b || (self.join == Join::Small && large(a) && large(b)) {
            return;
        }
        let Pos { x, y } = tunnel.from;
        if tunnel.across {
            set_span(self.floor.row_mut(y), x, x + tunnel.length, true);
        } else {
            (y..y + tunnel.length).for_each(|y| self.floor.insert(Pos::new(x, y)));
        }
        self.labels.union(a, b);
    }
}

/// Joins regions that share no row and no column: each to the one before it, from first tile to first tile.
fn bend(floor: &mut BitGrid) {
    let mut labels = Labels::of(floor);
    let mut firsts: Vec<(u32, Pos)> = Vec::new();
    let mut next_run = 0;
    for y in 0..floor.size().height {
        for (start, _) in floor.runs(y) {
            let root = labels.find(labels.runs[next_run]);
            next_run += 1;
            // The root of a region is the label of its first run, so reading order meets them in order.
            if firsts.last().is_none_or(|(last, _)| *last < root) {
                firsts.push((root, Pos::new(start, y)));
            }
        }
    }
    for pair in firsts.windows(2) {
        let (from, to) = (pair[0].1, pair[1].1);
        (from.y..=to.y).for_each(|y| floor.insert(Pos::new(from.x, y)));
        set_span(floor.row_mut(to.y), from.x.min(to.x), from.x.max(to.x) + 1, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Rect, Size};
    use crate::map::Map;
    use crate::rng::Seed;

    fn floor(text: &str) -> BitGrid {
        Map::from_ascii(text).unwrap().walkable()
    }

    /// Regions counted by flooding, one after the other.
    fn regions(floor: &BitGrid) -> Vec<usize> {
        let mut rest = floor.clone();
        let mut sizes = Vec::new();
        loop {
            let Some(start) = rest.iter().next() else { return sizes };
            let region = rest.flood(start);
            sizes.push(region.count());
            rest.subtract(&region);
        }
    }

    #[test]
    fn small_regions_are_filled() {
        let mut cave = floor("\n########\n#..#...#\n#.##...#\n###.####\n########");
        tidy(&mut cave, 3, Join::None);
        assert_eq!(cave, floor("\n########\n#..#...#\n#.##...#\n########\n########"));
    }

    #[test]
    fn the_largest_region_stays_however_small() {
        let mut cave = floor("\n#####\n#.#.#\n#.###\n#####");
        tidy(&mut cave, 10, Join::All);
        assert_eq!(cave, floor("\n#####\n#.###\n#.###\n#####"));
    }

    #[test]
    fn the_thinnest_wall_is_broken() {
        let mut cave = floor("\n###########\n#...###...#\n#...###...#\n#....##...#\n###########");
        tidy(&mut cave, 1, Join::All);
        assert_eq!(cave, floor("\n###########\n#...###...#\n#...###...#\n#.........#\n###########"));
    }

    #[test]
    fn corners_and_columns_are_joined_too() {
        let mut cave = floor("\n######\n#..###\n###..#\n######\n######\n#....#\n######");
        tidy(&mut cave, 1, Join::All);
        assert_eq!(regions(&cave).len(), 1);
        assert_eq!(cave.count(), 8 + 1 + 2);
    }

    #[test]
    fn regions_that_never_face_each_other_are_joined_by_a_bend() {
        let mut cave = floor("\n#######\n#.#####\n#######\n###.###\n#######\n#####.#\n#######");
        tidy(&mut cave, 1, Join::All);
        assert_eq!(regions(&cave).len(), 1);
    }

    #[test]
    fn large_regions_may_stay_apart() {
        let text = "\n##############\n#.....##.....#\n#.....##.....#\n####.#########\n###.##########\n##############";
        let mut cave = floor(text);
        tidy(&mut cave, 1, Join::Small);
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
                    tidy(&mut cave, min_size, join);
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
        tidy(&mut empty, 1, Join::All);
        assert!(empty.is_empty());
        let mut full = BitGrid::new(Size::new(70, 3));
        full.fill_rect(Rect::new(0, 0, 70, 3), true);
        tidy(&mut full, 1, Join::All);
        assert_eq!(full.count(), 210);
    }
}
