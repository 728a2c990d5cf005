//! Tokens of entities.

use crate::pen::Weight::{Fine, Line};
use crate::pen::{Pen, polar};
use crate::props;
use crate::scene::{Path, Point, pt};
use crate::style::Material::{Cloth, Dark, Glow, Gold, Light};
use crate::text::Font;
use mapwright::EntityKind;

const MIDDLE: Point = pt(0.5, 0.5);

/// Draws the token of an entity in the middle of its square.
pub(crate) fn draw(pen: &mut Pen<'_>, kind: EntityKind) {
    match kind {
        EntityKind::Start => start(pen),
        EntityKind::Monster => monster(pen),
        EntityKind::Key => key(pen),
        EntityKind::Trap => props::find("trap").expect("a trap is drawn")(pen),
        _ => item(pen),
    }
}

/// Draws a disc with a star.
fn start(pen: &mut Pen<'_>) {
    let disc = pen.circle(MIDDLE, 0.275);
    pen.standing(&disc, Glow, Line);
    let star: Vec<Point> =
        (0..10).map(|i| polar(MIDDLE, if i % 2 == 0 { 0.21 } else { 0.09 }, i as f32 / 10.0 - 0.25)).collect();
    pen.ink(&Path::polygon(&star));
}

/// Draws a disc with a skull.
fn monster(pen: &mut Pen<'_>) {
    let disc = pen.circle(MIDDLE, 0.275);
    pen.standing(&disc, Cloth, Line);
    let mut skull = Path::new();
    skull.move_to(pt(0.41, 0.59)).cubic_to(pt(0.29, 0.55), pt(0.3, 0.31), pt(0.5, 0.31));
    skull.cubic_to(pt(0.7, 0.31), pt(0.71, 0.55), pt(0.59, 0.59));
    skull.line_to(pt(0.585, 0.69)).line_to(pt(0.415, 0.69)).close();
    pen.shape(&skull, Light, Fine);
    for x in [0.425, 0.575] {
        pen.ink(&Path::circle(pt(x, 0.48), 0.05));
    }
    pen.ink(&Path::polygon(&[pt(0.5, 0.54), pt(0.525, 0.59), pt(0.475, 0.59)]));
}

/// Draws a disc with one or two letters, or with a skull if the font lacks them.
pub(crate) fn lettered(pen: &mut Pen<'_>, letters: &str, font: &mut Font) {
    let style = pen.style();
    let ink = style.material(Cloth).readable(style.colors.line, style.colors.light);
    let (text, bounds) = font.centered(letters, MIDDLE, 0.56, ink);
    if text.outline.is_empty() {
        return monster(pen);
    }
    let disc = pen.circle(MIDDLE, 0.33);
    pen.standing(&disc, Cloth, Line);
    // As large as the disc allows.
    let fit = (0.44 / bounds.width()).min(0.42 / bounds.height()).min(1.0);
    pen.tint(&text.outline.mapped(|p| MIDDLE + (p - MIDDLE) * fit), ink);
}

/// Draws a cut gem.
fn item(pen: &mut Pen<'_>) {
    let gem = [(0.35, 0.28), (0.65, 0.28), (0.77, 0.43), (0.5, 0.76), (0.23, 0.43)].map(|(x, y)| pt(x, y));
    pen.standing(&Path::polygon(&gem), Gold, Line);
    let cut = |points: &[(f32, f32)]| Path::polyline(&points.iter().map(|&(x, y)| pt(x, y)).collect::<Vec<_>>());
    pen.line(&cut(&[(0.23, 0.43), (0.77, 0.43)]), Fine);
    pen.line(&cut(&[(0.5, 0.76), (0.39, 0.43), (0.5, 0.28), (0.61, 0.43), (0.5, 0.76)]), Fine);
}

fn key(pen: &mut Pen<'_>) {
    let outline = [
        (0.54, 0.46),
        (0.78, 0.46),
        (0.78, 0.64),
        (0.7, 0.64),
        (0.7, 0.55),
        (0.65, 0.55),
        (0.65, 0.61),
        (0.58, 0.61),
        (0.58, 0.55),
        (0.54, 0.55),
    ];
    let shaft = Path::polygon(&outline.map(|(x, y)| pt(x, y)));
    pen.standing(&shaft, Gold, Line);
    let bow = Path::circle(pt(0.39, 0.5), 0.165);
    pen.standing(&bow, Gold, Line);
    pen.shape(&Path::circle(pt(0.39, 0.5), 0.07), Dark, Fine);
}
