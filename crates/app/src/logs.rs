//! Opens files of games for the commands that read them.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use parlour_host::log::{Limits, LogFile, read_log};

/// Reads a game's file, plain or compressed.
pub fn open(path: &Path) -> Result<LogFile> {
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    read_log(file, Limits::default()).with_context(name)
}
