//! What came in from keyboard and pointer, in the order it came.
//!
//! Between two frames a fast hand presses, drags and releases. Asking the frame
//! for its state would lose the way there, so every event is kept.

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::input::{KeyCode, MouseButton, is_mouse_button_down};
pub use macroquad::miniquad::TouchPhase;
use macroquad::miniquad::{EventHandler, KeyMods};

use crate::outside;
use crate::pixel::Pixel;

/// One thing a person did.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A letter, with the layout and Shift applied.
    Letter(char),
    /// A letter of the keyboard with Ctrl held, in lower case.
    Ctrl(char),
    /// A key that writes no letter.
    Key(KeyCode),
    /// The pointer moved.
    Moved(Pixel),
    /// A button went down.
    Pressed {
        /// Which one.
        button: MouseButton,
        /// Where.
        at: Pixel,
        /// Whether Shift was held.
        shift: bool,
    },
    /// A button went up, or the window stopped hearing of it.
    Released(MouseButton),
    /// The wheel turned away from the hand (positive) or towards it.
    Wheel(i32),
    /// A finger touched the screen, moved or left it. A mouse that does the same is
    /// told too, for scenes that want no more.
    Touch(Touch),
    /// A file was dropped onto the window.
    Dropped {
        /// Its name.
        name: String,
        /// What it holds, or why it is no text.
        text: Result<String, String>,
    },
}

/// What a finger did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Which finger: the same number from touching to leaving.
    pub finger: u64,
    /// What it did.
    pub phase: TouchPhase,
    /// Where.
    pub at: Pixel,
    /// When, in thousandths of a second.
    pub millis: u64,
}

/// Gathers events between frames.
pub(crate) struct Inbox {
    subscriber: usize,
    down: Vec<MouseButton>,
    shift: bool,
    inputs: Vec<Input>,
}

impl Inbox {
    /// An inbox that hears of everything from now on.
    pub(crate) fn new() -> Self {
        Self {
            subscriber: register_input_subscriber(),
            down: Vec::new(),
            shift: false,
            inputs: Vec::new(),
        }
    }

    /// Everything since the last call.
    pub(crate) fn take(&mut self) -> Vec<Input> {
        let subscriber = self.subscriber;
        repeat_all_miniquad_input(self, subscriber);
        // A button released outside the window is never reported.
        for button in self.down.clone() {
            if !is_mouse_button_down(button) {
                self.release(button);
            }
        }
        for file in macroquad::input::get_dropped_files() {
            let name = file.path.and_then(|path| {
                let name = path.file_name()?.to_string_lossy().into_owned();
                Some(name)
            });
            self.inputs.push(Input::Dropped {
                name: name.unwrap_or_else(|| String::from("dropped file")),
                text: outside::text_of(file.bytes.unwrap_or_default()),
            });
        }
        std::mem::take(&mut self.inputs)
    }

    fn release(&mut self, button: MouseButton) {
        self.down.retain(|&held| held != button);
        self.inputs.push(Input::Released(button));
    }
}

/// The pixel of a pointer report, which counts the pixels of the screen.
fn pixel(x: f32, y: f32) -> Pixel {
    let finer = outside::pixels_per_point();
    Pixel::new((x / finer).floor() as i32, (y / finer).floor() as i32)
}

/// The letter a key has on it, in lower case.
fn letter_of(code: KeyCode) -> Option<char> {
    let number = code as u32;
    let letter = char::from_u32(number)?;
    letter
        .is_ascii_uppercase()
        .then(|| letter.to_ascii_lowercase())
}

impl EventHandler for Inbox {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.inputs.push(Input::Moved(pixel(x, y)));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.down.push(button);
        self.inputs.push(Input::Pressed {
            button,
            at: pixel(x, y),
            shift: self.shift,
        });
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if self.down.contains(&button) {
            self.inputs.push(Input::Moved(pixel(x, y)));
            self.release(button);
        }
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        if y != 0.0 {
            self.inputs.push(Input::Wheel(if y > 0.0 { 1 } else { -1 }));
        }
    }

    fn touch_event(&mut self, phase: TouchPhase, finger: u64, x: f32, y: f32) {
        self.inputs.push(Input::Touch(Touch {
            finger,
            phase,
            at: pixel(x, y),
            millis: outside::millis(),
        }));
    }

    fn char_event(&mut self, letter: char, mods: KeyMods, _repeat: bool) {
        if !mods.ctrl && !mods.logo && !letter.is_control() {
            self.inputs.push(Input::Letter(letter));
        }
    }

    fn key_down_event(&mut self, code: KeyCode, mods: KeyMods, repeat: bool) {
        match code {
            KeyCode::LeftShift | KeyCode::RightShift => self.shift = true,
            _ => self.shift = mods.shift,
        }
        match letter_of(code) {
            Some(letter) if mods.ctrl || mods.logo => {
                if !repeat {
                    self.inputs.push(Input::Ctrl(letter));
                }
            }
            Some(_) => {}
            None => self.inputs.push(Input::Key(code)),
        }
    }

    fn key_up_event(&mut self, code: KeyCode, _mods: KeyMods) {
        if matches!(code, KeyCode::LeftShift | KeyCode::RightShift) {
            self.shift = false;
        }
    }
}
