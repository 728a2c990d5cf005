//! [`Speed`]: how many moments pass in a second while it plays, and which frame it is time for.

use std::time::{Duration, Instant};

/// How many moments a second there may be.
const SPEEDS: [u32; 9] = [1, 2, 5, 10, 30, 60, 200, 1_000, 10_000];
/// Nobody looks faster than that: 30 screens a second.
const SCREEN: Duration = Duration::from_millis(33);
/// At first the whole run takes at most so many seconds, if there is such a speed.
const WHOLE: usize = 30;

/// How fast it plays, and since when.
#[derive(Clone, Debug)]
pub(crate) struct Speed {
    /// Its place in the list.
    index: usize,
    /// Since when it plays, and from which frame.
    since: Option<(Instant, usize)>,
}

impl Speed {
    /// Paused, at a speed that does for a run of so many moments.
    pub(crate) fn new(moments: usize) -> Speed {
        let fast = |speed: &u32| moments <= WHOLE * *speed as usize;
        Speed { index: SPEEDS.iter().position(fast).unwrap_or(SPEEDS.len() - 1).max(1), since: None }
    }

    pub(crate) fn a_second(&self) -> u32 {
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

    /// The next speed up or down, from this frame on.
    pub(crate) fn change(&mut self, by: isize, frame: usize, now: Instant) {
        self.index = self.index.saturating_add_signed(by).min(SPEEDS.len() - 1);
        if self.is_playing() {
            self.play(frame, now);
        }
    }

    /// The frame that it is time for, and when it is time for another. It goes by the clock: when drawing is slow, moments are passed over.
    pub(crate) fn due(&self, now: Instant) -> Option<(usize, Instant)> {
        let (since, from) = self.since?;
        let rate = u128::from(self.a_second());
        let passed = now.saturating_duration_since(since).as_nanos() * rate / SECOND;
        let next = Duration::from_nanos(((passed + 1) * SECOND).div_ceil(rate) as u64);
        Some((from.saturating_add(passed as usize), (since + next).max(now + SCREEN)))
    }
}

/// In nanoseconds.
const SECOND: u128 = 1_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_says_which_frame_it_is_time_for() {
        let now = Instant::now();
        let mut speed = Speed::new(300);
        assert_eq!((speed.a_second(), speed.due(now)), (10, None));
        speed.play(7, now);
        let after = |milliseconds| now + Duration::from_millis(milliseconds);
        assert_eq!(speed.due(now), Some((7, after(100))));
        assert_eq!(speed.due(after(99)).map(|(frame, _)| frame), Some(7));
        assert_eq!(speed.due(after(100)), Some((8, after(200))));
        assert_eq!(speed.due(after(5_050)), Some((57, after(5_100))), "what drawing took is made up for");
    }

    #[test]
    fn there_are_at_most_thirty_screens_a_second() {
        let now = Instant::now();
        let mut speed = Speed::new(100_000);
        assert_eq!(speed.a_second(), 10_000);
        speed.play(0, now);
        assert_eq!(speed.due(now), Some((0, now + SCREEN)));
        assert_eq!(speed.due(now + SCREEN), Some((330, now + 2 * SCREEN)));
    }

    #[test]
    fn a_change_of_speed_goes_on_from_where_it_is() {
        let now = Instant::now();
        let mut speed = Speed::new(300);
        speed.play(0, now);
        speed.change(1, 20, now);
        assert_eq!((speed.a_second(), speed.due(now).map(|(frame, _)| frame)), (30, Some(20)));
        (0..20).for_each(|_| speed.change(1, 0, now));
        assert_eq!(speed.a_second(), 10_000);
        (0..20).for_each(|_| speed.change(-1, 0, now));
        assert_eq!(speed.a_second(), 1);
    }

    #[test]
    fn long_runs_begin_faster() {
        let speeds = [0, 4, 100, 1_000, 5_000, 100_000, 10_000_000].map(|moments| Speed::new(moments).a_second());
        assert_eq!(speeds, [2, 2, 5, 60, 200, 10_000, 10_000]);
    }
}
