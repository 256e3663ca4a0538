//! Deadlines and tasks: one holder at a time.

use parlour_host::journal::{Appended, Change};
use parlour_host::wait;

use super::{append, create, due, new_log, next};
use crate::bed::{Bed, MORNING, id};

crate::for_every_journal!(
    a_deadline_is_claimed_once,
    a_claim_that_came_to_nothing_can_be_claimed_later,
    a_task_has_one_holder,
);

fn a_deadline_is_claimed_once(bed: &mut Bed) {
    for (name, after) in [("one", 10), ("two", 20), ("three", 30)] {
        let mut new = new_log(name);
        new.deadline = Some(due("turn-1", after));
        assert!(wait(bed.journal().create(new)).unwrap());
    }
    create(bed, "never");
    let claim = |bed: &Bed, now: u64, at_most| {
        let (now, until) = (MORNING.after(now), MORNING.after(now + 1000));
        let claimed = wait(bed.journal().claim_due(now, until, at_most)).unwrap();
        let names = claimed.into_iter().map(|it| it.table.to_string());
        names.collect::<Vec<_>>()
    };
    bed.reopen();
    assert_eq!(
        wait(bed.journal().next_due()).unwrap(),
        Some(MORNING.after(10))
    );
    assert!(claim(bed, 9, 10).is_empty());
    assert_eq!(claim(bed, 25, 1), ["one"]);
    assert_eq!(claim(bed, 25, 10), ["two"]);
    assert!(claim(bed, 26, 10).is_empty());
    assert_eq!(
        wait(bed.journal().next_due()).unwrap(),
        Some(MORNING.after(30))
    );
    assert_eq!(claim(bed, 30, 10), ["three"]);
    // An entry sets the next deadline, and it can be claimed in its turn.
    let mut one = next(bed.journal().as_ref(), &id("one"));
    one.deadline = Change::Set(Some(due("turn-2", 40)));
    assert_eq!(append(bed, one), Appended::Done);
    assert!(claim(bed, 39, 10).is_empty());
    assert_eq!(claim(bed, 40, 10), ["one"]);
    // Another entry lifts it.
    let mut one = next(bed.journal().as_ref(), &id("one"));
    one.deadline = Change::Set(None);
    assert_eq!(append(bed, one), Appended::Done);
    bed.reopen();
    let kept = wait(bed.journal().load(&id("one"))).unwrap().unwrap();
    assert_eq!(kept.deadline, None);
}

fn a_claim_that_came_to_nothing_can_be_claimed_later(bed: &mut Bed) {
    let mut new = new_log("one");
    new.deadline = Some(due("turn-1", 10));
    assert!(wait(bed.journal().create(new)).unwrap());
    let claim = |bed: &Bed, now: u64| {
        let (now, until) = (MORNING.after(now), MORNING.after(now + 100));
        wait(bed.journal().claim_due(now, until, 9)).unwrap().len()
    };
    assert_eq!((claim(bed, 10), claim(bed, 109)), (1, 0));
    assert_eq!(
        wait(bed.journal().next_due()).unwrap(),
        Some(MORNING.after(110))
    );
    assert_eq!((claim(bed, 110), claim(bed, 111)), (1, 0));
}

/// Nobody waits here for time to pass: a database may go by a clock of its own.
fn a_task_has_one_holder(bed: &mut Bed) {
    const HOUR: u64 = 3_600_000;
    let lease = |bed: &Bed, holder: &str, hold: u64| {
        let (now, until) = (MORNING, MORNING.after(hold));
        wait(bed.journal().lease("outbox", holder, now, until)).unwrap()
    };
    assert!(lease(bed, "one", HOUR));
    assert!(!lease(bed, "two", HOUR));
    assert!(lease(bed, "one", HOUR), "who has it may go on");
    assert!(!lease(bed, "two", 0));
    assert!(lease(bed, "one", 0), "who has it may let it go");
    assert!(lease(bed, "two", HOUR));
    assert!(!lease(bed, "one", HOUR));
    let (now, until) = (MORNING, MORNING.after(1));
    assert!(wait(bed.journal().lease("other", "one", now, until)).unwrap());
}

/// Journals without a clock go by the time they are told.
#[test]
fn a_task_is_free_again_when_its_time_is_over() {
    for bed in [
        crate::bed::memory(),
        crate::bed::files(),
        crate::bed::sqlite(),
    ] {
        let lease = |holder: &str, now: u64| {
            let (now, until) = (MORNING.after(now), MORNING.after(now + 100));
            wait(bed.journal().lease("outbox", holder, now, until)).unwrap()
        };
        assert!(lease("one", 0));
        assert!(!lease("two", 50));
        assert!(lease("one", 60));
        assert!(!lease("two", 159));
        assert!(lease("two", 160));
        assert!(!lease("one", 161));
    }
}

/// A replica whose clock is wrong neither takes a task from another nor keeps it.
#[cfg(feature = "postgres")]
#[test]
fn a_task_is_held_by_the_clock_of_the_database() {
    use parlour_host::Time;

    use crate::{server, sql::Sql};

    const HOUR: u64 = 3_600_000;
    let Some(bed) = crate::bed::postgres() else {
        return;
    };
    let (yesterday, tomorrow) = (MORNING, MORNING.after(48 * HOUR));
    let lease = |holder: &str, now: Time, hold: u64| {
        wait(bed.journal().lease("outbox", holder, now, now.after(hold))).unwrap()
    };
    assert!(lease("one", yesterday, HOUR));
    assert!(!lease("two", tomorrow, HOUR), "however late it is there");
    assert!(lease("one", tomorrow, HOUR));
    assert!(!lease("two", yesterday, HOUR));
    let mut sql = Sql::to(&server::url().unwrap(), &server::schema(bed.folder()));
    let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    let held = format!("SELECT 'held' FROM leases WHERE until - {clock} BETWEEN 1 AND {HOUR}");
    assert_eq!(sql.rows(&held).len(), 1);
    sql.run(&format!("UPDATE leases SET until = {clock} - 1"));
    assert!(lease("two", yesterday, HOUR));
}
