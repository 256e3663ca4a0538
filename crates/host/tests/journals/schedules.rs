//! The order of things is chance: everything that several hosts ask of one
//! journal happens in a random order, some hosts die in the middle, and some
//! answers are lost. What was promised holds all the same.
//!
//! Each schedule runs on one thread from a seed, so that one that fails can be
//! run again.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use parlour_host::card::{Face, Page, Query};
use parlour_host::host::Undo;
use parlour_host::journal::{
    Amend, Answer, Append, Appended, Dropped, Due, Journal, JournalError, Kept, Letter,
    MemoryJournal, NewLog, Reader, Snapshot, Standing,
};
use parlour_host::log::Stored;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, ManualClock, Message, Refused, SeededEntropy, Time};
use parlour_rules::{Seed, Stream};

use crate::bed::{MORNING, ROUND, bids, registry, stage, who};

const PLAYERS: [&str; 3] = ["ann", "bob", "cid"];
const ROUNDS: u16 = 4;

/// How many schedules are run.
fn schedules() -> u64 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        10_000
    } else {
        1_000
    }
}

/// A journal whose every call takes its time, and whose answers may be lost.
struct Slow {
    journal: MemoryJournal,
    chance: Mutex<Stream>,
}

impl Slow {
    fn below(&self, n: u32) -> u32 {
        self.chance.lock().unwrap().below(n)
    }

    /// The caller is put aside before the call and after it; now and then it hears
    /// nothing although it was done, or nothing because it was not.
    fn slowly<'a, T: Send + 'a>(
        &'a self,
        call: impl FnOnce() -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        let lost = || Err(JournalError::Unreachable("the line is cut".to_owned()));
        Box::pin(async move {
            aside().await;
            let fate = self.below(40);
            if fate == 0 {
                return lost();
            }
            let answer = call().await;
            aside().await;
            if fate == 1 { lost() } else { answer }
        })
    }
}

/// Lets the others go first, once.
async fn aside() {
    let mut waited = false;
    poll_fn(|_| {
        if std::mem::replace(&mut waited, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

impl Journal for Slow {
    fn create(&self, table: NewLog) -> Answer<'_, bool> {
        self.journal.create(table)
    }
    fn load<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Kept>> {
        self.slowly(|| self.journal.load(table))
    }
    fn standing<'a>(&'a self, table: &'a TableId) -> Answer<'a, Option<Standing>> {
        self.slowly(|| self.journal.standing(table))
    }
    fn entries<'a>(
        &'a self,
        table: &'a TableId,
        from: u64,
        at_most: u32,
    ) -> Answer<'a, Vec<String>> {
        self.slowly(move || self.journal.entries(table, from, at_most))
    }
    fn deeds<'a>(&'a self, table: &'a TableId, from: u64, at_most: u32) -> Answer<'a, Vec<String>> {
        self.slowly(move || self.journal.deeds(table, from, at_most))
    }
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.slowly(|| self.journal.append(append))
    }
    fn finish<'a>(&'a self, table: &'a TableId, seq: u64, end: Stored) -> Answer<'a, ()> {
        self.slowly(move || self.journal.finish(table, seq, end))
    }
    fn heard<'a>(
        &'a self,
        table: &'a TableId,
        who: &'a Identity,
        message: &'a str,
    ) -> Answer<'a, Option<u64>> {
        self.slowly(move || self.journal.heard(table, who, message))
    }
    fn forget_messages(&self, before: Time) -> Answer<'_, ()> {
        self.slowly(move || self.journal.forget_messages(before))
    }
    fn amend(&self, amend: Amend) -> Answer<'_, bool> {
        self.slowly(|| self.journal.amend(amend))
    }
    fn keep_snapshot(&self, table: &TableId, snapshot: Snapshot) -> Answer<'_, ()> {
        self.journal.keep_snapshot(table, snapshot)
    }
    fn remove<'a>(&'a self, table: &'a TableId) -> Answer<'a, ()> {
        self.slowly(|| self.journal.remove(table))
    }
    fn tables(&self) -> Answer<'_, Vec<TableId>> {
        self.slowly(|| self.journal.tables())
    }
    fn cards(&self, query: Query) -> Answer<'_, Page> {
        self.slowly(|| self.journal.cards(query))
    }
    fn put_face<'a>(
        &'a self,
        table: &'a TableId,
        standing: Standing,
        face: Face,
    ) -> Answer<'a, bool> {
        self.slowly(move || self.journal.put_face(table, standing, face))
    }
    fn find<'a>(&'a self, key: &'a str) -> Answer<'a, Vec<TableId>> {
        self.slowly(|| self.journal.find(key))
    }
    fn claim_due(&self, now: Time, until: Time, at_most: u32) -> Answer<'_, Vec<Due>> {
        self.slowly(move || self.journal.claim_due(now, until, at_most))
    }
    fn put_off(&self, due: Due, until: Time) -> Answer<'_, ()> {
        self.slowly(move || self.journal.put_off(due, until))
    }

    fn next_due(&self) -> Answer<'_, Option<Time>> {
        self.slowly(|| self.journal.next_due())
    }
    fn lease<'a>(
        &'a self,
        task: &'a str,
        holder: &'a str,
        now: Time,
        until: Time,
    ) -> Answer<'a, bool> {
        self.slowly(move || self.journal.lease(task, holder, now, until))
    }
    fn mark<'a>(&'a self, name: &'a str, now: Time, until: Time) -> Answer<'a, ()> {
        self.slowly(move || self.journal.mark(name, now, until))
    }
    fn is_marked<'a>(&'a self, name: &'a str, now: Time) -> Answer<'a, bool> {
        self.slowly(move || self.journal.is_marked(name, now))
    }
    fn letters(&self, after: u64, at_most: u32) -> Answer<'_, Vec<Letter>> {
        self.slowly(move || self.journal.letters(after, at_most))
    }
    fn delivered(&self, letters: Vec<u64>) -> Answer<'_, ()> {
        self.slowly(move || self.journal.delivered(letters))
    }

    fn letters_each(
        &self,
        after: Option<Reader>,
        readers: u32,
        each: u32,
    ) -> Answer<'_, Vec<Letter>> {
        self.slowly(move || self.journal.letters_each(after, readers, each))
    }

    fn drop_old(&self, before: Time) -> Answer<'_, Dropped> {
        self.slowly(move || self.journal.drop_old(before))
    }
}

type Doing = Pin<Box<dyn Future<Output = ()>>>;

/// What was acknowledged: the entry of each player's message.
type Acks = Arc<Mutex<BTreeMap<(String, u32), u64>>>;

/// One run: three replicas, three players who say everything until they hear an
/// answer, two clocks, and somebody who changes the record.
struct Schedule {
    journal: Arc<Slow>,
    clock: Arc<ManualClock>,
    table: TableId,
    acks: Acks,
    struck: Arc<Mutex<Vec<String>>>,
}

impl Schedule {
    fn new(seed: u64) -> Self {
        let clock = Arc::new(ManualClock::at(MORNING));
        let journal = Arc::new(Slow {
            journal: MemoryJournal::new(),
            chance: Mutex::new(Stream::new(Seed(seed), 1)),
        });
        let mut schedule = Self {
            journal,
            clock,
            table: crate::bed::id("bids-table"),
            acks: Acks::default(),
            struck: Arc::default(),
        };
        let mut new = bids(&PLAYERS, ROUNDS);
        new.letters = true;
        schedule.table = parlour_host::wait(schedule.host().open_table(new)).unwrap();
        schedule
    }

    /// A replica that knows nothing yet.
    fn host(&self) -> Arc<Host> {
        Arc::new(Host::new(
            registry(),
            Arc::clone(&self.journal) as _,
            Arc::clone(&self.clock) as _,
            Arc::new(SeededEntropy::new(Seed(1))),
        ))
    }

    /// A player bids once in each round, through any replica.
    fn player(&self, name: &str, hosts: &[Arc<Host>]) -> Doing {
        let (name, hosts) = (name.to_owned(), hosts.to_vec());
        let (table, acks, journal) = (
            self.table.clone(),
            Arc::clone(&self.acks),
            Arc::clone(&self.journal),
        );
        Box::pin(async move {
            for round in 1..=u32::from(ROUNDS) {
                loop {
                    let host = &hosts[journal.below(hosts.len() as u32) as usize];
                    let mut message = Message::new(&table, &who(&name), "{\"bid\":1}");
                    message.id = Some(round.to_string());
                    message.stage = Some(stage(&format!("round-{round}")));
                    match host.command_text(message).await {
                        Ok(accepted) => {
                            let before = acks
                                .lock()
                                .unwrap()
                                .insert((name.clone(), round), accepted.seq);
                            assert!(before.is_none_or(|seq| seq == accepted.seq));
                            break;
                        }
                        // Nobody knows what came of it: say it again.
                        Err(Refused::Journal(_)) => aside().await,
                        // Too late for this round, or this player was not waited for.
                        Err(Refused::GameOver | Refused::Game(_)) => break,
                        Err(Refused::StaleStage { named, current }) => {
                            if named.as_str() < current.as_str() {
                                break;
                            }
                            aside().await;
                        }
                        Err(refused) => panic!("{refused}"),
                    }
                }
            }
        })
    }

    /// A clock that strikes until the game is over.
    fn strikes(&self, host: &Arc<Host>) -> Doing {
        let (host, clock) = (Arc::clone(host), Arc::clone(&self.clock));
        let (struck, journal) = (Arc::clone(&self.struck), Arc::clone(&self.journal));
        Box::pin(async move {
            for _ in 0..200 {
                if journal.below(8) == 0 {
                    clock.advance(ROUND / 2);
                }
                if let Ok(done) = host.strike().await {
                    let entries = done.iter().filter(|it| it.entry.is_some());
                    let stages = entries.map(|it| it.deadline.stage.to_string());
                    struck.lock().unwrap().extend(stages);
                }
                aside().await;
            }
        })
    }

    fn describes(&self, host: &Arc<Host>) -> Doing {
        let (host, table) = (Arc::clone(host), self.table.clone());
        Box::pin(async move {
            for nth in 0..10 {
                let owner = who(PLAYERS[0]);
                let changed = host.describe(&table, &owner, |it| it.title = nth.to_string());
                let _ = changed.await;
            }
        })
    }

    /// Goes on with somebody at random until all are done. Now and then somebody
    /// dies in the middle: a clock, or who changes the record.
    fn run(&self, seed: u64) {
        let mut chance = Stream::new(Seed(seed), 2);
        let hosts: Vec<_> = (0..3).map(|_| self.host()).collect();
        let mut running: Vec<(bool, Doing)> = Vec::new();
        for name in PLAYERS {
            running.push((false, self.player(name, &hosts)));
        }
        for host in &hosts[..2] {
            running.push((true, self.strikes(host)));
        }
        running.push((true, self.describes(&hosts[2])));
        // The last clock is never killed, and neither is its replica.
        running.push((false, self.strikes(&self.host())));
        let mut context = Context::from_waker(Waker::noop());
        while !running.is_empty() {
            let nth = chance.below(running.len() as u32) as usize;
            let (mortal, doing) = &mut running[nth];
            let dies = *mortal && chance.below(300) == 0;
            if dies || doing.as_mut().poll(&mut context).is_ready() {
                drop(running.swap_remove(nth));
            }
        }
    }

    fn check(&self, seed: u64) {
        // From here on nothing is lost.
        let journal = &self.journal.journal;
        let lines = parlour_host::wait(journal.entries(&self.table, 1, u32::MAX)).unwrap();
        let entries: Vec<serde_json::Value> = lines
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        // Nobody speaks twice in a round, and the clock closes a round once.
        let mut said: BTreeMap<(String, String), usize> = BTreeMap::new();
        for entry in &entries {
            let key = (entry["by"].to_string(), entry["stage"].to_string());
            *said.entry(key).or_default() += 1;
        }
        assert!(
            said.values().all(|times| *times == 1),
            "seed {seed}: {said:?}"
        );
        // What was acknowledged is there, at its number.
        for ((name, round), seq) in self.acks.lock().unwrap().iter() {
            let entry = &entries[*seq as usize - 1];
            let seat = PLAYERS.iter().position(|it| it == name).unwrap();
            let by: parlour_rules::Actor = serde_json::from_value(entry["by"].clone()).unwrap();
            assert_eq!(
                by,
                parlour_rules::Actor::Seat(parlour_rules::Seat(seat as u8)),
                "seed {seed}"
            );
            assert_eq!(entry["stage"], format!("round-{round}"), "seed {seed}");
            let (who, message) = (who(name), round.to_string());
            let heard = journal.heard(&self.table, &who, &message);
            assert_eq!(
                parlour_host::wait(heard).unwrap(),
                Some(*seq),
                "seed {seed}"
            );
        }
        // Each deadline led to one entry, whoever struck it.
        let mut struck = self.struck.lock().unwrap().clone();
        struck.sort();
        let before = struck.len();
        struck.dedup();
        assert_eq!(
            struck.len(),
            before,
            "seed {seed}: a round was closed twice"
        );
        // One letter for each viewer who was told, and none of an entry that is not.
        let letters = parlour_host::wait(journal.letters(0, u32::MAX)).unwrap();
        let told: std::collections::BTreeSet<u64> = letters.iter().map(|it| it.seq).collect();
        assert_eq!(told, (1..=entries.len() as u64).collect(), "seed {seed}");
        let mut distinct: Vec<_> = letters.iter().map(|it| (it.seq, it.to)).collect();
        distinct.dedup();
        assert_eq!(
            distinct.len(),
            letters.len(),
            "seed {seed}: a letter is doubled"
        );
        // And the log is what the rules say.
        let clean = Host::new(
            registry(),
            Arc::new(MemoryJournal::new()),
            Arc::clone(&self.clock) as _,
            Arc::new(SeededEntropy::new(Seed(1))),
        );
        let kept = parlour_host::wait(journal.load(&self.table))
            .unwrap()
            .unwrap();
        let mut text = kept.header.clone() + "\n";
        for line in &lines {
            text.push_str(line);
            text.push('\n');
        }
        text.extend(kept.end.as_deref().map(|end| format!("{end}\n")));
        let log =
            parlour_host::log::read_log(text.as_bytes(), parlour_host::log::Limits::default())
                .unwrap();
        let verdict = parlour_host::log::verify(clean.registry(), &log)
            .unwrap()
            .to_string();
        let expected = if kept.end.is_some() {
            "verified"
        } else {
            "torn after"
        };
        assert!(verdict.starts_with(expected), "seed {seed}: {verdict}");
    }
}

#[test]
fn whatever_the_order_every_promise_is_kept() {
    let mut over = 0;
    for seed in 0..schedules() {
        let schedule = Schedule::new(seed);
        schedule.run(seed);
        schedule.check(seed);
        let kept = parlour_host::wait(schedule.journal.journal.load(&schedule.table));
        over += u64::from(kept.unwrap().unwrap().end.is_some());
    }
    assert!(
        over * 2 > schedules(),
        "only {over} games came to their end"
    );
}

/// Goes on with it until it is done: nobody wakes who was put aside.
fn driven<T>(doing: impl Future<Output = T>) -> T {
    let mut doing = Box::pin(doing);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = doing.as_mut().poll(&mut context) {
            return done;
        }
    }
}

/// A table at which all have bid once and two of three have agreed that one entry remains,
/// when the process of the third dies in the middle of agreeing.
fn left_in_the_middle_of_an_undo(seed: u64) -> Schedule {
    let schedule = Schedule::new(seed);
    let (table, bid) = (&schedule.table, "{\"bid\":1}");
    let host = schedule.host();
    for name in PLAYERS {
        while driven(host.command_text(Message::new(table, &who(name), bid)))
            .is_err_and(|refused| matches!(refused, Refused::Journal(_)))
        {}
    }
    for name in &PLAYERS[..2] {
        while driven(host.undo(table, &who(name), 1)).is_err() {}
    }
    let mut context = Context::from_waker(Waker::noop());
    let ann = who(PLAYERS[2]);
    let dying = schedule.host();
    let mut undo = Box::pin(dying.undo(table, &ann, 1));
    for _ in 0..seed % 40 {
        if undo.as_mut().poll(&mut context).is_ready() {
            break;
        }
    }
    drop(undo);
    schedule
}

/// A process dies, or answers are lost, anywhere in an undo: who asks again goes on at the
/// one fork there is, and no other stays.
#[test]
fn an_undo_that_ended_in_the_middle_leaves_no_second_fork() {
    for seed in 0..schedules() / 4 {
        let schedule = left_in_the_middle_of_an_undo(seed);
        let (table, ann) = (&schedule.table, who(PLAYERS[2]));
        let other = schedule.host();
        let fork = (0..100).find_map(|_| match driven(other.undo(table, &ann, 1)) {
            Ok(Undo::Done(fork)) | Err(Refused::Moved(fork)) => Some(fork),
            Ok(Undo::Asked) => panic!("seed {seed}: all have agreed"),
            Err(Refused::Journal(_)) => None,
            Err(refused) => panic!("seed {seed}: {refused}"),
        });
        let fork = fork.expect("the journal answers now and then");
        // From here on nothing is lost.
        let journal = &schedule.journal.journal;
        let mut kept = parlour_host::wait(journal.tables()).unwrap();
        kept.sort();
        let mut expected = vec![table.clone(), fork.clone()];
        expected.sort();
        assert_eq!(kept, expected, "seed {seed}");
        let moved = parlour_host::wait(journal.load(table)).unwrap().unwrap();
        assert_eq!(moved.record.moved_to, Some(fork.clone()), "seed {seed}");
        let lines = parlour_host::wait(journal.entries(&fork, 1, 9)).unwrap();
        assert_eq!(lines.len(), 1, "seed {seed}");
    }
}

/// A process dies anywhere in an undo, and then somebody says no: either play had already
/// moved, or nothing is left of it, and the same wish can be agreed to anew.
#[test]
fn an_undo_that_ended_in_the_middle_and_is_refused_leaves_no_fork() {
    for seed in 0..schedules() / 4 {
        let schedule = left_in_the_middle_of_an_undo(seed);
        let (table, bob) = (&schedule.table, who(PLAYERS[1]));
        let other = schedule.host();
        let refused = (0..100).find_map(|_| match driven(other.refuse_undo(table, &bob)) {
            Err(Refused::Journal(_)) => None,
            answer => Some(answer),
        });
        let journal = &schedule.journal.journal;
        let record = || {
            parlour_host::wait(journal.load(table))
                .unwrap()
                .unwrap()
                .record
        };
        let mut expected = vec![table.clone()];
        expected.extend(record().moved_to);
        // An answer that was lost may have hidden that the refusal was stored.
        let settled = refused.expect("the journal answers now and then");
        assert!(
            settled.is_ok() || record().undo.is_none(),
            "seed {seed}: {settled:?}"
        );
        if settled.is_ok() {
            let kept = parlour_host::wait(journal.tables()).unwrap();
            assert_eq!(kept, expected, "seed {seed}");
        }
        if record().moved_to.is_some() {
            continue;
        }
        let fork = (0..300).find_map(|nth: usize| {
            let who = who(PLAYERS[nth % PLAYERS.len()]);
            match driven(other.undo(table, &who, 1)) {
                Ok(Undo::Done(fork)) | Err(Refused::Moved(fork)) => Some(fork),
                Ok(Undo::Asked) | Err(Refused::Journal(_)) => None,
                Err(refused) => panic!("seed {seed}: {refused}"),
            }
        });
        let fork = fork.expect("all agree in the end");
        assert_eq!(record().moved_to, Some(fork.clone()), "seed {seed}");
        let lines = parlour_host::wait(journal.entries(&fork, 1, 9)).unwrap();
        assert_eq!(lines.len(), 1, "seed {seed}");
    }
}
