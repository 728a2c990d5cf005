//! [`Playback`]: the current frame of a run and the actions of the user, independent of the
//! terminal.

#[cfg(test)]
mod tests;

use super::glyphs::Look;
use super::keys::{self, Action, Direction};
use super::screen;
use super::speed::Speed;
use super::times::Times;
use super::view::View;
use crate::fullscreen::Program;
use mapwright::trace::{Cursor, FrameInfo, Trace};
use mapwright::{Pos, Rect as Cells, Tile};
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use std::time::Instant;

/// Maximum number of digits of a typed number.
const MAX_DIGITS: usize = 12;

/// Playback of a run.
pub(crate) struct Playback<'a> {
    trace: &'a Trace,
    cursor: Cursor<'a>,
    pub(crate) look: Look,
    /// Title of the run.
    pub(crate) title: String,
    /// Warning that is always shown.
    pub(crate) warning: Option<&'static str>,
    /// Message of the last action.
    pub(crate) message: String,
    /// Digits of a frame number that is being typed.
    pub(crate) typed: String,
    pub(crate) speed: Speed,
    pub(crate) view: View,
    pub(crate) is_helping: bool,
    is_over: bool,
    /// Tiles that the current frame changed.
    changed: Vec<Pos>,
    counts: Vec<(&'a str, usize)>,
    tiles: TileTotals,
    /// Times of the run; `None` for a trace from a file.
    pub(crate) times: Option<Times>,
}

/// Number of tiles at a frame.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct TileTotals {
    /// Tiles that can be walked on.
    pub(crate) open: usize,
    pub(crate) wall: usize,
    pub(crate) void: usize,
}

impl<'a> Playback<'a> {
    /// Starts at the first frame, paused.
    pub(crate) fn new(trace: &'a Trace, title: String, look: Look) -> Playback<'a> {
        let mut playback = Playback {
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
            changed: Vec::new(),
            counts: Vec::new(),
            tiles: TileTotals::default(),
            times: None,
        };
        playback.refresh();
        playback
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

    /// Returns the step that led to the current frame.
    pub(crate) fn moment(&self) -> Option<FrameInfo<'a>> {
        self.trace.moment(self.frame())
    }

    /// Returns the tiles that the current frame changed.
    pub(crate) fn changed(&self) -> &[Pos] {
        &self.changed
    }

    /// Returns how often each label occurred so far.
    pub(crate) fn counts(&self) -> &[(&'a str, usize)] {
        &self.counts
    }

    /// Returns the number of tiles of each kind.
    pub(crate) fn tiles(&self) -> TileTotals {
        self.tiles
    }

    /// Returns the first position of the walker.
    pub(crate) fn start(&self) -> Option<Pos> {
        self.trace.moment(1)?.at
    }

    /// Returns the area to keep in view: the walker, or else all changed tiles.
    pub(crate) fn focus(&self) -> Option<Cells> {
        if let Some(pos) = self.moment()?.at {
            return Some(Cells::spanning(pos, pos));
        }
        let (first, last) = (self.changed.first()?, self.changed.last()?);
        let left = self.changed.iter().map(|pos| pos.x).min()?;
        let right = self.changed.iter().map(|pos| pos.x).max()?;
        // The tiles are in row-major order.
        Some(Cells::spanning(Pos::new(left, first.y), Pos::new(right, last.y)))
    }

    /// Goes to a frame, at most the last one.
    pub(crate) fn go(&mut self, frame: usize) {
        let frame = frame.min(self.trace.last());
        if frame != self.frame() {
            self.cursor.go(frame);
            self.refresh();
        }
    }

    /// Goes to a frame that the user typed, with a message if it does not exist.
    pub(crate) fn jump(&mut self, frame: usize) {
        let last = self.trace.last();
        if frame > last {
            self.message = format!("there is no frame {frame}; this is the last one");
        }
        self.go(frame);
    }

    fn refresh(&mut self) {
        self.changed = self.cursor.changed();
        self.counts = self.trace.counts(self.frame());
        self.tiles = TileTotals::default();
        for cell in self.cursor.cells().cells() {
            match cell.tile() {
                Tile::Wall => self.tiles.wall += 1,
                Tile::Void => self.tiles.void += 1,
                tile => self.tiles.open += usize::from(tile.is_walkable()),
            }
        }
    }

    /// Performs an action.
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
        let typed = std::mem::take(&mut self.typed);
        if moves(action) {
            self.speed.pause();
        }
        match action {
            Action::Step(direction) => self.step(direction),
            Action::SameLabel(direction) => self.same_label(direction),
            Action::First => self.go(0),
            Action::Last => self.go(self.trace.last()),
            Action::Digit(digit) => {
                self.typed = typed;
                if self.typed.len() < MAX_DIGITS {
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
            Action::ZoomIn => self.view.zoom_in(),
            Action::ZoomOut => self.view.zoom_out(),
            Action::Scroll(right, down) => self.view.scroll(right, down),
            Action::Follow => {
                self.view.follows = !self.view.follows;
                let message = if self.view.follows { "the view follows the changes" } else { "the view stays here" };
                self.message = message.to_owned();
            }
            Action::Help => self.is_helping = true,
            // The typed number is discarded already.
            Action::Escape if !typed.is_empty() => {}
            Action::Escape | Action::Quit => self.is_over = true,
            Action::Stop | Action::Nothing => {}
        }
    }

    fn step(&mut self, direction: Direction) {
        let frame = self.frame();
        match direction {
            Direction::Back if frame == 0 => self.message = "this is the first frame".to_owned(),
            Direction::Forward if frame == self.trace.last() => self.message = "this is the last frame".to_owned(),
            Direction::Back => self.go(frame - 1),
            Direction::Forward => self.go(frame + 1),
        }
    }

    /// Goes to the previous or next frame with the label of this one, or else to one that changed
    /// something.
    fn same_label(&mut self, direction: Direction) {
        let (found, none) = match direction {
            Direction::Back => (self.trace.previous_alike(self.frame()), "no earlier frame has this label"),
            Direction::Forward => (self.trace.next_alike(self.frame()), "no later frame has this label"),
        };
        match found {
            Some(frame) => self.go(frame),
            None => self.message = none.to_owned(),
        }
    }
}

/// Returns true for actions that go to another frame and therefore pause.
fn moves(action: Action) -> bool {
    use Action::{Enter, First, Last, SameLabel, Step};
    matches!(action, Step(_) | SameLabel(_) | First | Last | Enter)
}

impl Program for Playback<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        screen::draw(frame, self);
    }

    fn press(&mut self, key: KeyEvent, now: Instant) {
        keys::action(key).into_iter().for_each(|action| self.act(action, now));
    }

    fn tick(&mut self, now: Instant) -> Option<Instant> {
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

/// Recorded runs for tests.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::fullscreen::paint::{Colors, Paint};
    use mapwright::{Recipe, Run, Seed, registry, trace};

    pub(crate) const PLAIN: Look = Look { paint: Paint { ascii: true, colors: Colors::None }, emoji: false };

    /// Records a run of this algorithm with seed 7.
    pub(crate) fn traced(id: &str, width: i32, height: i32, limit: Option<usize>) -> Trace {
        let plan = Recipe::of(id, serde_json::Map::new()).plan(registry::ALL).unwrap();
        trace::record(&plan, Run::new(Seed::new(7)).size(width, height), limit).unwrap()
    }

    pub(crate) fn playback(trace: &Trace, look: Look) -> Playback<'_> {
        Playback::new(trace, "a run".to_owned(), look)
    }
}
