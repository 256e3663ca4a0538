//! The table of weights: one row for each thing the quick player looks at, one
//! column for each number of players and rank of enemy. The last columns are for
//! one who plays alone and for gold, without Jesters to fall back on.

use std::sync::LazyLock;

/// How many weights there are for each rank of enemy.
pub const WEIGHTS: usize = NAMES.len();

/// The rows of the table. Groups of suits are always in the order clubs,
/// diamonds, hearts, spades.
const NAMES: [&str; 63] = [
    "damage",
    "kill",
    "exact",
    "over",
    "shield",
    "shield_left",
    "draw",
    "draw_others",
    "heal",
    "heal_low",
    "keep_value",
    "keep_clubs",
    "keep_diamonds",
    "keep_hearts",
    "keep_spades",
    "keep_ace",
    "keep_court",
    "due",
    "short",
    "death",
    "purse",
    "count",
    "left",
    "near",
    "kill_next",
    "exact_next",
    "have_clubs",
    "have_diamonds",
    "have_hearts",
    "have_spades",
    "short_next",
    "tavern",
    "yield",
    "yield_count",
    "jester_clubs",
    "jester_diamonds",
    "jester_hearts",
    "jester_spades",
    "jester_blocked",
    "jester_left",
    "jester_short",
    "flip",
    "flip_tavern",
    "flip_count",
    "next_worth",
    "next_count",
    "next_self",
    "pay_value",
    "pay_clubs",
    "pay_diamonds",
    "pay_hearts",
    "pay_spades",
    "pay_ace",
    "pay_court",
    "pay_jester",
    "pay_blocked",
    "pay_over",
    "pay_exact",
    "pay_kill",
    "pay_last_clubs",
    "pay_last_diamonds",
    "pay_last_hearts",
    "pay_last_spades",
];

/// Damage that counts.
pub(super) const DAMAGE: usize = 0;
/// The enemy falls.
pub(super) const KILL: usize = 1;
/// It falls exactly.
pub(super) const EXACT: usize = 2;
/// Damage beyond its health.
pub(super) const OVER: usize = 3;
/// Attack taken away by spades.
pub(super) const SHIELD: usize = 4;
/// The same, times the tenth of the health that is left.
pub(super) const SHIELD_LEFT: usize = 5;
/// Cards drawn to the own hand.
pub(super) const DRAW: usize = 6;
/// Cards drawn to other hands.
pub(super) const DRAW_OTHERS: usize = 7;
/// Cards healed.
pub(super) const HEAL: usize = 8;
/// Cards healed, times what the tavern lacks of twenty.
pub(super) const HEAL_LOW: usize = 9;
/// What played cards would be worth in hand: per point, by suit, Ace, court.
pub(super) const KEEP: usize = 10;
/// Attack to be paid after the play.
pub(super) const DUE: usize = 17;
/// Attack that the hand is short of.
pub(super) const SHORT: usize = 18;
/// The hand is short and no card is drawn.
pub(super) const DEATH: usize = 19;
/// What the hand is worth after paying.
pub(super) const PURSE: usize = 20;
/// Cards in hand after the play.
pub(super) const COUNT: usize = 21;
/// Attack to be paid, times the tenth of the health that is left.
pub(super) const LEFT: usize = 22;
/// At most ten health is left.
pub(super) const NEAR: usize = 23;
/// A card in hand could kill next.
pub(super) const KILL_NEXT: usize = 24;
/// A card in hand could kill exactly next.
pub(super) const EXACT_NEXT: usize = 25;
/// A working card of each suit stays in hand.
pub(super) const HAVE: usize = 26;
/// After a kill: what the hand lacks against the next enemy's attack.
pub(super) const SHORT_NEXT: usize = 30;
/// Cards left in the tavern, up to ten.
pub(super) const TAVERN: usize = 31;
/// A yield.
pub(super) const YIELD: usize = 32;
/// Cards in hand at a yield.
pub(super) const YIELD_COUNT: usize = 33;
/// A Jester, by the suit whose immunity it cancels.
pub(super) const JESTER: usize = 34;
/// Blocked spades that a Jester frees.
pub(super) const JESTER_BLOCKED: usize = 38;
/// The tenth of the enemy's health at a Jester.
pub(super) const JESTER_LEFT: usize = 39;
/// A Jester when the hand could not pay.
pub(super) const JESTER_SHORT: usize = 40;
/// Below this no play is good enough, and a solo Jester is turned.
pub(super) const FLIP: usize = 41;
/// Cards a flip would bring.
pub(super) const FLIP_TAVERN: usize = 42;
/// Cards a flip would cost.
pub(super) const FLIP_COUNT: usize = 43;
/// Whom to send next: what the hand is worth, its size, oneself.
pub(super) const NEXT_WORTH: usize = 44;
/// See [`NEXT_WORTH`].
pub(super) const NEXT_COUNT: usize = 45;
/// See [`NEXT_WORTH`].
pub(super) const NEXT_SELF: usize = 46;
/// What a card costs as payment: per point, by suit, Ace, court.
pub(super) const PAY: usize = 47;
/// A Jester as payment.
pub(super) const PAY_JESTER: usize = 54;
/// A card the enemy is immune to.
pub(super) const PAY_BLOCKED: usize = 55;
/// Points paid too much.
pub(super) const PAY_OVER: usize = 56;
/// A card that could kill exactly next.
pub(super) const PAY_EXACT: usize = 57;
/// A card that could kill next.
pub(super) const PAY_KILL: usize = 58;
/// The last card of each suit.
pub(super) const PAY_LAST: usize = 59;

/// All weights, by players (from 1; then alone for gold) and rank of enemy.
pub(super) type Table = [[[i32; WEIGHTS]; 3]; 5];

/// The table that comes with the game.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    read(include_str!("../../../data/habits.csv")).expect("the table that comes with the game")
});

/// Reads a table, or says which line is wrong.
fn read(text: &str) -> Result<Table, String> {
    let mut table = [[[0; WEIGHTS]; 3]; 5];
    let mut lines = text.lines().skip(1);
    for (row, name) in NAMES.iter().enumerate() {
        let wrong = || format!("line {}: expected {name} and fifteen numbers", row + 2);
        let mut words = lines.next().ok_or_else(wrong)?.split(',');
        if words.next() != Some(name) {
            return Err(wrong());
        }
        for weights in table.iter_mut().flatten() {
            let number = words.next().and_then(|word| word.trim().parse().ok());
            weights[row] = number.ok_or_else(wrong)?;
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_and_a_wrong_line_is_named() {
        assert_ne!(TABLE[0][0][DAMAGE], 0);
        let text = include_str!("../../../data/habits.csv");
        let problem = read(&text.replace("exact_next", "exakt")).unwrap_err();
        assert!(
            problem.starts_with("line 27: expected exact_next"),
            "{problem}"
        );
        assert!(read("").is_err());
    }

    #[test]
    fn places_and_names_agree() {
        for (place, name) in [
            (KEEP, "keep_value"),
            (DUE, "due"),
            (HAVE, "have_clubs"),
            (SHORT_NEXT, "short_next"),
            (JESTER, "jester_clubs"),
            (FLIP, "flip"),
            (NEXT_SELF, "next_self"),
            (PAY, "pay_value"),
            (PAY_JESTER, "pay_jester"),
            (PAY_LAST, "pay_last_clubs"),
        ] {
            assert_eq!(NAMES[place], name);
        }
    }
}
