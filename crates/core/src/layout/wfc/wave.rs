//! The search: a part of the map, decided window by window.

use super::canvas::{Canvas, UNDECIDED};
use super::lanes::Lanes;
use super::patterns::Patterns;
use super::tables::{DIRS, Set, Tables, count, keep, members, only};
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::base::rng::Rng;

/// Marks a side without a neighbour.
const NO_NEIGHBOUR: u32 = u32::MAX;
/// Largest number of remaining patterns by which windows are sorted; more count as equal.
const MAX_SORTED: u32 = 63;
/// Number of windows tried for floor before the search does without.
const MAX_FLOOR_ATTEMPTS: usize = 64;
/// Maximum work between two checks whether to continue, in words examined.
const MAX_UNCHECKED_WORK: u64 = 1 << 20;

/// The windows of a part of the map: for every place the patterns that are still possible.
///
/// When a window loses patterns, its neighbours lose the patterns that fit beside none of the rest.
/// The window with the fewest patterns is decided next, at random. When a window has no patterns
/// left, the last decision near it is undone and ruled out; later decisions elsewhere are undone
/// with it, but the search stays near the contradiction.
pub(super) struct Wave<'a, const W: usize> {
    patterns: &'a Patterns,
    tables: &'a Tables<W>,
    lanes: &'a Lanes<W>,
    /// Possible patterns along the edges of the map, by direction.
    rims: [Vec<Set<W>>; DIRS],
    /// Places of the windows, by their top-left tile.
    area: Rect,
    /// Possible patterns of each window.
    sets: Vec<Set<W>>,
    counts: Vec<u32>,
    near: Vec<[u32; DIRS]>,
    /// Key of `near`: width, height, and whether rows and columns form a circle.
    shape: Option<(i32, i32, bool, bool)>,
    /// A window with more patterns than this does not propagate yet. A long lookahead costs much
    /// and saves little.
    sight: u32,
    /// Queue of windows whose changes are not propagated yet, from `heard` on.
    queue: Vec<u32>,
    heard: usize,
    queued: Vec<bool>,
    /// Undecided windows by their number of remaining patterns; some entries are stale.
    open: Vec<Vec<u32>>,
    /// Bit set of the lists that are not empty.
    filled: u64,
    /// Changes since the start, for undoing them.
    trail: Vec<(u32, Set<W>)>,
    decisions: Vec<Decision>,
    /// Work done so far, in words examined.
    work: u64,
}

struct Decision {
    window: u32,
    pattern: usize,
    /// Length of the trail before the decision.
    trail: usize,
}

/// Contradiction: the window with this top-left tile has no pattern left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stuck(pub(super) Pos);

/// Result of the request for floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Floor {
    /// There will be floor.
    Certain,
    /// There may be floor.
    Possible,
    /// There cannot be any floor.
    Impossible,
}

impl<'a, const W: usize> Wave<'a, W> {
    pub(super) fn new(patterns: &'a Patterns, tables: &'a Tables<W>, lanes: &'a Lanes<W>) -> Self {
        Wave {
            patterns,
            tables,
            lanes,
            rims: Default::default(),
            area: Rect::default(),
            sets: Vec::new(),
            counts: Vec::new(),
            near: Vec::new(),
            shape: None,
            sight: 0,
            queue: Vec::new(),
            heard: 0,
            queued: Vec::new(),
            open: vec![Vec::new(); MAX_SORTED as usize + 1],
            filled: 0,
            trail: Vec::new(),
            decisions: Vec::new(),
            work: 0,
        }
    }

    /// Restarts on these windows: everything is possible that agrees with the tiles already
    /// decided.
    pub(super) fn load(&mut self, canvas: &Canvas, area: Rect, sight: u32) -> Result<(), Stuck> {
        self.area = area;
        self.sight = sight;
        self.link(canvas);
        let windows = area.size().area();
        self.work += (windows * W) as u64;
        self.trail.clear();
        self.decisions.clear();
        self.queue.clear();
        self.heard = 0;
        self.queued.clear();
        self.queued.resize(windows, true);
        self.queue.extend(0..windows as u32);
        self.keep_to_lanes(canvas);
        self.keep_to_rims(canvas);
        self.agree_with(canvas);
        self.counts.clear();
        self.counts.extend(self.sets.iter().map(count));
        if let Some(window) = self.counts.iter().position(|&count| count == 0) {
            return Err(self.stuck(window as u32));
        }
        self.open.iter_mut().for_each(Vec::clear);
        self.filled = 0;
        for window in 0..windows {
            self.file(window as u32);
        }
        self.spread().map_err(|window| self.stuck(window))?;
        self.trail.clear();
        Ok(())
    }

    /// Returns the work done since the last call, in words examined.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Computes the neighbours of all windows.
    fn link(&mut self, canvas: &Canvas) {
        let (round_x, round_y) = canvas.goes_round(self.area);
        let shape = (self.area.width, self.area.height, round_x, round_y);
        if self.shape.replace(shape) == Some(shape) {
            return;
        }
        let (width, height) = (self.area.width as u32, self.area.height as u32);
        let after = |at: u32, side: u32, round: bool| if at + 1 < side { Some(at + 1) } else { round.then_some(0) };
        let before = |at: u32, side: u32, round: bool| at.checked_sub(1).or(round.then_some(side - 1));
        let row = |y: u32| move |x: u32| y * width + x;
        let column = |x: u32| move |y: u32| y * width + x;
        self.near.clear();
        for y in 0..height {
            for x in 0..width {
                let near = [
                    after(x, width, round_x).map(row(y)),
                    after(y, height, round_y).map(column(x)),
                    before(x, width, round_x).map(row(y)),
                    before(y, height, round_y).map(column(x)),
                ];
                self.near.push(near.map(|near| near.unwrap_or(NO_NEIGHBOUR)));
            }
        }
    }

    /// Computes the possible patterns along the edge on that side. A strip of windows is a lane
    /// with a border, so patterns that cannot be continued to its corners are excluded.
    pub(super) fn learn_rim(&mut self, canvas: &Canvas, dir: usize) -> Result<(), Stuck> {
        let windows = canvas.windows(canvas.size().rect(), self.patterns.n);
        self.load(canvas, rim(windows, dir), u32::MAX)?;
        self.rims[dir].clone_from(&self.sets);
        Ok(())
    }

    /// Keeps only the patterns that can be continued to the edges of the map.
    fn keep_to_lanes(&mut self, canvas: &Canvas) {
        let (n, area, size) = (self.patterns.n, self.area, canvas.size());
        let in_row = |x: i32| self.lanes.in_row(canvas.steps(x, size.width, n));
        let columns: Vec<Set<W>> = (area.x..area.right()).map(in_row).collect();
        self.sets.clear();
        for y in area.y..area.bottom() {
            let row = self.lanes.in_column(canvas.steps(y, size.height, n));
            self.sets.extend(columns.iter().map(|column| {
                let mut set = row;
                keep(&mut set, column);
                set
            }));
        }
    }

    /// Restricts the windows along the edges of the map to the patterns possible there.
    fn keep_to_rims(&mut self, canvas: &Canvas) {
        let windows = canvas.windows(canvas.size().rect(), self.patterns.n);
        for dir in (0..DIRS).filter(|&dir| !self.rims[dir].is_empty()) {
            let rim = rim(windows, dir);
            let shared = rim.intersection(self.area);
            for pos in shared.positions() {
                let along = (pos.x - rim.x + pos.y - rim.y) as usize;
                let window = (pos.y - self.area.y) * self.area.width + pos.x - self.area.x;
                keep(&mut self.sets[window as usize], &self.rims[dir][along]);
            }
        }
    }

    /// Removes the patterns that contradict a decided tile from every window.
    fn agree_with(&mut self, canvas: &Canvas) {
        let (n, area) = (self.patterns.n as i32, self.area);
        for y in 0..area.height + n - 1 {
            for x in 0..area.width + n - 1 {
                let tile = canvas.get(Pos::new(area.x + x, area.y + y));
                if tile == UNDECIDED {
                    continue;
                }
                for place in 0..n * n {
                    let (left, top) = (x - place % n, y - place / n);
                    if (0..area.width).contains(&left) && (0..area.height).contains(&top) {
                        let window = (top * area.width + left) as usize;
                        keep(&mut self.sets[window], self.tables.fitting(place as usize, tile as usize));
                    }
                }
            }
        }
    }

    /// Ensures that one of the tiles inside is walkable, a different one each time.
    pub(super) fn demand_floor(&mut self, inside: Rect, rng: &mut Rng) -> Floor {
        let (n, half) = (self.patterns.n, self.patterns.n as i32 / 2);
        let mut floor = [0; W];
        for tile in (0..self.patterns.tiles.len()).filter(|&tile| self.patterns.tiles[tile].is_walkable()) {
            let with = self.tables.fitting(n / 2 * n + n / 2, tile);
            floor.iter_mut().zip(with).for_each(|(floor, with)| *floor |= with);
        }
        let possible = |(window, pos): (usize, Pos)| {
            let middle = Pos::new(pos.x + half, pos.y + half);
            let has_floor = self.sets[window].iter().zip(&floor).any(|(set, floor)| set & floor != 0);
            (inside.contains(middle) && has_floor).then_some(window as u32)
        };
        let mut possible: Vec<u32> = self.area.positions().enumerate().filter_map(possible).collect();
        for _ in 0..possible.len().min(MAX_FLOOR_ATTEMPTS) {
            let window = possible.swap_remove(rng.below(possible.len() as u32) as usize);
            let mut set = self.sets[window as usize];
            keep(&mut set, &floor);
            if self.change(window, set).and_then(|()| self.spread()).is_ok() {
                self.trail.clear();
                return Floor::Certain;
            }
            self.undo(0);
        }
        if possible.is_empty() { Floor::Impossible } else { Floor::Possible }
    }

    /// Decides every window. Counts the backtracks, and gives up when it would need more than
    /// `most`.
    ///
    /// After every decision, and after long backtracking, `proceed` gets the work done and returns
    /// whether to continue.
    pub(super) fn solve(
        &mut self,
        rng: &mut Rng,
        back: &mut u32,
        most: u32,
        mut proceed: impl FnMut(&Self, u64) -> Result<bool, Error>,
    ) -> Result<Result<(), Stuck>, Error> {
        while let Some(window) = self.most_certain(rng) {
            let pattern = self.pick(window, rng);
            self.decisions.push(Decision { window, pattern, trail: self.trail.len() });
            let mut done = self.change(window, only(pattern)).and_then(|()| self.spread());
            while let Err(failed) = done {
                let Some(Decision { window, pattern, trail }) = self.blame(failed).filter(|_| *back < most) else {
                    return Ok(Err(self.stuck(failed)));
                };
                *back += 1;
                self.undo(trail);
                if self.work > MAX_UNCHECKED_WORK {
                    let work = self.take_work();
                    if !proceed(self, work)? {
                        return Ok(Err(self.stuck(failed)));
                    }
                }
                let mut others = self.sets[window as usize];
                others[pattern / 64] &= !(1 << (pattern % 64));
                done = self.change(window, others).and_then(|()| self.spread());
            }
            let work = self.take_work();
            if !proceed(self, work)? {
                return Ok(Err(self.stuck(window)));
            }
        }
        Ok(Ok(()))
    }

    /// Returns the last decision near this window, or the last of all.
    fn blame(&mut self, failed: u32) -> Option<Decision> {
        let width = self.area.width as u32;
        let reach = self.patterns.n as u32 + 1;
        let last = self.decisions.iter().rposition(|decision| {
            let across = (decision.window % width).abs_diff(failed % width);
            let along = (decision.window / width).abs_diff(failed / width);
            across.max(along) <= reach
        });
        if let Some(last) = last {
            self.decisions.truncate(last + 1);
        }
        self.decisions.pop()
    }

    /// Returns a random one of the undecided windows with the fewest patterns.
    fn most_certain(&mut self, rng: &mut Rng) -> Option<u32> {
        while self.filled != 0 {
            let fewest = self.filled.trailing_zeros();
            let windows = &mut self.open[fewest as usize];
            let window = windows.swap_remove(rng.below(windows.len() as u32) as usize);
            if windows.is_empty() {
                self.filled &= !(1 << fewest);
            }
            if self.counts[window as usize].min(MAX_SORTED) == fewest {
                return Some(window);
            }
        }
        None
    }

    /// Draws one of the patterns of a window, weighted by frequency.
    fn pick(&self, window: u32, rng: &mut Rng) -> usize {
        let weights = &self.patterns.weights;
        let set = &self.sets[window as usize];
        let mut left = rng.below(members(set).map(|pattern| weights[pattern]).sum());
        let drawn = members(set).find(|&pattern| {
            let hit = left < weights[pattern];
            left = left.wrapping_sub(weights[pattern]);
            hit
        });
        drawn.unwrap_or(0)
    }

    /// Restricts a window to these patterns. Fails when none are left.
    #[inline]
    fn change(&mut self, window: u32, set: Set<W>) -> Result<(), u32> {
        let index = window as usize;
        self.trail.push((window, self.sets[index]));
        self.sets[index] = set;
        self.counts[index] = count(&set);
        if self.counts[index] == 0 {
            return Err(window);
        }
        self.file(window);
        self.enqueue(window);
        Ok(())
    }

    #[inline]
    fn file(&mut self, window: u32) {
        let left = self.counts[window as usize].min(MAX_SORTED);
        if left > 1 {
            self.open[left as usize].push(window);
            self.filled |= 1 << left;
        }
    }

    #[inline]
    fn enqueue(&mut self, window: u32) {
        if !std::mem::replace(&mut self.queued[window as usize], true) {
            self.queue.push(window);
        }
    }

    /// Propagates all changes. Fails with a window that has no pattern left.
    fn spread(&mut self) -> Result<(), u32> {
        while let Some(&window) = self.queue.get(self.heard) {
            self.heard += 1;
            let index = window as usize;
            self.queued[index] = false;
            let left = self.counts[index];
            if left > self.sight {
                continue;
            }
            self.work += u64::from(left + 3) * W as u64;
            let set = self.sets[index];
            for dir in 0..DIRS {
                let near = self.near[index][dir];
                if near == NO_NEIGHBOUR {
                    continue;
                }
                let mut rest = self.sets[near as usize];
                keep(&mut rest, &self.tables.beside(dir, &set));
                if rest.iter().zip(&self.sets[near as usize]).fold(0, |lost, (a, b)| lost | a ^ b) != 0 {
                    self.change(near, rest)?;
                }
            }
        }
        self.queue.clear();
        self.heard = 0;
        Ok(())
    }

    /// Undoes all changes since the trail had this length.
    fn undo(&mut self, length: usize) {
        for &window in &self.queue[self.heard..] {
            self.queued[window as usize] = false;
        }
        self.queue.clear();
        self.heard = 0;
        while self.trail.len() > length {
            let Some((window, set)) = self.trail.pop() else { break };
            self.sets[window as usize] = set;
            self.counts[window as usize] = count(&set);
            self.file(window);
        }
    }

    fn stuck(&self, window: u32) -> Stuck {
        let (x, y) = (window as i32 % self.area.width, window as i32 / self.area.width);
        Stuck(Pos::new(self.area.x + x, self.area.y + y))
    }

    /// Writes the tiles of all decided windows, as far as they lie inside.
    pub(super) fn write(&self, canvas: &mut Canvas, inside: Rect) {
        let n = self.patterns.n;
        for (window, pos) in self.area.positions().enumerate().filter(|(window, _)| self.counts[*window] == 1) {
            let Some(pattern) = members(&self.sets[window]).next() else { continue };
            for place in 0..n * n {
                let tile = canvas.on_map(Pos::new(pos.x + (place % n) as i32, pos.y + (place / n) as i32));
                if inside.contains(tile) {
                    canvas.set(tile, self.patterns.at(pattern, place) as u8);
                }
            }
        }
    }
}

/// Returns the windows along the edge on that side.
fn rim(windows: Rect, dir: usize) -> Rect {
    let Rect { x, y, width, height } = windows;
    match dir {
        0 => Rect::new(x + width - 1, y, 1, height),
        1 => Rect::new(x, y + height - 1, width, 1),
        2 => Rect::new(x, y, 1, height),
        _ => Rect::new(x, y, width, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::SampleSymmetry;
    use super::*;
    use crate::base::grid::{Grid, Size};
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::map::Map;

    const SAMPLE: &str = "\
        #########\n\
        #..#....#\n\
        #..#....#\n\
        #.....###\n\
        ###...#.#\n\
        #.....#.#\n\
        #..##...#\n\
        #########";

    /// Calls `with` with a wave that covers a canvas of 12x9, with or without edges.
    fn with_wave(round: bool, with: impl FnOnce(&mut Wave<'_, 4>, &Canvas)) {
        let patterns = Patterns::of(&Map::from_ascii(SAMPLE).unwrap().tiles, 3, SampleSymmetry::All, round);
        let tables = Tables::of(&patterns);
        let edge = patterns.number(Tile::Wall).filter(|_| !round);
        let canvas = Canvas::new(Size::new(12, 9), round, edge);
        let lanes = Lanes::of(&patterns, &tables, &canvas);
        let mut wave = Wave::new(&patterns, &tables, &lanes);
        wave.load(&canvas, canvas.windows(canvas.size().rect(), 3), 64).unwrap();
        with(&mut wave, &canvas);
    }

    #[test]
    fn only_periodic_maps_have_neighbours_across_edges() {
        with_wave(true, |wave, _| {
            assert_eq!(wave.near[0], [1, 12, 11, 96], "east, south, west, north");
            assert_eq!(wave.near[107], [96, 11, 106, 95]);
        });
        with_wave(false, |wave, _| {
            assert_eq!(wave.area, Rect::new(0, 0, 10, 7));
            assert_eq!(wave.near[0], [1, 10, NO_NEIGHBOUR, NO_NEIGHBOUR]);
            assert_eq!(wave.near[69], [NO_NEIGHBOUR, NO_NEIGHBOUR, 68, 59]);
        });
    }

    #[test]
    fn undoing_restores_the_previous_state() {
        for round in [false, true] {
            with_wave(round, |wave, _| {
                let mut rng = Seed::new(5).rng();
                let mut moments = Vec::new();
                for _ in 0..20 {
                    let Some(window) = wave.most_certain(&mut rng) else { break };
                    moments.push((wave.trail.len(), wave.sets.clone(), wave.counts.clone()));
                    let pattern = wave.pick(window, &mut rng);
                    let done = wave.change(window, only(pattern)).and_then(|()| wave.spread());
                    if done.is_err() {
                        break;
                    }
                }
                assert!(moments.len() > 3);
                for (length, sets, counts) in moments.into_iter().rev() {
                    wave.undo(length);
                    assert!(wave.sets == sets && wave.counts == counts);
                    assert!(wave.queue.is_empty() && !wave.queued.contains(&true), "the queue is empty");
                    let is_open = |window: usize| wave.open.iter().flatten().any(|&open| open as usize == window);
                    assert!((0..sets.len()).all(|window| counts[window] < 2 || is_open(window)), "all are open again");
                }
            });
        }
    }

    #[test]
    fn decided_windows_fit_together() {
        for (round, seed) in [(false, 1), (false, 2), (true, 3), (true, 4)] {
            with_wave(round, |wave, canvas| {
                let done = wave.solve(&mut Seed::new(seed).rng(), &mut 0, 100, |_, _| Ok(true)).unwrap();
                assert_eq!(done, Ok(()));
                let mut decided = canvas.clone();
                wave.write(&mut decided, canvas.size().rect());
                let mut tiles = Grid::new(canvas.size(), Tile::Void);
                for pos in canvas.size().rect().positions() {
                    tiles[pos] = wave.patterns.tiles[decided.get(pos) as usize];
                }
                assert_eq!(wave.patterns.first_foreign(&tiles, round), None);
            });
        }
    }
}
