//! The powers of a board, by their seats and by what somebody typed.

use parlour_diplomacy::Board;
use parlour_rules::Seat;

use crate::phrase::{listed, plain};
use crate::refusal::Refusal;

/// The power of a seat, as people write it.
pub(crate) fn power_at(board: &Board, seat: Seat) -> String {
    let power = board.powers().nth(usize::from(seat.0));
    power.map_or_else(|| seat.to_string(), |power| plain(board.power_name(power)))
}

/// All that somebody plays, as people write them.
pub(super) fn power_names(board: &Board) -> Vec<String> {
    let powers = board.powers().filter(|it| !board.is_dummy(*it));
    powers.map(|it| plain(board.power_name(it))).collect()
}

/// A power by its name or the beginning of it.
pub(super) fn named_power(board: &Board, text: &str) -> Result<Seat, Refusal> {
    let wanted = text.trim().to_ascii_lowercase();
    let fits = |exact: bool| {
        let mut found = board.powers().filter(|power| {
            let name = board.power_name(*power).to_ascii_lowercase();
            if exact {
                name == wanted
            } else {
                !wanted.is_empty() && name.starts_with(&wanted)
            }
        });
        found.next().filter(|_| found.next().is_none())
    };
    let power = fits(true).or_else(|| fits(false));
    if let Some(power) = power.filter(|power| board.is_dummy(*power)) {
        let name = plain(board.power_name(power));
        return Err(Refusal::new(
            "dummy_power",
            format!("Nobody plays {name} on this map: its units hold."),
        ));
    }
    power.map(|power| Seat(power.0)).ok_or_else(|| {
        Refusal::new(
            "no_such_power",
            format!(
                "There is no power `{}`; there are {}.",
                crate::settings::shortened(text),
                listed(&power_names(board))
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_asks_for_a_power_that_nobody_plays() {
        let mut file = Board::named("training").unwrap().file().clone();
        let last = file.powers.last().unwrap().clone();
        file.dummies = vec![last.clone()];
        let board = Board::build(&file).unwrap();
        let refusal = named_power(&board, &last).unwrap_err();
        assert_eq!(refusal.code, "dummy_power");
        assert!(!power_names(&board).contains(&plain(&last)));
        let first = &file.powers[0];
        assert_eq!(named_power(&board, first).unwrap(), Seat(0));
    }
}
