//! `mapwright`: procedural maps on the command line.
//!
//! Two levels of arguments: what was typed (the clap structs beside each command), then what it means ([`what`],
//! [`output`]). Everything that goes wrong ends as one [`failure::Failure`], which knows its exit code.

mod campaigns;
mod commands;
mod failure;
mod film;
mod from_files;
mod fullscreen;
mod input;
mod interrupt;
mod look;
mod making;
mod measure;
mod out_file;
mod output;
mod overview;
mod picture;
mod play;
mod progress;
mod replay;
mod shown;
mod what;

use clap::{CommandFactory, Parser, Subcommand};
use commands::{campaign, check, completions, describe, generate, list, render};
use failure::Failure;
use std::process::ExitCode;

/// Procedural maps: a recipe, a size and a seed go in; a map comes out.
#[derive(Parser)]
#[command(name = "mapwright", version, max_term_width = 100, infer_subcommands = false)]
#[command(after_help = "Try: mapwright generate cellular --seed 7")]
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
    };
    done.unwrap_or_else(|failure: Failure| failure.report())
}
