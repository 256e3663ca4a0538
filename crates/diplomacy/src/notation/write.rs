//! Orders written in each notation.

use super::daide;
use crate::{Board, Coast, Location, Order, Position, Power, Unit};

/// A notation that orders can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `A VIE - BUD`, as in records and in the PyPI package.
    Record,
    /// `A Vie - Bud`, as people type it.
    Chat,
    /// `A Vienna - Budapest`, as the DATC prints it.
    English,
    /// `( AUS AMY VIE ) MTO BUD`.
    Daide,
}

impl Style {
    /// All notations.
    pub const ALL: [Self; 4] = [Self::Record, Self::Chat, Self::English, Self::Daide];
}

/// Writes a power's order. The position says whose the other units are.
pub fn write_order(
    board: &Board,
    position: &Position,
    power: Power,
    order: Order,
    style: Style,
) -> String {
    match style {
        Style::Record => order.show(board).to_string(),
        Style::Chat => chat(board, order),
        Style::English => english(board, order),
        Style::Daide => daide::write(board, position, power, order),
    }
}

/// `Stp/sc`
fn chat_place(board: &Board, at: Location) -> String {
    let code = board.code(board.province_of(at));
    let mut text = code[..1].to_owned();
    text.push_str(&code[1..].to_ascii_lowercase());
    if let Some(coast) = board.coast_of(at) {
        text.push('/');
        text.push_str(&coast.code().to_ascii_lowercase());
    }
    text
}

fn chat(board: &Board, order: Order) -> String {
    let place = |at| chat_place(board, at);
    let unit = |unit: Unit| format!("{} {}", unit.kind.code(), place(unit.at));
    match order {
        Order::Hold { unit: own } => format!("{} H", unit(own)),
        Order::Move { unit: own, to, via } => {
            let via = if via { " via convoy" } else { "" };
            format!("{} - {}{via}", unit(own), place(to))
        }
        Order::SupportHold { unit: own, target } => format!("{} S {}", unit(own), unit(target)),
        Order::SupportMove {
            unit: own,
            target,
            to,
        } => format!("{} S {} - {}", unit(own), unit(target), place(to)),
        Order::Convoy {
            unit: own,
            army,
            to,
        } => format!("{} C {} - {}", unit(own), unit(army), place(to)),
        Order::Retreat { unit: own, to } => format!("{} R {}", unit(own), place(to)),
        Order::Disband { unit: own } => format!("Disband {}", unit(own)),
        Order::Build { unit: own } => format!("Build {}", unit(own)),
        Order::Waive => String::from("Waive"),
    }
}

/// `St Petersburg(sc)`
fn english_place(board: &Board, at: Location) -> String {
    let name = board.full_name(board.province_of(at));
    match board.coast_of(at).map(Coast::code) {
        Some(coast) => format!("{name}({})", coast.to_ascii_lowercase()),
        None => name.to_owned(),
    }
}

fn english(board: &Board, order: Order) -> String {
    let place = |at| english_place(board, at);
    let unit = |unit: Unit| format!("{} {}", unit.kind.code(), place(unit.at));
    match order {
        Order::Hold { unit: own } => format!("{} Hold", unit(own)),
        Order::Move { unit: own, to, via } => {
            let via = if via { " via Convoy" } else { "" };
            format!("{} - {}{via}", unit(own), place(to))
        }
        Order::SupportHold { unit: own, target } => {
            format!("{} Supports {}", unit(own), unit(target))
        }
        Order::SupportMove {
            unit: own,
            target,
            to,
        } => format!("{} Supports {} - {}", unit(own), unit(target), place(to)),
        Order::Convoy {
            unit: own,
            army,
            to,
        } => format!("{} Convoys {} - {}", unit(own), unit(army), place(to)),
        Order::Retreat { unit: own, to } => format!("{} Retreats to {}", unit(own), place(to)),
        Order::Disband { unit: own } => format!("{} Disband", unit(own)),
        Order::Build { unit: own } => format!("Build {}", unit(own)),
        Order::Waive => String::from("Waive"),
    }
}
