//! The sentences: how the table stands, what cards would do, what is asked.

use parlour_regicide::{
    Card, Command, Fate, Loss, Step, View, own_draws, payment, preview, spare, worth,
};

use super::Wish;

/// Said at first.
pub(super) const WELCOME: &[&str] =
    &["Kingslayer in lines of words. Say help for the commands, rules for the rules."];

/// Every command.
pub(super) const HELP: &[&str] = &[
    "look: how the table stands.",
    "hand: your cards, numbered.",
    "castle: the enemies to come, and the piles.",
    "play 5H AH, or play 1 3: plays cards by their letters or numbers.",
    "pay 10C, or pay 2: pays for an attack. Cards alone are played or paid, as the turn asks.",
    "try 5H AH: tells what these cards would do, and does nothing.",
    "flip: turns a Jester for a new hand. yield: plays nothing, where the house allows it.",
    "hint: what the bot would do; the game then counts apart.",
    "undo: takes a move back, in practice.",
    "export: writes the game to a file. rules: the rules. quit: leaves; the game is kept.",
    "Cards: A, 2 to 10, J, Q, K, then C, D, H or S; X is the Jester.",
];

/// What is asked before something that cannot be undone; said again, it is done.
pub(super) fn question(wish: &Wish, view: &View) -> Option<&'static str> {
    match wish {
        Wish::Do(Command::Flip) if view.solo_jesters > 0 => {
            Some("Turn a Jester: your hand is discarded and drawn anew. Say flip again to do it.")
        }
        Wish::Do(Command::Yield) if view.may_yield => {
            Some("Yield: you play nothing and the enemy strikes. Say yield again to do it.")
        }
        _ => None,
    }
}

/// The rules with the suits named and headings unmarked.
pub(super) fn rules(guide: &str) -> Vec<String> {
    let signs = [
        ('♣', "Clubs,"),
        ('♦', "Diamonds,"),
        ('♥', "Hearts,"),
        ('♠', "Spades,"),
    ];
    let spoken = |line: &str| {
        let line = line.trim_start_matches(['#', ' ']).to_owned();
        signs
            .iter()
            .fold(line, |it, (sign, name)| it.replace(*sign, name))
    };
    guide.lines().map(spoken).collect()
}

/// How the table stands, most important first.
pub(super) fn state(view: &View) -> Vec<String> {
    if let Some(outcome) = &view.outcome {
        let end = match (outcome.loss, outcome.medal) {
            (None, Some(medal)) => format!("You have won, with {}.", medal.name()),
            (None, None) => String::from("You have won."),
            (Some(Loss::CannotPay { due, worth }), _) => {
                format!("You have lost: {due} was to be paid, and your hand was worth {worth}.")
            }
            (Some(Loss::CannotMove), _) => {
                String::from("You have lost: there was no move any more.")
            }
        };
        return vec![
            end,
            defeated(view),
            String::from("Say export for the replay, or quit."),
        ];
    }
    let mut lines: Vec<String> = enemy(view).into_iter().collect();
    lines.extend(hand(view));
    lines.push(match view.step {
        _ if !view.is_yours() => String::from("It is not your turn."),
        Step::Suffer if worth(&view.hand) < view.due => format!(
            "It strikes for {}, and your hand is worth {}: flip turns a Jester.",
            view.due,
            worth(&view.hand)
        ),
        Step::Suffer => format!("It strikes: pay {} with cards.", view.due),
        _ if view.hand.is_empty() => String::from("You have no card: flip turns a Jester."),
        _ => String::from("Your turn: play cards."),
    });
    lines
}

/// How far the castle has fallen.
pub(super) fn defeated(view: &View) -> String {
    format!("{} of 12 enemies were defeated.", view.defeated)
}

/// The enemy at the gate.
pub(super) fn enemy(view: &View) -> Option<String> {
    let enemy = view.enemy.as_ref()?;
    let left = enemy.health.saturating_sub(enemy.damage);
    let immune = match enemy.card.suit() {
        Some(suit) if !enemy.immunity_cancelled => format!("immune to {}", suit.name()),
        _ => String::from("not immune any more"),
    };
    let shield = match view.shield {
        0 => String::new(),
        shield => format!(", shielded by {shield}"),
    };
    Some(format!(
        "Enemy {} of 12: {}, {left} of {} health left, attack {}{shield}, {immune}.",
        view.defeated + 1,
        enemy.card.in_words(),
        enemy.health,
        enemy.attack
    ))
}

/// The hand, numbered.
pub(super) fn hand(view: &View) -> Vec<String> {
    let cards = view.hand.iter().zip(1..);
    let cards = cards.map(|(card, number)| format!("{number}: {}", named(*card)));
    let cards: Vec<String> = cards.collect();
    vec![match cards.as_slice() {
        [] => String::from("Your hand is empty."),
        cards => format!("Hand, worth {}. {}.", worth(&view.hand), cards.join("; ")),
    }]
}

/// What is to come, and the piles.
pub(super) fn castle(view: &View) -> Vec<String> {
    vec![
        match view.castle.as_slice() {
            [] => String::from("No enemy is left in the castle."),
            castle => format!("In the castle, in no order: {}.", listed(castle)),
        },
        match view.table.as_slice() {
            [] => String::from("No card lies on the table."),
            table => format!("On the table: {}.", listed(table)),
        },
        if view.players.len() == 1 {
            format!(
                "Tavern {}, discard pile {}, Jesters left {}.",
                view.tavern_count, view.discard_count, view.solo_jesters
            )
        } else {
            // Here Jesters are in the deck.
            format!(
                "Tavern {}, discard pile {}.",
                view.tavern_count, view.discard_count
            )
        },
    ]
}

/// What cards would do, played or paid as the turn is.
pub(super) fn weighed(view: &View, cards: &[Card]) -> Vec<String> {
    if view.step == Step::Suffer {
        let it = payment(view, cards);
        let spare = spare(view, cards);
        return vec![if !it.covers() {
            format!("{} of {}: {} missing.", it.paid, it.due, it.due - it.paid)
        } else if spare.is_empty() {
            format!("{} pays for {}.", it.paid, it.due)
        } else {
            format!(
                "{} pays for {}. Not needed: {}.",
                it.paid,
                it.due,
                listed(&spare)
            )
        }];
    }
    let it = match preview(view, cards) {
        Ok(it) => it,
        Err(refusal) => return vec![sentence(&refusal.to_string())],
    };
    if it.jester {
        return vec![String::from(
            "A Jester: no suit is blocked any more, and the enemy does not strike.",
        )];
    }
    let doubled = if it.doubled { ", doubled by clubs" } else { "" };
    let mut lines = vec![format!("{} damage{doubled}.", it.damage)];
    if it.healed > 0 {
        lines.push(format!("{} return to the tavern.", counted(it.healed)));
    }
    if it.drawn_in_all() > 0 {
        lines.push(format!("You draw {}.", own_draws(view, &it)));
    }
    if it.shield > 0 {
        lines.push(format!("Spades shield {}.", it.shield));
    }
    for suit in &it.blocked {
        lines.push(format!("The enemy is immune to {}.", suit.name()));
    }
    lines.push(match it.fate {
        Fate::Captured => String::from("Exact: the enemy is captured, and you go again."),
        Fate::Overkilled(over) => format!("The enemy falls, {over} over, and you go again."),
        Fate::Stands(left) if it.due == 0 => {
            format!("It stands with {left}, and the shield holds: nothing to pay.")
        }
        Fate::Stands(left) => format!(
            "It stands with {left}. Then {} is to be paid of {} in hand.",
            it.due, it.purse
        ),
    });
    lines
}

/// A command with its cards spelled out.
pub(super) fn command(command: &Command) -> String {
    match command {
        Command::Play(cards) => format!("play {}", listed(cards)),
        Command::Pay(cards) => format!("pay {}", listed(cards)),
        Command::Flip => String::from("flip, which turns a Jester"),
        Command::Yield | Command::Next(_) => command.to_string(),
    }
}

/// Cards in words, one after the other.
pub(super) fn listed(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|card| named(*card)).collect();
    names.join(", ")
}

/// With a capital and a full stop, and no signs that a voice would stumble over.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

fn named(card: Card) -> String {
    format!("{} ({card})", card.in_words())
}

fn counted(count: u8) -> String {
    match count {
        1 => String::from("1 card"),
        _ => format!("{count} cards"),
    }
}
