//! The ladder.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Line};
use crate::style::Material::Wood;

/// Two rails with five rungs.
pub(super) fn draw(pen: &mut Pen<'_>) {
    for i in 0..5 {
        let y = 0.15 + 0.155 * i as f32 + pen.between(-0.01, 0.01);
        let rung = pen.rect(0.3, y, 0.4, 0.06);
        pen.standing(&rung, Wood, Fine);
    }
    for x in [0.24, 0.66] {
        let rail = pen.rect(x, 0.09, 0.1, 0.81);
        pen.standing(&rail, Wood, Line);
    }
}
