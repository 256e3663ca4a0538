//! The tutorial: short positions, each with one thing to do.
//!
//! A lesson is played at an ordinary table, through a link of its own that knows
//! what the lesson is about and gently refuses everything else. The rules decide
//! what happens, as everywhere.

mod taught;

use std::collections::VecDeque;
use std::rc::Rc;
use std::task::{Context, Poll};

use parlour_host::journal::Standing;
use parlour_host::link::{Link, News, Shown, Ticket};
use parlour_host::table::Record;
use parlour_regicide::{Command, Kingslayer};
use parlour_rules::{Rules, Viewer};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use super::castellan::{Castellan, Wish};
use super::popup;
use super::screen::{GameScreen, Manner};
use taught::PUPIL;
pub use taught::{NotTaught, Taught};

use crate::notice::Notice;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step};

/// One thing to do.
#[derive(Debug)]
pub struct Part {
    /// What to do and why, short enough for the smallest screen.
    pub words: &'static str,
    /// Commands that are it; `pay *` is any payment.
    pub wants: &'static [&'static str],
    /// One that does it well, for whoever asks.
    pub hint: &'static str,
}

/// A position and what is done in it.
#[derive(Debug)]
pub struct Lesson {
    /// What it is about.
    pub title: &'static str,
    /// The table, as tests lay it.
    pub table: &'static str,
    /// One after another.
    pub parts: &'static [Part],
    /// What was learned.
    pub learned: &'static str,
}

/// All lessons, in order.
pub const LESSONS: [Lesson; 6] = [
    Lesson {
        title: "Strike and shield",
        table: "enemy JD; hands 5C 8H 10S 2H; tavern 4S 7C 9H; castle JC QC KC; jesters 2",
        parts: &[
            Part {
                words: "The Jack of Diamonds has 20 health and hits for 10. A card deals its \
                        number. Press the number on the 10♠, read above what it would do, then \
                        press Enter.",
                wants: &["play 10S"],
                hint: "play 10S",
            },
            Part {
                words: "♠ shield: its attack sank by 10 for as long as it stands, so you paid \
                        nothing. 10 health are left, and ♣ double: play the 5♣.",
                wants: &["play 5C"],
                hint: "play 5C",
            },
        ],
        learned: "Exactly its health: the Jack is captured and lies on top of the tavern. You \
                  will draw it, worth 10. Who kills goes again at once.",
    },
    Lesson {
        title: "Being struck",
        table: "enemy JC; hands 6H 4D 3S 7D; tavern 8C 9D; discard 2C 3C 4C; castle QC KC; jesters 2",
        parts: &[
            Part {
                words: "♥ heal: cards of the discard pile return under the tavern, unseen. \
                        Play the 6♥.",
                wants: &["play 6H"],
                hint: "play 6H",
            },
            Part {
                words: "It stands and strikes for 10. Select cards worth 10 or more and press \
                        Enter; there is no change. 7♦ and 3♠ are exactly 10.",
                wants: &["pay *"],
                hint: "pay 7D 3S",
            },
        ],
        learned: "Who cannot pay loses. Look at the preview before you play: it says what you \
                  will have to pay.",
    },
    Lesson {
        title: "Combos and drawing",
        table: "enemy QS; hands 5D 5C 9C 10H; tavern 8C 9D 3H 2S 7H 6S 4C; castle KC; jesters 2",
        parts: &[
            Part {
                words: "Two to four cards of one number may be played together, up to a total \
                        of 10. Every power works at the total. Select 5♦ and 5♣.",
                wants: &["play 5D 5C"],
                hint: "play 5D 5C",
            },
            Part {
                words: "♦ drew you cards up to your limit of eight, ♣ doubled 10 to 20. Now \
                        the Queen strikes for 15: pay, but keep your best cards.",
                wants: &["pay *"],
                hint: "pay 9C 6S",
            },
        ],
        learned: "Diamonds are how you get cards. Without them the hand runs dry.",
    },
    Lesson {
        title: "The Ace",
        table: "enemy JH; damage 2; hands AC 8D 6S 10D; tavern 3C 4C 5S 6H 2D; castle QC; jesters 2",
        parts: &[Part {
            words: "An Ace joins exactly one other card, of any rank. A♣ and 8♦ are 9, doubled \
                    by the club: 18, just what the Jack has left.",
            wants: &["play AC 8D"],
            hint: "play AC 8D",
        }],
        learned: "A pair with an Ace has the powers of both suits, at the total of both.",
    },
    Lesson {
        title: "Immunity",
        table: "enemy QD; hands 9D 8S 10C 7H; tavern 3C 4C 5S 6H 2D; castle KC; jesters 2",
        parts: &[
            Part {
                words: "The Queen of Diamonds is immune to ♦: your 9♦ is crossed out. It would \
                        deal 9, but draw nothing. Play the 8♠ instead.",
                wants: &["play 8S"],
                hint: "play 8S",
            },
            Part {
                words: "8 of her 15 are held off. Pay the 7 that are left with one card, and \
                        keep the 10♣: doubled it is 20.",
                wants: &["pay *"],
                hint: "pay 7H",
            },
        ],
        learned: "Cards of the enemy's suit are good for damage and for paying.",
    },
    Lesson {
        title: "Jesters",
        table: "enemy QH; step suffer; hands 3C 4S; tavern 8C 9D 10D 2S 7C 6S 4C 5D 9S; castle KC; jesters 2",
        parts: &[
            Part {
                words: "15 are due, and your hand is worth 7. Alone you have two Jesters: \
                        press f to turn one. Your hand is discarded and you draw eight.",
                wants: &["flip"],
                hint: "flip",
            },
            Part {
                words: "Now pay the 15.",
                wants: &["pay *"],
                hint: "pay 8C 7C",
            },
        ],
        learned: "A Jester may be turned before playing or before paying. A win without any \
                  is gold, with one silver, with both bronze.",
    },
];

/// The tutorial.
pub struct Lessons {
    at: usize,
    game: GameScreen,
    progress: Progress,
    /// Who opens a game after the last lesson, and which.
    then: Option<(Rc<dyn Castellan>, Wish)>,
}

/// How far a lesson is, told by its link.
type Progress = std::sync::Arc<std::sync::atomic::AtomicUsize>;

impl Default for Lessons {
    fn default() -> Self {
        Self::new()
    }
}

impl Lessons {
    /// The tutorial at its first lesson.
    pub fn new() -> Self {
        let (game, progress) = lesson_screen(0);
        Self {
            at: 0,
            game,
            progress,
            then: None,
        }
    }

    /// The tutorial that leads into a game.
    pub fn leading_to(keeper: Rc<dyn Castellan>, wish: Wish) -> Self {
        Self {
            then: Some((keeper, wish)),
            ..Self::new()
        }
    }

    fn part(&self) -> usize {
        self.progress.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn is_learned(&self) -> bool {
        self.part() >= LESSONS[self.at].parts.len()
    }

    fn is_last(&self) -> bool {
        self.at + 1 == LESSONS.len()
    }

    /// The next lesson; after the last one the game, if all was learned.
    fn go_on(&mut self, lent: &mut Lent) -> Step {
        if self.is_last() {
            let then = self.then.as_ref().filter(|_| self.is_learned());
            return match then.map(|(keeper, wish)| keeper.begin(wish)) {
                Some(Ok(game)) => Step::Become(game),
                Some(Err(reason)) => {
                    Step::Become(Box::new(Notice::failure("This did not work", reason)))
                }
                None => Step::Close,
            };
        }
        self.at += 1;
        (self.game, self.progress) = lesson_screen(self.at);
        self.game.opened(lent);
        Step::Stay
    }
}

fn lesson_screen(at: usize) -> (GameScreen, Progress) {
    let progress = Progress::default();
    let link = LessonLink::new(&LESSONS[at], Progress::clone(&progress));
    let manner = Manner {
        words: Some((String::new(), String::new())),
        clock_stands: true,
        ..Manner::default()
    };
    (GameScreen::new(Box::new(link), manner, None), progress)
}

impl Screen for Lessons {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn opened(&mut self, lent: &mut Lent) {
        self.game.opened(lent);
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let lesson = &LESSONS[self.at];
        let part = self.part().min(lesson.parts.len() - 1);
        let title = format!(
            "Lesson {} of {}: {}",
            self.at + 1,
            LESSONS.len(),
            lesson.title
        );
        self.game.set_words(&title, lesson.parts[part].words);
        self.game.draw(frame, lent);
        if self.is_learned() {
            let theme = lent.theme;
            let next = match (self.is_last(), &self.then) {
                (false, _) => "Enter: next lesson · q leave",
                (true, Some(_)) => "Enter: play a game · q leave",
                (true, None) => "Enter: leave the tutorial",
            };
            let words = [
                (lesson.learned, theme.text()),
                ("", theme.text()),
                (next, theme.accent()),
            ];
            popup::draw(frame, theme, "Well done", &words);
        }
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        if self.is_learned() {
            return match input.plain() {
                Some(KeyCode::Enter | KeyCode::Char(' ')) => self.go_on(lent),
                Some(KeyCode::Esc | KeyCode::Char('q')) => Step::Close,
                _ if input.click().is_some() => self.go_on(lent),
                _ => Step::Stay,
            };
        }
        let input = &self.game.meant(input);
        match input.plain() {
            Some(KeyCode::Char('q')) => Step::Close,
            Some(KeyCode::Char('n')) => self.go_on(lent),
            Some(KeyCode::Char('h')) => {
                // What the bot would do here is not always what is to be learned.
                let part = &LESSONS[self.at].parts[self.part()];
                if let Ok(command) = part.hint.parse() {
                    self.game.advise(&command);
                }
                Step::Stay
            }
            Some(KeyCode::Char('u' | 'e')) => Step::Stay,
            _ => self.game.answer(input, lent),
        }
    }

    fn woken(&mut self, lent: &mut Lent) -> Step {
        self.game.woken(lent)
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("1 to 8", "select a card"),
            ("Enter", "play or pay with the selected cards"),
            ("f", "turn a Jester"),
            ("h", "a hint: what the lesson is about; again selects it"),
            ("n", "go on to the next lesson"),
            ("q", "leave the tutorial"),
        ]
    }
}

/// A link to a lesson.
struct LessonLink {
    taught: Taught,
    progress: Progress,
    tickets: u64,
    ready: VecDeque<News<Kingslayer>>,
}

impl LessonLink {
    fn new(lesson: &'static Lesson, progress: Progress) -> Self {
        let mut link = Self {
            taught: Taught::new(lesson),
            progress,
            tickets: 0,
            ready: VecDeque::new(),
        };
        link.show(Vec::new());
        link
    }

    fn show(&mut self, seen: Vec<<Kingslayer as Rules>::Seen>) {
        let viewer = self.viewer();
        let view = self.taught.view();
        let turn = Kingslayer::turn(&self.taught.state);
        self.ready.push_back(News::Shown(Box::new(Shown {
            standing: Standing {
                seq: self.tickets,
                version: self.tickets,
            },
            seen: Some(seen),
            ..Shown::new(viewer, view, turn, Record::unknown(Kingslayer::NAME))
        })));
    }

    fn refuse(&mut self, ticket: Ticket, code: &str, words: String) {
        self.ready.push_back(News::Refused {
            ticket,
            code: code.to_owned(),
            words,
        });
    }
}

impl Link<Kingslayer> for LessonLink {
    fn viewer(&self) -> Viewer {
        PUPIL
    }

    fn send(&mut self, command: &Command) -> Ticket {
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        match self.taught.give(command) {
            Err(no) => self.refuse(ticket, no.code, no.words),
            Ok(seen) => {
                let done = self.taught.part();
                let progress = &self.progress;
                progress.store(done, std::sync::atomic::Ordering::Relaxed);
                let seq = self.tickets;
                self.ready.push_back(News::Accepted { ticket, seq });
                self.show(seen);
            }
        }
        ticket
    }

    fn undo(&mut self, _: u64) -> Ticket {
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        self.refuse(
            ticket,
            "no_undo",
            String::from("a lesson only goes forward"),
        );
        ticket
    }

    fn poll_news(&mut self, _: &mut Context<'_>) -> Poll<Option<News<Kingslayer>>> {
        match self.ready.pop_front() {
            Some(news) => Poll::Ready(Some(news)),
            None => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrap::wrap;

    #[test]
    fn the_words_of_every_part_fit_the_smallest_screen() {
        for lesson in &LESSONS {
            for part in lesson.parts {
                let lines = wrap(part.words, 40).len();
                assert!(
                    lines <= 5,
                    "{}: {lines} lines: {}",
                    lesson.title,
                    part.words
                );
            }
        }
    }

    #[test]
    fn every_lesson_can_be_played_as_it_says() {
        for lesson in &LESSONS {
            let progress = Progress::default();
            let mut link = LessonLink::new(lesson, Progress::clone(&progress));
            for (number, part) in lesson.parts.iter().enumerate() {
                let command: Command = part.hint.parse().unwrap();
                link.send(&command);
                let done = progress.load(std::sync::atomic::Ordering::Relaxed);
                assert_eq!(done, number + 1, "{}: {command}", lesson.title);
            }
        }
    }
}
