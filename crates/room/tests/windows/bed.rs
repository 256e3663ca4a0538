//! A room over a database, people who speak to it, and what they are told.

use std::path::Path;
use std::sync::Arc;

use parlour_host::journal::SqliteJournal;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_room::{Answer, Body, Heard, Parcel, Room, To, Window};
use parlour_rules::Seed;

pub(crate) const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

pub(crate) fn room(file: &Path) -> Room {
    clocked(file).0
}

/// The same, and its clock.
pub(crate) fn clocked(file: &Path) -> (Room, Arc<ManualClock>) {
    let mut registry = Registry::new();
    Room::prepare(&mut registry);
    let entropy = Arc::new(SeededEntropy::new(Seed(5)));
    let journal = Arc::new(SqliteJournal::open(file).unwrap());
    let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
    let host = Host::new(registry, journal, clock.clone(), entropy.clone());
    (Room::new(Arc::new(host), entropy), clock)
}

pub(crate) fn who(platform: &str, name: &str) -> parlour_host::table::Identity {
    format!("{platform}:{name}").as_str().into()
}

pub(crate) fn aloud(room: &Room, platform: &str, chat: &str, name: &str, text: &str) -> Answer {
    let heard = Heard::aloud(platform, chat, who(platform, name), name, text);
    wait(room.hear(&heard)).unwrap()
}

pub(crate) fn alone(room: &Room, platform: &str, name: &str, text: &str) -> Answer {
    let heard = Heard::in_private(platform, who(platform, name), name, text);
    wait(room.hear(&heard)).unwrap()
}

/// Everything in the outbox, crossed off.
pub(crate) fn carried(room: &Room) -> Vec<Parcel> {
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

pub(crate) fn code_of(answer: &Answer) -> String {
    answer.words()[5..10].to_owned()
}

/// A game of seven, three on Slack and four on Telegram, shown on Slack, where those of
/// Slack are seen.
pub(crate) fn mixed(room: &Room) -> String {
    let code = code_of(&aloud(room, "slack", "C1", "ann", "new"));
    for (number, power) in POWERS.iter().enumerate() {
        let platform = if number < 3 { "slack" } else { "telegram" };
        let joined = alone(room, platform, power, &format!("join {code} {power}"));
        assert_eq!(joined.refused, None, "{joined:?}");
    }
    for power in &POWERS[..3] {
        aloud(room, "slack", "C1", power, "status");
    }
    assert_eq!(aloud(room, "slack", "C1", "ann", "start").refused, None);
    code
}

/// A game of Austria and Italy among bots that hold, begun on Slack where both are seen.
pub(crate) fn duel(room: &Room) -> String {
    let code = code_of(&aloud(room, "slack", "C1", "ann", "new bots=hold"));
    for (name, power) in [("ann", "Austria"), ("ben", "Italy")] {
        alone(room, "slack", name, &format!("join {code} {power}"));
    }
    aloud(room, "slack", "C1", "ben", "status");
    assert_eq!(aloud(room, "slack", "C1", "ann", "start").refused, None);
    carried(room);
    code
}

pub(crate) fn texts(parcels: &[Parcel], to: &To) -> Vec<String> {
    let own = parcels.iter().filter(|it| it.to == *to);
    own.map(|it| match &it.body {
        Body::Text(text) => text.clone(),
        Body::Picture(sketch) => format!("picture {}", sketch.file_name()),
        Body::File { name, .. } => format!("file {name}"),
    })
    .collect()
}

pub(crate) fn window(platform: &str, chat: &str) -> To {
    To::Window(Window {
        platform: platform.to_owned(),
        chat: chat.to_owned(),
    })
}

pub(crate) fn inbox(platform: &str, name: &str) -> To {
    To::Inbox(who(platform, name))
}
