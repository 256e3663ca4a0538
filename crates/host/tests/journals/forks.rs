//! Forks: sandboxes, and undo by consent.

use parlour_host::host::Undo;
use parlour_host::table::Person;
use parlour_host::{Refused, wait};
use parlour_rules::Seat;

use crate::bed::{Bed, bids, lines, open, person, pig, play_pig, roll, say, verdict, who};

crate::for_every_journal!(
    a_solo_player_takes_moves_back,
    an_undo_needs_everybody,
    an_undo_can_be_refused,
    who_plays_on_voids_what_was_agreed_before,
    bots_agree_to_everything,
    ones_own_last_command_goes_with_all_that_followed,
    of_two_who_take_back_at_once_one_decides,
    a_sandbox_is_ones_own,
    what_does_not_exist_cannot_be_forked,
);

fn a_solo_player_takes_moves_back(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 1000));
    roll(&host, &table, &["ann"], 7);
    let Undo::Done(fork) = wait(host.undo(&table, &who("ann"), 4)).unwrap() else {
        panic!("nobody else has to agree");
    };
    let (old, new) = (
        lines(bed.journal().as_ref(), &table),
        lines(bed.journal().as_ref(), &fork),
    );
    assert_eq!((old.len(), new.len()), (7, 4));
    assert_eq!(old[..4], new, "the beginning is the same, byte by byte");
    let moved = say(&host, &table, "ann", "\"roll\"").unwrap_err();
    assert_eq!(moved, Refused::Moved(fork.clone()));
    roll(&host, &fork, &["ann"], 2);
    assert_eq!(verdict(&host, &fork), "verified 6 entries");
    assert_eq!(
        verdict(&host, &table),
        "verified 7 entries",
        "the old log stays"
    );
    let origin = wait(host.record(&fork)).unwrap().forked_from.unwrap();
    assert_eq!((origin.table, origin.seq), (table.clone(), 4));
    assert_eq!(
        wait(host.undo(&table, &who("ann"), 1)).unwrap_err(),
        Refused::Moved(fork.clone())
    );
    drop(host);
    bed.reopen();
    let host = bed.host();
    let back = wait(host.undo(&fork, &who("ann"), 0)).unwrap();
    let Undo::Done(start) = back else {
        panic!("{back:?}");
    };
    assert!(lines(bed.journal().as_ref(), &start).is_empty());
}

fn an_undo_needs_everybody(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann", "bob", "cid"], 1000));
    roll(&host, &table, &["ann", "bob", "cid"], 5);
    let undo = |name: &str, to| wait(host.undo(&table, &who(name), to));
    assert_eq!(undo("zoe", 3).unwrap_err(), Refused::NotSeated);
    assert_eq!(undo("ann", 3).unwrap(), Undo::Asked);
    assert_eq!(
        undo("ann", 3).unwrap(),
        Undo::Asked,
        "asking twice is asking once"
    );
    assert_eq!(undo("bob", 3).unwrap(), Undo::Asked);
    assert_eq!(
        undo("cid", 2).unwrap(),
        Undo::Asked,
        "another wish begins anew"
    );
    assert_eq!(undo("ann", 2).unwrap(), Undo::Asked);
    let done = undo("bob", 2).unwrap();
    let Undo::Done(fork) = done else {
        panic!("{done:?}");
    };
    assert_eq!(lines(bed.journal().as_ref(), &fork).len(), 2);
    let chairs = wait(host.record(&fork)).unwrap().chairs;
    assert_eq!(chairs[2], Some(person("cid")), "everybody keeps their seat");
}

fn an_undo_can_be_refused(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann", "bob"], 1000));
    roll(&host, &table, &["ann", "bob"], 5);
    let (ann, bob) = (who("ann"), who("bob"));
    assert_eq!(
        wait(host.refuse_undo(&table, &bob)).unwrap_err(),
        Refused::NothingToAgreeTo
    );
    wait(host.undo(&table, &ann, 3)).unwrap();
    wait(host.refuse_undo(&table, &bob)).unwrap();
    assert_eq!(wait(host.undo(&table, &bob, 3)).unwrap(), Undo::Asked);
    assert_eq!(wait(host.record(&table)).unwrap().moved_to, None);
}

fn who_plays_on_voids_what_was_agreed_before(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann", "bob"], 1000));
    roll(&host, &table, &["ann", "bob"], 5);
    let (ann, bob) = (who("ann"), who("bob"));
    assert_eq!(wait(host.undo(&table, &ann, 3)).unwrap(), Undo::Asked);
    roll(&host, &table, &["ann", "bob"], 4);
    // Nothing is left to refuse, and the same wish begins anew.
    let refused = wait(host.refuse_undo(&table, &bob)).unwrap_err();
    assert_eq!(refused, Refused::NothingToAgreeTo);
    assert_eq!(wait(host.undo(&table, &bob, 3)).unwrap(), Undo::Asked);
    let record = wait(host.record(&table)).unwrap();
    assert_eq!(record.moved_to, None);
    let asked = record.undo_asked(9).unwrap();
    assert_eq!((asked.to, asked.agreed.len()), (3, 1));
    assert!(matches!(
        wait(host.undo(&table, &ann, 3)).unwrap(),
        Undo::Done(_)
    ));
}

fn bots_agree_to_everything(bed: &mut Bed) {
    let host = bed.host();
    let mut new = pig(&["ann", "robot"], 1000);
    new.chairs[1] = Some(Person {
        bot: Some("steady".to_owned()),
        ..person("robot")
    });
    let table = open(&host, new);
    roll(&host, &table, &["ann", "robot"], 5);
    let done = wait(host.undo(&table, &who("ann"), 1)).unwrap();
    assert!(matches!(done, Undo::Done(_)));
}

fn ones_own_last_command_goes_with_all_that_followed(bed: &mut Bed) {
    let (host, other) = (bed.host(), bed.host_with_entropy(3));
    let mut new = pig(&["ann", "robot"], 1000);
    new.chairs[1] = Some(Person {
        bot: Some("steady".to_owned()),
        ..person("robot")
    });
    let table = open(&host, new);
    let own = |name: &str| wait(host.undo_own(&table, &who(name)));
    assert_eq!(own("ann"), Err(Refused::NoSuchEntry(0)));
    assert_eq!(own("zoe"), Err(Refused::NotSeated));
    say(&host, &table, "ann", "\"roll\"").unwrap();
    say(&host, &table, "ann", "\"hold\"").unwrap_or_else(|_| panic!("a one was rolled"));
    // What another host has stored meanwhile is seen.
    roll(&other, &table, &["ann", "robot"], 1);
    let stored = lines(bed.journal().as_ref(), &table);
    assert!(stored[2].contains("\"by\":{\"seat\":1}"), "{}", stored[2]);
    let Ok(Undo::Done(fork)) = own("ann") else {
        panic!("bots agree");
    };
    assert_eq!(lines(bed.journal().as_ref(), &fork), stored[..1]);
    assert_eq!(own("ann"), Err(Refused::Moved(fork)));
}

fn of_two_who_take_back_at_once_one_decides(bed: &mut Bed) {
    let (one, other) = (bed.host(), bed.host_with_entropy(3));
    let table = open(&one, pig(&["ann"], 1000));
    roll(&one, &table, &["ann"], 40);
    let done = std::thread::scope(|scope| {
        let hosts = [&one, &one, &other];
        let begun = hosts.map(|host| scope.spawn(|| wait(host.undo_own(&table, &who("ann")))));
        begun.map(|it| it.join().unwrap())
    });
    let gone_to = done.map(|it| match it {
        Ok(Undo::Done(fork)) | Err(Refused::Moved(fork)) => fork,
        other => panic!("{other:?}"),
    });
    assert!(gone_to.iter().all(|it| *it == gone_to[0]), "{gone_to:?}");
    assert_eq!(lines(bed.journal().as_ref(), &gone_to[0]).len(), 39);
    assert_eq!(wait(one.tables()).unwrap().len(), 2, "no stray ones");
}

fn a_sandbox_is_ones_own(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&["ann", "bob"], 2));
    for (name, coins) in [("ann", 1), ("bob", 2), ("ann", 3)] {
        say(&host, &table, name, &format!("{{\"bid\":{coins}}}")).unwrap();
    }
    // While others sit there, their secrets are theirs.
    let refused = wait(host.fork(&table, &person("ann"), 2)).unwrap_err();
    assert_eq!(refused, Refused::NotOwner);
    say(&host, &table, "bob", "{\"bid\":4}").unwrap();
    // The game is over: whoever may see it may try what would have been.
    assert_eq!(
        wait(host.fork(&table, &person("zoe"), 2)).unwrap_err(),
        Refused::NotAdmitted
    );
    let fork = wait(host.fork(&table, &person("bob"), 2)).unwrap();
    let record = wait(host.record(&fork)).unwrap();
    assert_eq!(record.owner, who("bob"));
    assert_eq!(
        record.seats_of(&who("bob")).collect::<Vec<_>>(),
        [Seat(0), Seat(1)]
    );
    for seat in [0, 1] {
        let mut message = parlour_host::Message::new(&fork, &who("bob"), "{\"bid\":9}");
        message.from = parlour_host::host::Giver::At(who("bob"), Seat(seat));
        wait(host.command_text(message)).unwrap();
    }
    assert_eq!(verdict(&host, &fork), "verified 4 entries");
    assert_eq!(verdict(&host, &table), "verified 4 entries");
}

fn what_does_not_exist_cannot_be_forked(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 30));
    play_pig(&host, &table, &["ann"]);
    let count = lines(bed.journal().as_ref(), &table).len() as u64;
    assert_eq!(
        wait(host.fork(&table, &person("ann"), count + 1)).unwrap_err(),
        Refused::NoSuchEntry(count + 1)
    );
    assert_eq!(
        wait(host.undo(&table, &who("ann"), count)).unwrap_err(),
        Refused::NoSuchEntry(count)
    );
    // The whole game may be forked; it is over there too.
    let fork = wait(host.fork(&table, &person("ann"), count)).unwrap();
    assert_eq!(
        say(&host, &fork, "ann", "\"roll\"").unwrap_err(),
        Refused::GameOver
    );
    assert_eq!(verdict(&host, &fork), format!("verified {count} entries"));
}
