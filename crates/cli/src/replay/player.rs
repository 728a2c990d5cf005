//! [`Player`]: where one is in a run, and what keys do there. It knows no terminal.

#[cfg(test)]
mod tests;

use super::glyphs::Look;
use super::keys::{self, Action, Way};
use super::screen;
use super::speed::Speed;
use super::view::View;
use crate::fullscreen::Program;
use mapwright::trace::{Cursor, Happening, Trace};
use mapwright::{Pos, Rect as Cells};
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use std::time::{Duration, Instant};

/// The same angle twice within this time is one double angle.
const DOUBLE: Duration = Duration::from_millis(400);
/// Longer numbers are not typed.
const MOST_DIGITS: usize = 12;

/// Somebody looking at a run.
pub(crate) struct Player<'a> {
    trace: &'a Trace,
    cursor: Cursor<'a>,
    pub(crate) look: Look,
    /// What is replayed.
    pub(crate) title: String,
    /// What is to be said as long as something is shown.
    pub(crate) warning: Option<&'static str>,
    /// What the last key led to.
    pub(crate) message: String,
    /// The digits of a number that is not complete yet.
    pub(crate) typed: String,
    pub(crate) speed: Speed,
    pub(crate) view: View,
    pub(crate) is_helping: bool,
    is_over: bool,
    /// The last angle: which one, when, and the frame before it.
    angle: Option<(Way, Instant, usize)>,
    /// What is known of the frame that is shown.
    changed: Vec<Pos>,
    counts: Vec<(&'a str, usize)>,
    open: usize,
}

impl<'a> Player<'a> {
    /// At the beginning of the run, paused.
    pub(crate) fn new(trace: &'a Trace, title: String, look: Look) -> Player<'a> {
        let mut player = Player {
            trace,
            cursor: Cursor::new(trace),
            look,
            title,
            warning: None,
            message: String::new(),
            typed: String::new(),
            speed: Speed::new(trace.last()),
            view: View::new(),
            is_helping: false,
            is_over: false,
            angle: None,
            changed: Vec::new(),
            counts: Vec::new(),
            open: 0,
        };
        player.look_around();
        player
    }

    pub(crate) fn trace(&self) -> &'a Trace {
        self.trace
    }

    pub(crate) fn cursor(&self) -> &Cursor<'a> {
        &self.cursor
    }

    pub(crate) fn frame(&self) -> usize {
        self.cursor.frame()
    }

    /// What led to the frame that is shown.
    pub(crate) fn moment(&self) -> Option<Happening<'a>> {
        self.trace.moment(self.frame())
    }

    /// The tiles that it changed.
    pub(crate) fn changed(&self) -> &[Pos] {
        &self.changed
    }

    /// How often each label came up so far.
    pub(crate) fn counts(&self) -> &[(&'a str, usize)] {
        &self.counts
    }

    /// How many tiles one can stand on.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    /// Where something happens: around the walker, or else around all that changed.
    pub(crate) fn focus(&self) -> Option<Cells> {
        if let Some(pos) = self.moment()?.at {
            return Some(Cells::spanning(pos, pos));
        }
        let (first, last) = (self.changed.first()?, self.changed.last()?);
        let left = self.changed.iter().map(|pos| pos.x).min()?;
        let right = self.changed.iter().map(|pos| pos.x).max()?;
        // They are in reading order.
        Some(Cells::spanning(Pos::new(left, first.y), Pos::new(right, last.y)))
    }

    /// Goes to a frame; past the end, to the last.
    pub(crate) fn go(&mut self, frame: usize) {
        let frame = frame.min(self.trace.last());
        if frame != self.frame() {
            self.cursor.go(frame);
            self.look_around();
        }
    }

    /// The same for a number that somebody gave.
    pub(crate) fn jump(&mut self, frame: usize) {
        let last = self.trace.last();
        if frame > last {
            self.message = format!("there is no frame {frame}: this is the last one");
        }
        self.go(frame);
    }

    fn look_around(&mut self) {
        self.changed = self.cursor.changed();
        self.counts = self.trace.counts(self.frame());
        self.open = self.cursor.cells().cells().iter().filter(|cell| cell.tile().is_walkable()).count();
    }

    /// Does what a key says.
    pub(crate) fn act(&mut self, action: Action, now: Instant) {
        self.message.clear();
        if action == Action::Stop {
            self.is_over = true;
            return;
        }
        if self.is_helping {
            self.is_helping = false;
            return;
        }
        let angle = self.angle.take();
        let typed = std::mem::take(&mut self.typed);
        if moves(action) {
            self.speed.pause();
        }
        match action {
            Action::Step(way) => self.step(way),
            Action::Angle(way) => match angle.filter(|(last, at, _)| *last == way && now <= *at + DOUBLE) {
                Some((_, _, before)) => self.alike(way, before),
                None => {
                    self.angle = Some((way, now, self.frame()));
                    self.step(way);
                }
            },
            Action::Alike(way) => self.alike(way, self.frame()),
            Action::First => self.go(0),
            Action::Last => self.go(self.trace.last()),
            Action::Digit(digit) => {
                self.typed = typed;
                if self.typed.len() < MOST_DIGITS {
                    self.typed.push(digit);
                }
            }
            Action::Erase => {
                self.typed = typed;
                self.typed.pop();
            }
            Action::Enter => {
                if let Ok(frame) = typed.parse() {
                    self.jump(frame);
                }
            }
            Action::PlayOrPause if self.speed.is_playing() => self.speed.pause(),
            Action::PlayOrPause => {
                if self.frame() == self.trace.last() {
                    self.go(0);
                }
                self.speed.play(self.frame(), now);
            }
            Action::Slower => self.speed.change(-1, self.frame(), now),
            Action::Faster => self.speed.change(1, self.frame(), now),
            Action::Larger => self.view.enlarge(),
            Action::Smaller => self.view.shrink(),
            Action::Scroll(right, down) => self.view.scroll(right, down),
            Action::Follow => {
                self.view.follows = !self.view.follows;
                let what = if self.view.follows { "follows what happens" } else { "stays where it is" };
                self.message = format!("the view {what}");
            }
            Action::Help => self.is_helping = true,
            // What was typed is dropped already.
            Action::Escape if !typed.is_empty() => {}
            Action::Escape | Action::Quit => self.is_over = true,
            Action::Stop | Action::Nothing => {}
        }
    }

    fn step(&mut self, way: Way) {
        let frame = self.frame();
        match way {
            Way::Back if frame == 0 => self.message = "this is the beginning".to_owned(),
            Way::On if frame == self.trace.last() => self.message = "this is the end".to_owned(),
            Way::Back => self.go(frame - 1),
            Way::On => self.go(frame + 1),
        }
    }

    /// To the previous or next moment of the same label as at a frame.
    fn alike(&mut self, way: Way, from: usize) {
        let (found, none) = match way {
            Way::Back => (self.trace.previous_alike(from), "none of this label before"),
            Way::On => (self.trace.next_alike(from), "none of this label after"),
        };
        match found {
            Some(frame) => self.go(frame),
            None => {
                self.go(from);
                self.message = none.to_owned();
            }
        }
    }
}

/// Whether an action goes somewhere, so that playing ends.
fn moves(action: Action) -> bool {
    use Action::{Alike, Angle, Enter, First, Last, Step};
    matches!(action, Step(_) | Angle(_) | Alike(_) | First | Last | Enter)
}

impl Program for Player<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        screen::draw(frame, self);
    }

    fn press(&mut self, key: KeyEvent, now: Instant) {
        keys::action(key).into_iter().for_each(|action| self.act(action, now));
    }

    fn pass(&mut self, now: Instant) -> Option<Instant> {
        let (frame, next) = self.speed.due(now)?;
        self.go(frame);
        if self.frame() == self.trace.last() {
            self.speed.pause();
            return None;
        }
        Some(next)
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// For tests: a small mine.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::fullscreen::paint::{Colors, Paint};
    use mapwright::{Recipe, Run, Seed, registry, trace};

    pub(crate) const PLAIN: Look = Look { paint: Paint { ascii: true, colors: Colors::None }, emoji: false };

    /// The run of this algorithm with seed 7.
    pub(crate) fn traced(id: &str, width: i32, height: i32, limit: Option<usize>) -> Trace {
        let plan = Recipe::of(id, serde_json::Map::new()).plan(registry::ALL).unwrap();
        trace::record(&plan, Run::new(Seed::new(7)).size(width, height), limit).unwrap()
    }

    pub(crate) fn player(trace: &Trace, look: Look) -> Player<'_> {
        Player::new(trace, "a run".to_owned(), look)
    }
}
