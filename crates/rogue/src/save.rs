//! Saves: the whole state of a game as compressed text.
//!
//! ```text
//! save   = "parlour-rogue save" newline header " " seal newline body
//! header = {"version", "game", "content", "length", "check"} as JSON on one line
//! body   = zlib of JSON: {"version": 1, "map", "extra", ...} or
//!                        {"version": 2, "world", "extra", ...}
//! ```
//!
//! The seal is the check value of the header's text; saves from before there were
//! seals have none, and are read. Nothing may follow the body.
//!
//! Version 1 holds one map, version 2 a world. Reading gives the raw data
//! ([`Raw`]); version 1 migrates to a world with one level. Authors change their
//! own data by migrations of their own, from one number of their game to the
//! next ([`Migrations`]). The `content` of the header is the fingerprint of the
//! registry the game was saved under.
//!
//! Everything comes back equal: every property, the clocks, the order of turns,
//! how far chance was drawn, the counter of numbers. What the game adds is kept
//! under `extra` and so cannot overwrite anything.
//!
//! Reading is bounded, whatever the bytes say: 2^25 cells of all levels together
//! (two levels of the largest size), four million entities, 48 MB of text before
//! compression, which is roughly half a million entities. Worlds beyond that can
//! be played and written, but what was written is refused.

mod data;
mod migrate;
mod restore;
mod runs;

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use parlour_rules::Fingerprint;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::envelope::{self, Closed, check_value};
use crate::game::Game;
use crate::registry::{ContentError, Registry};
use crate::rules::Rules;
use crate::world::World;

pub use migrate::Migrations;

const MAGIC: &[u8] = b"parlour-rogue save\n";
/// The newest version of the body.
pub const VERSION: u32 = 2;
/// The longest body that is read, in bytes of text.
const MAX_BODY: u64 = 48 << 20;
const MAX_HEADER: usize = 4096;

/// Why a save cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// It does not begin like a save.
    #[error("this is not a save")]
    NotASave,
    /// It begins like one, but is cut off or changed.
    #[error("the save is damaged: {0}")]
    Damaged(String),
    /// It is larger than any save.
    #[error("the save is too large")]
    TooLarge,
    /// Another version than 1 and 2, or none.
    #[error("Unsupported save version: {0}")]
    UnsupportedVersion(String),
    /// It was saved by a newer game than this, or nobody migrates from there.
    #[error("the save is of version {found} of the game; this game knows up to {newest}")]
    UnsupportedGame {
        /// The number in the save.
        found: u32,
        /// The newest this game knows.
        newest: u32,
    },
    /// A migration of the author's refused.
    #[error("the save could not be migrated from version {from} of the game: {reason}")]
    MigrationFailed {
        /// From which number.
        from: u32,
        /// What it said.
        reason: String,
    },
    /// The data says something impossible.
    #[error("the save holds impossible data: {0}")]
    BadData(String),
    /// The content does not fit the rules.
    #[error("the content does not fit: {0}")]
    Content(#[from] ContentError),
}

#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    game: u32,
    content: Option<Fingerprint>,
    length: u64,
    check: Fingerprint,
}

/// A save as it was read: look at the version, migrate, restore.
#[derive(Clone, Debug, PartialEq)]
pub struct Raw {
    /// The number of the game that saved it.
    pub game: u32,
    /// The fingerprint of the content it was saved under, if known.
    pub content: Option<Fingerprint>,
    /// The data.
    pub body: Json,
}

impl Raw {
    /// Reads the bytes of a save.
    pub fn read(bytes: &[u8]) -> Result<Self, SaveError> {
        let damaged = |what: &str| SaveError::Damaged(what.to_string());
        let opened = envelope::open(MAGIC, bytes, MAX_HEADER).map_err(|closed| match closed {
            Closed::Foreign => SaveError::NotASave,
            Closed::Damaged(what) => damaged(what),
        });
        let (header, packed): (Header, _) = opened?;
        if header.length > MAX_BODY {
            return Err(SaveError::TooLarge);
        }
        let text = envelope::unpack(packed, header.length + 1, "body");
        let text = text.map_err(SaveError::Damaged)?;
        if text.len() as u64 != header.length || check_value(&text) != header.check {
            return Err(damaged("the body is not what the header says"));
        }
        let body = serde_json::from_slice(&text).map_err(|_| damaged("the body is broken"))?;
        Ok(Self {
            game: header.game,
            content: header.content,
            body,
        })
    }

    /// The bytes of a save.
    pub fn write(&self) -> Vec<u8> {
        let version = self.version().unwrap_or(0);
        pack(version, self.game, self.content, &self.body)
    }

    /// The version of the data: 1 or 2, anything else is refused.
    pub fn version(&self) -> Result<u32, SaveError> {
        match self.body.get("version") {
            Some(Json::Number(number)) => match number.as_u64() {
                Some(version @ 1..=2) => Ok(version as u32),
                _ => Err(SaveError::UnsupportedVersion(number.to_string())),
            },
            Some(other) if !other.is_null() => {
                let text: String = other.to_string().chars().take(40).collect();
                Err(SaveError::UnsupportedVersion(text))
            }
            _ => Err(SaveError::UnsupportedVersion("none".to_string())),
        }
    }

    /// What the game kept for itself.
    pub fn extra(&self) -> Option<&serde_json::Map<String, Json>> {
        self.body.get("extra")?.as_object()
    }

    /// Whether it was saved under this very content.
    pub fn fits(&self, registry: &Registry) -> bool {
        self.content == Some(registry.fingerprint())
    }
}

fn pack(version: u32, game: u32, content: Option<Fingerprint>, body: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_vec(body).expect("saved data has only text for keys");
    let header = Header {
        version,
        game,
        content,
        length: text.len() as u64,
        check: check_value(&text),
    };
    let bytes = envelope::write(MAGIC, &header);
    let mut encoder = ZlibEncoder::new(bytes, Compression::new(3));
    encoder.write_all(&text).expect("memory takes every byte");
    encoder.finish().expect("memory takes every byte")
}

impl World {
    /// The world as a save of version 2, without the state of a game around it.
    pub fn save(&self) -> Vec<u8> {
        let body = data::SaveV2::of_world(self);
        pack(2, 0, Some(self.registry.fingerprint()), &body)
    }

    /// The current level as a save of version 1: one map and the extra keys.
    pub fn save_v1(&self) -> Vec<u8> {
        let body = data::SaveV1::of(self);
        pack(1, 0, Some(self.registry.fingerprint()), &body)
    }

    /// Reads a save of either version under some content.
    pub fn load(bytes: &[u8], registry: Registry) -> Result<Self, SaveError> {
        let mut raw = Raw::read(bytes)?;
        Migrations::new().run(&mut raw)?;
        Self::restore(raw, registry)
    }

    /// Makes a world of raw data of the newest version.
    pub fn restore(raw: Raw, registry: Registry) -> Result<Self, SaveError> {
        Ok(restore::restore(raw, registry)?.0)
    }

    /// The hash of everything that a save holds.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&data::SaveV2::of_world(self))
    }
}

impl Game {
    /// The game as a save of the newest version. It may be taken at any moment,
    /// look mode included.
    pub fn save(&self) -> Vec<u8> {
        self.save_for(&Migrations::new())
    }

    /// The game as a save, marked with the author's own number.
    pub fn save_for(&self, migrations: &Migrations) -> Vec<u8> {
        let body = data::SaveV2::of_game(self);
        let content = Some(self.world.registry.fingerprint());
        pack(2, migrations.newest(), content, &body)
    }

    /// The game as raw data of the newest version: for those who keep it inside
    /// data of their own.
    pub fn raw(&self) -> Raw {
        let body = serde_json::to_value(data::SaveV2::of_game(self));
        Raw {
            game: 0,
            content: Some(self.world.registry.fingerprint()),
            body: body.expect("saved data has only text for keys"),
        }
    }

    /// Goes on with a saved game.
    pub fn load(bytes: &[u8], registry: Registry, rules: Rules) -> Result<Self, SaveError> {
        Self::load_with(bytes, registry, rules, &Migrations::new())
    }

    /// Goes on with a saved game, after the author's migrations.
    pub fn load_with(
        bytes: &[u8],
        registry: Registry,
        rules: Rules,
        migrations: &Migrations,
    ) -> Result<Self, SaveError> {
        let mut raw = Raw::read(bytes)?;
        migrations.run(&mut raw)?;
        Self::restore(raw, registry, rules)
    }

    /// Makes a game of raw data of the newest version.
    pub fn restore(raw: Raw, registry: Registry, rules: Rules) -> Result<Self, SaveError> {
        let (world, state) = restore::restore(raw, registry)?;
        let mut game = Self::at_rest(world, rules)?;
        game.mode = state.mode;
        game.question = state.question;
        game.waiting = state.waiting;
        game.ending = state.ending;
        Ok(game)
    }

    /// The hash of everything that a save holds: the same for the same game on
    /// every machine.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&data::SaveV2::of_game(self))
    }
}
