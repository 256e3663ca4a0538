//! Diplomacy keeps the contract: the conformance kit, and a golden playthrough.

use parlour_diplomacy::bot::{Effort, Kind, Question, advise};
use parlour_diplomacy::game::{Command, Diplomacy, DrawRule, Event, GameState, Setup};
use parlour_diplomacy::notation::{self, Style};
use parlour_diplomacy::{
    Board, Order, Place, Power, Scene, Step, check, legal_orders_of_power, warnings,
};
use parlour_rules::testing::{
    RoundTrip, Sampler, Size, Twin, check_all, check_golden, check_secrecy, golden_playthrough,
};
use parlour_rules::{Actor, Rules, Seed, Stream, Viewer};

/// People who order at random.
struct Players {
    /// Whether they also order anew. Those of the golden playthrough do not.
    anew: bool,
}

const GOLDEN_PLAYERS: Players = Players { anew: false };

fn power_of(by: Actor) -> Option<Power> {
    match by {
        Actor::Seat(seat) => Some(Power(seat.0)),
        Actor::Clock => None,
    }
}

fn legal(state: &GameState, power: Power) -> Vec<Order> {
    legal_orders_of_power(state.board(), state.position(), state.rules(), power)
}

/// An order for most units, more moves than anything else; in Winter a build or
/// a disband.
fn some_orders(state: &GameState, power: Power, chance: &mut Stream) -> Vec<String> {
    let legal = legal(state, power);
    let mut units: Vec<_> = legal.iter().map(|order| order.unit()).collect();
    units.dedup();
    let winter = state.position().phase.step == Step::Adjustment;
    let keep = if winter { 1 } else { units.len() };
    chance.shuffle(&mut units);
    let attack = chance.pick(&attacks(state, power, &legal)).copied();
    let mut texts = Vec::new();
    for unit in units.into_iter().take(keep) {
        if chance.below(5) == 0 {
            continue;
        }
        let moves = chance.below(2) == 0;
        let joins = |order: &Order| match (*order, attack) {
            (Order::SupportMove { target, to, .. }, Some(Order::Move { unit, to: goes, .. })) => {
                target == unit && to == goes
            }
            (order, Some(attack)) => order == attack,
            _ => false,
        };
        let can_join = legal
            .iter()
            .any(|order| order.unit() == unit && joins(order));
        let fits = |order: &&Order| {
            order.unit() == unit
                && if can_join {
                    joins(order)
                } else {
                    !moves || matches!(order, Order::Move { .. })
                }
        };
        let fitting: Vec<Order> = legal.iter().filter(fits).copied().collect();
        let style = *chance.pick(&Style::ALL).expect("a style");
        if let Some(order) = chance.pick(&fitting) {
            let text = notation::write_order(state.board(), state.position(), power, *order, style);
            texts.push(text);
        }
    }
    texts
}

/// Moves against other powers' units.
fn attacks(state: &GameState, power: Power, legal: &[Order]) -> Vec<Order> {
    let against = |order: &&Order| match order {
        Order::Move { to, .. } => {
            let there = state.board().province_of(*to);
            let placed = state.position().unit_in(there);
            placed.is_some_and(|placed| placed.power != power)
        }
        _ => false,
    };
    legal.iter().filter(against).copied().collect()
}

/// Takes a power's orders away and gives it others, or none.
fn reorder(state: &mut GameState, power: Power, chance: &mut Stream) {
    let board = state.board_ref().clone();
    let name = board.power_name(power).to_owned();
    let seat = parlour_diplomacy::game::seat_of(power);
    for order in state.orders(power).to_vec() {
        let order = order.show(&board).to_string();
        let power = name.clone();
        Diplomacy::apply(state, &Event::OrderWithdrawn { seat, power, order });
    }
    if chance.below(3) == 0 {
        return;
    }
    let legal = legal(state, power);
    if let Some(order) = chance.pick(&legal) {
        let event = Event::OrderNoted {
            seat,
            power: name,
            order: order.show(&board).to_string(),
            replaces: None,
            remarks: Vec::new(),
        };
        Diplomacy::apply(state, &event);
    }
}

impl Sampler<Diplomacy> for Players {
    fn setup(&self, chance: &mut Stream) -> Setup {
        let maps = ["training", "duel", "training", "standard"];
        let map = chance.pick(&maps).expect("a map");
        let draws = if chance.below(2) == 0 { "dias" } else { "any" };
        let last = 1901 + chance.below(6);
        let misses = chance.below(4);
        let text =
            format!(r#"{{"map":"{map}","draws":"{draws}","misses":{misses},"last_year":{last}}}"#);
        serde_json::from_str(&text).expect("a setup")
    }

    fn command(&self, state: &GameState, by: Actor, chance: &mut Stream) -> Option<Command> {
        let Some(power) = power_of(by) else {
            return Some(match chance.below(14) {
                0 => Command::Abandon("ALDER".into()),
                1 => Command::Resume("ALDER".into()),
                2 => Command::ResolveEarly,
                3 => Command::HandOver("ALDER".into()),
                4 => Command::HandOver("FRANCE".into()),
                _ => Command::Resolve,
            });
        };
        Some(match chance.below(40) {
            16..30 => Command::Ready,
            30 => Command::Order(vec!["A Nowhere - Bud".into(), "F Lon H".into()]),
            31 => Command::Unready,
            32 if self.anew && chance.below(2) == 0 => {
                let legal = legal(state, power);
                let order = chance.pick(&legal);
                let text = order.map(|order| order.show(state.board()).to_string());
                Command::OrderAnew(text.into_iter().collect())
            }
            32 => Command::Clear,
            33 => {
                let legal = legal(state, power);
                let unit = chance.pick(&legal).and_then(|order| order.unit());
                let text = unit.map(|unit| state.board().unit_text(unit).to_string());
                Command::Withdraw(text.unwrap_or_else(|| "waive".into()))
            }
            34 | 35 if chance.below(4) == 0 => Command::ProposeDraw(Vec::new()),
            36..38 => Command::Vote(chance.below(3) > 0),
            38 if chance.below(30) == 0 => Command::Concede,
            _ => Command::Order(some_orders(state, power, chance)),
        })
    }

    fn disguise(
        &self,
        state: &GameState,
        by: Actor,
        command: &Command,
        viewer: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<Diplomacy>> {
        let own = match viewer {
            Viewer::Seat(seat) => Some(Power(seat.0)),
            Viewer::Spectator => None,
        };
        let actor = power_of(by);
        let events = Diplomacy::decide(state, by, command);
        let light = |event: &Event| {
            matches!(
                event,
                Event::PhaseResolved(_) | Event::DrawFailed | Event::DrawFell | Event::GameEnded(_)
            )
        };
        // What comes to light is no secret any more.
        if events.as_ref().is_ok_and(|events| events.iter().any(light)) {
            return None;
        }
        let mut twin = Twin {
            state: state.clone(),
            command: command.clone(),
        };
        for power in state.board().powers() {
            if Some(power) == own || Some(power) == actor {
                continue;
            }
            reorder(&mut twin.state, power, chance);
            let voted = state
                .proposal()
                .and_then(|proposal| proposal.votes[power.index()]);
            if let Some(yes) = voted {
                let seat = parlour_diplomacy::game::seat_of(power);
                let name = state.board().power_name(power).to_owned();
                let flipped = Event::DrawVoted {
                    seat,
                    power: name,
                    yes: !yes,
                };
                Diplomacy::apply(&mut twin.state, &flipped);
            }
        }
        if let (Some(actor), Ok(_)) = (actor, &events)
            && Some(actor) != own
        {
            match command {
                Command::Order(_) => {
                    // One order that certainly can be noted.
                    let noted = state.orders(actor).first().copied();
                    let legal = legal(state, actor);
                    let order = noted.or_else(|| chance.pick(&legal).copied())?;
                    let text = order.show(state.board()).to_string();
                    twin.command = Command::Order(vec![text]);
                }
                Command::Vote(yes) => twin.command = Command::Vote(!yes),
                _ => {}
            }
        }
        Some(twin)
    }

    fn round_trips(&self, state: &GameState, chance: &mut Stream) -> Vec<RoundTrip> {
        let board: &Board = state.board();
        let powers: Vec<Power> = board.powers().collect();
        let Some(power) = chance.pick(&powers).copied() else {
            return Vec::new();
        };
        let legal = legal(state, power);
        let scene = Scene::new(board, state.position(), state.rules());
        let mut trips = Vec::new();
        for style in Style::ALL {
            let Some(order) = chance.pick(&legal) else {
                continue;
            };
            let name = match style {
                Style::Record => "record",
                Style::Chat => "chat",
                Style::English => "english",
                Style::Daide => "daide",
            };
            trips.push(RoundTrip::of(
                name,
                order,
                |order| notation::write_order(board, state.position(), power, *order, style),
                |text| {
                    let read =
                        notation::read_order(board, text).map_err(|fault| fault.to_string())?;
                    let checked = check(&scene, power, read).map_err(|fault| fault.to_string())?;
                    assert!(checked.remarks.is_empty(), "{text}: {:?}", checked.remarks);
                    Ok::<_, String>(checked.order)
                },
            ));
        }
        // Whatever is ordered, the warnings are about own orders and never panic.
        let _ = warnings(board, state.position(), power, state.orders(power));
        trips
    }
}

/// Bots at every seat, each of another kind, drawing from a secret of the table.
struct Bots;

/// What a bot orders whose table has this secret.
fn bot_orders(state: &GameState, power: Power, secret: Seed) -> Command {
    let question = Question {
        board: state.board(),
        rules: state.rules(),
        position: state.position(),
        power,
        seed: secret,
        past: &[],
    };
    let kind = Kind::ALL[power.index() % Kind::ALL.len()];
    let orders = advise(&question, kind, &mut Effort::positions(30)).orders;
    let orders = orders.iter().map(|it| it.show(state.board()).to_string());
    Command::Order(orders.collect())
}

/// A secret that nothing at the table tells.
fn secret(chance: &mut Stream) -> Seed {
    Seed(u64::from(chance.below(u32::MAX)))
}

impl Sampler<Diplomacy> for Bots {
    fn setup(&self, chance: &mut Stream) -> Setup {
        GOLDEN_PLAYERS.setup(chance)
    }

    fn command(&self, state: &GameState, by: Actor, chance: &mut Stream) -> Option<Command> {
        match power_of(by) {
            Some(power) if state.orders(power).is_empty() || chance.below(6) == 0 => {
                Some(bot_orders(state, power, secret(chance)))
            }
            Some(_) => Some(Command::Ready),
            None => Some(Command::Resolve),
        }
    }

    fn disguise(
        &self,
        state: &GameState,
        by: Actor,
        command: &Command,
        viewer: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<Diplomacy>> {
        let mut twin = GOLDEN_PLAYERS.disguise(state, by, command, viewer, chance)?;
        let hidden = !matches!((by, viewer), (Actor::Seat(own), Viewer::Seat(sees)) if own == sees);
        if let (Some(power), Command::Order(_), true) = (power_of(by), command, hidden) {
            twin.command = bot_orders(state, power, secret(chance));
        }
        Some(twin)
    }

    fn round_trips(&self, _: &GameState, _: &mut Stream) -> Vec<RoundTrip> {
        Vec::new()
    }
}

#[test]
fn what_bots_order_under_another_secret_looks_the_same_to_everybody_else() {
    let report = check_secrecy(&Bots, Size::long(100)).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(report.twins > 100, "{report:?}");
}

/// A game on the training map with retreats and builds.
const GOLDEN_SEED: Seed = Seed(4);

#[test]
fn diplomacy_keeps_the_contract() {
    let report = check_all(&Players { anew: true }, Size::long(200))
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert!(report.accepted > 100);
    assert!(report.twins > 100);
    assert!(report.round_trips > 100);
}

#[test]
fn the_golden_playthrough_still_happens() {
    let golden = include_str!("golden.txt");
    if let Err(fault) = check_golden(&GOLDEN_PLAYERS, GOLDEN_SEED, 400, golden) {
        panic!("{fault}");
    }
    assert_eq!(Setup::default().draws, DrawRule::Dias);
}

/// Writes the golden playthrough anew: `PARLOUR_WRITE_GOLDEN=1 cargo test`.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "writes the file only if asked to"
)]
fn the_golden_playthrough_can_be_written() {
    let text = golden_playthrough(&GOLDEN_PLAYERS, GOLDEN_SEED, 400)
        .unwrap_or_else(|fault| panic!("{fault}"));
    if std::env::var_os("PARLOUR_WRITE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");
        std::fs::write(path, &text).unwrap();
    }
    assert!(text.starts_with("game diplomacy rules 2\n"));
}
