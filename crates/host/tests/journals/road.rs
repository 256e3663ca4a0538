//! The road of a command, over every journal.

use parlour_host::audit::Asker;
use parlour_host::host::{Giver, LONGEST_COMMAND};
use parlour_host::journal::Letter;
use parlour_host::{Host, Json, Message, NewTable, Refused, wait};
use parlour_rules::tiny::{Bids, BidsCommand, BidsSeen, Pig, PigCommand, PigEvent, PigView};
use parlour_rules::{Seat, Seed, Viewer};

use crate::bed::{
    Bed, bids, id, lines, open, person, pig, play_pig, roll, say, stage, verdict, who,
};

crate::for_every_journal!(
    a_game_is_played_to_its_end_and_verifies,
    a_game_goes_on_after_a_restart,
    what_is_refused_changes_nothing,
    what_cannot_be_opened_is_refused_by_name,
    a_command_for_another_stage_is_stale,
    a_command_for_another_entry_is_stale,
    a_command_under_another_record_is_stale,
    a_command_of_the_games_own_type_is_stored_as_its_text_is,
    a_message_sent_twice_happens_once,
    every_viewer_is_told_what_is_theirs,
    history_tells_what_was_told,
    a_snapshot_shortens_the_way_and_may_be_wrong,
    a_table_goes_on_right_after_its_snapshot,
    two_hosts_take_turns_at_one_table,
    a_table_forgotten_by_one_host_is_forgotten_by_all,
    a_table_is_forgotten_only_if_it_may_be_in_that_moment,
);

const TWO: [&str; 2] = ["ann", "bob"];

fn a_game_is_played_to_its_end_and_verifies(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&TWO, 50));
    play_pig(&host, &table, &TWO);
    let glance = wait(host.look(&table, &who("bob"))).unwrap();
    assert!(glance.outcome.is_some());
    assert_eq!((glance.stage, glance.awaiting.len()), (None, 0));
    let entries = lines(bed.journal().as_ref(), &table).len();
    assert_eq!(
        verdict(&host, &table),
        format!("verified {entries} entries")
    );
    let refused = say(&host, &table, "ann", "\"roll\"").unwrap_err();
    assert_eq!(refused, Refused::GameOver);
    drop(host);
    bed.reopen();
    let host = bed.host();
    assert_eq!(
        verdict(&host, &table),
        format!("verified {entries} entries")
    );
}

fn a_game_goes_on_after_a_restart(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&TWO, 1000));
    roll(&host, &table, &TWO, 20);
    let before = wait(host.look(&table, &who("ann"))).unwrap();
    drop(host);
    bed.reopen();
    let host = bed.host();
    assert_eq!(wait(host.look(&table, &who("ann"))).unwrap(), before);
    roll(&host, &table, &TWO, 20);
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), 40);
    assert_eq!(verdict(&host, &table), "verified 40 entries");
}

/// Everything about a table that could change.
fn everything(bed: &Bed, host: &Host, table: &parlour_host::table::TableId) -> String {
    let journal = bed.journal();
    let kept = wait(journal.load(table)).unwrap().unwrap();
    let letters: Vec<Letter> = wait(journal.letters(0, 1000)).unwrap();
    let glance = wait(host.look(table, &who("ann"))).unwrap();
    let lines = lines(journal.as_ref(), table);
    format!("{kept:?} {letters:?} {glance:?} {lines:?}")
}

fn what_is_refused_changes_nothing(bed: &mut Bed) {
    let host = bed.host();
    let mut new = pig(&TWO, 1000);
    new.letters = true;
    let table = open(&host, new);
    roll(&host, &table, &TWO, 1);
    let current = wait(host.look(&table, &who("ann"))).unwrap().awaiting;
    let current = current.iter().next().unwrap().0;
    let (mine, other) = (TWO[usize::from(current)], TWO[1 - usize::from(current)]);
    let before = everything(bed, &host, &table);
    let long = "\"".repeat(10 << 20);
    let nested = "[".repeat(60_000);
    let mut at_seat = Message::new(&table, &who(other), "\"roll\"");
    at_seat.from = Giver::At(who(other), Seat(current));
    let mut long_id = Message::new(&table, &who(mine), "\"roll\"");
    long_id.id = Some("7".repeat(10 << 20));
    let mut no_seat = Message::new(&table, &who(other), "\"roll\"");
    no_seat.from = Giver::At(who(other), Seat(9));
    for (message, code) in [
        (
            Message::new(&id("nowhere"), &who(mine), "\"roll\""),
            "unknown_table",
        ),
        (Message::new(&table, &who("zoe"), "\"roll\""), "not_seated"),
        (at_seat, "not_your_seat"),
        (no_seat, "no_such_seat"),
        (
            Message::new(&table, &who(other), "\"roll\""),
            "not_your_turn",
        ),
        (Message::new(&table, &who(mine), "\"fly\""), "bad_command"),
        (Message::new(&table, &who(mine), ""), "bad_command"),
        (
            Message::new(&table, &who(mine), "{\"roll\":"),
            "bad_command",
        ),
        (
            Message::new(&table, &who(mine), "\"roll\" \"roll\""),
            "bad_command",
        ),
        (Message::new(&table, &who(mine), nested), "bad_command"),
        (Message::new(&table, &who(mine), "null"), "bad_command"),
        (
            Message::new(&table, &who(mine), "\u{202e}\"🎲\""),
            "bad_command",
        ),
        (Message::new(&table, &who(mine), long), "too_long"),
        (long_id, "too_long"),
    ] {
        let refused = wait(host.command_text(message)).unwrap_err();
        assert_eq!(refused.code(), code, "{refused}");
        assert!(!refused.to_string().is_empty());
        assert_eq!(everything(bed, &host, &table), before, "{code}");
    }
    let words = say(&host, &table, mine, &"9".repeat(LONGEST_COMMAND + 1)).unwrap_err();
    assert_eq!(
        words.to_string(),
        "a command has at most 65536 bytes, this one has 65537"
    );
    // After all that, the game goes on.
    say(&host, &table, mine, "\"roll\"").unwrap();
}

fn what_cannot_be_opened_is_refused_by_name(bed: &mut Bed) {
    let host = bed.host();
    let setup = |text: &str| Json::parse(text).unwrap();
    let new = |game: &str, text: &str| NewTable::new(game, setup(text), Seed(1), person("ann"));
    for (new, words) in [
        (
            new("chess", "{}"),
            "unknown game \"chess\"; known are: bids, pig",
        ),
        (
            new("pig", "{}"),
            "not a setup of this game: missing field `players`",
        ),
        (
            new("pig", "[1,2,3]"),
            "not a setup of this game: trailing characters",
        ),
        (
            new("pig", r#"{"players":0,"goal":1}"#),
            "between one and eight people play Pig",
        ),
    ] {
        let refused = wait(host.open_table(new)).unwrap_err();
        assert!(refused.to_string().starts_with(words), "{refused}");
    }
    let mut crowd = new("pig", r#"{"players":1,"goal":9}"#);
    crowd.chairs = vec![Some(person("ann")), Some(person("bob"))];
    assert_eq!(
        wait(host.open_table(crowd)).unwrap_err(),
        Refused::NoSuchSeat(Seat(1))
    );
    assert!(wait(host.tables()).unwrap().is_empty());
    open(&host, pig(&TWO, 10));
    let again = wait(host.open_table(pig(&TWO, 10))).unwrap_err();
    assert_eq!(again, Refused::TableExists(id("pig-table")));
    // Without a name, one is made up.
    let mut unnamed = pig(&TWO, 10);
    unnamed.id = None;
    let name = open(&host, unnamed.clone());
    assert!(name.as_str().starts_with("pig-"), "{name}");
    assert_ne!(open(&host, unnamed), name);
}

fn a_command_for_another_stage_is_stale(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&TWO, 3));
    let bid = |name: &str, named: &str, coins: u32| {
        let mut message = Message::new(&table, &who(name), format!("{{\"bid\":{coins}}}"));
        message.stage = Some(stage(named));
        wait(host.command_text(message))
    };
    // Two who write during one stage do not collide.
    bid("ann", "round-1", 5).unwrap();
    bid("bob", "round-1", 6).unwrap();
    let refused = bid("ann", "round-1", 7).unwrap_err();
    assert_eq!(refused.code(), "stale");
    assert_eq!(
        refused.to_string(),
        "this was meant for stage round-1, but it is stage round-2 now"
    );
    assert_eq!(bid("ann", "round-9", 7).unwrap_err().code(), "stale");
    bid("ann", "round-2", 7).unwrap();
}

fn a_command_for_another_entry_is_stale(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 1000));
    let roll = |seen| {
        let mut message = Message::new(&table, &who("ann"), "\"roll\"");
        message.seen = Some(seen);
        wait(host.command_text(message))
    };
    roll(0).unwrap();
    assert_eq!(
        roll(0).unwrap_err(),
        Refused::StaleSeq {
            named: 0,
            current: 1
        }
    );
    assert_eq!(roll(7).unwrap_err().code(), "stale");
    assert_eq!(roll(1).unwrap().seq, 2);
}

fn a_command_under_another_record_is_stale(bed: &mut Bed) {
    let (host, other) = (bed.host(), bed.host());
    let table = open(&host, pig(&["ann"], 1000));
    let roll = |version| {
        let mut message = Message::new(&table, &who("ann"), "\"roll\"");
        message.version = Some(version);
        wait(host.command_text(message))
    };
    let version = wait(host.look(&table, &who("ann")))
        .unwrap()
        .standing
        .version;
    roll(version).unwrap();
    // Another host changes the record; this one has not heard of it.
    wait(other.set_open(&table, &who("ann"), true)).unwrap();
    assert_eq!(
        roll(version).unwrap_err(),
        Refused::StaleRecord {
            named: version,
            current: version + 1
        }
    );
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), 1);
    assert_eq!(roll(version + 1).unwrap().seq, 2);
}

fn a_command_of_the_games_own_type_is_stored_as_its_text_is(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 1000));
    let roll = Message::new(&table, &who("ann"), PigCommand::Roll);
    let accepted = wait(host.command::<Pig>(roll)).unwrap();
    let seen = accepted.seen::<Pig>().unwrap();
    let told: Vec<PigEvent> = accepted.told().unwrap().read().unwrap();
    assert_eq!(seen, told);
    assert!(accepted.seen::<Bids>().is_none(), "it is another game");
    say(&host, &table, "ann", "\"roll\"").unwrap();
    for line in lines(bed.journal().as_ref(), &table) {
        assert!(line.contains(r#""command":"roll""#), "{line}");
    }
    // A command of another game changes nothing.
    let before = everything(bed, &host, &table);
    let bid = Message::new(&table, &who("ann"), BidsCommand::Bid(1));
    let refused = wait(host.command::<Bids>(bid)).unwrap_err();
    assert_eq!(refused.code(), "bad_command");
    assert_eq!(everything(bed, &host, &table), before);
    assert_eq!(verdict(&host, &table), "verified 2 entries");
}

fn a_message_sent_twice_happens_once(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, bids(&TWO, 3));
    let bid = |host: &Host, name: &str, message_id: &str, named: &str| {
        let mut message = Message::new(&table, &who(name), "{\"bid\":5}");
        message.id = Some(message_id.to_owned());
        message.stage = Some(stage(named));
        wait(host.command_text(message))
    };
    let first = bid(&host, "ann", "1", "round-1").unwrap();
    assert!(!first.repeated);
    let again = bid(&host, "ann", "1", "round-1").unwrap();
    assert_eq!((again.seq, again.repeated), (1, true));
    assert_eq!(bid(&host, "bob", "1", "round-1").unwrap().seq, 2);
    // The stage is over by now, but the message gets its first answer.
    let again = bid(&host, "ann", "1", "round-1").unwrap();
    assert_eq!((again.seq, again.repeated), (1, true));
    // A refused message is not heard: it may be sent again.
    assert_eq!(
        bid(&host, "ann", "2", "round-1").unwrap_err().code(),
        "stale"
    );
    assert!(!bid(&host, "ann", "2", "round-2").unwrap().repeated);
    // Another host knows it too, and so does the next one after a restart.
    let other = bed.host();
    assert!(bid(&other, "bob", "1", "round-1").unwrap().repeated);
    drop((host, other));
    bed.reopen();
    assert!(bid(&bed.host(), "ann", "2", "round-2").unwrap().repeated);
    assert_eq!(lines(bed.journal().as_ref(), &table).len(), 3);
}

fn every_viewer_is_told_what_is_theirs(bed: &mut Bed) {
    const HOUR: u64 = 3_600_000;
    let host = bed.host();
    let mut new = bids(&TWO, 2);
    new.letters = true;
    let table = open(&host, new);
    let accepted = say(&host, &table, "ann", "{\"bid\":42}").unwrap();
    let told: Vec<BidsSeen> = accepted.told().unwrap().read().unwrap();
    assert_eq!(
        told,
        [BidsSeen::BidPlaced {
            seat: Seat(0),
            coins: Some(42)
        }]
    );
    let letters = wait(host.letters("sender", HOUR, 100)).unwrap();
    let to: Vec<Viewer> = letters.iter().map(|letter| letter.to).collect();
    assert_eq!(
        to,
        [
            Viewer::Seat(Seat(0)),
            Viewer::Seat(Seat(1)),
            Viewer::Spectator
        ]
    );
    for letter in &letters {
        let tells = letter.told.as_str().contains("42");
        assert_eq!(tells, letter.to == Viewer::Seat(Seat(0)), "{letter:?}");
    }
    // One sender at a time.
    assert!(wait(host.letters("other", HOUR, 100)).unwrap().is_empty());
    let ids = letters.iter().map(|letter| letter.id).collect();
    wait(host.delivered(ids)).unwrap();
    assert!(wait(host.letters("sender", HOUR, 100)).unwrap().is_empty());
    // A table without letters fills no outbox.
    let mut silent = bids(&TWO, 2);
    silent.id = Some(id("silent"));
    let silent = open(&host, silent);
    say(&host, &silent, "ann", "{\"bid\":1}").unwrap();
    assert!(wait(host.letters("sender", HOUR, 100)).unwrap().is_empty());
}

fn history_tells_what_was_told(bed: &mut Bed) {
    let host = bed.host();
    let mut new = bids(&TWO, 2);
    new.open = true;
    let table = open(&host, new);
    for (name, coins) in [("ann", 4), ("bob", 3), ("bob", 9)] {
        say(&host, &table, name, &format!("{{\"bid\":{coins}}}")).unwrap();
    }
    let told = |name: &str, after| {
        let told = wait(host.history(&table, &who(name), after, 100)).unwrap();
        let words = told.iter().map(|(seq, told)| format!("{seq} {told}"));
        words.collect::<Vec<_>>()
    };
    assert_eq!(
        told("ann", 2),
        [r#"3 [{"bid_placed":{"seat":1,"coins":null}}]"#]
    );
    assert_eq!(
        told("bob", 2),
        [r#"3 [{"bid_placed":{"seat":1,"coins":9}}]"#]
    );
    assert_eq!(told("zoe", 0).len(), 3);
    assert!(told("zoe", 0)[0].contains("\"coins\":null"));
    assert!(told("ann", 3).is_empty());
}

fn a_snapshot_shortens_the_way_and_may_be_wrong(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&TWO, u32::MAX));
    roll(&host, &table, &TWO, 300);
    let before = wait(host.look(&table, &who("ann"))).unwrap();
    let kept = wait(bed.journal().load(&table)).unwrap().unwrap();
    let snapshot = kept.snapshot.expect("one is kept by then");
    assert_eq!(snapshot.seq, 256);
    drop(host);
    bed.reopen();
    assert_eq!(wait(bed.host().look(&table, &who("ann"))).unwrap(), before);
    for (seq, rules, state) in [
        (256, 1, "{}"),
        (256, 1, "null"),
        (256, 2, snapshot.state.as_str()),
        (255, 1, snapshot.state.as_str()),
        (0, 1, snapshot.state.as_str()),
        (9999, 1, snapshot.state.as_str()),
    ] {
        let wrong = parlour_host::journal::Snapshot {
            seq,
            rules,
            state: Json::parse(state).unwrap(),
        };
        wait(bed.journal().keep_snapshot(&table, wrong)).unwrap();
        let glance = wait(bed.host().look(&table, &who("ann"))).unwrap();
        assert_eq!(glance, before, "snapshot at {seq}");
    }
}

fn a_table_goes_on_right_after_its_snapshot(bed: &mut Bed) {
    let table = open(&bed.host(), pig(&TWO, u32::MAX));
    for entries in (255..=258).chain(511..=513) {
        let stored = lines(bed.journal().as_ref(), &table).len() as u32;
        roll(&bed.host(), &table, &TWO, entries - stored);
        bed.reopen();
    }
    assert_eq!(verdict(&bed.host(), &table), "verified 513 entries");
}

fn two_hosts_take_turns_at_one_table(bed: &mut Bed) {
    let (one, other) = (bed.host(), bed.host());
    let table = open(&one, pig(&TWO, 60));
    wait(other.look(&table, &who("ann"))).unwrap();
    let hosts = [&one, &other];
    for turn in 0.. {
        // Each host may be behind when it is asked, and says nothing wrong.
        let host = hosts[turn % 2];
        wait(host.refresh()).unwrap();
        let glance = wait(host.look(&table, &who("ann"))).unwrap();
        let Some(Seat(seat)) = glance.awaiting.iter().next() else {
            break;
        };
        let view: PigView = glance.view.read().unwrap();
        let command = if view.pot > 8 { "\"hold\"" } else { "\"roll\"" };
        let host = hosts[(turn + 1) % 2];
        say(host, &table, TWO[usize::from(seat)], command).unwrap();
    }
    let entries = lines(bed.journal().as_ref(), &table).len();
    assert!(entries > 10);
    assert_eq!(
        verdict(&other, &table),
        format!("verified {entries} entries")
    );
}

fn a_table_forgotten_by_one_host_is_forgotten_by_all(bed: &mut Bed) {
    let (one, other) = (bed.host(), bed.host());
    let table = open(&one, pig(&TWO, 60));
    wait(other.look(&table, &who("ann"))).unwrap();
    let refused = wait(one.remove(&table, &who("bob"))).unwrap_err();
    assert_eq!(refused, Refused::NotOwner);
    wait(one.remove(&table, &who("ann"))).unwrap();
    for host in [&one, &other] {
        let refused = say(host, &table, "ann", "\"roll\"").unwrap_err();
        assert_eq!(refused, Refused::UnknownTable(table.clone()));
    }
}

fn a_table_is_forgotten_only_if_it_may_be_in_that_moment(bed: &mut Bed) {
    let (one, other) = (bed.host(), bed.host());
    let mut new = pig(&["ann", "bob"], 60);
    new.chairs = vec![Some(person("ann"))];
    let table = open(&one, new);
    wait(other.look(&table, &who("ann"))).unwrap();
    let ann = Asker::person(&person("ann"));
    let gone = |host: &Host| {
        wait(host.remove_if(&table, &ann, |record, played| {
            assert!(!played.over);
            if played.entries > 0 || record.chairs.iter().flatten().count() > 1 {
                return Err(Refused::NotOwner);
            }
            Ok(())
        }))
    };
    // Somebody has come by another host.
    wait(other.seat(&table, &who("ann"), Seat(1), &person("bob"))).unwrap();
    assert_eq!(gone(&one), Err(Refused::NotOwner));
    say(&one, &table, "ann", "\"roll\"").unwrap();
    wait(one.leave(&table, &who("bob"), &ann)).unwrap();
    // Somebody has played.
    assert_eq!(gone(&other), Err(Refused::NotOwner));
    let mut new = pig(&["ann"], 60);
    new.id = Some(id("fresh-table"));
    let fresh = open(&one, new);
    wait(other.look(&fresh, &who("ann"))).unwrap();
    let nothing = |_: &_, _| Ok::<_, Refused>(());
    wait(other.remove_if(&fresh, &ann, nothing)).unwrap();
    for host in [&one, &other] {
        let refused = say(host, &fresh, "ann", "\"roll\"").unwrap_err();
        assert_eq!(refused, Refused::UnknownTable(fresh.clone()));
    }
    assert!(wait(one.record(&table)).unwrap().closed.is_none());
}
