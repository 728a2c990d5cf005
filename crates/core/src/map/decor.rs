//! The kinds of decorations: their size, whether they block movement, and where they belong.
//!
//! A [`Decoration`] is checked against these rules if it has a facing: one of its tags is `north`,
//! `east`, `south` or `west`. Its position is the top-left cell of its footprint, whatever its
//! facing. A decoration without a facing, for example a column drawn in a prefab, is accepted as it
//! is.

use crate::base::grid::{Dir, Rect, Size};
use crate::map::Decoration;

/// The surroundings that a kind needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Against {
    /// Anywhere on the floor.
    Anywhere,
    /// With its whole back to a wall.
    Wall,
    /// In a corner, with walls at its back and on its right-hand side, seen from the decoration. So
    /// a decoration that faces south stands in the north-west corner, west: north-east, north:
    /// south-east, and east: south-west.
    Corner,
}

/// A kind of decoration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecorKind {
    /// Name, as in [`Decoration::kind`].
    pub name: &'static str,
    /// Cells covered while it faces south, with its back to the north. Quarter turns swap width and
    /// height.
    pub size: Size,
    /// True if it blocks movement.
    pub blocks: bool,
    /// Surroundings that it needs.
    pub against: Against,
    /// Description in a few words.
    pub about: &'static str,
}

const fn kind(
    name: &'static str,
    (width, height): (i32, i32),
    blocks: bool,
    against: Against,
    about: &'static str,
) -> DecorKind {
    DecorKind { name, size: Size::new(width, height), blocks, against, about }
}

/// A kind that blocks movement.
const fn solid(name: &'static str, size: (i32, i32), against: Against, about: &'static str) -> DecorKind {
    kind(name, size, true, against, about)
}

/// A kind that can be walked over.
const fn flat(name: &'static str, size: (i32, i32), against: Against, about: &'static str) -> DecorKind {
    kind(name, size, false, against, about)
}

/// Every kind, the most familiar first.
pub static ALL: &[DecorKind] = &[
    solid("column-round", (1, 1), Against::Anywhere, "a round column"),
    solid("column-square", (1, 1), Against::Anywhere, "a square pillar"),
    solid("altar", (2, 1), Against::Anywhere, "a block of stone to pray at"),
    solid("fountain", (2, 2), Against::Anywhere, "a basin with water"),
    solid("coffin", (1, 2), Against::Anywhere, "a wooden coffin, head at the back"),
    solid("casket", (1, 2), Against::Anywhere, "a stone casket with a lid, head at the back"),
    flat("dais", (3, 2), Against::Wall, "a half-round step, its straight side at the wall"),
    solid("statue", (1, 1), Against::Anywhere, "a figure on a pedestal"),
    solid("throne", (1, 1), Against::Anywhere, "a ruler's seat"),
    solid("well", (1, 1), Against::Anywhere, "a round shaft with water below"),
    solid("table", (2, 1), Against::Anywhere, "a long table"),
    solid("table-round", (1, 1), Against::Anywhere, "a small round table"),
    flat("chair", (1, 1), Against::Anywhere, "a chair that faces its table"),
    solid("bed", (1, 2), Against::Wall, "a bed, head at the wall"),
    solid("barrels", (1, 1), Against::Anywhere, "a few barrels"),
    solid("crates", (1, 1), Against::Anywhere, "a few crates"),
    solid("chest", (1, 1), Against::Wall, "a chest with its back to the wall"),
    solid("bookshelf", (2, 1), Against::Wall, "shelves of books"),
    flat("rug", (2, 3), Against::Anywhere, "a rug"),
    solid("brazier", (1, 1), Against::Anywhere, "a fire in an iron basket"),
    flat("cobweb", (1, 1), Against::Corner, "a cobweb in a corner"),
    flat("rubble", (1, 1), Against::Anywhere, "broken stone"),
    flat("rocks", (1, 1), Against::Anywhere, "a few rocks"),
    flat("cracks", (1, 1), Against::Anywhere, "cracks in the floor"),
    solid("pit", (1, 1), Against::Anywhere, "a hole in the floor"),
    flat("trap", (1, 1), Against::Anywhere, "a mechanical trap"),
    flat("ladder", (1, 1), Against::Wall, "a ladder at the wall"),
    solid("tree", (1, 1), Against::Anywhere, "a tree with a broad crown"),
    flat("bush", (1, 1), Against::Anywhere, "a bush that does not block the way"),
    flat("mushrooms", (1, 1), Against::Anywhere, "a few mushrooms"),
    flat("bones", (1, 1), Against::Anywhere, "scattered bones"),
    solid("crystals", (1, 1), Against::Anywhere, "crystals that grew out of the floor"),
    flat("reeds", (1, 1), Against::Anywhere, "reeds or tall grass"),
    solid("cactus", (1, 1), Against::Anywhere, "a cactus"),
    solid("stalagmites", (1, 1), Against::Anywhere, "stone that dripped from the roof"),
    solid("gravestone", (1, 1), Against::Anywhere, "a headstone, the grave in front of it"),
    flat("puddle", (1, 1), Against::Anywhere, "a puddle"),
    flat("banner", (1, 1), Against::Wall, "a banner on the wall"),
];

/// Returns the kind with this name.
pub fn find(name: &str) -> Option<&'static DecorKind> {
    ALL.iter().find(|kind| kind.name == name)
}

impl DecorKind {
    /// Returns the size of the footprint for this facing.
    pub const fn turned(&self, facing: Dir) -> Size {
        match facing {
            Dir::North | Dir::South => self.size,
            Dir::East | Dir::West => Size::new(self.size.height, self.size.width),
        }
    }
}

/// Returns the tag that gives a decoration this facing.
pub const fn word(facing: Dir) -> &'static str {
    facing.word()
}

/// Returns the facing of a decoration, if it has one.
pub fn facing(decoration: &Decoration) -> Option<Dir> {
    decoration.tags.iter().find_map(|tag| Dir::ALL.into_iter().find(|dir| tag == word(*dir)))
}

/// Returns the cells that a decoration covers.
///
/// A decoration without a facing is treated as facing south. An unknown kind covers one cell.
///
/// ```
/// use mapwright::{Decoration, Pos, Rect, decor};
/// let bed = Decoration::new("bed", Pos::new(4, 7)).with_tags(vec!["east".into()]);
/// assert_eq!(decor::footprint(&bed), Rect::new(4, 7, 2, 1));
/// ```
pub fn footprint(decoration: &Decoration) -> Rect {
    let facing = facing(decoration).unwrap_or(Dir::South);
    let Size { width, height } = find(&decoration.kind).map_or(Size::new(1, 1), |kind| kind.turned(facing));
    Rect::new(decoration.pos.x, decoration.pos.y, width, height)
}

/// Returns true if the decoration blocks movement. Unknown kinds never do.
pub fn blocks(decoration: &Decoration) -> bool {
    find(&decoration.kind).is_some_and(|kind| kind.blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Pos;
    use crate::map::Extra;

    fn decoration(kind: &'static str, tags: &[&'static str]) -> Decoration {
        let tags = tags.iter().map(|&tag| tag.into()).collect();
        Decoration { kind: kind.into(), pos: Pos::new(3, 5), tags, extra: Extra::default() }
    }

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        for (index, kind) in ALL.iter().enumerate() {
            assert!(kind.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", kind.name);
            assert!(ALL[..index].iter().all(|other| other.name != kind.name), "{} twice", kind.name);
            assert_eq!(find(kind.name), Some(kind));
            assert!(!kind.size.rect().is_empty() && !kind.about.is_empty());
        }
        assert_eq!(find("dragon"), None);
    }

    #[test]
    fn quarter_turns_swap_width_and_height() {
        let sizes = Dir::ALL.map(|dir| footprint(&decoration("dais", &["old", word(dir)])).size());
        let [along, across] = [Size::new(3, 2), Size::new(2, 3)];
        assert_eq!(sizes, [along, across, along, across]);
        assert_eq!(footprint(&decoration("dais", &[])), Rect::new(3, 5, 3, 2), "it faces south");
        assert_eq!(facing(&decoration("dais", &["old"])), None);
    }

    #[test]
    fn unknown_decorations_are_small_and_walkable() {
        let dragon = decoration("dragon", &["east"]);
        assert_eq!((footprint(&dragon).size(), blocks(&dragon)), (Size::new(1, 1), false));
        assert!(blocks(&decoration("pit", &[])) && !blocks(&decoration("trap", &[])));
    }
}
