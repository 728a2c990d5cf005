//! [`Speed`]: frames per second, and the frame that is due.

use std::time::{Duration, Instant};

/// Selectable speeds, in frames per second.
const SPEEDS: [u32; 9] = [1, 2, 5, 10, 30, 60, 200, 1_000, 10_000];
/// Minimum time between two screens.
const SCREEN_INTERVAL: Duration = Duration::from_millis(33);
/// Maximum length of a run at its default speed, in seconds.
const MAX_SECONDS: usize = 30;

/// Speed of the playback, and its start.
#[derive(Clone, Debug)]
pub(crate) struct Speed {
    /// Index into [`SPEEDS`].
    index: usize,
    /// Time and frame at which it started to play; `None` while paused.
    since: Option<(Instant, usize)>,
}

impl Speed {
    /// Starts paused, at a speed that suits a run of this many frames.
    pub(crate) fn new(frames: usize) -> Speed {
        let fast = |speed: &u32| frames <= MAX_SECONDS * *speed as usize;
        Speed { index: SPEEDS.iter().position(fast).unwrap_or(SPEEDS.len() - 1).max(1), since: None }
    }

    pub(crate) fn per_second(&self) -> u32 {
        SPEEDS[self.index]
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.since.is_some()
    }

    pub(crate) fn play(&mut self, from: usize, now: Instant) {
        self.since = Some((now, from));
    }

    pub(crate) fn pause(&mut self) {
        self.since = None;
    }

    /// Selects another speed, from this frame on.
    pub(crate) fn change(&mut self, by: isize, frame: usize, now: Instant) {
        self.index = self.index.saturating_add_signed(by).min(SPEEDS.len() - 1);
        if self.is_playing() {
            self.play(frame, now);
        }
    }

    /// Returns the frame that is due, and the time of the next one. Slow drawing skips frames.
    pub(crate) fn due(&self, now: Instant) -> Option<(usize, Instant)> {
        let (since, from) = self.since?;
        let rate = u128::from(self.per_second());
        let passed = now.saturating_duration_since(since).as_nanos() * rate / SECOND;
        let next = Duration::from_nanos(((passed + 1) * SECOND).div_ceil(rate) as u64);
        Some((from.saturating_add(passed as usize), (since + next).max(now + SCREEN_INTERVAL)))
    }
}

/// One second in nanoseconds.
const SECOND: u128 = 1_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_due_frame_follows_the_clock() {
        let now = Instant::now();
        let mut speed = Speed::new(300);
        assert_eq!((speed.per_second(), speed.due(now)), (10, None));
        speed.play(7, now);
        let after = |milliseconds| now + Duration::from_millis(milliseconds);
        assert_eq!(speed.due(now), Some((7, after(100))));
        assert_eq!(speed.due(after(99)).map(|(frame, _)| frame), Some(7));
        assert_eq!(speed.due(after(100)), Some((8, after(200))));
        assert_eq!(speed.due(after(5_050)), Some((57, after(5_100))), "slow drawing skips frames");
    }

    #[test]
    fn screens_are_limited_to_thirty_per_second() {
        let now = Instant::now();
        let mut speed = Speed::new(100_000);
        assert_eq!(speed.per_second(), 10_000);
        speed.play(0, now);
        assert_eq!(speed.due(now), Some((0, now + SCREEN_INTERVAL)));
        assert_eq!(speed.due(now + SCREEN_INTERVAL), Some((330, now + 2 * SCREEN_INTERVAL)));
    }

    #[test]
    fn a_change_of_speed_continues_from_the_current_frame() {
        let now = Instant::now();
        let mut speed = Speed::new(300);
        speed.play(0, now);
        speed.change(1, 20, now);
        assert_eq!((speed.per_second(), speed.due(now).map(|(frame, _)| frame)), (30, Some(20)));
        (0..20).for_each(|_| speed.change(1, 0, now));
        assert_eq!(speed.per_second(), 10_000);
        (0..20).for_each(|_| speed.change(-1, 0, now));
        assert_eq!(speed.per_second(), 1);
    }

    #[test]
    fn long_runs_start_faster() {
        let speeds = [0, 4, 100, 1_000, 5_000, 100_000, 10_000_000].map(|frames| Speed::new(frames).per_second());
        assert_eq!(speeds, [2, 2, 5, 60, 200, 10_000, 10_000]);
    }
}
