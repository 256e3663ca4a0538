//! A surface without a screen: it keeps what was shown and hears a list of inputs.

use std::collections::VecDeque;

use parlour_grid::Point;

use super::front::{Input, Mouse, Press, Surface};
use super::screen::Screen;
use crate::notation::{NoSuchKey, parse_script};

/// A surface for tests and pictures in guides.
#[derive(Clone, Debug, Default)]
pub struct Paper {
    size: (u16, u16),
    inputs: VecDeque<Input>,
    /// Every screen that was shown, in order.
    pub shown: Vec<Screen>,
    /// How long animations stood, in milliseconds.
    pub waited: u32,
}

impl Paper {
    /// A surface of a size.
    pub fn new(width: u16, height: u16) -> Self {
        Self {
            size: (width, height),
            ..Self::default()
        }
    }

    /// The same that will hear these keys, written as a script.
    pub fn script(mut self, keys: &str) -> Result<Self, NoSuchKey> {
        self.inputs
            .extend(parse_script(keys)?.into_iter().map(Input::Key));
        Ok(self)
    }

    /// The same that will hear the mouse.
    #[must_use]
    pub fn mouse(mut self, press: Press, x: i32, y: i32) -> Self {
        let at = Point::new(x, y);
        self.inputs.push_back(Input::Mouse(Mouse { at, press }));
        self
    }

    /// The same that will have another size.
    #[must_use]
    pub fn resized(mut self, width: u16, height: u16) -> Self {
        self.inputs.push_back(Input::Resized(width, height));
        self
    }

    /// The screen that stands there now.
    pub fn last(&self) -> Option<&Screen> {
        self.shown.last()
    }
}

impl Surface for Paper {
    fn size(&self) -> (u16, u16) {
        self.size
    }

    fn show(&mut self, screen: &Screen) {
        self.shown.push(screen.clone());
    }

    fn wait(&mut self, milliseconds: u32) {
        self.waited += milliseconds;
    }

    fn input(&mut self) -> Option<Input> {
        let input = self.inputs.pop_front();
        if let Some(Input::Resized(width, height)) = input {
            self.size = (width, height);
        }
        input
    }
}
