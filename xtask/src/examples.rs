//! Builds the examples that are no part of the workspace, because of the crates they bring.

use crate::commands::{command, project, run};
use crate::setup;
use anyhow::Result;

/// Builds the Bevy example: several hundred crates, a quarter of an hour on two cores.
pub(crate) fn build() -> Result<()> {
    // Bevy's crates look for the system's libraries by pkg-config.
    setup::install(&[("pkg-config", "pkg-config")])?;
    println!("== examples/bevy");
    run(command(&["build"]).current_dir(project().join("examples/bevy")))
}
