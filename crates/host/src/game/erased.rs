//! Any [`Rules`] as a [`Game`].

use std::any::Any;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parlour_rules::ages::{present_events, present_setup, present_state};
use parlour_rules::{Actor, Age, Fingerprint, Refuse, Rules, Seed, Turn, Viewer};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    BadEvents, BadSetup, Game, Happened, Position, Proposal, Refusal, Rejected, Said, Start,
};
use crate::Json;
use crate::deadline::ClockCommand;

/// The rules, without a value.
pub(super) struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    pub(super) fn new() -> Self {
        Self(PhantomData)
    }
}

struct State<G: Rules>(G::State);

struct Events<G: Rules>(Vec<G::Event>);

impl<G: Rules> Game for Erased<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn age(&self, version: u32) -> Age {
        G::age(version)
    }

    fn setup_of<'a>(&self, version: u32, setup: &'a Json) -> Result<Cow<'a, Json>, BadSetup> {
        brought::<G, _>(version, setup, present_setup::<G>).map_err(BadSetup::Unreadable)
    }

    fn events_of<'a>(&self, version: u32, events: &'a Json) -> Result<Cow<'a, Json>, BadEvents> {
        brought::<G, _>(version, events, present_events::<G>).map_err(BadEvents::Unreadable)
    }

    fn state_of<'a>(&self, version: u32, state: &'a Json, entries: u64) -> Option<Cow<'a, Json>> {
        let step = |version, state| present_state::<G>(version, state, entries);
        brought::<G, _>(version, state, step).ok()
    }

    fn start(&self, setup: &Json, seed: Seed) -> Result<Start, BadSetup> {
        let setup: G::Setup = setup
            .read()
            .map_err(|error| BadSetup::Unreadable(error.to_string()))?;
        let state = G::start(&setup, seed).map_err(|refusal| in_words(&refusal))?;
        Ok(Start {
            position: Box::new(State::<G>(state)),
            seats: G::seats(&setup),
            setup: Json::of(&setup),
        })
    }

    fn restore(&self, snapshot: &str) -> Result<Box<dyn Position>, serde_json::Error> {
        let state = serde_json::from_str(snapshot)?;
        Ok(Box::new(State::<G>(state)))
    }

    fn happened(&self, events: &str) -> Result<Arc<dyn Happened>, BadEvents> {
        Ok(Arc::new(Events::<G>(read_events::<G>(events)?)))
    }
}

/// What some version wrote down, in the present form. It may be forged, and then a
/// step may well stumble over it.
fn brought<G: Rules, T: DeserializeOwned + Serialize>(
    version: u32,
    stored: &Json,
    step: impl Fn(u32, T) -> Result<T, String>,
) -> Result<Cow<'_, Json>, String> {
    if version >= G::VERSION {
        return Ok(Cow::Borrowed(stored));
    }
    let read: T = stored.read().map_err(|error| error.to_string())?;
    let brought = catch_unwind(AssertUnwindSafe(|| step(version, read)));
    let brought = brought.map_err(|_| format!("it is not of rules {version}"))??;
    Ok(Cow::Owned(Json::of(&brought)))
}

fn read_events<G: Rules>(events: &str) -> Result<Vec<G::Event>, BadEvents> {
    serde_json::from_str(events).map_err(|error| BadEvents::Unreadable(error.to_string()))
}

impl<G: Rules> Position for State<G> {
    fn turn(&self) -> Turn<Json> {
        match G::turn(&self.0) {
            Turn::Awaiting { stage, seats } => Turn::Awaiting { stage, seats },
            Turn::Over(outcome) => Turn::Over(Json::of(&outcome)),
        }
    }

    fn propose(&self, by: Actor, command: Said<'_>) -> Result<Proposal, Rejected> {
        let read: G::Command;
        let command = match command {
            Said::Text(text) => {
                read = serde_json::from_str(text)
                    .map_err(|error| Rejected::BadCommand(error.to_string()))?;
                &read
            }
            Said::Own(own) => own.downcast_ref().ok_or_else(|| {
                Rejected::BadCommand(format!("the table plays {}, which has others", G::NAME))
            })?,
        };
        let events = G::decide(&self.0, by, command).map_err(|refusal| in_words(&refusal))?;
        let mut after = self.0.clone();
        for event in &events {
            G::apply(&mut after, event);
        }
        Ok(Proposal {
            command: Json::of(command),
            events: Json::of(&events),
            happened: Arc::new(Events::<G>(events)),
            fingerprint: G::fingerprint(&after),
            after: Box::new(Self(after)),
        })
    }

    fn recall(&mut self, events: &str) -> Result<Arc<dyn Happened>, BadEvents> {
        let events = read_events::<G>(events)?;
        // Rules promise to apply what they decided. A stored event may be forged,
        // and then the rules may well stumble over it.
        catch_unwind(AssertUnwindSafe(|| {
            for event in &events {
                G::apply(&mut self.0, event);
            }
        }))
        .map_err(|_| BadEvents::Impossible)?;
        Ok(Arc::new(Events::<G>(events)))
    }

    fn same_events(&self, one: &str, other: &str) -> bool {
        let read = |text| serde_json::from_str::<Vec<G::Event>>(text).ok();
        one == other || read(one).is_some_and(|events| Some(events) == read(other))
    }

    fn time_up(&self) -> Option<ClockCommand> {
        G::time_up(&self.0).map(ClockCommand::of::<G>)
    }

    fn view(&self, viewer: Viewer) -> Json {
        Json::of(&G::view(&self.0, viewer))
    }

    fn fingerprint(&self) -> Fingerprint {
        G::fingerprint(&self.0)
    }

    fn snapshot(&self) -> Json {
        Json::of(&self.0)
    }

    fn state(&self) -> &dyn Any {
        &self.0
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(Self(self.0.clone()))
    }
}

impl<G: Rules> Happened for Events<G> {
    fn told(&self, viewer: Viewer) -> Option<Json> {
        let seen: Vec<G::Seen> = self
            .0
            .iter()
            .filter_map(|event| G::observe(event, viewer))
            .collect();
        (!seen.is_empty()).then(|| Json::of(&seen))
    }

    fn events(&self) -> &dyn Any {
        &self.0
    }
}

fn in_words(refusal: &impl Refuse) -> Refusal {
    Refusal {
        code: refusal.code(),
        words: refusal.to_string(),
    }
}
