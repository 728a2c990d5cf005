//! Very many maps, one seed after the other, made and measured in parallel. The same for any number of threads.

use crate::failure::Failure;
use crate::interrupt;
use crate::making::Making;
use crate::progress::Progress;
use mapwright::metrics::{Metric, Metrics};
use mapwright::{ErrorKind, Rejection, Run, Seed};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Maps are handed out in batches that take about as long as this; what is done is counted in between.
const BATCH: Duration = Duration::from_millis(100);
/// No batch has more for each thread.
const MOST_AT_ONCE: u64 = 4_096;
/// The most numbers that are kept.
const MOST_NUMBERS: u64 = 400_000_000;

/// What is to be measured.
pub(crate) struct Wanted {
    /// The metrics, in the order in which they are listed.
    pub(crate) metrics: Vec<&'static Metric>,
    /// How many maps.
    pub(crate) count: u64,
    /// How many threads; all there are without a number.
    pub(crate) jobs: Option<usize>,
    /// Whether nobody wants to know how far it is.
    pub(crate) quiet: bool,
}

impl Wanted {
    /// Whether so much can be kept; `times` is for how many values of a parameter.
    pub(crate) fn accept(&self, times: usize) -> Result<(), Failure> {
        let numbers = self.count.saturating_mul(self.metrics.len() as u64).saturating_mul(times as u64);
        if numbers > MOST_NUMBERS {
            let (count, metrics) = (self.count, self.metrics.len());
            let way_out = "ask for fewer maps, or name some with --metrics";
            let message = format!(
                "{count} maps with {metrics} metrics are {numbers} numbers; {MOST_NUMBERS} are kept: {way_out}"
            );
            return Err(Failure::bad_input(message));
        }
        Ok(())
    }
}

/// What came of it.
pub(crate) struct Spread {
    pub(crate) metrics: Vec<&'static Metric>,
    /// For every metric the numbers of all maps; not a number where there is none, or no map.
    pub(crate) columns: Vec<Vec<f64>>,
    /// How many attempts each map took.
    pub(crate) attempts: Vec<u32>,
    pub(crate) first: Seed,
    /// How many maps were asked for.
    pub(crate) asked: u64,
    /// How many seeds came to no map.
    pub(crate) gave_up: u64,
    /// Why attempts came to nothing: how often, and a seed whose first attempt shows it.
    pub(crate) rejections: BTreeMap<String, (u64, Seed)>,
    /// Ctrl-C was pressed before all were made.
    pub(crate) stopped: bool,
}

/// What came of one seed.
struct One {
    numbers: Option<Metrics>,
    rejections: Vec<Rejection>,
}

impl Spread {
    /// Makes and measures the maps of so many seeds, beginning with `first`.
    pub(crate) fn of(
        making: &Making,
        first: Seed,
        wanted: &Wanted,
        progress: &mut Progress,
    ) -> Result<Spread, Failure> {
        let columns = wanted.metrics.iter().map(|_| Vec::new()).collect();
        let mut spread = Spread {
            metrics: wanted.metrics.clone(),
            columns,
            attempts: Vec::new(),
            first,
            asked: wanted.count,
            gave_up: 0,
            rejections: BTreeMap::new(),
            stopped: false,
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(wanted.jobs.unwrap_or(0)).build();
        let threads = threads.map_err(|error| Failure::bad_input(format!("--jobs: {error}")))?;
        // How large batches are decides nothing but how often one looks.
        let workers = threads.current_num_threads() as u64;
        let mut at_once = workers;
        while spread.done() < wanted.count && !spread.stopped {
            let began = Instant::now();
            let begin = spread.done();
            let batch = begin..wanted.count.min(begin + at_once);
            let made: Vec<Result<One, mapwright::Error>> =
                threads.install(|| batch.into_par_iter().map(|index| one(making, nth(first, index), wanted)).collect());
            for one in made {
                match one {
                    Ok(one) => spread.take(one),
                    Err(error) if error.kind() == ErrorKind::Cancelled => {
                        spread.stopped = true;
                        break;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            progress.add((spread.done() - begin) as usize);
            match began.elapsed() {
                took if took < BATCH / 2 => at_once = (2 * at_once).min(MOST_AT_ONCE * workers),
                took if took > 2 * BATCH => at_once = (at_once / 2).max(workers),
                _ => {}
            }
        }
        progress.clear();
        if spread.stopped {
            // What is done is kept, and has to be written; pressed again, it stops that too.
            interrupt::take_back();
        }
        Ok(spread)
    }

    /// How many seeds are done.
    pub(crate) fn done(&self) -> u64 {
        self.attempts.len() as u64
    }

    /// How many maps there are.
    pub(crate) fn maps(&self) -> u64 {
        self.done() - self.gave_up
    }

    /// The seed of a map.
    pub(crate) fn seed(&self, index: usize) -> Seed {
        nth(self.first, index as u64)
    }

    /// The numbers of a metric, if it was measured.
    pub(crate) fn column(&self, name: &str) -> Option<&[f64]> {
        let index = self.metrics.iter().position(|metric| metric.name == name)?;
        Some(&self.columns[index])
    }

    fn take(&mut self, one: One) {
        let seed = self.seed(self.attempts.len());
        let failed = one.rejections.iter().map(|rejection| rejection.attempt + 1).max().unwrap_or(0);
        self.attempts.push(failed + u32::from(one.numbers.is_some()));
        self.gave_up += u64::from(one.numbers.is_none());
        for (metric, column) in self.metrics.iter().zip(&mut self.columns) {
            column.push(one.numbers.as_ref().and_then(|numbers| numbers.get(metric.name)).unwrap_or(f64::NAN));
        }
        for Rejection { attempt, reason } in one.rejections {
            self.rejections.entry(reason).or_insert((0, seed.of_attempt(attempt.into()))).0 += 1;
        }
    }
}

/// Seeds follow one another, so that each can be typed.
fn nth(first: Seed, index: u64) -> Seed {
    Seed::new(first.number().wrapping_add(index))
}

fn one(making: &Making, seed: Seed, wanted: &Wanted) -> Result<One, mapwright::Error> {
    let mut rejections = Vec::new();
    let run = Run { seed, rejections: Some(&mut rejections), ..making.run() };
    let numbers = match making.plan.run(run) {
        Ok(map) => Some(Metrics::some(&map, &wanted.metrics)),
        Err(error) if error.kind() == ErrorKind::GaveUp => None,
        Err(error) => return Err(error),
    };
    Ok(One { numbers, rejections })
}
