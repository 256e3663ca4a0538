//! For tests: what a connection was sent, held against the logs of its table.
//!
//! The bytes may name a card only if it lies in the viewer's hand at that moment
//! or has been shown openly in that game by then; every state must be one that
//! the log knows, in the log's order. The logs are replayed by the rules alone,
//! so nothing here shares a line with the code that makes messages.

use std::collections::BTreeSet;

use parlour_regicide::{Card, Event, Kingslayer, Setup, View};
use parlour_rules::{Rules, Seat, Seed, Viewer};
use serde_json::{Value, json};

/// The games of one table or of several, as their logs tell them.
pub struct Witness {
    games: Vec<Vec<Moment>>,
}

/// A game after some of its entries.
struct Moment {
    /// What each seat sees, and last what everybody sees.
    faces: Vec<Value>,
    /// The same as the rules write it.
    wholes: Vec<Value>,
    hands: Vec<Vec<Card>>,
    /// Cards that have lain openly so far.
    shown: BTreeSet<Card>,
}

impl Witness {
    /// Replays logs: of each its lines, the header first.
    ///
    /// # Panics
    /// If a line is none of a log of this game.
    pub fn new<Line: AsRef<str>>(logs: impl IntoIterator<Item = Vec<Line>>) -> Self {
        let games = logs.into_iter().map(|lines| replay(&lines)).collect();
        Self { games }
    }

    /// Reads all that one connection, or several of one seat in turn, received.
    /// The answer is how many states there were.
    pub fn check(&self, received: &[u8]) -> Result<usize, String> {
        let text = std::str::from_utf8(received).map_err(|error| error.to_string())?;
        if text.contains("seed") {
            return Err(String::from("a seed is spoken of"));
        }
        let mut walk = Walk {
            witness: self,
            game: None,
            begun: BTreeSet::new(),
            moment: 0,
            states: 0,
        };
        let mut cut_off = Vec::new();
        for line in text.lines() {
            // A process that was killed may have left half a line.
            match serde_json::from_str::<Value>(line) {
                Ok(message) => walk.hear(line, &message)?,
                Err(_) => cut_off.push(line),
            }
        }
        for line in cut_off {
            walk.expect_known(line, None)?;
        }
        Ok(walk.states)
    }
}

/// Where in the logs a connection is.
struct Walk<'a> {
    witness: &'a Witness,
    game: Option<usize>,
    begun: BTreeSet<usize>,
    moment: usize,
    states: usize,
}

impl Walk<'_> {
    fn hear(&mut self, line: &str, message: &Value) -> Result<(), String> {
        if message["type"] != "GAME_STATE" || message["view"]["step"] == "lobby" {
            if let Some(card) = named(line).next() {
                return Err(format!("{card} is named where no card is: {line}"));
            }
            return Ok(());
        }
        self.states += 1;
        self.find(message)?;
        let seat = message["you"].as_u64().map(|seat| seat as usize);
        let mut message = message.clone();
        let whole = message.as_object_mut().and_then(|it| it.remove("whole"));
        let Some(whole) = whole else {
            return self.expect_known(line, seat);
        };
        // The view of the rules to the letter, and no card beside it that is hidden.
        let moment = self.game.map(|game| &self.witness.games[game][self.moment]);
        let wholes = moment.map_or(&[][..], |moment| &moment.wholes);
        let own = seat.map_or(wholes.last(), |seat| wholes.get(seat));
        if own != Some(&whole["view"]) {
            return Err(format!("not what the rules show this viewer: {whole}"));
        }
        self.expect_known(&message.to_string(), seat)?;
        self.expect_known(&whole["told"].to_string(), seat)
    }

    /// Goes on to the moment that a state shows.
    fn find(&mut self, message: &Value) -> Result<(), String> {
        let games = &self.witness.games;
        let seat = message["you"].as_u64().map(|seat| seat as usize);
        let seen = face_of_message(&message["view"]);
        let shows = |moment: &Moment| {
            let face = seat.map_or(moment.faces.last(), |seat| moment.faces.get(seat));
            face == Some(&seen)
        };
        if let Some(game) = self.game {
            let later = games[game][self.moment..].iter().position(shows);
            if let Some(later) = later {
                self.moment += later;
                return Ok(());
            }
        }
        // The next game at the table.
        let fresh = (0..games.len()).filter(|game| !self.begun.contains(game));
        for game in fresh.collect::<Vec<_>>() {
            if let Some(moment) = games[game].iter().position(shows) {
                self.begun.insert(game);
                (self.game, self.moment) = (Some(game), moment);
                return Ok(());
            }
        }
        Err(format!(
            "a state that the log does not know at this place: {message}"
        ))
    }

    fn expect_known(&self, line: &str, seat: Option<usize>) -> Result<(), String> {
        let moment = self.game.map(|game| &self.witness.games[game][self.moment]);
        for card in named(line) {
            let shown = moment.is_some_and(|it| it.shown.contains(&card));
            let held = |it: &Moment| seat.is_some_and(|seat| it.hands[seat].contains(&card));
            if !shown && !moment.is_some_and(held) {
                return Err(format!("{card} is neither held nor shown: {line}"));
            }
        }
        Ok(())
    }
}

fn replay(lines: &[impl AsRef<str>]) -> Vec<Moment> {
    let header: Value = serde_json::from_str(lines[0].as_ref()).expect("a header");
    let setup: Setup = serde_json::from_value(header["setup"].clone()).expect("a setup");
    let seed: Seed = serde_json::from_value(header["seed"].clone()).expect("a seed");
    let mut state = Kingslayer::start(&setup, seed).expect("a game that was begun");
    let mut shown = BTreeSet::new();
    let moment = |state: &_, shown: &mut BTreeSet<Card>| {
        let seats = (0..setup.players).map(|seat| Viewer::Seat(Seat(seat)));
        let viewers = seats.chain([Viewer::Spectator]);
        let views: Vec<View> = viewers
            .map(|viewer| Kingslayer::view(state, viewer))
            .collect();
        shown.extend(views[0].enemy.map(|enemy| enemy.card));
        Moment {
            faces: views.iter().map(face_of_view).collect(),
            wholes: views.iter().map(|view| json!(view)).collect(),
            hands: views.into_iter().map(|view| view.hand).collect(),
            shown: shown.clone(),
        }
    };
    let mut moments = vec![moment(&state, &mut shown)];
    for line in &lines[1..] {
        let entry: Value = serde_json::from_str(line.as_ref()).expect("a line of a log");
        if entry["events"].is_null() {
            continue;
        }
        let events: Vec<Event> = serde_json::from_value(entry["events"].clone()).expect("events");
        for event in &events {
            match event {
                Event::CardsPlayed { cards, .. } | Event::AttackPaid { cards, .. } => {
                    shown.extend(cards);
                }
                Event::JesterPlayed { .. } => {
                    shown.insert(Card::JESTER);
                }
                Event::EnemyRevealed { enemy } => {
                    shown.insert(*enemy);
                }
                _ => {}
            }
            Kingslayer::apply(&mut state, event);
        }
        moments.push(moment(&state, &mut shown));
    }
    moments
}

/// What tells one moment of a game from another, as a viewer sees it.
fn face_of_view(view: &View) -> Value {
    let words = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let players = view.players.iter();
    let players = players.map(|it| json!([it.id, it.hand_count, it.yielded]));
    let won = view.outcome.map(|outcome| outcome.is_won());
    json!({
        "step": view.step.name(),
        "current": view.current,
        "enemy": view.enemy.map(|enemy| json!({
            "card": enemy.card.to_string(),
            "health": enemy.health,
            "damage": enemy.damage,
            "attack": enemy.attack,
            "immunity_cancelled": enemy.immunity_cancelled,
        })),
        "shield": view.shield,
        "hand": words(&view.hand),
        "table": words(&view.table),
        "players": players.collect::<Vec<_>>(),
        "counts": [view.tavern_count, view.discard_count, view.castle_count, view.jesters_used],
        "result": won.map(|won| if won { "won" } else { "lost" }),
    })
}

fn face_of_message(view: &Value) -> Value {
    let players = view["players"].as_array().into_iter().flatten();
    let players = players.map(|it| json!([it["id"], it["hand_count"], it["yielded"]]));
    let count = |name: &str| &view[name];
    json!({
        "step": view["step"],
        "current": view["current"],
        "enemy": view["enemy"],
        "shield": view["shield"],
        "hand": view["hand"],
        "table": view["table"],
        "players": players.collect::<Vec<_>>(),
        "counts": [
            count("tavern_count"),
            count("discard_count"),
            count("castle_count"),
            count("jesters_used"),
        ],
        "result": view["result"],
    })
}

/// The cards that a text names, in short or in long words.
fn named(text: &str) -> impl Iterator<Item = Card> + '_ {
    let cards = (0..Card::KINDS).filter_map(Card::from_index);
    cards.filter(move |card| {
        let short = card.to_string();
        let apart = |letter: Option<char>| letter.is_none_or(|it| !it.is_alphanumeric());
        let stands = text.match_indices(&short).any(|(at, _)| {
            apart(text[..at].chars().next_back()) && apart(text[at + short.len()..].chars().next())
        });
        // Of a Jester the log speaks when it is played; as a card it is an X.
        stands || (!card.is_jester() && text.contains(&card.in_words()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str =
        r#"{"parlour":1,"game":"kingslayer","rules":1,"setup":{"players":2},"seed":"7"}"#;

    fn state_for(seat: u8, hand: &Value) -> Value {
        let setup = Setup::for_players(2);
        let state = Kingslayer::start(&setup, Seed(7)).unwrap();
        let view = Kingslayer::view(&state, Viewer::Seat(Seat(seat)));
        let mut face = face_of_view(&view);
        let players = view.players.iter();
        let players = players
            .map(|it| json!({ "id": it.id, "hand_count": it.hand_count, "yielded": it.yielded }));
        face["players"] = players.collect();
        face["tavern_count"] = json!(view.tavern_count);
        face["discard_count"] = json!(view.discard_count);
        face["castle_count"] = json!(view.castle_count);
        face["jesters_used"] = json!(view.jesters_used);
        if !hand.is_null() {
            face["hand"] = hand.clone();
        }
        json!({ "type": "GAME_STATE", "seq": 5, "you": seat, "view": face })
    }

    #[test]
    fn an_honest_state_passes_and_a_hidden_card_is_noticed() {
        let witness = Witness::new([vec![HEADER]]);
        let honest = state_for(0, &Value::Null);
        assert_eq!(witness.check(honest.to_string().as_bytes()), Ok(1));
        let other = &state_for(1, &Value::Null)["view"]["hand"];
        let mut leaking = honest.clone();
        leaking["view"]["log"] =
            json!([{ "text": format!("draws {}", other[0].as_str().unwrap()) }]);
        let told = witness.check(leaking.to_string().as_bytes()).unwrap_err();
        assert!(told.contains("neither held nor shown"), "{told}");
        let swapped = state_for(0, other);
        let told = witness.check(swapped.to_string().as_bytes()).unwrap_err();
        assert!(told.contains("does not know"), "{told}");
    }

    #[test]
    fn refusals_name_no_card_and_nothing_speaks_of_the_seed() {
        let witness = Witness::new([vec![HEADER]]);
        let check = |line: &str| witness.check(line.as_bytes());
        assert_eq!(
            check(r#"{"type":"ERROR","message":"the first card"}"#),
            Ok(0)
        );
        for told in ["not 5H", "the Ace of Clubs", "seed 7"] {
            let line = format!(r#"{{"type":"ERROR","message":"{told}"}}"#);
            assert!(check(&line).is_err(), "{told}");
        }
    }
}
