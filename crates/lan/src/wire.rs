//! `GAME_STATE`: what one connection is sent of a table.
//!
//! This is the one place where a view becomes bytes. It takes the fields of the
//! protocol and no others: of the cards only the viewer's hand and what lies
//! openly on the table, never the castle to come or what the game remembers.

use std::collections::BTreeSet;

use parlour_host::link::Shown;
use parlour_host::table::Record;
use parlour_regicide::{Card, Kingslayer, Outcome, Step};
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A whole message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameState<Log = Vec<WireLogLine>> {
    /// Always `GAME_STATE`.
    pub r#type: String,
    /// How far the table has come; never falls.
    pub seq: u64,
    /// The viewer's seat; null for who watches.
    pub you: Option<Seat>,
    /// What they may know.
    pub view: WireView<Log>,
    /// The id of the viewer's own action that this is the first to contain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ack: Option<String>,
}

/// The fields of `view`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the protocol's document describes each field")]
pub struct WireView<Log = Vec<WireLogLine>> {
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
    pub log: Log,
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

/// Puts a message together for one viewer.
pub(crate) fn game_state<'a>(
    shown: &Shown<Kingslayer>,
    you: Option<Seat>,
    around: &Around<'a>,
) -> GameState<&'a RawValue> {
    let view = &shown.view;
    let record = shown.record.as_ref();
    let record = record.expect("a table in this process tells its record");
    let started = record.started.is_some();
    let away = away(record, &around.connected);
    let step = if started {
        step_word(view.step)
    } else {
        "lobby"
    };
    let waiting_for = if !away.is_empty() {
        away.clone()
    } else if matches!(step, "lobby" | "over") {
        not_ready(record, around.ready)
    } else {
        vec![view.current]
    };
    let players = view.players.iter().map(|player| {
        let person = record
            .chairs
            .get(usize::from(player.id.0))
            .and_then(Option::as_ref);
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
    });
    GameState {
        r#type: String::from("GAME_STATE"),
        seq: around.seq,
        you,
        view: WireView {
            step: step.to_owned(),
            current: started.then_some(view.current),
            enemy: view
                .enemy
                .as_ref()
                .filter(|_| started)
                .map(|enemy| WireEnemy {
                    card: enemy.card.to_string(),
                    health: enemy.health,
                    damage: enemy.damage,
                    attack: enemy.attack,
                    immunity_cancelled: enemy.immunity_cancelled,
                }),
            shield: view.shield,
            // Before the start the cards are dealt inside, but nobody has looked.
            hand: if started {
                words(&view.hand)
            } else {
                Vec::new()
            },
            table: words(&view.table),
            players: players.collect(),
            tavern_count: view.tavern_count,
            discard_count: view.discard_count,
            castle_count: view.castle_count,
            jesters_used: view.jesters_used,
            paused: !away.is_empty(),
            waiting_for,
            result: view
                .outcome
                .as_ref()
                .map(|outcome| result_word(outcome).to_owned()),
            log: around.log,
        },
        ack: None,
    }
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

fn step_word(step: Step) -> &'static str {
    match step {
        Step::Play => "play",
        Step::Suffer => "suffer",
        Step::Choose => "choose",
        Step::Over => "over",
    }
}

fn result_word(outcome: &Outcome) -> &'static str {
    if outcome.is_won() { "won" } else { "lost" }
}
