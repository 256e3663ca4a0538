//! One phase of one game of a batch: its legal orders, and what comes of those given.

use parlour_diplomacy as engine;
use parlour_diplomacy::{
    Code, Codes, Judge, LegalOrders, Order, Outcome, Place, Position as Standing, Power, Province,
    ProvinceSet, Rulebook as Rules, Scene, Step, Unit, UnitKind, adjust_quietly, judge_retreats,
    turn,
};

use super::codes::decode;

/// What a power must do in winter.
struct Due {
    power: Power,
    /// Units to build (above 0) or to disband (below 0).
    count: i32,
    sites: ProvinceSet,
}

/// What one thread judges with; kept between games.
pub struct Desk<'b> {
    judge: Judge<'b>,
    rules: Rules,
    legal: Box<LegalOrders>,
    list: Vec<Order>,
    orders: Vec<Order>,
    /// In winter: who builds or disbands, how many, and where they may build.
    dues: Vec<Due>,
}

impl<'b> Desk<'b> {
    pub fn new(board: &'b engine::Board, rules: Rules) -> Self {
        Self {
            judge: Judge::new(board, rules),
            rules,
            legal: Box::default(),
            list: Vec::new(),
            orders: Vec::new(),
            dues: Vec::new(),
        }
    }

    /// Prepares the lists of a game.
    pub fn list(&mut self, board: &engine::Board, game: &Standing) {
        self.legal.gather(&Scene::new(board, game, self.rules));
    }

    /// The legal orders of the unit in a province, or the builds there.
    pub fn of_province(
        &mut self,
        board: &engine::Board,
        game: &Standing,
        at: Province,
        mut each: impl FnMut(Order),
    ) {
        let scene = Scene::new(board, game, self.rules);
        self.list.clear();
        self.legal.of_unit(&scene, at, &mut self.list);
        self.list.iter().copied().for_each(&mut each);
        if game.phase.step != Step::Adjustment {
            return;
        }
        let Some(owner) = game.owner(at) else { return };
        if game.adjustment(board, owner) <= 0 || !game.open_sites(board, owner).contains(at) {
            return;
        }
        let army = Unit {
            kind: UnitKind::Army,
            at: at.into(),
        };
        let fleets = board.fleet_locations(at).iter().map(|at| Unit {
            kind: UnitKind::Fleet,
            at,
        });
        for unit in std::iter::once(army)
            .chain(fleets)
            .filter(|unit| board.fits(*unit))
        {
            each(Order::Build { unit });
        }
    }

    /// Judges a phase; the outcome if the game is over.
    pub fn judge(
        &mut self,
        board: &engine::Board,
        game: &mut Standing,
        codes: &[i64],
        results: &mut [u8],
        last_year: u16,
    ) -> Option<Outcome> {
        let locations = board.locations().count();
        self.orders.clear();
        self.dues.clear();
        if game.phase.step == Step::Adjustment {
            let dues = game.adjustments(board).filter(|(_, count)| *count != 0);
            self.dues.extend(dues.map(|(power, count)| Due {
                power,
                count,
                sites: game.open_sites(board, power),
            }));
        }
        let dues = &self.dues;
        let scene = Scene::new(board, game, self.rules);
        // What `Scene::check` says in winter, without counting for each order.
        let adjusts = |order: Order, at: Province| {
            let mut dues = dues.iter();
            match order {
                Order::Build { unit } => {
                    let owner = scene.position.owner(at);
                    let due = dues.find(|due| Some(due.power) == owner);
                    board.fits(unit)
                        && due.is_some_and(|due| due.count > 0 && due.sites.contains(at))
                }
                Order::Disband { unit } => scene.position.unit_in(at).is_some_and(|placed| {
                    let due = dues.find(|due| due.power == placed.power);
                    placed.unit == unit && due.is_some_and(|due| due.count < 0)
                }),
                _ => false,
            }
        };
        for (at, code) in codes.iter().enumerate() {
            if *code == 0 {
                continue;
            }
            let at = Province::from_index(at);
            let order = decode(*code, locations).filter(|order| {
                let here = order
                    .unit()
                    .is_some_and(|unit| board.province_of(unit.at) == at);
                let power = match scene.position.phase.step {
                    Step::Movement => scene.position.unit_in(at).map(|placed| placed.power),
                    Step::Retreat => scene
                        .position
                        .dislodged_from(board, at)
                        .map(|gone| gone.power),
                    Step::Adjustment => return here && adjusts(*order, at),
                };
                here && power.is_some_and(|power| scene.check(power, *order).is_ok())
            });
            match order {
                Some(order) => self.orders.push(order),
                None => results[at.index()] = illegal(),
            }
        }
        match game.phase.step {
            Step::Movement => {
                let movement = self.judge.movement(game, &self.orders);
                for (code, units) in movement.by_code() {
                    let bit = Codes::OK.with(code).bits();
                    units.each(|at| results[at.index()] |= bit);
                }
                self.judge.apply_movement(&movement, game);
            }
            Step::Retreat => {
                let gone: Vec<Province> = game
                    .dislodged()
                    .iter()
                    .map(|gone| board.province_of(gone.unit.at))
                    .collect();
                let retreats = judge_retreats(board, game, &self.orders);
                for at in gone {
                    results[at.index()] |= retreats.codes(at).bits();
                }
            }
            Step::Adjustment => {
                for Due { power, .. } in &self.dues {
                    let own = |order: &&Order| {
                        let at = order.unit().map(|unit| board.province_of(unit.at));
                        at.is_some_and(|at| match order {
                            Order::Build { .. } => game.owner(at) == Some(*power),
                            _ => game.unit_in(at).is_some_and(|it| it.power == *power),
                        })
                    };
                    self.list.clear();
                    self.list.extend(self.orders.iter().filter(own));
                    let rule = self.rules.disband;
                    adjust_quietly(board, rule, game, *power, &self.list, |refused| {
                        if let Some(unit) = refused.unit() {
                            results[board.province_of(unit.at).index()] |= illegal();
                        }
                    });
                }
            }
        }
        let turning = turn(board, game);
        if let Some(power) = turning.solo {
            return Some(Outcome::Solo(power));
        }
        let over = turning.calendar_ended || game.phase.year > last_year;
        over.then(|| {
            Outcome::Draw(
                board
                    .powers()
                    .filter(|power| game.is_alive(*power))
                    .collect(),
            )
        })
    }
}

/// The bit of an order that is not legal.
fn illegal() -> u8 {
    Codes::OK.with(Code::Illegal).bits()
}
