//! Orders that exist, for whoever is told how to say one: of the board that is played and of
//! the phase that it is.

use parlour_diplomacy::{Board, Order, Power, Unit, legal_orders_of_power};

use super::powers::power_names;
use super::{Game, Room};
use crate::phrase::{plain, sentence};
use crate::refusal::{Refusal, Trouble};
use crate::talk::Heard;
use crate::words::AN_ORDER;
use crate::{Verb, WordsError};

impl Room {
    /// Words that lack an order, refused with one that can be given now.
    pub(super) async fn lacking(
        &self,
        error: WordsError,
        heard: &Heard,
        verb: Option<Verb>,
    ) -> Trouble {
        let WordsError::Misused { what, example } = &error else {
            return error.into();
        };
        if *example != AN_ORDER {
            return error.into();
        }
        let game = self.game(heard).await.ok();
        let Some(game) = game.filter(|it| it.has_started() && !it.is_over()) else {
            return error.into();
        };
        let Some(example) = game.example(verb) else {
            return error.into();
        };
        let words = format!("{what}, for instance `{example}`");
        Refusal::new(error.code(), sentence(&words)).into()
    }
}

impl Game {
    /// An order that may be given now, with its verb: one of the verb's kind if there is
    /// one, of the viewer's own power if they have one.
    pub(super) fn example(&self, verb: Option<Verb>) -> Option<String> {
        let board = self.board();
        let view = &self.sight.view;
        let own = view.own.as_ref().map(|it| it.power);
        let powers: Vec<Power> = match own {
            Some(own) => vec![own],
            None => board.powers().collect(),
        };
        let said = powers.into_iter().find_map(|power| {
            let legal = legal_orders_of_power(board, &view.position, view.rules, power);
            let mut said: Vec<(Verb, String)> =
                legal.into_iter().filter_map(|it| said(board, it)).collect();
            said.sort_by_key(|(kind, _)| (Some(*kind) != verb, *kind != Verb::Build));
            said.into_iter().next()
        });
        said.map(|(kind, text)| match verb {
            Some(verb @ (Verb::Anew | Verb::Draft | Verb::Sandbox)) => {
                format!("{} {text}", verb.word())
            }
            _ => format!("{} {text}", kind.word()),
        })
    }
}

/// An order as it is said, and by which verb; nothing of those that say little.
fn said(board: &Board, order: Order) -> Option<(Verb, String)> {
    let unit = |unit: Unit| plain(&board.unit_text(unit).to_string());
    let place = |at| plain(board.code(at));
    Some(match order {
        Order::Move {
            unit: it,
            to,
            via: false,
        } => (Verb::Order, format!("{}-{}", unit(it), place(to))),
        Order::Retreat { unit: it, to } => (Verb::Retreat, format!("{}-{}", unit(it), place(to))),
        Order::Build { unit: it } => (Verb::Build, unit(it)),
        Order::Disband { unit: it } => (Verb::Disband, unit(it)),
        _ => return None,
    })
}

/// An order of a board's first phase.
pub(super) fn usual(board: &Board) -> String {
    if ["VIE", "BUD"]
        .iter()
        .all(|code| board.province(code).is_some())
    {
        return String::from("A Vie-Bud");
    }
    let first = board.start().units().find_map(|(_, placed)| {
        let to = board.steps(placed.unit).iter().next()?;
        let unit = plain(&board.unit_text(placed.unit).to_string());
        Some(format!("{unit}-{}", plain(board.code(to))))
    });
    first.unwrap_or_else(|| String::from("all hold"))
}

/// A power of a board: France where there is one.
pub(super) fn known_power(board: &Board) -> String {
    let powers = power_names(board);
    let france = powers.iter().find(|it| *it == "France");
    let any = france.or_else(|| powers.first());
    any.map_or_else(|| String::from("POWER"), Clone::clone)
}
