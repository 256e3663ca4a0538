//! Where a unit came from: a later place leads back to where it stood in a phase, through
//! moves and retreats.

use parlour_diplomacy::game::{ResolvedOrder, ResolvedPhase};
use parlour_diplomacy::{Board, OrderText, Province, notation};

use super::past::Page;

/// Where the unit that stands in a province after the last of these phases stood before
/// the first of them; nothing if it was built since, or if nobody stands there.
pub(super) fn followed_back(board: &Board, pages: &[Page], at: Province) -> Option<Province> {
    let last = pages.last()?;
    let stands = last.resolved.next.units.values().flatten().any(|unit| {
        let unit = notation::read_unit(board, unit).ok();
        unit.is_some_and(|unit| unit.at.province == at)
    });
    if !stands {
        return None;
    }
    let mut at = Stand::Holding(at);
    for page in pages.iter().rev() {
        at = before(board, &page.resolved, at)?;
    }
    let (Stand::Holding(province) | Stand::Dislodged(province)) = at;
    Some(province)
}

/// Where a unit is: in its province, or driven out of it and not yet gone.
#[derive(Clone, Copy)]
enum Stand {
    Holding(Province),
    Dislodged(Province),
}

/// Where a unit was before a phase that ended with it here.
fn before(board: &Board, resolved: &ResolvedPhase, at: Stand) -> Option<Stand> {
    // Whoever was driven out stood there; whoever moved there is another.
    let Stand::Holding(at) = at else {
        let (Stand::Holding(from) | Stand::Dislodged(from)) = at;
        return Some(Stand::Holding(from));
    };
    for order in &resolved.orders {
        let Some(read) = read(board, order).filter(|_| order.results.is_empty()) else {
            continue;
        };
        let Some(from) = read.unit().map(|unit| unit.at.province) else {
            continue;
        };
        match read {
            OrderText::Move { to, .. } if to.province == at => return Some(Stand::Holding(from)),
            OrderText::Retreat { to, .. } if to.province == at => {
                return Some(Stand::Dislodged(from));
            }
            OrderText::Build { .. } if from == at => return None,
            _ => {}
        }
    }
    Some(Stand::Holding(at))
}

/// An order of a resolved phase, if it can be read.
pub(super) fn read(board: &Board, order: &ResolvedOrder) -> Option<OrderText> {
    notation::read_order(board, &order.order).ok()
}
