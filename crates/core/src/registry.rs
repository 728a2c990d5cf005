//! List of all algorithms, used by help, documentation, recipes and tests.
//!
//! To add an algorithm, write its file and add its line here.

use crate::generator::Entry;
use crate::{layout, place, shape};

/// All algorithms that Mapwright ships, layouts first, each group in alphabetical order.
pub static ALL: &[Entry] = &[
    layout::aggregation::ENTRY,
    layout::arena::ENTRY,
    layout::bsp::ENTRY,
    layout::bsp_interior::ENTRY,
    layout::cellular::ENTRY,
    layout::digger::ENTRY,
    layout::drunkard::ENTRY,
    layout::dungeon::ENTRY,
    layout::house::ENTRY,
    layout::maze::ENTRY,
    layout::mining::ENTRY,
    layout::noise::ENTRY,
    layout::prefab::ENTRY,
    layout::rewrite::ENTRY,
    layout::rogue::ENTRY,
    layout::rooms_corridors::ENTRY,
    layout::uniform::ENTRY,
    layout::voronoi::ENTRY,
    layout::wfc::ENTRY,
    shape::border::ENTRY,
    shape::connect::ENTRY,
    shape::dead_ends::ENTRY,
    shape::doors::ENTRY,
    shape::fill_unreachable::ENTRY,
    shape::keep_largest::ENTRY,
    shape::lake::ENTRY,
    shape::loops::ENTRY,
    shape::mirror::ENTRY,
    shape::section::ENTRY,
    shape::smooth::ENTRY,
    shape::vaults::ENTRY,
    shape::void::ENTRY,
    shape::widen::ENTRY,
    shape::zones::ENTRY,
    place::exits::ENTRY,
    place::furnish::ENTRY,
    place::keys::ENTRY,
    place::level::ENTRY,
    place::monsters::ENTRY,
    place::scatter::ENTRY,
    place::stairs::ENTRY,
    place::start::ENTRY,
    place::themes::ENTRY,
    place::traps::ENTRY,
    place::treasure::ENTRY,
];

/// Id of the default layout: the classic roguelike level.
pub const DEFAULT: &str = "rooms-corridors";

/// Returns the entries and some of your own. An entry of your own replaces the entry with its id.
///
/// ```
/// use mapwright::serde_json::json;
/// use mapwright::{layout, registry};
/// let sparse = layout::bsp::ENTRY.with_defaults(|| json!({"max_depth": 3}));
/// let entries = registry::with(registry::ALL, [sparse]);
/// assert_eq!(entries.len(), registry::ALL.len());
/// assert_eq!(registry::find(&entries, "bsp").unwrap().defaults()["max_depth"], 3);
/// ```
pub fn with(entries: &[Entry], own: impl IntoIterator<Item = Entry>) -> Vec<Entry> {
    let mut all = entries.to_vec();
    for entry in own {
        match all.iter_mut().find(|known| known.id == entry.id) {
            Some(known) => *known = entry,
            None => all.push(entry),
        }
    }
    all
}

/// Returns the entry with this id.
pub fn find<'a>(entries: &'a [Entry], id: &str) -> Option<&'a Entry> {
    entries.iter().find(|entry| entry.id == id)
}
