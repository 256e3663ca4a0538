//! Deadlines and tasks: one holder at a time.

use parlour_host::journal::{Appended, Change, Due};
use parlour_host::wait;

use super::{append, create, due, new_log, next};
use crate::bed::{Bed, MORNING, id};

crate::for_every_journal!(
    a_deadline_is_claimed_once,
    a_claim_that_came_to_nothing_can_be_claimed_later,
    a_claim_that_is_put_off_waits_unless_the_deadline_is_another_by_then,
    a_task_has_one_holder,
    a_mark_stands_for_its_time_and_is_lifted_by_one_for_none,
    asking_for_a_mark_changes_nothing,
    what_is_marked_is_nobodys_task,
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

fn a_claim_that_is_put_off_waits_unless_the_deadline_is_another_by_then(bed: &mut Bed) {
    let mut new = new_log("one");
    new.deadline = Some(due("turn-1", 10));
    assert!(wait(bed.journal().create(new)).unwrap());
    let claim = |bed: &Bed, now: u64| {
        let (now, until) = (MORNING.after(now), MORNING.after(now + 100));
        wait(bed.journal().claim_due(now, until, 9)).unwrap()
    };
    let put_off = |bed: &Bed, due: &Due, until: u64| {
        wait(bed.journal().put_off(due.clone(), MORNING.after(until))).unwrap();
    };
    let claimed = claim(bed, 10).remove(0);
    put_off(bed, &claimed, 1_000);
    assert_eq!(
        wait(bed.journal().next_due()).unwrap(),
        Some(MORNING.after(1_000))
    );
    assert!(claim(bed, 999).is_empty());
    assert_eq!(claim(bed, 1_000).len(), 1);
    // Whoever changes the deadline meanwhile is not put off with the old one.
    let mut entry = next(bed.journal().as_ref(), &id("one"));
    entry.deadline = Change::Set(Some(due("turn-2", 1_001)));
    assert_eq!(append(bed, entry), Appended::Done);
    put_off(bed, &claimed, 5_000);
    assert_eq!(claim(bed, 1_001).len(), 1);
    // Nor is a table that is gone made again.
    wait(bed.journal().remove(&id("one"))).unwrap();
    put_off(bed, &claimed, 9_000);
    assert!(wait(bed.journal().tables()).unwrap().is_empty());
}

const HOUR: u64 = 3_600_000;

/// Nobody waits here for time to pass: a database may go by a clock of its own.
fn a_task_has_one_holder(bed: &mut Bed) {
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

/// By whatever clock the journal goes: an hour is long enough, and no time none.
fn a_mark_stands_for_its_time_and_is_lifted_by_one_for_none(bed: &mut Bed) {
    let mark = |bed: &Bed, name: &str, hold: u64| {
        wait(bed.journal().mark(name, MORNING, MORNING.after(hold))).unwrap();
    };
    let is_marked = |bed: &Bed, name: &str| wait(bed.journal().is_marked(name, MORNING)).unwrap();
    assert!(!is_marked(bed, "sent:7:1"), "nobody has set it");
    mark(bed, "sent:7:1", HOUR);
    mark(bed, "sent:7:1", HOUR);
    assert!(is_marked(bed, "sent:7:1"));
    assert!(!is_marked(bed, "sent:7:2"), "a mark is one name's");
    mark(bed, "sent:7:1", 0);
    assert!(!is_marked(bed, "sent:7:1"), "it is lifted");
}

fn asking_for_a_mark_changes_nothing(bed: &mut Bed) {
    let (now, until) = (MORNING, MORNING.after(HOUR));
    let lease = |bed: &Bed| wait(bed.journal().lease("inbox", "one", now, until)).unwrap();
    assert!(!wait(bed.journal().is_marked("inbox", now)).unwrap());
    assert!(lease(bed));
    assert!(wait(bed.journal().is_marked("inbox", now)).unwrap());
    assert!(lease(bed), "who has it still has it");
}

fn what_is_marked_is_nobodys_task(bed: &mut Bed) {
    let (now, until) = (MORNING, MORNING.after(HOUR));
    let lease = |bed: &Bed| wait(bed.journal().lease("update:3", "one", now, until)).unwrap();
    assert!(lease(bed));
    wait(bed.journal().mark("update:3", now, until)).unwrap();
    assert!(!lease(bed), "what is done is not taken up again");
    wait(bed.journal().mark("update:3", now, now)).unwrap();
    assert!(lease(bed));
}

/// Journals without a clock go by the time they are told.
#[test]
fn a_mark_is_gone_when_its_time_is_over() {
    for bed in [
        crate::bed::memory(),
        crate::bed::files(),
        crate::bed::sqlite(),
    ] {
        wait(bed.journal().mark("seen", MORNING, MORNING.after(100))).unwrap();
        let is_marked = |now: u64| wait(bed.journal().is_marked("seen", MORNING.after(now)));
        assert!(is_marked(99).unwrap());
        assert!(!is_marked(100).unwrap());
    }
}
