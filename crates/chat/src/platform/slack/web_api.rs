//! Calls of the Web API, and what their failures mean.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};

use super::escaping::escaped;
use super::remembered::Remembered;
use super::{SlackSettings, blocks};
use crate::desk::{Address, Later, Note, Platform, What};
use crate::form;
use crate::reception::Reception;
use crate::sender::{Carrier, Sending, Undelivered, undrawn};
use crate::split::shortened;

/// The Web API, spoken as the bot.
pub struct WebApi {
    client: reqwest::Client,
    url: String,
    token: String,
    reception: Reception,
    /// The channels of direct messages, as far as they were asked for.
    direct: Remembered<String>,
    /// What people are called, as far as they were asked for and Slack said so.
    names: Remembered<Option<String>>,
}

/// How long somebody waits for a name.
const NAME: Duration = Duration::from_millis(700);

impl WebApi {
    /// The Web API at the address of the settings.
    pub(crate) fn new(settings: &SlackSettings, reception: Reception) -> Self {
        Self {
            client: crate::http::client(),
            url: settings.api_url.clone(),
            token: settings.token.clone(),
            reception,
            direct: Remembered::default(),
            names: Remembered::default(),
        }
    }

    /// Calls a method with JSON.
    pub async fn call(&self, method: &str, arguments: &Value) -> Result<Value, Undelivered> {
        let request = self
            .request(method)
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .body(arguments.to_string());
        self.answered(method, request).await
    }

    async fn answered(&self, method: &str, request: RequestBuilder) -> Result<Value, Undelivered> {
        let answer = answered(method, request).await;
        self.reception.answered(Platform::Slack, &answer);
        answer
    }

    /// Asks who we are, so that it is known whether our token is taken.
    pub(crate) async fn try_token(&self) {
        let _ = self.call("auth.test", &json!({})).await;
    }

    /// Calls a method that takes only forms.
    async fn call_form(
        &self,
        method: &str,
        arguments: &[(&str, &str)],
    ) -> Result<Value, Undelivered> {
        let request = self
            .request(method)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form::write(arguments));
        self.answered(method, request).await
    }

    fn request(&self, method: &str) -> RequestBuilder {
        self.client
            .post(format!("{}/{method}", self.url))
            .header(AUTHORIZATION, format!("Bearer {}", self.token))
    }

    /// What others call somebody; what we know anyway if Slack does not say.
    pub(crate) async fn display_name(&self, user: &str, known: &str) -> String {
        if let Some(name) = self.names.get(user) {
            return name.unwrap_or_else(|| known.to_owned());
        }
        let asked = [("user", user)];
        let call = self.call_form("users.info", &asked);
        let info = match tokio::time::timeout(NAME, call).await {
            Ok(Ok(info)) => info["user"].clone(),
            // Not allowed to know: it is not asked for with every word.
            Ok(Err(Undelivered::Refused(_))) => Value::Null,
            // Not now: the next word may tell.
            _ => return known.to_owned(),
        };
        let candidates = [
            &info["profile"]["display_name"],
            &info["real_name"],
            &info["name"],
        ];
        let mut names = candidates.into_iter().filter_map(Value::as_str);
        let name = names.find(|name| !name.trim().is_empty());
        let name = name.map(str::to_owned);
        self.names.put(user, name.clone());
        name.unwrap_or_else(|| known.to_owned())
    }

    /// Somebody has written to us there.
    pub(crate) fn know_direct(&self, user: &str, channel: &str) {
        self.direct.put(user, channel.to_owned());
    }

    async fn direct_channel(&self, user: &str) -> Result<String, Undelivered> {
        if let Some(channel) = self.direct.get(user) {
            return Ok(channel);
        }
        let opened = self
            .call("conversations.open", &json!({ "users": user }))
            .await?;
        let Some(channel) = opened["channel"]["id"].as_str() else {
            return Err(Undelivered::Refused(String::from("no channel was opened")));
        };
        self.direct.put(user, channel.to_owned());
        Ok(channel.to_owned())
    }

    async fn send(&self, note: &Note) -> Result<(), Undelivered> {
        match &note.what {
            What::Text(text) => self.send_text(note, text).await,
            What::Picture {
                name,
                caption,
                bytes,
            } => self.send_file(note, name, caption, bytes).await,
            What::File { name, bytes } => self.send_file(note, name, "", bytes).await,
            What::Drawing(_) => Err(undrawn()),
            // Nobody may delete another's message here.
            What::Erase(_) => Ok(()),
        }
    }

    async fn send_text(&self, note: &Note, text: &str) -> Result<(), Undelivered> {
        let mut message = blocks::message(text, &note.buttons);
        if let Some(thread) = &note.answers {
            message["thread_ts"] = json!(thread);
        }
        let method = match &note.to {
            Address::Person(user) => {
                message["channel"] = json!(self.direct_channel(user).await?);
                "chat.postMessage"
            }
            Address::Chat(channel) => {
                message["channel"] = json!(channel);
                "chat.postMessage"
            }
            Address::Aside { chat, user, hook } => {
                if let Some(hook) = hook {
                    match self.send_by_hook(hook, &message).await {
                        // It is used up or too old; there is another way.
                        Err(Undelivered::Refused(_)) => {}
                        other => return other,
                    }
                }
                if !super::incoming::is_direct(chat) {
                    let mut aside = message.clone();
                    aside["channel"] = json!(chat);
                    aside["user"] = json!(user);
                    match self.call("chat.postEphemeral", &aside).await {
                        // The bot is not there: the person is told elsewhere.
                        Err(Undelivered::Closed(_)) => {}
                        other => return other.map(|_| ()),
                    }
                }
                message["channel"] = json!(self.direct_channel(user).await?);
                "chat.postMessage"
            }
        };
        message["unfurl_links"] = json!(false);
        message["unfurl_media"] = json!(false);
        self.call(method, &message).await.map(|_| ())
    }

    pub(super) async fn send_by_hook(
        &self,
        hook: &str,
        message: &Value,
    ) -> Result<(), Undelivered> {
        let mut message = message.clone();
        message["response_type"] = json!("ephemeral");
        message["replace_original"] = json!(false);
        let request = self
            .client
            .post(hook)
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .body(message.to_string());
        let answer = request.send().await.map_err(|_| Undelivered::Unanswered)?;
        if let Some(undelivered) = by_status(answer.status(), answer.headers().get(RETRY_AFTER)) {
            return Err(undelivered);
        }
        let status = answer.status();
        answer.bytes().await.map_err(|_| Undelivered::Unanswered)?;
        if status.is_success() {
            Ok(())
        } else {
            Err(Undelivered::Refused(format!("response_url: {status}")))
        }
    }

    /// The three steps of an upload. Nothing is seen before the last.
    async fn send_file(
        &self,
        note: &Note,
        name: &str,
        caption: &str,
        bytes: &[u8],
    ) -> Result<(), Undelivered> {
        let channel = match &note.to {
            Address::Chat(channel) => channel.clone(),
            // A file is never ephemeral, so it goes to the person.
            Address::Person(user) | Address::Aside { user, .. } => {
                self.direct_channel(user).await?
            }
        };
        let length = bytes.len().to_string();
        let asked = [("filename", name), ("length", &length)];
        let promise = self.call_form("files.getUploadURLExternal", &asked).await?;
        let (Some(url), Some(id)) = (promise["upload_url"].as_str(), promise["file_id"].as_str())
        else {
            return Err(Undelivered::Refused(String::from("no upload address")));
        };
        let upload = self
            .client
            .post(url)
            .header(CONTENT_TYPE, "application/octet-stream")
            .body(bytes.to_vec());
        let answer = upload.send().await.map_err(|_| Undelivered::Unanswered)?;
        if !answer.status().is_success() {
            // Tried again from the first step, at a new address.
            let retry = answer.headers().get(RETRY_AFTER);
            let undelivered = by_status(answer.status(), retry);
            return Err(undelivered.unwrap_or(Undelivered::Later(None)));
        }
        answer.bytes().await.map_err(|_| Undelivered::Unanswered)?;
        let title = if caption.is_empty() { name } else { caption };
        let mut done = json!({
            "files": [{ "id": id, "title": shortened(title, 250) }], "channel_id": channel,
        });
        if let Some(thread) = &note.answers {
            done["thread_ts"] = json!(thread);
        }
        if !caption.is_empty() {
            done["initial_comment"] = json!(escaped(&shortened(caption, 500)));
        }
        self.call("files.completeUploadExternal", &done)
            .await
            .map(|_| ())
    }
}

impl Carrier for WebApi {
    fn cut(&self, note: Note) -> Vec<Note> {
        blocks::cut(note)
    }

    fn deliver<'a>(&'a self, note: &'a Note) -> Sending<'a> {
        Box::pin(self.send(note))
    }

    fn closed<'a>(&'a self, to: &'a Address) -> Later<'a, ()> {
        let (Address::Person(name) | Address::Chat(name) | Address::Aside { user: name, .. }) = to;
        self.direct.forget(name);
        Box::pin(async { Ok(()) })
    }
}

async fn answered(method: &str, request: RequestBuilder) -> Result<Value, Undelivered> {
    let answer = request.send().await.map_err(|_| Undelivered::Unanswered)?;
    if let Some(undelivered) = by_status(answer.status(), answer.headers().get(RETRY_AFTER)) {
        return Err(undelivered);
    }
    let body = answer.bytes().await.map_err(|_| Undelivered::Unanswered)?;
    let Ok(body) = serde_json::from_slice::<Value>(&body) else {
        return Err(Undelivered::Later(None));
    };
    if body["ok"] == true {
        return Ok(body);
    }
    let error = body["error"].as_str().unwrap_or("no reason given");
    Err(by_error(method, error))
}

/// What a status means, if it means that nothing arrived.
fn by_status(
    status: StatusCode,
    retry_after: Option<&reqwest::header::HeaderValue>,
) -> Option<Undelivered> {
    let seconds = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
    match status {
        StatusCode::TOO_MANY_REQUESTS => Some(Undelivered::Later(Some(Duration::from_secs(
            seconds.unwrap_or(1),
        )))),
        StatusCode::FORBIDDEN => Some(Undelivered::Closed(String::from("403"))),
        StatusCode::REQUEST_TIMEOUT => Some(Undelivered::Later(None)),
        status if status.is_server_error() => {
            Some(Undelivered::Later(seconds.map(Duration::from_secs)))
        }
        _ => None,
    }
}

/// What an error of the Web API means.
fn by_error(method: &str, error: &str) -> Undelivered {
    let why = format!("{method}: {error}");
    match error {
        "ratelimited" | "rate_limited" => Undelivered::Later(Some(Duration::from_secs(1))),
        "internal_error"
        | "fatal_error"
        | "service_unavailable"
        | "request_timeout"
        | "team_added_to_org"
        | "accesslimited" => Undelivered::Later(None),
        // Names are asked for where we may know them.
        "missing_scope" if method == "users.info" => Undelivered::Refused(why),
        // Whoever may not send files sends the rest: pictures must not hold it up.
        "missing_scope" if method.starts_with("files.") => {
            tracing::warn!("slack: pictures and files need the scope files:write: {why}");
            Undelivered::Refused(why)
        }
        "invalid_auth" | "not_authed" | "token_revoked" | "token_expired" | "account_inactive"
        | "missing_scope" | "no_permission" => {
            tracing::warn!("slack does not take our token: {why}");
            Undelivered::Token
        }
        "cannot_dm_bot"
        | "user_disabled"
        | "user_not_visible"
        | "messages_tab_disabled"
        | "not_in_channel"
        // So says Slack of a private channel that the bot is not in.
        | "channel_not_found"
        | "restricted_action"
        | "user_not_in_channel" => Undelivered::Closed(why),
        _ => Undelivered::Refused(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_slack_refuses_waits_or_is_given_up() {
        let closed =
            |method: &str, error: &str| matches!(by_error(method, error), Undelivered::Closed(_));
        // A channel without the bot, whichever word Slack has for it, waits.
        assert!(closed("chat.postMessage", "not_in_channel"));
        assert!(closed("chat.postMessage", "channel_not_found"));
        // Without the scope for files, words are sent all the same.
        let files = by_error("files.getUploadURLExternal", "missing_scope");
        assert!(matches!(files, Undelivered::Refused(_)));
        let words = by_error("chat.postMessage", "missing_scope");
        assert_eq!(words, Undelivered::Token);
    }
}
