//! What stands and lies in rooms, each thing drawn by its own function. Names and sizes are those of the decorations of maps.

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

/// Draws one thing that faces south in a place of its size.
pub(crate) type Draw = fn(&mut Pen<'_>);

/// Everything that can be drawn, by name.
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

/// Other names of the same things, and names of what looks much the same.
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

/// Whether nobody put the thing there: it stands wherever there is place, and rock may touch it.
pub(crate) fn is_grown(name: &str) -> bool {
    matches!(known_as(name), "tree" | "cactus" | "crystals" | "stalagmites")
}

/// The name by which a thing is known here.
pub(crate) fn known_as(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, known)| known)
}

/// How the thing of this name is drawn; `None` for one that nobody knows.
pub(crate) fn find(name: &str) -> Option<Draw> {
    let name = known_as(name);
    ALL.iter().find(|(known, _)| *known == name).map(|(_, draw)| *draw)
}
