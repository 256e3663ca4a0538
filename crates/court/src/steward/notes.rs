//! What the table keeps in the host's record beside the game: who is ready, how
//! far the wire's count had come before this game, which games were before it, and
//! what was said.

use std::collections::{BTreeSet, VecDeque};

use parlour_host::Json;
use parlour_host::table::{Identity, Record, TableId};
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

use super::log::{Log, LogLine};

/// How many games back the ids of actions are looked for.
const EARLIER_GAMES: usize = 16;

/// How many people who sat here once are known by their tokens.
const MOST_FORMER: usize = 16;

/// Somebody who had a seat, and may have one again by the same token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Former {
    /// Who it is.
    pub who: Identity,
    /// What they are called.
    pub name: String,
    /// Where they sat.
    pub seat: Seat,
    /// Whether a bot plays there in their place until they are back.
    pub bot: bool,
}

/// Stored as the settings of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// By what clients know the table again, whatever address they come by. It
    /// stays the same over games and restarts.
    pub table: String,
    /// Added to the host's counters, so that the wire's count goes on over games.
    pub base: u64,
    /// How many games were played at this table before.
    pub game: u32,
    /// The seats that are ready for this game, or for the next one.
    pub ready: BTreeSet<Seat>,
    /// The log as it was when these notes were stored.
    pub log: Log,
    /// The last entry whose words are in that log.
    pub logged: u64,
    /// The games before this one, the newest last. The ids of what was done in
    /// them stand in the journal under their names.
    pub earlier: VecDeque<TableId>,
    /// Who sat here once, the newest last.
    pub former: VecDeque<Former>,
}

impl Notes {
    /// What a record keeps.
    pub fn of(record: &Record) -> Self {
        record.settings.read().unwrap_or_default()
    }

    /// As it is stored.
    pub fn json(&self) -> Json {
        Json::of(self)
    }

    /// Notes for the game after this one at the same table, whose count begins at
    /// `base`.
    pub fn for_next_game(&self, this: &TableId, base: u64) -> Self {
        let mut earlier = self.earlier.clone();
        earlier.push_back(this.clone());
        if earlier.len() > EARLIER_GAMES {
            earlier.pop_front();
        }
        Self {
            table: self.table.clone(),
            base,
            game: self.game + 1,
            earlier,
            former: self.former.clone(),
            ..Self::default()
        }
    }

    /// Somebody got up, or was got up.
    pub fn remember(&mut self, former: Former) {
        self.forget(&former.who);
        if self.former.len() == MOST_FORMER {
            self.former.pop_front();
        }
        self.former.push_back(former);
    }

    /// Somebody sits here again.
    pub fn forget(&mut self, who: &Identity) {
        self.former.retain(|former| former.who != *who);
    }

    /// A person takes this seat: a bot that plays there later plays in the place of
    /// nobody who had the seat before. True if anything changed.
    pub fn take(&mut self, seat: Seat, who: &Identity) -> bool {
        let mut changed = false;
        for former in &mut self.former {
            if former.bot && former.seat == seat && former.who != *who {
                former.bot = false;
                changed = true;
            }
        }
        changed
    }

    /// A seat changes hands: what was done there stays under the name of before, and
    /// the log says what happened.
    pub fn hand_over(&mut self, seat: Seat, before: &str, seq: u64, text: String) {
        self.log.hand_over(seat, before);
        let player = None;
        self.write_log(LogLine { seq, player, text });
    }

    /// One more line of the log; the oldest goes when there are too many.
    pub fn write_log(&mut self, line: LogLine) {
        self.log.push(line);
    }
}
