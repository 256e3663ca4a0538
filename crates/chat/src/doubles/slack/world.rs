//! The people, channels, messages, files and modals behind the API.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::SlackSent;
use super::limits::check_message;

/// Everything the double remembers.
#[derive(Debug, Default)]
pub struct World {
    users: BTreeMap<String, String>,
    channels: BTreeMap<String, String>,
    sent: Vec<SlackSent>,
    /// Response addresses, by name.
    hooks: BTreeMap<String, Hook>,
    /// Files asked for: name, promised length, bytes once uploaded.
    files: BTreeMap<String, (String, usize, Option<Vec<u8>>)>,
    counter: u64,
    closed: BTreeSet<String>,
    pub modals: BTreeMap<String, Value>,
    pub violations: Vec<String>,
    pub calls: Vec<Value>,
}

/// A response address.
#[derive(Debug)]
struct Hook {
    channel: String,
    user: String,
    /// How often it may still be used.
    left: u8,
    /// The first that was said there.
    first: Option<Value>,
}

impl World {
    pub fn add_user(&mut self, id: &str, name: &str) {
        self.users.insert(id.to_string(), name.to_string());
    }

    pub fn add_channel(&mut self, id: &str, name: &str) {
        self.channels.insert(id.to_string(), name.to_string());
    }

    pub fn user_name(&self, id: &str) -> String {
        self.users.get(id).cloned().unwrap_or_default()
    }

    pub fn has_user(&self, id: &str) -> bool {
        self.users.contains_key(id)
    }

    pub fn close(&mut self, user: &str, closed: bool) {
        if closed {
            self.closed.insert(user.to_string());
        } else {
            self.closed.remove(user);
        }
    }

    pub fn is_closed(&self, user: &str) -> bool {
        self.closed.contains(user)
    }

    pub fn channel_name(&self, id: &str) -> String {
        let known = self.channels.get(id).cloned();
        known.unwrap_or_else(|| String::from("directmessage"))
    }

    /// The channel a message goes to: a channel, a direct message, or a person,
    /// who stands for the direct messages with them.
    pub fn find_channel(&self, name: &str) -> Option<String> {
        if self.channels.contains_key(name) {
            return Some(name.to_string());
        }
        let user = name.strip_prefix('D').unwrap_or(name);
        self.users.contains_key(user).then(|| direct_messages(user))
    }

    pub fn next_ts(&mut self) -> String {
        self.counter += 1;
        format!("1900000000.{:06}", self.counter)
    }

    pub fn next_event(&mut self) -> String {
        self.counter += 1;
        format!("Ev{:08}", self.counter)
    }

    pub fn new_hook(&mut self, channel: &str, user: &str) -> String {
        self.counter += 1;
        let hook = format!("h{}", self.counter);
        let new = Hook {
            channel: channel.to_string(),
            user: user.to_string(),
            left: 5,
            first: None,
        };
        self.hooks.insert(hook.clone(), new);
        hook
    }

    /// The person a trigger belongs to; each opens one modal.
    pub fn trigger(&self, id: &str) -> Option<String> {
        self.hooks.get(id).map(|hook| hook.user.clone())
    }

    /// The first that the bot said by a response address.
    pub fn first_said(&self, hook: &str) -> Option<Value> {
        self.hooks.get(hook)?.first.clone()
    }

    /// What the bot said by a response address, which takes five answers.
    pub fn hook_said(&mut self, hook: &str, said: &Value) -> Result<(), &'static str> {
        let Some(hook) = self.hooks.get_mut(hook) else {
            return Err("used_url");
        };
        if hook.left == 0 {
            return Err("used_url");
        }
        hook.left -= 1;
        hook.first.get_or_insert_with(|| said.clone());
        let public = said["response_type"] == "in_channel";
        let (channel, user) = (hook.channel.clone(), hook.user.clone());
        let text = said["text"].as_str().unwrap_or_default();
        if text.is_empty() && said["blocks"].is_null() {
            return if said["delete_original"] == true {
                Ok(())
            } else {
                Err("no_text")
            };
        }
        check_message(text, &said["blocks"]).map_err(|_| "invalid_blocks")?;
        self.keep(
            channel,
            (!public).then_some(user),
            text,
            said["blocks"].clone(),
            None,
        );
        Ok(())
    }

    pub fn keep(
        &mut self,
        channel: String,
        only: Option<String>,
        text: &str,
        blocks: Value,
        file: Option<(String, Vec<u8>)>,
    ) -> String {
        let ts = self.next_ts();
        self.sent.push(SlackSent {
            channel,
            only,
            ts: ts.clone(),
            text: text.to_string(),
            blocks,
            file,
            thread: None,
        });
        ts
    }

    /// The message stands in a thread.
    pub fn put_in_thread(&mut self, ts: &str, thread: &str) {
        if let Some(sent) = self.sent.iter_mut().find(|sent| sent.ts == ts) {
            sent.thread = Some(thread.to_string());
        }
    }

    pub fn update(&mut self, channel: &str, ts: &str, text: &str, blocks: Value) -> bool {
        let standing = self
            .sent
            .iter_mut()
            .find(|sent| sent.channel == channel && sent.ts == ts);
        let Some(sent) = standing else { return false };
        sent.text = text.to_string();
        sent.blocks = blocks;
        true
    }

    pub fn delete(&mut self, channel: &str, ts: &str) -> bool {
        let before = self.sent.len();
        self.sent
            .retain(|sent| !(sent.channel == channel && sent.ts == ts));
        self.sent.len() < before
    }

    pub fn promise_file(&mut self, name: &str, length: usize) -> String {
        self.counter += 1;
        let id = format!("F{}", self.counter);
        self.files
            .insert(id.clone(), (name.to_string(), length, None));
        id
    }

    pub fn upload(&mut self, id: &str, bytes: Vec<u8>) -> bool {
        match self.files.get_mut(id) {
            Some((_, length, kept)) if bytes.len() == *length => {
                *kept = Some(bytes);
                true
            }
            _ => false,
        }
    }

    /// The uploaded file, once it is there.
    pub fn file(&self, id: &str) -> Option<(String, Vec<u8>)> {
        let (name, _, bytes) = self.files.get(id)?;
        Some((name.clone(), bytes.clone()?))
    }

    pub fn channel(&self, channel: &str) -> Vec<SlackSent> {
        let open = self
            .sent
            .iter()
            .filter(|sent| sent.channel == channel && sent.only.is_none());
        open.cloned().collect()
    }

    pub fn inbox(&self, user: &str) -> Vec<SlackSent> {
        let dm = direct_messages(user);
        let seen = self.sent.iter().filter(|sent| match &sent.only {
            Some(only) => only == user,
            None => sent.channel == dm,
        });
        seen.cloned().collect()
    }
}

/// The channel of the direct messages with a person, which always exists.
pub fn direct_messages(user: &str) -> String {
    format!("D{user}")
}

/// The user as `users.info` shows them.
pub fn shown_user(id: &str, name: &str) -> Value {
    json!({
        "id": id, "team_id": "T1", "name": name.to_lowercase(), "real_name": name,
        "is_bot": false, "deleted": false, "profile": { "display_name": name, "real_name": name },
    })
}
