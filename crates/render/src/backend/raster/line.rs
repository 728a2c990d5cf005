//! Draws very many short strokes by the distance of each pixel from the stroke; ten times as fast
//! as one path of all strokes.

use crate::scene::{Point, Stroke};
use tiny_skia::{Mask, Pixmap};

/// Draws the strokes with round caps over existing opaque pixels.
pub(super) fn draw(lines: &[[Point; 2]], stroke: &Stroke, top: f32, to: &mut Pixmap, mask: Option<&Mask>) {
    let mut canvas = Canvas {
        width: to.width() as i32,
        height: to.height() as i32,
        color: [stroke.color.r, stroke.color.g, stroke.color.b].map(f32::from),
        opacity: f32::from(stroke.color.a) / 255.0,
        reach: stroke.width / 2.0,
        mask: mask.map(Mask::data),
        pixels: to.data_mut(),
    };
    let below = Point { x: 0.0, y: top };
    for &[from, to] in lines {
        let (from, to) = (from - below, to - below);
        match stroke.dash {
            None => canvas.stroke(from, to),
            Some(dash) => canvas.dashes(from, to, dash),
        }
    }
}

struct Canvas<'a> {
    width: i32,
    height: i32,
    color: [f32; 3],
    opacity: f32,
    reach: f32,
    mask: Option<&'a [u8]>,
    pixels: &'a mut [u8],
}

impl Canvas<'_> {
    fn dashes(&mut self, from: Point, to: Point, [on, off]: [f32; 2]) {
        let length = from.distance(to);
        let step = (on + off).max(0.01);
        let mut at = 0.0;
        while at < length {
            let part = |along: f32| from.toward(to, along.min(length) / length);
            self.stroke(part(at), part(at + on));
            at += step;
        }
    }

    fn stroke(&mut self, from: Point, to: Point) {
        // A stroke thinner than a pixel is drawn one pixel wide, but fainter.
        let reach = self.reach.max(0.5);
        let opacity = self.opacity * (self.reach / reach).min(1.0);
        let edge = reach + 0.5;
        let span = |a: f32, b: f32, size: i32| {
            let (low, high) = (a.min(b) - edge, a.max(b) + edge);
            (low.floor().max(0.0) as i32, (high.ceil() as i32).min(size))
        };
        let (left, right) = span(from.x, to.x, self.width);
        let (above, below) = span(from.y, to.y, self.height);
        let along = to - from;
        let squared = along.x * along.x + along.y * along.y;
        let inverse = if squared > 0.0 { 1.0 / squared } else { 0.0 };
        // On every row, visit only the pixels near the stroke: half of its horizontal width to the
        // left and to the right.
        let half = edge * squared.sqrt() / along.y.abs() + 1.0;
        let slope = along.x / along.y;
        for y in above..below {
            let row = y * self.width;
            let middle = from.x + (y as f32 + 0.5 - from.y) * slope;
            let (left, right) = match half.is_finite() && middle.is_finite() {
                true => (left.max((middle - half) as i32), right.min((middle + half) as i32 + 1)),
                false => (left, right),
            };
            for x in left..right {
                let p = Point { x: x as f32 + 0.5, y: y as f32 + 0.5 } - from;
                let share = ((p.x * along.x + p.y * along.y) * inverse).clamp(0.0, 1.0);
                let (dx, dy) = (p.x - along.x * share, p.y - along.y * share);
                let near = dx * dx + dy * dy;
                if near >= edge * edge {
                    continue;
                }
                let index = (row + x) as usize;
                let mut cover = (edge - near.sqrt()).min(1.0) * opacity;
                if let Some(mask) = self.mask {
                    cover *= f32::from(mask[index]) / 255.0;
                }
                let pixel = &mut self.pixels[4 * index..4 * index + 3];
                for (channel, color) in pixel.iter_mut().zip(self.color) {
                    let old = f32::from(*channel);
                    *channel = (old + (color - old) * cover + 0.5) as u8;
                }
            }
        }
    }
}
