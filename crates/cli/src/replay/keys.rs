//! Key bindings.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Action of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Go to the previous or next frame.
    Step(Direction),
    /// Go to the previous or next frame with the current label.
    SameLabel(Direction),
    First,
    Last,
    /// Digit of a frame number.
    Digit(char),
    Erase,
    /// Go to the typed frame number.
    Enter,
    PlayOrPause,
    Slower,
    Faster,
    ZoomIn,
    ZoomOut,
    /// Scroll by quarters of the screen, to the right and down.
    Scroll(i32, i32),
    Follow,
    Help,
    /// Discard the typed number, or quit.
    Escape,
    Quit,
    /// Quit from any view.
    Stop,
    /// Any other key.
    Nothing,
}

/// Direction in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Back,
    Forward,
}

/// Help for the keys.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("< >  left right", "previous or next frame"),
    ("[ ]  PageUp PageDown", "jump to the same label"),
    ("g G  Home End", "first or last frame"),
    ("digits, Enter", "go to this frame"),
    ("space", "play or pause"),
    ("f s  up down", "faster or slower"),
    ("+ -", "zoom in or out"),
    ("h j k l", "scroll (or Ctrl-arrows)"),
    ("c", "follow changes on/off"),
    ("q Esc Ctrl-C", "quit"),
];

/// Help in one line, the most important keys first.
pub(crate) const LINE: &[&str] =
    &["? help", "q quit", "space play", "< > step", "[ ] same label", "f s speed", "+ - zoom"];

/// Returns the action of a key; `None` when it is released.
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
        (KeyCode::Left, with) if with.contains(KeyModifiers::SHIFT) => Action::SameLabel(Direction::Back),
        (KeyCode::Right, with) if with.contains(KeyModifiers::SHIFT) => Action::SameLabel(Direction::Forward),
        (code, _) => plain(code),
    };
    Some(action)
}

fn plain(code: KeyCode) -> Action {
    match code {
        KeyCode::Left | KeyCode::Char('<' | ',') => Action::Step(Direction::Back),
        KeyCode::Right | KeyCode::Char('>' | '.') => Action::Step(Direction::Forward),
        KeyCode::Char('[') | KeyCode::PageUp => Action::SameLabel(Direction::Back),
        KeyCode::Char(']') | KeyCode::PageDown => Action::SameLabel(Direction::Forward),
        KeyCode::Home | KeyCode::Char('g') => Action::First,
        KeyCode::End | KeyCode::Char('G') => Action::Last,
        KeyCode::Char(digit) if digit.is_ascii_digit() => Action::Digit(digit),
        KeyCode::Backspace | KeyCode::Delete => Action::Erase,
        KeyCode::Enter => Action::Enter,
        KeyCode::Char(' ' | 'p') => Action::PlayOrPause,
        KeyCode::Char('s' | '{') | KeyCode::Down => Action::Slower,
        KeyCode::Char('f' | '}') | KeyCode::Up => Action::Faster,
        KeyCode::Char('+' | '=') => Action::ZoomIn,
        KeyCode::Char('-' | '_') => Action::ZoomOut,
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
    fn modifiers_change_the_action_of_arrows() {
        let left = |modifiers| action(KeyEvent::new(KeyCode::Left, modifiers)).unwrap();
        assert_eq!(left(KeyModifiers::NONE), Action::Step(Direction::Back));
        assert_eq!(left(KeyModifiers::SHIFT), Action::SameLabel(Direction::Back));
        assert_eq!(left(KeyModifiers::CONTROL), Action::Scroll(-1, 0));
    }

    #[test]
    fn control_c_quits_and_c_follows() {
        let key = |modifiers| action(KeyEvent::new(KeyCode::Char('c'), modifiers)).unwrap();
        assert_eq!([key(KeyModifiers::CONTROL), key(KeyModifiers::NONE)], [Action::Stop, Action::Follow]);
        // Some terminals report Shift with the angles.
        let angle = |modifiers| action(KeyEvent::new(KeyCode::Char('>'), modifiers)).unwrap();
        assert_eq!(angle(KeyModifiers::SHIFT), angle(KeyModifiers::NONE));
    }

    #[test]
    fn a_released_key_does_nothing() {
        let key = KeyEvent::new_with_kind(KeyCode::Char('q'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(action(key), None);
    }
}
