//! Orders and readiness: what a power says in private, and what it says aloud.

use parlour_diplomacy::game::{Command, Diplomacy, Event, read_orders};
use parlour_diplomacy::{OwnView, Scene, Step};
use parlour_host::Accepted;
use parlour_host::audit::Asker;
use parlour_host::journal::Standing;
use parlour_rules::Viewer;

use super::roster::unseen;
use super::{Done, Game, Room};
use crate::pace::owed;
use crate::phrase::{plain, sentence};
use crate::refusal::{Trouble, refuse};
use crate::talk::{Answer, Button, Fact, Heard};
use crate::words::looks_like_a_phase;
use crate::{OrderLine, OrderVerb};

/// How far a platform's clock and ours may be apart, in milliseconds.
const CLOCKS_DIFFER: u64 = 10_000;

/// What is said to somebody who changes their orders after they were ready.
pub const NO_LONGER_READY: &str = "You are no longer ready: say `ready` again when you are done.";

/// The most builds that one `waive` gives up.
const MOST_WAIVED: u32 = 34;

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
        self.must_mean_this_phase(&game, heard, stage.as_deref())
            .await?;
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
    async fn noted(
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
            self.look(&game.id, heard).await?
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
        answer.buttons = game.usual_buttons();
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
        answer.buttons = game.usual_buttons();
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
    /// The orders that can be noted, and what is wrong with the others. Where none
    /// can, all are left to the game, which says so itself.
    fn sift(
        &self,
        stage: Option<&str>,
        lines: Vec<Line>,
        anew: bool,
    ) -> (Vec<String>, Vec<String>) {
        let board = self.board();
        let view = &self.sight.view;
        // Orders for another phase are refused for that reason.
        let meant = stage.is_none_or(|stage| stage == self.phase());
        let texts: Vec<String> = lines.iter().filter_map(|it| it.clone().ok()).collect();
        let mut read = match &view.own {
            Some(own) if meant => {
                let scene = Scene::new(board, &view.position, view.rules);
                let noted = if anew { &[][..] } else { &own.orders };
                read_orders(&scene, own.power, noted, &texts)
            }
            _ => Vec::new(),
        };
        if texts.len() == lines.len() && read.iter().all(Result::is_err) {
            read.clear();
        }
        let mut read = read.into_iter();
        let mut sound = Vec::new();
        let mut faults = Vec::new();
        for line in lines {
            match line {
                Err(fault) => faults.push(fault),
                Ok(text) => match read.next() {
                    Some(Err(refused)) => faults.push(sentence(&plain(&refused.to_string()))),
                    _ => sound.push(text),
                },
            }
        }
        faults.dedup();
        (sound, faults)
    }

    /// The lines with `all hold` as an order of each of the power's units.
    fn spelled_out(&self, lines: Vec<Line>) -> Vec<Line> {
        let view = &self.sight.view;
        let (Some(own), Step::Movement) = (&view.own, view.phase.step) else {
            return lines;
        };
        let units = view.position.units().map(|(_, placed)| placed);
        let units = units.filter(|placed| placed.power == own.power);
        let holds: Vec<Line> = units
            .map(|placed| Ok(format!("{} H", self.board().unit_text(placed.unit))))
            .collect();
        let expand = |line: Line| match &line {
            Ok(text) if is_all_hold(text) => holds.clone(),
            _ => vec![line],
        };
        lines.into_iter().flat_map(expand).collect()
    }

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

fn is_all_hold(text: &str) -> bool {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(*words, ["all", "hold" | "holds" | "h"])
}

/// A line as the game reads it, or what is wrong with it, as a sentence.
type Line = Result<String, String>;

/// The orders as the game reads them; and the phase, if the first line names one.
fn texts(lines: &[OrderLine]) -> (Option<String>, Vec<Line>) {
    let mut stage = None;
    let mut texts = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut text = line.text.as_str();
        if index == 0
            && let Some((first, rest)) = text.split_once(char::is_whitespace)
            && looks_like_a_phase(first.trim_end_matches(':'))
        {
            stage = Some(first.trim_end_matches(':').to_uppercase());
            text = rest.trim();
        }
        match line.verb {
            OrderVerb::Order => texts.push(Ok(text.to_owned())),
            OrderVerb::Retreat => texts.push(Ok(format!("retreat {text}"))),
            OrderVerb::Disband => texts.push(Ok(format!("disband {text}"))),
            OrderVerb::Build => texts.push(Ok(format!("build {text}"))),
            OrderVerb::Waive => {
                let count = if text.is_empty() {
                    Some(1)
                } else {
                    text.parse().ok()
                };
                let count = count.filter(|count| (1..=MOST_WAIVED).contains(count));
                match count {
                    Some(count) => {
                        texts.extend((0..count).map(|_| Ok(String::from("waive"))));
                    }
                    None => texts.push(Err(String::from(
                        "A number of builds may follow, for instance `waive 2`.",
                    ))),
                }
            }
        }
    }
    (stage, texts)
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
