//! How much memory a map takes, about.

use mapwright::{Extra, Map};
use serde_json::Value;

/// The bytes of a map, for shelves: tiles, records, texts, and whatever other programs wrote.
pub(crate) fn weight(map: &Map) -> usize {
    const RECORD: usize = 128;
    const EDIT: usize = 256;
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
        mapwright::edit::Edit::Paint { cells, rects, .. } => EDIT + 8 * cells.len() + 16 * rects.len(),
        mapwright::edit::Edit::Reroll { keep, .. } => EDIT + 4 * keep.len(),
        _ => EDIT,
    });
    let all = [&map.extra].into_iter();
    let extras = all
        .chain(map.rooms.iter().map(|it| &it.extra))
        .chain(map.passages.iter().map(|it| &it.extra))
        .chain(map.doors.iter().map(|it| &it.extra))
        .chain(map.zones.iter().map(|it| &it.extra))
        .chain(map.entities.iter().map(|it| &it.extra))
        .chain(map.decorations.iter().map(|it| &it.extra))
        .chain(map.labels.iter().map(|it| &it.extra));
    map.size().area()
        + RECORD * records
        + masks.sum::<usize>()
        + shapes.sum::<usize>()
        + 32 * tags.sum::<usize>()
        + texts.sum::<usize>()
        + edits.sum::<usize>()
        + extras.map(of_extra).sum::<usize>()
}

fn of_extra(extra: &Extra) -> usize {
    extra.iter().map(|(key, value)| 64 + key.len() + of_value(value)).sum()
}

/// A value with all that is in it; files are bounded in how deep values lie in each other.
fn of_value(value: &Value) -> usize {
    const VALUE: usize = 80;
    VALUE
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(of_value).sum(),
            Value::Object(fields) => fields.iter().map(|(key, value)| 64 + key.len() + of_value(value)).sum(),
            _ => 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_file_may_hold_weighs_something() {
        let map = Map::from_ascii("###\n#.#\n###").unwrap();
        let light = weight(&map);
        let mut heavy = map.clone();
        heavy.extra.insert("mine".to_owned(), Value::from(vec![0; 1000]));
        assert!(weight(&heavy) > light + 50_000);
        let mut edited = map;
        let cells = vec![[1, 1]; 1000];
        edited.source.edits.push(mapwright::edit::Edit::Paint {
            tile: mapwright::edit::Paint::Floor,
            cells,
            rects: vec![],
        });
        assert!(weight(&edited) > light + 8_000);
    }
}
