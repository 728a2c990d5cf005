//! Pictures of [`mapwright`] maps: **a [`Map`](mapwright::Map) and a look go in; bytes come out.**
//!
//! ```
//! use mapwright::Map;
//! use mapwright_render::{Glyphs, TermLook, TileLook, png, term};
//! let map = Map::from_ascii(concat!(
//!     "#########\n",
//!     "#.@.#...#\n",
//!     "#...+.~.#\n",
//!     "#########\n",
//! ))?;
//!
//! let mut picture = Vec::new();
//! png(&map, &TileLook { cell: 16, ..TileLook::default() }, &mut picture)?;
//! assert!(picture.starts_with(b"\x89PNG"));
//!
//! let mut text = Vec::new();
//! term(&map, &TermLook { glyphs: Glyphs::Unicode, color: false, entities: true }, &mut text)?;
//! assert_eq!(String::from_utf8(text)?, "\
//! █████████
//! █·@·█···█
//! █···┃·≈·█
//! █████████
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`png()`] draws crisp colour tiles in the colours of a [`Palette`], at 1 to 256 pixels a tile.
//! - [`term()`] writes text for a terminal: blocks and lines, plain ASCII, or emoji.
//!
//! A picture is a pure function of the map and the look: nothing here runs a generator, rolls dice or uses a float. Both write
//! row by row and hold no more than a few rows, so the size of a map is no matter. Put a
//! [`BufWriter`](std::io::BufWriter) around a file.

mod art;
mod backend;
mod band;
mod compose;
mod error;
mod figure;
mod palette;
mod pen;
mod remembering;
pub mod scene;
mod sprite;
mod style;
mod term;
mod text;
mod tiles;
mod tileset;

pub use error::{Error, ErrorKind};
pub use palette::{Palette, Rgb};
pub use style::Style;
pub use term::{Glyphs, TermLook, term};
pub use tiles::{TileLook, pixels, png};
pub use tileset::TileSet;
