//! [`LruCache`]: a bounded cache that drops the least recently used entries first.

use mapwright::Digest;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A cache with at most `max_entries` values of at most `max_bytes` together.
pub(crate) struct LruCache<T> {
    max_entries: usize,
    max_bytes: usize,
    /// Entries in the order of their last use; the most recent is last.
    entries: Mutex<Vec<Entry<T>>>,
}

struct Entry<T> {
    key: Digest,
    bytes: usize,
    value: Arc<T>,
}

impl<T> LruCache<T> {
    pub(crate) fn new(max_entries: usize, max_bytes: usize) -> LruCache<T> {
        LruCache { max_entries, max_bytes, entries: Mutex::new(Vec::new()) }
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry<T>>> {
        // Nothing can panic half-way through a change, so a poisoned lock holds valid entries.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of the key, and marks it as used.
    pub(crate) fn get(&self, key: Digest) -> Option<Arc<T>> {
        let mut entries = self.entries();
        let index = entries.iter().position(|entry| entry.key == key)?;
        let entry = entries.remove(index);
        let value = Arc::clone(&entry.value);
        entries.push(entry);
        Some(value)
    }

    /// Stores a value of about this many bytes, unless it alone exceeds the limit.
    pub(crate) fn put(&self, key: Digest, bytes: usize, value: &Arc<T>) {
        let mut entries = self.entries();
        entries.retain(|entry| entry.key != key);
        if bytes > self.max_bytes {
            return;
        }
        entries.push(Entry { key, bytes, value: Arc::clone(value) });
        let total = |entries: &[Entry<T>]| entries.iter().map(|entry| entry.bytes).sum::<usize>();
        while entries.len() > self.max_entries || total(&entries) > self.max_bytes {
            entries.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_recently_used_entries_are_dropped_first() {
        let cache = LruCache::new(3, 10);
        let put = |number: u128, bytes| cache.put(Digest(number), bytes, &Arc::new(number));
        let has = |number: u128| cache.get(Digest(number)).is_some();
        (1..=3).for_each(|number| put(number, 1));
        assert!(has(1));
        put(4, 1);
        assert_eq!([1, 2, 3, 4].map(has), [true, false, true, true]);
        put(5, 9);
        assert_eq!([1, 3, 4, 5].map(has), [false, false, true, true]);
        put(6, 11);
        assert_eq!([4, 5, 6].map(has), [true, true, false]);
    }
}
