//! Games that nobody plays any more: after some phases the house stops their clock, and
//! whoever comes back lets it go on.
//!
//! Nothing is decided by it, and nothing is lost: the game stands still as if its master
//! had stopped it, and gives its group away to whoever opens another there.

use parlour_host::audit::Asker;
use parlour_host::journal::JournalError;
use parlour_host::table::TableId;
use parlour_rules::Viewer;

use super::revision::{announce, put, sheet_of};
use super::{Done, Game, Room};
use crate::refusal::Trouble;
use crate::sheet::{Idle, Stopped};

/// After how many phases without anybody the clock is stopped.
const PHASES: u8 = 4;

impl Room {
    /// A phase has begun by the clock: counts those before it that nobody has played, and
    /// stops the clock if they are many.
    pub(super) async fn rest(&self, id: &TableId) -> Result<(), JournalError> {
        match self.rested(id).await {
            Err(Trouble::Journal(error)) => Err(error),
            Ok(()) | Err(Trouble::Refusal(_)) => Ok(()),
        }
    }

    async fn rested(&self, id: &TableId) -> Done<()> {
        let game = self.game_at(id, Viewer::Spectator).await?;
        if game.is_over() || game.sheet.paused.is_some() {
            return Ok(());
        }
        let deserted = game.is_deserted();
        if !deserted && game.sheet.idle.is_none() {
            return Ok(());
        }
        let phase = game.phase();
        self.host
            .revise(id, &Asker::house(), |revision| {
                let mut sheet = sheet_of(revision)?;
                let same = revision.stage().is_some_and(|it| it.as_str() == phase);
                if !same || sheet.paused.is_some() {
                    return Ok::<_, Trouble>(());
                }
                let before = sheet.idle.take();
                if deserted {
                    let phases = match &before {
                        Some(idle) if idle.phase == phase => idle.phases,
                        Some(idle) => idle.phases.saturating_add(1),
                        None => 1,
                    };
                    sheet.idle = Some(Idle {
                        phases,
                        phase: phase.clone(),
                    });
                    if phases >= PHASES {
                        revision.deadline = None;
                        sheet.paused = Some(Stopped {
                            left: None,
                            phase: Some(phase.clone()),
                        });
                        let words = format!(
                            "Nobody has played for {PHASES} phases: the clock is stopped. \
                             Whoever has a power here lets it go on with `resume`; `new` opens \
                             another game in this one's place."
                        );
                        announce(revision, &words, None);
                    }
                }
                put(revision, &sheet);
                Ok(())
            })
            .await
    }
}

impl Game {
    /// Whether people play here, and none of them just now: all who are left are in civil
    /// disorder. Bots that were meant to be alone are.
    fn is_deserted(&self) -> bool {
        let chairs = self.sight.record.chairs.iter();
        let mut people = chairs
            .zip(&self.sight.view.powers)
            .filter(|(chair, power)| {
                let person = chair.as_ref().is_none_or(|it| it.bot.is_none());
                person && !power.eliminated && !power.conceded
            })
            .peekable();
        people.peek().is_some() && people.all(|(_, power)| power.disorder)
    }

    /// Whether the house has stopped its clock because nobody played.
    pub(super) fn rests(&self) -> bool {
        let idle = self.sheet.idle.as_ref();
        self.sheet.paused.is_some() && idle.is_some_and(|it| it.phases >= PHASES)
    }
}
