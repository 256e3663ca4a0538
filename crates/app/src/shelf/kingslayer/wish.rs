//! What somebody wants to play, as a browser says it.

use std::collections::BTreeMap;

use parlour_court::{Customs, Plan};
use parlour_host::Json;
use parlour_host::steward::Declined;
use parlour_regicide::bot::Level;
use parlour_regicide::{Difficulty, House};
use parlour_solo::Kind;
use parlour_tui::kingslayer::Wish;
use parlour_web::door::fitting;
use serde::Deserialize;

use super::steward::declined;

/// The longest that bots can be asked to take for a move at least, in milliseconds.
const LONGEST_PACE: u32 = 60_000;

/// What somebody wants to play.
pub(super) enum Wanted {
    Together(Together),
    Alone(Alone),
}

impl Wanted {
    /// Who says how many play wants others: what is wrong is told of that wish alone.
    pub fn read(wish: &Json) -> serde_json::Result<Self> {
        let fields: BTreeMap<String, serde_json::Value> = wish.read()?;
        if fields.contains_key("players") {
            return wish.read().map(Self::Together);
        }
        wish.read().map(Self::Alone)
    }
}

/// A table for several.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Together {
    players: u8,
    #[serde(default)]
    bots: u8,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    difficulty: Option<Difficulty>,
    #[serde(default)]
    surplus_payment: Option<bool>,
    #[serde(default)]
    mulligan: Option<bool>,
    #[serde(default)]
    level: Option<Level>,
    #[serde(default)]
    pace: Option<u32>,
    #[serde(default)]
    hints: bool,
}

/// A game alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Alone {
    kind: Kind,
    #[serde(default)]
    difficulty: Option<Difficulty>,
    #[serde(default)]
    surplus_payment: Option<bool>,
    #[serde(default)]
    solo_yield: Option<bool>,
    #[serde(default)]
    mulligan: Option<bool>,
}

impl From<Alone> for Wish {
    fn from(wanted: Alone) -> Self {
        let kind = wanted.kind;
        // The daily game is the same for everybody.
        if kind == Kind::Daily {
            let house = Difficulty::Normal.house();
            return Self { kind, house };
        }
        let mut house = house(wanted.difficulty, wanted.surplus_payment, wanted.mulligan);
        if let Some(may_yield) = wanted.solo_yield {
            house.solo_yield = may_yield;
        }
        Self { kind, house }
    }
}

/// The house rules that are for any number of players.
fn house(enemies: Option<Difficulty>, surplus: Option<bool>, mulligan: Option<bool>) -> House {
    let mut house = enemies.unwrap_or(Difficulty::Normal).house();
    if let Some(surplus) = surplus {
        house.surplus_payment = surplus;
    }
    house.mulligan = mulligan.unwrap_or_default();
    house
}

/// The most letters of a table's title.
const LONGEST_TITLE: usize = 60;

/// The table that somebody wants.
pub(super) fn plan(wanted: Together) -> Result<Plan, Declined> {
    let Together {
        players,
        bots,
        open,
        title,
        difficulty,
        surplus_payment,
        mulligan,
        level,
        pace,
        hints,
    } = wanted;
    if !(2..=4).contains(&players) || bots >= players {
        let words = "two to four play together, and at least one of them is a person";
        return Err(declined("bad_table", words));
    }
    if pace.is_some_and(|pace| pace > LONGEST_PACE) {
        let words = format!("bots take at most {LONGEST_PACE} milliseconds for a move");
        return Err(declined("bad_table", &words));
    }
    let title = title.unwrap_or_else(|| String::from("Kingslayer together"));
    let title = fitting(&title, "a title", LONGEST_TITLE);
    let title = title.map_err(|words| declined("bad_title", &words))?;
    Ok(Plan {
        title,
        players,
        bots,
        open,
        house: house(difficulty, surplus_payment, mulligan),
        customs: Customs { level, pace, hints },
    })
}
