//! A line typed into a screen, and what an 80x24 terminal then shows.

use parlour_tui::{Input, Stack};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

/// Types words and Enter.
pub fn say(stack: &mut Stack, words: &str) {
    for letter in words.chars() {
        stack.answer(&Input::letter(letter));
    }
    stack.answer(&Input::key(KeyCode::Enter));
}

/// The whole screen as text.
pub fn drawn(stack: &mut Stack) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| stack.draw(frame)).unwrap();
    terminal.backend().to_string()
}
