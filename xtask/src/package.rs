//! Packages the published crates, unpacks them elsewhere and builds them there.
//!
//! `cargo package` can build what it has packed, but it takes the other packages from a copy that
//! it never renews, and compiles all dependencies again. Here the packages are unpacked side by
//! side into a workspace of their own, which shares the compiled dependencies of the project.

use crate::commands::{cargo, command, project, run};
use anyhow::{Context, Result};
use std::fs;
use std::process::Command;

/// The published crates.
const CRATES: [&str; 5] = ["mapwright", "mapwright-render", "mapwright-export", "mapwright-studio", "mapwright-cli"];
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn package() -> Result<()> {
    let mut args = vec!["package", "--quiet", "--allow-dirty", "--no-verify"];
    args.extend(CRATES.iter().flat_map(|name| ["-p", *name]));
    cargo("packages", &args)?;
    let (packages, folder) = (project().join("target/package"), project().join("target/unpacked"));
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot remove target/unpacked")?;
    }
    fs::create_dir_all(&folder).context("cannot create target/unpacked")?;
    for name in CRATES {
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(packages.join(format!("{name}-{VERSION}.crate"))).arg("-C").arg(&folder);
        run(&mut tar)?;
    }
    fs::write(folder.join("Cargo.toml"), manifest()).context("cannot write the workspace of the packages")?;
    fs::copy(project().join("Cargo.lock"), folder.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    println!("== packages, unpacked and built");
    let mut build = command(&["build", "--quiet", "--workspace", "--target-dir"]);
    run(build.arg(project().join("target")).current_dir(&folder))
}

/// Returns the workspace of the unpacked packages. Dependencies are compiled as in the project, our
/// own crates without optimisation.
fn manifest() -> String {
    let members: Vec<String> = CRATES.iter().map(|name| format!("\"{name}-{VERSION}\"")).collect();
    let patches = CRATES.iter().map(|name| format!("{name} = {{ path = \"{name}-{VERSION}\" }}\n"));
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[patch.crates-io]\n{}\n\
         [profile.dev]\nopt-level = 0\ndebug = false\n\n\
         [profile.dev.package.\"*\"]\nopt-level = 2\ndebug = false\n",
        members.join(", "),
        patches.collect::<String>()
    )
}
