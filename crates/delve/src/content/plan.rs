//! The levels and the rooms drawn by hand.

use std::collections::BTreeMap;
use std::str::FromStr;

use parlour_rogue::generate::Template;
use serde::Deserialize;
use toml::Spanned;

use super::ContentFault;
use super::places::{line_of, table_at};
use crate::words::Theme;

/// How a level is dug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// Rooms and corridors.
    Rooms,
    /// Halved spaces with doors.
    Halls,
    /// A cave with pools.
    Cave,
    /// What a drunkard would dig.
    Burrows,
    /// Rooms, some of them drawn by hand.
    Crypt,
    /// A maze with loops.
    Maze,
    /// Large halls, half under water.
    Flooded,
    /// One wide cave.
    Cavern,
    /// Many small halls with doors, some drawn by hand.
    Keep,
    /// Few rooms, far apart, and a chamber at the end.
    Vault,
}

impl Generator {
    const ALL: [(&'static str, Self); 10] = [
        ("rooms", Self::Rooms),
        ("halls", Self::Halls),
        ("cave", Self::Cave),
        ("burrows", Self::Burrows),
        ("crypt", Self::Crypt),
        ("maze", Self::Maze),
        ("flooded", Self::Flooded),
        ("cavern", Self::Cavern),
        ("keep", Self::Keep),
        ("vault", Self::Vault),
    ];
}

impl FromStr for Generator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|(name, _)| *name == text);
        known.map(|(_, generator)| *generator).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name).join(", ");
            format!("no generator {text:?}; there are {names}")
        })
    }
}

/// What one level is like.
#[derive(Clone, Debug)]
pub(crate) struct LevelPlan {
    /// The line where it is written.
    pub(crate) line: u32,
    pub(crate) name: String,
    /// What lives here lives on the main way at this depth.
    pub(crate) danger: u8,
    pub(crate) generator: Generator,
    pub(crate) creatures: u32,
    pub(crate) items: u32,
    pub(crate) story: String,
    /// What it may be like; one of them, by the seed.
    pub(crate) themes: Vec<Theme>,
    /// Whether a room is locked, and its key lies about.
    pub(crate) vault: bool,
    /// Of a hundred dungeons, in how many somebody is in chains here.
    pub(crate) captive: u32,
    /// How many shards lie here.
    pub(crate) shards: u32,
    /// How many traps and hidden doors there are.
    pub(crate) traps: u32,
}

/// A room drawn by hand, and where it may stand.
#[derive(Clone, Debug)]
pub(crate) struct RoomPlan {
    pub(crate) places: Vec<Generator>,
    pub(crate) template: Template,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelsText {
    level: Vec<LevelText>,
    /// What is said of each theme, on arrival.
    #[serde(default)]
    feeling: BTreeMap<Spanned<String>, String>,
    /// The way aside.
    branch: Option<BranchText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BranchText {
    from: Spanned<u8>,
    danger: Spanned<u8>,
    keeper: Spanned<String>,
    call: String,
    level: Vec<LevelText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelText {
    name: Spanned<String>,
    generator: Spanned<String>,
    creatures: Spanned<u32>,
    items: Spanned<u32>,
    story: String,
    #[serde(default)]
    themes: Vec<Spanned<String>>,
    #[serde(default)]
    vault: bool,
    #[serde(default)]
    captive: u32,
    #[serde(default)]
    shards: u32,
    #[serde(default)]
    traps: u32,
}

/// The levels, what is said of themes, and the way aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    pub(crate) plans: Vec<LevelPlan>,
    pub(crate) feelings: BTreeMap<Theme, String>,
    pub(crate) branch: Option<BranchPlan>,
}

/// Levels aside of the way, as they are written.
#[derive(Clone, Debug)]
pub(crate) struct BranchPlan {
    /// The line where it is written.
    pub(crate) line: u32,
    /// The level with the shaft.
    pub(crate) from: u8,
    /// The key of whoever stands at its end.
    pub(crate) keeper: String,
    /// What is said on arrival at the level with the shaft.
    pub(crate) call: String,
    pub(crate) levels: Vec<LevelPlan>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomsText {
    #[serde(default)]
    room: Vec<RoomText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomText {
    #[serde(rename = "where")]
    places: Vec<Spanned<String>>,
    drawing: Spanned<String>,
}

/// The most levels of one dungeon.
const MOST_LEVELS: usize = 30;
/// The most levels of its branch.
const MOST_BRANCH: usize = 5;
/// The most creatures or items of one level.
const MOST: u32 = 200;

pub(super) fn read_levels(file: &str, text: &str, faults: &mut Vec<ContentFault>) -> Levels {
    let mut complain = |start: usize, table: String, what: String| {
        faults.push(ContentFault {
            file: file.to_string(),
            line: line_of(text, start),
            table,
            what,
        });
    };
    let read: LevelsText = match toml::from_str(text) {
        Ok(read) => read,
        Err(error) => {
            let start = error.span().map_or(0, |span| span.start);
            let table = table_at(text, line_of(text, start));
            complain(start, table, error.message().to_string());
            return Levels::default();
        }
    };
    if read.level.is_empty() || read.level.len() > MOST_LEVELS {
        let what = format!("a dungeon has from 1 to {MOST_LEVELS} levels");
        complain(0, "[[level]]".to_string(), what);
    }
    let mut levels = Vec::new();
    for (depth, level) in (1..).zip(read.level.into_iter().take(MOST_LEVELS)) {
        let table = level_table(depth, level.name.get_ref());
        levels.extend(level.read(text, &table, depth, &mut complain));
    }
    let branch = read.branch.map(|branch| {
        let mut wrong = |start: usize, what: String| complain(start, "[branch]".to_string(), what);
        let (from, danger) = (branch.from.get_ref(), branch.danger.get_ref());
        if !(1..levels.len()).contains(&usize::from(*from)) {
            let what = "from has to be a level with another below it".to_string();
            wrong(branch.from.span().start, what);
        }
        if !(1..=MOST_LEVELS).contains(&usize::from(*danger)) {
            let what = format!("danger has to be a number from 1 to {MOST_LEVELS}");
            wrong(branch.danger.span().start, what);
        }
        if !(1..=MOST_BRANCH).contains(&branch.level.len()) {
            let what = format!("has from 1 to {MOST_BRANCH} levels");
            wrong(branch.keeper.span().start, what);
        }
        let mut plans = Vec::new();
        for (place, level) in (0..).zip(branch.level.into_iter().take(MOST_BRANCH)) {
            let table = format!("[[branch.level]] {}, {},", place + 1, level.name.get_ref());
            let danger = danger.saturating_add(place).min(MOST_LEVELS as u8);
            plans.extend(level.read(text, &table, danger, &mut complain));
        }
        BranchPlan {
            line: line_of(text, branch.keeper.span().start),
            from: *from,
            keeper: branch.keeper.into_inner(),
            call: branch.call,
            levels: plans,
        }
    });
    let mut feelings = BTreeMap::new();
    for (theme, words) in read.feeling {
        match Theme::of(theme.get_ref()) {
            Some(known) => {
                feelings.insert(known, words);
            }
            None => complain(
                theme.span().start,
                "[feeling]".to_string(),
                unknown_theme(theme.get_ref()),
            ),
        }
    }
    Levels {
        plans: levels,
        feelings,
        branch,
    }
}

impl LevelText {
    /// The level as it was meant, if its generator is known; complaints otherwise.
    fn read(
        self,
        text: &str,
        table: &str,
        danger: u8,
        complain: &mut impl FnMut(usize, String, String),
    ) -> Option<LevelPlan> {
        let (start, name) = (self.name.span().start, self.name.into_inner());
        for (count, key) in [(&self.creatures, "creatures"), (&self.items, "items")] {
            if *count.as_ref() > MOST {
                let what = format!("{key} has to be a number from 0 to {MOST}");
                complain(count.span().start, table.to_string(), what);
            }
        }
        for (count, key) in [
            (self.captive, "captive"),
            (self.shards, "shards"),
            (self.traps, "traps"),
        ] {
            if count > 100 {
                let what = format!("{key} has to be a number from 0 to 100");
                complain(start, table.to_string(), what);
            }
        }
        let mut themes = Vec::new();
        for theme in self.themes {
            let start = theme.span().start;
            match Theme::of(theme.get_ref()) {
                Some(theme) => themes.push(theme),
                None => complain(start, table.to_string(), unknown_theme(theme.get_ref())),
            }
        }
        let span = self.generator.span().start;
        let generator = match self.generator.into_inner().parse() {
            Ok(generator) => generator,
            Err(what) => {
                complain(span, table.to_string(), format!("generator: {what}"));
                return None;
            }
        };
        Some(LevelPlan {
            line: line_of(text, start),
            name,
            danger,
            generator,
            creatures: self.creatures.into_inner(),
            items: self.items.into_inner(),
            story: self.story,
            themes,
            vault: self.vault,
            captive: self.captive,
            shards: self.shards,
            traps: self.traps,
        })
    }
}

fn unknown_theme(found: &str) -> String {
    let all = Theme::words().join(", ");
    format!("no theme {found:?}; there are {all}")
}

/// How a complaint names a level, which has no key.
pub(super) fn level_table(depth: u8, name: &str) -> String {
    format!("[[level]] {depth}, {name},")
}

pub(super) fn read_rooms(file: &str, text: &str, faults: &mut Vec<ContentFault>) -> Vec<RoomPlan> {
    let mut complain = |start: usize, table: String, what: String| {
        faults.push(ContentFault {
            file: file.to_string(),
            line: line_of(text, start),
            table,
            what,
        });
    };
    let read: RoomsText = match toml::from_str(text) {
        Ok(read) => read,
        Err(error) => {
            let start = error.span().map_or(0, |span| span.start);
            let table = table_at(text, line_of(text, start));
            complain(start, table, error.message().to_string());
            return Vec::new();
        }
    };
    let mut rooms = Vec::new();
    for (number, room) in (1..).zip(read.room) {
        let table = format!("[[room]] {number}");
        let mut places = Vec::new();
        for place in room.places {
            let start = place.span().start;
            match place.into_inner().parse() {
                Ok(generator) => places.push(generator),
                Err(what) => complain(start, table.clone(), format!("where: {what}")),
            }
        }
        let start = room.drawing.span().start;
        match Template::new(&room.drawing.into_inner()) {
            Ok(template) => rooms.push(RoomPlan { places, template }),
            Err(error) => complain(start, table, format!("drawing: {error}")),
        }
    }
    rooms
}
