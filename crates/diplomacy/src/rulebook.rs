//! The choices that rulebooks and judges make differently, as one value.
//!
//! The default is what DATC 3.2 prefers. In records and on the command line the
//! choices are written `key=value`; `edition` sets several at once, single keys
//! override it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! choice {
    (
        $(#[$doc:meta])*
        $name:ident: $key:literal {
            $($(#[$value_doc:meta])* $value:ident = $text:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$value_doc])* $value,)+
        }

        impl $name {
            /// The key in records and settings.
            pub const KEY: &'static str = $key;
            /// All values, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The value in records and settings.
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }

        impl FromStr for $name {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<Self, RulesError> {
                match text {
                    $($text => Ok(Self::$value),)+
                    _ => Err(RulesError::unknown_value(Self::KEY, text, &[$($text),+])),
                }
            }
        }
    };
}

choice! {
    /// What happens to convoys whose success depends on itself (DATC 4.A.2).
    Paradox: "paradox" {
        /// The convoys inside the paradox fail; their armies stay, cut and
        /// bounce nothing, but still count as moving.
        #[default]
        Szykman = "szykman",
        /// A convoyed army never cuts support that concerns a convoying fleet;
        /// what remains is settled as `szykman`.
        Rule1982 = "1982",
        /// A convoyed army does not cut support of an attack on a fleet that
        /// its own convoy needs; what remains is settled as `szykman`.
        Rule2000 = "2000",
        /// Every move inside the paradox fails.
        AllHold = "all-hold",
    }
}

choice! {
    /// When an army goes to a neighbour by sea (DATC 4.A.3).
    NeighbourConvoy: "convoy" {
        /// If VIA was written, or a fleet of its own power is legally ordered
        /// to convoy it.
        #[default]
        Intent = "intent",
        /// If a convoy is ordered by anybody and the unit there comes the other way.
        Any = "any",
        /// If a fleet of its own power is legally ordered to convoy it.
        OwnFleet = "own-fleet",
        /// Only if VIA was written.
        Explicit = "explicit",
    }
}

choice! {
    /// What an army does that wants to go to a neighbour by sea and cannot.
    Fallback: "via" {
        /// It stays.
        #[default]
        Strict = "strict",
        /// It walks if no complete route was ordered.
        Land = "land-fallback",
        /// It walks, also if the ordered route is broken.
        LandFull = "land-fallback-full",
    }
}

choice! {
    /// From where the distance of units in civil disorder is counted (DATC 4.D.8).
    DisbandDistance: "disband" {
        /// From any owned centre; every border is one step for every unit.
        #[default]
        Owned = "owned",
        /// From the home centres; armies cross every border, fleets only theirs.
        Home = "home",
    }
}

choice! {
    /// How many of several convoy routes must stay open (DATC 4.A.1).
    Routes: "routes" {
        /// One is enough.
        #[default]
        AnyOpen = "any-open",
        /// All must.
        AllOpen = "all-open",
    }
}

choice! {
    /// Where a convoyed attack comes from when it meets a support (DATC 4.A.4).
    CutFrom: "cut_from" {
        /// From the province the army stands in.
        #[default]
        Province = "province",
        /// From the sea: it also cuts support for an attack on its own province.
        Sea = "sea",
    }
}

choice! {
    /// Whether a dislodged unit still contests its attacker's province (DATC 4.A.7).
    DislodgedBounce: "dislodged_bounce" {
        /// Yes, unless the two met head to head.
        #[default]
        UnlessHeadToHead = "unless-head-to-head",
        /// No.
        Never = "never",
    }
}

choice! {
    /// Whether a unit may retreat to where its convoyed attacker came from (DATC 4.A.5).
    ConvoyRetreat: "convoy_retreat" {
        /// Yes.
        #[default]
        Allowed = "allowed",
        /// No.
        Forbidden = "forbidden",
    }
}

choice! {
    /// How order text with missing or wrong coasts is taken (DATC 4.B).
    TextReading: "text" {
        /// What is clear is filled in, what does not matter is ignored.
        #[default]
        Lenient = "lenient",
        /// Every word must be right.
        Strict = "strict",
    }
}

/// All choices together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rulebook {
    /// Convoy paradoxes.
    pub paradox: Paradox,
    /// Convoys to neighbours.
    pub convoy: NeighbourConvoy,
    /// What happens when such a convoy fails.
    pub via: Fallback,
    /// Civil disorder.
    pub disband: DisbandDistance,
    /// Several convoy routes.
    pub routes: Routes,
    /// The origin of convoyed attacks.
    pub cut_from: CutFrom,
    /// Dislodged units in stand-offs.
    pub dislodged_bounce: DislodgedBounce,
    /// Retreats after convoyed attacks.
    pub convoy_retreat: ConvoyRetreat,
    /// Order text.
    pub text: TextReading,
}

/// A choice that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No such key.
    #[error("there is no rule \"{0}\"; the rules are {KEYS}")]
    UnknownKey(String),
    /// No such value for a key.
    #[error("rule {key} cannot be \"{value}\"; it is one of {values}")]
    UnknownValue {
        /// The key.
        key: &'static str,
        /// The value that does not exist.
        value: String,
        /// The values that do.
        values: String,
    },
    /// Not `key=value`.
    #[error("\"{0}\" is not written key=value")]
    NotAPair(String),
}

const KEYS: &str = "edition, paradox, convoy, via, disband, routes, cut_from, \
                    dislodged_bounce, convoy_retreat, text";
const EDITIONS: &[&str] = &["2023", "1982", "1971"];

impl RulesError {
    fn unknown_value(key: &'static str, value: &str, values: &[&str]) -> Self {
        Self::UnknownValue {
            key,
            value: value.chars().take(40).collect(),
            values: values.join(", "),
        }
    }
}

impl Rulebook {
    /// A rulebook by its year: 2023 (the defaults), 1982 or 1971.
    pub fn edition(year: &str) -> Result<Self, RulesError> {
        let default = Self::default();
        match year {
            "2023" => Ok(default),
            "1982" => Ok(Self {
                paradox: Paradox::Rule1982,
                convoy: NeighbourConvoy::OwnFleet,
                disband: DisbandDistance::Home,
                ..default
            }),
            "1971" => Ok(Self {
                convoy: NeighbourConvoy::Any,
                routes: Routes::AllOpen,
                disband: DisbandDistance::Home,
                ..default
            }),
            _ => Err(RulesError::unknown_value("edition", year, EDITIONS)),
        }
    }

    /// Changes one choice.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        match key {
            "edition" => *self = Self::edition(value)?,
            Paradox::KEY => self.paradox = value.parse()?,
            NeighbourConvoy::KEY => self.convoy = value.parse()?,
            Fallback::KEY => self.via = value.parse()?,
            DisbandDistance::KEY => self.disband = value.parse()?,
            Routes::KEY => self.routes = value.parse()?,
            CutFrom::KEY => self.cut_from = value.parse()?,
            DislodgedBounce::KEY => self.dislodged_bounce = value.parse()?,
            ConvoyRetreat::KEY => self.convoy_retreat = value.parse()?,
            TextReading::KEY => self.text = value.parse()?,
            _ => return Err(RulesError::UnknownKey(key.chars().take(40).collect())),
        }
        Ok(())
    }

    /// This rulebook with the choices of a record; `edition` counts before the
    /// single keys, wherever it stands.
    pub fn with(mut self, choices: &BTreeMap<String, String>) -> Result<Self, RulesError> {
        if let Some(year) = choices.get("edition") {
            self.set("edition", year)?;
        }
        for (key, value) in choices.iter().filter(|(key, _)| *key != "edition") {
            self.set(key, value)?;
        }
        Ok(self)
    }

    /// The choices as pairs of key and value.
    pub fn choices(self) -> [(&'static str, &'static str); 9] {
        [
            (Paradox::KEY, self.paradox.text()),
            (NeighbourConvoy::KEY, self.convoy.text()),
            (Fallback::KEY, self.via.text()),
            (DisbandDistance::KEY, self.disband.text()),
            (Routes::KEY, self.routes.text()),
            (CutFrom::KEY, self.cut_from.text()),
            (DislodgedBounce::KEY, self.dislodged_bounce.text()),
            (ConvoyRetreat::KEY, self.convoy_retreat.text()),
            (TextReading::KEY, self.text.text()),
        ]
    }

    /// The choices that differ from the default, as a record holds them.
    pub fn differing(self) -> BTreeMap<String, String> {
        let pairs = self.choices().into_iter().zip(Self::default().choices());
        pairs
            .filter(|(own, usual)| own != usual)
            .map(|((key, value), _)| (key.to_owned(), value.to_owned()))
            .collect()
    }
}

/// `key=value,key=value`, as on the command line.
impl FromStr for Rulebook {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut choices = BTreeMap::new();
        for pair in text
            .split(',')
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
        {
            let not_a_pair = || RulesError::NotAPair(pair.chars().take(40).collect());
            let (key, value) = pair.split_once('=').ok_or_else(not_a_pair)?;
            choices.insert(key.trim().to_owned(), value.trim().to_owned());
        }
        Self::default().with(&choices)
    }
}

/// The choices that differ from the default, as `key=value,key=value`.
impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::default().choices();
        let pairs = self.choices().into_iter().zip(default);
        let differing = pairs.filter(|(own, usual)| own != usual);
        for (index, ((key, value), _)) in differing.enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{key}={value}")?;
        }
        Ok(())
    }
}

/// Stored as a map of the choices that differ from the default.
impl Serialize for Rulebook {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = self.choices().into_iter().zip(Self::default().choices());
        serializer.collect_map(
            pairs
                .filter(|(own, usual)| own != usual)
                .map(|(own, _)| own),
        )
    }
}

impl<'de> Deserialize<'de> for Rulebook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let choices = BTreeMap::<String, String>::deserialize(deserializer)?;
        Self::default()
            .with(&choices)
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_counts_before_single_keys() {
        let rules: Rulebook = "disband=owned,edition=1982".parse().unwrap();
        assert_eq!(rules.paradox, Paradox::Rule1982);
        assert_eq!(rules.disband, DisbandDistance::Owned);
        assert_eq!(rules.to_string(), "paradox=1982,convoy=own-fleet");
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }

    #[test]
    fn unknown_choices_say_what_exists() {
        let words = |text: &str| text.parse::<Rulebook>().unwrap_err().to_string();
        assert!(words("paradox=maybe").contains("szykman, 1982, 2000, all-hold"));
        assert!(words("colour=red").contains("there is no rule \"colour\""));
        assert!(words("paradox").contains("key=value"));
        assert!(words("edition=1999").contains("2023, 1982, 1971"));
    }

    #[test]
    fn the_stored_form_goes_both_ways() {
        for paradox in Paradox::ALL {
            let rules = Rulebook {
                paradox: *paradox,
                ..Rulebook::default()
            };
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rulebook>(&text).unwrap(), rules);
        }
    }
}
