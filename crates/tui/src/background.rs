//! Whether the terminal is light or dark: said by a setting, by the environment, or by
//! the terminal itself.

use std::io::{self, IsTerminal};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// What lies behind the words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Background {
    /// What the terminal says; dark if it says nothing.
    #[default]
    Terminal,
    /// Dark, whatever it says.
    Dark,
    /// Light, whatever it says.
    Light,
}

impl Background {
    /// Every background, in the order settings offer them.
    pub const ALL: [Self; 3] = [Self::Terminal, Self::Dark, Self::Light];

    /// What it is called on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terminal => "as the terminal says",
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }

    /// Whether it is light, where the terminal has said this.
    pub fn is_light(self, told: bool) -> bool {
        match self {
            Self::Terminal => told,
            Self::Dark => false,
            Self::Light => true,
        }
    }
}

/// How long a terminal may take to answer. One that answers nothing to this question
/// answers the next one at once, so only those wait that answer nothing at all.
const PATIENCE: Duration = Duration::from_millis(500);

/// Whether the terminal says that it is light. To be asked before screens are shown.
pub fn terminal_is_light() -> bool {
    if let Some(light) = std::env::var("COLORFGBG").ok().and_then(|it| told_by(&it)) {
        return light;
    }
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return false;
    }
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    matches!(theme_mode(options), Ok(ThemeMode::Light))
}

/// What `COLORFGBG` says, as `15;0` or `0;default;15`: the last number is one of the
/// sixteen colours.
fn told_by(variable: &str) -> Option<bool> {
    let colour: u8 = variable.rsplit(';').next()?.parse().ok()?;
    match colour {
        0..=6 | 8 => Some(false),
        7 | 9..=15 => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_names_a_colour_or_says_nothing() {
        for (variable, light) in [
            ("15;0", Some(false)),
            ("0;15", Some(true)),
            ("0;default;15", Some(true)),
            ("12;8", Some(false)),
            ("15;default", None),
            ("", None),
            ("15;200", None),
            ("15;-1", None),
        ] {
            assert_eq!(told_by(variable), light, "{variable}");
        }
    }

    #[test]
    fn a_setting_is_stronger_than_the_terminal() {
        for told in [false, true] {
            assert!(Background::Light.is_light(told));
            assert!(!Background::Dark.is_light(told));
            assert_eq!(Background::Terminal.is_light(told), told);
        }
    }
}
