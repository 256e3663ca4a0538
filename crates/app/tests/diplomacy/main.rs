//! `parlour diplomacy` as an engineer meets it: pipes, files, bad input.

mod boards;
mod files;
mod played;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

pub(crate) fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../diplomacy/fixtures")
        .join(name)
}

pub(crate) fn parlour(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.arg("diplomacy").args(words).stdin(Stdio::null());
    command
}

/// Feeds the text and waits for the end.
pub(crate) fn fed(words: &[&str], text: &str) -> Output {
    let mut child = parlour(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = thread::spawn(move || {
        // A command may end before it has read everything.
        let _ = input.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn printed(output: &Output) -> (&str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (text(&output.stdout), text(&output.stderr))
}
