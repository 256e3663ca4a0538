//! What seats do: moves go to the host, what belongs to the table is done here.

use std::sync::Arc;

use parlour_host::host::Giver;
use parlour_host::journal::MessageId;
use parlour_host::{Message, Refused};
use parlour_regicide::{Command, Kingslayer, Phrase, View};
use parlour_rules::Seat;

use super::Marshal;
use super::log::LogLine;
use crate::action::{Action, Asked};
use crate::guest::GuestId;
use crate::refusal::Refusal;

const WAITS: &str = "the table waits for somebody who lost the connection";
const MOVED_ON: &str = "the table has moved on since; look again";

/// What became of an action that is not refused.
pub(super) enum Carried {
    /// It is stored now.
    Out,
    /// It was stored before, and has changed nothing now.
    Before,
}

impl Marshal {
    /// An action of a guest: refused with a reason, or stored and told.
    pub(super) async fn act(&mut self, guest: GuestId, asked: Asked) -> Result<(), Refused> {
        let id = asked.id.clone();
        let Some(from) = self.guests.get(&guest) else {
            // They were sent away, and have heard the last.
            return Ok(());
        };
        let ear = Arc::clone(&from.ear);
        let Some(seat) = from.seat else {
            let refusal = Refusal::new("not_seated", "who watches does not play");
            self.refuse(ear.as_ref(), &refusal, id.as_deref());
            return Ok(());
        };
        match self.carry_out_once(seat, asked).await? {
            Ok(Carried::Out) => self.acted(Some(guest), seat, id).await,
            Ok(Carried::Before) => self.tell(guest, id.as_deref()),
            Err(refusal) => {
                self.refuse(ear.as_ref(), &refusal, id.as_deref());
                Ok(())
            }
        }
    }

    /// What a seat asks is done, unless the same was done before.
    pub(super) async fn carry_out_once(
        &mut self,
        seat: Seat,
        asked: Asked,
    ) -> Result<Result<Carried, Refusal>, Refused> {
        let id = asked.id.clone();
        // The id of a move in this game stands in the journal, which is asked when
        // the move is stored; only for the other actions it is asked beforehand.
        let noted = matches!(
            asked.action,
            Ok(Action::Ready | Action::Say(_) | Action::Hint)
        );
        if let Some(id) = &id
            && (self.known.has(seat, id)
                || noted && self.stands_in_journal(seat, id).await?
                || self.was_in_earlier_game(seat, id).await?)
        {
            return Ok(Ok(Carried::Before));
        }
        match (self.carry_out(seat, asked).await?, &id) {
            (Err(_), Some(id)) if self.stands_in_journal(seat, id).await? => {
                Ok(Ok(Carried::Before))
            }
            (carried, _) => Ok(carried),
        }
    }

    /// It is stored: remember its id, tell everybody, and see what follows.
    pub(super) async fn acted(
        &mut self,
        guest: Option<GuestId>,
        seat: Seat,
        id: Option<String>,
    ) -> Result<(), Refused> {
        self.remember(seat, id.as_deref());
        self.catch_up_log().await?;
        self.start_if_ready().await?;
        let ack = guest.zip(id.as_deref());
        self.tell_everybody(ack)?;
        self.let_bot_think().await
    }

    pub(super) fn remember(&mut self, seat: Seat, id: Option<&str>) {
        if let Some(id) = id
            && self.known.remember(seat, id)
        {
            self.asks_journal = true;
        }
    }

    /// Whether this seat's action was carried out so long ago, or before the server
    /// was started again, that only the journal knows it.
    pub(super) async fn stands_in_journal(&self, seat: Seat, id: &str) -> Result<bool, Refused> {
        if !self.asks_journal {
            return Ok(false);
        }
        let who = self.identity_of(seat);
        let journal = self.opening.host.journal();
        Ok(journal.heard(&self.id, &who, id).await?.is_some())
    }

    /// The same for the games before this one.
    pub(super) async fn was_in_earlier_game(&self, seat: Seat, id: &str) -> Result<bool, Refused> {
        if !self.asks_journal {
            return Ok(false);
        }
        let who = self.identity_of(seat);
        let journal = self.opening.host.journal();
        for game in self.notes.earlier.iter().rev() {
            if journal.heard(game, &who, id).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn carry_out(
        &mut self,
        seat: Seat,
        asked: Asked,
    ) -> Result<Result<Carried, Refusal>, Refused> {
        let (record, open) = (self.record(), self.eyes.view());
        let lobby = record.started.is_none();
        if !lobby && let Some(command) = asked.command() {
            return self.play(seat, command, asked).await;
        }
        if record.paused.is_some() {
            return Ok(Err(Refusal::new("paused", WAITS)));
        }
        if asked.seq.is_some_and(|seen| seen != self.seq()) {
            return Ok(Err(Refusal::new("stale", MOVED_ON)));
        }
        let action = match asked.action {
            Ok(action) => action,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let over = open.outcome.is_some();
        match action {
            Action::Ready if lobby || over => {
                self.ready(seat, asked.id.as_deref()).await?;
                Ok(Ok(Carried::Out))
            }
            // Whoever plays was ready, and said it once more.
            Action::Ready => {
                self.remember(seat, asked.id.as_deref());
                Ok(Ok(Carried::Before))
            }
            Action::Say(phrase) => {
                let step = if lobby {
                    parlour_regicide::Step::Over
                } else {
                    open.step
                };
                if phrase.is_allowed_in(step) {
                    self.say(seat, phrase, asked.id.as_deref()).await?;
                    Ok(Ok(Carried::Out))
                } else {
                    let words = "that may be said only after a Jester, before the next turn";
                    Ok(Err(Refusal::new("phrase_not_allowed", words)))
                }
            }
            Action::Hint => {
                if let Some(refusal) = self.why_no_hint(seat, lobby, &open) {
                    return Ok(Err(refusal));
                }
                self.note_hint(seat, asked.id.as_deref()).await?;
                Ok(Ok(Carried::Out))
            }
            Action::Play(_) | Action::Discard(_) | Action::Yield | Action::ChooseNext(_) => {
                let words = "the game has not begun: say that you are ready";
                Ok(Err(Refusal::new("wrong_step", words)))
            }
        }
    }

    /// A move: whether the table waits or has moved on, and whether the move is one, is
    /// the host's to say.
    async fn play(
        &self,
        seat: Seat,
        command: Command,
        asked: Asked,
    ) -> Result<Result<Carried, Refusal>, Refused> {
        // A table counts entries and changes of its record together, over all its games.
        let record = self.eyes.standing().version;
        let before = self.notes.base + record;
        let sent = Message {
            seen: asked.seq.map(|count| count.wrapping_sub(before)),
            version: asked.seq.map(|_| record),
            id: asked.id,
            ..Message::given_by(&self.id, Giver::At(self.identity_of(seat), seat), command)
        };
        match self.opening.host.command::<Kingslayer>(sent).await {
            Ok(accepted) if accepted.repeated => Ok(Ok(Carried::Before)),
            Ok(_) => Ok(Ok(Carried::Out)),
            Err(Refused::Journal(fault)) => Err(Refused::Journal(fault)),
            Err(refused) => {
                let words = match refused {
                    Refused::Paused => WAITS.to_owned(),
                    Refused::StaleSeq { .. } | Refused::StaleRecord { .. } => MOVED_ON.to_owned(),
                    _ => refused.to_string(),
                };
                Ok(Err(Refusal::new(refused.code(), words)))
            }
        }
    }

    async fn ready(&mut self, seat: Seat, id: Option<&str>) -> Result<(), Refused> {
        if !self.notes.ready.insert(seat) {
            return Ok(());
        }
        let heard = self.heard(seat, id);
        if self.next_game_is_due() {
            return self.begin_next_game(heard.as_ref()).await;
        }
        self.store_notes_on(heard.as_ref()).await
    }

    async fn say(&mut self, seat: Seat, phrase: Phrase, id: Option<&str>) -> Result<(), Refused> {
        // Storing it raises the count by one.
        let seq = self.seq() + 1;
        self.notes.write_log(LogLine {
            seq,
            player: Some(seat),
            text: format!("says: {}", phrase.words()),
        });
        let heard = self.heard(seat, id);
        self.store_notes_on(heard.as_ref()).await
    }

    /// Hints are for whoever is to decide, where the table allows them.
    fn why_no_hint(&self, seat: Seat, lobby: bool, open: &View) -> Option<Refusal> {
        let (code, words) = if !self.notes.customs.hints {
            ("hint_not_allowed", "at this table there are no hints")
        } else if lobby {
            (
                "wrong_step",
                "the game has not begun: there is nothing to advise",
            )
        } else if open.outcome.is_some() {
            ("game_over", "the game is over: there is nothing to advise")
        } else if open.current != seat {
            ("not_your_turn", "hints are for who is to decide")
        } else {
            return None;
        };
        Some(Refusal::new(code, words))
    }

    /// A game with hints counts apart, so each is stored before it is told.
    async fn note_hint(&mut self, seat: Seat, id: Option<&str>) -> Result<(), Refused> {
        self.notes.hints = self.notes.hints.saturating_add(1);
        let heard = self.heard(seat, id);
        self.store_notes_on(heard.as_ref()).await
    }

    /// What the notes are about to be stored for.
    pub(super) fn heard(&self, seat: Seat, id: Option<&str>) -> Option<MessageId> {
        Some(MessageId {
            who: self.identity_of(seat),
            message: id?.to_owned(),
        })
    }
}
