//! `mapwright`: procedural maps on the command line.
//!
//! Arguments are handled in two stages: the clap structs hold what was typed, then [`what`],
//! [`map_request`] and [`output`] resolve it. Every error becomes a [`failure::Failure`] with an
//! exit code.

mod animation;
mod campaign_source;
mod commands;
mod display;
mod export;
mod failure;
mod fullscreen;
mod input;
mod interrupt;
mod look;
mod map_request;
mod measure;
mod notes;
mod out_file;
mod output;
mod overview;
mod picture;
mod play;
mod printable;
mod progress;
mod replay;
mod what;

use clap::{CommandFactory, Parser, Subcommand};
use commands::{campaign, check, completions, describe, generate, list, man, render};
use failure::Failure;
use std::process::ExitCode;

/// Generate dungeons, caves and other maps for games and tabletop RPGs
#[derive(Parser)]
#[command(name = "mapwright", version, max_term_width = 100, infer_subcommands = false)]
#[command(after_help = "\
Examples:
  mapwright generate cellular --seed 7      show a cave in the terminal
  mapwright generate dungeon -o map.pdf     write a dungeon to print
  mapwright list                            list everything that can be generated
  mapwright studio                          open the editor in the browser")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::Args),
    Describe(describe::Args),
    Generate(generate::Args),
    Render(render::Args),
    Replay(commands::replay::Args),
    Check(check::Args),
    Measure(commands::measure::Args),
    Campaign(campaign::Args),
    Play(commands::play::Args),
    Studio(commands::studio::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    let done = match cli.command {
        Command::List(args) => list::run(&args),
        Command::Describe(args) => describe::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Measure(args) => commands::measure::run(&args),
        Command::Campaign(args) => campaign::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Studio(args) => commands::studio::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    };
    done.unwrap_or_else(|failure: Failure| failure.report())
}
