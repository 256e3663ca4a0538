//! Mistakes that other programs for this game have made, one test each.

use parlour_regicide::cases::Table;
use parlour_regicide::{Card, Kingslayer, Setup};
use parlour_rules::{Rules, Seed};

/// R5.6, R11.6: made wins twice as frequent where it happened.
#[test]
fn bug_an_empty_tavern_shuffles_the_discard_pile_back() {
    let mut table = Table::lay("enemy QC; hands 9D 10S 9S; discard 2C 3C 4C; castle KC; jesters 2");
    table.does("play 9D");
    assert_eq!(table.hand(0), "10S 9S", "nothing was there to draw");
    assert_eq!(table.discard(), "2C 3C 4C");
    table.does("flip");
    assert_eq!(table.hand(0), "", "a Jester does not refill from it either");
    assert_eq!(table.tavern(), "");
}

/// R5.4.
#[test]
fn bug_diamonds_begin_at_the_first_seat_instead_of_the_mover() {
    let mut table =
        Table::lay("enemy QC; hands 9H | 2D 10S 10H | 8H; turn 1; tavern 2S 4S; castle KC");
    table.does("play 2D");
    assert_eq!(table.hand(1), "10S 10H 2S");
    assert_eq!(table.hand(2), "8H 4S");
    assert_eq!(table.hand(0), "9H");
}

/// R5.8.
#[test]
fn bug_clubs_double_the_club_card_only() {
    let mut table = Table::lay("enemy KH; hands 4C 4D 10S 10H; castle KC");
    table.does("play 4C 4D");
    assert_eq!(table.view(0).enemy.unwrap().damage, 16, "not 12");
}

/// R7.4.
#[test]
fn bug_a_captured_enemy_goes_under_the_tavern() {
    let mut table = Table::lay("enemy JD; damage 10; hands 5C 3D; tavern 2S 4S; castle QC");
    table.does("play 5C");
    assert_eq!(table.tavern(), "JD 2S 4S");
    table.does("play 3D");
    assert_eq!(table.hand(0), "JD 2S 4S", "it is the first card drawn");
}

/// R10.1.
#[test]
fn bug_a_jester_lasts_one_turn() {
    let mut table =
        Table::lay("enemy KS; hands X | 4S 10C 10H | 3S 9C 9H; tavern 2C 3C; castle KC; turn 0");
    table.does("play X");
    table.does("next 1");
    table.does("play 4S");
    assert_eq!(table.view(1).shield, 4);
    table.does("pay 10C 10H");
    table.does("play 3S");
    assert_eq!(table.view(2).shield, 7, "still works a turn later");
}

/// R4.5.
#[test]
fn bug_two_aces_are_refused() {
    let mut table = Table::lay("enemy KH; hands AC AS 10S 10H; castle KC");
    table.does("play AC AS");
    let enemy = table.view(0).enemy.unwrap();
    assert_eq!(enemy.damage, 4, "two, doubled");
    assert_eq!(table.view(0).shield, 2);
}

/// R1.2, R11.1.
#[test]
fn bug_there_are_no_jesters_at_all() {
    for (players, dealt, beside) in [(1, 0, 2), (2, 0, 0), (3, 1, 0), (4, 2, 0)] {
        let state = Kingslayer::start(&Setup::for_players(players), Seed(5)).unwrap();
        let table = Table::of(state);
        let mut cards = table.tavern();
        for seat in 0..players {
            cards += " ";
            cards += &table.hand(seat);
        }
        let jester = Card::JESTER.to_string();
        let found = cards.split(' ').filter(|card| *card == jester).count();
        assert_eq!(found, dealt, "{players} players");
        assert_eq!(table.view(0).solo_jesters, beside);
    }
}

/// R9.2: seats 0 and 1 yield, seat 2 kills and moves again.
#[test]
fn bug_yields_are_counted_in_a_row_instead_of_by_player() {
    let mut table =
        Table::lay("enemy JC; damage 15; shield 10; hands 5C | 5D | 6D 9S 9C; castle QC; turn 0");
    table.does("yield");
    table.does("yield");
    table.does("play 6D");
    assert_eq!(table.turn(), "2 play");
    assert_eq!(table.code("yield"), "cannot_yield");
}
