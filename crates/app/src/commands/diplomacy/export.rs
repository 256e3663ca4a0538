//! `parlour diplomacy export`

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use parlour_diplomacy::saved::SavedGame;
use parlour_diplomacy::{PhaseRecord, cases};

use super::Rules;
use super::lines::{Line, Source, game_of, tell_fault};

/// The words after `parlour diplomacy export`.
#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    source: Source,
    /// Write cases for `parlour diplomacy check` instead, one per record: the
    /// question, and what is expected order by order.
    #[arg(long)]
    cases: bool,
    #[command(flatten)]
    rules: Rules,
}

impl Export {
    /// Writes cases or saved games, one per line.
    pub fn run(self) -> Result<ExitCode> {
        if self.cases {
            self.cases()
        } else {
            self.games()
        }
    }

    fn cases(self) -> Result<ExitCode> {
        let rules = self.rules.rules;
        self.source.answer_each(|record| {
            let case = cases::case(record, rules).map_err(|fault| fault.to_string())?;
            Ok(case)
        })
    }

    /// Records that stand together and whose ids begin alike (`g0012-S1901M`,
    /// `g0012-F1901M`) are one game.
    fn games(self) -> Result<ExitCode> {
        let mut out = BufWriter::new(io::stdout().lock());
        let mut code = ExitCode::SUCCESS;
        let mut game: Vec<PhaseRecord> = Vec::new();
        let mut begun = 0;
        let mut write = |begun: u64, game: &mut Vec<PhaseRecord>| -> Result<()> {
            let Some(first) = game.first() else {
                return Ok(());
            };
            match SavedGame::of_records(name(first), game, self.rules.rules) {
                Ok(saved) => serde_json::to_writer(&mut out, &saved)?,
                Err(fault) => {
                    code = ExitCode::FAILURE;
                    tell_fault(&mut out, begun, &fault.to_string())?;
                }
            }
            game.clear();
            Ok(writeln!(out)?)
        };
        let mut unread = Vec::new();
        self.source.each(|Line { number, record }| {
            match record {
                Ok(record) => {
                    if game
                        .first()
                        .is_some_and(|first| name(first) != name(&record))
                    {
                        write(begun, &mut game)?;
                    }
                    if game.is_empty() {
                        begun = number;
                    }
                    game.push(record);
                }
                Err(fault) => unread.push((number, fault)),
            }
            Ok(())
        })?;
        write(begun, &mut game)?;
        for (number, fault) in unread {
            code = ExitCode::FAILURE;
            tell_fault(&mut out, number, &fault)?;
            writeln!(out)?;
        }
        out.flush()?;
        Ok(code)
    }
}

/// The game a record belongs to.
fn name(record: &PhaseRecord) -> &str {
    let id = record.id.as_deref().unwrap_or("game");
    game_of(id).unwrap_or(id)
}
