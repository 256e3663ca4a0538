//! `parlour tables`: what the house keeps, listed and cleared away.

mod people;
mod written;

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use parlour_host::audit::Asker;
use parlour_host::card::{Card, Course, Cursor, Query};
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, Time, wait};

use super::Everywhere;
use super::export::{game, host, line, meant, progress};
use written::Told;

/// Lists tables, or does something with them.
#[derive(Debug, Args)]
pub struct Tables {
    #[command(subcommand)]
    what: What,
    /// The database of a service, `sqlite:PATH` or `postgres://USER@HOST/NAME`, instead
    /// of the tables on this machine.
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,
    /// Print JSON, one object a line.
    #[arg(long, global = true)]
    json: bool,
    /// Do what cannot be undone without asking.
    #[arg(long, short, global = true)]
    yes: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List tables, the one that changed last first.
    List(List),
    /// Say what is known of a table, without its secrets.
    Show {
        /// Its name, or the code of a game of Diplomacy.
        table: String,
    },
    /// Close a table before its game is over: nobody plays on.
    Close {
        /// Its name, or the code of a game of Diplomacy.
        table: String,
    },
    /// Delete a table with everything that belongs to it.
    Delete {
        /// Its name, or the code of a game of Diplomacy.
        table: String,
    },
    /// Delete closed tables.
    Purge(Purge),
    /// Hear a person or a group no more, whatever they say and wherever they come in.
    Ban {
        /// As the front knows them: `slack:U024BE7LH`, `telegram:-1001`, `web:…`.
        who: String,
        /// Hear them again.
        #[arg(long)]
        lift: bool,
    },
    /// List who is banned.
    Bans,
    /// Tell everybody something who keeps a table that goes on.
    Tell {
        /// What.
        words: String,
    },
}

/// Which tables.
#[derive(Debug, Args)]
struct List {
    /// Of this game.
    #[arg(long)]
    game: Option<String>,
    /// Of this person, as the front knows them: `local`, `slack:U024BE7LH`.
    #[arg(long, value_name = "WHO")]
    person: Option<String>,
    /// With this tag.
    #[arg(long)]
    tag: Option<String>,
    /// Only those that go on.
    #[arg(long, conflicts_with = "closed")]
    open: bool,
    /// Only those whose games are over, or that were closed.
    #[arg(long)]
    closed: bool,
    /// At most so many.
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Go on where an earlier list ended, by the word it gave.
    #[arg(long, value_name = "PLACE")]
    after: Option<String>,
}

/// Which of them.
#[derive(Debug, Args)]
struct Purge {
    /// Closed for longer than this: `90d`, `12h`.
    #[arg(long, value_name = "AGE", value_parser = age)]
    older_than: u64,
    /// Of this game.
    #[arg(long)]
    game: Option<String>,
}

/// A number of days or hours, in milliseconds.
fn age(text: &str) -> Result<u64, String> {
    const HOUR: u64 = 3_600_000;
    let (number, unit) = match (text.strip_suffix('d'), text.strip_suffix('h')) {
        (Some(number), _) => (number, 24 * HOUR),
        (_, Some(number)) => (number, HOUR),
        _ => return Err(String::from("say days or hours: 90d, 12h")),
    };
    let number: u64 = number.parse().map_err(|_| format!("`{text}` is no age"))?;
    number
        .checked_mul(unit)
        .ok_or_else(|| format!("`{text}` is too long"))
}

/// Who sits at the shell, by the name that the system knows them by; it is told on every
/// platform the same way, and is nobody's secret.
fn operator() -> Asker {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    let mut names = names.filter_map(|name| std::env::var(name).ok());
    match names.find(|name| !name.trim().is_empty()) {
        Some(name) => Asker::named(&Identity(format!("operator:{name}")), &name),
        // In a container nobody has a name.
        None => Asker::known(&Identity::from("operator:")),
    }
}

impl Tables {
    /// Does it.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let Some(house) = host(self.database.as_deref(), everywhere)? else {
            writeln!(io::stdout(), "no table has been opened on this machine")?;
            return Ok(ExitCode::SUCCESS);
        };
        match &self.what {
            What::List(which) => self.list(&house, which)?,
            What::Show { table } => self.show(&house, table)?,
            What::Close { table } => {
                let card = the_card(&house, table)?;
                if card.closed {
                    bail!("table {} is closed already", card.table);
                }
                if !self.agreed(&format!("Close table {}? Nobody plays on.", card.table))? {
                    return Ok(ExitCode::FAILURE);
                }
                let by = operator().saying("parlour tables close");
                wait(house.close(&card.table, &by))?;
                self.told(&card.table, "closed")?;
            }
            What::Delete { table } => {
                let card = the_card(&house, table)?;
                let words = format!("Delete table {} ({})?", card.table, progress(&card));
                if !self.agreed(&words)? {
                    return Ok(ExitCode::FAILURE);
                }
                wait(house.discard(&card.table))?;
                self.told(&card.table, "deleted")?;
            }
            What::Purge(which) => return self.purge(&house, which),
            What::Ban { who, lift } => self.ban(&house, who, *lift)?,
            What::Bans => self.bans(&house)?,
            What::Tell { words } => self.tell(&house, words)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn list(&self, host: &Arc<Host>, which: &List) -> Result<()> {
        let after = which.after.as_deref().map(str::parse::<Cursor>).transpose();
        let course = match (which.open, which.closed) {
            (true, _) => Some(Course::Open),
            (_, true) => Some(Course::Closed),
            _ => None,
        };
        let mut query = Query {
            game: which.game.clone(),
            who: which.person.as_deref().map(Identity::from),
            tag: which.tag.clone(),
            course,
            after: after.context("--after")?,
            ..Query::any().with_records()
        };
        let mut left = which.limit.unwrap_or(u32::MAX);
        let mut output = io::stdout().lock();
        loop {
            query.at_most = left.min(Query::PAGE);
            let page = wait(host.cards(query.clone()))?;
            left -= (page.cards.len() as u32).min(left);
            for card in &page.cards {
                if self.json {
                    writeln!(output, "{}", serde_json::to_string(&Told::of(card))?)?;
                } else {
                    writeln!(output, "{}", line(card, host.now()))?;
                }
            }
            let Some(next) = page.next else {
                return Ok(());
            };
            if left == 0 {
                if self.json {
                    writeln!(
                        output,
                        "{}",
                        serde_json::json!({ "next": next.to_string() })
                    )?;
                } else {
                    writeln!(output, "more: --after {next}")?;
                }
                return Ok(());
            }
            query.after = Some(next);
        }
    }

    fn show(&self, host: &Arc<Host>, table: &str) -> Result<()> {
        let card = the_card(host, table)?;
        let mut output = io::stdout().lock();
        if self.json {
            writeln!(output, "{}", serde_json::to_string(&Told::of(&card))?)?;
            return Ok(());
        }
        let told = Told::of(&card);
        let mut rows = vec![
            ("table", card.table.to_string()),
            ("game", card.record.as_ref().map_or_else(String::new, game)),
            ("title", told.title.unwrap_or_default().to_owned()),
            ("stands", progress(&card)),
            ("about", told.about.unwrap_or_default().replace('\n', " ")),
            ("stage", told.stage.unwrap_or_default().to_owned()),
            ("players", told.players.join(", ")),
            ("tags", told.tags.join(", ")),
        ];
        let closed = if card.closed { "closed" } else { "changed" };
        rows.push((closed, parlour_solo::ago(card.time, host.now())));
        for (name, words) in rows {
            if !words.is_empty() {
                writeln!(output, "{name:<8} {words}")?;
            }
        }
        Ok(())
    }

    fn purge(&self, host: &Arc<Host>, which: &Purge) -> Result<ExitCode> {
        let before = Time(host.now().0.saturating_sub(which.older_than));
        let query = Query {
            game: which.game.clone(),
            after: Some(Cursor::older_than(before)),
            ..Query::any().course(Course::Closed)
        };
        // Nothing has to be known of them but their names.
        let old = all_of(host, query)?;
        if old.is_empty() {
            writeln!(io::stdout(), "nothing is that old")?;
            return Ok(ExitCode::SUCCESS);
        }
        let tables = if old.len() == 1 { "table" } else { "tables" };
        if !self.agreed(&format!("Delete {} {tables}?", old.len()))? {
            return Ok(ExitCode::FAILURE);
        }
        for table in &old {
            wait(host.discard(table))?;
            self.told(table, "deleted")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn told(&self, table: &TableId, done: &str) -> Result<()> {
        if self.json {
            writeln!(
                io::stdout(),
                "{}",
                serde_json::json!({ "table": table, "done": done })
            )?;
        } else {
            writeln!(io::stdout(), "{table}\t{done}")?;
        }
        Ok(())
    }

    /// Asks before what cannot be undone. Who cannot be asked has to say it before.
    fn agreed(&self, question: &str) -> Result<bool> {
        if self.yes {
            return Ok(true);
        }
        if !io::stdin().is_terminal() {
            bail!("{question} Say --yes.");
        }
        let mut output = io::stderr();
        write!(output, "{question} [y/N] ")?;
        output.flush()?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
    }
}

/// The names of all tables that are asked for.
fn all_of(host: &Host, mut query: Query) -> Result<Vec<TableId>> {
    let mut found = Vec::new();
    loop {
        // The journal is asked, because nobody has to look at what is deleted.
        let page = wait(host.journal().cards(query.clone()))?;
        found.extend(page.cards.into_iter().map(|card| card.table));
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(found),
        }
    }
}

fn the_card(host: &Arc<Host>, name: &str) -> Result<Card> {
    let id = meant(host, name)?;
    wait(host.card(&id))?.with_context(|| format!("table {id} is gone"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_days_or_hours() {
        assert_eq!(age("90d"), Ok(90 * 86_400_000));
        assert_eq!(age("12h"), Ok(43_200_000));
        for bad in [
            "",
            "d",
            "90",
            "-1d",
            "1w",
            "99999999999999999999d",
            "9999999999999999d",
        ] {
            assert!(age(bad).is_err(), "{bad}");
        }
    }
}
