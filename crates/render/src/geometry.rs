//! Shapes on the plane, from cells: floors with their walls, rounded caves, distances, areas laid over each other.

pub(crate) mod area;
pub(crate) mod contour;
pub(crate) mod field;
pub(crate) mod floor;
pub(crate) mod natural;
pub(crate) mod opening;
pub(crate) mod sway;
