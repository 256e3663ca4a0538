//! What the player can be asked in the middle of an action: which of several
//! things, or which cell. A question is part of the game, like look mode: the next
//! keys answer it, it is saved and recorded, and every display shows it.
//!
//! ```
//! use parlour_rogue::{Game, Key, KeyMap, Level, Menu, Outcome, Registry, Rules, Seed, World};
//!
//! let rules = Rules::new()
//!     .keys(KeyMap::standard().with("p", "pray").unwrap())
//!     .on_action("pray", |_world, _me| {
//!         let gods = Menu::new("pray", "Pray to whom?").word("sun", "the sun").word("sea", "the sea");
//!         Outcome::ask(gods)
//!     })
//!     .on_answer("pray", |_world, _me, answer| {
//!         Outcome::turn().say(format!("You pray to the {}.", answer.word))
//!     });
//! let mut registry = Registry::basics();
//! registry.load("pray.toml", "[entity.player]\nact = \"player\"\n").unwrap();
//! let level = Level::from_rows(&registry, &["..."]).unwrap();
//! let mut world = World::new(registry, Seed(1), "hill", level);
//! world.spawn("player", (0, 0)).unwrap();
//! let mut game = Game::new(world, rules).unwrap();
//! game.press(Key::Char('p'));
//! assert_eq!(game.menu().unwrap().choices[1].label, "the sea");
//! game.press(Key::Char('b'));
//! assert_eq!(game.world.log().last(), Some("You pray to the sea."));
//! ```

use parlour_grid::Point;
use serde::{Deserialize, Serialize};

use crate::entity::EntityId;
use crate::kit::equipment;
use crate::notation::Key;
use crate::world::World;

/// What the player is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Which of several.
    Menu(Menu),
    /// Which cell.
    Aim(Aim),
}

/// Which of several: letters choose, the arrows and Enter do too, Escape leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// Whose handler gets the answer.
    pub topic: String,
    /// What stands above the choices.
    pub title: String,
    /// What can be chosen.
    pub choices: Vec<Choice>,
    /// The choice that Enter takes.
    #[serde(default)]
    pub at: u32,
}

/// One line of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What is read.
    pub label: String,
    /// What it stands for.
    pub answer: Answer,
}

/// Which cell: the keys of look mode, Tab for the next creature in sight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    /// Whose handler gets the answer.
    pub topic: String,
    /// What stands in the message bar meanwhile.
    pub title: String,
    /// What was chosen before, handed on with the cell.
    pub so_far: Answer,
}

/// What the player chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The thing, if one was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<EntityId>,
    /// The word, empty if none was chosen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word: String,
    /// The cell, if one was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<Point>,
}

/// What a key did to a menu.
pub(crate) enum Chosen {
    /// It is open still.
    Open,
    /// This was chosen.
    Answer(Answer),
    /// It was left.
    Left,
}

impl Menu {
    /// A menu without choices.
    pub fn new(topic: &str, title: &str) -> Self {
        Self {
            topic: topic.to_string(),
            title: title.to_string(),
            choices: Vec::new(),
            at: 0,
        }
    }

    /// The same with a word to choose.
    #[must_use]
    pub fn word(self, word: &str, label: &str) -> Self {
        self.choice(
            label,
            Answer {
                word: word.to_string(),
                ..Answer::default()
            },
        )
    }

    /// The same with a thing to choose.
    #[must_use]
    pub fn item(self, item: EntityId, label: &str) -> Self {
        self.choice(
            label,
            Answer {
                item: Some(item),
                ..Answer::default()
            },
        )
    }

    /// The same with anything to choose.
    #[must_use]
    pub fn choice(mut self, label: &str, answer: Answer) -> Self {
        self.choices.push(Choice {
            label: label.to_string(),
            answer,
        });
        self
    }

    /// The same with everything somebody carries that is wanted; what is
    /// [worn](crate::kit::equipment) is said to be.
    #[must_use]
    pub fn pack(
        mut self,
        world: &World,
        owner: EntityId,
        wanted: impl Fn(&crate::Entity) -> bool,
    ) -> Self {
        for item in world.pack(owner).iter().filter(|item| wanted(item)) {
            if let Some(id) = item.id {
                let worn = if equipment::is_worn(world, owner, id) {
                    " (worn)"
                } else {
                    ""
                };
                let label = format!("{}{worn}", world.name_of(item));
                self = self.item(id, &label);
            }
        }
        self
    }

    /// The letter of a choice: `a` to `z`, then `A` to `Z`; the rest have none.
    pub fn letter(place: usize) -> Option<char> {
        ('a'..='z').chain('A'..='Z').nth(place)
    }

    pub(crate) fn press(&mut self, key: Key) -> Chosen {
        let last = (self.choices.len() as u32).saturating_sub(1);
        match key {
            Key::Escape => return Chosen::Left,
            Key::Up => self.at = self.at.min(last).saturating_sub(1),
            Key::Down => self.at = (self.at + 1).min(last),
            Key::Home => self.at = 0,
            Key::End => self.at = last,
            Key::PageUp => self.at = self.at.min(last).saturating_sub(10),
            Key::PageDown => self.at = (self.at.saturating_add(10)).min(last),
            Key::Enter => return self.take(self.at as usize),
            Key::Char(letter) => {
                let all = 0..self.choices.len();
                if let Some(place) = all.into_iter().find(|&at| Self::letter(at) == Some(letter)) {
                    return self.take(place);
                }
            }
            _ => {}
        }
        Chosen::Open
    }

    fn take(&self, place: usize) -> Chosen {
        match self.choices.get(place) {
            Some(choice) => Chosen::Answer(choice.answer.clone()),
            None => Chosen::Left,
        }
    }
}

impl From<Menu> for Question {
    fn from(menu: Menu) -> Self {
        Self::Menu(menu)
    }
}

impl From<Aim> for Question {
    fn from(aim: Aim) -> Self {
        Self::Aim(aim)
    }
}

impl Question {
    /// Whose handler gets the answer.
    pub fn topic(&self) -> &str {
        match self {
            Self::Menu(menu) => &menu.topic,
            Self::Aim(aim) => &aim.topic,
        }
    }
}
