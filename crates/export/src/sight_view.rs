//! [`SightView`]: walls, doors and lights as data, for previews and own importers.

use crate::error::Error;
use crate::job::for_seen_map;
use crate::options::ExportOptions;
use crate::sight::Sight;
use mapwright::{DoorKind, DoorState, Map};
use mapwright_render::scene::Point;
use schemars::JsonSchema;
use serde::Serialize;

/// A point in squares from the top-left corner of the map: x and y.
type At = [f32; 2];

/// What a virtual table learns about a map: walls, doors and lights along the drawn lines.
///
/// Coordinates are squares from the top-left corner of the map; y grows down.
///
/// ```
/// use mapwright::{Seed, Size, generate};
/// use mapwright_export::{ExportOptions, SightView};
/// let map = generate("dungeon", Size::new(52, 44), Seed::new(7))?;
/// let sight = SightView::of(&map, &ExportOptions::default())?;
/// assert!(sight.walls.iter().all(|line| line.len() > 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SightView {
    /// Lines that block sight, cut at doors. A closed line repeats its first point.
    pub walls: Vec<Vec<At>>,
    /// Closed lines around columns and statues.
    pub objects: Vec<Vec<At>>,
    /// Doors that close gaps in the walls.
    pub doors: Vec<SightDoorView>,
    /// Lights of things that glow.
    pub lights: Vec<LightView>,
}

/// A door.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SightDoorView {
    /// The ends of its leaf.
    pub ends: [At; 2],
    /// Construction of the door.
    pub kind: DoorKind,
    /// State of the door.
    pub state: DoorState,
}

/// A light.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LightView {
    /// Its place.
    pub at: At,
    /// Radius of bright light; dim light reaches twice as far.
    pub radius: f32,
    /// Its colour as `#rrggbb`.
    pub color: String,
}

impl SightView {
    /// Finds walls, doors and lights of a map as the audience of the options sees it.
    pub fn of(map: &Map, options: &ExportOptions) -> Result<SightView, Error> {
        let sight = Sight::of(&options.picture.seen(map), &for_seen_map(options))?;
        let at = |point: &Point| [rounded(point.x), rounded(point.y)];
        let lines = |lines: &[Vec<Point>]| lines.iter().map(|line| line.iter().map(at).collect()).collect();
        Ok(SightView {
            walls: lines(&sight.walls),
            objects: lines(&sight.objects),
            doors: sight
                .doors
                .iter()
                .map(|door| SightDoorView {
                    ends: [at(&door.ends[0]), at(&door.ends[1])],
                    kind: door.kind,
                    state: door.state,
                })
                .collect(),
            lights: sight
                .lights
                .iter()
                .map(|light| LightView {
                    at: at(&light.at),
                    radius: rounded(light.radius),
                    color: format!("#{:02x}{:02x}{:02x}", light.color.0, light.color.1, light.color.2),
                })
                .collect(),
        })
    }
}

/// Rounds to a thousandth, which is less than a pixel at every size.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
