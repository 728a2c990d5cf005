//! [`Failure`]: the error type of all commands, with messages and an exit code.

use crate::printable::printable_line;
use mapwright::ErrorKind;
use mapwright::files::ParamFiles;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code of `check` when there are findings.
pub(crate) const FINDINGS: u8 = 1;
const BAD_INPUT: u8 = 2;
const GAVE_UP: u8 = 3;
const CANNOT_WRITE: u8 = 4;
/// Exit code after Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Error that ends a command: an exit code, and lines for stderr.
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    lines: Vec<String>,
}

impl Failure {
    /// Creates the error for invalid arguments or files.
    pub(crate) fn bad_input(line: impl Into<String>) -> Self {
        Failure { code: BAD_INPUT, lines: vec![line.into()] }
    }

    /// Creates the error for an output that could not be written. A broken pipe (`| head`) ends the
    /// program silently with code 0.
    pub(crate) fn cannot_write(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure { code: 0, lines: Vec::new() },
            io::ErrorKind::Interrupted => {
                Failure { code: INTERRUPTED, lines: vec!["stopped; nothing was written".into()] }
            }
            _ => Failure { code: CANNOT_WRITE, lines: vec![format!("cannot write {name}: {error}")] },
        }
    }

    /// Returns true if the only problem is that the reader of stdout closed the pipe.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.code == 0
    }

    /// Puts a file name or an option before every line.
    pub(crate) fn at(mut self, place: &str) -> Self {
        self.lines.iter_mut().for_each(|line| *line = format!("{place}: {line}"));
        self
    }

    /// Replaces every line by the result of a function.
    pub(crate) fn with_lines(mut self, replace: impl Fn(String) -> String) -> Self {
        self.lines = self.lines.into_iter().map(replace).collect();
        self
    }

    /// Replaces the numbers of texts by the names of the files that they came from.
    pub(crate) fn naming(self, files: &ParamFiles) -> Self {
        self.with_lines(|line| files.name_file(line))
    }

    /// Returns the lines of the message.
    pub(crate) fn into_lines(self) -> Vec<String> {
        self.lines
    }

    /// Prints the message to stderr and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        self.lines.iter().for_each(|line| eprint_line(&format!("mapwright: {line}")));
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

impl From<mapwright_render::Error> for Failure {
    fn from(error: mapwright_render::Error) -> Self {
        Failure::bad_input(error.to_string())
    }
}

/// Prints a line to stderr, with control characters escaped. Unlike `eprintln`, it does not panic
/// when stderr cannot be written.
pub(crate) fn eprint_line(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_line(line));
}

/// Reports an error of clap: help in full, everything else on one line.
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
    let message = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more information"));
    let line = message.collect::<Vec<_>>().join("; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line).replace(":; ", ": ");
    Failure::bad_input(format!("{line} (see --help)")).report()
}
