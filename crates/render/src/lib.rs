//! Pictures of [`mapwright`] maps: **a [`Map`](mapwright::Map) and a look go in; bytes come out.**
//!
//! ```
//! use mapwright::Map;
//! use mapwright_render::{Glyphs, Look, TermLook, png, term};
//! let map = Map::from_ascii(concat!(
//!     "#########\n",
//!     "#.@.#...#\n",
//!     "#...+.~.#\n",
//!     "#########\n",
//! ))?;
//!
//! let mut picture = Vec::new();
//! png(&map, &Look::default(), 16, &mut picture)?;
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
//! - [`png()`], [`svg()`] and [`pdf()`] draw the map as its [`Look`] says: in a [`Style`], for the game master or for players.
//! - [`tile_png()`] draws crisp colour tiles in the colours of a [`Palette`], at 1 to 256 pixels a tile.
//! - [`term()`] writes text for a terminal: blocks and lines, plain ASCII, or emoji; [`term_draw()`] a picture.
//!
//! A picture is a pure function of the map and the look: nothing here runs a generator, and what chance decides follows from the
//! seed of the map. Put a [`BufWriter`](std::io::BufWriter) around a file.

mod art;
mod backend;
mod band;
mod compose;
mod error;
mod figure;
mod fittings;
mod geometry;
mod hatch;
mod limits;
mod look;
mod named;
mod palette;
mod pen;
mod picture;
mod props;
mod remembering;
pub mod scene;
mod sprite;
mod style;
mod term;
mod text;
mod tiles;
mod tileset;
mod view;
mod water;

pub use backend::pdf::{Pages, Paper, PdfLook, Square};
pub use backend::svg::Letters;
pub use compose::draw;
pub use error::{Error, ErrorKind};
pub use look::{LAYERS, Layers, Look};
pub use palette::{Palette, Rgb};
pub use picture::{accepts_png, pdf, png, svg, term_draw};
pub use style::Style;
pub use term::{Glyphs, TermLook, TermPicture, TermPixels, term, term_picture};
pub use tiles::{TileLook, tile_png};
pub use tileset::TileSet;
pub use view::{View, player_map};
pub use water::WaterLevel;
