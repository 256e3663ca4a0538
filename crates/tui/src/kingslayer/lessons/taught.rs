//! A lesson as far as somebody is in it: it takes what it is about and refuses the rest.

use parlour_regicide::cases::Table;
use parlour_regicide::{Command, Kingslayer, State, View};
use parlour_rules::{Actor, Refuse, Rules, Seat, Viewer};

use super::{Lesson, Part};

/// Who learns.
pub(super) const PUPIL: Viewer = Viewer::Seat(Seat(0));

/// A lesson, how its table stands and what was done.
pub struct Taught {
    lesson: &'static Lesson,
    pub(super) state: State,
    part: usize,
}

/// Why something is not done in a lesson. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTaught {
    /// The stable code.
    pub code: &'static str,
    /// The reason, for a person.
    pub words: String,
}

impl Taught {
    /// A lesson at its beginning.
    pub fn new(lesson: &'static Lesson) -> Self {
        Self {
            lesson,
            state: Table::lay(lesson.table).state().clone(),
            part: 0,
        }
    }

    /// How many of its parts are done.
    pub fn part(&self) -> usize {
        self.part
    }

    /// What is to be done now; nothing if all is learned.
    pub fn now(&self) -> Option<&'static Part> {
        self.lesson.parts.get(self.part)
    }

    /// The table as the pupil sees it.
    pub fn view(&self) -> View {
        Kingslayer::view(&self.state, PUPIL)
    }

    /// Does what the part asks for, and tells what came of it.
    ///
    /// # Errors
    /// If the rules forbid it, or the lesson is about something else.
    pub fn give(
        &mut self,
        command: &Command,
    ) -> Result<Vec<<Kingslayer as Rules>::Seen>, NotTaught> {
        let decided = Kingslayer::decide(&self.state, Actor::Seat(Seat(0)), command);
        let events = decided.map_err(|refusal| NotTaught {
            code: refusal.code(),
            words: refusal.to_string(),
        })?;
        if !self.now().is_some_and(|part| part.takes(command)) {
            return Err(NotTaught {
                code: "not_this_lesson",
                words: String::from("fair, but the lesson below asks for something else"),
            });
        }
        let mut seen = Vec::new();
        for event in &events {
            Kingslayer::apply(&mut self.state, event);
            seen.extend(Kingslayer::observe(event, PUPIL));
        }
        self.part += 1;
        Ok(seen)
    }
}

impl Part {
    /// Whether a command is what it asks for.
    fn takes(&self, command: &Command) -> bool {
        self.wants.iter().any(|want| match (*want, command) {
            ("pay *", Command::Pay(_)) => true,
            (words, _) => words
                .parse()
                .is_ok_and(|want: Command| same(&want, command)),
        })
    }
}

/// The same cards, in whatever order.
fn same(one: &Command, other: &Command) -> bool {
    match (one, other) {
        (Command::Play(one), Command::Play(other)) | (Command::Pay(one), Command::Pay(other)) => {
            let sorted = |cards: &Vec<_>| {
                let mut cards = cards.clone();
                cards.sort_unstable();
                cards
            };
            sorted(one) == sorted(other)
        }
        _ => one == other,
    }
}
