//! Runs the cases on several threads and aborts when one of them hangs.

use crate::args::Args;
use crate::case::Case;
use crate::tally::Tally;
use crate::trial;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{process, thread};

/// Maximum number of draws for a case: random parameters often contradict each other.
const MAX_DRAWS: u32 = 24;
/// Number of cases that a thread takes at a time.
const BLOCK: u64 = 16;
/// One in this many cases runs twice, to test determinism.
const REPEAT_EVERY: u64 = 8;
/// A map that takes longer than this counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Results: one tally for each tested entry, in order.
pub(crate) struct Results {
    pub(crate) tallies: Vec<Tally>,
    pub(crate) took: Duration,
}

/// The start time, entry, case and draw that a thread works on.
type Current = Mutex<Option<(Instant, usize, u64, u32)>>;

/// Runs all cases on the given number of threads.
pub(crate) fn soak(args: &Args, threads: usize) -> Results {
    trial::remember_panics();
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let current: Vec<Current> = (0..threads).map(|_| Mutex::new(None)).collect();
    let (report, reports) = mpsc::channel();
    let mut tallies: Vec<Tally> = args.entries.iter().map(|_| Tally::default()).collect();
    thread::scope(|scope| {
        for current in &current {
            let (report, next) = (report.clone(), &next);
            scope.spawn(move || report.send(work(args, next, current)));
        }
        drop(report);
        let mut reported = Instant::now();
        loop {
            match reports.recv_timeout(Duration::from_millis(500)) {
                Ok(theirs) => tallies.iter_mut().zip(theirs).for_each(|(tally, other)| tally.add(other)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => current.iter().for_each(|current| abort_if_hanging(args, current)),
            }
            if reported.elapsed() >= Duration::from_secs(15) {
                reported = Instant::now();
                let started = (next.load(Ordering::Relaxed) * BLOCK).min(args.maps);
                eprintln!("soak: about {started} of {} maps in {:.0} s", args.maps, start.elapsed().as_secs_f64());
            }
        }
    });
    Results { tallies, took: start.elapsed() }
}

/// Works off blocks of cases; consecutive blocks belong to different entries, to mix slow and fast
/// ones.
fn work(args: &Args, next: &AtomicU64, current: &Current) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = args.entries.iter().map(|_| Tally::default()).collect();
    let count = args.entries.len() as u64;
    loop {
        let block = next.fetch_add(1, Ordering::Relaxed);
        let (first, index) = (block / count * BLOCK, (block % count) as usize);
        if first >= args.maps.div_ceil(count) {
            return tallies;
        }
        for number in first..(first + BLOCK).min(share(args, index)) {
            one_case(args, index, number, current, &mut tallies[index]);
        }
    }
}

/// Returns the number of cases of an entry.
pub(crate) fn share(args: &Args, index: usize) -> u64 {
    let count = args.entries.len() as u64;
    args.maps / count + u64::from((index as u64) < args.maps % count)
}

fn one_case(args: &Args, index: usize, number: u64, current: &Current, tally: &mut Tally) {
    for draw in 0..MAX_DRAWS {
        set(current, Some((Instant::now(), index, number, draw)));
        let outcome = trial::run(args, args.entries[index], number, draw, number.is_multiple_of(REPEAT_EVERY));
        set(current, None);
        if tally.count(number, draw, outcome) {
            return;
        }
    }
    tally.unresolved += 1;
}

fn set(current: &Current, value: Option<(Instant, usize, u64, u32)>) {
    *current.lock().expect("no thread panics while holding the lock") = value;
}

/// Reports the case and exits the process if a thread has worked on one map for too long.
fn abort_if_hanging(args: &Args, current: &Current) {
    let Some((since, index, number, draw)) = *current.lock().expect("no thread panics while holding the lock") else {
        return;
    };
    if since.elapsed() < TIMEOUT {
        return;
    }
    let entry = args.entries[index];
    let command = Case::draw(args, entry, number, draw).map(|case| case.command()).unwrap_or_default();
    println!("\nFAILED {}, case {number}: still running after {:.0} s\n{command}", entry.id, TIMEOUT.as_secs_f64());
    process::exit(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{Context, Entry, Error, Generator, Kind, Map, Pos, Promises, Seed, Size, Tile, registry};
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use std::sync::atomic::AtomicI32;

    fn args(maps: u64, all: &'static [Entry]) -> Args {
        Args { maps, seed: Seed::new(5), all, entries: all.iter().collect() }
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let args = args(403, registry::ALL);
        let facts = |threads| {
            let done = soak(&args, threads);
            let fact =
                |t: &Tally| (t.made, t.does_not_fit, t.conflict, t.gave_up, t.unresolved, t.failed, t.fingerprint);
            done.tallies.iter().map(fact).collect::<Vec<_>>()
        };
        let alone = facts(1);
        assert_eq!(alone, facts(3));
        let cases: u64 = alone.iter().map(|fact| fact.0 + fact.4 + fact.5).sum();
        assert_eq!(cases, 403, "every case was tried once");
    }

    /// Defines a generator of an open hall with a flaw.
    macro_rules! hall {
        ($name:ident, $flaw:expr) => {
            #[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
            #[serde(default, deny_unknown_fields)]
            struct $name {}

            impl Generator for $name {
                fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
                    map.tiles.fill_rect(map.size().rect().grown(-1), Tile::Floor);
                    let flaw: fn(&mut Map, bool) -> Result<(), Error> = $flaw;
                    flaw(map, cx.rng("flaw").percent(20))
                }

                fn min_size(&self) -> Size {
                    Size::new(7, 7)
                }
            }
        };
    }
    hall!(Correct, |_, _| Ok(()));
    hall!(Open, |map, bad| {
        map.tiles[Pos::new(0, 3)] = if bad { Tile::Floor } else { Tile::Wall };
        Ok(())
    });
    hall!(Panicking, |_, bad| {
        assert!(!bad, "on purpose");
        Ok(())
    });
    hall!(Nondeterministic, |map, _| {
        static CALLS: AtomicI32 = AtomicI32::new(0);
        map.tiles[Pos::new(2 + CALLS.fetch_add(1, Ordering::Relaxed) % 3, 2)] = Tile::Water;
        Ok(())
    });
    hall!(Rejecting, |_, _| Err(Error::rejected("never")));

    #[test]
    fn every_kind_of_failure_is_found() {
        const PROMISES: Promises = Promises::CONNECTED.and(Promises::CLOSED_BORDER);
        static ALL: &[Entry] = &[
            Entry::new::<Correct>("correct", Kind::Layout).promising(PROMISES),
            Entry::new::<Open>("open", Kind::Layout).promising(PROMISES),
            Entry::new::<Panicking>("panicking", Kind::Layout),
            Entry::new::<Nondeterministic>("nondeterministic", Kind::Layout),
            Entry::new::<Rejecting>("rejecting", Kind::Layout),
            Entry::new::<Rejecting>("uncertain", Kind::Layout).may_fail(),
        ];
        let done = soak(&args(600, ALL), 2);
        let [correct, open, panicking, nondeterministic, rejecting, uncertain] = &done.tallies[..] else {
            panic!("one each")
        };
        assert_eq!((correct.made, correct.failed, correct.unresolved), (100, 0, 0));
        assert!((5..60).contains(&open.failed) && open.failures[0].1.contains("closed-border"), "{open:?}");
        assert!((5..60).contains(&panicking.failed), "{panicking:?}");
        assert!(panicking.failures[0].2.contains("panicking"), "{panicking:?}");
        assert!(nondeterministic.failed > 3, "{nondeterministic:?}");
        assert_eq!(nondeterministic.failures[0].1, "the same inputs gave another map");
        assert!(rejecting.failed == 100 && rejecting.failures[0].1.starts_with("GaveUp"), "{rejecting:?}");
        assert_eq!((uncertain.failed, uncertain.unresolved, uncertain.made), (0, 100, 0));
    }
}
