//! Statistics of the current frame, beside the map or below it.

use super::playback::Playback;
use mapwright::trace::Happening;

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
    lines.push(String::new());
    let digits = playback.trace().last().to_string().len();
    for (label, count) in playback.counts() {
        let room = width.saturating_sub(digits + 1);
        let label: String = label.chars().take(room).collect();
        lines.push(format!("{label:room$} {count:>digits$}"));
    }
    lines.push(String::new());
    lines.push(speed(playback));
    lines.extend(merged(playback));
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

fn step(playback: &Playback<'_>, moment: &Happening<'_>) -> String {
    let steps = playback.trace().steps();
    let name = steps.get(moment.step).map_or("", String::as_str);
    format!("step {} of {}: {name}", moment.step + 1, steps.len())
}

fn changes(moment: &Happening<'_>) -> String {
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
    format!("{}% open", playback.open() * 100 / area)
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
