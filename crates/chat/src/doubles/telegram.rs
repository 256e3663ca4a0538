//! A double of the Telegram Bot API.
//!
//! Known methods: `getMe`, `getUpdates`, `setWebhook`, `deleteWebhook`,
//! `getWebhookInfo`, `setMyCommands`, `sendMessage`, `sendPhoto`, `sendDocument`, `sendAnimation`,
//! `editMessageText`, `editMessageReplyMarkup`, `deleteMessage`,
//! `answerCallbackQuery`, `getChat`. A private chat is closed until its person
//! has written to the bot, and closed again while the bot is blocked.

mod api;
mod delivery;
mod request;
mod world;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::{Mischief, waiting};
use crate::platform::telegram::{TelegramSettings, Webhook};
use world::World;

/// Something the bot sent and that still stands in a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TelegramSent {
    /// The chat it stands in: a person's id, or a group's negative one.
    pub chat: i64,
    /// Its number.
    pub message: i64,
    /// Text or caption, as sent.
    pub text: String,
    /// A picture or document, with its file name.
    pub file: Option<(String, Vec<u8>)>,
    /// Whether that is shown as a picture.
    pub is_photo: bool,
    /// The buttons under it.
    pub buttons: Vec<Button>,
    /// The message it answers.
    pub answers: Option<i64>,
}

/// A button of an inline keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What stands on it.
    pub text: String,
    /// What it sends.
    pub data: String,
}

/// A running double. Dropping it stops its server.
#[derive(Debug)]
pub struct TelegramDouble {
    address: SocketAddr,
    shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
pub(super) struct Shared {
    token: String,
    world: Mutex<World>,
    /// Rung whenever the bot or a person did something.
    changed: Notify,
    mischief: Mischief,
    client: reqwest::Client,
}

impl Shared {
    fn world(&self) -> std::sync::MutexGuard<'_, World> {
        self.world.lock().expect("no holder panics")
    }
}

impl TelegramDouble {
    /// Starts a double on a free port of loopback.
    pub async fn start(token: &str) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            token: token.to_string(),
            world: Mutex::new(World::default()),
            changed: Notify::new(),
            mischief: Mischief::default(),
            client: crate::http::client(),
        });
        let router = api::router(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            // The server ends with the task.
            let _ = axum::serve(listener, router).await;
        });
        let delivery = tokio::spawn(delivery::run(Arc::clone(&shared)));
        Ok(Self {
            address,
            shared,
            tasks: vec![server, delivery],
        })
    }

    /// What a bot has to know to reach it, and where it wants its updates.
    pub fn settings(&self, webhook: Option<Webhook>) -> TelegramSettings {
        TelegramSettings {
            token: self.shared.token.clone(),
            api_url: self.url(),
            webhook,
        }
    }

    /// What stands before `/bot<token>/METHOD`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The switches of misbehaviour.
    pub fn mischief(&self) -> &Mischief {
        &self.shared.mischief
    }

    /// Adds a person. Their private chat has the same id.
    pub fn add_user(&self, id: i64, name: &str) {
        self.shared.world().add_user(id, name);
    }

    /// Adds a group; ids of groups are negative.
    pub fn add_group(&self, id: i64, title: &str) {
        self.shared.world().add_group(id, title);
    }

    /// A group becomes a supergroup: it goes on under another id, and whoever writes
    /// to the old one is refused with the new one. `announced` says whether the bot
    /// is told of it, in both.
    pub fn upgrade_group(&self, from: i64, to: i64, announced: bool) {
        self.shared.world().upgrade_group(from, to, announced);
        self.shared.changed.notify_waiters();
    }

    /// A person writes into a chat. The answer is the message's number.
    pub fn say(&self, user: i64, chat: i64, text: &str) -> i64 {
        let message = self.shared.world().say(user, chat, text);
        self.shared.changed.notify_waiters();
        message
    }

    /// Something else happens, as Telegram tells it: a message is edited, say.
    pub fn happen(&self, kind: &str, body: &Value) {
        self.shared.world().push_update(kind, body);
        self.shared.changed.notify_waiters();
    }

    /// A person presses a button under a message of the bot.
    pub fn press(&self, user: i64, message: i64, data: &str) {
        self.shared.world().press(user, message, data);
        self.shared.changed.notify_waiters();
    }

    /// A person blocks the bot, or allows it again.
    pub fn block(&self, user: i64, blocked: bool) {
        self.shared.world().block(user, blocked);
    }

    /// The newest update is delivered once more, under the same number.
    pub fn repeat_last_update(&self) {
        self.shared.world().repeat_last();
        self.shared.changed.notify_waiters();
    }

    /// The waiting updates are delivered in reverse order.
    pub fn reverse_updates(&self) {
        self.shared.world().reverse_updates();
    }

    /// Everything the bot sent to this chat and did not delete.
    pub fn inbox(&self, chat: i64) -> Vec<TelegramSent> {
        self.shared.world().inbox(chat)
    }

    /// Whether a person's message has been deleted by the bot.
    pub fn is_deleted(&self, message: i64) -> bool {
        self.shared.world().is_deleted(message)
    }

    /// Every call that a real server would have refused for its form.
    pub fn violations(&self) -> Vec<String> {
        self.shared.world().violations.clone()
    }

    /// Every call of the bot except `getUpdates`: method, arguments, whether it was
    /// taken.
    pub fn calls(&self) -> Vec<Value> {
        self.shared.world().calls.clone()
    }

    /// What the bot said for a moment to whoever pressed a button, or the link that
    /// it opened; empty where it only took note.
    pub fn press_answers(&self) -> Vec<String> {
        let world = self.shared.world();
        let answers = world.press_answers.iter();
        answers.map(|(_, text)| text.clone()).collect()
    }

    /// Waits until something in the chat's inbox passes the test; nothing if it
    /// does not within the time.
    pub async fn wait_for(
        &self,
        chat: i64,
        within: Duration,
        test: impl Fn(&TelegramSent) -> bool,
    ) -> Option<TelegramSent> {
        let look = || self.inbox(chat).into_iter().find(&test);
        waiting::until(&self.shared.changed, within, look).await
    }

    /// How many updates nobody has confirmed yet.
    pub fn waiting_updates(&self) -> usize {
        self.shared.world().updates.len()
    }
}

impl Drop for TelegramDouble {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// The bot itself, as `getMe` shows it.
fn bot() -> Value {
    json!({
        "id": 42, "is_bot": true, "first_name": "Parlour", "username": "parlour_bot",
        "can_join_groups": true, "can_read_all_group_messages": false,
        "supports_inline_queries": false,
    })
}
