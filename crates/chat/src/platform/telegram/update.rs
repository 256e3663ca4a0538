//! What messages and presses say, as far as a table needs it.
//!
//! Only the fields that matter are read, so that new ones of Telegram's break
//! nothing, and an update of another kind is simply none of ours.

use serde::Deserialize;

/// An update.
#[derive(Debug, Deserialize)]
pub struct Update {
    #[serde(rename = "update_id")]
    pub id: i64,
    #[serde(default)]
    pub message: Option<Message>,
    /// A message that was changed after it was sent.
    #[serde(default)]
    pub edited_message: Option<Message>,
    #[serde(default)]
    pub callback_query: Option<Callback>,
}

/// A message.
#[derive(Debug, Deserialize)]
pub struct Message {
    #[serde(rename = "message_id")]
    pub id: i64,
    #[serde(default)]
    pub from: Option<User>,
    pub chat: Chat,
    /// The group in whose name an administrator speaks who does not want to be known.
    #[serde(default)]
    pub sender_chat: Option<Chat>,
    /// Seconds since 1970.
    #[serde(default)]
    pub date: Option<u64>,
    #[serde(default)]
    pub text: Option<String>,
    #[serde(default)]
    pub entities: Vec<Entity>,
    /// The group has become the supergroup of this id.
    #[serde(default)]
    pub migrate_to_chat_id: Option<i64>,
    /// The supergroup was the group of this id.
    #[serde(default)]
    pub migrate_from_chat_id: Option<i64>,
}

/// A press of a button.
#[derive(Debug, Deserialize)]
pub struct Callback {
    pub id: String,
    pub from: User,
    #[serde(default)]
    pub message: Option<Message>,
    #[serde(default)]
    pub data: Option<String>,
}

/// A person.
#[derive(Debug, Deserialize)]
pub struct User {
    pub id: i64,
    #[serde(default)]
    pub is_bot: bool,
    #[serde(default)]
    pub first_name: String,
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub username: Option<String>,
}

impl User {
    /// What others call them.
    pub fn name(&self) -> String {
        let last = self.last_name.as_deref().unwrap_or_default();
        let full = format!("{} {last}", self.first_name);
        let full = full.trim();
        match &self.username {
            Some(username) if full.is_empty() => username.clone(),
            _ if full.is_empty() => self.id.to_string(),
            _ => full.to_owned(),
        }
    }
}

/// A chat.
#[derive(Debug, Deserialize)]
pub struct Chat {
    pub id: i64,
    #[serde(rename = "type", default)]
    pub kind: String,
}

impl Chat {
    /// Whether only one person is in it.
    pub fn is_private(&self) -> bool {
        if self.kind.is_empty() {
            self.id > 0
        } else {
            self.kind == "private"
        }
    }
}

/// A marked piece of a text.
#[derive(Debug, Deserialize)]
pub struct Entity {
    #[serde(rename = "type")]
    pub kind: String,
    pub offset: usize,
    pub length: usize,
    #[serde(default)]
    pub user: Option<User>,
}

impl Message {
    /// Whether it is said in the name of its group.
    pub fn is_anonymous(&self) -> bool {
        let sender = self.sender_chat.as_ref();
        sender.is_some_and(|sender| sender.id == self.chat.id)
    }

    /// When it was written, in milliseconds.
    pub fn written(&self) -> Option<u64> {
        self.date.map(|seconds| seconds.saturating_mul(1000))
    }

    /// The old and the new id of a group that has become a supergroup.
    pub fn moved(&self) -> Option<(i64, i64)> {
        let to = self.migrate_to_chat_id.map(|to| (self.chat.id, to));
        let from = self.migrate_from_chat_id;
        to.or_else(|| from.map(|from| (from, self.chat.id)))
    }

    /// The words for us: in private whatever is said, in a group only a command
    /// that names no other bot. Without its slash and the bot's name.
    pub fn words(&self, bot: Option<&str>) -> Option<String> {
        let text = self.with_ids(self.text.as_deref()?);
        let text = text.trim();
        let Some(command) = text.strip_prefix('/') else {
            return self.chat.is_private().then(|| text.to_owned());
        };
        let end = command.find(char::is_whitespace).unwrap_or(command.len());
        let (verb, rest) = command.split_at(end);
        match verb.split_once('@') {
            None => Some(command.to_owned()),
            Some((verb, name)) => {
                let ours = bot.is_none_or(|bot| bot.eq_ignore_ascii_case(name));
                ours.then(|| format!("{verb}{rest}"))
            }
        }
    }

    /// People without a name of their own are mentioned by an entity; `<@77|Ben>`
    /// takes the place of the text.
    fn with_ids(&self, text: &str) -> String {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        let mut mentions: Vec<&Entity> = self.entities.iter().collect();
        mentions.sort_by_key(|entity| std::cmp::Reverse(entity.offset));
        for entity in mentions {
            let Some(user) = entity
                .user
                .as_ref()
                .filter(|_| entity.kind == "text_mention")
            else {
                continue;
            };
            let end = entity.offset.saturating_add(entity.length);
            if entity.offset <= end && end <= units.len() {
                let name = user.name().replace([' ', '|', '>'], "_");
                let id = format!("<@{}|{name}>", user.id);
                let id: Vec<u16> = id.encode_utf16().collect();
                units.splice(entity.offset..end, id);
            }
        }
        String::from_utf16_lossy(&units)
    }
}

/// What follows `start` when a private chat was opened by a link.
pub fn payload(words: &str) -> Option<&str> {
    let (verb, rest) = words.split_once(char::is_whitespace)?;
    let rest = rest.trim();
    (verb.eq_ignore_ascii_case("start") && !rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(chat: i64, text: &str) -> Option<String> {
        let kind = if chat > 0 { "private" } else { "supergroup" };
        let message = serde_json::json!({
            "message_id": 1, "date": 1, "chat": { "id": chat, "type": kind }, "text": text,
        });
        let message: Message = serde_json::from_value(message).unwrap();
        message.words(Some("parlour_bot"))
    }

    #[test]
    fn groups_are_heard_only_when_they_speak_to_us() {
        assert_eq!(words(-1, "/order A Vie-Bud").unwrap(), "order A Vie-Bud");
        assert_eq!(words(-1, "/status@Parlour_Bot").unwrap(), "status");
        assert_eq!(
            words(-1, "/order@parlour_bot A Vie\nA Bud").unwrap(),
            "order A Vie\nA Bud"
        );
        assert_eq!(words(-1, "/status@other_bot"), None);
        assert_eq!(words(-1, "hello"), None);
        assert_eq!(words(1, "status").unwrap(), "status");
        assert_eq!(words(1, " /start ").unwrap(), "start");
    }

    #[test]
    fn mentions_without_a_name_become_ids() {
        let message = serde_json::json!({
            "message_id": 1, "chat": { "id": 5, "type": "private" },
            "text": "/replace 🏰 Ben Ä",
            "entities": [
                { "type": "bot_command", "offset": 0, "length": 8 },
                { "type": "text_mention", "offset": 12, "length": 3,
                  "user": { "id": 77, "is_bot": false, "first_name": "Ben" } },
                { "type": "text_mention", "offset": 100, "length": 3,
                  "user": { "id": 78, "first_name": "x" } },
            ],
        });
        let message: Message = serde_json::from_value(message).unwrap();
        assert_eq!(message.words(None).unwrap(), "replace 🏰 <@77|Ben> Ä");
    }

    #[test]
    fn a_message_knows_when_it_was_written() {
        let written = |date: serde_json::Value| {
            let message = serde_json::json!({
                "message_id": 1, "date": date, "chat": { "id": 5, "type": "private" },
            });
            serde_json::from_value::<Message>(message)
                .unwrap()
                .written()
        };
        assert_eq!(written(1_900_000_000.into()), Some(1_900_000_000_000));
        assert_eq!(written(serde_json::Value::Null), None);
    }

    #[test]
    fn a_link_may_carry_words() {
        assert_eq!(payload("start join_AB12"), Some("join_AB12"));
        assert_eq!(payload("start"), None);
        assert_eq!(payload("status x"), None);
    }

    #[test]
    fn other_updates_are_none_of_ours() {
        let update = serde_json::json!({ "update_id": 3, "poll": { "id": "1" } });
        let update: Update = serde_json::from_value(update).unwrap();
        assert!(update.message.is_none() && update.callback_query.is_none());
    }
}
