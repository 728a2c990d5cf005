//! Statistics of the current frame, beside the map or below it.

use super::playback::{Playback, TileTotals};
use super::times::milliseconds;
use mapwright::trace::FrameInfo;

/// Returns the lines for a column of this width.
pub(crate) fn lines(playback: &Playback<'_>, width: usize) -> Vec<String> {
    let mut lines = vec![frame(playback), bar(playback, width)];
    match playback.moment() {
        None => lines.extend(["empty map,", "before the first step"].map(str::to_owned)),
        Some(moment) => {
            lines.push(moment.label.to_owned());
            lines.push(step(playback, &moment));
            lines.push(format!("attempt {}", moment.attempt + 1));
            lines.push(changes(&moment));
        }
    }
    lines.extend(place(playback));
    lines.push(floor(playback));
    lines.extend(start(playback));
    lines.extend(times(playback));
    lines.push(speed(playback));
    lines.extend(merged(playback));
    lines.push(String::new());
    let digits = playback.trace().last().to_string().len();
    for (label, count) in playback.counts() {
        let room = width.saturating_sub(digits + 1);
        let label: String = label.chars().take(room).collect();
        lines.push(format!("{label:room$} {count:>digits$}"));
    }
    lines.push(String::new());
    let TileTotals { open, wall, void } = playback.tiles();
    lines.extend([format!("{open} open, {wall} wall"), format!("{void} void")]);
    lines
}

/// Returns the statistics as parts of a line, the most important first.
pub(crate) fn parts(playback: &Playback<'_>) -> Vec<String> {
    let mut parts = vec![frame(playback)];
    if let Some(moment) = playback.moment() {
        parts.extend([moment.label.to_owned(), changes(&moment)]);
    }
    parts.extend(place(playback));
    parts.push(floor(playback));
    if let Some(moment) = playback.moment() {
        parts.extend([step(playback, &moment), format!("attempt {}", moment.attempt + 1)]);
    }
    parts.push(speed(playback));
    parts.extend(start(playback));
    parts.extend(times(playback));
    parts.extend(merged(playback));
    parts.extend(playback.counts().iter().map(|(label, count)| format!("{label} {count}")));
    parts
}

fn frame(playback: &Playback<'_>) -> String {
    format!("frame {} of {}", playback.frame(), playback.trace().last())
}

/// Returns the progress bar.
fn bar(playback: &Playback<'_>, width: usize) -> String {
    let (frame, last) = (playback.frame(), playback.trace().last().max(1));
    let done = (frame * width / last).min(width);
    let [full, empty] = if playback.look.paint.ascii { ["=", "-"] } else { ["━", "─"] };
    format!("{}{}", full.repeat(done), empty.repeat(width - done))
}

fn step(playback: &Playback<'_>, moment: &FrameInfo<'_>) -> String {
    let steps = playback.trace().steps();
    let name = steps.get(moment.step).map_or("", String::as_str);
    format!("step {} of {}: {name}", moment.step + 1, steps.len())
}

fn changes(moment: &FrameInfo<'_>) -> String {
    match moment.changes {
        0 => "nothing changed".to_owned(),
        1 => "1 tile changed".to_owned(),
        many => format!("{many} tiles changed"),
    }
}

/// Returns the position of the walker, or of a single changed tile.
fn place(playback: &Playback<'_>) -> Option<String> {
    let at = playback.moment()?.at;
    let one = || match playback.changed() {
        [pos] => Some(*pos),
        _ => None,
    };
    at.or_else(one).map(|pos| format!("at {},{}", pos.x, pos.y))
}

fn floor(playback: &Playback<'_>) -> String {
    let area = playback.trace().size().area().max(1);
    format!("{:.2}% open", 100.0 * playback.tiles().open as f64 / area as f64)
}

/// Returns the position where the walker started.
fn start(playback: &Playback<'_>) -> Option<String> {
    playback.start().map(|pos| format!("start at {},{}", pos.x, pos.y))
}

/// Returns the time up to this frame and of the whole run, and of one frame on average.
fn times(playback: &Playback<'_>) -> Vec<String> {
    let Some(times) = &playback.times else { return Vec::new() };
    let (total, now) = (milliseconds(times.total()), times.at(playback.frame()).map(milliseconds));
    let step = total / playback.trace().last().max(1) as f64;
    let so_far = now.map(|now| format!("{} of ", number(now))).unwrap_or_default();
    vec![format!("time {so_far}{} ms", number(total)), format!("{} ms a step", number(step))]
}

/// Writes milliseconds with at least three digits that count.
fn number(milliseconds: f64) -> String {
    match milliseconds {
        many if many >= 100.0 => format!("{many:.0}"),
        few if few >= 0.01 || few == 0.0 => format!("{few:.3}"),
        tiny => format!("{tiny:.6}"),
    }
}

fn speed(playback: &Playback<'_>) -> String {
    let what = if playback.speed.is_playing() { "playing" } else { "paused" };
    format!("{what}, {} frames/s", playback.speed.per_second())
}

/// Returns the number of merged frames.
fn merged(playback: &Playback<'_>) -> Option<String> {
    let merged = playback.trace().merged();
    (merged > 0).then(|| format!("{merged} frames merged"))
}
