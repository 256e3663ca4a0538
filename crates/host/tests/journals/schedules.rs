//! The order of things is chance: everything that several hosts ask of one
//! journal happens in a random order, some hosts die in the middle, and some
//! answers are lost. What was promised holds all the same.
//!
//! Each schedule runs on one thread from a seed, so that one that fails can be
//! run again.

mod slow;
mod undoing;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};

use parlour_host::journal::passing::Passing;
use parlour_host::journal::{Journal as _, MemoryJournal};
use parlour_host::table::TableId;
use parlour_host::{Host, ManualClock, Message, Refused, SeededEntropy};
use parlour_rules::{Seed, Stream};

use crate::bed::{MORNING, ROUND, bids, registry, stage, who};
use slow::{Slow, aside};

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

type Doing = Pin<Box<dyn Future<Output = ()>>>;

/// What was acknowledged: the entry of each player's message.
type Acks = Arc<Mutex<BTreeMap<(String, u32), u64>>>;

/// One run: three replicas, three players who say everything until they hear an
/// answer, two clocks, and somebody who changes the record.
struct Schedule {
    journal: Arc<Passing<MemoryJournal, Slow>>,
    clock: Arc<ManualClock>,
    table: TableId,
    acks: Acks,
    struck: Arc<Mutex<Vec<String>>>,
}

impl Schedule {
    fn new(seed: u64) -> Self {
        let clock = Arc::new(ManualClock::at(MORNING));
        let journal = Arc::new(Passing {
            journal: Arc::new(MemoryJournal::new()),
            between: Slow {
                chance: Mutex::new(Stream::new(Seed(seed), 1)),
            },
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
                    let host = &hosts[journal.between.below(hosts.len() as u32) as usize];
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
                if journal.between.below(8) == 0 {
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
