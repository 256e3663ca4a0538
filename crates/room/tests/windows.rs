//! Several platforms, windows and inboxes before one database.

use std::path::Path;
use std::sync::Arc;

use parlour_host::journal::SqliteJournal;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::{Answer, Body, Heard, Parcel, Room, Spoken, To, Window};
use parlour_rules::Seed;

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

fn room(file: &Path) -> Room {
    let mut registry = Registry::new();
    Room::prepare(&mut registry);
    let entropy = Arc::new(SeededEntropy::new(Seed(5)));
    let journal = Arc::new(SqliteJournal::open(file).unwrap());
    let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
    Room::new(
        Arc::new(Host::new(registry, journal, clock, entropy.clone())),
        entropy,
    )
}

fn who(platform: &str, name: &str) -> parlour_host::table::Identity {
    format!("{platform}:{name}").as_str().into()
}

fn aloud(room: &Room, platform: &str, chat: &str, name: &str, text: &str) -> Answer {
    let heard = Heard::aloud(platform, chat, who(platform, name), name, text);
    wait(room.hear(&heard)).unwrap()
}

fn alone(room: &Room, platform: &str, name: &str, text: &str) -> Answer {
    let heard = Heard::in_private(platform, who(platform, name), name, text);
    wait(room.hear(&heard)).unwrap()
}

/// Everything in the outbox, crossed off.
fn carried(room: &Room) -> Vec<Parcel> {
    let mut all = Vec::new();
    loop {
        let parcels = wait(room.parcels("sender", 1000, 0, 16)).unwrap();
        if parcels.is_empty() {
            return all;
        }
        for parcel in parcels {
            wait(room.sent(&parcel)).unwrap();
            all.push(parcel);
        }
    }
}

fn code_of(answer: &Answer) -> String {
    answer.words()[5..10].to_owned()
}

/// A game of seven, three on Slack and four on Telegram, shown on Slack.
fn mixed(room: &Room) -> String {
    let code = code_of(&aloud(room, "slack", "C1", "ann", "new"));
    for (number, power) in POWERS.iter().enumerate() {
        let platform = if number < 3 { "slack" } else { "telegram" };
        let joined = alone(room, platform, power, &format!("join {code} {power}"));
        assert_eq!(joined.refused, None, "{joined:?}");
    }
    assert_eq!(aloud(room, "slack", "C1", "ann", "start").refused, None);
    code
}

fn texts(parcels: &[Parcel], to: &To) -> Vec<String> {
    let own = parcels.iter().filter(|it| it.to == *to);
    own.map(|it| match &it.body {
        Body::Text(text) => text.clone(),
        Body::Picture(sketch) => format!("picture {}", sketch.file_name()),
        Body::File { name, .. } => format!("file {name}"),
    })
    .collect()
}

fn window(platform: &str, chat: &str) -> To {
    To::Window(Window {
        platform: platform.to_owned(),
        chat: chat.to_owned(),
    })
}

#[test]
fn everybody_is_told_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = mixed(&room);
    let begun = carried(&room);
    assert!(texts(&begun, &To::Inbox(who("telegram", "Italy")))[0].contains("has joined"));
    assert!(
        texts(&begun, &window("slack", "C1")).len() >= 7,
        "each join is told"
    );
    // Telegram has no window yet, so its players are told in private.
    assert_eq!(aloud(&room, "slack", "C1", "ann", "force").refused, None);
    let told = carried(&room);
    let slack = texts(&told, &window("slack", "C1"));
    assert_eq!(slack.len(), 2, "{slack:?}");
    assert_eq!(slack[1], "picture S1901M.png");
    // In private it names its game, as somebody may play in several.
    let mut private = slack;
    private[0] = format!("Game {code}: {}", private[0]);
    assert_eq!(texts(&told, &To::Inbox(who("telegram", "Italy"))), private);
    assert!(texts(&told, &To::Inbox(who("slack", "Austria"))).is_empty());
    // With a window on Telegram, they read it there.
    assert_eq!(
        aloud(&room, "telegram", "-7", "Italy", &format!("link {code}")).refused,
        None
    );
    assert_eq!(alone(&room, "slack", "ann", "force").refused, None);
    let told = carried(&room);
    assert_eq!(texts(&told, &window("telegram", "-7")).len(), 2);
    assert!(texts(&told, &To::Inbox(who("telegram", "Italy"))).is_empty());
    // One running game in a group.
    assert_eq!(
        aloud(&room, "telegram", "-7", "Italy", "new").refused,
        Some("game_running")
    );
}

#[test]
fn what_was_not_sent_is_sent_after_a_restart_and_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    let first = {
        let room = room(&file);
        mixed(&room);
        carried(&room);
        aloud(&room, "slack", "C1", "ann", "force");
        let parcels = wait(room.parcels("sender", 1000, 0, 16)).unwrap();
        let first: Vec<Parcel> = parcels.into_iter().take(3).collect();
        for parcel in &first {
            wait(room.sent(parcel)).unwrap();
        }
        first
    };
    let room = room(&file);
    let rest = carried(&room);
    let key = |it: &Parcel| (it.letter, it.part);
    assert!(
        first
            .iter()
            .all(|it| rest.iter().all(|other| key(it) != key(other)))
    );
    let whole = first[0].parts as usize;
    let letter = first[0].letter;
    let again = rest.iter().filter(|it| it.letter == letter).count();
    assert_eq!(again + 3, whole, "the other parts of the letter");
    let answer = alone(&room, "telegram", "Italy", "status");
    assert!(answer.words().contains("F1901M"), "{}", answer.words());
}

#[test]
fn a_closed_inbox_is_answered_with_its_link() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    aloud(&room, "telegram", "-7", "ann", "new");
    let mut heard = Heard::aloud(
        "telegram",
        "-7",
        who("telegram", "bob"),
        "bob",
        "/join France",
    );
    heard.inbox_link = Some(String::from("https://t.example/bot?start="));
    let answer = wait(room.hear(&heard)).unwrap();
    assert_eq!(answer.refused, None);
    // The link names the game, which a private chat cannot know.
    let link = answer.words().lines().last().unwrap().to_owned();
    let code = link.split('_').nth(1).unwrap();
    assert!(
        link.ends_with(&format!("https://t.example/bot?start=join_{code}_France")),
        "{link}"
    );
    let seat = alone(&room, "telegram", "bob", &format!("join {code} France"));
    assert_eq!(seat.words(), "You are France already.");
    // `start` in a private chat is a greeting there, in the group it begins.
    let mut heard = Heard::in_private("telegram", who("telegram", "bob"), "bob", "/start");
    heard.start_greets = true;
    assert!(
        wait(room.hear(&heard))
            .unwrap()
            .words()
            .starts_with("Welcome")
    );
    let answer = aloud(&room, "telegram", "-7", "ann", "/start@parlour_bot");
    assert_eq!(answer.refused, Some("too_few_players"));
}

#[test]
fn an_order_aloud_is_refused_and_taken_away_but_an_aside_is_private() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    mixed(&room);
    let answer = aloud(&room, "slack", "C1", "Austria", "order A Vie-Gal");
    assert_eq!(answer.refused, Some("not_in_private"));
    assert!(answer.erase);
    let mut heard = Heard::aloud(
        "slack",
        "C1",
        who("slack", "Austria"),
        "Austria",
        "order A Vie-Gal",
    );
    heard.spoken = Spoken::Aside;
    heard.message = Some(String::from("m1"));
    let answer = wait(room.hear(&heard)).unwrap();
    assert!(
        answer.words().starts_with("Noted: A Vie - Gal."),
        "{}",
        answer.words()
    );
    // The same message again is the same command.
    let again = wait(room.hear(&heard)).unwrap();
    assert_eq!(again.refused, None);
    let orders = alone(&room, "slack", "Austria", "orders").words();
    assert_eq!(orders.matches("A Vie").count(), 1, "{orders}");
    // Who does not play, and who is not the master, changes nothing.
    assert_eq!(
        alone(&room, "slack", "eve", "order A Vie-Gal").refused,
        Some("no_game")
    );
    assert_eq!(
        aloud(&room, "slack", "C1", "eve", "force").refused,
        Some("not_master")
    );
    assert_eq!(
        aloud(&room, "slack", "C9", "eve", "status").refused,
        Some("no_game_here")
    );
}

#[test]
fn who_plays_in_several_games_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let one = code_of(&aloud(&room, "slack", "C1", "ann", "new"));
    let two = code_of(&aloud(&room, "slack", "C2", "ann", "new"));
    assert_eq!(
        alone(&room, "slack", "ann", "status").refused,
        Some("which_game")
    );
    assert_eq!(
        alone(&room, "slack", "ann", &format!("use {two}")).refused,
        None
    );
    assert!(
        alone(&room, "slack", "ann", "status")
            .words()
            .contains(&two)
    );
    assert_eq!(
        alone(&room, "slack", "ann", &format!("use {one}")).refused,
        None
    );
    assert_eq!(
        alone(&room, "slack", "eve", &format!("use {one}")).refused,
        Some("not_in_that_game")
    );
}

#[test]
fn players_are_replaced_and_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = mixed(&room);
    let answer = aloud(&room, "slack", "C1", "ann", "replace France @bob");
    assert_eq!(answer.refused, Some("unknown_player"));
    assert_eq!(
        alone(&room, "slack", "bob", &format!("join {code}")).refused,
        None
    );
    assert_eq!(
        aloud(&room, "slack", "C1", "ann", "replace France @bob").refused,
        None
    );
    assert_eq!(
        alone(&room, "slack", "bob", "order A Par-Bur").refused,
        None
    );
    assert_eq!(
        alone(&room, "slack", "France", "order A Par H").refused,
        Some("no_game")
    );
    assert_eq!(
        aloud(&room, "slack", "C1", "ann", "replace Italy <@U77|Cy>").refused,
        None
    );
    assert_eq!(alone(&room, "slack", "U77", "orders").refused, None);
    assert_eq!(
        aloud(&room, "slack", "C1", "ann", "kick Turkey").refused,
        None
    );
    let status = aloud(&room, "slack", "C1", "eve", "status").words();
    assert!(status.contains("In civil disorder: Turkey."), "{status}");
    assert_eq!(
        alone(&room, "slack", "dan", &format!("join {code}")).refused,
        None
    );
    let powers = aloud(&room, "slack", "C1", "eve", "powers").words();
    assert!(powers.contains("Turkey (dan)"), "{powers}");
    assert!(!powers.contains("disorder"), "{powers}");
}

#[test]
fn nobody_is_seated_at_a_power_that_is_out_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = code_of(&aloud(&room, "slack", "C1", "ann", "new bots=hold"));
    let say = |name: &str, text: &str| {
        let answer = alone(&room, "slack", name, text);
        assert_eq!(answer.refused, None, "{name}: {text}: {}", answer.words());
    };
    let master = |text: &str| {
        let answer = aloud(&room, "slack", "C1", "ann", text);
        assert_eq!(answer.refused, None, "{text}: {}", answer.words());
        answer.words()
    };
    for power in ["Italy", "Russia", "Germany"] {
        say(power, &format!("join {code} {power}"));
    }
    master("start");
    master("kick Austria");
    // Three neighbours take its three centres.
    say("Italy", "order A Ven-Tyr; A Rom-Ven");
    say("Russia", "order A War-Gal");
    say("Germany", "order A Mun-Boh");
    master("force");
    say("Italy", "order A Ven-Tri; A Tyr S A Ven-Tri");
    say("Russia", "order A Gal-Vie");
    say("Germany", "order A Boh S A Gal-Vie");
    for _ in ["F1901M", "F1901R", "W1901A"] {
        master("force");
    }
    say("Italy", "order A Tri S A Vie-Bud");
    say("Russia", "order A Vie-Bud");
    for _ in ["S1902M", "S1902R", "F1902M", "W1902A"] {
        master("force");
    }
    assert!(master("status").contains("(S1903M)"));
    let wanted = alone(&room, "slack", "dan", &format!("join {code} Austria"));
    assert_eq!(wanted.refused, Some("eliminated"), "{}", wanted.words());
    assert!(wanted.words().contains("Austria is out of the game."));
    // Without another vacant power one stands by.
    let any = alone(&room, "slack", "dan", &format!("join {code}"));
    assert_eq!(any.refused, None);
    assert!(!any.words().contains("You play"), "{}", any.words());
    // And where there is one, that is taken.
    master("kick Turkey");
    let any = alone(&room, "slack", "eve", &format!("join {code}"));
    assert!(any.words().contains("You play Turkey"), "{}", any.words());
    let taken = alone(&room, "slack", "fay", &format!("join {code} Turkey"));
    assert!(taken.words().contains("Free: none."), "{}", taken.words());
    let out = aloud(&room, "slack", "C1", "ann", "kick Austria");
    assert_eq!(out.refused, Some("nobody_there"));
}

#[test]
fn offers_list_what_each_unit_may_do() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    mixed(&room);
    alone(&room, "slack", "Austria", "order A Vie-Gal");
    let heard = Heard::in_private("slack", who("slack", "Austria"), "Austria", "");
    let offers = wait(room.offers(&heard)).unwrap().unwrap();
    assert_eq!(offers.phase, "S1901M");
    assert_eq!(offers.units.len(), 3);
    let vienna = offers.units.iter().find(|it| it.unit == "A Vie").unwrap();
    assert_eq!(vienna.noted.as_deref(), Some("A Vie - Gal"));
    for order in &vienna.orders {
        let said = alone(&room, "slack", "Austria", &format!("order {order}"));
        assert_eq!(said.refused, None, "{order}");
    }
}

/// A platform brings a message again when it was not acknowledged: whatever it
/// says is done once.
#[test]
fn a_message_that_comes_twice_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let twice = |chat: Option<&str>, name: &str, id: &str, text: &str| {
        let mut heard = Heard::in_private("slack", who("slack", name), name, text);
        heard.chat = chat.map(str::to_owned);
        if chat.is_some() {
            heard.spoken = Spoken::Aside;
        }
        heard.message = Some(id.to_owned());
        let first = wait(room.hear(&heard)).unwrap();
        let again = wait(room.hear(&heard)).unwrap();
        assert_eq!(first.refused, None, "{text}: {}", first.words());
        assert_eq!(again.refused, None, "{text}: {}", again.words());
        (first.words(), again.words())
    };
    let same = |chat: Option<&str>, name: &str, id: &str, text: &str| {
        let (first, again) = twice(chat, name, id, text);
        assert_eq!(first, again, "{text}");
        first
    };
    // In a group, where only one game may run, and in private.
    let opened = same(Some("C1"), "ann", "m1", "new bots=hold");
    let code = opened[5..10].to_owned();
    let alone = same(None, "cy", "m1", "new");
    assert_ne!(alone[5..10], code, "somebody else's message is another one");
    let games = wait(room.host().tables_of(&who("slack", "cy"))).unwrap();
    assert_eq!(games.len(), 1);
    same(None, "bob", "m2", &format!("join {code} Italy"));
    same(None, "dan", "m3", &format!("join {code}"));
    same(None, "dan", "m4", &format!("use {code}"));
    same(Some("C2"), "dan", "m5", &format!("link {code}"));
    assert_eq!(alone_status(&room, "dan").matches("any power").count(), 1);
    same(Some("C1"), "ann", "m6", "deadline movement=48h");
    same(Some("C1"), "ann", "m7", "start");
    let now = same(Some("C1"), "ann", "m8", "extend 12h");
    assert!(now.ends_with("in 3 days."), "60 h: {now}");
    same(Some("C1"), "ann", "m9", "pause");
    same(Some("C1"), "ann", "m10", "resume");
    let (first, again) = twice(None, "bob", "m11", "order A Ven-Pie");
    assert!(first.starts_with("Noted: A Ven - Pie.") && again.starts_with("Noted already."));
    let (_, again) = twice(None, "bob", "m12", "ready");
    assert!(
        again.starts_with("Heard already. It is Spring 1901"),
        "{again}"
    );
    let (first, again) = twice(Some("C1"), "ann", "m13", "force");
    assert!(first.starts_with("S1901M is resolved"), "{first}");
    assert!(
        again.starts_with("Heard already. It is Fall 1901"),
        "{again}"
    );
    same(Some("C1"), "ann", "m14", "replace Italy <@U9>");
    same(Some("C1"), "ann", "m15", "kick Italy");
    same(None, "eve", "m16", &format!("join {code} Italy"));
    let status = alone_status(&room, "eve");
    assert!(!status.contains("disorder"), "{status}");
    let told = carried(&room);
    let count = |words: &str| {
        let told = texts(&told, &window("slack", "C2"));
        told.iter().filter(|it| it.contains(words)).count()
    };
    assert_eq!(count("has stopped the clock"), 1);
    assert_eq!(count("Spring 1901, movement (S1901M):"), 1);
    assert_eq!(count("eve plays Italy"), 1);
}

/// Words that were right when they were said are refused by the time they come again:
/// the game is over, or its clock is stopped. They have done their work all the same.
#[test]
fn a_message_that_comes_again_too_late_has_done_its_work() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let say = |name: &str, id: &str, text: &str| {
        let mut heard = Heard::in_private("slack", who("slack", name), name, text);
        heard.message = Some(id.to_owned());
        wait(room.hear(&heard)).unwrap()
    };
    let powers = [
        "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
    ];
    let opened = say("Austria", "m1", "new").words();
    let code = opened[5..10].to_owned();
    for power in powers {
        let joined = say(power, "m2", &format!("join {code} {power}"));
        assert_eq!(joined.refused, None, "{}", joined.words());
    }
    assert_eq!(say("Austria", "m3", "start").refused, None);
    let first = say("Italy", "m4", "ready").words();
    assert!(first.starts_with("Italy is ready."), "{first}");
    say("Austria", "m5", "pause");
    let again = say("Italy", "m4", "ready");
    assert_eq!(again.refused, None, "{}", again.words());
    assert!(again.words().starts_with("Heard already. It is Spring"));
    assert_eq!(say("Italy", "m6", "ready").refused, Some("paused"));
    say("Austria", "m7", "resume");
    assert_eq!(say("Austria", "m8", "draw").refused, None);
    for power in &powers[1..] {
        let voted = say(power, "m9", "draw yes");
        assert_eq!(voted.refused, None, "{}", voted.words());
    }
    let over = say("Italy", "m10", "ready");
    assert_eq!(over.refused, Some("game_over"), "{}", over.words());
    let all = [("Turkey", "m9", "draw yes"), ("Italy", "m4", "ready")];
    for (name, id, text) in all {
        let again = say(name, id, text);
        assert_eq!(again.refused, None, "{}", again.words());
        assert!(again.words().starts_with("Heard already. "));
    }
}

fn alone_status(room: &Room, name: &str) -> String {
    alone(room, "slack", name, "status").words()
}

/// A game of Austria and Italy among bots that hold, begun on Slack.
fn duel(room: &Room) -> String {
    let code = code_of(&aloud(room, "slack", "C1", "ann", "new bots=hold"));
    for (name, power) in [("ann", "Austria"), ("ben", "Italy")] {
        alone(room, "slack", name, &format!("join {code} {power}"));
    }
    assert_eq!(aloud(room, "slack", "C1", "ann", "start").refused, None);
    carried(room);
    code
}

#[test]
fn in_winter_each_unit_that_may_go_is_offered_whatever_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = duel(&room);
    let say = |name: &str, text: &str| {
        let answer = alone(&room, "slack", name, text);
        assert_eq!(answer.refused, None, "{text}: {}", answer.words());
        answer.words()
    };
    say("ann", "order A Vie-Tyr\nA Bud-Ser");
    say("ann", "ready");
    say("ben", "ready");
    say("ann", "order A Tyr-Ven\nF Tri S A Tyr-Ven");
    say("ann", "ready");
    say("ben", "ready");
    say("ben", "retreat A Ven-Apu");
    say("ben", "ready");
    let offers = |name: &str| {
        let heard = Heard::in_private("slack", who("slack", name), name, "touch");
        let offers = wait(room.offers(&heard)).unwrap().unwrap();
        assert_eq!(
            (offers.code.as_str(), offers.phase.as_str()),
            (&*code, "W1901A")
        );
        let units = offers.units.into_iter();
        units
            .map(|it| (it.unit, it.noted))
            .collect::<Vec<(String, Option<String>)>>()
    };
    let open = |unit: &str| (unit.to_owned(), None);
    let units = [open("A Apu"), open("F Nap"), open("A Rom")];
    let mut found = offers("ben");
    found.sort();
    let mut wanted = units.to_vec();
    wanted.sort();
    assert_eq!(found, wanted);
    let heard = Heard::in_private("slack", who("slack", "ben"), "ben", "touch");
    let owed = || wait(room.offers(&heard)).unwrap().unwrap().owed;
    assert_eq!(owed().as_deref(), Some("Still to order: 1 disband."));
    say("ben", "disband A Rom");
    assert_eq!(owed(), None);
    let mut found = offers("ben");
    found.sort();
    let noted = found.iter().find(|it| it.0 == "A Rom").unwrap();
    assert_eq!((found.len(), noted.1.as_deref()), (3, Some("A Rom D")));
    // A button takes it back, in its own phase only.
    let stale = alone(&room, "slack", "ben", &format!("{code} clear F1901M A Rom"));
    assert_eq!(stale.refused, Some("stale"));
    let words = say("ben", &format!("{code} clear W1901A A Rom"));
    assert!(words.contains("Taken back: A Rom D."), "{words}");
    // All builds are one offer, with what is noted of them.
    assert_eq!(offers("ann"), [open("Builds")]);
    say("ann", "build A Vie");
    let builds = offers("ann");
    assert_eq!(builds[0].1.as_deref(), Some("A Vie B"));
    let words = say("ann", &format!("{code} clear W1901A"));
    assert!(words.contains("Taken back: A Vie B."), "{words}");
}

#[test]
fn who_is_ready_aloud_hears_in_private_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let code = duel(&room);
    let answer = aloud(&room, "slack", "C1", "ben", "ready");
    assert!(!answer.words().contains("without"), "{}", answer.words());
    let told = carried(&room);
    let ben = texts(&told, &To::Inbox(who("slack", "ben")));
    assert_eq!(
        ben,
        [format!(
            "You are ready in game {code}. Careful: Still without orders: F Nap, A Rom, A Ven."
        )]
    );
    assert!(
        told.iter()
            .all(|it| it.to == To::Inbox(who("slack", "ben")))
    );
}

#[test]
fn a_game_that_waits_for_players_gives_way_to_another_of_its_master() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let first = code_of(&aloud(&room, "slack", "C1", "ann", "new"));
    alone(&room, "slack", "ben", &format!("join {first} France"));
    let short = aloud(&room, "slack", "C1", "ann", "start");
    assert_eq!(short.refused, Some("too_few_players"));
    assert!(
        short.words().contains("`new bots=hold`"),
        "{}",
        short.words()
    );
    // Nobody else takes the place of a game that somebody has joined.
    let other = aloud(&room, "slack", "C1", "ben", "new bots=hold");
    assert_eq!(other.refused, Some("game_running"));
    carried(&room);
    let second = code_of(&aloud(&room, "slack", "C1", "ann", "new bots=hold"));
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert_eq!(
        told,
        [format!(
            "Game {first} is called off: another takes its place."
        )]
    );
    // Nobody is bound to the old one, and nothing begins there.
    let old = alone(&room, "slack", "ben", &format!("join {first} Italy"));
    assert_eq!(old.refused, Some("game_over"));
    alone(&room, "slack", "ben", &format!("join {second} France"));
    assert_eq!(aloud(&room, "slack", "C1", "ann", "start").refused, None);
    let orders = alone(&room, "slack", "ben", "orders");
    assert!(
        orders.words().starts_with("France, S1901M"),
        "{}",
        orders.words()
    );
    // A game that has begun stays.
    let running = aloud(&room, "slack", "C1", "ann", "new");
    assert_eq!(running.refused, Some("game_running"));
}

#[test]
fn what_the_master_does_aside_is_told_once_and_says_what_changed() {
    let folder = tempfile::tempdir().unwrap();
    let room = room(&folder.path().join("a.sqlite"));
    let aside = |text: &str| {
        let mut heard = Heard::aloud("slack", "C1", who("slack", "ann"), "ann", text);
        heard.spoken = Spoken::Aside;
        let answer = wait(room.hear(&heard)).unwrap();
        assert_eq!(answer.refused, None, "{text}: {}", answer.words());
        answer
    };
    let code = code_of(&aside("new bots=hold"));
    let told = carried(&room);
    let opened = texts(&told, &window("slack", "C1"));
    assert!(
        opened.len() == 1 && opened[0].starts_with(&format!("ann has opened game {code}.")),
        "{opened:?}"
    );
    assert_eq!(told[0].buttons[0].words, format!("join {code}"));
    aside(&format!("join {code} Austria"));
    carried(&room);
    let begun = aside("start").words();
    assert!(!begun.contains("Austria: ann"), "{begun}");
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert!(
        told.len() == 1 && told[0].contains("Austria: ann"),
        "{told:?}"
    );
    aside("extend 12h");
    let told = texts(&carried(&room), &window("slack", "C1"));
    assert_eq!(told.len(), 1);
    let moved = "The game master has moved the end of S1901M. Deadline ";
    assert!(told[0].starts_with(moved), "{told:?}");
}
