//! Reads the audit of a table.

use super::Host;
use super::fetching::{BATCH, damaged};
use crate::audit::{Act, Deed, Given, Seal, in_order, read_deed};
use crate::journal::JournalError;
use crate::log::{Hash, Stored, hash_in, read_entry, split_line};
use crate::refused::Refused;
use crate::table::TableId;

impl Host {
    /// Everything that was done at a table, in order, without secrets: who gave each
    /// entry and who changed its record. It needs no rules, so any table has one,
    /// whatever this program knows of its game.
    ///
    /// # Errors
    /// If a line is not what was stored: nobody gets a damaged audit for a whole one.
    pub async fn audit(&self, id: &TableId) -> Result<Vec<Act>, Refused> {
        let kept = self.journal.load(id).await?;
        let kept = kept.ok_or_else(|| Refused::UnknownTable(id.clone()))?;
        let mut last = Hash::of_header(&kept.header);
        let mut given: Vec<Given> = Vec::new();
        while (given.len() as u64) < kept.standing.seq {
            let next = given.len() as u64 + 1;
            let left = kept.standing.seq - given.len() as u64;
            let at_most = u64::from(BATCH).min(left) as u32;
            let lines = self.journal.entries(id, next, at_most).await?;
            if lines.is_empty() {
                return Err(damaged(id, next, &"the entry is missing").into());
            }
            for (seq, line) in (next..).zip(lines) {
                last = follow(&line, last).map_err(|what| damaged(id, seq, &what))?;
                let entry = read_entry(&line).map_err(|what| damaged(id, seq, &what))?;
                given.push(Given::from(&entry));
            }
        }
        let lines = self.deeds(id, &kept.header, kept.standing.version).await?;
        let deeds: Result<Vec<Deed>, _> = lines.iter().map(|line| read_deed(line)).collect();
        let deeds = deeds.map_err(|what| bad_audit(id, &what))?;
        Ok(in_order(given, deeds))
    }

    /// The audit as it stands in an export after these lines; nothing if there is none.
    pub(super) async fn sealed_audit(
        &self,
        id: &TableId,
        log: &[String],
        version: u64,
    ) -> Result<Vec<String>, Refused> {
        let (Some(header), Some(end)) = (log.first(), log.last().and_then(|it| hash_in(it))) else {
            return Ok(Vec::new());
        };
        let mut lines = self.deeds(id, header, version).await?;
        if let Some(last) = lines.last().and_then(|it| hash_in(it)) {
            let seal = Seal {
                deeds: lines.len() as u64,
                log: end,
            };
            lines.push(Stored::seal(&seal, last).line);
        }
        Ok(lines)
    }

    /// The lines of an audit up to a version of the record; each continues the one before.
    async fn deeds(&self, id: &TableId, header: &str, to: u64) -> Result<Vec<String>, Refused> {
        let mut last = Hash::of_header(header);
        let mut version: Option<u64> = None;
        let mut lines = Vec::new();
        loop {
            let from = version.map_or(0, |it| it.saturating_add(1));
            let batch = self.journal.deeds(id, from, BATCH).await?;
            let more = batch.len() == BATCH as usize;
            for line in batch {
                last = follow(&line, last).map_err(|what| bad_audit(id, &what))?;
                let deed = read_deed(&line).map_err(|what| bad_audit(id, &what))?;
                if version.is_some_and(|it| deed.version != it.saturating_add(1)) {
                    let what = format!("the deed before version {} is missing", deed.version);
                    return Err(bad_audit(id, &what).into());
                }
                version = Some(deed.version);
                // What has changed since it was asked belongs to the next who asks.
                if deed.version <= to {
                    lines.push(line);
                }
            }
            if !more {
                break;
            }
        }
        match version {
            Some(last) if last < to => {
                let what = format!("the deed after version {last} is missing");
                Err(bad_audit(id, &what).into())
            }
            _ => Ok(lines),
        }
    }
}

/// The hash of a line that continues another.
fn follow(line: &str, last: Hash) -> Result<Hash, String> {
    let (found, expected) = split_line(line, last).ok_or("the line does not end in its hash")?;
    if found != expected {
        return Err(format!("expected hash {expected}, found {found}"));
    }
    Ok(found)
}

fn bad_audit(id: &TableId, what: &str) -> JournalError {
    JournalError::Damaged {
        place: format!("table {id}, its audit"),
        what: what.to_owned(),
    }
}
