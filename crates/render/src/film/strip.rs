//! [`Strip`]: the progress bar and the caption below the map.

use super::FilmLook;
use super::canvas::Canvas;
use super::inks::{self, SHADES};
use crate::backend::png as png_file;
use crate::compose::scale::write;
use crate::scene::{Bounds, Color, Group, Scene, pt};
use crate::text::{Anchor, Font};
use crate::ticks::short;
use mapwright::trace::Trace;

/// Heights in pixels: gap between map and progress bar, the bar, and the caption below it.
const GAP: u32 = 1;
const BAR: u32 = 3;
const CAPTION: u32 = 18;
/// Font size.
const FONT_SIZE: f32 = 14.0;
/// Margin beside the caption.
const MARGIN: f32 = 4.0;
/// Minimum width of a film with a caption.
const MIN_CAPTION_WIDTH: u32 = 120;

/// Returns the height of the strip below a map of this width.
pub(super) fn height(width: u32, look: &FilmLook) -> u32 {
    GAP + BAR + if has_caption(width, look) { CAPTION } else { 0 }
}

fn has_caption(width: u32, look: &FilmLook) -> bool {
    look.caption && width >= MIN_CAPTION_WIDTH
}

/// The progress bar and the caption below the map.
pub(super) struct Strip<'a> {
    trace: &'a Trace,
    width: u32,
    /// Upper edge of the strip.
    top: u32,
    /// Font, and colours of paper and text; `None` if there is no caption.
    words: Option<(Font, Color, Color)>,
}

impl<'a> Strip<'a> {
    pub(super) fn new(trace: &'a Trace, look: &FilmLook, width: u32, bottom: u32) -> Strip<'a> {
        let letters = || {
            let (paper, text) = inks::on_paper(&look.style);
            (Font::of(look.style.text.font), paper, text)
        };
        let words = has_caption(width, look).then(letters);
        Strip { trace, width, top: bottom - height(width, look), words }
    }

    /// Draws the strip for a moment of the run.
    pub(super) fn draw(&mut self, frame: usize, canvas: &mut Canvas) {
        let width = self.width as usize;
        let done = width as u128 * frame as u128 / self.trace.last().max(1) as u128;
        let done = if self.trace.last() == 0 { width } else { done as usize };
        let (top, bottom) = ((self.top + GAP) as usize, (self.top + GAP + BAR) as usize);
        let [paper, line] = inks::paper();
        canvas.set([0, top, width, bottom], |x, _| if x < done { line } else { paper });
        if let Some(shades) = self.caption(frame) {
            let area = [0, bottom, width, bottom + CAPTION as usize];
            canvas.set(area, |x, y| inks::letter(shades[y * width + x]));
        }
    }

    /// Returns the caption of a moment, as shades: what happens on the left, its number on the
    /// right.
    fn caption(&mut self, frame: usize) -> Option<Vec<u8>> {
        let (font, paper, text) = self.words.as_mut()?;
        let moment = self.trace.moment(frame);
        let label = moment.map_or("start", |moment| moment.label);
        let number = format!("{} / {}", short(frame as f64), short(self.trace.last() as f64));
        let (wide, base) = (font.width(&number, FONT_SIZE), CAPTION as f32 - 5.0);
        let right = self.width as f32 - MARGIN - wide;
        let mut group = Group::default();
        write(&mut group, font.text(&number, Anchor::Left, pt(right, base), FONT_SIZE, *text));
        let label = font.shortened(label, FONT_SIZE, right - 3.0 * MARGIN);
        write(&mut group, font.text(&label, Anchor::Left, pt(MARGIN, base), FONT_SIZE, *text));
        let bounds = Bounds::new(0.0, 0.0, self.width as f32, CAPTION as f32);
        let scene = Scene { bounds, paper: *paper, layers: vec![group], ..Scene::default() };
        let (_, _, rgb) = png_file::rgb(&scene, 1.0);
        let (from, to) = (paper.lightness(), text.lightness());
        // Paper and text contrast in every style, so this does not divide by zero.
        let shade = |rgb: &[u8; 3]| {
            let light = Color::rgb(rgb[0], rgb[1], rgb[2]).lightness();
            let share = (light - from) * i32::from(SHADES - 1) * 2 / (to - from);
            ((share + 1) / 2).clamp(0, i32::from(SHADES) - 1) as u8
        };
        Some(rgb.as_chunks::<3>().0.iter().map(shade).collect())
    }
}
