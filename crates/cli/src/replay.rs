//! Stepping through a run in the terminal: where one is in it ([`player`]), which part of the map is seen ([`view`]) and how it looks
//! ([`screen`]).

mod glyphs;
mod keys;
mod player;
mod screen;
mod speed;
mod statistics;
mod view;

pub(crate) use glyphs::Look;
pub(crate) use player::Player;
