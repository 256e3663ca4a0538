//! The stack of screens: the topmost is shown and answers.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Constraint, Layout};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};
use std::time::Duration;

use crate::help::Help;
use crate::{Input, Lent, Screen, Step};

/// The smallest terminal that every screen is made for: columns and rows.
pub const SMALLEST: (u16, u16) = (80, 24);

/// The smallest that some are made for: a telephone.
pub const POCKET: (u16, u16) = (40, 18);

/// Screens laid one on another. It knows no terminal, so tests drive it as the
/// runner does.
pub struct Stack {
    screens: Vec<Box<dyn Screen>>,
    lent: Lent,
    too_small: bool,
}

impl Stack {
    /// A stack of one screen.
    pub fn new(first: Box<dyn Screen>, lent: Lent) -> Self {
        let mut stack = Self {
            screens: Vec::new(),
            lent,
            too_small: false,
        };
        stack.lay(first);
        stack
    }

    /// Whether every screen has been closed.
    pub fn is_empty(&self) -> bool {
        self.screens.is_empty()
    }

    /// How long to wait before the topmost screen is due.
    pub fn every(&self) -> Option<Duration> {
        self.screens.last().and_then(|screen| screen.every())
    }

    /// Draws the topmost screen, or says that the terminal is too small.
    pub fn draw(&mut self, frame: &mut Frame) {
        let area = frame.area();
        let least = self.screens.last().map_or(SMALLEST, |it| it.smallest());
        self.too_small = area.width < least.0 || area.height < least.1;
        if self.too_small {
            draw_too_small(frame, &self.lent, least);
        } else if let Some(screen) = self.screens.last_mut() {
            screen.draw(frame, &self.lent);
        }
    }

    /// Lets the topmost screen answer. Ctrl-C closes everything, F1 opens help.
    pub fn answer(&mut self, input: &Input) {
        if input.is_ctrl('c') || (self.too_small && input.is_letter('q')) {
            self.screens.clear();
        } else if self.too_small {
            // What cannot be seen cannot be meant.
        } else if input.is(KeyCode::F(1)) && self.has_help() {
            self.take(Step::Help);
        } else if let Some(screen) = self.screens.last_mut() {
            let step = screen.answer(input, &mut self.lent);
            self.take(step);
        }
    }

    /// Whether the topmost screen has keys to tell of. The help itself has none.
    fn has_help(&self) -> bool {
        let screen = self.screens.last();
        screen.is_some_and(|screen| !screen.keys().is_empty())
    }

    /// Lets the topmost screen see what is new.
    pub fn woken(&mut self) {
        if let Some(screen) = self.screens.last_mut() {
            let step = screen.woken(&mut self.lent);
            self.take(step);
        }
    }

    /// The time of the topmost screen is up.
    pub fn due(&mut self) {
        if let Some(screen) = self.screens.last_mut() {
            let step = screen.due(&mut self.lent);
            self.take(step);
        }
    }

    fn lay(&mut self, mut screen: Box<dyn Screen>) {
        screen.opened(&mut self.lent);
        self.screens.push(screen);
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Stay => {}
            Step::Open(screen) => self.lay(screen),
            Step::Become(screen) => {
                self.screens.pop();
                self.lay(screen);
            }
            Step::Close => {
                self.screens.pop();
                if let Some(screen) = self.screens.last_mut() {
                    screen.returned(&mut self.lent);
                }
            }
            Step::Help => {
                let keys = self.screens.last().map(|screen| screen.keys().to_vec());
                if let Some(keys) = keys.filter(|keys| !keys.is_empty()) {
                    self.screens.push(Box::new(Help::new(keys)));
                }
            }
            Step::Quit => self.screens.clear(),
        }
    }
}

fn draw_too_small(frame: &mut Frame, lent: &Lent, least: (u16, u16)) {
    let area = frame.area();
    let text = Text::from(vec![
        Line::styled("This terminal is too small.", lent.theme.accent()),
        Line::from(format!("Parlour needs {} x {}.", least.0, least.1)),
        Line::from(format!("Now it has {} x {}.", area.width, area.height)),
        Line::styled("Enlarge it, or press q to quit.", lent.theme.dim()),
    ]);
    // In the middle if every line fits; else broken into more lines, from the top.
    let fits = text.width() <= usize::from(area.width);
    let height = if fits {
        text.height() as u16
    } else {
        area.height
    };
    let [_, middle, _] = Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(height),
        Constraint::Fill(1),
    ])
    .areas(area);
    let paragraph = Paragraph::new(text).alignment(Alignment::Center);
    frame.render_widget(paragraph.wrap(Wrap { trim: true }), middle);
}
