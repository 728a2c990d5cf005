//! `mapwright play`

use crate::campaign_source;
use crate::display::PlainArgs;
use crate::failure::{Failure, eprint_line};
use crate::fullscreen::is_available;
use crate::fullscreen::paint::Paint;
use crate::input;
use crate::interrupt;
use crate::map_request::{SizeAndSeedArgs, random_seed};
use crate::play::{CampaignLevels, EndlessLevels, Game, LevelSource, play};
use crate::what;
use mapwright::{Seed, Written};
use std::path::Path;
use std::process::ExitCode;

/// Explore a campaign in the terminal, like a roguelike
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright play
  mapwright play caves-below --level 5
  mapwright play deep-caverns --seed 7 --light 5
  mapwright play my-recipe.toml --level 12

Keys: arrows or hjklyubn walk, x explores, > and < take stairs, m shows the map, ? shows all keys,
q quits.")]
pub(crate) struct Args {
    /// Campaign or campaign file; or an algorithm, preset or recipe file for endless levels
    #[arg(value_name = "WHAT", default_value = mapwright::campaign::DEFAULT)]
    what: String,
    #[command(flatten)]
    size_and_seed: SizeAndSeedArgs,
    /// Level to start on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    level: u32,
    /// Sight radius, in tiles
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    light: u32,
    #[command(flatten)]
    plain: PlainArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if !is_available() {
        return Err(Failure::bad_input("play needs a terminal, but stdin or stdout is a file or a pipe"));
    }
    interrupt::install_handler();
    let seed = args.size_and_seed.seed.map_or_else(random_seed, Ok)?;
    let mut game = Game::new(levels(args, seed)?, args.level, args.light)?;
    let paint = Paint::detect(args.plain.ascii, args.plain.no_color, |name| std::env::var(name).ok());
    let done = play(&mut game, paint)?;
    if args.size_and_seed.seed.is_none() {
        let seed = seed.number();
        eprint_line(&format!("{}, seed {seed}: to play it again, use --seed {seed}", args.what));
    }
    Ok(done)
}

/// Resolves `WHAT`: a campaign, or anything that makes maps.
fn levels(args: &Args, seed: Seed) -> Result<Box<dyn LevelSource>, Failure> {
    let name = args.what.as_str();
    if name == "-" {
        return Err(Failure::bad_input("play reads keys from stdin: give WHAT as a file, not -"));
    }
    if is_campaign(name)? {
        let levels = CampaignLevels::new(campaign_source::campaign(name)?, args.size_and_seed.size, seed);
        return Ok(Box::new(levels.map_err(|failure| failure.at(name))?));
    }
    let what::What { recipe, made, sources } = what::resolve(name)?;
    let size = args.size_and_seed.size.or(made.as_ref().map(|made| made.size));
    let mut levels = EndlessLevels::new(name, recipe, size, seed).map_err(|failure| failure.naming(&sources))?;
    levels.first = made.map(|made| made.seed).filter(|_| args.size_and_seed.seed.is_none());
    Ok(Box::new(levels))
}

fn is_campaign(name: &str) -> Result<bool, Failure> {
    let path = Path::new(name);
    let is_toml = path.extension().is_some_and(|extension| extension == "toml") && path.exists();
    Ok(mapwright::campaign::find(name).is_some()
        || is_toml && matches!(Written::of(&input::toml(name)?), Written::Campaign))
}
