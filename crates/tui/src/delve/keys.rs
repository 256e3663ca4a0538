//! Keys of the terminal as the game knows them.

use parlour_delve::Key;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::Input;

/// The key of an input; nothing for the mouse, pasted text and keys with Alt.
pub(super) fn key_of(input: &Input) -> Option<Key> {
    let Input::Key(event) = input else {
        return None;
    };
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char(letter) if letter.is_control() => return None,
        KeyCode::Char(letter) if ctrl => Key::Ctrl(letter.to_ascii_lowercase()),
        KeyCode::Char(letter) => Key::Char(letter),
        _ if ctrl => return None,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyEvent;

    use super::*;

    #[test]
    fn keys_with_control_are_their_letter_and_those_with_alt_none() {
        let with = |modifiers| Input::Key(KeyEvent::new(KeyCode::Char('z'), modifiers));
        assert_eq!(key_of(&with(KeyModifiers::CONTROL)), Some(Key::Ctrl('z')));
        assert_eq!(key_of(&with(KeyModifiers::ALT)), None);
        assert_eq!(key_of(&Input::letter('?')), Some(Key::Char('?')));
        assert_eq!(key_of(&Input::key(KeyCode::Esc)), Some(Key::Escape));
        assert_eq!(key_of(&Input::click_at(1, 1)), None);
    }
}
