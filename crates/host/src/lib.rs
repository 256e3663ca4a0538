//! Tables, seats, the journal, deadlines and the outbox: the one road of a
//! command.
//!
//! The host names no game and no transport. The app registers games; fronts send
//! [`Message`]s and show what comes back. A command is proposed to the rules,
//! appended to the [`journal`], and only then applied and told.
//!
//! ```
//! use std::sync::Arc;
//!
//! use parlour_host::journal::MemoryJournal;
//! use parlour_host::table::{Identity, Person};
//! use parlour_host::{Host, Json, ManualClock, Message, NewTable, Registry, SeededEntropy, wait};
//! use parlour_rules::Seed;
//! use parlour_rules::tiny::Pig;
//!
//! let mut games = Registry::new();
//! games.register::<Pig>();
//! let host = Host::new(
//!     games,
//!     Arc::new(MemoryJournal::new()),
//!     Arc::new(ManualClock::default()),
//!     Arc::new(SeededEntropy::new(Seed(1))),
//! );
//!
//! let ann = Person::new("ann", "Ann");
//! let setup = Json::parse(r#"{"players":1,"goal":20}"#)?;
//! let table = wait(host.open_table(NewTable::new("pig", setup, Seed(7), ann)))?;
//!
//! // A turn. Other futures than `wait` work too: nothing here needs a runtime.
//! let ann = Identity::from("ann");
//! let accepted = wait(host.command_text(Message::new(&table, &ann, r#""roll""#)))?;
//! assert_eq!(accepted.seq, 1);
//! let refused = wait(host.command_text(Message::new(&table, &"bob".into(), r#""roll""#)));
//! assert_eq!(refused.unwrap_err().code(), "not_seated");
//! assert!(wait(host.look(&table, &ann))?.view.as_str().contains("scores"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without default features there is the memory journal alone, no thread, no
//! runtime, and the clock is whatever is given to the host.

pub mod audit;
pub mod card;
pub mod deadline;
mod entropy;
pub mod game;
pub mod host;
pub mod journal;
mod json;
pub mod link;
pub mod log;
pub mod pass;
pub mod press;
pub mod private;
mod refused;
#[cfg(feature = "service")]
pub mod service;
mod shown;
pub mod spread;
pub mod steward;
pub mod table;
mod time;
mod waiting;

use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "system")]
pub use entropy::SystemEntropy;
pub use entropy::{Entropy, SeededEntropy};
pub use game::Registry;
pub use host::{Accepted, Host, Message, NewTable};
pub use json::Json;
pub use refused::Refused;
pub use shown::{Form, Shown};
#[cfg(feature = "system")]
pub use time::SystemClock;
pub use time::{AgreedClock, Clock, ManualClock, Time};
pub use waiting::wait;

/// What a lock guards is whole even if somebody panicked beside it: changes are
/// made only after everything that can fail.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Text from outside as a message may quote it: not at any length, and without
/// letters that could move a terminal's cursor.
fn quotable(text: &str, longest: usize) -> String {
    let is_plain = |byte| matches!(byte, b' '..=b'~');
    if text.len() <= longest && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    let shown = |letter: char| if letter.is_control() { '·' } else { letter };
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(longest).map(shown).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}
