//! Draws and concessions, and what a new player inherits of them.

use parlour_diplomacy::game::{
    Command, Diplomacy, DrawRule, Event, GameOutcome, GameState, Setup, VoteRule,
};
use parlour_rules::{Actor, Refuse, Rules, Viewer};

use crate::bed::Table;

#[test]
fn a_draw_needs_every_survivor_and_votes_stay_secret() {
    let mut table = Table::standard();
    let events = table.say("FRANCE", Command::ProposeDraw(Vec::new()));
    let seen = Diplomacy::observe(&events[0], Viewer::Spectator).unwrap();
    assert!(matches!(
        seen,
        Event::DrawProposed {
            by: None,
            seat: None,
            ..
        }
    ));
    assert_eq!(table.refuse("FRANCE", &Command::Vote(true)), "has_voted");
    assert_eq!(
        table.refuse("ITALY", &Command::ProposeDraw(Vec::new())),
        "draw_is_open"
    );
    for power in ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"] {
        let events = table.say(power, Command::Vote(power != "ITALY"));
        assert_eq!(events.len(), 1);
        assert_eq!(Diplomacy::observe(&events[0], Viewer::Spectator), None);
    }
    // Italy's no is not known before the last vote, and not whose it was.
    let events = table.say("TURKEY", Command::Vote(true));
    assert_eq!(events[1], Event::DrawFailed);
    table.say("FRANCE", Command::ProposeDraw(Vec::new()));
    for power in ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"] {
        table.say(power, Command::Vote(true));
    }
    let events = table.say("TURKEY", Command::Vote(true));
    let Event::GameEnded(GameOutcome::Draw(powers)) = &events[1] else {
        panic!("a draw");
    };
    assert_eq!(powers.len(), 7);
    assert_eq!(table.refuse("FRANCE", &Command::Ready), "game_over");
}

#[test]
fn a_vote_may_be_changed_until_the_phase_ends() {
    let setup = Setup {
        votes: VoteRule::UntilResolved,
        ..Setup::default()
    };
    let mut table = Table::new(&setup);
    table.say("FRANCE", Command::ProposeDraw(Vec::new()));
    for power in ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"] {
        let events = table.say(power, Command::Vote(power != "ITALY"));
        // Also the last vote tells nobody that one of them was a no.
        assert_eq!(events.len(), 1, "{power}");
        assert_eq!(Diplomacy::observe(&events[0], Viewer::Spectator), None);
    }
    assert_eq!(table.refuse("ITALY", &Command::Vote(false)), "has_voted");
    assert_eq!(table.say("FRANCE", Command::Vote(false)).len(), 1);
    assert_eq!(table.say("ITALY", Command::Vote(true)).len(), 1);
    let events = table.say("FRANCE", Command::Vote(true));
    assert!(matches!(&events[1], Event::GameEnded(GameOutcome::Draw(powers)) if powers.len() == 7));
    let mut table = Table::new(&setup);
    table.say("FRANCE", Command::ProposeDraw(Vec::new()));
    table.say("FRANCE", Command::Vote(false));
    assert!(table.tick().contains(&Event::DrawFailed));
}

#[test]
fn draws_include_all_survivors_unless_agreed_otherwise() {
    let some = Command::ProposeDraw(vec!["France".into(), "Italy".into()]);
    let table = Table::standard();
    assert_eq!(table.refuse("FRANCE", &some), "leaves_out");
    let setup = Setup {
        draws: DrawRule::Any,
        ..Setup::default()
    };
    let mut table = Table::new(&setup);
    let events = table.say("FRANCE", some);
    assert!(matches!(&events[0], Event::DrawProposed { powers, .. } if powers.len() == 2));
    // An open vote ends with the phase.
    let events = table.tick();
    assert!(events.contains(&Event::DrawFailed));
}

#[test]
fn the_last_who_has_not_conceded_wins() {
    let mut table = Table::duel();
    let events = table.say("FRANCE", Command::Concede);
    assert_eq!(
        events[1],
        Event::GameEnded(GameOutcome::Solo("AUSTRIA".into()))
    );
    let mut table = Table::standard();
    table.say("FRANCE", Command::Concede);
    assert_eq!(table.awaited(), 6);
    assert_eq!(table.refuse("FRANCE", &Command::Ready), "has_conceded");
    table.tick();
    let france = table.state.board().power("FRANCE").unwrap();
    assert_eq!(
        table.state.position().unit_count(france),
        3,
        "its units hold"
    );
}

#[test]
fn a_new_player_ends_the_concession() {
    let mut table = Table::standard();
    table.say("TURKEY", Command::Concede);
    let resume = Command::Resume("TURKEY".into());
    let events = Diplomacy::decide(&table.state, Actor::Clock, &resume).unwrap();
    assert!(matches!(&*events, [Event::DisorderEnded { .. }]));
    table.take(events);
    assert_eq!(table.awaited(), 7);
    table.order("TURKEY", &["A Con - Bul"]);
    let again = Diplomacy::decide(&table.state, Actor::Clock, &resume).unwrap_err();
    assert_eq!(again.code(), "nothing_to_resume");
}

#[test]
fn a_new_player_inherits_no_order_and_no_word_of_the_player_before() {
    let mut table = Table::duel();
    table.order("FRANCE", &["A Par - Bur"]);
    table.say("FRANCE", Command::Ready);
    table.say("FRANCE", Command::ProposeDraw(Vec::new()));
    let own = |table: &Table| {
        let france = Viewer::Seat(table.seat("FRANCE"));
        Diplomacy::view(&table.state, france).own.unwrap()
    };
    assert!(own(&table).proposed);
    let hand_over = Command::HandOver("FRANCE".into());
    assert_eq!(table.refuse("AUSTRIA", &hand_over), "only_the_clock");
    let events = Diplomacy::decide(&table.state, Actor::Clock, &hand_over).unwrap();
    table.take(events);
    let after = own(&table);
    assert!(after.orders.is_empty(), "they were nobody else's to read");
    assert_eq!((after.vote, after.proposed), (None, false));
    let view = Diplomacy::view(&table.state, Viewer::Spectator);
    assert!(!view.powers.iter().any(|power| power.ready));
    assert!(view.draw.is_some(), "the others may have voted on it");
    // A state that was stored meanwhile is the same.
    let stored = serde_json::to_string(&table.state).unwrap();
    assert_eq!(
        serde_json::from_str::<GameState>(&stored).unwrap(),
        table.state
    );
    // The vote of the newcomer counts, and is asked for.
    table.say("AUSTRIA", Command::Vote(true));
    assert_eq!(table.state.outcome(), None);
    let events = table.say("FRANCE", Command::Vote(true));
    assert!(matches!(
        events.last(),
        Some(Event::GameEnded(GameOutcome::Draw(_)))
    ));
}

#[test]
fn the_vote_of_who_was_taken_away_does_not_come_back_with_the_next_player() {
    let mut table = Table::standard();
    let clock = |table: &mut Table, command: Command| {
        let events = Diplomacy::decide(&table.state, Actor::Clock, &command).unwrap();
        table.take(events)
    };
    table.say("FRANCE", Command::ProposeDraw(Vec::new()));
    table.say("TURKEY", Command::Vote(false));
    clock(&mut table, Command::Abandon("TURKEY".into()));
    let events = clock(&mut table, Command::HandOver("TURKEY".into()));
    assert!(matches!(
        &*events,
        [Event::DisorderEnded { .. }, Event::HandedOver { .. }]
    ));
    table.say("ENGLAND", Command::Concede);
    let events = clock(&mut table, Command::HandOver("ENGLAND".into()));
    assert!(matches!(
        &*events,
        [Event::DisorderEnded { .. }, Event::HandedOver { .. }]
    ));
    for power in ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"] {
        table.say(power, Command::Vote(true));
    }
    assert!(table.state.proposal().is_some(), "Turkey has not voted");
    table.say("TURKEY", Command::Vote(true));
    assert!(matches!(
        table.state.outcome(),
        Some(GameOutcome::Draw(powers)) if powers.len() == 7
    ));
}

#[test]
fn who_has_conceded_or_was_taken_away_after_the_proposal_does_not_share_the_draw() {
    let mut table = Table::standard();
    table.say("FRANCE", Command::ProposeDraw(Vec::new()));
    table.say("TURKEY", Command::Concede);
    let kick = Command::Abandon("ITALY".into());
    let events = Diplomacy::decide(&table.state, Actor::Clock, &kick).unwrap();
    table.take(events);
    let view = Diplomacy::view(&table.state, Viewer::Spectator);
    let left = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "RUSSIA"];
    assert_eq!(view.draw.unwrap().powers, left);
    for power in ["AUSTRIA", "ENGLAND", "GERMANY"] {
        table.say(power, Command::Vote(true));
    }
    let events = table.say("RUSSIA", Command::Vote(true));
    let left = left.map(String::from).to_vec();
    assert_eq!(events[1], Event::GameEnded(GameOutcome::Draw(left)));
}

#[test]
fn nobody_waits_for_the_vote_of_a_power_that_was_taken_away() {
    let setup = Setup {
        draws: DrawRule::Any,
        ..Setup::default()
    };
    let mut table = Table::new(&setup);
    let some = vec!["FRANCE".into(), "ITALY".into()];
    table.say("FRANCE", Command::ProposeDraw(some));
    for power in ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"] {
        table.say(power, Command::Vote(true));
    }
    let kick = Command::Abandon("TURKEY".into());
    let events = Diplomacy::decide(&table.state, Actor::Clock, &kick).unwrap();
    let shared = vec![String::from("FRANCE"), String::from("ITALY")];
    assert_eq!(events[1], Event::GameEnded(GameOutcome::Draw(shared)));
}

#[test]
fn a_draw_that_names_powers_is_shared_by_two_at_least() {
    let setup = Setup {
        draws: DrawRule::Any,
        ..Setup::default()
    };
    let mut table = Table::new(&setup);
    let draw = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned());
        Command::ProposeDraw(names.collect())
    };
    assert_eq!(table.refuse("FRANCE", &draw(&["FRANCE"])), "too_few_share");
    assert_eq!(table.refuse("FRANCE", &draw(&["ITALY"])), "too_few_share");
    let twice = draw(&["FRANCE", "FRANCE"]);
    assert_eq!(table.refuse("FRANCE", &twice), "too_few_share");
    // One that shrinks falls, however many have agreed to it.
    table.say("FRANCE", draw(&["FRANCE", "ITALY"]));
    for power in ["AUSTRIA", "ENGLAND", "GERMANY", "RUSSIA", "TURKEY"] {
        table.say(power, Command::Vote(true));
    }
    let kick = Command::Abandon("ITALY".into());
    let events = Diplomacy::decide(&table.state, Actor::Clock, &kick).unwrap();
    assert!(matches!(
        &*events,
        [Event::DisorderBegan { .. }, Event::DrawFell]
    ));
    table.take(events);
    assert!(table.state.proposal().is_none());
    table.say("ENGLAND", draw(&["GERMANY", "RUSSIA"]));
    let events = table.say("RUSSIA", Command::Concede);
    assert!(events.contains(&Event::DrawFell), "{events:?}");
    assert_eq!(table.state.outcome(), None);
}

#[test]
fn who_is_in_civil_disorder_has_no_part_in_a_draw() {
    let mut table = Table::standard();
    let kick = Command::Abandon("ITALY".into());
    let events = Diplomacy::decide(&table.state, Actor::Clock, &kick).unwrap();
    table.take(events);
    let draw = Command::ProposeDraw(Vec::new());
    assert_eq!(table.refuse("ITALY", &draw), "in_disorder");
    table.say("FRANCE", draw);
    assert_eq!(table.refuse("ITALY", &Command::Vote(false)), "in_disorder");
    // Once it is back, its vote counts.
    table.say("ITALY", Command::Unready);
    table.say("ITALY", Command::Vote(false));
    for power in ["AUSTRIA", "ENGLAND", "GERMANY", "RUSSIA"] {
        table.say(power, Command::Vote(true));
    }
    let events = table.say("TURKEY", Command::Vote(true));
    assert_eq!(events[1], Event::DrawFailed);
}
