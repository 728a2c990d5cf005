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
    // Tongues of fire that all turn the same way.
    let start = pen.between(0.0, 1.0);
    let mut fire = Path::new();
    let count = 5;
    for i in 0..count {
        let turn = start + i as f32 / count as f32;
        let tip = polar(center, pen.between(0.15, 0.185), turn + 0.06);
        let valley = polar(center, 0.075, turn + 0.14);
        if i == 0 {
            fire.move_to(polar(center, 0.075, turn - 0.06));
        }
        fire.quad_to(polar(center, 0.14, turn - 0.03), tip).quad_to(polar(center, 0.1, turn + 0.07), valley);
    }
    fire.close();
    pen.shape(&fire, Light, Hair);
}
