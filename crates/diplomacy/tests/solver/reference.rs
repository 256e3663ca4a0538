//! The decision equations by the letter, and all their fixed points by trial.
//!
//! Nothing here is shared with the judge: units are a list, every strength is
//! counted by walking that list, and every question that waits for others is
//! answered by trying all answers. It is slow and meant to be read.

use parlour_diplomacy::{
    Board, CutFrom, DislodgedBounce, Fallback, NeighbourConvoy, Order, Paradox, Position, Power,
    Province, Routes, Rulebook, UnitKind,
};

/// A unit and its order; units without one hold.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: Province,
    power: Power,
    kind: UnitKind,
    order: Order,
}

/// A yes-or-no question about one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Path(usize),
    Move(usize),
    Support(usize),
}

/// What came of a phase, by the province in which each unit started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub moved: Vec<Province>,
    pub dislodged: Vec<Province>,
    pub given: Vec<Province>,
    pub pathless: Vec<Province>,
}

/// What was found out about the equations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Fixed points of all equations together, if they could be counted.
    pub fixed_points: Option<u32>,
    /// Rings of moves that were settled by rule.
    pub rings: u32,
    /// Convoy paradoxes that were settled by rule.
    pub paradoxes: u32,
    /// Rings without a convoy that have no fixed point: none are known.
    pub unsolvable: u32,
}

/// The most questions whose answers are tried together.
const MOST_TRIED: usize = 18;

/// The equations of one phase.
pub struct Equations<'a> {
    board: &'a Board,
    rules: Rulebook,
    pieces: Vec<Piece>,
    decisions: Vec<Decision>,
    /// By piece: goes by sea.
    sails: Vec<bool>,
    /// By piece: goes by sea, but walks if that fails.
    may_walk: Vec<bool>,
    /// By piece: a convoying fleet taken out by the paradox rule.
    out: Vec<bool>,
    /// By piece: a move made to fail by the paradox rule.
    failed: Vec<bool>,
}

impl<'a> Equations<'a> {
    pub fn new(board: &'a Board, position: &Position, orders: &[Order], rules: Rulebook) -> Self {
        let pieces: Vec<Piece> = position
            .units()
            .map(|(at, placed)| {
                let own = |order: &&Order| order.unit() == Some(placed.unit);
                let order = orders.iter().find(own).copied();
                Piece {
                    at,
                    power: placed.power,
                    kind: placed.unit.kind,
                    order: order.unwrap_or(Order::Hold { unit: placed.unit }),
                }
            })
            .collect();
        let count = pieces.len();
        let mut equations = Self {
            board,
            rules,
            pieces,
            decisions: Vec::new(),
            sails: vec![false; count],
            may_walk: vec![false; count],
            out: vec![false; count],
            failed: vec![false; count],
        };
        for army in 0..count {
            equations.choose_way(army);
        }
        equations.list_decisions();
        equations
    }

    fn list_decisions(&mut self) {
        self.decisions.clear();
        for piece in 0..self.pieces.len() {
            if self.goes_to(piece).is_some() {
                if self.sails[piece] {
                    self.decisions.push(Decision::Path(piece));
                }
                self.decisions.push(Decision::Move(piece));
            } else if self.supported(piece).is_some() {
                self.decisions.push(Decision::Support(piece));
            }
        }
    }

    // What the orders say.

    fn goes_to(&self, piece: usize) -> Option<Province> {
        match self.pieces[piece].order {
            Order::Move { to, .. } => Some(self.board.province_of(to)),
            _ => None,
        }
    }

    fn piece_at(&self, province: Province) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.at == province)
    }

    /// The piece this one supports, if the orders match.
    fn supported(&self, piece: usize) -> Option<usize> {
        match self.pieces[piece].order {
            Order::SupportHold { target, .. } => {
                let helped = self.piece_at(self.board.province_of(target.at))?;
                self.goes_to(helped).is_none().then_some(helped)
            }
            Order::SupportMove { target, to, .. } => {
                let helped = self.piece_at(self.board.province_of(target.at))?;
                let Order::Move { to: goes, .. } = self.pieces[helped].order else {
                    return None;
                };
                let province = self.board.province_of(to);
                let any_coast = self.board.coast_of(to).is_none();
                let fits = goes == to || (any_coast && self.board.province_of(goes) == province);
                fits.then_some(helped)
            }
            _ => None,
        }
    }

    /// The province a support aims at.
    fn aim(&self, piece: usize) -> Option<Province> {
        match self.pieces[piece].order {
            Order::SupportHold { target, .. } => Some(self.board.province_of(target.at)),
            Order::SupportMove { to, .. } => Some(self.board.province_of(to)),
            _ => None,
        }
    }

    /// The fleets whose convoy matches this army's move.
    fn carriers(&self, army: usize) -> Vec<usize> {
        let there = self.goes_to(army);
        (0..self.pieces.len())
            .filter(|fleet| match self.pieces[*fleet].order {
                Order::Convoy {
                    army: carried, to, ..
                } => {
                    self.board.province_of(carried.at) == self.pieces[army].at
                        && Some(self.board.province_of(to)) == there
                }
                _ => false,
            })
            .collect()
    }

    fn convoys(&self, fleet: usize) -> bool {
        (0..self.pieces.len()).any(|army| self.carriers(army).contains(&fleet))
    }

    /// Whether these fleets lead from the army's province to its destination.
    fn connects(&self, army: usize, fleets: &[usize]) -> bool {
        let Some(there) = self.goes_to(army) else {
            return false;
        };
        let touches = |one: Province, other: Province| self.board.touching(one).contains(other);
        let mut reached: Vec<usize> = fleets
            .iter()
            .copied()
            .filter(|fleet| touches(self.pieces[*fleet].at, self.pieces[army].at))
            .collect();
        let mut next = 0;
        while next < reached.len() {
            let here = self.pieces[reached[next]].at;
            if touches(here, there) {
                return true;
            }
            for fleet in fleets {
                if touches(here, self.pieces[*fleet].at) && !reached.contains(fleet) {
                    reached.push(*fleet);
                }
            }
            next += 1;
        }
        false
    }

    /// By land or by sea (rule 3 and rule 4).
    fn choose_way(&mut self, army: usize) {
        let Order::Move { via, .. } = self.pieces[army].order else {
            return;
        };
        let piece = self.pieces[army];
        if piece.kind == UnitKind::Fleet {
            return;
        }
        let there = self.goes_to(army).expect("a move has a destination");
        if !self.board.army_borders(piece.at).contains(there) {
            self.sails[army] = true;
            return;
        }
        let carriers = self.carriers(army);
        let own = carriers
            .iter()
            .any(|fleet| self.pieces[*fleet].power == piece.power);
        let complete = self.connects(army, &carriers);
        let opposed = self
            .piece_at(there)
            .is_some_and(|other| self.goes_to(other) == Some(piece.at));
        let wants = match self.rules.convoy {
            NeighbourConvoy::Intent => via || own,
            NeighbourConvoy::OwnFleet => own,
            NeighbourConvoy::Explicit => via,
            NeighbourConvoy::Any => complete && opposed,
        };
        if !wants {
            return;
        }
        if complete {
            self.sails[army] = true;
            self.may_walk[army] =
                self.rules.convoy == NeighbourConvoy::Any || self.rules.via == Fallback::LandFull;
        } else if self.rules.via == Fallback::Strict {
            self.sails[army] = true;
        }
    }

    fn head_to_head(&self, piece: usize) -> Option<usize> {
        let there = self.goes_to(piece)?;
        let other = self.piece_at(there)?;
        let meets = self.goes_to(other) == Some(self.pieces[piece].at);
        (meets && !self.sails[piece] && !self.sails[other]).then_some(other)
    }

    // What follows from a full set of answers.

    fn index(&self, decision: Decision) -> Option<usize> {
        self.decisions.iter().position(|known| *known == decision)
    }

    fn says(&self, answers: &[bool], decision: Decision) -> bool {
        match (self.index(decision), decision) {
            (Some(index), _) => answers[index],
            // A move by land has an open path.
            (None, Decision::Path(_)) => true,
            (None, _) => false,
        }
    }

    fn supports(&self, answers: &[bool], piece: usize, against: Option<Power>) -> u32 {
        let counts = |supporter: &usize| {
            self.supported(*supporter) == Some(piece)
                && Some(self.pieces[*supporter].power) != against
                && self.says(answers, Decision::Support(*supporter))
        };
        (0..self.pieces.len()).filter(counts).count() as u32
    }

    /// The equation of one decision.
    fn follows(&self, answers: &[bool], decision: Decision) -> bool {
        match decision {
            Decision::Path(army) => self.path_follows(answers, army),
            Decision::Move(piece) => self.move_follows(answers, piece),
            Decision::Support(piece) => self.support_follows(answers, piece),
        }
    }

    fn path_follows(&self, answers: &[bool], army: usize) -> bool {
        let carriers = self.carriers(army);
        if !self.connects(army, &carriers) {
            return false;
        }
        let lost = |fleet: &usize| {
            let attacked = |other: usize| {
                self.goes_to(other) == Some(self.pieces[*fleet].at)
                    && self.says(answers, Decision::Move(other))
            };
            self.out[*fleet] || (0..self.pieces.len()).any(attacked)
        };
        match self.rules.routes {
            Routes::AnyOpen => {
                let open: Vec<usize> = carriers
                    .iter()
                    .copied()
                    .filter(|fleet| !lost(fleet))
                    .collect();
                self.connects(army, &open)
            }
            Routes::AllOpen => !self.needed(army, &carriers).iter().any(lost),
        }
    }

    /// The fleets without which some set of these fleets would fail.
    fn needed(&self, army: usize, fleets: &[usize]) -> Vec<usize> {
        let subsets = 1_u32 << fleets.len();
        let chosen = |mask: u32, without: Option<usize>| -> Vec<usize> {
            let members = fleets.iter().enumerate();
            members
                .filter(|(index, fleet)| mask >> index & 1 != 0 && Some(**fleet) != without)
                .map(|(_, fleet)| *fleet)
                .collect()
        };
        let needed = |fleet: &usize| {
            (0..subsets).any(|mask| {
                self.connects(army, &chosen(mask, None))
                    && !self.connects(army, &chosen(mask, Some(*fleet)))
            })
        };
        fleets.iter().copied().filter(needed).collect()
    }

    fn move_follows(&self, answers: &[bool], piece: usize) -> bool {
        if self.failed[piece] || !self.says(answers, Decision::Path(piece)) {
            return false;
        }
        let there = self.goes_to(piece).expect("a move has a destination");
        let occupant = self.piece_at(there);
        let leaves = occupant.is_some_and(|other| self.says(answers, Decision::Move(other)));
        let met = self.head_to_head(piece);
        let attack = match occupant {
            Some(other) if met.is_some() || !leaves => {
                if self.pieces[other].power == self.pieces[piece].power {
                    0
                } else {
                    1 + self.supports(answers, piece, Some(self.pieces[other].power))
                }
            }
            _ => 1 + self.supports(answers, piece, None),
        };
        let resistance = match (met, occupant) {
            (Some(other), _) => 1 + self.supports(answers, other, None),
            (None, Some(other)) if !leaves => {
                if self.goes_to(other).is_some() {
                    1
                } else {
                    1 + self.supports(answers, other, None)
                }
            }
            _ => 0,
        };
        attack > resistance
            && (0..self.pieces.len())
                .filter(|rival| *rival != piece && self.goes_to(*rival) == Some(there))
                .all(|rival| attack > self.prevent(answers, rival))
    }

    fn prevent(&self, answers: &[bool], piece: usize) -> u32 {
        if !self.says(answers, Decision::Path(piece)) {
            return 0;
        }
        let there = self.goes_to(piece).expect("a move has a destination");
        let opponent = self
            .piece_at(there)
            .filter(|other| self.goes_to(*other) == Some(self.pieces[piece].at));
        let beaten = opponent.is_some_and(|other| {
            self.says(answers, Decision::Move(other))
                && match self.rules.dislodged_bounce {
                    DislodgedBounce::UnlessHeadToHead => self.head_to_head(piece).is_some(),
                    DislodgedBounce::Never => !self.says(answers, Decision::Move(piece)),
                }
        });
        if beaten {
            0
        } else {
            1 + self.supports(answers, piece, None)
        }
    }

    fn support_follows(&self, answers: &[bool], piece: usize) -> bool {
        let cut = |attacker: usize| {
            self.goes_to(attacker) == Some(self.pieces[piece].at)
                && self.pieces[attacker].power != self.pieces[piece].power
                && !self.shielded(piece, attacker)
                && if self.is_spared(piece, attacker) {
                    self.says(answers, Decision::Move(attacker))
                } else {
                    self.says(answers, Decision::Path(attacker))
                }
        };
        !(0..self.pieces.len()).any(cut)
    }

    /// The attack comes from the province the support aims at.
    fn is_spared(&self, supporter: usize, attacker: usize) -> bool {
        Some(self.pieces[attacker].at) == self.aim(supporter)
            && (self.rules.cut_from == CutFrom::Province || !self.sails[attacker])
    }

    /// The rules of 1982 and 2000 for convoyed attacks.
    fn shielded(&self, supporter: usize, attacker: usize) -> bool {
        if !self.sails[attacker] {
            return false;
        }
        let Some(fleet) = self.aim(supporter).and_then(|aim| self.piece_at(aim)) else {
            return false;
        };
        match self.rules.paradox {
            Paradox::Rule1982 => self.convoys(fleet),
            Paradox::Rule2000 => {
                let carriers = self.carriers(attacker);
                let others: Vec<usize> = carriers
                    .iter()
                    .copied()
                    .filter(|other| *other != fleet)
                    .collect();
                matches!(self.pieces[supporter].order, Order::SupportMove { .. })
                    && carriers.contains(&fleet)
                    && !self.connects(attacker, &others)
            }
            _ => false,
        }
    }

    // Fixed points.

    /// How many sets of answers satisfy all equations; the first of them.
    fn count_fixed_points(&self) -> Option<(u32, Vec<bool>)> {
        let count = self.decisions.len();
        if count > MOST_TRIED {
            return None;
        }
        let mut found = 0;
        let mut first = Vec::new();
        for mask in 0..1_u32 << count {
            let answers: Vec<bool> = (0..count).map(|index| mask >> index & 1 != 0).collect();
            let fits = |(index, decision): (usize, &Decision)| {
                self.follows(&answers, *decision) == answers[index]
            };
            if self.decisions.iter().enumerate().all(fits) {
                found += 1;
                if found == 1 {
                    first = answers;
                }
            }
        }
        Some((found, first))
    }

    /// The decisions that occur in the equation of another.
    fn inputs(&self, decision: Decision) -> Vec<usize> {
        let mut inputs: Vec<Decision> = Vec::new();
        let all = 0..self.pieces.len();
        match decision {
            Decision::Support(piece) => {
                for attacker in
                    all.filter(|other| self.goes_to(*other) == Some(self.pieces[piece].at))
                {
                    inputs.extend([Decision::Path(attacker), Decision::Move(attacker)]);
                }
            }
            Decision::Path(army) => {
                for fleet in self.carriers(army) {
                    let there = self.pieces[fleet].at;
                    let attackers = all
                        .clone()
                        .filter(|other| self.goes_to(*other) == Some(there));
                    inputs.extend(attackers.map(Decision::Move));
                }
            }
            Decision::Move(piece) => {
                let there = self.goes_to(piece).expect("a move has a destination");
                let comers = all
                    .clone()
                    .filter(|other| self.goes_to(*other) == Some(there));
                let mut helped: Vec<usize> = comers.clone().collect();
                for comer in comers {
                    inputs.push(Decision::Path(comer));
                    if comer != piece {
                        inputs.push(Decision::Move(comer));
                    }
                }
                if let Some(occupant) = self.piece_at(there) {
                    inputs.push(Decision::Move(occupant));
                    helped.push(occupant);
                }
                let supporters = all.filter(|supporter| {
                    self.supported(*supporter)
                        .is_some_and(|unit| helped.contains(&unit))
                });
                inputs.extend(supporters.map(Decision::Support));
            }
        }
        let mut indices: Vec<usize> = inputs
            .into_iter()
            .filter_map(|input| self.index(input))
            .collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    /// All values that the equation takes when its unknown inputs vary, and the
    /// inputs that can change its value.
    fn vary(&self, known: &[Option<bool>], decision: Decision) -> (Vec<bool>, Vec<usize>) {
        let unknown: Vec<usize> = self
            .inputs(decision)
            .into_iter()
            .filter(|input| known[*input].is_none())
            .collect();
        assert!(unknown.len() <= MOST_TRIED, "a board too large for trial");
        let mut answers: Vec<bool> = known.iter().map(|known| known.unwrap_or(false)).collect();
        let values: Vec<bool> = (0..1_u32 << unknown.len())
            .map(|mask| {
                for (bit, input) in unknown.iter().enumerate() {
                    answers[*input] = mask >> bit & 1 != 0;
                }
                self.follows(&answers, decision)
            })
            .collect();
        let matters =
            |bit: usize| (0..values.len()).any(|mask| values[mask] != values[mask ^ (1 << bit)]);
        let decisive = (0..unknown.len()).filter(|bit| matters(*bit));
        let decisive = decisive.map(|bit| unknown[bit]).collect();
        let mut distinct = values.clone();
        distinct.sort_unstable();
        distinct.dedup();
        (distinct, decisive)
    }

    /// What certainly follows.
    fn conclude(&self, known: &mut [Option<bool>]) {
        loop {
            let mut changed = false;
            for index in 0..self.decisions.len() {
                if known[index].is_some() {
                    continue;
                }
                let (values, _) = self.vary(known, self.decisions[index]);
                if let [only] = *values {
                    known[index] = Some(only);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Undecided decisions that wait for each other and for nothing else.
    fn innermost_ring(&self, known: &[Option<bool>]) -> Vec<usize> {
        let unknown: Vec<usize> = (0..known.len())
            .filter(|index| known[*index].is_none())
            .collect();
        let next: Vec<Vec<usize>> = unknown
            .iter()
            .map(|index| self.vary(known, self.decisions[*index]).1)
            .collect();
        let reach = |start: usize| {
            let mut reached = Vec::new();
            let mut stack = vec![start];
            while let Some(index) = stack.pop() {
                let place = unknown.iter().position(|other| *other == index);
                for input in &next[place.expect("only unknown decisions are awaited")] {
                    if !reached.contains(input) {
                        reached.push(*input);
                        stack.push(*input);
                    }
                }
            }
            reached.sort_unstable();
            reached
        };
        let rings = unknown.iter().map(|index| reach(*index));
        rings.min_by_key(Vec::len).expect("something is unknown")
    }

    /// All consistent answers to the decisions of a ring.
    fn ring_fixed_points(&self, known: &[Option<bool>], ring: &[usize]) -> Vec<Vec<bool>> {
        assert!(ring.len() <= MOST_TRIED, "a ring too large for trial");
        let mut answers: Vec<bool> = known.iter().map(|known| known.unwrap_or(false)).collect();
        let mut found = Vec::new();
        for mask in 0..1_u32 << ring.len() {
            for (bit, index) in ring.iter().enumerate() {
                answers[*index] = mask >> bit & 1 != 0;
            }
            let fits =
                |index: &usize| self.follows(&answers, self.decisions[*index]) == answers[*index];
            if ring.iter().all(fits) {
                found.push(answers.clone());
            }
        }
        found
    }

    fn settle_ring(&mut self, known: &mut [Option<bool>], findings: &mut Findings) {
        let ring = self.innermost_ring(known);
        let points = self.ring_fixed_points(known, &ring);
        let convoys = ring
            .iter()
            .any(|index| matches!(self.decisions[*index], Decision::Path(_)));
        let moves = |answers: &Vec<bool>| {
            let succeeds = |index: &&usize| {
                matches!(self.decisions[**index], Decision::Move(_)) && answers[**index]
            };
            ring.iter().filter(succeeds).count()
        };
        let best = points.iter().max_by_key(|answers| moves(answers));
        match best {
            Some(answers) if points.len() == 1 || !convoys => {
                for index in &ring {
                    known[*index] = Some(answers[*index]);
                }
                findings.rings += u32::from(points.len() > 1);
            }
            _ => {
                findings.paradoxes += u32::from(convoys);
                findings.unsolvable += u32::from(!convoys);
                self.apply_paradox_rule(known, &ring);
            }
        }
    }

    fn apply_paradox_rule(&mut self, known: &mut [Option<bool>], ring: &[usize]) {
        let undecided: Vec<usize> = (0..self.pieces.len())
            .filter(|piece| {
                let index = self.index(Decision::Move(*piece));
                index.is_some_and(|index| known[index].is_none())
            })
            .collect();
        for index in ring {
            match self.decisions[*index] {
                Decision::Path(army) => {
                    let carriers = self.carriers(army);
                    let fleets = match self.rules.routes {
                        Routes::AnyOpen => carriers
                            .into_iter()
                            .filter(|fleet| {
                                let there = Some(self.pieces[*fleet].at);
                                undecided
                                    .iter()
                                    .any(|attacker| self.goes_to(*attacker) == there)
                            })
                            .collect(),
                        Routes::AllOpen => self.needed(army, &carriers),
                    };
                    for fleet in fleets {
                        self.out[fleet] = true;
                    }
                    known[*index] = Some(false);
                }
                Decision::Move(piece) if self.rules.paradox == Paradox::AllHold => {
                    self.failed[piece] = true;
                }
                _ => {}
            }
        }
    }

    fn solve_once(&mut self, findings: &mut Findings) -> Vec<bool> {
        let mut known: Vec<Option<bool>> = vec![None; self.decisions.len()];
        loop {
            self.conclude(&mut known);
            if let Some(answers) = known.iter().copied().collect::<Option<Vec<bool>>>() {
                return answers;
            }
            self.settle_ring(&mut known, findings);
        }
    }

    /// The outcome of the phase.
    ///
    /// Armies that may walk are first taken to sail; those whose convoy fails
    /// walk, and everything is judged again.
    pub fn solve(&mut self) -> (Outcome, Findings) {
        let mut findings = Findings::default();
        loop {
            let counted = self.count_fixed_points();
            findings.fixed_points = counted.as_ref().map(|(count, _)| *count);
            let answers = self.solve_once(&mut findings);
            if let Some((1, only)) = counted {
                assert_eq!(answers, only, "the only fixed point is the answer");
            }
            let stranded: Vec<usize> = (0..self.pieces.len())
                .filter(|army| self.may_walk[*army] && !self.says(&answers, Decision::Path(*army)))
                .collect();
            if stranded.is_empty() {
                return (self.outcome(&answers), findings);
            }
            for army in stranded {
                self.sails[army] = false;
                self.may_walk[army] = false;
            }
            self.out.fill(false);
            self.failed.fill(false);
            self.list_decisions();
        }
    }

    fn outcome(&self, answers: &[bool]) -> Outcome {
        let all = || 0..self.pieces.len();
        let places = |pieces: Vec<usize>| -> Vec<Province> {
            pieces
                .into_iter()
                .map(|piece| self.pieces[piece].at)
                .collect()
        };
        let moved = |piece: &usize| self.says(answers, Decision::Move(*piece));
        let dislodged = |piece: &usize| {
            !moved(piece)
                && all().any(|other| {
                    moved(&other) && self.goes_to(other) == Some(self.pieces[*piece].at)
                })
        };
        Outcome {
            moved: places(all().filter(moved).collect()),
            dislodged: places(all().filter(dislodged).collect()),
            given: places(
                all()
                    .filter(|piece| self.says(answers, Decision::Support(*piece)))
                    .collect(),
            ),
            pathless: places(
                all()
                    .filter(|piece| {
                        self.goes_to(*piece).is_some()
                            && !self.says(answers, Decision::Path(*piece))
                    })
                    .collect(),
            ),
        }
    }
}
