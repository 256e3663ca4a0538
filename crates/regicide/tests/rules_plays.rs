//! R1 to R6: setup, turns, values, plays and suit powers, one test or more each.

use parlour_regicide::cases::Table;
use parlour_regicide::{Card, Kingslayer, Rank, Setup, State, Suit, View, preview};
use parlour_rules::{Rules, Seat, Seed, Viewer};

fn deals(players: u8) -> impl Iterator<Item = (State, View)> {
    (0..50).map(move |seed| {
        let state = Kingslayer::start(&Setup::for_players(players), Seed(seed)).unwrap();
        let view = Kingslayer::view(&state, Viewer::Seat(Seat(0)));
        (state, view)
    })
}

fn everything(state: &State) -> serde_json::Value {
    serde_json::to_value(state).unwrap()
}

fn cards_of(value: &serde_json::Value) -> Vec<Card> {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn r1_1_jacks_lie_above_queens_above_kings_and_suits_are_shuffled() {
    let mut orders = Vec::new();
    for (state, view) in deals(2) {
        let mut castle = vec![view.enemy.unwrap().card];
        castle.extend(cards_of(&everything(&state)["castle"]));
        let ranks: Vec<Rank> = castle.iter().filter_map(|card| card.rank()).collect();
        let expected = [[Rank::Jack; 4], [Rank::Queen; 4], [Rank::King; 4]].concat();
        assert_eq!(ranks, expected);
        castle.sort_unstable();
        assert!(castle.iter().copied().eq(Card::court()));
        orders.push(everything(&state)["castle"].to_string());
    }
    orders.sort();
    orders.dedup();
    assert!(orders.len() > 40);
}

#[test]
fn r1_2_the_tavern_has_forty_cards_and_jesters_by_players() {
    for (players, jesters) in [(1, 0), (2, 0), (3, 1), (4, 2)] {
        for (state, _) in deals(players) {
            let state = everything(&state);
            let mut cards = cards_of(&state["tavern"]);
            for hand in state["hands"].as_array().unwrap() {
                cards.extend(cards_of(hand));
            }
            cards.sort_unstable();
            let expected = Card::commons().chain(std::iter::repeat_n(Card::JESTER, jesters));
            assert!(cards.into_iter().eq(expected));
        }
    }
}

#[test]
fn r1_3_hands_and_tavern_have_their_sizes() {
    for (players, limit, tavern) in [(1, 8, 32), (2, 7, 26), (3, 6, 23), (4, 5, 22)] {
        for (_, view) in deals(players) {
            assert_eq!(view.hand_limit, limit);
            assert!(view.players.iter().all(|player| player.hand_count == limit));
            assert_eq!(view.tavern_count, tavern);
        }
    }
    for players in [0, 5, 200] {
        let refusal = Kingslayer::start(&Setup::for_players(players), Seed(1)).unwrap_err();
        assert_eq!(refusal.rule(), "R1.3");
    }
}

#[test]
fn r1_4_the_first_player_is_random_or_chosen_and_turns_go_clockwise() {
    let mut firsts = [0; 4];
    for (_, view) in deals(4) {
        firsts[usize::from(view.current.0)] += 1;
    }
    assert!(firsts.iter().all(|count| *count > 0), "{firsts:?}");
    let mut setup = Setup::for_players(4);
    setup.first = Some(Seat(2));
    assert_eq!(
        Kingslayer::start(&setup, Seed(1)).unwrap().current(),
        Seat(2)
    );
    setup.first = Some(Seat(4));
    assert!(Kingslayer::start(&setup, Seed(1)).is_err());
}

#[test]
fn r1_5_the_discard_pile_is_shared_and_starts_empty_and_sizes_are_public() {
    for (state, view) in deals(3) {
        assert_eq!(view.discard_count, 0);
        let other = Kingslayer::view(&state, Viewer::Spectator);
        assert_eq!(
            (other.tavern_count, other.discard_count, other.players),
            (view.tavern_count, view.discard_count, view.players)
        );
    }
}

#[test]
fn r1_6_a_first_hand_without_diamonds_is_dealt_anew_once_where_the_house_says_so() {
    let dealt = |players, seed, mulligan| {
        let mut setup = Setup::for_players(players);
        setup.house.mulligan = mulligan;
        let state = everything(&Kingslayer::start(&setup, Seed(seed)).unwrap());
        let hands = state["hands"].as_array().unwrap();
        let hands: Vec<Vec<Card>> = hands.iter().map(cards_of).collect();
        (hands, cards_of(&state["tavern"]), state)
    };
    let has_diamond = |hand: &Vec<Card>| hand.iter().any(|it| it.suit() == Some(Suit::Diamonds));
    let mut exchanged = [0; 4];
    for (players, exchanged) in (1..=4).zip(&mut exchanged) {
        for seed in 0..400 {
            let (printed, tavern, state) = dealt(players, seed, false);
            let (hands, rest, mut other) = dealt(players, seed, true);
            for (before, now) in printed.iter().zip(&hands) {
                assert_eq!(before.len(), now.len());
                assert!(before == now || !has_diamond(before));
                *exchanged += u32::from(!has_diamond(before));
            }
            if printed.iter().all(has_diamond) {
                other["house"].as_object_mut().unwrap().remove("mulligan");
                assert_eq!(other, state, "all else is as it was");
            }
            let all = |hands: &[Vec<Card>], tavern: &[Card]| {
                let mut cards: Vec<Card> = hands.iter().flatten().chain(tavern).copied().collect();
                cards.sort_unstable();
                cards
            };
            assert_eq!(all(&hands, &rest), all(&printed, &tavern));
        }
    }
    // Of 400 deals 30, 87, 196 and 379 hands hold none of ten diamonds in 40, 40, 41 and
    // 42 cards, as drawing without putting back has it; give or take five deviations.
    for (found, expected) in exchanged.into_iter().zip([30_i32, 87, 196, 379]) {
        let off = (found as i32 - expected).pow(2);
        assert!(off <= 25 * expected, "{found} for {expected}");
    }
}

#[test]
fn r2_1_steps_come_in_order_and_other_commands_are_refused() {
    let mut table = Table::lay("enemy JH; hands 5C 9D 9C | 9H 9S; castle QC");
    assert_eq!(table.code("pay 9D"), "wrong_step");
    assert_eq!(table.code("next 1"), "wrong_step");
    table.does("play 5C");
    assert_eq!(table.turn(), "0 suffer");
    for command in ["play 9D", "yield", "next 1"] {
        assert_eq!(table.code(command), "wrong_step", "{command}");
    }
}

#[test]
fn r2_2_an_empty_play_is_not_a_yield() {
    let table = Table::lay("enemy JH; hands 5C 9D 9C | 9H; castle QC");
    assert_eq!(table.refusal("play").rule(), "R2.2");
}

#[test]
fn r2_3_played_cards_stay_on_the_table_and_are_not_healed() {
    let mut table = Table::lay("enemy QC; hands 5D 9D 9C | 2H 9H 8S; discard 3C; castle KC");
    table.does("play 5D");
    table.does("pay 9D 9C");
    table.does("play 2H");
    assert_eq!(
        table.view(0).table,
        cards_of(&serde_json::json!(["5D", "2H"]))
    );
    // The pile held 3C 9C 9D: two were healed, the table's 5D never.
    assert_eq!(table.view(0).discard_count, 1);
    assert_eq!(table.view(0).tavern_count, 2);
    assert!(!table.tavern().contains("5D"));
}

#[test]
fn r2_4_the_next_player_clockwise_begins_after_step_4() {
    let mut table = Table::lay("enemy JH; hands 8S 9D | 9H | 8C 9S; turn 2; castle QC");
    table.does("play 8C");
    assert_eq!(table.turn(), "2 over", "9 does not pay 10");
    let mut table = Table::lay("enemy JH; hands 8S 9D | 9H | 8C 10S; turn 2; castle QC");
    table.does("play 8C");
    table.does("pay 10S");
    assert_eq!(table.turn(), "0 play");
}

#[test]
fn r4_1_any_single_card_is_a_play() {
    for card in ["AD", "2C", "10H", "JC", "QD", "KH"] {
        let hand = format!("{card} 10D 10C");
        let mut table = Table::lay(&format!("enemy KS; hands {hand}; castle KD"));
        table.does(&format!("play {card}"));
        assert_eq!(table.view(0).table.len(), 1);
    }
}

#[test]
fn r4_2_combos_total_at_most_ten() {
    let hand = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 5C 5D 5H 6C 6D JC JD KC KD";
    let table = Table::lay(&format!("enemy KS; hands {hand}; castle KH"));
    for cards in [
        "2C 2D",
        "2C 2D 2H",
        "2C 2D 2H 2S",
        "3C 3D",
        "3C 3D 3H",
        "4C 4D",
        "5C 5D",
    ] {
        table.clone().does(&format!("play {cards}"));
    }
    for cards in [
        "3C 3D 3H 3S",
        "4C 4D 4H",
        "5C 5D 5H",
        "6C 6D",
        "JC JD",
        "KC KD",
    ] {
        let refusal = table.refusal(&format!("play {cards}"));
        assert_eq!(refusal.rule(), "R4.2", "{cards}");
    }
}

#[test]
fn r4_3_different_numbers_never_combine() {
    let table = Table::lay("enemy KS; hands 2C 3D 2D 4C JC QC; castle KH");
    for cards in ["2C 3D", "2C 2D 3D", "4C 2C", "JC QC", "2C JC"] {
        assert_eq!(
            table.refusal(&format!("play {cards}")).rule(),
            "R4.3",
            "{cards}"
        );
    }
}

#[test]
fn r4_4_an_ace_joins_exactly_one_card_of_any_rank_even_a_king() {
    let table = Table::lay("enemy KS; hands AC 2D 2H 10D KC QH; castle KH");
    for (other, value) in [("2D", 3), ("10D", 11), ("KC", 21), ("QH", 16)] {
        for play in [format!("play AC {other}"), format!("play {other} AC")] {
            let events = table.clone().does(&play);
            let found = format!("{:?}", events[0]);
            assert!(found.contains(&format!("value: {value}")), "{found}");
        }
    }
    assert_eq!(table.refusal("play AC 2D 2H").rule(), "R4.4");
}

#[test]
fn r4_5_two_aces_are_a_pair_and_more_are_not() {
    let table = Table::lay("enemy KS; hands AC AD AH AS 2C KD; castle KH");
    table.clone().does("play AC AD");
    assert_eq!(table.refusal("play AC AD AH").rule(), "R4.5");
    assert_eq!(table.refusal("play AC AD AH AS").rule(), "R4.5");
    assert_eq!(table.code("play AC AD 2C"), "illegal_set");
}

#[test]
fn r4_6_a_jester_is_always_alone() {
    let table = Table::lay("enemy KS; hands X X AC 5D | 9C | 9D; castle KH");
    for cards in ["X AC", "AC X", "X X", "5D X"] {
        let refusal = table.refusal(&format!("play {cards}"));
        assert_eq!(refusal.rule(), "R4.6", "{cards}");
    }
    assert_eq!(table.code("play X X"), "jester_alone");
}

#[test]
fn r4_7_only_the_current_player_acts_and_only_with_cards_held_once() {
    let table = Table::lay("enemy JH; hands 5C 9D | 9H; castle QC");
    assert_eq!(
        table.refusal_by(1, "play 9H").to_string(),
        "it is not your turn (R4.7)"
    );
    assert_eq!(
        table.refusal("play 5C 9H").to_string(),
        "the second card is not in your hand (R4.7)"
    );
    assert_eq!(table.code("play X"), "not_in_hand");
    let before = table.clone();
    let _ = table.refusal("play 9H");
    assert_eq!(table.state(), before.state());
}

#[test]
fn r4_7_a_card_named_twice_is_told_by_its_place() {
    let words = "the third card is named twice, and you hold no other like it (R4.7)";
    let table = Table::lay("enemy JH; hands 5C 5D; castle QC");
    assert_eq!(table.code("play 5C 5C"), "not_in_hand");
    assert_eq!(table.refusal("play 5C 5D 5C").to_string(), words);
    let cards: Vec<_> = ["5C", "5D", "5C"].map(|it| it.parse().unwrap()).into();
    let previewed = preview(&table.view(0), &cards).unwrap_err();
    assert_eq!(previewed.to_string(), words);
    let paying = Table::lay("enemy JH; hands 5C 5D; castle QC; step suffer");
    assert_eq!(paying.refusal("pay 5C 5D 5C").to_string(), words);
    // Two Jesters may be held, so naming two is another fault.
    let table = Table::lay("enemy JH; hands X X | 5C | 6C | 7C; castle QC");
    assert_eq!(table.code("play X X"), "jester_alone");
    assert_eq!(
        table.refusal("play 5C 5C").to_string(),
        "the first card is not in your hand (R4.7)"
    );
}

#[test]
fn r5_1_every_suit_fires_once_at_the_total_of_the_play() {
    let mut table = Table::lay(
        "enemy KC; hands 3D 3H 3S 10C 10D; tavern 4C 5C; discard 6C 7C 8C 9C 2C AC 2D AD AH 4D; \
         castle KD",
    );
    table.does("play 3D 3H 3S");
    let view = table.view(0);
    assert_eq!(
        (view.shield, view.discard_count),
        (9, 1),
        "nine shielded, nine healed"
    );
    assert_eq!(view.hand.len(), 8, "drawn up to the limit");
    assert_eq!(view.enemy.unwrap().damage, 9);
}

#[test]
fn r5_2_hearts_move_unseen_cards_to_the_bottom_of_the_tavern() {
    let mut orders = Vec::new();
    for seed in 0..20 {
        let table = Table::lay(
            "enemy JC; hands 4H 10D; tavern 2S 3S; discard 5C 6C 7C 8C 9C 10C; castle QC",
        );
        let mut state = everything(table.state());
        state["seed"] = serde_json::json!(seed.to_string());
        let mut table = Table::of(serde_json::from_value(state).unwrap());
        table.does("play 4H");
        assert!(table.tavern().starts_with("2S 3S "));
        assert_eq!(
            (table.view(0).tavern_count, table.view(0).discard_count),
            (6, 2)
        );
        orders.push(table.tavern());
    }
    orders.sort();
    orders.dedup();
    assert!(orders.len() > 15, "chance picks and orders them");
}

#[test]
fn r5_3_a_small_or_empty_discard_pile_heals_what_is_there() {
    for (discard, left) in [("", 0), ("; discard 5C", 1), ("; discard 5C 6C 7C", 3)] {
        let mut table = Table::lay(&format!("enemy JC; hands 10H 10D{discard}; castle QC"));
        table.does("play 10H");
        assert_eq!(
            (table.view(0).tavern_count, table.view(0).discard_count),
            (left, 0)
        );
    }
}

#[test]
fn r5_4_diamonds_draw_singly_from_the_mover_clockwise_not_from_seat_0() {
    let mut table = Table::lay(
        "enemy QC; hands 9H | 10S 10H | 4D 10D 5H; turn 2; tavern 2S 4S 6S AS; castle KC",
    );
    table.does("play 4D");
    assert_eq!(table.hand(2), "10D 5H 2S AS");
    assert_eq!(table.hand(0), "9H 4S");
    assert_eq!(table.hand(1), "10S 10H 6S");
}

#[test]
fn r5_5_full_hands_are_skipped_and_the_cards_played_no_longer_count() {
    let mut table = Table::lay(
        "enemy QC; hands 3D 2C 3C 4C 5C | 2H 3H 4H 5H 6H | 9S 8S 7S 6S | AS 10S 10C 10H 10D; \
         tavern 2S 3S 4S; castle KC",
    );
    table.does("play 3D");
    assert_eq!(table.hand(0), "2C 3C 4C 5C 2S");
    assert_eq!(table.hand(2), "9S 8S 7S 6S 3S");
    assert_eq!(table.tavern(), "4S", "all are full, the rest is lost");
}

#[test]
fn r5_6_an_empty_tavern_ends_the_drawing_and_never_takes_the_discard_pile() {
    let mut table =
        Table::lay("enemy QC; hands 8D 10S 9S | 9H; tavern 2S; discard 2C 3C; castle KC");
    table.does("play 8D");
    assert_eq!(
        (table.tavern(), table.discard()),
        (String::new(), String::from("2C 3C"))
    );
    assert_eq!(table.hand(0), "10S 9S 2S");
}

#[test]
fn r5_7_hearts_work_before_diamonds() {
    let mut table = Table::lay("enemy QC; hands 2H 2D 10S; discard 7S 8S; castle KC");
    table.does("play 2H 2D");
    assert_eq!(table.view(0).hand.len(), 3, "what was healed was drawn");
}

#[test]
fn r5_8_clubs_double_the_whole_play_and_only_that_one() {
    let mut table = Table::lay("enemy KH; hands 5C 5D 10S 10H | 4D 10D 10C; castle KC");
    table.does("play 5C 5D");
    assert_eq!(
        table.view(0).enemy.unwrap().damage,
        20,
        "not only the club card is doubled"
    );
    table.does("pay 10S 10H");
    table.does("play 4D");
    assert_eq!(table.view(0).enemy.unwrap().damage, 24);
    let mut table = Table::lay("enemy KH; hands 3C AC 10S 10H; castle KC");
    table.does("play 3C AC");
    assert_eq!(
        table.view(0).enemy.unwrap().damage,
        8,
        "two clubs double once"
    );
}

#[test]
fn r5_9_spades_add_up_over_plays_and_players_until_the_enemy_falls() {
    let mut table = Table::lay("enemy QH; hands 5S 10D 9D | 4S 6S 8H 9H | 7C; castle KC; turn 0");
    table.does("play 5S");
    assert_eq!(table.view(0).due, 10);
    table.does("pay 10D");
    table.does("play 4S");
    assert_eq!((table.view(0).due, table.view(0).shield), (6, 9));
    table.does("pay 6S");
    assert_eq!(table.view(2).due, 6);
}

#[test]
fn r5_10_an_ace_of_the_same_suit_fires_once_at_the_total() {
    let mut table = Table::lay("enemy QH; hands AS 8S 10D; castle KC");
    table.does("play AS 8S");
    assert_eq!(table.view(0).shield, 9);
}

#[test]
fn r6_1_a_card_of_the_enemys_suit_deals_damage_without_its_power() {
    let base = "hands 4C 4D 4H 4S 10C 10D; tavern 2C 3C; discard 2D 3D; castle KC; enemy";
    for (enemy, card) in [("QC", "4C"), ("QD", "4D"), ("QH", "4H"), ("QS", "4S")] {
        let mut table = Table::lay(&format!("{base} {enemy}"));
        table.does(&format!("play {card}"));
        let view = table.view(0);
        let found = (
            view.enemy.unwrap().damage,
            view.shield,
            view.tavern_count,
            view.discard_count,
        );
        assert_eq!(found, (4, 0, 2, 2), "{card} against {enemy}");
    }
}

#[test]
fn r6_2_other_suits_of_the_play_fire_at_the_full_total() {
    let mut table = Table::lay("enemy QC; hands 5C 5S 10C; castle KC");
    table.does("play 5C 5S");
    assert_eq!(
        (table.view(0).shield, table.view(0).enemy.unwrap().damage),
        (10, 10)
    );
}

#[test]
fn r6_3_court_cards_from_the_hand_are_blocked_like_others() {
    let mut table = Table::lay("enemy KS; hands JS 10C 10D; castle KC");
    table.does("play JS");
    let view = table.view(0);
    assert_eq!(
        (view.shield, view.enemy.unwrap().damage, view.due),
        (0, 10, 20)
    );
}

#[test]
fn r3_1_numbers_count_themselves_aces_one_and_jesters_nothing() {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    for (value, rank) in (1..).zip(ranks) {
        // As an attack.
        let mut table = Table::lay(&format!("enemy KH; hands {rank}D QS KD; castle KC"));
        table.does(&format!("play {rank}D"));
        assert_eq!(table.view(0).enemy.unwrap().damage, value, "{rank}");
        // As a payment: a shield leaves exactly so much to pay.
        let shield = 20 - value;
        let lay = |shield: u16| {
            let hand = format!("{rank}D QS");
            Table::lay(&format!(
                "enemy KH; shield {shield}; step suffer; hands {hand}; castle KC"
            ))
        };
        lay(shield).does(&format!("pay {rank}D"));
        let one_more = lay(shield - 1).code(&format!("pay {rank}D"));
        assert_eq!(one_more, "payment_too_small", "{rank}");
    }
    let mut table = Table::lay("enemy KH; hands X 9D | 9C | 8C; castle KC");
    table.does("play X");
    assert_eq!(table.view(0).enemy.unwrap().damage, 0);
    let table = Table::lay("enemy JH; shield 9; step suffer; hands X 9D | 9C | 8C; castle QC");
    assert_eq!(table.code("pay X"), "payment_too_small");
}

#[test]
fn r3_2_captured_cards_attack_and_pay_with_ten_fifteen_and_twenty() {
    let mut table = Table::lay("enemy KH; hands QC KD JS; castle KC");
    table.does("play QC");
    assert_eq!(table.view(0).enemy.unwrap().damage, 30);
    assert_eq!(table.code("pay JS"), "payment_too_small");
    table.does("pay KD");
    assert_eq!(table.hand(0), "JS");
}
