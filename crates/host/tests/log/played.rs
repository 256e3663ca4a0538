//! Logs of random games.

use parlour_host::log::{Entry, Header, LogWriter};
use parlour_host::{Json, Registry, Time};
use parlour_rules::testing::Sampler;
use parlour_rules::tiny::{Bids, Pig, PigCommand, PigSetup};
use parlour_rules::{Actor, Rules, Seat, Seed, Stream, Turn};

pub(crate) fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.register::<Pig>().register::<Bids>();
    registry
}

/// The log of a random game, complete with its end.
pub(crate) fn played<G: Rules>(sampler: &impl Sampler<G>, seed: u64) -> Vec<u8> {
    let mut chance = Stream::new(Seed(seed), 0);
    let setup = sampler.setup(&mut chance);
    write::<G>(&setup, seed, u64::MAX, |state, by| {
        sampler.command(state, by, &mut chance)
    })
}

/// A game of Pig that is long enough.
pub(crate) fn long_pig(entries: u64) -> Vec<u8> {
    let setup = PigSetup {
        players: 2,
        goal: u32::MAX,
    };
    write::<Pig>(&setup, 1, entries, |_, _| Some(PigCommand::Roll))
}

fn write<G: Rules>(
    setup: &G::Setup,
    seed: u64,
    entries: u64,
    mut next: impl FnMut(&G::State, Actor) -> Option<G::Command>,
) -> Vec<u8> {
    let header = Header::new(G::NAME, G::VERSION, Json::of(setup), Seed(seed));
    let mut log = LogWriter::new(Vec::new(), &header).unwrap();
    let mut state = G::start(setup, Seed(seed)).unwrap();
    let mut seq = 0;
    loop {
        let (stage, seats) = match G::turn(&state) {
            Turn::Over(outcome) => return log.finish(Json::of(&outcome)).unwrap(),
            Turn::Awaiting { .. } if seq == entries => {
                return log.finish(Json::of(&())).unwrap();
            }
            Turn::Awaiting { stage, seats } => (stage, seats),
        };
        let by = Actor::Seat(seats.iter().next().unwrap_or(Seat(0)));
        let Some(command) = next(&state, by) else {
            continue;
        };
        let Ok(events) = G::decide(&state, by, &command) else {
            continue;
        };
        for event in &events {
            G::apply(&mut state, event);
        }
        seq += 1;
        log.entry(&Entry {
            seq,
            stage,
            by,
            command: Json::of(&command),
            events: Json::of(&events),
            fingerprint: G::fingerprint(&state),
            time: Time(1_900_000_000_000 + seq),
            who: None,
            from: None,
            rules: None,
        })
        .unwrap();
    }
}
