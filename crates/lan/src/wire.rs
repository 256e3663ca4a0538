//! `GAME_STATE`: what one connection is sent of a table.
//!
//! This is the one place where a view becomes bytes. It takes the fields of the
//! protocol and no others: of the cards only the viewer's hand and what lies
//! openly on the table, never the castle to come or what the game remembers.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use parlour_host::table::Record;
use parlour_regicide::{Card, EnemyView, Outcome, View};
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A whole message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameState {
    /// Always `GAME_STATE`.
    pub r#type: String,
    /// How far the table has come; never falls.
    pub seq: u64,
    /// The viewer's seat; null for who watches.
    pub you: Option<Seat>,
    /// What they may know.
    pub view: WireView,
    /// The id of the viewer's own action that this is the first to contain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ack: Option<String>,
}

/// The fields of `view`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the protocol's document describes each field")]
pub struct WireView {
    pub step: String,
    pub current: Option<Seat>,
    pub enemy: Option<WireEnemy>,
    pub shield: u16,
    pub hand: Vec<String>,
    pub table: Vec<String>,
    pub players: Vec<WirePlayer>,
    pub tavern_count: u8,
    pub discard_count: u8,
    pub castle_count: u8,
    pub jesters_used: u8,
    pub paused: bool,
    pub waiting_for: Vec<Seat>,
    pub result: Option<String>,
    pub log: Vec<WireLogLine>,
}

/// The enemy face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the protocol's document describes each field")]
pub struct WireEnemy {
    pub card: String,
    pub health: u16,
    pub damage: u16,
    pub attack: u16,
    pub immunity_cancelled: bool,
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the protocol's document describes each field")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the fields of the wire"
)]
pub struct WirePlayer {
    pub id: Seat,
    pub name: String,
    pub hand_count: u8,
    pub connected: bool,
    pub bot: bool,
    pub yielded: bool,
    pub ready: bool,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireLogLine {
    /// The state it came with.
    pub seq: u64,
    /// Whose doing it was.
    pub player: Option<Seat>,
    /// What happened.
    pub text: String,
}

/// What the table's task knows beside the host.
pub(crate) struct Around<'a> {
    pub seq: u64,
    pub connected: BTreeSet<Seat>,
    pub ready: &'a BTreeSet<Seat>,
    pub log: &'a RawValue,
}

/// What all viewers of a table are sent alike; each gets their own hand in the
/// middle. The fields come in the order of [`WireView`].
pub(crate) struct Common {
    seq: u64,
    /// The view up to the hand.
    before: String,
    /// The view from behind the hand to its end.
    after: String,
}

impl Common {
    /// From the view of who watches.
    pub fn of(view: &View, record: &Record, around: &Around<'_>) -> Self {
        #[derive(Serialize)]
        struct Before<'a> {
            step: &'a str,
            current: Option<Seat>,
            enemy: Option<WireEnemy>,
            shield: u16,
        }
        #[derive(Serialize)]
        struct After<'a> {
            table: Vec<String>,
            players: Vec<WirePlayer>,
            tavern_count: u8,
            discard_count: u8,
            castle_count: u8,
            jesters_used: u8,
            paused: bool,
            waiting_for: Vec<Seat>,
            result: Option<&'a str>,
            log: &'a RawValue,
        }
        let started = record.started.is_some();
        let away = away(record, &around.connected);
        let paused = !away.is_empty();
        let step = if started { view.step.name() } else { "lobby" };
        let waiting_for = if paused {
            away
        } else if matches!(step, "lobby" | "over") {
            not_ready(record, around.ready)
        } else {
            vec![view.current]
        };
        // In the lobby the cards are dealt inside, but nobody has looked.
        let enemy = view.enemy.as_ref().filter(|_| started);
        let mut before = to_text(&Before {
            step,
            current: started.then_some(view.current),
            enemy: enemy.map(WireEnemy::of),
            shield: view.shield,
        });
        let mut after = to_text(&After {
            table: words(&view.table),
            players: players(view, record, around),
            tavern_count: view.tavern_count,
            discard_count: view.discard_count,
            castle_count: view.castle_count,
            jesters_used: view.jesters_used,
            paused,
            waiting_for,
            result: view.outcome.as_ref().map(result_word),
            log: around.log,
        });
        // Two halves of one object.
        before.pop();
        after.remove(0);
        Self {
            seq: around.seq,
            before,
            after,
        }
    }

    /// The whole line for one viewer, its newline included. The hand is empty
    /// before the start, and for who watches.
    pub fn line(&self, you: Option<Seat>, hand: &[Card], ack: Option<&str>) -> String {
        let Self { seq, before, after } = self;
        let mut line = String::with_capacity(before.len() + after.len() + 200);
        line.push_str(r#"{"type":"GAME_STATE","seq":"#);
        let _ = write!(line, "{seq}");
        line.push_str(r#","you":"#);
        let _ = match you {
            Some(seat) => write!(line, "{}", seat.0),
            None => write!(line, "null"),
        };
        line.push_str(r#","view":"#);
        line.push_str(before);
        line.push_str(r#","hand":["#);
        for (place, card) in hand.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let _ = write!(line, "{comma}\"{card}\"");
        }
        line.push_str("],");
        line.push_str(after);
        if let Some(ack) = ack {
            line.push_str(r#","ack":"#);
            line.push_str(&to_text(&ack));
        }
        line.push_str("}\n");
        line
    }
}

fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our own messages are plain JSON")
}

impl WireEnemy {
    fn of(enemy: &EnemyView) -> Self {
        Self {
            card: enemy.card.to_string(),
            health: enemy.health,
            damage: enemy.damage,
            attack: enemy.attack,
            immunity_cancelled: enemy.immunity_cancelled,
        }
    }
}

fn players(view: &View, record: &Record, around: &Around<'_>) -> Vec<WirePlayer> {
    let started = record.started.is_some();
    let player = |player: &parlour_regicide::PlayerView| {
        let chair = record.chairs.get(usize::from(player.id.0));
        let person = chair.and_then(Option::as_ref);
        let bot = person.is_some_and(|person| person.bot.is_some());
        WirePlayer {
            id: player.id,
            name: person.map_or_else(String::new, |person| person.name.clone()),
            hand_count: if started { player.hand_count } else { 0 },
            connected: bot || around.connected.contains(&player.id),
            bot,
            yielded: player.yielded,
            ready: bot || around.ready.contains(&player.id),
        }
    };
    view.players.iter().map(player).collect()
}

/// The people's seats whose connection is gone.
pub(crate) fn away(record: &Record, connected: &BTreeSet<Seat>) -> Vec<Seat> {
    people(record)
        .filter(|seat| !connected.contains(seat))
        .collect()
}

/// The seats that have not said that they are ready; free ones among them.
pub(crate) fn not_ready(record: &Record, ready: &BTreeSet<Seat>) -> Vec<Seat> {
    let seats = (0_u8..).map(Seat).zip(&record.chairs);
    let waiting = seats.filter(|(seat, chair)| match chair {
        Some(person) => person.bot.is_none() && !ready.contains(seat),
        None => true,
    });
    waiting.map(|(seat, _)| seat).collect()
}

/// The seats that people hold.
pub(crate) fn people(record: &Record) -> impl Iterator<Item = Seat> {
    let seats = (0_u8..).map(Seat).zip(&record.chairs);
    seats
        .filter(|(_, chair)| chair.as_ref().is_some_and(|person| person.bot.is_none()))
        .map(|(seat, _)| seat)
}

fn words(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn result_word(outcome: &Outcome) -> &'static str {
    if outcome.is_won() { "won" } else { "lost" }
}

#[cfg(test)]
mod tests {
    use parlour_host::Json;
    use parlour_host::Time;
    use parlour_host::table::{Identity, Person};
    use parlour_regicide::{Kingslayer, Setup};
    use parlour_rules::{Rules, Seed, Viewer};

    use super::*;

    fn record(started: bool) -> Record {
        let person = |name: &str| Some(Person::new(Identity::from(name), name));
        Record {
            title: String::from("Table"),
            game: String::from("kingslayer"),
            owner: Identity::from("host"),
            created: Time(0),
            started: started.then_some(Time(1)),
            chairs: vec![person("A \"quoted\" name"), person("Ben")],
            spectators: Vec::new(),
            open: true,
            invitations: Vec::new(),
            paused: None,
            letters: false,
            settings: Json::of(&()),
            tags: Vec::new(),
            forked_from: None,
            moved_to: None,
            undo: None,
        }
    }

    #[test]
    fn a_line_is_the_message_field_by_field() {
        let state = Kingslayer::start(&Setup::for_players(2), Seed(3)).unwrap();
        let log = vec![WireLogLine {
            seq: 40,
            player: Some(Seat(1)),
            text: String::from("says: \"Hello!\""),
        }];
        let raw = serde_json::value::to_raw_value(&log).unwrap();
        for (you, ack, started) in [
            (None, None, true),
            (Some(Seat(1)), Some("an \"id\""), true),
            (Some(Seat(0)), None, false),
        ] {
            let viewer = you.map_or(Viewer::Spectator, Viewer::Seat);
            let hand = if started {
                Kingslayer::view(&state, viewer).hand
            } else {
                Vec::new()
            };
            let ready = BTreeSet::from([Seat(0)]);
            let around = Around {
                seq: 41,
                connected: BTreeSet::from([Seat(0), Seat(1)]),
                ready: &ready,
                log: &raw,
            };
            let open = Kingslayer::view(&state, Viewer::Spectator);
            let line = Common::of(&open, &record(started), &around).line(you, &hand, ack);
            let read: GameState = serde_json::from_str(&line).unwrap();
            // The same fields, each once, in the same order.
            assert_eq!(crate::protocol::line(&read), line);
            assert_eq!((read.seq, read.you, read.ack.as_deref()), (41, you, ack));
            assert_eq!((read.view.hand, read.view.log), (words(&hand), log.clone()));
            let step = if started { "play" } else { "lobby" };
            assert_eq!(read.view.step, step);
            assert_eq!(read.view.enemy.is_some(), started);
            assert_eq!(read.view.players[0].name, "A \"quoted\" name");
        }
    }
}
