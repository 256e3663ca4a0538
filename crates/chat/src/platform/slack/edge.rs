//! The three endpoints.
//!
//! The order is always the same: at most 64 kB are read; the signature is checked
//! over the bytes as they came, before anything looks into them; what was heard
//! before is not heard again; then the words go to the table. The answer comes
//! within the three seconds that Slack waits, the rest of it afterwards.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use parlour_room::NO_LONGER_READY;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout, timeout_at};

use super::incoming::{Envelope, Press, Slash, is_direct};
use super::{WebApi, blocks, modal, signature};
use crate::adapter::Post;
use crate::desk::{
    Address, Answer, Fact, Note, Offers, Platform, Spoken, Trouble, Utterance, What,
};
use crate::sender::now;
use crate::task;

/// The longest body.
const LONGEST: usize = 64 * 1024;
/// How long an answer may take before Slack gets an empty one: it waits 3 s.
const PROMPT: Duration = Duration::from_secs(2);
const _: () = assert!(PROMPT.as_millis() < 3_000);
/// How often a response address may be used: five times, one for the response.
const HOOK_USES: usize = 4;
/// How long signatures and event ids are remembered.
const SIGNATURE: Duration = Duration::from_mins(10);
const EVENT: Duration = Duration::from_hours(24);

/// What the endpoints need.
pub struct Edge {
    pub secret: String,
    pub api: Arc<WebApi>,
    pub post: Post,
}

/// The router.
pub fn router(edge: Arc<Edge>) -> Router {
    Router::new()
        .route("/slack/commands", post(command))
        .route("/slack/events", post(event))
        .route("/slack/interactive", post(interactive))
        .with_state(edge)
}

/// A request that is Slack's.
struct Genuine {
    body: Vec<u8>,
    signature: String,
}

impl Edge {
    /// Reads and checks a request; otherwise the answer it gets.
    async fn check(&self, request: Request<Body>) -> Result<Genuine, Response> {
        let (parts, body) = request.into_parts();
        let Ok(body) = to_bytes(body, LONGEST).await else {
            return Err(StatusCode::PAYLOAD_TOO_LARGE.into_response());
        };
        let stamp = text(&parts.headers, "x-slack-request-timestamp");
        let signed = text(&parts.headers, "x-slack-signature");
        if signature::is_genuine(&self.secret, stamp, signed, &body, now()) {
            Ok(Genuine {
                body: body.to_vec(),
                signature: signed.to_owned(),
            })
        } else {
            Err(StatusCode::UNAUTHORIZED.into_response())
        }
    }

    /// Whether a request with this signature has come before; nothing if the house
    /// does not say so in time.
    async fn is_repeated(&self, signature: &str, until: Instant) -> Option<bool> {
        let key = format!("slack:signature:{signature}");
        match timeout_at(until, self.post.once.take(&key, SIGNATURE)).await {
            Ok(Ok(first)) => Some(!first),
            Ok(Err(trouble)) => {
                tracing::warn!("slack: {trouble}");
                None
            }
            Err(_) => None,
        }
    }

    /// Keeps an answer until it is sent; whether that was done. While the house cannot
    /// be reached, at least whoever waits for it hears that.
    async fn keep(&self, key: &str, answer: Answer, to: &Address, hook: Option<&str>) -> bool {
        if let Err(trouble) = self.post.sender.post(key, notes(answer, to)).await {
            tracing::warn!("slack: {trouble}");
            self.apologise(hook).await;
            return false;
        }
        true
    }

    /// Tells somebody at once, past the outbox, that nothing can be done now.
    async fn apologise(&self, hook: Option<&str>) {
        if let Some(hook) = hook {
            let words = blocks::message(UNREACHABLE, &[]);
            let _ = self.api.send_by_hook(hook, &words).await;
        }
    }
}

/// What somebody reads while the database is away.
const UNREACHABLE: &str = "The house cannot be reached just now. Nothing has changed; please \
                           say it again in a minute.";

/// What is said to whoever changes a direct message.
const EDITED: &str = "What is changed afterwards is not heard: please say it anew.";

async fn command(State(edge): State<Arc<Edge>>, request: Request<Body>) -> Response {
    let genuine = match edge.check(request).await {
        Ok(genuine) => genuine,
        Err(answer) => return answer,
    };
    let until = Instant::now() + PROMPT;
    match edge.is_repeated(&genuine.signature, until).await {
        Some(false) => {}
        Some(true) => return StatusCode::OK.into_response(),
        None => return said(UNREACHABLE),
    }
    let Some(slash) = Slash::read(&genuine.body) else {
        return StatusCode::OK.into_response();
    };
    edge.post.sender.spoke(Platform::Slack, &slash.user);
    let name = edge.api.display_name(&slash.user, &slash.name).await;
    let direct = is_direct(&slash.channel);
    let heard = Utterance {
        platform: Platform::Slack,
        chat: (!direct).then(|| slash.channel.clone()),
        spoken: if direct { Spoken::Alone } else { Spoken::Aside },
        user: slash.user.clone(),
        name,
        text: slash.text,
        message: genuine.signature.clone(),
        inbox_link: None,
        written: None,
    };
    let wanted = Wanted {
        to: Address::Aside {
            chat: slash.channel,
            user: slash.user,
            hook: slash.hook.clone(),
        },
        hook: slash.hook,
        trigger: slash.trigger,
        key: format!("slack:{}", genuine.signature),
    };
    prompt_answer(&edge, heard, wanted, until).await
}

async fn interactive(State(edge): State<Arc<Edge>>, request: Request<Body>) -> Response {
    let genuine = match edge.check(request).await {
        Ok(genuine) => genuine,
        Err(answer) => return answer,
    };
    let until = Instant::now() + PROMPT;
    let repeated = edge.is_repeated(&genuine.signature, until).await;
    let Some(press) = Press::read(&genuine.body) else {
        edge.post.passed_over.count(Platform::Slack, "interaction");
        return StatusCode::OK.into_response();
    };
    if repeated == Some(true) {
        return StatusCode::OK.into_response();
    }
    edge.post.sender.spoke(Platform::Slack, &press.user);
    let direct = is_direct(&press.channel);
    let heard = Utterance {
        platform: Platform::Slack,
        chat: (!direct).then(|| press.channel.clone()),
        spoken: if direct { Spoken::Alone } else { Spoken::Aside },
        user: press.user.clone(),
        name: press.name,
        text: press.words,
        message: genuine.signature.clone(),
        inbox_link: None,
        written: None,
    };
    let hook = press.hook;
    let field = press.field;
    if let (Some(field), None) = (&field, repeated) {
        return form_stays(field);
    }
    if repeated.is_none() {
        // A press cannot be answered in its response.
        task::spawn(async move { edge.apologise(hook.as_deref()).await });
        return StatusCode::OK.into_response();
    }
    let to = if direct {
        Address::Person(press.user)
    } else {
        Address::Aside {
            chat: press.channel,
            user: press.user,
            hook: hook.clone(),
        }
    };
    let key = format!("slack:{}", genuine.signature);
    let work = task::spawn(async move {
        let name = edge.api.display_name(&heard.user, &heard.name).await;
        let heard = Utterance { name, ..heard };
        let mut unreadied = false;
        for (nth, text) in press.before.into_iter().enumerate() {
            let before = Utterance {
                text,
                message: format!("{}-{nth}", heard.message),
                ..heard.clone()
            };
            // What is refused here, for instance because the phase is over, is
            // refused below as well.
            match edge.post.desk.hear(before).await {
                Ok(answer) => unreadied |= answer.facts.contains(&Fact::NoLongerReady),
                Err(trouble) => {
                    tracing::warn!("slack: {trouble}");
                    edge.apologise(hook.as_deref()).await;
                    return false;
                }
            }
        }
        let mut answer = answer(&edge, heard, press.trigger).await;
        // The orders that follow find nobody ready any more, and do not tell of it.
        if unreadied
            && let Some(answer) = &mut answer
            && !answer.facts.contains(&Fact::NoLongerReady)
            && let Some(What::Text(text)) = answer.says.first_mut()
        {
            text.push(' ');
            text.push_str(NO_LONGER_READY);
        }
        if let Some(answer) = answer {
            edge.keep(&key, answer, &to, hook.as_deref()).await
        } else {
            edge.apologise(hook.as_deref()).await;
            false
        }
    });
    let done = matches!(timeout_at(until, work).await, Ok(Ok(true)));
    match field {
        Some(field) if !done => form_stays(&field),
        _ => StatusCode::OK.into_response(),
    }
}

/// The answer to a form that could not be heard: it stays open with what was chosen, and
/// says why.
fn form_stays(field: &str) -> Response {
    let words = "The house does not answer just now. What you chose is kept here: please send it \
                 again in a minute.";
    as_json(&json!({ "response_action": "errors", "errors": { field: words } }))
}

async fn event(State(edge): State<Arc<Edge>>, request: Request<Body>) -> Response {
    let genuine = match edge.check(request).await {
        Ok(genuine) => genuine,
        Err(answer) => return answer,
    };
    let until = Instant::now() + PROMPT;
    let Ok(envelope) = serde_json::from_slice::<Envelope>(&genuine.body) else {
        edge.post.passed_over.count(Platform::Slack, "unreadable");
        return StatusCode::OK.into_response();
    };
    if envelope.kind == "url_verification" {
        let body = json!({ "challenge": envelope.challenge.unwrap_or_default() });
        return as_json(&body);
    }
    let Some((id, event)) = envelope.event_id.zip(envelope.event) else {
        edge.post.passed_over.count(Platform::Slack, &envelope.kind);
        return StatusCode::OK.into_response();
    };
    if let Some(user) = event.edited_by() {
        let notes = notes(Answer::text(EDITED), &Address::Person(user.to_owned()));
        let key = format!("slack:event:{id}");
        let work = async {
            let Some(claim) = edge.post.once.begin(&key).await? else {
                return Ok(());
            };
            edge.post.sender.post(&key, notes).await?;
            edge.post.once.finish(claim, EVENT).await
        };
        return match timeout_at(until, work).await {
            Ok(Ok::<(), Trouble>(())) => StatusCode::OK.into_response(),
            _ => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        };
    }
    let Some((user, words, direct)) = event.words() else {
        edge.post.passed_over.count(Platform::Slack, event.sort());
        return StatusCode::OK.into_response();
    };
    let user = user.to_owned();
    let thread = event.thread_ts.clone();
    let heard = Utterance {
        platform: Platform::Slack,
        chat: (!direct).then(|| event.channel.clone()),
        spoken: if direct { Spoken::Alone } else { Spoken::Aloud },
        name: user.clone(),
        user,
        text: words,
        message: id.clone(),
        inbox_link: None,
        written: event.written(),
    };
    // What a person reads in private goes one after the other, whatever it answers.
    let to = if direct {
        edge.api.know_direct(&heard.user, &event.channel);
        Address::Person(heard.user.clone())
    } else {
        Address::Chat(event.channel)
    };
    // In a task of its own, so that it ends even if Slack hangs up.
    let work = task::spawn(async move {
        let key = format!("slack:event:{id}");
        let Some(claim) = edge.post.once.begin(&key).await? else {
            return Ok(());
        };
        let name = edge.api.display_name(&heard.user, &heard.name).await;
        let heard = Utterance { name, ..heard };
        let answer = edge.post.desk.hear(heard).await?;
        let mut notes = notes(answer, &to);
        for note in &mut notes {
            note.answers.clone_from(&thread);
        }
        edge.post.sender.post(&key, notes).await?;
        edge.post.once.finish(claim, EVENT).await
    });
    match timeout_at(until, work).await {
        Ok(Ok(Ok(()))) => StatusCode::OK.into_response(),
        // An event counts as taken only once its answer is kept: until then Slack
        // is told to send it again, which costs nothing if it was heard after all.
        unfinished => {
            if let Ok(Ok(Err(trouble))) = unfinished {
                tracing::warn!("slack: {trouble}");
            }
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// Where the answer to a command is wanted, and by which means.
struct Wanted {
    to: Address,
    hook: Option<String>,
    trigger: Option<String>,
    /// What names the answer.
    key: String,
}

/// What is said to words that are heard once. What may be ordered is shown in a form
/// instead, if Slack gave us the means. Nothing if the house cannot be reached.
async fn answer(edge: &Edge, heard: Utterance, trigger: Option<String>) -> Option<Answer> {
    let aside = heard.spoken == Spoken::Aside;
    let channel = heard.chat.clone().unwrap_or_default();
    let mut answer = match edge.post.desk.hear(heard).await {
        Ok(answer) => answer,
        Err(trouble) => {
            tracing::warn!("slack: {trouble}");
            return None;
        }
    };
    let offered = answer.facts.iter().find_map(|fact| match fact {
        Fact::Offered(offers) => Some(offers),
        _ => None,
    });
    if let Some((offers, trigger)) = offered.zip(trigger) {
        answer = open_form(edge, offers, &channel, &trigger).await;
    }
    if aside {
        say_where(&mut answer);
    }
    Some(answer)
}

/// A picture or a file that was asked for in a channel is never seen by one alone
/// there: it goes to everybody or to the person elsewhere, and without other words
/// that is said.
fn say_where(answer: &mut Answer) {
    let has = |kind: fn(&What) -> bool| answer.says.iter().any(kind);
    let silent = !has(|what| matches!(what, What::Text(_)));
    if silent && has(|what| matches!(what, What::Picture { .. } | What::File { .. })) {
        let words = if answer.aloud {
            "It follows here, for everybody to see."
        } else {
            "It is in our direct messages: nobody else sees it there."
        };
        answer.says.insert(0, What::Text(words.to_owned()));
    }
}

/// Opens the form; otherwise what is said instead.
async fn open_form(edge: &Edge, offers: &Offers, channel: &str, trigger: &str) -> Answer {
    let view = modal::view(offers, channel);
    if view.to_string().len() > modal::LARGEST {
        return Answer::text(
            "There are more legal orders than a form holds. `touch` shows them unit by unit; \
             `order A Vie-Bud` says one in words.",
        );
    }
    let arguments = json!({ "trigger_id": trigger, "view": view });
    let opening = timeout(PROMPT, edge.api.call("views.open", &arguments));
    match opening.await {
        Ok(Ok(_)) => Answer::default(),
        _ => Answer::text(
            "The form does not open just now. `order A Vie-Bud` says the same in words.",
        ),
    }
}

/// Hears the words; the first text of the answer is the response itself, the rest
/// follows by the outbox. If it takes long, all of it does.
async fn prompt_answer(
    edge: &Arc<Edge>,
    heard: Utterance,
    wanted: Wanted,
    until: Instant,
) -> Response {
    let (tell, told) = oneshot::channel();
    let edge = Arc::clone(edge);
    task::spawn(async move {
        let answer = answer(&edge, heard, wanted.trigger).await;
        let mut answer = answer.unwrap_or_else(|| Answer::text(UNREACHABLE));
        let first = blocks::first_text(&mut answer);
        // Whoever waits no longer gives it back.
        if let Err(Some((text, buttons))) = tell.send(first) {
            answer.says.insert(0, What::Text(text));
            answer.buttons.extend(buttons);
        }
        let hook = wanted.hook.as_deref();
        edge.keep(&wanted.key, answer, &wanted.to, hook).await;
    });
    match timeout_at(until, told).await {
        Ok(Ok(Some((text, buttons)))) => {
            let mut body = blocks::message(&text, &buttons);
            body["response_type"] = json!("ephemeral");
            as_json(&body)
        }
        _ => StatusCode::OK.into_response(),
    }
}

/// The messages of an answer, each as long as Slack takes them, the first few by
/// way of the response address.
fn notes(answer: Answer, to: &Address) -> Vec<Note> {
    let notes = answer.notes(Platform::Slack, to).into_iter();
    let mut notes: Vec<Note> = notes.flat_map(blocks::cut).collect();
    for note in notes.iter_mut().skip(HOOK_USES) {
        if let Address::Aside { hook, .. } = &mut note.to {
            *hook = None;
        }
    }
    notes
}

fn said(text: &str) -> Response {
    as_json(&json!({ "response_type": "ephemeral", "text": text }))
}

fn as_json(body: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json")];
    (StatusCode::OK, headers, body.to_string()).into_response()
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default()
}
