//! Opens and writes files of games, plain or compressed.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use parlour_host::log::{Limits, LogFile, read_log};
use parlour_host::private;

/// Reads a game's file, plain or compressed.
pub fn open(path: &Path) -> Result<LogFile> {
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    read_log(file, Limits::default()).with_context(name)
}

/// Writes a game's exported file, for its owner alone: as it is if the name ends in `.gz`, unpacked
/// otherwise.
pub fn write(path: &Path, packed: &[u8]) -> Result<()> {
    let name = || path.display().to_string();
    if path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("gz"))
    {
        return private::write(path, packed).with_context(name);
    }
    let mut plain = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut plain)
        .with_context(name)?;
    private::write(path, &plain).with_context(name)
}
