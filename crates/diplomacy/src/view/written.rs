//! A view as text, and read back.

use std::sync::Arc;

use parlour_rules::Fingerprint;
use serde::{Deserialize, Serialize};

use super::{DrawView, GameView, OwnView, PowerView};
use crate::game::{BoardRef, GameOutcome, ResolvedPhase, read_order, read_position};
use crate::{Board, NextRecord, Phase, Position, Rulebook, warnings};

/// A view as it leaves the process.
#[derive(Serialize, Deserialize)]
pub(super) struct Written {
    /// The name of a board that comes with the crate; any other whole.
    map: BoardRef,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    picture: Option<Fingerprint>,
    rules: Rulebook,
    phase: Phase,
    position: NextRecord,
    powers: Vec<PowerView>,
    draw: Option<DrawView>,
    last: Option<Box<ResolvedPhase>>,
    outcome: Option<GameOutcome>,
    own: Option<OwnWritten>,
}

#[derive(Serialize, Deserialize)]
struct OwnWritten {
    power: String,
    orders: Vec<String>,
    without_orders: Vec<String>,
    adjustments_left: i32,
    /// For people; they follow from the orders.
    warnings: Vec<String>,
    vote: Option<bool>,
    proposed: bool,
}

impl From<GameView> for Written {
    fn from(view: GameView) -> Self {
        let board: &Board = &view.board;
        Self {
            picture: view.picture,
            rules: view.rules,
            phase: view.phase,
            position: NextRecord::of(board, &view.position),
            powers: view.powers,
            draw: view.draw,
            last: view.last.map(|last| Box::new((*last).clone())),
            outcome: view.outcome,
            own: view.own.map(|own| OwnWritten {
                power: board.power_name(own.power).to_owned(),
                orders: own
                    .orders
                    .iter()
                    .map(|order| order.show(board).to_string())
                    .collect(),
                without_orders: own
                    .without_orders
                    .iter()
                    .map(|unit| board.unit_text(*unit).to_string())
                    .collect(),
                adjustments_left: own.adjustments_left,
                warnings: own.warnings.iter().map(ToString::to_string).collect(),
                vote: own.vote,
                proposed: own.proposed,
            }),
            map: view.board,
        }
    }
}

impl TryFrom<Written> for GameView {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let board: &Board = &written.map;
        let position =
            read_position(board, &written.position).map_err(|fault| fault.to_string())?;
        let own = written
            .own
            .map(|own| own.read(board, written.rules, &position));
        let own = own.transpose()?;
        let count = board.powers().count();
        if written.powers.len() != count {
            return Err(format!("{} of {count} powers", written.powers.len()));
        }
        Ok(Self {
            picture: written.picture,
            rules: written.rules,
            phase: written.phase,
            position,
            powers: written.powers,
            draw: written.draw,
            last: written.last.map(|last| Arc::new(*last)),
            outcome: written.outcome,
            own,
            board: written.map,
        })
    }
}

impl OwnWritten {
    fn read(self, board: &Board, rules: Rulebook, position: &Position) -> Result<OwnView, String> {
        let name = &self.power;
        let power = board.power(name);
        let power = power.ok_or_else(|| format!("there is no power {name}"))?;
        let orders: Option<Vec<_>> = self
            .orders
            .iter()
            .map(|text| read_order(board, rules, position, name, text))
            .collect();
        let orders = orders.ok_or_else(|| format!("{name} cannot have ordered that"))?;
        let units: Option<Vec<_>> = self
            .without_orders
            .iter()
            .map(|it| board.unit(it))
            .collect();
        Ok(OwnView {
            power,
            without_orders: units.ok_or_else(|| format!("{name} cannot have such units"))?,
            adjustments_left: self.adjustments_left,
            warnings: warnings(board, position, power, &orders),
            orders,
            vote: self.vote,
            proposed: self.proposed,
        })
    }
}
