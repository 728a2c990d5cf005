//! Maps as files: all formats, and the part of a picture that is on the screen.

use crate::api_error::ApiError;
use crate::look::{bad_option, look};
use crate::map_request::{MapRequest, key_of};
use crate::replay::MAX_MOMENTS;
use crate::studio::Studio;
use mapwright::heat::{Heat, heat_map};
use mapwright::{Map, Rect};
use mapwright_export::{ExportOptions, Format, SecretDoors, write as write_map, write_archive};
use mapwright_render::scene::{Bounds, Point, Scene};
use mapwright_render::{
    FilmLook, HeatLayer, Letters, Look, LookRequest, MAX_CELL, Pages, Paper, PictureFormat, PictureRequest, Square,
    View, apng, draw, gif, heat, names_schema, player_map,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Body of `/api/render`: a map, its look and a file format.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenderRequest {
    /// Map to draw.
    #[serde(rename = "wish")]
    pub(crate) map: MapRequest,
    /// Look of the picture.
    #[serde(default)]
    pub(crate) look: LookRequest,
    /// File format.
    #[schemars(schema_with = "format_names")]
    pub(crate) format: Format,
    /// Pixels per tile, 1 to 256.
    #[schemars(range(min = 1, max = MAX_CELL))]
    cell: Option<u32>,
    /// Part of the picture to draw, in tiles: x, y, width, height. It may reach beyond the map.
    /// Only for PNG.
    #[serde(default)]
    #[schemars(schema_with = "window")]
    window: Option<[i32; 4]>,
    /// Name of a heat map to draw over the map. For PNG, SVG and PDF.
    #[serde(default)]
    #[schemars(schema_with = "heat_names")]
    heat: Option<String>,
    /// Paper size of a PDF.
    #[serde(default)]
    #[schemars(schema_with = "papers")]
    paper: Option<String>,
    /// Size of a tile in a PDF.
    #[serde(default)]
    #[schemars(schema_with = "squares")]
    square: Option<String>,
    /// Pages of a PDF: one or many.
    #[serde(default)]
    #[schemars(schema_with = "pages")]
    pages: Option<String>,
    /// Secret doors in walls for virtual tables.
    #[serde(default)]
    secret: SecretDoors,
    /// Pads pictures for virtual tables to a square.
    #[serde(default)]
    pad_square: bool,
    /// Strength of lights at virtual tables.
    #[serde(default)]
    #[schemars(range(min = 0.1, max = 10.0))]
    light: Option<f32>,
    /// Letters in an SVG: `outlines` look the same everywhere, `text` can be searched.
    #[serde(default)]
    letters: Letters,
}

/// Largest number in a window.
const MAX_OFFSET: i32 = 1 << 24;

fn window(_: &mut SchemaGenerator) -> Schema {
    let place = json_schema!({"type": "integer", "minimum": -MAX_OFFSET, "maximum": MAX_OFFSET});
    let side = json_schema!({"type": "integer", "minimum": 1, "maximum": MAX_OFFSET});
    json_schema!({
        "type": ["array", "null"],
        "prefixItems": [place, place, side, side],
        "minItems": 4,
        "maxItems": 4,
    })
}

pub(crate) fn heat_names(_: &mut SchemaGenerator) -> Schema {
    names_schema(Heat::ALL.into_iter().map(Heat::name))
}

fn format_names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "enum": formats().map(Format::name).collect::<Vec<_>>()})
}

fn papers(_: &mut SchemaGenerator) -> Schema {
    names_schema(Paper::ALL.into_iter().map(|(_, name)| name))
}

fn squares(_: &mut SchemaGenerator) -> Schema {
    names_schema(Square::ALL.into_iter().map(|(_, name)| name))
}

fn pages(_: &mut SchemaGenerator) -> Schema {
    names_schema(Pages::ALL.into_iter().map(|(_, name)| name))
}

impl RenderRequest {
    /// The options of the file. Only a PDF has pages.
    fn picture(&self) -> PictureRequest {
        let of_pdf = |name: &Option<String>| name.clone().filter(|_| self.format == Format::Pdf);
        PictureRequest {
            look: self.look.clone(),
            cell: self.cell,
            paper: of_pdf(&self.paper),
            square: of_pdf(&self.square),
            pages: of_pdf(&self.pages),
            letters: self.letters,
            entities: true,
        }
    }
}

/// Returns the formats that `/api/render` answers with: files of one map or of its run. Share codes
/// have no file: they come with the map.
pub(crate) fn formats() -> impl Iterator<Item = Format> {
    let is_file = |format: &Format| format.holds_a_map() && *format != Format::Share;
    Format::ALL.into_iter().filter(move |format| is_file(format) || format.is_recording())
}

/// Returns the content type of the file that `/api/render` sends.
pub(crate) fn media_type(format: Format) -> &'static str {
    if format.is_single_file() { format.media_type() } else { "application/zip" }
}

/// Returns the extension of the file that `/api/render` sends.
pub(crate) fn extension(format: Format) -> &'static str {
    if format.is_single_file() { format.extension() } else { "zip" }
}

/// Name of exported files without their extension. The page gives them the name of the map.
pub(crate) const FILE_STEM: &str = "map";
/// Maximum number of pixels of a picture.
pub(crate) const MAX_PIXELS: u64 = 64 << 20;
/// Number of tiles above which only the requested window of a map is drawn.
const LARGE_MAP_TILES: usize = 1 << 16;
/// Margin around a window that influences how the window looks, in tiles.
const WINDOW_MARGIN: i32 = 6;

/// Makes the requested file.
pub(crate) fn file(studio: &Studio, asked: &RenderRequest, stop: &AtomicBool) -> Result<Vec<u8>, ApiError> {
    asked.picture().check_cell().map_err(|bad| bad_option("", &bad))?;
    let mut to = OutputBuffer { bytes: Vec::new(), stop };
    let written = match asked.format {
        Format::Gif | Format::Apng | Format::Trace => return film(studio, asked, stop),
        format => {
            let map = studio.make(&asked.map, stop)?;
            write(studio, &map, asked, format, &mut to)?
        }
    };
    written.map(|()| to.bytes).map_err(|error| wrote(&error))
}

/// Writes the map in a format other than an animation.
fn write(
    studio: &Studio,
    map: &Arc<Map>,
    asked: &RenderRequest,
    format: Format,
    to: &mut OutputBuffer<'_>,
) -> Result<io::Result<()>, ApiError> {
    let options = asked.picture().options_with(look(&asked.look)?).map_err(|bad| bad_option("", &bad))?;
    let cell = options.cell(map.size());
    if let Some(picture) = format.picture() {
        return Ok(match (&asked.heat, asked.window) {
            (Some(name), _) => {
                let scene = heated(map, &options.look, name)?;
                if picture == PictureFormat::Png {
                    pixels(scene.bounds, cell)?;
                }
                options.write_scene(&scene, cell, picture, to)
            }
            (None, Some(window)) if picture == PictureFormat::Png => {
                write_window(studio, map, asked, &options.look, window, cell, to)?
            }
            _ => {
                if picture == PictureFormat::Png {
                    let [width, height] = [map.size().width, map.size().height].map(|side| (side + 2) as f32);
                    pixels(Bounds { from: Point::default(), to: Point { x: width, y: height } }, cell)?;
                }
                options.write(map, picture, to)
            }
        }
        .map_err(io::Error::from));
    }
    let export = ExportOptions {
        picture: options,
        vtt: asked.cell,
        secret: asked.secret,
        pad_square: asked.pad_square,
        light_intensity: asked.light,
    };
    if !format.is_single_file() {
        return Ok(write_archive(map, format, FILE_STEM, &export, to).map_err(io::Error::from));
    }
    Ok(write_map(map, format, FILE_STEM, &export, to).map(|_| ()).map_err(io::Error::from))
}

/// Writes the part of the picture in the window as PNG.
fn write_window(
    studio: &Studio,
    map: &Arc<Map>,
    asked: &RenderRequest,
    look: &Look,
    [x, y, width, height]: [i32; 4],
    cell: u32,
    to: &mut OutputBuffer<'_>,
) -> Result<Result<(), mapwright_render::Error>, ApiError> {
    if width < 1
        || height < 1
        || width > MAX_OFFSET
        || height > MAX_OFFSET
        || !(-MAX_OFFSET..=MAX_OFFSET).contains(&x)
        || !(-MAX_OFFSET..=MAX_OFFSET).contains(&y)
    {
        return Err(ApiError::invalid(
            "/window",
            "a window is x, y, width and height in tiles, somewhere near the map",
        ));
    }
    let corner = |x: i32, y: i32| Point { x: x as f32, y: y as f32 };
    let bounds = Bounds { from: corner(x, y), to: corner(x + width, y + height) };
    pixels(bounds, cell)?;
    if map.size().area() <= LARGE_MAP_TILES {
        let scene = studio.scene(map, key_of(&(&asked.map, &asked.look)), look)?;
        return Ok(scene.write_png_of(bounds, cell, to));
    }
    // Drawing all of a large map would take too long for a look at one corner.
    let area = Rect::new(x, y, width, height).grown(WINDOW_MARGIN).intersection(map.size().rect());
    if area.is_empty() {
        let paper = Scene {
            bounds,
            paper: draw(&map.part(Rect::new(0, 0, 1, 1)), look)
                .map_err(|error| ApiError::from_render_error(&error))?
                .paper,
            ..Scene::default()
        };
        return Ok(paper.write_png_of(bounds, cell, to));
    }
    // The tiles and room numbers that players see depend on the whole map, not on the part.
    let seen = (look.view == View::Player).then(|| studio.seen_by_players(map, asked.map.key()));
    let part = seen.as_ref().unwrap_or(map).part(area);
    let numbers = look.numbers.unwrap_or(look.view == View::Gm);
    let scene = draw(&part, &Look { view: View::Gm, numbers: Some(numbers), ..look.clone() })
        .map_err(|error| ApiError::from_render_error(&error))?;
    let by = corner(area.x, area.y);
    let bounds = Bounds { from: bounds.from - by, to: bounds.to - by };
    Ok(scene.write_png_of(bounds, cell, to))
}

/// Makes a file that shows the run: an animation or a trace.
fn film(studio: &Studio, asked: &RenderRequest, stop: &AtomicBool) -> Result<Vec<u8>, ApiError> {
    let recorded = studio.record(&asked.map, MAX_MOMENTS, stop)?.trace;
    let cell = asked.cell.unwrap_or_else(|| FilmLook::default_cell(recorded.size()));
    let style = asked.look.style().map_err(|bad| bad_option("/look", &bad))?;
    let look = FilmLook { style, cell, ..FilmLook::default() };
    let mut to = OutputBuffer { bytes: Vec::new(), stop };
    let written = match asked.format {
        Format::Gif => gif(&recorded, &look, &mut to).map_err(io::Error::from),
        Format::Apng => apng(&recorded, &look, &mut to).map_err(io::Error::from),
        _ => recorded.write(&mut to),
    };
    written.map(|()| to.bytes).map_err(|error| wrote(&error))
}

/// Refuses a picture that is too large, before it is drawn.
fn pixels(bounds: Bounds, cell: u32) -> Result<(), ApiError> {
    let sides = [bounds.width(), bounds.height()].map(|side| f64::from(side) * f64::from(cell));
    if sides[0] * sides[1] > MAX_PIXELS as f64 {
        let [width, height] = sides;
        let message = format!("a picture of {width:.0}x{height:.0} pixels; the limit is {MAX_PIXELS} in all");
        return Err(ApiError::invalid("/cell", message));
    }
    Ok(())
}

/// Draws the map with a heat map over it.
fn heated(map: &Map, look: &Look, name: &str) -> Result<Scene, ApiError> {
    let kind = Heat::named(name).map_err(|error| ApiError::from_error(&error, "/heat"))?;
    // Players' distances must not pass secret doors.
    let seen = (look.view == View::Player).then(|| player_map(map));
    let values = heat_map(seen.as_ref().unwrap_or(map), kind).map_err(|error| ApiError::from_error(&error, "/heat"))?;
    let layer = HeatLayer { title: kind.title(), unit: kind.unit(), cells: &values.cells };
    heat(map, look, &layer).map_err(|error| ApiError::from_render_error(&error))
}

/// Maximum size of a file, in bytes.
const MAX_FILE_BYTES: usize = 256 << 20;

/// A buffer whose writes fail when the request is cancelled or the file becomes too large.
struct OutputBuffer<'a> {
    bytes: Vec<u8>,
    stop: &'a AtomicBool,
}

impl Write for OutputBuffer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("stopped"));
        }
        if self.bytes.len() + bytes.len() > MAX_FILE_BYTES {
            return Err(io::Error::other(format!("the file would have more than {MAX_FILE_BYTES} bytes")));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn wrote(error: &io::Error) -> ApiError {
    ApiError::invalid("", error.to_string())
}
