//! Convoy routes over a set of fleets.
//!
//! A route is a chain of fleets in sea provinces, the first touching the
//! province of departure and the last the landing. Searches run on bit sets.

use crate::{Board, MOST_PLACES, Place, Province, ProvinceSet};

/// Whether the fleets in these sea provinces can carry an army from one
/// province to another.
pub fn route_exists(board: &Board, from: Province, to: Province, fleets: ProvinceSet) -> bool {
    let landing = board.touching(to);
    let mut front = board.touching(from).and(fleets);
    let mut left = fleets;
    while !front.is_empty() {
        if front.meets(landing) {
            return true;
        }
        left = left.minus(front);
        let mut next = ProvinceSet::EMPTY;
        for sea in front {
            next = next.or(board.touching(sea));
        }
        front = next.and(left);
    }
    false
}

/// A shortest chain of these fleets from one province to another.
pub fn route(
    board: &Board,
    from: Province,
    to: Province,
    fleets: ProvinceSet,
) -> Option<Vec<Province>> {
    let mut fronts = vec![board.touching(from).and(fleets)];
    let mut left = fleets;
    loop {
        let front = fronts[fronts.len() - 1];
        if let Some(last) = front.and(board.touching(to)).first() {
            // Back from the landing, one sea of each front.
            let mut route = vec![last];
            for front in fronts.iter().rev().skip(1) {
                let before = front.and(board.touching(route[route.len() - 1]));
                route.extend(before.first());
            }
            route.reverse();
            return Some(route);
        }
        if front.is_empty() {
            return None;
        }
        left = left.minus(front);
        let next = front.iter().map(|sea| board.touching(sea));
        fronts.push(next.fold(ProvinceSet::EMPTY, ProvinceSet::or).and(left));
    }
}

/// Everywhere the fleets can carry an army from a province: the coastal
/// provinces that some route reaches, without the province itself.
pub fn landings(board: &Board, from: Province, fleets: ProvinceSet) -> ProvinceSet {
    let mut front = board.touching(from).and(fleets);
    let mut left = fleets;
    let mut reached = ProvinceSet::EMPTY;
    while !front.is_empty() {
        left = left.minus(front);
        let mut next = ProvinceSet::EMPTY;
        for sea in front {
            next = next.or(board.touching(sea));
        }
        reached = reached.or(next);
        front = next.and(left);
    }
    reached.and(board.coastal()).without(from)
}

/// Whether some route needs this fleet: the fleets are enough to carry the
/// army, and would not be if this one were taken away. (DATC 6.F.12, 6.G.6,
/// 6.G.7, 6.G.19.)
///
/// Such a route is a chain without short cuts through the fleet's sea.
pub fn is_needed(
    board: &Board,
    fleet: Province,
    from: Province,
    to: Province,
    fleets: ProvinceSet,
) -> bool {
    if !fleets.contains(fleet) {
        return false;
    }
    let start = board.touching(from).and(fleets);
    let landing = board.touching(to).and(fleets);
    if start.contains(fleet) && landing.contains(fleet) {
        return true;
    }
    let mut search = ChainSearch {
        board,
        through: fleet,
        landing,
        budget: ChainSearch::BUDGET,
    };
    // A chain leaves the shore once, so of the fleets that touch the shore of
    // departure it uses only the first.
    start
        .iter()
        .any(|first| search.extend(first, fleets.minus(start), first == fleet))
}

/// All fleets that some route over these fleets needs.
pub fn needed_fleets(
    board: &Board,
    from: Province,
    to: Province,
    fleets: ProvinceSet,
) -> ProvinceSet {
    fleets
        .iter()
        .filter(|fleet| is_needed(board, *fleet, from, to, fleets))
        .collect()
}

/// For every landing an army can be carried to: the fleets that some route
/// there needs. Nothing if there are too many routes to walk them all.
///
/// Every chain without short cuts is walked once. Where it first touches a
/// coast, all its fleets are needed for that landing.
pub fn needed_for_landings(
    board: &Board,
    from: Province,
    fleets: ProvinceSet,
    needed: &mut [ProvinceSet; MOST_PLACES],
) -> Option<ProvinceSet> {
    let start = board.touching(from).and(fleets);
    let mut walk = ChainWalk {
        board,
        needed,
        reached: ProvinceSet::EMPTY,
        budget: ChainSearch::BUDGET,
    };
    let coasts = board.coastal().without(from);
    for first in start {
        walk.extend(first, ProvinceSet::EMPTY, fleets.minus(start), coasts)?;
    }
    Some(walk.reached)
}

/// A walk over all chains without short cuts.
struct ChainWalk<'b, 'n> {
    board: &'b Board,
    needed: &'n mut [ProvinceSet; MOST_PLACES],
    reached: ProvinceSet,
    budget: u32,
}

impl ChainWalk<'_, '_> {
    /// Goes on to `here`; `seas` and `coasts` are those that no earlier link of
    /// the chain touches.
    fn extend(
        &mut self,
        here: Province,
        chain: ProvinceSet,
        seas: ProvinceSet,
        coasts: ProvinceSet,
    ) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        let chain = chain.with(here);
        let touched = self.board.touching(here);
        for landing in touched.and(coasts) {
            let needed = &mut self.needed[landing.index()];
            if !self.reached.contains(landing) {
                self.reached.insert(landing);
                *needed = ProvinceSet::EMPTY;
            }
            *needed = needed.or(chain);
        }
        for sea in touched.and(seas) {
            self.extend(sea, chain, seas.minus(touched), coasts.minus(touched))?;
        }
        Some(())
    }
}

/// A search for a chain without short cuts through one sea.
struct ChainSearch<'b> {
    board: &'b Board,
    through: Province,
    landing: ProvinceSet,
    /// Chains without short cuts can be very many on a large ocean. A search
    /// that gives up takes the fleet as needed.
    budget: u32,
}

impl ChainSearch<'_> {
    const BUDGET: u32 = 20_000;

    /// Goes on from `here`, where `open` are the seas that no earlier link of
    /// the chain touches.
    fn extend(&mut self, here: Province, open: ProvinceSet, passed: bool) -> bool {
        if self.landing.contains(here) {
            return passed;
        }
        // No board that comes along is so large.
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        let next = self.board.touching(here).and(open);
        let open = open.minus(next);
        next.iter().any(|sea| {
            let passes = passed || sea == self.through;
            (passes || self.reaches(sea, open)) && self.extend(sea, open, passes)
        })
    }

    /// Whether the sea in question can still be reached.
    fn reaches(&self, from: Province, open: ProvinceSet) -> bool {
        let mut front = ProvinceSet::only(from);
        let mut left = open;
        while !front.is_empty() {
            if front.contains(self.through) {
                return true;
            }
            let mut next = ProvinceSet::EMPTY;
            for sea in front {
                next = next.or(self.board.touching(sea));
            }
            front = next.and(left);
            left = left.minus(front);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seas(codes: &str) -> ProvinceSet {
        let board = Board::standard();
        codes
            .split_whitespace()
            .map(|code| board.province(code).unwrap())
            .collect()
    }

    /// The definition, by trying every set of fleets.
    fn needed_by_definition(
        fleet: Province,
        from: Province,
        to: Province,
        all: ProvinceSet,
    ) -> bool {
        let board = Board::standard();
        let members: Vec<Province> = all.iter().collect();
        (0..1_u32 << members.len()).any(|mask| {
            let some: ProvinceSet = members
                .iter()
                .enumerate()
                .filter(|(index, _)| mask >> index & 1 != 0)
                .map(|(_, sea)| *sea)
                .collect();
            some.contains(fleet)
                && route_exists(board, from, to, some)
                && !route_exists(board, from, to, some.without(fleet))
        })
    }

    #[test]
    fn a_fleet_is_needed_exactly_if_some_set_of_fleets_fails_without_it() {
        let board = Board::standard();
        let sets = [
            "ENG NTH IRI NAO NWG MAO",
            "LYO WES TYS ION MAO",
            "AEG ION EAS ADR TYS BLA",
            "NTH SKA BAL BOT HEL NWG BAR",
            "ENG IRI MAO WES LYO TYS ION AEG NTH",
        ];
        for set in sets {
            let fleets = seas(set);
            for from in board.coastal() {
                let mut needed = [ProvinceSet::EMPTY; MOST_PLACES];
                let reached = needed_for_landings(board, from, fleets, &mut needed);
                assert_eq!(reached, Some(landings(board, from, fleets)));
                for to in landings(board, from, fleets) {
                    for fleet in fleets {
                        assert_eq!(
                            needed[to.index()].contains(fleet),
                            is_needed(board, fleet, from, to, fleets)
                        );
                        assert_eq!(
                            is_needed(board, fleet, from, to, fleets),
                            needed_by_definition(fleet, from, to, fleets),
                            "{} for {}-{} with {set}",
                            board.code(fleet),
                            board.code(from),
                            board.code(to)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_that_gives_up_takes_the_fleet_as_needed() {
        let board = Board::standard();
        let fleets = seas("NTH ENG IRI");
        let at = |code| board.province(code).unwrap();
        let needs = |budget| {
            let mut search = ChainSearch {
                board,
                through: at("IRI"),
                landing: board.touching(at("BEL")).and(fleets),
                budget,
            };
            search.extend(at("MAO"), fleets, false)
        };
        assert!(!needs(ChainSearch::BUDGET), "a short cut leads past it");
        assert!(needs(0));
    }

    #[test]
    fn landings_are_where_routes_lead() {
        let board = Board::standard();
        let fleets = seas("ENG NTH MAO TYS");
        for from in board.coastal() {
            for to in board.coastal() {
                let reached = landings(board, from, fleets).contains(to);
                let exists = route_exists(board, from, to, fleets);
                assert_eq!(
                    reached,
                    from != to && exists,
                    "{}-{}",
                    board.code(from),
                    board.code(to)
                );
                let route = route(board, from, to, fleets);
                assert_eq!(route.is_some(), exists);
                // Each link touches the next, and no fleet is there for nothing.
                let route = route.unwrap_or_default();
                let mut at = from;
                for sea in route.iter().copied().chain(exists.then_some(to)) {
                    assert!(board.touching(at).contains(sea));
                    at = sea;
                }
                let used: ProvinceSet = route.iter().copied().collect();
                for sea in &route {
                    assert!(!route_exists(board, from, to, used.without(*sea)));
                }
            }
        }
        assert_eq!(
            landings(board, board.province("MUN").unwrap(), fleets),
            ProvinceSet::EMPTY
        );
    }
}
