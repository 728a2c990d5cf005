//! One case put to the test.

use crate::args::Args;
use crate::case::Case;
use mapwright::{Digest, Entry, ErrorKind, Map, Recipe, check, registry};
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::{Duration, Instant};

/// How a draw of a case ended.
pub(crate) enum Outcome {
    Made { digest: Digest, took: Duration },
    Refused(Refusal),
    Failed { what: String, shown: String },
}

/// Why a draw is rightly refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    DoesNotFit,
    Conflict,
    GaveUp,
}

thread_local! {
    /// What the panic of a trial on this thread said.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on the panic of a trial is remembered by its thread instead of being printed.
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

/// What it returns, or what its panic said.
fn guarded<T>(trial: impl FnOnce() -> T) -> Result<T, String> {
    PANIC.set(Some(String::new()));
    let done = panic::catch_unwind(AssertUnwindSafe(trial));
    let said = PANIC.take().unwrap_or_default();
    done.map_err(|_| said)
}

/// Draws a case and runs it; with `twice`, once more from its text, which must give the same map.
pub(crate) fn run(args: &Args, entry: &Entry, number: u64, draw: u32, twice: bool) -> Outcome {
    let case = match guarded(|| Case::draw(args, entry, number, draw)) {
        Ok(Some(case)) => case,
        Ok(None) => return Outcome::Refused(Refusal::Conflict),
        Err(what) => {
            let shown = format!("while case {number} of {} was drawn, draw {draw}", entry.id);
            return Outcome::Failed { what, shown };
        }
    };
    let judged = guarded(|| judge(&case, args.all, twice)).and_then(|judged| judged);
    judged.unwrap_or_else(|what| Outcome::Failed { what, shown: case.show() })
}

/// What came of it, or what is wrong with that.
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
        return Err("accepted, though the steps say that the size does not fit".to_owned());
    }
    if map.size() != plan.size() {
        return Err(format!("the map is {}", map.size()));
    }
    let findings = check(&map);
    if let Some(first) = findings.first() {
        return Err(format!("{} findings, the first: {}: {}", findings.len(), first.rule, first.message));
    }
    if twice && again(case, all)? != map {
        return Err("the same inputs gave another map".to_owned());
    }
    Ok(Outcome::Made { digest: map.digest(), took })
}

/// The map that the recipe's text gives.
fn again(case: &Case, all: &[Entry]) -> Result<Map, String> {
    let plan = Recipe::plan_from_toml(&case.recipe.to_toml(), all);
    plan.and_then(|plan| plan.run(case.seed)).map_err(|error| format!("the second time: {error:?}"))
}

/// Whether every step finds a map for every seed.
fn is_certain(case: &Case, all: &[Entry]) -> bool {
    let entries = case.recipe.steps.iter().filter_map(|step| registry::find(all, &step.uses));
    entries.into_iter().all(|entry| entry.certain)
}
