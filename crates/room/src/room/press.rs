//! Press: what players say to each other, in private or to everybody.
//!
//! The host keeps it beside the game, and settles who reads it when it is said. Here is
//! who may say what to whom, and how it is shown. Nothing tells how much others say.

use parlour_diplomacy::game::Diplomacy;
use parlour_host::journal::{MessageId, NewLetter};
use parlour_host::press::{Around, NO_SEAT, Press, Said};
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Host, Refused};
use parlour_rules::{Rules, Seat, Viewer};

use super::orders::in_private;
use super::powers::{named_power, power_at};
use super::roster::unseen;
use super::{Done, Game, Room};
use crate::bot;
use crate::notice::{Notice, Readers};
use crate::phrase::{listed, visible};
use crate::refusal::{Trouble, refuse};
use crate::settings::PressRule;
use crate::sheet::Sheet;
use crate::talk::{Answer, Heard, To};
use crate::words::Hearers;

/// The longest press, in characters.
const LONGEST: usize = 2000;

impl Room {
    /// Says something to some powers, or to all.
    pub(super) async fn tell(&self, heard: &Heard, to: &Hearers, words: &str) -> Done<Answer> {
        if matches!(to, Hearers::Powers(_)) {
            in_private(heard, "What is not for everybody is said to me in private.")?;
        }
        let game = self.game(heard).await?;
        let board = game.board();
        let words = visible(words).trim().to_owned();
        let found = words.chars().count();
        if words.is_empty() {
            return refuse("misused_word", "Say what they shall be told.");
        }
        if found > LONGEST {
            return refuse(
                "press_too_long",
                format!("At most {LONGEST} characters are told at once; these are {found}."),
            );
        }
        let mut seats: Vec<Seat> = Vec::new();
        if let Hearers::Powers(names) = to {
            for name in names {
                seats.push(named_power(board, name)?);
            }
            seats.sort();
            seats.dedup();
        }
        let message = heard.message.clone().map(|message| MessageId {
            who: heard.user.clone(),
            message,
        });
        let told = self
            .host
            .tell(&game.id, message, |around| {
                let Some(sheet) = Sheet::read(&around.record.settings) else {
                    return refuse("unknown_table", "That table is not kept by a room.");
                };
                let from = speaks_as(around, &sheet, &heard.user)?;
                unseen(&sheet, heard)?;
                may_tell(&sheet, &seats)?;
                if from == NO_SEAT && !seats.is_empty() {
                    return refuse(
                        "no_power_yet",
                        "You have no power yet: until the game starts you speak to all, \
                         `tell all …`.",
                    );
                }
                let mut to = seats.clone();
                to.retain(|seat| *seat != from);
                if to.is_empty() && !seats.is_empty() {
                    return refuse("to_yourself", "That power is your own.");
                }
                let vacant = vacant(around.record, &sheet, &to);
                if !to.is_empty() && vacant.len() == to.len() {
                    let words = nobody_reads(&game, &vacant);
                    return refuse("nobody_there", format!("{words} Nothing was told."));
                }
                let said = said(around, from, to, &heard.user, &words);
                let text = game.press_words(&said);
                let letters = letters(around, &sheet, heard, &said, &text);
                Ok::<_, Trouble>((said, letters))
            })
            .await?;
        if told.is_none() {
            return Ok(game.heard_already(self.host.now()));
        }
        let mut names: Vec<String> = seats.iter().map(|seat| power_at(board, *seat)).collect();
        if names.is_empty() {
            names.push(String::from("everybody"));
        }
        let mut text = format!("Told to {}.", listed(&names));
        let chairs = &game.sight.record.chairs;
        let vacant = vacant(&game.sight.record, &game.sheet, &seats);
        if !vacant.is_empty() {
            add!(text, "\n{}", nobody_reads(&game, &vacant));
        }
        let is_bot = |seat: &&Seat| {
            let chair = chairs.get(usize::from(seat.0)).and_then(Option::as_ref);
            chair.is_some_and(|it| it.bot.is_some())
        };
        // Where names are hidden nobody learns that it is a bot.
        let named = !game.sheet.settings.hidden_names;
        for seat in seats.iter().filter(|seat| named && is_bot(seat)) {
            let power = power_at(board, *seat);
            add!(text, "\n{power} is played by a bot: \"{}\"", bot::ANSWER);
        }
        Ok(Answer::text(text))
    }

    /// Hands over the press of a table, of whatever game, that everybody may read by now:
    /// what was said to everybody, and all of it where that was agreed and the game is over.
    /// For who keeps the house and puts tables away.
    ///
    /// # Errors
    /// If the table cannot be read.
    pub async fn open_press(
        host: &Host,
        id: &TableId,
        heed: impl FnMut(Press) + Send,
    ) -> Result<(), Refused> {
        let record = host.record(id).await?;
        let is_ours = record.game == Diplomacy::NAME;
        let sheet = Sheet::read(&record.settings).filter(|_| is_ours);
        let opens = sheet.is_some_and(|it| it.settings.press == PressRule::OpenAtEnd);
        let open = opens && {
            let sight = host.sight::<Diplomacy>(id, Viewer::Spectator).await?;
            sight.outcome.is_some()
        };
        host.press(id, None, open, heed).await
    }

    /// Hears nothing more of a power, or hears it again.
    pub(super) async fn mute(&self, heard: &Heard, power: &str, mute: bool) -> Done<Answer> {
        in_private(
            heard,
            "Whom you do not hear is nobody else's matter: say it in private.",
        )?;
        let game = self.game(heard).await?;
        let seat = named_power(game.board(), power)?;
        let power = game.power_at(seat);
        if game.seat_of(&heard.user).is_none() {
            return refuse("not_seated", "You do not play in this game.");
        }
        let pair = (heard.user.0.clone(), seat);
        self.revise(&game.id, heard, |_, sheet| {
            sheet.muted.retain(|it| *it != pair);
            if mute {
                sheet.muted.push(pair.clone());
            }
            Ok(())
        })
        .await?;
        Ok(Answer::text(if mute {
            format!("You hear nothing of {power} from now on; `unmute {power}` ends that.")
        } else {
            format!("You hear {power} again.")
        }))
    }
}

/// With which seat somebody speaks: who waits for any power has none before the start.
fn speaks_as(around: Around<'_>, sheet: &Sheet, who: &Identity) -> Done<Seat> {
    let mut waiting = sheet.waiting.iter();
    match around.record.seat_of(who) {
        Some(seat) => Ok(seat),
        None if waiting.any(|it| it.identity == *who) => Ok(NO_SEAT),
        None => refuse("not_seated", "You do not play in this game."),
    }
}

/// Of these seats those that nobody has. In a game where names are hidden it is not told
/// once it has begun.
fn vacant(record: &Record, sheet: &Sheet, seats: &[Seat]) -> Vec<Seat> {
    if sheet.settings.hidden_names && record.started.is_some() {
        return Vec::new();
    }
    let has_chair = |seat: &&Seat| {
        let chair = record.chairs.get(usize::from(seat.0));
        chair.is_none_or(Option::is_none)
    };
    seats.iter().filter(has_chair).copied().collect()
}

/// What is said to whoever speaks to seats that nobody has.
fn nobody_reads(game: &Game, vacant: &[Seat]) -> String {
    let names: Vec<String> = vacant.iter().map(|seat| game.power_at(*seat)).collect();
    let whoever = if names.len() == 1 { "it" } else { "them" };
    format!(
        "Nobody plays {} just now, and whoever takes {whoever} later does not read what was said \
         before.",
        listed(&names)
    )
}

/// Whether the table agreed on press of this kind.
fn may_tell(sheet: &Sheet, to: &[Seat]) -> Done<()> {
    match sheet.settings.press {
        PressRule::None => refuse("no_press", "This table plays without press (press=none)."),
        PressRule::Public if !to.is_empty() => refuse(
            "public_press",
            "At this table everything is said to all (press=public): `tell all …`.",
        ),
        _ => Ok(()),
    }
}

/// What is kept. Readers are who sits there now; who speaks to all without a seat is known
/// by their name there.
fn said(around: Around<'_>, from: Seat, to: Vec<Seat>, by: &Identity, words: &str) -> Said {
    let holders = to.iter().filter_map(|seat| {
        let chair = around.record.chairs.get(usize::from(seat.0))?.as_ref()?;
        chair.bot.is_none().then(|| chair.identity.clone())
    });
    let mut readers: Vec<Identity> = holders.collect();
    if !to.is_empty() || from == NO_SEAT {
        readers.push(by.clone());
    }
    readers.sort();
    readers.dedup();
    Said {
        time: around.now,
        stage: around.stage.map(ToString::to_string),
        from,
        to,
        readers,
        words: words.to_owned(),
    }
}

/// What is told, and to whom: to each reader in private, or to all who are told what is
/// public.
fn letters(
    around: Around<'_>,
    sheet: &Sheet,
    heard: &Heard,
    said: &Said,
    text: &str,
) -> Vec<NewLetter> {
    let hears = |who: &Identity| *who != heard.user && !sheet.muted_by(who).contains(&said.from);
    if said.is_public() {
        let mut readers = sheet.audience(around.record, heard.window_if_aloud().as_ref());
        readers.retain(|to| match to {
            To::Inbox(who) => hears(who),
            To::Window(_) => true,
        });
        return vec![NewLetter {
            to: Viewer::Spectator,
            told: Notice::press(text, Readers::Settled(readers), said.from).told(),
        }];
    }
    let chairs = said.to.iter().filter_map(|seat| {
        let chair = around.record.chairs.get(usize::from(seat.0))?.as_ref()?;
        (chair.bot.is_none() && hears(&chair.identity)).then_some((*seat, &chair.identity))
    });
    chairs
        .map(|(seat, who)| NewLetter {
            to: Viewer::Seat(seat),
            told: Notice::press(text, Readers::Person(who.clone()), said.from).told(),
        })
        .collect()
}

impl Game {
    /// Press as it is read. Every line of it is marked, so that nobody's words are taken
    /// for the room's.
    pub(super) fn press_words(&self, said: &Said) -> String {
        let from = match self.speaker_without_seat(said) {
            Some(name) => name,
            None => self.power_at(said.from),
        };
        let to = if said.is_public() {
            String::from("everybody")
        } else {
            let names: Vec<String> = said.to.iter().map(|seat| self.power_at(*seat)).collect();
            listed(&names)
        };
        let mut text = format!("{from} tells {to}:");
        for line in said.words.lines() {
            // What is quoted is typed elsewhere with something in front.
            add!(text, "\n| {}", line.replace('`', "'"));
        }
        text
    }

    /// What somebody is called who has said something before they had a power.
    pub(super) fn speaker_without_seat(&self, said: &Said) -> Option<String> {
        if said.from != NO_SEAT {
            return None;
        }
        let record = &self.sight.record;
        let seated = record.chairs.iter().flatten().chain(&record.spectators);
        let mut there = seated.chain(&self.sheet.waiting);
        let person = there.find(|it| said.readers.contains(&it.identity));
        let name = person.map_or("Somebody who has left", |it| self.sheet.called(&it.name));
        Some(name.to_owned())
    }
}
