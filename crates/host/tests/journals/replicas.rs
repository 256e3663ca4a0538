//! Several replicas: each with connections of its own to one database.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::Duration;

use parlour_host::journal::{Changed, PostgresJournal};
use parlour_host::{AgreedClock, Clock, Host, ManualClock, Message, SeededEntropy, Time, wait};
use parlour_rules::{Seed, Stream};

use crate::bed::{
    Bed, ROUND, bids, lines, open, pig, postgres, registry, say, sqlite, verdict, who,
};
use crate::server;

/// Two replicas strike the same deadline at the same moment, again and again.
fn two_replicas_race_for_each_deadline(bed: &Bed) {
    const RACES: u16 = 200;
    let table = open(&bed.host(), bids(&["ann", "bob"], RACES));
    let replicas = [bed.replica(), bed.replica()];
    let start = Barrier::new(2);
    let struck = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for (nth, replica) in replicas.iter().enumerate() {
            let (start, struck) = (&start, &struck);
            scope.spawn(move || {
                for race in 0..RACES {
                    if nth == 0 {
                        bed.clock.advance(ROUND);
                    }
                    start.wait();
                    let done = wait(replica.strike()).unwrap();
                    let entries = done.iter().filter_map(|it| it.entry);
                    struck
                        .lock()
                        .unwrap()
                        .extend(entries.map(|entry| (race, entry)));
                    start.wait();
                }
            });
        }
    });
    let mut struck = struck.into_inner().unwrap();
    struck.sort_unstable();
    let each: Vec<_> = (0..RACES).map(|race| (race, u64::from(race) + 1)).collect();
    assert_eq!(struck, each, "each deadline is struck exactly once");
    assert_eq!(
        lines(bed.journal().as_ref(), &table).len(),
        usize::from(RACES)
    );
    assert_eq!(
        verdict(&bed.host(), &table),
        format!("verified {RACES} entries")
    );
}

#[test]
fn two_replicas_race_for_each_deadline_in_sqlite() {
    two_replicas_race_for_each_deadline(&sqlite());
}

#[test]
fn two_replicas_race_for_each_deadline_in_postgres() {
    if let Some(bed) = postgres() {
        two_replicas_race_for_each_deadline(&bed);
    }
}

/// One machine is an hour ahead, the other an hour behind: by the database's clock they
/// agree on when a round is over.
#[test]
fn replicas_whose_clocks_differ_strike_a_deadline_at_one_time() {
    const HOUR: u64 = 3_600_000;
    let Some(bed) = postgres() else { return };
    let now = wait(bed.journal().now()).unwrap().unwrap();
    let replica = |own: Time| {
        let own = Arc::new(ManualClock::at(own));
        let clock = Arc::new(AgreedClock::new(Hands(Arc::clone(&own))));
        wait(clock.agree(bed.journal().as_ref())).unwrap();
        let entropy = Arc::new(SeededEntropy::new(Seed(3)));
        let host = Host::new(registry(), bed.journal(), Arc::clone(&clock) as _, entropy);
        (own, host)
    };
    let (behind, late) = replica(Time(now.0 - HOUR));
    let (ahead, early) = replica(now.after(HOUR));
    for host in [&late, &early] {
        let after = wait(bed.journal().now()).unwrap().unwrap();
        assert!((now..=after).contains(&host.now()), "{}", host.now());
    }
    let table = open(&early, bids(&["ann", "bob"], 2));
    let due = wait(early.next_due()).unwrap().unwrap();
    assert_eq!(due, early.now().after(ROUND));
    assert!(wait(late.strike()).unwrap().is_empty());
    assert!(wait(early.strike()).unwrap().is_empty());
    behind.advance(due.since(late.now()) - 1);
    assert!(wait(late.strike()).unwrap().is_empty());
    behind.advance(1);
    assert_eq!(wait(late.strike()).unwrap().len(), 1);
    // The next round is the other's to end, a minute after that by the same clock.
    ahead.advance(due.after(ROUND).since(early.now()));
    assert_eq!(wait(early.strike()).unwrap().len(), 1);
    assert_eq!(verdict(&early, &table), "verified 2 entries");
}

/// A clock that the test moves while somebody else goes by it.
struct Hands(Arc<ManualClock>);

impl Clock for Hands {
    fn now(&self) -> Time {
        self.0.now()
    }
}

#[test]
fn a_replica_gives_a_hint_to_the_others_and_not_to_itself() {
    let Some(bed) = postgres() else { return };
    let here = bed.host();
    let there = bed.replica();
    let table = open(&here, pig(&["ann"], 1_000_000));
    let mut watch = wait(there.watch(&table)).unwrap();
    let (send, receive) = channel();
    // Listening begins in the background, so the first hints may be missed.
    let stop = Arc::new(AtomicBool::new(false));
    let speaking = {
        let (here, table, stop) = (Arc::clone(&here), table.clone(), Arc::clone(&stop));
        thread::spawn(move || {
            while !stop.load(Ordering::SeqCst) {
                say(&here, &table, "ann", "\"roll\"").unwrap();
                thread::sleep(Duration::from_millis(20));
            }
        })
    };
    let listening = {
        let (there, table) = (Arc::clone(&there), table.clone());
        thread::spawn(move || {
            loop {
                let changed = wait(there.journal().changed()).unwrap();
                let mine = changed == Changed::Tables(vec![table.clone()]);
                if mine {
                    send.send(()).unwrap();
                    // And the host follows when it is hinted at.
                    return wait(there.hinted()).unwrap();
                }
            }
        })
    };
    receive.recv_timeout(Duration::from_secs(30)).unwrap();
    listening.join().unwrap();
    let standing = wait(watch.changed());
    assert!(standing.seq > 0);
    stop.store(true, Ordering::SeqCst);
    speaking.join().unwrap();
}

/// A line to the server that can be cut: whatever goes through it is passed on,
/// until it is not.
struct Line {
    port: u16,
    state: Arc<Mutex<LineState>>,
}

#[derive(Default)]
struct LineState {
    cut: bool,
    open: Vec<TcpStream>,
}

impl Line {
    fn to(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(LineState::default()));
        let (server, shared) = (server.to_owned(), Arc::clone(&state));
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let mut state = shared.lock().unwrap();
                if state.cut {
                    continue;
                }
                let there = TcpStream::connect(&server).unwrap();
                for (from, to) in [(&client, &there), (&there, &client)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    thread::spawn(move || pass_on(from, to));
                }
                state.open.extend([client, there]);
            }
        });
        Self { port, state }
    }

    fn cut(&self) {
        let mut state = self.state.lock().unwrap();
        state.cut = true;
        for stream in state.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn mend(&self) {
        self.state.lock().unwrap().cut = false;
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 4096];
    while let Ok(read) = from.read(&mut bytes)
        && read > 0
        && to.write_all(&bytes[..read]).is_ok()
    {}
    let _ = to.shutdown(Shutdown::Both);
}

/// A bed whose replica reaches the server through a line that can be cut.
fn behind_a_line(bed: &Bed) -> (Line, Arc<Host>) {
    let url = server::url().unwrap();
    let (front, rest) = url.split_once('@').unwrap();
    let (address, name) = rest.split_once('/').unwrap();
    let line = Line::to(address);
    let url = format!("{front}@127.0.0.1:{}/{name}", line.port);
    let schema = server::schema(bed.folder());
    let journal = PostgresJournal::open_schema(&url, &schema).unwrap();
    let host = bed.host_over(Arc::new(journal));
    (line, host)
}

#[test]
fn a_replica_that_was_cut_off_comes_back_by_itself() {
    let Some(bed) = postgres() else { return };
    let table = open(&bed.host(), bids(&["ann", "bob"], 10));
    let (line, host) = behind_a_line(&bed);
    say(&host, &table, "ann", "{\"bid\":0}").unwrap();
    line.cut();
    // Somebody who asks meanwhile is kept waiting, not turned away.
    let waiting = {
        let (host, table) = (Arc::clone(&host), table.clone());
        thread::spawn(move || say(&host, &table, "bob", "{\"bid\":0}"))
    };
    thread::sleep(Duration::from_millis(500));
    assert!(!waiting.is_finished(), "nothing can be stored now");
    line.mend();
    assert_eq!(waiting.join().unwrap().unwrap().seq, 2);
    bed.clock.advance(ROUND);
    assert_eq!(wait(host.strike()).unwrap().len(), 1);
    assert_eq!(verdict(&bed.host(), &table), "verified 3 entries");
}

/// The line is cut at random moments. An answer that says yes is true, and was
/// said of one entry; what was stored is what the caller meant, once.
#[test]
fn a_change_whose_answer_was_lost_happens_once() {
    const CUTS: u32 = 25;
    let Some(bed) = postgres() else { return };
    let table = open(&bed.host(), pig(&["ann"], u32::MAX));
    let (line, host) = behind_a_line(&bed);
    let cutting = thread::spawn(move || {
        let mut chance = Stream::new(Seed(5), 0);
        for _ in 0..CUTS {
            let pause = 10_000 + chance.below(150_000);
            thread::sleep(Duration::from_micros(u64::from(pause)));
            line.cut();
            line.mend();
        }
        line
    });
    let mut accepted = Vec::new();
    while !cutting.is_finished() {
        // Without an id of its own: only the journal can tell what happened.
        match wait(host.command_text(Message::new(&table, &who("ann"), "\"roll\""))) {
            Ok(answer) => accepted.push(answer.seq),
            Err(refused) => panic!("the server was there all the time: {refused}"),
        }
    }
    let _line = cutting.join().unwrap();
    let total = accepted.len();
    assert_eq!(accepted, (1..=total as u64).collect::<Vec<u64>>());
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), total);
    let words = format!("verified {total} entries");
    assert_eq!(verdict(&bed.host(), &table), words);
}

#[test]
fn what_is_no_postgres_url_or_no_server_is_refused_in_words() {
    if postgres().is_none() {
        return;
    }
    for (url, schema) in [
        ("not a url", "parlour"),
        ("postgres://parlour@127.0.0.1:1/x", "Par;lour"),
    ] {
        let error = PostgresJournal::open_schema(url, schema).unwrap_err();
        assert!(!error.to_string().is_empty());
    }
    let (url, schema) = (server::url().unwrap(), "pg_catalog");
    let error = PostgresJournal::open_schema(&url, schema).unwrap_err();
    assert!(error.to_string().contains("another program"), "{error}");
}
