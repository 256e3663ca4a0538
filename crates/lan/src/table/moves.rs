//! What seats do: checked for time and place here, decided by the game.

use parlour_host::host::Sender;
use parlour_host::{Json, Message, Refused};
use parlour_regicide::{Command, Phrase, View};
use parlour_rules::Seat;

use super::{ConnectionId, REMEMBERED_IDS, Table};
use crate::protocol::{Action, ActionMessage, CODES, Refusal};
use crate::wire::WireLogLine;

impl Table {
    /// An action of a connection: refused with a reason, or stored and told.
    pub(super) async fn act(
        &mut self,
        connection: ConnectionId,
        message: ActionMessage,
    ) -> Result<(), Refused> {
        let Some(from) = self.connections.get(&connection) else {
            return Ok(());
        };
        let outlet = from.outlet.clone();
        let id = message.id.clone();
        let Some(seat) = from.seat else {
            let refusal = Refusal::new("not_seated", "who watches does not play");
            return self.refuse(&outlet, &refusal, id.as_deref()).await;
        };
        if let Some(id) = &id
            && self.heard_before(seat, id).await?
        {
            return self.tell(connection, Some(id.clone())).await;
        }
        match self.carry_out(seat, message).await? {
            Ok(()) => self.acted(connection, seat, id).await,
            Err(refusal) => self.refuse(&outlet, &refusal, id.as_deref()).await,
        }
    }

    /// It is stored: remember its id, tell everybody, and see what follows.
    async fn acted(
        &mut self,
        connection: ConnectionId,
        seat: Seat,
        id: Option<String>,
    ) -> Result<(), Refused> {
        if let Some(id) = &id {
            let ids = self.ids.entry(seat).or_default();
            if ids.len() == REMEMBERED_IDS {
                ids.pop_front();
            }
            ids.push_back(id.clone());
        }
        self.start_if_ready().await?;
        self.catch_up_log().await?;
        let ack = id.as_deref().map(|id| (connection, id));
        self.tell_everybody(ack).await?;
        self.let_bot_think().await
    }

    /// Whether this seat's action was carried out already, before a lost
    /// connection or before the server was started again.
    async fn heard_before(&self, seat: Seat, id: &str) -> Result<bool, Refused> {
        if self
            .ids
            .get(&seat)
            .is_some_and(|ids| ids.iter().any(|known| known == id))
        {
            return Ok(true);
        }
        let who = self.identity_of(Some(seat)).await?;
        let heard = self.host.journal().heard(&self.id, &who, id).await?;
        Ok(heard.is_some())
    }

    async fn carry_out(
        &mut self,
        seat: Seat,
        message: ActionMessage,
    ) -> Result<Result<(), Refusal>, Refused> {
        let who = self.identity_of(Some(seat)).await?;
        let glance = self.host.look(&self.id, &who).await?;
        if glance.record.paused.is_some() {
            let words = "the table waits for somebody who lost the connection";
            return Ok(Err(Refusal::new("paused", words)));
        }
        let current = self.seq_of(&glance);
        if message.seq.is_some_and(|seen| seen != current) {
            let words = "the table has moved on since; look again";
            return Ok(Err(Refusal::new("stale", words)));
        }
        let lobby = glance.record.started.is_none();
        let over = glance.outcome.is_some();
        let command = match message.action {
            Action::Ready => {
                return if lobby || over {
                    self.ready(seat).await.map(Ok)
                } else {
                    let words = "the game is running; nobody has to be ready";
                    Ok(Err(Refusal::new("wrong_step", words)))
                };
            }
            Action::Say(phrase) => {
                let view: View = glance.view.read().expect("the game's own view");
                let step = if lobby {
                    parlour_regicide::Step::Over
                } else {
                    view.step
                };
                return if phrase.is_allowed_in(step) {
                    self.say(seat, phrase).await.map(Ok)
                } else {
                    let words = "that may be said only after a Jester, before the next turn";
                    Ok(Err(Refusal::new("phrase_not_allowed", words)))
                };
            }
            Action::Play(cards) => Command::Play(cards),
            Action::Discard(cards) => Command::Pay(cards),
            Action::Yield => Command::Yield,
            Action::ChooseNext(next) => Command::Next(next),
        };
        if lobby {
            let words = "the game has not begun: say that you are ready";
            return Ok(Err(Refusal::new("wrong_step", words)));
        }
        let sent = Message {
            table: self.id.clone(),
            from: Sender::At(who, seat),
            command: Json::of(&command).as_str().to_owned(),
            stage: None,
            seen: None,
            id: message.id,
        };
        match self.host.command(sent).await {
            Ok(_) => Ok(Ok(())),
            Err(Refused::Journal(fault)) => Err(Refused::Journal(fault)),
            Err(refused) => Ok(Err(Refusal::new(code_of(&refused), refused.to_string()))),
        }
    }

    async fn ready(&mut self, seat: Seat) -> Result<(), Refused> {
        if self.notes.ready.insert(seat) {
            self.store_notes().await?;
        }
        Ok(())
    }

    async fn say(&mut self, seat: Seat, phrase: Phrase) -> Result<(), Refused> {
        self.notes.said += 1;
        self.store_notes().await?;
        let seq = self.seq().await?;
        self.write_log(WireLogLine {
            seq,
            player: Some(seat),
            text: format!("says: {}", phrase.words()),
        });
        Ok(())
    }
}

/// The protocol's code for a refusal; those of the game are the same words.
fn code_of(refused: &Refused) -> &'static str {
    let code = refused.code();
    CODES
        .iter()
        .copied()
        .find(|known| *known == code)
        .unwrap_or("wrong_step")
}
