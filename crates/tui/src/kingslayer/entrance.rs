//! The entrance of this game: its words, the tutorial, statistics and house rules.

use std::rc::Rc;

use parlour_regicide::{Difficulty, House};
use parlour_solo::Kind;

use super::castellan::{Castellan, HouseRules, Wish};
use super::lessons::Lessons;
use super::statistics::{Played, StatisticsScreen};
use crate::alone::{Below, Chosen, Door, Entrance, Keeper, Opened, Sign};

/// The first screen of Kingslayer.
pub fn entrance(castellan: Rc<dyn Castellan>) -> Entrance {
    Entrance::new(Gate {
        rules: castellan.house_rules(),
        castellan,
        done: None,
    })
}

/// The door to the castle.
struct Gate {
    castellan: Rc<dyn Castellan>,
    /// Today's daily game, if it is done.
    done: Option<Played>,
    rules: HouseRules,
}

/// What stands below the kinds, by the number of the item.
const TUTORIAL: usize = 0;
const STATISTICS: usize = 1;
const DIFFICULTY: usize = 2;
const SURPLUS: usize = 3;
const SOLO_YIELD: usize = 4;

impl Gate {
    fn wish(&self, kind: Kind) -> Wish {
        let house = match kind {
            // The daily game is the same for all.
            Kind::Daily => House::default(),
            _ => self.rules.house(),
        };
        Wish { kind, house }
    }

    fn statistics(&self) -> Opened {
        let played = self.castellan.played()?;
        let screen = StatisticsScreen::new(played, self.keeper().today());
        Ok(Box::new(screen.kept_by(Rc::clone(&self.castellan))))
    }

    fn set_rules(&mut self, rules: HouseRules) -> Chosen {
        self.rules = rules;
        self.castellan.keep_house_rules(&rules);
        Chosen::Changed
    }
}

impl Door for Gate {
    fn sign(&self) -> Sign {
        Sign {
            title: "Kingslayer",
            motto: "Twelve royals, one deck of cards.",
            heading: "Play alone",
            latest: 3,
            share: 50,
        }
    }

    fn keeper(&self) -> &dyn Keeper {
        self.castellan.tables()
    }

    fn look(&mut self) {
        let (today, played) = (self.keeper().today(), self.castellan.played());
        let mut played = played.unwrap_or_default().into_iter();
        self.done = played.find(|it| it.kind == Kind::Daily && it.day == today);
    }

    fn begin(&self, kind: Kind) -> Opened {
        self.castellan.begin(&self.wish(kind))
    }

    fn daily(&self) -> String {
        match &self.done {
            Some(done) => format!("done: {}", done.result()),
            None => self.keeper().today().to_string(),
        }
    }

    fn about(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Ordinary => {
                "You alone against the twelve of the castle. Two Jesters lie beside the \
                 deck; win without them for gold.\n\nLeave at any moment: the game is kept, \
                 and offered here to be continued."
            }
            Kind::Daily if self.done.is_some() => {
                "Today's game is done. Tomorrow, by the clock of Greenwich, there are other \
                 cards, and this one's replay."
            }
            Kind::Daily => {
                "Today's cards, the same for everybody who plays today. It can be left and \
                 continued, but not begun again."
            }
            Kind::Practice => "The same game, but moves can be taken back. It does not count.",
        }
    }

    fn below(&self) -> Vec<Below> {
        let yes = |on: bool| String::from(if on { "yes" } else { "no" });
        let item = |words, right, about: &'static str| Below::Item {
            words,
            right,
            about: about.into(),
        };
        vec![
            Below::Gap,
            item(
                "Tutorial",
                "10 minutes".into(),
                "Learn by playing: a few short positions, each with one thing to do. No \
                 knowledge is needed.",
            ),
            item(
                "Statistics",
                String::new(),
                "Games, wins, medals and enemies of all finished games, and their replays.",
            ),
            Below::Gap,
            Below::Heading("House rules"),
            item(
                "Difficulty",
                self.rules.difficulty.name().into(),
                "Easy: weaker enemies, combos up to 15. Normal: the printed game. Hard: \
                 stronger enemies.",
            ),
            item(
                "Pay more than needed",
                yes(self.rules.surplus_payment),
                "Whether a payment may hold cards it does not need.",
            ),
            item(
                "Yield when alone",
                yes(self.rules.solo_yield),
                "Whether one may yield in the game for one. The printed rules say no.",
            ),
            item(
                "Another first hand",
                yes(self.rules.mulligan),
                "Whether a first hand without diamonds is dealt anew, once. The printed rules \
                 say no.",
            ),
        ]
    }

    fn choose(&mut self, item: usize) -> Chosen {
        let rules = self.rules;
        match item {
            TUTORIAL => {
                let wish = self.wish(Kind::Ordinary);
                let lessons = Lessons::leading_to(Rc::clone(&self.castellan), wish);
                Chosen::Opened(Ok(Box::new(lessons)))
            }
            STATISTICS => Chosen::Opened(self.statistics()),
            DIFFICULTY => {
                let at = Difficulty::ALL
                    .iter()
                    .position(|it| *it == rules.difficulty);
                let difficulty = Difficulty::ALL[(at.unwrap_or(0) + 1) % Difficulty::ALL.len()];
                self.set_rules(HouseRules {
                    difficulty,
                    ..rules
                })
            }
            SURPLUS => self.set_rules(HouseRules {
                surplus_payment: !rules.surplus_payment,
                ..rules
            }),
            SOLO_YIELD => self.set_rules(HouseRules {
                solo_yield: !rules.solo_yield,
                ..rules
            }),
            _ => self.set_rules(HouseRules {
                mulligan: !rules.mulligan,
                ..rules
            }),
        }
    }
}
