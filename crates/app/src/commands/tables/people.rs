//! Who is heard at the house no more, and what everybody who keeps a table is told.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::{Result, bail};
use parlour_chat::desk::{Address, Note, Recipient, What as Message};
use parlour_host::card::{Course, Query};
use parlour_host::journal::NewNote;
use parlour_host::table::Identity;
use parlour_host::{Host, wait};

use super::Tables;

impl Tables {
    pub(super) fn ban(&self, host: &Host, who: &str, lift: bool) -> Result<()> {
        let Some((platform, name)) = who.split_once(':') else {
            bail!("`{who}` is nobody; say slack:U024BE7LH, telegram:-1001 or web:…");
        };
        if platform.is_empty() || name.is_empty() {
            bail!("`{who}` is nobody; say slack:U024BE7LH, telegram:-1001 or web:…");
        }
        let who = Identity::from(who);
        if lift {
            if !wait(host.lift_ban(&who))? {
                bail!("{who} is not banned");
            }
        } else {
            wait(host.ban(&who))?;
        }
        let done = if lift { "heard again" } else { "banned" };
        if self.json {
            let done = serde_json::json!({ "who": who, "done": done });
            writeln!(io::stdout(), "{done}")?;
        } else {
            writeln!(io::stdout(), "{who}\t{done}")?;
        }
        Ok(())
    }

    pub(super) fn bans(&self, host: &Host) -> Result<()> {
        let mut output = io::stdout().lock();
        for ban in wait(host.bans())? {
            if self.json {
                let ban = serde_json::json!({ "who": ban.who, "since": ban.since });
                writeln!(output, "{ban}")?;
            } else {
                let since = parlour_solo::ago(ban.since, host.now());
                writeln!(output, "{}\t{since}", ban.who)?;
            }
        }
        Ok(())
    }

    /// A message waits for each of them, as any news; whoever sends for the house sends
    /// it.
    pub(super) fn tell(&self, host: &Host, words: &str) -> Result<()> {
        let query = Query::any().course(Course::Open).with_records();
        let masters = masters(host, query)?;
        let written = host.now();
        let (mut told, mut elsewhere) = (0, 0);
        for master in &masters {
            let Some(to) = Recipient::named(&master.0) else {
                elsewhere += 1;
                continue;
            };
            let note = Note {
                platform: to.platform,
                to: Address::Person(to.name.clone()),
                what: Message::Text(words.to_owned()),
                buttons: Vec::new(),
                answers: None,
                written: written.0 / 1000,
            };
            let note = NewNote {
                key: format!("house:{}:{to}", written.0),
                to: to.to_string(),
                asked: false,
                voice: None,
                note: serde_json::to_string(&note)?,
            };
            wait(host.keep_notes(vec![note]))?;
            told += 1;
        }
        let mut output = io::stdout();
        if self.json {
            let tally = serde_json::json!({ "told": told, "elsewhere": elsewhere });
            writeln!(output, "{tally}")?;
        } else {
            let rest = format!("{elsewhere} cannot be told, as they are on no platform");
            writeln!(output, "{told} are told; {rest}")?;
        }
        Ok(())
    }
}

/// Whoever keeps one of the tables that are asked for.
fn masters(host: &Host, mut query: Query) -> Result<BTreeSet<Identity>> {
    let mut found = BTreeSet::new();
    loop {
        let page = wait(host.journal().cards(query.clone()))?;
        let records = page.cards.into_iter().filter_map(|card| card.record);
        found.extend(records.map(|record| record.owner));
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(found),
        }
    }
}
