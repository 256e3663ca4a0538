//! The fast solver against all fixed points of the decision equations.

mod boards;
mod reference;

use std::fmt::Write;

use boards::{Scenario, convoy_knot, crowded_sea, small_board, stream};
use parlour_diplomacy::{Board, Judge, Movement, Paradox, Province, ProvinceSet, Rulebook};
use reference::{Equations, Findings, Outcome};

/// The full size with `PARLOUR_TEST_LONG`, otherwise a part of it.
fn size(full: u64, short: u64) -> u64 {
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        full
    } else {
        short
    }
}

fn list(set: ProvinceSet) -> Vec<Province> {
    set.iter().collect()
}

/// Judges a scenario both ways and demands the same answers.
fn compare(judge: &mut Judge<'_>, scenario: &Scenario, name: &str) -> (Findings, Movement) {
    let board = judge.board();
    let movement = judge.movement(&scenario.position, &scenario.orders);
    let mut equations = Equations::new(board, &scenario.position, &scenario.orders, judge.rules());
    let (expected, findings) = equations.solve();
    let supporters: ProvinceSet = scenario
        .position
        .occupied()
        .iter()
        .filter(|unit| judge.is_supporting(*unit))
        .collect();
    let found = Outcome {
        moved: list(movement.moved),
        dislodged: list(movement.dislodged),
        given: list(supporters.minus(movement.cut)),
        pathless: list(judge.pathless()),
    };
    assert!(
        found == expected,
        "{name} under {:?}\n{}\nreference {}\nfast      {}\n{findings:?}",
        judge.rules().to_string(),
        describe(board, scenario),
        names(board, &expected),
        names(board, &found),
    );
    (findings, movement)
}

fn describe(board: &Board, scenario: &Scenario) -> String {
    let mut text = String::new();
    for order in &scenario.orders {
        let unit = order.unit().expect("a unit");
        let placed = scenario
            .position
            .unit_in(board.province_of(unit.at))
            .expect("its unit");
        writeln!(
            text,
            "{}: {}",
            board.power_name(placed.power),
            order.show(board)
        )
        .unwrap();
    }
    text
}

fn names(board: &Board, outcome: &Outcome) -> String {
    let codes = |list: &Vec<Province>| -> Vec<String> {
        list.iter().map(|at| board.code(*at).to_owned()).collect()
    };
    format!(
        "moved {:?} dislodged {:?} given {:?} pathless {:?}",
        codes(&outcome.moved),
        codes(&outcome.dislodged),
        codes(&outcome.given),
        codes(&outcome.pathless)
    )
}

/// Every paradox rule, and every other choice that enters the equations.
fn rulebooks() -> Vec<Rulebook> {
    let mut books: Vec<Rulebook> = Paradox::ALL
        .iter()
        .map(|paradox| Rulebook {
            paradox: *paradox,
            ..Rulebook::default()
        })
        .collect();
    for text in [
        "routes=all-open",
        "convoy=any",
        "convoy=explicit",
        "via=land-fallback",
        "via=land-fallback-full",
        "cut_from=sea",
        "dislodged_bounce=never",
        "edition=1971",
        "edition=1982,via=land-fallback-full",
    ] {
        books.push(text.parse().expect("a rulebook"));
    }
    books
}

/// Counts boards by how many fixed points they have.
#[derive(Default)]
struct Tally {
    none: u64,
    one: u64,
    several: u64,
    rings: u64,
    paradoxes: u64,
    unsolvable: u64,
}

impl Tally {
    fn count(&mut self, findings: Findings) {
        match findings.fixed_points {
            Some(0) => self.none += 1,
            Some(1) => self.one += 1,
            Some(_) => self.several += 1,
            None => {}
        }
        self.rings += u64::from(findings.rings > 0);
        self.paradoxes += u64::from(findings.paradoxes > 0);
        self.unsolvable += u64::from(findings.unsolvable > 0);
    }

    #[expect(
        clippy::disallowed_macros,
        reason = "shown by the test runner on request"
    )]
    fn report(&self, what: &str) {
        println!(
            "{what}: {} boards with one fixed point, {} with several, {} with none; \
             {} rings of moves, {} convoy paradoxes",
            self.one, self.several, self.none, self.rings, self.paradoxes
        );
        assert_eq!(
            self.unsolvable, 0,
            "only convoys make equations without a solution"
        );
    }
}

#[test]
fn random_small_boards_are_judged_as_the_equations_say() {
    let board = Board::standard();
    let judges = rulebooks().into_iter();
    let mut paradoxes: Vec<Judge<'_>> = judges.map(|rules| Judge::new(board, rules)).collect();
    let mut others = paradoxes.split_off(Paradox::ALL.len());
    let mut tallies: Vec<Tally> = paradoxes.iter().map(|_| Tally::default()).collect();
    for number in 0..size(100_000, 5_000) {
        let name = format!("small board {number}");
        // Every board under each paradox rule, and under one other choice in turn.
        for (judge, tally) in paradoxes.iter_mut().zip(&mut tallies) {
            let scenario = small_board(board, judge.rules(), &mut stream(1, number));
            tally.count(compare(judge, &scenario, &name).0);
        }
        let turn = number as usize % others.len();
        let scenario = small_board(board, others[turn].rules(), &mut stream(1, number));
        compare(&mut others[turn], &scenario, &name);
    }
    for (judge, tally) in paradoxes.iter().zip(tallies) {
        tally.report(&format!(
            "small boards, paradox={}",
            judge.rules().paradox.text()
        ));
        assert!(tally.rings > 0, "rings of moves occur");
    }
}

#[test]
fn small_boards_cut_out_of_every_map_are_judged_as_the_equations_say() {
    let books = rulebooks();
    for (index, board) in Board::bundled().iter().enumerate() {
        let judges = books.iter();
        let mut judges: Vec<Judge<'_>> = judges.map(|it| Judge::new(board, *it)).collect();
        let mut tally = Tally::default();
        for number in 0..size(10_000, 100) {
            let mut chance = stream(5 + index as u64, number);
            let judge = &mut judges[(number % books.len() as u64) as usize];
            let at_sea = !board.seas().is_empty() && number % 4 == 3;
            let cut = if at_sea { crowded_sea } else { small_board };
            let scenario = cut(board, judge.rules(), &mut chance);
            let name = format!("{} {number}", board.name());
            tally.count(compare(judge, &scenario, &name).0);
        }
        tally.report(board.name());
    }
}

#[test]
fn crowded_seas_are_judged_as_the_equations_say() {
    let board = Board::standard();
    let books = rulebooks();
    let mut judges: Vec<Judge<'_>> = books
        .iter()
        .map(|rules| Judge::new(board, *rules))
        .collect();
    let mut tally = Tally::default();
    for number in 0..size(100_000, 10_000) {
        let mut chance = stream(3, number);
        let judge = &mut judges[(number % books.len() as u64) as usize];
        let scenario = crowded_sea(board, judge.rules(), &mut chance);
        let (findings, _) = compare(judge, &scenario, &format!("crowded sea {number}"));
        tally.count(findings);
    }
    tally.report("crowded seas");
    assert!(tally.paradoxes > 0, "convoy paradoxes occur");
}

#[test]
fn knots_are_settled_alike_under_every_rule_choice() {
    let board = Board::standard();
    for rules in rulebooks() {
        let mut judge = Judge::new(board, rules);
        let mut tally = Tally::default();
        for number in 0..size(20_000, 2_000) {
            if let Some(scenario) = convoy_knot(board, rules, &mut stream(4, number)) {
                let (findings, _) = compare(&mut judge, &scenario, &format!("knot {number}"));
                tally.count(findings);
            }
        }
        tally.report(&format!("knots under {:?}", rules.to_string()));
    }
}

#[test]
fn generated_convoy_paradoxes_are_settled_as_the_rule_says() {
    let board = Board::standard();
    for paradox in Paradox::ALL {
        let rules = Rulebook {
            paradox: *paradox,
            ..Rulebook::default()
        };
        let mut judge = Judge::new(board, rules);
        let mut tally = Tally::default();
        let mut knots = 0;
        let mut number = 0;
        // A knot counts if the equations alone do not settle it. Under the
        // rules of 1982 and 2000 the equations settle most, so there the knots
        // are counted by what the plain equations would leave open.
        let mut plain = Judge::new(board, Rulebook::default());
        while knots < size(10_000, 2_000) {
            number += 1;
            let Some(scenario) = convoy_knot(board, rules, &mut stream(2, number)) else {
                continue;
            };
            if plain
                .movement(&scenario.position, &scenario.orders)
                .paradoxes
                == 0
            {
                continue;
            }
            knots += 1;
            let name = format!("knot {number}");
            let (findings, movement) = compare(&mut judge, &scenario, &name);
            assert_eq!(
                u32::from(movement.paradoxes),
                findings.paradoxes,
                "{name}: both find the same paradoxes"
            );
            tally.count(findings);
        }
        tally.report(&format!("paradox={} ({number} knots tied)", paradox.text()));
    }
}
