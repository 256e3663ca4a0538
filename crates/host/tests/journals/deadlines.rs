//! Deadlines: data, and struck once.

use std::sync::Arc;
use std::thread;

use parlour_host::{Refused, wait};

use crate::bed::{Bed, MORNING, ROUND, bids, id, lines, open, pig, say, verdict, who};

crate::for_every_journal!(
    the_clock_closes_a_round_whose_time_is_up,
    an_early_end_moves_the_deadline,
    a_deadline_outlives_the_process,
    the_owner_moves_a_deadline,
    a_game_without_timetable_has_no_deadline,
    several_hosts_strike_each_deadline_once,
);

const TWO: [&str; 2] = ["ann", "bob"];

fn the_clock_closes_a_round_whose_time_is_up(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&TWO, 2));
    say(&host, &table, "ann", "{\"bid\":5}").unwrap();
    assert_eq!(wait(host.next_due()).unwrap(), Some(MORNING.after(ROUND)));
    bed.clock.advance(ROUND - 1);
    assert!(wait(host.strike()).unwrap().is_empty());
    bed.clock.advance(1);
    let struck = wait(host.strike()).unwrap();
    assert_eq!(struck.len(), 1);
    assert_eq!(struck[0].entry, Some(2));
    assert_eq!(struck[0].deadline.stage.as_str(), "round-1");
    assert!(wait(host.strike()).unwrap().is_empty());
    let line = lines(bed.journal().as_ref(), &table).pop().unwrap();
    assert!(
        line.contains("\"by\":\"clock\",\"command\":\"close\""),
        "{line}"
    );
    // The next round has its own time, and the last one none after it.
    assert_eq!(
        wait(host.next_due()).unwrap(),
        Some(MORNING.after(2 * ROUND))
    );
    bed.clock.advance(ROUND);
    assert_eq!(wait(host.strike()).unwrap().len(), 1);
    assert_eq!(wait(host.next_due()).unwrap(), None);
    assert_eq!(verdict(&host, &table), "verified 3 entries");
}

fn an_early_end_moves_the_deadline(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&TWO, 2));
    bed.clock.advance(ROUND / 2);
    say(&host, &table, "ann", "{\"bid\":5}").unwrap();
    let due = |host: &parlour_host::Host| wait(host.next_due()).unwrap();
    assert_eq!(
        due(&host),
        Some(MORNING.after(ROUND)),
        "a bid alone moves nothing"
    );
    say(&host, &table, "bob", "{\"bid\":5}").unwrap();
    assert_eq!(due(&host), Some(MORNING.after(ROUND / 2 + ROUND)));
    bed.clock.advance(ROUND / 2);
    assert!(wait(host.strike()).unwrap().is_empty());
}

fn a_deadline_outlives_the_process(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&TWO, 2));
    say(&host, &table, "ann", "{\"bid\":5}").unwrap();
    drop(host);
    bed.reopen();
    bed.clock.advance(ROUND);
    let host = bed.host();
    assert_eq!(wait(host.strike()).unwrap().len(), 1);
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), 2);
}

fn the_owner_moves_a_deadline(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&TWO, 2));
    let set = |due| wait(host.set_deadline(&table, &who("ann"), due));
    set(Some(MORNING.after(5))).unwrap();
    assert_eq!(wait(host.next_due()).unwrap(), Some(MORNING.after(5)));
    set(None).unwrap();
    bed.clock.advance(ROUND * 9);
    assert!(wait(host.strike()).unwrap().is_empty());
    wait(host.pause(&table, &who("ann"))).unwrap();
    assert_eq!(set(Some(MORNING)).unwrap_err(), Refused::Paused);
    wait(host.resume(&table, &who("ann"))).unwrap();
    set(Some(MORNING)).unwrap();
    assert_eq!(wait(host.strike()).unwrap().len(), 1);
}

fn a_game_without_timetable_has_no_deadline(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&TWO, 20));
    assert_eq!(wait(host.next_due()).unwrap(), None);
    // A deadline for a game that has nothing to do then is lifted.
    wait(host.set_deadline(&table, &who("ann"), Some(MORNING))).unwrap();
    let struck = wait(host.strike()).unwrap();
    assert_eq!(struck.len(), 1);
    assert_eq!(struck[0].entry, None);
    assert_eq!(wait(host.next_due()).unwrap(), None);
    assert!(lines(bed.journal().as_ref(), &table).is_empty());
}

fn several_hosts_strike_each_deadline_once(bed: &mut Bed) {
    const ROUNDS: u16 = 40;
    let hosts: Vec<_> = (0..4).map(|seed| bed.host_with_entropy(seed)).collect();
    let names = ["one", "two", "three"];
    for name in names {
        let mut new = bids(&TWO, ROUNDS);
        new.id = Some(id(name));
        open(&hosts[0], new);
    }
    for _ in 0..ROUNDS {
        bed.clock.advance(ROUND);
        let struck: Vec<_> = thread::scope(|scope| {
            let running: Vec<_> = hosts
                .iter()
                .map(|host| {
                    let host = Arc::clone(host);
                    scope.spawn(move || wait(host.strike()).unwrap())
                })
                .collect();
            let done = running.into_iter().flat_map(|it| it.join().unwrap());
            done.filter(|struck| struck.entry.is_some()).collect()
        });
        assert_eq!(struck.len(), names.len(), "{struck:?}");
    }
    for name in names {
        let count = lines(bed.journal().as_ref(), &id(name)).len();
        assert_eq!(count, usize::from(ROUNDS));
        let words = format!("verified {ROUNDS} entries");
        assert_eq!(verdict(&bed.host(), &id(name)), words);
    }
}
