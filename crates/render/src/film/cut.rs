//! [`Cut`]: chooses the moments of a run to show, and their display time.

use super::FilmLook;
use crate::error::{Error, ErrorKind};

/// Moments to show, and their display time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cut {
    /// Number of the last moment.
    last: usize,
    frames: usize,
    /// Frames per second.
    speed: u32,
    /// Extra time for the last frame, in hundredths of a second.
    hold: u32,
}

/// Approximate length in seconds if no speed is given.
const DEFAULT_SECONDS: usize = 8;

impl Cut {
    pub(super) fn of(last: usize, look: &FilmLook) -> Result<Cut, Error> {
        let checked = |name: &str, value: u32, low: u32, high: u32| match (low..=high).contains(&value) {
            true => Ok(value),
            false => Err(Error::new(ErrorKind::Invalid, format!("{name}: {value} is not between {low} and {high}"))),
        };
        let all = last.saturating_add(1);
        let speed = look.speed.unwrap_or((all / DEFAULT_SECONDS).clamp(2, 25) as u32);
        let speed = checked("speed", speed, 1, 50)?;
        let most = checked("seconds", look.seconds, 1, 600)? * speed;
        let hold = checked("hold", look.hold, 0, 600)? * 10;
        Ok(Cut { last, frames: all.min((most as usize).max(2)), speed, hold })
    }

    /// Returns the number of frames.
    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    /// Returns the moment shown in the frame with this index: evenly chosen, including the first
    /// and the last.
    pub(super) fn frame(&self, index: usize) -> usize {
        let steps = (self.frames - 1).max(1) as u128;
        ((index as u128 * self.last as u128 + steps / 2) / steps) as usize
    }

    /// Returns the display time of a frame, in hundredths of a second. Rounding errors do not add
    /// up.
    pub(super) fn hundredths(&self, index: usize) -> u16 {
        let end = |index: u64| (index * 100 + u64::from(self.speed) / 2) / u64::from(self.speed);
        let own = end(index as u64 + 1) - end(index as u64);
        let hold = if index + 1 == self.frames { u64::from(self.hold) } else { 0 };
        (own + hold).min(u64::from(u16::MAX)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(last: usize, change: impl FnOnce(&mut FilmLook)) -> Cut {
        let mut look = FilmLook::default();
        change(&mut look);
        Cut::of(last, &look).unwrap()
    }

    #[test]
    fn a_long_run_is_shortened_evenly_and_keeps_both_ends() {
        let cut = cut(100_000, |look| (look.speed, look.seconds) = (Some(30), 10));
        let frames: Vec<usize> = (0..cut.frames()).map(|index| cut.frame(index)).collect();
        assert_eq!((frames.len(), frames[0], frames[299]), (300, 0, 100_000));
        assert!(frames.windows(2).all(|two| (334..=335).contains(&(two[1] - two[0]))));
        let time: u32 = (0..299).map(|index| u32::from(cut.hundredths(index))).sum();
        assert_eq!((time, cut.hundredths(299)), (997, 3 + 250));
    }

    #[test]
    fn a_short_run_shows_every_moment() {
        let few = cut(5, |_| {});
        assert_eq!((few.frames(), few.speed), (6, 2));
        assert_eq!((0..6).map(|index| few.frame(index)).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(cut(100, |_| {}).speed, 12);
        let none = cut(0, |_| {});
        assert_eq!((none.frames(), none.frame(0)), (1, 0));
        assert_eq!(cut(9, |look| (look.speed, look.seconds) = (Some(1), 1)).frames(), 2, "the first and the last");
    }

    #[test]
    fn values_out_of_range_are_rejected() {
        let of = |change: fn(&mut FilmLook)| {
            let mut look = FilmLook::default();
            change(&mut look);
            Cut::of(9, &look).unwrap_err().to_string()
        };
        assert_eq!(of(|look| look.speed = Some(0)), "speed: 0 is not between 1 and 50");
        assert_eq!(of(|look| look.seconds = 601), "seconds: 601 is not between 1 and 600");
        assert_eq!(of(|look| look.hold = 601), "hold: 601 is not between 0 and 600");
    }
}
