//! Key bindings.

use super::game::Action;
use mapwright::Level;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Help for the keys.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("arrows hjkl 2468", "walk"),
    ("yubn 7913", "walk diagonally"),
    ("> <", "take or walk to stairs"),
    ("Enter", "take the stairs here"),
    ("x", "explore"),
    ("s", "find secret doors"),
    (". 5", "wait"),
    ("m", "show the map"),
    ("?", "show this help"),
    ("q Esc Ctrl-C", "quit"),
];

/// Help in one line, the most important keys first.
pub(crate) const LINE: &[&str] =
    &["? help", "q quit", "hjkl walk", "x explore", "> < stairs", "m map", "s search", ". wait"];

/// Returns the action of a key; `None` when it is released.
pub(crate) fn action(key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return Some(if key.code == KeyCode::Char('c') { Action::Stop } else { Action::Nothing });
    }
    let action = match key.code {
        KeyCode::Up | KeyCode::Char('k' | '8') => Action::Walk(0, -1),
        KeyCode::Down | KeyCode::Char('j' | '2') => Action::Walk(0, 1),
        KeyCode::Left | KeyCode::Char('h' | '4') => Action::Walk(-1, 0),
        KeyCode::Right | KeyCode::Char('l' | '6') => Action::Walk(1, 0),
        KeyCode::Home | KeyCode::Char('y' | '7') => Action::Walk(-1, -1),
        KeyCode::PageUp | KeyCode::Char('u' | '9') => Action::Walk(1, -1),
        KeyCode::End | KeyCode::Char('b' | '1') => Action::Walk(-1, 1),
        KeyCode::PageDown | KeyCode::Char('n' | '3') => Action::Walk(1, 1),
        KeyCode::Char('.' | '5') | KeyCode::KeypadBegin => Action::Wait,
        KeyCode::Char('s') => Action::Search,
        KeyCode::Char('>' | 't' | '_') => Action::Stairs(Level::Down),
        KeyCode::Char('<') => Action::Stairs(Level::Up),
        KeyCode::Enter => Action::Use,
        KeyCode::Char('x' | 'o') => Action::Explore,
        KeyCode::Char('m') => Action::ToggleMap,
        KeyCode::Char('?') => Action::ToggleHelp,
        KeyCode::Char('q') | KeyCode::Esc => Action::Quit,
        _ => Action::Nothing,
    };
    Some(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_arrows_walk_alike() {
        let walks = |code| action(KeyEvent::new(code, KeyModifiers::NONE));
        for (letter, digit, code) in [
            ('h', '4', KeyCode::Left),
            ('j', '2', KeyCode::Down),
            ('k', '8', KeyCode::Up),
            ('l', '6', KeyCode::Right),
            ('y', '7', KeyCode::Home),
            ('u', '9', KeyCode::PageUp),
            ('b', '1', KeyCode::End),
            ('n', '3', KeyCode::PageDown),
        ] {
            assert!(matches!(walks(code), Some(Action::Walk(..))));
            assert_eq!([walks(KeyCode::Char(letter)), walks(KeyCode::Char(digit))], [walks(code); 2]);
        }
    }

    #[test]
    fn control_c_quits_and_c_does_nothing() {
        let key = |modifiers| action(KeyEvent::new(KeyCode::Char('c'), modifiers));
        assert_eq!([key(KeyModifiers::CONTROL), key(KeyModifiers::NONE)], [Action::Stop, Action::Nothing].map(Some));
    }
}
