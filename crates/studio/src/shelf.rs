//! [`Shelf`]: things that are likely to be asked for again; the ones that were not for the longest time make room for new ones.

use mapwright::Digest;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// At most so many things, with at most so much weight in all.
pub(crate) struct Shelf<T> {
    most: usize,
    strongest: usize,
    /// The one that was asked for last is last.
    things: Mutex<Vec<Kept<T>>>,
}

struct Kept<T> {
    key: Digest,
    weight: usize,
    thing: Arc<T>,
}

impl<T> Shelf<T> {
    pub(crate) fn new(most: usize, strongest: usize) -> Shelf<T> {
        Shelf { most, strongest, things: Mutex::new(Vec::new()) }
    }

    fn things(&self) -> MutexGuard<'_, Vec<Kept<T>>> {
        // Nothing that can fail happens while the lock is held, so what is there is whole.
        self.things.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is kept under the key.
    pub(crate) fn get(&self, key: Digest) -> Option<Arc<T>> {
        let mut things = self.things();
        let at = things.iter().position(|kept| kept.key == key)?;
        let kept = things.remove(at);
        let thing = Arc::clone(&kept.thing);
        things.push(kept);
        Some(thing)
    }

    /// Keeps something, if it is not too heavy for the shelf.
    pub(crate) fn put(&self, key: Digest, weight: usize, thing: &Arc<T>) {
        let mut things = self.things();
        things.retain(|kept| kept.key != key);
        if weight > self.strongest {
            return;
        }
        things.push(Kept { key, weight, thing: Arc::clone(thing) });
        while things.len() > self.most || things.iter().map(|kept| kept.weight).sum::<usize>() > self.strongest {
            things.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_makes_room() {
        let shelf = Shelf::new(3, 10);
        let put = |number: u128, weight| shelf.put(Digest(number), weight, &Arc::new(number));
        let has = |number: u128| shelf.get(Digest(number)).is_some();
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
