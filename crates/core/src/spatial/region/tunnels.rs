//! Tunnels between regions, the shortest first.

use super::labels::{Labels, ranks};
use crate::base::bits::{BitGrid, set_span};
use crate::base::error::Error;
use crate::base::grid::Pos;
use crate::generator::Context;

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

/// Joins regions, shortest tunnels first (Kruskal). The floor is not changed before all tunnels are
/// known, so that every cell can be traced to its run.
pub(super) struct Tunnels {
    labels: Labels,
    /// Two regions of at least this size are not joined.
    large: u32,
    dug: Vec<Tunnel>,
}

impl Tunnels {
    /// Prepares tunnels between these regions. Two regions of at least `large` tiles are not
    /// joined.
    pub(super) fn between(labels: Labels, large: u32) -> Self {
        Tunnels { labels, large, dug: Vec::new() }
    }

    pub(super) fn dig(mut self, floor: &mut BitGrid, cx: &mut Context<'_>) -> Result<(), Error> {
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

    /// Digs where one tile of rock separates two regions, in reading order.
    ///
    /// Skips, 64 tiles at a time, rock whose open neighbours are connected directly around it: few
    /// tiles remain to be examined one by one.
    fn through_thin_walls(&mut self, floor: &BitGrid) {
        let height = floor.size().height;
        let none = vec![0; floor.row(0).len()];
        let row = |y: i32| if y < 0 || y >= height { &none } else { floor.row(y) };
        for y in 0..height {
            let (up, here, down) = (row(y - 1), row(y), row(y + 1));
            let first = |y: i32| self.labels.rows[y.clamp(0, height) as usize];
            // Number of runs that begin before the current word, counted over the whole map.
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
        // Nearly always all neighbours belong to one region. This test needs no branch per
        // neighbour: a neighbour that is rock counts as the one before it, and the last open one
        // comes before the first.
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

    /// Every region but the largest looks along rows and columns for the nearest other region.
    /// Those tunnels are dug, the shortest first, and the remaining regions look again (Borůvka).
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

    /// Returns the runs of every region but the largest. Labels must be flat.
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

    /// Records the nearest other region that this run sees in its row, if it is nearer than the
    /// best of its region so far.
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

    /// Records the nearest other region in the columns of the run, up to 64 of them at a time, and
    /// only as far as a tunnel would be shorter than the best.
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

/// Joins regions that share no row and no column: each to the one before it, from first tile to
/// first tile, unless both are large.
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
