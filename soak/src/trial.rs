//! Runs one case and checks its map.

use crate::args::Args;
use crate::case::Case;
use mapwright::{Digest, Entry, ErrorKind, Map, Recipe, check, registry};
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::{Duration, Instant};

/// Outcome of a draw of a case.
pub(crate) enum Outcome {
    Made { digest: Digest, took: Duration },
    Refused(Refusal),
    Failed { defect: String, command: String },
}

/// Valid reasons to refuse a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    DoesNotFit,
    Conflict,
    GaveUp,
}

thread_local! {
    /// Panic message of the trial on this thread.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs a panic hook that stores the panic message of a trial instead of printing it.
pub(crate) fn remember_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| match PANIC.with_borrow(Option::is_some) {
            true => PANIC.set(Some(info.to_string().replace('\n', " "))),
            false => print(info),
        }));
    });
}

/// Runs the closure and returns its value, or the message of its panic.
fn catch_panic<T>(trial: impl FnOnce() -> T) -> Result<T, String> {
    PANIC.set(Some(String::new()));
    let done = panic::catch_unwind(AssertUnwindSafe(trial));
    let message = PANIC.take().unwrap_or_default();
    done.map_err(|_| message)
}

/// Draws a case and runs it; with `twice`, runs it again from the TOML of its recipe and compares
/// the maps.
pub(crate) fn run(args: &Args, entry: &Entry, number: u64, draw: u32, twice: bool) -> Outcome {
    let case = match catch_panic(|| Case::draw(args, entry, number, draw)) {
        Ok(Some(case)) => case,
        Ok(None) => return Outcome::Refused(Refusal::Conflict),
        Err(defect) => {
            let command = format!("panicked while drawing case {number} of {}, draw {draw}", entry.id);
            return Outcome::Failed { defect, command };
        }
    };
    let judged = catch_panic(|| judge(&case, args.all, twice)).and_then(|judged| judged);
    judged.unwrap_or_else(|defect| Outcome::Failed { defect, command: case.command() })
}

/// Runs the case and returns its outcome, or the defect of its map.
fn judge(case: &Case, all: &[Entry], twice: bool) -> Result<Outcome, String> {
    let plan = match case.recipe.plan(all) {
        Ok(plan) => plan,
        Err(error) if error.kind() == ErrorKind::Invalid && !case.fits => {
            return Ok(Outcome::Refused(Refusal::DoesNotFit));
        }
        Err(error) => return Err(format!("{error:?}")),
    };
    let start = Instant::now();
    let made = plan.run(case.seed);
    let took = start.elapsed();
    let map = match made {
        Ok(map) => map,
        Err(error) if error.kind() == ErrorKind::GaveUp && !is_certain(case, all) => {
            return Ok(Outcome::Refused(Refusal::GaveUp));
        }
        Err(error) => return Err(format!("{error:?}")),
    };
    if !case.fits {
        return Err("accepted, although a step says that the size does not fit".to_owned());
    }
    if map.size() != plan.size() {
        return Err(format!("the map is {}", map.size()));
    }
    let findings = check(&map);
    if let Some(first) = findings.first() {
        return Err(format!("{} findings, the first: {}: {}", findings.len(), first.rule, first.message));
    }
    if twice && run_from_toml(case, all)? != map {
        return Err("the same inputs gave another map".to_owned());
    }
    Ok(Outcome::Made { digest: map.digest(), took })
}

/// Runs the case from the TOML of its recipe.
fn run_from_toml(case: &Case, all: &[Entry]) -> Result<Map, String> {
    let plan = Recipe::plan_from_toml(&case.recipe.to_toml(), all);
    plan.and_then(|plan| plan.run(case.seed)).map_err(|error| format!("second run: {error:?}"))
}

/// Returns true if every step succeeds with every seed.
fn is_certain(case: &Case, all: &[Entry]) -> bool {
    let entries = case.recipe.steps.iter().filter_map(|step| registry::find(all, &step.uses));
    entries.into_iter().all(|entry| entry.always_succeeds)
}
