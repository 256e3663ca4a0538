//! What the server tells, held against what was sent.

use serde_json::{Value, json};

use super::ClientNews;
use super::session::{Ending, Session};
use crate::protocol::{self, Action, line};
use crate::wire::GameState;

/// How often READY, SAY or HINT is said again because the table had moved on.
const MOST_RENEWALS: u8 = 9;

/// An action on its way.
pub(super) struct Sent {
    /// The id that was given out for it.
    pub(super) name: String,
    /// The id it goes by now.
    pub(super) id: String,
    pub(super) action: Action,
    pub(super) seq: Option<u64>,
    pub(super) renewals: u8,
}

impl Sent {
    /// The line for somebody who has seen this state.
    pub(super) fn line(&mut self, seen: u64) -> String {
        let seq = *self.seq.get_or_insert(seen);
        action_line(&self.id, &self.action, seq)
    }

    /// The same for a newer state; nothing if it was meant for the older one only.
    fn renewed(&mut self, seen: u64) -> Option<String> {
        let lasting = matches!(self.action, Action::Ready | Action::Say(_) | Action::Hint);
        if !lasting || self.renewals == MOST_RENEWALS {
            return None;
        }
        self.renewals += 1;
        self.id = format!("{}.{}", self.name, self.renewals);
        self.seq = None;
        Some(self.line(seen))
    }
}

impl Session {
    /// Handles a line of the server. The answer is what to send: at the first state
    /// all that is unanswered.
    pub(super) fn take(&mut self, line: &[u8], welcomed: &mut bool) -> Result<String, Ending> {
        let mut lines = String::new();
        let lost = |_| Ending::Lost(String::from("the server sent a line that is not JSON"));
        let value: Value = serde_json::from_slice(line).map_err(lost)?;
        let news = match value["type"].as_str() {
            Some("HANDSHAKE") => {
                *welcomed = true;
                let token = value["token"].as_str().map(String::from);
                self.settings.token.clone_from(&token);
                let seat = value["player_id"]
                    .as_u64()
                    .and_then(|seat| u8::try_from(seat).ok());
                let table = value["table_id"].as_str().map(String::from);
                ClientNews::Welcome { seat, token, table }
            }
            Some("GAME_STATE") => {
                let mut state: GameState = serde_json::from_value(value).map_err(|error| {
                    Ending::Lost(format!(
                        "the server sent a state that cannot be read: {error}"
                    ))
                })?;
                state.ack = state.ack.map(|ack| self.answered(ack));
                if self.seen.replace(state.seq).is_none() {
                    let sent = self.unanswered.iter_mut();
                    lines = sent.map(|it| it.line(state.seq)).collect();
                }
                ClientNews::State(Box::new(state))
            }
            Some("ERROR") => return self.refused(&value, *welcomed),
            // Messages of later versions are none of our business.
            _ => return Ok(lines),
        };
        self.tell.send(news).map_err(|_| Ending::Left)?;
        Ok(lines)
    }

    /// An action has its answer; the answer is the id that was given out for it.
    fn answered(&mut self, id: String) -> String {
        let place = self.unanswered.iter().position(|sent| sent.id == id);
        let sent = place.and_then(|place| self.unanswered.remove(place));
        sent.map_or(id, |sent| sent.name)
    }

    fn refused(&mut self, value: &Value, welcomed: bool) -> Result<String, Ending> {
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let (code, message) = (text("code"), text("message"));
        if !welcomed {
            if code == "unknown_token" {
                // The table has been given up meanwhile; come as a newcomer.
                self.unknown = self.settings.token.take();
                return Err(Ending::Lost(message));
            }
            if code == "table_full" {
                return Err(Ending::Full(message));
            }
            return Err(Ending::Final(message));
        }
        // We never say HANDSHAKE twice.
        if code == protocol::taken_over().code {
            return Err(Ending::TakenOver);
        }
        let re = value["re"].as_str().map(String::from);
        let newest = value["seq"].as_u64().max(self.seen).unwrap_or_default();
        let mut waiting = self.unanswered.iter_mut();
        if code == "stale"
            && let Some(sent) = waiting.find(|sent| re.as_ref() == Some(&sent.id))
            && let Some(line) = sent.renewed(newest)
        {
            return Ok(line);
        }
        let re = re.map(|re| self.answered(re));
        let news = ClientNews::Refused { code, message, re };
        self.tell.send(news).map_err(|_| Ending::Left)?;
        Ok(String::new())
    }
}

/// An action as a line.
fn action_line(id: &str, action: &Action, seq: u64) -> String {
    let mut value = json!({ "type": "PLAYER_ACTION", "id": id, "seq": seq });
    let words = |cards: &[parlour_regicide::Card]| -> Vec<String> {
        cards.iter().map(ToString::to_string).collect()
    };
    let name = match action {
        Action::Play(cards) => {
            value["cards"] = json!(words(cards));
            "PLAY"
        }
        Action::Discard(cards) => {
            value["cards"] = json!(words(cards));
            "DISCARD"
        }
        Action::Yield => "YIELD",
        Action::ChooseNext(seat) => {
            value["player"] = json!(seat.0);
            "CHOOSE_NEXT"
        }
        Action::Ready => "READY",
        Action::Say(phrase) => {
            value["phrase"] = json!(phrase.id());
            "SAY"
        }
        Action::Hint => "HINT",
    };
    value["action"] = json!(name);
    line(&value)
}
