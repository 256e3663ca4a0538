//! Fixed points by trial: of all equations together, and of each ring of
//! questions that wait for each other.

use parlour_diplomacy::{Paradox, Routes};

use super::{Decision, Equations, Findings, MOST_TRIED};

impl Equations<'_> {
    /// How many sets of answers satisfy all equations; the first of them.
    pub(super) fn count_fixed_points(&self) -> Option<(u32, Vec<bool>)> {
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

    pub(super) fn solve_once(&mut self, findings: &mut Findings) -> Vec<bool> {
        let mut known: Vec<Option<bool>> = vec![None; self.decisions.len()];
        loop {
            self.conclude(&mut known);
            if let Some(answers) = known.iter().copied().collect::<Option<Vec<bool>>>() {
                return answers;
            }
            self.settle_ring(&mut known, findings);
        }
    }
}
