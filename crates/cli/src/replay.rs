//! `mapwright replay`: the playback of a run ([`playback`]), the visible part of the map
//! ([`view`]), the screen ([`screen`]), and the run as data ([`path`]).

mod glyphs;
mod keys;
mod playback;
mod run_json;
mod screen;
mod speed;
mod statistics;
mod times;
mod view;

pub(crate) use glyphs::Look;
pub(crate) use playback::Playback;
pub(crate) use run_json::write_path;
pub(crate) use times::{Times, record};
