//! Where a game of Delve stands that is played at the window: at a table of the
//! host, or in the pocket, for a page that has no host beside it.

use parlour_delve::{Command, Delve, Setup, State, View};
use parlour_host::link::{Link, News, wait_for_news};
use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};

use crate::saves::Saves;

/// A player's place at a game.
pub trait DelveSeat {
    /// What the player may know now.
    fn view(&self) -> &View;

    /// Does something, or says why not.
    fn send(&mut self, command: &Command) -> Result<(), String>;

    /// A short word that differs when the state does; empty where it is not
    /// known.
    fn fingerprint(&self) -> String;
}

/// A seat at a table of the host.
pub struct Linked<L> {
    link: L,
    view: View,
}

impl<L: Link<Delve>> Linked<L> {
    /// Sits down. Nothing if the table is gone.
    pub fn new(mut link: L) -> Option<Self> {
        loop {
            if let News::Shown(shown) = wait_for_news(&mut link)? {
                let view = shown.view;
                return Some(Self { link, view });
            }
        }
    }
}

impl<L: Link<Delve>> DelveSeat for Linked<L> {
    fn view(&self) -> &View {
        &self.view
    }

    fn send(&mut self, command: &Command) -> Result<(), String> {
        let sent = self.link.send(command);
        let mut accepted = None;
        loop {
            match wait_for_news(&mut self.link) {
                None => return Err("The table is closed.".to_owned()),
                Some(News::Accepted { ticket, seq }) if ticket == sent => accepted = Some(seq),
                Some(News::Refused { ticket, words, .. }) if ticket == sent => return Err(words),
                Some(News::Shown(shown)) => {
                    let reached = shown.standing.seq;
                    self.view = shown.view;
                    if accepted.is_some_and(|seq| seq <= reached) {
                        return Ok(());
                    }
                }
                Some(_) => {}
            }
        }
    }

    fn fingerprint(&self) -> String {
        String::new()
    }
}

/// The name under which a pocket keeps its game.
pub const SAVE: &str = "delve.save";

/// A game without a host. What is kept is the seed and the commands, one a line;
/// the game is the same when they are given again.
pub struct Pocket {
    state: State,
    view: View,
    kept: String,
    saves: Saves,
}

/// The player's one seat.
const ME: Seat = Seat(0);

impl Pocket {
    /// The kept game, or a new one from a seed, with a sentence if something was
    /// wrong with the kept one.
    pub fn open(seed: u64, saves: Saves) -> (Self, Option<String>) {
        match saves.read(SAVE) {
            Ok(None) => (Self::new(seed, saves), None),
            Ok(Some(bytes)) => match Self::read(&bytes, &saves) {
                Ok(pocket) => (pocket, None),
                Err(reason) => {
                    let words = format!("The kept game cannot be used: {reason}");
                    (Self::new(seed, saves), Some(words))
                }
            },
            Err(error) => (Self::new(seed, saves), Some(error.to_string())),
        }
    }

    fn new(seed: u64, saves: Saves) -> Self {
        let state = Delve::start(&Setup::default(), Seed(seed)).expect("the content is our own");
        Self {
            view: Delve::view(&state, Viewer::Seat(ME)),
            state,
            kept: format!("{seed}\n"),
            saves,
        }
    }

    fn read(bytes: &[u8], saves: &Saves) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is no text")?;
        let mut lines = text.lines();
        let seed = lines.next().and_then(|line| line.parse().ok());
        let mut pocket = Self::new(seed.ok_or("line 1 is no seed")?, saves.clone());
        for (number, line) in lines.enumerate() {
            let command = line.parse::<Command>().map_err(|error| error.to_string());
            let done = command.and_then(|command| pocket.advance(&command));
            done.map_err(|reason| format!("line {}: {reason}", number + 2))?;
        }
        pocket.view = Delve::view(&pocket.state, Viewer::Seat(ME));
        Ok(pocket)
    }

    fn advance(&mut self, command: &Command) -> Result<(), String> {
        let events = Delve::decide(&self.state, Actor::Seat(ME), command);
        for event in events.map_err(|refusal| refusal.to_string())? {
            Delve::apply(&mut self.state, &event);
        }
        self.kept += &command.to_string();
        self.kept.push('\n');
        Ok(())
    }
}

impl DelveSeat for Pocket {
    fn view(&self) -> &View {
        &self.view
    }

    fn send(&mut self, command: &Command) -> Result<(), String> {
        self.advance(command)?;
        self.view = Delve::view(&self.state, Viewer::Seat(ME));
        // Who dies begins anew; everyone else finds the game as it was left.
        if self.view.ending.is_some() {
            self.saves.remove(SAVE);
            return Ok(());
        }
        let kept = self.saves.write(SAVE, self.kept.as_bytes());
        kept.map_err(|error| format!("It was done, but it is not kept: {error}"))
    }

    fn fingerprint(&self) -> String {
        Delve::fingerprint(&self.state).to_string()
    }
}
