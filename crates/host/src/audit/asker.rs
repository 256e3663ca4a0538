//! Who asks for a change.

use crate::quotable;
use crate::table::{Identity, Person, Record};

/// The most letters of a name.
pub(crate) const LONGEST_NAME: usize = 60;

/// The most letters of what somebody said.
const LONGEST_WORDS: usize = 200;

/// Who asks for a change of a table's record, as the front knows it that carries their
/// words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    pub(crate) who: Option<Identity>,
    name: Option<String>,
    pub(crate) place: Option<String>,
    pub(crate) said: Option<String>,
}

impl Asker {
    /// Nobody in particular: the clock, or the house itself.
    pub fn house() -> Self {
        Self::default()
    }

    /// Somebody, by the name that the table knows them by.
    pub fn known(who: &Identity) -> Self {
        Self {
            who: Some(who.clone()),
            ..Self::default()
        }
    }

    /// Somebody by their name, whether or not the table knows it.
    pub fn named(who: &Identity, name: &str) -> Self {
        Self {
            name: Some(quotable(name, LONGEST_NAME)),
            ..Self::known(who)
        }
    }

    /// Somebody who is to sit at the table, or sits there.
    pub fn person(person: &Person) -> Self {
        Self::named(&person.identity, &person.name)
    }

    /// The same from this place: a group, a channel, a command.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        self.place = Some(quotable(place, LONGEST_NAME));
        self
    }

    /// The same in these words. They are kept, and shown to whoever may read the audit.
    #[must_use]
    pub fn saying(mut self, words: &str) -> Self {
        self.said = Some(quotable(words, LONGEST_WORDS));
        self
    }

    /// What they are called, if they have said it or one of these records knows it.
    pub(crate) fn name(&self, records: [&Record; 2]) -> Option<String> {
        if self.name.is_some() {
            return self.name.clone();
        }
        let who = self.who.as_ref()?;
        let mut people = records
            .into_iter()
            .flat_map(|record| record.chairs.iter().flatten().chain(&record.spectators));
        let person = people.find(|person| person.identity == *who)?;
        Some(quotable(&person.name, LONGEST_NAME))
    }
}

/// On whose right something is done at a table, and who asks for it. Mostly both are one
/// person; a front that keeps a table for others acts on its own right, at their word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warrant {
    pub(crate) right: Identity,
    pub(crate) asker: Asker,
}

impl Warrant {
    /// On this right, because they ask for it: the audit names them.
    pub fn new(right: &Identity, asker: Asker) -> Self {
        Self {
            right: right.clone(),
            asker,
        }
    }
}

/// Whoever has the right asks for it.
impl From<&Identity> for Warrant {
    fn from(who: &Identity) -> Self {
        Self::new(who, Asker::known(who))
    }
}
