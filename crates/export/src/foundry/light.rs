//! Lights of a scene.

use super::document::{Document, Empty};
use super::ids::{Id, Ids};
use super::pixels::Pixels;
use super::scene::DISTANCE;
use crate::sight::{Light, Sight};
use mapwright_render::Rgb;
use serde::Serialize;

/// A light in its place.
#[derive(Clone, Serialize)]
pub(crate) struct AmbientLight {
    #[serde(rename = "_id")]
    id: Id,
    x: i32,
    y: i32,
    elevation: i32,
    rotation: i32,
    /// Walls stop it.
    walls: bool,
    vision: bool,
    hidden: bool,
    config: Config,
    flags: Empty,
}

#[derive(Clone, Serialize)]
struct Config {
    negative: bool,
    priority: u32,
    /// Strength of the colour.
    alpha: f64,
    angle: u32,
    /// Radius of bright light, in units of distance.
    bright: f64,
    color: String,
    coloration: u8,
    /// Radius of all light, in units of distance.
    dim: f64,
    attenuation: f64,
    luminosity: f64,
    saturation: f64,
    contrast: f64,
    shadows: f64,
    animation: Animation,
    darkness: Darkness,
}

#[derive(Clone, Serialize)]
struct Animation {
    #[serde(rename = "type")]
    kind: Option<&'static str>,
    speed: u8,
    intensity: u8,
    reverse: bool,
}

/// Darkness of the scene in which the light burns.
#[derive(Clone, Serialize)]
struct Darkness {
    min: u8,
    max: u8,
}

/// Strength of the colour of a light of intensity 1.
const ALPHA: f64 = 0.5;

impl Document for AmbientLight {
    fn id(&self) -> Id {
        self.id
    }
}

/// Returns the lights of a scene.
pub(crate) fn lights(sight: &Sight, intensity: f32, pixels: Pixels, ids: &Ids) -> Vec<AmbientLight> {
    let numbered = sight.lights.iter().enumerate();
    numbered.map(|(index, light)| ambient(light, intensity, pixels, ids.id("light", index))).collect()
}

fn ambient(light: &Light, intensity: f32, pixels: Pixels, id: Id) -> AmbientLight {
    let [x, y] = pixels.point(light.at);
    let distance = |squares: f32| short(f64::from(squares) * f64::from(DISTANCE));
    let Rgb(red, green, blue) = light.color;
    AmbientLight {
        id,
        x,
        y,
        elevation: 0,
        rotation: 0,
        walls: true,
        vision: false,
        hidden: false,
        config: Config {
            negative: false,
            priority: 0,
            alpha: short((ALPHA * f64::from(intensity)).clamp(0.0, 1.0)),
            angle: 360,
            bright: distance(light.radius),
            color: format!("#{red:02x}{green:02x}{blue:02x}"),
            coloration: 1,
            dim: distance(2.0 * light.radius),
            attenuation: 0.5,
            luminosity: 0.5,
            saturation: 0.0,
            contrast: 0.0,
            shadows: 0.0,
            animation: Animation {
                kind: is_flame(light.color).then_some("torch"),
                speed: 3,
                intensity: 3,
                reverse: false,
            },
            darkness: Darkness { min: 0, max: 1 },
        },
        flags: Empty {},
    }
}

/// Returns the number with two decimals.
fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Returns true for the colours of fire, whose light flickers: red before green before blue.
fn is_flame(Rgb(red, green, blue): Rgb) -> bool {
    red > green && green > blue
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::{Map, Size, Tile};
    use mapwright_render::scene::Point;

    fn config(radius: f32, color: Rgb, intensity: f32) -> serde_json::Value {
        let light = Light { at: Point { x: 1.5, y: 2.5 }, radius, color };
        let ids = Ids::new("", [&Map::new(Size::new(1, 1), Tile::Floor)]);
        let light = ambient(&light, intensity, Pixels::new(70), ids.id("light", 0));
        assert_eq!((light.x, light.y), (105, 175));
        serde_json::to_value(light.config).unwrap()
    }

    #[test]
    fn radii_are_distances_and_not_pixels() {
        let config = config(4.0, Rgb(0xff, 0xb4, 0x5a), 1.0);
        assert_eq!((&config["bright"], &config["dim"], &config["alpha"]), (&20.0.into(), &40.0.into(), &0.5.into()));
        assert_eq!((&config["color"], &config["animation"]["type"]), (&"#ffb45a".into(), &"torch".into()));
    }

    #[test]
    fn only_fire_flickers_and_no_light_is_too_strong() {
        let config = config(1.234, Rgb(0x50, 0xc0, 0xff), 9.0);
        assert!(config["animation"]["type"].is_null());
        assert_eq!((&config["alpha"], &config["bright"]), (&1.0.into(), &6.17.into()));
    }
}
