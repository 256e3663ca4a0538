//! What the program notes about itself goes to a file, never onto the screen.
//!
//! `PARLOUR_LOG` sets how much: `error`, `warn`, `info` (usual), `debug`, `trace`.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::{env, panic};

use anyhow::{Context, Result};
use parlour_host::private;
use tracing::level_filters::LevelFilter;

use crate::place::make_room_for;

/// A log above this size begins anew; one old file is kept beside it.
const LARGEST: u64 = 4 << 20;

/// Opens the log. From here on `tracing` writes to it, panics too.
pub fn open(file: &Path) -> Result<()> {
    let level = level(env::var("PARLOUR_LOG").ok().as_deref())?;
    make_room_for(file).with_context(|| file.display().to_string())?;
    if fs::metadata(file).is_ok_and(|facts| facts.len() > LARGEST) {
        fs::rename(file, file.with_extension("log.old"))
            .with_context(|| file.display().to_string())?;
    }
    let sink = private::append(file).with_context(|| file.display().to_string())?;
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(false)
        .with_writer(Mutex::new(sink))
        .init();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |news| {
        tracing::error!("panic: {news}");
        before(news);
    }));
    Ok(())
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
}
