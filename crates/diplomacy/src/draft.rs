//! Orders that are only thought of: a power's draft beside the orders that it has given.
//!
//! A draft is kept as text, by whoever keeps it, and read again in the position it is for;
//! what is not possible there any more is left out. Every front that has drafts uses this.

use crate::game::{RefusedOrder, read_orders, replaced};
use crate::{Board, Order, Power, Scene, Warning, notation, warnings};

/// A power's draft in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDraft {
    power: Power,
    orders: Vec<Order>,
}

impl OrderDraft {
    /// A draft as it was kept; orders that are impossible here are left out.
    pub fn read(scene: &Scene<'_>, power: Power, texts: &[String]) -> Self {
        let mut draft = Self {
            power,
            orders: Vec::new(),
        };
        draft.note(scene, texts);
        draft
    }

    /// Adds orders, each in the place of the one that its unit has; the answer is what is
    /// wrong with those that were not added.
    pub fn note(&mut self, scene: &Scene<'_>, texts: &[String]) -> Vec<RefusedOrder> {
        let mut refused = Vec::new();
        for read in read_orders(scene, self.power, &self.orders, texts) {
            match read {
                Ok(one) => {
                    if let Some(old) = replaced(scene, self.power, &self.orders, one.order) {
                        let place = self.orders.iter().position(|it| *it == old);
                        self.orders
                            .remove(place.expect("what is replaced is in the draft"));
                    }
                    self.orders.push(one.order);
                }
                Err(fault) => refused.push(fault),
            }
        }
        refused
    }

    /// Forgets what is thought of for a unit, or one waived build (`waive`). Whether there
    /// was something.
    pub fn take_back(&mut self, board: &Board, place: &str) -> bool {
        let meant = if place.trim().eq_ignore_ascii_case("waive") {
            None
        } else {
            match notation::read_unit(board, place) {
                Ok(unit) => Some(unit.at.province),
                Err(_) => return false,
            }
        };
        let at = |order: &Order| order.unit().map(|unit| board.province_of(unit.at));
        let found = self.orders.iter().rposition(|order| at(order) == meant);
        found.map(|place| self.orders.remove(place)).is_some()
    }

    /// The orders.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// The orders in the notation of the records, as they are kept.
    pub fn texts(&self, board: &Board) -> Vec<String> {
        let shown = self.orders.iter().map(|it| it.show(board).to_string());
        shown.collect()
    }

    /// What does not fit together in it.
    pub fn warnings(&self, scene: &Scene<'_>) -> Vec<Warning> {
        warnings(scene.board, scene.position, self.power, &self.orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rulebook, Step};

    fn texts(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_order_takes_the_place_of_its_units_and_a_bad_one_says_why() {
        let board = Board::standard();
        let scene = Scene::new(board, board.start(), Rulebook::default());
        let power = board.power("AUSTRIA").unwrap();
        let mut draft = OrderDraft::read(&scene, power, &texts(&["A Vie-Gal", "A Par-Bur"]));
        assert_eq!(draft.texts(board), ["A VIE - GAL"]);
        let faults = draft.note(&scene, &texts(&["vie-bud", "A Bud-Lon", "F Tri-Alb"]));
        assert_eq!(draft.texts(board), ["A VIE - BUD", "F TRI - ALB"]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].to_string().contains("Bud-Lon"), "{}", faults[0]);
        assert!(draft.take_back(board, "A Vie"));
        assert!(!draft.take_back(board, "A Vie"));
        assert!(!draft.take_back(board, "xyzzy"));
        assert_eq!(draft.texts(board), ["F TRI - ALB"]);
    }

    #[test]
    fn in_winter_a_draft_holds_no_more_than_there_is_to_build() {
        let board = Board::standard();
        let mut winter = board.start().clone();
        winter.phase.step = Step::Adjustment;
        for code in ["VIE", "BUD"] {
            winter.lift(board.province(code).unwrap());
        }
        let power = board.power("AUSTRIA").unwrap();
        let scene = Scene::new(board, &winter, Rulebook::default());
        let mut draft = OrderDraft::read(&scene, power, &texts(&["A Vie B", "waive"]));
        assert_eq!(draft.texts(board), ["A VIE B", "WAIVE"]);
        assert_eq!(draft.note(&scene, &texts(&["build A Bud"])).len(), 1);
        assert!(draft.note(&scene, &texts(&["waive"])).is_empty());
        assert!(draft.take_back(board, "waive"));
        assert!(draft.note(&scene, &texts(&["build A Bud"])).is_empty());
        assert_eq!(draft.texts(board), ["A VIE B", "A BUD B"]);
    }
}
