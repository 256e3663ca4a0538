//! What the table tells: taken in, and written into the log.

use parlour_host::link::{News, Shown, news_so_far};
use parlour_regicide::analysis::Decision;
use parlour_regicide::{Card, Event, Kingslayer, Seen, View, tell};
use parlour_rules::{Seat, Viewer};

use super::super::battlefield::sentence;
use super::super::castellan::Kind;
use super::super::discard::DiscardPile;
use super::super::hint::Hint;
use super::super::{cards, side};
use super::words::names;
use super::{GameScreen, KEPT_LOG};
use crate::Lent;

impl GameScreen {
    /// A log that is written elsewhere: words, and whether they begin a new move.
    pub fn set_log(&mut self, lines: Vec<(String, bool)>) {
        let lines = lines.into_iter();
        let log: Vec<side::Entry> = lines
            .map(|(words, new_move)| side::Entry { words, new_move })
            .collect();
        if log != self.log {
            self.log = log;
            self.log_back = 0;
        }
    }

    /// Takes in what has happened.
    pub(super) fn hear(&mut self, lent: &Lent) {
        let mut elsewhere = false;
        for news in news_so_far(self.link.as_mut(), &lent.bell.waker()) {
            match news {
                News::Shown(shown) => self.take_in(shown),
                News::Refused { code, .. } if self.is_kept() && is_overtaken(&code) => {
                    elsewhere = true;
                }
                News::Refused { code, .. } if self.is_kept() && code == "unknown_table" => {
                    self.say("This game was deleted or taken back in another window: leave it.");
                }
                News::Refused { words, .. } => {
                    self.deciding = None;
                    self.news = Some((sentence(&words), true));
                }
                News::Connection { words, open } => {
                    // Once it is open again, the turn's own words count.
                    self.news = (!open).then_some((words, true));
                }
                News::Accepted { .. } => {}
            }
        }
        if elsewhere {
            // How it stands now has been shown with the refusal.
            self.say("The game has moved on in another window. This is how it stands now.");
        }
        if let Some(shown) = &self.shown {
            self.hint.look(&shown.view);
        }
    }

    /// Whether it is a game alone that is kept, so that another window may have it
    /// open.
    fn is_kept(&self) -> bool {
        self.keeper.is_some() && !self.manner.with_others && !self.is_lesson()
    }

    fn take_in(&mut self, shown: Box<Shown<Kingslayer>>) {
        let moved = self
            .shown
            .as_ref()
            .is_some_and(|before| before.view.moves != shown.view.moves);
        let back = self
            .shown
            .as_ref()
            .is_some_and(|before| before.view.moves > shown.view.moves);
        if self.outcome().is_some() && shown.outcome.is_none() {
            // Another game at the same table, or the end was taken back.
            self.discard = DiscardPile::default();
            self.decided.clear();
        }
        if moved && shown.seen.is_none() {
            self.discard = DiscardPile::default();
        }
        if let (true, Some((view, command))) = (moved, self.deciding.take()) {
            let number = self.decided.len() as u64 + 1;
            self.decided.push(Decision {
                number,
                view,
                command,
            });
        }
        let names = names(&shown);
        let viewer = self.link.viewer();
        let name = |seat: Seat| {
            if viewer == Viewer::Seat(seat) {
                return String::from("you");
            }
            names.get(usize::from(seat.0)).cloned().unwrap_or_default()
        };
        let past = std::mem::take(&mut self.manner.past);
        if !past.is_empty() && past.len() >= shown.view.moves as usize {
            self.note(&first_words(&past, &shown.view), true);
        }
        for seen in past.iter().chain(&shown.seen) {
            for it in seen {
                self.discard.hear(it);
            }
            let told = seen.iter().filter_map(|seen| {
                let words = tell(seen, &name)?;
                Some(match cards_that_came(seen) {
                    [] => words,
                    own => format!("{words}: {}", written(own)),
                })
            });
            for (at, words) in told.enumerate() {
                self.note(&words, at == 0);
            }
        }
        if back {
            self.note("The last move is taken back", true);
            self.discard = DiscardPile::default();
            if let Some(keeper) = &self.keeper {
                keeper.tables().taken_back();
            }
        }
        if shown.outcome.is_some() && self.seed.is_none() {
            self.seed = self
                .keeper
                .as_ref()
                .and_then(|keeper| keeper.tables().seed());
        }
        if shown.outcome.is_some() && self.bots_end.is_none() && self.manner.kind == Kind::Daily {
            self.bots_end = self.keeper.as_ref().and_then(|keeper| keeper.bots_end());
        }
        self.ended_after = match (&shown.outcome, self.ended_after) {
            (Some(_), None) => Some(self.time_played()),
            (Some(_), before) => before,
            (None, _) => None,
        };
        if shown.outcome.is_none() {
            self.review = None;
        }
        self.end_is_away &= shown.outcome.is_some();
        if moved {
            // Words about what was tried before the move mean nothing now.
            self.news = None;
            self.hint = Hint::None;
            self.selection.clear();
            self.question = None;
        }
        self.selection.take_up(&shown.view.hand);
        self.shown = Some(shown);
    }

    pub(super) fn note(&mut self, words: &str, new_move: bool) {
        let words = cards::with_signs(words);
        self.log.push(side::Entry { words, new_move });
        let too_many = self.log.len().saturating_sub(KEPT_LOG);
        self.log.drain(..too_many);
        self.log_back = 0;
    }
}

/// Whether a refusal with this code means that the table is no longer what is shown.
fn is_overtaken(code: &str) -> bool {
    matches!(code, "stale" | "moved" | "game_over")
}

/// How a game begins, from what was told of it since, and from how it stands.
pub(super) fn first_words(past: &[Vec<Seen>], view: &View) -> String {
    let fallen = past.iter().flatten().find_map(|seen| match seen {
        Seen::Open(Event::EnemyDefeated { enemy, .. }) => Some(*enemy),
        _ => None,
    });
    let first = fallen.or(view.enemy.map(|enemy| enemy.card));
    let first = first.map_or_else(String::new, Card::in_words);
    format!("The {first} guards the gate")
}

/// The cards that came into the hand of the person who is told.
fn cards_that_came(seen: &Seen) -> &[Card] {
    match seen {
        Seen::Drawn { yours, .. } | Seen::JesterFlipped { yours, .. } => yours,
        _ => &[],
    }
}

fn written(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().copied().map(cards::short).collect();
    words.join(" ")
}
