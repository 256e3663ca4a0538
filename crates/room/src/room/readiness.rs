//! Done with a phase, or not after all, or with the whole game.

use parlour_diplomacy::game::Command;
use parlour_host::audit::Asker;

use super::orders::must_play;
use super::{Done, Game, Room};
use crate::pace::owed;
use crate::phrase::plain;
use crate::refusal::{Trouble, refuse};
use crate::talk::{Answer, Button, Heard};

impl Room {
    /// Done with the present phase; with the named one if there is one, so that the
    /// button of a phase that is over says nothing about the next.
    pub(super) async fn ready(&self, heard: &Heard, stage: Option<&str>) -> Done<Answer> {
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        self.must_mean_this_phase(&game, heard, stage).await?;
        let seat = game.seat_of(&heard.user);
        let missing = game.sight.view.own.as_ref();
        let missing = missing.and_then(|own| owed(game.board(), own));
        let phase = game.phase();
        let stopped = "The clock is stopped: nobody can be ready until `resume`.";
        let accepted = self
            .command_by_the_clock(&game, heard, Command::Ready, stage, stopped)
            .await?;
        if accepted.repeated {
            let game = self.look(&game.id, heard).await?;
            return Ok(game.heard_already(self.host.now()));
        }
        let power = seat.map_or_else(String::new, |seat| game.power_at(seat));
        let after = self.look(&game.id, heard).await?;
        let mut text = format!("{power} is ready.");
        // Aloud, nothing is said about orders: it would be heard by all.
        if let (true, Some(missing)) = (heard.is_private(), missing) {
            add!(text, " Careful: {missing} Units without orders hold.");
            if !phase.ends_with('M') {
                text = format!("{power} is ready. Careful: {missing}");
            }
        }
        if after.phase() == phase && !after.is_over() {
            if let Some(seat) = seat.filter(|_| !heard.is_private()) {
                self.warn_in_private(&game, seat).await?;
            }
            let waiting = after.waited_for();
            if !waiting.is_empty() {
                add!(text, " Waiting for {}.", crate::phrase::listed(&waiting));
            }
            text.push(' ');
            text.push_str(&after.deadline(self.host.now()));
        } else {
            add!(text, " Everybody is: {phase} is resolved.");
            if !after.is_over() {
                add!(
                    text,
                    " It is {} now. {}",
                    after.sight.view.phase.words(),
                    after.deadline(self.host.now())
                );
            }
        }
        Ok(Answer::text(text))
    }

    /// Who says aloud that they are done is told in private what is missing.
    async fn warn_in_private(&self, game: &Game, seat: parlour_rules::Seat) -> Done<()> {
        let own = self.seated(game, seat).await?.sight.view.own;
        let missing = own.and_then(|own| owed(game.board(), &own));
        let Some(missing) = missing else {
            return Ok(());
        };
        let words = format!(
            "You are ready in game {}. Careful: {missing}",
            game.sheet.code
        );
        self.host
            .revise(&game.id, &Asker::house(), |revision| {
                super::revision::tell_seat(revision, seat, &words);
                Ok::<_, Trouble>(())
            })
            .await
    }

    pub(super) async fn unready(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        self.must_mean_this_phase(&game, heard, None).await?;
        let accepted = self.command(&game, heard, Command::Unready, None).await?;
        if accepted.repeated {
            let game = self.look(&game.id, heard).await?;
            return Ok(game.heard_already(self.host.now()));
        }
        let game = self.look(&game.id, heard).await?;
        Ok(Answer::text(format!(
            "The table waits for you again. {}",
            game.deadline(self.host.now())
        )))
    }

    /// Gives a game up. Nothing brings that back, so it is asked once.
    pub(super) async fn concede(&self, heard: &Heard, sure: bool) -> Done<Answer> {
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        let stopped = "The clock is stopped; `resume` first.";
        if !sure {
            if game.sheet.paused.is_some() {
                return refuse("paused", stopped);
            }
            let seat = game.seat_of(&heard.user);
            if let Some(power) = seat.and_then(|it| game.sight.view.powers.get(usize::from(it.0)))
                && (power.conceded || power.eliminated)
            {
                let name = plain(&power.name);
                let fact = if power.conceded {
                    "has conceded already"
                } else {
                    "is out of the game"
                };
                return refuse("has_conceded", format!("{name} {fact}."));
            }
            let power = seat.map_or_else(String::new, |seat| game.power_at(seat));
            let mut answer = Answer::text(format!(
                "That gives {power} up for good: its units hold, and it shares in no draw. \
                 `concede yes` does it; nothing has changed yet."
            ));
            let words = format!("{} concede yes", game.sheet.code);
            answer.buttons = vec![Button::new("Give up for good", &words)];
            return Ok(answer);
        }
        self.command_by_the_clock(&game, heard, Command::Concede, None, stopped)
            .await?;
        let after = self.look(&game.id, heard).await?;
        Ok(Answer::text(format!(
            "You have given up. Your units hold from now on; `status` and `history` still answer \
             you. {}",
            after.standing_words(self.host.now())
        )))
    }
}
