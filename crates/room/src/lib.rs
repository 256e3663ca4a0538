//! The command language of a Diplomacy table.
//!
//! People's words go in, answers in words and pictures come out; the terminal
//! room and every chat share it. Nothing here knows a platform or a database.

mod schedule;
mod settings;
mod span;
mod words;

pub use schedule::Calendar;
pub use settings::{Draws, Fill, SettingError, Settings};
pub use span::{Span, SpanError};
pub use words::{DeadlineChange, OrderLine, OrderVerb, Words, WordsError, help, read};
