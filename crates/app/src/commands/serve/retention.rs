//! What becomes of closed tables after a while: they are kept, written to files, or
//! deleted.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use parlour_host::card::{Course, Cursor, Query};
use parlour_host::log::write_log_gz;
use parlour_host::press::Press;
use parlour_host::table::TableId;
use parlour_host::{Host, Time, private};
use parlour_room::Room;
use parlour_rules::Seat;
use serde::Serialize;

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

/// Something that was said at a table, as everybody may read it. Who may was known by
/// identities, which are nobody's business.
#[derive(Serialize)]
struct Line<'a> {
    number: u64,
    time: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<&'a str>,
    from: Seat,
    to: &'a [Seat],
    words: &'a str,
}

impl<'a> Line<'a> {
    fn of(press: &'a Press) -> Self {
        let said = &press.said;
        Self {
            number: press.number,
            time: said.time,
            stage: said.stage.as_deref(),
            from: said.from,
            to: &said.to,
            words: &said.words,
        }
    }
}

/// Writes the log of a table to the folder, and beside it what was said there that is
/// open to everybody.
async fn archive(host: &Host, table: &TableId, folder: &Path) -> Result<()> {
    let mut press = Vec::new();
    Room::open_press(host, table, |it| {
        press.push(serde_json::to_string(&Line::of(&it)).expect("press is plain JSON"));
    })
    .await?;
    let log = host.export(table).await?;
    host.put_away(table);
    private::make_folder(folder).with_context(|| folder.display().to_string())?;
    if !press.is_empty() {
        let packed = write_log_gz(press.iter().map(String::as_str));
        keep_file(folder, &format!("{table}.press.jsonl.gz"), &packed)?;
    }
    keep_file(folder, &format!("{table}.jsonl.gz"), &log)
}

/// Writes a file to the folder, whole or not at all, and waits for the disk.
fn keep_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let file = folder.join(name);
    let beside = folder.join(format!("{name}.new"));
    let written = (|| {
        // Logs hold every secret.
        let mut new = private::create(&beside)?;
        new.write_all(bytes)?;
        new.sync_all()?;
        fs::rename(&beside, &file)?;
        File::open(folder)?.sync_all()
    })();
    written.with_context(|| file.display().to_string())
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

    #[cfg(unix)]
    #[tokio::test]
    async fn what_is_archived_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt as _;

        let (host, tables) = house().await;
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("old/older");
        let archive = Retention::Archive {
            days: 10,
            folder: old.clone(),
        };
        assert_eq!(clear_away(&host, &archive, 10, "me").await.unwrap(), 1);
        let file = old.join(format!("{}.jsonl.gz", tables[0]));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let modes = [&old, &folder.path().join("old"), &file].map(|it| mode(it));
        assert_eq!(modes, [0o700, 0o700, 0o600]);
    }

    /// What was said at an archived table that everybody may read, as it was kept.
    fn press_in(folder: &Path, table: &TableId) -> Option<String> {
        let file = folder.join(format!("{table}.press.jsonl.gz"));
        let mut plain = String::new();
        let packed = File::open(file).ok()?;
        let mut reader = flate2::read::GzDecoder::new(packed);
        std::io::Read::read_to_string(&mut reader, &mut plain).unwrap();
        Some(plain)
    }

    /// A game of Diplomacy with press by this rule, at which a private and a public word
    /// were said, and which ended in a draw or was closed.
    async fn talked(rule: &str, ends: bool) -> (tempfile::TempDir, TableId) {
        let clock = Arc::new(ManualClock::at(Time(1_000 * DAY)));
        let entropy = Arc::new(SeededEntropy::new(Seed(1)));
        let host = Arc::new(Host::new(
            crate::shelf::registry(true),
            Arc::new(MemoryJournal::new()),
            Arc::clone(&clock) as _,
            Arc::clone(&entropy) as _,
        ));
        let room = Room::new(Arc::clone(&host), entropy);
        let say = async |power: &str, words: &str| {
            let who = format!("slack:{power}").as_str().into();
            let heard = parlour_room::Heard::in_private("slack", who, power, words);
            let answer = room.hear(&heard).await.unwrap();
            assert_eq!(answer.refused, None, "{words}: {answer:?}");
            answer
        };
        let opened = say("AUSTRIA", &format!("new press={rule}")).await;
        let code = opened.words()[5..10].to_owned();
        let powers = [
            "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY",
        ];
        for power in powers {
            say(power, &format!("join {code} {power}")).await;
        }
        say("AUSTRIA", "start").await;
        if rule != "public" {
            say("AUSTRIA", "tell Italy stay out of Trieste").await;
        }
        say("AUSTRIA", "tell all peace to everybody").await;
        let table = host.tables().await.unwrap().remove(0);
        if ends {
            say("AUSTRIA", "draw").await;
            for power in &powers[1..] {
                say(power, "draw yes").await;
            }
        } else {
            host.close(&table, &Asker::house()).await.unwrap();
        }
        clock.advance(20 * DAY);
        let folder = tempfile::tempdir().unwrap();
        let archive = Retention::Archive {
            days: 10,
            folder: folder.path().to_owned(),
        };
        assert_eq!(clear_away(&host, &archive, 10, "me").await.unwrap(), 1);
        (folder, table)
    }

    #[tokio::test]
    async fn press_that_everybody_may_read_by_then_is_archived_and_no_other() {
        for (rule, ends, lines) in [
            ("open-at-end", true, 2),
            ("open-at-end", false, 1),
            ("full", true, 1),
            ("public", true, 1),
        ] {
            let (folder, table) = talked(rule, ends).await;
            let press = press_in(folder.path(), &table).unwrap();
            assert_eq!(press.lines().count(), lines, "{rule}, {ends}: {press}");
            assert!(press.contains("peace to everybody"), "{press}");
            assert_eq!(press.contains("Trieste"), lines == 2, "{press}");
            assert!(!press.contains("slack:"), "identities are told: {press}");
        }
        // Where nothing was said there is no such file.
        let (host, tables) = house().await;
        let folder = tempfile::tempdir().unwrap();
        archive(&host, &tables[0], folder.path()).await.unwrap();
        assert_eq!(press_in(folder.path(), &tables[0]), None);
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
