//! A game of Kingslayer is given up: it is deleted and counts for nothing. Who plays with
//! others leaves their seat to a bot instead.

use parlour_court::others_play;
use parlour_host::steward::Declined;
use parlour_host::table::{Person, Record, TableId};
use parlour_host::{Host, Json, Refused};
use parlour_solo::is_of_today;

use super::steward::{declined, is_together};

/// Gives a game up.
pub(super) async fn give_up(
    host: &Host,
    table: &TableId,
    record: &Record,
    by: &Person,
) -> Result<Json, Declined> {
    // Who may not even watch learns nothing.
    let glance = host.look_since(table, &by.identity, None).await?.glance;
    if record.seat_of(&by.identity).is_none() {
        return Err(Refused::NotSeated.into());
    }
    if glance.outcome.is_some() {
        return Err(declined("game_over", "the game is over"));
    }
    if is_together(record) {
        if others_play(table, record, &by.identity)? {
            let words = "others play here too: leave, and a bot plays on for you";
            return Err(declined("others_play", words));
        }
    } else if glance.standing.seq > 0 && is_of_today(&glance.record, host.now()) {
        let words = "the game of the day can be played once, so it is kept until tomorrow";
        return Err(declined("once_a_day", words));
    }
    let owner = if is_together(record) {
        &record.owner
    } else {
        &by.identity
    };
    host.remove(table, owner).await?;
    Ok(Json::of(&serde_json::json!({})))
}
