//! Regions: parts of the floor in one piece. Finding them, filling the small ones, joining the rest.
//!
//! Everything works on horizontal runs of floor, not on cells, and keeps one number a run: a map of 16 million tiles needs
//! about ten megabytes here, where a label a cell would need sixty-four.

use crate::bits::{BitGrid, set_span};
use crate::error::Error;
use crate::generator::Context;
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
pub(crate) fn tidy(floor: &mut BitGrid, min_size: u32, join: Join, cx: &mut Context<'_>) -> Result<(), Error> {
    if min_size > 1 {
        drop_lone_tiles(floor);
    }
    let mut labels = Labels::of(floor, cx)?;
    let largest = labels.sizes.iter().copied().max().unwrap_or(0);
    labels.drop_small(floor, min_size.min(largest));
    if join != Join::None && labels.regions > 1 {
        let large = (u64::from(largest) * SMALL_PERCENT).div_ceil(100) as u32;
        Tunnels { labels, large: if join == Join::Small { large } else { u32::MAX }, dug: Vec::new() }
            .dig(floor, cx)?;
    }
    Ok(())
}

/// Fills regions of a single tile, 64 tiles at a time, unless there are no others: noise has many of them.
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

/// A region for every run of floor. Labels that turned out to be one region share a root.
struct Labels {
    /// The label of every run, in reading order.
    runs: Vec<u32>,
    /// Where each row begins in `runs`, and where the last one ends.
    rows: Vec<u32>,
    /// Union-find over labels: each one's parent, a smaller label or itself.
    parents: Vec<u32>,
    /// Tiles in the region, right at its root.
    sizes: Vec<u32>,
    /// How many regions there are, once small ones are dropped.
    regions: usize,
}

/// A run without a label yet.
const NONE: u32 = u32::MAX;

impl Labels {
    /// Where two runs touch, their overlap is one stretch of cells, so the starts of overlaps are all there is to look at.
    /// Which runs they belong to is counted from the starts of runs before them: no search and hardly a branch.
    fn of(floor: &BitGrid, cx: &mut Context<'_>) -> Result<Labels, Error> {
        let guess = floor.size().area() / 6;
        let mut labels = Labels {
            runs: Vec::with_capacity(guess),
            rows: Vec::with_capacity(floor.size().height as usize + 1),
            parents: Vec::with_capacity(guess / 4),
            sizes: Vec::with_capacity(guess / 4),
            regions: 0,
        };
        let none = vec![0; floor.row(0).len()];
        let mut up: &[u64] = &none;
        let mut first_up = 0;
        for y in 0..floor.size().height {
            let here = floor.row(y);
            let first_here = labels.runs.len();
            labels.rows.push(first_here as u32);
            cx.spend(here.len() as u64)?;
            labels.runs.resize(first_here + count_runs(here), NONE);
            labels.link(up, here, first_up, first_here as u32);
            labels.finish_row(first_here, here);
            up = here;
            first_up = first_here as u32;
        }
        labels.rows.push(labels.runs.len() as u32);
        labels.flatten();
        Ok(labels)
    }

    /// Gives runs of a row the labels of the runs above that they touch.
    #[inline]
    fn link(&mut self, up: &[u64], here: &[u64], first_up: u32, first_here: u32) {
        // How many runs of each row begin before the current word, and the last cell of the word before.
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
                let above = self.runs[(before_up + (starts_up & upto).count_ones()) as usize - 1];
                let run = (before_here + (starts_here & upto).count_ones()) as usize - 1;
                let label = self.runs[run];
                if label == NONE {
                    self.runs[run] = above;
                } else if label != above {
                    self.union(label, above);
                }
            }
            before_up += starts_up.count_ones();
            before_here += starts_here.count_ones();
            (last_up, last_here) = (up >> 63, here >> 63);
        }
    }

    /// Gives the other runs of the row labels of their own, and measures all.
    #[inline]
    fn finish_row(&mut self, first: usize, row: &[u64]) {
        for_each_piece(row, first, |run, _, mask| {
            let label = &mut self.runs[run];
            if *label == NONE {
                *label = self.parents.len() as u32;
                self.parents.push(*label);
                self.sizes.push(0);
            }
            self.sizes[*label as usize] += mask.count_ones();
        });
    }

    /// Points every label right at its root, and moves sizes there; returns the root of the largest region.
    fn flatten(&mut self) -> u32 {
        let (mut largest, mut regions) = (0, 0);
        // Roots have the smallest label of their region, so going backwards sizes arrive before they are passed on.
        for label in (0..self.parents.len()).rev() {
            let parent = self.parents[label] as usize;
            if parent != label {
                self.sizes[parent] += std::mem::take(&mut self.sizes[label]);
            }
        }
        for label in 0..self.parents.len() {
            let root = self.parents[self.parents[label] as usize];
            self.parents[label] = root;
            // Regions that were dropped have no tiles.
            regions += usize::from(self.sizes[label] > 0);
            if self.sizes[label] > self.sizes[largest as usize] {
                largest = label as u32;
            }
        }
        self.regions = regions;
        largest
    }

    /// Fills regions under this size and forgets their runs. Labels must be flat.
    fn drop_small(&mut self, floor: &mut BitGrid, min_size: u32) {
        let large = self.sizes.iter().filter(|&&size| size >= min_size.max(1)).count();
        if large == self.regions {
            return;
        }
        self.regions = large;
        let (mut read, mut kept) = (0, 0);
        for y in 0..floor.size().height {
            let past = self.rows[y as usize + 1] as usize;
            self.rows[y as usize] = kept as u32;
            let row = floor.row_mut(y);
            for_each_piece_mut(row, read, |run, word, mask| {
                let root = self.parents[self.runs[run] as usize];
                let keep = self.sizes[root as usize] >= min_size;
                *word &= !mask | u64::from(keep).wrapping_neg();
            });
            for run in read..past {
                let root = self.parents[self.runs[run] as usize];
                self.runs[kept] = root;
                kept += usize::from(self.sizes[root as usize] >= min_size);
            }
            read = past;
        }
        self.runs.truncate(kept);
        self.rows[floor.size().height as usize] = kept as u32;
        self.sizes.iter_mut().filter(|size| **size < min_size).for_each(|size| *size = 0);
    }

    /// The region of the run that holds this cell of the floor.
    fn at(&self, floor: &BitGrid, ranks: &[u32], pos: Pos) -> u32 {
        let row = floor.row(pos.y);
        let (word, bit) = (pos.x as usize / 64, pos.x as usize % 64);
        let last = if word > 0 { row[word - 1] >> 63 } else { 0 };
        let starts = row[word] & !(row[word] << 1 | last) & u64::MAX >> (63 - bit);
        self.runs[(ranks[pos.y as usize * row.len() + word] + starts.count_ones()) as usize - 1]
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
            self.sizes[root as usize] += std::mem::take(&mut self.sizes[other as usize]);
        }
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

/// How many runs a row has.
#[inline]
fn count_runs(row: &[u64]) -> usize {
    let mut last = 0;
    let starts = row.iter().map(|&word| (word & !(word << 1 | std::mem::replace(&mut last, word >> 63))).count_ones());
    starts.sum::<u32>() as usize
}

/// For every word of the floor, how many runs begin before it on the whole map.
fn ranks(floor: &BitGrid) -> Vec<u32> {
    let mut ranks = Vec::with_capacity(floor.row(0).len() * floor.size().height as usize);
    let mut count = 0;
    for y in 0..floor.size().height {
        let mut last = 0;
        for &word in floor.row(y) {
            ranks.push(count);
            count += (word & !(word << 1 | last)).count_ones();
            last = word >> 63;
        }
    }
    ranks
}

/// Calls `visit(run, word, mask)` for the part of every run in every word of a row; runs are counted from `first`.
#[inline]
fn for_each_piece(row: &[u64], first: usize, mut visit: impl FnMut(usize, u64, u64)) {
    let mut next = first;
    let mut last = 0;
    for &word in row {
        pieces(word, last, &mut next, |run, mask| visit(run, word, mask));
        last = word >> 63;
    }
}

/// The same with words to write to.
#[inline]
fn for_each_piece_mut(row: &mut [u64], first: usize, mut visit: impl FnMut(usize, &mut u64, u64)) {
    let mut next = first;
    let mut last = 0;
    for target in row {
        let word = *target;
        pieces(word, last, &mut next, |run, mask| visit(run, target, mask));
        last = word >> 63;
    }
}

#[inline]
fn pieces(word: u64, last: u64, next: &mut usize, mut visit: impl FnMut(usize, u64)) {
    let mut starts = word & !(word << 1);
    // A run that comes over from the word before was counted there.
    let mut run = *next - (word & last) as usize;
    while starts != 0 {
        // Adding the lowest cell of a run carries through to its end: the cells that change are the run.
        let lowest = starts & starts.wrapping_neg();
        visit(run, word & (word ^ word.wrapping_add(lowest)));
        run += 1;
        starts ^= lowest;
    }
    *next = run;
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
    fn dig(mut self, floor: &mut BitGrid, cx: &mut Context<'_>) -> Result<(), Error> {
        self.through_thin_walls(floor);
        if self.labels.regions > 1 {
            self.through_thick_walls(floor, cx)?;
        }
        for Tunnel { length, from: Pos { x, y }, across, .. } in std::mem::take(&mut self.dug) {
            if across {
                set_span(floor.row_mut(y), x, x + length, true);
            } else {
                (y..y + length).for_each(|y| floor.insert(Pos::new(x, y)));
            }
        }
        let apart = |labels: &Labels| labels.sizes.iter().any(|&size| size > 0 && size < self.large);
        if self.labels.regions > 1 && apart(&self.labels) {
            bend(floor, self.large, cx)?;
        }
        Ok(())
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
        // Nearly always all neighbours are of one region. Found out without a branch for each of them: a neighbour that is
        // rock counts as the one before it, and the last open one comes before the first.
        let last = runs.iter().fold(0, |last, &(open, run)| if open { run } else { last });
        let mut run = last;
        let regions = runs.map(|(open, here)| {
            run = if open { here } else { run };
            self.labels.runs[run as usize - 1]
        });
        if regions.iter().all(|&region| region == regions[0]) {
            return;
        }
        for pair in regions.windows(2).filter(|pair| pair[0] != pair[1]) {
            self.join(Tunnel { length: 1, from: pos, across: true, regions: [pair[0], pair[1]] });
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
    fn through_thick_walls(&mut self, floor: &BitGrid, cx: &mut Context<'_>) -> Result<(), Error> {
        let largest = self.labels.flatten();
        let ranks = ranks(floor);
        let mut lookouts = self.lookouts(floor, largest);
        let mut nearest: Vec<Option<Tunnel>> = Vec::new();
        nearest.resize_with(self.labels.parents.len(), || None);
        loop {
            lookouts.iter().for_each(|lookout| self.look_aside(lookout, &mut nearest));
            for lookout in &lookouts {
                cx.spend(1)?;
                self.look_up_and_down(floor, &ranks, lookout, &mut nearest);
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
                return Ok(());
            }
            let largest = self.labels.find(largest);
            lookouts.retain(|lookout| self.labels.find(lookout.run.region) != largest);
        }
    }

    /// The runs of every region but the largest. Labels must be flat.
    fn lookouts(&self, floor: &BitGrid, largest: u32) -> Vec<Lookout> {
        let Labels { runs, rows, parents, .. } = &self.labels;
        let mut lookouts: Vec<Lookout> = Vec::new();
        let mut spans: Vec<(i32, i32)> = Vec::new();
        for (y, ends) in rows.windows(2).enumerate() {
            let row = &runs[ends[0] as usize..ends[1] as usize];
            if row.iter().all(|&run| parents[run as usize] == largest) {
                continue;
            }
            spans.clear();
            spans.extend(floor.runs(y as i32));
            let run = |index: usize| Run { start: spans[index].0, end: spans[index].1, region: row[index] };
            for index in (0..row.len()).filter(|&index| parents[row[index] as usize] != largest) {
                let left = (index > 0).then(|| run(index - 1));
                let right = (index + 1 < row.len()).then(|| run(index + 1));
                lookouts.push(Lookout { y: y as i32, run: run(index), left, right });
            }
        }
        lookouts
    }

    /// Notes the nearest other region that this run sees in its row, if it is nearer than what its region has seen so far.
    fn look_aside(&mut self, lookout: &Lookout, nearest: &mut [Option<Tunnel>]) {
        let Lookout { y, run, left, right } = *lookout;
        let root = self.labels.find(run.region);
        let aside = [left.map(|left| (left.end, run.start, left)), right.map(|right| (run.end, right.start, right))];
        for (from, to, other) in aside.into_iter().flatten() {
            let length = to - from;
            let best = nearest[root as usize].as_ref().map_or(i32::MAX, |tunnel| tunnel.length);
            if length < best && self.labels.find(other.region) != root {
                let regions = [other.region, root];
                nearest[root as usize] = Some(Tunnel { length, from: Pos::new(from, y), across: true, regions });
            }
        }
    }

    /// The same in the columns of the run, up to 64 of them at a time, only as far as a tunnel would be shorter than the best.
    fn look_up_and_down(&mut self, floor: &BitGrid, ranks: &[u32], lookout: &Lookout, nearest: &mut [Option<Tunnel>]) {
        let Lookout { y, run, .. } = *lookout;
        let height = floor.size().height;
        let root = self.labels.find(run.region);
        for word in run.start as usize / 64..=(run.end as usize - 1) / 64 {
            let first = (run.start as usize).max(word * 64) % 64;
            let count = (run.end as usize).min(word * 64 + 64) - word * 64 - first;
            let columns = u64::MAX >> (64 - count) << first;
            for step in [-1, 1] {
                // Columns that have been rock all the way.
                let mut rock = columns;
                let mut at = y + step;
                while rock != 0 && (0..height).contains(&at) {
                    let best = nearest[root as usize].as_ref().map_or(i32::MAX, |tunnel| tunnel.length);
                    let length = (at - y).abs() - 1;
                    if length >= best {
                        break;
                    }
                    let open = floor.row(at)[word] & rock;
                    if length > 0 && open != 0 {
                        let x = (word * 64) as i32 + open.trailing_zeros() as i32;
                        let other = self.labels.at(floor, ranks, Pos::new(x, at));
                        if self.labels.find(other) != root {
                            let from = Pos::new(x, y.min(at) + 1);
                            nearest[root as usize] =
                                Some(Tunnel { length, from, across: false, regions: [other, root] });
                            break;
                        }
                    }
                    rock &= !open;
                    at += step;
                }
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

/// Joins regions that share no row and no column: each to the one before it, from first tile to first tile, unless both are
/// large.
fn bend(floor: &mut BitGrid, large: u32, cx: &mut Context<'_>) -> Result<(), Error> {
    let labels = Labels::of(floor, cx)?;
    let mut met = vec![false; labels.parents.len()];
    let mut firsts: Vec<(Pos, u32)> = Vec::new();
    let mut run = 0;
    for y in 0..floor.size().height {
        for (start, _) in floor.runs(y) {
            let root = labels.parents[labels.runs[run] as usize] as usize;
            run += 1;
            if !std::mem::replace(&mut met[root], true) {
                firsts.push((Pos::new(start, y), labels.sizes[root]));
            }
        }
    }
    for pair in firsts.windows(2) {
        let ((from, size), (to, other_size)) = (pair[0], pair[1]);
        if size.min(other_size) >= large {
            continue;
        }
        (from.y..=to.y).for_each(|y| floor.insert(Pos::new(from.x, y)));
        set_span(floor.row_mut(to.y), from.x.min(to.x), from.x.max(to.x) + 1, true);
    }
    Ok(())
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

    fn tidied(floor: &mut BitGrid, min_size: u32, join: Join) {
        super::tidy(floor, min_size, join, &mut Context::new(Seed::new(1))).unwrap();
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
