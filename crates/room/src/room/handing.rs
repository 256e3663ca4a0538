//! A power that goes from one player to another.
//!
//! The roster says who plays, the game keeps what was said: readiness, votes, a
//! concession. So a new player is two acts, and the sheet remembers the second
//! until it is done: should somebody die in between, whoever changes hands next,
//! or says the same again, does it.

use parlour_diplomacy::Power;
use parlour_diplomacy::game::Command;
use parlour_host::table::TableId;
use parlour_rules::Viewer;

use super::revision::{put, sheet_of};
use super::{Done, Room};
use crate::refusal::Trouble;

impl Room {
    /// Tells the game of new players, so that nothing is left of what the players
    /// before them have said of themselves.
    pub(super) async fn hand_over(&self, id: &TableId) -> Done<()> {
        let game = self.game_at(id, Viewer::Spectator).await?;
        if game.sheet.handed.is_empty() {
            return Ok(());
        }
        let board = game.board();
        for seat in &game.sheet.handed {
            let power = board.power_name(Power(seat.0)).to_owned();
            let command = Command::HandOver(power);
            match self.clock_command(id, &command, None).await {
                // Refused if the power is out of the game, or the game over.
                Ok(()) | Err(Trouble::Refusal(_)) => {}
                Err(trouble) => return Err(trouble),
            }
        }
        let done = &game.sheet.handed;
        self.host
            .revise(id, |revision| {
                let mut sheet = sheet_of(revision)?;
                sheet.handed.retain(|seat| !done.contains(seat));
                put(revision, &sheet);
                Ok::<_, Trouble>(())
            })
            .await
    }
}
