//! The search: a part of the map, decided window by window.

use super::canvas::{Canvas, UNDECIDED};
use super::patterns::Patterns;
use super::tables::{DIRS, Set, Tables, count, keep, members, only};
use crate::error::Error;
use crate::grid::{Pos, Rect};
use crate::rng::Rng;

/// No neighbour on that side.
const NOBODY: u32 = u32::MAX;
/// Windows are kept by how many patterns they have left; this many and more count as equal.
const MANY: u32 = 63;
/// How many windows are asked for floor before the search does without.
const ASKED: usize = 64;

/// The windows of a part of the map: for every place the patterns that may still stand there.
///
/// When a window loses patterns, its neighbours lose those that fit beside none of the rest. The window with the fewest
/// patterns is decided next, by the dice. When one is left without any, the last decision near it is taken back and ruled
/// out; decisions made elsewhere in the meantime go with it, but the search stays where the trouble is.
pub(super) struct Wave<'a, const W: usize> {
    patterns: &'a Patterns,
    tables: &'a Tables<W>,
    /// The places of the windows, by their top-left tile.
    area: Rect,
    /// What may stand there.
    sets: Vec<Set<W>>,
    counts: Vec<u32>,
    near: Vec<[u32; DIRS]>,
    /// What `near` was made for: width, height, and whether rows and columns close a circle.
    shape: Option<(i32, i32, bool, bool)>,
    /// A window with more patterns than this tells its neighbours nothing yet. Far sight costs much and saves little.
    sight: u32,
    /// Windows whose neighbours have not heard of their loss yet, from `heard` on.
    queue: Vec<u32>,
    heard: usize,
    queued: Vec<bool>,
    /// Undecided windows by how many patterns they have left; some are out of date.
    open: Vec<Vec<u32>>,
    /// Which of these lists are not empty, one bit each.
    filled: u64,
    /// What was changed since the beginning, to be taken back.
    trail: Vec<(u32, Set<W>)>,
    decisions: Vec<Decision>,
    /// How much was done so far, in words looked at.
    work: u64,
}

struct Decision {
    window: u32,
    pattern: usize,
    /// How long the trail was before.
    trail: usize,
}

/// How a search ends without a result.
pub(super) enum Stuck {
    /// For the window with this top-left tile there is no pattern.
    At(Pos),
    /// The run as a whole ends.
    Stop(Error),
}

impl<'a, const W: usize> Wave<'a, W> {
    pub(super) fn new(patterns: &'a Patterns, tables: &'a Tables<W>) -> Self {
        Wave {
            patterns,
            tables,
            area: Rect::default(),
            sets: Vec::new(),
            counts: Vec::new(),
            near: Vec::new(),
            shape: None,
            sight: 0,
            queue: Vec::new(),
            heard: 0,
            queued: Vec::new(),
            open: vec![Vec::new(); MANY as usize + 1],
            filled: 0,
            trail: Vec::new(),
            decisions: Vec::new(),
            work: 0,
        }
    }

    /// Starts anew on these windows: everything is possible that agrees with the tiles that are decided already.
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
        self.queued.resize(windows, false);
        self.sets.clear();
        self.sets.resize(windows, self.tables.all);
        self.counts.clear();
        self.counts.resize(windows, count(&self.tables.all));
        self.agree_with(canvas);
        for &window in &self.queue {
            self.counts[window as usize] = count(&self.sets[window as usize]);
        }
        if let Some(&window) = self.queue.iter().find(|&&window| self.counts[window as usize] == 0) {
            return Err(self.stuck(window));
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

    /// Who is beside whom.
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
                self.near.push(near.map(|near| near.unwrap_or(NOBODY)));
            }
        }
    }

    /// Takes from every window what contradicts a decided tile, and queues those that lost something.
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
                        self.enqueue(window as u32);
                    }
                }
            }
        }
        // Patterns from the edge of a sample may have nothing beside them: they fit at the edge of the map alone.
        for dir in (0..DIRS).filter(|&dir| self.tables.continued[dir] != self.tables.all) {
            for (window, pos) in area.positions().enumerate() {
                let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][dir];
                if canvas.has_window(Pos::new(pos.x + dx, pos.y + dy), n) {
                    keep(&mut self.sets[window], &self.tables.continued[dir]);
                    self.enqueue(window as u32);
                }
            }
        }
    }

    /// Sees to it that one of the tiles inside can be walked on, a different one each time; false when none can be.
    pub(super) fn demand_floor(&mut self, inside: Rect, rng: &mut Rng) -> bool {
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
        for _ in 0..possible.len().min(ASKED) {
            let window = possible.swap_remove(rng.below(possible.len() as u32) as usize);
            let mut set = self.sets[window as usize];
            keep(&mut set, &floor);
            if self.change(window, set).and_then(|()| self.spread()).is_ok() {
                self.trail.clear();
                return true;
            }
            self.undo(0);
        }
        false
    }

    /// Decides every window. Counts the steps it takes back, and gives up when it would need more than `most`.
    ///
    /// After every decision `proceed` is told how much was done.
    pub(super) fn solve(
        &mut self,
        rng: &mut Rng,
        back: &mut u32,
        most: u32,
        mut proceed: impl FnMut(&Self, u64) -> Result<(), Error>,
    ) -> Result<(), Stuck> {
        while let Some(window) = self.most_certain(rng) {
            let pattern = self.pick(window, rng);
            self.decisions.push(Decision { window, pattern, trail: self.trail.len() });
            let mut done = self.change(window, only(pattern)).and_then(|()| self.spread());
            while let Err(failed) = done {
                let Some(Decision { window, pattern, trail }) = self.blame(failed).filter(|_| *back < most) else {
                    return Err(self.stuck(failed));
                };
                *back += 1;
                self.undo(trail);
                let mut others = self.sets[window as usize];
                others[pattern / 64] &= !(1 << (pattern % 64));
                done = self.change(window, others).and_then(|()| self.spread());
            }
            let work = std::mem::take(&mut self.work);
            proceed(self, work).map_err(Stuck::Stop)?;
        }
        Ok(())
    }

    /// The last decision near this window, or the first of all.
    fn blame(&mut self, failed: u32) -> Option<Decision> {
        let width = self.area.width as u32;
        let reach = self.patterns.n as u32 + 1;
        let last = self.decisions.iter().rposition(|decision| {
            let across = (decision.window % width).abs_diff(failed % width);
            let along = (decision.window / width).abs_diff(failed / width);
            across.max(along) <= reach
        });
        self.decisions.truncate(last.unwrap_or(0) + 1);
        self.decisions.pop()
    }

    /// The undecided window with the fewest patterns; the dice choose among several.
    fn most_certain(&mut self, rng: &mut Rng) -> Option<u32> {
        while self.filled != 0 {
            let fewest = self.filled.trailing_zeros();
            let windows = &mut self.open[fewest as usize];
            let window = windows.swap_remove(rng.below(windows.len() as u32) as usize);
            if windows.is_empty() {
                self.filled &= !(1 << fewest);
            }
            if self.counts[window as usize].min(MANY) == fewest {
                return Some(window);
            }
        }
        None
    }

    /// One of the patterns of a window, each as likely as it is frequent.
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

    /// Leaves a window these patterns; fails when there are none.
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
        let left = self.counts[window as usize].min(MANY);
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

    /// Lets everybody hear of what has changed; fails with a window that is left without a pattern.
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
                if near == NOBODY {
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

    /// Takes back everything since the trail had this length.
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
        Stuck::At(Pos::new(self.area.x + x, self.area.y + y))
    }

    /// Writes the tiles of all windows that are decided, as far as they lie inside.
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
