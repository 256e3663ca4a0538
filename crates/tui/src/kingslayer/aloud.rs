//! A table of Kingslayer read aloud: everything is lines of words, in and out.
//!
//! For screen readers, for terminals that cannot draw, and for programs. Nothing
//! moves on the screen and nothing is told by colour or place alone. The words are
//! those of the rules' notation (`play 5H AH`, `pay 10C`, `flip`, `yield`) and a few
//! more; `help` names them all. A table with others is read in `together.rs`.

mod around;
mod together;
mod words;

use std::io::{self, BufRead, Read, Write};
use std::time::{Duration, Instant};

use parlour_host::link::{Link, News, Shown, Ticket, wait_for_news};
use parlour_regicide::bot::{Thinking, advise, reason};
use parlour_regicide::{Card, Command, Kingslayer, Seen, Step, View, tell};
use parlour_rules::{Seat, Viewer};

use super::castellan::{Castellan, Kind};
use super::guide::guide;
use words::sentence;

pub use together::read_aloud_together;

/// A longer line is no command; the rest of it is passed over.
const LONGEST_LINE: u64 = 1_000;

/// Plays at a table by lines until it is left, the game is over and left, or no more
/// lines come. The game is kept whenever that happens.
///
/// # Errors
/// If a line cannot be read or written.
pub fn read_aloud(
    link: Box<dyn Link<Kingslayer>>,
    kind: Kind,
    keeper: &dyn Castellan,
    mut lines: impl BufRead,
    out: impl Write,
) -> io::Result<()> {
    let mut table = Table {
        link,
        kind,
        keeper,
        shown: None,
        asked: None,
        out,
    };
    let Some(News::Shown(shown)) = wait_for_news(table.link.as_mut()) else {
        return writeln!(table.out, "The table cannot be reached.");
    };
    table.shown = Some(shown);
    table.say(words::WELCOME)?;
    table.say_state()?;
    loop {
        write!(table.out, "> ")?;
        table.out.flush()?;
        let Some(line) = next_line(&mut lines)? else {
            return table.say(&["The game is kept."]);
        };
        if !table.hear(&line)? {
            return Ok(());
        }
    }
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wish {
    Look,
    Hand,
    Castle,
    /// What these cards would do.
    Weigh(Vec<Card>),
    Do(Command),
    Hint,
    TakeBack,
    Export,
    Rules,
    Help,
    Leave,
}

struct Table<'a, W> {
    link: Box<dyn Link<Kingslayer>>,
    kind: Kind,
    keeper: &'a dyn Castellan,
    shown: Option<Box<Shown<Kingslayer>>>,
    /// What cannot be undone and was said once: said again, it is done.
    asked: Option<Wish>,
    out: W,
}

impl<W: Write> Table<'_, W> {
    /// Does what a line asks. False if the person leaves.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        let Some(view) = self.shown.as_ref().map(|shown| &shown.view) else {
            return Ok(false);
        };
        let asked = self.asked.take();
        let wish = match wish(line, view) {
            Ok(Some(wish)) => wish,
            Ok(None) => return Ok(true),
            Err(reason) => {
                self.say(&[&sentence(&reason)])?;
                return Ok(true);
            }
        };
        if let Some(question) = words::question(&wish, view)
            && asked.as_ref() != Some(&wish)
        {
            self.asked = Some(wish);
            self.say(&[question])?;
            return Ok(true);
        }
        match wish {
            Wish::Look => self.say_state()?,
            Wish::Hand => {
                let lines = words::hand(view);
                self.say(&lines)?;
            }
            Wish::Castle => {
                let lines = words::castle(view);
                self.say(&lines)?;
            }
            Wish::Weigh(cards) => {
                let lines = words::weighed(view, &cards);
                self.say(&lines)?;
            }
            Wish::Do(command) => self.send(&command)?,
            Wish::Hint => self.hint()?,
            Wish::TakeBack => self.take_back()?,
            Wish::Export => {
                let words = match self.keeper.export() {
                    Ok(file) => format!("Written: {file}"),
                    Err(reason) => sentence(&reason),
                };
                self.say(&[words])?;
            }
            Wish::Rules => {
                let lines = words::rules(&guide(&view.house, view.players.len()));
                self.say(&lines)?;
            }
            Wish::Help => self.say(words::HELP)?,
            Wish::Leave => {
                let untouched = view.moves == 0;
                if untouched && let Err(reason) = self.keeper.tables().leave_untouched() {
                    self.say(&[sentence(&reason)])?;
                }
                self.say(&[if untouched {
                    "Left. Nothing was played."
                } else {
                    "Left. The game is kept."
                }])?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn send(&mut self, command: &Command) -> io::Result<()> {
        let ticket = self.link.send(command);
        self.settle(ticket)
    }

    fn take_back(&mut self) -> io::Result<()> {
        let entries = self.shown.as_ref().map_or(0, |shown| shown.standing.seq);
        if self.kind != Kind::Practice {
            self.say(&["Moves are taken back in practice games only."])
        } else if entries == 0 {
            self.say(&["There is nothing to take back."])
        } else {
            let ticket = self.link.undo(entries - 1);
            self.settle(ticket)
        }
    }

    /// Waits until it is known what became of something sent, and tells it.
    fn settle(&mut self, sent: Ticket) -> io::Result<()> {
        let mut settled = false;
        // The new view comes behind the word that something was accepted.
        while let Some(news) = wait_for_news(self.link.as_mut()) {
            match news {
                News::Shown(shown) => {
                    self.take_in(shown)?;
                    if settled {
                        return self.say_state();
                    }
                }
                News::Accepted { ticket, .. } => settled |= ticket == sent,
                News::Refused { ticket, words, .. } if ticket == sent => {
                    return self.say(&[sentence(&words)]);
                }
                News::Refused { .. } => {}
                News::Connection { words, .. } => self.say(&[words])?,
            }
        }
        self.say(&["The table is closed."])
    }

    fn take_in(&mut self, shown: Box<Shown<Kingslayer>>) -> io::Result<()> {
        let before = self.shown.as_ref().map_or(0, |it| it.view.moves);
        let viewer = self.link.viewer();
        let name = |seat: Seat| {
            if viewer == Viewer::Seat(seat) {
                String::from("you")
            } else {
                format!("player {}", seat.0 + 1)
            }
        };
        for seen in shown.seen.iter().flatten() {
            let Some(told) = tell(seen, &name) else {
                continue;
            };
            let own = match seen {
                Seen::Drawn { yours, .. } | Seen::JesterFlipped { yours, .. } => yours.as_slice(),
                _ => &[],
            };
            let line = match own {
                [] => format!("{told}."),
                own => format!("{told}: {}.", words::listed(own)),
            };
            writeln!(self.out, "{line}")?;
        }
        if shown.view.moves < before {
            writeln!(self.out, "The last move is taken back.")?;
            self.keeper.tables().taken_back();
        }
        self.shown = Some(shown);
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        let Some(view) = self.shown.as_ref().map(|shown| shown.view.clone()) else {
            return Ok(());
        };
        if !view.is_yours() {
            return self.say(&["There is nothing to decide now."]);
        }
        // A game with hints counts apart, so each is noted before it is told.
        if self.kind != Kind::Practice
            && let Err(reason) = self.keeper.tables().hinted()
        {
            return self.say(&[sentence(&reason)]);
        }
        let until = Instant::now() + Duration::from_millis(400);
        let thinking = Thinking {
            seed: u64::from(view.moves),
            ..Thinking::default()
        };
        match advise(&view, &thinking, &mut || Instant::now() < until) {
            Some(advice) => self.say(&[
                format!("Hint: {}.", words::command(&advice.command)),
                reason(&view, &advice),
            ]),
            None => self.say(&["There is no advice here."]),
        }
    }

    fn say_state(&mut self) -> io::Result<()> {
        let Some(shown) = &self.shown else {
            return Ok(());
        };
        let mut lines = words::state(&shown.view);
        if shown.outcome.is_some()
            && let Some(seed) = self.keeper.tables().seed()
        {
            lines.push(format!("The cards had the seed {seed}."));
        }
        self.say(&lines)
    }

    fn say<T: AsRef<str>>(&mut self, lines: &[T]) -> io::Result<()> {
        lines
            .iter()
            .try_for_each(|line| writeln!(self.out, "{}", line.as_ref()))
    }
}

/// Reads a line, at most so much of it as a command can be long.
fn next_line(lines: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if lines
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut line)?
        == 0
    {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        lines.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// What a line means at this table; nothing if it is empty.
fn wish(line: &str, view: &View) -> Result<Option<Wish>, String> {
    let mut parts = line.split_whitespace();
    let Some(verb) = parts.next().map(str::to_ascii_lowercase) else {
        return Ok(None);
    };
    let rest: Vec<&str> = parts.collect();
    let alone = |wish| match rest.as_slice() {
        [] => Ok(Some(wish)),
        _ => Err(format!("{verb} stands alone")),
    };
    match verb.as_str() {
        "look" | "l" => alone(Wish::Look),
        "hand" | "cards" => alone(Wish::Hand),
        "castle" => alone(Wish::Castle),
        "hint" => alone(Wish::Hint),
        "undo" | "back" => alone(Wish::TakeBack),
        "export" => alone(Wish::Export),
        "rules" => alone(Wish::Rules),
        "help" | "?" => alone(Wish::Help),
        "quit" | "q" | "leave" | "exit" => alone(Wish::Leave),
        "flip" => alone(Wish::Do(Command::Flip)),
        "yield" => alone(Wish::Do(Command::Yield)),
        "try" => held(&rest, view).map(|cards| Some(Wish::Weigh(cards))),
        "play" => held(&rest, view).map(|cards| Some(Wish::Do(Command::Play(cards)))),
        "pay" | "discard" => held(&rest, view).map(|cards| Some(Wish::Do(Command::Pay(cards)))),
        // Cards alone are played or paid, as the turn asks for it.
        _ => {
            let bare: Vec<&str> = line.split_whitespace().collect();
            let cards = held(&bare, view)
                .map_err(|_| String::from("that is no command; help names them all"))?;
            Ok(Some(Wish::Do(match view.step {
                Step::Suffer => Command::Pay(cards),
                _ => Command::Play(cards),
            })))
        }
    }
}

/// Cards by their letters (`5H`) or by their number in the hand.
fn held(parts: &[&str], view: &View) -> Result<Vec<Card>, String> {
    if parts.is_empty() {
        return Err(String::from(
            "name the cards, for instance 5H, or their numbers in the hand",
        ));
    }
    let card = |part: &&str| match part.parse::<usize>() {
        Ok(number) => {
            let at = number.checked_sub(1).and_then(|at| view.hand.get(at));
            at.copied()
                .ok_or_else(|| format!("the hand has {} cards", view.hand.len()))
        }
        Err(_) => part.parse::<Card>().map_err(|reason| reason.to_string()),
    };
    parts.iter().take(54).map(card).collect()
}
