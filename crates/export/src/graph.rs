//! The graph of rooms and connections, for Graphviz or as JSON.

use crate::error::Error;
use crate::job::{Job, SideFile};
use std::io::Write;

/// Writes the graph for Graphviz.
pub(crate) fn write_dot(_job: &Job<'_>, _to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    Err(Error::invalid("not written yet"))
}

/// Writes the graph as JSON.
pub(crate) fn write_json(_job: &Job<'_>, _to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    Err(Error::invalid("not written yet"))
}
