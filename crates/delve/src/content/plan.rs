//! The levels and the rooms drawn by hand.

use std::str::FromStr;

use parlour_rogue::generate::Template;
use serde::Deserialize;
use toml::Spanned;

use super::ContentFault;

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
    pub(crate) name: String,
    pub(crate) generator: Generator,
    pub(crate) creatures: u32,
    pub(crate) items: u32,
    pub(crate) story: String,
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelText {
    name: Spanned<String>,
    generator: Spanned<String>,
    creatures: u32,
    items: u32,
    story: String,
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
/// The most creatures or items of one level.
const MOST: u32 = 200;

pub(super) fn read_levels(
    file: &str,
    text: &str,
    faults: &mut Vec<ContentFault>,
) -> Vec<LevelPlan> {
    let mut complain = |start: usize, name: &str, what: String| {
        faults.push(ContentFault {
            file: file.to_string(),
            line: line_of(text, start),
            name: name.to_string(),
            what,
        });
    };
    let read: LevelsText = match toml::from_str(text) {
        Ok(read) => read,
        Err(error) => {
            let start = error.span().map_or(0, |span| span.start);
            complain(start, "level", error.message().to_string());
            return Vec::new();
        }
    };
    if read.level.is_empty() || read.level.len() > MOST_LEVELS {
        let what = format!("a dungeon has from 1 to {MOST_LEVELS} levels");
        complain(0, "level", what);
    }
    let mut levels = Vec::new();
    for level in read.level {
        let (start, name) = (level.name.span().start, level.name.into_inner());
        if level.creatures > MOST || level.items > MOST {
            let what = format!("a level has at most {MOST} creatures and items");
            complain(start, &name, what);
        }
        let span = level.generator.span().start;
        match level.generator.into_inner().parse() {
            Ok(generator) => levels.push(LevelPlan {
                name,
                generator,
                creatures: level.creatures,
                items: level.items,
                story: level.story,
            }),
            Err(what) => complain(span, &name, what),
        }
    }
    levels
}

pub(super) fn read_rooms(file: &str, text: &str, faults: &mut Vec<ContentFault>) -> Vec<RoomPlan> {
    let mut complain = |start: usize, what: String| {
        faults.push(ContentFault {
            file: file.to_string(),
            line: line_of(text, start),
            name: "room".to_string(),
            what,
        });
    };
    let read: RoomsText = match toml::from_str(text) {
        Ok(read) => read,
        Err(error) => {
            complain(
                error.span().map_or(0, |span| span.start),
                error.message().to_string(),
            );
            return Vec::new();
        }
    };
    let mut rooms = Vec::new();
    for room in read.room {
        let mut places = Vec::new();
        for place in room.places {
            let start = place.span().start;
            match place.into_inner().parse() {
                Ok(generator) => places.push(generator),
                Err(what) => complain(start, what),
            }
        }
        let start = room.drawing.span().start;
        match Template::new(&room.drawing.into_inner()) {
            Ok(template) => rooms.push(RoomPlan { places, template }),
            Err(error) => complain(start, error.to_string()),
        }
    }
    rooms
}

/// The line of a place in a text, counted from 1.
fn line_of(text: &str, place: usize) -> u32 {
    let before = text.as_bytes().iter().take(place);
    1 + before.filter(|&&byte| byte == b'\n').count() as u32
}
