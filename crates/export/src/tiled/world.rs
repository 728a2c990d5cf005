//! Worlds: the levels of a campaign beside each other.

use crate::job::CampaignEntry;
use serde::Serialize;
use std::io::{self, Write};

/// Tiles between two levels.
const GAP: i32 = 2;

#[derive(Serialize)]
struct World {
    maps: Vec<Place>,
    #[serde(rename = "onlyShowAdjacentMaps")]
    only_show_adjacent_maps: bool,
    r#type: &'static str,
}

/// A level in the world; all lengths are in pixels.
#[derive(Serialize)]
struct Place {
    #[serde(rename = "fileName")]
    file_name: String,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

/// Returns the file name of a level.
pub(super) fn file_name(level: &CampaignEntry<'_>) -> String {
    format!("{}.tmx", level.job.stem)
}

/// Writes the world, with the levels in rows, at `tile` pixels per tile side.
pub(super) fn write(levels: &[CampaignEntry<'_>], tile: u32, to: &mut dyn Write) -> io::Result<()> {
    let columns = (1..=levels.len()).find(|columns| columns * columns >= levels.len()).unwrap_or(1);
    let sizes = || levels.iter().map(|level| level.job.map.size());
    let pixels = |tiles: i32| i64::from(tiles) * i64::from(tile);
    let (wide, high) = (sizes().map(|size| size.width).max(), sizes().map(|size| size.height).max());
    let (across, down) = (pixels(wide.unwrap_or(0) + GAP), pixels(high.unwrap_or(0) + GAP));
    let maps = levels.iter().enumerate().map(|(index, level)| {
        let size = level.job.map.size();
        Place {
            file_name: file_name(level),
            x: (index % columns) as i64 * across,
            y: (index / columns) as i64 * down,
            width: pixels(size.width),
            height: pixels(size.height),
        }
    });
    let world = World { maps: maps.collect(), only_show_adjacent_maps: false, r#type: "world" };
    serde_json::to_writer_pretty(&mut *to, &world)?;
    to.write_all(b"\n")
}
