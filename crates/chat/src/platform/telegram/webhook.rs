//! The endpoint for updates that Telegram brings.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::routing::post;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::Webhook;
use super::bot_api::BotApi;
use super::ear::Ear;
use crate::sender::Undelivered;

/// The longest update.
const LONGEST: usize = 1024 * 1024;

struct Door {
    ear: Arc<Ear>,
    secret: String,
}

/// The router.
pub fn router(ear: Arc<Ear>, secret: &str) -> Router {
    let door = Door {
        ear,
        secret: secret.to_owned(),
    };
    Router::new()
        .route("/telegram/webhook", post(brought))
        .with_state(Arc::new(door))
}

async fn brought(State(door): State<Arc<Door>>, request: Request<Body>) -> StatusCode {
    let (parts, body) = request.into_parts();
    let said = parts.headers.get("x-telegram-bot-api-secret-token");
    let said = said
        .map(axum::http::HeaderValue::as_bytes)
        .unwrap_or_default();
    if !is_same(said, door.secret.as_bytes()) {
        return StatusCode::UNAUTHORIZED;
    }
    let Ok(body) = to_bytes(body, LONGEST).await else {
        return StatusCode::PAYLOAD_TOO_LARGE;
    };
    let Ok(update) = serde_json::from_slice::<Value>(&body) else {
        return StatusCode::OK;
    };
    // In a task of its own, so that it ends even if Telegram hangs up.
    let ear = Arc::clone(&door.ear);
    let work = crate::task::spawn(async move { ear.hear(&update).await });
    match work.await {
        Ok(Ok(())) => StatusCode::OK,
        // Telegram brings it again.
        Ok(Err(trouble)) => {
            tracing::warn!("telegram: {trouble}");
            StatusCode::SERVICE_UNAVAILABLE
        }
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Compares in the same time wherever the difference lies: two codes under a key
/// are compared instead of the words.
fn is_same(said: &[u8], secret: &[u8]) -> bool {
    let code = |bytes: &[u8]| {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
        mac.update(bytes);
        Some(mac)
    };
    let (Some(said), Some(secret)) = (code(said), code(secret)) else {
        return false;
    };
    said.verify_slice(&secret.finalize().into_bytes()).is_ok()
}

/// Tells Telegram where to bring updates, until it has understood. Then there is
/// nothing left to do.
pub async fn announce(api: &BotApi, webhook: &Webhook) {
    let asked = json!({
        "url": webhook.url, "secret_token": webhook.secret,
        "allowed_updates": ["message", "edited_message", "callback_query"],
    });
    let mut failures = 0;
    loop {
        let pause = match api.call("setWebhook", &asked).await {
            Ok(_) => break,
            Err(Undelivered::Later(Some(asked))) => asked,
            Err(undelivered) => {
                failures += 1;
                tracing::warn!("telegram: setWebhook: {undelivered:?}");
                Duration::from_millis(500 * (1 << failures.min(6)))
            }
        };
        tokio::time::sleep(pause).await;
    }
    std::future::pending::<()>().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_is_the_secret() {
        assert!(is_same(b"s3cret", b"s3cret"));
        for other in [&b""[..], b"s3cre", b"s3cret1", b"S3cret"] {
            assert!(!is_same(other, b"s3cret"));
        }
    }
}
