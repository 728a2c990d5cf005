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
    Linearity,
    NearestEnemy,
    ChokePoints,
    GatedArea,
    Reachable,
    ReachableWithoutSecrets,
    ReachableWithoutKeys,
    Symmetry,
    VisibleArea,
}

/// Metrics that are found together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Group {
    /// Tiles by kind.
    Tiles,
    /// What the map has records of.
    Records,
    /// Corridors and where they meet.
    Ways,
    /// How the floor hangs together.
    Regions,
    /// The walks around loops.
    LoopLength,
    /// Rooms one by one.
    Rooms,
    /// Rooms as neighbours.
    RoomGraph,
    /// The longest way there is.
    LongestPath,
    /// Distances from the way in.
    CriticalPath,
    /// What single tiles cut off.
    Chokes,
    /// What can be reached.
    Reach,
    /// Images.
    Symmetry,
    /// What is seen.
    View,
}

/// Every metric: what the command line, recipes and the documents know of.
///
/// Where a metric has a name in the literature, it has that name here. *PCGRL* is Khalifa, Bontrager, Earle and Togelius, "PCGRL: Procedural Content Generation via
/// Reinforcement Learning" (2020); *Smith and Whitehead* is "Analyzing the Expressive Range of a Level Generator" (2010).
pub const ALL: &[Metric] = &[
    Metric {
        name: "tiles",
        unit: "tiles",
        meaning: "How many tiles the map has, of all kinds.",
        id: Id::Tiles,
        group: Group::Tiles,
    },
    Metric {
        name: "walkable",
        unit: "tiles",
        meaning: "Tiles that one can stand on once doors are found and opened: all but wall, void and water.",
        id: Id::Walkable,
        group: Group::Tiles,
    },
    Metric {
        name: "openness",
        unit: "%",
        meaning: "Walkable tiles in per cent of all tiles.",
        id: Id::Openness,
        group: Group::Tiles,
    },
    Metric { name: "floor", unit: "tiles", meaning: "Tiles of plain floor.", id: Id::Floor, group: Group::Tiles },
    Metric { name: "walls", unit: "tiles", meaning: "Tiles of wall or rock.", id: Id::Walls, group: Group::Tiles },
    Metric {
        name: "void",
        unit: "tiles",
        meaning: "Tiles that do not belong to the map at all.",
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
    Metric {
        name: "rooms",
        unit: "rooms",
        meaning: "Rooms that the map has a record of.",
        id: Id::Rooms,
        group: Group::Records,
    },
    Metric {
        name: "passages",
        unit: "passages",
        meaning: "Passages that the map has a record of.",
        id: Id::Passages,
        group: Group::Records,
    },
    Metric { name: "exits", unit: "exits", meaning: "Ways out.", id: Id::Exits, group: Group::Records },
    Metric {
        name: "monsters",
        unit: "monsters",
        meaning: "Monsters, the enemies of PCGRL.",
        id: Id::Monsters,
        group: Group::Records,
    },
    Metric { name: "items", unit: "items", meaning: "Things to take.", id: Id::Items, group: Group::Records },
    Metric { name: "traps", unit: "traps", meaning: "Traps.", id: Id::Traps, group: Group::Records },
    Metric { name: "keys", unit: "keys", meaning: "Keys.", id: Id::Keys, group: Group::Records },
    Metric {
        name: "corridor-tiles",
        unit: "tiles",
        meaning: "Walkable tiles, doors aside, that are in no square of four walkable tiles: where the way is one tile wide.",
        id: Id::CorridorTiles,
        group: Group::Ways,
    },
    Metric {
        name: "corridors",
        unit: "corridors",
        meaning: "Stretches of corridor tiles between junctions, doors, wider ground and dead ends. A ring without a beginning is not one.",
        id: Id::Corridors,
        group: Group::Ways,
    },
    Metric {
        name: "junctions",
        unit: "tiles",
        meaning: "Corridor tiles from which three or four ways lead.",
        id: Id::Junctions,
        group: Group::Ways,
    },
    Metric {
        name: "dead-ends",
        unit: "tiles",
        meaning: "Walkable tiles with exactly one walkable tile beside them.",
        id: Id::DeadEnds,
        group: Group::Ways,
    },
    Metric {
        name: "branching",
        unit: "ways",
        meaning: "How many ways lead on from a junction on average, without the one that one came by: from 2 to 3. None without junctions.",
        id: Id::Branching,
        group: Group::Ways,
    },
    Metric {
        name: "tortuosity",
        unit: "steps per step",
        meaning: "Steps along all corridors by the distance between their ends along rows and columns: 1 is without a detour. None without corridors of two tiles and more.",
        id: Id::Tortuosity,
        group: Group::Ways,
    },
    Metric {
        name: "regions",
        unit: "regions",
        meaning: "Parts of the map between which no way leads, through doors or otherwise; one in a map that hangs together. As in PCGRL.",
        id: Id::Regions,
        group: Group::Regions,
    },
    Metric {
        name: "loops",
        unit: "loops",
        meaning: "Independent ways around: the cyclomatic number of the floor, in which open ground counts as filled, so that a hall is no loop and each pillar in it makes one.",
        id: Id::Loops,
        group: Group::Regions,
    },
    Metric {
        name: "loop-length",
        unit: "steps",
        meaning: "How many steps it is once around a loop on average, along the wall inside it and past dead ends. None without loops.",
        id: Id::LoopLength,
        group: Group::LoopLength,
    },
    Metric {
        name: "room-entropy",
        unit: "bits",
        meaning: "How much the sizes of rooms vary: Shannon's entropy over classes of sizes, each twice as large as the one before (1 tile, 2 to 3, 4 to 7, ...); 0 when all are in one class. None without rooms.",
        id: Id::RoomEntropy,
        group: Group::Rooms,
    },
    Metric {
        name: "leniency",
        unit: "%",
        meaning: "Rooms without a monster or trap, in per cent of all rooms; of the zones on a map without rooms, and none without either. After Smith and Whitehead.",
        id: Id::Leniency,
        group: Group::Rooms,
    },
    Metric {
        name: "room-degree",
        unit: "rooms",
        meaning: "How many neighbours a room has on average. Two rooms are neighbours where whoever walks out of one meets whoever walks out of the other, all walking at once. None without rooms.",
        id: Id::RoomDegree,
        group: Group::RoomGraph,
    },
    Metric {
        name: "diameter",
        unit: "rooms",
        meaning: "How many times one has to go on to the next room to get from a room to the farthest one, at most. It is found in two sweeps: without loops that is exact, otherwise at least so many. None without rooms.",
        id: Id::Diameter,
        group: Group::RoomGraph,
    },
    Metric {
        name: "longest-path",
        unit: "steps",
        meaning: "The longest of all shortest ways between two tiles, through all doors; the path length of PCGRL's binary problem. It is found in two sweeps: without loops that is exact, otherwise at least so many. None without a walkable tile.",
        id: Id::LongestPath,
        group: Group::LongestPath,
    },
    Metric {
        name: "path-length",
        unit: "steps",
        meaning: "The critical path: steps from the way in to the goal, through all doors, locked and secret ones too. One comes in at the start, or by the first exit or stairs; the goal is the room of the mission, or else the nearest stairs down, or else the farthest other exit, or else the farthest tile. None where nobody comes in or no way leads there.",
        id: Id::PathLength,
        group: Group::CriticalPath,
    },
    Metric {
        name: "linearity",
        unit: "%",
        meaning: "Rooms that the critical path leads through, in per cent of all rooms; on a map without rooms the tiles on it, in per cent of those that are reached. 100 is one way and nothing beside it. After Smith and Whitehead.",
        id: Id::Linearity,
        group: Group::CriticalPath,
    },
    Metric {
        name: "nearest-enemy",
        unit: "steps",
        meaning: "Steps from the way in to the nearest monster, through all doors. None where nobody is met. As in PCGRL.",
        id: Id::NearestEnemy,
        group: Group::CriticalPath,
    },
    Metric {
        name: "choke-points",
        unit: "tiles",
        meaning: "Walkable tiles without which a region would fall apart; in a corridor these are most of its tiles.",
        id: Id::ChokePoints,
        group: Group::Chokes,
    },
    Metric {
        name: "gated-area",
        unit: "%",
        meaning: "The most that a single tile can cut off from the way in, in per cent of all walkable tiles. None where nobody comes in.",
        id: Id::GatedArea,
        group: Group::Chokes,
    },
    Metric {
        name: "reachable",
        unit: "%",
        meaning: "Walkable tiles that can be reached from the way in through all doors, in per cent of all. None where nobody comes in.",
        id: Id::Reachable,
        group: Group::Reach,
    },
    Metric {
        name: "reachable-without-secrets",
        unit: "%",
        meaning: "The same for somebody who finds no secret door.",
        id: Id::ReachableWithoutSecrets,
        group: Group::Reach,
    },
    Metric {
        name: "reachable-without-keys",
        unit: "%",
        meaning: "The same for somebody who opens no lock but finds all secret doors.",
        id: Id::ReachableWithoutKeys,
        group: Group::Reach,
    },
    Metric {
        name: "symmetry",
        unit: "%",
        meaning: "Tiles that equal their image, in per cent of all: mirrored left and right, mirrored top and bottom, or after half a turn, whichever is most.",
        id: Id::Symmetry,
        group: Group::Symmetry,
    },
    Metric {
        name: "visible-area",
        unit: "tiles",
        meaning: "How many walkable tiles are seen from a walkable tile on average, its own among them: the area of an isovist. One sees 10 tiles far, and looks around from 24 tiles spread evenly over the map, or from all where there are fewer.",
        id: Id::VisibleArea,
        group: Group::View,
    },
];
