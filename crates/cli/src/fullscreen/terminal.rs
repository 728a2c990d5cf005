//! The terminal: taken, drawn on, and given back as it was, however it ends.

use crate::failure::Failure;
use crate::interrupt;
use ratatui::crossterm::event::{self, Event, KeyEvent};
use ratatui::{DefaultTerminal, Frame};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether the program was asked to end.
const PATIENCE: Duration = Duration::from_millis(200);

/// A program that has the whole terminal to itself.
pub(crate) trait Program {
    /// Draws all of it, whatever the size.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Somebody pressed a key, or let it go.
    fn press(&mut self, key: KeyEvent, now: Instant);

    /// Lets the time pass until now. Returns when there is something to do next, if there is before a key is pressed.
    fn pass(&mut self, _now: Instant) -> Option<Instant> {
        None
    }

    /// Whether somebody has left it.
    fn is_over(&self) -> bool;
}

/// Whether there is a terminal to be had.
pub(crate) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Runs until somebody quits or the program is asked to end.
pub(crate) fn run(program: &mut impl Program) -> Result<ExitCode, Failure> {
    let given_back = GivenBack;
    thread::spawn(end_when_asked);
    // It also sees to it that a panic gives the terminal back before it says anything.
    let done = ratatui::try_init().and_then(|mut terminal| show(program, &mut terminal));
    drop(given_back);
    done.map_err(|error| Failure::cannot_write("the terminal", &error))?;
    Ok(if program.is_over() { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

fn show(program: &mut impl Program, terminal: &mut DefaultTerminal) -> io::Result<()> {
    while !program.is_over() {
        let due = program.pass(Instant::now());
        terminal.draw(|frame| program.draw(frame))?;
        while !event::poll(until(due).min(PATIENCE))? {
            if interrupt::flag().load(Ordering::Relaxed) {
                return Ok(());
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                break;
            }
        }
        // All that was typed meanwhile, before anything is drawn again.
        while !program.is_over() && event::poll(Duration::ZERO)? {
            if let Event::Key(key) = event::read()? {
                program.press(key, Instant::now());
            }
        }
    }
    Ok(())
}

fn until(due: Option<Instant>) -> Duration {
    due.map_or(PATIENCE, |due| due.saturating_duration_since(Instant::now()))
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
