//! The messages, as `docs/lan-protocol.md` lays them down.
//!
//! Reading is strict about what is known and blind to what is not: unknown
//! fields are ignored, unknown types and actions are refused. A refusal never
//! repeats a card of the request, only its place.

use parlour_regicide::notation::ordinal;
use parlour_regicide::{Card, Phrase};
use parlour_rules::Seat;
use serde::Serialize;
use serde_json::Value;

pub use parlour_court::{Action, Asked, LONGEST_NAME, Refusal, name};

/// The version both sides must speak.
pub const PROTOCOL: u64 = 1;

/// The longest id a client may give an action, in bytes.
pub const LONGEST_ID: usize = 64;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// The first word of every connection.
    Handshake(Handshake),
    /// Something a seat does.
    Action(Asked),
}

/// Who comes, and to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// What the others call them.
    pub name: String,
    /// A token from before.
    pub token: Option<String>,
    /// The table, where there are several.
    pub table: Option<String>,
    /// To watch only.
    pub spectate: bool,
    /// To be sent all that the rules let a viewer know.
    pub whole: bool,
}

/// A line that was refused, with the id it carried, so that the answer can name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Why.
    pub refusal: Refusal,
    /// The id of the action, if one could be read.
    pub id: Option<String>,
    /// Whether it was a HANDSHAKE.
    pub of_handshake: bool,
}

impl Unread {
    /// A line that was refused.
    pub fn new(refusal: Refusal, id: Option<String>) -> Self {
        Self {
            refusal,
            id,
            of_handshake: false,
        }
    }
}

/// The codes of what is wrong with a line or a connection.
const OWN_CODES: &[&str] = &[
    "bad_json",
    "bad_message",
    "line_too_long",
    "rate_limited",
    "wrong_protocol",
];

/// Every code an ERROR may carry: the wire's own, and those of a table.
pub fn codes() -> impl Iterator<Item = &'static str> {
    OWN_CODES.iter().chain(parlour_court::CODES).copied()
}

/// Reads one line.
pub fn read(line: &[u8]) -> Result<Incoming, Unread> {
    let plain = |refusal| Unread::new(refusal, None);
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let words = format!("this line is not JSON: column {}", error.column());
        plain(Refusal::new("bad_json", words))
    })?;
    if !value.is_object() {
        return Err(plain(bad("a message is a JSON object")));
    }
    match value["type"].as_str() {
        Some("HANDSHAKE") => {
            let read = handshake(&value).map(Incoming::Handshake);
            read.map_err(|refusal| Unread {
                of_handshake: true,
                ..plain(refusal)
            })
        }
        Some("PLAYER_ACTION") => {
            let id = id(&value).map_err(plain)?;
            let named = |refusal| Unread::new(refusal, id.clone());
            let action = action(&value).map_err(named)?;
            let seq = whole(&value["seq"], "`seq` is a whole number").map_err(named)?;
            Ok(Incoming::Action(Asked { action, seq, id }))
        }
        Some(_) => Err(plain(bad("the type is HANDSHAKE or PLAYER_ACTION"))),
        None => Err(plain(bad(
            "`type` is missing: it is HANDSHAKE or PLAYER_ACTION",
        ))),
    }
}

/// The id of an action that is not going to be read further.
pub fn id_of(line: &[u8]) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: Option<String>,
    }
    let named: Named = serde_json::from_slice(line).ok()?;
    named.id.filter(|id| id.len() <= LONGEST_ID)
}

fn bad(message: &str) -> Refusal {
    Refusal::new("bad_message", message)
}

fn handshake(value: &Value) -> Result<Handshake, Refusal> {
    // Who does not name one speaks the first.
    let protocol = &value["protocol"];
    if !protocol.is_null() && number(protocol) != Some(PROTOCOL) {
        let words = format!("this table speaks protocol {PROTOCOL}");
        return Err(Refusal::new("wrong_protocol", words));
    }
    let name = match &value["name"] {
        Value::Null => {
            return Err(bad(
                "`name` is missing: it has 1 to 24 printable characters",
            ));
        }
        Value::String(text) => name(text)?,
        _ => return Err(bad("`name` is text")),
    };
    let spectate = truth(&value["spectate"], "`spectate` is true or false")?;
    Ok(Handshake {
        name,
        token: text(&value["token"], "`token` is text or null")?,
        table: text(&value["table"], "`table` is text or null")?,
        spectate,
        whole: truth(&value["whole"], "`whole` is true or false")?,
    })
}

fn truth(value: &Value, words: &str) -> Result<bool, Refusal> {
    match value {
        Value::Null => Ok(false),
        Value::Bool(truth) => Ok(*truth),
        _ => Err(bad(words)),
    }
}

fn text(value: &Value, words: &str) -> Result<Option<String>, Refusal> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        _ => Err(bad(words)),
    }
}

fn whole(value: &Value, words: &str) -> Result<Option<u64>, Refusal> {
    match value {
        Value::Null => Ok(None),
        other => number(other).map(Some).ok_or_else(|| bad(words)),
    }
}

/// A whole number from 0. JSON knows one kind of number: `1.0` and `1e0` are 1.
fn number(value: &Value) -> Option<u64> {
    if let Some(number) = value.as_u64() {
        return Some(number);
    }
    let number = value.as_f64().filter(|it| it.fract() == 0.0)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, and in a range where every whole number is exact"
    )]
    (0.0..=EXACT).contains(&number).then_some(number as u64)
}

/// Up to here every whole number has a floating point number of its own.
const EXACT: f64 = 9_007_199_254_740_992.0;

fn id(value: &Value) -> Result<Option<String>, Refusal> {
    match &value["id"] {
        Value::Null => Ok(None),
        Value::String(id) if id.len() <= LONGEST_ID => Ok(Some(id.clone())),
        _ => Err(bad("`id` is text of at most 64 bytes")),
    }
}

/// The outer refusal is of a message that is not well formed, the inner one of
/// words in it.
fn action(value: &Value) -> Result<Result<Action, Refusal>, Refusal> {
    let action = match value["action"].as_str() {
        Some("PLAY") => return Ok(cards(&value["cards"])?.map(Action::Play)),
        Some("DISCARD") => return Ok(cards(&value["cards"])?.map(Action::Discard)),
        Some("YIELD") => Action::Yield,
        Some("CHOOSE_NEXT") => {
            let player = &value["player"];
            if player.is_null() {
                return Err(bad("`player` is missing: it is a seat number"));
            }
            if !player.as_f64().is_some_and(|it| it.fract() == 0.0) {
                return Err(bad("`player` is a seat number"));
            }
            // Whether there is such a seat, the game says when it is asked.
            let seat = number(player).and_then(|seat| u8::try_from(seat).ok());
            Action::ChooseNext(Seat(seat.unwrap_or(u8::MAX)))
        }
        Some("READY") => Action::Ready,
        Some("HINT") => Action::Hint,
        Some("SAY") => {
            let phrase = match &value["phrase"] {
                Value::Null => {
                    return Err(bad("`phrase` is missing: it is the id of a phrase"));
                }
                Value::String(phrase) => phrase,
                _ => return Err(bad("`phrase` is the id of a phrase")),
            };
            let words = "that is none of the phrases that may be said";
            let unknown = || Refusal::new("phrase_not_allowed", words);
            return Ok(Phrase::from_id(phrase).map(Action::Say).ok_or_else(unknown));
        }
        None if value["action"].is_null() => {
            let words =
                "`action` is missing: it is PLAY, DISCARD, YIELD, CHOOSE_NEXT, READY, SAY or HINT";
            return Err(bad(words));
        }
        _ => {
            let words = "the action is PLAY, DISCARD, YIELD, CHOOSE_NEXT, READY, SAY or HINT";
            return Err(bad(words));
        }
    };
    Ok(Ok(action))
}

fn cards(value: &Value) -> Result<Result<Vec<Card>, Refusal>, Refusal> {
    if value.is_null() {
        return Err(bad("`cards` is missing: it is a list of cards"));
    }
    let words = value
        .as_array()
        .ok_or_else(|| bad("`cards` is a list of cards"))?;
    if words.len() > 54 {
        return Err(bad("there are only 54 cards"));
    }
    let mut cards = Vec::with_capacity(words.len());
    for (place, word) in (1_u8..).zip(words) {
        let Some(card) = word.as_str().and_then(|word| word.parse().ok()) else {
            let words = format!("the {} card cannot be read", ordinal(place));
            return Ok(Err(Refusal::new("unknown_card", words)));
        };
        cards.push(card);
    }
    Ok(Ok(cards))
}

/// The answer to a handshake.
pub struct Welcome<'a> {
    /// The seat; none for whoever watches.
    pub seat: Option<Seat>,
    /// The secret of the seat.
    pub token: Option<&'a str>,
    /// Seats of the table.
    pub players: u8,
    /// By what the table is known again.
    pub table: &'a str,
}

impl Welcome<'_> {
    /// As a line.
    pub fn line(&self) -> String {
        #[derive(Serialize)]
        struct Message<'a> {
            r#type: &'static str,
            protocol: u64,
            player_id: Option<Seat>,
            token: Option<&'a str>,
            players: u8,
            table_id: &'a str,
        }
        line(&Message {
            r#type: "HANDSHAKE",
            protocol: PROTOCOL,
            player_id: self.seat,
            token: self.token,
            players: self.players,
            table_id: self.table,
        })
    }
}

/// The last word to a connection whose seat was taken over by its token.
pub fn taken_over() -> Refusal {
    Refusal::new(
        "already_seated",
        "this seat is now played from another window",
    )
}

/// An ERROR, as a line. It carries the present seq.
pub fn error(refusal: &Refusal, seq: u64, re: Option<&str>) -> String {
    #[derive(Serialize)]
    struct Error<'a> {
        r#type: &'static str,
        code: &'a str,
        message: &'a str,
        seq: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
    }
    debug_assert!(
        codes().any(|code| code == refusal.code),
        "{} is not listed",
        refusal.code
    );
    line(&Error {
        r#type: "ERROR",
        code: refusal.code,
        message: &refusal.message,
        seq,
        re,
    })
}

/// A message as one line, its newline included.
pub fn line(message: &impl Serialize) -> String {
    let mut text = serde_json::to_string(message).expect("our own messages are plain JSON");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
