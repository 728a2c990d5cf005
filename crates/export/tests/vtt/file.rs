//! Reads Universal VTT files in tests, key by key, without the code that writes them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mapwright::{Map, Run, Seed, presets, registry};
use mapwright_export::{ExportOptions, Format, write};
use mapwright_render::{Layers, Look, PictureOptions, View};
use serde_json::Value;

/// A point in squares.
pub(crate) type P = [f64; 2];

/// A file, parsed.
pub(crate) struct VttFile {
    pub(crate) text: String,
    pub(crate) json: Value,
}

/// Returns the options for an audience.
pub(crate) fn options(view: View) -> ExportOptions {
    let mut layers = Layers::default();
    // Few pixels and a plain drawing: the picture is not what most tests are about.
    for layer in ["hatch", "shadow", "themes", "water"] {
        layers = layers.without(layer).unwrap();
    }
    let look = Look { view, layers, ..Look::default() };
    ExportOptions {
        picture: PictureOptions { look, ..PictureOptions::default() },
        vtt: Some(4),
        ..ExportOptions::default()
    }
}

/// Writes a map and reads the file.
pub(crate) fn file(map: &Map, options: &ExportOptions) -> VttFile {
    let mut bytes = Vec::new();
    let sides = write(map, Format::Dd2vtt, "map", options, &mut bytes).unwrap();
    assert!(sides.is_empty(), "everything is in one file");
    let text = String::from_utf8(bytes).unwrap();
    VttFile { json: serde_json::from_str(&text).unwrap(), text }
}

/// Returns the map of every preset, by name.
pub(crate) fn all_presets() -> impl Iterator<Item = (&'static str, Map)> {
    presets::ALL.iter().map(|preset| {
        let plan = preset.recipe().plan(registry::ALL).unwrap();
        (preset.name, plan.run(Run::new(Seed::new(3))).unwrap())
    })
}

fn point(value: &Value) -> P {
    ["x", "y"].map(|key| value[key].as_f64().unwrap())
}

impl VttFile {
    /// Returns the lines under a key.
    pub(crate) fn lines(&self, key: &str) -> Vec<Vec<P>> {
        let lines = self.json[key].as_array().unwrap().iter();
        lines.map(|line| line.as_array().unwrap().iter().map(point).collect()).collect()
    }

    /// Returns the ends of all portals.
    pub(crate) fn portals(&self) -> Vec<[P; 2]> {
        let portals = self.json["portals"].as_array().unwrap().iter();
        portals.map(|portal| [0, 1].map(|end| point(&portal["bounds"][end]))).collect()
    }

    /// Returns the segments of walls, or of walls and portals.
    pub(crate) fn walls(&self) -> Vec<[P; 2]> {
        self.lines("line_of_sight").iter().flat_map(|line| line.windows(2)).map(|two| [two[0], two[1]]).collect()
    }

    /// Returns the size of the embedded picture, from the header of the PNG.
    pub(crate) fn picture_size(&self) -> [u32; 2] {
        let png = STANDARD.decode(self.json["image"].as_str().unwrap()).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
    }
}

pub(crate) fn distance(a: P, b: P) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns the distance of a point from a segment.
pub(crate) fn distance_from([from, to]: [P; 2], p: P) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let share = ((p[0] - from[0]) * along[0] + (p[1] - from[1]) * along[1]) / length.max(1e-12);
    let share = share.clamp(0.0, 1.0);
    distance(p, [from[0] + share * along[0], from[1] + share * along[1]])
}
