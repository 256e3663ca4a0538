//! `parlour audit TABLE`: who did what, in order.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use jiff::Timestamp;
use parlour_host::audit::Act;
use parlour_host::{Time, wait};
use serde_json::{Value, json};

use super::Everywhere;
use super::export::{host, meant};
use crate::logs;

/// Whose audit, and how it is printed.
#[derive(Debug, Args)]
pub struct Audit {
    /// The table's name, the code of a game of Diplomacy, or an exported file.
    table: String,
    /// The database of a service, `sqlite:PATH` or `postgres://USER@HOST/NAME`, instead
    /// of the tables on this machine.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Only the changes of the table's record, without who gave each entry.
    #[arg(long)]
    changes: bool,
    /// Print JSON, one object a line.
    #[arg(long)]
    json: bool,
}

impl Audit {
    /// Prints a line for each thing that was done.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let acts = self.acts(everywhere)?;
        let mut output = io::stdout().lock();
        for act in &acts {
            let line = match act {
                Act::Given(_) if self.changes => continue,
                act if self.json => object(act).to_string(),
                act => words(act),
            };
            writeln!(output, "{line}")?;
        }
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn acts(&self, everywhere: &Everywhere) -> Result<Vec<Act>> {
        let file = Path::new(&self.table);
        if self.database.is_none() && file.is_file() {
            return Ok(logs::open(file)?.acts());
        }
        let Some(host) = host(self.database.as_deref(), everywhere)? else {
            bail!("no table has been opened on this machine");
        };
        let table = meant(&host, &self.table)?;
        wait(host.audit(&table)).with_context(|| self.table.clone())
    }
}

fn words(act: &Act) -> String {
    match act {
        Act::Deed(deed) => format!(
            "{}  change {}  {}",
            moment(deed.time),
            deed.version,
            deed.words(&moment)
        ),
        Act::Given(given) => format!(
            "{}  entry {}  {}, {}",
            moment(given.time),
            given.seq,
            given.stage,
            given.words(&|seat| seat.to_string())
        ),
    }
}

fn object(act: &Act) -> Value {
    match act {
        Act::Deed(deed) => json!({ "change": deed }),
        Act::Given(given) => json!({ "entry": {
            "seq": given.seq,
            "stage": given.stage,
            "by": given.by,
            "who": given.who,
            "from": given.from,
            "time": given.time,
        } }),
    }
}

/// `2031-05-02 18:00:00 UTC`.
fn moment(time: Time) -> String {
    let milliseconds = i64::try_from(time.0).unwrap_or(i64::MAX);
    let moment = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MAX);
    moment.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}
