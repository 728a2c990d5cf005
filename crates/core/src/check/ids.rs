//! An index from ids to records.

/// The ids of a list of records, for lookups and for finding duplicates.
pub(super) enum Ids {
    /// Consecutive ids, as all generators number them: nothing to store.
    Rising { first: u32, count: usize },
    /// Any other ids, with the index of their record, sorted.
    Sorted(Vec<(u32, usize)>),
}

impl Ids {
    /// Indexes the ids in the order of the records.
    pub(super) fn of(ids: impl Iterator<Item = u32> + Clone) -> Self {
        let first = ids.clone().next().unwrap_or(0);
        let (mut count, mut rising) = (0, true);
        for id in ids.clone() {
            rising &= u64::from(id) == u64::from(first) + count as u64;
            count += 1;
        }
        if rising {
            return Ids::Rising { first, count };
        }
        let mut sorted: Vec<(u32, usize)> = ids.zip(0..).collect();
        sorted.sort_unstable();
        Ids::Sorted(sorted)
    }

    /// Returns the index of the record with this id; the first one if several have it.
    pub(super) fn find(&self, id: u32) -> Option<usize> {
        match self {
            Ids::Rising { first, count } => id.checked_sub(*first).map(|at| at as usize).filter(|at| at < count),
            Ids::Sorted(sorted) => {
                let at = sorted.partition_point(|(known, _)| *known < id);
                sorted.get(at).filter(|(known, _)| *known == id).map(|(_, index)| *index)
            }
        }
    }

    /// Iterates over the records whose id an earlier record has: the id and the index.
    pub(super) fn repeated(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        let sorted = match self {
            Ids::Rising { .. } => &[][..],
            Ids::Sorted(sorted) => sorted,
        };
        sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_by_id() {
        let ids = Ids::of([4, 5, 6].into_iter());
        assert_eq!([3, 4, 6, 7].map(|id| ids.find(id)), [None, Some(0), Some(2), None]);
        let ids = Ids::of([9, 2, u32::MAX].into_iter());
        assert_eq!([9, 2, u32::MAX, 3].map(|id| ids.find(id)), [Some(0), Some(1), Some(2), None]);
        assert_eq!(Ids::of([].into_iter()).find(0), None);
    }

    #[test]
    fn repeated_ids_are_named_with_the_later_record() {
        let ids = Ids::of([3, 1, 3, 1, 3].into_iter());
        assert_eq!(ids.repeated().collect::<Vec<_>>(), [(1, 3), (3, 2), (3, 4)]);
        assert_eq!(ids.find(3), Some(0));
        assert_eq!(Ids::of([u32::MAX, 0].into_iter()).repeated().count(), 0);
    }
}
