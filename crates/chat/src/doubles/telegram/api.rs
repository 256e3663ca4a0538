//! The methods of the Bot API.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::any;
use serde_json::{Value, json};

use super::request::Arguments;
use super::world::{Refused, World};
use super::{Shared, bot};
use crate::doubles::limits::{telegram_html, utf16_length};
use crate::doubles::{Fault, answer};

pub fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/{bot}/{method}", any(call))
        .layer(DefaultBodyLimit::max(12 * 1024 * 1024))
        .with_state(shared)
}

async fn call(
    State(shared): State<Arc<Shared>>,
    Path((who, method)): Path<(String, String)>,
    request: Request,
) -> Response {
    if who.strip_prefix("bot") != Some(shared.token.as_str()) {
        return refused(401, "Unauthorized", None);
    }
    let fault = shared.mischief.next(&method);
    match fault {
        Some(Fault::RateLimited(seconds)) => {
            let text = format!("Too Many Requests: retry after {seconds}");
            return refused(429, &text, Some(seconds));
        }
        Some(Fault::ServerError) => return refused(502, "Bad Gateway", None),
        Some(Fault::TokenRefused) => return refused(401, "Unauthorized", None),
        Some(Fault::Forbidden) => return refused(403, "Forbidden", None),
        Some(Fault::DroppedBefore) => return answer::broken(),
        Some(Fault::Silent(milliseconds)) => {
            tokio::time::sleep(Duration::from_millis(milliseconds.into())).await;
            return answer::broken();
        }
        Some(Fault::DroppedAfter) | None => {}
    }
    let arguments = match Arguments::read(request).await {
        Ok(arguments) => arguments,
        Err(error) => return refused(400, &format!("Bad Request: {error}"), None),
    };
    let mut moved = None;
    let result = if method == "getUpdates" {
        updates(&shared, &arguments).await
    } else {
        let mut world = shared.world();
        let result = carry_out(&mut world, &method, &arguments);
        let call = json!({
            "method": method, "arguments": arguments.shown(), "ok": result.is_ok(),
        });
        world.calls.push(call);
        let chat = arguments.number("chat_id");
        moved = chat.and_then(|chat| world.upgraded_to(chat));
        if let Err((400, text)) = &result
            && moved.is_none()
        {
            world.violations.push(format!("{method}: {text}"));
        }
        result
    };
    shared.changed.notify_waiters();
    if fault == Some(Fault::DroppedAfter) {
        return answer::broken();
    }
    match result {
        Ok(result) => answer::json(StatusCode::OK, &json!({ "ok": true, "result": result })),
        Err((code, text)) => {
            let mut body = json!({ "ok": false, "error_code": code, "description": text });
            if let Some(to) = moved {
                body["parameters"] = json!({ "migrate_to_chat_id": to });
            }
            let status = StatusCode::from_u16(code).expect("a status we wrote ourselves");
            answer::json(status, &body)
        }
    }
}

fn refused(code: u16, text: &str, retry_after: Option<u32>) -> Response {
    let mut body = json!({ "ok": false, "error_code": code, "description": text });
    if let Some(seconds) = retry_after {
        body["parameters"] = json!({ "retry_after": seconds });
    }
    let status = StatusCode::from_u16(code).expect("a status we wrote ourselves");
    answer::json(status, &body)
}

fn bad(text: &str) -> Refused {
    (400, format!("Bad Request: {text}"))
}

fn carry_out(world: &mut World, method: &str, arguments: &Arguments) -> Result<Value, Refused> {
    match method {
        "getMe" => Ok(bot()),
        "setMyCommands" => Ok(json!(true)),
        "answerCallbackQuery" => {
            let id = arguments.text("callback_query_id").unwrap_or_default();
            let text = arguments.text("text").unwrap_or_default();
            if utf16_length(&text) > 200 {
                return Err(bad("MESSAGE_TOO_LONG"));
            }
            if let Some(url) = arguments.text("url") {
                if !url.starts_with("https://t.me/parlour_bot?start=") {
                    return Err(bad("URL_INVALID"));
                }
                world.press_answers.push((id, url));
                return Ok(json!(true));
            }
            world.press_answers.push((id, text));
            Ok(json!(true))
        }
        "setWebhook" => {
            let url = arguments.text("url").filter(|url| !url.is_empty());
            world.webhook = url.map(|url| (url, arguments.text("secret_token")));
            Ok(json!(true))
        }
        "deleteWebhook" => {
            world.webhook = None;
            Ok(json!(true))
        }
        "getWebhookInfo" => Ok(json!({
            "url": world.webhook.as_ref().map_or("", |(url, _)| url.as_str()),
            "has_custom_certificate": false,
            "pending_update_count": world.updates.len(),
        })),
        "getChat" => {
            let chat = arguments
                .number("chat_id")
                .ok_or_else(|| bad("chat not found"))?;
            Ok(world.chat(chat))
        }
        "sendMessage" => send(world, arguments, None),
        "sendPhoto" => send(world, arguments, Some("photo")),
        "sendDocument" => send(world, arguments, Some("document")),
        "sendAnimation" => send(world, arguments, Some("animation")),
        "editMessageText" => {
            let text = checked_text(arguments, "text", 4096)?;
            edit(world, arguments, Some(text))
        }
        "editMessageReplyMarkup" => edit(world, arguments, None),
        "deleteMessage" => {
            let (chat, message) = place(arguments)?;
            world.delete(chat, message)?;
            Ok(json!(true))
        }
        _ => Err((404, "Not Found".into())),
    }
}

fn send(world: &mut World, arguments: &Arguments, file: Option<&str>) -> Result<Value, Refused> {
    let chat = arguments
        .number("chat_id")
        .ok_or_else(|| bad("chat_id is empty"))?;
    let buttons = arguments.buttons().map_err(|text| bad(&text))?;
    let is_photo = file == Some("photo");
    let (text, file) = match file {
        None => (checked_text(arguments, "text", 4096)?, None),
        Some(kind) => {
            let file = arguments
                .file(kind)
                .ok_or_else(|| bad("there is no file in the request"))?;
            let largest = if kind == "photo" { 10 } else { 50 } * 1024 * 1024;
            if file.1.is_empty() || file.1.len() > largest {
                return Err(bad("file is empty or too big"));
            }
            if kind == "photo" && !is_fit_for_a_photo(&file.1) {
                return Err(bad("PHOTO_INVALID_DIMENSIONS"));
            }
            let caption = match arguments.text("caption") {
                Some(caption) if !caption.is_empty() => checked_text(arguments, "caption", 1024)?,
                _ => String::new(),
            };
            (caption, Some(file))
        }
    };
    world.may_write(chat)?;
    let answers = arguments.text("reply_parameters");
    let answers = answers.map(|text| serde_json::from_str::<Value>(&text));
    let answers = match answers {
        None => None,
        Some(Ok(reply)) if reply["message_id"].is_i64() => reply["message_id"].as_i64(),
        Some(_) => return Err(bad("can't parse reply parameters")),
    };
    Ok(world.keep(chat, text, (file, is_photo), buttons, answers))
}

fn edit(world: &mut World, arguments: &Arguments, text: Option<String>) -> Result<Value, Refused> {
    let (chat, message) = place(arguments)?;
    let buttons = arguments.buttons().map_err(|text| bad(&text))?;
    world.edit(chat, message, text, buttons)
}

fn place(arguments: &Arguments) -> Result<(i64, i64), Refused> {
    let chat = arguments.number("chat_id");
    let message = arguments.number("message_id");
    chat.zip(message)
        .ok_or_else(|| bad("message identifier is not specified"))
}

/// A text within its length and with sound markup.
fn checked_text(arguments: &Arguments, name: &str, longest: usize) -> Result<String, Refused> {
    let text = arguments.text(name).unwrap_or_default();
    let plain = match arguments.text("parse_mode").as_deref() {
        None | Some("") => text.clone(),
        Some("HTML") => {
            telegram_html(&text).map_err(|e| bad(&format!("can't parse entities: {e}")))?
        }
        Some(other) => return Err(bad(&format!("the double does not know parse mode {other}"))),
    };
    if plain.trim().is_empty() {
        return Err(bad("message text is empty"));
    }
    if utf16_length(&plain) > longest {
        return Err(bad("message is too long"));
    }
    Ok(text)
}

/// Long polling: confirms what lies before the offset, then waits for more.
async fn updates(shared: &Shared, arguments: &Arguments) -> Result<Value, Refused> {
    let offset = arguments.number("offset").unwrap_or(0);
    let limit = arguments.number("limit").unwrap_or(100).clamp(1, 100) as usize;
    let timeout = arguments.number("timeout").unwrap_or(0).clamp(0, 50) as u64;
    let mine = {
        let mut world = shared.world();
        if world.webhook.is_some() {
            return Err((
                409,
                "Conflict: can't use getUpdates method while webhook is active".into(),
            ));
        }
        world
            .updates
            .retain(|update| update["update_id"].as_i64() >= Some(offset));
        world.poll += 1;
        world.poll
    };
    shared.changed.notify_waiters();
    let until = tokio::time::Instant::now() + Duration::from_secs(timeout);
    loop {
        let changed = shared.changed.notified();
        tokio::pin!(changed);
        changed.as_mut().enable();
        {
            let world = shared.world();
            if world.poll != mine {
                let text = "Conflict: terminated by other getUpdates request";
                return Err((409, text.into()));
            }
            if !world.updates.is_empty() {
                return Ok(world.updates.iter().take(limit).cloned().collect());
            }
        }
        if tokio::time::timeout_at(until, changed).await.is_err() {
            return Ok(json!([]));
        }
    }
}

/// Width and height of a photo sum up to at most 10,000, and neither is more than
/// twenty times the other. Only PNGs that name their size are looked at.
fn is_fit_for_a_photo(bytes: &[u8]) -> bool {
    let side = |at: usize| {
        let side = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_be_bytes(side)))
    };
    match (bytes.starts_with(b"\x89PNG"), side(16), side(20)) {
        (true, Some(width), Some(height)) => {
            let (short, long) = (width.min(height), width.max(height));
            short > 0 && width + height <= 10_000 && long <= 20 * short
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn photos_are_neither_too_large_nor_too_long() {
        let png = |width: u32, height: u32| {
            let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
            bytes.extend(width.to_be_bytes());
            bytes.extend(height.to_be_bytes());
            is_fit_for_a_photo(&bytes)
        };
        assert!(png(1200, 1000) && png(5000, 5000) && png(400, 20));
        assert!(!png(5001, 5000) && !png(421, 20) && !png(0, 20));
    }
}
