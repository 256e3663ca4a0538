//! Recordings: the game as it began, every key and every action that no key stood for,
//! a check value per turn, and a keyframe now and then, so that any turn can be gone to
//! at once and a drift shows in the turn where it began.
//!
//! ```text
//! recording = "parlour-rogue recording" newline header " " seal newline keys keyframes
//! header    = {"seed", "keys", "frames": [{"turn", "key", "bytes"}, ...]} as JSON
//! keys      = zlib of JSON: {"script", "turns": [[inputs since the last, check], ...],
//!             "actions": [[place among the inputs, action], ...] if there are any}
//! keyframes = saves, one after another
//! ```

use std::hash::Hasher;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use parlour_rules::Seed;
use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use crate::envelope::{self, Closed};
use crate::event::Event;
use crate::game::Game;
use crate::notation::{Action, Key, parse_script, write_script};
use crate::registry::Registry;
use crate::rules::Rules;
use crate::save::SaveError;
use crate::world::World;

const MAGIC: &[u8] = b"parlour-rogue recording\n";
const MAX_KEYS_TEXT: u64 = 64 << 20;
const MAX_HEADER: usize = 1 << 20;

/// One turn of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    /// How many inputs there had been when it was over.
    keys: u32,
    check: u32,
}

/// What was put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// A key; a click is one as well.
    Key(Key),
    /// An action that no key stood for.
    Action(Action),
}

/// A save of the game as it was after some turns.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Keyframe {
    turn: u32,
    keys: u32,
    save: Vec<u8>,
}

/// A game as it can be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    seed: Seed,
    entered: Vec<Entered>,
    turns: Vec<Turn>,
    frames: Vec<Keyframe>,
}

/// Why a recording cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// It does not begin like a recording.
    #[error("this is not a recording")]
    NotARecording,
    /// It begins like one, but is cut off or changed.
    #[error("the recording is damaged: {0}")]
    Damaged(String),
    /// There is no such turn.
    #[error("the recording has {turns} turns, there is no turn {asked}")]
    NoSuchTurn {
        /// The turn that was asked for.
        asked: u32,
        /// How many there are.
        turns: u32,
    },
    /// A turn came out otherwise than it was recorded.
    #[error("turn {turn} came out otherwise than it was recorded")]
    Drifted {
        /// The first turn that did.
        turn: u32,
    },
    /// A keyframe cannot be loaded.
    #[error("a keyframe cannot be loaded: {0}")]
    Keyframe(#[from] SaveError),
}

/// A game that is recorded while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Game,
    recording: Recording,
    every: u32,
}

impl Recorder {
    /// Records a game from here on, with a keyframe every so many turns.
    pub fn new(game: Game, every: u32) -> Self {
        let first = Keyframe {
            turn: 0,
            keys: 0,
            save: game.save(),
        };
        Self {
            recording: Recording {
                seed: game.world.seed(),
                entered: Vec::new(),
                turns: Vec::new(),
                frames: vec![first],
            },
            game,
            every: every.max(1),
        }
    }

    /// Takes a key and answers what happened.
    pub fn press(&mut self, key: Key) -> &[Event] {
        self.enter(Entered::Key(key))
    }

    /// Takes an action that no key stands for, and answers what happened: a command of
    /// a menu of your own, a button, a word.
    pub fn press_action(&mut self, action: &Action) -> &[Event] {
        self.enter(Entered::Action(action.clone()))
    }

    fn enter(&mut self, entered: Entered) -> &[Event] {
        let before = self.game.world.turns();
        entered.put_into(&mut self.game);
        self.recording.entered.push(entered);
        if self.game.world.turns() != before {
            let keys = self.recording.entered.len() as u32;
            let check = check_value(&self.game.world);
            self.recording.turns.push(Turn { keys, check });
            let turn = self.recording.turns.len() as u32;
            if turn.is_multiple_of(self.every) {
                self.recording.frames.push(Keyframe {
                    turn,
                    keys,
                    save: self.game.save(),
                });
            }
        }
        self.game.world.events()
    }

    /// The game as it is now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The recording so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Ends the recording.
    pub fn finish(self) -> (Game, Recording) {
        (self.game, self.recording)
    }
}

impl Entered {
    fn put_into(&self, game: &mut Game) {
        match self {
            Self::Key(key) => game.press(*key),
            Self::Action(action) => game.press_action(action),
        };
    }
}

impl Recording {
    /// The seed of the world.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Everything that was put in.
    pub fn entered(&self) -> &[Entered] {
        &self.entered
    }

    /// Every key that was pressed.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.entered.iter().filter_map(|entered| match entered {
            Entered::Key(key) => Some(*key),
            Entered::Action(_) => None,
        })
    }

    /// How many turns the player took.
    pub fn turns(&self) -> u32 {
        self.turns.len() as u32
    }

    /// How many keyframes there are.
    pub fn keyframes(&self) -> u32 {
        self.frames.len() as u32
    }

    /// Plays everything again and answers the game as it was when the recording
    /// ended. Every turn is compared with what was recorded.
    pub fn replay(&self, registry: &Registry, rules: &Rules) -> Result<Game, ReplayError> {
        let first = self.frames.first();
        let first = first.ok_or_else(|| ReplayError::Damaged("no keyframe".to_string()))?;
        self.play_on(first, self.turns(), self.entered.len(), registry, rules)
    }

    /// The game as it was after so many turns, from the nearest keyframe.
    pub fn game_at(
        &self,
        turn: u32,
        registry: &Registry,
        rules: &Rules,
    ) -> Result<Game, ReplayError> {
        if turn > self.turns() {
            return Err(ReplayError::NoSuchTurn {
                asked: turn,
                turns: self.turns(),
            });
        }
        let nearest = self.frames.iter().rfind(|frame| frame.turn <= turn);
        let nearest = nearest.ok_or_else(|| ReplayError::Damaged("no keyframe".to_string()))?;
        let keys = match turn {
            0 => 0,
            turn => self.turns[turn as usize - 1].keys as usize,
        };
        self.play_on(nearest, turn, keys, registry, rules)
    }

    fn play_on(
        &self,
        from: &Keyframe,
        to_turn: u32,
        to_key: usize,
        registry: &Registry,
        rules: &Rules,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::load(&from.save, registry.clone(), rules.clone())?;
        let entered = self
            .entered
            .get(from.keys as usize..to_key)
            .unwrap_or_default();
        let mut turn = from.turn as usize;
        for (pressed, entered) in (from.keys + 1..).zip(entered) {
            let before = game.world.turns();
            entered.put_into(&mut game);
            let due = self
                .turns
                .get(turn)
                .is_some_and(|turn| turn.keys == pressed);
            let taken = game.world.turns() != before;
            if due != taken || (due && self.turns[turn].check != check_value(&game.world)) {
                return Err(ReplayError::Drifted {
                    turn: turn as u32 + 1,
                });
            }
            turn += usize::from(taken);
        }
        if turn as u32 != to_turn {
            return Err(ReplayError::Drifted {
                turn: turn as u32 + 1,
            });
        }
        Ok(game)
    }

    /// The recording as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut before = 0;
        let turns = self.turns.iter().map(|turn| {
            let since = turn.keys - before;
            before = turn.keys;
            (since, turn.check)
        });
        let all: Vec<Key> = self.keys().collect();
        let actions = (0..).zip(&self.entered);
        let actions = actions.filter_map(|(place, entered)| match entered {
            Entered::Key(_) => None,
            Entered::Action(action) => Some((place, action.to_string())),
        });
        let keys = KeysData {
            script: write_script(&all),
            turns: turns.collect(),
            actions: actions.collect(),
        };
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
        serde_json::to_writer(&mut encoder, &keys).expect("memory takes every byte");
        let packed = encoder.finish().expect("memory takes every byte");
        let frames = self.frames.iter().map(|frame| FrameData {
            turn: frame.turn,
            key: frame.keys,
            bytes: frame.save.len() as u64,
        });
        let header = Header {
            seed: self.seed,
            keys: packed.len() as u64,
            frames: frames.collect(),
        };
        let mut bytes = envelope::write(MAGIC, &header);
        bytes.write_all(&packed).expect("memory takes every byte");
        for frame in &self.frames {
            bytes.extend_from_slice(&frame.save);
        }
        bytes
    }

    /// Reads the bytes of a recording. Keyframes are read when they are needed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReplayError> {
        let damaged = |what: &str| ReplayError::Damaged(what.to_string());
        let opened = envelope::open(MAGIC, bytes, MAX_HEADER).map_err(|closed| match closed {
            Closed::Foreign => ReplayError::NotARecording,
            Closed::Damaged(what) => damaged(what),
        });
        let (header, mut rest): (Header, _) = opened?;
        let mut take = |length: u64| {
            let (part, after) = usize::try_from(length)
                .ok()
                .and_then(|length| rest.split_at_checked(length))
                .ok_or_else(|| damaged("it is cut off"))?;
            rest = after;
            Ok::<_, ReplayError>(part)
        };
        let text = envelope::unpack(take(header.keys)?, MAX_KEYS_TEXT, "text of the keys");
        let text = text.map_err(ReplayError::Damaged)?;
        let data: KeysData =
            serde_json::from_slice(&text).map_err(|_| damaged("the keys are broken"))?;
        let keys = parse_script(&data.script).map_err(|error| damaged(&error.to_string()))?;
        let entered =
            interleave(keys, &data.actions).ok_or_else(|| damaged("the actions are broken"))?;
        let turns = read_turns(&data.turns, entered.len())
            .ok_or_else(|| damaged("the turns are broken"))?;
        let mut frames = Vec::new();
        for frame in &header.frames {
            let save = take(frame.bytes)?.to_vec();
            let pressed = match frame.turn {
                0 => Some(0),
                turn => turns.get(turn as usize - 1).map(|turn: &Turn| turn.keys),
            };
            let later = frames
                .last()
                .is_none_or(|last: &Keyframe| last.turn < frame.turn);
            if pressed != Some(frame.key) || !later {
                return Err(damaged("a keyframe is out of place"));
            }
            frames.push(Keyframe {
                turn: frame.turn,
                keys: frame.key,
                save,
            });
        }
        if !rest.is_empty() {
            let (stray, end) = (rest.len(), bytes.len() - rest.len());
            return Err(damaged(&format!(
                "it ends after {end} bytes, and {stray} stray bytes follow"
            )));
        }
        if frames.first().is_none_or(|first| first.turn != 0) {
            return Err(damaged("the first keyframe is missing"));
        }
        Ok(Self {
            seed: header.seed,
            entered,
            turns,
            frames,
        })
    }
}

/// Keys in their order, with actions at their places among them.
fn interleave(keys: Vec<Key>, actions: &[(u32, String)]) -> Option<Vec<Entered>> {
    let mut keys = keys.into_iter().map(Entered::Key);
    let mut entered = Vec::with_capacity(keys.len() + actions.len());
    for (place, action) in actions {
        let before = (*place as usize).checked_sub(entered.len())?;
        if before > keys.len() {
            return None;
        }
        entered.extend(keys.by_ref().take(before));
        entered.push(Entered::Action(Action::from(action.as_str())));
    }
    entered.extend(keys);
    Some(entered)
}

fn read_turns(data: &[(u32, u32)], keys: usize) -> Option<Vec<Turn>> {
    let mut pressed: u32 = 0;
    let mut turns = Vec::with_capacity(data.len().min(keys));
    for &(since, check) in data {
        pressed = pressed.checked_add(since)?;
        if since == 0 || pressed as usize > keys {
            return None;
        }
        turns.push(Turn {
            keys: pressed,
            check,
        });
    }
    Some(turns)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    seed: Seed,
    keys: u64,
    frames: Vec<FrameData>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrameData {
    turn: u32,
    key: u32,
    bytes: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeysData {
    script: String,
    turns: Vec<(u32, u32)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    actions: Vec<(u32, String)>,
}

/// A number that tells turns apart: what happened, where the clocks stand and
/// how far chance was drawn. Its cost is that of what happened, not that of the
/// map.
pub fn check_value(world: &World) -> u32 {
    let mut hasher = SipHasher13::new();
    let mut number = |number: u64| hasher.write(&number.to_le_bytes());
    number(world.turns());
    number(world.now() as u64);
    number(u64::from(world.current().0));
    number(u64::from(world.level().entity_count()));
    let chance = &world.chance;
    for stream in [&chance.map, &chance.fight, &chance.mind] {
        number(stream.drawn());
    }
    for event in world.events() {
        match event {
            Event::Moved { who, from, to } => {
                number(1);
                number(who.0);
                for part in [from.x, from.y, to.x, to.y] {
                    number(part as u64);
                }
            }
            Event::Said(text) => {
                number(2);
                number(text.len() as u64);
                for byte in text.bytes() {
                    number(byte.into());
                }
            }
            Event::Hit { by, who, damage } => {
                number(3);
                number(by.0);
                number(who.0);
                number(*damage as u64);
            }
            Event::Died { who, .. } => number(4 ^ who.0 << 8),
            Event::Removed { who } => number(5 ^ who.0 << 8),
            Event::Added { who } => number(6 ^ who.0 << 8),
            Event::TileChanged { at } => {
                number(7);
                number(at.x as u64);
                number(at.y as u64);
            }
            // Told since recordings were first made, and nothing else happens by them.
            Event::Dropped { .. } | Event::Departed { .. } => {}
            _ => number(8),
        }
    }
    hasher.finish() as u32
}
