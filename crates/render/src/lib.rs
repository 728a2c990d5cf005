//! Pictures of [`mapwright`] maps: **a [`Map`](mapwright::Map) and a [`Look`] go in, bytes come
//! out.**
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
//! - [`png()`], [`svg()`] and [`pdf()`] draw a map in a hand-drawn [`Style`], for the game master
//!   or the players ([`View`]).
//! - [`draw()`] returns the intermediate [`scene::Scene`]: paths, colours and text, independent of
//!   maps.
//! - [`floor_plan()`] returns the outline of the drawn floor, for lines of sight.
//! - [`overview()`] draws all levels of a campaign on one sheet.
//! - [`heat()`] draws values over a map, as colours with a scale.
//! - [`histogram()`], [`expressive_range()`] and [`sweep()`] plot metrics of many maps.
//! - [`gif()`] and [`apng()`] animate how a map was generated.
//! - [`tile_png()`] and [`TileSet`] draw pixel-exact tiles.
//! - [`term()`] writes text for a terminal, [`term_draw()`] pixels.
//!
//! A picture is a pure function of the map and the look: every run gives the same bytes. Nothing
//! here runs a layout; bare rooms are furnished by
//! [`furnished`](mapwright::place::furnish::furnished), from the map's own seed. Sines come from
//! `libm`, and boolean operations on areas use integers. PNG is drawn a band at a time, so memory
//! does not limit the size of a picture. When writing to a file, wrap it in a
//! [`BufWriter`](std::io::BufWriter).

mod backend;
mod band;
mod compose;
mod error;
mod film;
mod fittings;
mod geometry;
mod ground;
mod limits;
mod look;
mod overview;
mod pen;
mod picture;
mod plot;
mod props;
pub mod scene;
mod sheet;
mod style;
mod term;
mod text;
mod ticks;
mod tiles;

pub use backend::pdf::{Pages, Paper, PdfLook, Square};
pub use backend::svg::Letters;
pub use compose::floor_plan::{FloorPlan, PlanDoor, PlanThing, floor_plan};
pub use compose::furniture::with_furniture;
pub use compose::heat::{HeatLayer, heat};
pub use compose::{draw, furnished_map};
pub use error::{Error, ErrorKind};
pub use film::{FilmLook, apng, gif};
pub use geometry::water::WaterLevel;
pub use limits::MAX_CELL;
pub use look::view::{View, player_map};
pub use look::{LAYERS, Layers, Look, accepts, accepts_png};
pub use overview::{OverviewLevel, overview};
pub use picture::format::PictureFormat;
pub use picture::options::PictureOptions;
pub use picture::request::{BadOption, LookRequest, PictureRequest, names_schema, water_level};
pub use picture::{pdf, png, svg, term_draw};
pub use plot::{
    HistogramPlot, Measured, Pick, RangePlot, Role, SweepAt, SweepPlot, SweepPoint, Thumbnail, expressive_range,
    histogram, range_picks, sweep,
};
pub use sheet::{SheetLayer, SheetTile, TileSheet};
pub use style::Style;
pub use style::palette::{Palette, Rgb};
pub use term::{Glyphs, TermLook, TermPicture, TermPixels, term, term_picture, thing_emoji, tile_emoji};
pub use tiles::tileset::TileSet;
pub use tiles::{TileLook, tile_png};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
