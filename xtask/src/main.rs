//! The habits of the house: `cargo xtask ci`, `bless`, `gallery`, `soak`, `bench`.

mod build_cost;
#[cfg(test)]
mod cycles;
mod examples;
mod page;
mod peers;
mod setup;
mod timing;

use anyhow::{Context, Result, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use timing::Timing;

const HELP: &str = "\
cargo xtask ci               everything that must hold before a change lands
cargo xtask bless            write goldens and generated documents anew
cargo xtask gallery          write the gallery anew: docs/gallery.md and its pictures; with --check, compare it
cargo xtask soak --maps N    so many maps with sampled parameters and sizes, every one checked; --seed S, --only ID
                             or --dungeons N: every kind of dungeon with so many seeds
                             or --studio SECONDS: the studio asked without a pause, and its memory
cargo xtask package          package every published crate, unpack it elsewhere and build it
cargo xtask page             the page of the studio: its types, and its tests in Chromium
cargo xtask bench [--peers]  how fast it is, beside its targets (and beside other people's packages); with a word only
                             that part: targets, layouts, dungeons, pictures, games, life, campaigns, traces,
                             metrics, studio, packages, or build: a cold build of the crate, and sizes
cargo xtask examples         build the examples outside the workspace: Bevy's";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ci"] => ci(),
        ["bless"] => bless(),
        ["gallery"] => gallery(true),
        ["gallery", "--check"] => gallery(false),
        ["package"] => package(),
        ["page"] => page::test(),
        ["soak", "--studio", seconds] => soak_studio(seconds),
        ["soak", ref args @ ..] => soak(args),
        ["examples"] => examples::build(),
        ["bench", "build"] => build_cost::measure(),
        ["bench", "--peers", ref part @ ..] => bench(true, part),
        ["bench", ref part @ ..] => bench(false, part),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("what shall it be?\n{HELP}"),
    }
}

/// How many maps CI makes with sampled parameters and sizes.
const SOAKED: &str = "200000";
/// With how many seeds CI makes every kind of dungeon.
const DUNGEONS: &str = "1000";

/// What CI runs. Generated files are compared by the tests.
fn ci() -> Result<()> {
    let mut timing = Timing::start();
    // The tests of `play` and `replay` need a real terminal.
    setup::install(&[("tmux", "tmux")])?;
    cargo("formatting", &["fmt", "--all", "--check"])?;
    cargo("lints", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    timing.end("formatting and lints");
    cargo("the tests, compiled", &["test", "--workspace", "--no-run"])?;
    timing.end("compiling the tests");
    cargo("tests, goldens and generated files", &["test", "--workspace"])?;
    timing.end("tests");
    page::test()?;
    timing.end("the page in Chromium");
    println!("== documentation without warnings");
    run(command(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings"))?;
    timing.end("documentation");
    package()?;
    timing.end("packages");
    println!("== {SOAKED} maps with sampled parameters and sizes");
    soak(&["--maps", SOAKED])?;
    timing.end("sampled maps, with compiling for them");
    println!("== every kind of dungeon with {DUNGEONS} seeds");
    soak(&["--dungeons", DUNGEONS])?;
    timing.end("dungeons");
    timing.print();
    println!("== all is well");
    Ok(())
}

/// Packages the published crates. Cargo unpacks each package into a folder of its own, without the rest of
/// the workspace, and builds it there against the other packages.
fn package() -> Result<()> {
    let crates = ["mapwright", "mapwright-render", "mapwright-studio", "mapwright-cli"];
    let packages = crates.iter().flat_map(|name| ["-p", *name]);
    let args: Vec<&str> = ["package", "--quiet", "--allow-dirty"].into_iter().chain(packages).collect();
    cargo("packages, unpacked and built", &args)
}

fn bless() -> Result<()> {
    println!("== writing goldens and generated documents anew");
    run(command(&["test", "--quiet", "-p", "mapwright", "--test", "goldens"]).env("MAPWRIGHT_BLESS", "1"))?;
    run(command(&["test", "--quiet", "-p", "mapwright-render", "--test", "goldens"]).env("MAPWRIGHT_BLESS", "1"))?;
    run(command(&["test", "--quiet", "-p", "mapwright-cli", "--test", "documents"]).env("MAPWRIGHT_BLESS", "1"))?;
    gallery(true)?;
    println!("== done; `git diff` shows what has changed");
    Ok(())
}

/// Writes the pictures and their page, or compares them with what is there.
fn gallery(write: bool) -> Result<()> {
    let mut test = command(&["test", "--quiet", "-p", "mapwright-cli", "--test", "gallery"]);
    if write {
        test.env("MAPWRIGHT_BLESS", "1");
    }
    run(&mut test)
}

/// Starts the program that does it; what it finds or does not understand it says itself.
fn soak(args: &[&str]) -> Result<()> {
    let mut soak = command(&["run", "--quiet", "--profile", "soak", "-p", "mapwright-soak", "--"]);
    soak.args(args);
    match soak.status().with_context(|| format!("cannot start {soak:?}"))?.code() {
        Some(0) => Ok(()),
        code => process::exit(code.unwrap_or(1)),
    }
}

/// All of it, or the part that is named.
fn bench(peers: bool, part: &[&str]) -> Result<()> {
    cargo("the program to be started", &["build", "--release", "--quiet", "-p", "mapwright-cli"])?;
    let mut bench = vec!["run", "--release", "--quiet", "-p", "mapwright-benches"];
    if peers {
        peers::install(&project().join("target/peers"))?;
        bench.extend(["--features", "peers"]);
    }
    bench.push("--");
    bench.extend(part);
    run(&mut command(&bench))?;
    if part.is_empty() || part == ["studio"] { page::bench() } else { Ok(()) }
}

fn soak_studio(seconds: &str) -> Result<()> {
    bench(false, &["studio", "soak", seconds])
}

/// The folder of the whole project, wherever this is called from.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn cargo(what: &str, args: &[&str]) -> Result<()> {
    println!("== {what}");
    run(&mut command(args))
}

fn command(args: &[&str]) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(args).current_dir(project());
    cargo
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
