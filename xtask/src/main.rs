//! Developer commands: `cargo xtask ci`, `bless`, `gallery`, `soak`, `package`, `page`, `bench`.

mod book;
mod build_cost;
mod commands;
#[cfg(test)]
mod cycles;
#[cfg(test)]
mod docs;
mod examples;
mod package;
mod page;
mod peers;
mod readers;
mod setup;
mod timing;

use anyhow::{Context, Result, bail};
use commands::{cargo, command, project, run};
use std::env;
use std::process;
use timing::Timing;

const HELP: &str = "\
Usage: cargo xtask COMMAND

  ci                      Run every check: formatting, lints, tests, documentation, packages, soak test
  bless                   Rewrite goldens and generated documents
  gallery [--check]       Rewrite docs/gallery.md and its pictures, or check that they are up to date
  soak --maps N           Generate and check N maps with random parameters and sizes
       [--seed SEED]        Seed of the random parameters (default: 1)
       [--only ID]          Test one algorithm only
  soak --dungeons N       Generate and check every kind of dungeon with N seeds
  soak --studio SECONDS   Send requests to the studio without pause and check that its memory does not grow
  package                 Package every published crate, unpack it and build it
  book                    Build the book from docs/ into target/book, with mdBook
  page                    Check the types of the studio's web page and test the page in Chromium
  bench [--peers] [NAME]  Measure speed against the targets; with --peers, also against other packages
                            NAME: targets, layouts, dungeons, campaigns, pictures, exports, games, life,
                            traces, metrics, studio or packages (default: all)
  bench build             Measure a cold build of the library, and the sizes of library and program
  readers [--godot]       Read exported files with programs that are not ours: Tiled, Phaser, Foundry's packer,
                            Graphviz and more; with --godot also Godot (GODOT_ROOT: the folder of its system)
  examples                Build the examples outside the workspace: examples/bevy
  help                    Print this help";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ci"] => ci(),
        ["bless"] => bless(),
        ["gallery"] => gallery(true),
        ["gallery", "--check"] => gallery(false),
        ["book"] => book::build(),
        ["package"] => package::package(),
        ["page"] => page::test(),
        ["soak", "--studio", seconds] => soak_studio(seconds),
        ["soak", ref args @ ..] => soak(args),
        ["readers"] => readers::run_all(false),
        ["readers", "--godot"] => readers::run_all(true),
        ["examples"] => examples::build(),
        ["bench", "build"] => build_cost::measure(),
        ["bench", "--peers", ref part @ ..] => bench(true, part),
        ["bench", ref part @ ..] => bench(false, part),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("unknown or missing command\n\n{HELP}"),
    }
}

/// Number of maps that CI makes with random parameters and sizes.
const SOAK_MAPS: &str = "200000";
/// Number of seeds with which CI makes every kind of dungeon.
const DUNGEON_SEEDS: &str = "1000";

/// Runs everything that CI runs; the tests compare the generated files.
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
    readers::run_all(false)?;
    timing.end("exports, read by other programs");
    println!("== documentation");
    run(command(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings"))?;
    timing.end("documentation");
    package::package()?;
    timing.end("packages");
    println!("== {SOAK_MAPS} maps with random parameters and sizes");
    soak(&["--maps", SOAK_MAPS])?;
    timing.end("soak: maps, compiling included");
    println!("== every kind of dungeon with {DUNGEON_SEEDS} seeds");
    soak(&["--dungeons", DUNGEON_SEEDS])?;
    timing.end("soak: dungeons");
    timing.print();
    println!("== all checks passed");
    Ok(())
}

fn bless() -> Result<()> {
    println!("== rewriting goldens and generated documents");
    run(command(&["test", "--quiet", "-p", "mapwright", "--test", "goldens"]).env("MAPWRIGHT_BLESS", "1"))?;
    run(command(&["test", "--quiet", "-p", "mapwright-render", "--test", "goldens"]).env("MAPWRIGHT_BLESS", "1"))?;
    run(command(&["test", "--quiet", "-p", "mapwright-cli", "--test", "documents"]).env("MAPWRIGHT_BLESS", "1"))?;
    gallery(true)?;
    println!("== done; see the changes with `git status` and `git diff`");
    Ok(())
}

/// Rewrites the gallery, or with `write` false checks that it is up to date.
fn gallery(write: bool) -> Result<()> {
    let mut test = command(&["test", "--quiet", "-p", "mapwright-cli", "--test", "gallery"]);
    if write {
        test.env("MAPWRIGHT_BLESS", "1");
    }
    run(&mut test)
}

/// Runs the soak test and exits with its exit code; it prints its own findings and usage errors.
fn soak(args: &[&str]) -> Result<()> {
    let mut soak = command(&["run", "--quiet", "--profile", "soak", "-p", "mapwright-soak", "--"]);
    soak.args(args);
    match soak.status().with_context(|| format!("cannot start {soak:?}"))?.code() {
        Some(0) => Ok(()),
        code => process::exit(code.unwrap_or(1)),
    }
}

/// Runs all benchmarks, or the named one.
fn bench(peers: bool, part: &[&str]) -> Result<()> {
    cargo("building the program", &["build", "--release", "--quiet", "-p", "mapwright-cli"])?;
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
