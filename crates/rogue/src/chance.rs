//! The named streams of chance of one world, all from one seed.
//!
//! Drawing from one stream never changes another, so a louder animation or a
//! different map generator leaves the dice of a fight as they were. How far each
//! stream has been drawn is part of the save.

use parlour_rules::{Seed, Stream};
use serde::{Deserialize, Serialize};

/// The streams. The algorithm never changes: the same seed gives the same world
/// on every machine and in every release.
#[derive(Clone, Debug)]
pub struct Chance {
    seed: Seed,
    /// For making maps.
    pub map: Stream,
    /// For fights and everything else that counts.
    pub fight: Stream,
    /// For what creatures decide.
    pub mind: Stream,
    /// For show: colours, flicker, sounds. Nothing that counts draws from it.
    pub show: Stream,
}

/// How far the streams have been drawn: `Chance` as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    seed: Seed,
    map: u64,
    fight: u64,
    mind: u64,
    show: u64,
}

impl From<Seed> for Chance {
    fn from(seed: Seed) -> Self {
        Self::new(seed)
    }
}

impl Chance {
    /// The streams of a seed, nothing drawn yet.
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            map: Stream::new(seed, 0),
            fight: Stream::new(seed, 1),
            mind: Stream::new(seed, 2),
            show: Stream::new(seed, 3),
        }
    }

    /// The seed they grow from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// How far each was drawn.
    pub fn drawn(&self) -> Drawn {
        Drawn {
            seed: self.seed,
            map: self.map.drawn(),
            fight: self.fight.drawn(),
            mind: self.mind.drawn(),
            show: self.show.drawn(),
        }
    }

    /// The streams as they were when [`Chance::drawn`] was asked.
    pub fn resume(drawn: Drawn) -> Self {
        let stream = |place, count| Stream::resume(drawn.seed, place, count);
        Self {
            seed: drawn.seed,
            map: stream(0, drawn.map),
            fight: stream(1, drawn.fight),
            mind: stream(2, drawn.mind),
            show: stream(3, drawn.show),
        }
    }
}
