//! Maps drawn as text: whole levels, sections to place on a map, vaults to build into it.
//!
//! # The format
//!
//! `docs/prefabs.md` explains the format with an example, for people who draw prefabs.
//!
//! A prefab is a drawing with one character for each tile. A few lines of TOML may come before it,
//! with a line `---` between them:
//!
//! ```text
//! name = "small-treasury"
//! tags = ["vault", "treasure"]
//! weight = 5
//! depth = [3, 12]
//! legend = { c = "decoration chest, item gold", g = ["monster goblin", "monster orc"] }
//! ---
//! #######
//! #c.g.c#
//! #.....#
//! ###L###
//! ```
//!
//! A drawing alone is a prefab too. So is TOML alone, with the drawing as `map = """…"""`;
//! `[[prefab]]` before each makes a list of several. Every key is optional:
//!
//! | key       | meaning                                                           | default    |
//! |-----------|-------------------------------------------------------------------|------------|
//! | `name`    | unique name                                                       | `text-1`, … |
//! | `tags`    | purpose; `level`, `section` and `vault` restrict its use          | any use    |
//! | `weight`  | weight in the random choice, from 0 (only by name) to 100         | 10         |
//! | `depth`   | first and last depth where it may be used                         | any        |
//! | `turns`   | may be rotated by quarter turns                                   | `true`     |
//! | `mirrors` | may be mirrored                                                   | `true`     |
//! | `legend`  | meanings of further characters, or new meanings for those below   |            |
//!
//! Characters have the same meaning as in every text map, with three more:
//!
//! | character | meaning |
//! |---|---|
//! | `#` `.` `~` `=` | wall, floor, water, bridge |
//! | `+` `'` `L` `S` <code>\|</code> | door: closed, archway, locked, secret, portcullis |
//! | `<` `>` `E` `@` | stairs up and down, exit, start |
//! | `m` `$` `^` `k` | monster, item, trap, key, all without a name |
//! | `,` | floor of a passage, which belongs to no room |
//! | `*` | an anchor: an opening where the prefab may be entered, wall if unused |
//! | `?` and the space | the existing tile; solid rock in a level |
//!
//! A legend gives a character one or several things, separated by commas: a tile (`floor`, `wall`,
//! `void`, `water`, `bridge`, `passage`, `closed door`, `open door`, `archway`, `double door`,
//! `locked door`, `secret door`, `portcullis`, `stairs up`, `stairs down`, `anything`; default:
//! floor), `anchor`, `start`, `exit`, `monster NAME`, `item NAME`, `trap NAME`, `key NAME`,
//! `decoration NAME`, and `room WORD`, which adds the word to the tags of the room and so cannot be
//! on a door or passage. A list of these texts is a choice: one is picked at random for every cell.
//! Either all of a list are walkable, or none.
//!
//! # Rooms and anchors
//!
//! Floor between walls, doors, anchors and passages becomes a room with the prefab's tags and its
//! name. Doors at the edge of the drawing are anchors as well: they stay where something leads to
//! them, and are walled up elsewhere. All floor of a prefab must be connected without its anchors,
//! so that it can be used with any of them.
//!
//! # Random choice
//!
//! Every prefab draws as many lots as its weight, from a random stream named after it, and the
//! highest lot wins. So a new prefab changes only the maps that it wins. Because it does change
//! maps, adding or editing a shipped prefab requires a new revision of `prefab`, `section` and
//! `vaults`.

mod legend;
mod library;
mod read;
mod stamp;
mod structure;
mod turn;

pub(crate) use library::{Choice, Role};
pub use library::{Library, Shipped, shipped};
pub use stamp::Spot;
pub(crate) use stamp::{Stamp, name_sides};
pub(crate) use structure::Entrance;

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Grid, Size};
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use crate::map::Tags;
use legend::Symbol;
use stamp::Laid;
use std::borrow::Cow;
use std::sync::OnceLock;
use structure::Structure;
use turn::Turn;

/// Map drawn as text; see the [module](self) for the format.
#[derive(Clone, Debug)]
pub struct Prefab {
    /// Unique name.
    pub name: Cow<'static, str>,
    /// Tags that describe its purpose.
    pub tags: Tags,
    /// Weight in the random choice, from 0 (only by name) to 100.
    pub weight: u32,
    /// First and last depth where it may be used.
    pub depth: [u32; 2],
    /// True if it may be rotated by quarter turns.
    pub turns: bool,
    /// True if it may be mirrored.
    pub mirrors: bool,
    /// Tiles; wall where the tile is random, at anchors, and where the existing map stays.
    tiles: Grid<Tile>,
    /// Cells that the drawing defines.
    covers: BitGrid,
    /// Meanings of the characters; `cells` holds the index of each cell's symbol.
    symbols: Vec<Symbol>,
    cells: Grid<u8>,
    structure: Structure,
    /// Cached results for each of the eight orientations.
    laid: [OnceLock<Laid>; 8],
}

impl Prefab {
    /// Maximum side of a drawing, in tiles.
    pub const MAX_SIDE: i32 = 200;
    /// Maximum length of a text with prefabs, in characters.
    pub const MAX_TEXT: usize = 65_536;
    /// Maximum depth.
    pub const MAX_DEPTH: u32 = 1_000;
    /// Maximum weight.
    pub const MAX_WEIGHT: u32 = 100;

    /// Reads all prefabs in a text.
    ///
    /// ```
    /// use mapwright::prefab::Prefab;
    /// let prefabs = Prefab::read("name = \"cell\"\n---\n####\n#..+\n####")?;
    /// assert_eq!((prefabs[0].name.as_ref(), prefabs[0].size().width), ("cell", 4));
    /// let error = Prefab::read("####\n#.x#\n####").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 3: 'x' means nothing"));
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Vec<Prefab>, Error> {
        read::read(text, Cow::Owned)
    }

    /// Returns the width and height of the drawing.
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// Returns the allowed orientations, the drawn one first.
    fn ways(&self) -> impl Iterator<Item = Turn> {
        let (turns, mirrors) = (self.turns, self.mirrors);
        Turn::ALL.into_iter().filter(move |turn| turn.is_allowed(turns, mirrors))
    }

    /// Returns its best lot in the draw of this seed. Every lot has the same chance, independent of
    /// the other prefabs.
    pub(crate) fn lot(&self, seed: Seed) -> u64 {
        let own = seed.child(&self.name);
        (0..u64::from(self.weight.max(1))).map(|lot| own.nth(lot).number()).max().unwrap_or(0)
    }
}
