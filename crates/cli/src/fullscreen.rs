//! Programs that have the whole terminal to themselves: taking and giving it back ([`terminal`]), glyphs and colours ([`paint`]), and the
//! lines around what they show ([`lines`]).

pub(crate) mod lines;
pub(crate) mod paint;
mod terminal;

pub(crate) use terminal::{Program, is_there, run};
