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
//! An entry says who gave it in `"who"` and where it came from in `"from"`, after
//! `"time"`, as far as that is no secret; older files do not.
//!
//! An entry that was decided by another version of the rules than the header names
//! has one member more, `"rules":N` before `"hash"`: the table was continued after
//! the rules had changed.
//!
//! **The chain.** The hash of the header is SHA-256 over its line. The hash of
//! each later line is SHA-256 over the previous hash, as 64 lower-case hex
//! digits, followed by the line without its member `"hash"`, which is always the
//! last one. So no byte can be changed without all hashes after it.
//!
//! **The audit.** After the end line of an export stand the [deeds](crate::audit) of the
//! table, in a chain of their own that begins with the hash of the header, and a last
//! line `{"deeds":N,"log":"…","hash":"…"}` with the hash of the end line, which binds
//! both. Files of older versions have none.
//!
//! A live file is plain text, and lacks its last line until the game is over; an
//! export is the same text, compressed by gzip.

mod ages;
mod archive;
mod chain;
mod entry;
mod line;
mod read;
mod replay;
mod verify;
mod write;

pub(crate) use ages::{Era, OutOfAge};
pub use ages::{NewerRules, Older};
pub(crate) use ages::{events as events_of, older as older_than, start as start_of};
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) use archive::Unpacked;
pub use chain::Hash;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) use entry::without_hash;
pub use entry::{End, Entry, Header, Stored};
pub use read::{Audit, BadLine, Ending, Limits, Linked, LogError, LogFile, read_log};
pub(crate) use read::{hash_in, read_end, read_entry, read_header, read_linked, split_line};
pub use replay::{Replay, ReplayError};
pub use verify::{BadAudit, Difference, Verdict, verify};
pub use write::{LogWriter, write_log_gz};

/// The version of the format, the value of `"parlour"` in a header.
pub const FORMAT: u32 = 1;
