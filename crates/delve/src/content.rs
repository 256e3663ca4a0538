//! What there is: creatures, items, tiles and levels, read from TOML and checked.
//!
//! The files that ship are `data/*.toml`. A player may replace any of them by one
//! of the same name; everything wrong with it is told with file, line, table and
//! key, and nothing of it is used.

mod branch;
mod check;
mod places;
mod plan;
mod shipped;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use parlour_rogue::generate::Template;
use parlour_rogue::kit::terrain::{FIRE, GAS};
use parlour_rogue::{Category, EntityType, Prop, Registry, Rules, TileType, Value};
use serde::{Deserialize, Serialize};

use crate::names::Names;
use crate::refusal::Refusal;
use crate::state::Setup;
use crate::words::{Class, Theme};
use crate::{mind, terrain};

use places::{Places, table_at};
use plan::Levels;

pub(crate) use branch::{Bottom, Branch, Place};

pub use plan::Generator;
pub(crate) use plan::{LevelPlan, RoomPlan};
pub use shipped::FILES;
use shipped::{AGES, Files, age};
pub(crate) use shipped::{FIRST, present};

/// A file of content that takes the place of the one that ships under its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContentFile {
    /// One of the names of [`FILES`].
    pub name: String,
    /// The text.
    pub text: String,
}

/// One fault of content: `items.toml:47: [entity.healing] amount has to be …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ContentFault {
    /// The file.
    pub file: String,
    /// The line, counted from 1; 0 if something is missing in the file.
    pub line: u32,
    /// The table at fault as it is written, for instance `[entity.healing]`; empty
    /// if it is none.
    pub table: String,
    /// What is wrong with it, beginning with the key at fault.
    pub what: String,
}

impl fmt::Display for ContentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        f.write_str(": ")?;
        if !self.table.is_empty() {
            write!(f, "{} ", self.table)?;
        }
        f.write_str(&self.what)
    }
}

impl ContentFile {
    /// Whether it changes anything: a copy of the file that ships does not.
    pub fn is_own(&self) -> bool {
        self.is_other_than(&FILES)
    }

    fn is_other_than(&self, shipped: &Files) -> bool {
        let shipped = shipped.iter().find(|(name, _)| *name == self.name);
        shipped.is_none_or(|(_, text)| *text != self.text)
    }
}

/// Who or what may be met on which levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Native {
    pub(crate) kind: EntityType,
    pub(crate) first: u8,
    pub(crate) last: u8,
    pub(crate) weight: u32,
    pub(crate) band: (u32, u32),
    /// Levels it prefers.
    pub(crate) themes: ThemeSet,
}

/// Some themes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ThemeSet(u32);

impl ThemeSet {
    fn of(value: Option<&Value>) -> Self {
        let Some(Value::List(list)) = value else {
            return Self::default();
        };
        let themes = list.iter().filter_map(|word| Theme::of(word.as_text()?));
        Self(themes.fold(0, |set, theme| set | 1 << theme as u32))
    }
}

impl Native {
    pub(crate) fn lives_at(&self, depth: u8) -> bool {
        (self.first..=self.last).contains(&depth)
    }

    /// How common it is on a level like this.
    pub(crate) fn weight_in(&self, theme: Theme) -> u32 {
        if self.themes.0 & (1 << theme as u32) != 0 {
            self.weight * 4
        } else {
            self.weight
        }
    }
}

/// Everything that is content, checked.
#[derive(Debug)]
pub struct Content {
    pub(crate) registry: Registry,
    pub(crate) rules: Rules,
    pub(crate) names: Names,
    pub(crate) levels: Vec<LevelPlan>,
    /// Levels beside the way, if there are any.
    pub(crate) branch: Option<Branch>,
    pub(crate) rooms: Vec<RoomPlan>,
    pub(crate) creatures: Vec<Native>,
    pub(crate) items: Vec<Native>,
    /// What lies nowhere but at the end of the branch.
    pub(crate) legends: Vec<EntityType>,
    /// What is unknown at first, and what it looks like.
    pub(crate) classes: Vec<(Class, Vec<String>)>,
    /// What is said of themes.
    pub(crate) feelings: BTreeMap<Theme, String>,
    pub(crate) kinds: Kinds,
}

/// Handles of the types the rules themselves name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    pub(crate) door: TileType,
    pub(crate) remains: EntityType,
    pub(crate) amulet: EntityType,
    pub(crate) warden: EntityType,
    pub(crate) arrow: EntityType,
    pub(crate) dagger: EntityType,
    pub(crate) healing: EntityType,
    /// What games of rules 3 and later have; see [`Deep`].
    pub(crate) deep: Option<Deep>,
}

/// Handles of what came with rules 3: shards, vaults, ground that acts. Content whose
/// player grows by ranks has none of it, and plays as it did before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deep {
    pub(crate) shard: EntityType,
    pub(crate) key: EntityType,
    pub(crate) guardian: EntityType,
    pub(crate) locked: TileType,
    pub(crate) secret: TileType,
    pub(crate) grass: TileType,
    pub(crate) oil: TileType,
    pub(crate) water: TileType,
    pub(crate) bridge: TileType,
    pub(crate) altar: TileType,
    pub(crate) brazier: TileType,
    pub(crate) vent: TileType,
    /// Where the branch begins, where there is one.
    pub(crate) shaft: Option<TileType>,
}

/// What creatures go by in their turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wits {
    pub(crate) names: Names,
    pub(crate) remains: EntityType,
    pub(crate) deep: Option<Deep>,
}

impl Wits {
    /// Whether games go as from rules 4 on: whoever takes fright is told of, and thieves
    /// take one thing of a heap.
    pub(crate) fn is_of_rules_4(&self) -> bool {
        self.deep.is_some_and(|deep| deep.shaft.is_some())
    }
}

impl Content {
    /// The content that ships.
    pub fn standard() -> Arc<Self> {
        Self::of_age(0)
    }

    /// What ships, with files replaced.
    pub fn with(files: &[ContentFile]) -> Result<Arc<Self>, Vec<ContentFault>> {
        Self::over(0, files)
    }

    /// The content of a setup: what shipped when its game was begun, with files
    /// replaced.
    pub(crate) fn of(setup: &Setup) -> Result<Arc<Self>, Refusal> {
        let files = &setup.content;
        let replaced = |name: &str| files.iter().any(|file| file.name == name);
        let age = match age(setup.shipped) {
            Some(age) => age,
            // Who replaces everything needs nothing that shipped.
            None if FILES.iter().all(|(name, _)| replaced(name)) => 0,
            None => return Err(Refusal::UnknownContent(setup.shipped)),
        };
        let modes = setup.modes();
        let read = if modes.is_ordinary() {
            Self::over(age, files)
        } else {
            Self::read(&AGES[age], files).map(|mut content| {
                modes.apply(&mut content);
                Arc::new(content)
            })
        };
        read.map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Refusal::BadContent(lines.join("\n"))
        })
    }

    /// Whether a setup replaces anything that shipped by something else.
    pub(crate) fn is_own(setup: &Setup) -> bool {
        let shipped = age(setup.shipped).map_or(&FILES, |age| &AGES[age]);
        let mut files = setup.content.iter();
        files.any(|file| file.is_other_than(shipped))
    }

    fn of_age(age: usize) -> Arc<Self> {
        static READ: [OnceLock<Arc<Content>>; AGES.len()] = [const { OnceLock::new() }; AGES.len()];
        READ[age]
            .get_or_init(|| {
                let read = Self::read(&AGES[age], &[]).map_err(|faults| faults[0].to_string());
                Arc::new(read.expect("the content that ships is well formed"))
            })
            .clone()
    }

    fn over(age: usize, files: &[ContentFile]) -> Result<Arc<Self>, Vec<ContentFault>> {
        if files.is_empty() {
            return Ok(Self::of_age(age));
        }
        Self::read(&AGES[age], files).map(Arc::new)
    }

    fn read(shipped: &Files, files: &[ContentFile]) -> Result<Self, Vec<ContentFault>> {
        let mut faults = Vec::new();
        for file in files {
            if !FILES.iter().any(|(name, _)| *name == file.name) {
                faults.push(ContentFault {
                    file: file.name.clone(),
                    line: 0,
                    table: String::new(),
                    what: format!(
                        "there is no such file; there are {}",
                        FILES.map(|(name, _)| name).join(", ")
                    ),
                });
            }
        }
        let text = |name: &str, shipped: &'static str| -> String {
            let own = files.iter().find(|file| file.name == name);
            own.map_or_else(|| shipped.to_string(), |file| file.text.clone())
        };
        let texts: Vec<(&str, String)> = shipped
            .iter()
            .map(|&(name, shipped)| (name, text(name, shipped)))
            .collect();

        let mut registry = Registry::new();
        let types: Vec<(&str, &str)> = texts[..3]
            .iter()
            .map(|(name, text)| (*name, text.as_str()))
            .collect();
        if let Err(error) = registry.load_all(&types) {
            faults.extend(error.complaints().iter().map(|complaint| {
                let mut file = types.iter().filter(|(name, _)| *name == complaint.file);
                ContentFault {
                    file: complaint.file.clone(),
                    line: complaint.line,
                    table: file
                        .next()
                        .map_or_else(String::new, |(_, text)| table_at(text, complaint.line)),
                    what: complaint.problem.to_string(),
                }
            }));
        }
        let levels = plan::read_levels(texts[3].0, &texts[3].1, &mut faults);
        let rooms = plan::read_rooms(texts[4].0, &texts[4].1, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let names = Names::of(&mut registry);
        for mark in [FIRE, GAS, "trap_found", "looks_beneath"] {
            // Worlds share the registry as long as nobody adds a name to it.
            registry.prop_key(mark);
        }
        let own = |name: &str| files.iter().any(|file| file.name == name);
        let places = Places::read(&types);
        let Levels {
            plans: levels,
            feelings,
            branch,
        } = levels;
        let kinds = check::types(&registry, &names, &places, levels.len(), own, &mut faults);
        let Some(kinds) = kinds.filter(|_| faults.is_empty()) else {
            return Err(faults);
        };
        let creatures = natives(&registry, &names, |kind| {
            registry.entity_prop(kind, Prop::ACT).is_some()
        });
        let items = natives(&registry, &names, |kind| {
            registry.entity_prop(kind, Prop::ACT).is_none()
        });
        check::tables(&creatures, &items, &levels, own, &mut faults);
        let legends = legends(&registry, &names);
        let branch = check::branch(&registry, &kinds, &legends, branch, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let wits = Wits {
            names,
            remains: kinds.remains,
            deep: kinds.deep,
        };
        let mut rules =
            Rules::new().behaviour("creature", move |world, me| mind::turn(&wits, world, me));
        if kinds.deep.is_some() {
            rules = terrain::rules(rules, wits);
        }
        let classes = classes(&registry, &names);
        Ok(Self {
            registry,
            rules,
            names,
            levels,
            branch,
            rooms,
            creatures,
            items,
            legends,
            classes,
            feelings,
            kinds,
        })
    }

    /// What creatures go by.
    pub(crate) fn wits(&self) -> Wits {
        Wits {
            names: self.names,
            remains: self.kinds.remains,
            deep: self.kinds.deep,
        }
    }

    /// The rooms drawn by hand that a generator may use.
    pub(crate) fn rooms_of(&self, generator: Generator) -> impl Iterator<Item = &Template> {
        let fitting = self.rooms.iter();
        let fitting = fitting.filter(move |room| room.places.contains(&generator));
        fitting.map(|room| &room.template)
    }

    /// How many levels there are.
    pub fn depth(&self) -> u8 {
        self.levels.len() as u8
    }

    /// The name of a level.
    pub(crate) fn level_name(&self, place: Place) -> &str {
        self.plan(place).map_or("nowhere", |plan| &plan.name)
    }

    /// The name of a type by its key.
    pub fn name(&self, key: &str) -> String {
        let name = self.registry.type_prop(Category::Entity, key, "name");
        name.and_then(Value::as_text).unwrap_or(key).to_string()
    }
}

/// The two numbers of a list.
pub(crate) fn two_numbers(value: &Value) -> Option<(u32, u32)> {
    let Value::List(list) = value else {
        return None;
    };
    let number = |value: &Value| u32::try_from(value.as_int()?).ok();
    match list.as_slice() {
        [least, most] => Some((number(least)?, number(most)?)),
        _ => None,
    }
}

/// The classes of things that are unknown at first, with what they look like.
fn classes(registry: &Registry, names: &Names) -> Vec<(Class, Vec<String>)> {
    let looks = |class: Class| {
        let kind = registry.entity(class.word())?;
        let Value::List(looks) = registry.entity_prop(kind, names.looks)? else {
            return None;
        };
        let looks = looks.iter().filter_map(Value::as_text);
        Some((class, looks.map(|look| class.with_look(look)).collect()))
    };
    Class::ALL.iter().copied().filter_map(looks).collect()
}

/// The things that are legend.
fn legends(registry: &Registry, names: &Names) -> Vec<EntityType> {
    let is_one = |kind: &EntityType| {
        let legend = registry.entity_prop(*kind, names.legend);
        legend.and_then(Value::as_bool) == Some(true)
    };
    registry.entity_types().filter(is_one).collect()
}

fn natives(registry: &Registry, names: &Names, wanted: impl Fn(EntityType) -> bool) -> Vec<Native> {
    let mut natives = Vec::new();
    for kind in registry.entity_types().filter(|&kind| wanted(kind)) {
        let prop = |prop| registry.entity_prop(kind, prop);
        let Some((first, last)) = prop(names.levels).and_then(two_numbers) else {
            continue;
        };
        let weight = prop(names.weight).and_then(Value::as_int).unwrap_or(1);
        natives.push(Native {
            kind,
            first: first.min(255) as u8,
            last: last.min(255) as u8,
            weight: weight.clamp(0, 1_000_000) as u32,
            band: prop(names.band).and_then(two_numbers).unwrap_or((1, 1)),
            themes: ThemeSet::of(prop(names.themes)),
        });
    }
    natives
}
