//! Answers every question: first what follows, then what waits in rings.

use super::state::{Answers, Question, Reasoner};
use super::tables::Tables;
use crate::{Board, Paradox, ProvinceSet, Routes, Rulebook};

/// The most guesses spent on one ring before it is taken for a paradox.
const GUESSES: u32 = 50_000;

/// Answers every question about the orders in the tables.
pub(super) fn solve(board: &Board, rules: Rulebook, tables: &Tables) -> Answers {
    let reasoner = Reasoner {
        board,
        rules,
        tables,
    };
    let mut answers = Answers {
        path_yes: tables.movers.minus(tables.sailing),
        path_no: tables.no_route,
        ..Answers::default()
    };
    loop {
        reasoner.conclude(&mut answers);
        if reasoner.undecided(&answers).is_empty() {
            return answers;
        }
        reasoner.settle_ring(&mut answers);
    }
}

/// A set of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Questions {
    paths: ProvinceSet,
    moves: ProvinceSet,
    supports: ProvinceSet,
}

impl Questions {
    fn is_empty(self) -> bool {
        self.paths.is_empty() && self.moves.is_empty() && self.supports.is_empty()
    }

    fn len(self) -> u32 {
        self.paths.len() + self.moves.len() + self.supports.len()
    }

    fn or(self, other: Self) -> Self {
        Self {
            paths: self.paths.or(other.paths),
            moves: self.moves.or(other.moves),
            supports: self.supports.or(other.supports),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            paths: self.paths.and(other.paths),
            moves: self.moves.and(other.moves),
            supports: self.supports.and(other.supports),
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            paths: self.paths.minus(other.paths),
            moves: self.moves.minus(other.moves),
            supports: self.supports.minus(other.supports),
        }
    }

    /// Paths first: they decide the most.
    fn iter(self) -> impl Iterator<Item = Question> {
        let paths = self.paths.iter().map(Question::Path);
        let moves = self.moves.iter().map(Question::Move);
        let supports = self.supports.iter().map(Question::Support);
        paths.chain(moves).chain(supports)
    }
}

impl Reasoner<'_> {
    /// Draws conclusions until nothing more follows.
    fn conclude(&self, answers: &mut Answers) {
        loop {
            let mut learnt = false;
            for unit in answers.undecided_supports(self.tables) {
                learnt |= self.learn(answers, Question::Support(unit));
            }
            for army in answers.undecided_paths(self.tables) {
                learnt |= self.learn(answers, Question::Path(army));
            }
            for unit in answers.undecided_moves(self.tables) {
                learnt |= self.learn(answers, Question::Move(unit));
            }
            if !learnt {
                return;
            }
        }
    }

    /// Notes the answer to an undecided question if it follows.
    fn learn(&self, answers: &mut Answers, question: Question) -> bool {
        let answer = self.answer(answers, question);
        if let Some(answer) = answer {
            answers.set(question, answer);
        }
        answer.is_some()
    }

    fn undecided(&self, answers: &Answers) -> Questions {
        Questions {
            paths: answers.undecided_paths(self.tables),
            moves: answers.undecided_moves(self.tables),
            supports: answers.undecided_supports(self.tables),
        }
    }

    /// The undecided questions on which the answer to this one depends.
    fn awaited(&self, answers: &Answers, question: Question) -> Questions {
        let tables = self.tables;
        let mut awaited = Questions::default();
        match question {
            Question::Support(unit) => {
                awaited.paths = tables.cutters(unit, self.rules.cut_from);
                awaited.moves = tables
                    .spared(unit, self.rules.cut_from)
                    .into_iter()
                    .collect();
            }
            Question::Path(army) => {
                for fleet in tables.convoys(army).minus(answers.taken_out) {
                    awaited.moves = awaited.moves.or(tables.attackers(fleet));
                }
            }
            Question::Move(unit) => {
                let there = tables.aim(unit);
                awaited.paths = tables.attackers(there);
                awaited.moves.insert(there);
                for rival in tables.attackers(there) {
                    awaited.supports = awaited.supports.or(tables.supports(rival));
                    if self.rules.dislodged_bounce == crate::DislodgedBounce::Never
                        && rival != unit
                        && tables.opponent(rival).is_some()
                    {
                        awaited.moves.insert(rival);
                    }
                }
                let held = tables.head_to_head(unit).is_some() || !tables.movers.contains(there);
                if held && tables.occupied.contains(there) {
                    awaited.supports = awaited.supports.or(tables.supports(there));
                }
            }
        }
        awaited.and(self.undecided(answers))
    }

    /// Every question on which this one depends, also through others.
    fn awaited_by_all(&self, answers: &Answers, question: Question) -> Questions {
        let mut reached = Questions::default();
        let mut front = self.awaited(answers, question);
        while !front.is_empty() {
            reached = reached.or(front);
            let mut next = Questions::default();
            for question in front.iter() {
                next = next.or(self.awaited(answers, question));
            }
            front = next.minus(reached);
        }
        reached
    }

    /// Questions that wait for each other and for nothing else.
    fn innermost_ring(&self, answers: &Answers) -> Questions {
        self.undecided(answers)
            .iter()
            .map(|question| self.awaited_by_all(answers, question))
            .min_by_key(|awaited| awaited.len())
            .expect("something is undecided")
    }

    /// Settles one ring of questions, by its only consistent answer or by rule.
    fn settle_ring(&self, answers: &mut Answers) {
        let ring = self.innermost_ring(answers);
        let mut search = Search {
            reasoner: self,
            ring,
            guesses: GUESSES,
            found: 0,
            best: None,
        };
        search.explore(*answers, None);
        match search.best {
            Some(only) if search.found == 1 => *answers = only,
            Some(most) if ring.paths.is_empty() => {
                *answers = most;
                answers.rings = answers.rings.saturating_add(1);
            }
            _ => {
                self.apply_paradox_rule(answers, ring);
                answers.paradoxes = answers.paradoxes.saturating_add(1);
            }
        }
    }

    /// Takes the convoys out of a ring, or makes all its moves fail.
    fn apply_paradox_rule(&self, answers: &mut Answers, ring: Questions) {
        let mut fleets = ProvinceSet::EMPTY;
        for army in ring.paths {
            let carrying = self.tables.convoys(army);
            fleets = fleets.or(match self.rules.routes {
                Routes::AnyOpen => self.doubtful_fleets(answers, carrying),
                Routes::AllOpen => self.tables.required(self.board, army),
            });
            answers.path_no.insert(army);
        }
        answers.taken_out = answers.taken_out.or(fleets);
        if self.rules.paradox == Paradox::AllHold || ring.paths.is_empty() {
            answers.made_fail = answers.made_fail.or(ring.moves);
        }
    }
}

/// A search for all consistent answers to the questions of a ring.
struct Search<'s, 'a> {
    reasoner: &'s Reasoner<'a>,
    ring: Questions,
    guesses: u32,
    found: u32,
    /// The consistent answers with the most successful moves.
    best: Option<Answers>,
}

impl Search<'_, '_> {
    fn explore(&mut self, mut answers: Answers, guess: Option<&Guess<'_>>) {
        self.reasoner.conclude(&mut answers);
        if self.refutes(&answers, guess) || self.settled() {
            return;
        }
        let open = self.ring.and(self.reasoner.undecided(&answers));
        let Some(question) = open.iter().next() else {
            self.found += 1;
            let moves = |answers: &Answers| answers.move_yes.len();
            if self.best.is_none_or(|best| moves(&best) < moves(&answers)) {
                self.best = Some(answers);
            }
            return;
        };
        let guess = Guess {
            question,
            before: guess,
        };
        for answer in [true, false] {
            self.guesses = self.guesses.saturating_sub(1);
            let mut guessed = answers;
            guessed.set(question, answer);
            self.explore(guessed, Some(&guess));
        }
    }

    /// Whether something else follows than was guessed.
    fn refutes(&self, answers: &Answers, guess: Option<&Guess<'_>>) -> bool {
        let mut next = guess;
        while let Some(Guess { question, before }) = next {
            let follows = self.reasoner.answer(answers, *question);
            if follows.is_some_and(|follows| follows != answers.says(*question)) {
                return true;
            }
            next = *before;
        }
        false
    }

    /// Nothing more can be learnt: with a convoy in the ring, two consistent
    /// answers are as good as many.
    fn settled(&mut self) -> bool {
        // No known board needs so many guesses.
        if self.guesses == 0 {
            self.found = self.found.max(2);
        }
        self.guesses == 0 || (self.found > 1 && !self.ring.paths.is_empty())
    }
}

/// A question whose answer was guessed, and the guess before it.
struct Guess<'g> {
    question: Question,
    before: Option<&'g Guess<'g>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Judge, Order, PhaseRecord};

    /// A ring that takes too many guesses is settled as a paradox.
    #[test]
    fn a_search_without_guesses_left_takes_the_ring_for_a_paradox() {
        let line = r#"{"phase":"S1901M","units":{"FRANCE":["A BRE","F ENG"],"ENGLAND":["F LON","F WAL"]},
            "orders":{"FRANCE":["A BRE - LON","F ENG C A BRE - LON"],"ENGLAND":["F LON S F WAL - ENG","F WAL - ENG"]}}"#;
        let board = Board::standard();
        let record = PhaseRecord::parse(line).unwrap();
        let position = record.position(board).unwrap();
        let judged = crate::resolve(
            board,
            Rulebook::default(),
            &position,
            &record.submitted(board).unwrap(),
        );
        let orders: Vec<Order> = judged.orders.iter().filter_map(|one| one.order).collect();
        let mut judge = Judge::new(board, Rulebook::default());
        assert_eq!(judge.movement(&position, &orders).paradoxes, 1);
        let reasoner = Reasoner {
            board,
            rules: Rulebook::default(),
            tables: &judge.tables,
        };
        let mut answers = Answers {
            path_yes: judge.tables.movers.minus(judge.tables.sailing),
            ..Answers::default()
        };
        reasoner.conclude(&mut answers);
        let search = |guesses| {
            let mut search = Search {
                reasoner: &reasoner,
                ring: reasoner.innermost_ring(&answers),
                guesses,
                found: 0,
                best: None,
            };
            search.explore(answers, None);
            (search.found, search.best.is_some())
        };
        assert_eq!(search(GUESSES), (2, true));
        assert_eq!(search(0), (2, false), "nothing was tried");
    }
}
