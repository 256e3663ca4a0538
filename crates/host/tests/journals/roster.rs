//! Seats, invitations, spectators, pauses, replacements.

use parlour_host::audit::Asker;
use parlour_host::table::{Person, Place};
use parlour_host::{Refused, wait};
use parlour_rules::{Seat, Viewer};

use crate::bed::{Bed, ROUND, bids, id, open, person, pig, say, who};

crate::for_every_journal!(
    people_join_by_invitation,
    spectators_see_what_is_public,
    who_leaves_can_be_replaced,
    only_the_owner_arranges_the_table,
    a_table_starts_when_it_is_told_to,
    a_paused_table_takes_nothing_and_keeps_its_time,
    a_pause_holds_for_every_host,
);

fn people_join_by_invitation(bed: &mut Bed) {
    let host = bed.host();
    let mut new = pig(&["ann", "bob", "cid"], 100);
    new.chairs = vec![Some(person("ann"))];
    let table = open(&host, new);
    let invite = |place| wait(host.invite(&table, &who("ann"), place));
    let seat_two = invite(Place::Seat(Seat(2))).unwrap();
    let any = invite(Place::AnySeat).unwrap();
    let watch = invite(Place::Watch).unwrap();
    assert_eq!(
        invite(Place::Seat(Seat(0))).unwrap_err(),
        Refused::SeatTaken(Seat(0))
    );
    assert_eq!(
        invite(Place::Seat(Seat(3))).unwrap_err(),
        Refused::NoSuchSeat(Seat(3))
    );
    drop(host);
    bed.reopen();
    let host = bed.host();
    let join = |code: &str, name: &str| wait(host.join(code, &person(name)));
    assert_eq!(
        join("nonsense", "bob").unwrap_err(),
        Refused::UnknownInvitation
    );
    let at = |seat| (table.clone(), Viewer::Seat(Seat(seat)));
    assert_eq!(
        join(&watch, "bob").unwrap(),
        (table.clone(), Viewer::Spectator)
    );
    assert_eq!(
        join(&seat_two, "bob").unwrap(),
        at(2),
        "who watched may sit down"
    );
    assert_eq!(
        join(&seat_two, "cid").unwrap_err(),
        Refused::UnknownInvitation
    );
    assert_eq!(
        join(&any, "bob").unwrap_err(),
        Refused::AlreadySeated(Seat(2))
    );
    assert_eq!(join(&any, "cid").unwrap(), at(1));
    assert_eq!(join(&any, "dan").unwrap_err(), Refused::TableFull);
    assert_eq!(join(&watch, "dan").unwrap().1, Viewer::Spectator);
    let record = wait(host.record(&table)).unwrap();
    let names: Vec<_> = record
        .chairs
        .iter()
        .flatten()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(names, ["ann", "cid", "bob"]);
    assert_eq!(
        wait(host.tables_of(&who("dan"))).unwrap(),
        std::slice::from_ref(&table)
    );
    wait(host.uninvite(&table, &who("ann"), &watch)).unwrap();
    assert_eq!(join(&watch, "eve").unwrap_err(), Refused::UnknownInvitation);
}

fn spectators_see_what_is_public(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&["ann", "bob"], 2));
    say(&host, &table, "ann", "{\"bid\":77}").unwrap();
    let refused = wait(host.look(&table, &who("zoe"))).unwrap_err();
    assert_eq!(refused, Refused::NotAdmitted);
    assert_eq!(
        wait(host.history(&table, &who("zoe"), 0, 9)).unwrap_err(),
        Refused::NotAdmitted
    );
    wait(host.set_open(&table, &who("ann"), true)).unwrap();
    let sees = |name: &str| {
        let glance = wait(host.look(&table, &who(name))).unwrap();
        (glance.viewer, glance.view.as_str().contains("77"))
    };
    assert_eq!(sees("zoe"), (Viewer::Spectator, false));
    assert_eq!(sees("bob"), (Viewer::Seat(Seat(1)), false));
    assert_eq!(sees("ann"), (Viewer::Seat(Seat(0)), true));
    let refused = say(&host, &table, "zoe", "{\"bid\":1}").unwrap_err();
    assert_eq!(refused, Refused::NotSeated);
}

fn who_leaves_can_be_replaced(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&["ann", "bob"], 3));
    say(&host, &table, "bob", "{\"bid\":33}").unwrap();
    wait(host.leave(&table, &who("bob"), &Asker::known(&who("bob")))).unwrap();
    assert_eq!(
        say(&host, &table, "bob", "{\"bid\":1}").unwrap_err(),
        Refused::NotSeated
    );
    assert_eq!(
        wait(host.leave(&table, &who("bob"), &Asker::known(&who("bob")))).unwrap_err(),
        Refused::NotSeated
    );
    wait(host.seat(&table, &who("ann"), Seat(1), &person("cid"))).unwrap();
    let glance = wait(host.look(&table, &who("cid"))).unwrap();
    assert!(
        glance.view.as_str().contains("33"),
        "the seat keeps its secrets"
    );
    let bot = Person {
        bot: Some("greedy".to_owned()),
        ..person("robot")
    };
    assert_eq!(
        wait(host.seat(&table, &who("ann"), Seat(1), &bot)).unwrap_err(),
        Refused::SeatTaken(Seat(1))
    );
    wait(host.replace(&table, &who("ann"), Seat(1), &bot)).unwrap();
    assert_eq!(
        wait(host.look(&table, &who("cid"))).unwrap_err(),
        Refused::NotAdmitted
    );
    drop(host);
    bed.reopen();
    say(&bed.host(), &table, "robot", "{\"bid\":2}").unwrap();
}

fn only_the_owner_arranges_the_table(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&["ann", "bob"], 3));
    let bob = who("bob");
    let before = wait(host.record(&table)).unwrap();
    for refused in [
        wait(host.invite(&table, &bob, Place::Watch)).map(|_| ()),
        wait(host.uninvite(&table, &bob, "x")),
        wait(host.seat(&table, &bob, Seat(0), &person("eve"))),
        wait(host.replace(&table, &bob, Seat(0), &person("eve"))),
        wait(host.pause(&table, &bob)),
        wait(host.resume(&table, &bob)),
        wait(host.start(&table, &bob)),
        wait(host.set_open(&table, &bob, true)),
        wait(host.set_deadline(&table, &bob, None)),
        wait(host.describe(&table, &bob, |it| it.title.clear())),
        wait(host.remove(&table, &bob)),
    ] {
        assert_eq!(refused, Err(Refused::NotOwner));
    }
    assert_eq!(wait(host.record(&table)).unwrap(), before);
    wait(host.describe(&table, &who("ann"), |it| {
        "Friday".clone_into(&mut it.title);
        it.tags = vec!["chat:7".to_owned()];
    }))
    .unwrap();
    assert_eq!(
        wait(host.tables_with_tag("chat:7")).unwrap(),
        std::slice::from_ref(&table)
    );
    assert_eq!(wait(host.record(&table)).unwrap().title, "Friday");
    assert_eq!(wait(host.tables_of_game("bids")).unwrap(), [table]);
}

fn a_table_starts_when_it_is_told_to(bed: &mut Bed) {
    let host = bed.host();
    let mut new = bids(&["ann", "bob"], 3);
    new.start = false;
    let table = open(&host, new);
    assert_eq!(
        say(&host, &table, "ann", "{\"bid\":1}").unwrap_err(),
        Refused::NotStarted
    );
    assert_eq!(
        wait(host.next_due()).unwrap(),
        None,
        "no time passes in the lobby"
    );
    wait(host.start(&table, &who("ann"))).unwrap();
    assert_eq!(
        wait(host.start(&table, &who("ann"))).unwrap_err(),
        Refused::AlreadyStarted
    );
    assert!(wait(host.next_due()).unwrap().is_some());
    say(&host, &table, "ann", "{\"bid\":1}").unwrap();
}

fn a_paused_table_takes_nothing_and_keeps_its_time(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&["ann", "bob"], 3));
    bed.clock.advance(ROUND / 3);
    wait(host.pause(&table, &who("ann"))).unwrap();
    assert_eq!(
        say(&host, &table, "bob", "{\"bid\":1}").unwrap_err(),
        Refused::Paused
    );
    assert_eq!(
        wait(host.pause(&table, &who("ann"))).unwrap_err(),
        Refused::Paused
    );
    bed.clock.advance(ROUND * 10);
    assert!(wait(host.strike()).unwrap().is_empty());
    drop(host);
    bed.reopen();
    let host = bed.host();
    wait(host.resume(&table, &who("ann"))).unwrap();
    assert_eq!(
        wait(host.resume(&table, &who("ann"))).unwrap_err(),
        Refused::NotPaused
    );
    let due = wait(host.look(&table, &who("ann")))
        .unwrap()
        .deadline
        .unwrap();
    assert_eq!(due.due.since(host.now()), ROUND - ROUND / 3);
    say(&host, &table, "bob", "{\"bid\":1}").unwrap();
    bed.clock.advance(ROUND);
    assert_eq!(wait(host.strike()).unwrap().len(), 1);
}

fn a_pause_holds_for_every_host(bed: &mut Bed) {
    let (one, other) = (bed.host(), bed.host());
    let table = open(&one, bids(&["ann", "bob"], 3));
    say(&other, &table, "bob", "{\"bid\":1}").unwrap();
    wait(one.pause(&table, &who("ann"))).unwrap();
    // The other host has not heard of it, and still takes nothing.
    assert_eq!(
        say(&other, &table, "bob", "{\"bid\":2}").unwrap_err(),
        Refused::Paused
    );
    wait(other.resume(&table, &who("ann"))).unwrap();
    say(&one, &table, "bob", "{\"bid\":3}").unwrap();
    assert_eq!(wait(one.record(&id("bids-table"))).unwrap().paused, None);
}
