//! The list of all metrics.

use super::Metric;

/// The metrics by name, in the order of [`ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Id {
    Tiles,
    Walkable,
    Openness,
    Floor,
    Walls,
    Void,
    Water,
    Bridges,
    Doors,
    LockedDoors,
    SecretDoors,
    Stairs,
    Rooms,
    Passages,
    Exits,
    Monsters,
    Items,
    Traps,
    Keys,
    CorridorTiles,
    Corridors,
    Junctions,
    DeadEnds,
    Branching,
    Tortuosity,
    Regions,
    Loops,
    LoopLength,
    RoomEntropy,
    Leniency,
    RoomDegree,
    Diameter,
    LongestPath,
    PathLength,
    PathLengthOpen,
    Linearity,
    NearestEnemy,
    ChokePoints,
    GatedArea,
    Reachable,
    ReachableWithoutSecrets,
    ReachableWithoutKeys,
    Symmetry,
    VisibleArea,
    Difficulty,
}

/// Metrics that are measured together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Group {
    /// Tiles by kind.
    Tiles,
    /// Counts of records.
    Records,
    /// Corridors and junctions.
    Ways,
    /// Connectivity of the floor.
    Regions,
    /// Walks around loops.
    LoopLength,
    /// Individual rooms.
    Rooms,
    /// The room graph.
    RoomGraph,
    /// The longest path.
    LongestPath,
    /// Distances from the entrance.
    CriticalPath,
    OpenPath,
    /// Areas that single tiles cut off.
    Chokes,
    /// Reachable tiles.
    Reach,
    /// Mirror images.
    Symmetry,
    /// Fields of view.
    View,
    /// Costs of monsters and traps.
    Difficulty,
}

/// All metrics that the command line, recipes and documents know.
///
/// A metric that has a name in the literature has that name here. *PCGRL* is Khalifa, Bontrager,
/// Earle and Togelius, "PCGRL: Procedural Content Generation via Reinforcement Learning" (2020);
/// *Smith and Whitehead* is "Analyzing the Expressive Range of a Level Generator" (2010).
pub const ALL: &[Metric] = &[
    Metric {
        name: "tiles",
        unit: "tiles",
        meaning: "Number of tiles of all kinds.",
        id: Id::Tiles,
        group: Group::Tiles,
    },
    Metric {
        name: "walkable",
        unit: "tiles",
        meaning: "Walkable tiles once doors are found and opened: all but wall, void and water.",
        id: Id::Walkable,
        group: Group::Tiles,
    },
    Metric {
        name: "openness",
        unit: "%",
        meaning: "Percentage of tiles that are walkable.",
        id: Id::Openness,
        group: Group::Tiles,
    },
    Metric { name: "floor", unit: "tiles", meaning: "Tiles of plain floor.", id: Id::Floor, group: Group::Tiles },
    Metric { name: "walls", unit: "tiles", meaning: "Tiles of wall or rock.", id: Id::Walls, group: Group::Tiles },
    Metric {
        name: "void",
        unit: "tiles",
        meaning: "Tiles outside the playable area.",
        id: Id::Void,
        group: Group::Tiles,
    },
    Metric { name: "water", unit: "tiles", meaning: "Tiles of deep water.", id: Id::Water, group: Group::Tiles },
    Metric { name: "bridges", unit: "tiles", meaning: "Tiles of bridges.", id: Id::Bridges, group: Group::Tiles },
    Metric {
        name: "doors",
        unit: "tiles",
        meaning: "Doors of every kind: open, closed, locked and secret ones, and gratings.",
        id: Id::Doors,
        group: Group::Tiles,
    },
    Metric {
        name: "locked-doors",
        unit: "tiles",
        meaning: "Doors that look locked.",
        id: Id::LockedDoors,
        group: Group::Tiles,
    },
    Metric {
        name: "secret-doors",
        unit: "tiles",
        meaning: "Doors that look like wall.",
        id: Id::SecretDoors,
        group: Group::Tiles,
    },
    Metric { name: "stairs", unit: "tiles", meaning: "Stairs up and down.", id: Id::Stairs, group: Group::Tiles },
    Metric { name: "rooms", unit: "rooms", meaning: "Number of rooms.", id: Id::Rooms, group: Group::Records },
    Metric {
        name: "passages",
        unit: "passages",
        meaning: "Number of passages.",
        id: Id::Passages,
        group: Group::Records,
    },
    Metric { name: "exits", unit: "exits", meaning: "Exits from the map.", id: Id::Exits, group: Group::Records },
    Metric {
        name: "monsters",
        unit: "monsters",
        meaning: "Monsters; called enemies in PCGRL.",
        id: Id::Monsters,
        group: Group::Records,
    },
    Metric { name: "items", unit: "items", meaning: "Items to pick up.", id: Id::Items, group: Group::Records },
    Metric { name: "traps", unit: "traps", meaning: "Traps.", id: Id::Traps, group: Group::Records },
    Metric { name: "keys", unit: "keys", meaning: "Keys.", id: Id::Keys, group: Group::Records },
    Metric {
        name: "corridor-tiles",
        unit: "tiles",
        meaning: "Tiles of corridors one tile wide: walkable tiles except doors that are in no square of four \
                  walkable tiles.",
        id: Id::CorridorTiles,
        group: Group::Ways,
    },
    Metric {
        name: "corridors",
        unit: "corridors",
        meaning: "Stretches of corridor tiles between junctions, doors, wider ground and dead ends. A closed ring \
                  does not count.",
        id: Id::Corridors,
        group: Group::Ways,
    },
    Metric {
        name: "junctions",
        unit: "tiles",
        meaning: "Corridor tiles with three or four walkable neighbours.",
        id: Id::Junctions,
        group: Group::Ways,
    },
    Metric {
        name: "dead-ends",
        unit: "tiles",
        meaning: "Walkable tiles with exactly one walkable neighbour.",
        id: Id::DeadEnds,
        group: Group::Ways,
    },
    Metric {
        name: "branching",
        unit: "ways",
        meaning: "Average number of corridors that lead on from a junction, not counting the one of arrival: from \
                  2 to 3. None without junctions.",
        id: Id::Branching,
        group: Group::Ways,
    },
    Metric {
        name: "tortuosity",
        unit: "steps per step",
        meaning: "Steps along all corridors divided by the distance between their ends along rows and columns: 1 \
                  means no detours. None without corridors of at least two tiles.",
        id: Id::Tortuosity,
        group: Group::Ways,
    },
    Metric {
        name: "regions",
        unit: "regions",
        meaning: "Parts of the map that are not connected to each other, not even through doors; 1 if the map is \
                  connected. As in PCGRL.",
        id: Id::Regions,
        group: Group::Regions,
    },
    Metric {
        name: "loops",
        unit: "loops",
        meaning: "Independent loops: the cyclomatic number of the floor, where open ground counts as filled, so \
                  that a hall is no loop and each pillar in it makes one.",
        id: Id::Loops,
        group: Group::Regions,
    },
    Metric {
        name: "loop-length",
        unit: "steps",
        meaning: "Average length of a loop in steps, along its inner wall and past dead ends. None without loops.",
        id: Id::LoopLength,
        group: Group::LoopLength,
    },
    Metric {
        name: "room-entropy",
        unit: "bits",
        meaning: "Variety of room sizes: Shannon's entropy over size classes, each twice as large as the one \
                  before (1 tile, 2 to 3, 4 to 7, ...); 0 if all rooms are in one class. None without rooms.",
        id: Id::RoomEntropy,
        group: Group::Rooms,
    },
    Metric {
        name: "leniency",
        unit: "%",
        meaning: "Percentage of rooms without a monster or trap; of zones on a map without rooms. None without \
                  either. After Smith and Whitehead.",
        id: Id::Leniency,
        group: Group::Rooms,
    },
    Metric {
        name: "room-degree",
        unit: "rooms",
        meaning: "Average number of neighbours of a room. When all rooms spread outwards over the floor at the \
                  same speed, the rooms whose areas meet are neighbours; a tile that several rooms reach at the \
                  same time belongs to all of them. None without rooms, or if they cover the map many times over.",
        id: Id::RoomDegree,
        group: Group::RoomGraph,
    },
    Metric {
        name: "diameter",
        unit: "rooms",
        meaning: "Largest distance between two rooms, in steps from neighbour to neighbour as in room-degree. None \
                  where room-degree is none.",
        id: Id::Diameter,
        group: Group::RoomGraph,
    },
    Metric {
        name: "longest-path",
        unit: "steps",
        meaning: "Longest of all shortest paths between two tiles, through all doors; the path length of PCGRL's \
                  binary problem. On a map of more than 16,384 walkable tiles with very many paths of nearly \
                  the same length, the longest of many. None without a walkable tile.",
        id: Id::LongestPath,
        group: Group::LongestPath,
    },
    Metric {
        name: "path-length",
        unit: "steps",
        meaning: "Length of the critical path: steps from the entrance to the goal, through all doors including \
                  locked and secret ones. The entrance is the start, or else the first exit, or else the first \
                  stairs; the goal is the room of the mission, or else the nearest stairs down, or else the \
                  farthest other exit, or else the farthest tile. None without an entrance or a path.",
        id: Id::PathLength,
        group: Group::CriticalPath,
    },
    Metric {
        name: "path-length-open",
        unit: "steps",
        meaning: "Length of the critical path for players who find no secret door: steps from the entrance to the \
                  goal with secret doors as walls. Entrance and goal are those of path-length, among the places \
                  that can be reached this way. None without an entrance, or if every path leads through a secret \
                  door.",
        id: Id::PathLengthOpen,
        group: Group::OpenPath,
    },
    Metric {
        name: "linearity",
        unit: "%",
        meaning: "Percentage of rooms on the critical path, or on any of several paths that are equally short; on \
                  a map without rooms, of reachable tiles. 100 means that there is a single path and nothing \
                  beside it. After Smith and Whitehead.",
        id: Id::Linearity,
        group: Group::CriticalPath,
    },
    Metric {
        name: "nearest-enemy",
        unit: "steps",
        meaning: "Steps from the entrance to the nearest monster, through all doors. None without a reachable \
                  monster. As in PCGRL.",
        id: Id::NearestEnemy,
        group: Group::CriticalPath,
    },
    Metric {
        name: "choke-points",
        unit: "tiles",
        meaning: "Walkable tiles whose removal would split a region; in a corridor, most of its tiles.",
        id: Id::ChokePoints,
        group: Group::Chokes,
    },
    Metric {
        name: "gated-area",
        unit: "%",
        meaning: "Largest percentage of the walkable tiles that a single blocked tile can cut off from the \
                  entrance. None without an entrance.",
        id: Id::GatedArea,
        group: Group::Chokes,
    },
    Metric {
        name: "reachable",
        unit: "%",
        meaning: "Percentage of the walkable tiles that can be reached from the entrance through all doors. None \
                  without an entrance.",
        id: Id::Reachable,
        group: Group::Reach,
    },
    Metric {
        name: "reachable-without-secrets",
        unit: "%",
        meaning: "Percentage of the walkable tiles that can be reached from the entrance without secret doors. \
                  None without an entrance.",
        id: Id::ReachableWithoutSecrets,
        group: Group::Reach,
    },
    Metric {
        name: "reachable-without-keys",
        unit: "%",
        meaning: "Percentage of the walkable tiles that can be reached from the entrance without opening locks, \
                  but with all secret doors. None without an entrance.",
        id: Id::ReachableWithoutKeys,
        group: Group::Reach,
    },
    Metric {
        name: "symmetry",
        unit: "%",
        meaning: "Percentage of tiles that equal their image: mirrored left to right, mirrored top to bottom, or \
                  after half a turn, whichever is largest.",
        id: Id::Symmetry,
        group: Group::Symmetry,
    },
    Metric {
        name: "visible-area",
        unit: "tiles",
        meaning: "Average number of walkable tiles that are visible from a walkable tile, including itself: the \
                  area of an isovist. A tile is visible up to 10.5 tiles away if the straight line from centre to \
                  centre is free of walls and closed doors.",
        id: Id::VisibleArea,
        group: Group::View,
    },
    Metric {
        name: "difficulty",
        unit: "cost per 100 tiles",
        meaning: "Cost of the monsters and traps that can be reached from the entrance, for every hundred walkable \
                  tiles that can be reached; of all without an entrance. A monster costs its share of the cheapest \
                  formation of the shipped table that has it; a trap and an unknown monster cost 1. The step \
                  monsters has a budget of 1.2 plus half of the danger, and may miss it: every zone gets one \
                  formation, and narrow mines have little place. None without a walkable tile.",
        id: Id::Difficulty,
        group: Group::Difficulty,
    },
];
