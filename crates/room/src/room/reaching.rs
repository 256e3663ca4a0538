//! Who plays in a browser is told in their chat too, if they like: a key that the browser
//! shows them, said to the house in private there, links the two.
//!
//! The chat hears and that is all: who gives orders in it by words is somebody else.

use std::collections::BTreeMap;

use parlour_host::host::Unreached;
use parlour_host::table::{Identity, TableId};

use super::orders::in_private;
use super::telling::Part;
use super::{BROWSERS, Done, Room};
use crate::phrase::listed;
use crate::refusal::refuse;
use crate::talk::{Answer, Body, Heard, LONGEST_TEXT, To};

/// The chats by which a house reaches people of browsers.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The platforms that it speaks on: `slack`, `telegram`.
    pub platforms: Vec<String>,
    /// The address of a table in the browser, without the table's name at its end.
    pub tables: Option<String>,
}

impl Reach {
    fn carries(&self, who: &Identity) -> bool {
        let platform = platform(who);
        self.platforms.iter().any(|it| it == platform)
    }

    /// `Slack or Telegram`.
    fn names(&self) -> String {
        let names = self.platforms.iter().map(|it| called(it));
        names.collect::<Vec<_>>().join(" or ")
    }
}

fn platform(who: &Identity) -> &str {
    who.0.split(':').next().unwrap_or_default()
}

/// `slack` as people write it.
fn called(platform: &str) -> String {
    let mut letters = platform.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

impl Room {
    /// The same room in a house that speaks in chats.
    #[must_use]
    pub fn reaching(mut self, chats: Reach) -> Self {
        self.chats = chats;
        self
    }

    /// The chats by which people of browsers are reached.
    pub(super) fn platforms(&self) -> &[String] {
        &self.chats.platforms
    }

    /// What concerns somebody of a browser is told in a chat, or no more.
    pub(super) async fn notify(&self, heard: &Heard, word: Option<&str>) -> Done<Answer> {
        const PRIVATE: &str = "Who is told what is nobody else's: say this in private.";
        const SPENT: &str = "Others have heard that word, so it means nothing any more: ask \
                             for a new one in the browser, and say it in private.";
        let spoilt = match word {
            Some(key) if !heard.is_private() => self.host.spoil_key(key).await?,
            _ => false,
        };
        in_private(heard, if spoilt { SPENT } else { PRIVATE })?;
        let who = &heard.user;
        if word.is_some_and(|it| it.eq_ignore_ascii_case("off")) {
            let ended = self.host.reach_no_more(who).await?;
            return Ok(Answer::text(if ended.is_empty() {
                "Nothing was told beside, and nothing is."
            } else {
                "From now on nothing is told beside any more."
            }));
        }
        match (heard.platform == BROWSERS, word) {
            (true, None) => self.show_key(heard).await,
            (true, Some(_)) => refuse(
                "not_here",
                "Say that in the chat in which you want to be told.",
            ),
            (false, Some(key)) if self.chats.carries(who) => self.say_key(heard, key).await,
            (false, _) if self.chats.carries(who) => refuse(
                "no_key",
                "In the browser, beside your table, stands the word that you say here.",
            ),
            (false, _) => refuse("not_here", "This is for people who play in a browser."),
        }
    }

    /// What somebody of a browser says in their chat.
    async fn show_key(&self, heard: &Heard) -> Done<Answer> {
        let who = &heard.user;
        if self.chats.platforms.is_empty() {
            return refuse("no_chats", "This house speaks in no chat.");
        }
        if self.chats.carries(who) {
            let told = called(platform(who));
            return Ok(Answer::text(format!(
                "You are the same person in {told}, and are told there."
            )));
        }
        let mut words = String::new();
        let known = self.host.reached_as(who).await?;
        if !known.is_empty() {
            let name = |(by, name): &(Identity, Option<String>)| match name {
                Some(name) => format!("{} as {name}", called(platform(by))),
                None => called(platform(by)),
            };
            let names: Vec<String> = known.iter().map(name).collect();
            words = format!(
                "You are told in {}; `notify off` ends it.\n",
                listed(&names)
            );
        }
        let key = self.host.reach_key(who).await?;
        Ok(Answer::text(format!(
            "{words}Say this to the house in {}, in private and within the hour:\n`notify {key}`\n\
             From then on you are told there too what concerns your games.",
            self.chats.names()
        )))
    }

    /// A chat is to hear what concerns whoever was shown the key.
    async fn say_key(&self, heard: &Heard, key: &str) -> Done<Answer> {
        match self.host.reach(key, &heard.user, &heard.name).await? {
            Ok(_) => Ok(Answer::text(
                "From now on you are told here too what concerns your games in the browser: \
                 phases, retreats and builds, reminders, press. You play there; `notify off` \
                 ends it.",
            )),
            Err(Unreached::NoSuchKey) => refuse(
                "no_such_key",
                "That word means nothing any more: ask for a new one in the browser.",
            ),
            Err(Unreached::TooMany) => refuse(
                "too_many",
                "That is one too many: say `notify off` here or in the browser first.",
            ),
            Err(Unreached::Oneself) => refuse(
                "not_here",
                "Say that in the chat in which you want to be told.",
            ),
        }
    }

    /// Parts of a letter, and those to people of browsers to their chats. Who may answer
    /// there is somebody else, so nothing is asked of them but to come to the browser.
    pub(super) async fn carried_on(&self, table: &TableId, parts: Vec<Part>) -> Done<Vec<Part>> {
        if self.chats.platforms.is_empty() {
            return Ok(parts);
        }
        // Somebody may be told as themselves already.
        let told: Vec<To> = parts.iter().map(|it| it.0.clone()).collect();
        let mut known: BTreeMap<Identity, Vec<Identity>> = BTreeMap::new();
        let mut carried: Vec<Part> = Vec::new();
        for (to, body, buttons) in parts {
            let Some(who) = of_browser(&to) else {
                carried.push((to, body, buttons));
                continue;
            };
            if !known.contains_key(who) {
                let mut by = self.host.reached_by(who).await?;
                by.retain(|it| self.chats.carries(it) && !told.contains(&To::Inbox(it.clone())));
                by.sort();
                known.insert(who.clone(), by);
            }
            for by in &known[who] {
                carried.push((To::Inbox(by.clone()), body.clone(), Vec::new()));
            }
        }
        if let Some(tables) = &self.chats.tables {
            for by in known.into_values().flatten() {
                lead(&mut carried, &To::Inbox(by), &format!("{tables}{table}"));
            }
        }
        Ok(carried)
    }
}

/// Whoever of a browser something is for.
fn of_browser(to: &To) -> Option<&Identity> {
    match to {
        To::Inbox(who) if platform(who) == BROWSERS => Some(who),
        _ => None,
    }
}

/// Writes an address under the last words to somebody.
fn lead(parts: &mut [Part], to: &To, address: &str) {
    let texts = parts.iter_mut().rev().filter(|it| it.0 == *to);
    let mut texts = texts.filter_map(|it| match &mut it.1 {
        Body::Text(text) => Some(text),
        _ => None,
    });
    if let Some(text) = texts.next()
        && !text.ends_with(address)
        && text.len() + address.len() < LONGEST_TEXT
    {
        text.push('\n');
        text.push_str(address);
    }
}
