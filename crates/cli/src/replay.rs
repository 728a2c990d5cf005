//! `mapwright replay`: the playback of a run ([`playback`]), the visible part of the map ([`view`])
//! and the screen ([`screen`]).

mod glyphs;
mod keys;
mod playback;
mod screen;
mod speed;
mod statistics;
mod view;

pub(crate) use glyphs::Look;
pub(crate) use playback::Playback;
