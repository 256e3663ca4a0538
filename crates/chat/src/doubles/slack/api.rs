//! The methods of the Web API.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::{Value, json};

use super::Shared;
use super::limits::{check_message, check_view_blocks};
use super::world::{World, direct_messages, shown_user};
use crate::doubles::{Fault, answer};
use crate::form;

pub fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/{method}", post(call))
        .route("/upload/{file}", post(upload))
        .route("/hook/{hook}", post(hook))
        .layer(DefaultBodyLimit::max(12 * 1024 * 1024))
        .with_state(shared)
}

async fn call(
    State(shared): State<Arc<Shared>>,
    Path(method): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let fault = shared.mischief.next(&method);
    if let Some(response) = faulty(fault).await {
        return response;
    }
    let arguments = read_arguments(&headers, &body);
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let bearer = given.and_then(|value| value.strip_prefix("Bearer "));
    let token = bearer.or(arguments["token"].as_str());
    let taken = fault != Some(Fault::TokenRefused);
    let result = if taken && token == Some(shared.token.as_str()) {
        let mut world = shared.world();
        let result = carry_out(&mut world, &shared, &method, &arguments);
        let call = json!({ "method": method, "arguments": arguments, "ok": result.is_ok() });
        world.calls.push(call);
        if let Err(error) = &result
            && !matches!(
                error.as_str(),
                "channel_not_found" | "user_not_found" | "user_disabled"
            )
        {
            world.violations.push(format!("{method}: {error}"));
        }
        result
    } else {
        Err(String::from("invalid_auth"))
    };
    shared.changed.notify_waiters();
    if fault == Some(Fault::DroppedAfter) {
        return answer::broken();
    }
    let body = match result {
        Ok(mut body) => {
            body["ok"] = json!(true);
            body
        }
        Err(error) => {
            let code = error.split(':').next().unwrap_or_default();
            json!({ "ok": false, "error": code, "response_metadata": { "messages": [error] } })
        }
    };
    answer::json(StatusCode::OK, &body)
}

async fn faulty(fault: Option<Fault>) -> Option<Response> {
    match fault? {
        Fault::Silent(milliseconds) => {
            tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
            Some(answer::broken())
        }
        Fault::RateLimited(seconds) => {
            let body = json!({ "ok": false, "error": "ratelimited" });
            let mut response = answer::json(StatusCode::TOO_MANY_REQUESTS, &body);
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
            Some(response)
        }
        Fault::ServerError => Some(StatusCode::BAD_GATEWAY.into_response()),
        Fault::Forbidden => Some(StatusCode::FORBIDDEN.into_response()),
        Fault::DroppedBefore => Some(answer::broken()),
        Fault::DroppedAfter | Fault::TokenRefused => None,
    }
}

/// JSON, or a form whose values may be JSON themselves.
fn read_arguments(headers: &HeaderMap, body: &[u8]) -> Value {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("application/json")) {
        return serde_json::from_slice(body).unwrap_or(Value::Null);
    }
    let values = form::read(body).into_iter().map(|(name, value)| {
        let structured = value.starts_with(['[', '{']);
        let parsed = structured
            .then(|| serde_json::from_str(&value).ok())
            .flatten();
        (name, parsed.unwrap_or(Value::String(value)))
    });
    Value::Object(values.collect())
}

fn carry_out(
    world: &mut World,
    shared: &Shared,
    method: &str,
    arguments: &Value,
) -> Result<Value, String> {
    let word = |name: &str| arguments[name].as_str().unwrap_or_default().to_string();
    let channel = |world: &World| {
        let found = world.find_channel(&word("channel"));
        found.ok_or_else(|| String::from("channel_not_found"))
    };
    match method {
        "auth.test" => Ok(json!({
            "url": "https://parlour.example/", "team": "Parlour", "team_id": "T1",
            "user": "parlour", "user_id": "UBOT", "bot_id": "B1",
        })),
        "users.info" => {
            let user = word("user");
            if !world.has_user(&user) {
                return Err("user_not_found".into());
            }
            Ok(json!({ "user": shown_user(&user, &world.user_name(&user)) }))
        }
        "conversations.open" => {
            let user = word("users");
            if !world.has_user(&user) {
                return Err("user_not_found".into());
            }
            if world.is_closed(&user) {
                return Err("user_disabled".into());
            }
            Ok(json!({ "channel": { "id": direct_messages(&user) } }))
        }
        "chat.postMessage" | "chat.postEphemeral" => {
            let (text, blocks) = checked_message(arguments)?;
            let channel = channel(world)?;
            if world.is_closed(channel.trim_start_matches('D')) {
                return Err("user_disabled".into());
            }
            let only = (method == "chat.postEphemeral").then(|| word("user"));
            if only.as_ref().is_some_and(|user| !world.has_user(user)) {
                return Err("user_not_in_channel".into());
            }
            let ts = world.keep(channel.clone(), only, &text, blocks, None);
            if let Some(thread) = arguments["thread_ts"].as_str() {
                world.put_in_thread(&ts, thread);
            }
            Ok(json!({
                "channel": channel, "ts": ts, "message_ts": ts,
                "message": { "type": "message", "text": text, "ts": ts, "bot_id": "B1" },
            }))
        }
        "chat.update" => {
            let (text, blocks) = checked_message(arguments)?;
            let (channel, ts) = (channel(world)?, word("ts"));
            if !world.update(&channel, &ts, &text, blocks) {
                return Err("message_not_found".into());
            }
            Ok(json!({ "channel": channel, "ts": ts, "text": text }))
        }
        "chat.delete" => {
            let (channel, ts) = (channel(world)?, word("ts"));
            if !world.delete(&channel, &ts) {
                return Err("message_not_found".into());
            }
            Ok(json!({ "channel": channel, "ts": ts }))
        }
        "files.getUploadURLExternal" => promise_file(world, shared, arguments),
        "files.completeUploadExternal" => complete_files(world, arguments),
        "views.open" => {
            let user = world
                .trigger(&word("trigger_id"))
                .ok_or("expired_trigger_id")?;
            let view = checked_view(&arguments["view"])?;
            world.modals.insert(user, view.clone());
            Ok(json!({ "view": view }))
        }
        "views.update" => {
            let view = checked_view(&arguments["view"])?;
            let id = word("view_id");
            let holder = world.modals.iter().find(|(_, view)| view["id"] == id);
            let user = holder.map(|(user, _)| user.clone()).ok_or("not_found")?;
            world.modals.insert(user, view.clone());
            Ok(json!({ "view": view }))
        }
        _ => Err("unknown_method".into()),
    }
}

fn checked_message(arguments: &Value) -> Result<(String, Value), String> {
    let text = arguments["text"].as_str().unwrap_or_default();
    let blocks = arguments["blocks"].clone();
    if text.is_empty() && blocks.is_null() {
        return Err("no_text".into());
    }
    check_message(text, &blocks)?;
    Ok((text.to_string(), blocks))
}

/// A modal within its limits, with a number.
fn checked_view(view: &Value) -> Result<Value, String> {
    let mut view = match view {
        Value::String(text) => serde_json::from_str(text).map_err(|_| "invalid_arguments")?,
        other => other.clone(),
    };
    let title = view["title"]["text"].as_str().unwrap_or_default();
    if view["type"] != "modal" || title.is_empty() || title.chars().count() > 24 {
        return Err("invalid_arguments: a modal has a title of 1 to 24 characters".into());
    }
    if view["private_metadata"]
        .as_str()
        .is_some_and(|text| text.len() > 3000)
    {
        return Err("invalid_arguments: private_metadata over 3,000".into());
    }
    check_view_blocks(&view["blocks"])?;
    view["id"] = json!("V1");
    Ok(view)
}

fn promise_file(world: &mut World, shared: &Shared, arguments: &Value) -> Result<Value, String> {
    let name = arguments["filename"].as_str().unwrap_or_default();
    let length = match &arguments["length"] {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let length = length
        .filter(|length| *length > 0)
        .ok_or("invalid_arguments: length")?;
    if name.is_empty() {
        return Err("invalid_arguments: filename".into());
    }
    let id = world.promise_file(name, length as usize);
    Ok(json!({ "upload_url": format!("http://{}/upload/{id}", shared.address), "file_id": id }))
}

fn complete_files(world: &mut World, arguments: &Value) -> Result<Value, String> {
    let wanted = arguments["channel_id"].as_str().unwrap_or_default();
    let channel = world.find_channel(wanted).ok_or("channel_not_found")?;
    let comment = arguments["initial_comment"].as_str().unwrap_or_default();
    check_message(comment, &Value::Null)?;
    let files = arguments["files"].as_array().cloned().unwrap_or_default();
    if files.is_empty() {
        return Err("invalid_arguments: files".into());
    }
    let mut kept = Vec::new();
    for file in &files {
        let id = file["id"].as_str().unwrap_or_default();
        let bytes = world
            .file(id)
            .ok_or("file_not_found: not uploaded in full")?;
        kept.push((id.to_string(), bytes));
    }
    let mut shown = Vec::new();
    for (index, (id, file)) in kept.into_iter().enumerate() {
        let text = if index == 0 { comment } else { "" };
        shown.push(json!({ "id": id, "title": file.0 }));
        let ts = world.keep(channel.clone(), None, text, Value::Null, Some(file));
        if let Some(thread) = arguments["thread_ts"].as_str() {
            world.put_in_thread(&ts, thread);
        }
    }
    Ok(json!({ "files": shown }))
}

async fn upload(
    State(shared): State<Arc<Shared>>,
    Path(file): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let fault = shared.mischief.next("upload");
    if let Some(response) = faulty(fault).await {
        return response;
    }
    // Plain bytes only: that is what the second step of the upload flow sends.
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let parts = kind.is_some_and(|kind| kind.starts_with("multipart/"));
    let taken = !parts && shared.world().upload(&file, body.to_vec());
    if fault == Some(Fault::DroppedAfter) {
        return answer::broken();
    }
    if taken {
        (StatusCode::OK, format!("OK - {}", body.len())).into_response()
    } else {
        shared
            .world()
            .violations
            .push(format!("upload of {file}: wrong length or form"));
        StatusCode::BAD_REQUEST.into_response()
    }
}

async fn hook(
    State(shared): State<Arc<Shared>>,
    Path(hook): Path<String>,
    body: Bytes,
) -> Response {
    let fault = shared.mischief.next("response_url");
    if let Some(response) = faulty(fault).await {
        return response;
    }
    let said: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let result = {
        let mut world = shared.world();
        let result = world.hook_said(&hook, &said);
        let call = json!({ "method": "response_url", "arguments": said, "ok": result.is_ok() });
        world.calls.push(call);
        result
    };
    shared.changed.notify_waiters();
    if fault == Some(Fault::DroppedAfter) {
        return answer::broken();
    }
    match result {
        Ok(()) => (StatusCode::OK, "ok").into_response(),
        Err(error) => {
            shared
                .world()
                .violations
                .push(format!("response_url: {error}"));
            (StatusCode::NOT_FOUND, error).into_response()
        }
    }
}
