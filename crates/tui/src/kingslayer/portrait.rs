//! What lists say of a game: how it stands, and what statistics count of it.

use parlour_host::card::Portrait;
use parlour_host::table::Record;
use parlour_regicide::{Difficulty, View, worth};
use parlour_solo::facts;

use super::cards::short;

/// What the card of a game says.
pub fn portrait(record: &Record, view: &View) -> Portrait {
    let (short, about) = stands(view).unwrap_or_default();
    Portrait {
        short,
        about,
        facts: Some(facts(record, view.house.is_eased())),
    }
}

/// How a game stands, in a few letters and in sentences: the enemy, its health, the
/// hand, what the house plays.
pub fn stands(view: &View) -> Option<(String, String)> {
    let enemy = view.enemy.as_ref()?;
    let left = enemy.health.saturating_sub(enemy.damage);
    let mut about = vec![format!(
        "Against the {}, {left} of {} health left; {} of 12 defeated.",
        enemy.card.in_words(),
        enemy.health,
        view.defeated
    )];
    if view.players.len() == 1 {
        let jesters = match view.solo_jesters {
            0 => "no Jester",
            1 => "one Jester",
            _ => "two Jesters",
        };
        let hand = worth(&view.hand);
        about.push(format!("A hand worth {hand}, {jesters} left."));
    }
    let house = view.house;
    let mut rules = Vec::new();
    let of_house = |it: &Difficulty| {
        let other = it.house();
        (other.health, other.attack, other.combo_limit)
            == (house.health, house.attack, house.combo_limit)
    };
    match Difficulty::ALL.iter().find(|it| of_house(it)) {
        Some(Difficulty::Normal) => {}
        Some(other) => rules.push(other.name()),
        None => rules.push("enemies of its own"),
    }
    if !house.surplus_payment {
        rules.push("no surplus payment");
    }
    if house.solo_yield {
        rules.push("yielding alone");
    }
    if house.mulligan {
        rules.push("another first hand");
    }
    if !rules.is_empty() {
        about.push(format!("House rules: {}.", rules.join(", ")));
    }
    let short = format!("{} {left}/{}", short(enemy.card), enemy.health);
    Some((short, about.join("\n")))
}

#[cfg(test)]
mod tests {
    use parlour_regicide::{Kingslayer, Setup};
    use parlour_rules::{Rules, Seat, Seed, Viewer};

    use super::*;

    #[test]
    fn a_game_is_told_from_others_by_how_it_stands() {
        let mut setup = Setup::for_players(1);
        setup.house = Difficulty::Hard.house();
        setup.house.solo_yield = true;
        setup.house.mulligan = true;
        let state = Kingslayer::start(&setup, Seed(7)).unwrap();
        let view = Kingslayer::view(&state, Viewer::Seat(Seat(0)));
        let (short, about) = stands(&view).unwrap();
        assert_eq!(short, "J♣ 25/25");
        assert_eq!(
            about,
            "Against the Jack of Clubs, 25 of 25 health left; 0 of 12 defeated.\n\
             A hand worth 50, two Jesters left.\n\
             House rules: hard, yielding alone, another first hand."
        );
    }
}
