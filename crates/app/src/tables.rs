//! The tables on this machine: one host over one database.

use std::sync::Arc;

use anyhow::{Context, Result};
use parlour_host::journal::SqliteJournal;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Entropy, Host, Json, Registry, SystemClock, SystemEntropy, Time, wait};
use parlour_rules::Seed;

use crate::place::{Place, make_room_for};
use crate::shelf::kingslayer::day;

/// The host of this machine, and the person who sits at it.
#[derive(Clone)]
pub struct Visit {
    /// Keeps the tables.
    pub host: Arc<Host>,
    /// Who plays here.
    pub me: Person,
}

/// A table that can be continued.
pub struct Kept {
    /// Its name.
    pub id: TableId,
    /// What is known of it.
    pub record: Record,
    /// The stage it waits in.
    pub stage: String,
    /// How many entries its log has.
    pub entries: u64,
    /// When the last of them was accepted, or the table was opened.
    pub last: Time,
    /// What this person sees of it, as JSON.
    pub view: Json,
}

impl Visit {
    /// Opens the database, which is made if it is not there.
    pub fn open(place: &Place, registry: Registry, name: &str) -> Result<Self> {
        let file = place.database();
        make_room_for(&file).with_context(|| file.display().to_string())?;
        let journal = SqliteJournal::open(&file).with_context(|| file.display().to_string())?;
        let host = Host::new(
            registry,
            Arc::new(journal),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        );
        Ok(Self {
            host: Arc::new(host),
            me: Person::new(Identity::local(), name),
        })
    }

    /// Unfinished tables of this person, the last played first. Tables of games that
    /// are not here, or that cannot be read, are left out and noted in the log.
    pub fn unfinished(&self) -> Result<Vec<Kept>> {
        let mut kept = Vec::new();
        for id in wait(self.host.tables_of(&self.me.identity))? {
            let glance = match wait(self.host.look(&id, &self.me.identity)) {
                Ok(glance) => glance,
                Err(refused) => {
                    tracing::warn!("table {id} is left out: {refused}");
                    continue;
                }
            };
            if let Some(stage) = glance.stage
                && glance.record.moved_to.is_none()
            {
                let entries = glance.standing.seq;
                let last = wait(self.host.times(&id, entries.saturating_sub(1), 1))?;
                let last = last.last().copied().unwrap_or_default();
                kept.push(Kept {
                    id,
                    last: last.max(glance.record.created),
                    record: glance.record,
                    stage: stage.to_string(),
                    entries,
                    view: glance.view,
                });
            }
        }
        kept.sort_by_key(|kept| std::cmp::Reverse(kept.last));
        Ok(kept)
    }

    /// Deletes an unfinished table. Today's daily game is kept once it was played:
    /// it is not to be begun again.
    pub fn delete(&self, id: &TableId) -> Result<(), String> {
        let me = &self.me.identity;
        let said = |refused: parlour_host::Refused| refused.to_string();
        let glance = wait(self.host.look(id, me)).map_err(said)?;
        if glance.standing.seq > 0 && is_of_today(&glance.record, self.host.now()) {
            return Err(String::from(
                "The game of the day can be played once, so it is kept until tomorrow.",
            ));
        }
        wait(self.host.remove(id, me)).map_err(said)
    }
}

/// Whether a table is the daily game of this day.
pub fn is_of_today(record: &Record, now: Time) -> bool {
    let daily = format!(" daily {}", day(now));
    record.tags.iter().any(|tag| tag.ends_with(&daily))
}

/// A seed that nobody can guess.
pub fn new_seed() -> Seed {
    let mut bytes = [0; 8];
    SystemEntropy.fill(&mut bytes);
    Seed(u64::from_le_bytes(bytes))
}

/// How long ago something was, in words.
pub fn ago(then: Time, now: Time) -> String {
    let minutes = now.since(then) / 60_000;
    let (count, unit) = match minutes {
        0 => return String::from("just now"),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_words() {
        let now = Time(1_000_000_000_000);
        for (minutes, words) in [
            (0, "just now"),
            (1, "1 minute ago"),
            (59, "59 minutes ago"),
            (60, "1 hour ago"),
            (1439, "23 hours ago"),
            (1440, "1 day ago"),
            (14_400, "10 days ago"),
        ] {
            assert_eq!(ago(Time(now.0 - minutes * 60_000), now), words);
        }
    }
}
