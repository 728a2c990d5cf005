//! `mapwright replay`: the playback of a run ([`playback`]), the visible part of the map ([`view`]),
//! the screen ([`screen`]), and the run as data ([`path`]).

mod glyphs;
mod keys;
mod path;
mod playback;
mod screen;
mod speed;
mod statistics;
mod times;
mod view;

pub(crate) use glyphs::Look;
pub(crate) use path::write_path;
pub(crate) use playback::Playback;
pub(crate) use times::{Times, record};
