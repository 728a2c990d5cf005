//! Parts of the building: doors, stairs, entrances and bridges; and the tokens of entities.

pub(crate) mod bridge;
pub(crate) mod door;
pub(crate) mod entrance;
pub(crate) mod stairs;
#[cfg(test)]
mod tests;
pub(crate) mod token;
