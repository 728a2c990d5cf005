//! [`WorkQueue`]: runs blocking work on a limited number of threads, with a bounded queue.
//!
//! Disconnecting cancels the request: when the client closes the connection, the future is dropped,
//! and dropping it sets the flag that tells the work to stop. Cancelled work occupies its worker
//! until it has stopped, so clients cannot start more work than there are workers.

use crate::api_error::ApiError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

/// A bounded queue in front of a fixed number of workers.
pub(crate) struct WorkQueue {
    /// One permit per request that is waiting or running.
    slots: Arc<Semaphore>,
    /// One permit per running request.
    workers: Arc<Semaphore>,
    timeout_seconds: u64,
}

impl WorkQueue {
    pub(crate) fn new(workers: usize, max_waiting: usize, timeout_seconds: u64) -> WorkQueue {
        let slots = Arc::new(Semaphore::new(workers + max_waiting));
        WorkQueue { slots, workers: Arc::new(Semaphore::new(workers)), timeout_seconds }
    }

    /// Runs the work as soon as a worker is free. The flag passed to it is set when the work should
    /// stop: after the timeout, or when the client disconnects.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let Ok(slot) = Arc::clone(&self.slots).try_acquire_owned() else { return Err(ApiError::busy()) };
        let stop = Arc::new(AtomicBool::new(false));
        let _cancel_on_drop = CancelOnDrop(Arc::clone(&stop));
        let done = async {
            let Ok(worker) = Arc::clone(&self.workers).acquire_owned().await else { return Err(ApiError::internal()) };
            let working = tokio::task::spawn_blocking(move || {
                let _permits = (slot, worker);
                // A panic ends only this request. The work shares nothing but the caches, and these
                // hold only complete values.
                catch_unwind(AssertUnwindSafe(|| work(&stop))).unwrap_or_else(|_| Err(ApiError::internal()))
            });
            working.await.unwrap_or_else(|_| Err(ApiError::internal()))
        };
        let timeout = Duration::from_secs(self.timeout_seconds);
        let timed_out = |_| Err(ApiError::timed_out(self.timeout_seconds));
        tokio::time::timeout(timeout, done).await.unwrap_or_else(timed_out)
    }
}

/// Sets the stop flag when it is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
