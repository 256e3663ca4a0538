//! Groups that go on under another id.

use parlour_host::audit::Asker;
use parlour_host::journal::JournalError;
use parlour_host::table::TableId;
use parlour_rules::Viewer;

use super::revision::{announce, give_way, put, sheet_of};
use super::{Done, Room};
use crate::refusal::Trouble;
use crate::sheet::window_tag;
use crate::talk::Window;

impl Room {
    /// A platform has given a group another id: every game that is shown there goes
    /// on in the same group. The same again changes nothing.
    pub async fn move_window(&self, from: &Window, to: &Window) -> Result<(), JournalError> {
        match self.moved(from, to).await {
            Err(Trouble::Journal(error)) => Err(error),
            // A table that is gone is shown nowhere.
            Ok(()) | Err(Trouble::Refusal(_)) => Ok(()),
        }
    }

    async fn moved(&self, from: &Window, to: &Window) -> Done<()> {
        let games = self.host.tables_with_tag(&window_tag(from)).await?;
        for id in &games {
            self.host
                .revise(id, &Asker::house(), |revision| {
                    let mut sheet = sheet_of(revision)?;
                    let both = sheet.windows.contains(to);
                    let linked = sheet.linked.iter_mut().map(|link| &mut link.window);
                    let seen = sheet.seen.iter_mut().flatten();
                    let seen = seen.map(|seen| &mut seen.window);
                    for window in sheet.windows.iter_mut().chain(linked).chain(seen) {
                        if window == from {
                            window.clone_from(to);
                        }
                    }
                    if both {
                        sheet.windows.sort();
                        sheet.windows.dedup();
                        if let Some(seen) = &mut sheet.seen {
                            seen.sort();
                            seen.dedup();
                        }
                    }
                    put(revision, &sheet);
                    Ok::<_, Trouble>(())
                })
                .await?;
        }
        if games.is_empty() {
            return Ok(());
        }
        self.make_way(to).await
    }

    /// Somebody may have opened a game under the new id before we heard of it. The
    /// one that has begun goes on, of two such the older, and everybody hears what
    /// becomes of the other.
    async fn make_way(&self, window: &Window) -> Done<()> {
        let tag = window_tag(window);
        let Some(first) = self.game_of_window(&tag).await? else {
            return Ok(());
        };
        let first = self.game_at(&first, Viewer::Spectator).await?;
        for id in self
            .cards_on_at(window)
            .await?
            .into_iter()
            .map(|it| it.table)
        {
            let game = self.game_at(&id, Viewer::Spectator).await?;
            if id != first.id && !game.is_over() {
                self.comes_second(&id, window, &first.sheet.code).await?;
            }
        }
        Ok(())
    }

    /// A game in a window that is another one's: it is called off if it has not
    /// begun, and is spoken of by its code otherwise.
    async fn comes_second(&self, id: &TableId, window: &Window, first: &str) -> Done<()> {
        self.host
            .revise(id, &Asker::house(), |revision| {
                let mut sheet = sheet_of(revision)?;
                let code = sheet.code.clone();
                if revision.record.started.is_none() {
                    let words = format!("Game {code} is called off: game {first} goes on here.");
                    give_way(revision, &mut sheet, window, &words);
                    put(revision, &sheet);
                } else {
                    let words = format!(
                        "Two games are shown here now. What is said here is about game {first}; \
                         say `{code} status` and the like to speak of game {code}."
                    );
                    announce(revision, &words, None);
                }
                Ok::<_, Trouble>(())
            })
            .await
    }
}
