//! Estimates of the memory that maps occupy, for caches.

use mapwright::themes::Theme;
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
    let points = map.passages.iter().map(|passage| passage.points.len() / 4);
    let records = map.extras().count() + points.sum::<usize>() + map.notes.len() + map.stats.len();
    let texts = map.labels.iter().map(|label| label.text.len()).chain(map.entities.iter().map(|it| it.name.len()));
    let edits = map.source.edits.iter().map(|edit| match edit {
        mapwright::edit::Edit::Paint { cells, rects, .. } => EDIT_BYTES + 8 * cells.len() + 16 * rects.len(),
        mapwright::edit::Edit::Reroll { keep, .. } => EDIT_BYTES + 4 * keep.len(),
        _ => EDIT_BYTES,
    });
    map.size().area()
        + RECORD_BYTES * records
        + masks.sum::<usize>()
        + shapes.sum::<usize>()
        + 32 * tags.sum::<usize>()
        + texts.sum::<usize>()
        + edits.sum::<usize>()
        + map.themes.iter().map(theme_bytes).sum::<usize>()
        + map.extras().map(extra_bytes).sum::<usize>()
}

fn extra_bytes(extra: &Extra) -> usize {
    extra.iter().map(|(key, value)| 64 + key.len() + value_bytes(value)).sum()
}

fn theme_bytes(theme: &Theme) -> usize {
    let words = theme.tags.iter().chain(&theme.monsters).chain(theme.decorations.keys());
    let values = theme.effects.iter().chain(&theme.look);
    256 + theme.title.len()
        + theme.summary.len()
        + words.map(|word| 32 + word.len()).sum::<usize>()
        + values.map(|(key, value)| 64 + key.len() + value_bytes(value)).sum::<usize>()
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
