//! The game master: the clock, and who sits where.

use parlour_diplomacy::Power;
use parlour_diplomacy::bot::Kind;
use parlour_diplomacy::game::Command;
use parlour_host::Time;
use parlour_host::deadline::Deadline;
use parlour_host::host::Revision;
use parlour_host::table::{Identity, Person};
use parlour_rules::{Stage, Viewer};

use super::powers::{named_power, power_at};
use super::revision::{announce, put, tell_gone, tell_seat};
use super::roster::{bot_at, get_up, unseen};
use super::{Done, Game, Room};
use crate::local;
use crate::pace::{bell, moved};
use crate::phrase::{self, quoted};
use crate::refusal::{Trouble, refuse};
use crate::settings::is_a_setting;
use crate::sheet::{Sheet, Stopped};
use crate::talk::{Answer, Button, Heard};
use crate::{DeadlineChange, Span};

/// The settings that can be changed while a game runs.
const TIMES: &[&str] = &[
    "movement", "retreats", "builds", "hour", "zone", "weekends", "grace", "remind",
];

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
        let game = self.mastered(heard).await?;
        self.revise(&game.id, heard, |revision, sheet| {
            let stage = must_run(revision)?;
            let Some(stopped) = sheet.paused.take() else {
                return refuse("not_paused", "The clock is not stopped.");
            };
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
        let game = self.mastered(heard).await?;
        let mut text = String::from("The clock goes on.");
        if game.phase() != phase || game.is_over() {
            add!(text, " Nobody is waited for: {phase} is resolved.");
            add!(text, " {}", game.standing_words(self.host.now()));
        } else {
            add!(text, " {}", game.deadline(self.host.now()));
        }
        Ok(Answer::text(text))
    }

    pub(super) async fn extend(&self, heard: &Heard, span: Span) -> Done<Answer> {
        let more = span.seconds() as u64 * 1000;
        self.set_deadline(heard, |revision, sheet| match &revision.deadline {
            Some(deadline) => {
                let due = deadline.due.after(more);
                let kept = moved(&sheet.settings, due);
                if kept > revision.now.after(Span::LONGEST.seconds() as u64 * 1000) {
                    return refuse("too_far", TOO_FAR);
                }
                let note = (kept != due).then_some("No phase ends on a weekend here.");
                Ok((kept, note))
            }
            None => refuse("no_deadline", "There is no deadline to extend."),
        })
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

    pub(super) async fn replace(&self, heard: &Heard, power: &str, player: &str) -> Done<Answer> {
        let game = self.mastered(heard).await?;
        let board = game.board();
        let seat = named_power(board, power)?;
        let power = power_at(board, seat);
        let newcomer = match bot_kind(&game, player) {
            Some(kind) => bot_at(usize::from(seat.0), kind),
            None => newcomer(&game, heard, &power, player)?,
        };
        if newcomer.bot.is_none() {
            unseen(&game.sheet, heard)?;
        }
        let before = game.sight.view.powers.get(usize::from(seat.0));
        if game.is_out(seat) {
            return refuse("eliminated", format!("{power} is out of the game."));
        }
        let conceded = before.is_some_and(|it| it.conceded);
        let name = if newcomer.bot.is_some() {
            newcomer.name.replacen('a', "A", 1)
        } else {
            newcomer.name.clone()
        };
        self.revise(&game.id, heard, |revision, sheet| {
            if revision.stage().is_none() {
                return refuse("game_over", "The game is over.");
            }
            let held = revision.record.seat_of(&newcomer.identity);
            let same = revision.record.chairs[usize::from(seat.0)].as_ref() == Some(&newcomer);
            if let Some(held) = held.filter(|held| *held != seat || same) {
                if sheet.settings.hidden_names {
                    return refuse("already_seated", "They play in this game already.");
                }
                return refuse(
                    "already_seated",
                    format!("{} is {} already.", newcomer.name, power_at(board, held)),
                );
            }
            get_up(revision, sheet, &newcomer.identity);
            let chair = &mut revision.record.chairs[usize::from(seat.0)];
            if let Some(gone) = chair.replace(newcomer.clone())
                && gone.identity != newcomer.identity
            {
                let words = format!(
                    "You do not play {power} in game {} any more: {} plays it from now on.",
                    sheet.code,
                    sheet.called(&newcomer.name)
                );
                tell_gone(revision, &gone, heard, &words);
            }
            if revision.record.started.is_some() {
                sheet.handed.push(seat);
            }
            let words = format!("{} plays {power} from now on.", sheet.called(&name));
            announce(revision, &words, heard.window_if_aloud());
            let words = format!(
                "You play {power} in game {} from now on. `orders` shows what is asked of you, `status` \
                 how things stand.",
                sheet.code
            );
            tell_seat(revision, seat, &words);
            Ok(())
        })
        .await?;
        self.hand_over(&game.id).await?;
        let game = self.mastered(heard).await?;
        let mut text = format!("{} plays {power} now.", game.sheet.called(&name));
        if conceded {
            text.push_str(" Its concession has ended with the new player.");
        }
        add!(text, " {}", game.standing_words(self.host.now()));
        Ok(Answer::text(text))
    }

    pub(super) async fn kick(&self, heard: &Heard, whom: &str) -> Done<Answer> {
        let game = self.mastered(heard).await?;
        let board = game.board();
        let seat = match named_power(board, whom) {
            Ok(seat) => seat,
            // By its player's name a power would be theirs in everybody's eyes.
            Err(refusal) if game.sheet.settings.hidden_names => return Err(refusal.into()),
            Err(refusal) => match known(&game, whom).and_then(|it| game.seat_of(&it.identity)) {
                Some(seat) => seat,
                None => return Err(refusal.into()),
            },
        };
        let power = power_at(board, seat);
        self.revise(&game.id, heard, |revision, sheet| {
            if revision.stage().is_none() {
                return refuse("game_over", "The game is over.");
            }
            let Some(gone) = revision.record.chairs[usize::from(seat.0)].take() else {
                return refuse("nobody_there", format!("Nobody plays {power}."));
            };
            let words = format!(
                "{} does not play {power} any more.",
                sheet.called(&gone.name)
            );
            announce(revision, &words, heard.window_if_aloud());
            let words = format!(
                "You do not play {power} in game {} any more: the game master has freed it.",
                sheet.code
            );
            tell_gone(revision, &gone, heard, &words);
            if sheet.paused.is_some() {
                // To wait for one fewer may end the phase.
                sheet.left.push(seat);
            }
            Ok(())
        })
        .await?;
        let paused = self.mastered(heard).await?.sheet.paused.is_some();
        if game.has_started() && !paused {
            let name = board.power_name(Power(seat.0)).to_owned();
            // Refused if nobody waits for the power anyway.
            let _ = self
                .clock_command(&game.id, Command::Abandon(name), None)
                .await;
        }
        let game = self.mastered(heard).await?;
        let next = if game.is_out(seat) {
            format!("{power} is out of the game, so nobody needs to play it.")
        } else {
            let code = &game.sheet.code;
            let waits = if paused {
                "Nobody waits for it after `resume`"
            } else {
                "Nobody waits for it"
            };
            format!(
                "{power} is free. {waits}; `join {code} {power}` or `replace {power} \
                 @user` fills it."
            )
        };
        let standing = game.standing_words(self.host.now());
        Ok(Answer::text(format!("{next} {standing}")))
    }

    /// The game, if the speaker is its master.
    pub(super) async fn mastered(&self, heard: &Heard) -> Done<Game> {
        let game = self.game(heard).await?;
        if game.is_master(&heard.user) {
            // What the master is told is public, whatever else they play.
            self.game_at(&game.id, Viewer::Spectator).await
        } else {
            refuse("not_master", "Only the game master can do that.")
        }
    }
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

fn set_due(revision: &mut Revision<'_>, sheet: &Sheet, due: Time) {
    let Some(stage) = revision.stage().cloned() else {
        return;
    };
    let bell = bell(sheet, stage.as_str(), revision.now, due);
    revision.deadline = Some(Deadline { stage, due, bell });
}

fn due_words(revision: &Revision<'_>, sheet: &Sheet) -> String {
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

/// Somebody whom the table knows, by their name.
fn known(game: &Game, text: &str) -> Option<Person> {
    let record = &game.sight.record;
    let wanted = text.trim().trim_start_matches('@').to_lowercase();
    let people = record
        .spectators
        .iter()
        .chain(record.chairs.iter().flatten());
    let mut people = people.chain(&game.sheet.waiting);
    people
        .find(|it| it.name.to_lowercase() == wanted || it.identity.0 == text)
        .cloned()
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

/// The kind of bot that is meant by `bot`, `hold bot`, `bot random` or `club`;
/// a mere `bot` is one as the settings have them.
fn bot_kind(game: &Game, text: &str) -> Option<&'static str> {
    let words = text.trim().to_lowercase();
    let kind = words.strip_prefix("a ").unwrap_or(&words);
    if kind == "bot" {
        return Some(game.sheet.settings.bots.kind().unwrap_or("hold"));
    }
    let bare = kind.strip_prefix("bot ").or(kind.strip_suffix(" bot"));
    let kind: Kind = bare.unwrap_or(kind).trim().parse().ok()?;
    Some(kind.word())
}

/// Whom `@user` means: somebody the table knows, or a mention with an id in it,
/// `<@U123>` or `<@U123|ann>`. At a table in one room the chair decides who
/// somebody is, so any name will do.
fn newcomer(game: &Game, heard: &Heard, power: &str, text: &str) -> Done<Person> {
    if heard.platform == local::PLATFORM {
        let name = text.trim_start_matches('@').trim();
        if name.is_empty() {
            let words = format!("Say who plays {power}: a name, or bot.");
            return refuse("unknown_player", words);
        }
        let name = quoted(name);
        return Ok(Person::new(local::identity(&power.to_uppercase()), &name));
    }
    if let Some(mention) = text.strip_prefix("<@").and_then(|it| it.strip_suffix('>')) {
        let (id, name) = mention.split_once('|').unwrap_or((mention, mention));
        let id_fits = (1..=64).contains(&id.len())
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if id_fits {
            let identity = Identity(format!("{}:{id}", heard.platform));
            return Ok(Person::new(identity, &quoted(name)));
        }
    }
    if let Some(person) = known(game, text) {
        return Ok(person);
    }
    let people = game.sight.record.spectators.iter();
    let names: Vec<&str> = people.map(|it| it.name.as_str()).collect();
    let standing = if names.is_empty() {
        String::new()
    } else {
        let names = phrase::listed(&names);
        format!(" Standing by, by the names I know: {names}.")
    };
    refuse(
        "unknown_player",
        format!(
            "I do not know {}.{standing} Anybody else says `join {}` first, and is told the name \
             that `replace` takes.",
            crate::settings::shortened(text),
            game.sheet.code
        ),
    )
}
