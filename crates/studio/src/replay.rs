//! Runs as the page replays them: plain arrays, so that a hundred thousand moments are a few typed arrays there and nothing to parse.
//!
//! | part | what it holds |
//! |---|---|
//! | u32 | the length of the header |
//! | the header | JSON, filled up with spaces to a multiple of four bytes with the length before it |
//! | u32 a moment, five lists one after the other | label, step, attempt, where the walker is (its cell plus one, 0 nowhere), the first of its changes; the last list has one more |
//! | u32 a change | the cell |
//! | a byte a change | old *xor* new: the same change leads forwards and back |
//!
//! All numbers have their lowest byte first. Before the first moment every cell is wall.

use mapwright::trace::{Cursor, Trace};
use serde_json::json;
use std::collections::BTreeMap;

/// The bytes of a run.
pub(crate) fn bytes(trace: &Trace) -> Vec<u8> {
    let (size, moments) = (trace.size(), trace.last());
    let mut labels: Vec<&str> = Vec::new();
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut lists: [Vec<u32>; 5] = Default::default();
    let (mut cells, mut flips) = (Vec::new(), Vec::new());
    let mut plane = vec![mapwright::Tile::Wall.code(); size.area()];
    let index = |pos: mapwright::Pos| (pos.y * size.width + pos.x) as u32;
    let mut cursor = Cursor::new(trace);
    for frame in 1..=moments {
        let Some(moment) = trace.moment(frame) else { break };
        let next = labels.len() as u32;
        let label = *numbers.entry(moment.label).or_insert(next);
        if label == next {
            labels.push(moment.label);
        }
        let at = moment.at.map_or(0, |pos| index(pos) + 1);
        let values = [label, moment.step as u32, moment.attempt, at, cells.len() as u32];
        lists.iter_mut().zip(values).for_each(|(list, value)| list.push(value));
        cursor.go(frame);
        for pos in cursor.changed() {
            let (cell, new) = (index(pos), cursor.cells()[pos].code());
            cells.push(cell);
            flips.push(plane[cell as usize] ^ new);
            plane[cell as usize] = new;
        }
    }
    lists[4].push(cells.len() as u32);
    let mut header = json!({
        "size": [size.width, size.height],
        "moments": moments,
        "changes": cells.len(),
        "labels": labels,
        "steps": trace.steps(),
        "merged": trace.merged(),
    })
    .to_string();
    while !(header.len() + 4).is_multiple_of(4) {
        header.push(' ');
    }
    let mut bytes = (header.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(header.as_bytes());
    for number in lists.into_iter().flatten().chain(cells) {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&flips);
    bytes
}
