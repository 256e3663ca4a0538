//! The entrance of this game: its words, the demo, scores and what one has set.

use std::rc::Rc;

use parlour_delve::Challenge;
use parlour_solo::Kind;

use super::days::DaysScreen;
use super::scores::ScoresScreen;
use super::warden::{Other, Warden};
use crate::alone::{Below, Chosen, Door, Entrance, Keeper, Opened, Sign};

/// The first screen of Delve.
pub fn entrance(warden: Rc<dyn Warden>) -> Entrance {
    Entrance::new(Stairs { warden })
}

/// The way down.
struct Stairs {
    warden: Rc<dyn Warden>,
}

/// What stands below the kinds, by the number of the item.
const SHORT: usize = 0;
const WEEKLY: usize = 1;
const NAMED: usize = 2;
const DEMO: usize = 3;
const SCORES: usize = 4;
const DAYS: usize = 5;
const HINTS: usize = 6;
const MOTION: usize = 7;

/// How long the name of a dungeon may be.
const LONGEST_NAME: usize = 40;

impl Stairs {
    fn scores(&self) -> Opened {
        Ok(Box::new(ScoresScreen::new(self.warden.scores()?)))
    }

    fn days(&self) -> Opened {
        Ok(Box::new(DaysScreen::new(self.warden.scores()?)))
    }

    /// What is different this week.
    fn about_the_week(&self) -> String {
        let week = self.warden.week();
        let challenge = Challenge::of_week(&week);
        format!(
            "The challenge of {week}, the same for everybody: {}.\n\n{}",
            challenge.word(),
            challenge.sentence()
        )
    }

    fn change_wish(&self, item: usize) -> Result<(), String> {
        let mut wishes = self.warden.wishes()?;
        match item {
            HINTS => wishes.hints = !wishes.hints,
            MOTION => wishes.still = !wishes.still,
            _ => wishes.difficulty = wishes.difficulty.next(),
        }
        self.warden.keep(&wishes)
    }
}

impl Door for Stairs {
    fn sign(&self) -> Sign {
        Sign {
            title: "Delve",
            motto: "",
            heading: "Play",
            latest: 2,
            share: 55,
        }
    }

    fn keeper(&self) -> &dyn Keeper {
        self.warden.tables()
    }

    fn begin(&self, kind: Kind) -> Opened {
        self.warden.begin(kind)
    }

    fn about(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Ordinary => {
                "Ten levels down lies an amulet. Go down, take it, and bring it back up into \
                 the light.\n\nThere is one life. Leaving keeps the game; death ends it."
            }
            Kind::Daily => {
                "Today's dungeon, the same for everybody who plays today. It can be left and \
                 continued, but not begun again."
            }
            Kind::Practice => "The same game, but commands can be taken back. It does not count.",
        }
    }

    fn below(&self) -> Vec<Below> {
        let wishes = self.warden.wishes().unwrap_or_default();
        let word = |on| String::from(if on { "on" } else { "off" });
        let item = |words, right, about: &'static str| Below::Item {
            words,
            right,
            about: about.into(),
        };
        vec![
            item(
                "Short game",
                "five levels".into(),
                "The same tale in five levels, about twenty minutes: every two levels become \
                 one, with what lives and lies on both.",
            ),
            Below::Item {
                words: "Weekly challenge",
                right: self.warden.week(),
                about: self.about_the_week().into(),
            },
            item(
                "A dungeon by name",
                String::new(),
                "The dungeon that a name, or a number, stands for: the same for everybody who \
                 types it and plays with the same content and difficulty. Enter, then type.",
            ),
            item(
                "Watch a game",
                "the bot plays".into(),
                "The bot plays through what a player may see, and sometimes wins.",
            ),
            Below::Gap,
            item("Scores", String::new(), "The best of all finished games."),
            item(
                "Your days",
                String::new(),
                "What came of the dungeon of each day.",
            ),
            item(
                "Hints",
                word(wishes.hints),
                "Whether a line at the bottom says what can be done now.",
            ),
            item(
                "Animations",
                word(!wishes.still),
                "Whether blows, shots and blasts are shown moment by moment.",
            ),
            item(
                "Difficulty",
                wishes.difficulty.word().into(),
                "How many hit points creatures have, and how often they hit, in games that are \
                 begun from now on. The daily game and the challenge are always normal.",
            ),
        ]
    }

    fn choose(&mut self, item: usize) -> Chosen {
        match item {
            SHORT => Chosen::Opened(self.warden.begin_other(&Other::Short(None))),
            WEEKLY => Chosen::Opened(self.warden.begin_other(&Other::Weekly)),
            NAMED => Chosen::Typing(LONGEST_NAME),
            DEMO => Chosen::Opened(self.warden.demo()),
            SCORES => Chosen::Opened(self.scores()),
            DAYS => Chosen::Opened(self.days()),
            wish => match self.change_wish(wish) {
                Ok(()) => Chosen::Changed,
                Err(reason) => Chosen::Opened(Err(reason)),
            },
        }
    }

    fn typed(&mut self, _: usize, name: String) -> Opened {
        self.warden.begin_other(&Other::Named(name))
    }
}
