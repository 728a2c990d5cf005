//! [`Times`]: the time of a run, and of each of its frames.

use mapwright::trace::{self, Trace};
use mapwright::{Error, Plan, Run};
use std::time::{Duration, Instant};

/// Time of a run, with the recording.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Times {
    total: Duration,
    /// Time from the start to each moment; empty if moments were merged.
    moments: Vec<Duration>,
}

/// Runs the plan, records it and measures the time. Timing never changes the trace.
pub(crate) fn record(plan: &Plan, run: Run<'_>, limit: Option<usize>) -> Result<(Trace, Times), Error> {
    let start = Instant::now();
    let mut moments = Vec::new();
    let trace = trace::record_watched(plan, run, limit, |count| {
        if moments.len() != count {
            moments.resize(count, start.elapsed());
        }
    })?;
    let total = start.elapsed();
    // The recorder stores the last moment when the run has ended.
    moments.resize(if trace.merged() == 0 { trace.last() } else { 0 }, total);
    Ok((trace, Times { total, moments }))
}

impl Times {
    /// Returns the time of the whole run.
    pub(crate) fn total(&self) -> Duration {
        self.total
    }

    /// Returns the time from the start to this frame; `None` if frames were merged.
    pub(crate) fn at(&self, frame: usize) -> Option<Duration> {
        match frame.checked_sub(1) {
            None => Some(Duration::ZERO),
            Some(index) => self.moments.get(index).copied(),
        }
    }

    /// Returns times for tests and documents: a microsecond for each of the moments.
    #[cfg(test)]
    pub(crate) fn even(moments: u64) -> Times {
        let micros = Duration::from_micros;
        Times { total: micros(moments), moments: (1..=moments).map(micros).collect() }
    }
}

/// Returns the duration in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{Recipe, Seed, registry};

    fn recorded(limit: Option<usize>) -> (Trace, Times) {
        let plan = Recipe::of("mining", serde_json::Map::new()).plan(registry::ALL).unwrap();
        record(&plan, Run::new(Seed::new(7)).size(30, 20), limit).unwrap()
    }

    #[test]
    fn every_frame_has_a_time_and_they_never_fall() {
        let (trace, times) = recorded(None);
        let all: Vec<Duration> = (0..=trace.last()).map(|frame| times.at(frame).unwrap()).collect();
        assert!(all.is_sorted() && all[0].is_zero() && all[trace.last()] <= times.total());
        assert_eq!(times.at(trace.last() + 1), None);
    }

    #[test]
    fn merged_frames_have_no_time_of_their_own() {
        let (trace, times) = recorded(Some(20));
        assert!(trace.merged() > 0);
        assert_eq!((times.at(0), times.at(1)), (Some(Duration::ZERO), None));
        assert!(!times.total().is_zero());
    }
}
