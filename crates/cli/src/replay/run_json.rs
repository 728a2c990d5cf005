//! The run as JSON: every frame with its action and position, and the statistics.

use super::times::{Times, milliseconds};
use mapwright::Tile;
use mapwright::trace::Trace;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Writes the run, one frame per line. With `times`, every frame has its time since the start, and
/// the statistics have the time of the run; without, the same run gives the same bytes.
pub(crate) fn write_path(trace: &Trace, times: Option<&Times>, to: &mut dyn Write) -> io::Result<()> {
    let size = trace.size();
    writeln!(to, "{{")?;
    for (name, value) in [
        ("size", json!([size.width, size.height])),
        ("seed", json!(trace.map().source.seed.number().to_string())),
        ("steps", json!(trace.steps())),
        ("merged", json!(trace.merged())),
        ("statistics", Value::Object(statistics(trace, times))),
    ] {
        writeln!(to, "\"{name}\": {value},")?;
    }
    writeln!(to, "\"path\": [")?;
    for frame in 1..=trace.last() {
        let end = if frame == trace.last() { "" } else { "," };
        writeln!(to, "{}{end}", entry(trace, times, frame))?;
    }
    writeln!(to, "]\n}}")
}

/// Returns a frame: its action, the position of the walker, the number of changed tiles and, if
/// asked for, its time. Step and attempt are left out while they are 0.
fn entry(trace: &Trace, times: Option<&Times>, frame: usize) -> Value {
    let Some(moment) = trace.moment(frame) else { return Value::Null };
    let mut entry = Map::new();
    let mut put = |name: &str, value: Value| entry.insert(name.to_owned(), value);
    put("action", json!(moment.label));
    if let Some(pos) = moment.at {
        put("at", json!([pos.x, pos.y]));
    }
    put("changed", json!(moment.changes));
    for (name, number) in [("step", moment.step as u64), ("attempt", moment.attempt.into())] {
        if number > 0 {
            put(name, json!(number));
        }
    }
    if let Some(time) = times.and_then(|times| times.at(frame)) {
        put("ms", json!(rounded(milliseconds(time), 1e6)));
    }
    Value::Object(entry)
}

/// Returns the statistics of the map, the percentage of walkable tiles with two decimals and, if
/// asked for, the time of the run and of one frame on average.
fn statistics(trace: &Trace, times: Option<&Times>) -> Map<String, Value> {
    let map = trace.map();
    let mut statistics: Map<String, Value> =
        map.stats.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let tiles = map.tiles.cells();
    let count = |counts: &dyn Fn(Tile) -> bool| tiles.iter().filter(|tile| counts(**tile)).count();
    let open = count(&|tile| tile.is_walkable());
    let more = [
        ("frames", json!(trace.last())),
        ("tiles", json!(tiles.len())),
        ("tiles_open", json!(open)),
        ("percent", json!(rounded(100.0 * open as f64 / tiles.len().max(1) as f64, 1e2))),
    ];
    statistics.extend(more.map(|(name, value)| (name.to_owned(), value)));
    if let Some(times) = times {
        let total = milliseconds(times.total());
        statistics.insert("execution_ms".to_owned(), json!(rounded(total, 1e6)));
        statistics.insert("step_ms".to_owned(), json!(rounded(total / trace.last().max(1) as f64, 1e6)));
    }
    statistics
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

#[cfg(test)]
mod tests {
    use super::super::playback::testing::traced;
    use super::*;

    fn read(trace: &Trace, times: Option<&Times>) -> Value {
        let mut text = Vec::new();
        write_path(trace, times, &mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    #[test]
    fn every_step_of_a_miner_has_a_position_and_an_action() {
        let trace = traced("mining", 24, 10, None);
        let run = read(&trace, None);
        let path = run["path"].as_array().unwrap();
        assert_eq!(path.len(), trace.last());
        let (last, steps) = path.split_last().unwrap();
        assert_eq!((&last["action"], last.get("at")), (&json!("void"), None));
        let mut before: Option<(i64, i64)> = None;
        let mut floor = std::collections::BTreeSet::new();
        for step in steps {
            let at = (step["at"][0].as_i64().unwrap(), step["at"][1].as_i64().unwrap());
            assert!(before.is_none_or(|(x, y)| (x - at.0).abs() + (y - at.1).abs() == 1), "{step}");
            let is_new = floor.insert(at);
            assert_eq!(step["action"], if is_new { "break" } else { "backtrack" });
            assert_eq!(step["changed"], i32::from(is_new));
            assert_eq!(step.get("ms"), None);
            before = Some(at);
        }
        let statistics = &run["statistics"];
        assert_eq!(statistics["breaks"], floor.len());
        assert_eq!(steps[0]["at"], json!([statistics["start_x"], statistics["start_y"]]));
        assert_eq!((&statistics["percent"], statistics.get("execution_ms")), (&json!(30.0), None));
    }

    #[test]
    fn times_are_added_when_asked_for() {
        let trace = traced("mining", 24, 10, None);
        let run = read(&trace, Some(&Times::even(trace.last() as u64)));
        assert_eq!(run["path"][4]["ms"], 0.005);
        assert_eq!(run["statistics"]["execution_ms"], trace.last() as f64 / 1e3);
        assert_eq!(run["statistics"]["step_ms"], 0.001);
    }

    #[test]
    fn runs_without_a_walker_have_actions_only() {
        let trace = traced("bsp", 60, 40, None);
        let run = read(&trace, None);
        let path = run["path"].as_array().unwrap();
        assert!(path.len() > 3 && path.iter().all(|entry| entry.get("at").is_none()));
        assert!(path.iter().any(|entry| entry["action"] == "room"), "{run}");
    }
}
