//! Runs a full-screen program and always restores the terminal.

use crate::failure::Failure;
use crate::interrupt;
use ratatui::crossterm::event::{self, Event, KeyEvent};
use ratatui::{DefaultTerminal, Frame};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Interval for checking the interrupt flag, well below the time until a signal ends the process.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Full-screen program.
pub(crate) trait Program {
    /// Draws the screen, at any size.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Handles a key press or release.
    fn press(&mut self, key: KeyEvent, now: Instant);

    /// Advances animations to `now`. Returns the time of the next change, if there is one.
    fn tick(&mut self, _now: Instant) -> Option<Instant> {
        None
    }

    /// Returns true after the user has quit.
    fn is_over(&self) -> bool;
}

/// Returns true if stdin and stdout are a terminal.
pub(crate) fn is_available() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Runs the program until the user quits or a signal arrives.
pub(crate) fn run(program: &mut impl Program) -> Result<ExitCode, Failure> {
    interrupt::set_full_screen(true);
    let restore = RestoreOnDrop;
    // `try_init` also installs a panic hook that restores the terminal before the message.
    let done = ratatui::try_init().and_then(|mut terminal| show(program, &mut terminal));
    drop(restore);
    done.map_err(|error| Failure::cannot_write("the terminal", &error))?;
    Ok(if program.is_over() { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

fn show(program: &mut impl Program, terminal: &mut DefaultTerminal) -> io::Result<()> {
    while !program.is_over() {
        let due = program.tick(Instant::now());
        terminal.draw(|frame| program.draw(frame))?;
        while !event::poll(until(due).min(POLL_INTERVAL))? {
            if interrupt::flag().load(Ordering::Relaxed) {
                return Ok(());
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                break;
            }
        }
        // Handle all pending keys before drawing again.
        while !program.is_over() && event::poll(Duration::ZERO)? {
            if let Event::Key(key) = event::read()? {
                program.press(key, Instant::now());
            }
        }
    }
    Ok(())
}

fn until(due: Option<Instant>) -> Duration {
    due.map_or(POLL_INTERVAL, |due| due.saturating_duration_since(Instant::now()))
}

/// Restores the terminal when it is dropped.
struct RestoreOnDrop;

impl Drop for RestoreOnDrop {
    fn drop(&mut self) {
        ratatui::restore();
        interrupt::set_full_screen(false);
    }
}
