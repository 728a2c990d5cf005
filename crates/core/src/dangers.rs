//! Danger tables that Mapwright ships: the files of `dangers/`, embedded.

use crate::danger::DangerTable;

/// A shipped table.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name: that of its file, without the ending.
    pub name: &'static str,
    /// The table as it was written.
    pub text: &'static str,
}

/// Every shipped table, in alphabetical order.
pub static ALL: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/dangers.rs"));

/// The table with this name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    ALL.iter().find(|table| table.name == name)
}

impl Shipped {
    /// The table.
    pub fn table(&self) -> DangerTable {
        DangerTable::from_toml(self.text).expect("a test reads every shipped table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
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
