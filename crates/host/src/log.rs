//! The file of a game: what happened at one table, from the first line to the
//! last.
//!
//! JSON lines, the same for every game and every journal:
//!
//! ```text
//! {"parlour":1,"game":"pig","rules":1,"setup":{…},"seed":"7"}
//! {"seq":1,"stage":"turn-1","by":{"seat":0},"command":"roll","events":[{"rolled":5}],
//!  "fingerprint":"…","time":1900000000000,"hash":"…"}
//! {"end":{"winner":0},"entries":1,"hash":"…"}
//! ```
//!
//! (An entry is one line.) `seq` counts from 1; `by` is `{"seat":N}` or
//! `"clock"`; `time` is in milliseconds since 1970; `end` is the outcome, or null
//! if the game was not over when the file was written.
//!
//! **The chain.** The hash of the header is SHA-256 over its line. The hash of
//! each later line is SHA-256 over the previous hash, as 64 lower-case hex
//! digits, followed by the line without its member `"hash"`, which is always the
//! last one. So no byte can be changed without all hashes after it.
//!
//! A live file is plain text, and lacks its last line until the game is over; an
//! export is the same text, compressed by gzip.

mod archive;
mod chain;
mod entry;
mod read;
mod replay;
mod verify;
mod write;

#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) use archive::Unpacked;
pub use chain::Hash;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) use entry::without_hash;
pub use entry::{End, Entry, Header, Stored};
#[cfg(feature = "file")]
pub(crate) use read::read_end;
pub use read::{BadLine, Ending, Limits, Linked, LogError, LogFile, read_log};
pub(crate) use read::{read_entry, read_header, split_line};
pub use replay::{Replay, ReplayError};
pub use verify::{Difference, Verdict, verify};
pub use write::{LogWriter, write_log_gz};

/// The version of the format, the value of `"parlour"` in a header.
pub const FORMAT: u32 = 1;
