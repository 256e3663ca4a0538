//! Orders: noted, listed and taken back, by a power in private.

use parlour_diplomacy::OwnView;
use parlour_diplomacy::game::{Command, Diplomacy, Event};
use parlour_host::Accepted;
use parlour_host::journal::Standing;
use parlour_rules::Viewer;

use super::order_lines::texts;
use super::roster::unseen;
use super::{Done, Game, Room};
use crate::OrderLine;
use crate::pace::owed;
use crate::phrase::{plain, sentence};
use crate::refusal::{Trouble, refuse};
use crate::talk::{Answer, Fact, Heard};
use crate::words::looks_like_a_phase;

/// How far a platform's clock and ours may be apart, in milliseconds.
const CLOCKS_DIFFER: u64 = 10_000;

/// What is said to somebody who changes their orders after they were ready.
pub const NO_LONGER_READY: &str = "You are no longer ready: say `ready` again when you are done.";

impl Room {
    /// Notes orders; in the place of all that were noted, if they are given anew.
    pub(super) async fn order(
        &self,
        heard: &Heard,
        lines: &[OrderLine],
        anew: bool,
    ) -> Done<Answer> {
        in_private(heard, "Orders are secret: send them to me in private.")?;
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        let (stage, lines) = texts(lines);
        Box::pin(self.must_mean_this_phase(&game, heard, stage.as_deref())).await?;
        let lines = game.spelled_out(lines);
        let (sound, faults) = game.sift(stage.as_deref(), lines, anew);
        if sound.is_empty() {
            return refuse("misused_word", faults.join("\n"));
        }
        let command = if anew {
            Command::OrderAnew(sound)
        } else {
            Command::Order(sound)
        };
        let accepted = self
            .command(&game, heard, command, stage.as_deref())
            .await
            .map_err(|trouble| with_faults(trouble, &faults))?;
        self.noted(&game, heard, &accepted, &faults).await
    }

    /// What was noted or taken back, what was not and why, what is still missing,
    /// and what comes next.
    pub(super) async fn noted(
        &self,
        game: &Game,
        heard: &Heard,
        accepted: &Accepted,
        faults: &[String],
    ) -> Done<Answer> {
        let mut noted = Vec::new();
        let mut gone = Vec::new();
        let mut remarks = Vec::new();
        let mut unreadied = false;
        for event in accepted.seen::<Diplomacy>().unwrap_or_default() {
            match event {
                Event::OrderNoted {
                    order,
                    remarks: more,
                    ..
                } => {
                    noted.push(plain(&order));
                    remarks.extend(more.iter().map(|it| sentence(&plain(it))));
                }
                Event::OrderWithdrawn { order, .. } => gone.push(plain(&order)),
                Event::Unreadied { .. } => unreadied = true,
                _ => {}
            }
        }
        // What is given anew was there before.
        gone.retain(|order| !noted.contains(order));
        let mut text = String::new();
        if !noted.is_empty() {
            add!(text, "Noted: {}.", noted.join("; "));
        }
        if !gone.is_empty() {
            let space = if text.is_empty() { "" } else { " " };
            add!(text, "{space}Taken back: {}.", gone.join("; "));
        }
        if accepted.repeated {
            text.push_str("Noted already.");
        }
        for remark in remarks {
            text.push(' ');
            text.push_str(&remark);
        }
        for fault in faults {
            add!(text, "\nNot noted: {fault}");
        }
        if !faults.is_empty() {
            text.push('\n');
        }
        let game = if accepted.repeated {
            Box::pin(self.look(&game.id, heard)).await?
        } else {
            let known = Standing {
                seq: accepted.seq,
                version: game.sight.standing.version,
            };
            self.look_since(&game.id, heard, known).await?
        };
        if let Some(own) = &game.sight.view.own {
            for warning in &own.warnings {
                text.push_str(" Careful: ");
                text.push_str(&sentence(&plain(&warning.to_string())));
            }
            match owed(game.board(), own) {
                Some(owed) => {
                    text.push(' ');
                    text.push_str(&owed);
                }
                None => text.push_str(" Nothing is missing; say `ready` when you are done."),
            }
        }
        if unreadied {
            text.push(' ');
            text.push_str(NO_LONGER_READY);
        }
        if game.is_in_disorder(heard) {
            text.push_str(
                " Nobody waits for you, and nobody learns of these orders before they are carried \
                 out; `unready` makes the table wait for you again.",
            );
        }
        text.push(' ');
        text.push_str(&game.deadline(self.host.now()));
        let mut answer = Answer::text(text.replace("\n ", "\n"));
        answer
            .facts
            .extend(unreadied.then_some(Fact::NoLongerReady));
        answer.buttons = self.usual_buttons(&game);
        Ok(answer)
    }

    pub(super) async fn orders(&self, heard: &Heard) -> Done<Answer> {
        in_private(heard, "Your orders are secret: ask me in private.")?;
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        let Some(own) = &game.sight.view.own else {
            return refuse("not_seated", "You do not play in this game.");
        };
        let mut answer = Answer::text(game.own_orders(own, self.host.now()));
        answer.buttons = self.usual_buttons(&game);
        Ok(answer)
    }

    pub(super) async fn clear(&self, heard: &Heard, unit: Option<&str>) -> Done<Answer> {
        in_private(heard, "Your orders are secret: say this in private.")?;
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        // A button names the phase that it is meant for.
        let (stage, unit) = match unit.map(|it| it.split_once(' ').unwrap_or((it, ""))) {
            Some((phase, rest)) if looks_like_a_phase(phase) => {
                let unit = Some(rest.trim()).filter(|rest| !rest.is_empty());
                (Some(phase.to_uppercase()), unit)
            }
            _ => (None, unit),
        };
        self.must_mean_this_phase(&game, heard, stage.as_deref())
            .await?;
        let command = match unit {
            Some(unit) => Command::Withdraw(unit.to_owned()),
            None => Command::Clear,
        };
        let accepted = self
            .command(&game, heard, command, stage.as_deref())
            .await?;
        self.noted(&game, heard, &accepted, &[]).await
    }

    /// Words that name no phase are meant for the one in which they were written.
    pub(super) async fn must_mean_this_phase(
        &self,
        game: &Game,
        heard: &Heard,
        named: Option<&str>,
    ) -> Done<()> {
        let Some(written) = heard.written.filter(|_| named.is_none()) else {
            return Ok(());
        };
        if self.host.now().since(written) <= CLOCKS_DIFFER {
            return Ok(());
        }
        let began = self.host.stage_began(&game.id).await?;
        if began.is_none_or(|began| began.since(written) <= CLOCKS_DIFFER) {
            return Ok(());
        }
        let phase = game.phase();
        refuse(
            "stale",
            format!(
                "That was written before {phase} began, so it was not taken for it; say it again \
                 if you mean {phase}."
            ),
        )
    }

    /// The game as a seat sees it, whoever asks: for bots and buttons.
    pub(super) async fn seated(&self, game: &Game, seat: parlour_rules::Seat) -> Done<Game> {
        self.game_at(&game.id, Viewer::Seat(seat)).await
    }
}

impl Game {
    /// Whether nobody waits for the speaker's power.
    pub(super) fn is_in_disorder(&self, heard: &Heard) -> bool {
        let seat = self.seat_of(&heard.user);
        let power = seat.and_then(|seat| self.sight.view.powers.get(usize::from(seat.0)));
        power.is_some_and(|it| it.disorder)
    }

    /// The powers that are waited for.
    pub(super) fn waited_for(&self) -> Vec<String> {
        let seats = self.sight.awaiting.iter();
        seats.map(|seat| self.power_at(seat)).collect()
    }

    /// A power's own orders, for its eyes alone.
    pub(super) fn own_orders(&self, own: &OwnView, now: parlour_host::Time) -> String {
        let board = self.board();
        let mut text = format!("{}, {}:", plain(board.power_name(own.power)), self.phase());
        if own.orders.is_empty() {
            text.push_str(" no orders.");
        }
        for order in &own.orders {
            text.push_str("\n• ");
            text.push_str(&plain(&order.show(board).to_string()));
        }
        for warning in &own.warnings {
            text.push_str("\nCareful: ");
            text.push_str(&sentence(&plain(&warning.to_string())));
        }
        if let Some(owed) = owed(board, own) {
            text.push('\n');
            text.push_str(&owed);
        }
        text.push('\n');
        text.push_str(&self.deadline(now));
        text
    }
}

/// Secrets are not said aloud.
pub(super) fn in_private(heard: &Heard, words: &str) -> Done<()> {
    if heard.is_private() {
        Ok(())
    } else {
        refuse("not_in_private", words)
    }
}

/// Only who holds a seat in a game that has begun can give commands.
pub(super) fn must_play(game: &Game, heard: &Heard) -> Done<()> {
    if game.seat_of(&heard.user).is_none() {
        return refuse("not_seated", "You do not play in this game.");
    }
    unseen(&game.sheet, heard)?;
    if !game.has_started() && !game.is_over() {
        return refuse("not_started", "The game has not started yet.");
    }
    if game.is_over() {
        return refuse("game_over", "The game is over.");
    }
    Ok(())
}

/// A refusal of what was sound, with what was not.
fn with_faults(trouble: Trouble, faults: &[String]) -> Trouble {
    match trouble {
        Trouble::Refusal(mut refusal) => {
            for fault in faults {
                refusal.words.push('\n');
                refusal.words.push_str(fault);
            }
            Trouble::Refusal(refusal)
        }
        journal @ Trouble::Journal(_) => journal,
    }
}
