//! A preview tells what the rules then do; a telling tells no secret.

use parlour_regicide::cases::Table;
use parlour_regicide::search::{Dice, MoveList, Position};
use parlour_regicide::{
    Card, Command, Event, Fate, House, Kingslayer, Setup, payment, preview, spare, tell,
};
use parlour_rules::{Actor, Rules, Seat, Seed, Turn, Viewer};

#[test]
fn previews_agree_with_what_happens() {
    let mut dice = Dice::new(1);
    let mut list = MoveList::new();
    let mut plays = 0;
    for seed in 0..200 {
        let players = 1 + (seed % 4) as u8;
        let mut state = Kingslayer::start(&Setup::for_players(players), Seed(seed)).unwrap();
        while let Turn::Awaiting { seats, .. } = Kingslayer::turn(&state) {
            let seat = seats.iter().next().unwrap();
            let view = Kingslayer::view(&state, Viewer::Seat(seat));
            Position::of(&state).list_moves(&mut list);
            let it = Position::of(&state).sample_move(&mut dice).unwrap();
            let events = Kingslayer::decide(&state, Actor::Seat(seat), &it.command()).unwrap();
            if let Command::Play(cards) = it.command() {
                check(&view, &cards, &events);
                plays += 1;
            }
            if let Command::Pay(cards) = it.command() {
                assert!(payment(&view, &cards).covers());
            }
            for event in &events {
                Kingslayer::apply(&mut state, event);
            }
        }
    }
    assert!(plays > 500);
}

fn check(view: &parlour_regicide::View, cards: &[Card], events: &[Event]) {
    let told = preview(view, cards).unwrap();
    let (mut healed, mut drawn, mut shield) = (0, vec![0_u8; view.players.len()], 0);
    let (mut damage, mut fate, mut due) = (0, None, 0);
    for event in events {
        match event {
            Event::Healed { cards } => healed = cards.len() as u8,
            Event::Drawn { draws } => {
                for draw in draws {
                    drawn[usize::from(draw.seat.0)] += 1;
                }
            }
            Event::Shielded { amount } => shield = *amount,
            Event::JesterPlayed { unblocked, .. } => shield = *unblocked,
            Event::DamageDealt { amount, .. } => damage = *amount,
            Event::EnemyDefeated { captured, .. } => fate = Some(*captured),
            Event::AttackFaced { due: owed, .. } => due = *owed,
            _ => {}
        }
    }
    assert_eq!(
        (told.healed, &told.drawn, told.shield),
        (healed, &drawn, shield)
    );
    assert_eq!(told.damage, damage);
    match told.fate {
        Fate::Captured => assert_eq!(fate, Some(true)),
        Fate::Overkilled(_) => assert_eq!(fate, Some(false)),
        Fate::Stands(_) => assert_eq!(fate, None),
    }
    if due > 0 {
        assert_eq!(told.due, due);
    }
}

#[test]
fn a_preview_of_a_bad_play_says_why() {
    let table = Table::lay("enemy JH; hands 5C 6C 9D; castle QC");
    let cards = [table.view(0).hand[0], table.view(0).hand[1]];
    assert_eq!(preview(&table.view(0), &cards).unwrap_err().rule(), "R4.3");
}

#[test]
fn superfluous_cards_of_a_payment_are_noticed() {
    let table = Table::lay("enemy JH; step suffer; hands 4C 5S 6D 9D; castle QC");
    let view = table.view(0);
    let weigh = |places: &[usize]| {
        let cards: Vec<_> = places.iter().map(|at| view.hand[*at]).collect();
        let payment = payment(&view, &cards);
        (payment.paid, payment.covers(), payment.needless)
    };
    assert_eq!(weigh(&[0, 1]), (9, false, None));
    assert_eq!(weigh(&[0, 2]), (10, true, None));
    assert_eq!(weigh(&[2, 0, 3]), (19, true, Some(1)));
}

#[test]
fn all_that_a_payment_does_not_need_is_named() {
    let text = "enemy JH; step suffer; hands 5C 7C 3C 8S 5D AC; castle QC";
    let view = Table::lay(text).view(0);
    let named = |places: &[usize]| {
        let cards: Vec<_> = places.iter().map(|at| view.hand[*at]).collect();
        let words: Vec<String> = spare(&view, &cards).iter().map(Card::to_string).collect();
        words.join(" ")
    };
    assert_eq!(named(&[0, 1, 2, 3, 4, 5]), "8S 7C 3C AC");
    assert_eq!(named(&[1, 2]), "");
    assert_eq!(named(&[3, 2]), "");
}

#[test]
fn a_payment_is_refused_in_advance_as_the_rules_would_refuse_it() {
    for surplus in [true, false] {
        let table = Table::lay("enemy JH; step suffer; hands 4C 5S 6D 9D AC; castle QC");
        let house = House {
            surplus_payment: surplus,
            ..House::default()
        };
        let table = table.under(house);
        let (state, view) = (table.state(), table.view(0));
        for chosen in 1_usize..1 << view.hand.len() {
            let held = view.hand.iter().enumerate();
            let cards: Vec<_> = held
                .filter(|(at, _)| chosen >> at & 1 == 1)
                .map(|(_, card)| *card)
                .collect();
            let expected = payment(&view, &cards).refusal();
            let command = Command::Pay(cards);
            let found = Kingslayer::decide(state, Actor::Seat(Seat(0)), &command).err();
            assert_eq!(found, expected, "{command}, surplus {surplus}");
        }
    }
}

fn told(table: &mut Table, command: &str, viewer: Viewer) -> Vec<String> {
    let name = |seat: Seat| ["you", "Bo", "Cid"][usize::from(seat.0)].to_owned();
    let events = table.does(command);
    let seen = events
        .iter()
        .filter_map(|event| Kingslayer::observe(event, viewer));
    seen.filter_map(|seen| tell(&seen, &name)).collect()
}

#[test]
fn a_game_is_told_in_words() {
    let mut table = Table::lay(
        "enemy JC; hands 3H 3D X 10S 4D | 5C 9D 8S | 2S; tavern 7H 8H; discard 2C; castle QS",
    );
    let you = Viewer::Seat(Seat(0));
    assert_eq!(
        told(&mut table, "play 3H 3D", you),
        [
            "You play 3H 3D for 6",
            "1 card returns to the tavern",
            "You draw 1, Bo 1, Cid 1",
            "6 damage",
            "The enemy strikes for 10",
        ]
    );
    assert_eq!(told(&mut table, "pay 10S", you), ["You pay 10S for 10"]);
    assert_eq!(
        told(&mut table, "play 5C", you),
        ["Bo plays 5C for 5", "5 damage", "The enemy strikes for 10"]
    );
    assert_eq!(told(&mut table, "pay 9D 8S", you), ["Bo pays 9D 8S for 10"]);
}
