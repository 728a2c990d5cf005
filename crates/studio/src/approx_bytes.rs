//! Estimates of the memory that maps occupy, for caches.

use mapwright::{Extra, Map};
use serde_json::Value;

/// Returns the approximate size of a map in bytes: tiles, records, texts, and the values that other
/// programs wrote into its file.
pub(crate) fn approx_bytes(map: &Map) -> usize {
    const RECORD_BYTES: usize = 128;
    const EDIT_BYTES: usize = 256;
    let masks = map.zones.iter().map(|zone| zone.cells.bounds().size().area() / 8);
    let shapes = map.rooms.iter().map(|room| match &room.shape {
        mapwright::Shape::Cells(cells) => cells.bounds().size().area() / 8,
        _ => 0,
    });
    let tags = map.rooms.iter().map(|room| room.tags.len()).chain(map.zones.iter().map(|zone| zone.tags.len()));
    let records = map.rooms.len()
        + map.passages.iter().map(|passage| 1 + passage.points.len() / 4).sum::<usize>()
        + map.doors.len()
        + map.stairs.len()
        + map.exits.len()
        + map.zones.len()
        + map.entities.len()
        + map.decorations.len()
        + map.labels.len()
        + map.notes.len()
        + map.stats.len();
    let texts = map.labels.iter().map(|label| label.text.len()).chain(map.entities.iter().map(|it| it.name.len()));
    let edits = map.source.edits.iter().map(|edit| match edit {
        mapwright::edit::Edit::Paint { cells, rects, .. } => EDIT_BYTES + 8 * cells.len() + 16 * rects.len(),
        mapwright::edit::Edit::Reroll { keep, .. } => EDIT_BYTES + 4 * keep.len(),
        _ => EDIT_BYTES,
    });
    let extras = [&map.extra]
        .into_iter()
        .chain(map.rooms.iter().map(|it| &it.extra))
        .chain(map.passages.iter().map(|it| &it.extra))
        .chain(map.doors.iter().map(|it| &it.extra))
        .chain(map.zones.iter().map(|it| &it.extra))
        .chain(map.entities.iter().map(|it| &it.extra))
        .chain(map.decorations.iter().map(|it| &it.extra))
        .chain(map.labels.iter().map(|it| &it.extra));
    map.size().area()
        + RECORD_BYTES * records
        + masks.sum::<usize>()
        + shapes.sum::<usize>()
        + 32 * tags.sum::<usize>()
        + texts.sum::<usize>()
        + edits.sum::<usize>()
        + extras.map(extra_bytes).sum::<usize>()
}

fn extra_bytes(extra: &Extra) -> usize {
    extra.iter().map(|(key, value)| 64 + key.len() + value_bytes(value)).sum()
}

/// Returns the approximate size of a JSON value. The recursion is bounded, because files are
/// rejected when their values are nested too deep.
fn value_bytes(value: &Value) -> usize {
    const VALUE_BYTES: usize = 80;
    VALUE_BYTES
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(value_bytes).sum(),
            Value::Object(fields) => fields.iter().map(|(key, value)| 64 + key.len() + value_bytes(value)).sum(),
            _ => 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_values_and_edits_count() {
        let map = Map::from_ascii("###\n#.#\n###").unwrap();
        let plain = approx_bytes(&map);
        let mut extended = map.clone();
        extended.extra.insert("mine".to_owned(), Value::from(vec![0; 1000]));
        assert!(approx_bytes(&extended) > plain + 50_000);
        let mut edited = map;
        let cells = vec![[1, 1]; 1000];
        edited.source.edits.push(mapwright::edit::Edit::Paint {
            tile: mapwright::edit::Paint::Floor,
            cells,
            rects: vec![],
        });
        assert!(approx_bytes(&edited) > plain + 8_000);
    }
}
