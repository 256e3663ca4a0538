//! What is said around a table with others: who is there, who is waited for, what
//! happened.

use parlour_regicide::{Card, Outcome, Phrase, Step, View};
use parlour_rules::Seat;

use super::words;
use crate::kingslayer::together::{Gathering, Guest, Invitation};
use crate::plain;

/// Said at first.
pub(super) const WELCOME: &[&str] =
    &["Kingslayer with others, in lines of words. Say help for the commands, rules for the rules."];

/// Every command.
pub(super) const HELP: &[&str] = &[
    "who: who is at the table. look: how the game stands. hand: your cards, numbered.",
    "castle: the enemies to come, and the piles. rules: the rules.",
    "ready: you are ready to begin, or for another game.",
    "play 5H AH, or play 1 3: plays cards by their letters or numbers.",
    "pay 10C, or pay 2: pays for an attack. Cards alone are played or paid, as the turn asks.",
    "try 5H AH: tells what these cards would do, and does nothing.",
    "yield: plays nothing. next 2, or next Ben: who goes next, after a Jester.",
    "say: the phrases; say hello, or say 1: says one of them.",
    "hint: what the bot would do, where the table allows it; the game then counts apart.",
    "take: takes your seat back from another window. watch: watches a full table.",
    "quit: leaves; your seat is kept.",
    "Cards: A, 2 to 10, J, Q, K, then C, D, H or S; X is the Jester.",
];

/// What else the host may say.
pub(super) const HELP_OF_THE_HOST: &[&str] = &[
    "bot: adds a bot to the lobby, or lets one play for who is missing. remove: removes a bot.",
    "admit, or admit 2: a new machine may take the seat of who is missing.",
    "addresses: for the others. qr: the link for browsers, as a code for cameras.",
    "lobby: back to the lobby, after the end.",
    "export: writes the replay, after the end.",
];

/// What somebody is called, in letters that can be read aloud.
pub(super) fn name(gathering: &Gathering, seat: Seat) -> String {
    let guest = gathering.guests.get(usize::from(seat.0));
    match guest.filter(|guest| !guest.name.is_empty()) {
        Some(guest) => plain::printable(&guest.name),
        None => format!("player {}", seat.0 + 1),
    }
}

/// Everybody at the table, numbered.
pub(super) fn everybody(gathering: &Gathering) -> Vec<String> {
    let guests = gathering.guests.iter().zip(1..);
    let guests = guests.map(|(guest, number)| format!("{number}, {}", about(gathering, guest)));
    let guests: Vec<String> = guests.collect();
    vec![match guests.as_slice() {
        [] => String::from("Nobody is known at the table yet."),
        guests => format!("At the table: {}.", guests.join("; ")),
    }]
}

fn about(gathering: &Gathering, guest: &Guest) -> String {
    if guest.name.is_empty() {
        return String::from("a free chair");
    }
    let waits = gathering.lobby || gathering.over;
    let state = match (guest.bot, guest.connected, guest.ready) {
        (true, ..) => ", a bot",
        (_, false, _) => ", away",
        (_, _, true) if waits => ", ready",
        _ if waits => ", not ready",
        _ => "",
    };
    let you = if guest.you { ", you" } else { "" };
    format!("{}{you}{state}", plain::printable(&guest.name))
}

/// What has changed around the table.
pub(super) fn changes(before: &Gathering, now: &Gathering, host: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(reason) = now.closed.as_ref().filter(|_| before.closed.is_none()) {
        let reason = plain::printable(reason);
        lines.push(format!("The table does not let you in: {reason}."));
        lines.extend(
            now.may_watch
                .then(|| String::from("Say watch to watch, or quit.")),
        );
        return lines;
    }
    match (&before.trouble, &now.trouble) {
        (None, Some(trouble)) => {
            let trouble = plain::printable(trouble);
            lines.push(words::sentence(trouble.trim_end_matches('.')));
            lines.push(String::from("It is tried again by itself."));
        }
        (Some(_), None) => lines.push(String::from("Connected again.")),
        _ => {}
    }
    if now.taken_over && !before.taken_over {
        lines.push(String::from(
            "This seat is now played from another window. Say take to take it back, or quit.",
        ));
    }
    if before.invitation != now.invitation {
        lines.extend(link(&now.invitation));
    }
    lines.extend(people(before, now));
    lines.extend(log(before, now));
    if before.lobby && !now.lobby && !now.guests.is_empty() {
        lines.push(String::from("The game begins."));
    }
    if now.missing != before.missing {
        lines.extend(waiting(now, host));
    }
    lines
}

/// What to tell the others.
pub(super) fn invitation(it: &Invitation) -> Vec<String> {
    let mut lines: Vec<String> = it.words.iter().map(|line| plain::printable(line)).collect();
    lines.extend(link(it));
    lines
}

/// The link on a line of its own, so that it can be copied.
fn link(it: &Invitation) -> Vec<String> {
    let Some(browsers) = &it.browsers else {
        return Vec::new();
    };
    vec![
        String::from("In a browser on the same network others join by this link."),
        plain::printable(&browsers.link),
        String::from("Say qr for its code, addresses for everything."),
    ]
}

/// Who came, went, or got ready. In a game the log and the pause tell it.
fn people(before: &Gathering, now: &Gathering) -> Vec<String> {
    if now.guests.is_empty() || now.guests == before.guests {
        return Vec::new();
    }
    if before.guests.len() != now.guests.len() || before.lobby != now.lobby {
        let mut lines = everybody(now);
        if now.lobby && now.is_seated() {
            lines.push(String::from(
                "The game begins when every seat is taken and everybody is ready. Say ready.",
            ));
        }
        return lines;
    }
    if !now.lobby && !now.over {
        return Vec::new();
    }
    let pairs = before.guests.iter().zip(&now.guests).zip(1..);
    let changed = pairs.filter(|((before, now), _)| before != now);
    changed
        .map(|((_, guest), number)| format!("Seat {number}: {}.", about(now, guest)))
        .collect()
}

/// For whom the table waits, and what the host may do about it.
fn waiting(now: &Gathering, host: bool) -> Vec<String> {
    let names: Vec<String> = now.missing.iter().map(|seat| name(now, *seat)).collect();
    if names.is_empty() {
        return vec![String::from("The table goes on.")];
    }
    let mut lines = vec![format!("Paused: waiting for {}.", names.join(", "))];
    if host {
        lines.push(String::from(
            "Say bot to let a bot play until they are back, or admit for a new machine.",
        ));
    }
    lines
}

/// How many lines are told of a log that has nothing in common with the one before, or
/// that somebody comes to.
const LAST: usize = 3;

/// What was added to the log.
fn log(before: &Gathering, now: &Gathering) -> Vec<String> {
    let (lines, known) = (&now.log, &before.log);
    // The newest lines of before are the oldest of now.
    let from = (0..=known.len())
        .map(|gone| known.len() - gone)
        .find(|kept| lines.starts_with(&known[known.len() - kept..]))
        .unwrap_or(0);
    let is_new = before.guests.is_empty() || !known.is_empty();
    let from = if from == 0 && is_new {
        lines.len().saturating_sub(LAST)
    } else {
        from
    };
    let told = lines[from..].iter().map(|(seat, text)| {
        let text = spoken(&plain::printable(text));
        let line = match seat {
            Some(seat) => format!("{} {text}", name(now, *seat)),
            None => text,
        };
        let mut line = words::sentence(line.trim_end_matches('.'));
        if line.ends_with("!.") {
            line.pop();
        }
        line
    });
    told.collect()
}

/// Words with their cards spelled out.
fn spoken(text: &str) -> String {
    let words = text.split(' ').map(|word| match word.parse::<Card>() {
        Ok(card) => card.in_words(),
        Err(_) => word.to_owned(),
    });
    let words: Vec<String> = words.collect();
    words.join(" ")
}

/// How the game stands, most important first.
pub(super) fn state(view: &View, gathering: &Gathering) -> Vec<String> {
    if let Some(outcome) = &view.outcome {
        return end(view, outcome, gathering);
    }
    let mut lines: Vec<String> = words::enemy(view).into_iter().collect();
    let counts = view.players.iter().map(|player| {
        let cards = match player.hand_count {
            1 => String::from("1 card"),
            count => format!("{count} cards"),
        };
        format!("{} has {cards}", name(gathering, player.id))
    });
    let counts: Vec<String> = counts.collect();
    lines.push(format!("{}.", counts.join(", ")));
    if view.you.is_some() {
        lines.extend(words::hand(view));
    }
    lines.push(turn(view, gathering));
    lines
}

/// Whose decision it is, and which.
pub(super) fn turn(view: &View, gathering: &Gathering) -> String {
    let who = name(gathering, view.current);
    match (view.is_yours(), view.step) {
        (true, Step::Suffer) => format!("It strikes: pay {} with cards.", view.due),
        (true, Step::Choose) => {
            let players = view.players.iter();
            let players = players.map(|it| format!("{} {}", it.id.0 + 1, name(gathering, it.id)));
            let players: Vec<String> = players.collect();
            format!("Choose who goes next: next and {}.", players.join(", "))
        }
        (true, _) if view.hand.is_empty() => String::from("You have no card: say yield."),
        (true, _) => String::from("Your turn: play cards."),
        (false, Step::Suffer) => format!("{who} has to pay {}.", view.due),
        (false, Step::Choose) => format!("{who} chooses who goes next."),
        (false, _) => format!("It is the turn of {who}."),
    }
}

fn end(view: &View, outcome: &Outcome, gathering: &Gathering) -> Vec<String> {
    let end = match (outcome.is_won(), gathering.is_seated()) {
        (true, true) => "The last King has fallen: you have won.",
        (true, false) => "The last King has fallen: they have won.",
        (false, _) => "The castle stands: the game is lost.",
    };
    let mut lines = vec![String::from(end), words::defeated(view)];
    lines.extend(match gathering.hinted {
        0 => None,
        1 => Some(String::from("One hint was given, so it is marked.")),
        count => Some(format!("{count} hints were given, so it is marked.")),
    });
    lines.push(String::from(if gathering.is_seated() {
        "Say ready for another game, or quit."
    } else {
        "Say quit to leave."
    }));
    lines
}

/// The phrases that may be said, numbered.
pub(super) fn phrases(phrases: &[Phrase]) -> Vec<String> {
    let numbered = phrases.iter().zip(1..);
    numbered
        .map(|(phrase, number)| format!("{number}, {}: {}", phrase.id(), phrase.words()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathering(log: &[&str]) -> Gathering {
        Gathering {
            guests: vec![Guest {
                name: String::from("Ann\u{1b}"),
                connected: true,
                ..Guest::default()
            }],
            log: log
                .iter()
                .map(|text| (Some(Seat(0)), (*text).to_owned()))
                .collect(),
            ..Gathering::default()
        }
    }

    fn told(before: &[&str], now: &[&str]) -> Vec<String> {
        log(&gathering(before), &gathering(now))
    }

    #[test]
    fn of_a_log_that_moves_on_only_the_new_lines_are_told() {
        assert_eq!(told(&["a", "b"], &["a", "b"]), [""; 0]);
        assert_eq!(told(&["a", "b"], &["b", "c", "d"]), ["Ann· c.", "Ann· d."]);
        assert_eq!(told(&["a", "a"], &["a", "a", "a"]), ["Ann· a."]);
        let last = told(&["x"], &["1", "2", "3", "4", "5."]);
        assert_eq!(last, ["Ann· 3.", "Ann· 4.", "Ann· 5."]);
        assert_eq!(told(&[], &[]), [""; 0]);
        let begun = told(&[], &["1", "2", "3", "plays 5C AH for 6"]);
        assert_eq!(
            begun.len(),
            4,
            "nothing of a game that begins here is left out"
        );
        assert_eq!(begun[3], "Ann· plays Five of Clubs Ace of Hearts for 6.");
        let came = log(&Gathering::default(), &gathering(&["1", "2", "3", "4"]));
        assert_eq!(came.len(), 3, "whoever comes is told the last of it");
    }
}
