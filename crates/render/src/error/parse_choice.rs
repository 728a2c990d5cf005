//! Choices by name, with an error that names the nearest one.

use crate::error::{Error, ErrorKind};
use mapwright::did_you_mean;

/// Returns the choice with this name, or an error that names the nearest one.
pub(crate) fn parse_choice<T: Copy>(what: &str, name: &str, known: &[(T, &'static str)]) -> Result<T, Error> {
    known.iter().find(|(_, known)| *known == name).map(|(value, _)| *value).ok_or_else(|| {
        let hint = did_you_mean(name, known.iter().map(|(_, name)| *name));
        Error::new(ErrorKind::Invalid, format!("no {what} is called {name:?}; {hint}"))
    })
}
