//! The game master's clock: stopped, moved, forced.

use parlour_diplomacy::game::Command;
use parlour_host::Time;
use parlour_host::deadline::Deadline;
use parlour_host::host::Revision;
use parlour_rules::{Stage, Viewer};

use super::revision::{announce, put};
use super::roster::unseen;
use super::{Done, Game, Room};
use crate::pace::{bell, moved};
use crate::phrase;
use crate::refusal::{Trouble, refuse};
use crate::settings::is_a_setting;
use crate::sheet::{Sheet, Stopped};
use crate::talk::{Answer, Button, Heard};
use crate::{DeadlineChange, Span};

/// The settings that can be changed while a game runs.
const TIMES: &[&str] = &[
    "movement", "retreats", "builds", "hour", "zone", "weekends", "grace", "remind",
];

/// What is said to whoever is not.
const NOT_MASTER: &str = "Only the game master can do that.";

/// Why a deadline is refused.
const TOO_FAR: &str = "A deadline is at most 366 days away.";

impl Room {
    pub(super) async fn pause(&self, heard: &Heard) -> Done<Answer> {
        let game = self.mastered(heard).await?;
        self.revise(&game.id, heard, |revision, sheet| {
            let stage = must_run(revision)?;
            if sheet.paused.is_some() {
                return refuse("paused", "The clock is stopped already.");
            }
            let deadline = revision.deadline.take();
            let left = deadline.map(|it| it.due.since(revision.now));
            let phase = Some(stage.to_string());
            sheet.paused = Some(Stopped { left, phase });
            announce(
                revision,
                "The game master has stopped the clock.",
                heard.window_if_aloud(),
            );
            Ok(())
        })
        .await?;
        Ok(Answer::text(
            "The clock is stopped. Orders are still noted; `resume` lets it go on.",
        ))
    }

    pub(super) async fn resume(&self, heard: &Heard) -> Done<Answer> {
        let spoken_of = self.game(heard).await?;
        // Where nobody has played for long, its master may be gone too.
        let theirs = spoken_of.rests() && spoken_of.seat_of(&heard.user).is_some();
        if !theirs && !spoken_of.is_master(&heard.user) {
            return refuse("not_master", NOT_MASTER);
        }
        if !spoken_of.is_master(&heard.user) {
            unseen(&spoken_of.sheet, heard)?;
        }
        let game = self.game_at(&spoken_of.id, Viewer::Spectator).await?;
        self.revise(&game.id, heard, |revision, sheet| {
            let stage = must_run(revision)?;
            let Some(stopped) = sheet.paused.take() else {
                return refuse("not_paused", "The clock is not stopped.");
            };
            sheet.idle = None;
            put(revision, sheet);
            revision.deadline = revision.fresh_deadline();
            let same = stopped.phase.is_none_or(|it| it == stage.as_str());
            if let Some(left) = stopped.left.filter(|_| same) {
                let due = moved(&sheet.settings, revision.now.after(left));
                set_due(revision, sheet, due);
            }
            let words = format!("The clock goes on. {}", due_words(revision, sheet));
            announce(revision, &words, heard.window_if_aloud());
            Ok(())
        })
        .await?;
        self.hand_over(&game.id).await?;
        self.play_bots(&game.id).await.map_err(Trouble::Journal)?;
        let phase = game.phase();
        let game = self.game_at(&game.id, Viewer::Spectator).await?;
        let mut text = String::from("The clock goes on.");
        if game.phase() != phase || game.is_over() {
            add!(text, " Nobody is waited for: {phase} is resolved.");
            add!(text, " {}", game.standing_words(self.host.now()));
        } else {
            add!(text, " {}", game.deadline(self.host.now()));
        }
        Ok(Answer::text(text))
    }

    pub(super) async fn extend_at_once(&self, heard: &Heard, span: Span) -> Done<Answer> {
        let more = span.seconds() as u64 * 1000;
        self.set_deadline(heard, |revision, sheet| later(revision, sheet, more))
            .await
    }

    pub(super) async fn deadline(&self, heard: &Heard, change: &DeadlineChange) -> Done<Answer> {
        match change {
            DeadlineChange::At(moment) => {
                self.set_deadline(heard, |revision, sheet| {
                    let zone = sheet.settings.calendar().zone;
                    let due = moment
                        .to_zoned(zone)
                        .map(|it| phrase::host_time(it.timestamp()));
                    let latest = revision.now.after(Span::LONGEST.seconds() as u64 * 1000);
                    match due {
                        Ok(due) if due <= revision.now => {
                            refuse("in_the_past", "That moment has passed.")
                        }
                        Ok(due) if due <= latest => {
                            let skipped = sheet.settings.calendar();
                            let skipped = skipped.is_skipped(phrase::timestamp(due));
                            let note = skipped.then_some(
                                "That is on a weekend, on which no phase ends here otherwise.",
                            );
                            Ok((due, note))
                        }
                        _ => refuse("too_far", TOO_FAR),
                    }
                })
                .await
            }
            DeadlineChange::Lengths(words) => self.lengths(heard, words).await,
        }
    }

    async fn lengths(&self, heard: &Heard, words: &[String]) -> Done<Answer> {
        let game = self.mastered(heard).await?;
        for word in words {
            let key = word.split('=').next().unwrap_or_default().to_lowercase();
            if !TIMES.contains(&key.as_str()) {
                let mut words = String::new();
                if is_a_setting(&key) {
                    add!(words, "`{key}` is set with `new`");
                    words.push_str(if game.has_started() {
                        " and stays as it is. "
                    } else {
                        "; said where this game is played, that takes its place as long as it has \
                         not begun. "
                    });
                }
                add!(
                    words,
                    "Only times can be changed now: {}.",
                    TIMES.join(", ")
                );
                return refuse("not_a_time", words);
            }
        }
        let begins = if game.has_started() {
            "From the next phase on"
        } else {
            "Agreed"
        };
        let told = self
            .revise(&game.id, heard, |revision, sheet| {
                if revision.stage().is_none() {
                    return refuse("game_over", "The game is over.");
                }
                sheet.settings.set_all(words.iter().map(String::as_str))?;
                let mut told = format!("{begins}: {}.", words.join(" "));
                if revision.record.started.is_some() {
                    add!(told, " {}", due_words(revision, sheet));
                }
                announce(revision, &told, heard.window_if_aloud());
                Ok(told)
            })
            .await?;
        let told = told.unwrap_or_else(|| format!("{begins}: {}.", words.join(" ")));
        Ok(Answer::text(told))
    }

    async fn set_deadline(
        &self,
        heard: &Heard,
        due: impl Fn(&Revision<'_>, &Sheet) -> Done<(Time, Option<&'static str>)>,
    ) -> Done<Answer> {
        let game = self.mastered(heard).await?;
        let note = self
            .revise(&game.id, heard, |revision, sheet| {
                let stage = must_run(revision)?;
                if sheet.paused.is_some() {
                    return refuse("paused", "The clock is stopped; `resume` first.");
                }
                let (due, note) = due(revision, sheet)?;
                sheet.forced = None;
                set_due(revision, sheet, due);
                let mut words = format!("The game master has moved the end of {stage}.");
                add!(words, " {}", due_words(revision, sheet));
                if let Some(note) = note {
                    add!(words, " {note}");
                }
                announce(revision, &words, heard.window_if_aloud());
                Ok(note)
            })
            .await?;
        let game = self.mastered(heard).await?;
        let mut text = game.deadline(self.host.now());
        if let Some(note) = note.flatten() {
            add!(text, " {note}");
        }
        Ok(Answer::text(text))
    }

    /// The deadline is now, without any grace; whoever comes first resolves the
    /// phase, should this process die before it does. A phase whose time was not
    /// up has been missed by nobody. Nothing brings it back, so it is asked once where
    /// others sit elsewhere; at one terminal everybody sees who speaks.
    pub(super) async fn force(&self, heard: &Heard, sure: bool) -> Done<Answer> {
        let game = self.mastered(heard).await?;
        let waiting = game.waited_for();
        let elsewhere = heard.has_buttons && game.has_started() && !game.is_over();
        if !sure && elsewhere && game.sheet.paused.is_none() && !waiting.is_empty() {
            return Ok(game.ask_before_force(&waiting));
        }
        let forced = self
            .revise(&game.id, heard, |revision, sheet| {
                let stage = must_run(revision)?;
                if sheet.paused.is_some() {
                    return refuse("paused", "The clock is stopped; `resume` first.");
                }
                // In its grace the time of a phase is up.
                let early = sheet.graced.as_deref() != Some(stage.as_str());
                sheet.graced = Some(stage.to_string());
                sheet.forced = early.then(|| stage.to_string());
                revision.deadline = Some(Deadline {
                    stage: stage.clone(),
                    due: revision.now,
                    bell: None,
                });
                Ok((stage, early))
            })
            .await?;
        let Some((stage, early)) = forced else {
            return Ok(game.heard_already(self.host.now()));
        };
        let command = if early {
            Command::ResolveEarly
        } else {
            Command::Resolve
        };
        let resolved = self
            .clock_command(&game.id, command, Some(stage.clone()))
            .await;
        match resolved {
            // Refused if the clock was faster.
            Ok(()) | Err(Trouble::Refusal(_)) => {}
            Err(trouble) => return Err(trouble),
        }
        let game = self.mastered(heard).await?;
        let mut text = format!("{stage} is resolved with what was there.");
        if early {
            text.push_str(" Its time was not up, so nobody has missed it.");
        }
        add!(text, " {}", game.standing_words(self.host.now()));
        Ok(Answer::text(text))
    }

    /// The game, if the speaker is its master.
    pub(super) async fn mastered(&self, heard: &Heard) -> Done<Game> {
        let game = self.game(heard).await?;
        if game.is_master(&heard.user) {
            // What the master is told is public, whatever else they play.
            self.game_at(&game.id, Viewer::Spectator).await
        } else {
            refuse("not_master", NOT_MASTER)
        }
    }
}

/// The present deadline so many milliseconds later, and what is to be said about that.
pub(super) fn later(
    revision: &Revision<'_>,
    sheet: &Sheet,
    more: u64,
) -> Done<(Time, Option<&'static str>)> {
    let Some(deadline) = &revision.deadline else {
        return refuse("no_deadline", "There is no deadline to extend.");
    };
    let due = deadline.due.after(more);
    let kept = moved(&sheet.settings, due);
    if kept > revision.now.after(Span::LONGEST.seconds() as u64 * 1000) {
        return refuse("too_far", TOO_FAR);
    }
    let note = (kept != due).then_some("No phase ends on a weekend here.");
    Ok((kept, note))
}

/// The phase of a game that has begun and is not over.
fn must_run(revision: &Revision<'_>) -> Done<Stage> {
    if revision.record.started.is_none() {
        return refuse("not_started", "The game has not started yet.");
    }
    match revision.stage() {
        Some(stage) => Ok(stage.clone()),
        None => refuse("game_over", "The game is over."),
    }
}

pub(super) fn set_due(revision: &mut Revision<'_>, sheet: &Sheet, due: Time) {
    let Some(stage) = revision.stage().cloned() else {
        return;
    };
    let bell = bell(sheet, stage.as_str(), revision.now, due);
    revision.deadline = Some(Deadline { stage, due, bell });
}

pub(super) fn due_words(revision: &Revision<'_>, sheet: &Sheet) -> String {
    if sheet.paused.is_some() {
        return String::from("The clock is stopped.");
    }
    match &revision.deadline {
        Some(deadline) => format!(
            "Deadline {}.",
            phrase::moment(&sheet.settings, deadline.due, revision.now)
        ),
        None => String::from("There is no deadline."),
    }
}

impl Game {
    fn ask_before_force(&self, waiting: &[String]) -> Answer {
        let phase = self.phase();
        let mut answer = Answer::text(format!(
            "That resolves {phase} at once, for everybody, with what is there; {} can then change \
             nothing any more. `force yes` does it; nothing has changed yet.",
            phrase::listed(waiting)
        ));
        let words = format!("{} force yes", self.sheet.code);
        answer.buttons = vec![Button::new(&format!("Resolve {phase} now"), &words)];
        answer
    }
}
