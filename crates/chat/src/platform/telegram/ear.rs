//! An update becomes words, once, and their answer notes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::bot_api::{BotApi, PressAnswer};
use super::update::{Callback, Message, Update, User, payload};
use crate::adapter::Post;
use crate::desk::{Address, Answer, Fact, Note, Platform, Spoken, Trouble, Utterance, What};
use crate::split::shortened;

/// What every link into a private chat begins with.
const INBOX: &str = "https://t.me/";
/// How long ids of updates are remembered.
const UPDATE: Duration = Duration::from_hours(24);

/// What hears updates.
pub struct Ear {
    pub api: Arc<BotApi>,
    pub post: Post,
}

/// What is said to whoever changes a message that was for us.
const EDITED: &str = "What is changed afterwards is not heard: please say it anew.";
/// What is said to an administrator who speaks in the name of the group.
const ANONYMOUS: &str = "You speak in the name of this group, so nobody knows who you are. Turn \
                         \"Remain anonymous\" off among your rights, or say it to me in private.";

impl Ear {
    /// Hears an update. When this returns, the answer is kept and the update may
    /// be confirmed.
    pub async fn hear(&self, update: &Value) -> Result<(), Trouble> {
        let kind = kind(update);
        let update: Update = match serde_json::from_value(update.clone()) {
            Ok(update) => update,
            Err(error) => {
                tracing::debug!("telegram: an update is passed over: {error}");
                self.pass_over("unreadable");
                return Ok(());
            }
        };
        let key = format!("telegram:update:{}", update.id);
        let said = update.message.is_some() || update.edited_message.is_some();
        if !said && update.callback_query.is_none() {
            self.pass_over(kind.unwrap_or("nothing"));
            return Ok(());
        }
        let Some(claim) = self.post.once.begin(&key).await? else {
            return Ok(());
        };
        if let Some((from, to)) = update.message.as_ref().and_then(Message::moved) {
            let (from, to) = (from.to_string(), to.to_string());
            self.post.desk.moved(Platform::Telegram, &from, &to).await?;
        } else if let Some(message) = &update.message {
            self.hear_message(&key, message).await?;
        } else if let Some(message) = &update.edited_message {
            self.answer_shortly(&key, message, EDITED).await?;
        } else if let Some(callback) = &update.callback_query {
            self.hear_press(&key, callback).await?;
        }
        self.post.once.finish(claim, UPDATE).await
    }

    fn pass_over(&self, kind: &str) {
        self.post.passed_over.count(Platform::Telegram, kind);
    }

    /// Answers words for us that are not heard, where they were said.
    async fn answer_shortly(
        &self,
        key: &str,
        message: &Message,
        words: &str,
    ) -> Result<(), Trouble> {
        let name = self.api.name().await;
        if message.words(name.as_deref()).is_none() {
            self.pass_over("not_for_us");
            return Ok(());
        }
        let chat = Address::Chat(message.chat.id.to_string());
        let mut notes = notes(Answer::text(words), &chat, None);
        for note in &mut notes {
            note.answers = Some(message.id.to_string());
        }
        self.post.sender.post(key, notes).await
    }

    async fn hear_message(&self, key: &str, message: &Message) -> Result<(), Trouble> {
        if message.is_anonymous() {
            return self.answer_shortly(key, message, ANONYMOUS).await;
        }
        let Some(from) = message.from.as_ref().filter(|from| !from.is_bot) else {
            self.pass_over("bot");
            return Ok(());
        };
        let private = message.chat.is_private();
        if private {
            self.opened(from).await?;
        }
        let name = self.api.name().await;
        let Some(words) = message.words(name.as_deref()) else {
            self.pass_over("not_for_us");
            return Ok(());
        };
        let chat = message.chat.id.to_string();
        let heard = |text: String, turn: &str| Utterance {
            platform: Platform::Telegram,
            chat: (!private).then(|| chat.clone()),
            spoken: if private {
                Spoken::Alone
            } else {
                Spoken::Aloud
            },
            user: from.id.to_string(),
            name: from.name(),
            text,
            message: format!("{key}{turn}"),
            inbox_link: None,
            written: message.written(),
        };
        // A link may carry words of its own, after the greeting.
        let then = payload(&words).filter(|_| private).and_then(carried);
        let first = if then.is_some() {
            String::from("start")
        } else {
            words
        };
        let mut first = heard(first, "");
        if !private {
            first.inbox_link = self.inbox_link(from).await?;
        }
        let answer = self.post.desk.hear(first).await?;
        let erased = answer.erase;
        let mut notes = notes(answer, &Address::Chat(chat.clone()), Some(message.id));
        // Among many it must be seen who is answered.
        let first = notes.iter_mut().find(|_| !private && !erased);
        if let Some(first) = first {
            first.answers = Some(message.id.to_string());
        }
        if let Some(then) = then {
            let answer = self.post.desk.hear(heard(then, "+")).await?;
            notes.extend(self::notes(answer, &Address::Chat(chat.clone()), None));
        }
        self.post.sender.post(key, notes).await
    }

    async fn hear_press(&self, key: &str, callback: &Callback) -> Result<(), Trouble> {
        let (Some(words), Some(message)) = (&callback.data, &callback.message) else {
            self.api.answer_press(&callback.id, None).await;
            return Ok(());
        };
        let private = message.chat.is_private();
        let link = if private {
            None
        } else {
            self.inbox_link(&callback.from).await?
        };
        let closed = link.is_some();
        let heard = Utterance {
            platform: Platform::Telegram,
            chat: (!private).then(|| message.chat.id.to_string()),
            spoken: if private {
                Spoken::Alone
            } else {
                Spoken::Aside
            },
            user: callback.from.id.to_string(),
            name: callback.from.name(),
            text: words.clone(),
            message: key.to_owned(),
            inbox_link: link,
            written: None,
        };
        let answer = self.post.desk.hear(heard).await?;
        // What others must not see goes to the inbox; if that is closed, the press
        // opens it, or the answer is shown for a moment, as far as it fits.
        if closed {
            let link = answer.facts.iter().find_map(|fact| match fact {
                Fact::InboxClosed(link) => Some(link.as_str()),
                _ => None,
            });
            let words = shortened(&answer.words(), 190);
            let shown = link.map_or(PressAnswer::Words(&words), PressAnswer::Inbox);
            self.api.answer_press(&callback.id, Some(shown)).await;
            return Ok(());
        }
        self.api.answer_press(&callback.id, None).await;
        let to = Address::Person(callback.from.id.to_string());
        self.post.sender.post(key, notes(answer, &to, None)).await
    }

    /// Somebody has written to us in private, so we may write to them.
    async fn opened(&self, from: &User) -> Result<(), Trouble> {
        let user = from.id.to_string();
        if !self.api.is_known_open(&user) {
            self.post.once.flag(&open_key(&user), true).await?;
            self.api.know_open(&user, true);
        }
        Ok(())
    }

    /// The link that opens somebody's inbox, unless it is open.
    async fn inbox_link(&self, from: &User) -> Result<Option<String>, Trouble> {
        let user = from.id.to_string();
        if self.api.is_known_open(&user) {
            return Ok(None);
        }
        if self.post.once.is_flagged(&open_key(&user)).await? {
            self.api.know_open(&user, true);
            return Ok(None);
        }
        let Some(bot) = self.api.name().await else {
            return Ok(None);
        };
        Ok(Some(format!("{INBOX}{bot}?start=")))
    }
}

/// The mark of an open inbox.
pub fn open_key(user: &str) -> String {
    format!("telegram:open:{user}")
}

/// The words that a link carries.
fn carried(payload: &str) -> Option<String> {
    let words = payload.strip_prefix("join_")?;
    Some(format!("join {}", words.replace('_', " ")))
}

/// The messages of an answer, before them the one that takes the words away.
fn notes(mut answer: Answer, to: &Address, message: Option<i64>) -> Vec<Note> {
    if let Some(message) = message.filter(|_| answer.erase) {
        answer.says.insert(0, What::Erase(message.to_string()));
    }
    answer.notes(Platform::Telegram, to)
}

/// What an update is of, beside its number.
fn kind(update: &Value) -> Option<&str> {
    let mut keys = update.as_object()?.keys();
    keys.find(|key| *key != "update_id").map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_takes_a_seat_along() {
        assert_eq!(carried("join_AB12_Italy").unwrap(), "join AB12 Italy");
        assert_eq!(carried("join_AB12").unwrap(), "join AB12");
        assert_eq!(carried("hello"), None);
    }
}
