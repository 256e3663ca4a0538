//! `GAME_STATE`: what one connection is sent of a table.
//!
//! This is the one place where a view becomes bytes. It takes the fields of the
//! protocol and no others: of the cards only the viewer's hand and what lies
//! openly on the table. Who asks for the whole gets beside it the view of the rules,
//! where secrets are cut: which cards are still in the castle, and what the viewer may
//! remember.

mod text;

use std::cell::RefCell;
use std::mem::take;

use parlour_court::{Moment, Scene};
use parlour_host::Json;
use parlour_regicide::{Card, Seen, View};
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

pub use parlour_court::LogLine as WireLogLine;
use text::Text;

/// A whole message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameState {
    /// Always `GAME_STATE`.
    pub r#type: String,
    /// How far the table has come; never falls.
    pub seq: u64,
    /// The viewer's seat; null for whoever watches.
    pub you: Option<Seat>,
    /// What they may know.
    pub view: WireView,
    /// The id of the viewer's own action that this is the first to contain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ack: Option<String>,
    /// Who asked for it: all that the rules let them know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<Whole>>,
}

/// What the fields of `view` leave out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whole {
    /// Whether screens may give hints at this table.
    pub hints: bool,
    /// How many were given in this game; nothing if the host does not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hinted: Option<u32>,
    /// How long the game has been played, in milliseconds by the clock of the host.
    pub played: u64,
    /// What everybody was told since the state before; nothing if the table does not
    /// remember that far back.
    pub told: Option<Vec<Seen>>,
    /// The view of the rules.
    pub view: View,
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

thread_local! {
    /// Whichever table tells next finds room that is warm. All viewers are told one
    /// after the other, so what they are sent alike is written once for each scene.
    static ROOM: RefCell<Common> = const { RefCell::new(Common::EMPTY) };
}

/// Writes the line for one viewer, its newline included, and passes it on.
pub(crate) fn with_line<T>(
    moment: &Moment<'_>,
    whole: Option<&Whole>,
    pass_on: impl FnOnce(&[u8]) -> T,
) -> T {
    ROOM.with_borrow_mut(|common| {
        if common.scene != moment.scene.number {
            common.write(moment.scene);
        }
        pass_on(common.line(moment.you, &moment.hand(), moment.ack, whole))
    })
}

/// What all viewers of a table are sent alike; each gets their seat and their own
/// hand in between. The fields come in the order of [`GameState`] and [`WireView`].
struct Common {
    /// The number of the scene, 0 before the first.
    scene: u64,
    text: Vec<u8>,
    /// The line that was written last.
    line: Vec<u8>,
    /// Where the seat goes.
    seat_at: usize,
    /// Where the hand goes.
    hand_at: usize,
}

impl Common {
    const EMPTY: Self = Self {
        scene: 0,
        text: Vec::new(),
        line: Vec::new(),
        seat_at: 0,
        hand_at: 0,
    };

    /// From the view of whoever watches.
    fn write(&mut self, scene: &Scene<'_>) {
        let started = !scene.is_lobby();
        let view = scene.view;
        let step = if started { view.step.name() } else { "lobby" };
        let result = match &view.outcome {
            None => "null",
            Some(outcome) if outcome.is_won() => "\"won\"",
            Some(_) => "\"lost\"",
        };
        let log = scene.log.text();
        let mut text = Text(take(&mut self.text));
        text.0.clear();
        text.0.reserve(log.len() + 1200);
        text.number(r#"{"type":"GAME_STATE","seq":"#, scene.seq);
        text.put(r#","you":"#);
        let seat_at = text.0.len();
        text.put(r#","view":{"step":""#);
        text.put(step);
        // In the lobby the cards are dealt inside, but nobody has looked.
        if started {
            text.number(r#"","current":"#, view.current.0.into());
        } else {
            text.put(r#"","current":null"#);
        }
        text.put(r#","enemy":"#);
        match &view.enemy {
            Some(enemy) if started => text.enemy(enemy),
            _ => text.put("null"),
        }
        text.number(r#","shield":"#, view.shield.into());
        text.put(r#","hand":["#);
        let hand_at = text.0.len();
        text.put(r#"],"table":["#);
        text.cards(&view.table);
        text.put(r#"],"players":["#);
        text.players(scene);
        text.number(r#"],"tavern_count":"#, view.tavern_count.into());
        text.number(r#","discard_count":"#, view.discard_count.into());
        text.number(r#","castle_count":"#, view.castle_count.into());
        text.number(r#","jesters_used":"#, view.jesters_used.into());
        text.truth(r#","paused":"#, !scene.missed.is_empty());
        text.put(r#","waiting_for":["#);
        for (place, seat) in scene.waiting_for().iter().enumerate() {
            text.number(if place > 0 { "," } else { "" }, seat.0.into());
        }
        text.put(r#"],"result":"#);
        text.put(result);
        text.put(r#","log":["#);
        text.put(log);
        text.put("]}");
        *self = Self {
            scene: scene.number,
            text: text.0,
            line: take(&mut self.line),
            seat_at,
            hand_at,
        };
    }

    /// The whole line for one viewer, its newline included. The hand is empty before
    /// the start, and for whoever watches.
    fn line(
        &mut self,
        you: Option<Seat>,
        hand: &[Card],
        ack: Option<&str>,
        whole: Option<&Whole>,
    ) -> &[u8] {
        let mut text = Text(take(&mut self.line));
        text.0.clear();
        text.0.reserve(self.text.len() + 200);
        text.0.extend_from_slice(&self.text[..self.seat_at]);
        match you {
            Some(seat) => text.number("", seat.0.into()),
            None => text.put("null"),
        }
        text.0
            .extend_from_slice(&self.text[self.seat_at..self.hand_at]);
        text.cards(hand);
        text.0.extend_from_slice(&self.text[self.hand_at..]);
        if let Some(ack) = ack {
            text.put(r#","ack":"#);
            text.quoted(ack);
        }
        if let Some(whole) = whole {
            text.put(r#","whole":"#);
            text.put(Json::of(whole).as_str());
        }
        text.put("}\n");
        self.line = text.0;
        &self.line
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parlour_court::Log;
    use parlour_host::Time;
    use parlour_host::table::{Identity, Person, Record};
    use parlour_regicide::{Kingslayer, Setup};
    use parlour_rules::{Rules, SeatSet, Seed, Viewer};

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
            refused_undos: 0,
            closed: None,
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
        let text = serde_json::to_string(&log).unwrap();
        let kept: Log = serde_json::from_str(&text).unwrap();
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
            let scene = Scene {
                number: 1,
                seq: 41,
                table: "c04d",
                game: &"kingslayer-1".parse().unwrap(),
                view: &Kingslayer::view(&state, Viewer::Spectator),
                record: &record(started),
                here: SeatSet::EMPTY.with(Seat(0)).with(Seat(1)),
                missed: SeatSet::EMPTY,
                ready: &ready,
                hints: 2,
                log: &kept,
            };
            let mut common = Common::EMPTY;
            common.write(&scene);
            common.line(None, &[], Some("another line"), None);
            let whole = started.then(|| Whole {
                hints: true,
                hinted: Some(2),
                played: 61_000,
                told: Some(Vec::new()),
                view: Kingslayer::view(&state, viewer),
            });
            let line = common.line(you, &hand, ack, whole.as_ref()).to_vec();
            let line = String::from_utf8(line).unwrap();
            let read: GameState = serde_json::from_str(&line).unwrap();
            // The same fields, each once, in the same order.
            assert_eq!(crate::protocol::line(&read), line);
            assert_eq!((read.seq, read.you, read.ack.as_deref()), (41, you, ack));
            let hand: Vec<String> = hand.iter().map(ToString::to_string).collect();
            assert_eq!((read.view.hand, read.view.log), (hand, log.clone()));
            let step = if started { "play" } else { "lobby" };
            assert_eq!(read.view.step, step);
            assert_eq!(read.view.enemy.is_some(), started);
            assert_eq!(read.view.players[0].name, "A \"quoted\" name");
        }
    }
}
