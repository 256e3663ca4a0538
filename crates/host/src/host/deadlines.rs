//! The clock's commands: claimed once, carried down the same road.

use std::pin::Pin;

use super::figures::{Task, count};
use super::message::Giver;
use super::present::Present;
use super::{Host, Message, Table};
use crate::audit::Asker;
use crate::deadline::{ClockCommand, Deadline, Moment, Strike};
use crate::journal::{Change, Due, JournalError};
use crate::log::Older;
use crate::refused::Refused;
use crate::table::{Identity, TableId};
use crate::waiting::together;
use crate::{Time, locked};
use parlour_rules::Turn;

/// How long a claimed deadline is nobody else's, in milliseconds. Two hosts that
/// strike the same one do no harm, one of them comes too late; but who dies in
/// between keeps a table waiting for so long.
const CLAIM: u64 = 5_000;

/// How many deadlines are claimed at once.
const CLAIMED_AT_ONCE: u32 = 64;

/// How long a deadline that cannot be struck waits at most until it is tried again, in
/// milliseconds.
const LONGEST_WAIT: u64 = 3_600_000;

/// Of how many tables it is remembered that their deadlines could not be struck.
const MOST_STUCK: usize = 1_000;

/// What became of a deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The table.
    pub table: TableId,
    /// The game that is played there.
    pub game: &'static str,
    /// The stage whose time was up, and when.
    pub deadline: Deadline,
    /// The entry it led to; nothing if the stage was over already or the game
    /// has nothing to do when time is up.
    pub entry: Option<u64>,
    /// Under which older rules the table was played until then: nobody may have been
    /// told, and from this entry on the present ones decide.
    pub older: Option<Older>,
}

/// What is logged on the way of a deadline carries its table and stage, however little is
/// logged.
#[cfg(feature = "service")]
pub(crate) fn span(table: &TableId, deadline: &Deadline) -> tracing::Span {
    tracing::error_span!("deadline", id = %format_args!("{table}/{}", deadline.stage))
}

/// What a deadline has led to, of which game; under which older rules it was played
/// until then.
struct Led {
    game: &'static str,
    entry: Option<u64>,
    older: Option<Older>,
}

/// What is to be done about a deadline that strikes.
enum Asked {
    /// Nothing now: it is put off, or another by now.
    Later,
    /// The clock gives the game's own command.
    TimeUp,
    /// The clock gives this command.
    Say(ClockCommand),
}

impl Host {
    /// Sets, moves or lifts the deadline of the present stage: the owner's right.
    pub async fn set_deadline(
        &self,
        id: &TableId,
        by: &Identity,
        due: Option<Time>,
    ) -> Result<(), Refused> {
        self.arrange(id, by, |record, present, _| {
            if record.paused.is_some() {
                return Err(Refused::Paused);
            }
            let Turn::Awaiting { stage, .. } = &present.turn else {
                return Err(Refused::GameOver);
            };
            let deadline = due.map(|due| Deadline {
                stage: stage.clone(),
                due,
                bell: None,
            });
            Ok(((), Change::Set(deadline)))
        })
        .await
    }

    /// Gives the clock's command at every table whose time is up. Of several
    /// hosts, one does it for each; should it die before the end, another does.
    ///
    /// The deadlines that struck are returned even if some tables could not be
    /// reached; those are tried again later.
    pub async fn strike(&self) -> Result<Vec<Struck>, Refused> {
        let mut struck = Vec::new();
        while let Some(some) = self.strike_some().await? {
            struck.extend(some);
        }
        Ok(struck)
    }

    /// The same at some of them, so that what follows a deadline has not to wait for
    /// all the others; nothing when none is due any more.
    pub async fn strike_some(&self) -> Result<Option<Vec<Struck>>, Refused> {
        let now = self.clock.now();
        let claiming = self
            .journal
            .claim_due(now, now.after(CLAIM), CLAIMED_AT_ONCE);
        let due = self.timed(Task::Claim, claiming).await?;
        if due.is_empty() {
            return Ok(None);
        }
        // Side by side: a journal may store several at once.
        let striking = due.into_iter().map(|due| {
            #[cfg(feature = "service")]
            let span = span(&due.table, &due.deadline);
            let striking = async move {
                let led = match self.strike_one(&due).await {
                    Ok(led) => led,
                    Err(refused) => {
                        self.put_off(&due, &refused).await;
                        return None;
                    }
                };
                locked(&self.stuck).remove(&due.table);
                let late = self.clock.now().since(due.deadline.strikes());
                self.counters.late.count(late.saturating_mul(1000));
                count(&self.counters.struck, 1);
                Some(Struck {
                    table: due.table,
                    game: led.game,
                    deadline: due.deadline,
                    entry: led.entry,
                    older: led.older,
                })
            };
            #[cfg(feature = "service")]
            let striking = tracing::Instrument::instrument(striking, span);
            Box::pin(striking) as Pin<Box<dyn Future<Output = _> + Send + '_>>
        });
        let done = together(striking.collect()).await;
        Ok(Some(done.into_iter().flatten().collect()))
    }

    /// When the next deadline is due, so that the caller can sleep until then.
    pub async fn next_due(&self) -> Result<Option<Time>, Refused> {
        Ok(self.journal.next_due().await?)
    }

    /// What the deadline of a table has led to.
    async fn strike_one(&self, claimed: &Due) -> Result<Led, Refused> {
        let (id, due) = (&claimed.table, &claimed.deadline);
        let table = self.table(id).await?;
        let known = table.present().standing() == claimed.standing;
        if !known && self.is_behind(&table).await? {
            let _turn = table.road.lock().await;
            self.catch_up(&table).await?;
        }
        let led = Led {
            game: table.game.name(),
            entry: None,
            older: table.present().era.older(table.game.as_ref()),
        };
        let command = match self.ask(id, &table, due).await? {
            Asked::Later => return Ok(led),
            Asked::TimeUp => table.present().position.time_up(),
            Asked::Say(command) => Some(command),
        };
        if let Some(command) = command {
            let message = Message {
                stage: Some(due.stage.clone()),
                ..Message::given_by(id, Giver::Clock, command.said())
            };
            match self.counted(self.carry(message).await) {
                Ok(accepted) => {
                    let entry = Some(accepted.seq);
                    return Ok(Led { entry, ..led });
                }
                Err(refused @ Refused::Journal(_)) => return Err(refused),
                Err(_) => {}
            }
        }
        self.lift(id, due).await?;
        Ok(led)
    }

    /// A deadline that could not be struck waits, the longer the more often it was tried
    /// here, so that a table that cannot be read is not read over and over.
    async fn put_off(&self, due: &Due, refused: &Refused) {
        let now = self.clock.now();
        let tried = self.tried(&due.table);
        let new = tried == 1;
        // Said once, not every time that it is tried again.
        #[cfg(feature = "service")]
        if new {
            tracing::warn!("table {}: its deadline waits: {refused}", due.table);
        } else {
            tracing::debug!("table {}: its deadline waits: {refused}", due.table);
        }
        if new {
            count(&self.counters.stuck, 1);
        }
        // Where the journal does not answer, it is the journal that is waited for, and
        // the claim ends by itself. What newer rules decided another host may strike.
        let unreachable = matches!(refused, Refused::Journal(JournalError::Unreachable(_)));
        if !new && !unreachable && !refused.is_of_another_age() {
            let wait = CLAIM << (tried - 2).min(16);
            let until = now.after(wait.min(LONGEST_WAIT));
            let _ = self.journal.put_off(due.clone(), until).await;
        }
    }

    /// Remembers that the deadline of a table cannot be struck, and how often it was tried.
    fn tried(&self, table: &TableId) -> u32 {
        let mut stuck = locked(&self.stuck);
        if stuck.len() >= MOST_STUCK && !stuck.contains_key(table) {
            // Some of them are gone by now, or struck by another host.
            stuck.clear();
        }
        let tried = stuck.entry(table.clone()).or_default();
        *tried = tried.saturating_add(1);
        *tried
    }

    /// Asks the timetable what is to be done.
    async fn ask(&self, id: &TableId, table: &Table, due: &Deadline) -> Result<Asked, Refused> {
        let Some(timetable) = self.registry.timetable(table.game.name()) else {
            return Ok(Asked::TimeUp);
        };
        let asked = |present: &Present, now: Time| {
            let Turn::Awaiting { seats, .. } = &present.turn else {
                return Strike::TimeUp;
            };
            timetable.struck(&Moment {
                deadline: due,
                seats: *seats,
                settings: &present.record.settings,
                now,
                position: present.position.as_ref(),
            })
        };
        {
            let present = table.present();
            if present.deadline.as_ref() != Some(due) {
                return Ok(Asked::Later);
            }
            match asked(&present, self.clock.now()) {
                Strike::TimeUp => return Ok(Asked::TimeUp),
                Strike::Say(command) => return Ok(Asked::Say(command)),
                Strike::Wait(_) => {}
            }
        }
        self.amend_and_tell(id, &Asker::house(), |record, present, now| {
            if present.deadline.as_ref() != Some(due) {
                return Ok::<_, Refused>((Asked::Later, Change::Keep, Vec::new()));
            }
            match asked(present, now) {
                Strike::TimeUp => Ok((Asked::TimeUp, Change::Keep, Vec::new())),
                Strike::Say(command) => Ok((Asked::Say(command), Change::Keep, Vec::new())),
                Strike::Wait(wait) => {
                    if let Some(settings) = wait.settings {
                        record.settings = settings;
                    }
                    let later = Deadline {
                        stage: due.stage.clone(),
                        due: wait.due,
                        bell: wait.bell.filter(|bell| *bell < wait.due),
                    };
                    Ok((Asked::Later, Change::Set(Some(later)), wait.letters))
                }
            }
        })
        .await
    }

    /// Takes a deadline away that has nothing to end, unless it is another by now.
    async fn lift(&self, id: &TableId, due: &Deadline) -> Result<(), Refused> {
        if self.table(id).await?.present().deadline.as_ref() != Some(due) {
            return Ok(());
        }
        self.amend(id, &Asker::house(), |_, present, _| {
            let same = present.deadline.as_ref() == Some(due);
            let change = if same {
                Change::Set(None)
            } else {
                Change::Keep
            };
            Ok(((), change))
        })
        .await
    }
}
