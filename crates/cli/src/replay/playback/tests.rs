//! Tests of the key bindings.

use super::testing::{PLAIN, playback, traced};
use super::*;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use std::time::Duration;

/// Simulated user.
struct Typist<'a, 'b> {
    playback: &'b mut Playback<'a>,
    now: Instant,
}

impl Typist<'_, '_> {
    /// Waits, then presses the keys `apart` milliseconds after each other.
    fn types(&mut self, keys: &str, apart: u64) {
        self.now += Duration::from_secs(9);
        for letter in keys.chars() {
            let code = match letter {
                '\n' => KeyCode::Enter,
                '\u{1b}' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            };
            self.now += Duration::from_millis(apart);
            self.playback.press(KeyEvent::new(code, KeyModifiers::NONE), self.now);
        }
    }
}

fn type_in(playback: &mut Playback<'_>, keys: &str, apart: u64) {
    Typist { playback, now: Instant::now() }.types(keys, apart);
}

#[test]
fn angles_are_steps_however_quick() {
    let trace = traced("mining", 30, 20, None);
    for apart in [0, 10, 100, 1_000] {
        let mut playback = playback(&trace, PLAIN);
        type_in(&mut playback, ">>>>", apart);
        assert_eq!(playback.frame(), 4, "{apart} ms apart");
        type_in(&mut playback, "<<><", apart);
        assert_eq!(playback.frame(), 2, "{apart} ms apart");
    }
}

#[test]
fn brackets_go_from_break_to_break() {
    let trace = traced("mining", 30, 20, None);
    let mut playback = playback(&trace, PLAIN);
    let breaks: Vec<usize> =
        (1..=trace.last()).filter(|&frame| trace.moment(frame).is_some_and(|moment| moment.label == "break")).collect();
    for &frame in &breaks {
        type_in(&mut playback, "]", 100);
        assert_eq!(playback.frame(), frame);
    }
    type_in(&mut playback, "]", 100);
    assert_eq!(playback.frame(), trace.last(), "after the last break comes the void");
    for &frame in breaks.iter().rev() {
        type_in(&mut playback, "[", 100);
        assert_eq!(playback.frame(), frame);
    }
}

#[test]
fn brackets_jump_by_label_and_report_the_last_one() {
    let trace = traced("mining", 30, 20, None);
    let mut playback = playback(&trace, PLAIN);
    type_in(&mut playback, "[", 100);
    assert_eq!((playback.frame(), playback.message.as_str()), (0, "no earlier frame has this label"));
    type_in(&mut playback, "]]", 100);
    assert_eq!(Some(playback.frame()), trace.next_alike(0).and_then(|first| trace.next_alike(first)));
    type_in(&mut playback, "G]", 100);
    assert_eq!((playback.frame(), playback.message.as_str()), (trace.last(), "no later frame has this label"));
    type_in(&mut playback, ">", 100);
    assert_eq!(playback.message, "this is the last frame");
    type_in(&mut playback, "g<", 100);
    assert_eq!((playback.frame(), playback.message.as_str()), (0, "this is the first frame"));
}

#[test]
fn digits_and_enter_go_to_a_number() {
    let trace = traced("mining", 30, 20, None);
    let mut playback = playback(&trace, PLAIN);
    type_in(&mut playback, "12", 100);
    assert_eq!((playback.frame(), playback.typed.as_str()), (0, "12"));
    type_in(&mut playback, "\n", 100);
    assert_eq!((playback.frame(), playback.typed.as_str()), (12, ""));
    type_in(&mut playback, "34\u{1b}", 100);
    assert_eq!((playback.frame(), playback.typed.as_str(), playback.is_over()), (12, "", false));
    type_in(&mut playback, "99999999999999999999999\n", 100);
    assert_eq!(playback.frame(), trace.last());
    assert!(playback.message.contains("999999999999; this is the last one"), "{}", playback.message);
    type_in(&mut playback, "\n", 100);
    assert_eq!(playback.frame(), trace.last(), "Enter without a number does nothing");
    type_in(&mut playback, "\u{1b}", 100);
    assert!(playback.is_over());
}

#[test]
fn it_plays_to_the_end_and_again_from_the_beginning() {
    let trace = traced("mining", 30, 20, None);
    let mut playback = playback(&trace, PLAIN);
    let now = Instant::now();
    let after = |seconds| now + Duration::from_secs(seconds);
    assert_eq!(playback.tick(now), None);
    playback.act(Action::PlayOrPause, now);
    let rate = playback.speed.per_second() as usize;
    assert!(playback.tick(after(2)).is_some_and(|next| next > after(2)));
    assert_eq!(playback.frame(), 2 * rate);
    playback.act(Action::Step(Direction::Back), after(2));
    assert_eq!((playback.frame(), playback.tick(after(9))), (2 * rate - 1, None), "a step pauses");
    playback.act(Action::PlayOrPause, after(9));
    assert_eq!(playback.tick(after(9_999)), None);
    assert_eq!((playback.frame(), playback.speed.is_playing()), (trace.last(), false));
    playback.act(Action::PlayOrPause, now);
    assert_eq!((playback.frame(), playback.speed.is_playing()), (0, true));
    playback.act(Action::PlayOrPause, now);
    assert!(!playback.speed.is_playing());
}

#[test]
fn any_key_leaves_the_help_and_does_nothing_else() {
    let trace = traced("mining", 30, 20, None);
    let mut playback = playback(&trace, PLAIN);
    type_in(&mut playback, "?q", 100);
    assert!(!playback.is_helping && !playback.is_over());
    type_in(&mut playback, "q", 100);
    assert!(playback.is_over());
}

#[test]
fn the_focus_is_the_walker_or_all_changed_tiles() {
    let trace = traced("mining", 30, 20, None);
    let mut playback = playback(&trace, PLAIN);
    assert_eq!(playback.focus(), None);
    playback.go(5);
    let at = playback.moment().unwrap().at.unwrap();
    assert_eq!(playback.focus(), Some(Cells::new(at.x, at.y, 1, 1)));
    playback.go(trace.last());
    let focus = playback.focus().unwrap();
    assert!(!playback.changed().is_empty() && playback.changed().iter().all(|&pos| focus.contains(pos)));
}
