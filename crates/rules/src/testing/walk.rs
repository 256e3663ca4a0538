//! Random games, one moment at a time: what all checks look at.

use super::{Check, Fault, Report, Sampler, Size};
use crate::{Actor, Rules, Seat, SeatSet, Seed, Stream, Turn, Viewer};

/// Attempts without an accepted command after which a game counts as stuck.
const PATIENCE: u32 = 2_000;

/// One command put to one state.
pub(super) struct Moment<'a, G: Rules> {
    pub state: &'a G::State,
    pub by: Actor,
    pub command: &'a G::Command,
    pub answer: &'a Result<Vec<G::Event>, G::Refusal>,
}

/// One random game: its beginning, and how far it has come.
pub(super) struct Game<G: Rules> {
    pub round: u32,
    pub setup: G::Setup,
    pub seed: Seed,
    pub seats: u8,
    pub start: G::State,
    /// All events so far.
    pub events: Vec<G::Event>,
    pub entries: u32,
}

impl<G: Rules> Game<G> {
    /// The complaint of a check about this game.
    pub fn fault(&self, check: Check, what: impl Into<String>) -> Fault {
        Fault {
            check,
            game: G::NAME,
            round: self.round,
            entries: self.entries,
            what: what.into(),
        }
    }

    /// Everyone for whom something may be shown.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> {
        let seats = (0..self.seats).map(|seat| Viewer::Seat(Seat(seat)));
        seats.chain([Viewer::Spectator])
    }
}

/// How a walk came to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Over,
    OutOfSteps,
    Stuck,
}

/// Plays random games and shows every moment, refused ones included. The last
/// call for a game has no moment left: `ended` gets its end.
pub(super) fn walk<G: Rules>(
    sampler: &impl Sampler<G>,
    size: Size,
    check: Check,
    mut look: impl FnMut(&Game<G>, &Moment<'_, G>, &mut Stream) -> Result<(), Fault>,
    mut ended: impl FnMut(&Game<G>, &G::State, Ending) -> Result<(), Fault>,
) -> Result<Report, Fault> {
    let mut report = Report::default();
    for round in 0..size.games {
        // One stream makes up the play, another makes up what checks ask.
        let mut chance = Stream::new(Seed(size.seed), u64::from(round) * 2);
        let mut aside = Stream::new(Seed(size.seed), u64::from(round) * 2 + 1);
        let (mut game, mut state) = begin(sampler, round, check, &mut chance)?;
        let mut earlier: Vec<G::Command> = Vec::new();
        let mut patience = PATIENCE;
        report.games += 1;
        let ending = loop {
            let Turn::Awaiting { seats, .. } = G::turn(&state) else {
                break Ending::Over;
            };
            if game.entries == size.steps {
                break Ending::OutOfSteps;
            }
            if patience == 0 {
                break Ending::Stuck;
            }
            patience -= 1;
            let by = somebody(seats, game.seats, &mut chance);
            // Now and then a command that was meant for another moment.
            let command = match chance.below(8) {
                0 => chance.pick(&earlier).cloned(),
                _ => sampler.command(&state, by, &mut chance),
            };
            let Some(command) = command else { continue };
            let answer = G::decide(&state, by, &command);
            let moment = Moment {
                state: &state,
                by,
                command: &command,
                answer: &answer,
            };
            look(&game, &moment, &mut aside)?;
            match answer {
                Err(_) => report.refused += 1,
                Ok(events) => {
                    report.accepted += 1;
                    game.entries += 1;
                    patience = PATIENCE;
                    for event in &events {
                        G::apply(&mut state, event);
                    }
                    game.events.extend(events);
                }
            }
            if earlier.len() < 100 {
                earlier.push(command);
            }
        };
        ended(&game, &state, ending)?;
    }
    Ok(report)
}

/// Sets a random game up.
pub(super) fn begin<G: Rules>(
    sampler: &impl Sampler<G>,
    round: u32,
    check: Check,
    chance: &mut Stream,
) -> Result<(Game<G>, G::State), Fault> {
    let setup = sampler.setup(chance);
    let seed = Seed(u64::from(chance.word()) << 32 | u64::from(chance.word()));
    let start = G::start(&setup, seed).map_err(|refusal| Fault {
        check,
        game: G::NAME,
        round,
        entries: 0,
        what: format!("the sampled setup {setup:?} is refused: {refusal}"),
    })?;
    let game = Game {
        round,
        seats: G::seats(&setup),
        setup,
        seed,
        start: start.clone(),
        events: Vec::new(),
        entries: 0,
    };
    Ok((game, start))
}

/// Mostly somebody whom the table waits for, sometimes anyone, or the clock.
fn somebody(awaited: SeatSet, seats: u8, chance: &mut Stream) -> Actor {
    match chance.below(16) {
        0 => Actor::Clock,
        1 | 2 => Actor::Seat(Seat(chance.below(u32::from(seats)) as u8)),
        _ if awaited.is_empty() => Actor::Clock,
        _ => {
            let nth = chance.below(awaited.len());
            let seat = awaited.iter().nth(nth as usize);
            Actor::Seat(seat.expect("a number below the count of the set"))
        }
    }
}
