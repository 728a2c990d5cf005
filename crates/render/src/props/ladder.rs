//! The ladder.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Hair, Line};
use crate::scene::pt;
use crate::style::Material::Wood;

/// Two rails with four rungs.
pub(super) fn draw(pen: &mut Pen<'_>) {
    for i in 0..4 {
        let y = 0.17 + 0.185 * i as f32 + pen.between(-0.012, 0.012);
        let rung = pen.rect(0.28, y, 0.42, 0.08);
        pen.shape(&rung, Wood, Fine);
    }
    for x in [0.2, 0.68] {
        let rail = pen.rect(x, 0.09, 0.11, 0.81);
        pen.standing(&rail, Wood, Line);
        let grain = pen.ruled(pt(x + 0.055, 0.3), pt(x + 0.055, 0.5));
        pen.line(&grain, Hair);
    }
}
