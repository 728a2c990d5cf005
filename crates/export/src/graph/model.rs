//! The graph as data: its nodes and edges.

use mapwright::{Door, DoorKind, DoorState, Pos};
use serde::Serialize;

/// The graph of a map.
#[derive(Serialize)]
pub(super) struct Graph {
    pub(super) format: &'static str,
    pub(super) title: String,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
}

impl Graph {
    pub(super) fn new(title: &str) -> Self {
        Graph { format: "mapwright-graph", title: title.to_owned(), nodes: Vec::new(), edges: Vec::new() }
    }
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum NodeKind {
    Room,
    /// A corridor where ways meet.
    Corridor,
    /// A zone, or an area between doors, of a map without rooms.
    Area,
    Start,
    Exit,
    StairsUp,
    StairsDown,
    Key,
}

impl NodeKind {
    pub(super) const fn word(self) -> &'static str {
        match self {
            NodeKind::Room => "room",
            NodeKind::Corridor => "corridor",
            NodeKind::Area => "area",
            NodeKind::Start => "start",
            NodeKind::Exit => "exit",
            NodeKind::StairsUp => "stairs-up",
            NodeKind::StairsDown => "stairs-down",
            NodeKind::Key => "key",
        }
    }
}

/// A place.
#[derive(Serialize)]
pub(super) struct Node {
    pub(super) id: String,
    pub(super) kind: NodeKind,
    /// Number of a room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) number: Option<u32>,
    pub(super) x: i32,
    pub(super) y: i32,
    /// Size of a room or an area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) squares: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tags: Vec<String>,
    /// True for the goal of the mission.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) goal: bool,
    /// Id of the node that an exit or a key is in.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub(super) within: Option<String>,
}

impl Node {
    /// Creates a node without anything but its place.
    pub(super) fn new(id: String, kind: NodeKind, pos: Pos) -> Self {
        Node { id, kind, number: None, x: pos.x, y: pos.y, squares: None, tags: Vec::new(), goal: false, within: None }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A way between two nodes.
#[derive(Serialize)]
pub(super) struct Edge {
    pub(super) from: String,
    pub(super) to: String,
    /// Doors on the way, in the order from `from` to `to`.
    pub(super) doors: Vec<EdgeDoor>,
    /// Width of the corridor, or of the border between two areas, in squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) width: Option<i32>,
    /// Squares of the corridor from end to end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) length: Option<usize>,
}

/// A door on the way.
#[derive(Serialize)]
pub(super) struct EdgeDoor {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) kind: DoorKind,
    pub(super) state: DoorState,
    pub(super) facing: &'static str,
    pub(super) secret: bool,
    pub(super) locked: bool,
    /// Id of the node of the key that opens the door.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<String>,
}

impl EdgeDoor {
    pub(super) fn of(door: &Door, key: Option<String>) -> Self {
        EdgeDoor {
            x: door.pos.x,
            y: door.pos.y,
            kind: door.kind,
            state: door.state,
            facing: door.facing.word(),
            secret: door.kind == DoorKind::Secret,
            locked: door.state == DoorState::Locked,
            key,
        }
    }
}
