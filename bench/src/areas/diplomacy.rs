//! Movement phases judged beside the crate `diplomacy`, and lists of legal
//! orders.
//!
//! Orders are parsed before the clock starts; judging begins with the check that
//! each order is legal. `judge` takes the example phases, `judge-17` and
//! `judge-34` made-up positions with that many units. `same` is the share of
//! phases in which the contender moves the same units as Parlour.
//!
//! `judge-200` is a made-up board of 200 provinces, on which 34 powers have 120 units:
//! as large as boards of the whole world are.
//!
//! One answer of `legal` is the list of all legal orders of a whole position; one of
//! `search` is a bot's decision over 1,000 judged positions, `positions` how many it
//! judges in a second.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use cpu_time::ThreadTime;
use diplomacy::ShortName;
use diplomacy::geo::{RegionKey, standard_map};
use diplomacy::judge::{MappedMainOrder, OrderState, Rulebook as PeerRules, Submission};
use diplomacy::order::MainCommand;
use parlour_diplomacy::{
    Board, BoardFile, BuildSites, Judge, LegalOrders, Location, Order, OrderText, PhaseRecord,
    Placed, Position, Power, Province, ProvinceFile, ProvinceKind, ProvinceSet, Rulebook, Scene,
    Step, Unit, UnitKind, bot, check, notation,
};
use parlour_rules::Seed;

use crate::maps::Dice;
use crate::measure::{Bench, Contender, OURS};

const PHASES: &str = include_str!("../../../crates/diplomacy/fixtures/phases.jsonl");

/// A phase with its orders, parsed.
struct Question {
    position: Position,
    rules: Rulebook,
    orders: Vec<(Power, OrderText)>,
}

pub fn run(bench: &mut Bench) -> Result<()> {
    let board = Board::standard();
    let examples = examples(board)?;
    judge(bench, "judge", board, &examples)?;
    judge(bench, "judge-17", board, &made_up(board, 17, 100))?;
    judge(bench, "judge-34", board, &made_up(board, 34, 100))?;
    world(bench)?;
    legal(bench, board, &examples)?;
    search(bench, board, &examples)
}

/// The movement phases of the examples.
fn examples(board: &Board) -> Result<Vec<Question>> {
    let mut questions = Vec::new();
    for line in PHASES.lines() {
        let record = PhaseRecord::parse(line)?;
        if record.phase.step != Step::Movement {
            continue;
        }
        let mut orders = Vec::new();
        for (name, texts) in &record.orders {
            let power = board.power(name).context("a power of the map")?;
            for text in texts {
                orders.push((power, notation::read_order(board, text)?));
            }
        }
        questions.push(Question {
            position: record.position(board)?,
            rules: record.rulebook(Rulebook::default())?,
            orders,
        });
    }
    Ok(questions)
}

/// Positions with so many units all over the board, each with a legal order
/// drawn by lot: the kind first, then the order.
fn made_up(board: &Board, units: usize, count: usize) -> Vec<Question> {
    let mut dice = Dice::new(units as u64);
    (0..count)
        .map(|_| made_up_question(board, units, &mut dice))
        .collect()
}

fn made_up_question(board: &Board, units: usize, dice: &mut Dice) -> Question {
    let mut position = board.start().clone();
    let standing: Vec<Province> = position.occupied().iter().collect();
    for province in standing {
        position.lift(province);
    }
    while position.occupied().len() < units as u32 {
        let kind = if dice.below(3) == 0 {
            UnitKind::Fleet
        } else {
            UnitKind::Army
        };
        let at = Location(dice.below(board.locations().count() as i32) as u8);
        let unit = Unit { kind, at };
        let province = board.province_of(at);
        if board.fits(unit) && position.unit_in(province).is_none() {
            let power = Power(dice.below(board.power_count() as i32) as u8);
            position.place(province, Placed { power, unit });
        }
    }
    let rules = Rulebook::default();
    let scene = Scene::new(board, &position, rules);
    let mut legal = LegalOrders::default();
    legal.gather(&scene);
    let mut orders = Vec::new();
    for (province, placed) in position.units() {
        let mut list = Vec::new();
        legal.of_unit(&scene, province, &mut list);
        let kind = dice.below(10);
        let of_kind = |order: &&Order| match order {
            Order::Move { .. } => kind < 5,
            Order::SupportHold { .. } => kind == 5,
            Order::SupportMove { .. } => (6..9).contains(&kind),
            Order::Convoy { .. } => kind == 9,
            _ => false,
        };
        let fitting: Vec<Order> = list.iter().filter(of_kind).copied().collect();
        let from = if fitting.is_empty() { &list } else { &fitting };
        let order = from[dice.below(from.len() as i32) as usize];
        orders.push((placed.power, OrderText::of(board, order)));
    }
    Question {
        position,
        rules,
        orders,
    }
}

/// Checks and judges; the provinces from which units moved.
fn moved(judge: &mut Judge<'_>, orders: &mut Vec<Order>, question: &Question) -> ProvinceSet {
    judge.set_rules(question.rules);
    let scene = Scene::new(judge.board(), &question.position, question.rules);
    orders.clear();
    let checked = question
        .orders
        .iter()
        .filter_map(|(power, text)| check(&scene, *power, *text).ok());
    orders.extend(checked.map(|checked| checked.order));
    judge.movement(&question.position, orders).moved
}

fn judge(bench: &mut Bench, scene: &str, board: &Board, questions: &[Question]) -> Result<()> {
    let mut ours = Judge::new(board, Rulebook::default());
    let mut orders = Vec::new();
    let answers: Vec<ProvinceSet> = questions
        .iter()
        .map(|question| moved(&mut ours, &mut orders, question))
        .collect();
    let peers: Vec<Vec<MappedMainOrder>> = questions
        .iter()
        .map(|question| peer_orders(board, question))
        .collect::<Result<_>>()?;
    let same = peers
        .iter()
        .zip(&answers)
        .filter(|(orders, answer)| peer_moved(board, orders) == **answer);
    let share = same.count() as f64 / questions.len().max(1) as f64;
    let contenders = vec![
        Contender::new(OURS, move |question| {
            moved(&mut ours, &mut orders, &questions[question]).words()[0]
        })
        .with("same", 1.0),
        Contender::new("diplomacy 0.2", move |question| {
            let submission =
                Submission::with_inferred_state(standard_map(), peers[question].clone());
            let outcome = submission.adjudicate(PeerRules::default());
            outcome.all_orders_with_outcomes().count() as u64
        })
        .with("same", share),
    ];
    bench.scene(scene, questions.len(), contenders)
}

/// A board of 200 provinces and 34 powers, judged.
fn world(bench: &mut Bench) -> Result<()> {
    let board = Board::build(&world_file())?;
    let questions = made_up(&board, 120, 100);
    let mut judge = Judge::new(&board, Rulebook::default());
    let mut orders = Vec::new();
    let answer = |question: usize| moved(&mut judge, &mut orders, &questions[question]).words()[0];
    bench.scene("judge-200", 100, vec![Contender::new(OURS, answer)])
}

/// Twenty columns of ten: two of land and coast, then one of sea, and so on; everybody
/// borders the eight around.
fn world_file() -> BoardFile {
    const COLUMNS: usize = 20;
    const ROWS: usize = 10;
    let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
    let code = |x: usize, y: usize| format!("{}{}{}", letter(x), letter(y), letter(x / 3 + y));
    let power = |number: usize| format!("P{}{}", letter(number / 26), letter(number));
    let mut provinces = Vec::new();
    let (mut army_borders, mut fleet_borders) = (Vec::new(), Vec::new());
    let (mut start_units, mut start_centers) = (BTreeMap::new(), BTreeMap::new());
    for x in 0..COLUMNS {
        for y in 0..ROWS {
            let sea = x % 3 == 2;
            let home = provinces.len() % 4 == 0 && !sea;
            let home = (home && start_units.len() < 34).then(|| power(start_units.len()));
            if let Some(home) = &home {
                start_units.insert(home.clone(), vec![format!("A {}", code(x, y))]);
                start_centers.insert(home.clone(), vec![code(x, y)]);
            }
            provinces.push(ProvinceFile {
                abbr: code(x, y),
                name: format!("Place {x} {y}"),
                kind: if sea {
                    ProvinceKind::Sea
                } else {
                    ProvinceKind::Coast
                },
                sc: home.is_some(),
                home,
                coasts: Vec::new(),
                coast_aliases: BTreeMap::new(),
                convoys: false,
                daide: None,
                aliases: Vec::new(),
                names: BTreeMap::new(),
            });
            let near = [(1, 0), (0, 1), (1, 1)];
            for (dx, dy) in near {
                let (there, row) = (x + dx, y + dy);
                if there >= COLUMNS || row >= ROWS {
                    continue;
                }
                let pair = (code(x, y), code(there, row));
                if !sea && there % 3 != 2 {
                    army_borders.push(pair.clone());
                }
                fleet_borders.push(pair);
            }
        }
    }
    BoardFile {
        map: "world".into(),
        title: None,
        base: None,
        start_phase: "S1901M".into(),
        target: 18,
        powers: (0..34).map(power).collect(),
        dummies: Vec::new(),
        adjectives: BTreeMap::new(),
        builds: BuildSites::Home,
        counts: None,
        provinces,
        homes: None,
        start_units,
        start_centers,
        neutral_centers: Vec::new(),
        army_borders,
        fleet_borders,
        ambiguous: BTreeMap::new(),
        near_misses: Vec::new(),
        notes: Vec::new(),
    }
}

/// The same orders in the other crate's words. Units without an order hold.
fn peer_orders(board: &Board, question: &Question) -> Result<Vec<MappedMainOrder>> {
    let scene = Scene::new(board, &question.position, question.rules);
    let mut texts = Vec::new();
    for (province, placed) in question.position.units() {
        let own = question.orders.iter().find_map(|(power, text)| {
            let unit = text.unit()?;
            let own = unit.at.province == province && *power == placed.power;
            own.then(|| check(&scene, *power, *text).ok()).flatten()
        });
        let order = own.map_or(Order::Hold { unit: placed.unit }, |checked| checked.order);
        texts.push(peer_text(board, placed.power, order));
    }
    texts
        .iter()
        .map(|text| {
            text.parse()
                .map_err(|fault| anyhow::anyhow!("{text}: {fault:?}"))
        })
        .collect()
}

fn peer_text(board: &Board, power: Power, order: Order) -> String {
    let place = |at: Location| {
        let code = board.code(at).to_lowercase();
        match code.split_once('/') {
            Some((province, coast)) => format!("{province}({coast})"),
            None => code,
        }
    };
    let unit = |unit: Unit| format!("{} {}", unit.kind.code(), place(unit.at));
    let name = board.power_name(power);
    let order = match order {
        Order::Move { unit: own, to, via } => {
            let via = if via { " via Convoy" } else { "" };
            format!("{} -> {}{via}", unit(own), place(to))
        }
        Order::SupportHold { unit: own, target } => {
            format!("{} supports {}", unit(own), unit(target))
        }
        Order::SupportMove {
            unit: own,
            target,
            to,
        } => {
            format!("{} supports {} -> {}", unit(own), unit(target), place(to))
        }
        Order::Convoy {
            unit: own,
            army,
            to,
        } => {
            format!("{} convoys {} -> {}", unit(own), unit(army), place(to))
        }
        other => format!("{} hold", unit(other.unit().expect("a movement order"))),
    };
    format!("{name}: {order}")
}

/// The provinces from which the other crate moves units.
fn peer_moved(board: &Board, orders: &[MappedMainOrder]) -> ProvinceSet {
    let submission = Submission::with_inferred_state(standard_map(), orders.to_vec());
    let outcome = submission.adjudicate(PeerRules::default());
    let mut moved = ProvinceSet::EMPTY;
    for (order, result) in outcome.all_orders_with_outcomes() {
        if matches!(order.command, MainCommand::Move(..))
            && OrderState::from(result) == OrderState::Succeeds
        {
            moved.insert(region_province(board, &order.region));
        }
    }
    moved
}

fn region_province(board: &Board, region: &RegionKey) -> Province {
    let code = region.province().short_name().to_uppercase();
    board.province(&code).unwrap_or(Province(u8::MAX))
}

fn legal(bench: &mut Bench, board: &Board, questions: &[Question]) -> Result<()> {
    let mut legal = LegalOrders::default();
    let mut list = Vec::new();
    let mut orders_of = move |question: &Question| {
        let scene = Scene::new(board, &question.position, question.rules);
        legal.gather(&scene);
        list.clear();
        for power in board.powers() {
            legal.of_power(&scene, power, &mut list);
        }
        list.len()
    };
    let total: usize = questions.iter().map(&mut orders_of).sum();
    let each = total as f64 / questions.len().max(1) as f64;
    let contenders = vec![
        Contender::new(OURS, move |question| orders_of(&questions[question]) as u64)
            .with("orders", each),
    ];
    bench.scene("legal", questions.len(), contenders)
}

/// A bot decides: the first power of each example that has units.
fn search(bench: &mut Bench, board: &Board, questions: &[Question]) -> Result<()> {
    let decide = move |question: &Question| {
        let power = question.position.must_order(board).next();
        let asked = power.map(|power| bot::Question {
            board,
            rules: question.rules,
            position: &question.position,
            power,
            seed: Seed(1),
            past: &[],
        });
        let kind = bot::Kind::Search(bot::Level::Club);
        let advice = asked.map(|it| bot::advise(&it, kind, &mut bot::Effort::positions(1000)));
        advice.map_or(0, |advice| advice.judged)
    };
    let began = ThreadTime::now();
    let judged: u64 = questions.iter().map(decide).sum();
    let positions = judged as f64 / began.elapsed().as_secs_f64();
    let answer = move |question: usize| decide(&questions[question]);
    let contenders = vec![Contender::new(OURS, answer).with("positions", positions)];
    bench.scene("search", questions.len(), contenders)
}
