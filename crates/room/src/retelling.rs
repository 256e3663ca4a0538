//! A game told again from its log, to whoever steps through a file: commands and events in
//! words, the position as a map. Everything comes as the JSON that a log holds; what cannot
//! be read is told by nobody here.

use parlour_diplomacy::GameView;
use parlour_diplomacy::game::{Command, Event, GameOutcome, Setup};
use parlour_rules::Seat;

use crate::phrase::{counted, listed, plain, sentence};
use crate::room::{account, ending, power_at};
use crate::sketch::Sketch;

/// The map of a view, and the powers in capitals, in the order of their seats.
pub fn map(view: &str) -> Option<(Sketch, Vec<String>)> {
    let view: GameView = serde_json::from_str(view).ok()?;
    let board = &view.board;
    let powers = board.powers().map(|it| board.power_name(it).to_owned());
    let powers = powers.collect();
    let caption = format!("{} ({})", view.phase.words(), view.phase);
    Some((
        Sketch::new(board, view.picture, view.position, caption),
        powers,
    ))
}

/// The map of a view as lines of letters, with a list of whose is what below it.
pub fn in_letters(view: &str, columns: u16, rows: u16) -> Option<String> {
    let (sketch, powers) = map(view)?;
    let mut lines = vec![vec![' '; usize::from(columns)]; usize::from(rows)];
    for label in sketch.letters(columns, rows) {
        let row = &mut lines[usize::from(label.row)];
        for (cell, letter) in row
            .iter_mut()
            .skip(usize::from(label.column))
            .zip(label.text.chars())
        {
            *cell = letter;
        }
    }
    let mut text = String::new();
    for line in lines {
        let line: String = line.into_iter().collect();
        add!(text, "{}\n", line.trim_end());
    }
    let all = sketch.letters(400, 200);
    for (number, power) in powers.iter().enumerate() {
        let own = all.iter().filter(|it| it.power == Some(number as u8));
        let own: Vec<&str> = own.map(|it| it.text.as_str()).collect();
        if !own.is_empty() {
            add!(text, "{}: {}\n", plain(power), own.join(" "));
        }
    }
    Some(text)
}

/// What somebody did.
pub fn deed(command: &str) -> Option<String> {
    let orders = |verb: &str, texts: &[String]| format!("{verb} {}", texts.join("; "));
    Some(match serde_json::from_str::<Command>(command).ok()? {
        Command::Order(texts) => orders("order", &texts),
        Command::OrderAnew(texts) => orders("anew", &texts),
        Command::Withdraw(place) => format!("clear {place}"),
        Command::Clear => String::from("clear all"),
        Command::Ready => String::from("ready"),
        Command::Unready => String::from("unready"),
        Command::ProposeDraw(powers) if powers.is_empty() => String::from("propose a draw"),
        Command::ProposeDraw(powers) => {
            let powers: Vec<String> = powers.iter().map(|it| plain(it)).collect();
            format!("propose a draw of {}", listed(&powers))
        }
        Command::Vote(yes) => format!("vote {} on the draw", if yes { "yes" } else { "no" }),
        Command::Concede => String::from("concede"),
        Command::Resolve => String::from("resolve the phase"),
        Command::ResolveEarly => String::from("resolve the phase before its time"),
        Command::Abandon(power) => format!("{} is in civil disorder", plain(&power)),
        Command::Resume(power) => format!("{} is played again", plain(&power)),
        Command::HandOver(power) => format!("{} has a new player", plain(&power)),
    })
}

/// What a viewer was told, in lines: of a phase every order with its reason.
pub fn told(told: &str) -> Option<String> {
    let events: Vec<Event> = serde_json::from_str(told).ok()?;
    let lines: Vec<String> = events.iter().filter_map(event).collect();
    Some(lines.join("\n"))
}

fn event(event: &Event) -> Option<String> {
    let power = |name: &str| plain(name);
    Some(match event {
        Event::OrderNoted {
            power: of,
            order,
            remarks,
            ..
        } => {
            let mut text = format!("{} notes {}.", power(of), plain(order));
            for remark in remarks {
                add!(text, " {}", sentence(&plain(remark)));
            }
            text
        }
        Event::OrderWithdrawn {
            power: of, order, ..
        } => {
            format!("{} takes back {}.", power(of), plain(order))
        }
        Event::Readied { power: of } => format!("{} is ready.", power(of)),
        Event::Unreadied { power: of } => format!("{} is not ready after all.", power(of)),
        Event::NoMoveReceived { power: of, misses } => {
            let misses = counted(usize::from(*misses), "phase");
            format!("{} has sent nothing, {misses} in a row.", power(of))
        }
        Event::DisorderBegan { power: of } => format!("{} is in civil disorder.", power(of)),
        Event::DisorderEnded { power: of } => format!("{} is played again.", power(of)),
        Event::HandedOver { power: of } => format!("{} has a new player.", power(of)),
        Event::PhaseResolved(resolved) => account(resolved),
        Event::PhaseSkipped { phase } => format!("Nobody had anything to order in {phase}."),
        Event::PowerEliminated { power: of } => format!("{} is out of the game.", power(of)),
        Event::DrawProposed { powers, .. } => {
            let powers: Vec<String> = powers.iter().map(|it| plain(it)).collect();
            format!("A draw is proposed between {}.", listed(&powers))
        }
        Event::DrawVoted { power: of, yes, .. } => {
            format!(
                "{} votes {} on the draw.",
                power(of),
                if *yes { "yes" } else { "no" }
            )
        }
        Event::DrawFailed => String::from("The proposed draw is not agreed."),
        Event::DrawFell => String::from("The proposed draw is off: too few are left to share it."),
        Event::Conceded { power: of } => format!("{} gives up.", power(of)),
        // How it ended is told by the outcome.
        Event::GameEnded(_) => return None,
    })
}

/// How a game ended.
pub fn outcome(outcome: &str) -> Option<String> {
    let outcome: GameOutcome = serde_json::from_str(outcome).ok()?;
    Some(ending(&outcome))
}

/// The power of a seat, as people write it.
pub fn power(setup: &str, seat: Seat) -> Option<String> {
    let setup: Setup = serde_json::from_str(setup).ok()?;
    Some(power_at(&setup.map, seat))
}
