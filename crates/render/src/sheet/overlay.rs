//! Doors, stairs and decorations: transparent tiles that lie over the ground.

use super::catalog::Art;
use crate::fittings::{door, stairs};
use crate::pen::Pen;
use crate::props;
use crate::scene::{Group, pt};
use crate::style::Style;
use mapwright::{Dir, Seed, decor};

/// Distance of posts from the sides of the cell, where doors are drawn for a narrower neck.
const DOOR_MARGIN: f32 = 0.07;

/// Draws an overlay, with the cell of the tile from 0, 0 to 1, 1.
pub(super) fn draw(style: &Style, art: Art, group: &mut Group) {
    let seed = |what: &str| Seed::new(0).child("sheet").child(what);
    let area = art.area();
    match art {
        Art::Stairs(level, facing) => {
            let pen =
                &mut Pen::new(style, group, (1.0, 1.0), pt(0.0, 0.0), facing.unwrap_or(Dir::South), seed("stairs"));
            match facing {
                Some(_) => stairs::straight(pen, level),
                None => stairs::spiral(pen, level),
            }
        }
        Art::Door(kind, state, facing) => {
            // Walls of tiles have no necks: the leaf is as wide as its cell.
            let wide = 1.0 / (1.0 - 2.0 * DOOR_MARGIN);
            let back = -DOOR_MARGIN * wide;
            let at = if matches!(facing, Dir::North | Dir::South) { pt(back, 0.0) } else { pt(0.0, back) };
            let pen = &mut Pen::scaled(style, group, (1.0, 1.0), pt(wide, 1.0), at, facing, seed("door"));
            door::draw(pen, kind, state);
        }
        Art::Decoration { kind, facing, .. } => {
            let kind = &decor::ALL[kind];
            let size = (kind.size.width as f32, kind.size.height as f32);
            let pen = Pen::new(style, group, size, area.origin().into(), facing, seed(kind.name));
            draw_prop(kind.name, pen);
        }
        Art::Small { kind, facing } => {
            let kind = &decor::ALL[kind];
            let size = (kind.size.width as f32, kind.size.height as f32);
            let scale = 1.0 / size.0.max(size.1);
            let turned = kind.turned(facing);
            let free = pt(1.0 - scale * turned.width as f32, 1.0 - scale * turned.height as f32);
            // Centred along its side, with its back to the wall.
            let at = match facing {
                Dir::South => pt(free.x / 2.0, 0.0),
                Dir::North => pt(free.x / 2.0, free.y),
                Dir::East => pt(0.0, free.y / 2.0),
                Dir::West => pt(free.x, free.y / 2.0),
            };
            draw_prop(kind.name, Pen::scaled(style, group, size, pt(scale, scale), at, facing, seed(kind.name)));
        }
        Art::RugPiece(_) => {
            // The rug is drawn for two squares by three, and stretched over the whole area.
            let scale = pt(area.width as f32 / 2.0, area.height as f32 / 3.0);
            let pen = Pen::scaled(style, group, (2.0, 3.0), scale, area.origin().into(), Dir::South, seed("rug"));
            draw_prop("rug", pen);
        }
        _ => {}
    }
}

fn draw_prop(name: &str, mut pen: Pen<'_>) {
    if let Some(draw) = props::find(name) {
        draw(&mut pen);
    }
}
