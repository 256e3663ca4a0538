//! Bots at the table think on threads of their own and play through the same
//! road as everybody.

use parlour_host::host::Sender;
use parlour_host::table::Identity;
use parlour_host::{Json, Message, Refused};
use parlour_regicide::Command;
use parlour_rules::Seat;

use super::{Input, Table};

impl Table {
    /// If a bot is to move, gives it the view of its seat to think about.
    pub(super) fn let_bot_think(&mut self) -> Result<(), Refused> {
        let record = self.record();
        let is_bot = |seat: Seat| {
            let chair = record.chairs.get(usize::from(seat.0));
            let person = chair.and_then(Option::as_ref);
            person.is_some_and(|person| person.bot.is_some())
        };
        let bots = (0..self.opening.players).map(Seat).any(is_bot);
        if !bots || record.started.is_none() || record.paused.is_some() {
            return Ok(());
        }
        let (seq, open) = (self.seq(), self.eyes.view());
        let seat = open.current;
        if open.outcome.is_some() || self.thinking == Some(seq) || !is_bot(seat) {
            return Ok(());
        }
        let view = self.eyes.view_from(seat)?;
        self.thinking = Some(seq);
        let (mind, inbox) = (self.opening.mind.clone(), self.inbox.clone());
        tokio::task::spawn_blocking(move || {
            let command = mind(&view, seq);
            if let Some(inbox) = inbox.upgrade() {
                // The table may have closed meanwhile.
                let _ = inbox.blocking_send(Input::BotThought(seq, seat, command));
            }
        });
        Ok(())
    }

    /// A bot has decided; if the table has moved on meanwhile, it thinks again.
    pub(super) async fn bot_thought(
        &mut self,
        seq: u64,
        seat: Seat,
        command: Command,
    ) -> Result<(), Refused> {
        if self.thinking == Some(seq) {
            self.thinking = None;
        }
        if self.seq() != seq {
            return self.let_bot_think();
        }
        let who = self.identity_of(seat);
        let Err(refused) = self.bot_acts(&who, seat, &command).await else {
            return self.settle().await;
        };
        // A defect of the mind; the table does not stand still for it.
        tracing::error!(table = %self.id, %refused, %command, "a bot's move was refused");
        let view = self.eyes.view_from(seat)?;
        let mut simple = vec![
            Command::Next(seat),
            Command::Pay(view.hand.clone()),
            Command::Yield,
        ];
        simple.extend(view.hand.iter().map(|card| Command::Play(vec![*card])));
        for command in simple {
            if self.bot_acts(&who, seat, &command).await.is_ok() {
                return self.settle().await;
            }
        }
        Ok(())
    }

    async fn bot_acts(&self, who: &Identity, seat: Seat, command: &Command) -> Result<(), Refused> {
        let sent = Message {
            table: self.id.clone(),
            from: Sender::At(who.clone(), seat),
            command: Json::of(command).as_str().to_owned(),
            stage: None,
            seen: None,
            id: None,
        };
        self.opening.host.command(sent).await.map(|_| ())
    }
}
