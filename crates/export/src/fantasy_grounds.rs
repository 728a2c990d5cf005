//! Fantasy Grounds: a picture and its line of sight as XML.

use crate::error::Error;
use crate::job::{Job, SideFile};
use std::io::Write;

/// Writes the map.
pub(crate) fn write(_job: &Job<'_>, _to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    Err(Error::invalid("not written yet"))
}
