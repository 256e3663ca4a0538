//! Questions about a view are answered as the rules then decide.

use parlour_regicide::question::{Answer, FateAnswer, Question, answer, legal};
use parlour_regicide::search::{Chance, Dice, MoveList, Position};
use parlour_regicide::{Card, Command, House, Kingslayer, Setup, View, payment};
use parlour_rules::{Actor, Rules, Seat, Seed, Turn, Viewer};

/// Cards in an order that does not matter.
fn sorted(command: Command) -> String {
    let in_order = |mut cards: Vec<Card>| {
        cards.sort_unstable();
        cards
    };
    match command {
        Command::Play(cards) => Command::Play(in_order(cards)).to_string(),
        Command::Pay(cards) => Command::Pay(in_order(cards)).to_string(),
        other => other.to_string(),
    }
}

fn all(commands: impl IntoIterator<Item = Command>) -> Vec<String> {
    let mut words: Vec<String> = commands.into_iter().map(sorted).collect();
    words.sort();
    words.dedup();
    words
}

#[test]
fn what_is_legal_is_what_the_search_lists_and_the_rules_accept() {
    let mut dice = Dice::new(3);
    let mut list = MoveList::new();
    let mut asked = 0;
    for seed in 0..120 {
        let mut setup = Setup::for_players(1 + (seed % 4) as u8);
        setup.house = House {
            surplus_payment: seed % 3 != 0,
            solo_yield: seed % 5 == 0,
            ..House::default()
        };
        let mut state = Kingslayer::start(&setup, Seed(seed)).unwrap();
        while let Turn::Awaiting { seats, .. } = Kingslayer::turn(&state) {
            let seat = seats.iter().next().unwrap();
            let view = Kingslayer::view(&state, Viewer::Seat(seat));
            Position::of(&state).list_moves(&mut list);
            let listed = list.as_slice().iter().map(|it| it.command());
            let needed = listed.filter(|command| match command {
                Command::Pay(cards) => payment(&view, cards).needless.is_none(),
                _ => true,
            });
            let answered = legal(&view);
            assert_eq!(all(answered.iter().cloned()), all(needed), "{view:?}");
            assert_eq!(all(answered.iter().cloned()).len(), answered.len());
            for command in &answered {
                Kingslayer::decide(&state, Actor::Seat(seat), command).unwrap();
                asked += 1;
            }
            for other in (0..setup.players).map(Seat).filter(|it| *it != seat) {
                let theirs = Kingslayer::view(&state, Viewer::Seat(other));
                assert_eq!(legal(&theirs), []);
            }
            let next = &answered[dice.below(answered.len() as u32) as usize];
            for event in Kingslayer::decide(&state, Actor::Seat(seat), next).unwrap() {
                Kingslayer::apply(&mut state, &event);
            }
        }
    }
    assert!(asked > 5_000, "{asked}");
}

fn first_view() -> View {
    let state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
    Kingslayer::view(&state, Viewer::Seat(Seat(0)))
}

#[test]
fn a_preview_is_asked_and_answered_in_json() {
    let view = first_view();
    let card = view.hand[0];
    let question: Question =
        serde_json::from_str(&format!(r#"{{"ask":"preview","cards":["{card}"]}}"#)).unwrap();
    let told = answer(&view, &question, &mut || true);
    let Answer::Play { play } = &told else {
        panic!("{told:?}")
    };
    assert_eq!(play.value, u16::from(card.value()));
    assert!(matches!(play.fate, FateAnswer::Stands(_)));
    let text = serde_json::to_string(&told).unwrap();
    assert!(text.starts_with(r#"{"play":{"value":"#), "{text}");
}

#[test]
fn what_is_not_held_is_refused_with_its_code() {
    let view = first_view();
    let missing = (0..Card::KINDS)
        .filter_map(Card::from_index)
        .find(|card| !view.hand.contains(card));
    let question = Question::Preview {
        cards: vec![missing.unwrap()],
    };
    let told = answer(&view, &question, &mut || true);
    let text = serde_json::to_string(&told).unwrap();
    assert!(text.contains(r#""code":"not_in_hand""#), "{text}");
}

#[test]
fn a_hint_is_a_legal_command_and_nobody_else_gets_one() {
    let view = first_view();
    let mut left = 50;
    let told = answer(&view, &Question::Hint {}, &mut || {
        left -= 1;
        left > 0
    });
    let Answer::Hint { command, reason } = told else {
        panic!("{told:?}")
    };
    assert!(legal(&view).contains(&command) && !reason.is_empty());
    let state = Kingslayer::start(&Setup::for_players(1), Seed(7)).unwrap();
    let watched = Kingslayer::view(&state, Viewer::Spectator);
    let told = answer(&watched, &Question::Hint {}, &mut || true);
    assert_eq!(serde_json::to_string(&told).unwrap(), "{}");
}

#[test]
fn other_questions_are_not_understood() {
    for text in [
        r#"{"ask":"tavern"}"#,
        r#"{"ask":"legal","of":3}"#,
        r#"{"ask":"preview"}"#,
        r#"{"ask":"preview","cards":["11H"]}"#,
        "[]",
    ] {
        assert!(serde_json::from_str::<Question>(text).is_err(), "{text}");
    }
}
