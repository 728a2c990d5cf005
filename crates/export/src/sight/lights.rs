//! Lights: the decorations that glow.

use super::Light;
use mapwright_render::{PlanThing, Rgb};

/// What a kind of decoration gives: the radius of bright light in squares, and its colour.
type Glow = (&'static str, f32, Rgb);

const FIRE: Rgb = Rgb(0xff, 0xb3, 0x5c);
const CANDLE: Rgb = Rgb(0xff, 0xd0, 0x8a);

/// All kinds that glow. A square is five feet, so a brazier is as bright as a torch.
const GLOWS: [Glow; 9] = [
    ("brazier", 4.0, FIRE),
    ("torch", 4.0, FIRE),
    ("campfire", 4.0, FIRE),
    ("furnace", 3.0, Rgb(0xff, 0x8a, 0x3c)),
    ("embers", 2.0, Rgb(0xff, 0x6a, 0x33)),
    ("lantern", 6.0, CANDLE),
    ("candle", 1.0, CANDLE),
    ("crystals", 2.0, Rgb(0x8f, 0xe3, 0xdc)),
    ("crystal", 2.0, Rgb(0x8f, 0xe3, 0xdc)),
];

/// Returns the light of a decoration, if it glows.
pub(super) fn light(thing: &PlanThing) -> Option<Light> {
    let &(_, radius, color) = GLOWS.iter().find(|(kind, ..)| *kind == thing.kind)?;
    Some(Light { at: thing.center(), radius, color })
}
