//! When the journal fails: what could not be stored has not happened, who asked for
//! it is sent away to come back, and the table tries again until it can go on.

use std::future::pending;
use std::time::Duration;

use parlour_host::Refused;
use parlour_host::audit::Asker;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::notes::Notes;
use super::{Input, Marshal};
use crate::guest::GuestId;
use crate::table::ControlRefused;
use crate::taking_back::games_under;
use crate::word::Unheard;

/// How long the table waits before it tries again by itself.
const PAUSE: Duration = Duration::from_secs(1);

/// What is known of a failure that lasts.
pub(super) struct Failing {
    /// When the table tries again, should nobody ask for anything before.
    again: Instant,
    /// What the journal said last.
    why: String,
}

impl Failing {
    fn now(why: String) -> Self {
        Self {
            again: Instant::now() + PAUSE,
            why,
        }
    }
}

impl Marshal {
    /// What wakes the table next. While the journal fails, it is tried again
    /// meanwhile.
    pub(super) async fn next_input(&mut self, inbox: &mut mpsc::Receiver<Input>) -> Option<Input> {
        loop {
            while let Some(failing) = &self.failing {
                if Instant::now() < failing.again
                    && let Ok(input) = timeout_at(failing.again, inbox.recv()).await
                {
                    return input;
                }
                self.asking = Asker::house();
                self.goes_on().await;
            }
            let look = self.next_look();
            let due = async {
                match look {
                    Some(at) => sleep_until(at).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                biased;
                input = inbox.recv() => return input,
                standing = self.watch.changed() => {
                    if self.told != Some(standing) {
                        return Some(Input::Look);
                    }
                }
                () = due => return Some(Input::Look),
            }
        }
    }

    /// Something has not happened. When that is the journal's doing, nothing more is
    /// tried until it works. What lasts is noted once.
    pub(super) async fn fails(&mut self, refused: &Refused) {
        let why = refused.to_string();
        if matches!(refused, Refused::StaleSeq { .. }) {
            tracing::debug!(table = %self.id, "somebody else was first");
        } else if self.failing.as_ref().is_none_or(|it| it.why != why) {
            tracing::error!(table = %self.id, %refused, "a table's task met a fault");
        }
        if matches!(refused, Refused::Journal(_)) {
            if self.failing.is_none() {
                self.tell_host(&format!("nothing can be stored, so the table waits: {why}"));
            }
            self.failing = Some(Failing::now(why));
        }
        if let Err(refused) = self.know_what_is_stored().await {
            tracing::debug!(table = %self.id, %refused, "the table cannot be read");
        }
    }

    /// Whether the table can go on: nothing fails, or no longer. Then everything that
    /// happened meanwhile is settled.
    pub(super) async fn goes_on(&mut self) -> bool {
        if self.failing.is_none() {
            return true;
        }
        match self.settle_what_was_left().await {
            Err(refused @ Refused::Journal(_)) => {
                self.fails(&refused).await;
                false
            }
            settled => {
                self.failing = None;
                self.tell_host("storing works again: the table goes on");
                if let Err(refused) = settled {
                    self.fails(&refused).await;
                }
                true
            }
        }
    }

    /// Takes up the table as it is kept, as after a restart.
    async fn settle_what_was_left(&mut self) -> Result<(), Refused> {
        // The journal may have failed after moves were taken back.
        self.follow().await?;
        self.know_what_is_stored().await?;
        self.forget_who_was_ready().await?;
        // Whatever else there is to do, this shows whether storing works.
        self.store_notes().await?;
        for game in games_under(&self.opening.host, &self.opening.tag).await? {
            if game == self.id {
                continue;
            }
            match self.opening.retire(&game).await {
                Err(refused) if !refused.is_damage() => return Err(refused),
                _ => {}
            }
        }
        self.settle().await
    }

    pub(super) async fn know_what_is_stored(&mut self) -> Result<(), Refused> {
        let record = self.record();
        self.notes = Notes::of(&self.id, &record)?;
        self.stored = record.settings.clone();
        self.catch_up_log().await
    }

    /// Nothing is done for it while the journal fails.
    pub(super) fn turn_away(&mut self, input: Input) {
        match input {
            Input::Arrive(guest, ear, ..) => {
                ear.send_away();
                self.drop_guest(guest);
            }
            Input::Act(guest, _) => self.send_away(guest),
            Input::Control(_, answer) => {
                let why = self.failing.as_ref().map(|failing| failing.why.clone());
                // The screen may have closed meanwhile.
                let _ = answer.send(Err(ControlRefused::Host(why.unwrap_or_default())));
            }
            Input::BotThought(thought) => self.keep_thought(thought),
            Input::Word(_, _, _, answer) => {
                // Who asked may be gone meanwhile.
                let _ = answer.send(Err(Unheard::Lost));
            }
            Input::Refuse(..) | Input::Part(..) | Input::Look => {}
        }
    }

    /// Nobody knows what has become of what this guest wanted. Who comes back sees the
    /// table, and by its id the action is done once. What else the guest asks is not
    /// done before it.
    pub(super) fn send_away(&mut self, guest: GuestId) {
        if let Some(here) = self.guests.get(&guest) {
            here.ear.send_away();
        }
        self.drop_guest(guest);
    }
}
