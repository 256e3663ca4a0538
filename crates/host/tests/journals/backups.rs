//! Backups: taken while people play, put back whole or not at all, in either kind of
//! database.

mod forms;

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use parlour_host::journal::backup::{BackupError, Store, back_up, check, restore};
use parlour_host::journal::{Journal, NewNote, SqliteJournal};
use parlour_host::pass::{Pass, PassChange};
use parlour_host::press::Said;
use parlour_host::table::TableId;
use parlour_host::{Host, Json, Message, Refused, wait};
use parlour_rules::Seat;

use crate::bed::{Bed, MORNING, bids, id, lines, open, pig, play_pig, say, verdict, who};

/// A place for a database of one kind.
struct Home {
    folder: tempfile::TempDir,
    #[cfg(feature = "postgres")]
    url: Option<String>,
}

impl Home {
    fn sqlite() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            #[cfg(feature = "postgres")]
            url: None,
        }
    }

    #[cfg(feature = "postgres")]
    fn postgres() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let schema = crate::server::schema(folder.path());
        let url = format!("{}?schema={schema}", crate::server::url()?);
        Some(Self {
            folder,
            url: Some(url),
        })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("parlour.db")
    }

    fn with_store<T>(&self, act: impl FnOnce(Store<'_>) -> T) -> T {
        #[cfg(feature = "postgres")]
        if let Some(url) = &self.url {
            return act(Store::Postgres(url));
        }
        act(Store::Sqlite(&self.path()))
    }

    fn journal(&self) -> std::sync::Arc<dyn Journal> {
        #[cfg(feature = "postgres")]
        if let Some(url) = &self.url {
            let journal = parlour_host::journal::PostgresJournal::open(url);
            return std::sync::Arc::new(journal.unwrap());
        }
        std::sync::Arc::new(SqliteJournal::open(self.path()).unwrap())
    }

    fn host(&self) -> Host {
        Host::new(
            crate::bed::registry(),
            self.journal(),
            std::sync::Arc::new(parlour_host::ManualClock::at(MORNING)),
            std::sync::Arc::new(parlour_host::SeededEntropy::new(parlour_rules::Seed(3))),
        )
    }

    fn back_up(&self, file: &Path) {
        let target = File::create(file).unwrap();
        self.with_store(|store| back_up(store, target, MORNING))
            .unwrap();
    }

    fn restore(&self, file: &Path, replace: bool) -> Result<(), BackupError> {
        self.with_store(|store| restore(store, file, replace))
            .map(|_| ())
    }
}

/// Every kind of database there is here.
fn homes() -> Vec<fn() -> Option<Home>> {
    vec![
        || Some(Home::sqlite()),
        #[cfg(feature = "postgres")]
        Home::postgres,
    ]
}

/// Two games with everything that belongs to one.
fn furnish(host: &Host) -> TableId {
    let over = open(host, pig(&["ann", "bob"], 20));
    play_pig(host, &over, &["ann", "bob"]);
    let mut new = bids(&["ann", "bob"], 5);
    new.letters = true;
    new.tags = vec!["room ä \" 7".to_owned()];
    let table = open(host, new);
    let mut bid = Message::new(&table, &who("ann"), "{\"bid\":3}");
    bid.id = Some("m 1".to_owned());
    wait(host.command_text(bid)).unwrap();
    wait(host.lease("poll", "me", 1_000_000)).unwrap();
    let note = |key: &str| NewNote {
        key: key.to_owned(),
        to: "ann".to_owned(),
        asked: key == "a",
        voice: (key == "b").then(|| "ben".to_owned()),
        note: format!("note {key} \u{1f600}\n"),
    };
    wait(host.keep_notes(vec![note("a"), note("b")])).unwrap();
    let notes = wait(host.notes("ann", 1)).unwrap();
    wait(host.drop_notes(vec![notes[0].0])).unwrap();
    let press = host.tell(&table, None, |around| {
        let said = Said {
            time: around.now,
            stage: around.stage.map(ToString::to_string),
            from: Seat(0),
            to: vec![Seat(1)],
            readers: vec![who("ann"), who("bob")],
            words: "press \u{1f600}\n\"ä\"".to_owned(),
        };
        Ok::<_, Refused>((said, Vec::new()))
    });
    assert_eq!(wait(press).unwrap(), Some(1));
    let pass = Pass {
        hash: "a hash".to_owned(),
        id: "one".to_owned(),
        purpose: "seat".to_owned(),
        holder: who("ann"),
        about: Json::of(&7),
        made: MORNING,
        last: MORNING,
        until: MORNING.after(1_000),
        uses: 2,
    };
    wait(host.journal().change_passes(PassChange::Keep(pass))).unwrap();
    wait(host.journal().secret("seal", "kept")).unwrap();
    let letters = wait(host.letters("sender", 1, 100)).unwrap();
    wait(host.delivered(vec![letters[0].id])).unwrap();
    table
}

/// What a backup of a database says but when and in which form, without the chain.
fn rows(file: &Path) -> Vec<String> {
    let text = unpacked(file);
    let mut rows: Vec<String> = text
        .lines()
        .skip(1)
        .map(|line| {
            let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
            value.as_object_mut().unwrap().remove("hash");
            // One kind of database has truths, the other has numbers for them.
            let truth = |value: &str| value.replace(":true", ":1").replace(":false", ":0");
            truth(&value.to_string())
        })
        .collect();
    rows.sort();
    rows
}

fn unpacked(file: &Path) -> String {
    let mut text = String::new();
    let mut packed = GzDecoder::new(File::open(file).unwrap());
    packed.read_to_string(&mut text).unwrap();
    text
}

fn packed(file: &Path, text: &str) {
    let mut packed = GzEncoder::new(File::create(file).unwrap(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap();
}

#[test]
fn what_is_restored_is_everything_that_was_there_in_either_kind_of_database() {
    let files = tempfile::tempdir().unwrap();
    let (first, second) = (files.path().join("first"), files.path().join("second"));
    for from in homes() {
        for to in homes() {
            let (Some(from), Some(to)) = (from(), to()) else {
                return;
            };
            let host = from.host();
            let table = furnish(&host);
            from.back_up(&first);
            to.restore(&first, false).unwrap();
            to.back_up(&second);
            assert_eq!(rows(&first), rows(&second));
            // And it is played on there.
            let there = to.host();
            assert_eq!(
                verdict(&there, &id("pig-table")),
                verdict(&host, &id("pig-table"))
            );
            let again = {
                let mut bid = Message::new(&table, &who("ann"), "{\"bid\":3}");
                bid.id = Some("m 1".to_owned());
                wait(there.command_text(bid)).unwrap()
            };
            assert!(again.repeated, "messages are known");
            let before = wait(there.journal().letters(0, 100)).unwrap();
            assert_eq!(before, wait(host.journal().letters(0, 100)).unwrap());
            say(&there, &table, "bob", "{\"bid\":4}").unwrap();
            let after = wait(there.journal().letters(0, 100)).unwrap();
            assert!(after[before.len()].id > before.last().unwrap().id);
            assert_eq!(verdict(&there, &table), "verified 2 entries");
            for file in [&first, &second] {
                fs::remove_file(file).unwrap();
            }
        }
    }
}

#[test]
fn a_backup_that_is_taken_while_people_play_is_of_one_moment() {
    for home in homes() {
        let Some(home) = home() else { return };
        let host = home.host();
        let mut new = pig(&["ann"], u32::MAX);
        new.letters = true;
        let table = open(&host, new);
        let stop = AtomicBool::new(false);
        let files = tempfile::tempdir().unwrap();
        thread::scope(|scope| {
            let playing = scope.spawn(|| {
                while !stop.load(Ordering::SeqCst) {
                    say(&host, &table, "ann", "\"roll\"").unwrap();
                }
            });
            for nth in 0..5 {
                let file = files.path().join(nth.to_string());
                home.back_up(&file);
                let checked = check(File::open(&file).unwrap()).unwrap();
                assert_eq!(checked.damaged, [], "every log ends where its table says");
                let there = Home::sqlite();
                match there.restore(&file, false) {
                    Ok(()) => {}
                    Err(error) => panic!("{error}"),
                }
                let there = there.host();
                let seq = wait(there.journal().standing(&table)).unwrap().unwrap().seq;
                let letters = wait(there.journal().letters(0, u32::MAX)).unwrap();
                assert_eq!(letters.len() as u64, seq * 2);
            }
            stop.store(true, Ordering::SeqCst);
            playing.join().unwrap();
        });
    }
}

#[test]
fn a_database_that_holds_something_is_left_alone_unless_it_is_said() {
    for home in homes() {
        let (Some(from), Some(to)) = (home(), home()) else {
            return;
        };
        furnish(&from.host());
        let files = tempfile::tempdir().unwrap();
        let (file, other) = (files.path().join("file"), files.path().join("other"));
        from.back_up(&file);
        let kept = {
            let host = to.host();
            let mut new = pig(&["zoe"], 100);
            new.id = Some(id("kept"));
            let kept = open(&host, new);
            say(&host, &kept, "zoe", "\"roll\"").unwrap();
            kept
        };
        to.back_up(&other);
        let error = to.restore(&file, false).unwrap_err();
        assert!(
            matches!(error, BackupError::NotEmpty { tables: 1 }),
            "{error}"
        );
        assert_eq!(lines(to.journal().as_ref(), &kept).len(), 1);
        to.restore(&file, true).unwrap();
        assert!(wait(to.journal().load(&kept)).unwrap().is_none());
        to.back_up(&files.path().join("third"));
        let (restored, meant) = (rows(&files.path().join("third")), rows(&file));
        // Numbers that were given are not given again.
        let rows_of = |rows: Vec<String>| -> Vec<String> {
            rows.into_iter()
                .filter(|it| !it.contains("\"end\""))
                .collect()
        };
        assert_eq!(rows_of(restored), rows_of(meant));
    }
}

#[cfg(unix)]
#[test]
fn databases_and_journals_of_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let modes = |folder: &Path| -> Vec<(String, u32)> {
        let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mode = |it: &fs::DirEntry| it.metadata().unwrap().permissions().mode() & 0o777;
        files
            .map(|it| (it.file_name().to_string_lossy().into_owned(), mode(&it)))
            .collect()
    };
    let check = |bed: &Bed, least: usize| {
        let host = bed.host();
        let mut new = pig(&["ann"], u32::MAX);
        new.letters = true;
        let table = open(&host, new);
        for _ in 0..300 {
            say(&host, &table, "ann", "\"roll\"").unwrap();
        }
        let modes = modes(bed.folder());
        assert!(modes.len() >= least, "{modes:?}");
        for (name, mode) in modes {
            assert_eq!(mode, 0o600, "{name}");
        }
    };
    check(&crate::bed::sqlite(), 3);
    check(&crate::bed::files(), 4);
    // One that others could read until now.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    fs::write(&path, "").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let _journal = SqliteJournal::open(&path).unwrap();
    for (name, mode) in modes(folder.path()) {
        assert_eq!(mode, 0o600, "{name}");
    }
}
