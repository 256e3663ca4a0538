//! Starts programs, shows what they print as it comes, and keeps it for counting.

use std::env;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result};

/// The cargo that started this program.
pub fn program() -> String {
    env::var("CARGO").unwrap_or_else(|_| String::from("cargo"))
}

/// A cargo command at the root of the workspace.
pub fn command(words: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(words).current_dir(crate::tree::root());
    // Variables of the package `xtask` would make other packages build anew.
    for (name, _) in env::vars() {
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    if io::stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    command
}

/// Where cargo puts what it builds.
pub fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| crate::tree::root().join("target"), PathBuf::from)
}

/// The platform that programs are built for, as the compiler names it.
pub fn host() -> Result<String> {
    let told = Command::new("rustc").arg("-vV").output()?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}

/// Whether `cargo NAME` exists.
pub fn has(name: &str) -> bool {
    command(&[name, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// What a finished program left behind.
pub struct Ran {
    /// It ended with exit code 0.
    pub ok: bool,
    /// All it printed, both streams, without colours.
    pub text: String,
}

/// Runs a program to its end, printing what it prints.
pub fn run(command: &mut Command) -> Result<Ran> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{name} does not start"))?;
    let out = child.stdout.take().expect("stdout is piped");
    let err = child.stderr.take().expect("stderr is piped");
    let reader = thread::spawn(move || pass_on(err, &mut io::stderr()));
    let mut text = pass_on(out, &mut io::stdout());
    text.push_str(&reader.join().expect("the reading thread does not panic"));
    let status = child.wait().with_context(|| name.clone())?;
    Ok(Ran {
        ok: status.success(),
        text: without_colours(&text),
    })
}

fn pass_on(from: impl Read, to: &mut impl Write) -> String {
    let mut text = String::new();
    let mut line = Vec::new();
    let mut from = BufReader::new(from);
    while from
        .read_until(b'\n', &mut line)
        .is_ok_and(|count| count > 0)
    {
        // A closed screen is no reason to stop the checks.
        let _ = to.write_all(&line).and_then(|()| to.flush());
        text.push_str(&String::from_utf8_lossy(&line));
        line.clear();
    }
    text
}

fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(letter);
        }
    }
    plain
}

/// Tests that passed and failed, and those left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// They held.
    pub passed: u64,
    /// They did not.
    pub failed: u64,
    /// Marked `#[ignore]`.
    pub ignored: u64,
}

/// Adds up the result lines of `cargo test` and the summary of `cargo nextest`.
pub fn counts(text: &str) -> Counts {
    let mut sum = Counts::default();
    for line in text.lines() {
        // Nextest repeats, indented, what the harness says of a test that failed.
        let harness = line.starts_with("test result:");
        let line = line.trim();
        let nextest = line.starts_with("Summary [");
        if !harness && !nextest {
            continue;
        }
        let before = |word: &str| {
            let mut last = 0;
            for piece in line.split(|letter: char| !letter.is_ascii_alphanumeric()) {
                if piece == word {
                    return last;
                }
                last = piece
                    .parse()
                    .unwrap_or(if piece.is_empty() { last } else { 0 });
            }
            0
        };
        let passed = before("passed");
        sum.passed += passed;
        if harness {
            sum.failed += before("failed");
            sum.ignored += before("ignored");
        } else {
            // Failed, timed out and not started all count as failed.
            let run: u64 = line
                .split(']')
                .nth(1)
                .and_then(|rest| rest.split_whitespace().next())
                .and_then(|word| word.split('/').next_back())
                .and_then(|word| word.parse().ok())
                .unwrap_or(0);
            sum.failed += run.saturating_sub(passed);
            sum.ignored += before("skipped");
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, passed: u64, failed: u64, ignored: u64) {
        assert_eq!(
            counts(text),
            Counts {
                passed,
                failed,
                ignored
            },
            "{text}"
        );
    }

    #[test]
    fn harness_lines_add_up() {
        check(
            "test result: ok. 6 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
             noise\n\
             test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s",
            8,
            3,
            1,
        );
    }

    #[test]
    fn the_summary_of_nextest_counts() {
        check(
            "     Summary [   0.010s] 8 tests run: 8 passed, 0 skipped",
            8,
            0,
            0,
        );
        check(
            "     Summary [   1.300s] 8 tests run: 7 passed (1 slow), 1 failed, 2 skipped",
            7,
            1,
            2,
        );
        check(
            "    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 7 filtered out\n\
             \x20    Summary [   1.300s] 8 tests run: 7 passed, 1 failed, 0 skipped",
            7,
            1,
            0,
        );
        check(
            "     Summary [   1.300s] 3/8 tests run: 2 passed, 1 failed, 0 skipped",
            2,
            6,
            0,
        );
        check(
            "     Summary [   1.300s] 1 test run: 0 passed, 1 timed out, 0 skipped",
            0,
            1,
            0,
        );
    }

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(without_colours("\u{1b}[32;1mok\u{1b}[0m."), "ok.");
    }
}
