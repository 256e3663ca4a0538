//! Commands of the rules, carried the way that words go: nobody is ready while the clock
//! is stopped, and bots play on.

use parlour_diplomacy::game::Command;
use parlour_host::host::{Accepted, Giver};
use parlour_host::steward::Declined;
use parlour_host::{Message, Refused};

use super::super::orders::must_play;
use super::{PLATFORM, RoomSteward, declined, unreadable};
use crate::talk::Heard;

const STOPPED: &str = "The clock is stopped until the game master lets it go on.";

impl RoomSteward {
    /// Gives a command of a seat.
    pub(super) async fn carried(&self, message: Message) -> Result<Accepted, Declined> {
        let (Giver::Person(who) | Giver::At(who, _)) = message.from else {
            return Err(Refused::NotSeated.into());
        };
        let command = serde_json::from_str(&message.command);
        let command: Command = command.map_err(|error| unreadable(&error))?;
        let room = &self.room;
        let mut heard = Heard::in_private(PLATFORM, who, "", "");
        heard.message = message.id;
        let game = room.look(&message.table, &heard).await?;
        let repeated = match &heard.message {
            Some(id) => room.host.has_heard(&game.id, &heard.user, id).await,
            None => Ok(false),
        };
        // A message that has done its work is answered so, whatever came of it.
        if !repeated.map_err(Refused::Journal)? {
            must_play(&game, &heard)?;
        }
        let stage = message.stage.map(|stage| stage.to_string());
        let stage = stage.as_deref();
        let given = match command {
            Command::Order(_)
            | Command::OrderAnew(_)
            | Command::Withdraw(_)
            | Command::Clear
            | Command::Unready => room.command(&game, &heard, command, stage).await,
            Command::ProposeDraw(_) | Command::Vote(_) if game.is_in_disorder(&heard) => {
                let words = "Nobody waits for you, so you have no part in a draw.";
                return Err(declined("in_disorder", words));
            }
            Command::Ready | Command::Concede | Command::ProposeDraw(_) | Command::Vote(_) => {
                room.command_by_the_clock(&game, &heard, command, stage, STOPPED)
                    .await
            }
            Command::Resolve
            | Command::ResolveEarly
            | Command::Abandon(_)
            | Command::Resume(_)
            | Command::HandOver(_) => {
                return Err(declined("not_yours", "That is for the clock to say."));
            }
        };
        Ok(given?)
    }
}
