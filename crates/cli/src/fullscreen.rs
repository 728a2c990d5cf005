//! Full-screen terminal programs: setup and restoring of the terminal ([`terminal`]), glyphs and
//! colours ([`paint`]), and lines of text ([`lines`]).

pub(crate) mod lines;
pub(crate) mod paint;
mod terminal;

pub(crate) use terminal::{Program, is_available, run};
