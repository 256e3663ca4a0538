//! What the crate promises beside the games' own rules: defaults of the contract, forms of
//! older versions, names and codes, all that is read back.

use std::io::Write as _;

use parlour_rules::ages::{present_events, present_setup, present_state};
use parlour_rules::cases::check_lines;
use parlour_rules::tiny::{
    Bids, BidsCommand, BidsRefusal, BidsSetup, Pig, PigCommand, PigEvent, PigOutcome, PigRefusal,
    PigSetup, PigState, PigView,
};
use parlour_rules::{
    Actor, Age, HashedText, Migration, Refuse, Rules, Seat, Seed, Stage, Turn, Viewer,
};
use serde_json::{Value, json};

/// Pig as a game that has changed its forms twice, and takes every default.
struct Changed;

const fn changes() -> [Migration; 2] {
    [
        Migration::from(1).setup(named_goal),
        Migration::from(2).state(counted).events(doubled),
    ]
}

static CHANGES: [Migration; 2] = changes();

fn named_goal(mut setup: Value) -> Result<Value, String> {
    let goal = setup.get("points").cloned().ok_or("there are no points")?;
    setup["goal"] = goal;
    Ok(setup)
}

fn counted(mut state: Value, entries: u64) -> Result<Value, String> {
    if entries == 0 {
        return Err("there is no state before the first entry".to_owned());
    }
    state["entries"] = json!(entries);
    Ok(state)
}

fn doubled(events: Vec<Value>) -> Result<Vec<Value>, String> {
    match &events[..] {
        [] => Err("an entry has events".to_owned()),
        _ => Ok([events.clone(), events].concat()),
    }
}

impl Rules for Changed {
    const NAME: &'static str = "changed";
    const VERSION: u32 = 3;
    const MIGRATIONS: &'static [Migration] = &CHANGES;
    type Setup = PigSetup;
    type State = PigState;
    type Command = PigCommand;
    type Event = PigEvent;
    type Seen = PigEvent;
    type View = PigView;
    type Refusal = PigRefusal;
    type Outcome = PigOutcome;

    fn start(setup: &PigSetup, seed: Seed) -> Result<PigState, PigRefusal> {
        Pig::start(setup, seed)
    }

    fn turn(state: &PigState) -> Turn<PigOutcome> {
        Pig::turn(state)
    }

    fn decide(
        state: &PigState,
        by: Actor,
        command: &PigCommand,
    ) -> Result<Vec<PigEvent>, PigRefusal> {
        Pig::decide(state, by, command)
    }

    fn apply(state: &mut PigState, event: &PigEvent) {
        Pig::apply(state, event);
    }

    fn observe(event: &PigEvent, viewer: Viewer) -> Option<PigEvent> {
        Pig::observe(event, viewer)
    }

    fn view(state: &PigState, viewer: Viewer) -> PigView {
        Pig::view(state, viewer)
    }
}

fn pig(players: u8, goal: u32) -> PigSetup {
    PigSetup { players, goal }
}

#[test]
fn what_is_older_is_brought_into_the_present_form_step_by_step() {
    // The same as the constant, made while the test runs.
    assert_eq!(format!("{:?}", changes()), format!("{CHANGES:?}"));
    let setup = |version| present_setup::<Changed>(version, json!({ "points": 9 }));
    assert_eq!(setup(1), Ok(json!({ "points": 9, "goal": 9 })));
    assert_eq!(setup(2), Ok(json!({ "points": 9 })), "it had that form");
    let broken = present_setup::<Changed>(1, json!({}));
    assert_eq!(broken, Err("there are no points".to_owned()));
    for version in [1, 2] {
        let state = present_state::<Changed>(version, json!({}), 7);
        assert_eq!(state, Ok(json!({ "entries": 7 })));
        let events = present_events::<Changed>(version, vec![json!(1)]);
        assert_eq!(events, Ok(vec![json!(1), json!(1)]));
    }
    assert!(present_state::<Changed>(1, json!({}), 0).is_err());
    assert!(present_events::<Changed>(2, Vec::new()).is_err());
    assert_eq!(present_state::<Changed>(3, json!({}), 7), Ok(json!({})));
    assert_eq!(present_events::<Pig>(0, Vec::new()), Ok(Vec::new()));
}

#[test]
fn a_game_that_says_nothing_is_for_one_goes_on_and_knows_no_clock() {
    let state = Changed::start(&pig(2, 5), Seed(1)).unwrap();
    assert_eq!(Changed::age(1), Age::Continues);
    assert_eq!(Changed::seats(&pig(2, 5)), 1);
    assert_eq!(Changed::time_up(&state), None);
}

#[test]
fn a_stage_is_read_back_if_its_name_is_short_enough() {
    let stage = Stage::new("turn-3");
    assert_eq!(stage.as_str(), "turn-3");
    let text = serde_json::to_string(&stage).unwrap();
    assert_eq!(serde_json::from_str::<Stage>(&text).unwrap(), stage);
    let long = format!("\"{}\"", "x".repeat(Stage::LONGEST + 1));
    let refused = serde_json::from_str::<Stage>(&long).unwrap_err();
    assert!(
        refused.to_string().contains("at most 64 bytes"),
        "{refused}"
    );
    assert!(serde_json::from_str::<Stage>("3").is_err());
}

#[test]
fn a_seed_is_read_from_what_people_type() {
    assert_eq!("7".parse(), Ok(Seed(7)));
    assert_eq!("tuesday".parse(), Ok(Seed::from_text("tuesday")));
}

#[test]
fn a_verdict_without_failures_passed() {
    let verdicts = check_lines("1\n\n2\n", |number, _| parlour_rules::cases::Verdict {
        id: number.to_string(),
        failures: (number == 3).then(|| "no".to_owned()).into_iter().collect(),
    });
    let passed: Vec<bool> = verdicts
        .iter()
        .map(parlour_rules::cases::Verdict::ok)
        .collect();
    assert_eq!(passed, [true, false]);
}

#[test]
fn text_is_hashed_the_same_however_it_is_written() {
    let mut whole = HashedText::default();
    whole.write_all(b"kingslayer").unwrap();
    let mut parts = HashedText::default();
    for part in [&b"king"[..], b"slayer"] {
        assert_eq!(parts.write(part).unwrap(), part.len());
        parts.flush().unwrap();
    }
    assert_eq!(parts.fingerprint(), whole.fingerprint());
}

/// Every refusal has words, and a code that stays.
fn codes<R: Refuse>(refusals: &[R]) -> Vec<&'static str> {
    assert!(refusals.iter().all(|it| !it.to_string().is_empty()));
    refusals.iter().map(Refuse::code).collect()
}

#[test]
fn pig_refuses_with_codes_that_stay() {
    let refused = |setup: &PigSetup| Pig::start(setup, Seed(1)).unwrap_err();
    let mut over = Pig::start(&pig(1, 4), Seed(1)).unwrap();
    Pig::apply(&mut over, &PigEvent::Held(4));
    let late = Pig::decide(&over, Actor::Seat(Seat(0)), &PigCommand::Roll).unwrap_err();
    assert_eq!(
        codes(&[
            refused(&pig(0, 5)),
            refused(&pig(9, 5)),
            refused(&pig(2, 0)),
            PigRefusal::NotYourTurn,
            PigRefusal::NothingToHold,
            late,
        ]),
        [
            "wrong_number_of_players",
            "wrong_number_of_players",
            "no_goal",
            "not_your_turn",
            "nothing_to_hold",
            "game_over",
        ]
    );
    let unknown = "jump".parse::<PigCommand>().unwrap_err();
    assert_eq!(unknown.to_string(), "there is no command \"jump\"");
}

#[test]
fn bids_refuses_with_codes_that_stay() {
    let setup = |players, rounds| BidsSetup {
        players,
        rounds,
        coins: 5,
    };
    let refused = |players, rounds| Bids::start(&setup(players, rounds), Seed(1)).unwrap_err();
    let mut state = Bids::start(&setup(2, 1), Seed(1)).unwrap();
    let decide = |state: &_, by, command| Bids::decide(state, by, &command);
    let nobody = decide(&state, Actor::Seat(Seat(7)), BidsCommand::Bid(1)).unwrap_err();
    for event in decide(&state, Actor::Clock, BidsCommand::Close).unwrap() {
        Bids::apply(&mut state, &event);
    }
    assert!(matches!(Bids::turn(&state), Turn::Over(_)));
    let late = decide(&state, Actor::Seat(Seat(0)), BidsCommand::Bid(1)).unwrap_err();
    assert_eq!(
        codes(&[
            refused(1, 1),
            refused(2, 0),
            nobody,
            BidsRefusal::TooPoor { purse: 3 },
            BidsRefusal::OnlyTheClockCloses,
            BidsRefusal::TheClockDoesNotBid,
            late,
        ]),
        [
            "wrong_number_of_players",
            "wrong_number_of_rounds",
            "no_such_seat",
            "too_poor",
            "only_the_clock_closes",
            "the_clock_does_not_bid",
            "game_over",
        ]
    );
}
