//! The brazier.

use crate::pen::Weight::{Bold, Fine, Hair, Line};
use crate::pen::{Pen, polar};
use crate::scene::{Path, pt};
use crate::style::Material::{Glow, Light, Metal};

/// A bowl of embers on three legs, with its light around it.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let center = pt(0.5, 0.5);
    let glow = pen.style().material(Glow);
    for radius in [0.47, 0.4] {
        pen.tint(&Path::circle(center, radius), glow.faded(0.22));
    }
    for i in 0..3 {
        let turn = 0.25 + i as f32 / 3.0;
        let leg = pen.ruled(polar(center, 0.24, turn), polar(center, 0.38, turn));
        pen.line(&leg, Bold);
    }
    let bowl = pen.circle(center, 0.29);
    pen.standing(&bowl, Metal, Line);
    let coals = pen.circle(center, 0.205);
    pen.shape(&coals, Glow, Fine);
    // Three tongues of fire that turn the same way, and embers between them.
    let start = pen.between(0.0, 1.0);
    for i in 0..3 {
        let turn = start + i as f32 / 3.0;
        let mut tongue = Path::new();
        tongue.move_to(polar(center, 0.05, turn - 0.2));
        tongue.quad_to(polar(center, 0.16, turn - 0.12), polar(center, 0.18, turn + 0.06));
        tongue.quad_to(polar(center, 0.1, turn + 0.06), polar(center, 0.05, turn + 0.2)).close();
        pen.shape(&tongue, Light, Hair);
        let ember = Path::circle(polar(center, 0.155, turn + 0.17), 0.018);
        pen.ink(&ember);
    }
}
