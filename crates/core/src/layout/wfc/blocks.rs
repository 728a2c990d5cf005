//! A map of any size, solved in blocks.
//!
//! One search over a large map would never end, because it always gets stuck somewhere. Blocks are
//! solved one after the other, each with the finished ones as given and a margin beyond itself, so
//! that the next one can continue. A block that fails is retried with other random choices and a
//! longer lookahead, then together with more and more of its surroundings. If that fails too, the
//! blocks before it are solved again: one at first, twice as many each time.

use super::canvas::Canvas;
use super::lanes::Lanes;
use super::patterns::Patterns;
use super::tables::{DIRS, Tables};
use super::wave::{Floor, Stuck, Wave};
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect, Size};
use crate::base::rng::Rng;
use crate::generator::Context;

/// Maximum side of a block, in tiles.
const MAX_BLOCK_SIDE: i32 = 40;
/// Margin around a block that is solved with it, in tiles.
const MARGIN: i32 = 6;
/// Growth of a block that fails, in tiles on every side, and the number of growths.
const GROW: i32 = 8;
const GROWTHS: i32 = 5;
/// Maximum number of backtracks per attempt.
const MAX_BACKTRACKS_PER_ATTEMPT: u32 = 60;
/// Lookahead of the search, from the first attempt to the last: see [`Wave`].
const LOOKAHEAD: [u32; 3] = [5, 16, 64];
/// Limit on failed work, in words examined: a fixed amount plus an amount for every backtrack
/// allowed per block. This bounds the cost of a search that fails, whatever the size of the map;
/// typically half a second.
const MAX_FAILED_WORK: (u64, u64) = (100_000_000, 5_000);
/// Divisor of that limit: the part a block may use before the blocks before it are solved again.
const BLOCK_WORK_DIVISOR: u64 = 8;
/// Total work after which a failing block ends the search: the remaining budget would not allow
/// another attempt of this size. Large maps that go well are not affected.
const MAX_TOTAL_WORK: u64 = 350_000_000;
/// Maximum number of failures of a block: small maps are searched exhaustively long before the work
/// limit.
const MAX_FAILURES: u32 = 60;

/// Reason why no map was found.
pub(super) enum Failure {
    /// The whole run was stopped.
    Stop(Error),
    /// No row, or no column, of the map can be made of the patterns.
    NoRow,
    NoColumn,
    /// No pattern fits this place of an empty map.
    Nothing(Pos),
    /// No walkable tile fits.
    NoFloor,
    /// The search failed this many times, the last time here and after this many backtracks.
    Stuck {
        at: Pos,
        times: u32,
        back: u64,
    },
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Stop(error)
    }
}

/// Callback that shows the tiles decided so far.
pub(super) type Show<'a> = dyn FnMut(&Canvas, &mut Context<'_>) + 'a;

/// Decides every tile of the canvas and returns the number of backtracks, of which every block may
/// take `most`. `show` is called whenever there is something new to see.
pub(super) fn solve<const W: usize>(
    patterns: &Patterns,
    canvas: &mut Canvas,
    most: u32,
    cx: &mut Context<'_>,
    show: &mut Show<'_>,
) -> Result<u64, Failure> {
    let tables = Tables::<W>::of(patterns);
    let lanes = Lanes::of(patterns, &tables, canvas);
    let mut wave = Wave::new(patterns, &tables, &lanes);
    let Size { width, height } = canvas.size();
    if (0..width).any(|x| lanes.in_row(canvas.steps(x, width, patterns.n)) == [0; W]) {
        return Err(Failure::NoRow);
    }
    if (0..height).any(|y| lanes.in_column(canvas.steps(y, height, patterns.n)) == [0; W]) {
        return Err(Failure::NoColumn);
    }
    // Twice, because edges share their corners.
    for dir in (0..DIRS).chain(0..DIRS).filter(|_| !canvas.is_round()) {
        wave.learn_rim(canvas, dir).map_err(|Stuck(pos)| Failure::Nothing(pos))?;
        cx.spend(wave.take_work())?;
    }
    let rng = cx.rng("patterns");
    let effort = MAX_FAILED_WORK.0 + MAX_FAILED_WORK.1 * u64::from(most);
    let mut blocks = Blocks { wave, patterns, rng, most, effort, left: effort, times: 0, sight: 0, back: 0, cx, show };
    blocks.solve_all(canvas)?;
    Ok(blocks.back)
}

/// Returns the blocks of a map, row by row.
fn cut(size: Size) -> Vec<Rect> {
    let parts = |side: i32| (side + MAX_BLOCK_SIDE - 1) / MAX_BLOCK_SIDE;
    let (columns, rows) = (parts(size.width), parts(size.height));
    let cut = |side: i32, parts: i32, part: i32| (i64::from(side) * i64::from(part) / i64::from(parts)) as i32;
    let block = |column: i32, row: i32| {
        let (x, y) = (cut(size.width, columns, column), cut(size.height, rows, row));
        let (right, bottom) = (cut(size.width, columns, column + 1), cut(size.height, rows, row + 1));
        Rect::new(x, y, right - x, bottom - y)
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| block(column, row))).collect()
}

struct Blocks<'a, 'c, const W: usize> {
    wave: Wave<'a, W>,
    patterns: &'a Patterns,
    rng: Rng,
    /// Maximum number of backtracks per block.
    most: u32,
    /// Limit on failed work, and the part of it that is left.
    effort: u64,
    left: u64,
    /// Number of failures.
    times: u32,
    /// Lookahead with which a block starts: a sample that needs it once will need it again.
    sight: usize,
    back: u64,
    cx: &'a mut Context<'c>,
    show: &'a mut Show<'a>,
}

impl<const W: usize> Blocks<'_, '_, W> {
    fn solve_all(&mut self, canvas: &mut Canvas) -> Result<(), Failure> {
        let blocks = cut(canvas.size());
        let begun = self.cx.spent;
        let row = blocks.iter().take_while(|block| block.y == 0).count();
        // Cost of each block.
        let mut costs = vec![0; blocks.len()];
        // Next block, first block never reached, and the number of failures to reach it.
        let (mut next, mut farthest, mut failures) = (0, 0, 0);
        loop {
            let stuck = match blocks.get(next) {
                Some(&block) => self.solve(canvas, block, &mut costs[next])?,
                None if self.has_floor(canvas) => return Ok(()),
                None => return Err(Failure::NoFloor),
            };
            let Some(at) = stuck else {
                if next == farthest {
                    (farthest, failures) = (next + 1, 0);
                }
                next += 1;
                continue;
            };
            let first = next.saturating_sub(1 << failures.min(30));
            failures += 1;
            self.times += 1;
            self.left = self.left.saturating_sub(costs[first..next].iter().sum());
            if self.left == 0 || failures == MAX_FAILURES || self.cx.spent - begun > MAX_TOTAL_WORK {
                return Err(Failure::Stuck { at, times: self.times, back: self.back });
            }
            // A block that was grown has written into the next row as well.
            let past = (next + 2 * row + 2).min(blocks.len());
            blocks[first..past].iter().for_each(|&block| canvas.clear(block));
            next = first;
        }
    }

    fn has_floor(&self, canvas: &Canvas) -> bool {
        let walkable: Vec<bool> = self.patterns.tiles.iter().map(|tile| tile.is_walkable()).collect();
        canvas.tiles().cells().iter().any(|&tile| walkable.get(tile as usize) == Some(&true))
    }

    /// Decides the tiles of a block, or returns the place where that fails. Adds its work to the
    /// cost.
    fn solve(&mut self, canvas: &mut Canvas, block: Rect, cost: &mut u64) -> Result<Option<Pos>, Failure> {
        let whole = canvas.size().rect();
        // The decided tiles around the block, because they are cleared as the block grows.
        let around = block.grown(GROWTHS * GROW).intersection(whole);
        let mut before = None;
        let mut back = 0;
        let mut failed = block.origin();
        let least = self.left.saturating_sub(self.effort / BLOCK_WORK_DIVISOR);
        'growing: for growth in 0..=GROWTHS {
            let area = block.grown(growth * GROW).intersection(whole);
            if growth > 0 {
                before.get_or_insert_with(|| canvas.part(around));
                canvas.clear(area);
            }
            for (sight, &far) in LOOKAHEAD.iter().enumerate().skip(self.sight) {
                let (before, spent) = (back, self.cx.spent);
                let done = self.attempt(canvas, area, far, &mut back)?;
                self.back += u64::from(back - before);
                let work = self.cx.spent - spent;
                match done {
                    Ok(()) => {
                        self.wave.write(canvas, area);
                        (self.show)(canvas, self.cx);
                        self.sight = sight.min(1);
                        *cost = work;
                        return Ok(None);
                    }
                    Err(Stuck(pos)) => failed = canvas.on_map(pos),
                }
                self.left = self.left.saturating_sub(work);
                if self.left <= least {
                    break 'growing;
                }
            }
            if back >= self.most || area == whole {
                break;
            }
        }
        if let Some(before) = before {
            canvas.put(around.origin(), &before);
        }
        Ok(Some(failed))
    }

    fn attempt(
        &mut self,
        canvas: &Canvas,
        area: Rect,
        sight: u32,
        back: &mut u32,
    ) -> Result<Result<(), Stuck>, Failure> {
        let whole = canvas.size().rect();
        let reach = Rect::new(area.x, area.y, area.width + MARGIN, area.height + MARGIN).intersection(whole);
        let loaded = self.wave.load(canvas, canvas.windows(reach, self.patterns.n), sight);
        self.cx.spend(self.wave.take_work())?;
        let is_first = area.origin() == Pos::new(0, 0);
        if let Err(Stuck(pos)) = loaded {
            // Before anything is decided, backtracking or other random choices cannot help.
            let is_hopeless = is_first && canvas.is_blank();
            return if is_hopeless { Err(Failure::Nothing(canvas.on_map(pos))) } else { Ok(loaded) };
        }
        // The first block ensures that the map has floor at all.
        if is_first {
            let floor = self.wave.demand_floor(area, &mut self.rng);
            self.cx.spend(self.wave.take_work())?;
            if floor == Floor::Impossible && area == whole {
                return Err(Failure::NoFloor);
            }
        }
        let most = self.most.min(*back + MAX_BACKTRACKS_PER_ATTEMPT);
        let (cx, show) = (&mut *self.cx, &mut *self.show);
        let limit = cx.spent.saturating_add(self.left);
        let done = self.wave.solve(&mut self.rng, back, most, |wave, work| {
            cx.spend(work)?;
            if cx.is_traced() {
                let mut seen = canvas.clone();
                wave.write(&mut seen, reach);
                show(&seen, cx);
            }
            Ok(cx.spent < limit)
        });
        self.cx.spend(self.wave.take_work())?;
        Ok(done?)
    }
}
