//! Why a command is not carried out. None of these costs a turn.

use parlour_rules::{Fingerprint, Refuse};

/// The fact that forbids a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Only the player at the one seat plays.
    #[error("this is not your game")]
    NotYours,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The content has faults.
    #[error("{0}")]
    BadContent(String),
    /// The content that shipped when the game was begun is not kept.
    #[error("this game was begun with content {0}, which is not kept here")]
    UnknownContent(Fingerprint),
    /// Rock, water, or the end of the map.
    #[error("there is no way through")]
    Blocked,
    /// There is no door in that direction.
    #[error("there is no open door there")]
    NoDoor,
    /// Somebody or something is in the doorway.
    #[error("something is in the way of the door")]
    DoorTaken,
    /// Walking on without looking is not possible now.
    #[error("an enemy is in view")]
    EnemyInView,
    /// Nobody rests who need not.
    #[error("you are rested already")]
    Rested,
    /// Everything that can be reached is known.
    #[error("there is nothing left to explore here")]
    NothingToExplore,
    /// What is left can be reached through fire, gas, deep water or a trap alone.
    #[error("what is left to explore is behind something dangerous")]
    OnlyDanger,
    /// Somebody stands where one would have to go on.
    #[error("somebody is in the way")]
    InTheWay,
    /// Nobody knows a way there.
    #[error("you know no way there")]
    NoWay,
    /// The cell one stands on.
    #[error("you are there already")]
    ThereAlready,
    /// There are no stairs of that kind underfoot.
    #[error("there are no stairs here")]
    NoStairs,
    /// Out is only possible with the amulet.
    #[error("you will not leave without the amulet")]
    NotWithoutAmulet,
    /// Nothing lies here.
    #[error("there is nothing here to pick up")]
    NothingHere,
    /// The pack is full.
    #[error("you cannot carry any more, your pack is full")]
    PackFull,
    /// No item has that letter.
    #[error("you have nothing with the letter {0}")]
    NoSuchItem(char),
    /// The item cannot be used.
    #[error("the {0} cannot be used like that")]
    Useless(String),
    /// The item wants a place to be used on.
    #[error("choose a place for the {0}")]
    NeedsTarget(String),
    /// There is nothing to heal.
    #[error("you are already at full health")]
    FullHealth,
    /// There is nothing to cure.
    #[error("nothing ails you")]
    NothingAils,
    /// No enemy in sight and reach.
    #[error("no enemy is close enough to strike")]
    NobodyNear,
    /// The place cannot be seen.
    #[error("you cannot see that place")]
    Unseen,
    /// Nobody is there.
    #[error("nobody is there")]
    NobodyThere,
    /// No bow is in hand.
    #[error("you have no bow in hand")]
    NoBow,
    /// There are no arrows.
    #[error("you have no arrows")]
    NoArrows,
    /// A vault without its key.
    #[error("it is locked, and you have no key")]
    Locked,
    /// Nothing is left in a wand or staff.
    #[error("the {0} has no charge left")]
    NoCharge(String),
    /// A shard cannot be bound to it.
    #[error("a shard cannot be bound to the {0}")]
    CannotHold(String),
    /// Not enough shards for a stall.
    #[error("that costs {0} shards")]
    TooDear(u32),
    /// Too far for the bow.
    #[error("that is out of range")]
    OutOfRange,
}

/// The words of a refusal as a sentence, for a screen.
pub fn as_sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(char::to_uppercase);
    let mut sentence: String = first.into_iter().flatten().chain(chars).collect();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl Refuse for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::NotYours => "not_yours",
            Self::Over => "over",
            Self::BadContent(_) => "bad_content",
            Self::UnknownContent(_) => "unknown_content",
            Self::Blocked => "blocked",
            Self::NoDoor => "no_door",
            Self::DoorTaken => "door_taken",
            Self::EnemyInView => "enemy_in_view",
            Self::Rested => "rested",
            Self::NothingToExplore => "nothing_to_explore",
            Self::OnlyDanger => "only_danger",
            Self::InTheWay => "in_the_way",
            Self::NoWay => "no_way",
            Self::ThereAlready => "there_already",
            Self::NoStairs => "no_stairs",
            Self::NotWithoutAmulet => "not_without_amulet",
            Self::NothingHere => "nothing_here",
            Self::PackFull => "pack_full",
            Self::NoSuchItem(_) => "no_such_item",
            Self::Useless(_) => "useless",
            Self::NeedsTarget(_) => "needs_target",
            Self::FullHealth => "full_health",
            Self::NothingAils => "nothing_ails",
            Self::NobodyNear => "nobody_near",
            Self::Unseen => "unseen",
            Self::NobodyThere => "nobody_there",
            Self::NoBow => "no_bow",
            Self::NoArrows => "no_arrows",
            Self::Locked => "locked",
            Self::NoCharge(_) => "no_charge",
            Self::CannotHold(_) => "cannot_hold",
            Self::TooDear(_) => "too_dear",
            Self::OutOfRange => "out_of_range",
        }
    }
}
