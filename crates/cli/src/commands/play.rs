//! `mapwright play`

use crate::campaigns;
use crate::failure::{Failure, say};
use crate::fullscreen::is_there;
use crate::fullscreen::paint::Paint;
use crate::input;
use crate::interrupt;
use crate::making::{fresh_seed, parse_seed, parse_size};
use crate::play::{Campaigned, Descent, Game, Levels, play};
use crate::what;
use mapwright::{Seed, Size, Written};
use std::path::Path;
use std::process::ExitCode;

/// Walk through a campaign in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright play
  mapwright play caves-below --level 5
  mapwright play deep-caverns --seed 7 --light 5
  mapwright play my-recipe.toml --level 12

Keys: arrows or hjklyubn walk, x explores, > and < take stairs, m shows all that is known, ? tells more, q quits.")]
pub(crate) struct Args {
    /// A campaign or a campaign file; or an algorithm, a preset or a recipe file, one level of it below the other without end
    #[arg(value_name = "WHAT", default_value = mapwright::campaign::DEFAULT)]
    what: String,
    /// How wide and high the levels are, in tiles
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true)]
    size: Option<Size>,
    /// A number from 0 to 18446744073709551615, or any word; without one a fresh seed is chosen and printed
    #[arg(long, value_name = "SEED", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// The level to begin on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    level: u32,
    /// How far one sees, in tiles
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    light: u32,
    /// Plain characters: # wall, . floor, + door, …
    #[arg(long)]
    ascii: bool,
    /// No colours, also when NO_COLOR is set
    #[arg(long)]
    no_color: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    if !is_there() {
        return Err(Failure::bad_input(
            "play needs a terminal: neither its input nor its output may be a file or a pipe",
        ));
    }
    interrupt::watch();
    let seed = args.seed.map_or_else(fresh_seed, Ok)?;
    let mut game = Game::new(levels(args, seed)?, args.level, args.light)?;
    let paint = Paint::detect(args.ascii, args.no_color, |name| std::env::var(name).ok());
    let done = play(&mut game, paint)?;
    if args.seed.is_none() {
        let seed = seed.number();
        say(&format!("{}, seed {seed}: --seed {seed} gives it again", args.what));
    }
    Ok(done)
}

/// What `WHAT` means here: a campaign, or anything that makes maps.
fn levels(args: &Args, seed: Seed) -> Result<Box<dyn Levels>, Failure> {
    let name = args.what.as_str();
    if name == "-" {
        return Err(Failure::bad_input("play reads keys from stdin, not WHAT: name a file"));
    }
    if is_campaign(name)? {
        let campaigned = Campaigned::new(campaigns::campaign(name)?, args.size, seed);
        return Ok(Box::new(campaigned.map_err(|failure| failure.at(name))?));
    }
    let what::What { recipe, made, sources } = what::resolve(name)?;
    let size = args.size.or(made.as_ref().map(|made| made.size));
    let mut descent = Descent::new(name, recipe, size, seed).map_err(|failure| sources.name(failure))?;
    descent.first = made.map(|made| made.seed).filter(|_| args.seed.is_none());
    Ok(Box::new(descent))
}

fn is_campaign(name: &str) -> Result<bool, Failure> {
    let path = Path::new(name);
    let is_toml = path.extension().is_some_and(|ending| ending == "toml") && path.exists();
    Ok(mapwright::campaign::find(name).is_some()
        || is_toml && matches!(Written::of(&input::toml(name)?), Written::Campaign))
}
