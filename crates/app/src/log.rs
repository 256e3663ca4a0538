//! What the program notes about itself goes to a file, never onto the screen; a service
//! may be told to write it to the standard error, for whatever started it to keep.
//!
//! `PARLOUR_LOG` sets how much: `error`, `warn`, `info` (usual), `debug`, `trace`. Of the
//! libraries beneath only warnings are noted, whatever it says: what they tell of
//! requests and statements may hold secrets.

mod file;

use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::{env, panic};

use anyhow::{Context, Result};
use clap::ValueEnum;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use file::LogFile;

/// How lines for the standard error look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogForm {
    /// Lines that people read.
    Text,
    /// An object a line.
    Json,
}

/// Opens the log. From here on `tracing` writes to it, panics too.
pub fn open(file: &Path) -> Result<()> {
    let only = only(level(env::var("PARLOUR_LOG").ok().as_deref())?);
    let sink = LogFile::open(file).with_context(|| file.display().to_string())?;
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(Mutex::new(sink));
    tracing_subscriber::registry().with(only).with(lines).init();
    note_panics(true);
    Ok(())
}

/// The same, to the standard error.
pub fn to_stderr(form: LogForm) -> Result<()> {
    let only = only(level(env::var("PARLOUR_LOG").ok().as_deref())?);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let all = tracing_subscriber::registry().with(only);
    match form {
        LogForm::Text => all.with(lines.with_ansi(false)).init(),
        LogForm::Json => all.with(lines.json().flatten_event(true)).init(),
    }
    note_panics(false);
    Ok(())
}

/// What was said on the command line, or in the environment.
pub fn form(asked: Option<LogForm>, variable: Option<&str>) -> Result<Option<LogForm>> {
    match (asked, variable) {
        (Some(form), _) => Ok(Some(form)),
        (None, None) => Ok(None),
        (None, Some(word)) => match LogForm::from_str(word, false) {
            Ok(form) => Ok(Some(form)),
            Err(_) => anyhow::bail!("PARLOUR_LOG_FORM is `{word}`; it can be text or json"),
        },
    }
}

/// As much of ours as was asked for, and of others what went wrong.
fn only(level: LevelFilter) -> Targets {
    Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("parlour", level)
}

/// Panics are noted, and told on the screen as always if the log is elsewhere.
fn note_panics(elsewhere: bool) {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |news| {
        tracing::error!("panic: {news}");
        if elsewhere {
            before(news);
        }
    }));
}

fn level(word: Option<&str>) -> Result<LevelFilter> {
    match word.filter(|word| !word.is_empty()) {
        None => Ok(LevelFilter::INFO),
        Some(word) => word.parse().ok().with_context(|| {
            format!("PARLOUR_LOG is `{word}`; it can be off, error, warn, info, debug or trace")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_words() {
        assert_eq!(level(None).unwrap(), LevelFilter::INFO);
        assert_eq!(level(Some("debug")).unwrap(), LevelFilter::DEBUG);
        assert!(
            level(Some("loud"))
                .unwrap_err()
                .to_string()
                .contains("`loud`")
        );
    }

    #[test]
    fn the_command_line_comes_before_the_environment() {
        let json = Some(LogForm::Json);
        assert_eq!(form(json, Some("text")).unwrap(), json);
        assert_eq!(form(None, Some("json")).unwrap(), json);
        assert_eq!(form(None, None).unwrap(), None);
        let words = form(None, Some("xml")).unwrap_err().to_string();
        assert!(words.contains("`xml`"), "{words}");
    }
}
