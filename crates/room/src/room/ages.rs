//! A game that older rules began. Everybody is told once that the present ones go on
//! with it: before they decide anything, if somebody comes before the clock or a bot does.

use parlour_host::audit::Asker;
use parlour_host::log::Older;
use parlour_host::table::TableId;
use parlour_rules::Viewer;

use super::revision::{announce, put, sheet_of};
use super::{Done, Game, Room};
use crate::sheet::Aged;

impl Room {
    /// Tells whoever plays or watches a game that it was played under older rules, if it
    /// was and nobody has said so yet. Whether it was told now.
    pub(super) async fn tell_of_age(&self, game: &Game) -> Done<bool> {
        match &game.sight.older {
            Some(older) => self.tell_of(game, older).await,
            None => Ok(false),
        }
    }

    /// The same once the clock has ended a phase that older rules began.
    pub(super) async fn tell_of_age_afterwards(&self, id: &TableId, older: &Older) -> Done<bool> {
        let game = self.game_at(id, Viewer::Spectator).await?;
        self.tell_of(&game, older).await
    }

    async fn tell_of(&self, game: &Game, older: &Older) -> Done<bool> {
        let words = older.to_string();
        let is_played = game.has_started() && game.sight.standing.seq > 0;
        if !is_played || game.is_over() || game.sheet.has_said_its_age(&words) {
            return Ok(false);
        }
        self.host
            .revise(&game.id, &Asker::house(), |revision| {
                let mut sheet = sheet_of(revision)?;
                if sheet.has_said_its_age(&words) {
                    return Ok(false);
                }
                announce(revision, &words, None);
                sheet.aged = Some(Aged {
                    phase: revision.stage().map(ToString::to_string),
                    words: words.clone(),
                });
                put(revision, &sheet);
                Ok(true)
            })
            .await
    }
}
