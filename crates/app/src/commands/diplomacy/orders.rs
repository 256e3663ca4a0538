//! `parlour diplomacy orders`

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use parlour_diplomacy::{
    Board, LegalOrders, Order, PhaseRecord, Position, Power, Province, Rulebook, Scene, Step,
    notation,
};
use serde::Serialize;

use super::Rules;
use super::lines::Source;

/// The words after `parlour diplomacy orders`.
#[derive(Debug, Args)]
pub struct Orders {
    #[command(flatten)]
    source: Source,
    /// Only the orders of this power.
    #[arg(long, value_name = "POWER")]
    power: Option<String>,
    /// Only the orders of the unit in this province: `"A VIE"`, `VIE` or Vienna.
    #[arg(long, value_name = "UNIT")]
    unit: Option<String>,
    #[command(flatten)]
    rules: Rules,
}

/// One answer: the record's name, and the orders of each unit. Builds are
/// listed by power.
#[derive(Serialize)]
struct Listed {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    orders: BTreeMap<String, Vec<String>>,
}

impl Orders {
    /// Lists the legal orders of every record.
    pub fn run(self) -> Result<ExitCode> {
        self.source.answer_each(|record| self.list(record))
    }

    fn list(&self, record: &PhaseRecord) -> Result<Listed, String> {
        let words = |fault: parlour_diplomacy::RecordError| fault.to_string();
        let board = record.board().map_err(words)?;
        let rules = record.rulebook(self.rules.rules).map_err(words)?;
        let position = record.position(board).map_err(words)?;
        let power = self.power.as_deref().map(|name| {
            let power = board.power(name);
            power.ok_or_else(|| format!("\"{name}\" is no power of the map {}", board.name()))
        });
        let power = power.transpose()?;
        let unit = self
            .unit
            .as_deref()
            .map(|text| notation::read_unit(board, text).map(|unit| unit.at.province));
        let unit = unit.transpose().map_err(|fault| fault.to_string())?;
        Ok(Listed {
            id: record.id.clone(),
            orders: legal_orders(board, &position, rules, power, unit),
        })
    }
}

fn legal_orders(
    board: &Board,
    position: &Position,
    rules: Rulebook,
    power: Option<Power>,
    unit: Option<Province>,
) -> BTreeMap<String, Vec<String>> {
    let scene = Scene::new(board, position, rules);
    let mut legal = LegalOrders::default();
    legal.gather(&scene);
    let mut lists: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for own in board
        .powers()
        .filter(|own| power.is_none_or(|power| power == *own))
    {
        let mut orders = Vec::new();
        legal.of_power(&scene, own, &mut orders);
        for order in orders {
            let at = order.unit().map(|unit| board.province_of(unit.at));
            if unit.is_some() && at != unit {
                continue;
            }
            let key = match order.unit() {
                Some(unit) if position.phase.step != Step::Adjustment => {
                    board.unit_text(unit).to_string()
                }
                _ => board.power_name(own).to_owned(),
            };
            lists.entry(key).or_default().push(text(board, order));
        }
    }
    lists
}

fn text(board: &Board, order: Order) -> String {
    order.show(board).to_string()
}
