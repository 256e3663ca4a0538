//! Operations that let somebody act: one, several, or everyone in turn.

use serde_json::Value as Json;

use super::form::Keys;
use super::observed::{Observed, flags};
use super::setup::{Table, script};
use crate::game::Acted;
use crate::rules::Mind;

/// Scenarios end in good time, whatever they ask.
const MOST_TURNS: u32 = 1_000_000;

pub(super) fn act(table: &mut Table, who: &str, keys: &Keys) -> Result<Observed, String> {
    let who = table.id(who)?;
    let mut keys = script(keys)?.into_iter();
    let outcome = table.game.act(who, &mut keys);
    Ok(Observed::new()
        .with("keys_left", keys.len())
        .outcome(table, outcome.as_ref()))
}

pub(super) fn next_n(table: &mut Table, count: u32, keys: &Keys) -> Result<Observed, String> {
    if count > MOST_TURNS {
        return Err(format!("n is at most {MOST_TURNS}"));
    }
    let mut keys = script(keys)?.into_iter();
    let mut acted = Vec::new();
    for _ in 0..count {
        let Some(turn) = table.game.next(&mut keys) else {
            break;
        };
        acted.push(turn);
    }
    Ok(turns(table, &acted, keys.len()))
}

pub(super) fn round(table: &mut Table, keys: &Keys) -> Result<Observed, String> {
    let mut keys = script(keys)?.into_iter();
    let acted = table.game.round(&mut keys);
    Ok(turns(table, &acted, keys.len()))
}

/// What several turns came to: flags are joined, the last action counts.
fn turns(table: &Table, acted: &[Acted], keys_left: usize) -> Observed {
    let outcomes = || acted.iter().filter_map(|turn| turn.outcome.as_ref());
    let order: Json = acted
        .iter()
        .map(|turn| Json::from(table.alias(turn.who)))
        .collect();
    let quit = outcomes().any(|outcome| outcome.quit);
    let action = outcomes()
        .filter_map(|outcome| outcome.action.as_ref())
        .next_back();
    let last = outcomes().next_back();
    let single = if acted.len() == 1 { last } else { None };
    Observed::new()
        .outcome(table, last)
        .with("flags", flags(quit, action, single))
        .with("keys_left", keys_left)
        .with("order", order)
        .with("turns", acted.len())
}

fn is_players_turn(table: &mut Table) -> bool {
    let next = table.game.world.next_actor();
    next.and_then(|(who, _)| table.game.mind_of(who))
        .is_some_and(|mind| matches!(mind, Mind::Player))
}

/// Everyone in turn until a player has had one.
pub(super) fn until_player(table: &mut Table, keys: &Keys) -> Result<Observed, String> {
    let mut keys = script(keys)?.into_iter();
    let mut acted = Vec::new();
    for _ in 0..100_000 {
        // Asked before the turn: a player may be gone after it.
        let done = is_players_turn(table);
        let Some(turn) = table.game.next(&mut keys) else {
            break;
        };
        acted.push(turn);
        if done {
            break;
        }
    }
    Ok(turns(table, &acted, keys.len()))
}

/// Keys, each with all that comes of it.
pub(super) fn press(table: &mut Table, keys: &Keys) -> Result<Observed, String> {
    table.game.press_all(script(keys)?);
    Ok(Observed::new().with("turns", table.game.world.turns()))
}

/// A turn of the player; if it took time, the others until the player is due.
pub(super) fn game_turn(table: &mut Table, keys: &Keys) -> Result<Observed, String> {
    let mut keys = script(keys)?.into_iter();
    let result = table.game.turn(&mut keys);
    let outcome = result.as_ref();
    Ok(Observed::new()
        .with("keys_left", keys.len())
        .outcome(table, outcome))
}
