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
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::incoming::{Envelope, Press, Slash, is_direct};
use super::{WebApi, blocks, modal, signature};
use crate::desk::{Address, Answer, Desk, Heard, Note, Platform, Spoken, What};
use crate::once::Once;
use crate::sender::{Sender, now};
use crate::touch;

/// The longest body.
const LONGEST: usize = 64 * 1024;
/// How long an answer may take before Slack gets an empty one: it waits 3 s.
const PROMPT: Duration = Duration::from_secs(2);
/// How often a response address may be used: five times, one for the response.
const HOOK_USES: usize = 4;
/// How long signatures and event ids are remembered.
const SIGNATURE: Duration = Duration::from_mins(10);
const EVENT: Duration = Duration::from_hours(24);

/// What the endpoints need.
pub struct Edge {
    pub secret: String,
    pub desk: Arc<dyn Desk>,
    pub once: Arc<Once>,
    pub sender: Sender,
    pub api: Arc<WebApi>,
}

/// The router.
pub fn router(edge: Edge) -> Router {
    Router::new()
        .route("/slack/commands", post(command))
        .route("/slack/events", post(event))
        .route("/slack/interactive", post(interactive))
        .with_state(Arc::new(edge))
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

    /// Whether a request with this signature has come before.
    async fn is_repeated(&self, signature: &str) -> Result<bool, Response> {
        let key = format!("slack:signature:{signature}");
        match self.once.take(&key, SIGNATURE).await {
            Ok(first) => Ok(!first),
            Err(trouble) => {
                tracing::warn!("slack: {trouble}");
                Err(said(UNREACHABLE))
            }
        }
    }
}

/// What somebody reads while the database is away.
const UNREACHABLE: &str = "The house cannot be reached just now. Nothing has changed; please \
                           say it again in a minute.";

async fn command(State(edge): State<Arc<Edge>>, request: Request<Body>) -> Response {
    let genuine = match edge.check(request).await {
        Ok(genuine) => genuine,
        Err(answer) => return answer,
    };
    match edge.is_repeated(&genuine.signature).await {
        Ok(false) => {}
        Ok(true) => return StatusCode::OK.into_response(),
        Err(answer) => return answer,
    }
    let Some(slash) = Slash::read(&genuine.body) else {
        return StatusCode::OK.into_response();
    };
    let direct = is_direct(&slash.channel);
    let heard = Heard {
        platform: Platform::Slack,
        chat: (!direct).then(|| slash.channel.clone()),
        spoken: if direct { Spoken::Alone } else { Spoken::Aside },
        user: slash.user.clone(),
        name: slash.name,
        text: slash.text,
        message: genuine.signature.clone(),
        inbox_link: None,
    };
    if let Some(trigger) = slash.trigger.filter(|_| is_form(&heard.text)) {
        let told = open_form(&edge, heard, &trigger, &slash.channel).await;
        return told.map_or_else(|| StatusCode::OK.into_response(), |words| said(&words));
    }
    let to = Address::Aside {
        chat: slash.channel,
        user: slash.user,
        hook: slash.hook,
    };
    prompt_answer(&edge, heard, to, format!("slack:{}", genuine.signature)).await
}

async fn interactive(State(edge): State<Arc<Edge>>, request: Request<Body>) -> Response {
    let genuine = match edge.check(request).await {
        Ok(genuine) => genuine,
        Err(answer) => return answer,
    };
    match edge.is_repeated(&genuine.signature).await {
        Ok(false) => {}
        // A press cannot be answered in its response.
        Ok(true) | Err(_) => return StatusCode::OK.into_response(),
    }
    let Some(press) = Press::read(&genuine.body) else {
        return StatusCode::OK.into_response();
    };
    let direct = is_direct(&press.channel);
    let heard = Heard {
        platform: Platform::Slack,
        chat: (!direct).then(|| press.channel.clone()),
        spoken: if direct { Spoken::Alone } else { Spoken::Aside },
        user: press.user.clone(),
        name: press.name,
        text: press.words,
        message: genuine.signature.clone(),
        inbox_link: None,
    };
    let to = if direct {
        Address::Person(press.user)
    } else {
        Address::Aside {
            chat: press.channel,
            user: press.user,
            hook: press.hook,
        }
    };
    let key = format!("slack:{}", genuine.signature);
    let trigger = press.trigger.filter(|_| is_form(&heard.text));
    let work = tokio::spawn(async move {
        if let Some(trigger) = trigger {
            let channel = heard.chat.clone().unwrap_or_default();
            if let Some(words) = open_form(&edge, heard, &trigger, &channel).await {
                let answer = Answer {
                    says: vec![What::Text(words)],
                    ..Answer::default()
                };
                if let Err(trouble) = edge.sender.post(&key, notes(answer, &to)).await {
                    tracing::warn!("slack: {trouble}");
                }
            }
            return;
        }
        hear_and_post(&edge, heard, to, &key).await;
    });
    let _ = timeout(PROMPT, work).await;
    StatusCode::OK.into_response()
}

async fn event(State(edge): State<Arc<Edge>>, request: Request<Body>) -> Response {
    let genuine = match edge.check(request).await {
        Ok(genuine) => genuine,
        Err(answer) => return answer,
    };
    let Ok(envelope) = serde_json::from_slice::<Envelope>(&genuine.body) else {
        return StatusCode::OK.into_response();
    };
    if envelope.kind == "url_verification" {
        let body = json!({ "challenge": envelope.challenge.unwrap_or_default() });
        return as_json(&body);
    }
    let Some((id, event)) = envelope.event_id.zip(envelope.event) else {
        return StatusCode::OK.into_response();
    };
    let Some((user, words, direct)) = event.words() else {
        return StatusCode::OK.into_response();
    };
    let user = user.to_owned();
    let heard = Heard {
        platform: Platform::Slack,
        chat: (!direct).then(|| event.channel.clone()),
        spoken: if direct { Spoken::Alone } else { Spoken::Aloud },
        name: user.clone(),
        user,
        text: words,
        message: id.clone(),
        inbox_link: None,
    };
    let to = Address::Chat(event.channel.clone());
    let work = tokio::spawn(async move {
        let key = format!("slack:event:{id}");
        let Some(claim) = edge.once.begin(&key).await? else {
            return Ok(());
        };
        let name = edge.api.user_name(&heard.user).await;
        let heard = Heard { name, ..heard };
        let answer = touch::hear(&*edge.desk, heard).await?;
        edge.sender.post(&key, notes(answer, &to)).await?;
        edge.once.finish(claim, EVENT).await
    });
    match timeout(PROMPT + PROMPT / 4, work).await {
        // Slack sends it again after a while, which is what we want then.
        Ok(Ok(Err(trouble))) => {
            tracing::warn!("slack: {trouble}");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
        // Done, or still at it.
        _ => StatusCode::OK.into_response(),
    }
}

/// Whether somebody wants the form for their orders.
fn is_form(words: &str) -> bool {
    touch::wanted(words) == Some("")
}

/// Opens the form; otherwise what is said instead.
async fn open_form(edge: &Edge, heard: Heard, trigger: &str, channel: &str) -> Option<String> {
    let offers = match timeout(PROMPT, edge.desk.offers(heard)).await {
        Ok(Ok(Ok(offers))) => offers,
        Ok(Ok(Err(why))) => return Some(why),
        Ok(Err(_)) | Err(_) => return Some(UNREACHABLE.to_owned()),
    };
    let arguments = json!({ "trigger_id": trigger, "view": modal::view(&offers, channel) });
    match edge.api.call("views.open", &arguments).await {
        Ok(_) => None,
        Err(_) => Some(String::from(
            "The form does not open just now. `order A Vie-Bud` says the same in words.",
        )),
    }
}

/// Hears the words; the first text of the answer is the response itself, the rest
/// follows by the outbox. If it takes long, all of it does.
async fn prompt_answer(edge: &Arc<Edge>, heard: Heard, to: Address, key: String) -> Response {
    let (tell, told) = oneshot::channel();
    let edge = Arc::clone(edge);
    tokio::spawn(async move {
        let mut answer = match touch::hear(&*edge.desk, heard).await {
            Ok(answer) => answer,
            Err(trouble) => {
                tracing::warn!("slack: {trouble}");
                Answer {
                    says: vec![What::Text(UNREACHABLE.to_owned())],
                    ..Answer::default()
                }
            }
        };
        let first = blocks::first_text(&mut answer);
        // Whoever waits no longer gives it back.
        if let Err(Some((text, buttons))) = tell.send(first) {
            answer.says.insert(0, What::Text(text));
            answer.buttons.extend(buttons);
        }
        if let Err(trouble) = edge.sender.post(&key, notes(answer, &to)).await {
            tracing::warn!("slack: {trouble}");
        }
    });
    match timeout(PROMPT, told).await {
        Ok(Ok(Some((text, buttons)))) => {
            let mut body = blocks::message(&text, &buttons);
            body["response_type"] = json!("ephemeral");
            as_json(&body)
        }
        _ => StatusCode::OK.into_response(),
    }
}

async fn hear_and_post(edge: &Edge, heard: Heard, to: Address, key: &str) {
    let answer = match touch::hear(&*edge.desk, heard).await {
        Ok(answer) => answer,
        Err(trouble) => {
            tracing::warn!("slack: {trouble}");
            return;
        }
    };
    if let Err(trouble) = edge.sender.post(key, notes(answer, &to)).await {
        tracing::warn!("slack: {trouble}");
    }
}

/// The messages of an answer; the buttons stand under the last text.
fn notes(answer: Answer, to: &Address) -> Vec<Note> {
    let mut notes: Vec<Note> = answer
        .says
        .into_iter()
        .map(|what| Note {
            platform: Platform::Slack,
            to: to.clone(),
            what,
            buttons: Vec::new(),
            written: now(),
        })
        .collect();
    let last = notes
        .iter_mut()
        .rev()
        .find(|note| matches!(note.what, What::Text(_)));
    if let Some(last) = last {
        last.buttons = answer.buttons;
    }
    let mut notes: Vec<Note> = notes.into_iter().flat_map(blocks::cut).collect();
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
