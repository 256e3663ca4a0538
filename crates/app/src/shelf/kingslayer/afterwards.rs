//! What a browser asks about a game that is over: what came of it, and how it stood at
//! each place of its log, as who asks saw it then.

use std::sync::{Arc, Mutex, PoisonError};

use parlour_host::log::{Limits, Replay, read_log};
use parlour_host::steward::Declined;
use parlour_host::table::{Person, Record, TableId};
use parlour_host::{Host, Json, Refused};
use parlour_regicide::bot::{Level, play_alone};
use parlour_regicide::{Kingslayer, Outcome, Setup, State, View};
use parlour_rules::{Rules, Seed, Viewer};
use parlour_solo::{Day, Kind, hints, is_of_today};
use parlour_tui::kingslayer::line_of_the_day;
use serde::{Deserialize, Serialize};

use super::steward::{declined, is_together};

/// What is asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Asked {
    /// What came of it?
    Result {},
    /// How did it stand after so many entries?
    Past { at: usize },
}

/// What an answer is made of: everything that is read from the house.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Gathered {
    Result {
        came: Came,
        /// The cards on which the bot is to play.
        cards: Option<(Setup, Seed)>,
    },
    Past(Past),
}

/// Under this name what was gathered stands in a question; nobody else writes it there.
const GATHERED: &str = "gathered";

#[derive(Serialize, Deserialize)]
struct Question {
    gathered: Gathered,
}

/// What came of a game.
#[derive(Serialize, Deserialize)]
pub(super) struct Came {
    /// How many hints were given.
    hints: u32,
    /// Whether moves were taken back at a table with others.
    #[serde(default)]
    taken_back: bool,
    /// Whether one may go on from any place of it, for practice.
    #[serde(default)]
    goes_on: bool,
    /// Of a daily game, a line to tell others without telling the cards.
    line: Option<String>,
    /// What the cards followed from; of the daily game nobody is told before its day is
    /// over, since others have it before them.
    seed: Option<String>,
    /// Of a daily game, how the bot fared on the same cards.
    bot: Option<Outcome>,
}

/// How a game stood.
#[derive(Serialize, Deserialize)]
pub(super) struct Past {
    at: usize,
    /// How many entries there are.
    entries: usize,
    view: View,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Result(Came),
    Past(Past),
}

/// The question with what its answer needs, if it is one about a game that is over. Who
/// asks may go on from there, or this is no house for that.
pub(super) async fn gathered(
    host: &Arc<Host>,
    table: &TableId,
    (by, goes_on): (&Person, bool),
    question: &Json,
) -> Result<Option<Json>, Declined> {
    let fields: serde_json::Map<String, serde_json::Value> = question
        .read()
        .map_err(|error| super::steward::unreadable(&error))?;
    if fields.contains_key(GATHERED) {
        return Err(Declined::Unreadable(format!("`{GATHERED}` is not asked")));
    }
    if !fields
        .get("ask")
        .is_some_and(|it| it == "result" || it == "past")
    {
        return Ok(None);
    }
    let asked = question
        .read()
        .map_err(|error| super::steward::unreadable(&error))?;
    let glance = host.look(table, &by.identity).await?;
    let Some(outcome) = &glance.outcome else {
        return Err(declined("not_over", "the game is not over"));
    };
    let gathered = match asked {
        Asked::Result {} => {
            let outcome = outcome.read().map_err(|error| damaged(table, &error))?;
            let view: View = glance.view.read().map_err(|error| damaged(table, &error))?;
            let mut gathered = result(host, table, &glance.record, &outcome, view.moves).await?;
            if let Gathered::Result { came, .. } = &mut gathered {
                came.goes_on = goes_on;
            }
            gathered
        }
        Asked::Past { at } => past(host, table, glance.viewer, at).await?,
    };
    Ok(Some(Json::of(&Question { gathered })))
}

/// Answers from what was gathered; nothing if the question is another one.
pub(super) fn answered(question: &Json) -> Option<Json> {
    let question: Question = question.read().ok()?;
    Some(Json::of(&match question.gathered {
        Gathered::Result { mut came, cards } => {
            came.bot = cards.and_then(|(setup, seed)| bots_result(&setup, seed));
            Answer::Result(came)
        }
        Gathered::Past(past) => Answer::Past(past),
    }))
}

/// What the bot makes of the same cards. That may take a second, so it is done where
/// questions are thought about, and once: a day has one game.
fn bots_result(setup: &Setup, seed: Seed) -> Option<Outcome> {
    static KNOWN: Mutex<Vec<(Setup, Seed, Option<Outcome>)>> = Mutex::new(Vec::new());
    /// Days whose games are still looked at.
    const MOST: usize = 64;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known
        .iter()
        .find(|(of, from, _)| (of, *from) == (setup, seed));
    if let Some((.., outcome)) = found {
        return *outcome;
    }
    let outcome = play_alone(setup, seed, Level::default());
    if known.len() == MOST {
        known.remove(0);
    }
    known.push((setup.clone(), seed, outcome));
    outcome
}

async fn result(
    host: &Host,
    table: &TableId,
    record: &Record,
    outcome: &Outcome,
    moves: u32,
) -> Result<Gathered, Declined> {
    let hints = hints(record);
    let alone = record.chairs.len() == 1;
    let daily = alone && Kind::noted(record) == Some(Kind::Daily);
    let line = daily.then(|| line_of_the_day(Day::of(record.created), outcome, moves, hints));
    // The next game of a table with others may follow from the same seed.
    let begun = if alone {
        beginning(host, table).await?
    } else {
        None
    };
    let told = !is_of_today(record, host.now());
    let seed = begun
        .as_ref()
        .filter(|_| told)
        .map(|(_, seed)| seed.to_string());
    Ok(Gathered::Result {
        came: Came {
            hints,
            taken_back: is_together(record) && record.forked_from.is_some(),
            goes_on: true,
            line,
            seed,
            bot: None,
        },
        cards: begun.filter(|_| daily),
    })
}

/// What a table began with.
async fn beginning(host: &Host, table: &TableId) -> Result<Option<(Setup, Seed)>, Refused> {
    #[derive(Deserialize)]
    struct Start {
        setup: Setup,
        seed: Seed,
    }
    let kept = host.journal().load(table).await?;
    let start = kept.and_then(|kept| serde_json::from_str::<Start>(&kept.header).ok());
    Ok(start.map(|start| (start.setup, start.seed)))
}

async fn past(
    host: &Host,
    table: &TableId,
    viewer: Viewer,
    at: usize,
) -> Result<Gathered, Declined> {
    let log = host.export(table).await?;
    let log = read_log(&log[..], Limits::default()).map_err(|error| damaged(table, &error))?;
    let replay = Replay::open(host.registry(), log);
    let mut replay = replay.map_err(|error| damaged(table, &error))?;
    let entries = replay.len();
    if at > entries {
        let words = format!("this game has {entries} entries");
        return Err(declined("no_such_place", &words));
    }
    replay.go_to(at).map_err(|error| damaged(table, &error))?;
    let state = replay.position().state().downcast_ref::<State>();
    let state = state.ok_or_else(|| damaged(table, &"its game has another form"))?;
    let view = Kingslayer::view(state, viewer);
    Ok(Gathered::Past(Past { at, entries, view }))
}

fn damaged(table: &TableId, what: &dyn std::fmt::Display) -> Declined {
    declined(
        "not_readable",
        &format!("the game of table {table} cannot be read: {what}"),
    )
}
