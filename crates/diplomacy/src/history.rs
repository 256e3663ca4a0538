//! A game phase by phase: the position before and after any phase, every order
//! with its reason, and branches into a sandbox where anything may be tried.

use parlour_rules::Seed;

use crate::bot::{Advice, Kind, Lesson, Past, PlayedPhase, Question, advise, coach};
use crate::game::{GameOutcome, GameState, PastPhase};
use crate::{
    Board, ByPower, Checked, Illegal, OrderFault, OutcomeRecord, Phase, PhaseRecord, Position,
    Power, Resolution, Rulebook, Scene, Submitted, check, notation, resolve,
};

/// A game as it was played. Positions are found by judging again.
#[derive(Clone, Debug)]
pub struct History<'b> {
    board: &'b Board,
    rules: Rulebook,
    start: Position,
    phases: Vec<PastPhase>,
    outcome: Option<OutcomeRecord>,
}

impl<'b> History<'b> {
    /// The history of phases that were resolved one after the other.
    pub fn new(board: &'b Board, rules: Rulebook, start: Position, phases: Vec<PastPhase>) -> Self {
        Self {
            board,
            rules,
            start,
            phases,
            outcome: None,
        }
    }

    /// The history of a game.
    pub fn of(state: &'b GameState) -> Self {
        let board = state.board();
        let phases = state.history().to_vec();
        let outcome = state.outcome().map(|outcome| match outcome {
            GameOutcome::Solo(power) => OutcomeRecord {
                kind: String::from("solo"),
                powers: vec![power.clone()],
            },
            GameOutcome::Draw(powers) => OutcomeRecord {
                kind: String::from("draw"),
                powers: powers.clone(),
            },
        });
        Self {
            outcome,
            ..Self::new(board, state.rules(), board.start().clone(), phases)
        }
    }

    /// The phases that were resolved, in order.
    pub fn phases(&self) -> &[PastPhase] {
        &self.phases
    }

    /// The place of a phase in the list.
    pub fn find(&self, phase: Phase) -> Option<usize> {
        self.phases.iter().position(|past| past.phase == phase)
    }

    /// The position at the beginning of the phase with this place in the list;
    /// after the last one, where the game stands now.
    pub fn before(&self, place: usize) -> Option<Position> {
        if place > self.phases.len() {
            return None;
        }
        let mut position = self.start.clone();
        for past in &self.phases[..place] {
            position = self.judge(&position, past).next;
        }
        Some(position)
    }

    /// The position after the phase with this place in the list.
    pub fn after(&self, place: usize) -> Option<Position> {
        self.before(place.checked_add(1)?)
    }

    /// What came of the phase with this place in the list, with reasons.
    pub fn resolution(&self, place: usize) -> Option<Resolution> {
        let past = self.phases.get(place)?;
        Some(self.judge(&self.before(place)?, past))
    }

    /// One record for each phase, with results, reasons and the next position,
    /// named after the game and the phase; then the present phase as a question.
    /// If the game ended by the players' will, that last record says so in
    /// `outcome`; if it was won by a count of centres, the last phase played does.
    pub fn records(&self, game: &str) -> Vec<PhaseRecord> {
        let rules = self.rules.differing();
        let mut position = self.start.clone();
        let mut records = Vec::new();
        let question = |position: &Position| PhaseRecord {
            id: Some(format!("{game}-{}", position.phase)),
            kind: Some(String::from("game")),
            rules: (!rules.is_empty()).then(|| rules.clone()),
            ..PhaseRecord::question(self.board, position)
        };
        for past in &self.phases {
            let record = PhaseRecord {
                orders: past.orders.clone(),
                ..question(&position)
            };
            let resolution = self.judge(&position, past);
            let answer = record.answered(self.board, &position, &resolution);
            let won = answer
                .next
                .as_ref()
                .is_some_and(|next| next.outcome.is_some());
            records.push(answer);
            if won {
                return records;
            }
            position = resolution.next;
        }
        let mut last = question(&position);
        if let Some(outcome) = &self.outcome {
            last.rest.insert(String::from("outcome"), outcome.to_json());
        }
        records.push(last);
        records
    }

    /// The phases that cost somebody most, as a bot of this kind sees it. It is for
    /// games that are over: whoever shows it to players looks to that.
    pub fn lessons(&self, kind: Kind, seed: Seed, most: usize) -> Vec<Lesson> {
        let mut position = self.start.clone();
        let mut phases = Vec::new();
        for past in &self.phases {
            let next = self.judge(&position, past).next;
            phases.push(PlayedPhase {
                position: std::mem::replace(&mut position, next),
                orders: submitted(self.board, past),
            });
        }
        coach(self.board, self.rules, &phases, seed, kind, most)
    }

    /// A sandbox that starts before the phase with this place in the list, with
    /// the orders that were given.
    pub fn branch(&self, place: usize) -> Option<Sandbox<'b>> {
        let mut sandbox = Sandbox::new(self.board, self.rules, self.before(place)?);
        if let Some(past) = self.phases.get(place) {
            sandbox.orders = submitted(self.board, past);
        }
        Some(sandbox)
    }

    fn judge(&self, position: &Position, past: &PastPhase) -> Resolution {
        resolve(
            self.board,
            self.rules,
            position,
            &submitted(self.board, past),
        )
    }
}

fn submitted(board: &Board, past: &PastPhase) -> Vec<Submitted> {
    let mut orders = Vec::new();
    for (name, texts) in &past.orders {
        if let Some(power) = board.power(name) {
            orders.extend(texts.iter().map(|text| Submitted::new(board, power, text)));
        }
    }
    orders
}

/// A position in which orders of all powers may be tried.
#[derive(Clone, Debug)]
pub struct Sandbox<'b> {
    board: &'b Board,
    rules: Rulebook,
    position: Position,
    orders: Vec<Submitted>,
}

impl<'b> Sandbox<'b> {
    /// A sandbox that starts in a position.
    pub fn new(board: &'b Board, rules: Rulebook, position: Position) -> Self {
        Self {
            board,
            rules,
            position,
            orders: Vec::new(),
        }
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The orders so far.
    pub fn orders(&self) -> &[Submitted] {
        &self.orders
    }

    /// Gives a power's unit an order instead of the one it has.
    pub fn order(&mut self, power: Power, text: &str) {
        let order = Submitted::new(self.board, power, text);
        let unit = |submitted: &Submitted| {
            let read = submitted.read.as_ref().ok()?;
            Some((submitted.power, read.unit()?.at.province))
        };
        let key = unit(&order);
        self.orders
            .retain(|other| key.is_none() || unit(other) != key);
        self.orders.push(order);
    }

    /// A sandbox as it was kept: a position, and orders by power. Powers that the board
    /// does not have are left out.
    pub fn resumed(
        board: &'b Board,
        rules: Rulebook,
        position: Position,
        orders: &ByPower<Vec<String>>,
    ) -> Self {
        let mut sandbox = Self::new(board, rules, position);
        for (name, texts) in orders {
            if let Some(power) = board.power(name) {
                for text in texts {
                    sandbox.order(power, text);
                }
            }
        }
        sandbox
    }

    /// The orders by power, as they are kept.
    pub fn texts(&self) -> ByPower<Vec<String>> {
        let mut texts: ByPower<Vec<String>> = ByPower::new();
        for order in &self.orders {
            let name = self.board.power_name(order.power).to_owned();
            texts.entry(name).or_default().push(order.text.clone());
        }
        texts
    }

    /// Gives whoever's unit it names an order: the power follows from the place. The
    /// answer is the order as it is read.
    pub fn order_any(&mut self, text: &str) -> Result<Checked, OrderFault> {
        let board = self.board;
        let read = notation::read_order(board, text)?;
        let unit = read.unit();
        let at = unit.map(|unit| unit.at.province);
        let owner = at.and_then(|at| {
            let gone = self.position.dislodged_from(board, at);
            let gone = gone.map(|it| it.power);
            let stands = self.position.unit_in(at).map(|it| it.power);
            gone.or(stands).or(self.position.owner(at))
        });
        let Some(power) = owner else {
            let words = unit.map_or_else(|| text.to_owned(), |unit| unit.show(board));
            return Err(Illegal::NoUnitThere(words).into());
        };
        let scene = Scene::new(board, &self.position, self.rules);
        let checked = check(&scene, power, read)?;
        self.order(power, &checked.order.show(board).to_string());
        Ok(checked)
    }

    /// Forgets all orders of a power.
    pub fn clear(&mut self, power: Power) {
        self.orders.retain(|order| order.power != power);
    }

    /// What would come of the orders; the sandbox stays where it is.
    pub fn look(&self) -> Resolution {
        resolve(self.board, self.rules, &self.position, &self.orders)
    }

    /// What a bot would order here for a power, and why, in words that follow "it". It
    /// may be told what was seen before.
    pub fn advice(
        &self,
        power: Power,
        kind: Kind,
        seed: Seed,
        past: &[Past],
    ) -> (Advice, Option<String>) {
        let question = Question {
            board: self.board,
            rules: self.rules,
            position: &self.position,
            power,
            seed,
            past,
        };
        let advice = advise(&question, kind, &mut kind.effort());
        let reason = advice.reason(&question);
        (advice, reason)
    }

    /// Judges the orders and goes on to the next phase.
    pub fn play(&mut self) -> Resolution {
        let resolution = self.look();
        self.position = resolution.next.clone();
        self.orders.clear();
        resolution
    }
}
