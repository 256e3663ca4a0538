//! Time as a number that somebody else provides.

mod agreed;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

pub use agreed::AgreedClock;

/// Milliseconds since the beginning of 1970, in UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// The moment so many milliseconds later.
    #[must_use]
    pub fn after(self, milliseconds: u64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// How many milliseconds it is since an earlier moment.
    pub fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

/// Says what time it is.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Time;

    /// Microseconds since a moment of its own that never go back: for taking the time
    /// of something.
    fn micros(&self) -> u64 {
        self.now().0.saturating_mul(1000)
    }
}

/// A clock that stands still until it is moved: for tests and scripts.
#[derive(Debug, Default)]
pub struct ManualClock(AtomicU64);

impl ManualClock {
    /// A clock that shows this moment.
    pub fn at(time: Time) -> Self {
        Self(AtomicU64::new(time.0))
    }

    /// Lets time pass.
    pub fn advance(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Time {
        Time(self.0.load(Ordering::SeqCst))
    }
}

/// The machine's clock.
#[cfg(feature = "system")]
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

#[cfg(feature = "system")]
impl Clock for SystemClock {
    fn now(&self) -> Time {
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Time(since_1970.map_or(0, |duration| duration.as_millis() as u64))
    }

    fn micros(&self) -> u64 {
        static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        let begun = BEGUN.get_or_init(std::time::Instant::now);
        begun.elapsed().as_micros() as u64
    }
}
