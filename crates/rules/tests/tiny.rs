//! The two tiny games keep their recorded playthroughs, and their rules.

use parlour_rules::testing::{Sampler, check_golden, golden_playthrough};
use parlour_rules::tiny::{
    Bids, BidsCommand, BidsRefusal, BidsSampler, BidsSeen, BidsSetup, Pig, PigCommand, PigEvent,
    PigRefusal, PigSampler, PigSetup,
};
use parlour_rules::{Actor, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};

/// With `PARLOUR_WRITE_GOLDEN` in the environment the file is written anew.
#[expect(
    clippy::disallowed_methods,
    reason = "the test writes its own golden file"
)]
fn check<G: Rules>(sampler: &impl Sampler<G>, golden: &str) {
    if std::env::var_os("PARLOUR_WRITE_GOLDEN").is_some() {
        let path = format!(
            "{}/tests/golden/{}.txt",
            env!("CARGO_MANIFEST_DIR"),
            G::NAME
        );
        let text = golden_playthrough(sampler, Seed(7), 60).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    check_golden(sampler, Seed(7), 60, golden).unwrap();
}

#[test]
fn pig_is_played_as_recorded() {
    check(&PigSampler, include_str!("golden/pig.txt"));
}

#[test]
fn bids_is_played_as_recorded() {
    check(&BidsSampler, include_str!("golden/bids.txt"));
}

fn seat(number: u8) -> Actor {
    Actor::Seat(Seat(number))
}

#[test]
fn pig_passes_the_die_on_after_a_one_and_after_a_hold() {
    let setup = PigSetup {
        players: 2,
        goal: 10,
    };
    let mut state = Pig::start(&setup, Seed(1)).unwrap();
    for (event, current, pot, scores) in [
        (PigEvent::Rolled(6), 0, 6, [0, 0]),
        (PigEvent::Rolled(1), 1, 0, [0, 0]),
        (PigEvent::Rolled(5), 1, 5, [0, 0]),
        (PigEvent::Held(5), 0, 0, [0, 5]),
    ] {
        Pig::apply(&mut state, &event);
        let view = Pig::view(&state, Viewer::Spectator);
        assert_eq!((view.current, view.pot), (Seat(current), pot), "{event:?}");
        assert_eq!(view.scores, scores, "{event:?}");
    }
    assert_eq!(
        Pig::decide(&state, seat(1), &PigCommand::Roll),
        Err(PigRefusal::NotYourTurn)
    );
    assert_eq!(
        Pig::decide(&state, seat(0), &PigCommand::Hold),
        Err(PigRefusal::NothingToHold)
    );
}

#[test]
fn the_highest_bid_takes_the_prize_and_pays() {
    let setup = BidsSetup {
        players: 3,
        rounds: 1,
        coins: 10,
    };
    let mut state = Bids::start(&setup, Seed(1)).unwrap();
    let prize = Bids::view(&state, Viewer::Spectator).prize;
    for (by, coins) in [(0, 4), (1, 7), (2, 7)] {
        assert_eq!(
            Bids::turn(&state),
            Turn::Awaiting {
                stage: Stage::new("round-1"),
                seats: (by..3).map(Seat).collect::<SeatSet>(),
            }
        );
        for event in Bids::decide(&state, seat(by), &BidsCommand::Bid(coins)).unwrap() {
            Bids::apply(&mut state, &event);
        }
    }
    let view = Bids::view(&state, Viewer::Spectator);
    assert_eq!(view.purses, [10, 3, 10], "of equal bids the lowest seat's");
    assert_eq!(view.points, [0, prize, 0]);
    assert!(matches!(Bids::turn(&state), Turn::Over(_)));
}

#[test]
fn a_bid_is_told_to_its_bidder_alone_and_the_clock_closes_the_round() {
    let setup = BidsSetup {
        players: 2,
        rounds: 2,
        coins: 10,
    };
    let state = Bids::start(&setup, Seed(1)).unwrap();
    let placed = &Bids::decide(&state, seat(1), &BidsCommand::Bid(3)).unwrap()[0];
    for (viewer, coins) in [
        (Viewer::Seat(Seat(1)), Some(3)),
        (Viewer::Seat(Seat(0)), None),
        (Viewer::Spectator, None),
    ] {
        let seen = Bids::observe(placed, viewer);
        let seat = Seat(1);
        assert_eq!(seen, Some(BidsSeen::BidPlaced { seat, coins }));
    }
    let close = Bids::time_up(&state).unwrap();
    assert_eq!(
        Bids::decide(&state, seat(0), &close),
        Err(BidsRefusal::OnlyTheClockCloses)
    );
    assert_eq!(Bids::decide(&state, Actor::Clock, &close).unwrap().len(), 2);
    assert_eq!(
        Bids::decide(&state, seat(0), &BidsCommand::Bid(11)),
        Err(BidsRefusal::TooPoor { purse: 10 })
    );
}
