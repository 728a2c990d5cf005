//! The pit.

use crate::pen::Pen;
use crate::pen::Weight::{Fine, Hair, Line};
use crate::scene::pt;
use crate::style::Material::{Dark, Shade, Stone};

/// A square hole, showing its walls and its dark floor far below.
pub(super) fn draw(pen: &mut Pen<'_>) {
    let middle = pt(0.5, 0.5);
    let corners = |half: f32| [pt(-half, -half), pt(half, -half), pt(half, half), pt(-half, half)];
    let rim = pen.rect(0.1, 0.1, 0.8, 0.8);
    pen.shape(&rim, Stone, Fine);
    let outer = corners(0.33).map(|p| middle + p);
    let hole = pen.polygon(&outer);
    pen.shape(&hole, Shade, Line);
    let away = pen.light(-0.04);
    let inner = corners(0.19).map(|p| middle + p + away);
    let floor = pen.polygon(&inner);
    pen.fill(&floor, Dark);
    for side in 0..4 {
        let next = (side + 1) % 4;
        // Strokes down the walls.
        for i in 0..4 {
            let share = i as f32 / 4.0;
            let (top, bottom) = (outer[side].toward(outer[next], share), inner[side].toward(inner[next], share));
            let stroke = pen.ruled(top, bottom);
            pen.line(&stroke, if i == 0 { Fine } else { Hair });
        }
    }
}
