//! What is agreed before a game begins: how hard it is, how long, and the challenge of a
//! week. All of it changes numbers of content, never a rule, and a setup that says nothing
//! of it is the ordinary game.

use std::fmt::Write as _;

use parlour_rogue::{Dice, EntityType, Prop, Value};
use parlour_rules::Seed;
use serde::{Deserialize, Serialize};

use crate::content::{Branch, Content, LevelPlan, Native};
use crate::words::Theme;

/// How hard creatures are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// Creatures have three quarters of their hit points and miss more often.
    Gentle,
    /// As the content says.
    #[default]
    Normal,
    /// Creatures have a quarter more hit points and hit more often.
    Grim,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Self; 3] = [Self::Gentle, Self::Normal, Self::Grim];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Gentle => "gentle",
            Self::Normal => "normal",
            Self::Grim => "grim",
        }
    }

    /// The difficulty of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// The next one; after the hardest comes the easiest.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Gentle => Self::Normal,
            Self::Normal => Self::Grim,
            Self::Grim => Self::Gentle,
        }
    }

    /// Hit points in per cent, and what is added to rolls to hit.
    fn numbers(self) -> (i64, i64) {
        match self {
            Self::Gentle => (75, -2),
            Self::Normal => (100, 0),
            Self::Grim => (125, 1),
        }
    }
}

/// What a week is like: one thing is different on every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Challenge {
    /// Every level below the first is dark.
    Dusk,
    /// Every level below the first is dry grass and gas.
    Tinder,
    /// Every level below the first stands under water.
    Deluge,
    /// On every level below the first many sleep in a hall.
    Menagerie,
    /// Twice as many things, and half as many creatures more.
    Hoard,
}

impl Challenge {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Dusk,
        Self::Tinder,
        Self::Deluge,
        Self::Menagerie,
        Self::Hoard,
    ];

    /// The challenge of a week, which is written `2031-W18`.
    pub fn of_week(week: &str) -> Self {
        let Seed(drawn) = Seed::from_text(&format!("delve challenge {week}"));
        let count = Self::ALL.len() as u64;
        Self::ALL[(drawn % count) as usize]
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Dusk => "dusk",
            Self::Tinder => "tinder",
            Self::Deluge => "deluge",
            Self::Menagerie => "menagerie",
            Self::Hoard => "hoard",
        }
    }

    /// What is different, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Dusk => "Below the cellars your lamp reaches four cells, on every level.",
            Self::Tinder => "Below the cellars everything is dry grass and gas.",
            Self::Deluge => "Below the cellars water stands on every level.",
            Self::Menagerie => "Below the cellars something sleeps in a hall on every level.",
            Self::Hoard => "Twice as many things, and half as many creatures more.",
        }
    }

    fn theme(self) -> Option<Theme> {
        match self {
            Self::Dusk => Some(Theme::Dark),
            Self::Tinder => Some(Theme::Burning),
            Self::Deluge => Some(Theme::Flooded),
            Self::Menagerie => Some(Theme::Zoo),
            Self::Hoard => None,
        }
    }
}

/// What was agreed beside the content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modes {
    pub(crate) difficulty: Difficulty,
    pub(crate) short: bool,
    pub(crate) challenge: Option<Challenge>,
}

impl Modes {
    /// Whether nothing was agreed.
    pub(crate) fn is_ordinary(self) -> bool {
        self == Self::default()
    }

    /// What was agreed, in words; nothing for the ordinary game.
    pub(crate) fn words(self) -> String {
        let mut words = Vec::new();
        if self.short {
            words.push("short");
        }
        if self.difficulty != Difficulty::Normal {
            words.push(self.difficulty.word());
        }
        if let Some(challenge) = self.challenge {
            words.push(challenge.word());
        }
        words.join(", ")
    }

    /// Changes the numbers of content as was agreed.
    pub(crate) fn apply(self, content: &mut Content) {
        if self.short {
            shorten(content);
        }
        if let Some(challenge) = self.challenge {
            let beside = content.branch.iter_mut().flat_map(|it| &mut it.levels);
            if let Some(theme) = challenge.theme() {
                let below = content.levels.iter_mut().skip(1).chain(beside);
                below.for_each(|plan| plan.themes = vec![theme]);
            } else {
                for plan in content.levels.iter_mut().chain(beside) {
                    plan.items *= 2;
                    plan.creatures += plan.creatures / 2;
                }
            }
        }
        harden(content, self.difficulty);
    }
}

/// Every two levels become one: it looks like one of them, and what lives and lies on
/// either is found on it.
fn shorten(content: &mut Content) {
    let old = std::mem::take(&mut content.levels);
    let levels = old.chunks(2).enumerate().map(|(place, pair)| {
        // The first level stays the first, and the last the last.
        let looks = if place == 0 {
            pair.first()
        } else {
            pair.last()
        };
        let mut plan: LevelPlan = looks.unwrap_or(&pair[0]).clone();
        let sum = |count: fn(&LevelPlan) -> u32| pair.iter().map(count).sum::<u32>();
        plan.shards = sum(|plan| plan.shards);
        plan.items = sum(|plan| plan.items) * 4 / 5;
        plan.vault = pair.iter().any(|plan| plan.vault);
        plan.captive = sum(|plan| plan.captive).min(100);
        plan.danger = place as u8 + 1;
        plan
    });
    content.levels = levels.collect();
    if let Some(branch) = &mut content.branch {
        shorten_branch(branch, content.levels.len());
    }
    let halve = |native: &mut Native| {
        native.first = native.first.div_ceil(2);
        native.last = native.last.div_ceil(2);
    };
    content.items.iter_mut().for_each(halve);
    // From rules 4 on nobody comes up who lived on the lower of two levels alone.
    let comes_up = content.branch.is_none();
    for native in &mut content.creatures {
        let first = native.first;
        halve(native);
        if !comes_up {
            native.first = (first / 2 + 1).min(native.last);
        }
    }
}

/// The last of every two levels of a branch is left, with the shards of both.
fn shorten_branch(branch: &mut Branch, depth: usize) {
    // The shaft is beside a way that goes on.
    let deepest = depth.saturating_sub(1).max(1) as u8;
    branch.from = branch.from.div_ceil(2).min(deepest);
    let levels = branch.levels.chunks(2).map(|pair| {
        let last = pair.last().unwrap_or(&pair[0]);
        LevelPlan {
            shards: pair.iter().map(|plan| plan.shards).sum(),
            danger: last.danger.div_ceil(2),
            ..last.clone()
        }
    });
    branch.levels = levels.collect();
}

/// Gives creatures other numbers, as a mod would.
fn harden(content: &mut Content, difficulty: Difficulty) {
    let (percent, surer) = difficulty.numbers();
    if difficulty == Difficulty::Normal {
        return;
    }
    let registry = &content.registry;
    let prop = |kind: EntityType, prop: Prop| registry.entity_prop(kind, prop);
    let mut changes = String::new();
    for kind in registry.entity_types() {
        if kind == EntityType::PLAYER || prop(kind, Prop::ACT).is_none() {
            continue;
        }
        let key = registry.entity_type_key(kind);
        let _ = writeln!(changes, "[change.entity.{key}]");
        if let Some(hp) = prop(kind, Prop::HP).and_then(Value::as_int) {
            let _ = writeln!(changes, "hp = {}", (hp * percent / 100).max(1));
        }
        for (name, dice) in [
            ("attack", prop(kind, Prop::ATTACK)),
            ("ranged_attack", prop(kind, Prop::RANGED_ATTACK)),
        ] {
            let dice = dice.and_then(Value::as_dice);
            let surer =
                dice.and_then(|it| Dice::new(it.count(), it.sides(), it.modifier() + surer));
            if let Some(dice) = surer {
                let _ = writeln!(changes, "{name} = \"{dice}\"");
            }
        }
    }
    let changed = content.registry.load("difficulty", &changes);
    debug_assert!(changed.is_ok(), "{changed:?}");
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Rules, Seed};

    use super::*;
    use crate::content::Place;
    use crate::{Delve, Setup};

    fn number(setup: &Setup, key: &str, prop: Prop) -> Option<Value> {
        let content = Content::of(setup).unwrap();
        let kind = content.registry.entity(key)?;
        content.registry.entity_prop(kind, prop).cloned()
    }

    #[test]
    fn a_setup_that_says_nothing_is_written_as_before_and_is_the_ordinary_game() {
        let plain = serde_json::to_value(Setup::default()).unwrap();
        assert_eq!(plain.as_object().unwrap().len(), 1, "{plain}");
        let read: Setup = serde_json::from_value(plain).unwrap();
        assert_eq!(read, Setup::default());
        let asked = Setup {
            difficulty: Difficulty::Grim,
            short: true,
            challenge: Some(Challenge::Dusk),
            ..Setup::default()
        };
        let text = serde_json::to_string(&asked).unwrap();
        assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), asked);
    }

    #[test]
    fn difficulty_changes_numbers_of_creatures_and_nothing_of_the_hero() {
        let with = |difficulty| Setup {
            difficulty,
            ..Setup::default()
        };
        let hp = |difficulty, key| {
            let value = number(&with(difficulty), key, Prop::HP);
            value.and_then(|value| value.as_int()).unwrap()
        };
        let normal = hp(Difficulty::Normal, "troll");
        assert_eq!(hp(Difficulty::Gentle, "troll"), normal * 75 / 100);
        assert_eq!(hp(Difficulty::Grim, "troll"), normal * 125 / 100);
        let heroes = Difficulty::ALL.map(|it| hp(it, "player"));
        assert_eq!(heroes, [heroes[0]; 3]);
        let attack = |difficulty| {
            let value = number(&with(difficulty), "goblin", Prop::ATTACK).unwrap();
            value.as_dice().unwrap().modifier()
        };
        let plain = attack(Difficulty::Normal);
        assert_eq!(attack(Difficulty::Gentle), plain - 2);
        assert_eq!(attack(Difficulty::Grim), plain + 1);
    }

    #[test]
    fn the_short_game_has_five_levels_with_everything_that_lives_on_ten() {
        let short = Setup {
            short: true,
            ..Setup::default()
        };
        let (whole, content) = (Content::standard(), Content::of(&short).unwrap());
        assert_eq!((whole.depth(), content.depth()), (10, 5));
        let shards = |content: &Content| content.levels.iter().map(|it| it.shards).sum::<u32>();
        assert_eq!(shards(&content), shards(&whole));
        let name =
            |content: &Content, depth| content.level_name(Place::on_the_way(depth)).to_string();
        assert_eq!(name(&content, 1), name(&whole, 1));
        assert_eq!(name(&content, 5), name(&whole, 10));
        let (long, short_one) = (whole.branch.as_ref(), content.branch.as_ref());
        let (long, short_one) = (long.unwrap(), short_one.unwrap());
        assert_eq!((long.from, short_one.from), (6, 3));
        assert_eq!((long.levels.len(), short_one.levels.len()), (2, 1));
        assert_eq!(short_one.levels[0].name, long.levels[1].name);
        for native in content.creatures.iter().chain(&content.items) {
            let lives = (1..=5).any(|depth| native.lives_at(depth));
            assert!(lives, "{native:?}");
        }
        assert!(Delve::start(&short, Seed(1)).is_ok());
    }

    #[test]
    fn every_challenge_makes_every_level_what_it_says() {
        for challenge in Challenge::ALL {
            let setup = Setup {
                challenge: Some(challenge),
                ..Setup::default()
            };
            let content = Content::of(&setup).unwrap();
            let below = &content.levels[1..];
            match challenge.theme() {
                Some(theme) => assert!(below.iter().all(|plan| plan.themes == [theme])),
                None => assert!(below[0].items > Content::standard().levels[1].items),
            }
            for seed in 0..5 {
                assert!(Delve::start(&setup, Seed(seed)).is_ok(), "{challenge:?}");
            }
        }
        assert_eq!(
            Challenge::of_week("2031-W18"),
            Challenge::of_week("2031-W18")
        );
    }
}
