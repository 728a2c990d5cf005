//! The altar.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::scene::pt;
use crate::style::Material::{Cloth, Glow, Gold, Light, Stone};

/// A slab on a step, with a cloth over it, a cup and two candles.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let step = pen.rect(0.16, 0.14, 1.68, 0.72);
    pen.standing(&step, Stone, Line);
    let slab = pen.rect(0.3, 0.26, 1.4, 0.46);
    pen.standing(&slab, Light, Line);
    // The cloth hangs down over the front.
    let cloth = pen.rect(0.72, 0.26, 0.56, 0.55);
    pen.shape(&cloth, Cloth, Fine);
    let hem = pen.ruled(pt(0.72, 0.73), pt(1.28, 0.73));
    pen.line(&hem, Fine);
    let foot = pen.circle(pt(1.0, 0.48), 0.12);
    pen.shape(&foot, Gold, Fine);
    let cup = pen.circle(pt(1.0, 0.48), 0.05);
    pen.ink(&cup);
    for x in [0.48, 1.52] {
        let candle = pen.circle(pt(x, 0.48), 0.075);
        pen.shape(&candle, Glow, Fine);
        let wick = pen.circle(pt(x, 0.48), 0.022);
        pen.ink(&wick);
    }
}
