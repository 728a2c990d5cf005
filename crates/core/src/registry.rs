//! The list of everything: help, documentation, recipes and tests walk it.
//!
//! To add an algorithm, write its file and add its line here.

use crate::generator::Entry;
use crate::{layout, shape};

/// Every algorithm that Mapwright ships, layouts first, each group in alphabetical order.
pub static ALL: &[Entry] = &[
    layout::arena::ENTRY,
    layout::bsp::ENTRY,
    layout::cellular::ENTRY,
    layout::prefab::ENTRY,
    layout::rooms_corridors::ENTRY,
    shape::connect::ENTRY,
    shape::section::ENTRY,
    shape::vaults::ENTRY,
];

/// The entry with this id.
pub fn find<'a>(entries: &'a [Entry], id: &str) -> Option<&'a Entry> {
    entries.iter().find(|entry| entry.id == id)
}
