//! Real processes: killed at any moment, and racing for one database.
//!
//! The children are this same program, told by its environment to play instead of
//! to test.

mod child;
mod migrations;
#[cfg(feature = "postgres")]
#[path = "../support/server.rs"]
mod server;
#[cfg(feature = "postgres")]
#[path = "../support/sql.rs"]
mod sql;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use child::{Store, host};
use parlour_host::log::{Limits, Verdict, read_log, verify};
use parlour_host::press::Press;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, wait};
use parlour_rules::{Seed, Stream};

/// How often a process is killed, for each journal.
fn kills() -> u32 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        1_000
    } else {
        100
    }
}

/// Held while a process is begun, and while this one has a journal open: between
/// its two steps of beginning, a process has everything open that its parent has,
/// another test's lock file too.
static BEGINNING: Mutex<()> = Mutex::new(());

fn spawn(role: &str, store: Store, folder: &Path, player: &str, next: u64) -> Child {
    let _alone = BEGINNING.lock().unwrap_or_else(PoisonError::into_inner);
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child::plays_when_it_is_told_to", "--nocapture"])
        .env(child::ROLE, role)
        .env(child::STORE, store.name())
        .env(child::FOLDER, folder)
        .env(child::PLAYER, player)
        .env(child::NEXT, next.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a child acknowledges: message and entry, in order, until it ends.
fn acknowledged(child: &mut Child) -> Receiver<(u64, u64)> {
    let output = BufReader::new(child.stdout.take().unwrap());
    let (send, receive) = channel();
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let Some(rest) = line.strip_prefix("ack ") else {
                continue;
            };
            // The last line may be cut off, and then it says nothing.
            let Some((message, seq)) = rest.strip_suffix('.').and_then(|it| it.split_once(' '))
            else {
                continue;
            };
            let ack = (message.parse().unwrap(), seq.parse().unwrap());
            if send.send(ack).is_err() {
                return;
            }
        }
    });
    receive
}

/// One player sends messages 1, 2, 3, …; whoever plays is killed, and the next
/// sends the last message again, because nobody knows whether it was heard.
fn kill_and_go_on(store: Store) {
    let folder = tempfile::tempdir().unwrap();
    let mut chance = Stream::new(Seed(31), 0);
    let mut last = 0;
    for nth in 0..kills() {
        let mut child = spawn("solo", store, folder.path(), "ann", last.max(1));
        let receive = acknowledged(&mut child);
        let mut acks = Vec::new();
        // One in four may die while it begins; the others in the middle of play.
        if nth % 4 > 0 {
            for _ in 0..=chance.below(8) {
                acks.push(receive.recv_timeout(Duration::from_mins(1)).unwrap());
            }
            thread::sleep(Duration::from_micros(u64::from(chance.below(4_000))));
        } else {
            thread::sleep(Duration::from_micros(u64::from(chance.below(60_000))));
        }
        child.kill().unwrap();
        let status = child.wait().unwrap();
        acks.extend(receive);
        assert!(
            status.code().is_none(),
            "the child ended by itself: {status}"
        );
        for (message, seq) in &acks {
            assert_eq!(message, seq, "each message is exactly one entry");
        }
        last = acks.last().map_or(last, |(message, _)| *message);
        check(store, folder.path(), last);
    }
    assert!(last > u64::from(kills()), "only {last} messages were heard");
}

/// Reads what is kept. A database server may still be storing what the killed
/// process sent last; then all is read once more.
fn check(store: Store, folder: &Path, last: u64) {
    let _alone = BEGINNING.lock().unwrap_or_else(PoisonError::into_inner);
    let table: TableId = child::TABLE.parse().unwrap();
    loop {
        let host = host(store, folder);
        let kept = || {
            let kept = wait(host.journal().load(&table)).unwrap();
            let press = wait(host.journal().press(&table, 1, u32::MAX)).unwrap();
            kept.map(|kept| (kept.standing.seq, press))
        };
        let Some(before) = kept() else {
            assert_eq!(last, 0, "the table is gone");
            return;
        };
        let letters = wait(host.journal().letters(0, u32::MAX)).unwrap();
        let archive = wait(host.export(&table)).unwrap();
        if kept().as_ref() == Some(&before) {
            let (entries, press) = before;
            let press_letters = check_press(&press, entries);
            let letters = letters.len() - press_letters;
            return check_kept(&host, (entries, last), letters, &archive);
        }
    }
}

/// Press is said before each message: all of it is there, once and in order, and at most
/// one more. The answer is how many letters tell of it.
fn check_press(press: &[Press], entries: u64) -> usize {
    let count = press.len() as u64;
    assert!(
        (entries..=entries + 1).contains(&count),
        "{entries} entries, {count} times press"
    );
    for (number, press) in (1..).zip(press) {
        assert_eq!(press.number, number);
        assert_eq!(press.said.words, number.to_string());
    }
    press.len()
}

/// Everything acknowledged is there, once; at most one more was not acknowledged.
fn check_kept(host: &Host, (entries, last): (u64, u64), letters: usize, archive: &[u8]) {
    let table: TableId = child::TABLE.parse().unwrap();
    let journal = host.journal();
    assert!(
        (last..=last + 1).contains(&entries),
        "{last} acknowledged, {entries} there"
    );
    let ann = Identity::from("ann");
    for message in [1, last / 2, last, entries] {
        if (1..=entries).contains(&message) {
            let heard = wait(journal.heard(&table, &ann, &message.to_string()));
            assert_eq!(heard.unwrap(), Some(message));
        }
    }
    assert_eq!(letters as u64, entries * 2, "one for Ann, one to watch");
    let log = read_log(archive, Limits::default()).unwrap();
    let verdict = verify(host.registry(), &log).unwrap();
    assert_eq!(verdict, Verdict::Verified { entries });
    // Every change of the record is told of, from the first on.
    let audit = log.audit.expect("an export holds the audit");
    let versions = audit.deeds.iter().map(|deed| deed.value.version);
    assert!(versions.eq(0..audit.deeds.len() as u64));
    assert!(audit.deeds.len() as u64 > last.saturating_sub(1) / 7);
}

#[test]
fn nothing_acknowledged_is_lost_from_files_when_the_process_is_killed() {
    kill_and_go_on(Store::Files);
}

#[test]
fn nothing_acknowledged_is_lost_from_sqlite_when_the_process_is_killed() {
    kill_and_go_on(Store::Sqlite);
}

#[cfg(feature = "postgres")]
#[test]
fn nothing_acknowledged_is_lost_from_postgres_when_the_process_is_killed() {
    if server::url().is_some() {
        kill_and_go_on(Store::Postgres);
    }
}

/// Two processes bid at one table; each is told of every entry it won.
#[test]
fn two_processes_share_one_database() {
    let folder = tempfile::tempdir().unwrap();
    let table = child::open_bids(&host(Store::Sqlite, folder.path()));
    let players: Vec<_> = ["ann", "bob"]
        .iter()
        .map(|player| {
            let mut child = spawn("crowd", Store::Sqlite, folder.path(), player, 1);
            let acks = acknowledged(&mut child);
            (child, acks)
        })
        .collect();
    let mut seqs = Vec::new();
    for (mut child, acks) in players {
        assert!(child.wait().unwrap().success());
        let acks: Vec<_> = acks.into_iter().collect();
        assert_eq!(acks.len() as u64, child::CROWD_MESSAGES);
        seqs.extend(acks.into_iter().map(|(_, seq)| seq));
    }
    seqs.sort_unstable();
    let total = 2 * child::CROWD_MESSAGES;
    assert_eq!(seqs, (1..=total).collect::<Vec<_>>());
    let host = host(Store::Sqlite, folder.path());
    let archive = wait(host.export(&table)).unwrap();
    let log = read_log(&archive[..], Limits::default()).unwrap();
    let verdict = verify(host.registry(), &log).unwrap();
    assert_eq!(verdict.to_string(), format!("verified {total} entries"));
}

/// Two journals in one process, each with its own connections.
#[test]
fn two_hosts_share_one_database_file() {
    let folder = tempfile::tempdir().unwrap();
    let hosts: Vec<_> = (0..2)
        .map(|_| Arc::new(host(Store::Sqlite, folder.path())))
        .collect();
    let table = child::open_bids(&hosts[0]);
    let mut seqs: Vec<u64> = thread::scope(|scope| {
        let running: Vec<_> = hosts
            .iter()
            .zip(["ann", "bob"])
            .map(|(host, player)| {
                let table = &table;
                scope.spawn(move || child::crowd(host, table, player, |_, _| {}))
            })
            .collect();
        running
            .into_iter()
            .flat_map(|it| it.join().unwrap())
            .collect()
    });
    seqs.sort_unstable();
    let total = 2 * child::CROWD_MESSAGES;
    assert_eq!(seqs, (1..=total).collect::<Vec<_>>());
}
