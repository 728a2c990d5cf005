//! Walking through levels in the terminal: what happens ([`game`]), how it looks ([`screen`]), and the terminal itself ([`terminal`]).

mod campaign;
mod descent;
mod floor;
mod game;
mod keys;
mod levels;
mod paint;
mod screen;
mod terminal;
mod ways;

pub(crate) use campaign::Campaigned;
pub(crate) use descent::Descent;
pub(crate) use game::Game;
pub(crate) use levels::Levels;
pub(crate) use paint::Paint;
pub(crate) use terminal::{is_there, play};
