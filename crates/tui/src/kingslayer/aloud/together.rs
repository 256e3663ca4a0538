//! A table with others read aloud: what happens comes as lines whenever it happens, and
//! commands are typed whenever one likes. A command waits for what became of the one
//! before it, unless the connection is broken.

mod ears;
mod wish;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::Waker;
use std::time::{Duration, Instant};

use parlour_court::Control;
use parlour_host::link::{Link, News, Shown, Ticket, news_so_far};
use parlour_regicide::bot::{Thinking, advise, reason};
use parlour_regicide::{Command, House, Kingslayer, Seen, Step, View};
use parlour_rules::Seat;

use super::around;
use super::words::{self, sentence};
use crate::kingslayer::guide::guide;
use crate::kingslayer::together::{Gathering, Party};
use crate::qr;
use ears::{Bell, Woken, read_in_the_background};
use wish::{Wish, phrases, wish};

/// Plays at a table with others by lines until it is left or no more lines come. The
/// seat is kept whenever that happens.
///
/// # Errors
/// If a line cannot be written.
pub fn read_aloud_together(
    party: Box<dyn Party>,
    lines: impl BufRead + Send + 'static,
    out: impl Write,
) -> io::Result<()> {
    let (sender, woken) = channel();
    let permit = read_in_the_background(lines, sender.clone());
    let bell = Bell::new(sender);
    let mut table = Table {
        party,
        gathering: Gathering::default(),
        link: None,
        shown: None,
        sent: None,
        asked: None,
        turn_told: None,
        waker: Waker::from(Arc::clone(&bell)),
        out,
    };
    table.say(around::WELCOME)?;
    listen(&mut table, &woken, &permit, &bell)
}

/// One thing after the other: what happens, and the line that waits.
fn listen<W: Write>(
    table: &mut Table<W>,
    woken: &Receiver<Woken>,
    permit: &Sender<()>,
    bell: &Bell,
) -> io::Result<()> {
    let mut line: Option<String> = None;
    let mut ended = false;
    loop {
        bell.lift();
        table.hear()?;
        if table.listens() {
            if let Some(typed) = line.take() {
                if !table.answer(&typed)? {
                    return Ok(());
                }
                // The reader may be at its end.
                let _ = permit.send(());
                continue;
            }
            if ended {
                let words = table.on_leaving().unwrap_or("Left.");
                return table.say(&[words]);
            }
        }
        match woken.recv() {
            Ok(Woken::News) => {}
            Ok(Woken::Line(typed)) => line = Some(typed),
            Ok(Woken::End) | Err(_) => ended = true,
        }
    }
}

/// The turn that was told last: how many moves, which step, whose.
type Told = (u32, Step, Seat);

struct Table<W> {
    party: Box<dyn Party>,
    gathering: Gathering,
    /// The game, while one is on or over.
    link: Option<Box<dyn Link<Kingslayer>>>,
    shown: Option<Box<Shown<Kingslayer>>>,
    /// What was sent and has no answer yet.
    sent: Option<Ticket>,
    /// What was said once and is done if it is said again.
    asked: Option<Wish>,
    turn_told: Option<Told>,
    waker: Waker,
    out: W,
}

impl<W: Write> Table<W> {
    /// Whether a line may be answered now.
    fn listens(&self) -> bool {
        let it = &self.gathering;
        self.sent.is_none() || it.trouble.is_some() || it.closed.is_some() || it.taken_over
    }

    fn view(&self) -> Option<&View> {
        self.shown.as_ref().map(|shown| &shown.view)
    }

    /// Takes in what has happened, and tells it.
    fn hear(&mut self) -> io::Result<()> {
        self.party.hear(&self.waker);
        let before = std::mem::replace(&mut self.gathering, self.party.gathering());
        let mut lines = around::changes(&before, &self.gathering, self.party.is_host());
        if self.gathering.guests.is_empty() || self.gathering.lobby {
            (self.link, self.shown) = (None, None);
            (self.sent, self.turn_told) = (None, None);
        } else if self.link.is_none() {
            self.link = Some(self.party.link());
        }
        if let Some(link) = &mut self.link {
            for news in news_so_far(link.as_mut(), &self.waker) {
                match news {
                    News::Shown(shown) => {
                        lines.extend(drawn(&shown));
                        self.shown = Some(shown);
                    }
                    News::Accepted { ticket, .. } if Some(ticket) == self.sent => {
                        self.sent = None;
                        self.turn_told = None;
                    }
                    News::Refused { ticket, words, .. } if Some(ticket) == self.sent => {
                        self.sent = None;
                        lines.push(sentence(&words));
                    }
                    // The gathering tells how it is with the connection.
                    _ => {}
                }
            }
        }
        while let Some(words) = self.party.refusal() {
            lines.push(sentence(words.trim_end_matches('.')));
        }
        lines.extend(self.turn_news());
        self.say(&lines)
    }

    /// How it stands, where that has changed: whole for whoever is to decide.
    fn turn_news(&mut self) -> Vec<String> {
        let Some(view) = self.shown.as_ref().map(|shown| &shown.view) else {
            return Vec::new();
        };
        let now = (view.moves, view.step, view.current);
        let first = self.turn_told.is_none();
        if self.turn_told.replace(now) == Some(now) {
            return Vec::new();
        }
        if first || view.is_yours() || view.outcome.is_some() {
            around::state(view, &self.gathering)
        } else if view.step == Step::Suffer {
            // The log says who has to pay.
            Vec::new()
        } else {
            vec![around::turn(view, &self.gathering)]
        }
    }

    /// Does what a line asks. False if the person leaves.
    fn answer(&mut self, line: &str) -> io::Result<bool> {
        let asked = self.asked.take();
        let wish = match wish(line, self.view(), &self.gathering) {
            Ok(Some(wish)) => wish,
            Ok(None) => return Ok(true),
            Err(reason) => {
                self.say(&[sentence(&reason)])?;
                return Ok(true);
            }
        };
        if let Some(question) = self.question(&wish)
            && asked.as_ref() != Some(&wish)
        {
            self.asked = Some(wish);
            self.say(&[question])?;
            return Ok(true);
        }
        if wish == Wish::Leave {
            self.say(&["Left."])?;
            return Ok(false);
        }
        let lines = self.done(wish);
        self.say(&lines)?;
        Ok(true)
    }

    /// What it means to leave now; nothing for whoever has no seat and is no host.
    fn on_leaving(&self) -> Option<&'static str> {
        let (it, host) = (&self.gathering, self.party.is_host());
        let matters = it.closed.is_none() && (it.is_seated() || host);
        matters.then(|| it.on_leaving(host))
    }

    /// What is asked before something that cannot be undone; said again, it is done.
    fn question(&self, wish: &Wish) -> Option<String> {
        match wish {
            Wish::Do(Command::Yield) if self.view().is_some_and(|view| view.may_yield) => {
                Some(String::from(
                    "Yield: you play nothing and the enemy strikes. Say yield again to do it.",
                ))
            }
            Wish::Leave => {
                let words = self.on_leaving()?;
                Some(format!("{words} Say quit again to leave."))
            }
            _ => None,
        }
    }

    /// Does it; the answer is what there is to say.
    fn done(&mut self, wish: Wish) -> Vec<String> {
        match wish {
            Wish::Who => around::everybody(&self.gathering),
            Wish::Look => match self.view() {
                Some(view) => around::state(view, &self.gathering),
                None => around::everybody(&self.gathering),
            },
            Wish::Hand => self.of_the_game(words::hand),
            Wish::Castle => self.of_the_game(words::castle),
            Wish::Weigh(cards) => self.of_the_game(|view| words::weighed(view, &cards)),
            Wish::Rules => {
                let view = self
                    .view()
                    .map(|view| guide(&view.house, view.players.len()));
                let seats = self.gathering.guests.len().max(2);
                words::rules(&view.unwrap_or_else(|| guide(&House::default(), seats)))
            }
            Wish::Help => {
                let host = self.party.is_host();
                let more = around::HELP_OF_THE_HOST.iter().filter(|_| host);
                around::HELP
                    .iter()
                    .chain(more)
                    .map(ToString::to_string)
                    .collect()
            }
            Wish::Do(command) => self.send(&command),
            Wish::Hint => self.hint(),
            Wish::Ready => self.ready(),
            Wish::Phrases => around::phrases(&phrases(self.view())),
            Wish::Say(phrase) => {
                self.party.say(phrase);
                Vec::new()
            }
            Wish::Bot => self.bot(),
            Wish::Favour(favour) => self.favour(favour),
            Wish::Admit(seat) => match seat.or_else(|| self.gathering.missing.first().copied()) {
                Some(seat) => self.favour(Control::Admit(seat)),
                None => said("Nobody is missing."),
            },
            Wish::Addresses => around::invitation(&self.gathering.invitation),
            Wish::Code => match &self.gathering.invitation.browsers {
                Some(link) => qr::lines(&link.squares, self.party.may_colour()),
                None => said("There is no link here: only a host with browsers has one."),
            },
            Wish::Export => vec![match self.party.export() {
                Ok(file) => format!("Written: {file}"),
                Err(reason) => reason,
            }],
            Wish::Take if self.gathering.taken_over => {
                // What was sent before is not sent again.
                self.sent = None;
                self.party.take_back();
                Vec::new()
            }
            Wish::Take => said("Your seat is played from here."),
            Wish::Watch if self.gathering.may_watch => {
                self.party.watch();
                Vec::new()
            }
            Wish::Watch => said("You are at the table."),
            Wish::Leave => Vec::new(),
        }
    }

    fn of_the_game(&self, words: impl FnOnce(&View) -> Vec<String>) -> Vec<String> {
        self.view()
            .map_or_else(|| said("The game has not begun."), words)
    }

    fn ready(&mut self) -> Vec<String> {
        if !self.gathering.is_seated() {
            return said("You have no seat: you watch.");
        }
        if !self.gathering.lobby && !self.gathering.over {
            return said("The game is on.");
        }
        self.party.ready();
        Vec::new()
    }

    /// In the lobby one more bot; in a game one for whoever is missing.
    fn bot(&mut self) -> Vec<String> {
        let missing = self.gathering.missing.first().copied();
        self.favour(missing.map_or(Control::AddBot, Control::PutBot))
    }

    fn favour(&mut self, favour: Control) -> Vec<String> {
        if !self.party.is_host() {
            return said("Only the host may do that.");
        }
        match self.party.favour(favour) {
            Ok(()) => Vec::new(),
            Err(reason) => vec![sentence(&reason)],
        }
    }

    fn send(&mut self, command: &Command) -> Vec<String> {
        if self.sent.is_some() {
            return said("What you said last has no answer yet.");
        }
        let (Some(link), Some(shown)) = (&mut self.link, &self.shown) else {
            return said("The game has not begun.");
        };
        if shown.view.you.is_none() {
            return said("You have no seat: you watch.");
        }
        self.sent = Some(link.send(command));
        Vec::new()
    }

    fn hint(&mut self) -> Vec<String> {
        let Some(view) = self.view().cloned() else {
            return said("The game has not begun.");
        };
        if self.gathering.hints != Some(true) {
            return said("At this table there are no hints.");
        }
        if !view.is_yours() {
            return said("There is nothing to decide for you now.");
        }
        self.party.hinted();
        let until = Instant::now() + Duration::from_millis(400);
        let thinking = Thinking {
            seed: u64::from(view.moves),
            ..Thinking::default()
        };
        match advise(&view, &thinking, &mut || Instant::now() < until) {
            Some(advice) => vec![
                format!("Hint: {}.", words::command(&advice.command)),
                reason(&view, &advice),
            ],
            None => said("There is no advice here."),
        }
    }

    fn say<T: AsRef<str>>(&mut self, lines: &[T]) -> io::Result<()> {
        for line in lines {
            writeln!(self.out, "{}", line.as_ref())?;
        }
        self.out.flush()
    }
}

fn said(words: &str) -> Vec<String> {
    vec![words.to_owned()]
}

/// The cards that came into the hand of the person who is told.
fn drawn(shown: &Shown<Kingslayer>) -> Vec<String> {
    let told = shown.seen.iter().flatten();
    let own = told.filter_map(|seen| match seen {
        Seen::Drawn { yours, .. } if !yours.is_empty() => Some(yours),
        _ => None,
    });
    own.map(|cards| format!("You draw: {}.", words::listed(cards)))
        .collect()
}
