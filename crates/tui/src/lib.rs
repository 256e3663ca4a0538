//! Terminal screens and keys for every game.
//!
//! A [`Screen`] draws itself and answers what people type and click. The
//! [`runner`] owns the terminal: it waits without using the processor, shows the
//! topmost of a stack of screens, and gives the terminal back whatever happens.
//! Colours come from one [`Theme`]. Screens show views and send commands; they
//! know no rules.
//!
//! ```
//! use parlour_tui::{Input, Lent, Screen, Stack, Step, Theme};
//! use ratatui::{Frame, Terminal, backend::TestBackend};
//!
//! struct Hello;
//!
//! impl Screen for Hello {
//!     fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
//!         let line = ratatui::text::Line::styled("hello", lent.theme.title());
//!         frame.render_widget(line, frame.area());
//!     }
//!     fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
//!         if input.is_letter('q') { Step::Close } else { Step::Stay }
//!     }
//! }
//!
//! let mut stack = Stack::new(Box::new(Hello), Lent::silent(Theme::default()));
//! let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
//! terminal.draw(|frame| stack.draw(frame)).unwrap();
//! stack.answer(&Input::letter('q'));
//! assert!(stack.is_empty());
//! ```

pub mod alone;
mod background;
pub mod delve;
pub mod diplomacy;
pub mod frame;
mod help;
pub mod home;
mod input;
pub mod kingslayer;
pub mod menu;
pub mod notice;
pub mod plain;
pub mod qr;
pub mod replay;
pub mod runner;
mod screen;
pub mod settings;
pub mod sight;
mod stack;
mod sure;
pub mod table;
mod theme;
mod typed;
mod wrap;
mod zones;

pub use background::{Background, terminal_is_light};
pub use input::Input;
pub use screen::{Bell, KeyHelp, Lent, Remember, Screen, Step};
pub use stack::{POCKET, SMALLEST, Stack};
pub use theme::{Colours, Theme};
pub use zones::Zones;
