//! The settings file: TOML, read with errors that name file and line, and written
//! so that a crash leaves either the old one or the new one.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use parlour_tui::settings::Settings;

use crate::place::make_room_for;

/// Reads the settings. Without a file they are what they are at first.
pub fn read(file: &Path) -> Result<Settings> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Settings::default()),
        Err(error) => return Err(error).with_context(|| file.display().to_string()),
    };
    toml::from_str(&text)
        .with_context(|| format!("{} is not understood; mend or remove it", file.display()))
}

/// Writes the settings beside the old ones, then puts them in their place.
pub fn write(file: &Path, settings: &Settings) -> Result<()> {
    let text = toml::to_string(settings).context("settings have a text form")?;
    let beside = file.with_extension("toml.new");
    make_room_for(file)
        .and_then(|()| fs::write(&beside, text))
        .and_then(|()| fs::rename(&beside, file))
        .with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_tui::kingslayer::HandOrder;
    use parlour_tui::{Background, Colours};

    fn after(text: &str) -> Result<Settings> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        fs::write(&file, text).unwrap();
        read(&file)
    }

    #[test]
    fn no_file_means_the_first_settings() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            read(&folder.path().join("none.toml")).unwrap(),
            Settings::default()
        );
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deeper/settings.toml");
        let settings = Settings {
            name: "Ada \"the\" 王".into(),
            colours: Colours::ColourBlind,
            background: Background::Light,
            mouse: false,
            four_colours: true,
            hand_order: HandOrder::Value,
        };
        write(&file, &settings).unwrap();
        assert_eq!(read(&file).unwrap(), settings);
    }

    #[test]
    fn some_settings_may_be_left_out() {
        let settings = after("colours = \"none\"\n").unwrap();
        assert_eq!(
            settings,
            Settings {
                colours: Colours::None,
                ..Settings::default()
            }
        );
    }

    #[test]
    fn errors_name_file_line_and_fact() {
        for (text, facts) in [
            (
                "name = \"a\"\ncolour = \"full\"\n",
                ["line 2", "unknown field `colour`"],
            ),
            (
                "colours = \"green\"\n",
                ["line 1", "unknown variant `green`"],
            ),
            ("mouse = 3\n", ["line 1", "expected a boolean"]),
            ("name = \n", ["line 1", "settings.toml"]),
        ] {
            let words = format!("{:#}", after(text).unwrap_err());
            for fact in facts {
                assert!(words.contains(fact), "{words}");
            }
        }
    }
}
