//! What a person is known by, and which lines of a table are theirs.
//!
//! A line tells who gave it by name, and where from: the whole identity, or of fronts
//! whose identities are secret the platform alone. Two people may have one name, so a
//! name says something only where the identity is not told.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::audit::LONGEST_NAME;
use crate::quotable;
use crate::table::Identity;

/// Where a name stands beside an identity: people of a record, lines, and what games
/// keep there of those who linked a window or sat at a table before.
pub(super) const NAMED: [(&str, &str); 4] = [
    ("identity", "name"),
    ("from", "who"),
    ("by", "name"),
    ("who", "name"),
];

/// A name of fewer letters stands in titles by chance; it is looked for as an owner's
/// alone.
const TELLING: usize = 3;

/// Somebody, as records and lines name them.
pub(super) struct Who {
    /// The identity.
    pub identity: String,
    /// The identity as lines tell it.
    shown: String,
    /// All that lines tell of it if it is a secret.
    platform: String,
}

impl Who {
    pub fn new(who: &Identity) -> Self {
        let platform = who.0.split_once(':').map_or("", |(platform, _)| platform);
        Self {
            identity: who.0.clone(),
            shown: quotable(&who.0, 80),
            platform: platform.to_owned(),
        }
    }

    /// Whether a text is their identity.
    pub fn is(&self, text: &str) -> bool {
        text == self.identity || text == self.shown
    }

    /// Whether their identity may stand in a text.
    pub fn may_be_in(&self, text: &str) -> bool {
        text.contains(&self.identity) || text.contains(&self.shown)
    }

    /// Whether their identity stands in a value, as a whole.
    pub fn is_in(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.is(text),
            Value::Array(values) => values.iter().any(|it| self.is_in(it)),
            Value::Object(members) => {
                members.contains_key(&self.identity) || members.values().any(|it| self.is_in(it))
            }
            _ => false,
        }
    }

    /// What they are called anywhere in a value: `{"identity":…,"name":…}` of a record,
    /// `{"who":…,"from":…}` of a line.
    pub fn names_in(&self, value: &Value, names: &mut BTreeSet<String>) {
        match value {
            Value::Array(values) => values.iter().for_each(|it| self.names_in(it, names)),
            Value::Object(members) => {
                for (known_by, called) in NAMED {
                    let text = |name: &str| members.get(name).and_then(Value::as_str);
                    if text(known_by).is_some_and(|it| self.is(it))
                        && let Some(name) = text(called).filter(|it| !it.is_empty())
                    {
                        // Lines quote what records hold.
                        names.insert(quotable(name, LONGEST_NAME));
                        names.insert(name.to_owned());
                    }
                }
                members.values().for_each(|it| self.names_in(it, names));
            }
            _ => {}
        }
    }
}

/// What a table knows of somebody.
#[derive(Default)]
pub(super) struct Known {
    /// What they are called there.
    pub names: BTreeSet<String>,
    /// What the others are called who sit there, by seat.
    others: BTreeMap<u64, String>,
}

impl Known {
    /// By a record that names them.
    pub fn by_record(who: &Who, record: &Value) -> Self {
        let mut known = Self::default();
        who.names_in(record, &mut known.names);
        let chairs = record["chairs"].as_array().into_iter().flatten();
        for (seat, chair) in (0..).zip(chairs) {
            if let (Some(other), Some(name)) = (chair["identity"].as_str(), chair["name"].as_str())
                && !who.is(other)
            {
                known.others.insert(seat, name.to_owned());
            }
        }
        known
    }

    /// Whether somebody of this name, from there, at this seat, is the person.
    pub fn is_theirs(
        &self,
        who: &Who,
        name: Option<&str>,
        from: Option<&str>,
        seat: Option<u64>,
    ) -> bool {
        match from {
            Some(from) if who.is(from) => true,
            Some(from) if from != who.platform => false,
            _ => name.is_some_and(|name| {
                let others = seat.and_then(|seat| self.others.get(&seat));
                self.names.contains(name) && others.is_none_or(|it| it != name)
            }),
        }
    }

    /// Whether a line is theirs and can be nobody else's: of two people of one name whose
    /// identities are not told, nobody knows whose it is.
    pub fn is_surely_theirs(&self, who: &Who, name: Option<&str>, from: Option<&str>) -> bool {
        let told = from.is_some_and(|from| who.is(from));
        let shared = name.is_some_and(|name| self.others.values().any(|other| other == name));
        self.is_theirs(who, name, from, None) && (told || !shared)
    }

    /// A title with another word for their names. Only whole words are names.
    pub fn retitled(&self, title: &str, somebody: &str) -> String {
        let mut title = title.to_owned();
        let mut names: Vec<&String> = self.names.iter().collect();
        // "Ann Lee" before "Ann".
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        for name in names {
            title = without(&title, name, somebody);
        }
        title
    }
}

/// A text with another word in the place of every name that stands alone in it.
fn without(text: &str, name: &str, somebody: &str) -> String {
    if text == name {
        return somebody.to_owned();
    }
    let telling = name.chars().count() >= TELLING;
    let (mut done, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        done.push_str(before);
        let in_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let owns = after.starts_with("'s") || after.starts_with("’s");
        let alone = !in_word(done.chars().next_back()) && !in_word(after.chars().next());
        done.push_str(if alone && (telling || owns) {
            somebody
        } else {
            name
        });
        rest = after;
    }
    done + rest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn titles_lose_names_and_no_parts_of_words() {
        for (title, name, is) in [
            ("Ann's game", "Ann", "somebody's game"),
            ("Annual game of Ann", "Ann", "Annual game of somebody"),
            ("A game of A's", "A", "A game of somebody's"),
            ("A", "A", "somebody"),
            ("Äa's", "a", "Äa's"),
            ("game", "", "game"),
        ] {
            assert_eq!(without(title, name, "somebody"), is, "{title}");
        }
    }

    #[test]
    fn a_name_says_something_only_where_the_identity_is_not_told() {
        let who = Who::new(&Identity::from("web:1"));
        let record = json!({ "chairs": [
            { "identity": "web:1", "name": "Ann" },
            { "identity": "slack:U1", "name": "Ann" },
            null,
        ] });
        let known = Known::by_record(&who, &record);
        let theirs = |name, from, seat| known.is_theirs(&who, Some(name), from, seat);
        assert!(theirs("Eve", Some("web:1"), None));
        assert!(theirs("Ann", Some("web"), Some(0)));
        assert!(theirs("Ann", None, Some(2)));
        assert!(!theirs("Ann", None, Some(1)), "another Ann sits there");
        assert!(!theirs("Ann", Some("slack:U1"), None));
        assert!(!theirs("Ann", Some("slack"), Some(0)));
        assert!(!theirs("Bob", None, None));
    }
}
