//! Why a command is not accepted, in words that name the rule.
//!
//! A card of the request is never repeated, only its place: the words may reach
//! a line that others read.

use std::fmt;

use parlour_rules::Refuse;

use crate::notation::ordinal;
use crate::state::Step;

/// The fact that forbids a command or a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    GameOver,
    /// Somebody else is to move.
    NotYourTurn,
    /// The command belongs to another step of the turn.
    WrongStep {
        /// The step the table is in.
        step: Step,
    },
    /// A card, by its place counted from 1, that the mover does not hold.
    NotInHand {
        /// Its place in the command.
        place: u8,
    },
    /// A card, by its place counted from 1, that was named before and that the
    /// mover does not hold once more.
    NamedTwice {
        /// Its place in the command.
        place: u8,
    },
    /// A play of nothing.
    EmptyPlay,
    /// A Jester together with other cards.
    JesterAlone,
    /// Cards of different numbers without an Ace.
    MixedRanks,
    /// Three or four Aces.
    TooManyAces,
    /// An Ace with more than one other card.
    AceWithSeveral,
    /// A combo of Jacks, Queens or Kings.
    CourtCombo,
    /// A combo over the limit.
    ComboTooLarge {
        /// What the cards total.
        total: u16,
        /// What they may total.
        limit: u8,
    },
    /// The payment does not cover the attack.
    PaymentTooSmall {
        /// What the cards are worth.
        paid: u16,
        /// What is owed.
        due: u16,
    },
    /// This house takes no card that a payment does not need.
    PaymentTooLarge {
        /// The place of such a card, counted from 1.
        place: u8,
    },
    /// Every other player yielded on their last turn.
    EveryoneElseYielded,
    /// There is no yield in the solo game.
    NoYieldInSolo,
    /// Where a house allows it, the hand must not be empty.
    EmptySoloYield,
    /// A seat that is not at this table.
    NoSuchPlayer {
        /// How many seats there are.
        players: u8,
    },
    /// Both Jesters beside the deck have been turned.
    NoJesterLeft,
    /// Jesters are turned in the solo game only.
    FlipIsSolo,
    /// A table for none, or for more than four.
    PlayersOutOfRange,
    /// House rules with an enemy of no health.
    EnemyWithoutHealth,
}

impl Refusal {
    /// The number of the rule that forbids it; see the rules guide.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::GameOver => "R13",
            Self::NotYourTurn | Self::NotInHand { .. } | Self::NamedTwice { .. } => "R4.7",
            Self::WrongStep { .. } => "R2.1",
            Self::EmptyPlay => "R2.2",
            Self::JesterAlone => "R4.6",
            Self::MixedRanks => "R4.3",
            Self::TooManyAces => "R4.5",
            Self::AceWithSeveral => "R4.4",
            Self::CourtCombo | Self::ComboTooLarge { .. } => "R4.2",
            Self::PaymentTooSmall { .. } | Self::PaymentTooLarge { .. } => "R8.2",
            Self::EveryoneElseYielded => "R9.2",
            Self::NoYieldInSolo | Self::EmptySoloYield => "R9.4",
            Self::NoSuchPlayer { .. } => "R10.3",
            Self::NoJesterLeft => "R11.2",
            Self::FlipIsSolo => "R11.1",
            Self::PlayersOutOfRange => "R1.3",
            Self::EnemyWithoutHealth => "R7.1",
        }
    }
}

impl Refuse for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NotYourTurn => "not_your_turn",
            Self::WrongStep { .. } => "wrong_step",
            Self::NotInHand { .. } | Self::NamedTwice { .. } => "not_in_hand",
            Self::JesterAlone => "jester_alone",
            Self::EmptyPlay
            | Self::MixedRanks
            | Self::TooManyAces
            | Self::AceWithSeveral
            | Self::CourtCombo
            | Self::ComboTooLarge { .. }
            | Self::PaymentTooLarge { .. } => "illegal_set",
            Self::PaymentTooSmall { .. } => "payment_too_small",
            Self::EveryoneElseYielded | Self::NoYieldInSolo | Self::EmptySoloYield => {
                "cannot_yield"
            }
            Self::NoSuchPlayer { .. } => "no_such_player",
            Self::NoJesterLeft | Self::FlipIsSolo => "cannot_flip",
            Self::PlayersOutOfRange | Self::EnemyWithoutHealth => "bad_setup",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NotYourTurn => f.write_str("it is not your turn"),
            Self::WrongStep { step } => f.write_str(match step {
                Step::Play => "this is the time to play cards or to yield",
                Step::Suffer => "the enemy strikes: this is the time to pay with cards",
                Step::Choose => "a Jester was played: this is the time to choose who goes next",
                Step::Over => "the game is over",
            }),
            Self::NotInHand { place } => {
                write!(f, "the {} card is not in your hand", ordinal(*place))
            }
            Self::NamedTwice { place } => write!(
                f,
                "the {} card is named twice, and you hold no other like it",
                ordinal(*place)
            ),
            Self::EmptyPlay => f.write_str("a play needs at least one card; no card is no yield"),
            Self::JesterAlone => f.write_str("a Jester is always played alone"),
            Self::MixedRanks => {
                f.write_str("only cards of one number combine; different numbers do not")
            }
            Self::TooManyAces => {
                f.write_str("an Ace joins exactly one other card, so two Aces are the most")
            }
            Self::AceWithSeveral => f.write_str("an Ace joins exactly one other card, not a combo"),
            Self::CourtCombo => f.write_str("Jacks, Queens and Kings never combine"),
            Self::ComboTooLarge { total, limit } => write!(
                f,
                "a combo may total at most {limit}, and these cards total {total}"
            ),
            Self::PaymentTooSmall { paid, due } => write!(
                f,
                "these cards are worth {paid}, and the enemy's attack needs {due}"
            ),
            Self::PaymentTooLarge { place } => write!(
                f,
                "this house allows no surplus, and the {} card is not needed",
                ordinal(*place)
            ),
            Self::EveryoneElseYielded => {
                f.write_str("you cannot yield: every other player yielded on their last turn")
            }
            Self::NoYieldInSolo => f.write_str("there is no yielding in the solo game"),
            Self::EmptySoloYield => {
                f.write_str("you cannot yield with an empty hand in the solo game")
            }
            Self::NoSuchPlayer { players } => write!(
                f,
                "there is no such player; the seats are 0 to {}",
                players.saturating_sub(1)
            ),
            Self::NoJesterLeft => f.write_str("both Jesters have been turned already"),
            Self::FlipIsSolo => f.write_str(
                "Jesters are turned over in the solo game only; here they are played from the hand",
            ),
            Self::PlayersOutOfRange => f.write_str("one to four people play"),
            Self::EnemyWithoutHealth => f.write_str("an enemy needs at least 1 health"),
        }?;
        write!(f, " ({})", self.rule())
    }
}
