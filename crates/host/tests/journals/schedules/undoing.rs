//! Undoing, in the middle of which a process dies or answers are lost.

use std::task::{Context, Poll, Waker};

use parlour_host::host::Undo;
use parlour_host::journal::Journal as _;
use parlour_host::{Message, Refused};

use super::{PLAYERS, Schedule, schedules};
use crate::bed::who;

/// Goes on with it until it is done: nobody wakes whoever was put aside.
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
