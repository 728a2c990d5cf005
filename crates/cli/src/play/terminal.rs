//! The terminal: taken, drawn on, and given back as it was, however it ends.

use super::game::Game;
use super::paint::Paint;
use super::{keys, screen};
use crate::failure::Failure;
use crate::interrupt;
use ratatui::crossterm::event::{self, Event};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

/// How often it is looked whether the program was asked to end.
const PATIENCE: Duration = Duration::from_millis(200);

/// Whether there is a terminal to play in.
pub(crate) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays until somebody quits or the program is asked to end.
pub(crate) fn play(game: &mut Game, paint: Paint) -> Result<ExitCode, Failure> {
    let given_back = GivenBack;
    thread::spawn(end_when_asked);
    // It also sees to it that a panic gives the terminal back before it says anything.
    let done = ratatui::try_init().and_then(|mut terminal| {
        while !game.over {
            terminal.draw(|frame| screen::draw(frame, game, paint))?;
            while !event::poll(PATIENCE)? {
                if interrupt::flag().load(Ordering::Relaxed) {
                    return Ok(());
                }
            }
            // All that was typed meanwhile, before anything is drawn again.
            while !game.over && event::poll(Duration::ZERO)? {
                if let Event::Key(key) = event::read()? {
                    keys::action(key).into_iter().for_each(|action| game.act(action));
                }
            }
        }
        Ok(())
    });
    drop(given_back);
    done.map_err(|error| Failure::cannot_write("the terminal", &error))?;
    Ok(if game.over { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

/// Ends the program a moment after it was asked to, if it has not by itself: waiting for keys from a terminal that was closed never ends.
fn end_when_asked() {
    while !interrupt::flag().load(Ordering::Relaxed) {
        thread::sleep(PATIENCE);
    }
    thread::sleep(5 * PATIENCE);
    ratatui::restore();
    std::process::exit(130);
}

/// Gives the terminal back when it goes.
struct GivenBack;

impl Drop for GivenBack {
    fn drop(&mut self) {
        ratatui::restore();
    }
}
