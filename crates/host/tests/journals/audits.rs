//! Who did what at a table: told in order, whole, and without secrets.

use parlour_host::audit::{Act, Asker, Deed, Fact, Warrant};
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::table::{Identity, Person, Place, TableId};
use parlour_host::{Host, Json, Message, Time, wait};
use parlour_rules::Seat;

use crate::bed::{Bed, MORNING, bids, id, open, person, pig, registry, say, verdict, who};

crate::for_every_journal!(
    every_change_is_told_with_who_made_it,
    what_a_keeper_does_at_the_word_of_somebody_names_them,
    deeds_and_entries_stand_in_one_order,
    what_is_refused_leaves_no_deed,
    a_secret_identity_stands_in_no_line,
    an_export_holds_the_audit_and_a_fork_has_its_own,
    deeds_of_several_hosts_are_one_chain,
);

fn deeds(host: &Host, table: &TableId) -> Vec<Deed> {
    let acts = wait(host.audit(table)).unwrap();
    let deeds = acts.into_iter().filter_map(|act| match act {
        Act::Deed(deed) => Some(deed),
        Act::Given(_) => None,
    });
    deeds.collect()
}

/// Every deed as who did it, and what.
fn told(host: &Host, table: &TableId) -> Vec<String> {
    let moment = |time: Time| format!("at {}", time.since(MORNING));
    let deeds = deeds(host, table);
    deeds.iter().map(|deed| deed.words(&moment)).collect()
}

fn every_change_is_told_with_who_made_it(bed: &mut Bed) {
    let host = bed.host();
    let mut new = bids(&["ann", "bob", "cid"], 3);
    new.chairs = vec![Some(person("ann"))];
    new.start = false;
    let table = open(&host, new);
    let ann = who("ann");
    let any = wait(host.invite(&table, &ann, Place::AnySeat)).unwrap();
    let watch = wait(host.invite(&table, &ann, Place::Watch)).unwrap();
    wait(host.join(&any, &Person::new("club:7", "Bob"))).unwrap();
    wait(host.join(&watch, &person("zoe"))).unwrap();
    wait(host.uninvite(&table, &ann, &watch)).unwrap();
    wait(host.seat(&table, &ann, Seat(2), &person("cid"))).unwrap();
    bed.clock.advance(5);
    wait(host.start(&table, &ann)).unwrap();
    wait(host.replace(&table, &ann, Seat(2), &person("dan"))).unwrap();
    wait(host.leave(&table, &who("dan"), &Asker::known(&who("dan")))).unwrap();
    wait(host.leave(&table, &who("zoe"), &Asker::known(&who("zoe")))).unwrap();
    wait(host.pause(&table, &ann)).unwrap();
    wait(host.resume(&table, &ann)).unwrap();
    wait(host.set_deadline(&table, &ann, Some(MORNING.after(99)))).unwrap();
    wait(host.set_deadline(&table, &ann, None)).unwrap();
    wait(host.set_open(&table, &ann, true)).unwrap();
    wait(host.describe(&table, &ann, |it| {
        it.title = String::from("Another");
        it.tags = vec!["secret-tag".to_owned()];
    }))
    .unwrap();
    let by = Asker::named(&"club:9".into(), "Eve")
        .at("club:hall")
        .saying("pace 7");
    let revised: Result<(), parlour_host::Refused> = wait(host.revise(&table, &by, |revision| {
        revision.record.settings = Json::parse(r#"{"pace":7}"#).unwrap();
        revision.record.owner = Identity::from("club:9");
        Ok(())
    }));
    revised.unwrap();
    let close = Asker::house().saying("close");
    wait(host.close(&table, &close)).unwrap();
    let expected = [
        "ann: the table was opened; ann sat down at seat 0",
        "ann: an invitation to any seat was made",
        "ann: an invitation to watch was made",
        "Bob (club:7): Bob (club:7) sat down at seat 1",
        "zoe: zoe may watch",
        "ann: an invitation to watch ended",
        "ann: cid sat down at seat 2",
        "ann: play began; round-1 ends at 60005",
        "ann: dan is at seat 2 in the place of cid",
        "dan: dan is not at seat 2 any more",
        "zoe: zoe is not among those who watch any more",
        "ann: play was paused; there is no deadline",
        "ann: play goes on; round-1 ends at 60005",
        "ann: round-1 ends at 99",
        "ann: there is no deadline",
        "ann: anybody may watch",
        "ann: it is called \"Another\"; it is found under other words",
        "Eve (club:9) in club:hall, \"pace 7\": the table is club:9's from now on; settings changed",
        "the house, \"close\": the table was closed",
    ];
    assert_eq!(told(&host, &table), expected);
    drop(host);
    bed.reopen();
    let host = bed.host();
    assert_eq!(told(&host, &table), expected);
    let versions = deeds(&host, &table).into_iter().map(|deed| deed.version);
    assert!(
        versions.eq(0..expected.len() as u64),
        "one for each version"
    );
    assert_eq!(deeds(&host, &table)[0].time, MORNING);
    assert_eq!(deeds(&host, &table)[7].time, MORNING.after(5));
}

/// A front that keeps a table for others has the right, and others the wish.
fn what_a_keeper_does_at_the_word_of_somebody_names_them(bed: &mut Bed) {
    let host = bed.host();
    let mut new = bids(&["bob", "cid"], 2);
    new.owner = who("keeper");
    new.chairs = vec![Some(person("bob"))];
    new.start = false;
    let table = open(&host, new);
    let cid = Asker::named(&who("club:cid"), "Cid").at("club:hall");
    let by = |right: &str| Warrant::new(&who(right), cid.clone());
    let bot = Person::new("bot:1", "Bot");
    for stranger in ["bob", "club:cid"] {
        let refused = wait(host.seat(&table, by(stranger), Seat(1), &bot)).unwrap_err();
        assert_eq!(refused, parlour_host::Refused::NotOwner);
    }
    wait(host.seat(&table, by("keeper"), Seat(1), &bot)).unwrap();
    wait(host.leave(&table, &bot.identity, &cid)).unwrap();
    wait(host.seat(&table, by("keeper"), Seat(1), &bot)).unwrap();
    wait(host.replace(&table, by("keeper"), Seat(1), &person("dan"))).unwrap();
    wait(host.start(&table, by("keeper"))).unwrap();
    wait(host.pause(&table, by("keeper"))).unwrap();
    wait(host.resume(&table, by("keeper"))).unwrap();
    let told = told(&host, &table);
    assert_eq!(told.len(), 8);
    for deed in &told[1..] {
        assert!(deed.starts_with("Cid (club:cid) in club:hall: "), "{deed}");
    }
}

fn deeds_and_entries_stand_in_one_order(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann", "club:bob"], 100));
    let ann = who("ann");
    say(&host, &table, "ann", "\"roll\"").unwrap();
    wait(host.pause(&table, &ann)).unwrap();
    wait(host.resume(&table, &ann)).unwrap();
    let glance = wait(host.look(&table, &ann)).unwrap();
    if glance.awaiting.contains(Seat(0)) {
        say(&host, &table, "ann", "\"hold\"").unwrap();
    }
    say(&host, &table, "club:bob", "\"roll\"").unwrap();
    wait(host.leave(&table, &who("club:bob"), &Asker::known(&who("club:bob")))).unwrap();
    for _ in 0..2 {
        let acts = wait(bed.host().audit(&table)).unwrap();
        let mut seq = 0;
        let mut order = Vec::new();
        for act in &acts {
            match act {
                Act::Deed(deed) => {
                    assert_eq!(deed.entries, seq);
                    order.push(format!("deed {}", deed.version));
                }
                Act::Given(given) => {
                    seq += 1;
                    assert_eq!(given.seq, seq);
                    order.push(given.words(&|seat| seat.to_string()));
                }
            }
        }
        assert_eq!(order[..4], ["deed 0", "seat 0, ann", "deed 1", "deed 2"]);
        let last = order.len() - 2;
        assert_eq!(order[last..], ["seat 1, club:bob (club:bob)", "deed 3"]);
    }
}

fn what_is_refused_leaves_no_deed(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann", "bob"], 100));
    wait(host.pause(&table, &who("bob"))).unwrap_err();
    wait(host.join("nonsense", &person("zoe"))).unwrap_err();
    wait(host.resume(&table, &who("ann"))).unwrap_err();
    say(&host, &table, "zoe", "\"roll\"").unwrap_err();
    assert_eq!(wait(host.audit(&table)).unwrap().len(), 1);
    let unknown = wait(host.audit(&id("nowhere"))).unwrap_err();
    assert_eq!(unknown.code(), "unknown_table");
}

/// What a LAN client is known by is all it takes to be that client.
fn a_secret_identity_stands_in_no_line(bed: &mut Bed) {
    let host = bed.host();
    let secret = "0123456789abcdef";
    let people: Vec<Person> = ["lan:", "web:", "", "lan-server:/tmp/", "LAN:", ":"]
        .iter()
        .zip(1..)
        .map(|(platform, nth)| Person::new(format!("{platform}{secret}{nth}").as_str(), "Ann"))
        .collect();
    let mut new = pig(&["ann", "bob"], 1000);
    new.owner = people[0].identity.clone();
    new.chairs = vec![Some(people[0].clone()), Some(people[1].clone())];
    let table = open(&host, new);
    let owner = &people[0].identity;
    let code = wait(host.invite(&table, owner, Place::Watch)).unwrap();
    for person in &people[2..] {
        wait(host.join(&code, person)).unwrap();
        wait(host.replace(&table, owner, Seat(1), person)).unwrap();
    }
    for person in people.iter().take(1).chain(people.last()) {
        let message = Message::new(&table, &person.identity, "\"roll\"");
        let _ = wait(host.command_text(message));
    }
    let archive = wait(host.export(&table)).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&archive[..]), &mut text)
        .unwrap();
    let journal = bed.journal();
    let stored = wait(journal.deeds(&table, 0, 99)).unwrap();
    assert!(stored.len() > 9);
    for line in stored.iter().map(String::as_str).chain(text.lines()) {
        assert!(!line.contains(secret), "{line}");
        assert!(!line.contains(&code), "{line}");
    }
    let first = &deeds(&host, &table)[0];
    let who = (first.who.as_deref(), first.from.as_deref());
    assert_eq!(who, (Some("Ann"), Some("lan")));
}

fn an_export_holds_the_audit_and_a_fork_has_its_own(bed: &mut Bed) {
    let host = bed.host();
    let table = open(&host, pig(&["ann"], 1000));
    for _ in 0..3 {
        say(&host, &table, "ann", "\"roll\"").unwrap();
    }
    wait(host.set_open(&table, &who("ann"), true)).unwrap();
    let fork = wait(host.fork(&table, &person("ann"), 2)).unwrap();
    assert_eq!(verdict(&host, &table), "verified 3 entries");
    assert_eq!(verdict(&host, &fork), "verified 2 entries");
    let read = |table: &TableId| {
        let archive = wait(host.export(table)).unwrap();
        read_log(&archive[..], Limits::default()).unwrap()
    };
    for one in [&table, &fork] {
        let acts = read(one).acts();
        assert_eq!(acts, wait(host.audit(one)).unwrap());
    }
    let forked = Fact::Forked {
        table: table.clone(),
        entries: 2,
    };
    assert_eq!(deeds(&host, &fork)[0].facts[..2], [Fact::Opened, forked]);
    // Deeds of one table do not fit another.
    let mut log = read(&table);
    log.audit = read(&fork).audit;
    assert!(!verify(&registry(), &log).unwrap().is_verified());
}

fn deeds_of_several_hosts_are_one_chain(bed: &mut Bed) {
    let (one, other) = (bed.host(), bed.host_with_entropy(2));
    let table = open(&one, pig(&["ann"], 100));
    for nth in 0..6 {
        let host = if nth % 2 == 0 { &one } else { &other };
        wait(host.set_open(&table, &who("ann"), nth % 2 == 0)).unwrap();
        say(host, &table, "ann", "\"roll\"").unwrap();
    }
    assert_eq!(deeds(&other, &table).len(), 7);
    assert_eq!(verdict(&one, &table), "verified 6 entries");
    let entries = deeds(&one, &table).into_iter().map(|deed| deed.entries);
    assert!(entries.eq([0, 0, 1, 2, 3, 4, 5]));
}
