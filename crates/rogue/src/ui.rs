//! Screens of characters: the map with panels, a log, menus and a help page, drawn
//! from a game without touching a terminal.
//!
//! A [`Layout`] says what stands where, a [`Front`] draws a game into a [`Screen`]
//! and turns keys and clicks into the game's own, and a [`Surface`] shows screens
//! and hears inputs. The terminal is one ([`term`](crate::term)); a window or a page
//! is another; [`Paper`] is one for tests.
//!
//! ```
//! use parlour_rogue::ui::{self, Layout, Paper, Tone};
//! use parlour_rogue::{Prop, Seed, demo};
//!
//! let layout = Layout::new().log(3).right(16, |game, panel| {
//!     let world = &game.world;
//!     if let Some(me) = world.player().and_then(|me| world.entity(me)) {
//!         panel.title("You");
//!         panel.bar("hp", me.int(Prop::HP).unwrap_or(0), 20, Tone::Good);
//!     }
//! });
//! let mut game = demo::game(Seed(1), demo::Fight::Dice);
//! let mut paper = Paper::new(60, 16).script("ll?<escape>q").unwrap();
//! ui::run(&mut game, &mut paper, layout, |_, _| ui::Flow::GoOn);
//! assert!(paper.shown[0].rows()[0].contains("You"));
//! assert!(paper.shown[0].rows()[1].contains("hp"));
//! ```

mod front;
mod layout;
mod panel;
mod paper;
mod screen;
mod tone;
#[cfg(feature = "ratatui")]
mod widgets;
mod windows;

pub use crate::display::Flow;
pub use front::{Front, Heard, Input, Mouse, Press, Surface, run, run_beside, run_front};
pub use layout::Layout;
pub use panel::Panel;
pub use paper::Paper;
pub use screen::{Cell, Pen, Screen};
pub use tone::{Theme, Tone};
#[cfg(feature = "ratatui")]
pub use widgets::ratatui_core;
pub use windows::choose;
