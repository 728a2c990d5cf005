//! What there is to say about a moment, beside the map or below it.

use super::player::Player;
use mapwright::trace::Happening;

/// All of it, line by line, for a column of this width.
pub(crate) fn lines(player: &Player<'_>, width: usize) -> Vec<String> {
    let mut lines = vec![frame(player), bar(player, width)];
    match player.moment() {
        None => lines.extend(["solid rock,", "before anything happened"].map(str::to_owned)),
        Some(moment) => {
            lines.push(moment.label.to_owned());
            lines.push(step(player, &moment));
            lines.push(format!("attempt {}", moment.attempt + 1));
            lines.push(changes(&moment));
        }
    }
    lines.extend(place(player));
    lines.push(floor(player));
    lines.push(String::new());
    let digits = player.trace().last().to_string().len();
    for (label, count) in player.counts() {
        let room = width.saturating_sub(digits + 1);
        let label: String = label.chars().take(room).collect();
        lines.push(format!("{label:room$} {count:>digits$}"));
    }
    lines.push(String::new());
    lines.push(speed(player));
    lines.extend(merged(player));
    lines
}

/// The same in parts, the most important first, for a few lines below the map.
pub(crate) fn parts(player: &Player<'_>) -> Vec<String> {
    let mut parts = vec![frame(player)];
    if let Some(moment) = player.moment() {
        parts.extend([moment.label.to_owned(), changes(&moment)]);
    }
    parts.extend(place(player));
    parts.push(floor(player));
    if let Some(moment) = player.moment() {
        parts.extend([step(player, &moment), format!("attempt {}", moment.attempt + 1)]);
    }
    parts.push(speed(player));
    parts.extend(merged(player));
    parts.extend(player.counts().iter().map(|(label, count)| format!("{label} {count}")));
    parts
}

fn frame(player: &Player<'_>) -> String {
    format!("frame {} of {}", player.frame(), player.trace().last())
}

/// How much of the run is done.
fn bar(player: &Player<'_>, width: usize) -> String {
    let (frame, last) = (player.frame(), player.trace().last().max(1));
    let done = (frame * width / last).min(width);
    let [full, empty] = if player.look.paint.ascii { ["=", "-"] } else { ["━", "─"] };
    format!("{}{}", full.repeat(done), empty.repeat(width - done))
}

fn step(player: &Player<'_>, moment: &Happening<'_>) -> String {
    let steps = player.trace().steps();
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

/// Where the walker is, or else the one tile that changed.
fn place(player: &Player<'_>) -> Option<String> {
    let at = player.moment()?.at;
    let one = || match player.changed() {
        [pos] => Some(*pos),
        _ => None,
    };
    at.or_else(one).map(|pos| format!("at {},{}", pos.x, pos.y))
}

fn floor(player: &Player<'_>) -> String {
    let area = player.trace().size().area().max(1);
    format!("{} % open", player.open() * 100 / area)
}

fn speed(player: &Player<'_>) -> String {
    let what = if player.speed.is_playing() { "playing" } else { "paused" };
    format!("{what}, {} a second", player.speed.a_second())
}

/// What is missing.
fn merged(player: &Player<'_>) -> Option<String> {
    let merged = player.trace().merged();
    (merged > 0).then(|| format!("{merged} moments merged"))
}
