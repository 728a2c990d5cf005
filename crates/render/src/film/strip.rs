//! [`Strip`]: what stands below the map: how far the run is, and what happens.

use super::FilmLook;
use super::canvas::Canvas;
use super::inks::{self, SHADES};
use crate::backend::png as png_file;
use crate::scale::write;
use crate::scene::{Bounds, Color, Group, Scene, pt};
use crate::text::{Anchor, Font};
use crate::ticks::short;
use mapwright::trace::Trace;

/// Pixels between map and line, of the line, and of the words below it.
const GAP: u32 = 1;
const LINE: u32 = 3;
const WORDS: u32 = 18;
/// The size of letters.
const LETTERS: f32 = 14.0;
/// Free room beside words.
const EDGE: f32 = 4.0;
/// Narrower films have no words.
const NARROW: u32 = 120;

/// How high it is, below a map so wide.
pub(super) fn height(width: u32, look: &FilmLook) -> u32 {
    GAP + LINE + if has_words(width, look) { WORDS } else { 0 }
}

fn has_words(width: u32, look: &FilmLook) -> bool {
    look.caption && width >= NARROW
}

/// What stands below the map.
pub(super) struct Strip<'a> {
    trace: &'a Trace,
    width: u32,
    /// Where it begins.
    top: u32,
    /// The letters, with the colours of paper and words; `None` where there is no room.
    words: Option<(Font, Color, Color)>,
}

impl<'a> Strip<'a> {
    pub(super) fn new(trace: &'a Trace, look: &FilmLook, width: u32, bottom: u32) -> Strip<'a> {
        let letters = || {
            let (paper, text) = inks::on_paper(&look.style);
            (Font::of(look.style.text.font), paper, text)
        };
        let words = has_words(width, look).then(letters);
        Strip { trace, width, top: bottom - height(width, look), words }
    }

    /// Draws it for a moment of the run.
    pub(super) fn draw(&mut self, frame: usize, canvas: &mut Canvas) {
        let width = self.width as usize;
        let done = width as u128 * frame as u128 / self.trace.last().max(1) as u128;
        let done = if self.trace.last() == 0 { width } else { done as usize };
        let (top, bottom) = ((self.top + GAP) as usize, (self.top + GAP + LINE) as usize);
        let [paper, line] = inks::paper();
        canvas.set([0, top, width, bottom], |x, _| if x < done { line } else { paper });
        if let Some(shades) = self.caption(frame) {
            let area = [0, bottom, width, bottom + WORDS as usize];
            canvas.set(area, |x, y| inks::letter(shades[y * width + x]));
        }
    }

    /// The words for a moment, as shades: what happens on the left, its number on the right.
    fn caption(&mut self, frame: usize) -> Option<Vec<u8>> {
        let (font, paper, text) = self.words.as_mut()?;
        let moment = self.trace.moment(frame);
        let label = moment.map_or("start", |moment| moment.label);
        let number = format!("{} / {}", short(frame as f64), short(self.trace.last() as f64));
        let (wide, base) = (font.width(&number, LETTERS), WORDS as f32 - 5.0);
        let right = self.width as f32 - EDGE - wide;
        let mut group = Group::default();
        write(&mut group, font.text(&number, Anchor::Left, pt(right, base), LETTERS, *text));
        let label = font.shortened(label, LETTERS, right - 3.0 * EDGE);
        write(&mut group, font.text(&label, Anchor::Left, pt(EDGE, base), LETTERS, *text));
        let bounds = Bounds::new(0.0, 0.0, self.width as f32, WORDS as f32);
        let scene = Scene { bounds, paper: *paper, layers: vec![group], ..Scene::default() };
        let (_, _, rgb) = png_file::rgb(&scene, 1.0);
        let (from, to) = (paper.lightness(), text.lightness());
        // Paper and words differ by a good deal in every style.
        let shade = |rgb: &[u8; 3]| {
            let light = Color::rgb(rgb[0], rgb[1], rgb[2]).lightness();
            let share = (light - from) * i32::from(SHADES - 1) * 2 / (to - from);
            ((share + 1) / 2).clamp(0, i32::from(SHADES) - 1) as u8
        };
        Some(rgb.as_chunks::<3>().0.iter().map(shade).collect())
    }
}
