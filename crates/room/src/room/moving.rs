//! Groups that go on under another id.

use parlour_host::journal::JournalError;

use super::Room;
use super::revision::{put, sheet_of};
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

    async fn moved(&self, from: &Window, to: &Window) -> Result<(), Trouble> {
        for id in self.host.tables_with_tag(&window_tag(from)).await? {
            self.host
                .revise(&id, |revision| {
                    let mut sheet = sheet_of(revision)?;
                    let both = sheet.windows.contains(to);
                    for window in &mut sheet.windows {
                        if window == from {
                            window.clone_from(to);
                        }
                    }
                    if both {
                        sheet.windows.sort();
                        sheet.windows.dedup();
                    }
                    put(revision, &sheet);
                    Ok::<_, Trouble>(())
                })
                .await?;
        }
        Ok(())
    }
}
