//! Moves taken back by consent: play goes on at a fork of the host's, and the table with
//! it.

use parlour_host::host::{Host, Undo};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Refused, Shown};

use crate::court::PAST;

/// Asks that only the first `to` entries of a game remain, or agrees to that. What a game
/// has come to stands.
pub async fn undo(host: &Host, game: &TableId, by: &Identity, to: u64) -> Result<Undo, Refused> {
    let Shown { outcome, .. } = host.look(game, by).await?;
    match outcome {
        Some(_) => Err(Refused::GameOver),
        None => host.undo(game, by, to).await,
    }
}

/// Whether a game is the fork of an undo that ended in the middle of it: play goes on where
/// it was, or at another fork.
pub(crate) async fn is_stray(
    host: &Host,
    game: &TableId,
    record: &Record,
) -> Result<bool, Refused> {
    let Some(origin) = &record.forked_from else {
        return Ok(false);
    };
    match host.record(&origin.table).await {
        Ok(before) => Ok(before.moved_to.as_ref() != Some(game)),
        // Of what is gone nothing goes on but this.
        Err(Refused::UnknownTable(_)) => Ok(false),
        Err(refused) if refused.is_damage() => Ok(false),
        Err(refused) => Err(refused),
    }
}

/// The game that a table plays now, by any game it has played: wherever moves were taken
/// back play went on elsewhere, and after its end there may be a next game. Nothing if the
/// game is of no table whose tag is one of these.
///
/// # Errors
/// If the host does not answer.
pub async fn present_game(
    host: &Host,
    game: &TableId,
    is_of_a_table: impl Fn(&str) -> bool,
) -> Result<Option<TableId>, Refused> {
    let mut record = host.record(game).await?;
    let mut game = game.clone();
    while let Some(left) = record.moved_to {
        record = host.record(&left).await?;
        game = left;
    }
    if record.tags.iter().any(|tag| is_of_a_table(tag)) {
        return Ok(Some(game));
    }
    let mut tags = record.tags.iter().filter_map(|tag| tag.strip_prefix(PAST));
    let Some(tag) = tags.find(|tag| is_of_a_table(tag)) else {
        return Ok(None);
    };
    Ok(games_under(host, tag).await?.into_iter().next())
}

/// The games that stand under the tag of a table: what an undo left that ended in the
/// middle of it is none of them, nor is what cannot be read.
///
/// # Errors
/// If the host does not answer.
pub async fn games_under(host: &Host, tag: &str) -> Result<Vec<TableId>, Refused> {
    let mut games = Vec::new();
    for game in host.tables_with_tag(tag).await? {
        let record = match host.record(&game).await {
            Ok(record) => record,
            // Another process has removed it meanwhile.
            Err(Refused::UnknownTable(_)) => continue,
            Err(refused) if refused.is_damage() => continue,
            Err(refused) => return Err(refused),
        };
        if !is_stray(host, &game, &record).await? {
            games.push(game);
        }
    }
    Ok(games)
}
