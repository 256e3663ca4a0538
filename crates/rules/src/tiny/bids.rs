//! Bids: everyone secretly bids coins for a prize; the highest bid wins it.
//!
//! A round closes when all have bid or when the clock says so; whoever has not bid
//! by then bids nothing. Equal bids: the lowest seat wins. Until a round closes,
//! a bid is known to its bidder alone, and may be changed.
//!
//! Notation: `bid 5`, `close`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::NoSuchCommand;
use crate::testing::{RoundTrip, Sampler, Twin};
use crate::{Actor, Refuse, Rules, Seat, SeatSet, Seed, Stage, Stream, Turn, Viewer};

/// The rules of Bids.
#[derive(Clone, Copy, Debug)]
pub struct Bids;

/// What is agreed before the first bid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BidsSetup {
    /// From 2 to 8.
    pub players: u8,
    /// From 1 to 1000.
    pub rounds: u16,
    /// What every purse holds at first.
    pub coins: u32,
}

/// Everything there is to know: all bids and the seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BidsState {
    seed: Seed,
    place: u64,
    rounds: u16,
    round: u16,
    prize: u32,
    purses: Vec<u32>,
    points: Vec<u32>,
    bids: Vec<Option<u32>>,
}

/// What somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BidsCommand {
    /// Offer this many coins for the prize of the round.
    Bid(u32),
    /// End the round: the clock's command.
    Close,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BidsEvent {
    /// A seat named its bid.
    BidPlaced {
        /// Whose.
        seat: Seat,
        /// How much: for the bidder's eyes only.
        coins: u32,
    },
    /// The bids were opened and the prize given away.
    RoundClosed {
        /// Every seat's bid, nothing for those who made none.
        bids: Vec<Option<u32>>,
        /// Who pays and takes the prize; nobody if nobody bid.
        winner: Option<Seat>,
    },
    /// The next prize lies on the table.
    RoundOpened {
        /// Its worth in points, by chance.
        prize: u32,
    },
}

/// An event as one viewer is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BidsSeen {
    /// A seat has bid; the coins are there for the bidder alone.
    BidPlaced {
        /// Whose.
        seat: Seat,
        /// How much, if it is one's own.
        coins: Option<u32>,
    },
    /// The bids were opened and the prize given away.
    RoundClosed {
        /// Every seat's bid.
        bids: Vec<Option<u32>>,
        /// Who took the prize.
        winner: Option<Seat>,
    },
    /// The next prize lies on the table.
    RoundOpened {
        /// Its worth in points.
        prize: u32,
    },
}

/// The state as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BidsView {
    /// The number of the round, from 1.
    pub round: u16,
    /// The worth of its prize.
    pub prize: u32,
    /// Every seat's coins.
    pub purses: Vec<u32>,
    /// Every seat's points.
    pub points: Vec<u32>,
    /// Who has bid in this round.
    pub have_bid: SeatSet,
    /// The viewer's own bid.
    pub own_bid: Option<u32>,
}

/// Why a command or a setup is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BidsRefusal {
    /// Between two and eight play.
    WrongNumberOfPlayers,
    /// A game has one to a thousand rounds.
    WrongNumberOfRounds,
    /// There is no such seat.
    NoSuchSeat,
    /// More coins than the purse holds.
    TooPoor {
        /// What the purse holds.
        purse: u32,
    },
    /// Only the clock closes a round.
    OnlyTheClockCloses,
    /// The clock does not bid.
    TheClockDoesNotBid,
    /// All rounds are played.
    Over,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BidsOutcome {
    /// Every seat's points.
    pub points: Vec<u32>,
}

impl Rules for Bids {
    const NAME: &'static str = "bids";
    const VERSION: u32 = 1;
    type Setup = BidsSetup;
    type State = BidsState;
    type Command = BidsCommand;
    type Event = BidsEvent;
    type Seen = BidsSeen;
    type View = BidsView;
    type Refusal = BidsRefusal;
    type Outcome = BidsOutcome;

    fn seats(setup: &BidsSetup) -> u8 {
        setup.players
    }

    fn start(setup: &BidsSetup, seed: Seed) -> Result<BidsState, BidsRefusal> {
        if !(2..=8).contains(&setup.players) {
            return Err(BidsRefusal::WrongNumberOfPlayers);
        }
        if !(1..=1000).contains(&setup.rounds) {
            return Err(BidsRefusal::WrongNumberOfRounds);
        }
        let players = usize::from(setup.players);
        Ok(BidsState {
            seed,
            place: 0,
            rounds: setup.rounds,
            round: 1,
            prize: prize(seed, 0),
            purses: vec![setup.coins; players],
            points: vec![0; players],
            bids: vec![None; players],
        })
    }

    fn turn(state: &BidsState) -> Turn<BidsOutcome> {
        if state.is_over() {
            return Turn::Over(BidsOutcome {
                points: state.points.clone(),
            });
        }
        Turn::Awaiting {
            stage: Stage::new(format!("round-{}", state.round)),
            seats: state.seats(Option::is_none),
        }
    }

    fn time_up(state: &BidsState) -> Option<BidsCommand> {
        (!state.is_over()).then_some(BidsCommand::Close)
    }

    fn decide(
        state: &BidsState,
        by: Actor,
        command: &BidsCommand,
    ) -> Result<Vec<BidsEvent>, BidsRefusal> {
        if state.is_over() {
            return Err(BidsRefusal::Over);
        }
        match (by, command) {
            (Actor::Clock, BidsCommand::Close) => Ok(state.closing(&state.bids, 0)),
            (Actor::Clock, BidsCommand::Bid(_)) => Err(BidsRefusal::TheClockDoesNotBid),
            (Actor::Seat(_), BidsCommand::Close) => Err(BidsRefusal::OnlyTheClockCloses),
            (Actor::Seat(seat), BidsCommand::Bid(coins)) => {
                let place = usize::from(seat.0);
                let purse = *state.purses.get(place).ok_or(BidsRefusal::NoSuchSeat)?;
                if *coins > purse {
                    return Err(BidsRefusal::TooPoor { purse });
                }
                let mut bids = state.bids.clone();
                bids[place] = Some(*coins);
                let mut events = vec![BidsEvent::BidPlaced {
                    seat,
                    coins: *coins,
                }];
                if bids.iter().all(Option::is_some) {
                    events.extend(state.closing(&bids, 1));
                }
                Ok(events)
            }
        }
    }

    fn apply(state: &mut BidsState, event: &BidsEvent) {
        state.place += 1;
        match event {
            BidsEvent::BidPlaced { seat, coins } => {
                state.bids[usize::from(seat.0)] = Some(*coins);
            }
            BidsEvent::RoundClosed { bids, winner } => {
                if let Some(winner) = winner.map(|seat| usize::from(seat.0)) {
                    state.purses[winner] -= bids[winner].unwrap_or(0);
                    state.points[winner] += state.prize;
                }
                state.bids.fill(None);
                state.round += 1;
            }
            BidsEvent::RoundOpened { prize } => state.prize = *prize,
        }
    }

    fn observe(event: &BidsEvent, viewer: Viewer) -> Option<BidsSeen> {
        Some(match event.clone() {
            BidsEvent::BidPlaced { seat, coins } => BidsSeen::BidPlaced {
                seat,
                coins: (viewer == Viewer::Seat(seat)).then_some(coins),
            },
            BidsEvent::RoundClosed { bids, winner } => BidsSeen::RoundClosed { bids, winner },
            BidsEvent::RoundOpened { prize } => BidsSeen::RoundOpened { prize },
        })
    }

    fn view(state: &BidsState, viewer: Viewer) -> BidsView {
        BidsView {
            round: state.round,
            prize: state.prize,
            purses: state.purses.clone(),
            points: state.points.clone(),
            have_bid: state.seats(Option::is_some),
            own_bid: match viewer {
                Viewer::Seat(seat) => state.bids.get(usize::from(seat.0)).copied().flatten(),
                Viewer::Spectator => None,
            },
        }
    }
}

/// The worth of a prize laid out at this place of the log.
fn prize(seed: Seed, place: u64) -> u32 {
    Stream::new(seed, place).below(10) + 1
}

impl BidsState {
    fn is_over(&self) -> bool {
        self.round > self.rounds
    }

    fn seats(&self, keep: impl Fn(&Option<u32>) -> bool) -> SeatSet {
        let seats = (0_u8..).map(Seat).zip(&self.bids);
        seats
            .filter(|(_, bid)| keep(bid))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// What the end of the round brings, `ahead` events from here.
    fn closing(&self, bids: &[Option<u32>], ahead: u64) -> Vec<BidsEvent> {
        let highest = bids.iter().flatten().max();
        let winner = bids
            .iter()
            .position(|bid| bid.is_some() && bid.as_ref() == highest)
            .map(|seat| Seat(seat as u8));
        let mut events = vec![BidsEvent::RoundClosed {
            bids: bids.to_vec(),
            winner,
        }];
        if self.round < self.rounds {
            events.push(BidsEvent::RoundOpened {
                prize: prize(self.seed, self.place + ahead + 1),
            });
        }
        events
    }
}

impl fmt::Display for BidsCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(coins) => write!(f, "bid {coins}"),
            Self::Close => f.write_str("close"),
        }
    }
}

impl FromStr for BidsCommand {
    type Err = NoSuchCommand;

    fn from_str(text: &str) -> Result<Self, NoSuchCommand> {
        let coins = |words: &str| words.strip_prefix("bid ")?.parse().ok();
        match text {
            "close" => Ok(Self::Close),
            _ => coins(text)
                .map(Self::Bid)
                .ok_or_else(|| NoSuchCommand(text.to_owned())),
        }
    }
}

impl fmt::Display for BidsRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongNumberOfPlayers => f.write_str("between two and eight people play Bids"),
            Self::WrongNumberOfRounds => f.write_str("a game has one to a thousand rounds"),
            Self::NoSuchSeat => f.write_str("there is no such seat"),
            Self::TooPoor { purse } => write!(f, "your purse holds {purse} coins"),
            Self::OnlyTheClockCloses => f.write_str("only the clock closes a round"),
            Self::TheClockDoesNotBid => f.write_str("the clock does not bid"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl Refuse for BidsRefusal {
    fn code(&self) -> &'static str {
        match self {
            Self::WrongNumberOfPlayers => "wrong_number_of_players",
            Self::WrongNumberOfRounds => "wrong_number_of_rounds",
            Self::NoSuchSeat => "no_such_seat",
            Self::TooPoor { .. } => "too_poor",
            Self::OnlyTheClockCloses => "only_the_clock_closes",
            Self::TheClockDoesNotBid => "the_clock_does_not_bid",
            Self::Over => "game_over",
        }
    }
}

/// Random Bids for the conformance kit.
#[derive(Clone, Copy, Debug)]
pub struct BidsSampler;

impl Sampler<Bids> for BidsSampler {
    fn setup(&self, chance: &mut Stream) -> BidsSetup {
        BidsSetup {
            players: chance.below(4) as u8 + 2,
            rounds: chance.below(6) as u16 + 1,
            coins: chance.below(30),
        }
    }

    fn command(&self, state: &BidsState, by: Actor, chance: &mut Stream) -> Option<BidsCommand> {
        match by {
            Actor::Clock => Some(BidsCommand::Close),
            Actor::Seat(seat) => {
                let purse = state.purses.get(usize::from(seat.0)).copied().unwrap_or(0);
                Some(BidsCommand::Bid(chance.below(purse + 2)))
            }
        }
    }

    /// Other seats' bids and the seed are changed, unless the play opens them.
    fn disguise(
        &self,
        state: &BidsState,
        by: Actor,
        command: &BidsCommand,
        viewer: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<Bids>> {
        let missing = state.seats(Option::is_none);
        let opens_bids = match by {
            Actor::Clock => true,
            Actor::Seat(seat) => missing.without(seat).is_empty(),
        };
        if opens_bids {
            return None;
        }
        let mut twin: Twin<Bids> = Twin {
            state: state.clone(),
            command: *command,
        };
        twin.state.seed = Seed(u64::from(chance.word()));
        for (seat, (bid, purse)) in (0_u8..).zip(twin.state.bids.iter_mut().zip(&state.purses)) {
            if let Some(coins) = bid
                && viewer != Viewer::Seat(Seat(seat))
            {
                *coins = chance.below(purse + 1);
            }
        }
        if let (Actor::Seat(seat), BidsCommand::Bid(coins)) = (by, &mut twin.command)
            && viewer != Viewer::Seat(seat)
            && let Some(purse) = state.purses.get(usize::from(seat.0))
            && *coins <= *purse
        {
            *coins = chance.below(purse + 1);
        }
        Some(twin)
    }

    fn round_trips(&self, _: &BidsState, chance: &mut Stream) -> Vec<RoundTrip> {
        [BidsCommand::Bid(chance.word()), BidsCommand::Close]
            .iter()
            .map(|command| RoundTrip::of("command", command, ToString::to_string, str::parse))
            .collect()
    }
}
