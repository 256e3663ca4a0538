//! A power that goes from one player to another.
//!
//! The roster says who plays, the game keeps what was said: readiness, votes, a
//! concession. So a new player is two acts, and the sheet remembers the second
//! until it is done: should somebody die in between, whoever says something next
//! does it, or whoever lets the clock strike, which resolves nothing before. So it
//! is with a player who is sent away while the clock stands still: the game hears of
//! it when it goes on.

use parlour_diplomacy::Power;
use parlour_diplomacy::game::{Command, Diplomacy};
use parlour_host::audit::Asker;
use parlour_host::host::Giver;
use parlour_host::table::TableId;
use parlour_host::{Message, Refused};
use parlour_rules::Viewer;

use super::revision::{put, sheet_of};
use super::{Done, Game, Room, TRIES};
use crate::refusal::Trouble;

impl Room {
    /// Tells the game of new players, if there are any, so that nothing is left of
    /// what the players before them have said; then bots among them play.
    pub(super) async fn hand_over(&self, id: &TableId) -> Done<()> {
        if !self.tell_of_new_players(id).await? {
            return Ok(());
        }
        self.play_bots(id).await.map_err(Trouble::Journal)
    }

    /// The same without a move of the bots. Whether there were any.
    pub(super) async fn tell_of_new_players(&self, id: &TableId) -> Done<bool> {
        let mut any = false;
        for _ in 0..TRIES {
            let game = self.game_at(id, Viewer::Spectator).await?;
            let Some(seat) = game.sheet.handed.first().copied() else {
                return Ok(self.tell_of_free_chairs(&game).await? || any);
            };
            any = true;
            let power = game.board().power_name(Power(seat.0)).to_owned();
            let told = self
                .host
                .command::<Diplomacy>(Message {
                    // What the new player has noted since then is theirs.
                    seen: Some(game.sight.standing.seq),
                    ..Message::given_by(id, Giver::Clock, Command::HandOver(power))
                })
                .await;
            match told {
                Err(Refused::StaleSeq { .. }) => continue,
                Err(Refused::Journal(error)) => return Err(Trouble::Journal(error)),
                // Refused if the power is out of the game, or the game over.
                Ok(_) | Err(_) => {}
            }
            self.host
                .revise(id, &Asker::house(), |revision| {
                    let mut sheet = sheet_of(revision)?;
                    // Once: another player may have come to the same chair since.
                    if let Some(place) = sheet.handed.iter().position(|it| *it == seat) {
                        sheet.handed.remove(place);
                    }
                    put(revision, &sheet);
                    Ok::<_, Trouble>(())
                })
                .await?;
        }
        Ok(any)
    }

    /// Tells the game of players who were sent away while the clock stood still, once
    /// it goes on: nobody waits for them, and if they were the last who were waited
    /// for, the phase is over. Whether there were any.
    async fn tell_of_free_chairs(&self, game: &Game) -> Done<bool> {
        if !game.sheet.has_untold() {
            return Ok(false);
        }
        for seat in &game.sheet.left {
            let power = game.board().power_name(Power(seat.0)).to_owned();
            let chair = game.sight.record.chairs.get(usize::from(seat.0));
            if chair.is_some_and(Option::is_none) {
                let abandon = Command::Abandon(power);
                let message = Message::given_by(&game.id, Giver::Clock, abandon);
                let told = self.host.command::<Diplomacy>(message).await;
                // Refused if nobody waits for the power anyway.
                if let Err(Refused::Journal(error)) = told {
                    return Err(Trouble::Journal(error));
                }
            }
            self.host
                .revise(&game.id, &Asker::house(), |revision| {
                    let mut sheet = sheet_of(revision)?;
                    sheet.left.retain(|it| it != seat);
                    put(revision, &sheet);
                    Ok::<_, Trouble>(())
                })
                .await?;
        }
        Ok(true)
    }
}
