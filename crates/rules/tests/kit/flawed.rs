//! Any game, made wrong in one chosen way.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlour_rules::testing::{RoundTrip, Sampler, Twin};
use parlour_rules::{
    Actor, Fingerprint, Refuse, Rules, Seat, SeatSet, Seed, Stage, Stream, Turn, Viewer,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Flaw {
    None,
    Endless,
    Stubborn,
    WaitsForNobody,
    RefusalLeavesMark,
    AcceptsAnyone,
    ShoutingCode,
    ApplyReadsTheWorld,
    LossySnapshot,
    DullFingerprint,
    FickleDecision,
    IndiscreetView,
    IndiscreetTurn,
    IndiscreetTelling,
    IndiscreetRefusal,
    NothingDisguised,
    LossyNotation,
    ChangedRule,
    LossyView,
    LossyTelling,
}

thread_local! {
    /// The world outside the rules, which no rule may read.
    static WORLD: Cell<u32> = const { Cell::new(0) };
}

fn world() -> u32 {
    WORLD.with(|world| {
        world.set(world.get() + 1);
        world.get()
    })
}

/// A game with the flaw number `FLAW`.
pub(crate) struct Flawed<G, const FLAW: u8>(PhantomData<G>);

impl<G, const FLAW: u8> Flawed<G, FLAW> {
    fn has(flaw: Flaw) -> bool {
        FLAW == flaw as u8
    }
}

/// The inner state, and two places where flaws leave their marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State<S> {
    inner: S,
    noise: Noise,
    marks: Marks,
}

/// A number that is stored wrongly when it is above 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Noise(u32);

impl Serialize for Noise {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(if self.0 > 3 { 1_000 + self.0 } else { self.0 })
    }
}

/// A number that can be changed behind a shared reference.
#[derive(Clone, Debug)]
pub(crate) struct Marks(Arc<AtomicU32>);

impl Marks {
    fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Marks {
    fn eq(&self, other: &Self) -> bool {
        self.count() == other.count()
    }
}

impl Eq for Marks {}

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.count())
    }
}

impl<'de> Deserialize<'de> for Marks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = u32::deserialize(deserializer)?;
        Ok(Self(Arc::new(AtomicU32::new(count))))
    }
}

/// What happened, and what a flaw slips in beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event<E> {
    inner: E,
    slipped_in: Option<String>,
}

/// What is shown, and what a flaw shows too much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shown<T> {
    inner: T,
    secret: Option<String>,
    /// Something that is not written down.
    #[serde(skip)]
    unwritten: bool,
}

/// The inner refusal, or one of a flaw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal<R> {
    Inner(R),
    Flaw(String),
    Shouted,
}

impl<R: fmt::Display> fmt::Display for Refusal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inner(refusal) => refusal.fmt(f),
            Self::Flaw(words) => f.write_str(words),
            Self::Shouted => f.write_str("no"),
        }
    }
}

impl<R: Refuse> Refuse for Refusal<R> {
    fn code(&self) -> &'static str {
        match self {
            Self::Inner(refusal) => refusal.code(),
            Self::Flaw(_) => "flaw",
            Self::Shouted => "NO!",
        }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

impl<G: Rules, const FLAW: u8> Rules for Flawed<G, FLAW> {
    const NAME: &'static str = G::NAME;
    const VERSION: u32 = G::VERSION;
    type Setup = G::Setup;
    type State = State<G::State>;
    type Command = G::Command;
    type Event = Event<G::Event>;
    type Seen = Shown<G::Seen>;
    type View = Shown<G::View>;
    type Refusal = Refusal<G::Refusal>;
    type Outcome = G::Outcome;

    fn seats(setup: &G::Setup) -> u8 {
        G::seats(setup)
    }

    fn start(setup: &G::Setup, seed: Seed) -> Result<Self::State, Self::Refusal> {
        Ok(State {
            inner: G::start(setup, seed).map_err(Refusal::Inner)?,
            noise: Noise(0),
            marks: Marks(Arc::default()),
        })
    }

    fn turn(state: &Self::State) -> Turn<G::Outcome> {
        match G::turn(&state.inner) {
            Turn::Over(_) if Self::has(Flaw::Endless) => Turn::Awaiting {
                stage: Stage::new("extra time"),
                seats: SeatSet::EMPTY.with(Seat(0)),
            },
            Turn::Awaiting { stage, .. } if Self::has(Flaw::WaitsForNobody) => Turn::Awaiting {
                stage,
                seats: SeatSet::EMPTY.with(Seat(63)),
            },
            Turn::Awaiting { stage, seats } if Self::has(Flaw::IndiscreetTurn) => {
                let secret = Fingerprint::of(&state.inner);
                Turn::Awaiting {
                    stage: Stage::new(format!("{stage}-{secret}")),
                    seats,
                }
            }
            turn => turn,
        }
    }

    fn time_up(state: &Self::State) -> Option<G::Command> {
        G::time_up(&state.inner)
    }

    fn decide(
        state: &Self::State,
        by: Actor,
        command: &G::Command,
    ) -> Result<Vec<Self::Event>, Self::Refusal> {
        if Self::has(Flaw::Stubborn) {
            return Err(Refusal::Flaw("nobody may do anything".to_owned()));
        }
        if Self::has(Flaw::FickleDecision) && world().is_multiple_of(3) {
            return Err(Refusal::Flaw("not just now".to_owned()));
        }
        let by = match by {
            Actor::Seat(_) if Self::has(Flaw::AcceptsAnyone) => Actor::Seat(Seat(0)),
            by => by,
        };
        match G::decide(&state.inner, by, command) {
            Ok(events) => {
                let told = Self::has(Flaw::IndiscreetTelling);
                let slip = |inner| Event {
                    inner,
                    slipped_in: told.then(|| json(&state.inner)),
                };
                Ok(events.into_iter().map(slip).collect())
            }
            Err(_) if Self::has(Flaw::ShoutingCode) => Err(Refusal::Shouted),
            Err(_) if Self::has(Flaw::IndiscreetRefusal) => Err(Refusal::Flaw(json(&state.inner))),
            Err(refusal) => {
                if Self::has(Flaw::RefusalLeavesMark) {
                    state.marks.0.fetch_add(1, Ordering::Relaxed);
                }
                Err(Refusal::Inner(refusal))
            }
        }
    }

    fn apply(state: &mut Self::State, event: &Self::Event) {
        G::apply(&mut state.inner, &event.inner);
        if Self::has(Flaw::ApplyReadsTheWorld) {
            state.noise.0 = world();
        }
        if Self::has(Flaw::LossySnapshot) || Self::has(Flaw::ChangedRule) {
            state.noise.0 += 1;
        }
    }

    fn observe(event: &Self::Event, viewer: Viewer) -> Option<Self::Seen> {
        G::observe(&event.inner, viewer).map(|inner| Shown {
            inner,
            secret: event.slipped_in.clone(),
            unwritten: Self::has(Flaw::LossyTelling),
        })
    }

    fn view(state: &Self::State, viewer: Viewer) -> Self::View {
        Shown {
            inner: G::view(&state.inner, viewer),
            secret: Self::has(Flaw::IndiscreetView).then(|| json(&state.inner)),
            unwritten: Self::has(Flaw::LossyView),
        }
    }

    fn fingerprint(state: &Self::State) -> Fingerprint {
        if Self::has(Flaw::DullFingerprint) {
            return Fingerprint(7);
        }
        Fingerprint::of(state)
    }
}

/// The sampler of the inner game, for the flawed one.
pub(crate) struct FlawedSampler<G, S, const FLAW: u8>(S, PhantomData<G>);

impl<G: Rules, S: Sampler<G>, const FLAW: u8> FlawedSampler<G, S, FLAW> {
    pub(crate) fn new(inner: S) -> Self {
        Self(inner, PhantomData)
    }
}

impl<G: Rules, S: Sampler<G>, const FLAW: u8> Sampler<Flawed<G, FLAW>>
    for FlawedSampler<G, S, FLAW>
{
    fn setup(&self, chance: &mut Stream) -> G::Setup {
        self.0.setup(chance)
    }

    fn command(
        &self,
        state: &State<G::State>,
        by: Actor,
        chance: &mut Stream,
    ) -> Option<G::Command> {
        self.0.command(&state.inner, by, chance)
    }

    fn disguise(
        &self,
        state: &State<G::State>,
        by: Actor,
        command: &G::Command,
        viewer: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<Flawed<G, FLAW>>> {
        if FLAW == Flaw::NothingDisguised as u8 {
            return None;
        }
        let inner = self.0.disguise(&state.inner, by, command, viewer, chance)?;
        Some(Twin {
            state: State {
                inner: inner.state,
                ..state.clone()
            },
            command: inner.command,
        })
    }

    fn round_trips(&self, state: &State<G::State>, chance: &mut Stream) -> Vec<RoundTrip> {
        let mut trips = self.0.round_trips(&state.inner, chance);
        if FLAW == Flaw::LossyNotation as u8 {
            let short = |text: &str| -> Result<String, fmt::Error> {
                Ok(text.trim_end_matches('l').to_owned())
            };
            trips.push(RoundTrip::of(
                "word",
                &"roll".to_owned(),
                Clone::clone,
                short,
            ));
        }
        trips
    }
}
