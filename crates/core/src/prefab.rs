//! Maps drawn as text: whole levels, sections to glue onto a map, vaults to set into it.
//!
//! # The format
//!
//! `docs/prefabs.md` tells the same to whoever draws, with an example.
//!
//! A prefab is a drawing, one character a tile, with a few lines of TOML before it and a line `---` between them:
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
//! A drawing alone is a prefab too. So is TOML alone, with the drawing as `map = """…"""`; `[[prefab]]` before each makes
//! it a list of several. Every key may be left out:
//!
//! | key       | what it says                                                                     | without it     |
//! |-----------|----------------------------------------------------------------------------------|----------------|
//! | `name`    | what it is called; one of a kind                                                 | `text-1`, …    |
//! | `tags`    | what it is for; `level`, `section` and `vault` say how it may be used            | used in any way |
//! | `weight`  | how often it is chosen, from 0 (only by name) to 100                             | 10             |
//! | `depth`   | the depths where it belongs, the first and the last                              | any            |
//! | `turns`   | whether it may be turned by a quarter                                            | `true`         |
//! | `mirrors` | whether it may be mirrored                                                       | `true`         |
//! | `legend`  | what further characters mean, or known ones instead of the below                 |                |
//!
//! Characters mean the same as in every text map, with three more:
//!
//! | character | meaning |
//! |---|---|
//! | `#` `.` `~` `=` | wall, floor, water, bridge |
//! | `+` `'` `L` `S` <code>\|</code> | door: closed, archway, locked, secret, portcullis |
//! | `<` `>` `E` `@` | stairs up and down, exit, start |
//! | `m` `$` `^` `k` | monster, item, trap, key, all without a name |
//! | `,` | floor of a passage, which belongs to no room |
//! | `*` | an anchor: an opening where the prefab may be entered, wall where it is not |
//! | `?` and the space | whatever is there already; solid rock in a level |
//!
//! A legend gives a character one or several things, set apart by commas: a tile (`floor`, `wall`, `void`, `water`,
//! `bridge`, `passage`, `closed door`, `open door`, `archway`, `double door`, `locked door`, `secret door`, `portcullis`,
//! `stairs up`, `stairs down`, `anything`; floor when none is named), `anchor`, `start`, `exit`, `monster NAME`, `item NAME`,
//! `trap NAME`, `key NAME`, `decoration NAME`, and `room WORD`, which gives its word to the room as a tag and so stands on no door or
//! passage. A list of such texts is a choice: the dice pick one for every cell. All of a list can be walked on, or none.
//!
//! # What is made of it
//!
//! Floor between walls, doors, anchors and passages becomes a room with the prefab's tags and its name. Doors at the edge of
//! the drawing are anchors as well: they stay where something leads to them, and are walled up where nothing does. All
//! floor of a prefab must hang together without its anchors, so that it can be used with any of them.
//!
//! # Which one is chosen
//!
//! Every prefab draws as many lots as it has weight, from a stream that has its name, and the highest wins. So a prefab that
//! is added takes the maps that it wins and leaves all others as they were. It does change maps: whoever adds to the
//! shipped ones, or edits one, raises the revision of `prefab`, `section` and `vaults`.

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

use crate::bits::BitGrid;
use crate::error::Error;
use crate::grid::{Grid, Size};
use crate::map::Tags;
use crate::rng::Seed;
use crate::tile::Tile;
use legend::Symbol;
use stamp::Laid;
use std::borrow::Cow;
use std::sync::OnceLock;
use structure::Structure;
use turn::Turn;

/// A map drawn as text; see the [module](self) for the format.
#[derive(Clone, Debug)]
pub struct Prefab {
    /// What it is called.
    pub name: Cow<'static, str>,
    /// What it is for.
    pub tags: Tags,
    /// How often it is chosen, from 0 (only by name) to 100.
    pub weight: u32,
    /// The first and the last depth where it belongs.
    pub depth: [u32; 2],
    /// Whether it may be turned by a quarter.
    pub turns: bool,
    /// Whether it may be mirrored.
    pub mirrors: bool,
    /// The tiles; wall where the dice decide, where an anchor is and where it leaves what is there.
    tiles: Grid<Tile>,
    /// Where it has anything to say.
    covers: BitGrid,
    /// What every character stands for, and which of them each cell has.
    symbols: Vec<Symbol>,
    cells: Grid<u8>,
    structure: Structure,
    /// The same turned, one for each way.
    laid: [OnceLock<Laid>; 8],
}

impl Prefab {
    /// The longest side of a drawing, in tiles.
    pub const MAX_SIDE: i32 = 200;
    /// The longest text of prefabs, in characters.
    pub const MAX_TEXT: usize = 65_536;
    /// The greatest depth.
    pub const MAX_DEPTH: u32 = 1_000;
    /// The greatest weight.
    pub const MAX_WEIGHT: u32 = 100;

    /// Every prefab of a text.
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

    /// How wide and high the drawing is.
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// The ways in which it may be turned and mirrored, the drawn one first.
    fn ways(&self) -> impl Iterator<Item = Turn> {
        let (turns, mirrors) = (self.turns, self.mirrors);
        Turn::ALL.into_iter().filter(move |turn| turn.is_allowed(turns, mirrors))
    }

    /// Its best lot in the draw of this seed: an even chance for every lot, whoever else takes part.
    pub(crate) fn lot(&self, seed: Seed) -> u64 {
        let own = seed.child(&self.name);
        (0..u64::from(self.weight.max(1))).map(|lot| own.nth(lot).number()).max().unwrap_or(0)
    }
}
