//! Which platforms run, and with which tokens and addresses.
//!
//! A platform runs exactly when its token is set. The names are those of the
//! environment; a settings file may hold the same ones.

use std::fmt;

use thiserror::Error;

/// Both platforms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatSettings {
    /// Telegram, if its token is set.
    pub telegram: Option<TelegramSettings>,
    /// Slack, if its token is set.
    pub slack: Option<SlackSettings>,
}

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

/// Slack.
#[derive(Clone, PartialEq, Eq)]
pub struct SlackSettings {
    /// The bot's token.
    pub token: String,
    /// What Slack signs its requests with.
    pub signing_secret: String,
    /// What stands before `/METHOD`, without a final slash.
    pub api_url: String,
}

/// Settings that cannot be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// One setting needs another.
    #[error("{0} is set, but {1} is not")]
    Missing(&'static str, &'static str),
    /// Something else than it should be.
    #[error("{0} is no {1}")]
    Unfit(&'static str, &'static str),
}

/// Every name that is read, in the order of the documents.
pub const NAMES: [&str; 7] = [
    "PARLOUR_TELEGRAM_TOKEN",
    "PARLOUR_TELEGRAM_API_URL",
    "PARLOUR_TELEGRAM_WEBHOOK_URL",
    "PARLOUR_TELEGRAM_WEBHOOK_SECRET",
    "PARLOUR_SLACK_BOT_TOKEN",
    "PARLOUR_SLACK_SIGNING_SECRET",
    "PARLOUR_SLACK_API_URL",
];

impl ChatSettings {
    /// Reads the settings by name; an empty one counts as not set.
    pub fn read(value: impl Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        let value = |name: &str| {
            let value = value(name).map(|text| text.trim().to_owned());
            value.filter(|text| !text.is_empty())
        };
        Ok(Self {
            telegram: telegram(&value)?,
            slack: slack(&value)?,
        })
    }

    /// Whether no platform runs.
    pub fn is_empty(&self) -> bool {
        self.telegram.is_none() && self.slack.is_none()
    }
}

fn telegram(
    value: &impl Fn(&str) -> Option<String>,
) -> Result<Option<TelegramSettings>, SettingsError> {
    let Some(token) = value("PARLOUR_TELEGRAM_TOKEN") else {
        return Ok(None);
    };
    let url = value("PARLOUR_TELEGRAM_WEBHOOK_URL");
    let secret = value("PARLOUR_TELEGRAM_WEBHOOK_SECRET");
    let webhook = match (url, secret) {
        (Some(url), Some(secret)) => {
            let fits = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
            if secret.len() > 256 || !secret.chars().all(fits) {
                return Err(SettingsError::Unfit(
                    "PARLOUR_TELEGRAM_WEBHOOK_SECRET",
                    "word of 1 to 256 letters, digits, _ and -",
                ));
            }
            let url = address("PARLOUR_TELEGRAM_WEBHOOK_URL", &url)?;
            Some(Webhook {
                url: with_path(url),
                secret,
            })
        }
        (Some(_), None) => {
            return Err(SettingsError::Missing(
                "PARLOUR_TELEGRAM_WEBHOOK_URL",
                "PARLOUR_TELEGRAM_WEBHOOK_SECRET",
            ));
        }
        // Without an address there is no webhook, and the poll needs no secret.
        (None, _) => None,
    };
    let api_url = value("PARLOUR_TELEGRAM_API_URL");
    let api_url = api_url.unwrap_or_else(|| String::from("https://api.telegram.org"));
    Ok(Some(TelegramSettings {
        token,
        api_url: address("PARLOUR_TELEGRAM_API_URL", &api_url)?,
        webhook,
    }))
}

fn slack(value: &impl Fn(&str) -> Option<String>) -> Result<Option<SlackSettings>, SettingsError> {
    let Some(token) = value("PARLOUR_SLACK_BOT_TOKEN") else {
        return Ok(None);
    };
    let Some(signing_secret) = value("PARLOUR_SLACK_SIGNING_SECRET") else {
        return Err(SettingsError::Missing(
            "PARLOUR_SLACK_BOT_TOKEN",
            "PARLOUR_SLACK_SIGNING_SECRET",
        ));
    };
    let api_url = value("PARLOUR_SLACK_API_URL");
    let api_url = api_url.unwrap_or_else(|| String::from("https://slack.com/api"));
    Ok(Some(SlackSettings {
        token,
        signing_secret,
        api_url: address("PARLOUR_SLACK_API_URL", &api_url)?,
    }))
}

/// An address without a final slash.
fn address(name: &'static str, text: &str) -> Result<String, SettingsError> {
    let sound = reqwest::Url::parse(text)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if sound {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err(SettingsError::Unfit(name, "address that begins with http"))
    }
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

impl fmt::Debug for SlackSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlackSettings")
            .field("api_url", &self.api_url)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<ChatSettings, SettingsError> {
        ChatSettings::read(|name| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_platform_runs_exactly_when_its_token_is_set() {
        assert!(
            read(&[("PARLOUR_SLACK_SIGNING_SECRET", "s")])
                .unwrap()
                .is_empty()
        );
        assert!(read(&[("PARLOUR_TELEGRAM_TOKEN", " ")]).unwrap().is_empty());
        let both = read(&[
            ("PARLOUR_TELEGRAM_TOKEN", "1:a"),
            ("PARLOUR_SLACK_BOT_TOKEN", "xoxb"),
            ("PARLOUR_SLACK_SIGNING_SECRET", "s"),
        ])
        .unwrap();
        assert_eq!(both.telegram.unwrap().api_url, "https://api.telegram.org");
        assert_eq!(both.slack.unwrap().api_url, "https://slack.com/api");
    }

    #[test]
    fn addresses_may_end_with_a_slash() {
        let settings = read(&[
            ("PARLOUR_TELEGRAM_TOKEN", "1:a"),
            ("PARLOUR_TELEGRAM_API_URL", "http://127.0.0.1:9/tg/"),
        ]);
        assert_eq!(
            settings.unwrap().telegram.unwrap().api_url,
            "http://127.0.0.1:9/tg"
        );
        let odd = read(&[
            ("PARLOUR_TELEGRAM_TOKEN", "1:a"),
            ("PARLOUR_TELEGRAM_API_URL", "telegram"),
        ]);
        assert!(odd.is_err());
    }

    #[test]
    fn a_webhook_needs_its_secret_and_slack_its_signature() {
        let token = ("PARLOUR_TELEGRAM_TOKEN", "1:a");
        let url = ("PARLOUR_TELEGRAM_WEBHOOK_URL", "https://bot.example/");
        let secret = ("PARLOUR_TELEGRAM_WEBHOOK_SECRET", "s3cret");
        assert!(read(&[token, url]).is_err());
        let telegram = read(&[token, url, secret]).unwrap().telegram.unwrap();
        assert_eq!(
            telegram.webhook.unwrap().url,
            "https://bot.example/telegram/webhook"
        );
        assert!(read(&[("PARLOUR_SLACK_BOT_TOKEN", "x")]).is_err());
    }

    #[test]
    fn secrets_are_not_shown() {
        let slack = read(&[
            ("PARLOUR_SLACK_BOT_TOKEN", "xoxb-hidden"),
            ("PARLOUR_SLACK_SIGNING_SECRET", "hidden"),
        ]);
        assert!(!format!("{:?}", slack.unwrap()).contains("hidden"));
    }
}
