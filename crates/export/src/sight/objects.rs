//! Objects: things on the floor that are too tall to see over, by the size of their drawing.

use mapwright_render::PlanThing;
use mapwright_render::scene::{Point, Turned};

/// The foot of a thing that faces south, in squares from the top left corner of its cells.
enum Foot {
    Circle { center: Point, radius: f32 },
    Rect { from: Point, to: Point },
}

const fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// All tall things.
const TALL: [(&str, Foot); 5] = [
    ("column-round", Foot::Circle { center: at(0.5, 0.5), radius: 0.31 }),
    ("column-square", Foot::Rect { from: at(0.22, 0.22), to: at(0.78, 0.78) }),
    ("statue", Foot::Rect { from: at(0.12, 0.12), to: at(0.87, 0.87) }),
    ("bookshelf", Foot::Rect { from: at(0.1, 0.1), to: at(1.9, 0.52) }),
    ("tree", Foot::Circle { center: at(0.48, 0.48), radius: 0.33 }),
];

/// Corners of a circle.
const CORNERS: u8 = 8;

/// Returns the closed line around a thing that blocks sight, with its first point again at the end.
pub(super) fn object(thing: &PlanThing) -> Option<Vec<Point>> {
    let (_, foot) = TALL.iter().find(|(name, _)| *name == thing.drawn_as)?;
    let corners: Vec<Point> = match foot {
        Foot::Rect { from, to } => vec![*from, at(to.x, from.y), *to, at(from.x, to.y)],
        Foot::Circle { center, radius } => (0..CORNERS).map(|corner| *center + spoke(corner) * *radius).collect(),
    };
    Some(corners.iter().chain(corners.first()).map(|&corner| thing.point(corner)).collect())
}

/// Returns a corner of the octagon in the circle of radius one.
fn spoke(corner: u8) -> Point {
    let diagonal = std::f32::consts::FRAC_1_SQRT_2;
    let first = if corner.is_multiple_of(2) { at(1.0, 0.0) } else { at(diagonal, diagonal) };
    Turned { quarters: corner / 2, to: at(0.0, 0.0) }.point(first)
}
