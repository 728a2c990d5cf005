//! [`Desk`]: where work is done, a few things at a time, while the others wait in line.
//!
//! Whoever leaves takes the work along: when the client closes the connection the future is dropped, and with it the guard that tells the
//! work to stop. Work that was told to stop keeps its place until it has stopped, so nobody can pile up more of it than there are places.

use crate::fault::Fault;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Places to work at and places to wait.
pub(crate) struct Desk {
    line: Arc<Semaphore>,
    places: Arc<Semaphore>,
    seconds: u64,
}

impl Desk {
    pub(crate) fn new(workers: usize, waiting: usize, seconds: u64) -> Desk {
        let line = Arc::new(Semaphore::new(workers + waiting));
        Desk { line, places: Arc::new(Semaphore::new(workers)), seconds }
    }

    /// Does the work when its turn has come; the flag tells it to stop.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let Ok(waiting) = Arc::clone(&self.line).try_acquire_owned() else { return Err(Fault::busy()) };
        let stop = Arc::new(AtomicBool::new(false));
        let _leaves = Leaving(Arc::clone(&stop));
        let done = async {
            let Ok(place) = Arc::clone(&self.places).acquire_owned().await else { return Err(Fault::broken()) };
            let working = tokio::task::spawn_blocking(move || {
                let _held = (waiting, place);
                // A mistake in one map ends one answer. What the work touched is its own, or a shelf that holds only whole things.
                catch_unwind(AssertUnwindSafe(|| work(&stop))).unwrap_or_else(|_| Err(Fault::broken()))
            });
            working.await.unwrap_or_else(|_| Err(Fault::broken()))
        };
        let limit = Duration::from_secs(self.seconds);
        tokio::time::timeout(limit, done).await.unwrap_or_else(|_| Err(Fault::too_slow(self.seconds)))
    }
}

/// Tells the work to stop when nobody waits for it any more.
struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
