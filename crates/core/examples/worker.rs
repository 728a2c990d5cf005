//! A worker thread that makes levels while the game goes on: with progress, and with a flag that
//! cancels the work.
//!
//! `cargo run --example worker` makes two levels and cancels the third.

use mapwright::campaign::{self, CampaignPlan};
use mapwright::{Error, ErrorKind, Map, Progress, Run, Seed, registry};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// A report of the worker to the game.
enum Report {
    Progress { level: u32, progress: Progress },
    Level { level: u32, made: Result<Box<Map>, Error> },
}

/// A thread that makes the levels of a campaign, one after the other.
struct Worker {
    orders: Sender<u32>,
    reports: Receiver<Report>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

// ANCHOR: worker
impl Worker {
    #[allow(clippy::disallowed_methods, reason = "threads belong to the game, not to algorithms")]
    fn start(plan: CampaignPlan, seed: Seed) -> Worker {
        let (orders, inbox) = channel::<u32>();
        let (outbox, reports) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            for level in inbox {
                let tell = |progress| drop(outbox.send(Report::Progress { level, progress }));
                let made = plan.level_with(level, Run::new(seed).cancel(&flag).progress(&tell)).map(Box::new);
                // The game may have ended: then nothing waits for the level.
                drop(outbox.send(Report::Level { level, made }));
            }
        });
        Worker { orders, reports, stop, thread }
    }

    /// Cancels the level that is being made, and ends the thread.
    fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        drop(self.orders);
        self.thread.join().expect("the worker does not panic");
    }
}
// ANCHOR_END: worker

fn main() -> Result<(), Error> {
    let plan = campaign::find("descent").expect("it is shipped").campaign().plan(registry::ALL)?;
    let worker = Worker::start(plan, Seed::new(7));
    let mut levels = Vec::new();
    for level in 1..=2 {
        worker.orders.send(level).expect("the worker runs");
    }
    // A game would look at the reports once a frame, with `try_recv`.
    for report in &worker.reports {
        match report {
            Report::Progress { level, progress } => println!("level {level}: {} of {}", progress.done, progress.total),
            Report::Level { level, made: Ok(map) } => {
                println!("level {level}: {} with {} rooms", map.size(), map.rooms.len());
                levels.push(*map);
                if level == 2 {
                    // The player leaves: the third level ends at once.
                    worker.stop.store(true, Ordering::Relaxed);
                    worker.orders.send(3).expect("the worker runs");
                }
            }
            Report::Level { level, made: Err(error) } => {
                assert_eq!(error.kind(), ErrorKind::Cancelled, "{error}");
                println!("level {level}: cancelled");
                break;
            }
        }
    }
    worker.end();
    assert_eq!(levels.len(), 2);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn two_levels_are_made_and_the_third_is_cancelled() {
        super::main().unwrap();
    }
}
