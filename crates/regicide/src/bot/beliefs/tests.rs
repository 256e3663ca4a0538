//! Made-up games fit the view, whatever really lies face down.

use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};

use super::*;
use crate::game::Kingslayer;
use crate::setup::Setup;
use crate::state::State;

fn random_states(games: u64, mut look: impl FnMut(&State)) {
    let mut dice = Dice::new(3);
    for seed in 0..games {
        let players = 1 + (seed % 4) as u8;
        let mut state = Kingslayer::start(&Setup::for_players(players), Seed(seed)).unwrap();
        while state.step != Step::Over {
            look(&state);
            let it = Position::of(&state).sample_move(&mut dice).unwrap();
            let by = Actor::Seat(state.current);
            for event in Kingslayer::decide(&state, by, &it.command()).unwrap() {
                Kingslayer::apply(&mut state, &event);
            }
        }
    }
}

#[test]
fn samples_have_the_sizes_of_the_view_and_every_card_once() {
    let mut dice = Dice::new(4);
    random_states(400, |state| {
        for seat in 0..state.players() {
            let view = Kingslayer::view(state, Viewer::Seat(Seat(seat)));
            let real = Position::of(state);
            let sample = Beliefs::of(&view).sample(&mut dice);
            assert_eq!(sample.len, real.len, "tavern");
            assert_eq!(
                sample.discard.count_ones(),
                real.discard.count_ones(),
                "discard"
            );
            assert_eq!(
                sample.hands[usize::from(seat)] & !(0b11 << 52),
                real.hands[usize::from(seat)] & !(0b11 << 52)
            );
            for other in 0..4 {
                assert_eq!(
                    sample.hands[other].count_ones(),
                    real.hands[other].count_ones(),
                    "hand {other} seen from {seat}"
                );
                assert_eq!(sample.worth[other], worth(sample.hands[other]));
            }
            let all = |position: &Position| {
                let mut bits = position.hands.iter().fold(0, |bits, hand| bits | hand);
                bits |= position.discard | position.table;
                for at in 0..position.len {
                    bits |= 1 << position.tavern[usize::from((position.head + at) & 63)];
                }
                bits
            };
            assert_eq!(all(&sample), all(&real), "every card once");
        }
    });
}

#[test]
fn enemies_to_come_are_in_some_order_of_their_suits_rank_by_rank() {
    let state = Kingslayer::start(&Setup::for_players(1), Seed(1)).unwrap();
    let beliefs = Beliefs::of(&Kingslayer::view(&state, Viewer::Seat(Seat(0))));
    let mut dice = Dice::new(5);
    let mut last = [0_u32; 4];
    for _ in 0..400 {
        let sample = beliefs.sample(&mut dice);
        let castle = &sample.castle[..usize::from(sample.last)];
        assert_eq!((sample.next, castle.len()), (0, 11));
        assert!(castle.iter().map(|card| card / 4).is_sorted());
        let bits = castle.iter().fold(0_u64, |bits, card| bits | 1 << card);
        assert_eq!(bits.count_ones(), 11);
        last[usize::from(castle[10] & 3)] += 1;
    }
    assert!(
        last.iter().all(|count| (60..140).contains(count)),
        "{last:?}"
    );
}
