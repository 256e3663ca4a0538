//! What has to be known to speak with Telegram.

use std::fmt;
use std::sync::Arc;

use crate::adapter::Setup;
use crate::settings::{SettingsError, Values, address};

/// The names that are read.
pub const NAMES: &[&str] = &[TOKEN, API_URL, WEBHOOK_URL, WEBHOOK_SECRET];

const TOKEN: &str = "PARLOUR_TELEGRAM_TOKEN";
const API_URL: &str = "PARLOUR_TELEGRAM_API_URL";
const WEBHOOK_URL: &str = "PARLOUR_TELEGRAM_WEBHOOK_URL";
const WEBHOOK_SECRET: &str = "PARLOUR_TELEGRAM_WEBHOOK_SECRET";

/// Telegram.
#[derive(Clone, PartialEq, Eq)]
pub struct TelegramSettings {
    /// The bot's token.
    pub token: String,
    /// What stands before `/bot<token>/METHOD`, without a final slash.
    pub api_url: String,
    /// Where Telegram sends updates; without it they are polled.
    pub webhook: Option<Webhook>,
}

/// Where Telegram sends updates.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The public address of `/telegram/webhook`.
    pub url: String,
    /// What Telegram says with every update to prove itself.
    pub secret: String,
}

/// Reads them; nothing if the token is not set.
pub fn read(value: &Values<'_>) -> Result<Option<Arc<dyn Setup>>, SettingsError> {
    let Some(token) = value(TOKEN) else {
        return Ok(None);
    };
    let webhook = match (value(WEBHOOK_URL), value(WEBHOOK_SECRET)) {
        (Some(url), Some(secret)) => Some(webhook(&url, secret)?),
        (Some(_), None) => return Err(SettingsError::Missing(WEBHOOK_URL, WEBHOOK_SECRET)),
        // Without an address there is no webhook, and the poll needs no secret.
        (None, _) => None,
    };
    let api_url = value(API_URL);
    let api_url = api_url.unwrap_or_else(|| String::from("https://api.telegram.org"));
    Ok(Some(Arc::new(TelegramSettings {
        token,
        api_url: address(API_URL, &api_url)?,
        webhook,
    })))
}

fn webhook(url: &str, secret: String) -> Result<Webhook, SettingsError> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    if secret.len() > 256 || !secret.chars().all(fits) {
        return Err(SettingsError::Unfit(
            WEBHOOK_SECRET,
            "word of 1 to 256 letters, digits, _ and -",
        ));
    }
    Ok(Webhook {
        url: with_path(address(WEBHOOK_URL, url)?),
        secret,
    })
}

/// A webhook address may be that of the server alone.
fn with_path(url: String) -> String {
    let bare = reqwest::Url::parse(&url).is_ok_and(|url| url.path() == "/");
    if bare {
        format!("{url}/telegram/webhook")
    } else {
        url
    }
}

// Tokens and secrets stay out of logs.

impl fmt::Debug for TelegramSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TelegramSettings")
            .field("api_url", &self.api_url)
            .field("webhook", &self.webhook)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}
