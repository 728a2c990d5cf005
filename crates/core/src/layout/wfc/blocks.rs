//! A map of any size, solved in blocks.
//!
//! One search over a large map would never end: somewhere it always gets stuck. Blocks are solved one after the other, each
//! with the finished ones as given and a little beyond itself, so that the next one has a way to go on. A block that does
//! not work out is tried again with other dice and farther sight, then together with more and more of what surrounds it.

use super::canvas::Canvas;
use super::patterns::Patterns;
use super::tables::Tables;
use super::wave::{Stuck, Wave};
use crate::error::{Error, ErrorKind};
use crate::generator::Context;
use crate::grid::{Pos, Rect};
use crate::rng::Rng;

/// The longest side of a block, in tiles.
const BLOCK: i32 = 40;
/// How far beyond itself a block is solved, in tiles.
const AHEAD: i32 = 6;
/// By how much a block that does not work out is grown, in tiles on every side, and how often.
const GROW: i32 = 8;
const GROWTHS: i32 = 5;
/// How many steps back are taken in one try.
const PATIENCE: u32 = 60;
/// How far the search sees, from the first try to the last: see [`Wave`].
const SIGHT: [u32; 3] = [5, 16, 64];
/// How much a search may do, in words looked at: so much for every step back that it may take, and for every tile. When it
/// has done that, in however many attempts, the dice will hardly do better.
const EFFORT: (u64, u64) = (10_000, 6_000);

/// Decides every tile of the canvas and counts the steps back, of which every block may take `most`; or says where it got
/// stuck. `show` is called with what is decided so far whenever there is something new to see.
pub(super) fn solve<const W: usize>(
    patterns: &Patterns,
    canvas: &mut Canvas,
    most: u32,
    cx: &mut Context<'_>,
    show: &mut dyn FnMut(&Canvas, &mut Context<'_>),
) -> Result<u64, Error> {
    let tables = Tables::<W>::of(patterns);
    let effort = EFFORT.0 * u64::from(most) + EFFORT.1 * canvas.size().area() as u64;
    let mut blocks = Blocks {
        wave: Wave::new(patterns, &tables),
        patterns,
        rng: cx.rng("patterns"),
        effort,
        left: effort,
        sight: 0,
        back: 0,
    };
    let size = canvas.size();
    let parts = |side: i32| (side + BLOCK - 1) / BLOCK;
    let (columns, rows) = (parts(size.width), parts(size.height));
    let cut = |side: i32, parts: i32, part: i32| (i64::from(side) * i64::from(part) / i64::from(parts)) as i32;
    for row in 0..rows {
        for column in 0..columns {
            let first = Pos::new(cut(size.width, columns, column), cut(size.height, rows, row));
            let past = Pos::new(cut(size.width, columns, column + 1), cut(size.height, rows, row + 1));
            let block = Rect::new(first.x, first.y, past.x - first.x, past.y - first.y);
            blocks.solve(canvas, block, most, cx, show)?;
        }
    }
    Ok(blocks.back)
}

struct Blocks<'a, const W: usize> {
    wave: Wave<'a, W>,
    patterns: &'a Patterns,
    rng: Rng,
    /// How much may be done, and how much of that is left.
    effort: u64,
    left: u64,
    /// Which sight a block begins with: a sample that needs it once will need it again.
    sight: usize,
    back: u64,
}

impl<const W: usize> Blocks<'_, W> {
    fn solve(
        &mut self,
        canvas: &mut Canvas,
        block: Rect,
        most: u32,
        cx: &mut Context<'_>,
        show: &mut dyn FnMut(&Canvas, &mut Context<'_>),
    ) -> Result<(), Error> {
        let whole = canvas.size().rect();
        let mut back = 0;
        let mut failed = Pos::new(0, 0);
        for growth in 0..=GROWTHS {
            let area = block.grown(growth * GROW).intersection(whole);
            if growth > 0 {
                canvas.clear(area);
            }
            for (sight, &far) in SIGHT.iter().enumerate().skip(self.sight) {
                let before = back;
                let done = self.attempt(canvas, area, far, &mut back, most, cx, show);
                self.back += u64::from(back - before);
                match done {
                    Ok(()) => {
                        self.wave.write(canvas, area);
                        show(canvas, cx);
                        self.sight = sight.min(1);
                        return Ok(());
                    }
                    Err(Stuck::Stop(error)) => return Err(error),
                    Err(Stuck::At(pos)) => failed = canvas.on_map(pos),
                }
            }
            if back >= most || area == whole && back == 0 {
                break;
            }
        }
        Err(self.give_up(format!("no pattern of the sample fits at {failed} after {back} steps back"), cx))
    }

    #[expect(clippy::too_many_arguments, reason = "the tracer is one of them")]
    fn attempt(
        &mut self,
        canvas: &Canvas,
        area: Rect,
        sight: u32,
        back: &mut u32,
        most: u32,
        cx: &mut Context<'_>,
        show: &mut dyn FnMut(&Canvas, &mut Context<'_>),
    ) -> Result<(), Stuck> {
        let whole = canvas.size().rect();
        let reach = Rect::new(area.x, area.y, area.width + AHEAD, area.height + AHEAD).intersection(whole);
        self.wave.load(canvas, canvas.windows(reach, self.patterns.n), sight)?;
        // The first block sees to it that the map has floor at all.
        if area.origin() == Pos::new(0, 0) && !self.wave.demand_floor(area, &mut self.rng) && area == whole {
            return Err(Stuck::Stop(self.give_up(format!("no floor fits into {}", area.size()), cx)));
        }
        let most = most.min(*back + PATIENCE);
        let left = &mut self.left;
        self.wave.solve(&mut self.rng, back, most, |wave, work| {
            cx.spend(work)?;
            *left = left.saturating_sub(work);
            if *left == 0 {
                return Err(Error::new(ErrorKind::GaveUp, TOO_LONG));
            }
            if cx.is_watched() {
                let mut seen = canvas.clone();
                wave.write(&mut seen, reach);
                show(&seen, cx);
            }
            Ok(())
        })
    }

    /// Ends this attempt, and the run when it has been going on for long.
    fn give_up(&self, reason: String, cx: &Context<'_>) -> Error {
        if cx.spent < self.effort { Error::rejected(reason) } else { Error::new(ErrorKind::GaveUp, reason) }
    }
}

const TOO_LONG: &str =
    "the sample is too hard to continue: the search takes too long; try a smaller n or more symmetry";
