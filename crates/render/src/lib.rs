//! Pictures of [`mapwright`] maps: **a [`Map`](mapwright::Map) and a [`Look`] go in; bytes come out.**
//!
//! ```
//! use mapwright::Map;
//! use mapwright_render::{Glyphs, Letters, Look, Style, TermLook, png, svg, term};
//! let map = Map::from_ascii(concat!(
//!     "#########\n",
//!     "#.@.#...#\n",
//!     "#...+.~.#\n",
//!     "#########\n",
//! ))?;
//!
//! let look = Look { style: Style::named("parchment")?, title: Some("A cellar".to_owned()), ..Look::default() };
//! let mut picture = Vec::new();
//! png(&map, &look, 40, &mut picture)?;
//! assert!(picture.starts_with(b"\x89PNG"));
//!
//! let mut drawing = Vec::new();
//! svg(&map, &look, 40, Letters::Outlines, &mut drawing)?;
//! assert!(drawing.starts_with(b"<svg"));
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
//! - [`png()`], [`svg()`] and [`pdf()`] draw a map by hand, in a [`Style`], for the game master or the players ([`View`]).
//! - [`draw()`] gives the [`scene::Scene`] in between: paths, colours and letters, and nothing of maps.
//! - [`overview()`] shows all levels of a campaign on one sheet.
//! - [`heat()`] lays numbers over a map, as colours with a scale.
//! - [`histogram()`], [`expressive_range()`] and [`sweep()`] plot the numbers of many maps.
//! - [`gif()`] and [`apng()`] show how a map was made, as a moving picture.
//! - [`tile_png()`] and [`TileSet`] draw tiles, pixel for pixel.
//! - [`term()`] writes text for a terminal, [`term_draw()`] a picture in pixels.
//!
//! A picture is a pure function of the map and the look: the same bytes on every run. Nothing here runs a layout; bare rooms are furnished
//! by [`furnished`](mapwright::place::furnish::furnished), from the map's own seed. Sines come from `libm`, and areas are laid over each other on
//! whole numbers. PNG is drawn a band at a time, so the size of a picture is no matter. Put a [`BufWriter`](std::io::BufWriter) around a file.

mod art;
mod backend;
mod band;
mod compose;
mod error;
mod figure;
mod film;
mod fittings;
mod geometry;
mod ground;
mod hatch;
mod limits;
mod look;
mod named;
mod overview;
mod palette;
mod pen;
mod picture;
mod plot;
mod props;
mod ramp;
mod remembering;
mod scale;
pub mod scene;
mod sprite;
mod style;
mod term;
mod text;
mod ticks;
mod tiles;
mod tileset;
mod view;
mod water;

pub use backend::pdf::{Pages, Paper, PdfLook, Square};
pub use backend::svg::Letters;
pub use compose::draw;
pub use compose::heat::{HeatLayer, heat};
pub use error::{Error, ErrorKind};
pub use film::{FilmLook, apng, gif};
pub use look::{LAYERS, Layers, Look};
pub use overview::{OverviewLevel, overview};
pub use palette::{Palette, Rgb};
pub use picture::{accepts, accepts_png, pdf, png, svg, term_draw};
pub use plot::{
    HistogramPlot, Measured, Pick, RangePlot, Role, SweepAt, SweepPlot, SweepPoint, Thumbnail, expressive_range,
    histogram, range_picks, sweep,
};
pub use style::Style;
pub use term::{Glyphs, TermLook, TermPicture, TermPixels, term, term_picture, thing_emoji, tile_emoji};
pub use tiles::{TileLook, tile_png};
pub use tileset::TileSet;
pub use view::{View, player_map};
pub use water::WaterLevel;
