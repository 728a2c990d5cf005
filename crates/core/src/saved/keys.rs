//! The keys of every kind of object, in the order in which they are written.

pub(super) const MAP: &[&str] = &[
    "format",
    "version",
    "size",
    "seed",
    "source",
    "tiles",
    "rooms",
    "passages",
    "doors",
    "stairs",
    "exits",
    "zones",
    "entities",
    "decorations",
    "labels",
    "grid",
    "mission",
    "symmetry",
    "setting",
    "themes",
    "edits",
    "stats",
    "notes",
];
pub(super) const SIZE: &[&str] = &["width", "height"];
pub(super) const SOURCE: &[&str] = &["recipe", "revisions", "program", "promises"];
pub(super) const ROOM: &[&str] = &["id", "number", "shape", "tags"];
pub(super) const SHAPE: &[&str] = &["kind", "x", "y", "width", "height", "rows"];
pub(super) const PASSAGE: &[&str] = &["id", "width", "points", "joins", "ends_in"];
pub(super) const DOOR: &[&str] = &["id", "x", "y", "facing", "kind", "state", "joins"];
pub(super) const SIDE: &[&str] = &["room", "passage"];
pub(super) const STAIRS: &[&str] = &["x", "y", "dir"];
pub(super) const EXIT: &[&str] = &["x", "y"];
pub(super) const ZONE: &[&str] = &["id", "x", "y", "width", "height", "rows", "tags", "elements"];
pub(super) const ENTITY: &[&str] = &["kind", "x", "y", "name"];
pub(super) const DECORATION: &[&str] = &["kind", "x", "y", "tags"];
pub(super) const LABEL: &[&str] = &["x", "y", "text"];
pub(super) const MISSION: &[&str] = &["goal", "locks"];
pub(super) const LOCK: &[&str] = &["door", "x", "y"];
pub(super) const SYMMETRY: &[&str] = &["by", "x", "y", "width", "height", "free_percent", "images"];
pub(super) const NOTE: &[&str] = &["step", "what", "asked", "delivered", "why"];
