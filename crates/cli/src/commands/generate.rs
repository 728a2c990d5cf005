//! `mapwright generate`

use crate::failure::{Failure, say};
use crate::from_files::Said;
use crate::interrupt;
use crate::look::LookArgs;
use crate::output::{self, Outputs};
use crate::shown::Show;
use crate::what;
use mapwright::{Map, Note, Recipe, Run, Seed, Size, Step, place, registry, value_from_text};
use std::process::ExitCode;

/// Make a map: show it, or write it to files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright generate cellular --seed 7
  mapwright generate bsp --size 100x60 --set max_depth=5 -o halls.png -o halls.json
  mapwright generate my-recipe.toml --seed crypt -o - --as txt
  mapwright generate bsp --populate 5    with stairs, monsters, treasure and traps
  mapwright generate prefab --set library=@my-levels      texts from a file or a folder of files
  mapwright generate halls.json          the same map again, from its own file")]
pub(crate) struct Args {
    /// An algorithm, a preset, a recipe file (- for stdin) or a saved map to make again
    #[arg(value_name = "WHAT")]
    what: String,
    /// How wide and high, in tiles
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true)]
    size: Option<Size>,
    /// A number from 0 to 18446744073709551615, or any word; without one a fresh seed is chosen and printed
    #[arg(long, value_name = "SEED", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// Set a parameter; 2.key=value sets one of the second step, key=@file takes the text of a file
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_setting)]
    set: Vec<(String, String)>,
    /// Also place stairs, a start, monsters, treasure and traps for a level of this danger, 1 to 1000
    #[arg(long, value_name = "DANGER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    populate: Option<u32>,
    #[command(flatten)]
    outputs: Outputs,
    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    show: Show,
    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let what::What { mut recipe, made, mut sources } = what::resolve(&args.what)?;
    for (key, value) in &args.set {
        let place = format!("--set {key}");
        let (step, name) = recipe.parameter(key).map_err(|error| Failure::from(error).at(&place))?;
        let value = value_from_text(value);
        let value = sources.read(&recipe, step, name, value, Said::Typed).map_err(|failure| failure.at(&place))?;
        recipe.set(key, value).map_err(|error| Failure::from(error).at(&place))?;
    }
    // What the recipe places itself is not placed twice.
    let places = |step: &Step| recipe.steps.iter().any(|own| own.uses == step.uses);
    let missing: Vec<Step> = args.populate.into_iter().flat_map(place::usual).filter(|step| !places(step)).collect();
    recipe.steps.extend(missing);
    let plan = recipe.plan(registry::ALL).map_err(|error| match args.what.as_str() {
        name if recipe.steps.len() > 1 => sources.name(Failure::from(error)).at(name),
        _ => sources.name(Failure::from(error)),
    })?;
    let drawing = args.look.resolve()?;
    let outputs = args.outputs.open()?;
    let seed = match args.seed.or(made.map(|(seed, _)| seed)) {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    let size = args.size.or(made.map(|(_, size)| size));
    outputs.iter().try_for_each(|output| output.accept(size.unwrap_or(plan.size()), &drawing))?;
    interrupt::watch();
    let map = plan.run(Run { size, cancel: Some(interrupt::flag()), ..Run::new(seed) })?;
    if outputs.is_empty() {
        args.show.show(&map, &drawing)?;
    } else {
        output::write_all(outputs, &map, &drawing)?;
    }
    if !args.quiet {
        report(&map, &recipe, args);
    }
    Ok(ExitCode::SUCCESS)
}

/// On stderr: how to have the map again, and what it does not deliver.
fn report(map: &Map, recipe: &Recipe, args: &Args) {
    if args.seed.is_none() {
        let name = if recipe.title.is_empty() { &args.what } else { &recipe.title };
        let seed = map.source.seed.number();
        say(&format!("{name}, {}, seed {seed}: --seed {seed} gives it again", map.size()));
    }
    for note in &map.notes {
        let Note { step, what, asked, delivered, why } = note;
        if note.is_remark() {
            say(&format!("note: {step}: {what}: {why}"));
            continue;
        }
        say(&format!("note: {step}: {what} asked {asked}, delivered {delivered}: {why}"));
    }
}

pub(crate) fn fresh_seed() -> Result<Seed, Failure> {
    let number = getrandom::u64()
        .map_err(|error| Failure::bad_input(format!("no fresh seed to be had ({error}): give one with --seed")))?;
    // Short enough to read out to somebody.
    Ok(Seed::new(number % 1_000_000_000))
}

pub(crate) fn parse_size(text: &str) -> Result<Size, String> {
    let expected = || format!("expected WxH in tiles, like 80x50; a map has at most {} tiles", Run::MAX_TILES);
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(expected)?;
    let side = |text: &str| text.parse::<i32>().ok().filter(|side| *side >= 0).ok_or_else(expected);
    Ok(Size { width: side(width)?, height: side(height)? })
}

pub(crate) fn parse_seed(text: &str) -> Result<Seed, String> {
    Seed::from_word(text).ok_or_else(|| "expected a whole number from 0 to 18446744073709551615, or a word".to_owned())
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected key=value, like fill_percent=48")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
