//! What everybody was told of entries, read from the log: for a window that the outbox
//! has not reached, because another one of the same table took it.

use parlour_diplomacy::game::Diplomacy;
use parlour_host::journal::JournalError;
use parlour_host::table::TableId;
use parlour_rules::Viewer;

use super::bulletins::resolved;
use super::{Done, Room};
use crate::refusal::Trouble;
use crate::talk::{Body, LONGEST_TEXT, split_text};

impl Room {
    /// How many entries the log of a table has; none if there is no table.
    pub(crate) async fn entries(&self, id: &TableId) -> Result<u64, JournalError> {
        match self.game_at(id, Viewer::Spectator).await {
            Ok(game) => Ok(game.sight.standing.seq),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(0),
        }
    }

    /// What everybody was told of the entries after one and up to another, each with its
    /// number; of phases that were resolved with the picture.
    pub(crate) async fn summaries(
        &self,
        id: &TableId,
        after: u64,
        up_to: u64,
    ) -> Result<Vec<(u64, Vec<Body>)>, JournalError> {
        match self.told_since(id, after, up_to).await {
            Ok(told) => Ok(told),
            Err(Trouble::Journal(error)) => Err(error),
            Err(Trouble::Refusal(_)) => Ok(Vec::new()),
        }
    }

    async fn told_since(
        &self,
        id: &TableId,
        after: u64,
        up_to: u64,
    ) -> Done<Vec<(u64, Vec<Body>)>> {
        let mut told = Vec::new();
        if after >= up_to {
            return Ok(told);
        }
        let game = self.game_at(id, Viewer::Spectator).await?;
        let host = self.host();
        let seen = host.seen::<Diplomacy>(id, Viewer::Spectator, after).await?;
        for (entry, events) in seen.into_iter().filter(|(entry, _)| *entry <= up_to) {
            let Some(text) = game.bulletin(&events, host.now()) else {
                continue;
            };
            let mut bodies: Vec<Body> = split_text(&text, LONGEST_TEXT)
                .into_iter()
                .map(Body::Text)
                .collect();
            if let Some(phase) = resolved(&events)
                && let Some(sketch) = self.picture(&game, entry, phase).await?
            {
                bodies.push(Body::Picture(Box::new(sketch)));
            }
            told.push((entry, bodies));
        }
        Ok(told)
    }
}
