//! The keys of the editor, the same in the window, the browser and the terminal,
//! and the help that lists them.

/// A key as every front can tell it. Letters come as typed; for commands it does
/// not matter whether Shift was held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit, sign or blank.
    Char(char),
    /// A letter typed while Ctrl was held, in lower case.
    Ctrl(char),
    /// Return.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// Left arrow.
    Left,
    /// Right arrow.
    Right,
    /// Up arrow.
    Up,
    /// Down arrow.
    Down,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// F1, which asks for help everywhere.
    Help,
}

/// What a key asks for when no question is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Toggle the wall at the cursor.
    ToggleWall,
    /// Put the observer on the cursor.
    PlaceObserver,
    /// Add the cursor's cell to the observer, or take it away.
    ToggleObserver,
    /// The next shape of the observer: 1x1, 2x1, 1x2, 2x2.
    NextShape,
    /// Move the cursor by columns and rows.
    MoveCursor(i32, i32),
    /// Between exact sight and the symmetric field of view.
    SwitchMode,
    /// A larger or smaller radius.
    Radius(i32),
    /// No radius.
    Unlimited,
    /// Any-angle path on or off.
    AnyAngle,
    /// 8-connected path: off, cutting corners, not cutting.
    GridPath,
    /// Take back the last step.
    Undo,
    /// Do it again.
    Redo,
    /// Copy the drawing as text.
    Copy,
    /// Paste a drawing.
    Paste,
    /// Ask for the size of a new sheet.
    New,
    /// Ask for the file to open.
    Open,
    /// Ask for the file to save to.
    Save,
    /// Ask for the file that gets this drawing as a test case.
    SaveCase,
    /// The random map of the next seed.
    NextRandom,
    /// Ask for seed and style of a random map.
    Random,
    /// The next or previous drawing of the open file.
    Turn(i32),
    /// Closer or farther.
    Zoom(i32),
    /// The whole sheet in view.
    Fit,
    /// The other colours.
    Palette,
    /// Why the pointer's cell is in sight or is not: shown or not.
    Explain,
    /// The next sentence of why, or the one before.
    Beat(i32),
    /// Show or hide the help.
    Help,
    /// Close the editor.
    Close,
}

impl Command {
    /// What the key asks for, if anything.
    pub fn of(key: Key) -> Option<Self> {
        Some(match key {
            Key::Escape => Self::Close,
            Key::Help => Self::Help,
            Key::Left => Self::MoveCursor(-1, 0),
            Key::Right => Self::MoveCursor(1, 0),
            Key::Up => Self::MoveCursor(0, -1),
            Key::Down => Self::MoveCursor(0, 1),
            Key::PageUp => Self::Turn(-1),
            Key::PageDown => Self::Turn(1),
            Key::Home => Self::Fit,
            Key::Enter => Self::PlaceObserver,
            Key::Backspace => return None,
            Key::Ctrl(letter) => match letter {
                'z' => Self::Undo,
                'y' => Self::Redo,
                'c' => Self::Copy,
                'v' => Self::Paste,
                's' => Self::Save,
                'o' => Self::Open,
                'n' => Self::New,
                _ => return None,
            },
            Key::Char(letter) => match letter.to_ascii_lowercase() {
                ' ' => Self::ToggleWall,
                'd' => Self::ToggleObserver,
                'm' => Self::NextShape,
                'f' => Self::SwitchMode,
                '[' => Self::Radius(-1),
                ']' => Self::Radius(1),
                '\\' => Self::Unlimited,
                'a' => Self::AnyAngle,
                'p' => Self::GridPath,
                'u' => Self::Undo,
                'y' => Self::Redo,
                'c' => Self::Copy,
                'v' => Self::Paste,
                'n' => Self::New,
                'o' => Self::Open,
                's' => Self::Save,
                't' => Self::SaveCase,
                'r' => Self::NextRandom,
                'g' => Self::Random,
                '+' | '=' => Self::Zoom(1),
                '-' | '_' => Self::Zoom(-1),
                'k' => Self::Palette,
                'e' => Self::Explain,
                '.' | '>' => Self::Beat(1),
                ',' | '<' => Self::Beat(-1),
                'h' | '?' => Self::Help,
                _ => return None,
            },
        })
    }
}

/// The help, as lines of keys and what they do.
pub const HELP: &[(&str, &str)] = &[
    ("left click, Space", "wall on or off"),
    ("left drag", "paint what the first cell became"),
    ("right hold, Enter", "the observer comes here"),
    (
        "Shift + right, D",
        "add a cell to the observer, or take it away",
    ),
    ("M", "observer of 1x1, 2x1, 1x2, 2x2 cells"),
    ("F", "exact sight / symmetric field of view"),
    ("[ ] \\", "radius smaller, larger, none"),
    ("A", "any-angle path to the pointer"),
    ("P", "8-connected path: cutting corners, not cutting, off"),
    ("U Y, Ctrl Z Y", "undo, redo"),
    ("C V", "copy the drawing as text, paste one"),
    ("N O S", "new sheet, open, save (.json, .jsonl: a case)"),
    ("T", "save as test case with the expected sets"),
    ("PgUp PgDn", "previous, next drawing of the file"),
    ("R G", "random map: the next seed, seed and style of yours"),
    ("wheel + - Home", "zoom, whole sheet; middle drag moves it"),
    ("arrows", "move the pointer by cells"),
    ("E", "why the pointer's cell is in sight, or is not"),
    (". ,", "the same step by step: on, back"),
    (
        "K",
        "colours: classic, or for eyes that mix up red and green",
    ),
    ("tap, hold, two fingers", "wall, observer, move and zoom"),
    ("H, F1", "this help"),
    ("Esc", "close; asks when something is not saved"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shift_does_not_change_a_command() {
        for letter in 'a'..='z' {
            assert_eq!(
                Command::of(Key::Char(letter)),
                Command::of(Key::Char(letter.to_ascii_uppercase()))
            );
        }
        assert_eq!(Command::of(Key::Char('j')), None);
    }

    #[test]
    fn every_letter_of_a_command_is_in_the_help() {
        let named: String = HELP.iter().map(|(keys, _)| *keys).collect();
        for letter in ('a'..='z').filter(|&letter| Command::of(Key::Char(letter)).is_some()) {
            let name = letter.to_ascii_uppercase();
            assert!(named.contains(name), "{name} is missing from the help");
        }
    }
}
