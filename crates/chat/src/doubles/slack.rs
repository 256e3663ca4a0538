//! A double of Slack: its Web API, and the requests Slack itself makes.
//!
//! Known methods: `auth.test`, `chat.postMessage`, `chat.postEphemeral`,
//! `chat.update`, `chat.delete`, `conversations.open`, `users.info`,
//! `files.getUploadURLExternal` with its upload address,
//! `files.completeUploadExternal`, `views.open`, `views.update`, and the
//! `response_url` of a command or a press. People speak by [`SlackDouble::slash`],
//! [`SlackDouble::event`] and [`SlackDouble::press`], signed as Slack signs.

mod api;
mod limits;
mod sign;
mod world;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::{Mischief, waiting};
use crate::form;
use crate::platform::slack::SlackSettings;
use world::World;

/// How long anybody waits for a bot that is slow.
const PATIENCE: Duration = Duration::from_mins(2);
/// How soon an event is sent again.
const AGAIN: Duration = Duration::from_millis(50);

/// Something the bot sent.
#[derive(Clone, Debug, PartialEq)]
pub struct SlackSent {
    /// The channel it stands in.
    pub channel: String,
    /// The only person who sees it, if it is ephemeral.
    pub only: Option<String>,
    /// Its time stamp, which is also its name.
    pub ts: String,
    /// Its text.
    pub text: String,
    /// Its blocks, as sent.
    pub blocks: Value,
    /// A file that came with it.
    pub file: Option<(String, Vec<u8>)>,
    /// The thread it stands in.
    pub thread: Option<String>,
}

/// What the bot answered to one of Slack's requests.
#[derive(Clone, Debug)]
pub struct SlackAnswer {
    /// The status; 0 if there was no answer at all.
    pub status: u16,
    /// The body.
    pub body: String,
    /// How long it took.
    pub took: Duration,
    /// Who was asked: what [`SlackDouble::point_at`] had named.
    pub bot: String,
    /// The name of the response address by which more may follow.
    hook: String,
}

/// A running double. Dropping it stops its server.
#[derive(Debug)]
pub struct SlackDouble {
    address: SocketAddr,
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

#[derive(Debug)]
pub(super) struct Shared {
    token: String,
    secret: String,
    address: SocketAddr,
    world: Mutex<World>,
    changed: Notify,
    mischief: Mischief,
    client: reqwest::Client,
    bot: Mutex<String>,
}

impl Shared {
    fn world(&self) -> std::sync::MutexGuard<'_, World> {
        self.world.lock().expect("no holder panics")
    }
}

impl SlackDouble {
    /// Starts a double on a free port of loopback.
    pub async fn start(token: &str, signing_secret: &str) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            token: token.to_string(),
            secret: signing_secret.to_string(),
            address,
            world: Mutex::new(World::default()),
            changed: Notify::new(),
            mischief: Mischief::default(),
            client: crate::http::client(),
            bot: Mutex::new(String::new()),
        });
        let router = api::router(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            // The server ends with the task.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            address,
            shared,
            server,
        })
    }

    /// What a bot has to know to reach it.
    pub fn settings(&self) -> SlackSettings {
        SlackSettings {
            token: self.shared.token.clone(),
            signing_secret: self.shared.secret.clone(),
            api_url: self.url(),
        }
    }

    /// What stands before `/METHOD`.
    pub fn url(&self) -> String {
        format!("http://{}/api", self.address)
    }

    /// Where the bot listens, for instance `http://127.0.0.1:8080`.
    pub fn point_at(&self, bot: &str) {
        *self.shared.bot.lock().expect("no holder panics") = bot.trim_end_matches('/').to_string();
    }

    /// The switches of misbehaviour.
    pub fn mischief(&self) -> &Mischief {
        &self.shared.mischief
    }

    /// Adds a person, for instance `U1`.
    pub fn add_user(&self, id: &str, name: &str) {
        self.shared.world().add_user(id, name);
    }

    /// Adds a channel, for instance `C1`.
    pub fn add_channel(&self, id: &str, name: &str) {
        self.shared.world().add_channel(id, name);
    }

    /// A person types the slash command with these words, in a channel or in
    /// the direct messages with the bot.
    pub async fn slash(&self, user: &str, channel: &str, words: &str) -> SlackAnswer {
        let (body, hook) = {
            let mut world = self.shared.world();
            let hook = world.new_hook(channel, user);
            let body = form::write(&[
                ("token", "gone"),
                ("team_id", "T1"),
                ("channel_id", channel),
                ("channel_name", &world.channel_name(channel)),
                ("user_id", user),
                ("user_name", &world.user_name(user)),
                ("command", "/dip"),
                ("text", words),
                ("api_app_id", "A1"),
                ("trigger_id", &hook),
                (
                    "response_url",
                    &format!("http://{}/hook/{hook}", self.address),
                ),
            ]);
            (body, hook)
        };
        let mut answer = self
            .signed("/slack/commands", "application/x-www-form-urlencoded", body)
            .await;
        answer.hook.clone_from(&hook);
        // What the bot says at once counts like any other answer.
        if let Ok(said) = serde_json::from_str::<Value>(&answer.body) {
            let mut world = self.shared.world();
            let taken = world.hook_said(&hook, &said);
            if let Err(error) = taken {
                world.violations.push(format!("response: {error}"));
            }
            let call = json!({ "method": "response", "arguments": said, "ok": taken.is_ok() });
            world.calls.push(call);
        } else if answer.status == 200 && !answer.body.is_empty() {
            let _ = self
                .shared
                .world()
                .hook_said(&hook, &json!({ "text": answer.body }));
        }
        self.shared.changed.notify_waiters();
        answer
    }

    /// The same, as people do it: whoever gets an empty answer waits for what follows
    /// by the response address, where a bot that is slow answers; and whoever reads
    /// that nothing has changed because the house cannot be reached says it again.
    pub async fn ask(&self, user: &str, channel: &str, words: &str) -> SlackAnswer {
        let end = Instant::now() + PATIENCE;
        loop {
            let mut answer = self.slash(user, channel, words).await;
            if answer.status == 200 && answer.body.is_empty() {
                let followed = self.follow_up(&answer, PATIENCE).await;
                answer.body = followed.unwrap_or_default();
            }
            if !answer.body.contains("cannot be reached") || Instant::now() > end {
                return answer;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Asks for a form until it stands on the screen: a bot that is slow says that it
    /// does not open just now.
    pub async fn form(&self, user: &str, channel: &str, words: &str) -> Option<Value> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            self.slash(user, channel, words).await;
            let modal = self.wait_for_modal(user, Duration::from_secs(10)).await;
            if modal.is_some() {
                return modal;
            }
        }
        None
    }

    /// What the bot said first by the response address of a command, once it has.
    pub async fn follow_up(&self, answer: &SlackAnswer, within: Duration) -> Option<String> {
        let look = || self.shared.world().first_said(&answer.hook);
        let said = waiting::until(&self.shared.changed, within, look).await;
        said.map(|said| said.to_string())
    }

    /// An event of the Events API, under a number of its own. `body` is the
    /// inner event, for instance a `message` of type `im` or an `app_mention`. As
    /// Slack does, it is sent again while the bot asks for that by a 503.
    pub async fn event(&self, body: Value) -> SlackAnswer {
        let id = self.shared.world().next_event();
        self.event_until_taken(&id, body).await
    }

    /// The same under this number.
    pub async fn event_until_taken(&self, id: &str, body: Value) -> SlackAnswer {
        let end = Instant::now() + PATIENCE;
        loop {
            let answer = self.event_with_id(id, body.clone()).await;
            if answer.status != 503 || Instant::now() > end {
                return answer;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// An event once, under this number: the same may be sent again, as Slack does
    /// when an answer is late.
    pub async fn event_with_id(&self, id: &str, body: Value) -> SlackAnswer {
        let envelope = json!({
            "token": "gone", "team_id": "T1", "api_app_id": "A1", "type": "event_callback",
            "event_id": id, "event_time": seconds_now(), "event": body,
        });
        self.signed("/slack/events", "application/json", envelope.to_string())
            .await
    }

    /// A person writes to the bot directly.
    pub async fn dm(&self, user: &str, text: &str) -> SlackAnswer {
        let (channel, ts) = {
            let mut world = self.shared.world();
            (world::direct_messages(user), world.next_ts())
        };
        self.event(json!({
            "type": "message", "channel_type": "im", "channel": channel, "user": user,
            "text": text, "ts": ts, "event_ts": ts,
        }))
        .await
    }

    /// A person mentions the bot in a channel.
    pub async fn mention(&self, user: &str, channel: &str, text: &str) -> SlackAnswer {
        self.mention_in(user, channel, None, text).await
    }

    /// A person mentions the bot in a thread of a channel.
    pub async fn mention_in(
        &self,
        user: &str,
        channel: &str,
        thread: Option<&str>,
        text: &str,
    ) -> SlackAnswer {
        let ts = self.shared.world().next_ts();
        let mut event = json!({
            "type": "app_mention", "channel": channel, "user": user,
            "text": format!("<@UBOT> {text}"), "ts": ts, "event_ts": ts,
        });
        if let Some(thread) = thread {
            event["thread_ts"] = json!(thread);
        }
        self.event(event).await
    }

    /// A person presses a button, or sends a modal: `payload` is what Slack puts
    /// into it; user, team, trigger and response address are added here.
    pub async fn press(&self, user: &str, channel: &str, mut payload: Value) -> SlackAnswer {
        {
            let mut world = self.shared.world();
            let hook = world.new_hook(channel, user);
            payload["user"] = json!({ "id": user, "username": world.user_name(user) });
            payload["team"] = json!({ "id": "T1", "domain": "parlour" });
            payload["trigger_id"] = json!(hook);
            // A modal that is sent has none, and is gone.
            if payload["type"] == "view_submission" {
                world.modals.remove(user);
            } else {
                payload["response_url"] = json!(format!("http://{}/hook/{hook}", self.address));
            }
            if payload["channel"].is_null() {
                payload["channel"] = json!({ "id": channel, "name": world.channel_name(channel) });
            }
        }
        let body = form::write(&[("payload", &payload.to_string())]);
        self.signed(
            "/slack/interactive",
            "application/x-www-form-urlencoded",
            body,
        )
        .await
    }

    /// Sends a body to the bot, signed now.
    pub async fn signed(&self, path: &str, kind: &str, body: String) -> SlackAnswer {
        let stamp = seconds_now();
        let signature = sign::signature(&self.shared.secret, stamp, body.as_bytes());
        self.raw(path, kind, body, Some((stamp, signature))).await
    }

    /// Sends a body with any time stamp and signature, or none: for forgeries.
    pub async fn raw(
        &self,
        path: &str,
        kind: &str,
        body: String,
        signed: Option<(u64, String)>,
    ) -> SlackAnswer {
        let bot = self.shared.bot.lock().expect("no holder panics").clone();
        let begin = Instant::now();
        let mut request = self.shared.client.post(format!("{bot}{path}"));
        request = request.header("content-type", kind).body(body);
        if let Some((stamp, signature)) = signed {
            request = request.header("X-Slack-Request-Timestamp", stamp.to_string());
            request = request.header("X-Slack-Signature", signature);
        }
        let (status, body) = match request.send().await {
            Ok(answer) => (
                answer.status().as_u16(),
                answer.text().await.unwrap_or_default(),
            ),
            Err(_) => (0, String::new()),
        };
        SlackAnswer {
            status,
            body,
            took: begin.elapsed(),
            bot,
            hook: String::new(),
        }
    }

    /// The signature Slack would give this body at that time.
    pub fn signature(&self, stamp: u64, body: &str) -> String {
        sign::signature(&self.shared.secret, stamp, body.as_bytes())
    }

    /// What stands openly in a channel.
    pub fn channel(&self, channel: &str) -> Vec<SlackSent> {
        self.shared.world().channel(channel)
    }

    /// What only this person sees: direct messages and ephemeral ones.
    pub fn inbox(&self, user: &str) -> Vec<SlackSent> {
        self.shared.world().inbox(user)
    }

    /// The modal this person has open.
    pub fn modal(&self, user: &str) -> Option<Value> {
        self.shared.world().modals.get(user).cloned()
    }

    /// Waits until this person has a modal open; nothing if it takes too long.
    pub async fn wait_for_modal(&self, user: &str, within: Duration) -> Option<Value> {
        let look = || self.modal(user);
        waiting::until(&self.shared.changed, within, look).await
    }

    /// Every call that the real platform would have refused for its form.
    pub fn violations(&self) -> Vec<String> {
        self.shared.world().violations.clone()
    }

    /// A person's account is closed, or open again: nobody can write to them.
    pub fn close(&self, user: &str, closed: bool) {
        self.shared.world().close(user, closed);
    }

    /// Every call of the bot that was carried out or refused for its form: method,
    /// arguments, whether it was taken.
    pub fn calls(&self) -> Vec<Value> {
        self.shared.world().calls.clone()
    }

    /// Waits until something this person alone sees passes the test.
    pub async fn wait_for(
        &self,
        user: &str,
        within: Duration,
        test: impl Fn(&SlackSent) -> bool,
    ) -> Option<SlackSent> {
        let look = || self.inbox(user).into_iter().find(&test);
        waiting::until(&self.shared.changed, within, look).await
    }

    /// Waits until something in the channel passes the test.
    pub async fn wait_in_channel(
        &self,
        channel: &str,
        within: Duration,
        test: impl Fn(&SlackSent) -> bool,
    ) -> Option<SlackSent> {
        let look = || self.channel(channel).into_iter().find(&test);
        waiting::until(&self.shared.changed, within, look).await
    }
}

impl Drop for SlackDouble {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Seconds since 1970, as Slack stamps its requests.
pub(super) fn seconds_now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}
