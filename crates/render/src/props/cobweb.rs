//! The cobweb.

use crate::pen::Weight::{Fine, Hair};
use crate::pen::{Pen, polar};
use crate::scene::{Path, Point, pt};

/// Threads from the upper left corner, with other threads sagging between them.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let corner = pt(0.03, 0.03);
    let mut ends: Vec<Point> = Vec::new();
    for turn in [0.006, 0.06, 0.125, 0.19, 0.244] {
        let length = pen.between(0.68, 0.88);
        ends.push(polar(corner, length, turn + pen.between(-0.005, 0.005)));
    }
    for &end in &ends {
        let thread = pen.ruled(corner, end);
        pen.line(&thread, Fine);
    }
    for share in [0.3, 0.55, 0.8] {
        let share = share + pen.between(-0.03, 0.03);
        let mut thread = Path::new();
        thread.move_to(corner.toward(ends[0], share));
        for pair in ends.windows(2) {
            let (from, to) = (corner.toward(pair[0], share), corner.toward(pair[1], share));
            let sag = corner.toward(from.toward(to, 0.5), 0.78);
            thread.quad_to(sag, to);
        }
        pen.line(&thread, Hair);
    }
}
