//! Maps as files: every format that can be had, and the part of a picture that is on the screen.

use crate::fault::Fault;
use crate::look::LookWish;
use crate::studio::Studio;
use crate::weight::weight;
use crate::wish::{Wish, key_of};
use mapwright::heat::{Heat, heat_map};
use mapwright::{Digest, Map, Rect, saved, trace};
use mapwright_render::scene::{Bounds, Point, Scene};
use mapwright_render::{
    FilmLook, HeatLayer, Letters, Look, PdfLook, View, apng, draw, gif, heat, pdf, player_map, png, svg,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A file that is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenderWish {
    /// Which map.
    pub(crate) wish: Wish,
    /// How it looks.
    #[serde(default)]
    pub(crate) look: LookWish,
    /// Which kind of file.
    pub(crate) format: Format,
    /// Pixels a square, 1 to 256.
    #[schemars(range(min = 1, max = 256))]
    cell: Option<u32>,
    /// Exactly this part of the map and its surroundings, in tiles: x, y, width, height. For PNG.
    window: Option<[i32; 4]>,
    /// Lays a heat map over it. For PNG, SVG and PDF.
    heat: Option<String>,
    /// The paper of a PDF.
    paper: Option<String>,
    /// How large the squares of a PDF are.
    square: Option<String>,
    /// Whether a PDF has one page or many.
    pages: Option<String>,
    /// The letters of an SVG: `outlines` look the same everywhere, `text` can be searched.
    #[serde(default)]
    letters: LettersWish,
}

/// The letters of an SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum LettersWish {
    #[default]
    Outlines,
    Text,
}

/// Every kind of file there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    Png,
    Svg,
    Pdf,
    Json,
    Txt,
    Toml,
    Gif,
    Apng,
    Trace,
}

impl Format {
    /// Every format with what people call it.
    pub(crate) const ALL: [(Format, &'static str); 9] = [
        (Format::Png, "Picture (PNG)"),
        (Format::Svg, "Drawing (SVG)"),
        (Format::Pdf, "For printing (PDF)"),
        (Format::Json, "Map, with everything (JSON)"),
        (Format::Txt, "Map as text"),
        (Format::Toml, "Recipe (TOML)"),
        (Format::Gif, "How it was made (GIF)"),
        (Format::Apng, "How it was made (animated PNG)"),
        (Format::Trace, "How it was made, to replay (trace)"),
    ];

    /// The ending of its files.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Format::Png | Format::Apng => "png",
            Format::Svg => "svg",
            Format::Pdf => "pdf",
            Format::Json => "json",
            Format::Txt => "txt",
            Format::Toml => "toml",
            Format::Gif => "gif",
            Format::Trace => "trace",
        }
    }

    /// What it is for browsers.
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Apng => "image/apng",
            Format::Svg => "image/svg+xml",
            Format::Pdf => "application/pdf",
            Format::Json => "application/json",
            Format::Txt | Format::Toml => "text/plain; charset=utf-8",
            Format::Gif => "image/gif",
            Format::Trace => "application/octet-stream",
        }
    }
}

/// The most pixels of a picture.
pub(crate) const MOST_PIXELS: u64 = 64 << 20;
/// The longest side of a picture for which nobody says how large it is to be, and of a film.
const USUAL_SIDE: u32 = 6_000;
const FILM_SIDE: u32 = 960;
/// Maps of more tiles are drawn only where somebody looks.
const LARGE: usize = 1 << 16;
/// So many tiles around a window have something to do with how it looks.
const AROUND: i32 = 6;

impl Studio {
    /// The file.
    pub(crate) fn file(&self, asked: &RenderWish, stop: &AtomicBool) -> Result<Vec<u8>, Fault> {
        let cell = asked.cell;
        if cell.is_some_and(|cell| !(1..=256).contains(&cell)) {
            return Err(Fault::invalid("/cell", format!("{} is not in 1..=256", cell.unwrap_or_default())));
        }
        let mut to = Page { bytes: Vec::new(), stop };
        let written = match asked.format {
            Format::Gif | Format::Apng | Format::Trace => return self.film(asked, stop),
            format => {
                let map = self.make(&asked.wish, stop)?;
                self.write(&map, asked, format, &mut to)?
            }
        };
        written.map(|()| to.bytes).map_err(|error| wrote(&error))
    }

    fn write(
        &self,
        map: &Arc<Map>,
        asked: &RenderWish,
        format: Format,
        to: &mut Page<'_>,
    ) -> Result<io::Result<()>, Fault> {
        let look = asked.look.look()?;
        let usual = if look.is_tiles() { 8 } else { 40 };
        let longest = map.size().width.max(map.size().height) as u32 + 2;
        let cell = asked.cell.unwrap_or_else(|| usual.min(USUAL_SIDE / longest).max(1));
        let picture = |done: Result<(), mapwright_render::Error>| done.map_err(io::Error::from);
        let drawn = matches!(format, Format::Png | Format::Svg | Format::Pdf);
        if let Some(name) = asked.heat.as_deref().filter(|_| drawn) {
            let scene = heated(map, &look, name)?;
            return Ok(picture(match format {
                Format::Png => {
                    pixels(scene.bounds, cell)?;
                    scene.write_png(cell, to)
                }
                Format::Pdf => scene.write_pdf(&pdf_look(asked)?, to),
                _ => scene.write_svg(cell, letters(asked), to),
            }));
        }
        Ok(match format {
            Format::Png => match asked.window {
                Some(window) => picture(self.window(map, asked, &look, window, cell, to)?),
                None => {
                    let [width, height] = [map.size().width, map.size().height].map(|side| (side + 2) as f32);
                    pixels(Bounds { from: Point::default(), to: Point { x: width, y: height } }, cell)?;
                    picture(png(map, &look, cell, to))
                }
            },
            Format::Svg => picture(svg(map, &look, cell, letters(asked), to)),
            Format::Pdf => picture(pdf(map, &look, &pdf_look(asked)?, to)),
            Format::Json => saved::write(map, to),
            Format::Txt => {
                let seen = asked.look.is_for_players().then(|| player_map(map));
                to.write_all(seen.as_ref().unwrap_or(map).to_ascii_with_entities().as_bytes())
            }
            _ => match &map.source.origin.recipe {
                Some(recipe) => to.write_all(recipe.to_toml().as_bytes()),
                None => return Err(Fault::invalid("/format", "a map that was drawn by hand has no recipe")),
            },
        })
    }

    /// The part of the picture in the window, and nothing else.
    fn window(
        &self,
        map: &Arc<Map>,
        asked: &RenderWish,
        look: &Look,
        [x, y, width, height]: [i32; 4],
        cell: u32,
        to: &mut Page<'_>,
    ) -> Result<Result<(), mapwright_render::Error>, Fault> {
        const FAR: i32 = 1 << 24;
        if width < 1
            || height < 1
            || width > FAR
            || height > FAR
            || !(-FAR..=FAR).contains(&x)
            || !(-FAR..=FAR).contains(&y)
        {
            return Err(Fault::invalid(
                "/window",
                "a window is x, y, width and height in tiles, somewhere near the map",
            ));
        }
        let corner = |x: i32, y: i32| Point { x: x as f32, y: y as f32 };
        let bounds = Bounds { from: corner(x, y), to: corner(x + width, y + height) };
        pixels(bounds, cell)?;
        if map.size().area() <= LARGE {
            let scene = self.scene(map, key_of(&(&asked.wish, &asked.look)), look)?;
            return Ok(scene.write_png_of(bounds, cell, to));
        }
        // Drawing all of a large map would take longer than anybody waits for a look at a corner of it.
        let area = Rect::new(x, y, width, height).grown(AROUND).intersection(map.size().rect());
        if area.is_empty() {
            let paper = Scene {
                bounds,
                paper: draw(&map.part(Rect::new(0, 0, 1, 1)), look).map_err(|error| Fault::of_picture(&error))?.paper,
                ..Scene::default()
            };
            return Ok(paper.write_png_of(bounds, cell, to));
        }
        // What players do not see depends on all of the map, not on the part.
        let seen = (look.view == View::Player).then(|| self.seen_by_players(map, asked.wish.key()));
        let part = seen.as_ref().unwrap_or(map).part(area);
        let scene = draw(&part, look).map_err(|error| Fault::of_picture(&error))?;
        let by = corner(area.x, area.y);
        let bounds = Bounds { from: bounds.from - by, to: bounds.to - by };
        Ok(scene.write_png_of(bounds, cell, to))
    }

    /// The map as players see it.
    fn seen_by_players(&self, map: &Map, key: Digest) -> Arc<Map> {
        self.seen.get(key).unwrap_or_else(|| {
            let seen = Arc::new(player_map(map));
            self.seen.put(key, weight(&seen), &seen);
            seen
        })
    }

    /// The drawn map, from the shelf or drawn.
    fn scene(&self, map: &Map, key: Digest, look: &Look) -> Result<Arc<Scene>, Fault> {
        if let Some(scene) = self.scenes.get(key) {
            return Ok(scene);
        }
        let scene = Arc::new(draw(map, look).map_err(|error| Fault::of_picture(&error))?);
        self.scenes.put(key, map.size().area(), &scene);
        Ok(scene)
    }

    /// Files that show the run and not only its end.
    fn film(&self, asked: &RenderWish, stop: &AtomicBool) -> Result<Vec<u8>, Fault> {
        let (plan, run) = (asked.wish.plan()?, self.run(&asked.wish, stop)?);
        let recorded = trace::record(&plan, run, Some(MOST_MOMENTS));
        let recorded = recorded.map_err(|error| Fault::of_run(&error))?;
        let longest = recorded.size().width.max(recorded.size().height) as u32;
        let cell = asked.cell.unwrap_or_else(|| (FILM_SIDE / longest).clamp(1, 12));
        let look = FilmLook { style: asked.look.style()?, cell, ..FilmLook::default() };
        let mut to = Page { bytes: Vec::new(), stop };
        let written = match asked.format {
            Format::Gif => gif(&recorded, &look, &mut to).map_err(io::Error::from),
            Format::Apng => apng(&recorded, &look, &mut to).map_err(io::Error::from),
            _ => recorded.write(&mut to),
        };
        written.map(|()| to.bytes).map_err(|error| wrote(&error))
    }
}

/// The most moments of a run that are kept.
pub(crate) const MOST_MOMENTS: usize = 200_000;

/// Refuses pictures that are too large, before they are drawn.
fn pixels(bounds: Bounds, cell: u32) -> Result<(), Fault> {
    let sides = [bounds.width(), bounds.height()].map(|side| f64::from(side) * f64::from(cell));
    if sides[0] * sides[1] > MOST_PIXELS as f64 {
        let [width, height] = sides;
        let message = format!("a picture of {width:.0}x{height:.0} pixels; the limit is {MOST_PIXELS} in all");
        return Err(Fault::invalid("/cell", message));
    }
    Ok(())
}

fn heated(map: &Map, look: &Look, name: &str) -> Result<Scene, Fault> {
    let kind = Heat::named(name).map_err(|error| Fault::of(&error, "/heat"))?;
    let values = heat_map(map, kind).map_err(|error| Fault::of(&error, "/heat"))?;
    let layer = HeatLayer { title: kind.title(), unit: kind.unit(), cells: &values.cells };
    heat(map, look, &layer).map_err(|error| Fault::of_picture(&error))
}

fn letters(asked: &RenderWish) -> Letters {
    match asked.letters {
        LettersWish::Outlines => Letters::Outlines,
        LettersWish::Text => Letters::Text,
    }
}

fn pdf_look(asked: &RenderWish) -> Result<PdfLook, Fault> {
    fn named<T: std::str::FromStr + Default>(name: Option<&str>, field: &str) -> Result<T, Fault>
    where
        T::Err: std::fmt::Display,
    {
        let Some(name) = name else { return Ok(T::default()) };
        name.parse().map_err(|error: T::Err| Fault::invalid(field, error.to_string()))
    }
    Ok(PdfLook {
        paper: named(asked.paper.as_deref(), "/paper")?,
        square: named(asked.square.as_deref(), "/square")?,
        pages: named(asked.pages.as_deref(), "/pages")?,
    })
}

/// The most bytes of an answer.
const MOST_BYTES: usize = 256 << 20;

/// What is written, until somebody says stop or it becomes too much.
struct Page<'a> {
    bytes: Vec<u8>,
    stop: &'a AtomicBool,
}

impl Write for Page<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("stopped"));
        }
        if self.bytes.len() + bytes.len() > MOST_BYTES {
            return Err(io::Error::other(format!("the file would have more than {MOST_BYTES} bytes")));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn wrote(error: &io::Error) -> Fault {
    Fault::invalid("", error.to_string())
}
