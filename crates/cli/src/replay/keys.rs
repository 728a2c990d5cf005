//! Which key does what.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What somebody can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// One moment back or on.
    Step(Way),
    /// The same; twice in a row it is [`Action::Alike`].
    Angle(Way),
    /// To the previous or next moment of the same label.
    Alike(Way),
    First,
    Last,
    /// A digit of the number of a frame.
    Digit(char),
    Erase,
    /// Go to the number that was typed.
    Enter,
    PlayOrPause,
    Slower,
    Faster,
    Larger,
    Smaller,
    /// So many parts of the screen to the right and down.
    Scroll(i32, i32),
    Follow,
    Help,
    /// Drop what was typed, or leave.
    Escape,
    Quit,
    /// Leave, whatever is shown.
    Stop,
    /// Any other key.
    Nothing,
}

/// Towards the beginning or towards the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Back,
    On,
}

/// What the keys do, for people.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("< >  left right", "one moment back or on"),
    ("<< >>  [ ]", "to the previous or next moment of the same label"),
    ("g G  Home End", "to the beginning, to the end"),
    ("digits, Enter", "to the frame of this number"),
    ("space", "play, pause"),
    ("f s  up down", "faster, slower"),
    ("+ -", "larger, smaller"),
    ("h j k l", "scroll; Ctrl with arrows too"),
    ("c", "follow what happens, or stay"),
    ("?", "this page"),
    ("q Esc Ctrl-C", "quit"),
];

/// The keys in one line, the most important first.
pub(crate) const LINE: &[&str] =
    &["? help", "q quit", "space play", "< > step", "<< >> alike", "f s speed", "+ - zoom"];

/// What this key does; nothing when it is let go.
pub(crate) fn action(key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let action = match (key.code, key.modifiers) {
        (KeyCode::Char('c'), with) if with.contains(KeyModifiers::CONTROL) => Action::Stop,
        (KeyCode::Left, with) if with.contains(KeyModifiers::CONTROL) => Action::Scroll(-1, 0),
        (KeyCode::Right, with) if with.contains(KeyModifiers::CONTROL) => Action::Scroll(1, 0),
        (KeyCode::Up, with) if with.contains(KeyModifiers::CONTROL) => Action::Scroll(0, -1),
        (KeyCode::Down, with) if with.contains(KeyModifiers::CONTROL) => Action::Scroll(0, 1),
        (_, with) if with.contains(KeyModifiers::CONTROL) => Action::Nothing,
        (KeyCode::Left, with) if with.contains(KeyModifiers::SHIFT) => Action::Alike(Way::Back),
        (KeyCode::Right, with) if with.contains(KeyModifiers::SHIFT) => Action::Alike(Way::On),
        (code, _) => plain(code),
    };
    Some(action)
}

fn plain(code: KeyCode) -> Action {
    match code {
        // Arrows may be held down; only the angles count as two.
        KeyCode::Left => Action::Step(Way::Back),
        KeyCode::Right => Action::Step(Way::On),
        KeyCode::Char('<' | ',') => Action::Angle(Way::Back),
        KeyCode::Char('>' | '.') => Action::Angle(Way::On),
        KeyCode::Char('[') | KeyCode::PageUp => Action::Alike(Way::Back),
        KeyCode::Char(']') | KeyCode::PageDown => Action::Alike(Way::On),
        KeyCode::Home | KeyCode::Char('g') => Action::First,
        KeyCode::End | KeyCode::Char('G') => Action::Last,
        KeyCode::Char(digit) if digit.is_ascii_digit() => Action::Digit(digit),
        KeyCode::Backspace | KeyCode::Delete => Action::Erase,
        KeyCode::Enter => Action::Enter,
        KeyCode::Char(' ' | 'p') => Action::PlayOrPause,
        KeyCode::Char('s' | '{') | KeyCode::Down => Action::Slower,
        KeyCode::Char('f' | '}') | KeyCode::Up => Action::Faster,
        KeyCode::Char('+' | '=') => Action::Larger,
        KeyCode::Char('-' | '_') => Action::Smaller,
        KeyCode::Char('h') => Action::Scroll(-1, 0),
        KeyCode::Char('l') => Action::Scroll(1, 0),
        KeyCode::Char('k') => Action::Scroll(0, -1),
        KeyCode::Char('j') => Action::Scroll(0, 1),
        KeyCode::Char('c') => Action::Follow,
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Esc => Action::Escape,
        _ => Action::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_make_other_keys_of_arrows() {
        let left = |modifiers| action(KeyEvent::new(KeyCode::Left, modifiers)).unwrap();
        assert_eq!(left(KeyModifiers::NONE), Action::Step(Way::Back));
        assert_eq!(left(KeyModifiers::SHIFT), Action::Alike(Way::Back));
        assert_eq!(left(KeyModifiers::CONTROL), Action::Scroll(-1, 0));
    }

    #[test]
    fn control_c_leaves_and_c_follows() {
        let key = |modifiers| action(KeyEvent::new(KeyCode::Char('c'), modifiers)).unwrap();
        assert_eq!([key(KeyModifiers::CONTROL), key(KeyModifiers::NONE)], [Action::Stop, Action::Follow]);
        // Terminals tell of Shift with the angles, or do not.
        let angle = |modifiers| action(KeyEvent::new(KeyCode::Char('>'), modifiers)).unwrap();
        assert_eq!(angle(KeyModifiers::SHIFT), angle(KeyModifiers::NONE));
    }

    #[test]
    fn a_key_that_is_let_go_does_nothing() {
        let key = KeyEvent::new_with_kind(KeyCode::Char('q'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(action(key), None);
    }
}
