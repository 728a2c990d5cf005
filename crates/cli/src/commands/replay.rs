//! `mapwright replay`

use crate::animation::AnimationArgs;
use crate::display::{EmojiArgs, PlainArgs};
use crate::failure::{Failure, eprint_line};
use crate::fullscreen::paint::Paint;
use crate::fullscreen::{self, is_available};
use crate::input;
use crate::interrupt;
use crate::map_request::{MapArgs, MapRequest};
use crate::replay::{self, Look, Playback, Times};
use mapwright::trace::Trace;
use std::process::ExitCode;

/// Watch a map being generated in the terminal, or write the run as an animation or as data
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapwright replay mining --size 30x20 --seed 7
  mapwright replay halls.json             how a saved map was generated
  mapwright replay deep-caverns --emoji
  mapwright replay run.trace --from 500   a trace written by `mapwright generate --trace`
  mapwright replay mining --size 200x200 --moments 1000
  mapwright replay mining --size 60x40 --seed 7 -o mine.gif --seconds 10
  mapwright replay mining --size 30x20 --seed 7 --as json --times   every step as data

Keys: < > step, [ ] jump to the previous or next frame with this label, space plays, + - zoom,
? shows all keys, q quits.")]
pub(crate) struct Args {
    /// Algorithm, preset, recipe file, saved map or trace
    #[arg(value_name = "WHAT")]
    what: String,
    #[command(flatten)]
    map_args: MapArgs,
    /// Maximum number of frames; excess frames are merged
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    moments: Option<u32>,
    /// Frame to start at; 0 is the empty map
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// Fail unless the run produces this saved map
    #[arg(long, value_name = "MAP.json")]
    map: Option<String>,
    #[command(flatten)]
    plain: PlainArgs,
    #[command(flatten)]
    emoji: EmojiArgs,
    #[command(flatten)]
    animation: AnimationArgs,
}

/// Recorded run.
struct Recording {
    trace: Trace,
    /// Times of the run; `None` for a trace from a file.
    times: Option<Times>,
    /// Name, size and seed in one line.
    title: String,
    /// True if the run ends in another map than the saved map that it remakes.
    differs: bool,
    /// Map that was made; `None` for a trace from a file.
    request: Option<MapRequest>,
}

/// Origin of a run.
enum Source {
    File(Box<Trace>),
    Request(MapRequest),
}

const DIFFERS: &str = "the file was edited after generation: the run ends in a different map";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    // Report errors before the run starts.
    let source = source(args)?;
    let animations = args.animation.open()?;
    if !args.animation.is_requested() && !is_available() {
        return Err(Failure::bad_input(
            "replay needs a terminal, but stdin or stdout is a file or a pipe; to write an animation, use -o FILE.gif; for \
             data, --as json",
        ));
    }
    interrupt::install_handler();
    let recording = record(args, source)?;
    if recording.differs {
        eprint_line(&format!("note: {}: {DIFFERS}", args.what));
    }
    if recording.trace.merged() > 0 {
        let (merged, last) = (recording.trace.merged(), recording.trace.last());
        eprint_line(&format!("note: merged {merged} frames, {last} are left (--moments)"));
    }
    let done = if args.animation.is_requested() {
        animations.write(&recording.trace, recording.times.as_ref())?;
        ExitCode::SUCCESS
    } else {
        show(args, &recording)?
    };
    recording.request.iter().for_each(MapRequest::print_seed);
    Ok(done)
}

/// Resolves `WHAT`. A trace is read here.
fn source(args: &Args) -> Result<Source, Failure> {
    let name = args.what.as_str();
    if name == "-" && !args.animation.is_requested() {
        return Err(Failure::bad_input("replay reads keys from stdin: give WHAT as a file, not -"));
    }
    if !input::is_trace(name) {
        return Ok(Source::Request(args.map_args.resolve(name)?));
    }
    if !args.map_args.is_empty() || args.moments.is_some() {
        return Err(Failure::bad_input(format!(
            "{name} is a recorded trace: --size, --seed, --set, --populate, --no-require and --moments do not apply"
        )));
    }
    let trace = input::trace(name)?;
    check_end(args, &trace)?;
    Ok(Source::File(Box::new(trace)))
}

/// Runs the request, unless the trace comes from a file.
fn record(args: &Args, source: Source) -> Result<Recording, Failure> {
    match source {
        Source::File(trace) => {
            let (size, seed) = (trace.size(), trace.map().source.seed.number());
            let title = format!("{}, {size}, seed {seed}", args.what);
            Ok(Recording { trace: *trace, times: None, title, differs: false, request: None })
        }
        Source::Request(request) => {
            let moments = args.moments.map(|max| max as usize);
            let (trace, times) = replay::record(&request.plan, request.run(), moments)?;
            check_end(args, &trace)?;
            let differs = request.digest.is_some_and(|digest| digest != trace.map().digest());
            Ok(Recording { trace, times: Some(times), title: request.title(), differs, request: Some(request) })
        }
    }
}

/// Refuses a run that does not end in the map of `--map`.
fn check_end(args: &Args, trace: &Trace) -> Result<(), Failure> {
    match &args.map {
        Some(file) if input::map(file)?.digest() != trace.map().digest() => {
            Err(Failure::bad_input(format!("{}: the run ends in a different map than {file}", args.what)))
        }
        _ => Ok(()),
    }
}

/// Opens the viewer.
fn show(args: &Args, recording: &Recording) -> Result<ExitCode, Failure> {
    let paint = Paint::detect(args.plain.ascii, args.plain.no_color, |name| std::env::var(name).ok());
    let look = Look { paint, emoji: args.emoji.emoji };
    let mut playback = Playback::new(&recording.trace, recording.title.clone(), look);
    playback.times.clone_from(&recording.times);
    playback.warning = recording.differs.then_some(DIFFERS);
    playback.jump(args.from);
    fullscreen::run(&mut playback)
}
