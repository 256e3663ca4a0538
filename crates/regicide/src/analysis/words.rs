//! Why one move was better than another, in words.

use crate::bot::{in_words, why_flip, why_play, words};
use crate::card::{Card, Suit, worth};
use crate::command::Command;
use crate::preview::{Fate, Preview, preview};
use crate::view::View;

/// How many facts are told at most.
const TOLD: usize = 3;

/// What speaks for a move beside the one that was made, as one sentence without
/// its end.
pub fn why_better(view: &View, done: &Command, better: &Command) -> String {
    let mut facts = match (done, better) {
        (Command::Play(done), Command::Play(better)) => of_plays(view, done, better),
        (Command::Pay(done), Command::Pay(better)) => of_payments(view, done, better),
        (_, Command::Play(cards)) => of_a_play(view, done, cards),
        (_, Command::Pay(_)) => vec![String::from(
            "the attack can be paid for, and the Jester stays",
        )],
        (_, Command::Yield) => of_a_yield(view, done),
        (_, Command::Flip) => vec![format!("it brings {}", why_flip(view))],
        (_, Command::Next(seat)) => {
            let held = view.players.iter().find(|player| player.id == *seat);
            let count = held.map_or(0, |player| player.hand_count);
            vec![format!("player {} holds {count} cards", seat.0 + 1)]
        }
    };
    facts.truncate(TOLD);
    if facts.is_empty() {
        facts.push(format!("{} leads to better hands", in_words(better)));
    }
    facts.join(", ")
}

/// What one play does and the other does not.
fn of_plays(view: &View, done: &[Card], better: &[Card]) -> Vec<String> {
    let (Ok(was), Ok(is)) = (preview(view, done), preview(view, better)) else {
        return Vec::new();
    };
    if is.jester {
        return vec![why_play(view, better)];
    }
    let mut facts = Vec::new();
    facts.extend(fates(&was, &is));
    let stands = matches!(is.fate, Fate::Stands(_));
    if stands && !was.jester && !was.is_safe() && is.is_safe() {
        let (due, purse) = (was.due, was.purse);
        facts.push(format!(
            "after it the attack can be paid for, while {purse} in hand against {due} was a risk"
        ));
    } else if stands && is.due < was.due {
        facts.push(format!("{} to pay instead of {}", is.due, was.due));
    }
    let more = |what: &str, is: u16, was: u16| {
        (is > was).then(|| match was {
            0 => format!("{is} {what}"),
            was => format!("{is} {what} instead of {was}"),
        })
    };
    let drawn = |it: &Preview| u16::from(it.drawn_in_all());
    facts.extend(more("drawn", drawn(&is), drawn(&was)));
    facts.extend(more("healed", u16::from(is.healed), u16::from(was.healed)));
    if stands {
        facts.extend(more("damage", is.damage, was.damage));
    }
    facts.extend(kept(done, better));
    let left = |it: &Preview| it.purse.saturating_sub(it.due);
    if stands && is.due > 0 && left(&is) > left(&was) {
        facts.push(format!("{} points are left after paying", left(&is)));
    }
    facts
}

/// What becomes of the enemy, where that differs.
fn fates(was: &Preview, is: &Preview) -> Option<String> {
    match (was.fate, is.fate) {
        (Fate::Captured, Fate::Captured) | (_, Fate::Stands(_)) => None,
        (Fate::Stands(_), Fate::Captured) => Some(String::from(
            "it kills exactly: the enemy is captured and no attack comes",
        )),
        (_, Fate::Captured) => Some(String::from("it kills exactly, and the enemy is captured")),
        (Fate::Stands(_), Fate::Overkilled(_)) => {
            Some(String::from("it kills, and no attack comes"))
        }
        (_, Fate::Overkilled(_)) => None,
    }
}

/// What one payment keeps and the other gives.
fn of_payments(view: &View, done: &[Card], better: &[Card]) -> Vec<String> {
    let mut facts = Vec::new();
    let kept_cards = without(done, better);
    let given = without(better, done);
    let diamonds = |cards: &[Card]| cards.iter().any(|it| it.suit() == Some(Suit::Diamonds));
    match (kept_cards.as_slice(), given.as_slice()) {
        ([], _) => {}
        (kept, []) => facts.push(format!("it pays without {}", words(kept))),
        (kept, given) if diamonds(kept) && !diamonds(given) => facts.push(format!(
            "it keeps {} with diamonds to draw, and gives {}",
            words(kept),
            words(given)
        )),
        (kept, given) => {
            facts.push(format!(
                "it keeps {} and gives {}",
                words(kept),
                words(given)
            ));
        }
    }
    let immune = view.enemy.filter(|enemy| !enemy.immunity_cancelled);
    let immune = immune.and_then(|enemy| enemy.card.suit());
    if immune.is_some() && !given.is_empty() && given.iter().all(|card| card.suit() == immune) {
        facts.push(String::from("whose suit is blocked now"));
    }
    let (was, is) = (worth(done), worth(better));
    if is < was && is >= view.due {
        facts.push(format!("{} points less are given away", was - is));
    }
    facts
}

/// What a play does that something else than a play did not.
fn of_a_play(view: &View, done: &Command, cards: &[Card]) -> Vec<String> {
    let mut facts = vec![why_play(view, cards)];
    if *done == Command::Flip {
        facts.push(String::from("the Jester stays for later"));
    }
    facts
}

/// What a yield keeps.
fn of_a_yield(view: &View, done: &Command) -> Vec<String> {
    let Command::Play(cards) = done else {
        return Vec::new();
    };
    let mut facts = vec![format!("it keeps {} for later", words(cards))];
    if view.players.len() > 1 {
        facts.push(String::from("the others go on"));
    }
    facts
}

/// Cards that stay in the hand and would not have.
fn kept(done: &[Card], better: &[Card]) -> Option<String> {
    let kept = without(done, better);
    (!kept.is_empty()).then(|| format!("{} stays for later", words(&kept)))
}

/// Cards of the one that the other does not have.
fn without(one: &[Card], other: &[Card]) -> Vec<Card> {
    let missing = |card: &&Card| !other.contains(card);
    one.iter().filter(missing).copied().collect()
}

#[cfg(all(test, feature = "cases"))]
mod tests {
    use super::*;
    use crate::cases::Table;

    fn why(lay: &str, done: &str, better: &str) -> String {
        let view = Table::lay(lay).view(0);
        why_better(&view, &done.parse().unwrap(), &better.parse().unwrap())
    }

    #[test]
    fn an_exact_kill_is_the_first_thing_to_say() {
        let lay = "enemy QC; damage 20; hands 10D 9S 4H; castle KD; jesters 2";
        assert_eq!(
            why(lay, "play 9S", "play 10D"),
            "it kills exactly: the enemy is captured and no attack comes, 9S stays for later"
        );
    }

    #[test]
    fn a_safer_play_says_what_the_other_risked() {
        let lay = "enemy KC; hands 10S 9H 6D; tavern 2S 3S; discard 4D 5D; castle KD; jesters 2";
        let words = why(lay, "play 9H", "play 10S");
        assert!(
            words.starts_with("after it the attack can be paid for, while 16 in hand against 20"),
            "{words}"
        );
    }

    #[test]
    fn payments_say_what_they_keep() {
        let lay = "enemy QC; step suffer; hands 10D 10C 5H; castle KD; jesters 2";
        assert_eq!(
            why(lay, "pay 10D 5H", "pay 10C 5H"),
            "it keeps 10D with diamonds to draw, and gives 10C, whose suit is blocked now"
        );
    }

    #[test]
    fn a_jester_that_was_turned_in_vain_is_named() {
        let lay = "enemy KC; damage 30; hands 10D 5D; castle ; jesters 2";
        let words = why(lay, "flip", "play 10D");
        assert!(words.contains("kills exactly"), "{words}");
        assert!(words.ends_with("the Jester stays for later"), "{words}");
    }
}
