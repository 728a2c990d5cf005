//! [`Ids`]: the instance ids of a project.

use crate::job::Job;
use mapwright::{Hasher, Seed};
use serde::{Serialize, Serializer};
use std::fmt;

/// An instance id in the form of a UUID.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Iid(u128);

impl fmt::Display for Iid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = format!("{:032x}", self.0);
        let part = |from: usize, to: usize| &hex[from..to];
        write!(f, "{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32))
    }
}

impl Serialize for Iid {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Makes instance ids: equal projects have equal ids, and different things have different ones.
pub(super) struct Ids(Hasher);

impl Ids {
    /// Creates the ids of a project: from its seed and recipe, or, for players, who must not know
    /// them, from what the maps look like.
    pub(super) fn of<'a>(seed: Option<Seed>, jobs: impl Iterator<Item = &'a Job<'a>>) -> Ids {
        let mut base = Hasher::default();
        base.text("mapwright-ldtk 1");
        for job in jobs {
            match (seed, &job.map.source.origin.recipe) {
                (Some(seed), Some(recipe)) => {
                    base.bytes(&seed.number().to_le_bytes());
                    base.text(&recipe.to_toml());
                    base.number(job.map.size().width.into());
                    base.number(job.map.size().height.into());
                }
                _ => base.bytes(&job.map.digest().0.to_le_bytes()),
            }
        }
        Ids(base)
    }

    /// Returns the id of one of the things of a kind on a level. Level 0 is the project.
    pub(super) fn iid(&self, level: u32, kind: &str, index: usize) -> Iid {
        let mut hasher = self.0.clone();
        hasher.number(level.into());
        hasher.text(kind);
        hasher.number(index as i64);
        // Version 8 of UUIDs, for numbers that come from a program's own data.
        let bits = hasher.digest().0 & !(0xf << 76) & !(0x3 << 62);
        Iid(bits | 0x8 << 76 | 0x2 << 62)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn instance_ids_look_like_uuids_and_differ() {
        let ids = Ids(Hasher::default());
        let all = (0..4).flat_map(|level| ["Room", "Door"].map(|kind| (level, kind)));
        let all = all.flat_map(|(level, kind)| (0..50).map(move |index| (level, kind, index)));
        let all: BTreeSet<String> = all.map(|(level, kind, index)| ids.iid(level, kind, index).to_string()).collect();
        assert_eq!(all.len(), 400);
        for iid in all {
            let parts: Vec<usize> = iid.split('-').map(str::len).collect();
            assert_eq!(parts, [8, 4, 4, 4, 12], "{iid}");
            assert_eq!(iid.as_bytes()[14], b'8', "{iid}");
            assert!(b"89ab".contains(&iid.as_bytes()[19]), "{iid}");
        }
    }
}
