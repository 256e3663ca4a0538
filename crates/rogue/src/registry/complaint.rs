//! What is wrong with content, and where.

use std::fmt;

/// One fault in a content file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The file, as the caller named it; empty for types defined in code.
    pub file: String,
    /// The line, counted from 1; 0 for types defined in code.
    pub line: u32,
    /// The type or property at fault.
    pub name: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not TOML.
    NotToml(String),
    /// A table other than `entity` and `tile` at the top.
    UnknownSection,
    /// A section or a type that is not a table.
    NotATable,
    /// A type key that is empty or holds more than letters, digits, `-` and `_`.
    BadKey,
    /// A parent that nobody defines.
    MissingParent {
        /// The name that was given.
        parent: String,
        /// A defined type spelled nearly like it.
        near: Option<String>,
    },
    /// A type that is its own ancestor.
    CircularParents {
        /// The type and its ancestors, up to itself again.
        path: Vec<String>,
    },
    /// A property of the wrong kind.
    WrongValue {
        /// The property.
        prop: String,
        /// What it has to be.
        expected: String,
    },
    /// A number with a fraction, a date, or a number beyond 64 bits.
    UnusableValue {
        /// The property.
        prop: String,
    },
    /// A behaviour the game does not know.
    UnknownBehaviour {
        /// Its name.
        behaviour: String,
        /// A known one spelled nearly like it.
        near: Option<String>,
    },
    /// A type that lacks what the rules of the game need of it.
    LacksProperty {
        /// The property.
        prop: String,
        /// What to add, for instance.
        example: String,
        /// Why it is needed.
        because: String,
    },
    /// A change of a type that nobody has defined.
    NothingToChange {
        /// A defined type spelled nearly like it.
        near: Option<String>,
    },
    /// More types than a registry holds.
    TooManyTypes,
    /// More property names than a registry holds.
    TooManyNames,
}

impl Complaint {
    pub(crate) fn new(place: Option<&(Box<str>, u32)>, name: &str, problem: Problem) -> Self {
        let (file, line) =
            place.map_or((String::new(), 0), |(file, line)| (file.to_string(), *line));
        Self {
            file,
            line,
            name: name.to_string(),
            problem,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hint = |near: &Option<String>| {
            near.as_ref()
                .map_or(String::new(), |near| format!(" (did you mean {near:?}?)"))
        };
        match self {
            Self::NotToml(reason) => f.write_str(reason),
            Self::UnknownSection => f.write_str("types stand under [entity.KEY] or [tile.KEY]"),
            Self::NotATable => f.write_str("a table was expected here"),
            Self::BadKey => f.write_str("a type key is made of letters, digits, - and _"),
            Self::MissingParent { parent, near } => {
                write!(f, "parent {parent:?} is not defined{}", hint(near))
            }
            Self::CircularParents { path } => {
                write!(f, "inherits from itself: ")?;
                for step in path {
                    write!(f, "{step} > ")?;
                }
                f.write_str(path.first().map_or("", String::as_str))
            }
            Self::WrongValue { prop, expected } => write!(f, "{prop} has to be {expected}"),
            Self::UnusableValue { prop } => {
                write!(
                    f,
                    "{prop}: use yes or no, a whole number, text, a list or a table"
                )
            }
            Self::UnknownBehaviour { behaviour, near } => {
                write!(f, "act: no behaviour {behaviour:?}{}", hint(near))
            }
            Self::LacksProperty {
                prop,
                example,
                because,
            } => write!(
                f,
                "{prop} is missing: {because}; add for instance {example}"
            ),
            Self::NothingToChange { near } => {
                write!(f, "there is no such type to change{}", hint(near))
            }
            Self::TooManyTypes => f.write_str("too many types"),
            Self::TooManyNames => f.write_str("too many property names"),
        }
    }
}

/// `file:line: name: what is wrong`.
impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:{}: ", self.file, self.line)?;
        }
        if !self.name.is_empty() {
            write!(f, "{}: ", self.name)?;
        }
        write!(f, "{}", self.problem)
    }
}

/// Everything that is wrong with the content that was to be read. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentError {
    complaints: Vec<Complaint>,
}

impl ContentError {
    pub(crate) fn from_complaints(mut complaints: Vec<Complaint>) -> Option<Self> {
        // File by file as they were given, from the top of each to its end.
        let mut files: Vec<String> = Vec::new();
        for complaint in &complaints {
            if !files.contains(&complaint.file) {
                files.push(complaint.file.clone());
            }
        }
        let place = |file: &String| files.iter().position(|known| known == file);
        complaints.sort_by_key(|complaint| (place(&complaint.file), complaint.line));
        (!complaints.is_empty()).then_some(Self { complaints })
    }

    /// Each fault, in the order of the files.
    pub fn complaints(&self) -> &[Complaint] {
        &self.complaints
    }
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, complaint) in self.complaints.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{complaint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ContentError {}

/// The known word that differs least from `word`, if it is near enough.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    if word.len() > 40 {
        return None;
    }
    known
        .filter(|candidate| candidate.len() <= 40)
        .map(|candidate| (differences(word, candidate), candidate))
        .filter(|&(count, _)| count <= 2 && count < word.chars().count())
        .min()
        .map(|(_, candidate)| candidate.to_string())
}

/// How many letters must change to make one word the other.
fn differences(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &theirs) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != theirs);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
