//! Records line by line, from a file or from standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_diplomacy::PhaseRecord;
use serde::Serialize;

/// No record is longer than this, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Where records come from.
#[derive(Debug, Args)]
pub struct Source {
    /// A file of phase records, one JSON object per line; standard input if it
    /// is left out or `-`.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// A record and its line number, or why the line holds none.
pub struct Line {
    /// Counted from 1.
    pub number: u64,
    /// The record.
    pub record: Result<PhaseRecord, String>,
}

impl Source {
    /// Records from this file, or from standard input.
    pub fn of(file: Option<PathBuf>) -> Self {
        Self { file }
    }

    /// Hands each record to `take`. Empty lines are left out.
    pub fn each(&self, mut take: impl FnMut(Line) -> Result<()>) -> Result<()> {
        let mut reader = self.open()?;
        let mut number = 0;
        loop {
            let mut bytes = Vec::new();
            let mut limited = reader.by_ref().take(LONGEST_LINE + 1);
            let read = limited.read_until(b'\n', &mut bytes);
            if read.with_context(|| self.cannot_be_read())? == 0 {
                return Ok(());
            }
            number += 1;
            let record = if bytes.len() as u64 > LONGEST_LINE {
                skip_line(&mut reader).with_context(|| self.cannot_be_read())?;
                Err(String::from("the line is longer than any record"))
            } else {
                match std::str::from_utf8(&bytes) {
                    Err(_) => Err(String::from("the line is not text")),
                    Ok(text) if text.trim().is_empty() => continue,
                    Ok(text) => PhaseRecord::parse(text).map_err(|fault| fault.to_string()),
                }
            };
            take(Line { number, record })?;
        }
    }

    /// Writes one line for each record: its answer, or why there is none.
    pub fn answer_each<T: Serialize>(
        &self,
        mut answer: impl FnMut(&PhaseRecord) -> Result<T, String>,
    ) -> Result<ExitCode> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut code = ExitCode::SUCCESS;
        self.each(|Line { number, record }| {
            match record.and_then(|record| answer(&record)) {
                Ok(answer) => serde_json::to_writer(&mut out, &answer)?,
                Err(fault) => {
                    code = ExitCode::FAILURE;
                    tell_fault(&mut out, number, &fault)?;
                }
            }
            Ok(writeln!(out)?)
        })?;
        out.flush()?;
        Ok(code)
    }

    fn cannot_be_read(&self) -> String {
        match self.file.as_deref() {
            Some(path) if path != Path::new("-") => format!("{} cannot be read", path.display()),
            _ => String::from("standard input cannot be read"),
        }
    }

    fn open(&self) -> Result<Box<dyn BufRead>> {
        match self.file.as_deref() {
            Some(path) if path != Path::new("-") => {
                let file = File::open(path)
                    .with_context(|| format!("{} cannot be opened", path.display()))?;
                Ok(Box::new(BufReader::new(file)))
            }
            _ if io::stdin().is_terminal() => {
                bail!("name a file of phase records, or pipe them in; see --help")
            }
            _ => Ok(Box::new(BufReader::new(io::stdin()))),
        }
    }
}

/// The line that stands in place of an answer: the one place where the fault is told.
pub fn tell_fault(out: &mut impl Write, number: u64, fault: &str) -> Result<()> {
    let line = serde_json::json!({ "line": number, "error": fault });
    serde_json::to_writer(out, &line)?;
    Ok(())
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// The part of `g0012-F1904M` that names the game.
pub fn game_of(id: &str) -> Option<&str> {
    id.rsplit_once('-').map(|(game, _)| game)
}
