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
    if min_size > 1 {
        drop_lone_tiles(floor);
    }
    let mut labels = Labels::of(floor);
    let largest = labels.sizes.iter().copied().max().unwrap_or(0);
    labels.drop_small(floor, min_size.min(largest));
    if join != Join::None && labels.regions > 1 {
        let large = (u64::from(largest) * SMALL_PERCENT).div_ceil(100) as u32;
        Tunnels { labels, large: if join == Join::Small { large } else { u32::MAX }, dug: Vec::new() }.dig(floor, join);
    }
}

/// Fills regions of a single tile, 64 tiles at a time, unless there are no others: noise has many of them.
fn drop_lone_tiles(floor: &mut BitGrid) {
    let height = floor.size().height;
    let stride = floor.row(0).len();
    let mut company = BitGrid::new(floor.size());
    let mut any = 0;
    for y in 0..height {
        for i in 0..stride {
            let word = |y: i32, i: usize| if y < 0 || y >= height { 0 } else { floor.row(y).get(i).copied().unwrap_or(0) };
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

/// A region for every run of floor; regions that were joined later share a root.
struct Labels {
    /// The region of every run, in reading order. Regions are numbered in the order in which reading meets them.
    runs: Vec<u32>,
    /// Where each row begins in `runs`, and where the last one ends.
    rows: Vec<u32>,
    /// Union-find over regions: each one's parent, a smaller number or itself.
    parents: Vec<u32>,
    /// Tiles in the region, right at its root.
    sizes: Vec<u32>,
    /// How many regions there are, once small ones are dropped.
    regions: usize,
}

impl Labels {
    fn of(floor: &BitGrid) -> Labels {
        let mut labels = Labels {
            runs: Vec::with_capacity(floor.size().area() / 6),
            rows: Vec::with_capacity(floor.size().height as usize + 1),
            parents: Vec::new(),
            sizes: Vec::with_capacity(floor.size().area() / 50),
            regions: 0,
        };
        labels.link_runs(floor);
        labels.name_regions(floor);
        labels
    }

    /// Links runs that touch from row to row; for now `runs` holds each run's parent, an earlier run or itself.
    ///
    /// Where two runs touch, their overlap is one stretch of cells, so the starts of overlaps are all there is to look at.
    /// Which runs they belong to is counted from the starts of runs before them: no search and hardly a branch.
    fn link_runs(&mut self, floor: &BitGrid) {
        let none = vec![0; floor.row(0).len()];
        let mut up: &[u64] = &none;
        let mut first_up = 0;
        for y in 0..floor.size().height {
            let here = floor.row(y);
            let first_here = self.runs.len() as u32;
            self.rows.push(first_here);
            let mut last = 0;
            let mut count = 0;
            for &word in here {
                count += (word & !(word << 1 | last)).count_ones();
                last = word >> 63;
            }
            self.runs.extend(first_here..first_here + count);
            // How many runs of each row begin before the current word; overlaps counted from 1.
            let (mut before_up, mut before_here) = (first_up, first_here);
            let (mut last_up, mut last_here) = (0, 0);
            for (&up, &here) in up.iter().zip(here) {
                let starts_up = up & !(up << 1 | last_up);
                let starts_here = here & !(here << 1 | last_here);
                let both = up & here;
                let mut overlaps = both & !(both << 1 | last_up & last_here);
                while overlaps != 0 {
                    let upto = overlaps ^ (overlaps - 1);
                    overlaps &= overlaps - 1;
                    let a = find(&mut self.runs, before_up + (starts_up & upto).count_ones() - 1);
                    let b = find(&mut self.runs, before_here + (starts_here & upto).count_ones() - 1);
                    self.runs[a.max(b) as usize] = a.min(b);
                }
                before_up += starts_up.count_ones();
                before_here += starts_here.count_ones();
                (last_up, last_here) = (up >> 63, here >> 63);
            }
            up = here;
            first_up = first_here;
        }
        self.rows.push(self.runs.len() as u32);
    }

    /// Turns parents into regions and measures them.
    fn name_regions(&mut self, floor: &BitGrid) {
        let mut run = 0;
        for y in 0..floor.size().height {
            for (start, end) in floor.runs(y) {
                let parent = self.runs[run];
                // An earlier run has its region's name by now.
                let region = if parent as usize == run {
                    self.sizes.push(0);
                    self.sizes.len() as u32 - 1
                } else {
                    self.runs[parent as usize]
                };
                self.runs[run] = region;
                self.sizes[region as usize] += (end - start) as u32;
                run += 1;
            }
        }
        self.regions = self.sizes.len();
        self.parents = (0..self.sizes.len() as u32).collect();
    }

    /// Fills regions under this size and forgets their runs.
    fn drop_small(&mut self, floor: &mut BitGrid, min_size: u32) {
        self.regions = self.sizes.iter().filter(|&&size| size >= min_size).count();
        if self.regions == self.sizes.len() {
            return;
        }
        let size = floor.size();
        let mut row = Vec::with_capacity(floor.row(0).len());
        let (mut read, mut kept) = (0, 0);
        for y in 0..size.height {
            self.rows[y as usize] = kept as u32;
            row.clear();
            row.extend_from_slice(floor.row(y));
            let cleaned = floor.row_mut(y);
            for (start, end) in Runs::new(&row, size.width) {
                let region = self.runs[read];
                read += 1;
                self.runs[kept] = region;
                let keep = self.sizes[region as usize] >= min_size;
                kept += usize::from(keep);
                let (first, last) = (start as usize / 64, (end as usize - 1) / 64);
                if first == last {
                    let mask = u64::MAX >> (64 - (end - start)) << (start % 64);
                    cleaned[first] &= !mask | u64::from(keep).wrapping_neg();
                } else if !keep {
                    set_span(cleaned, start, end, false);
                }
            }
        }
        self.runs.truncate(kept);
        self.rows[size.height as usize] = kept as u32;
    }

    /// The region of the run that holds this cell of the floor.
    fn at(&self, floor: &BitGrid, pos: Pos) -> u32 {
        let row = floor.row(pos.y);
        let (word, bit) = (pos.x as usize / 64, pos.x as usize % 64);
        let mut before = 0;
        let mut rank = 0;
        for &word in &row[..word] {
            rank += (word & !(word << 1 | before)).count_ones();
            before = word >> 63;
        }
        rank += (row[word] & !(row[word] << 1 | before) & u64::MAX >> (63 - bit)).count_ones();
        self.runs[(self.rows[pos.y as usize] + rank) as usize - 1]
    }

    #[inline]
    fn find(&mut self, region: u32) -> u32 {
        find(&mut self.parents, region)
    }

    /// Makes one region of two; the one that came first in reading order stands for both.
    #[inline]
    fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            let (root, other) = (a.min(b), a.max(b));
            self.parents[other as usize] = root;
            self.sizes[root as usize] += self.sizes[other as usize];
        }
    }

    /// Points every region right at its root; returns the root of the largest.
    fn flatten(&mut self) -> u32 {
        for region in 0..self.parents.len() {
            self.parents[region] = self.parents[self.parents[region] as usize];
        }
        let roots = (0..self.parents.len() as u32).filter(|&region| self.parents[region as usize] == region);
        roots.max_by_key(|&root| (self.sizes[root as usize], std::cmp::Reverse(root))).unwrap_or(0)
    }
}

/// The root of an item, with the way there halved for the next time.
#[inline]
pub(crate) fn find(parents: &mut [u32], mut item: u32) -> u32 {
    loop {
        let parent = parents[item as usize];
        if parent == item {
            return item;
        }
        let next = parents[parent as usize];
        parents[item as usize] = next;
        item = next;
    }
}

#[derive(Clone, Copy)]
struct Run {
    start: i32,
    end: i32,
    region: u32,
}

/// A straight tunnel that would join two regions.
struct Tunnel {
    length: i32,
    from: Pos,
    across: bool,
    regions: [u32; 2],
}

/// Joins regions, shortest tunnels first (Kruskal). The floor is not touched before all tunnels are known, so that every
/// cell can be traced to its run.
struct Tunnels {
    labels: Labels,
    /// Two regions of this size and more are not joined.
    large: u32,
    dug: Vec<Tunnel>,
}

impl Tunnels {
    fn dig(mut self, floor: &mut BitGrid, join: Join) {
        self.through_thin_walls(floor);
        if self.labels.regions > 1 {
            self.through_thick_walls(floor);
        }
        for Tunnel { length, from: Pos { x, y }, across, .. } in self.dug {
            if across {
                set_span(floor.row_mut(y), x, x + length, true);
            } else {
                (y..y + length).for_each(|y| floor.insert(Pos::new(x, y)));
            }
        }
        if join == Join::All && self.labels.regions > 1 {
            bend(floor);
        }
    }

    /// Digs where one tile of rock parts two regions, in reading order.
    ///
    /// 64 tiles at a time, rock is passed over whose open neighbours hang together right around it: few tiles remain to
    /// be looked at one by one.
    fn through_thin_walls(&mut self, floor: &BitGrid) {
        let height = floor.size().height;
        let none = vec![0; floor.row(0).len()];
        let row = |y: i32| if y < 0 || y >= height { &none } else { floor.row(y) };
        for y in 0..height {
            let (up, here, down) = (row(y - 1), row(y), row(y + 1));
            let first = |y: i32| self.labels.rows[y.clamp(0, height) as usize];
            // How many runs begin before the current word, counted over the whole map.
            let (mut above, mut beside, mut below) = (first(y - 1), first(y), first(y + 1));
            for i in 0..here.len() {
                let word = |row: &[u64], i: usize| row.get(i).copied().unwrap_or(0);
                let left = |row: &[u64]| row[i] << 1 | word(row, i.wrapping_sub(1)) >> 63;
                let right = |row: &[u64]| row[i] >> 1 | word(row, i + 1) << 63;
                let (n, s, w, e) = (up[i], down[i], left(here), right(here));
                let (nw, ne, sw, se) = (left(up), right(up), left(down), right(down));
                let starts = |row: &[u64]| row[i] & !left(row);
                let (starts_up, starts_here, starts_down) = (starts(up), starts(here), starts(down));
                let corners = n & e & !ne | e & s & !se | s & w & !sw | w & n & !nw;
                let around = |side: u64, a: u64, b: u64| side & a & b;
                let upright = n & s & !around(e, ne, se) & !around(w, nw, sw);
                let level = w & e & !around(n, nw, ne) & !around(s, sw, se);
                let mut rock = !here[i] & (corners | upright | level);
                while rock != 0 {
                    let bit = rock.trailing_zeros();
                    rock &= rock - 1;
                    let upto = u64::MAX >> (63 - bit);
                    let before = beside + (starts_here & upto).count_ones();
                    let has = |side: u64| side >> bit & 1 == 1;
                    let runs = [
                        (has(n), above + (starts_up & upto).count_ones()),
                        (has(w), before),
                        (has(e), before + 1),
                        (has(s), below + (starts_down & upto).count_ones()),
                    ];
                    self.open(Pos::new(i as i32 * 64 + bit as i32, y), runs);
                }
                above += starts_up.count_ones();
                beside += starts_here.count_ones();
                below += starts_down.count_ones();
            }
        }
    }

    /// Opens one tile between these runs, if that joins anything; runs are counted from 1.
    #[inline]
    fn open(&mut self, pos: Pos, runs: [(bool, u32); 4]) {
        let mut first = None;
        for (open, run) in runs {
            if open {
                let region = self.labels.runs[run as usize - 1];
                match first {
                    None => first = Some(region),
                    Some(other) if other == region => {}
                    Some(other) => {
                        let regions = [other, region];
                        self.join(Tunnel { length: 1, from: pos, across: true, regions });
                    }
                }
            }
        }
    }

    #[inline]
    fn join(&mut self, tunnel: Tunnel) {
        let [a, b] = tunnel.regions.map(|region| self.labels.find(region));
        if a != b && self.labels.sizes[a as usize].min(self.labels.sizes[b as usize]) < self.large {
            self.labels.union(a, b);
            self.labels.regions -= 1;
            self.dug.push(tunnel);
        }
    }

    /// Every region but the largest looks along rows and columns for the nearest other one; those tunnels are dug, the
    /// shortest first, and the regions that are left look again (Borůvka).
    fn through_thick_walls(&mut self, floor: &BitGrid) {
        let mut lookouts = self.lookouts(floor);
        let mut nearest: Vec<Option<Tunnel>> = Vec::new();
        nearest.resize_with(self.labels.parents.len(), || None);
        loop {
            for lookout in &lookouts {
                self.look_around(floor, lookout, &mut nearest);
            }
            let mut found: Vec<Tunnel> = Vec::new();
            for lookout in &lookouts {
                let root = self.labels.find(lookout.run.region);
                found.extend(nearest[root as usize].take());
            }
            found.sort_by_key(|tunnel| tunnel.length);
            let before = self.labels.regions;
            found.into_iter().for_each(|tunnel| self.join(tunnel));
            if self.labels.regions <= 1 || self.labels.regions == before {
                return;
            }
            let largest = self.labels.flatten();
            lookouts.retain(|lookout| self.labels.parents[lookout.run.region as usize] != largest);
        }
    }

    /// The runs of every region but the largest.
    fn lookouts(&mut self, floor: &BitGrid) -> Vec<Lookout> {
        let size = floor.size();
        let largest = self.labels.flatten();
        let mut lookouts: Vec<Lookout> = Vec::new();
        let mut index = 0;
        for y in 0..size.height {
            let mut before: Option<Run> = None;
            let mut waiting = None;
            for (start, end) in Runs::new(floor.row(y), size.width) {
                let run = Run { start, end, region: self.labels.runs[index] };
                index += 1;
                if let Some(lookout) = waiting.take().and_then(|at: usize| lookouts.get_mut(at)) {
                    lookout.right = Some(run);
                }
                if self.labels.parents[run.region as usize] != largest {
                    waiting = Some(lookouts.len());
                    lookouts.push(Lookout { y, run, left: before, right: None });
                }
                before = Some(run);
            }
        }
        lookouts
    }

    /// Notes the nearest other region that this run sees, if it is nearer than what its region has seen so far.
    fn look_around(&mut self, floor: &BitGrid, lookout: &Lookout, nearest: &mut [Option<Tunnel>]) {
        let Lookout { y, run, left, right } = *lookout;
        let root = self.labels.find(run.region);
        let mut best = nearest[root as usize].as_ref().map_or(i32::MAX, |tunnel| tunnel.length);
        let mut see = |length: i32, from: Pos, across: bool, other: u32, labels: &mut Labels| {
            if length < best && labels.find(other) != root {
                best = length;
                nearest[root as usize] = Some(Tunnel { length, from, across, regions: [other, root] });
            }
            best
        };
        if let Some(left) = left {
            see(run.start - left.end, Pos::new(left.end, y), true, left.region, &mut self.labels);
        }
        if let Some(right) = right {
            see(right.start - run.end, Pos::new(run.end, y), true, right.region, &mut self.labels);
        }
        let mut reach = see(i32::MAX, Pos::new(0, 0), true, root, &mut self.labels);
        for x in run.start..run.end {
            let open = |y: &i32| floor.contains(Pos::new(x, *y));
            // Only as far as a tunnel would be shorter than the best.
            let top = y.saturating_sub(reach).max(0);
            if let Some(above) = (top..y).rev().find(open).filter(|&above| above < y - 1) {
                let other = self.labels.at(floor, Pos::new(x, above));
                reach = see(y - 1 - above, Pos::new(x, above + 1), false, other, &mut self.labels);
            }
            let bottom = y.saturating_add(reach).min(floor.size().height - 1);
            if let Some(below) = (y + 1..=bottom).find(open).filter(|&below| below > y + 1) {
                let other = self.labels.at(floor, Pos::new(x, below));
                reach = see(below - y - 1, Pos::new(x, y + 1), false, other, &mut self.labels);
            }
        }
    }
}

/// A run that looks for other regions, with its neighbours in the row.
struct Lookout {
    y: i32,
    run: Run,
    left: Option<Run>,
    right: Option<Run>,
}

/// Joins regions that share no row and no column: each to the one before it, from first tile to first tile.
fn bend(floor: &mut BitGrid) {
    let labels = Labels::of(floor);
    let mut firsts: Vec<Pos> = Vec::new();
    let mut next_run = 0;
    for y in 0..floor.size().height {
        for (start, _) in floor.runs(y) {
            // Regions are numbered in the order in which reading meets them.
            if labels.runs[next_run] as usize == firsts.len() {
                firsts.push(Pos::new(start, y));
            }
            next_run += 1;
        }
    }
    for pair in firsts.windows(2) {
        let (from, to) = (pair[0], pair[1]);
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
