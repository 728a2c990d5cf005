//! Monsters, items and themes as data: the shipped ones and the user's own.

pub mod tables;
pub mod themes;
