//! Binary encoding of a run for the page: plain arrays, so that a hundred thousand moments become a
//! few typed arrays without parsing.
//!
//! The parts follow each other in this order. All numbers are little-endian.
//!
//! 1. Length of the header: a u32.
//! 2. Header: JSON, padded with spaces so that length and header together are a multiple of four
//!    bytes.
//! 3. Five lists with a u32 per moment: label, step, attempt, cell of the walker plus one (0 for
//!    none), and index of the moment's first change. The last list has one more entry: the number
//!    of changes.
//! 4. Cell of each change: a u32 per change.
//! 5. Old value *xor* new value of each change: a byte per change. Applying a change again undoes
//!    it.
//!
//! Before the first moment every cell is wall.

use mapwright::trace::{Cursor, Trace};
use serde_json::json;
use std::collections::BTreeMap;

/// Maximum number of recorded moments of a run.
pub(crate) const MAX_MOMENTS: usize = 200_000;

/// Encodes a run in at most `max_moments` moments; more are merged. `differs` tells whether the run
/// ends in another map than the one that was asked for.
pub(crate) fn encode(trace: &Trace, max_moments: usize, differs: bool) -> Vec<u8> {
    let (size, last) = (trace.size(), trace.last());
    let stride = last.div_ceil(max_moments.max(1)).max(1);
    let moments = last.div_ceil(stride);
    let mut labels: Vec<&str> = Vec::new();
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut lists: [Vec<u32>; 5] = Default::default();
    let (mut cells, mut xors) = (Vec::new(), Vec::new());
    let mut plane = vec![mapwright::Tile::Wall.code(); size.area()];
    let index = |pos: mapwright::Pos| (pos.y * size.width + pos.x) as u32;
    let mut cursor = Cursor::new(trace);
    let mut changed: Vec<mapwright::Pos> = Vec::new();
    for frame in 1..=last {
        cursor.go(frame);
        changed.extend(cursor.changed());
        if frame % stride != 0 && frame != last {
            continue;
        }
        let Some(moment) = trace.moment(frame) else { break };
        let next = labels.len() as u32;
        let label = *numbers.entry(moment.label).or_insert(next);
        if label == next {
            labels.push(moment.label);
        }
        let at = moment.at.map_or(0, |pos| index(pos) + 1);
        let values = [label, moment.step as u32, moment.attempt, at, cells.len() as u32];
        lists.iter_mut().zip(values).for_each(|(list, value)| list.push(value));
        for pos in changed.drain(..) {
            let (cell, new) = (index(pos), cursor.cells()[pos].code());
            // Merged moments may change a cell several times.
            if plane[cell as usize] == new {
                continue;
            }
            cells.push(cell);
            xors.push(plane[cell as usize] ^ new);
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
        "merged": trace.merged() + (last - moments) as u64,
        "differs": differs,
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
    bytes.extend_from_slice(&xors);
    bytes
}
