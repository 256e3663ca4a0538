//! Which platforms run, and with which tokens and addresses.
//!
//! A platform runs exactly when its token is set. The names are those of the
//! environment; a settings file may hold the same ones.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use crate::adapter::Setup;
use crate::platform::Platform;

/// Finds a setting by its name.
pub(crate) type Values<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Reads the settings of one platform; nothing if its token is not set.
pub(crate) type Reading = fn(&Values<'_>) -> Result<Option<Arc<dyn Setup>>, SettingsError>;

/// The platforms whose tokens are set.
#[derive(Clone, Debug, Default)]
pub struct ChatSettings(BTreeMap<Platform, Arc<dyn Setup>>);

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

impl ChatSettings {
    /// Reads the settings by name; an empty one counts as not set.
    pub fn read(value: impl Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        let value = |name: &str| {
            let value = value(name).map(|text| text.trim().to_owned());
            value.filter(|text| !text.is_empty())
        };
        let mut set = BTreeMap::new();
        for platform in Platform::ALL {
            if let Some(setup) = platform.reading()(&value)? {
                set.insert(platform, setup);
            }
        }
        Ok(Self(set))
    }

    /// The same, and one platform more.
    #[must_use]
    pub fn with(mut self, setup: impl Setup) -> Self {
        self.0.insert(setup.platform(), Arc::new(setup));
        self
    }

    /// Every name that is read.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let of = |platform: Platform| platform.settings().iter().copied();
        Platform::ALL.into_iter().flat_map(of)
    }

    /// Whether no platform runs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The platforms that run.
    pub fn platforms(&self) -> impl Iterator<Item = Platform> {
        self.0.keys().copied()
    }

    /// Those of one platform, if it runs.
    pub fn of<S: Setup>(&self) -> Option<&S> {
        let mut all = self.0.values();
        all.find_map(|it| (&**it as &dyn Any).downcast_ref())
    }

    /// Those of all platforms that run.
    pub(crate) fn setups(&self) -> impl Iterator<Item = &dyn Setup> {
        self.0.values().map(|it| &**it)
    }
}

/// An address without a final slash.
pub(crate) fn address(name: &'static str, text: &str) -> Result<String, SettingsError> {
    let sound = reqwest::Url::parse(text)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if sound {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err(SettingsError::Unfit(name, "address that begins with http"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::slack::SlackSettings;
    use crate::platform::telegram::TelegramSettings;

    fn read(pairs: &[(&str, &str)]) -> Result<ChatSettings, SettingsError> {
        ChatSettings::read(|name| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    fn telegram(settings: &ChatSettings) -> &TelegramSettings {
        settings.of().expect("Telegram is set")
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
        assert_eq!(telegram(&both).api_url, "https://api.telegram.org");
        let slack: &SlackSettings = both.of().unwrap();
        assert_eq!(slack.api_url, "https://slack.com/api");
        let set: Vec<Platform> = both.platforms().collect();
        assert_eq!(set, Platform::ALL);
    }

    #[test]
    fn every_name_that_is_read_is_listed() {
        use std::cell::RefCell;
        use std::collections::BTreeSet;
        let asked = RefCell::new(BTreeSet::new());
        let read = ChatSettings::read(|name| {
            asked.borrow_mut().insert(name.to_owned());
            let word = name.ends_with("SECRET") || name.ends_with("TOKEN");
            Some(String::from(if word {
                "word"
            } else {
                "https://a.example"
            }))
        });
        assert!(read.is_ok());
        let listed: BTreeSet<String> = ChatSettings::names().map(str::to_owned).collect();
        assert_eq!(asked.into_inner(), listed);
    }

    #[test]
    fn addresses_may_end_with_a_slash() {
        let settings = read(&[
            ("PARLOUR_TELEGRAM_TOKEN", "1:a"),
            ("PARLOUR_TELEGRAM_API_URL", "http://127.0.0.1:9/tg/"),
        ]);
        assert_eq!(
            telegram(&settings.unwrap()).api_url,
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
        let settings = read(&[token, url, secret]).unwrap();
        let webhook = telegram(&settings).webhook.as_ref().unwrap();
        assert_eq!(webhook.url, "https://bot.example/telegram/webhook");
        assert!(read(&[("PARLOUR_SLACK_BOT_TOKEN", "x")]).is_err());
    }

    #[test]
    fn secrets_are_not_shown() {
        let settings = read(&[
            ("PARLOUR_SLACK_BOT_TOKEN", "xoxb-hidden"),
            ("PARLOUR_SLACK_SIGNING_SECRET", "hidden"),
            ("PARLOUR_TELEGRAM_TOKEN", "1:hidden"),
            ("PARLOUR_TELEGRAM_WEBHOOK_URL", "https://bot.example/"),
            ("PARLOUR_TELEGRAM_WEBHOOK_SECRET", "hidden"),
        ])
        .unwrap();
        assert_eq!(settings.platforms().count(), 2);
        assert!(!format!("{settings:?}").contains("hidden"));
    }
}
