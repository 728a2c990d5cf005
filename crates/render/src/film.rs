//! Animations of a run: [`gif()`] and [`apng()`].
//!
//! Frames are drawn flat, one colour per tile, and only the difference to the frame before is
//! written, so that even a run of a hundred thousand steps becomes a file of moderate size.

mod canvas;
mod cut;
mod inks;
mod strip;

use crate::error::io_error::keep_io_error;
use crate::error::{Error, ErrorKind};
use crate::limits;
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

/// Look and length of an animation.
#[derive(Clone, PartialEq, Debug)]
pub struct FilmLook {
    /// Colours.
    pub style: Style,
    /// Pixels per tile side, 1 to 256.
    pub cell: u32,
    /// Frames per second, 1 to 50. Default: enough for about eight seconds in total, from 2 to 25.
    pub speed: Option<u32>,
    /// Maximum length in seconds, without the hold at the end, 1 to 600. If there are more moments
    /// than fit, some are left out, evenly; never the first and the last.
    pub seconds: u32,
    /// Extra time for the last frame, in tenths of a second, 0 to 600.
    pub hold: u32,
    /// If true, writes below the map what happens, if there is space.
    pub caption: bool,
}

impl Default for FilmLook {
    fn default() -> Self {
        let style = Style::named("parchment").expect("a shipped style");
        FilmLook { style, cell: 8, speed: None, seconds: 20, hold: 25, caption: true }
    }
}

/// The longest side of a film with the default cell, in pixels.
const DEFAULT_MAX_SIDE: u32 = 960;

impl FilmLook {
    /// Returns the default number of pixels per tile: 12, or fewer if the film would become too
    /// large.
    pub fn default_cell(size: Size) -> u32 {
        let longest = size.width.max(size.height).max(1) as u32;
        (DEFAULT_MAX_SIDE / longest).clamp(1, 12)
    }
}

/// Maximum pixels per frame, because there are many frames.
const MAX_PIXELS: u64 = 1 << 23;

/// Writes a run as an endlessly looping GIF.
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
    keep_io_error(to, |to| {
        let sides = [film.width as u16, film.height as u16];
        let mut encoder = ::gif::Encoder::new(to, sides[0], sides[1], &film.inks.table())?;
        encoder.set_repeat(::gif::Repeat::Infinite)?;
        film.draw_frames(|patch| {
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

/// Writes a run as an endlessly looping animated PNG: see [`gif()`].
pub fn apng(trace: &Trace, look: &FilmLook, to: impl Write) -> Result<(), Error> {
    let film = Film::of(trace, look)?;
    keep_io_error(to, |to| {
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
        film.draw_frames(|patch| {
            // From the corner, a frame of any size fits.
            writer.set_frame_position(0, 0)?;
            writer.set_frame_dimension(patch.width, patch.height)?;
            writer.set_frame_position(patch.left, patch.top)?;
            writer.set_frame_delay(patch.hundredths, 100)?;
            Ok(writer.write_image_data(&patch.pixels)?)
        })?;
        Ok(writer.finish()?)
    })
}

/// Everything that is decided before the first byte.
struct Film<'a> {
    trace: &'a Trace,
    look: &'a FilmLook,
    inks: Inks,
    cut: Cut,
    /// Size in pixels, including the strip below the map.
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

    /// Draws frame after frame and passes on what changed in each.
    fn draw_frames(&self, mut show: impl FnMut(&Patch) -> Result<(), Error>) -> Result<(), Error> {
        let mut cursor = Cursor::new(self.trace);
        let mut canvas = Canvas::new(self.trace.size(), self.look.cell, (self.width, self.height));
        let mut strip = Strip::new(self.trace, self.look, self.width, self.height);
        for index in 0..self.cut.frames() {
            let frame = self.cut.frame(index);
            cursor.go(frame);
            let is_last = index + 1 == self.cut.frames();
            if is_last {
                // The last frame shows only the map, without the walker.
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

/// Returns width and height of a frame in pixels, if it is within the limits.
fn sides(size: Size, look: &FilmLook) -> Result<(u32, u32), Error> {
    let (width, height) = limits::pixels(size.width as f32, size.height as f32, look.cell)?;
    let pixels = |cell: u32| u64::from(cell) * u64::from(cell) * size.area() as u64;
    if pixels(look.cell) > MAX_PIXELS {
        let hint = match (1..look.cell).rev().find(|&cell| pixels(cell) <= MAX_PIXELS) {
            Some(cell) => format!("cell {cell} is the largest that fits"),
            None => "this map is too large for a film, even at 1 pixel per tile".to_owned(),
        };
        let message = format!(
            "a film of {size} tiles at cell {} has frames of {width}x{height} pixels, more than {MAX_PIXELS}: {hint}",
            look.cell
        );
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    Ok((width, height + strip::height(width, look)))
}

/// The look is checked before the first byte, so only the writer can still fail.
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
