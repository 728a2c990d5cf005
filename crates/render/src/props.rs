//! Furniture and dressing of rooms, one drawing function each. Names and sizes are those of the
//! map's decorations.

mod altar;
mod banner;
mod barrels;
mod bed;
mod bones;
mod bookshelf;
mod brazier;
mod cave;
mod chair;
mod chest;
mod cobweb;
mod column;
mod cracks;
mod crates;
mod dais;
mod fountain;
mod grave;
mod ladder;
mod pit;
mod plants;
mod puddle;
mod rug;
mod statue;
mod stones;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod throne;
mod trap;
mod well;

use crate::pen::Pen;

/// Draws one thing, facing south, in an area of its size.
pub(crate) type Draw = fn(&mut Pen<'_>);

/// All things that can be drawn, by name.
pub(crate) const ALL: &[(&str, Draw)] = &[
    ("column-round", column::round),
    ("column-square", column::square),
    ("altar", altar::draw),
    ("fountain", fountain::draw),
    ("coffin", grave::coffin),
    ("casket", grave::casket),
    ("dais", dais::draw),
    ("statue", statue::draw),
    ("throne", throne::draw),
    ("well", well::draw),
    ("table", table::long),
    ("table-round", table::round),
    ("chair", chair::draw),
    ("bed", bed::draw),
    ("barrels", barrels::draw),
    ("crates", crates::draw),
    ("chest", chest::draw),
    ("bookshelf", bookshelf::draw),
    ("rug", rug::draw),
    ("brazier", brazier::draw),
    ("cobweb", cobweb::draw),
    ("rubble", stones::rubble),
    ("rocks", stones::rocks),
    ("cracks", cracks::draw),
    ("pit", pit::draw),
    ("trap", trap::draw),
    ("ladder", ladder::draw),
    ("tree", plants::tree),
    ("bush", plants::bush),
    ("mushrooms", plants::mushrooms),
    ("bones", bones::draw),
    ("crystals", cave::crystals),
    ("reeds", plants::reeds),
    ("cactus", plants::cactus),
    ("stalagmites", cave::stalagmites),
    ("gravestone", grave::gravestone),
    ("puddle", puddle::draw),
    ("banner", banner::draw),
];

/// Other names for the same things, and names of things that look similar.
const ALIASES: &[(&str, &str)] = &[
    ("column", "column-round"),
    ("pillar", "column-square"),
    ("barrel", "barrels"),
    ("crate", "crates"),
    ("sarcophagus", "casket"),
    ("grave", "casket"),
    ("shelf", "bookshelf"),
    ("bookcase", "bookshelf"),
    ("bedroll", "bed"),
    ("bench", "table"),
    ("pew", "table"),
    ("desk", "table"),
    ("campfire", "brazier"),
    ("furnace", "brazier"),
    ("candle", "brazier"),
    ("rock", "rocks"),
    ("boulder", "rocks"),
    ("mushroom", "mushrooms"),
    ("crystal", "crystals"),
    ("stalagmite", "stalagmites"),
    ("tombstone", "gravestone"),
    ("headstone", "gravestone"),
    ("skeleton", "bones"),
    ("skull", "bones"),
    ("shrub", "bush"),
    ("fern", "bush"),
    ("grass", "reeds"),
    ("straw", "reeds"),
    ("flag", "banner"),
];

/// Returns whether the thing grows naturally: it can stand anywhere, and rock may touch it.
pub(crate) fn is_natural(name: &str) -> bool {
    matches!(known_as(name), "tree" | "cactus" | "crystals" | "stalagmites")
}

/// Resolves aliases to the name used here.
pub(crate) fn known_as(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, known)| known)
}

/// Returns the name of the drawing for a kind, or `None` if there is none.
pub(crate) fn drawing(kind: &str) -> Option<&'static str> {
    let name = known_as(kind);
    ALL.iter().find(|(known, _)| *known == name).map(|(known, _)| *known)
}

/// Returns the function that draws the thing of this name, or `None` if the name is unknown.
pub(crate) fn find(name: &str) -> Option<Draw> {
    let name = known_as(name);
    ALL.iter().find(|(known, _)| *known == name).map(|(_, draw)| *draw)
}
