//! Tables whose stored lines were changed by something else: what is left of
//! them is told, they are cleared away by whoever owns them, and none is exported as
//! if it were whole.

use parlour_host::host::Remains;
use parlour_host::journal::JournalError;
use parlour_host::{Refused, wait};
use rusqlite::Connection;

use crate::bed::{Bed, ROUND, bids, open, pig, roll, say, sqlite, who};

/// Changes the database behind the host's back.
fn change(bed: &Bed, sql: &str) {
    let database = Connection::open(bed.folder().join("parlour.db")).unwrap();
    assert!(database.execute(sql, ()).unwrap() > 0, "{sql}");
}

fn read(bed: &Bed, sql: &str) -> String {
    let database = Connection::open(bed.folder().join("parlour.db")).unwrap();
    database.query_row(sql, (), |row| row.get(0)).unwrap()
}

fn is_damaged(refused: &Refused) -> bool {
    matches!(refused, Refused::Journal(JournalError::Damaged { .. }))
}

#[test]
fn what_is_left_of_a_damaged_table_is_told_and_its_owner_clears_it_away() {
    let bed = sqlite();
    let table = open(&bed.host(), pig(&["ann", "bob"], 1000));
    roll(&bed.host(), &table, &["ann", "bob"], 3);
    let record = wait(bed.host().record(&table)).unwrap();
    change(&bed, "UPDATE entries SET line = 'x' WHERE seq = 2");
    let host = bed.host();
    let refused = wait(host.look(&table, &who("ann"))).unwrap_err();
    assert!(is_damaged(&refused), "{refused}");
    assert!(refused.to_string().contains("entry 2"), "{refused}");
    assert_eq!(
        wait(host.remains(&table)).unwrap(),
        Remains {
            record,
            over: false,
            entries: 3
        }
    );
    let refused = wait(host.clear_away(&table, &who("bob"))).unwrap_err();
    assert_eq!(refused, Refused::NotOwner);
    wait(host.clear_away(&table, &who("ann"))).unwrap();
    let gone = Refused::UnknownTable(table.clone());
    assert_eq!(wait(host.remains(&table)).unwrap_err(), gone);
    assert_eq!(
        wait(host.clear_away(&table, &who("ann"))).unwrap_err(),
        gone
    );
}

/// Nobody knows who opened it: whoever sat there may clear it away, a stranger
/// may not.
#[test]
fn a_table_whose_record_is_damaged_can_be_cleared_away_too() {
    let bed = sqlite();
    let table = open(&bed.host(), pig(&["ann", "bob"], 1000));
    change(&bed, "UPDATE records SET record = '{}'");
    let host = bed.host();
    assert!(is_damaged(&wait(host.remains(&table)).unwrap_err()));
    let refused = wait(host.clear_away(&table, &who("eve"))).unwrap_err();
    assert_eq!(refused, Refused::NotOwner);
    wait(host.clear_away(&table, &who("bob"))).unwrap();
    assert_eq!(wait(host.tables()).unwrap(), []);
}

/// A snapshot spares reading what lies before it, and the time of an entry is no
/// part of the game: an export reads it all the same.
#[test]
fn no_changed_line_is_exported() {
    for (change_of, entry) in [
        ("replace(line, '\"time\":1', '\"time\":2')", 1),
        ("replace(line, '\"time\":1', '\"time\":2')", 300),
        ("substr(line, 1, length(line) - 1)", 2),
    ] {
        let bed = sqlite();
        let table = open(&bed.host(), pig(&["ann"], 1_000_000));
        roll(&bed.host(), &table, &["ann"], 300);
        assert!(wait(bed.host().export(&table)).is_ok());
        let sql = format!("UPDATE entries SET line = {change_of} WHERE seq = {entry}");
        change(&bed, &sql);
        let host = bed.host();
        assert!(wait(host.look(&table, &who("ann"))).is_ok(), "{sql}");
        let refused = wait(host.export(&table)).unwrap_err();
        assert!(is_damaged(&refused), "{refused}");
        let place = format!("entry {entry}:");
        assert!(refused.to_string().contains(&place), "{refused}");
    }
}

/// A table that cannot be read keeps its deadline: it is tried again, but ever more
/// seldom, and strikes when it can be read again.
#[test]
fn the_deadline_of_a_table_that_cannot_be_read_waits_longer_each_time() {
    let bed = sqlite();
    let table = open(&bed.host(), bids(&["ann", "bob"], 2));
    say(&bed.host(), &table, "ann", "{\"bid\":5}").unwrap();
    let whole = read(&bed, "SELECT line FROM entries");
    change(&bed, "UPDATE entries SET line = 'x'");
    bed.clock.advance(ROUND);
    let host = bed.host();
    let mut waits = Vec::new();
    for _ in 0..13 {
        assert!(wait(host.strike()).unwrap().is_empty());
        let next = wait(host.next_due()).unwrap().unwrap();
        let now = parlour_host::Clock::now(&*bed.clock);
        waits.push(next.since(now) / 1_000);
        bed.clock.advance(next.since(now));
    }
    assert_eq!(waits[..6], [5, 5, 10, 20, 40, 80]);
    assert_eq!(waits[10..], [2560, 3600, 3600], "an hour at most");
    let figures = host.figures();
    assert_eq!((figures.stuck, figures.struck), (1, 0), "counted once");
    // Once it can be read it strikes with everything that belongs to it.
    let mended = format!("UPDATE entries SET line = '{whole}'");
    change(&bed, &mended);
    let struck = wait(host.strike()).unwrap();
    assert_eq!(struck[0].entry, Some(2));
    assert_eq!(host.figures().struck, 1);
}
