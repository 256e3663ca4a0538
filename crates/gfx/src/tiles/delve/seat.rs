//! Where a game of Delve stands that is played at the window: at a table of the
//! host, or in the pocket, for a page that has no host beside it.

use std::cell::OnceCell;
use std::task::Waker;

use parlour_delve::{Command, Delve, View};
use parlour_host::link::{Link, News, news_so_far, wait_for_news};

/// A player's place at a game.
pub trait DelveSeat {
    /// What the player may know now.
    fn view(&self) -> &View;

    /// Does something, or says why not.
    fn send(&mut self, command: &Command) -> Result<(), String>;

    /// Takes the last command back, or says why not.
    fn undo(&mut self) -> Result<(), String> {
        Err(String::from("Only a practice game can be taken back."))
    }

    /// The best games so far, in words, when one has ended; none where somebody
    /// else lists them.
    fn best(&self) -> Vec<String> {
        Vec::new()
    }

    /// Begins another game after the end of this one, where there is nowhere to
    /// go back to. Says whether it did.
    fn begin_again(&mut self) -> bool {
        false
    }

    /// What the dungeon of a game that is over is called where games are compared.
    fn dungeon(&self) -> Option<String> {
        None
    }

    /// Which game it is, for a page: `seed 17` or `daily 2031-05-02`; empty where
    /// somebody else says it.
    fn game(&self) -> String {
        String::new()
    }

    /// A short word that differs when the state does; empty where it is not
    /// known.
    fn fingerprint(&self) -> String;
}

/// A seat at a table of the host.
pub struct Linked<L> {
    link: L,
    view: View,
    entries: u64,
    practice: bool,
    dungeon: Box<dyn Fn() -> Option<String>>,
    /// What it said, which is asked once.
    called: OnceCell<Option<String>>,
}

impl<L: Link<Delve>> Linked<L> {
    /// Sits down. Nothing if the table is gone.
    pub fn new(mut link: L) -> Option<Self> {
        loop {
            if let News::Shown(shown) = wait_for_news(&mut link)? {
                return Some(Self {
                    link,
                    view: shown.view,
                    entries: shown.standing.seq,
                    practice: false,
                    dungeon: Box::new(|| None),
                    called: OnceCell::new(),
                });
            }
        }
    }

    /// What is said of a refusal, and how it stands now: another window of the same
    /// person may have played.
    fn refused(&mut self, code: &str, words: String) -> String {
        for news in news_so_far(&mut self.link, Waker::noop()) {
            if let News::Shown(shown) = news {
                self.entries = shown.standing.seq;
                self.view = shown.view;
            }
        }
        match code {
            "stale" | "moved" => {
                String::from("The game has moved on in another window. This is how it stands now.")
            }
            _ => words,
        }
    }

    /// The same in a dungeon that can be asked, when the game is over, what it is called
    /// where games are compared.
    #[must_use]
    pub fn of_dungeon(mut self, dungeon: Box<dyn Fn() -> Option<String>>) -> Self {
        self.dungeon = dungeon;
        self
    }

    /// The same seat at a table where commands may be taken back.
    #[must_use]
    pub fn for_practice(mut self) -> Self {
        self.practice = true;
        self
    }
}

impl<L: Link<Delve>> DelveSeat for Linked<L> {
    fn view(&self) -> &View {
        &self.view
    }

    fn dungeon(&self) -> Option<String> {
        self.view.ending.as_ref()?;
        let mut words = self.called.get_or_init(&self.dungeon).clone()?;
        if self.practice {
            words.push_str(", practice");
        }
        if self.view.own_content {
            words.push_str(", own content");
        }
        Some(words)
    }

    fn send(&mut self, command: &Command) -> Result<(), String> {
        let sent = self.link.send(command);
        let mut accepted = None;
        loop {
            match wait_for_news(&mut self.link) {
                None => return Err("The table is closed.".to_owned()),
                Some(News::Accepted { ticket, seq }) if ticket == sent => accepted = Some(seq),
                Some(News::Refused {
                    ticket,
                    code,
                    words,
                }) if ticket == sent => return Err(self.refused(&code, words)),
                Some(News::Shown(shown)) => {
                    let reached = shown.standing.seq;
                    self.entries = reached;
                    self.view = shown.view;
                    if accepted.is_some_and(|seq| seq <= reached) {
                        return Ok(());
                    }
                }
                Some(_) => {}
            }
        }
    }

    fn undo(&mut self) -> Result<(), String> {
        if !self.practice {
            return Err(String::from("Only a practice game can be taken back."));
        }
        let Some(target) = self.entries.checked_sub(1) else {
            return Err(String::from("There is nothing to take back."));
        };
        let asked = self.link.undo(target);
        loop {
            match wait_for_news(&mut self.link) {
                None => return Err("The table is closed.".to_owned()),
                Some(News::Refused {
                    ticket,
                    code,
                    words,
                }) if ticket == asked => return Err(self.refused(&code, words)),
                Some(News::Shown(shown)) if shown.standing.seq == target => {
                    self.entries = target;
                    self.view = shown.view;
                    return Ok(());
                }
                Some(_) => {}
            }
        }
    }

    fn fingerprint(&self) -> String {
        String::new()
    }
}
