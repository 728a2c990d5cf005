//! What keys do.

use super::testing::{PLAIN, player, traced};
use super::*;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

/// Somebody at the keys.
struct Typist<'a, 'b> {
    player: &'b mut Player<'a>,
    now: Instant,
}

impl Typist<'_, '_> {
    /// After a while presses the keys one after the other, each so many milliseconds after the one before.
    fn types(&mut self, keys: &str, apart: u64) {
        self.now += Duration::from_secs(9);
        for letter in keys.chars() {
            let code = match letter {
                '\n' => KeyCode::Enter,
                '\u{1b}' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            };
            self.now += Duration::from_millis(apart);
            self.player.press(KeyEvent::new(code, KeyModifiers::NONE), self.now);
        }
    }
}

fn type_in(player: &mut Player<'_>, keys: &str, apart: u64) {
    Typist { player, now: Instant::now() }.types(keys, apart);
}

#[test]
fn two_angles_in_a_row_go_to_the_next_of_the_same_label() {
    let trace = traced("mining", 30, 20, None);
    let mut player = player(&trace, PLAIN);
    let mut typist = Typist { player: &mut player, now: Instant::now() };
    typist.types(">", 100);
    assert_eq!(typist.player.frame(), 1);
    typist.types(">>", 1_000);
    assert_eq!(typist.player.frame(), 3, "slow ones are two steps");
    let mut expected = 3;
    for _ in 0..50 {
        typist.types(">>", 100);
        expected = trace.next_alike(expected).unwrap();
        assert_eq!((typist.player.frame(), typist.player.moment().unwrap().label), (expected, "break"));
    }
    for _ in 0..49 {
        typist.types("<<", 100);
        expected = trace.previous_alike(expected).unwrap();
        assert_eq!(typist.player.frame(), expected);
    }
    typist.types("><>", 100);
    assert_eq!(typist.player.frame(), expected + 1, "one of each is none of two");
    typist.types(">>>>", 10);
    let twice = trace.next_alike(expected + 1).and_then(|next| trace.next_alike(next));
    assert_eq!(Some(typist.player.frame()), twice, "four are two and two");
}

#[test]
fn brackets_go_there_at_once_and_say_when_there_is_none() {
    let trace = traced("mining", 30, 20, None);
    let mut player = player(&trace, PLAIN);
    type_in(&mut player, "[", 100);
    assert_eq!((player.frame(), player.message.as_str()), (0, "none of this label before"));
    type_in(&mut player, "]]", 100);
    assert_eq!(Some(player.frame()), trace.next_alike(0).and_then(|first| trace.next_alike(first)));
    type_in(&mut player, "G]", 100);
    assert_eq!((player.frame(), player.message.as_str()), (trace.last(), "none of this label after"));
    type_in(&mut player, ">", 100);
    assert_eq!(player.message, "this is the end");
    type_in(&mut player, "g<", 100);
    assert_eq!((player.frame(), player.message.as_str()), (0, "this is the beginning"));
}

#[test]
fn digits_and_enter_go_to_a_number() {
    let trace = traced("mining", 30, 20, None);
    let mut player = player(&trace, PLAIN);
    type_in(&mut player, "12", 100);
    assert_eq!((player.frame(), player.typed.as_str()), (0, "12"));
    type_in(&mut player, "\n", 100);
    assert_eq!((player.frame(), player.typed.as_str()), (12, ""));
    type_in(&mut player, "34\u{1b}", 100);
    assert_eq!((player.frame(), player.typed.as_str(), player.is_over()), (12, "", false));
    type_in(&mut player, "99999999999999999999999\n", 100);
    assert_eq!(player.frame(), trace.last());
    assert!(player.message.contains("999999999999: this is the last one"), "{}", player.message);
    type_in(&mut player, "\n", 100);
    assert_eq!(player.frame(), trace.last(), "without a number one stays");
    type_in(&mut player, "\u{1b}", 100);
    assert!(player.is_over());
}

#[test]
fn it_plays_to_the_end_and_again_from_the_beginning() {
    let trace = traced("mining", 30, 20, None);
    let mut player = player(&trace, PLAIN);
    let now = Instant::now();
    let after = |seconds| now + Duration::from_secs(seconds);
    assert_eq!(player.pass(now), None);
    player.act(Action::PlayOrPause, now);
    let rate = player.speed.a_second() as usize;
    assert!(player.pass(after(2)).is_some_and(|next| next > after(2)));
    assert_eq!(player.frame(), 2 * rate);
    player.act(Action::Step(Way::Back), after(2));
    assert_eq!((player.frame(), player.pass(after(9))), (2 * rate - 1, None), "a step ends it");
    player.act(Action::PlayOrPause, after(9));
    assert_eq!(player.pass(after(9_999)), None);
    assert_eq!((player.frame(), player.speed.is_playing()), (trace.last(), false));
    player.act(Action::PlayOrPause, now);
    assert_eq!((player.frame(), player.speed.is_playing()), (0, true));
    player.act(Action::PlayOrPause, now);
    assert!(!player.speed.is_playing());
}

#[test]
fn any_key_leaves_the_help_and_does_nothing_else() {
    let trace = traced("mining", 30, 20, None);
    let mut player = player(&trace, PLAIN);
    type_in(&mut player, "?q", 100);
    assert!(!player.is_helping && !player.is_over());
    type_in(&mut player, "q", 100);
    assert!(player.is_over());
}

#[test]
fn what_happens_is_around_the_walker_or_all_that_changed() {
    let trace = traced("mining", 30, 20, None);
    let mut player = player(&trace, PLAIN);
    assert_eq!(player.focus(), None);
    player.go(5);
    let at = player.moment().unwrap().at.unwrap();
    assert_eq!(player.focus(), Some(Cells::new(at.x, at.y, 1, 1)));
    player.go(trace.last());
    let focus = player.focus().unwrap();
    assert!(!player.changed().is_empty() && player.changed().iter().all(|&pos| focus.contains(pos)));
}
