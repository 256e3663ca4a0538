//! `parlour export [TABLE]`: from the database to a file for `replay` and `verify`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use parlour_host::table::TableId;
use parlour_host::wait;

use super::Everywhere;
use crate::logs;
use crate::place::Place;
use crate::shelf;
use crate::tables::{Visit, ago};

/// Which table, and where to.
#[derive(Debug, Args)]
pub struct Export {
    /// The table's name; without one, all tables are listed.
    table: Option<TableId>,
    /// The file to write, instead of TABLE.jsonl.gz here; plain unless its name ends
    /// in .gz. It holds every secret of the game.
    #[arg(long, short, value_name = "FILE", requires = "table")]
    output: Option<PathBuf>,
}

impl Export {
    /// Lists, or writes.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let place = Place::find()?;
        if !place.database().exists() {
            writeln!(io::stdout(), "no table has been opened on this machine")?;
            return Ok(ExitCode::SUCCESS);
        }
        let registry = shelf::registry(everywhere.with_test_games);
        let visit = Visit::open(&place, registry, "")?;
        let Some(table) = self.table else {
            return list(&visit);
        };
        let bytes = wait(visit.host.export(&table))?;
        let file = self
            .output
            .unwrap_or_else(|| PathBuf::from(format!("{table}.jsonl.gz")));
        logs::write(&file, &bytes)?;
        writeln!(io::stdout(), "{}", file.display())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// One line for each table, the latest first: name, game, how far, since when.
fn list(visit: &Visit) -> Result<ExitCode> {
    for id in wait(visit.host.tables())? {
        let line = wait(visit.host.record(&id)).map(|record| {
            let kept = wait(visit.host.look(&id, &record.owner));
            let progress = kept.map_or_else(
                |refused| refused.to_string(),
                |glance| match glance.stage {
                    Some(stage) => {
                        let stands = shelf::standing(&record.game, &glance.view);
                        let stands = stands.map_or_else(|| stage.to_string(), |it| it.short);
                        format!("{stands}, {}", entries(glance.standing.seq))
                    }
                    None => format!("over, {}", entries(glance.standing.seq)),
                },
            );
            let begun = ago(record.created, visit.host.now());
            format!("{id}\t{}\t{progress}\tbegun {begun}", record.game)
        });
        writeln!(
            io::stdout(),
            "{}",
            line.unwrap_or_else(|refused| format!("{id}\t{refused}"))
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn entries(count: u64) -> String {
    match count {
        1 => String::from("1 entry"),
        _ => format!("{count} entries"),
    }
}
