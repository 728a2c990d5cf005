//! What belongs to the building: doors, stairs, ways in, bridges; and the marks of whoever is there.

pub(crate) mod bridge;
pub(crate) mod door;
pub(crate) mod entrance;
pub(crate) mod stairs;
#[cfg(test)]
mod tests;
pub(crate) mod token;
