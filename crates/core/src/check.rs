//! [`check()`]: finds what is wrong with a map, with code that no generator shares.
//!
//! Tests, fuzzers, the command line and the studio all use it. The rules rely only on the
//! documented meaning of the records and the tiles, so that a mistake in a helper of the generators
//! cannot hide itself.
//!
//! A map may come from a hostile file. Every number is widened before it is added to, everything is
//! clipped to the map before it is walked over, and the work of a rule is bounded (see
//! [`findings::Effort`]).

mod block;
mod cells;
mod contents;
mod crossings;
mod doors;
mod dungeon;
mod entrances;
mod findings;
mod furniture;
mod ground;
mod ids;
mod level;
mod line;
mod margins;
mod mission;
mod passages;
mod populated;
mod promised;
mod records;
mod regions;
mod rooms;
mod row_runs;
mod separation;
mod symmetry;
mod terrain;
mod tidy;
mod zones;

use crate::base::grid::Pos;
use crate::map::Map;
use cells::Footprint;
use findings::Findings;
use ground::Ground;
use ids::Ids;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A problem of a map: the rule, the position and a message.
///
/// Serialized as `{rule, message, x, y}`. A problem of the whole map, like a wrong statistic, has
/// the position `0,0`.
#[doc(alias = "Problem")]
#[doc(alias = "Violation")]
#[doc(alias = "lint")]
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// Name of the rule, one of `RULES`.
    pub rule: &'static str,
    /// Position: the cell, or the first cell of the record as written. It may lie outside the map.
    pub pos: Pos,
    /// The problem, its place and the limit, in one sentence.
    pub message: String,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Finding", 4)?;
        object.serialize_field("rule", self.rule)?;
        object.serialize_field("message", &self.message)?;
        object.serialize_field("x", &self.pos.x)?;
        object.serialize_field("y", &self.pos.y)?;
        object.end()
    }
}

/// All rules with a one-line description, in the order in which findings are listed.
pub const RULES: &[(&str, &str)] = &[
    ("size", "the map has at least one tile"),
    ("floor", "there is at least one walkable tile"),
    ("closed-border", "no walkable tile lies on the edge of the map, if promised"),
    ("connected", "every walkable tile can be reached from every other along rows and columns, if promised"),
    ("no-2x2", "no four walkable tiles form a square, if promised"),
    (
        "grid-aligned",
        "corners and sides of rooms and ends of passages lie on multiples of the grid, if the map records one",
    ),
    ("rooms", "every room lies on the map and has cells, none of them wall or void, and a unique id and number"),
    ("rooms-disjoint", "no two rooms share a cell, if promised"),
    ("passages", "every passage is a line of straight walkable legs on the map, and joins rooms that exist, each once"),
    ("room-graph", "every passage begins and ends in or beside the rooms that it joins"),
    ("passage-through-room", "no passage goes through a room, if promised"),
    (
        "passage-overlap",
        "passages share cells only where they cross at right angles or one ends in the other, if promised",
    ),
    ("square-exits", "every passage points straight into the rooms that it joins, if promised"),
    ("turn-spacing", "the turns of a passage are at least two cells apart, if promised"),
    ("round-exits", "passages meet round rooms at the middle of a side, if promised"),
    ("passage-margin", "no passage runs along the wall of a room, if promised"),
    ("crossing-spacing", "no passage crosses two others in a row, if promised"),
    ("symmetry", "rooms, passages and doors have the images that the symmetry of the map requires, if promised"),
    (
        "doors",
        "every door stands in an opening, matches its tile and touches what it joins; archways are open; every door tile \
         has a record",
    ),
    ("stairs", "all stairs match their tile, one per cell; every stairs tile has a record"),
    ("exits", "every exit is on a walkable tile of its own, away from the start"),
    ("reachable", "start, exits and stairs lie in one walkable region"),
    ("entrances", "a room tagged entrance has an exit, stairs or the start in it, beside it or along its passage"),
    ("finishable", "no secret door stands on the only way between start, exits and stairs, if promised"),
    (
        "hidden-rooms",
        "no room of a dungeon lies behind secret doors only, unless its recipe hides rooms or later steps dug on",
    ),
    ("entities", "entities stand on walkable tiles, at most one of a kind in a cell, and there is at most one start"),
    ("decorations", "every decoration is on the map, and of a known kind if it has a facing"),
    ("decoration-outside", "decorations with a facing stand on plain floor, if promised"),
    (
        "decoration-wall",
        "wall decorations have a wall along their back, corner decorations have two walls, if promised",
    ),
    ("decoration-overlap", "no decoration with a facing shares a cell with another, if promised"),
    ("decoration-door", "decorations keep clear of doors, stairs, exits, entities and room entrances, if promised"),
    ("decoration-blocks", "blocking decorations cut nothing off and fill no region completely, if promised"),
    (
        "start-zone",
        "no monster, item or trap is in the zone of the start, no monster near it, if promised or on a campaign level",
    ),
    ("placed-apart", "each entity has a plain floor tile of its own, clear of exits and decorations, if promised"),
    ("placed-blocks", "monsters, items, keys and furniture cut nothing off, if promised"),
    ("placed-reachable", "monsters, items, traps and keys can be reached from a way in, if promised"),
    ("level-danger", "the monsters of a campaign level occur at its danger, unless a step sets its own"),
    (
        "zones",
        "zones are connected, walkable but for the water of regions, and disjoint, and have the right ids and elements",
    ),
    (
        "regions",
        "the regions of a dungeon are the areas between doors that are not open, unless later steps changed it",
    ),
    ("keys", "the locks of a mission can be opened in order, the goal can be reached, and no player is stranded"),
    ("stats", "the statistics about tiles and records equal a recount"),
    ("notes", "a note about a shortfall has delivered less than asked; a remark has 0 for both"),
    ("source", "the revision of every algorithm in the recipe is listed"),
];

/// The rules by name, in the order of [`RULES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rule {
    Size,
    Floor,
    ClosedBorder,
    Connected,
    No2x2,
    GridAligned,
    Rooms,
    RoomsDisjoint,
    Passages,
    RoomGraph,
    PassageThroughRoom,
    PassageOverlap,
    SquareExits,
    TurnSpacing,
    RoundExits,
    PassageMargin,
    CrossingSpacing,
    Symmetry,
    Doors,
    Stairs,
    Exits,
    Reachable,
    Entrances,
    Finishable,
    HiddenRooms,
    Entities,
    Decorations,
    DecorationOutside,
    DecorationWall,
    DecorationOverlap,
    DecorationDoor,
    DecorationBlocks,
    StartZone,
    PlacedApart,
    PlacedBlocks,
    PlacedReachable,
    LevelDanger,
    Zones,
    Regions,
    Keys,
    Stats,
    Notes,
    Source,
}

impl Rule {
    const fn name(self) -> &'static str {
        RULES[self as usize].0
    }
}

/// Returns everything that is wrong with the map; an empty list if it is valid.
///
/// Findings come in the order of the rules, at most a hundred per rule, and then one that counts
/// the rest. The time is linear in the size of the map and of its records.
///
/// ```
/// use mapwright::{Map, check};
/// let map = Map::from_ascii("
/// #####
/// #.#.#
/// #####")?;
/// let findings = check(&map);
/// assert_eq!(findings[0].rule, "connected");
/// assert_eq!(findings[0].message, "1 walkable tile at 3,1 cannot be reached from 1,1");
/// # Ok::<(), mapwright::Error>(())
/// ```
#[doc(alias = "validate")]
#[doc(alias = "verify")]
#[doc(alias = "lint")]
pub fn check(map: &Map) -> Vec<Finding> {
    let mut found = Findings::default();
    let size = map.size();
    if size.width < 1 || size.height < 1 {
        found.add(Rule::Size, Pos::new(0, 0), format_args!("a map of {size} has no tile; it needs at least 1x1"));
        return found.into_list();
    }
    let subject = Subject {
        map,
        ground: Ground::of(&map.tiles),
        room_ids: Ids::of(map.rooms.iter().map(|room| room.id.0)),
        passage_ids: Ids::of(map.passages.iter().map(|passage| passage.id.0)),
    };
    terrain::check(&subject, &mut found);
    promised::check(&subject, &mut found);
    rooms::check(&subject, &mut found);
    passages::check(&subject, &mut found);
    tidy::check(&subject, &mut found);
    symmetry::check(&subject, &mut found);
    doors::check(&subject, &mut found);
    contents::check(&subject, &mut found);
    entrances::check(&subject, &mut found);
    furniture::check(&subject, &mut found);
    populated::check(&subject, &mut found);
    level::check(&subject, &mut found);
    zones::check(&subject, &mut found);
    dungeon::check(&subject, &mut found);
    mission::check(&subject, &mut found);
    records::check(&subject, &mut found);
    found.into_list()
}

/// A map and the data that several rules share.
struct Subject<'a> {
    map: &'a Map,
    ground: Ground<'a>,
    room_ids: Ids,
    passage_ids: Ids,
}

impl<'a> Subject<'a> {
    /// Returns the cells of the room with this id.
    fn room(&self, id: u32) -> Option<Footprint<'a>> {
        Some(Footprint::of_shape(&self.map.rooms.get(self.room_ids.find(id)?)?.shape))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::{Grid, Size};
    use crate::base::tile::Tile;

    #[test]
    fn every_rule_has_its_place_in_the_list() {
        assert_eq!(Rule::Source as usize + 1, RULES.len());
        assert_eq!((Rule::Size.name(), Rule::RoomGraph.name(), Rule::Source.name()), ("size", "room-graph", "source"));
        assert_eq!((Rule::Symmetry.name(), Rule::Keys.name()), ("symmetry", "keys"));
    }

    #[test]
    fn a_finding_is_written_flat() {
        let finding = Finding { rule: "exits", pos: Pos::new(3, -1), message: "gone".to_owned() };
        let text = serde_json::to_string(&finding).unwrap();
        assert_eq!(text, r#"{"rule":"exits","message":"gone","x":3,"y":-1}"#);
    }

    #[test]
    fn a_map_without_a_tile_is_found() {
        for size in [Size::new(0, 0), Size::new(7, 0), Size::new(0, 7)] {
            let findings = check(&Map::with_tiles(Grid::new(size, Tile::Wall)));
            assert_eq!(findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), ["size"]);
        }
    }

    #[test]
    fn a_plain_map_is_in_order() {
        let map = Map::from_ascii("\n########\n#@.+.<E#\n########").unwrap();
        assert_eq!(check(&map), []);
    }
}
