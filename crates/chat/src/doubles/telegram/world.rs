//! The people, groups, messages and updates behind the API.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

use super::{Button, TelegramSent, bot};

/// Everything the double remembers.
#[derive(Debug, Default)]
pub struct World {
    users: BTreeMap<i64, String>,
    groups: BTreeMap<i64, String>,
    /// Groups that have become supergroups, by their old ids.
    upgraded: BTreeMap<i64, i64>,
    /// People whose private chat the bot may write to.
    opened: BTreeSet<i64>,
    blocked: BTreeSet<i64>,
    sent: Vec<TelegramSent>,
    deleted: BTreeSet<i64>,
    last_update: i64,
    last_message: i64,
    last_given: Option<Value>,
    pub updates: VecDeque<Value>,
    pub violations: Vec<String>,
    pub calls: Vec<Value>,
    /// Presses that the bot took note of, and what it said for a moment.
    pub press_answers: Vec<(String, String)>,
    /// Whether somebody is waiting in `getUpdates` right now, and who: a later
    /// call ends an earlier one, as the platform does.
    pub poll: u64,
    pub webhook: Option<(String, Option<String>)>,
}

/// Why the platform does not carry a message out: status and description.
pub type Refused = (u16, String);

impl World {
    pub fn add_user(&mut self, id: i64, name: &str) {
        self.users.insert(id, name.to_string());
    }

    pub fn add_group(&mut self, id: i64, title: &str) {
        self.groups.insert(id, title.to_string());
    }

    pub fn upgrade_group(&mut self, from: i64, to: i64, announced: bool) {
        let old = self.chat(from);
        let title = self.groups.remove(&from).unwrap_or_default();
        self.groups.insert(to, title);
        self.upgraded.insert(from, to);
        if !announced {
            return;
        }
        let new = self.chat(to);
        for (chat, key, other) in [
            (old, "migrate_to_chat_id", to),
            (new, "migrate_from_chat_id", from),
        ] {
            self.last_message += 1;
            let mut message = json!({
                "message_id": self.last_message, "date": 1_900_000_000, "chat": chat,
                "from": { "id": 1_087_968_824, "is_bot": true, "first_name": "Group",
                          "username": "GroupAnonymousBot" },
            });
            message[key] = json!(other);
            self.push_update("message", &message);
        }
    }

    /// Where a group goes on.
    pub fn upgraded_to(&self, chat: i64) -> Option<i64> {
        self.upgraded.get(&chat).copied()
    }

    pub fn block(&mut self, user: i64, blocked: bool) {
        if blocked {
            self.blocked.insert(user);
        } else {
            self.blocked.remove(&user);
        }
    }

    pub fn say(&mut self, user: i64, chat: i64, text: &str) -> i64 {
        if user == chat {
            self.opened.insert(user);
        }
        self.last_message += 1;
        let message = json!({
            "message_id": self.last_message, "date": 1_900_000_000,
            "from": self.person(user), "chat": self.chat(chat), "text": text,
            "entities": command_entities(text),
        });
        self.push_update("message", &message);
        self.last_message
    }

    pub fn press(&mut self, user: i64, message: i64, data: &str) {
        let Some(under) = self
            .sent
            .iter()
            .find(|sent| sent.message == message)
            .cloned()
        else {
            return;
        };
        let query = json!({
            "id": format!("q{}", self.last_update + 1), "from": self.person(user),
            "chat_instance": under.chat.to_string(), "data": data,
            "message": {
                "message_id": message, "date": 1_900_000_000, "from": bot(),
                "chat": self.chat(under.chat), "text": under.text,
            },
        });
        self.push_update("callback_query", &query);
    }

    pub fn push_update(&mut self, kind: &str, body: &Value) {
        self.last_update += 1;
        let update = json!({ "update_id": self.last_update, kind: body });
        self.last_given = Some(update.clone());
        self.updates.push_back(update);
    }

    pub fn repeat_last(&mut self) {
        if let Some(update) = self.last_given.clone() {
            self.updates.push_back(update);
        }
    }

    pub fn reverse_updates(&mut self) {
        self.updates.make_contiguous().reverse();
    }

    pub fn inbox(&self, chat: i64) -> Vec<TelegramSent> {
        let here = self.sent.iter().filter(|sent| sent.chat == chat);
        here.cloned().collect()
    }

    pub fn is_deleted(&self, message: i64) -> bool {
        self.deleted.contains(&message)
    }

    /// Whether the bot may write there.
    pub fn may_write(&self, chat: i64) -> Result<(), Refused> {
        if self.groups.contains_key(&chat) {
            return Ok(());
        }
        if self.upgraded.contains_key(&chat) {
            let text = "Bad Request: group chat was upgraded to a supergroup chat";
            return Err((400, text.into()));
        }
        if !self.users.contains_key(&chat) {
            return Err((400, "Bad Request: chat not found".into()));
        }
        if self.blocked.contains(&chat) {
            return Err((403, "Forbidden: bot was blocked by the user".into()));
        }
        if !self.opened.contains(&chat) {
            return Err((
                403,
                "Forbidden: bot can't initiate conversation with a user".into(),
            ));
        }
        Ok(())
    }

    /// Keeps what the bot sent; the answer is the message as the API shows it.
    pub fn keep(
        &mut self,
        chat: i64,
        text: String,
        (file, is_photo): (Option<(String, Vec<u8>)>, bool),
        buttons: Vec<Button>,
        answers: Option<i64>,
    ) -> Value {
        self.last_message += 1;
        let sent = TelegramSent {
            chat,
            message: self.last_message,
            text,
            file,
            is_photo,
            buttons,
            answers,
        };
        self.sent.push(sent.clone());
        self.shown(&sent)
    }

    /// Changes a message of the bot.
    pub fn edit(
        &mut self,
        chat: i64,
        message: i64,
        text: Option<String>,
        buttons: Vec<Button>,
    ) -> Result<Value, Refused> {
        let standing = self
            .sent
            .iter()
            .position(|sent| sent.chat == chat && sent.message == message);
        let Some(at) = standing else {
            return Err((400, "Bad Request: message to edit not found".into()));
        };
        let mut edited = self.sent[at].clone();
        if let Some(text) = text {
            edited.text = text;
        }
        edited.buttons = buttons;
        if edited == self.sent[at] {
            return Err((400, "Bad Request: message is not modified".into()));
        }
        self.sent[at] = edited.clone();
        Ok(self.shown(&edited))
    }

    /// Deletes a message of anybody.
    pub fn delete(&mut self, chat: i64, message: i64) -> Result<(), Refused> {
        if message < 1 || message > self.last_message || self.deleted.contains(&message) {
            return Err((400, "Bad Request: message to delete not found".into()));
        }
        self.deleted.insert(message);
        self.sent
            .retain(|sent| !(sent.chat == chat && sent.message == message));
        Ok(())
    }

    pub fn chat(&self, id: i64) -> Value {
        if let Some(title) = self.groups.get(&id) {
            let upgraded = self.upgraded.values().any(|it| *it == id);
            let kind = if upgraded { "supergroup" } else { "group" };
            return json!({ "id": id, "type": kind, "title": title });
        }
        let name = self.users.get(&id).map_or("nobody", String::as_str);
        json!({ "id": id, "type": "private", "first_name": name })
    }

    fn person(&self, id: i64) -> Value {
        let name = self.users.get(&id).map_or("nobody", String::as_str);
        json!({ "id": id, "is_bot": false, "first_name": name, "username": name.to_lowercase() })
    }

    fn shown(&self, sent: &TelegramSent) -> Value {
        let mut shown = json!({
            "message_id": sent.message, "date": 1_900_000_000, "from": bot(),
            "chat": self.chat(sent.chat),
        });
        let unique = format!("file{}", sent.message);
        match &sent.file {
            None => shown["text"] = json!(sent.text),
            Some(_) if sent.is_photo => {
                shown["caption"] = json!(sent.text);
                shown["photo"] = json!([{
                    "file_id": unique, "file_unique_id": unique, "width": 90, "height": 75,
                }]);
            }
            Some((name, bytes)) => {
                shown["caption"] = json!(sent.text);
                shown["document"] = json!({
                    "file_id": unique, "file_unique_id": unique,
                    "file_name": name, "file_size": bytes.len(),
                });
            }
        }
        if !sent.buttons.is_empty() {
            let buttons = sent.buttons.iter();
            let row = buttons.map(|b| json!([{ "text": b.text, "callback_data": b.data }]));
            shown["reply_markup"] = json!({ "inline_keyboard": row.collect::<Vec<_>>() });
        }
        shown
    }
}

/// The platform marks a leading command for the bot.
fn command_entities(text: &str) -> Value {
    if text.starts_with('/') {
        let length = text.split_whitespace().next().unwrap_or("/");
        let length = super::super::limits::utf16_length(length);
        json!([{ "type": "bot_command", "offset": 0, "length": length }])
    } else {
        json!([])
    }
}
