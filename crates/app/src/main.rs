//! The binary `parlour`: names the games and fronts, once.
//!
//! Exit codes: 0 all is well, 1 something failed or was found wrong, 2 the
//! command line was not understood, 3 a log is in order but was played under
//! older rules, which cannot be decided again.

mod boards;
mod bots;
mod chats;
mod check;
mod commands;
mod house;
mod lan;
mod log;
mod logs;
mod party;
mod place;
mod service;
mod settings;
mod shelf;
mod sight_journal;
mod tables;
mod watching;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use parlour_tui::plain;

fn main() -> ExitCode {
    match commands::Parlour::parse().run() {
        Ok(code) => code,
        // Whoever reads has seen enough, as in `parlour ... | head`.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let words = harmless(&format!("{error:#}"));
            // The terminal may be gone: that is no reason to panic.
            let _ = writeln!(io::stderr(), "parlour: {words}");
            ExitCode::FAILURE
        }
    }
}

/// The words without letters that could move a terminal's cursor: an error may
/// quote a file that anybody wrote.
fn harmless(words: &str) -> String {
    let lines = words.split('\n').map(plain::printable);
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether the error says only that nobody reads what is written any more.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = Some(io::ErrorKind::BrokenPipe);
    error.chain().any(|cause| {
        cause.downcast_ref().map(io::Error::kind) == closed
            || cause
                .downcast_ref()
                .and_then(serde_json::Error::io_error_kind)
                == closed
    })
}
