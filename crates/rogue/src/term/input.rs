//! What a terminal reports, as inputs of ours.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use parlour_grid::Point;

use crate::notation::Key;
use crate::ui::{Input, Mouse, Press};

/// The input of a terminal event; what means nothing here is none.
pub(super) fn of(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) => key_of(*key).map(Input::Key),
        Event::Mouse(mouse) => mouse_of(*mouse).map(Input::Mouse),
        Event::Resize(width, height) => Some(Input::Resized(*width, *height)),
        _ => None,
    }
}

fn mouse_of(event: MouseEvent) -> Option<Mouse> {
    let press = match event.kind {
        MouseEventKind::Moved | MouseEventKind::Drag(_) => Press::Moved,
        MouseEventKind::Down(MouseButton::Left) => Press::Main,
        MouseEventKind::Down(_) => Press::Other,
        _ => return None,
    };
    let at = Point::new(event.column.into(), event.row.into());
    Some(Mouse { at, press })
}

/// The key of a terminal event; releases and unknown keys are none.
fn key_of(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    Some(match event.code {
        KeyCode::Char(char) if event.modifiers.contains(KeyModifiers::CONTROL) => {
            Key::Ctrl(char.to_ascii_lowercase())
        }
        KeyCode::Char(char) => Key::Char(char),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Insert => Key::Insert,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::F(number @ 1..=12) => Key::F(number),
        _ => return None,
    })
}
