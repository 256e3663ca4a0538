//! The game master says who sits where: powers are given to somebody else, or freed.

use parlour_diplomacy::Power;
use parlour_diplomacy::bot::Kind;
use parlour_diplomacy::game::Command;
use parlour_host::table::{Identity, Person};

use super::powers::{named_power, power_at};
use super::revision::{announce, tell_gone, tell_seat};
use super::roster::{bot_at, get_up, unseen};
use super::{Done, Game, Room};
use crate::local;
use crate::phrase::{self, quoted};
use crate::refusal::refuse;
use crate::talk::{Answer, Heard};

impl Room {
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

/// The kind of bot that is meant by `bot`, `hold bot`, `bot random` or `club`;
/// a mere `bot` is one as the settings have them.
fn bot_kind(game: &Game, text: &str) -> Option<&'static str> {
    let words = text.trim().to_lowercase();
    let named = words
        .strip_prefix("a ")
        .or_else(|| words.strip_prefix("an "));
    let kind = named.unwrap_or(&words);
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
