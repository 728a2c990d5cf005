//! The work shared out among threads, and somebody who watches that none of them is stuck.

use crate::args::Args;
use crate::case::Case;
use crate::tally::Tally;
use crate::trial;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{process, thread};

/// Draws before a case is given up: parameters at random are often at odds with each other.
const DRAWS: u32 = 24;
/// Cases that a thread takes at a time.
const BLOCK: u64 = 16;
/// Every so many cases one is run twice.
const TWICE: u64 = 8;
/// A map that takes longer than this will not end.
const STUCK: Duration = Duration::from_secs(60);

/// What came of it, an entry each, in their order.
pub(crate) struct Done {
    pub(crate) tallies: Vec<Tally>,
    pub(crate) took: Duration,
}

/// What a thread is busy with, and since when.
type Busy = Mutex<Option<(Instant, usize, u64, u32)>>;

/// Makes the maps on so many threads.
pub(crate) fn soak(args: &Args, threads: usize) -> Done {
    trial::remember_panics();
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let busy: Vec<Busy> = (0..threads).map(|_| Mutex::new(None)).collect();
    let (report, reports) = mpsc::channel();
    let mut tallies: Vec<Tally> = args.entries.iter().map(|_| Tally::default()).collect();
    thread::scope(|scope| {
        for busy in &busy {
            let (report, next) = (report.clone(), &next);
            scope.spawn(move || report.send(work(args, next, busy)));
        }
        drop(report);
        let mut said = Instant::now();
        loop {
            match reports.recv_timeout(Duration::from_millis(500)) {
                Ok(theirs) => tallies.iter_mut().zip(theirs).for_each(|(tally, other)| tally.add(other)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => busy.iter().for_each(|busy| look_after(args, busy)),
            }
            if said.elapsed() >= Duration::from_secs(15) {
                said = Instant::now();
                let begun = (next.load(Ordering::Relaxed) * BLOCK).min(args.maps);
                eprintln!("soak: about {begun} of {} maps in {:.0} s", args.maps, start.elapsed().as_secs_f64());
            }
        }
    });
    Done { tallies, took: start.elapsed() }
}

/// Blocks of cases, entry by entry, so that slow and quick ones take turns.
fn work(args: &Args, next: &AtomicU64, busy: &Busy) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = args.entries.iter().map(|_| Tally::default()).collect();
    let count = args.entries.len() as u64;
    loop {
        let block = next.fetch_add(1, Ordering::Relaxed);
        let (first, index) = (block / count * BLOCK, (block % count) as usize);
        if first >= args.maps.div_ceil(count) {
            return tallies;
        }
        for number in first..(first + BLOCK).min(share(args, index)) {
            one_case(args, index, number, busy, &mut tallies[index]);
        }
    }
}

/// How many cases an entry gets.
pub(crate) fn share(args: &Args, index: usize) -> u64 {
    let count = args.entries.len() as u64;
    args.maps / count + u64::from((index as u64) < args.maps % count)
}

fn one_case(args: &Args, index: usize, number: u64, busy: &Busy, tally: &mut Tally) {
    for draw in 0..DRAWS {
        set(busy, Some((Instant::now(), index, number, draw)));
        let outcome = trial::run(args, args.entries[index], number, draw, number.is_multiple_of(TWICE));
        set(busy, None);
        if tally.count(number, draw, outcome) {
            return;
        }
    }
    tally.unmade += 1;
}

fn set(busy: &Busy, what: Option<(Instant, usize, u64, u32)>) {
    *busy.lock().expect("nobody panics while holding it") = what;
}

/// Ends everything when a thread has been at one map for too long: it would never end by itself.
fn look_after(args: &Args, busy: &Busy) {
    let Some((since, index, number, draw)) = *busy.lock().expect("nobody panics while holding it") else {
        return;
    };
    if since.elapsed() < STUCK {
        return;
    }
    let entry = args.entries[index];
    let shown = Case::draw(args, entry, number, draw).map(|case| case.show()).unwrap_or_default();
    println!("\nFAILED {}, case {number}: no end after {:.0} s\n{shown}", entry.id, STUCK.as_secs_f64());
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
            let fact = |t: &Tally| (t.made, t.does_not_fit, t.conflict, t.gave_up, t.unmade, t.failed, t.fingerprint);
            done.tallies.iter().map(fact).collect::<Vec<_>>()
        };
        let alone = facts(1);
        assert_eq!(alone, facts(3));
        let cases: u64 = alone.iter().map(|fact| fact.0 + fact.4 + fact.5).sum();
        assert_eq!(cases, 403, "every case was tried once");
    }

    /// An open hall that goes wrong in its own way.
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
    hall!(Sound, |_, _| Ok(()));
    hall!(Open, |map, bad| {
        map.tiles[Pos::new(0, 3)] = if bad { Tile::Floor } else { Tile::Wall };
        Ok(())
    });
    hall!(Burning, |_, bad| {
        assert!(!bad, "it is on fire");
        Ok(())
    });
    hall!(Moody, |map, _| {
        static CALLS: AtomicI32 = AtomicI32::new(0);
        map.tiles[Pos::new(2 + CALLS.fetch_add(1, Ordering::Relaxed) % 3, 2)] = Tile::Water;
        Ok(())
    });
    hall!(Lazy, |_, _| Err(Error::rejected("never")));

    #[test]
    fn what_goes_wrong_is_found() {
        const PROMISES: Promises = Promises::CONNECTED.and(Promises::CLOSED_BORDER);
        static ALL: &[Entry] = &[
            Entry::new::<Sound>("sound", Kind::Layout).promising(PROMISES),
            Entry::new::<Open>("open", Kind::Layout).promising(PROMISES),
            Entry::new::<Burning>("burning", Kind::Layout),
            Entry::new::<Moody>("moody", Kind::Layout),
            Entry::new::<Lazy>("lazy", Kind::Layout),
            Entry::new::<Lazy>("lazy-and-says-so", Kind::Layout).uncertain(),
        ];
        let done = soak(&args(600, ALL), 2);
        let [sound, open, burning, moody, lazy, honest] = &done.tallies[..] else { panic!("one each") };
        assert_eq!((sound.made, sound.failed, sound.unmade), (100, 0, 0));
        assert!((5..60).contains(&open.failed) && open.failures[0].1.contains("closed-border"), "{open:?}");
        assert!((5..60).contains(&burning.failed) && burning.failures[0].2.contains("burning"), "{burning:?}");
        assert!(moody.failed > 3 && moody.failures[0].1 == "the same inputs gave another map", "{moody:?}");
        assert!(lazy.failed == 100 && lazy.failures[0].1.starts_with("GaveUp"), "{lazy:?}");
        assert_eq!((honest.failed, honest.unmade, honest.made), (0, 100, 0));
    }
}
