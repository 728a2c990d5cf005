//! `mapwright replay`

use crate::failure::{Failure, say};
use crate::film::FilmArgs;
use crate::fullscreen::paint::Paint;
use crate::fullscreen::{self, is_there};
use crate::input;
use crate::interrupt;
use crate::making::{Making, MakingArgs};
use crate::replay::{Look, Player};
use mapwright::trace::{self, Trace};
use std::process::ExitCode;

/// Step through a run in the terminal, moment by moment
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright replay mining --size 30x20 --seed 7
  mapwright replay halls.json             how a saved map was made, from its own file
  mapwright replay deep-caverns --emoji
  mapwright replay run.trace --from 500   a trace that was kept
  mapwright replay mining --size 200x200 --moments 1000
  mapwright replay mining --size 60x40 --seed 7 -o mine.gif --seconds 10

Keys: < > step, << >> go to the previous and next of the same label, space plays, + - zoom, ? tells more, q quits.")]
pub(crate) struct Args {
    /// An algorithm, a preset, a recipe file or a saved map, which is made again; or a trace
    #[arg(value_name = "WHAT")]
    what: String,
    #[command(flatten)]
    making: MakingArgs,
    /// Keep at most so many moments; others are merged with their neighbours
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    moments: Option<u32>,
    /// The frame to begin at; 0 is before anything happened
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// Refuse a run that does not end in this saved map
    #[arg(long, value_name = "MAP.json")]
    map: Option<String>,
    /// Plain characters: # wall, . floor, + door, …
    #[arg(long, conflicts_with = "emoji")]
    ascii: bool,
    /// Emoji, two columns a tile
    #[arg(long)]
    emoji: bool,
    /// No colours, also when NO_COLOR is set
    #[arg(long)]
    no_color: bool,
    #[command(flatten)]
    film: FilmArgs,
}

/// A run to look at.
struct Replayed {
    trace: Trace,
    /// What it is, in a line.
    title: String,
    /// Whether it ends in another map than the file that it was made from.
    differs: bool,
    /// How it was made, unless it was kept.
    making: Option<Making>,
}

/// Where it comes from.
enum Source {
    Kept(Box<Trace>),
    Made(Making),
}

const DIFFERS: &str = "the file was edited: this run ends in another map";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    // What is wrong is said at once, and long work begins after that.
    let source = source(args)?;
    if !args.film.is_asked() && !is_there() {
        return Err(Failure::bad_input(
            "replay needs a terminal: neither its input nor its output may be a file or a pipe; -o FILE.gif writes a moving picture",
        ));
    }
    let films = args.film.open()?;
    interrupt::watch();
    let replayed = replayed(args, source)?;
    if replayed.differs {
        say(&format!("note: {}: {DIFFERS}", args.what));
    }
    if replayed.trace.merged() > 0 {
        let (merged, last) = (replayed.trace.merged(), replayed.trace.last());
        say(&format!("note: {merged} moments were merged into {last}, as --moments asks"));
    }
    let done = if args.film.is_asked() {
        films.write(&replayed.trace)?;
        ExitCode::SUCCESS
    } else {
        show(args, &replayed)?
    };
    replayed.making.iter().for_each(Making::tell_seed);
    Ok(done)
}

/// Finds out what is meant. A trace is read here.
fn source(args: &Args) -> Result<Source, Failure> {
    let name = args.what.as_str();
    if name == "-" && !args.film.is_asked() {
        return Err(Failure::bad_input("replay reads keys from stdin, not WHAT: name a file"));
    }
    if !input::is_trace(name) {
        return Ok(Source::Made(args.making.resolve(name)?));
    }
    if !args.making.is_empty() || args.moments.is_some() {
        return Err(Failure::bad_input(format!(
            "{name} is a trace: --size, --seed, --set, --populate and --moments are for runs that are made anew"
        )));
    }
    let trace = input::trace(name)?;
    check_end(args, &trace)?;
    Ok(Source::Kept(Box::new(trace)))
}

/// The run itself, made if need be.
fn replayed(args: &Args, source: Source) -> Result<Replayed, Failure> {
    match source {
        Source::Kept(trace) => {
            let (size, seed) = (trace.size(), trace.map().source.seed.number());
            let title = format!("{}, {size}, seed {seed}", args.what);
            Ok(Replayed { trace: *trace, title, differs: false, making: None })
        }
        Source::Made(making) => {
            let trace = trace::record(&making.plan, making.run(), args.moments.map(|most| most as usize))?;
            check_end(args, &trace)?;
            let differs = making.digest.is_some_and(|digest| digest != trace.map().digest());
            Ok(Replayed { trace, title: making.title(), differs, making: Some(making) })
        }
    }
}

/// Refuses a run that ends in another map than the one that was named.
fn check_end(args: &Args, trace: &Trace) -> Result<(), Failure> {
    match &args.map {
        Some(file) if input::map(file)?.digest() != trace.map().digest() => {
            Err(Failure::bad_input(format!("{}: the run ends in another map than {file}", args.what)))
        }
        _ => Ok(()),
    }
}

/// Shows it until somebody quits.
fn show(args: &Args, replayed: &Replayed) -> Result<ExitCode, Failure> {
    let paint = Paint::detect(args.ascii, args.no_color, |name| std::env::var(name).ok());
    let look = Look { paint, emoji: args.emoji };
    let mut player = Player::new(&replayed.trace, replayed.title.clone(), look);
    player.warning = replayed.differs.then_some(DIFFERS);
    player.jump(args.from);
    fullscreen::run(&mut player)
}
