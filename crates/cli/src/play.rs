//! Walking through levels in the terminal: what happens ([`game`]) and how it looks ([`screen`]).

mod campaign;
mod descent;
mod floor;
mod game;
mod keys;
mod levels;
mod palette;
mod screen;
mod ways;

pub(crate) use campaign::Campaigned;
pub(crate) use descent::Descent;
pub(crate) use game::Game;
pub(crate) use levels::Levels;

use crate::failure::Failure;
use crate::fullscreen::paint::Paint;
use crate::fullscreen::{self, Program};
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use std::process::ExitCode;
use std::time::Instant;

/// Plays until somebody quits or the program is asked to end.
pub(crate) fn play(game: &mut Game, paint: Paint) -> Result<ExitCode, Failure> {
    fullscreen::run(&mut Played { game, paint })
}

struct Played<'a> {
    game: &'a mut Game,
    paint: Paint,
}

impl Program for Played<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        screen::draw(frame, self.game, self.paint);
    }

    fn press(&mut self, key: KeyEvent, _: Instant) {
        keys::action(key).into_iter().for_each(|action| self.game.act(action));
    }

    fn is_over(&self) -> bool {
        self.game.over
    }
}
