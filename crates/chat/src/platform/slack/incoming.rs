//! What commands, events and presses say, as far as a table needs it.
//!
//! Only the fields that matter are read, so that new ones of Slack's break
//! nothing.

use parlour_room::Verb;
use serde::Deserialize;
use serde_json::Value;

use super::modal::{BACK, BUILD, read_kept, read_noted};
use crate::form;

/// A slash command, whatever its name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Slash {
    pub user: String,
    pub name: String,
    pub channel: String,
    pub text: String,
    pub hook: Option<String>,
    pub trigger: Option<String>,
}

impl Slash {
    /// Reads the form. Nothing if it is not a command. A command whose name is a word
    /// of the room's says that word: `/move A Vie-Bud`, `/map`.
    pub fn read(body: &[u8]) -> Option<Self> {
        let mut slash = Self::default();
        let mut called = String::new();
        for (key, value) in form::read(body) {
            match key.as_str() {
                "command" => value.trim_start_matches('/').clone_into(&mut called),
                "user_id" => slash.user = value,
                "user_name" => slash.name = value,
                "channel_id" => slash.channel = value,
                "text" => slash.text = plain(&value),
                "trigger_id" if !value.is_empty() => slash.trigger = Some(value),
                "response_url" if !value.is_empty() => slash.hook = Some(value),
                _ => {}
            }
        }
        if Verb::named(&called).is_some() {
            let words = format!("{called} {}", slash.text);
            words.trim().clone_into(&mut slash.text);
        }
        (!slash.user.is_empty()).then_some(slash)
    }
}

/// Whether a channel is a direct message.
pub fn is_direct(channel: &str) -> bool {
    channel.is_empty() || channel.starts_with('D')
}

/// The outer form of the Events API.
#[derive(Debug, Deserialize)]
pub struct Envelope {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub challenge: Option<String>,
    #[serde(default)]
    pub event_id: Option<String>,
    #[serde(default)]
    pub event: Option<Event>,
}

/// An event.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Event {
    #[serde(rename = "type")]
    pub kind: String,
    pub subtype: Option<String>,
    pub channel_type: Option<String>,
    pub channel: String,
    pub user: Option<String>,
    pub bot_id: Option<String>,
    pub text: Option<String>,
    /// When it was said, which is its name as well: `1700000000.000100`.
    pub ts: Option<String>,
    /// The thread that it was said in.
    pub thread_ts: Option<String>,
    /// Of a message that was changed: how it is now, and how it was.
    pub message: Option<Changed>,
    pub previous_message: Option<Changed>,
}

/// A message that was changed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Changed {
    pub user: Option<String>,
    pub bot_id: Option<String>,
    pub text: Option<String>,
}

impl Event {
    /// When it was said, in milliseconds.
    pub fn written(&self) -> Option<u64> {
        let seconds = self.ts.as_deref()?.split('.').next()?;
        Some(seconds.parse::<u64>().ok()?.saturating_mul(1000))
    }

    /// Who has changed the words of a direct message. Slack also changes messages
    /// itself, to show what a link leads to.
    pub fn edited_by(&self) -> Option<&str> {
        let direct = self.channel_type.as_deref() == Some("im") || is_direct(&self.channel);
        let (now, before) = (self.message.as_ref()?, self.previous_message.as_ref()?);
        let changed = self.subtype.as_deref() == Some("message_changed") && now.text != before.text;
        let person = now.user.as_deref().filter(|_| now.bot_id.is_none());
        person.filter(|user| direct && changed && !user.is_empty())
    }

    /// What is passed over is counted by this.
    pub fn sort(&self) -> &str {
        let subtype = self.subtype.as_deref();
        if self.bot_id.is_some() {
            return "bot";
        }
        subtype.unwrap_or(&self.kind)
    }

    /// The words of a person, if it holds any for us: a direct message or a
    /// mention. True for a direct one.
    pub fn words(&self) -> Option<(&str, String, bool)> {
        if self.bot_id.is_some() || self.subtype.is_some() {
            return None;
        }
        let user = self.user.as_deref().filter(|user| !user.is_empty())?;
        let text = self.text.as_deref()?;
        let direct = self.channel_type.as_deref() == Some("im") || is_direct(&self.channel);
        match self.kind.as_str() {
            // Some begin with the bot's name even there.
            "message" if direct && text.trim_start().starts_with("<@") => {
                Some((user, plain(&without_mention(text)), true))
            }
            "message" if direct => Some((user, plain(text), true)),
            "app_mention" => Some((user, plain(&without_mention(text)), direct)),
            _ => None,
        }
    }
}

/// A press of a button or a modal that was sent.
#[derive(Debug, PartialEq, Eq)]
pub struct Press {
    pub user: String,
    pub name: String,
    pub channel: String,
    pub hook: Option<String>,
    pub trigger: Option<String>,
    /// What is said before: orders that are taken back.
    pub before: Vec<String>,
    pub words: String,
    /// For a form that was sent, its first field: what is wrong with it is shown there.
    pub field: Option<String>,
}

impl Press {
    /// Reads the form. Nothing if it says nothing for us.
    pub fn read(body: &[u8]) -> Option<Self> {
        let payload = form::read(body)
            .into_iter()
            .find(|(key, _)| key == "payload")?
            .1;
        let payload: Value = serde_json::from_str(&payload).ok()?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let user = text(&payload["user"]["id"]);
        if user.is_empty() {
            return None;
        }
        let mut before = match payload["type"].as_str()? {
            "block_actions" => vec![chosen(payload["actions"].as_array()?.first()?)?],
            "view_submission" => sent(&payload["view"])?,
            _ => return None,
        };
        let words = before.pop()?;
        let fields = payload["view"]["state"]["values"].as_object();
        let field = fields.and_then(|fields| fields.keys().next().cloned());
        let kept = text(&payload["view"]["private_metadata"]);
        let channel = text(&payload["channel"]["id"]);
        let channel = if channel.is_empty() {
            read_kept(&kept).2.to_owned()
        } else {
            channel
        };
        let name = ["username", "name"]
            .into_iter()
            .map(|key| text(&payload["user"][key]))
            .find(|name| !name.is_empty());
        let hook = text(&payload["response_url"]);
        let trigger = text(&payload["trigger_id"]);
        Some(Self {
            name: name.unwrap_or_else(|| user.clone()),
            user,
            channel,
            hook: (!hook.is_empty()).then_some(hook),
            trigger: (!trigger.is_empty()).then_some(trigger),
            before,
            words,
            field,
        })
    }
}

/// The words of a pressed button or a chosen line.
fn chosen(action: &Value) -> Option<String> {
    let chosen = &action["selected_option"]["value"];
    let words = action["value"].as_str().or(chosen.as_str())?;
    Some(words.to_owned())
}

/// What a modal says: first what is taken back of units, one after the other, then
/// everything that was chosen, one per line, the first with the game and the phase it
/// is meant for.
fn sent(view: &Value) -> Option<Vec<String>> {
    let values = view["state"]["values"].as_object()?;
    let (game, phase, _) = read_kept(view["private_metadata"].as_str().unwrap_or_default());
    let fields: Vec<(&str, String)> = values
        .iter()
        .filter_map(|(name, field)| Some((name.as_str(), field.as_object()?)))
        .flat_map(|(name, field)| {
            field
                .values()
                .filter_map(move |it| Some((name, chosen(it)?)))
        })
        .filter(|(_, words)| !words.trim().is_empty())
        .collect();
    let mut says = Vec::new();
    let mut anew = false;
    // Another order of a unit replaces the one before. Another build does not, and a
    // waive comes to those there are: builds are given anew as a whole, in one command,
    // so that there are never fewer than were chosen.
    let is_build = |(name, _): &&(&str, String)| name.starts_with(BUILD);
    let builds = fields.iter().filter(is_build);
    let mut noted: Vec<String> = builds
        .clone()
        .filter_map(|(name, _)| Some(format!("order {}", read_noted(name)?)))
        .collect();
    let mut chosen: Vec<String> = builds.map(|(_, words)| words.clone()).collect();
    noted.sort_unstable();
    chosen.sort_unstable();
    if !noted.is_empty() {
        if noted == chosen {
            return Some(vec![format!("{game} orders")]);
        }
        anew = true;
    }
    for (name, words) in &fields {
        let Some(noted) = read_noted(name) else {
            continue;
        };
        if words == BACK && !name.starts_with(BUILD) && !anew {
            let unit = noted.split_whitespace().take(2).collect::<Vec<_>>();
            says.push(format!("{game} clear {phase} {}", unit.join(" ")));
        }
    }
    let lines = fields.into_iter().map(|(_, words)| words);
    let lines: Vec<String> = lines.filter(|words| words != BACK).collect();
    let lines = lines.join("\n");
    let verb = if anew { "anew" } else { "order" };
    match lines.strip_prefix("order ") {
        Some(orders) if !phase.is_empty() => says.push(format!("{game} {verb} {phase} {orders}")),
        _ if lines.is_empty() && anew => says.push(format!("{game} clear {phase}")),
        _ if lines.is_empty() => {}
        _ => says.push(lines),
    }
    Some(says)
}

/// Without the mention that made it one.
fn without_mention(text: &str) -> String {
    let Some(at) = text.find("<@") else {
        return text.to_owned();
    };
    match text[at..].find('>') {
        Some(end) => format!("{}{}", &text[..at], &text[at + end + 1..])
            .trim()
            .to_owned(),
        None => text.to_owned(),
    }
}

/// A text of Slack's as it was typed: entities back to letters, links and channels
/// as what they show. Mentions of people stay `<@U024BE7LH|name>`.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let Some(end) = rest[at..].find('>') else {
            rest = &rest[at..];
            break;
        };
        plain.push_str(&shown(&rest[at + 1..at + end]));
        rest = &rest[at + end + 1..];
    }
    plain.push_str(rest);
    let plain = plain.replace("&lt;", "<").replace("&gt;", ">");
    plain.replace("&amp;", "&").trim().to_owned()
}

/// What stands between angle brackets.
fn shown(inside: &str) -> String {
    let (target, label) = match inside.split_once('|') {
        Some((target, label)) => (target, Some(label)),
        None => (inside, None),
    };
    if target.starts_with('@') {
        return format!("<{inside}>");
    }
    label.unwrap_or(target).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_typed() {
        assert_eq!(plain("replace Italy <@U7|ben>"), "replace Italy <@U7|ben>");
        assert_eq!(plain("a &lt;b&gt; &amp;amp; c"), "a <b> &amp; c");
        assert_eq!(plain("<https://a.example|a> <#C1|dip> <"), "a dip <");
        assert_eq!(
            without_mention("<@UBOT> order A Vie-Bud"),
            "order A Vie-Bud"
        );
        assert_eq!(without_mention("hey <@UBOT>"), "hey");
        assert_eq!(without_mention("<@UBOT"), "<@UBOT");
    }

    #[test]
    fn the_name_of_a_slash_command_is_its_first_word_if_it_is_one() {
        let said = |command: &str, text: &str| {
            let form = form::write(&[("command", command), ("user_id", "U1"), ("text", text)]);
            Slash::read(form.as_bytes()).unwrap().text
        };
        assert_eq!(said("/move", "A Vie-Bud"), "move A Vie-Bud");
        assert_eq!(said("/map", ""), "map");
        assert_eq!(said("/touch", "A Vie"), "touch A Vie");
        assert_eq!(said("/dip", "join K7Q2M"), "join K7Q2M");
        assert_eq!(said("", "status"), "status");
    }

    #[test]
    fn an_event_knows_when_it_was_said() {
        let written = |ts: &str| {
            let event = serde_json::json!({ "type": "message", "ts": ts });
            serde_json::from_value::<Event>(event).unwrap().written()
        };
        assert_eq!(written("1900000000.000100"), Some(1_900_000_000_000));
        assert_eq!(written("1900000000"), Some(1_900_000_000_000));
        for wrong in ["", "soon", "-1.0", "99999999999999999999.1"] {
            assert_eq!(written(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn bots_and_edits_say_nothing() {
        let event = |json: &str| serde_json::from_str::<Event>(json).unwrap();
        let said =
            r#"{"type":"message","channel_type":"im","channel":"D1","user":"U1","text":"status"}"#;
        assert_eq!(
            event(said).words(),
            Some(("U1", String::from("status"), true))
        );
        let named = r#"{"type":"message","channel_type":"im","channel":"D1","user":"U1","text":"<@UBOT> orders"}"#;
        assert_eq!(
            event(named).words(),
            Some(("U1", String::from("orders"), true))
        );
        let edited = r#"{"type":"message","channel_type":"im","channel":"D1",
            "subtype":"message_changed","message":{"user":"U1","text":"b"},
            "previous_message":{"user":"U1","text":"a"}}"#;
        assert_eq!(event(edited).edited_by(), Some("U1"));
        assert_eq!(event(&edited.replace("\"b\"", "\"a\"")).edited_by(), None);
        assert_eq!(
            event(&edited.replace("im", "channel").replace("D1", "C1")).edited_by(),
            None
        );
        for silent in [
            r#"{"type":"message","channel_type":"im","channel":"D1","user":"U1","text":"x","subtype":"message_changed"}"#,
            r#"{"type":"message","channel_type":"im","channel":"D1","user":"U1","text":"x","bot_id":"B1"}"#,
            r#"{"type":"message","channel_type":"channel","channel":"C1","user":"U1","text":"x"}"#,
            r#"{"type":"reaction_added","user":"U1"}"#,
            r#"{"type":"app_mention","channel":"C1","text":"x"}"#,
        ] {
            assert_eq!(event(silent).words(), None, "{silent}");
        }
    }

    #[test]
    fn presses_and_modals_say_their_words() {
        let read = |payload: &str| Press::read(form::write(&[("payload", payload)]).as_bytes());
        let press = read(
            r#"{"type":"block_actions","user":{"id":"U1","username":"ann"},"channel":{"id":"C1"},
                "response_url":"http://h/1","actions":[{"value":"ready"}]}"#,
        );
        let press = press.unwrap();
        assert_eq!(
            (press.words.as_str(), press.channel.as_str()),
            ("ready", "C1")
        );
        let modal = read(
            r#"{"type":"view_submission","user":{"id":"U1","name":"ann"},"view":{
                "private_metadata":"K7Q2M S1901M C1","state":{"values":{
                "u1":{"order":{"selected_option":{"value":"order A Vie-Bud"}}},
                "u2":{"order":{"selected_option":null}},
                "u3":{"order":{"selected_option":{"value":"order F Tri H"}}}}}}}"#,
        );
        let modal = modal.unwrap();
        assert_eq!(modal.words, "K7Q2M order S1901M A Vie-Bud\norder F Tri H");
        assert!(modal.before.is_empty());
        // What is chosen of builds takes the place of what was noted.
        let modal = read(
            r#"{"type":"view_submission","user":{"id":"U1","name":"ann"},"view":{
                "private_metadata":"K7Q2M W1901A C1","state":{"values":{
                "build-0|A Vie B":{"order":{"selected_option":{"value":"order A Bud B"}}},
                "build-1|F Stp/nc B":{"order":{"selected_option":{"value":"order Waive"}}},
                "build-2|Waive":{"order":{"selected_option":{"value":"clear"}}},
                "unit-3|A Rom D":{"order":{"selected_option":{"value":"clear"}}},
                "unit-4|A Ven H":{"order":{"selected_option":{"value":"order A Ven - Pie"}}}}}}}"#,
        );
        let modal = modal.unwrap();
        assert!(modal.before.is_empty(), "it is one command");
        assert_eq!(
            modal.words,
            "K7Q2M anew W1901A A Bud B\norder Waive\norder A Ven - Pie"
        );
        let modal = read(
            r#"{"type":"view_submission","user":{"id":"U1","name":"ann"},"view":{
                "private_metadata":"K7Q2M W1901A C1","state":{"values":{
                "build-0|A Vie B":{"order":{"selected_option":{"value":"clear"}}}}}}}"#,
        );
        let modal = modal.unwrap();
        assert_eq!(modal.words, "K7Q2M clear W1901A");
        assert_eq!(modal.field.as_deref(), Some("build-0|A Vie B"));
        // What is chosen as it was noted, in whatever field, is not noted twice.
        let modal = read(
            r#"{"type":"view_submission","user":{"id":"U1","name":"ann"},"view":{
                "private_metadata":"K7Q2M W1901A C1","state":{"values":{
                "build-0|A Vie B":{"order":{"selected_option":{"value":"order Waive"}}},
                "build-1|Waive":{"order":{"selected_option":{"value":"order A Vie B"}}}}}}}"#,
        );
        let modal = modal.unwrap();
        assert_eq!(
            (modal.words.as_str(), modal.before.len()),
            ("K7Q2M orders", 0)
        );
        let modal = read(
            r#"{"type":"view_submission","user":{"id":"U1","name":"ann"},"view":{
                "private_metadata":"K7Q2M S1901M C1","state":{"values":{
                "u1":{"order":{"selected_option":{"value":"order A Vie-Bud"}}}}}}}"#,
        );
        let modal = modal.unwrap();
        assert_eq!((modal.channel.as_str(), modal.name.as_str()), ("C1", "ann"));
        for nothing in [
            "{}",
            "[]",
            "no json",
            r#"{"type":"shortcut","user":{"id":"U1"}}"#,
        ] {
            assert_eq!(read(nothing), None);
        }
    }
}
