//! A game of Kingslayer is given up: it is deleted and counts for nothing. Whoever plays
//! with others leaves their seat to a bot instead.

use parlour_court::others_play;
use parlour_host::audit::Asker;
use parlour_host::steward::Declined;
use parlour_host::table::{Person, TableId};
use parlour_host::{Host, Json, Refused};
use parlour_solo::is_of_today;

use super::steward::{declined, is_together};

/// Gives a game up, if it is still theirs to give up when it goes.
pub(super) async fn give_up(host: &Host, table: &TableId, by: &Person) -> Result<Json, Declined> {
    let who = &by.identity;
    host.remove_if(table, &Asker::person(by), |record, played| {
        // Whoever may not even watch learns nothing.
        record.viewer(who).ok_or(Refused::NotAdmitted)?;
        let together = is_together(record);
        if together && record.seat_of(who).is_none() {
            return Err(Refused::NotSeated.into());
        }
        if !together && record.owner != *who {
            return Err(Refused::NotOwner.into());
        }
        if played.over {
            return Err(declined("game_over", "the game is over"));
        }
        if together && others_play(table, record, who)? {
            let words = "others play here too: leave, and a bot plays on for you";
            return Err(declined("others_play", words));
        }
        if !together && played.entries > 0 && is_of_today(record, host.now()) {
            let words = "the game of the day can be played once, so it is kept until tomorrow";
            return Err(declined("once_a_day", words));
        }
        Ok(())
    })
    .await?;
    Ok(Json::of(&serde_json::json!({})))
}
