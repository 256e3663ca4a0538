//! Passes: secrets that somebody holds and of which only the hash is kept.
//!
//! A link that admits to a seat, a link that moves a person to another device, a
//! browser's session: each is a pass with a purpose, an end, and a number of times it
//! can be claimed. Whoever finds the database finds no secret in it.

use serde::{Deserialize, Serialize};

use crate::table::Identity;
use crate::{Json, Time};

/// A pass, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// The hash of the secret.
    pub hash: String,
    /// What its holder calls it, to end it. No secret.
    pub id: String,
    /// What it is for, in a word of the front that made it.
    pub purpose: String,
    /// Whose it is.
    pub holder: Identity,
    /// What else belongs to it; the front's own.
    pub about: Json,
    /// When it was made.
    pub made: Time,
    /// When it was last used.
    pub last: Time,
    /// When it ends.
    pub until: Time,
    /// How often it can still be claimed.
    pub uses: u32,
}

/// A question about passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassQuestion {
    /// The pass with this hash, unless it has ended by now.
    ByHash {
        /// The hash.
        hash: String,
        /// Now.
        now: Time,
    },
    /// All passes of somebody for a purpose, the newest first.
    Of {
        /// Whose.
        holder: Identity,
        /// What for.
        purpose: String,
    },
}

/// A change of passes. Each is made whole, and answered by the passes it touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassChange {
    /// Keeps a pass. One with the same hash stays as it is.
    Keep(Pass),
    /// Claims a pass once, if it can still be claimed. Of two who claim the last use
    /// at once, one has it.
    Claim {
        /// The hash.
        hash: String,
        /// Now.
        now: Time,
        /// Names this claim: should its answer be lost, the same claim is the same.
        claim: String,
    },
    /// Gives a use back that came to nothing.
    Return {
        /// The hash.
        hash: String,
    },
    /// A pass was used, and can be used for longer.
    Touch {
        /// The hash.
        hash: String,
        /// Now.
        now: Time,
        /// Its new end.
        until: Time,
    },
    /// Changes what belongs to all passes of somebody for a purpose.
    Describe {
        /// Whose.
        holder: Identity,
        /// What for.
        purpose: String,
        /// What belongs to them from now on.
        about: Json,
    },
    /// Ends a pass of somebody's.
    End {
        /// Whose.
        holder: Identity,
        /// Which.
        id: String,
    },
    /// Forgets passes that ended before this.
    Forget {
        /// When.
        before: Time,
    },
}
