//! Why the host does not do what it is asked.

use parlour_rules::{Seat, Stage};
use thiserror::Error;

use crate::game::{BadSetup, Refusal, UnknownGame};
use crate::journal::JournalError;
use crate::log::{NewerRules, Older};
use crate::table::TableId;

/// A refusal of the host, or of the game behind it. Its words are for a person,
/// its [`code`](Refused::code) for a program; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// There is no such table.
    #[error("there is no table {0}")]
    UnknownTable(TableId),
    /// There is such a table already.
    #[error("there is a table {0} already")]
    TableExists(TableId),
    /// There is no such game.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The game does not start so.
    #[error(transparent)]
    BadSetup(#[from] BadSetup),
    /// The sender has no seat here.
    #[error("you have no seat at this table")]
    NotSeated,
    /// The seat is somebody else's.
    #[error("{0} is not yours")]
    NotYourSeat(Seat),
    /// The sender may not even watch.
    #[error("you are not invited to this table")]
    NotAdmitted,
    /// Only who opened the table may do this.
    #[error("only who opened the table may do this")]
    NotOwner,
    /// There is no such seat.
    #[error("there is no {0} at this table")]
    NoSuchSeat(Seat),
    /// Somebody sits there.
    #[error("{0} is taken")]
    SeatTaken(Seat),
    /// All seats are taken.
    #[error("all seats are taken")]
    TableFull,
    /// The sender sits here already.
    #[error("you are at {0} already")]
    AlreadySeated(Seat),
    /// No invitation has this code.
    #[error("no invitation has this code")]
    UnknownInvitation,
    /// Play has not begun.
    #[error("the game has not started yet")]
    NotStarted,
    /// Play has begun.
    #[error("the game has started already")]
    AlreadyStarted,
    /// The table is paused.
    #[error("the table is paused")]
    Paused,
    /// The table is not paused.
    #[error("the table is not paused")]
    NotPaused,
    /// The command was meant for a stage that is over.
    #[error("this was meant for stage {named}, but it is stage {current} now")]
    StaleStage {
        /// The stage the command names.
        named: Stage,
        /// The stage there is.
        current: Stage,
    },
    /// The sender has not seen the latest entries.
    #[error("this was meant for entry {named}, but the table is at entry {current}")]
    StaleSeq {
        /// The last entry the sender had seen.
        named: u64,
        /// The last entry there is.
        current: u64,
    },
    /// The sender has not seen the latest change of the table's record.
    #[error("the table was changed meanwhile: look again")]
    StaleRecord {
        /// The version the sender had seen.
        named: u64,
        /// The version there is.
        current: u64,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Entries were taken back, and play goes on elsewhere.
    #[error("play goes on at table {0}")]
    Moved(TableId),
    /// It was closed before its game was over.
    #[error("the table was closed; nobody plays on")]
    Closed,
    /// The text is not a command of the game.
    #[error("not a command of this game: {0}")]
    BadCommand(String),
    /// The text is longer than any command.
    #[error("a command has at most {longest} bytes, this one has {found}")]
    TooLong {
        /// The most there may be.
        longest: usize,
        /// How many there are.
        found: usize,
    },
    /// Press that is too long.
    #[error("press has at most {longest} bytes, this has {found}")]
    PressTooLong {
        /// How many it may have.
        longest: usize,
        /// How many it has.
        found: usize,
    },
    /// Somebody says more than one may at this table.
    #[error(
        "nothing was told: one player is heard at most {most} times in {within}{}; \
         you can tell it in {}",
        spent(*.share), in_words(*.wait)
    )]
    PressTooFast {
        /// How often they are heard.
        most: usize,
        /// In how long.
        within: &'static str,
        /// How often they were heard before that became their pace, if it was not always.
        share: Option<u64>,
        /// How many milliseconds they have to wait.
        wait: u64,
    },
    /// The table keeps no more press.
    #[error("this table keeps no more press")]
    PressFull,
    /// There is no such entry.
    #[error("there is no entry {0}")]
    NoSuchEntry(u64),
    /// Nobody asked to take anything back.
    #[error("nobody asked to take anything back")]
    NothingToAgreeTo,
    /// The table was played under rules that are not here yet.
    #[error("the table cannot be opened: {0}")]
    NewerRules(#[from] NewerRules),
    /// The table was played under older rules, and the present ones cannot show it.
    #[error("{}, and cannot be shown under the present ones: {what}", in_older_words(.older))]
    OlderRules {
        /// Which rules.
        older: Older,
        /// The entry, and what the present rules cannot do with it.
        what: String,
    },
    /// The table was played under older rules, and is not continued.
    #[error("{0}")]
    ReadOnly(Older),
    /// The rules forbid it.
    #[error(transparent)]
    Game(#[from] Refusal),
    /// It could not be stored, so it did not happen.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Refused {
    /// Whether a table is refused for what is stored of it, which will not change; not
    /// because the journal is busy or gone.
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::Journal(JournalError::Damaged { .. }) | Self::BadSetup(_) | Self::UnknownGame(_)
        ) || self.is_of_another_age()
    }

    /// Whether a table is refused because of its age alone: nothing is wrong with what
    /// is stored, other rules than these can read it.
    pub fn is_of_another_age(&self) -> bool {
        matches!(self, Self::NewerRules(_) | Self::OlderRules { .. })
    }

    /// The stable code: the game's own for its refusals.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownTable(_) => "unknown_table",
            Self::TableExists(_) => "table_exists",
            Self::PressTooLong { .. } => "press_too_long",
            Self::PressTooFast { .. } => "press_too_fast",
            Self::PressFull => "press_full",
            Self::UnknownGame(_) => "unknown_game",
            Self::BadSetup(BadSetup::Unreadable(_)) => "bad_setup",
            Self::BadSetup(BadSetup::Refused(refusal)) | Self::Game(refusal) => refusal.code,
            Self::NotSeated => "not_seated",
            Self::NotYourSeat(_) => "not_your_seat",
            Self::NotAdmitted => "not_admitted",
            Self::NotOwner => "not_owner",
            Self::NoSuchSeat(_) => "no_such_seat",
            Self::SeatTaken(_) => "seat_taken",
            Self::TableFull => "table_full",
            Self::AlreadySeated(_) => "already_seated",
            Self::UnknownInvitation => "unknown_invitation",
            Self::NotStarted => "not_started",
            Self::AlreadyStarted => "already_started",
            Self::Paused => "paused",
            Self::NotPaused => "not_paused",
            Self::StaleStage { .. } | Self::StaleSeq { .. } | Self::StaleRecord { .. } => "stale",
            Self::GameOver => "game_over",
            Self::Moved(_) => "moved",
            Self::Closed => "closed",
            Self::BadCommand(_) => "bad_command",
            Self::TooLong { .. } => "too_long",
            Self::NoSuchEntry(_) => "no_such_entry",
            Self::NothingToAgreeTo => "nothing_to_agree_to",
            Self::NewerRules(_) => "newer_rules",
            Self::OlderRules { .. } => "older_rules",
            Self::ReadOnly(_) => "read_only",
            Self::Journal(_) => "journal",
        }
    }
}

fn spent(share: Option<u64>) -> String {
    share.map_or_else(String::new, |share| {
        format!(" who has said {share} things in one game")
    })
}

/// A length of time in whole seconds, minutes or hours, never too short.
fn in_words(milliseconds: u64) -> String {
    match milliseconds.div_ceil(1000).max(1) {
        seconds @ ..=90 => format!("{seconds} s"),
        seconds @ ..=5400 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{} h", seconds.div_ceil(3600)),
    }
}

fn in_older_words(older: &Older) -> String {
    let Older { rules, present, .. } = older;
    format!("the table was played under older rules ({rules}, these are {present})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_too_much_is_told_for_how_long_they_wait() {
        for (wait, share, words) in [
            (1, None, "30 times in a minute; you can tell it in 1 s"),
            (
                600_000,
                None,
                "30 times in a minute; you can tell it in 10 min",
            ),
            (
                86_000_000,
                Some(2500),
                "30 times in a minute who has said 2500 things in one game; you can tell it in \
                 24 h",
            ),
        ] {
            let refused = Refused::PressTooFast {
                most: 30,
                within: "a minute",
                share,
                wait,
            };
            assert!(refused.to_string().ends_with(words), "{refused}");
        }
    }

    #[test]
    fn a_journal_that_is_busy_or_gone_damages_no_table() {
        let words = || String::from("it");
        let damaged = JournalError::Damaged {
            place: words(),
            what: words(),
        };
        for (error, damage) in [
            (damaged, true),
            (JournalError::Unreachable(words()), false),
            (JournalError::InUse(words()), false),
        ] {
            assert_eq!(Refused::Journal(error).is_damage(), damage);
        }
        assert!(!Refused::NotSeated.is_damage());
        let newer = NewerRules {
            game: "pig",
            found: 3,
            known: 2,
        };
        assert!(Refused::NewerRules(newer.clone()).is_damage());
        assert!(Refused::NewerRules(newer).is_of_another_age());
    }
}
