//! Shapes on the plane, computed from cells: floors with their walls, rounded caves, distances and
//! boolean operations on areas.

pub(crate) mod area;
pub(crate) mod contour;
pub(crate) mod field;
pub(crate) mod floor;
pub(crate) mod hatch;
pub(crate) mod natural;
pub(crate) mod opening;
pub(crate) mod water;
pub(crate) mod wobble;
