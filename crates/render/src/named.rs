//! Wishes by their names.

use crate::error::{Error, ErrorKind};
use mapwright::did_you_mean;

/// What is called so, or an error that names what is near.
pub(crate) fn named<T: Copy>(what: &str, name: &str, known: &[(T, &'static str)]) -> Result<T, Error> {
    known.iter().find(|(_, known)| *known == name).map(|(value, _)| *value).ok_or_else(|| {
        let hint = did_you_mean(name, known.iter().map(|(_, name)| *name));
        Error::new(ErrorKind::Invalid, format!("no {what} is called {name:?}; {hint}"))
    })
}
