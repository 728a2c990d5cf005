//! [`Samples`]: metrics of the maps of many seeds, measured in parallel. The result does not depend
//! on the number of threads.

use crate::failure::Failure;
use crate::interrupt;
use crate::map_request::MapRequest;
use crate::progress::Progress;
use mapwright::metrics::{Metric, Metrics};
use mapwright::{ErrorKind, Rejection, Seed};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Target duration of a batch. Progress is shown between batches.
const BATCH: Duration = Duration::from_millis(100);
/// Maximum number of maps per batch and thread.
const MAX_PER_THREAD: u64 = 4_096;
/// Maximum number of values that are kept in memory.
const MAX_VALUES: u64 = 400_000_000;

/// Metrics and seeds to measure.
pub(crate) struct SampleRequest {
    /// Metrics, in the order of the table.
    pub(crate) metrics: Vec<&'static Metric>,
    /// First seed; the others follow it.
    pub(crate) first: Seed,
    /// Number of seeds.
    pub(crate) count: u64,
    /// Number of threads. Default: one per processor.
    pub(crate) jobs: Option<usize>,
    /// Hides the progress bar.
    pub(crate) quiet: bool,
}

impl SampleRequest {
    /// Returns the progress bar for `times` values of a parameter.
    pub(crate) fn progress(&self, times: usize) -> Progress {
        let mut progress = Progress::new("maps", times.saturating_mul(self.count as usize));
        if self.quiet {
            progress.hide();
        }
        progress
    }

    /// Refuses more values than fit in memory, for `times` values of a parameter.
    pub(crate) fn check_size(&self, times: usize) -> Result<(), Failure> {
        let values = self.count.saturating_mul(self.metrics.len() as u64).saturating_mul(times as u64);
        if values > MAX_VALUES {
            let (count, metrics) = (self.count, self.metrics.len());
            let way_out = "measure fewer maps, or select metrics with --metrics";
            let message = format!(
                "{count} maps with {metrics} metrics are {values} values; the limit is {MAX_VALUES}: {way_out}"
            );
            return Err(Failure::bad_input(message));
        }
        Ok(())
    }
}

/// Metrics of the maps of many seeds.
pub(crate) struct Samples {
    pub(crate) metrics: Vec<&'static Metric>,
    /// Values of each metric for all seeds; NaN if there is no value or no map.
    pub(crate) columns: Vec<Vec<f64>>,
    /// Number of attempts of each seed.
    pub(crate) attempts: Vec<u32>,
    pub(crate) first: Seed,
    /// Number of requested maps.
    pub(crate) asked: u64,
    /// Number of seeds without a map.
    pub(crate) gave_up: u64,
    /// Reasons for rejected attempts, each with its count and a seed whose first attempt shows it.
    pub(crate) rejections: BTreeMap<String, (u64, Seed)>,
    /// True if Ctrl-C was pressed before the end.
    pub(crate) stopped: bool,
}

/// Result of one seed.
struct Sample {
    metrics: Option<Metrics>,
    rejections: Vec<Rejection>,
}

impl Samples {
    /// Makes and measures the maps.
    pub(crate) fn collect(
        map: &Arc<MapRequest>,
        request: &SampleRequest,
        progress: &mut Progress,
    ) -> Result<Samples, Failure> {
        let columns = request.metrics.iter().map(|_| Vec::new()).collect();
        let mut samples = Samples {
            metrics: request.metrics.clone(),
            columns,
            attempts: Vec::new(),
            first: request.first,
            asked: request.count,
            gave_up: 0,
            rejections: BTreeMap::new(),
            stopped: false,
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(request.jobs.unwrap_or(0)).build();
        let threads = threads.map_err(|error| Failure::bad_input(format!("--jobs: {error}")))?;
        interrupt::set_measuring(true);
        // The size of a batch only affects how often the progress is shown.
        let workers = threads.current_num_threads() as u64;
        let mut batch_size = workers;
        while samples.done() < request.count && !samples.stopped {
            let started = Instant::now();
            let begin = samples.done();
            let batch = begin..request.count.min(begin + batch_size);
            let Some(batch) = run_batch(&threads, map, request, batch) else {
                samples.stopped = true;
                break;
            };
            for sample in batch {
                match sample {
                    Ok(sample) => samples.add(sample),
                    Err(error) if error.kind() == ErrorKind::Cancelled => {
                        samples.stopped = true;
                        break;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            progress.add((samples.done() - begin) as usize);
            match started.elapsed() {
                took if took < BATCH / 2 => batch_size = (2 * batch_size).min(MAX_PER_THREAD * workers),
                took if took > 2 * BATCH => batch_size = (batch_size / 2).max(workers),
                _ => {}
            }
        }
        progress.clear();
        if samples.stopped {
            // The results so far are still written; another Ctrl-C stops that too.
            interrupt::reset();
        }
        interrupt::set_measuring(false);
        Ok(samples)
    }

    /// Returns the number of measured seeds.
    pub(crate) fn done(&self) -> u64 {
        self.attempts.len() as u64
    }

    /// Returns the number of maps.
    pub(crate) fn maps(&self) -> u64 {
        self.done() - self.gave_up
    }

    /// Returns the seed of a map.
    pub(crate) fn seed(&self, index: usize) -> Seed {
        nth(self.first, index as u64)
    }

    /// Returns the values of a metric, if it was measured.
    pub(crate) fn column(&self, name: &str) -> Option<&[f64]> {
        let index = self.metrics.iter().position(|metric| metric.name == name)?;
        Some(&self.columns[index])
    }

    fn add(&mut self, sample: Sample) {
        let seed = self.seed(self.attempts.len());
        let failed = sample.rejections.iter().map(|rejection| rejection.attempt + 1).max().unwrap_or(0);
        self.attempts.push(failed + u32::from(sample.metrics.is_some()));
        self.gave_up += u64::from(sample.metrics.is_none());
        for (metric, column) in self.metrics.iter().zip(&mut self.columns) {
            column.push(sample.metrics.as_ref().and_then(|metrics| metrics.get(metric.name)).unwrap_or(f64::NAN));
        }
        for Rejection { attempt, reason, .. } in sample.rejections {
            self.rejections.entry(reason).or_insert((0, seed.of_attempt(attempt.into()))).0 += 1;
        }
    }
}

/// Returns the seed `index` places after `first`, so that each seed is a number that can be typed.
fn nth(first: Seed, index: u64) -> Seed {
    Seed::new(first.number().wrapping_add(index))
}

/// Time that a batch has to end after Ctrl-C.
const BATCH_GRACE: Duration = Duration::from_millis(50);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Makes and measures the maps of a batch. Returns `None` if Ctrl-C was pressed and a map takes
/// long: the threads then work on in vain until the program ends.
fn run_batch(
    threads: &ThreadPool,
    map: &Arc<MapRequest>,
    request: &SampleRequest,
    batch: Range<u64>,
) -> Option<Vec<Result<Sample, mapwright::Error>>> {
    let (sender, receiver) = mpsc::channel();
    let (map, metrics, first) = (Arc::clone(map), request.metrics.clone(), request.first);
    threads.spawn(move || {
        let samples = batch.into_par_iter().map(|index| measure(&map, nth(first, index), &metrics)).collect();
        // The receiver may be gone.
        let _ = sender.send(samples);
    });
    let mut asked_to_stop = None;
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(samples) => return Some(samples),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if interrupt::flag().load(Ordering::Relaxed) => {
                if asked_to_stop.get_or_insert_with(Instant::now).elapsed() >= BATCH_GRACE {
                    return None;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn measure(map: &MapRequest, seed: Seed, metrics: &[&'static Metric]) -> Result<Sample, mapwright::Error> {
    let mut rejections = Vec::new();
    let run = map.run().seed(seed).rejections(&mut rejections);
    let metrics = match map.plan.run(run) {
        Ok(map) => Some(Metrics::some(&map, metrics)),
        Err(error) if error.kind() == ErrorKind::GaveUp => None,
        Err(error) => return Err(error),
    };
    Ok(Sample { metrics, rejections })
}
