//! R7 to R13: defeat, suffering, yielding, Jesters, solo, talk, the end.

use parlour_regicide::cases::Table;
use parlour_regicide::{ByCourtRank, Difficulty, House, Loss, Medal, Setup, Step};
use parlour_regicide::{Kingslayer, Phrase};
use parlour_rules::{Rules, Seed, Turn, Viewer};

#[test]
fn r7_1_enemies_have_their_health_and_attack() {
    for (enemy, health, attack) in [("JC", 20, 10), ("QC", 30, 15), ("KC", 40, 20)] {
        let table = Table::lay(&format!("enemy {enemy}; hands 5C; jesters 2"));
        let enemy = table.view(0).enemy.unwrap();
        assert_eq!((enemy.health, enemy.attack), (health, attack));
    }
}

#[test]
fn r7_2_damage_adds_up_over_players() {
    let mut table = Table::lay("enemy JC; hands 9D 10D 5D | 9S; castle QC");
    table.does("play 9D");
    table.does("pay 10D");
    table.does("play 9S");
    assert_eq!(table.view(0).enemy.unwrap().damage, 18);
}

#[test]
fn r7_3_an_overkilled_enemy_goes_to_the_discard_pile() {
    let mut table = Table::lay("enemy JC; damage 15; hands 6D 9S; castle QC");
    table.does("play 6D");
    assert_eq!(
        (table.discard(), table.tavern()),
        (String::from("6D JC"), String::new())
    );
}

#[test]
fn r7_4_exact_damage_captures_on_top_of_the_tavern_and_not_at_its_bottom() {
    let mut table = Table::lay("enemy JC; damage 14; hands 6D 9S; tavern 2C 3C; castle QC");
    table.does("play 6D");
    assert_eq!(
        table.hand(0),
        "9S 2C 3C",
        "its own diamonds drew before it lay there"
    );
    assert_eq!(table.tavern(), "JC");
    assert_eq!(table.view(0).memory.captured.len(), 1, "everybody knows");
    let mut table = Table::lay("enemy JH; damage 10; hands 5C 9S; tavern 2C 3C; castle QC");
    table.does("play 5C");
    assert_eq!(table.tavern(), "JH 2C 3C", "exact with doubling");
}

#[test]
fn r7_5_all_table_cards_go_to_the_discard_pile() {
    let mut table = Table::lay("enemy JC; damage 14; table 2S 3S 4S; hands 6D 9S; castle QC");
    table.does("play 6D");
    assert_eq!(table.discard(), "2S 3S 4S 6D");
    assert!(table.view(0).table.is_empty());
}

#[test]
fn r7_6_the_next_enemy_is_unhurt_unshielded_and_immune() {
    let mut table = Table::lay(
        "enemy JC; damage 15; shield 9; blocked 4; cancelled; hands 6D 9S | 5H | 5S; castle QC KD",
    );
    table.does("play 6D");
    let view = table.view(0);
    let enemy = view.enemy.unwrap();
    assert_eq!(enemy.card.to_string(), "QC");
    assert_eq!((enemy.damage, view.shield, enemy.blocked_spades), (0, 0, 0));
    assert!(!enemy.immunity_cancelled);
    assert_eq!(view.castle_count, 1);
}

#[test]
fn r7_7_the_slayer_skips_step_4_and_moves_again() {
    let mut table = Table::lay("enemy JC; damage 15; turn 1; hands 9C | 6D 9S | 9D; castle QC");
    table.does("play 6D");
    assert_eq!(table.turn(), "1 play");
}

#[test]
fn r7_8_the_last_king_defeated_is_victory_at_once() {
    let mut table = Table::lay("enemy KC; damage 39; hands 6D | 9S");
    table.does("play 6D");
    let outcome = table.outcome();
    assert!(outcome.is_won());
    assert_eq!((outcome.enemies, outcome.medal), (12, None));
    assert!(matches!(Kingslayer::turn(table.state()), Turn::Over(_)));
}

#[test]
fn r8_1_damage_is_attack_less_shield_and_never_below_nothing() {
    let mut table = Table::lay("enemy JH; shield 4; hands 2C 9S; castle QC; jesters 0");
    table.does("play 2C");
    assert_eq!(table.view(0).due, 6);
    let table = Table::lay("enemy JH; shield 40; hands 2C 9S; castle QC");
    assert_eq!(table.view(0).due, 0);
}

#[test]
fn r8_2_a_payment_covers_the_damage_and_may_hold_more() {
    let mut table = Table::lay("enemy JH; step suffer; hands 4C 5S 6D 9D; castle QC");
    let refusal = table.refusal("pay 4C 5S");
    assert_eq!(
        refusal.to_string(),
        "these cards are worth 9, and the enemy's attack needs 10 (R8.2)"
    );
    assert_eq!(table.code("pay"), "payment_too_small");
    table.clone().does("pay 4C 6D");
    let house = House {
        surplus_payment: false,
        ..House::default()
    };
    let strict = table.clone().under(house);
    assert_eq!(
        strict.refusal("pay 6D 9D 5S").to_string(),
        "this house allows no surplus, and the first card is not needed (R8.2)"
    );
    strict.clone().does("pay 6D 5S");
    strict.clone().does("pay 9D 4C");
    table.does("pay 4C 5S 6D 9D");
    assert_eq!(table.turn(), "0 over", "an empty hand and no Jester");
}

#[test]
fn r8_3_no_damage_passes_on_without_a_question() {
    let mut table = Table::lay("enemy JH; shield 10; hands 2C 9S | 5D; castle QC");
    table.does("play 2C");
    assert_eq!(table.turn(), "1 play");
}

#[test]
fn r8_4_who_cannot_pay_loses_for_all_and_cards_just_drawn_count() {
    let mut table = Table::lay("enemy JH; hands 2C 9S | 5D; castle QC");
    table.does("play 2C");
    let loss = Loss::CannotPay { due: 10, worth: 9 };
    assert_eq!(table.outcome().loss, Some(loss));
    let mut table = Table::lay("enemy JH; hands 2D 9S | 5D; tavern AC; castle QC");
    table.does("play 2D");
    assert_eq!(table.turn(), "0 suffer");
}

#[test]
fn r8_5_an_empty_hand_is_no_loss_in_itself() {
    let mut table = Table::lay("enemy JH; hands 5C 10D | 5D; castle QC");
    table.does("play 5C");
    table.does("pay 10D");
    assert_eq!(table.turn(), "1 play");
}

#[test]
fn r8_6_aces_pay_one_jesters_nothing_and_payment_fires_no_power() {
    let mut table =
        Table::lay("enemy JH; step suffer; hands AC X 9D 8D | 5D | 6D; tavern 2C; castle QC");
    assert_eq!(table.code("pay 8D AC X"), "payment_too_small");
    table.does("pay 9D AC X");
    assert_eq!(
        (table.hand(0), table.tavern()),
        (String::from("8D"), String::from("2C"))
    );
    assert_eq!(table.discard(), "AC 9D X");
}

#[test]
fn r9_1_a_yield_skips_powers_and_damage() {
    let mut table = Table::lay("enemy JH; hands 5C 9S | 5D; castle QC");
    table.does("yield");
    assert_eq!(table.turn(), "0 suffer");
    assert_eq!(table.view(0).enemy.unwrap().damage, 0);
}

#[test]
fn r9_2_nobody_yields_after_all_others_did_by_flags_not_by_a_counter() {
    // Seats 0 and 1 yield, seat 2 kills and moves again: still no yield.
    let mut table =
        Table::lay("enemy JC; damage 15; shield 10; hands 5C | 5D | 6D 9S 9C; castle QC; turn 0");
    table.does("yield");
    table.does("yield");
    assert_eq!(table.code("yield"), "cannot_yield");
    table.does("play 6D");
    assert_eq!(table.turn(), "2 play");
    assert_eq!(table.refusal("yield").rule(), "R9.2");
    // Nobody has had a turn: nobody has yielded.
    let table = Table::lay("enemy JC; hands 9C 9D | 5D; castle QC");
    assert!(table.view(0).may_yield);
    // One's own yield does not matter, the other's does.
    let table = Table::lay("enemy JC; hands 9C 9D | 5D; yielded 0; castle QC");
    assert!(table.view(0).may_yield);
    let table = Table::lay("enemy JC; hands 9C 9D | 5D; yielded 1; castle QC");
    assert!(!table.view(0).may_yield);
}

#[test]
fn r9_2_a_jester_turn_is_no_yield() {
    let mut table = Table::lay("enemy JC; hands X 9D | 5D | 6D; yielded 0 2; castle QC");
    table.does("play X");
    table.does("next 1");
    assert!(table.view(1).may_yield);
}

#[test]
fn r9_3_an_empty_hand_may_yield_behind_a_full_shield() {
    let mut table = Table::lay("enemy JC; shield 10; hands | 5D 9C; castle QC");
    assert_eq!(table.turn(), "0 play");
    table.does("yield");
    assert_eq!(table.turn(), "1 play");
}

#[test]
fn r9_4_there_is_no_yield_in_solo_unless_the_house_allows_it() {
    let table = Table::lay("enemy JC; hands 9D 9C; jesters 2; castle QC");
    assert_eq!(table.refusal("yield").rule(), "R9.4");
    let house = House {
        solo_yield: true,
        ..House::default()
    };
    let mut table = table.under(house);
    table.does("yield");
    assert_eq!(table.turn(), "0 suffer");
    let table = Table::lay("enemy JC; shield 10; hands ; jesters 1; castle QC").under(house);
    assert_eq!(
        table.code("yield"),
        "cannot_yield",
        "nothing would ever change"
    );
}

#[test]
fn r9_5_neither_card_nor_yield_is_a_loss() {
    let mut table = Table::lay("enemy JC; shield 10; hands 5D | ; yielded 0; castle QC");
    table.does("yield");
    assert_eq!(table.turn(), "1 over");
    assert_eq!(table.outcome().loss, Some(Loss::CannotMove));
}

#[test]
fn r10_1_a_jester_cancels_immunity_for_everybody_until_the_enemy_falls() {
    let mut table =
        Table::lay("enemy QD; hands X 9S 9C | 4D 10C 9H | 6D; tavern 2C 3C 4C 5C; castle KD");
    table.does("play X");
    table.does("next 1");
    table.does("play 4D");
    assert_eq!(
        table.tavern(),
        "",
        "diamonds work against the Queen of diamonds"
    );
    table.does("pay 10C 9H");
    assert!(
        table.view(2).enemy.unwrap().immunity_cancelled,
        "not for one turn only"
    );
}

#[test]
fn r10_2_a_jester_skips_damage_and_attack() {
    let mut table = Table::lay("enemy KD; hands X | 4D | 6D; castle KC");
    table.does("play X");
    assert_eq!(table.turn(), "0 choose");
    assert_eq!(table.view(0).enemy.unwrap().damage, 0);
}

#[test]
fn r10_3_the_player_of_the_jester_chooses_anybody() {
    for seat in 0..3 {
        let mut table = Table::lay("enemy KD; hands X 5C | 4D | 6D; castle KC");
        table.does("play X");
        assert_eq!(table.code("play 5C"), "wrong_step");
        assert_eq!(table.code("next 3"), "no_such_player");
        table.does(&format!("next {seat}"));
        assert_eq!(table.turn(), format!("{seat} play"));
    }
}

#[test]
fn r10_4_blocked_spades_begin_to_shield_at_the_totals_of_their_plays() {
    let mut table = Table::lay("enemy KS; hands AS 8D 10C 10D | X 5S | 5C; castle KC");
    table.does("play AS 8D");
    assert_eq!((table.view(0).shield, table.view(0).due), (0, 20));
    table.does("pay 10C 10D");
    table.does("play X");
    assert_eq!(
        table.view(0).shield,
        9,
        "the total of the play, not the ace alone"
    );
    table.does("next 1");
    table.does("play 5S");
    assert_eq!(table.view(0).shield, 14);
}

#[test]
fn r10_5_clubs_hearts_and_diamonds_played_earlier_are_not_replayed() {
    let mut table =
        Table::lay("enemy KC; hands 5C 10D 10C | X | 5H; tavern 2C; discard 3C; castle KD");
    table.does("play 5C");
    table.does("pay 10D 10C");
    table.does("play X");
    let view = table.view(0);
    assert_eq!(view.enemy.unwrap().damage, 5);
    assert_eq!((view.tavern_count, view.discard_count), (1, 3));
}

#[test]
fn r10_6_the_jester_lies_on_the_table_is_discarded_and_can_be_healed() {
    let mut table = Table::lay("enemy JC; damage 10; hands X 2C | 10H 9S | 5H 10S; castle QC");
    table.does("play X");
    assert_eq!(
        (table.view(0).table.len(), table.discard()),
        (1, String::new())
    );
    table.does("next 1");
    table.does("play 10H");
    assert_eq!(table.discard(), "10H X");
    let mut table = Table::lay("enemy JC; hands 5H 10S | 9C | 8C; discard X; castle QC");
    table.does("play 5H");
    assert_eq!(table.tavern(), "X");
}

#[test]
fn r10_7_a_second_jester_shields_nothing_again_but_still_chooses() {
    let mut table = Table::lay("enemy KS; blocked 7; hands X X | 9C | 8C; castle KD");
    table.does("play X");
    table.does("next 0");
    table.does("play X");
    assert_eq!(
        (table.view(0).shield, table.turn()),
        (7, String::from("0 choose"))
    );
}

#[test]
fn r10_8_play_goes_on_clockwise_from_the_chosen_player() {
    let mut table = Table::lay("enemy JC; shield 10; hands X | 9D | 8D 3D | 7D; castle QC");
    table.does("play X");
    table.does("next 2");
    table.does("play 3D");
    assert_eq!(table.turn(), "3 play");
}

#[test]
fn r11_1_solo_has_both_jesters_beside_the_deck() {
    let state = Kingslayer::start(&Setup::for_players(1), Seed(3)).unwrap();
    let view = Kingslayer::view(&state, Viewer::Spectator);
    assert_eq!((view.solo_jesters, view.tavern_count), (2, 32));
    let table = Table::lay("enemy JC; hands 5C | 5D; castle QC");
    assert_eq!(table.refusal("flip").rule(), "R11.1");
}

#[test]
fn r11_2_a_flip_discards_the_hand_and_refills_it_twice_a_game() {
    let tavern = "2S 3S 4S 5S 6S 7S 8S 9S 2D 3D 4D 5D 6D 7D 8D 9D";
    let mut table = Table::lay(&format!(
        "enemy JC; hands 5C 6C; tavern {tavern}; jesters 2; castle QC"
    ));
    table.does("flip");
    assert_eq!(
        (table.hand(0), table.discard()),
        ("2S 3S 4S 5S 6S 7S 8S 9S".into(), "5C 6C".into())
    );
    table.does("flip");
    assert_eq!(table.view(0).solo_jesters, 0);
    assert_eq!(table.refusal("flip").rule(), "R11.2");
}

#[test]
fn r11_3_a_flip_is_possible_before_playing_and_before_paying_and_both_in_a_row() {
    let mut table = Table::lay(
        "enemy QH; hands 5C 2D; tavern 2S 4S 5S 6S 7S 8S 9S 10D 10H; jesters 2; castle KC",
    );
    table.does("play 5C");
    assert_eq!(
        table.turn(),
        "0 suffer",
        "2 does not pay 15, but a Jester is left"
    );
    assert_eq!(table.code("pay 2D"), "payment_too_small");
    table.does("flip");
    assert_eq!(table.turn(), "0 suffer");
    table.clone().does("flip");
    table.does("pay 9S 8S");
    assert_eq!(table.turn(), "0 play");
}

#[test]
fn r11_4_a_flip_is_no_draw_and_works_against_diamonds() {
    let mut table = Table::lay("enemy JD; hands 5C; tavern 2S 3S; jesters 1; castle QC");
    table.does("flip");
    assert_eq!(table.hand(0), "2S 3S");
}

#[test]
fn r11_5_a_flip_neither_cancels_immunity_nor_skips_the_attack() {
    let mut table =
        Table::lay("enemy JD; step suffer; hands 5C; tavern 9S 3D; jesters 1; castle QC");
    table.does("flip");
    assert!(!table.view(0).enemy.unwrap().immunity_cancelled);
    assert_eq!(
        (table.turn(), table.view(0).due),
        (String::from("0 suffer"), 10)
    );
}

#[test]
fn r11_6_a_short_tavern_refills_what_is_there_without_a_reshuffle() {
    let mut table =
        Table::lay("enemy JD; hands 5C 6C; tavern 2S; discard 7C; jesters 1; castle QC");
    table.does("flip");
    assert_eq!(
        (table.hand(0), table.tavern(), table.view(0).discard_count),
        ("2S".into(), String::new(), 3)
    );
    let mut table = Table::lay("enemy JD; hands 5C 6C; jesters 1; castle QC");
    table.does("flip");
    assert_eq!(table.outcome().loss, Some(Loss::CannotMove));
    let mut table =
        Table::lay("enemy JD; step suffer; hands 5C 6C; tavern 9C; jesters 1; castle QC");
    table.does("flip");
    assert_eq!(
        table.outcome().loss,
        Some(Loss::CannotPay { due: 10, worth: 9 })
    );
}

#[test]
fn r11_7_medals_count_the_flips() {
    for (left, medal) in [(2, Medal::Gold), (1, Medal::Silver), (0, Medal::Bronze)] {
        let mut table = Table::lay(&format!("enemy KC; damage 39; hands 6D; jesters {left}"));
        table.does("play 6D");
        assert_eq!(table.outcome().medal, Some(medal));
    }
}

#[test]
fn r11_8_no_loss_comes_by_itself_while_a_jester_is_left() {
    for (jesters, step) in [(1, Step::Suffer), (0, Step::Over)] {
        let mut table = Table::lay(&format!("enemy JC; hands 6D; jesters {jesters}; castle QC"));
        table.does("play 6D");
        assert_eq!(table.state().step(), step);
    }
}

#[test]
fn r12_a_view_tells_nothing_of_other_hands_and_wishes_wait_for_a_jester() {
    let one = Table::lay("enemy JC; hands X 2C | 9D | 8D; tavern 7D; castle QC");
    let mut other = Table::lay("enemy JC; hands X 2C | 7D | 9D; tavern 8D; castle QC");
    assert_eq!(one.view(0), other.view(0));
    assert!(!Phrase::WantNext.is_allowed_in(other.state().step()));
    other.does("play X");
    assert!(Phrase::WantNext.is_allowed_in(other.state().step()));
}

#[test]
fn r13_the_end_is_shared_and_nothing_follows_it() {
    let mut table = Table::lay("enemy JH; hands 2C 9S | 5D; castle QC");
    table.does("play 2C");
    for seat in 0..2 {
        for command in ["play 9S", "pay 9S", "yield", "flip", "next 0"] {
            assert_eq!(table.refusal_by(seat, command).rule(), "R13");
        }
        assert!(!table.view(seat).outcome.unwrap().is_won());
    }
}

#[test]
fn house_rules_change_enemies_and_combos() {
    let hard = Difficulty::Hard.house();
    let table = Table::lay("enemy QH; hands 5C 10D; castle KC").under(hard);
    let enemy = table.view(0).enemy.unwrap();
    assert_eq!((enemy.health, enemy.attack), (35, 18));
    let easy = Difficulty::Easy.house();
    let mut table = Table::lay("enemy QH; hands 7D 7C 10D 10H JC JD; castle KC").under(easy);
    assert_eq!(table.refusal("play JC JD").rule(), "R4.2");
    table.does("play 7D 7C");
    assert_eq!(table.turn(), "0 play", "28 damage fell a Queen of 25");
    let weightless = House {
        health: ByCourtRank {
            jack: 0,
            queen: 1,
            king: 1,
        },
        ..House::default()
    };
    let mut setup = Setup::for_players(1);
    setup.house = weightless;
    assert!(Kingslayer::start(&setup, Seed(1)).is_err());
}
