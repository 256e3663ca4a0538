//! What a player may order, for buttons, keyboards and forms.

use parlour_diplomacy::{Order, Step, Unit, legal_orders_of_power};
use parlour_host::journal::JournalError;
use parlour_rules::Seat;

use super::orders::must_play;
use super::{Done, Room};
use crate::Refusal;
use crate::pace::adjustments_owed;
use crate::phrase::plain;
use crate::refusal::{Trouble, refuse};
use crate::talk::Heard;

/// Everything a player may order in the present phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    /// The game's code: in front of words it says that they are about this game.
    pub code: String,
    /// The phase.
    pub phase: String,
    /// The power.
    pub power: String,
    /// What it must still build or disband.
    pub owed: Option<String>,
    /// Unit by unit; in Winter one offer for all builds.
    pub units: Vec<Offer>,
}

impl Offers {
    /// What they are for: `S1901M, Austria`.
    pub fn title(&self) -> String {
        format!("{}, {}", self.phase, self.power)
    }
}

/// What one unit may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The unit: `A Vie`; `Builds` where it is about builds.
    pub unit: String,
    /// Whether it is about all builds of a Winter.
    pub builds: bool,
    /// Its legal orders, `A Vie - Bud`: `order` in front of one says it.
    pub orders: Vec<String>,
    /// Its order so far; of builds all.
    pub noted: Vec<String>,
    /// How many of its orders may be given: more than one of builds alone.
    pub times: usize,
}

impl Room {
    /// What the sender may order. Of the words of `heard` only a game's code in
    /// front matters, and where they were said.
    pub async fn offers(&self, heard: &Heard) -> Result<Result<Offers, Refusal>, JournalError> {
        match self.all_offers(heard).await {
            Ok(offers) => Ok(Ok(offers)),
            Err(Trouble::Refusal(refusal)) => Ok(Err(refusal)),
            Err(Trouble::Journal(error)) => Err(error),
        }
    }

    pub(super) async fn all_offers(&self, heard: &Heard) -> Done<Offers> {
        super::orders::in_private(heard, "Orders are secret: ask me in private.")?;
        let game = self.game(heard).await?;
        must_play(&game, heard)?;
        let board = game.board();
        let view = &game.sight.view;
        let Some(own) = &view.own else {
            return refuse("not_seated", "You do not play in this game.");
        };
        let (position, power) = (&view.position, own.power);
        let shown = |order: &Order| plain(&order.show(board).to_string());
        let legal = legal_orders_of_power(board, position, view.rules, power);
        let builds = view.phase.step == Step::Adjustment && position.adjustment(board, power) >= 0;
        let left = usize::try_from(own.adjustments_left).unwrap_or(0);
        let times = if builds { own.orders.len() + left } else { 1 };
        let mut units: Vec<Offer> = Vec::new();
        for order in legal {
            let text = shown(&order);
            let ordered = order.unit().filter(|_| !builds);
            let unit = match ordered {
                Some(unit) => plain(&board.unit_text(unit).to_string()),
                None => String::from("Builds"),
            };
            match units.iter_mut().find(|offer| offer.unit == unit) {
                Some(offer) => offer.orders.push(text),
                None => units.push(Offer {
                    noted: noted(&own.orders, ordered, shown),
                    unit,
                    builds: ordered.is_none(),
                    orders: vec![text],
                    times,
                }),
            }
        }
        Ok(Offers {
            code: game.sheet.code.clone(),
            phase: game.phase(),
            power: game.power_at(Seat(power.0)),
            owed: adjustments_owed(own.adjustments_left),
            units,
        })
    }
}

/// The noted order of a unit; all orders if none is named.
fn noted(orders: &[Order], unit: Option<Unit>, shown: impl Fn(&Order) -> String) -> Vec<String> {
    let noted = orders
        .iter()
        .filter(|it| unit.is_none() || it.unit() == unit);
    noted.map(shown).collect()
}
