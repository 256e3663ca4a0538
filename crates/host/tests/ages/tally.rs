//! A game in three ages: a sum that grows by steps until it reaches a goal. What
//! was stored under each age has a form of its own.

use std::fmt;

use parlour_rules::Refuse;

/// Why nothing is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooMany(u32);

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a move is one to {} steps", self.0)
    }
}

impl Refuse for TooMany {
    fn code(&self) -> &'static str {
        "too_many"
    }
}

/// The parts that are alike in every age.
macro_rules! alike {
    ($setup:ty, $state:ty, $event:ty) => {
        type Setup = $setup;
        type State = $state;
        type Command = u32;
        type Event = $event;
        type Seen = $event;
        type View = $state;
        type Refusal = TooMany;
        type Outcome = u32;

        fn observe(event: &$event, _: Viewer) -> Option<$event> {
            Some(event.clone())
        }

        fn view(state: &$state, _: Viewer) -> $state {
            state.clone()
        }
    };
}

/// The first age: up to three steps, stages that do not count.
pub(crate) mod first {
    use parlour_rules::{Actor, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};
    use serde::{Deserialize, Serialize};

    use super::TooMany;

    pub(crate) struct Tally;

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct Setup {
        pub goal: u32,
    }

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct State {
        pub goal: u32,
        pub sum: u32,
    }

    impl Rules for Tally {
        const NAME: &'static str = "tally";
        const VERSION: u32 = 1;

        alike!(Setup, State, u32);

        fn start(setup: &Setup, _: Seed) -> Result<State, TooMany> {
            let goal = setup.goal;
            Ok(State { goal, sum: 0 })
        }

        fn turn(state: &State) -> Turn<u32> {
            if state.sum >= state.goal {
                return Turn::Over(state.sum);
            }
            Turn::Awaiting {
                stage: Stage::new("tally"),
                seats: SeatSet::EMPTY.with(Seat(0)),
            }
        }

        fn decide(_: &State, _: Actor, steps: &u32) -> Result<Vec<u32>, TooMany> {
            match steps {
                1..=3 => Ok(vec![*steps]),
                _ => Err(TooMany(3)),
            }
        }

        fn apply(state: &mut State, steps: &u32) {
            state.sum += steps;
        }
    }
}

/// The second age: how many steps a move has is agreed, and moves are counted.
pub(crate) mod second {
    use parlour_rules::{Actor, Migration, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};
    use serde::{Deserialize, Serialize};
    use serde_json::{Value, json};

    use super::TooMany;

    pub(crate) struct Tally;

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct Setup {
        pub goal: u32,
        pub most: u32,
    }

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct State {
        pub goal: u32,
        pub most: u32,
        pub sum: u32,
        pub moves: u64,
    }

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub(crate) enum Event {
        Added(u32),
    }

    /// What the second age changed.
    pub(crate) const FROM_FIRST: Migration = Migration::from(1)
        .setup(|setup| Ok(json!({"goal": setup["goal"], "most": 3})))
        .state(|state, entries| {
            let (goal, sum) = (&state["goal"], &state["sum"]);
            Ok(json!({"goal": goal, "most": 3, "sum": sum, "moves": entries}))
        })
        .events(|events| {
            let added = |event: Value| match event {
                Value::Number(steps) => Ok(json!({"added": steps})),
                other => Err(format!("{other} is no number of steps")),
            };
            events.into_iter().map(added).collect()
        });

    impl Rules for Tally {
        const NAME: &'static str = "tally";
        const VERSION: u32 = 2;
        const MIGRATIONS: &'static [Migration] = &[FROM_FIRST];

        alike!(Setup, State, Event);

        fn start(setup: &Setup, _: Seed) -> Result<State, TooMany> {
            Ok(State {
                goal: setup.goal,
                most: setup.most,
                sum: 0,
                moves: 0,
            })
        }

        fn turn(state: &State) -> Turn<u32> {
            if state.sum >= state.goal {
                return Turn::Over(state.sum);
            }
            Turn::Awaiting {
                stage: Stage::new(format!("move-{}", state.moves)),
                seats: SeatSet::EMPTY.with(Seat(0)),
            }
        }

        fn decide(state: &State, _: Actor, steps: &u32) -> Result<Vec<Event>, TooMany> {
            if (1..=state.most).contains(steps) {
                return Ok(vec![Event::Added(*steps)]);
            }
            Err(TooMany(state.most))
        }

        fn apply(state: &mut State, event: &Event) {
            let Event::Added(steps) = event;
            state.sum += steps;
            state.moves += 1;
        }
    }
}

/// The third age: every step is an event, the goal lies one step further, and
/// games of the first age are only read.
pub(crate) mod third {
    use parlour_rules::{Actor, Age, Migration, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::TooMany;
    pub(crate) use super::second::{Setup, State};

    pub(crate) struct Tally;

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub(crate) enum Event {
        Stepped,
        Rested,
    }

    const FROM_SECOND: Migration = Migration::from(2).events(|events| {
        let mut steps = Vec::new();
        for event in events {
            let added = event["added"].as_u64();
            let added = added.filter(|it| *it <= 1000);
            let added = added.ok_or_else(|| format!("{event} adds nothing"))?;
            steps.extend((0..added).map(|_| json!("stepped")));
            steps.push(json!("rested"));
        }
        Ok(steps)
    });

    impl Rules for Tally {
        const NAME: &'static str = "tally";
        const VERSION: u32 = 3;
        const MIGRATIONS: &'static [Migration] = &[super::second::FROM_FIRST, FROM_SECOND];

        alike!(Setup, State, Event);

        fn age(version: u32) -> Age {
            match version {
                1 => Age::ReadOnly("its moves were not counted"),
                _ => Age::Continues,
            }
        }

        fn start(setup: &Setup, seed: Seed) -> Result<State, TooMany> {
            super::second::Tally::start(setup, seed)
        }

        fn turn(state: &State) -> Turn<u32> {
            if state.sum > state.goal {
                return Turn::Over(state.sum);
            }
            Turn::Awaiting {
                stage: Stage::new(format!("move-{}", state.moves)),
                seats: SeatSet::EMPTY.with(Seat(0)),
            }
        }

        fn decide(state: &State, _: Actor, steps: &u32) -> Result<Vec<Event>, TooMany> {
            if !(1..=state.most).contains(steps) {
                return Err(TooMany(state.most));
            }
            let mut events = vec![Event::Stepped; *steps as usize];
            events.push(Event::Rested);
            Ok(events)
        }

        fn apply(state: &mut State, event: &Event) {
            match event {
                Event::Stepped => state.sum += 1,
                Event::Rested => state.moves += 1,
            }
        }
    }
}
