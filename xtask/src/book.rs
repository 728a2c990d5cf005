//! The book: `docs/` as a web site, built by mdBook.

use crate::commands::{command, project, run};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// The version of mdBook that builds the book.
const MDBOOK: &str = "0.5.4";

/// Builds the book into `target/book`, after installing mdBook into `target/tools` if it is
/// missing.
///
/// mdBook takes minutes of processor time to compile, so CI does not build the book. The tests in
/// `docs.rs` check its table of contents and its links instead.
pub(crate) fn build() -> Result<()> {
    run(Command::new(installed()?).arg("build").arg(project()))?;
    println!("== the book is target/book/index.html");
    Ok(())
}

/// Returns the path of mdBook. Cargo does nothing if this version is already installed.
fn installed() -> Result<PathBuf> {
    let tools = project().join("target/tools");
    println!("== mdBook {MDBOOK}");
    run(command(&[
        "install",
        "mdbook",
        "--version",
        MDBOOK,
        "--locked",
        "--no-default-features",
        "--features",
        "search",
    ])
    .arg("--root")
    .arg(&tools))?;
    Ok(tools.join("bin/mdbook"))
}
