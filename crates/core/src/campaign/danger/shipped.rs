//! Danger tables that Mapwright ships: the files of `dangers/`, embedded.

use crate::base::shipped::{ShippedFile, shipped};
use crate::campaign::danger::DangerTable;

/// All shipped tables, in alphabetical order.
pub static ALL: &[ShippedFile<DangerTable>] = shipped!("dangers");

/// Returns the table with this name.
pub fn find(name: &str) -> Option<&'static ShippedFile<DangerTable>> {
    ShippedFile::find(ALL, name)
}

impl ShippedFile<DangerTable> {
    /// Parses the table.
    pub fn table(&self) -> DangerTable {
        DangerTable::from_toml(self.text).expect("a test reads every shipped table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::registry;

    #[test]
    fn every_table_is_complete() {
        for shipped in ALL {
            let name = shipped.name;
            let table = DangerTable::from_toml(shipped.text).unwrap_or_else(|error| panic!("{name}: {error}"));
            table.verify(registry::ALL, Some(Size::new(80, 50))).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(table.findings(), [], "{name}");
            assert!(!table.title.is_empty() && !table.summary.is_empty(), "{name} says what it is");
        }
        assert!(ALL.is_sorted_by_key(|table| table.name));
    }

    #[test]
    fn the_classic_table_has_the_classic_weights() {
        let table = find("classic").unwrap().table();
        let shares = |danger: u32| {
            let range = &table.ranges[table.range_at(danger).unwrap()];
            range.layouts.iter().map(|layout| (layout.name().to_owned(), layout.weight)).collect::<Vec<_>>()
        };
        let both = |digger: u32, cellular: u32| vec![("digger".to_owned(), digger), ("cellular".to_owned(), cellular)];
        (1..=5).for_each(|danger| assert_eq!(shares(danger).len(), 1));
        assert_eq!(shares(1)[0].0, "digger");
        (6..=15).for_each(|danger| assert_eq!(shares(danger), both(5, 5)));
        (16..=30).for_each(|danger| assert_eq!(shares(danger), both(3, 7)));
    }
}
