//! Moving pictures of runs: [`gif()`] and [`apng()`].
//!
//! A frame is drawn flat, a colour a tile, and only what differs from the frame before is written: so a run of a hundred thousand steps
//! becomes a file of moderate size.

mod canvas;
mod cut;
mod inks;
mod strip;

use crate::error::{Error, ErrorKind};
use crate::limits;
use crate::remembering::remembering;
use crate::style::Style;
use ::png::{BitDepth, BlendOp, ColorType, DeflateCompression, DisposeOp, Encoder, Filter};
use canvas::{Canvas, Patch};
use cut::Cut;
use inks::Inks;
use mapwright::Size;
use mapwright::trace::{Cursor, Trace};
use std::borrow::Cow;
use std::io::Write;
use strip::Strip;

/// How a moving picture looks, and how long it is.
#[derive(Clone, PartialEq, Debug)]
pub struct FilmLook {
    /// Its colours.
    pub style: Style,
    /// Pixels from one tile to the next, 1 to 256.
    pub cell: u32,
    /// Frames a second, 1 to 50; if nobody says, as many as make a run of about eight seconds, from 2 to 25.
    pub speed: Option<u32>,
    /// The most seconds that it takes until the last frame, 1 to 600. If there are more moments than fit, some are left out, evenly; the first
    /// and the last never.
    pub seconds: u32,
    /// For how many tenths of a second the last frame is held, 0 to 600.
    pub hold: u32,
    /// Whether it says below the map what happens, where there is room.
    pub caption: bool,
}

impl Default for FilmLook {
    fn default() -> Self {
        let style = Style::named("parchment").expect("a shipped style");
        FilmLook { style, cell: 8, speed: None, seconds: 20, hold: 25, caption: true }
    }
}

/// The most pixels of a frame: there are many of them.
const MOST_PIXELS: u64 = 1 << 23;

/// Writes a run as an animated GIF that begins again when it is over.
///
/// ```
/// use mapwright::trace;
/// use mapwright::{Plan, Run, Seed, layout::mining};
/// use mapwright_render::{FilmLook, gif};
/// let plan = Plan::of(&mining::ENTRY, &mining::Mining::default())?;
/// let trace = trace::record(&plan, Run::new(Seed::new(7)).size(40, 30), None)?;
/// let mut film = Vec::new();
/// gif(&trace, &FilmLook { cell: 4, seconds: 5, ..FilmLook::default() }, &mut film)?;
/// assert!(film.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gif(trace: &Trace, look: &FilmLook, to: impl Write) -> Result<(), Error> {
    let film = Film::of(trace, look)?;
    remembering(to, |to| {
        let sides = [film.width as u16, film.height as u16];
        let mut encoder = ::gif::Encoder::new(to, sides[0], sides[1], &film.inks.table())?;
        encoder.set_repeat(::gif::Repeat::Infinite)?;
        film.shoot(|patch| {
            let frame = ::gif::Frame {
                delay: patch.hundredths,
                dispose: ::gif::DisposalMethod::Keep,
                transparent: Some(inks::UNCHANGED),
                left: patch.left as u16,
                top: patch.top as u16,
                width: patch.width as u16,
                height: patch.height as u16,
                buffer: Cow::Borrowed(&patch.pixels),
                ..::gif::Frame::default()
            };
            Ok(encoder.write_frame(&frame)?)
        })?;
        Ok(encoder.into_inner()?.flush()?)
    })
}

/// Writes a run as an animated PNG: see [`gif()`].
pub fn apng(trace: &Trace, look: &FilmLook, to: impl Write) -> Result<(), Error> {
    let film = Film::of(trace, look)?;
    remembering(to, |to| {
        let mut encoder = Encoder::new(to, film.width, film.height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(film.inks.table());
        encoder.set_trns(vec![0]);
        encoder.set_filter(Filter::NoFilter);
        encoder.set_deflate_compression(DeflateCompression::Level(6));
        encoder.set_animated(film.cut.frames() as u32, 0)?;
        encoder.set_blend_op(BlendOp::Over)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        let mut writer = encoder.write_header()?;
        film.shoot(|patch| {
            // From the corner a frame of any size fits.
            writer.set_frame_position(0, 0)?;
            writer.set_frame_dimension(patch.width, patch.height)?;
            writer.set_frame_position(patch.left, patch.top)?;
            writer.set_frame_delay(patch.hundredths, 100)?;
            Ok(writer.write_image_data(&patch.pixels)?)
        })?;
        Ok(writer.finish()?)
    })
}

/// All that is decided before the first byte.
struct Film<'a> {
    trace: &'a Trace,
    look: &'a FilmLook,
    inks: Inks,
    cut: Cut,
    /// In pixels, with what stands below the map.
    width: u32,
    height: u32,
}

impl<'a> Film<'a> {
    fn of(trace: &'a Trace, look: &'a FilmLook) -> Result<Film<'a>, Error> {
        let size = trace.size();
        limits::some(size)?;
        let (width, height) = sides(size, look)?;
        let cut = Cut::of(trace.last(), look)?;
        Ok(Film { trace, look, inks: Inks::of(&look.style), cut, width, height })
    }

    /// Draws frame after frame, and hands each on as what is new in it.
    fn shoot(&self, mut show: impl FnMut(&Patch) -> Result<(), Error>) -> Result<(), Error> {
        let mut cursor = Cursor::new(self.trace);
        let mut canvas = Canvas::new(self.trace.size(), self.look.cell, (self.width, self.height));
        let mut strip = Strip::new(self.trace, self.look, self.width, self.height);
        for index in 0..self.cut.frames() {
            let frame = self.cut.frame(index);
            cursor.go(frame);
            let is_last = index + 1 == self.cut.frames();
            if is_last {
                // What stays is the map, without whoever made it.
                canvas.finish(cursor.cells());
            } else {
                canvas.draw(cursor.cells(), self.trace.moment(frame).and_then(|moment| moment.at));
            }
            strip.draw(frame, &mut canvas);
            show(&canvas.patch(self.cut.hundredths(index)))?;
        }
        Ok(())
    }
}

/// Width and height of a frame in pixels, if it is within the limits.
fn sides(size: Size, look: &FilmLook) -> Result<(u32, u32), Error> {
    let (width, height) = limits::pixels(size.width as f32, size.height as f32, look.cell)?;
    let pixels = |cell: u32| u64::from(cell) * u64::from(cell) * size.area() as u64;
    if pixels(look.cell) > MOST_PIXELS {
        let way_out = match (1..look.cell).rev().find(|&cell| pixels(cell) <= MOST_PIXELS) {
            Some(cell) => format!("cell {cell} is the largest that fits"),
            None => "a map this large is no film, even at a pixel a tile".to_owned(),
        };
        let message = format!(
            "a film of {size} tiles at cell {} has frames of {width}x{height} pixels, more than {MOST_PIXELS}: {way_out}",
            look.cell
        );
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    Ok((width, height + strip::height(width, look)))
}

/// The looks are checked before the first byte, so whatever is left to go wrong is the writer's doing.
impl From<::gif::EncodingError> for Error {
    fn from(cause: ::gif::EncodingError) -> Self {
        match cause {
            ::gif::EncodingError::Io(cause) => cause.into(),
            other => std::io::Error::other(other).into(),
        }
    }
}

#[cfg(test)]
mod tests;
