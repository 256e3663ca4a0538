//! What the player may know: the one place where what it does not see is cut
//! away. Every screen, window and bot has nothing but this.

mod carried;
mod company;
mod danger;
mod described;
mod hint;
mod merged;
mod noise;
mod picture;
mod sheet;
mod things;
mod written;

use std::collections::BTreeMap;

use parlour_grid::Point;
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::content::Content;
use crate::game::Ending;
use crate::journey::{Deed, LAMP, Note};
use crate::show::Spark;
use crate::sight::Eyesight;
use crate::state::State;

pub use carried::Carried;
pub use company::Group;
pub use danger::{Danger, Shots};
pub use hint::Hint;
pub use picture::{Cell, Fog, Ground, Picture};
pub use sheet::{Character, Status};
pub use things::{Thing, ThingKind};

/// A sentence of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// In which turn.
    pub turn: u64,
    /// What was said.
    pub text: String,
}

/// Everything the player may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The level, from 1.
    pub depth: u8,
    /// The deepest level reached.
    pub deepest: u8,
    /// Which level of the branch it is; 0 on the way itself.
    #[serde(default, skip_serializing_if = "is_none")]
    pub branch: u8,
    /// How many levels there are.
    pub levels: u8,
    /// What the level is called.
    pub place: String,
    /// The rule of the level, in a sentence; empty for most.
    pub feeling: String,
    /// The map, ready to be drawn.
    pub picture: Picture,
    /// Where the player is.
    pub here: Point,
    /// Who and what is known to be on the map.
    pub things: Vec<Thing>,
    /// The character sheet.
    pub sheet: Character,
    /// The pack, by letter.
    pub pack: Vec<Carried>,
    /// Whether the amulet is in it.
    pub has_amulet: bool,
    /// Turns so far.
    pub turns: u64,
    /// Turns for which the lamp still burns.
    pub light: u64,
    /// Points so far.
    pub score: u64,
    /// Whether the dungeon is not the one that ships, so that points do not compare
    /// with those of others.
    pub own_content: bool,
    /// What is other than usual, in words; empty for the ordinary game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mode: String,
    /// The latest sentences, oldest first.
    pub log: Vec<Line>,
    /// How many of them are from the last command.
    pub news: u32,
    /// What flashed by during the last command, moment by moment.
    pub shown: Vec<Vec<Spark>>,
    /// What a newcomer may want to know now.
    pub hint: Option<Hint>,
    /// How many of each were slain, by name.
    pub slain: BTreeMap<String, u32>,
    /// What happened on the way.
    pub notes: Vec<Note>,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
    /// What was done, told as facts once it has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deeds: Vec<Deed>,
}

/// How many sentences a view holds.
const MOST_LINES: usize = 200;

impl View {
    /// Whom the hero slew most often, at most five kinds, each with its count.
    pub fn most_slain(&self) -> Vec<String> {
        let mut slain: Vec<(&String, &u32)> = self.slain.iter().collect();
        slain.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let most = slain.into_iter().take(5);
        most.map(|(name, count)| crate::act::counted(name, *count))
            .collect()
    }

    pub(crate) fn of(state: &State) -> Self {
        let world = state.world();
        let sight = Eyesight::of(world);
        let picture = picture::draw(state, &sight);
        let mut things = things::things(state, &sight);
        things.sort_by_key(|thing| (thing.at, !matches!(thing.kind, ThingKind::Enemy { .. })));
        let log = world.log();
        let skip = log.iter().count().saturating_sub(MOST_LINES);
        let news = (log.total() - state.journey.said_before).min(MOST_LINES as u64) as usize;
        let lines = log.iter().skip(skip).map(|message| Line {
            turn: message.turn,
            text: message.text.to_string(),
        });
        let (lines, news) = merged::merge(lines.collect(), news);
        let journey = &state.journey;
        let slain = journey.slain.iter();
        let turns = world.turns();
        let mut view = Self {
            depth: journey.depth,
            deepest: journey.deepest,
            branch: journey.branch,
            levels: state.content.depth(),
            place: state.content.level_name(journey.place()).to_string(),
            feeling: feeling(state),
            picture,
            here: state.here(),
            things,
            sheet: sheet::sheet(state),
            pack: carried::pack(state),
            has_amulet: journey.has_amulet,
            turns,
            light: LAMP.saturating_sub(turns),
            score: journey.score(turns),
            own_content: Content::is_own(&state.setup),
            mode: state.setup.mode(),
            log: lines,
            news: news as u32,
            shown: state.shown.clone(),
            hint: None,
            slain: slain
                .map(|(key, count)| (state.content.name(key), *count))
                .collect(),
            notes: journey.notes.clone(),
            ending: state.ending(),
            deeds: if journey.end.is_some() {
                journey.deeds(turns)
            } else {
                Vec::new()
            },
        };
        view.hint = hint::for_now(
            &view,
            || crate::act::check(state, &Command::PickUp).is_ok(),
            || crate::act::explore_step(state).is_none(),
        );
        view
    }

    /// The enemies in view.
    pub fn enemies(&self) -> impl Iterator<Item = &Thing> {
        let all = self.things.iter();
        all.filter(|thing| matches!(thing.kind, ThingKind::Enemy { .. }))
    }

    /// What is at a cell, topmost first: who and what is known there, then the
    /// ground.
    pub fn names_at(&self, at: Point) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        if at == self.here {
            names.push("you");
        }
        let things = self.things.iter().filter(|thing| thing.at == at);
        names.extend(things.map(|thing| thing.name.as_str()));
        if let Some(cell) = self.picture.get(at)
            && cell.fog != Fog::Unknown
        {
            names.push(cell.ground.word());
        }
        names
    }

    /// The known cell of the stairs down or up that is nearest.
    pub fn stairs(&self, ground: Ground) -> Option<Point> {
        let cells = self.picture.points();
        cells
            .filter(|&at| {
                self.picture
                    .get(at)
                    .is_some_and(|cell| cell.ground == ground)
            })
            .min_by_key(|at| at.chebyshev(self.here))
    }
}

/// What is said of a thing nobody has found out about.
const UNKNOWN: &str = "Use it to find out what it does.";

fn feeling(state: &State) -> String {
    let feeling = state.content.feelings.get(&state.journey.theme);
    feeling.cloned().unwrap_or_default()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_none(number: &u8) -> bool {
    *number == 0
}

fn small(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
