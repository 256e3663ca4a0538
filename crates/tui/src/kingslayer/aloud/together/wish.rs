//! What a line means at a table with others.

use parlour_court::Control;
use parlour_regicide::{Card, Command, Phrase, Step, View};
use parlour_rules::Seat;

use super::super::{around, held};
use crate::kingslayer::together::Gathering;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Who,
    Look,
    Hand,
    Castle,
    Rules,
    Help,
    /// What these cards would do.
    Weigh(Vec<Card>),
    Do(Command),
    Hint,
    Ready,
    Phrases,
    Say(Phrase),
    Bot,
    Favour(Control),
    Admit(Option<Seat>),
    Addresses,
    Code,
    Export,
    Take,
    Watch,
    Leave,
}

/// What a line means; nothing if it is empty.
pub(super) fn wish(
    line: &str,
    view: Option<&View>,
    gathering: &Gathering,
) -> Result<Option<Wish>, String> {
    let mut parts = line.split_whitespace();
    let Some(verb) = parts.next().map(str::to_ascii_lowercase) else {
        return Ok(None);
    };
    let rest: Vec<&str> = parts.collect();
    let said = rest.join(" ");
    let alone = match verb.as_str() {
        "who" | "w" => Wish::Who,
        "look" | "l" => Wish::Look,
        "hand" | "cards" => Wish::Hand,
        "castle" => Wish::Castle,
        "rules" => Wish::Rules,
        "help" | "?" => Wish::Help,
        "hint" => Wish::Hint,
        "ready" | "r" => Wish::Ready,
        "yield" => Wish::Do(Command::Yield),
        "bot" => Wish::Bot,
        "remove" => Wish::Favour(Control::RemoveBot),
        "lobby" => Wish::Favour(Control::OpenLobby),
        "addresses" => Wish::Addresses,
        "qr" => Wish::Code,
        "export" => Wish::Export,
        "take" => Wish::Take,
        "watch" => Wish::Watch,
        "quit" | "q" | "leave" | "exit" => Wish::Leave,
        "say" if rest.is_empty() => Wish::Phrases,
        "admit" if rest.is_empty() => Wish::Admit(None),
        "say" => return phrase(&said, view).map(Wish::Say).map(Some),
        "admit" => return Ok(Some(Wish::Admit(Some(seat(&said, gathering)?)))),
        "next" => return Ok(Some(Wish::Do(Command::Next(seat(&said, gathering)?)))),
        _ => return with_cards(&verb, &rest, line, view).map(Some),
    };
    if rest.is_empty() {
        Ok(Some(alone))
    } else {
        Err(format!("{verb} stands alone"))
    }
}

fn with_cards(verb: &str, rest: &[&str], line: &str, view: Option<&View>) -> Result<Wish, String> {
    let cards = |parts: &[&str]| match view {
        Some(view) => held(parts, view),
        None => Err(String::from("the game has not begun")),
    };
    match verb {
        "try" => cards(rest).map(Wish::Weigh),
        "play" => cards(rest).map(|cards| Wish::Do(Command::Play(cards))),
        "pay" | "discard" => cards(rest).map(|cards| Wish::Do(Command::Pay(cards))),
        // Cards alone are played or paid, as the turn asks for it.
        _ => {
            let bare: Vec<&str> = line.split_whitespace().collect();
            let cards = cards(&bare)
                .map_err(|_| String::from("that is no command; help names them all"))?;
            let pays = view.is_some_and(|view| view.step == Step::Suffer);
            Ok(Wish::Do(if pays {
                Command::Pay(cards)
            } else {
                Command::Play(cards)
            }))
        }
    }
}

/// The phrases that may be said now.
pub(super) fn phrases(view: Option<&View>) -> Vec<Phrase> {
    let step = view.map_or(Step::Over, |view| view.step);
    let all = Phrase::ALL.into_iter();
    all.filter(|phrase| phrase.is_allowed_in(step)).collect()
}

/// A phrase by its number, its name or its words.
fn phrase(said: &str, view: Option<&View>) -> Result<Phrase, String> {
    let allowed = phrases(view);
    if let Ok(number) = said.parse::<usize>() {
        let phrase = number.checked_sub(1).and_then(|at| allowed.get(at));
        return phrase
            .copied()
            .ok_or_else(|| format!("there are {} phrases", allowed.len()));
    }
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|it| it.to_ascii_lowercase()).collect()
    };
    let wanted = plain(said);
    let found = allowed
        .into_iter()
        .find(|it| plain(it.id()) == wanted || plain(it.words()) == wanted);
    found.ok_or_else(|| String::from("that is none of the phrases; say names them"))
}

/// A seat by its number or by who sits there.
fn seat(said: &str, gathering: &Gathering) -> Result<Seat, String> {
    let seats = gathering.guests.len();
    if let Ok(number) = said.parse::<usize>() {
        let at = number.checked_sub(1).filter(|at| *at < seats);
        return at
            .map(|at| Seat(at as u8))
            .ok_or_else(|| format!("there are {seats} players"));
    }
    let mut all = (0_u8..).map(Seat).take(seats);
    let found = all.find(|seat| {
        let name = around::name(gathering, *seat);
        name.to_lowercase() == said.to_lowercase()
    });
    found.ok_or_else(|| String::from("name a player, or their number"))
}
