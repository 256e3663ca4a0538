//! Everything there is to know about a game, secrets included, and how events
//! change it.

use std::sync::Arc;

use parlour_rules::Fingerprint;
use serde::{Deserialize, Serialize};

use super::draw::{Proposal, ProposalFile};
use super::event::{Event, GameOutcome, ResolvedPhase};
use super::setup::{BoardRef, DrawRule, Setup};
use crate::{
    Board, ByPower, NextRecord, Order, Phase, PhaseRecord, Place, Position, Power, Rulebook, Scene,
    check, notation,
};

/// Everything there is to know about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StateFile", into = "StateFile")]
pub struct GameState {
    setup: Setup,
    position: Position,
    powers: Vec<PowerState>,
    proposal: Option<Proposal>,
    /// Shared, because deciding drafts on a copy of the state.
    last: Option<Arc<ResolvedPhase>>,
    history: Arc<Vec<PastPhase>>,
    /// Stands for the history in fingerprints.
    history_print: u64,
    outcome: Option<GameOutcome>,
}

/// How one power stands in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PowerState {
    /// Its orders for this phase.
    pub orders: Vec<Order>,
    /// It need not be waited for.
    pub ready: bool,
    /// Phases missed in a row.
    pub misses: u8,
    /// Nobody plays it at present.
    pub disorder: bool,
    /// It has given up.
    pub conceded: bool,
}

/// The orders of a phase that was resolved. With the start they tell the whole
/// game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastPhase {
    /// The phase.
    pub phase: Phase,
    /// All orders that were given, in the notation of the records.
    pub orders: ByPower<Vec<String>>,
}

impl GameState {
    pub(super) fn new(setup: &Setup) -> Self {
        let standing = |power| PowerState {
            // Nobody will ever play it.
            disorder: setup.map.is_dummy(power),
            ..PowerState::default()
        };
        Self {
            setup: setup.clone(),
            position: setup.map.start().clone(),
            powers: setup.map.powers().map(standing).collect(),
            proposal: None,
            last: None,
            history: Arc::new(Vec::new()),
            history_print: 0,
            outcome: None,
        }
    }

    /// What was agreed.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.setup.map
    }

    /// The board as it can be kept beyond the state.
    pub fn board_ref(&self) -> &BoardRef {
        &self.setup.map
    }

    /// The picture that the board was drawn with when the game began.
    pub fn picture(&self) -> Option<Fingerprint> {
        self.setup.picture
    }

    /// The rule choices.
    pub fn rules(&self) -> Rulebook {
        self.setup.rules
    }

    /// Who may share a draw.
    pub fn draws(&self) -> DrawRule {
        self.setup.draws
    }

    /// Who stands where.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How a power stands in the game, its secrets included.
    pub fn standing(&self, power: Power) -> &PowerState {
        &self.powers[power.index()]
    }

    /// A power's orders for this phase: a secret of its seat.
    pub fn orders(&self, power: Power) -> &[Order] {
        &self.powers[power.index()].orders
    }

    /// Whether a power need not be waited for.
    pub fn is_ready(&self, power: Power) -> bool {
        self.powers[power.index()].ready
    }

    /// Whether a power has something to order in this phase.
    pub fn must_order(&self, power: Power) -> bool {
        self.position.has_to_order(self.board(), power)
    }

    /// Whether a power has something to order and somebody plays it.
    pub fn owes_orders(&self, power: Power) -> bool {
        let standing = &self.powers[power.index()];
        !standing.disorder && !standing.conceded && self.must_order(power)
    }

    /// Powers that somebody plays and that are still on the board.
    pub fn survivors(&self) -> impl Iterator<Item = Power> {
        self.board().powers().filter(|power| {
            let standing = &self.powers[power.index()];
            !standing.disorder && !standing.conceded && self.position.is_alive(*power)
        })
    }

    /// Who shares a proposed draw if it is agreed now: all survivors, or those of
    /// them that it names.
    pub fn sharers(&self, proposal: &Proposal) -> impl Iterator<Item = Power> {
        let all = self.draws() == DrawRule::Dias;
        self.survivors()
            .filter(move |power| all || proposal.powers.contains(power))
    }

    /// How many powers share a draw at least. Where draws include all survivors,
    /// the only one that is played may end the game.
    pub fn fewest_sharers(&self) -> usize {
        match self.draws() {
            DrawRule::Dias => 1,
            DrawRule::Any => 2,
        }
    }

    /// The draw that is being voted on: its votes are secrets.
    pub fn proposal(&self) -> Option<&Proposal> {
        self.proposal.as_ref()
    }

    /// The phase that was resolved last.
    pub fn last(&self) -> Option<&Arc<ResolvedPhase>> {
        self.last.as_ref()
    }

    /// The orders of all phases so far.
    pub fn history(&self) -> &[PastPhase] {
        &self.history
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<&GameOutcome> {
        self.outcome.as_ref()
    }

    fn standing_mut(&mut self, name: &str) -> Option<&mut PowerState> {
        let power = self.setup.map.power(name)?;
        self.powers.get_mut(power.index())
    }

    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::OrderNoted {
                power,
                order,
                replaces,
                ..
            } => {
                if let Some(old) = replaces {
                    self.forget(power, old);
                }
                if let (Some(number), Some(order)) =
                    (self.setup.map.power(power), self.read_order(power, order))
                {
                    self.powers[number.index()].orders.push(order);
                }
            }
            Event::OrderWithdrawn { power, order, .. } => self.forget(power, order),
            Event::Readied { power } => self.change(power, |standing| standing.ready = true),
            Event::Unreadied { power } => self.change(power, |standing| standing.ready = false),
            Event::NoMoveReceived { power, misses } => {
                self.change(power, |standing| standing.misses = *misses);
            }
            Event::DisorderBegan { power } => {
                self.change(power, |standing| {
                    standing.disorder = true;
                    standing.ready = false;
                    standing.orders.clear();
                });
            }
            Event::DisorderEnded { power } => {
                self.change(power, |standing| {
                    standing.disorder = false;
                    standing.conceded = false;
                    standing.misses = 0;
                });
            }
            Event::HandedOver { power } => self.hand_over(power),
            Event::PhaseResolved(resolved) => self.turn_page(resolved),
            Event::PhaseSkipped { .. } | Event::PowerEliminated { .. } => {}
            Event::DrawProposed { by, powers, .. } => self.open_draw(by.as_deref(), powers),
            Event::DrawVoted { power, yes, .. } => {
                let number = self.setup.map.power(power);
                if let (Some(proposal), Some(number)) = (&mut self.proposal, number) {
                    proposal.votes[number.index()] = Some(*yes);
                }
            }
            Event::DrawFailed | Event::DrawFell => self.proposal = None,
            Event::Conceded { power } => self.change(power, |standing| {
                standing.conceded = true;
                standing.ready = false;
                standing.orders.clear();
            }),
            Event::GameEnded(outcome) => self.outcome = Some(outcome.clone()),
        }
    }

    fn change(&mut self, name: &str, change: impl FnOnce(&mut PowerState)) {
        if let Some(standing) = self.standing_mut(name) {
            change(standing);
        }
    }

    fn hand_over(&mut self, name: &str) {
        self.change(name, |standing| {
            standing.ready = false;
            standing.misses = 0;
            standing.orders.clear();
        });
        let number = self.setup.map.power(name);
        if let (Some(proposal), Some(number)) = (&mut self.proposal, number) {
            proposal.votes[number.index()] = None;
            proposal.by = proposal.by.filter(|by| *by != number);
        }
    }

    fn forget(&mut self, name: &str, text: &str) {
        let Some(order) = self.read_order(name, text) else {
            return;
        };
        self.change(name, |standing| {
            let place = standing.orders.iter().position(|other| *other == order);
            if let Some(place) = place {
                standing.orders.remove(place);
            }
        });
    }

    /// A stored order; it was legal when it was noted in this position.
    fn read_order(&self, name: &str, text: &str) -> Option<Order> {
        read_order(self.board(), self.rules(), &self.position, name, text)
    }

    fn turn_page(&mut self, resolved: &ResolvedPhase) {
        let mut orders: ByPower<Vec<String>> = ByPower::new();
        for order in resolved.orders.iter().filter(|order| order.given) {
            let own = orders.entry(order.power.clone()).or_default();
            own.push(order.order.clone());
        }
        Arc::make_mut(&mut self.history).push(PastPhase {
            phase: resolved.phase,
            orders,
        });
        let page = (self.history_print, &resolved.next, &resolved.orders);
        self.history_print = Fingerprint::of(&page).0;
        if let Ok(next) = read_position(self.board(), &resolved.next) {
            self.position = next;
        }
        self.last = Some(Arc::new(resolved.clone()));
        for standing in &mut self.powers {
            if standing.ready || !standing.orders.is_empty() {
                standing.misses = 0;
            }
            standing.orders.clear();
            standing.ready = false;
        }
    }

    fn open_draw(&mut self, by: Option<&str>, powers: &[String]) {
        let board = self.setup.map.clone();
        let Some(by) = by.and_then(|name| board.power(name)) else {
            return;
        };
        let mut votes = vec![None; self.powers.len()];
        votes[by.index()] = Some(true);
        self.proposal = Some(Proposal {
            by: Some(by),
            powers: powers.iter().filter_map(|name| board.power(name)).collect(),
            votes,
        });
    }

    /// A number for everything but the history, which its own number stands for.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        let mut short = self.clone();
        short.history = Arc::new(Vec::new());
        short.last = None;
        Fingerprint::of(&StateFile::from(short))
    }
}

/// A stored order of a power, if it can have been given.
pub(crate) fn read_order(
    board: &Board,
    rules: Rulebook,
    position: &Position,
    name: &str,
    text: &str,
) -> Option<Order> {
    let power = board.power(name)?;
    let scene = Scene::new(board, position, rules);
    let read = notation::read_order(board, text).ok()?;
    check(&scene, power, read).ok().map(|checked| checked.order)
}

/// The position a stored text describes.
pub(crate) fn read_position(
    board: &Board,
    text: &NextRecord,
) -> Result<Position, crate::RecordError> {
    let record = PhaseRecord {
        // They follow from the rest.
        builds: None,
        ..PhaseRecord::asking(board, text.clone())
    };
    record.position(board)
}

/// A state as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StateFile {
    setup: Setup,
    position: NextRecord,
    powers: Vec<StandingFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proposal: Option<ProposalFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<Box<ResolvedPhase>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    history: Vec<PastPhase>,
    /// As text, because JSON readers lose digits of large numbers.
    history_print: Fingerprint,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<GameOutcome>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct StandingFile {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    orders: Vec<String>,
    #[serde(default)]
    ready: bool,
    #[serde(default)]
    misses: u8,
    #[serde(default)]
    disorder: bool,
    #[serde(default)]
    conceded: bool,
}

impl From<GameState> for StateFile {
    fn from(state: GameState) -> Self {
        let board = state.board();
        let powers = state
            .powers
            .iter()
            .map(|standing| StandingFile {
                orders: standing
                    .orders
                    .iter()
                    .map(|order| order.show(board).to_string())
                    .collect(),
                ready: standing.ready,
                misses: standing.misses,
                disorder: standing.disorder,
                conceded: standing.conceded,
            })
            .collect();
        Self {
            position: NextRecord::of(board, &state.position),
            powers,
            proposal: state.proposal.as_ref().map(Proposal::file),
            last: state.last.as_ref().map(|last| Box::new((**last).clone())),
            history: state.history.to_vec(),
            history_print: Fingerprint(state.history_print),
            outcome: state.outcome,
            setup: state.setup,
        }
    }
}

impl TryFrom<StateFile> for GameState {
    type Error = String;

    fn try_from(file: StateFile) -> Result<Self, String> {
        let board = &file.setup.map;
        let position = read_position(board, &file.position).map_err(|fault| fault.to_string())?;
        let count = board.powers().count();
        if file.powers.len() != count {
            return Err(format!(
                "{} standings for {count} powers",
                file.powers.len()
            ));
        }
        let mut powers = Vec::with_capacity(count);
        for (power, stored) in board.powers().zip(file.powers) {
            let name = board.power_name(power);
            let mut orders = Vec::with_capacity(stored.orders.len());
            for text in &stored.orders {
                let order = read_order(board, file.setup.rules, &position, name, text);
                orders.push(order.ok_or_else(|| format!("{name} cannot have ordered {text}"))?);
            }
            powers.push(PowerState {
                orders,
                ready: stored.ready,
                misses: stored.misses,
                disorder: stored.disorder,
                conceded: stored.conceded,
            });
        }
        let proposal = file.proposal.as_ref().map(|stored| {
            let read = Proposal::read(stored, count);
            read.ok_or_else(|| String::from("the proposed draw names powers that do not exist"))
        });
        Ok(Self {
            proposal: proposal.transpose()?,
            position,
            powers,
            last: file.last.map(|last| Arc::new(*last)),
            history: Arc::new(file.history),
            history_print: file.history_print.0,
            outcome: file.outcome,
            setup: file.setup,
        })
    }
}
