//! What becomes of closed tables after a while: they are kept, written to files, or
//! deleted.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use parlour_host::card::{Course, Cursor, Query};
use parlour_host::table::TableId;
use parlour_host::{Host, Time, private};

/// How often it is looked what is old enough.
const LOOK: Duration = Duration::from_hours(1);

/// How many tables are dealt with at once.
const AT_ONCE: u32 = 64;

/// How long one of several replicas has the task, in milliseconds.
const HOLD: u64 = 10 * 60_000;

const DAY: u64 = 86_400_000;

/// What becomes of closed tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Retention {
    /// They stay.
    #[default]
    Keep,
    /// After so many days their logs are written to a folder, and they go.
    Archive {
        /// How many days.
        days: u64,
        /// Where to.
        folder: PathBuf,
    },
    /// After so many days they go.
    Delete {
        /// How many days.
        days: u64,
    },
}

impl Retention {
    /// What was said: what becomes of them, after how many days, and where to.
    pub fn read(what: Option<&str>, days: Option<u64>, folder: Option<PathBuf>) -> Result<Self> {
        let days = days.context("finished_days says after how many days");
        match what {
            None | Some("keep") => Ok(Self::Keep),
            Some("delete") => Ok(Self::Delete { days: days? }),
            Some("archive") => Ok(Self::Archive {
                days: days?,
                folder: folder.context("archive names the folder")?,
            }),
            Some(other) => bail!("finished tables are kept, archived or deleted: not `{other}`"),
        }
    }

    fn days(&self) -> Option<u64> {
        match self {
            Self::Keep => None,
            Self::Archive { days, .. } | Self::Delete { days } => Some(*days),
        }
    }
}

/// Does it for as long as the service runs.
pub async fn keep(host: Arc<Host>, retention: Retention, me: String) {
    let Some(days) = retention.days() else {
        return std::future::pending().await;
    };
    loop {
        match clear_away(&host, &retention, days, &me).await {
            Ok(0) => {}
            Ok(gone) => tracing::info!("{gone} tables closed for {days} days are gone"),
            Err(error) => tracing::warn!("old tables stay: {error:#}"),
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// How many tables are gone.
async fn clear_away(host: &Host, retention: &Retention, days: u64, me: &str) -> Result<u64> {
    let before = host.now().0.saturating_sub(days.saturating_mul(DAY));
    let mut query = Query {
        after: Some(Cursor::older_than(Time(before))),
        at_most: AT_ONCE,
        ..Query::any().course(Course::Closed)
    };
    let mut gone = 0;
    loop {
        // Of several replicas one does it.
        if !host.lease("retention", me, HOLD).await? {
            return Ok(gone);
        }
        let page = host.journal().cards(query.clone()).await?;
        for card in &page.cards {
            if let Retention::Archive { folder, .. } = retention
                && let Err(error) = archive(host, &card.table, folder).await
            {
                // It stays where it is, so that nothing is lost.
                tracing::warn!("table {} stays: {error:#}", card.table);
                continue;
            }
            host.discard(&card.table).await?;
            gone += 1;
        }
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(gone),
        }
    }
}

/// Writes the log of a table to the folder, and waits for the disk.
async fn archive(host: &Host, table: &TableId, folder: &Path) -> Result<()> {
    let bytes = host.export(table).await?;
    host.put_away(table);
    let file = folder.join(format!("{table}.jsonl.gz"));
    let beside = folder.join(format!("{table}.jsonl.gz.new"));
    let place = || file.display().to_string();
    fs::create_dir_all(folder).with_context(place)?;
    let written = (|| {
        // Logs hold every secret.
        let mut new = private::create(&beside)?;
        new.write_all(&bytes)?;
        new.sync_all()?;
        fs::rename(&beside, &file)?;
        File::open(folder)?.sync_all()
    })();
    written.with_context(place)
}

#[cfg(test)]
mod tests {
    use parlour_host::journal::MemoryJournal;
    use parlour_host::log::{Limits, read_log, verify};
    use parlour_host::table::Person;
    use parlour_host::{Json, ManualClock, Message, NewTable, SeededEntropy};
    use parlour_rules::Seed;

    use parlour_host::audit::Asker;

    use super::*;

    #[test]
    fn what_becomes_of_them_is_said_whole() {
        let read = |what, days, folder: Option<&str>| {
            Retention::read(what, days, folder.map(PathBuf::from))
        };
        assert_eq!(read(None, None, None).unwrap(), Retention::Keep);
        assert_eq!(read(Some("keep"), Some(3), None).unwrap(), Retention::Keep);
        let delete = Retention::Delete { days: 3 };
        assert_eq!(read(Some("delete"), Some(3), None).unwrap(), delete);
        for (what, days, folder) in [
            ("delete", None, None),
            ("archive", Some(3), None),
            ("archive", None, Some("x")),
            ("burn", Some(3), None),
        ] {
            assert!(read(Some(what), days, folder).is_err(), "{what}");
        }
    }

    /// Three tables: closed long ago, closed lately, and going on.
    async fn house() -> (Arc<Host>, Vec<TableId>) {
        let clock = Arc::new(ManualClock::at(Time(1_000 * DAY)));
        let host = Arc::new(Host::new(
            crate::shelf::registry(true),
            Arc::new(MemoryJournal::new()),
            Arc::clone(&clock) as _,
            Arc::new(SeededEntropy::new(Seed(1))),
        ));
        let mut tables = Vec::new();
        for _ in 0..3 {
            let setup = Json::parse(r#"{"players":1,"goal":100}"#).unwrap();
            let new = NewTable::new("pig", setup, Seed(1), Person::new("ann", "Ann"));
            let id = host.open_table(new).await.unwrap();
            let roll = Message::new(&id, &"ann".into(), "\"roll\"");
            host.command_text(roll).await.unwrap();
            tables.push(id);
        }
        host.close(&tables[0], &Asker::house()).await.unwrap();
        clock.advance(20 * DAY);
        host.close(&tables[1], &Asker::house()).await.unwrap();
        clock.advance(DAY);
        (host, tables)
    }

    #[tokio::test]
    async fn only_what_was_closed_long_ago_goes() {
        let (host, tables) = house().await;
        let delete = Retention::Delete { days: 10 };
        assert_eq!(clear_away(&host, &delete, 10, "me").await.unwrap(), 1);
        assert_eq!(clear_away(&host, &delete, 10, "me").await.unwrap(), 0);
        let mut left = host.tables().await.unwrap();
        left.sort();
        let mut expected = tables[1..].to_vec();
        expected.sort();
        assert_eq!(left, expected);
    }

    #[tokio::test]
    async fn what_is_archived_is_a_whole_log() {
        let (host, tables) = house().await;
        let folder = tempfile::tempdir().unwrap();
        let archive = Retention::Archive {
            days: 10,
            folder: folder.path().join("old"),
        };
        assert_eq!(clear_away(&host, &archive, 10, "me").await.unwrap(), 1);
        let file = folder.path().join(format!("old/{}.jsonl.gz", tables[0]));
        let log = read_log(File::open(file).unwrap(), Limits::default()).unwrap();
        let verdict = verify(host.registry(), &log).unwrap();
        assert!(verdict.is_verified(), "{verdict}");
    }

    #[tokio::test]
    async fn what_cannot_be_archived_stays() {
        let (host, _) = house().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a file");
        fs::write(&file, "in the way").unwrap();
        let archive = Retention::Archive {
            days: 10,
            folder: file,
        };
        assert_eq!(clear_away(&host, &archive, 10, "me").await.unwrap(), 0);
        assert_eq!(host.tables().await.unwrap().len(), 3);
    }
}
