//! What a person does at the terminal.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

/// One key, one movement of the mouse, or pasted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key went down.
    Key(KeyEvent),
    /// The mouse moved, clicked or turned its wheel.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
}

impl Input {
    /// What a terminal's event means to a screen; nothing for a released key, a
    /// new size or a change of focus.
    pub fn from_event(event: Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(Self::Key(key)),
            Event::Mouse(mouse) => Some(Self::Mouse(mouse)),
            Event::Paste(text) => Some(Self::Paste(text)),
            _ => None,
        }
    }

    /// A key without Ctrl or Alt, as tests press it.
    pub fn key(code: KeyCode) -> Self {
        Self::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// A letter, as tests press it.
    pub fn letter(letter: char) -> Self {
        Self::key(KeyCode::Char(letter))
    }

    /// A left click, as tests make it.
    pub fn click_at(column: u16, row: u16) -> Self {
        Self::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })
    }

    /// The key, if it was pressed without Ctrl and Alt.
    pub fn plain(&self) -> Option<KeyCode> {
        match self {
            Self::Key(key)
                if !key
                    .modifiers
                    .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                Some(key.code)
            }
            _ => None,
        }
    }

    /// Whether it is this key alone.
    pub fn is(&self, code: KeyCode) -> bool {
        self.plain() == Some(code)
    }

    /// Whether it is this letter alone.
    pub fn is_letter(&self, letter: char) -> bool {
        self.is(KeyCode::Char(letter))
    }

    /// Whether it is the letter with Ctrl.
    pub fn is_ctrl(&self, letter: char) -> bool {
        matches!(self, Self::Key(key)
            if key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL))
    }

    /// Where the left button went down.
    pub fn click(&self) -> Option<Position> {
        match self {
            Self::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Some(Position::new(mouse.column, mouse.row))
            }
            _ => None,
        }
    }

    /// Where the mouse was moved to, no button down.
    pub fn hover(&self) -> Option<Position> {
        match self {
            Self::Mouse(mouse) if mouse.kind == MouseEventKind::Moved => {
                Some(Position::new(mouse.column, mouse.row))
            }
            _ => None,
        }
    }

    /// How the wheel turned: -1 up, 1 down.
    pub fn wheel(&self) -> Option<i32> {
        match self {
            Self::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => Some(-1),
            Self::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => Some(1),
            _ => None,
        }
    }
}
