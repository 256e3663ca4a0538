//! The kit is tested by games that are wrong on purpose: every check must find
//! the flaw it is there for, in the turn-based game and in the secret one.

mod flawed;

use flawed::{Flaw, Flawed, FlawedSampler};
use parlour_rules::testing::{
    Check, Fault, Report, Sampler, Size, check_all, check_decisions, check_golden, check_notations,
    check_random_play, check_refusals, check_replay, check_secrecy, golden_playthrough,
};
use parlour_rules::tiny::{Bids, BidsSampler, Pig, PigSampler};
use parlour_rules::{Rules, Seed};

const SIZE: Size = Size {
    seed: 1,
    games: 20,
    steps: 2_000,
};

/// Both games with the flaw: the check that is meant for it must find it.
macro_rules! found {
    ($check:path, $kind:expr, $flaw:expr) => {{
        for flawed in [
            $check(
                &FlawedSampler::<Pig, _, { $flaw as u8 }>::new(PigSampler),
                SIZE,
            ),
            $check(
                &FlawedSampler::<Bids, _, { $flaw as u8 }>::new(BidsSampler),
                SIZE,
            ),
        ] {
            expect_fault(flawed, $kind);
        }
    }};
}

fn expect_fault<T: std::fmt::Debug>(result: Result<T, Fault>, kind: Check) {
    match result {
        Ok(report) => panic!("the flaw was not found: {report:?}"),
        Err(fault) => assert_eq!(fault.check, kind, "{fault}"),
    }
}

#[test]
fn a_sound_game_passes_every_check() {
    fn check<G: Rules>(sampler: &impl Sampler<G>) {
        let report: Report = check_all(sampler, Size::long(1_000)).unwrap();
        assert!(report.accepted > 500, "{report:?}");
        assert!(report.refused > 500, "{report:?}");
        assert!(report.twins > 500, "{report:?}");
        assert!(report.round_trips > 2_000, "{report:?}");
    }
    check(&PigSampler);
    check(&BidsSampler);
    // The wrapper itself is sound; only its flaws are not.
    check(&FlawedSampler::<Pig, _, { Flaw::None as u8 }>::new(
        PigSampler,
    ));
    check(&FlawedSampler::<Bids, _, { Flaw::None as u8 }>::new(
        BidsSampler,
    ));
}

#[test]
fn a_game_without_end_is_found() {
    found!(check_random_play, Check::RandomPlay, Flaw::Endless);
}

#[test]
fn a_game_that_refuses_everything_is_found() {
    found!(check_random_play, Check::RandomPlay, Flaw::Stubborn);
}

#[test]
fn a_seat_that_does_not_exist_is_found_among_the_awaited() {
    found!(check_random_play, Check::RandomPlay, Flaw::WaitsForNobody);
}

#[test]
fn a_refusal_that_leaves_a_mark_is_found() {
    found!(check_refusals, Check::Refusals, Flaw::RefusalLeavesMark);
}

#[test]
fn a_command_from_no_seat_that_is_accepted_is_found() {
    found!(check_refusals, Check::Refusals, Flaw::AcceptsAnyone);
}

#[test]
fn a_refusal_without_a_code_is_found() {
    found!(check_refusals, Check::Refusals, Flaw::ShoutingCode);
}

#[test]
fn a_state_that_depends_on_more_than_its_events_is_found() {
    found!(check_replay, Check::Replay, Flaw::ApplyReadsTheWorld);
}

#[test]
fn a_state_that_is_not_stored_whole_is_found() {
    found!(check_replay, Check::Replay, Flaw::LossySnapshot);
}

#[test]
fn a_fingerprint_that_never_changes_is_found() {
    found!(check_replay, Check::Replay, Flaw::DullFingerprint);
}

#[test]
fn a_decision_that_changes_when_asked_again_is_found() {
    found!(check_decisions, Check::Decisions, Flaw::FickleDecision);
}

#[test]
fn a_view_that_shows_too_much_is_found() {
    found!(check_secrecy, Check::Secrecy, Flaw::IndiscreetView);
}

#[test]
fn a_turn_that_shows_too_much_is_found() {
    found!(check_secrecy, Check::Secrecy, Flaw::IndiscreetTurn);
}

#[test]
fn a_telling_that_shows_too_much_is_found() {
    found!(check_secrecy, Check::Secrecy, Flaw::IndiscreetTelling);
}

#[test]
fn a_refusal_that_depends_on_secrets_is_found() {
    found!(check_secrecy, Check::Secrecy, Flaw::IndiscreetRefusal);
}

#[test]
fn a_sampler_that_disguises_nothing_is_found() {
    found!(check_secrecy, Check::Secrecy, Flaw::NothingDisguised);
}

#[test]
fn a_notation_that_loses_a_letter_is_found() {
    found!(check_notations, Check::Notations, Flaw::LossyNotation);
}

#[test]
fn stored_values_that_are_not_read_back_whole_are_found() {
    found!(check_notations, Check::Notations, Flaw::LossySnapshot);
}

#[test]
fn a_view_that_is_not_read_back_whole_is_found() {
    found!(check_notations, Check::Notations, Flaw::LossyView);
}

#[test]
fn a_telling_that_is_not_read_back_whole_is_found() {
    found!(check_notations, Check::Notations, Flaw::LossyTelling);
}

#[test]
fn a_rule_that_changed_is_found_by_the_golden_playthrough() {
    fn check<G: Rules>(sampler: &impl Sampler<G>, changed: Result<String, Fault>) {
        let golden = golden_playthrough(sampler, Seed(7), 200).unwrap();
        check_golden(sampler, Seed(7), 200, &golden).unwrap();
        expect_fault(
            check_golden(sampler, Seed(7), 200, &changed.unwrap()),
            Check::Golden,
        );
        // Neither a missing nor an additional line passes.
        let cut = &golden[..golden.len() / 2];
        expect_fault(check_golden(sampler, Seed(7), 200, cut), Check::Golden);
        let longer = format!("{golden}more\n");
        expect_fault(check_golden(sampler, Seed(7), 200, &longer), Check::Golden);
    }
    let pig = FlawedSampler::<Pig, _, { Flaw::ChangedRule as u8 }>::new(PigSampler);
    let bids = FlawedSampler::<Bids, _, { Flaw::ChangedRule as u8 }>::new(BidsSampler);
    check::<Flawed<Pig, 0>>(
        &FlawedSampler::<Pig, _, 0>::new(PigSampler),
        golden_playthrough(&pig, Seed(7), 200),
    );
    check::<Flawed<Bids, 0>>(
        &FlawedSampler::<Bids, _, 0>::new(BidsSampler),
        golden_playthrough(&bids, Seed(7), 200),
    );
}

#[test]
fn a_fault_says_what_where_and_when() {
    let sampler = FlawedSampler::<Pig, _, { Flaw::Endless as u8 }>::new(PigSampler);
    let fault = check_random_play(&sampler, SIZE).unwrap_err();
    let words = fault.to_string();
    assert!(
        words.starts_with("RandomPlay of pig, game 0, after"),
        "{words}"
    );
}
