//! What many games came to: who won, what ended the others, who was met, what was used,
//! and with what the winners won.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use parlour_rogue::{Prop, Value};

use super::run::Played;
use crate::command::Command;
use crate::content::Content;
use crate::game::Ending;
use crate::journey::End;
use crate::state::{Setup, State};
use crate::view::View;

type Counts = BTreeMap<String, u64>;

/// What games came to, counted: in how many of them something happened.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many were played.
    pub games: u64,
    /// How many were won.
    pub won: u64,
    /// How many came to no end.
    pub unended: u64,
    /// Turns of all of them.
    pub turns: u64,
    /// Commands of all of them.
    pub commands: u64,
    /// What ended those that were lost, by name.
    pub causes: Counts,
    /// How many came how deep.
    pub deepest: BTreeMap<u8, u64>,
    /// In how many somebody was seen, by name.
    pub met: Counts,
    /// In how many a thing was used or worn, by key.
    pub used: Counts,
    /// What winners wore at the end, and their staffs.
    pub outfits: Counts,
}

/// What happens in one game while it is played.
#[derive(Clone, Debug, Default)]
pub struct Sightings {
    met: BTreeSet<String>,
    used: BTreeSet<String>,
}

impl Sightings {
    /// Looks on before a command is carried out.
    pub fn watch(&mut self, state: &State, view: &View, command: &Command) {
        self.met
            .extend(view.enemies().map(|thing| thing.name.clone()));
        for item in &view.pack {
            let carried_is_used = matches!(item.does.as_str(), "key" | "amulet");
            if item.worn.is_some() || carried_is_used {
                self.used.insert(item.key.clone());
            }
        }
        let letter = match *command {
            Command::Use(letter) | Command::UseAt(letter, _) | Command::UseOn(letter, _) => letter,
            Command::Fire(_) => {
                let arrow = state.content.kinds.arrow;
                let key = state.content.registry.entity_type_key(arrow);
                self.used.insert(key.to_string());
                return;
            }
            _ => return,
        };
        if let Ok(item) = state.item(letter) {
            let key = state.content.registry.entity_type_key(item.kind);
            self.used.insert(key.to_string());
        }
    }
}

impl Tally {
    /// Adds a game, and what was seen in it.
    pub fn add(&mut self, played: &Played, seen: Sightings) {
        self.games += 1;
        self.commands += played.log.len() as u64;
        for (all, one) in [(&mut self.met, seen.met), (&mut self.used, seen.used)] {
            for name in one {
                *all.entry(name).or_default() += 1;
            }
        }
        let Some(ending) = &played.ending else {
            self.unended += 1;
            return;
        };
        self.turns += ending.turns;
        *self.deepest.entry(ending.deepest).or_default() += 1;
        if ending.end == End::Won {
            self.won += 1;
            *self.outfits.entry(outfit(&played.state)).or_default() += 1;
        } else {
            *self.causes.entry(cause(ending)).or_default() += 1;
        }
    }

    /// Adds other games.
    pub fn join(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.unended += other.unended;
        self.turns += other.turns;
        self.commands += other.commands;
        for (depth, count) in other.deepest {
            *self.deepest.entry(depth).or_default() += count;
        }
        for (all, more) in [
            (&mut self.causes, other.causes),
            (&mut self.met, other.met),
            (&mut self.used, other.used),
            (&mut self.outfits, other.outfits),
        ] {
            for (name, count) in more {
                *all.entry(name).or_default() += count;
            }
        }
    }

    /// Of a hundred deaths, how many the commonest cause ended; rounded up.
    pub fn commonest_cause(&self) -> u64 {
        let most = self.causes.values().max().copied().unwrap_or(0);
        (most * 100).div_ceil(self.causes.values().sum::<u64>().max(1))
    }

    /// Who was met and what was used in fewer than so many of a hundred games, of all
    /// there is in the content of a setup, each with its count.
    pub fn rare(&self, setup: &Setup, percent: u64) -> Vec<(String, u64)> {
        let Ok(content) = Content::of(setup) else {
            return Vec::new();
        };
        let met = names_of_creatures(&content).into_iter().map(|name| {
            let count = self.met.get(&name).copied().unwrap_or(0);
            (name, count)
        });
        let used = keys_of_things(&content).into_iter().map(|key| {
            let count = self.used.get(&key).copied().unwrap_or(0);
            (key, count)
        });
        let all = met.chain(used);
        all.filter(|(_, count)| count * 100 < self.games * percent)
            .collect()
    }

    /// All of it as text, a line for each kind of count.
    pub fn lines(&self) -> String {
        let games = self.games.max(1);
        let mut text = format!(
            "{} games, {} won, {} without an end; {} turns and {} commands a game\n",
            self.games,
            self.won,
            self.unended,
            self.turns / games,
            self.commands / games
        );
        let deepest = self.deepest.iter();
        let deepest = deepest.map(|(depth, count)| format!("{depth}: {count}"));
        let deepest: Vec<String> = deepest.collect();
        let _ = writeln!(text, "deepest level: {}", deepest.join(", "));
        for (what, counts) in [
            ("ended by", &self.causes),
            ("met", &self.met),
            ("used", &self.used),
            ("winners wore", &self.outfits),
        ] {
            let mut counts: Vec<_> = counts.iter().collect();
            counts.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
            let words = counts.iter().map(|(name, count)| format!("{name} {count}"));
            let words: Vec<String> = words.collect();
            let _ = writeln!(text, "{what}: {}", words.join(", "));
        }
        text
    }
}

fn cause(ending: &Ending) -> String {
    match &ending.end {
        End::Won => "won".to_string(),
        End::Slain { by } => by.clone(),
        End::Lost => "the dark".to_string(),
    }
}

/// What is worn, and the staffs that are carried.
fn outfit(state: &State) -> String {
    let view = View::of(state);
    let worn = view.pack.iter().filter(|item| item.worn.is_some());
    let mut keys: Vec<&str> = worn.map(|item| item.key.as_str()).collect();
    keys.sort_unstable();
    let staffs = view.pack.iter().filter(|item| item.glyph == '\\');
    keys.extend(staffs.map(|item| item.key.as_str()));
    keys.join("+")
}

/// Everybody who may be met: those who live somewhere, those who lead them, and those
/// who keep something.
fn names_of_creatures(content: &Content) -> BTreeSet<String> {
    let mut kinds = vec![content.kinds.warden];
    kinds.extend(content.kinds.deep.map(|deep| deep.guardian));
    kinds.extend(content.branch.as_ref().map(|branch| branch.keeper));
    for native in &content.creatures {
        kinds.push(native.kind);
        let leader = content
            .registry
            .entity_prop(native.kind, content.names.leader);
        let leader = leader.and_then(Value::as_text);
        kinds.extend(leader.and_then(|key| content.registry.entity(key)));
    }
    let keys = kinds.into_iter();
    keys.map(|kind| content.name(content.registry.entity_type_key(kind)))
        .collect()
}

/// Everything that may be found and is of use.
fn keys_of_things(content: &Content) -> BTreeSet<String> {
    let mut kinds = vec![content.kinds.amulet];
    kinds.extend(content.kinds.deep.map(|deep| deep.shard));
    kinds.extend(content.kinds.deep.map(|deep| deep.key));
    if content.branch.is_some() {
        kinds.extend(&content.legends);
    }
    kinds.extend(content.items.iter().map(|native| native.kind));
    let useful = |prop: Prop, kind| {
        let value = content.registry.entity_prop(kind, prop);
        value.and_then(Value::as_text).is_some()
    };
    kinds
        .into_iter()
        .filter(|kind| {
            *kind == content.kinds.arrow
                || useful(Prop::USE, *kind)
                || useful(content.names.slot, *kind)
        })
        .map(|kind| content.registry.entity_type_key(kind).to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use parlour_rules::Seed;

    use super::*;
    use crate::bot::{Careful, play_before};

    #[test]
    fn a_game_is_counted_once_and_what_nobody_met_is_rare() {
        let setup = Setup::default();
        let (mut tally, mut seen) = (Tally::default(), Sightings::default());
        let played = play_before(
            &setup,
            Seed(3),
            &mut Careful::default(),
            40,
            &mut |state, view, command| seen.watch(state, view, command),
        );
        tally.add(&played.unwrap(), seen);
        assert_eq!(tally.games, 1);
        assert_eq!(tally.used.get("dagger"), Some(&1));
        let rare = tally.rare(&setup, 1);
        for never in [
            "Warden of the deep",
            "Smith of the deep",
            "amulet",
            "nightmail",
        ] {
            assert!(rare.contains(&(never.to_string(), 0)), "{never}");
        }
        assert!(!rare.iter().any(|(name, _)| name == "dagger"));
        let mut both = tally.clone();
        both.join(tally);
        assert_eq!((both.games, both.used["dagger"]), (2, 2));
    }
}
