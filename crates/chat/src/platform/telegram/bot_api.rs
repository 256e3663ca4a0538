//! Calls of the Bot API, and what their failures mean.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use frankenstein::methods::SendMessageParams;
use frankenstein::types::{
    ChatId, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, ReplyMarkup,
};
use reqwest::multipart::{Form, Part};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::TelegramSettings;
use super::ear::open_key;
use crate::desk::{Address, Button, Later, Note, Platform, What};
use crate::once::Once;
use crate::reception::Reception;
use crate::sender::{Carrier, Sending, Undelivered, undrawn};
use crate::split::{cut, shortened, split};

/// The longest text and caption, in UTF-16 units.
const TEXT: usize = 4096;
const CAPTION: usize = 1024;
/// The largest picture; a larger one goes as a file.
const PICTURE: usize = 10 * 1024 * 1024;
/// The longest words of a button, in bytes, and the most buttons.
const WORDS: usize = 64;
const MOST_BUTTONS: usize = 100;
/// How long somebody waits for the bot's name.
const NAME: Duration = Duration::from_secs(2);
/// How long to wait when somebody else asks for our updates.
const CONFLICT: Duration = Duration::from_secs(3);

/// What somebody sees who has pressed a button.
pub(crate) enum PressAnswer<'a> {
    /// Words, for a moment.
    Words(&'a str),
    /// Their private chat with the bot, by its link.
    Inbox(&'a str),
}

/// The Bot API, spoken as the bot.
pub struct BotApi {
    client: reqwest::Client,
    /// What stands before the method, the token in it.
    url: String,
    once: Arc<Once>,
    pub(crate) reception: Reception,
    name: Mutex<Option<String>>,
    /// When the name may be asked for again.
    asked: Mutex<Option<Instant>>,
    /// Whose inbox is known to be open.
    open: Mutex<BTreeSet<String>>,
}

impl BotApi {
    /// The Bot API at the address of the settings.
    pub(crate) fn new(settings: &TelegramSettings, once: Arc<Once>, reception: Reception) -> Self {
        Self {
            client: crate::http::client(),
            url: format!("{}/bot{}", settings.api_url, settings.token),
            once,
            reception,
            name: Mutex::default(),
            asked: Mutex::default(),
            open: Mutex::default(),
        }
    }

    /// Calls a method.
    pub async fn call(&self, method: &str, arguments: &Value) -> Result<Value, Undelivered> {
        let request = self
            .client
            .post(format!("{}/{method}", self.url))
            .header("content-type", "application/json")
            .body(arguments.to_string());
        self.answered(method, request).await
    }

    async fn answered(&self, method: &str, request: RequestBuilder) -> Result<Value, Undelivered> {
        let answer = answered(method, request).await;
        self.reception.answered(Platform::Telegram, &answer);
        answer
    }

    /// Asks who we are, so that it is known whether our token is taken.
    pub(crate) async fn try_token(&self) {
        let _ = self.call("getMe", &json!({})).await;
    }

    /// The next updates.
    pub(crate) async fn updates(&self, offset: i64, wait: u64) -> Result<Vec<Value>, Undelivered> {
        let arguments = json!({
            "offset": offset, "timeout": wait, "limit": 100,
            "allowed_updates": ["message", "edited_message", "callback_query"],
        });
        let request = self
            .client
            .post(format!("{}/getUpdates", self.url))
            .header("content-type", "application/json")
            .timeout(Duration::from_secs(wait + 10))
            .body(arguments.to_string());
        let result = self.answered("getUpdates", request).await?;
        Ok(result.as_array().cloned().unwrap_or_default())
    }

    /// The bot's name, once Telegram has told it.
    pub(crate) async fn name(&self) -> Option<String> {
        let known = self.name.lock().expect("no holder panics").clone();
        if known.is_some() {
            return known;
        }
        {
            let mut asked = self.asked.lock().expect("no holder panics");
            if asked.is_some_and(|until| until > Instant::now()) {
                return None;
            }
            *asked = Some(Instant::now() + NAME);
        }
        let me = timeout(NAME, self.call("getMe", &json!({})))
            .await
            .ok()?
            .ok()?;
        let name = me["username"].as_str().map(str::to_owned);
        self.name
            .lock()
            .expect("no holder panics")
            .clone_from(&name);
        name
    }

    /// Tells Telegram that a press was heard, and what it shows. If that fails, the
    /// person sees the button blink a little longer.
    pub(crate) async fn answer_press(&self, id: &str, shown: Option<PressAnswer<'_>>) {
        let mut arguments = json!({ "callback_query_id": id });
        match shown {
            Some(PressAnswer::Words(text)) if !text.is_empty() => {
                arguments["text"] = json!(text);
                arguments["show_alert"] = json!(true);
            }
            // Words beside it would keep it from being opened.
            Some(PressAnswer::Inbox(link)) => arguments["url"] = json!(link),
            _ => {}
        }
        let _ = timeout(NAME, self.call("answerCallbackQuery", &arguments)).await;
    }

    pub(crate) fn is_known_open(&self, user: &str) -> bool {
        self.open.lock().expect("no holder panics").contains(user)
    }

    pub(crate) fn know_open(&self, user: &str, is_open: bool) {
        let mut open = self.open.lock().expect("no holder panics");
        if is_open {
            open.insert(user.to_owned());
        } else {
            open.remove(user);
        }
    }

    async fn send(&self, note: &Note) -> Result<(), Undelivered> {
        let chat = match &note.to {
            Address::Person(chat) | Address::Chat(chat) => chat,
            Address::Aside { user, .. } => user,
        };
        let Ok(chat) = chat.parse::<i64>() else {
            return Err(Undelivered::Refused(format!("{chat} is no chat")));
        };
        match &note.what {
            What::Text(text) => {
                let preview = LinkPreviewOptions::builder().is_disabled(true).build();
                let message = SendMessageParams::builder()
                    .chat_id(ChatId::Integer(chat))
                    .text(text.clone())
                    .link_preview_options(preview)
                    .maybe_reply_markup(keyboard(&note.buttons))
                    .build();
                let mut message = serde_json::to_value(message)
                    .map_err(|error| Undelivered::Refused(error.to_string()))?;
                if let Some(answered) = reply(note) {
                    message["reply_parameters"] = answered;
                }
                self.call("sendMessage", &message).await.map(|_| ())
            }
            What::Picture {
                name,
                caption,
                bytes,
            } => {
                let (method, field) = if bytes.len() > PICTURE {
                    ("sendDocument", "document")
                } else {
                    ("sendPhoto", "photo")
                };
                let kind = "image/png";
                self.send_file(chat, (method, field), (name, kind, bytes), caption, note)
                    .await
            }
            What::File { name, bytes } => {
                let kind = "application/octet-stream";
                let how = ("sendDocument", "document");
                self.send_file(chat, how, (name, kind, bytes), "", note)
                    .await
            }
            What::Drawing(_) => Err(undrawn()),
            What::Erase(message) => {
                let message: i64 = message.parse().unwrap_or(0);
                let arguments = json!({ "chat_id": chat, "message_id": message });
                match self.call("deleteMessage", &arguments).await {
                    // Not allowed to, or gone already: there is nothing more to do.
                    Err(
                        Undelivered::Closed(_) | Undelivered::Refused(_) | Undelivered::Moved(_),
                    )
                    | Ok(_) => Ok(()),
                    Err(later) => Err(later),
                }
            }
        }
    }

    async fn send_file(
        &self,
        chat: i64,
        (method, field): (&str, &'static str),
        (name, kind, bytes): (&str, &str, &[u8]),
        caption: &str,
        note: &Note,
    ) -> Result<(), Undelivered> {
        let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
        let part = part
            .mime_str(kind)
            .map_err(|error| Undelivered::Refused(error.to_string()))?;
        let mut form = Form::new()
            .text("chat_id", chat.to_string())
            .part(field, part);
        let caption = split(caption, CAPTION, char::len_utf16).into_iter().next();
        if let Some(caption) = caption {
            form = form.text("caption", caption);
        }
        if let Some(answered) = reply(note) {
            form = form.text("reply_parameters", answered.to_string());
        }
        if let Some(keyboard) = keyboard(&note.buttons) {
            let keyboard = serde_json::to_string(&keyboard)
                .map_err(|error| Undelivered::Refused(error.to_string()))?;
            form = form.text("reply_markup", keyboard);
        }
        let request = self
            .client
            .post(format!("{}/{method}", self.url))
            .multipart(form);
        self.answered(method, request).await.map(|_| ())
    }
}

impl Carrier for BotApi {
    fn cut(&self, note: Note) -> Vec<Note> {
        cut(note, TEXT, char::len_utf16)
    }

    fn deliver<'a>(&'a self, note: &'a Note) -> Sending<'a> {
        Box::pin(self.send(note))
    }

    fn closed<'a>(&'a self, to: &'a Address) -> Later<'a, ()> {
        Box::pin(async move {
            let (Address::Person(user) | Address::Chat(user) | Address::Aside { user, .. }) = to;
            // Groups have negative numbers, and no inbox.
            if !user.starts_with('-') {
                self.know_open(user, false);
                self.once.flag(&open_key(user), false).await?;
            }
            Ok(())
        })
    }
}

/// What a note answers, if that is still there.
fn reply(note: &Note) -> Option<Value> {
    let message: i64 = note.answers.as_ref()?.parse().ok()?;
    Some(json!({ "message_id": message, "allow_sending_without_reply": true }))
}

/// One button in a row; three if they are short.
fn keyboard(buttons: &[Button]) -> Option<ReplyMarkup> {
    let fitting = buttons.iter().filter(|button| button.words.len() <= WORDS);
    let keys: Vec<InlineKeyboardButton> = fitting
        .take(MOST_BUTTONS)
        .map(|button| {
            InlineKeyboardButton::builder()
                .text(shortened(&button.label, 60))
                .callback_data(button.words.clone())
                .build()
        })
        .collect();
    if keys.is_empty() {
        return None;
    }
    let wide = keys.iter().any(|key| key.text.chars().count() > 18);
    let rows = keys.chunks(if wide { 1 } else { 3 }).map(<[_]>::to_vec);
    let markup = InlineKeyboardMarkup::builder()
        .inline_keyboard(rows.collect())
        .build();
    Some(ReplyMarkup::InlineKeyboardMarkup(markup))
}

/// The result of a call.
async fn answered(method: &str, request: RequestBuilder) -> Result<Value, Undelivered> {
    let answer = request.send().await.map_err(|_| Undelivered::Unanswered)?;
    let status = answer.status();
    let asked = answer.headers().get("retry-after");
    let asked = asked.and_then(|value| value.to_str().ok()?.trim().parse::<u64>().ok());
    let body = answer.bytes().await.map_err(|_| Undelivered::Unanswered)?;
    let body: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    if status.is_success() && body["ok"] == true {
        return Ok(body["result"].clone());
    }
    let asked = body["parameters"]["retry_after"].as_u64().or(asked);
    // A group that has become a supergroup.
    if let Some(to) = body["parameters"]["migrate_to_chat_id"].as_i64() {
        return Err(Undelivered::Moved(to.to_string()));
    }
    let why = body["description"]
        .as_str()
        .unwrap_or_else(|| status.as_str())
        .to_owned();
    Err(match status {
        StatusCode::TOO_MANY_REQUESTS => {
            Undelivered::Later(Some(Duration::from_secs(asked.unwrap_or(1))))
        }
        // What has the form of no token leads nowhere.
        StatusCode::NOT_FOUND if method == "getMe" => Undelivered::Token,
        StatusCode::UNAUTHORIZED => {
            tracing::warn!("telegram does not take our token: {method}: {why}");
            Undelivered::Token
        }
        StatusCode::FORBIDDEN => Undelivered::Closed(format!("{method}: {why}")),
        StatusCode::CONFLICT => {
            tracing::warn!("telegram: {method}: 409: {why}");
            Undelivered::Later(Some(CONFLICT))
        }
        status if status.is_client_error() => {
            Undelivered::Refused(format!("{method}: {}: {why}", status.as_u16()))
        }
        _ => Undelivered::Later(asked.map(Duration::from_secs)),
    })
}
