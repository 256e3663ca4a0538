//! Many hosts, many threads, one journal: one wins each number, nothing is lost
//! or doubled.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;

use parlour_host::{Message, wait};

use crate::bed::{Bed, bids, id, lines, open, pig, verdict, who};

crate::for_every_journal!(
    hosts_race_for_every_entry,
    players_at_one_host_do_not_lose_each_others_commands,
    one_message_through_many_hosts_happens_once,
    many_tables_at_once,
);

const PLAYERS: [&str; 4] = ["ann", "bob", "cid", "dan"];

/// Each player through a host of their own, all at once: Bids takes them in any
/// order, so every command is accepted, and each exactly once.
fn hosts_race_for_every_entry(bed: &mut Bed) {
    const TIMES: usize = 25;
    let mut new = bids(&PLAYERS, 1000);
    new.letters = true;
    let table = open(&bed.host(), new);
    let seqs: Vec<u64> = thread::scope(|scope| {
        let running: Vec<_> = PLAYERS
            .iter()
            .map(|name| {
                let (host, table) = (bed.host(), table.clone());
                scope.spawn(move || {
                    let accepted = (0..TIMES).map(|nth| {
                        let mut message = Message::new(&table, &who(name), "{\"bid\":0}");
                        message.id = Some(nth.to_string());
                        let accepted = wait(host.command_text(message)).unwrap();
                        assert!(!accepted.repeated);
                        accepted.seq
                    });
                    accepted.collect::<Vec<_>>()
                })
            })
            .collect();
        running
            .into_iter()
            .flat_map(|it| it.join().unwrap())
            .collect()
    });
    let total = PLAYERS.len() * TIMES;
    let distinct: BTreeSet<u64> = seqs.iter().copied().collect();
    assert_eq!(distinct, (1..=total as u64).collect());
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), total);
    assert_eq!(
        verdict(&bed.host(), &table),
        format!("verified {total} entries")
    );
    // One letter for every viewer and entry, in the order of the entries.
    let letters = wait(bed.journal().letters(0, 10_000)).unwrap();
    assert_eq!(letters.len(), total * (PLAYERS.len() + 1));
    assert!(letters.is_sorted_by_key(|letter| letter.seq));
}

fn players_at_one_host_do_not_lose_each_others_commands(bed: &mut Bed) {
    const TIMES: usize = 25;
    let host = bed.host();
    let table = open(&host, bids(&PLAYERS, 1000));
    thread::scope(|scope| {
        for name in PLAYERS {
            let (host, table) = (Arc::clone(&host), table.clone());
            scope.spawn(move || {
                for _ in 0..TIMES {
                    wait(host.command_text(Message::new(&table, &who(name), "{\"bid\":0}")))
                        .unwrap();
                }
            });
        }
    });
    let total = PLAYERS.len() * TIMES;
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), total);
    assert_eq!(verdict(&host, &table), format!("verified {total} entries"));
}

fn one_message_through_many_hosts_happens_once(bed: &mut Bed) {
    let table = open(&bed.host(), pig(&["ann"], 1_000_000));
    let hosts: Vec<_> = (0..4).map(|_| bed.host()).collect();
    for nth in 0..10_u64 {
        let answers: Vec<_> = thread::scope(|scope| {
            let running: Vec<_> = hosts
                .iter()
                .map(|host| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut message = Message::new(table, &who("ann"), "\"roll\"");
                        message.id = Some(nth.to_string());
                        wait(host.command_text(message)).unwrap()
                    })
                })
                .collect();
            running.into_iter().map(|it| it.join().unwrap()).collect()
        });
        assert!(answers.iter().all(|it| it.seq == nth + 1), "{answers:?}");
        assert_eq!(answers.iter().filter(|it| !it.repeated).count(), 1);
    }
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), 10);
}

fn many_tables_at_once(bed: &mut Bed) {
    let host = bed.host();
    let tables: Vec<_> = (0..8)
        .map(|nth| {
            let mut new = pig(&["ann"], 1_000_000);
            new.id = Some(id(&format!("table-{nth}")));
            open(&host, new)
        })
        .collect();
    thread::scope(|scope| {
        for table in &tables {
            let host = Arc::clone(&host);
            scope.spawn(move || {
                for _ in 0..20 {
                    wait(host.command_text(Message::new(table, &who("ann"), "\"roll\""))).unwrap();
                }
            });
        }
    });
    drop(host);
    bed.reopen();
    let host = bed.host();
    for table in &tables {
        assert_eq!(verdict(&host, table), "verified 20 entries");
    }
}
