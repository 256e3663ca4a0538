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

/// All of them, as people write them.
pub(super) fn power_names(board: &Board) -> Vec<String> {
    let powers = board.powers();
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
