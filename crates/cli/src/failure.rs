//! Everything that can go wrong, as one line and an exit code.

use mapwright::ErrorKind;
use std::io::{self, Write};
use std::process::ExitCode;

/// Findings were found.
pub(crate) const FINDINGS: u8 = 1;
const BAD_INPUT: u8 = 2;
const GAVE_UP: u8 = 3;
const CANNOT_WRITE: u8 = 4;
/// Ctrl-C was pressed.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command ended early: its exit code, and lines for stderr.
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    lines: Vec<String>,
}

impl Failure {
    /// What was asked for makes no sense.
    pub(crate) fn bad_input(line: impl Into<String>) -> Self {
        Failure { code: BAD_INPUT, lines: vec![line.into()] }
    }

    /// An output could not be written. A reader that went away (`| head`) is no failure at all.
    pub(crate) fn cannot_write(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure { code: 0, lines: Vec::new() },
            io::ErrorKind::Interrupted => {
                Failure { code: INTERRUPTED, lines: vec!["stopped; nothing was written".into()] }
            }
            _ => Failure { code: CANNOT_WRITE, lines: vec![format!("cannot write {name}: {error}")] },
        }
    }

    /// Whether it is only that the reader of stdout went away.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.code == 0
    }

    /// The same with the place in front of every line.
    pub(crate) fn at(mut self, place: &str) -> Self {
        self.lines.iter_mut().for_each(|line| *line = format!("{place}: {line}"));
        self
    }

    /// The same with every line told differently.
    pub(crate) fn with_lines(mut self, tell: impl Fn(String) -> String) -> Self {
        self.lines = self.lines.into_iter().map(tell).collect();
        self
    }

    /// What it has to say.
    pub(crate) fn into_lines(self) -> Vec<String> {
        self.lines
    }

    /// Says what happened, and ends with its code.
    pub(crate) fn report(self) -> ExitCode {
        self.lines.iter().for_each(|line| say(&format!("mapwright: {line}")));
        ExitCode::from(self.code)
    }
}

impl From<mapwright::Error> for Failure {
    fn from(error: mapwright::Error) -> Self {
        let code = match error.kind() {
            ErrorKind::GaveUp | ErrorKind::Rejected => GAVE_UP,
            ErrorKind::Cancelled => INTERRUPTED,
            _ => BAD_INPUT,
        };
        Failure { code, lines: error.problems().to_vec() }
    }
}

/// A line on stderr. When even that cannot be written there is nobody left to tell.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// What clap has to say: help in full, an error on one line.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind as Kind;
    if matches!(error.kind(), Kind::DisplayHelp | Kind::DisplayVersion | Kind::DisplayHelpOnMissingArgumentOrSubcommand)
    {
        let asked = error.kind() != Kind::DisplayHelpOnMissingArgumentOrSubcommand;
        return match error.print() {
            Err(error) if asked => Failure::cannot_write("stdout", &error).report(),
            _ => ExitCode::from(if asked { 0 } else { BAD_INPUT }),
        };
    }
    let text = error.render().to_string();
    let about = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more information"));
    let line = about.collect::<Vec<_>>().join("; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line).replace(":; ", ": ");
    Failure::bad_input(format!("{line} (--help tells more)")).report()
}
