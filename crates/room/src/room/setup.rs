//! From the agreed settings to the game that is played by them.

use std::collections::BTreeMap;

use parlour_atlas::Chart;
use parlour_diplomacy::game::{BoardRef, DrawRule, Setup, VoteRule};
use parlour_diplomacy::{Board, Rulebook};

use super::Done;
use crate::phrase::{self, listed};
use crate::refusal::{Refusal, refuse};
use crate::settings::{Draws, Settings};

pub(super) fn setup(settings: &Settings) -> Done<Setup> {
    let Some(map) = BoardRef::named(&settings.map) else {
        let maps: Vec<&str> = Board::all().into_iter().map(Board::name).collect();
        return refuse(
            "no_such_map",
            format!(
                "There is no map `{}`; there are {}.",
                settings.map,
                listed(&maps)
            ),
        );
    };
    let choices: BTreeMap<String, String> = settings.rules.iter().cloned().collect();
    let rules = Rulebook::default()
        .with(&choices)
        .map_err(|error| Refusal::new("bad_setting", phrase::sentence(&error.to_string())))?;
    Ok(Setup {
        picture: Chart::picture_of(&map),
        map,
        rules,
        draws: match settings.draws {
            Draws::Dias => DrawRule::Dias,
            Draws::Any => DrawRule::Any,
        },
        votes: VoteRule::UntilResolved,
        misses: settings.misses,
        last_year: None,
    })
}

/// The settings that matter to whoever joins.
pub(super) fn agreed(settings: &Settings) -> String {
    format!("Settings: {settings}.")
}
