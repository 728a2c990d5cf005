//! `mapwright play`: the game ([`game`]) and its screen ([`screen`]).

mod campaign;
mod endless;
mod floor;
mod game;
mod keys;
mod levels;
mod palette;
mod pathfinding;
mod screen;

pub(crate) use campaign::CampaignLevels;
pub(crate) use endless::EndlessLevels;
pub(crate) use game::Game;
pub(crate) use levels::LevelSource;

use crate::failure::Failure;
use crate::fullscreen::paint::Paint;
use crate::fullscreen::{self, Program};
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use std::process::ExitCode;
use std::time::Instant;

/// Runs the game until the user quits or a signal arrives.
pub(crate) fn play(game: &mut Game, paint: Paint) -> Result<ExitCode, Failure> {
    fullscreen::run(&mut PlayScreen { game, paint })
}

struct PlayScreen<'a> {
    game: &'a mut Game,
    paint: Paint,
}

impl Program for PlayScreen<'_> {
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
