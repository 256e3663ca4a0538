//! `parlour diplomacy import`

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use parlour_diplomacy::saved::SavedGame;

use super::lines::tell_fault;

/// No file of saved games is longer than this, in bytes.
const LONGEST_FILE: u64 = 1 << 28;

/// The words after `parlour diplomacy import`.
#[derive(Debug, Args)]
pub struct Import {
    /// A file of saved games, one JSON object per line or a single one over
    /// several lines; standard input if it is left out or `-`.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Import {
    /// Writes the records of every game, one phase per line.
    pub fn run(self) -> Result<ExitCode> {
        let text = self.read()?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut code = ExitCode::SUCCESS;
        let whole = [(1, text.as_str())];
        let lines = (1..).zip(text.lines());
        // A single game may be spread over several lines.
        let spread = text.lines().nth(1).is_some() && SavedGame::parse(&text).is_ok();
        let games: Vec<(u64, &str)> = if spread {
            whole.to_vec()
        } else {
            lines.filter(|(_, line)| !line.trim().is_empty()).collect()
        };
        if games.is_empty() {
            bail!("there is no saved game here");
        }
        for (number, game) in games {
            match SavedGame::parse(game).and_then(|game| game.records()) {
                Ok(records) => {
                    for record in records {
                        serde_json::to_writer(&mut out, &record)?;
                        writeln!(out)?;
                    }
                }
                Err(fault) => {
                    code = ExitCode::FAILURE;
                    tell_fault(&mut out, number, &fault.to_string())?;
                    writeln!(out)?;
                }
            }
        }
        out.flush()?;
        Ok(code)
    }

    fn read(&self) -> Result<String> {
        let mut bytes = Vec::new();
        let (name, input): (String, Box<dyn Read>) = match self.file.as_deref() {
            Some(path) if path != Path::new("-") => {
                let name = path.display().to_string();
                let file = File::open(path).with_context(|| format!("{name} cannot be opened"))?;
                (name, Box::new(file))
            }
            _ if io::stdin().is_terminal() => {
                bail!("name a file of saved games, or pipe them in; see --help")
            }
            _ => (String::from("the input"), Box::new(io::stdin())),
        };
        input
            .take(LONGEST_FILE + 1)
            .read_to_end(&mut bytes)
            .with_context(|| format!("{name} cannot be read"))?;
        if bytes.len() as u64 > LONGEST_FILE {
            bail!("{name} is longer than any file of saved games");
        }
        let text = String::from_utf8(bytes).with_context(|| format!("{name} is not text"))?;
        // Some editors put a mark first.
        Ok(text
            .strip_prefix('\u{feff}')
            .map_or_else(|| text.clone(), str::to_owned))
    }
}
