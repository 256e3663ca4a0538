//! What has to be known to speak with Slack.

use std::fmt;
use std::sync::Arc;

use crate::adapter::Setup;
use crate::settings::{SettingsError, Values, address};

/// The names that are read.
pub const NAMES: &[&str] = &[TOKEN, SIGNING_SECRET, API_URL];

const TOKEN: &str = "PARLOUR_SLACK_BOT_TOKEN";
const SIGNING_SECRET: &str = "PARLOUR_SLACK_SIGNING_SECRET";
const API_URL: &str = "PARLOUR_SLACK_API_URL";

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

/// Reads them; nothing if the token is not set.
pub fn read(value: &Values<'_>) -> Result<Option<Arc<dyn Setup>>, SettingsError> {
    let Some(token) = value(TOKEN) else {
        return Ok(None);
    };
    let Some(signing_secret) = value(SIGNING_SECRET) else {
        return Err(SettingsError::Missing(TOKEN, SIGNING_SECRET));
    };
    let api_url = value(API_URL);
    let api_url = api_url.unwrap_or_else(|| String::from("https://slack.com/api"));
    Ok(Some(Arc::new(SlackSettings {
        token,
        signing_secret,
        api_url: address(API_URL, &api_url)?,
    })))
}

/// Token and secret stay out of logs.
impl fmt::Debug for SlackSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlackSettings")
            .field("api_url", &self.api_url)
            .finish_non_exhaustive()
    }
}
