//! The texts that stand for provinces, and the start read from its codes.

use std::collections::BTreeMap;

use super::BoardFile;
use crate::{
    Location, Phase, Place, Placed, Position, Power, Province, ProvinceSet, Unit, UnitKind,
};

/// What a text may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// One province.
    One(Province),
    /// Several; perhaps one that most people mean.
    Several {
        /// All that it may mean.
        provinces: ProvinceSet,
        /// What most people mean.
        usual: Option<Province>,
    },
}

/// Lower case, with every run of blanks, dots, hyphens, apostrophes and
/// underscores as one blank: the form in which names are compared.
pub fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_whitespace() || matches!(character, '.' | '-' | '_' | '\'' | '’') {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.extend(character.to_lowercase());
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// All texts of a board.
#[derive(Clone, Debug)]
pub(super) struct Names {
    exact: BTreeMap<String, Province>,
    several: BTreeMap<String, Named>,
    near_misses: Vec<ProvinceSet>,
    /// By province: its code in the DAIDE language, where that differs and is its own.
    daide: Vec<Option<String>>,
}

/// Whether a text can be a province's code in the DAIDE language.
pub(super) fn is_daide(code: &str) -> bool {
    code.len() == 3
        && code.bytes().all(|byte| byte.is_ascii_uppercase())
        && !crate::notation::hides_code(code)
}

impl Names {
    pub(super) fn new(file: &BoardFile) -> Self {
        let mut exact = BTreeMap::new();
        // A code always wins over another province's alias.
        for (index, province) in file.provinces.iter().enumerate() {
            exact.insert(normal(&province.abbr), Province::from_index(index));
        }
        for (index, province) in file.provinces.iter().enumerate() {
            let names = province.names.values();
            for alias in province.aliases.iter().chain([&province.name]).chain(names) {
                exact
                    .entry(normal(alias))
                    .or_insert(Province::from_index(index));
            }
        }
        // What is written is read again, so a code that means another province is not used.
        let mut own_daide = |index: usize, code: &Option<String>| {
            let code = code.as_ref().filter(|code| is_daide(code))?;
            let own = Province::from_index(index);
            (*exact.entry(normal(code)).or_insert(own) == own).then(|| code.clone())
        };
        let provinces = file.provinces.iter().enumerate();
        let daide = provinces
            .map(|(index, province)| own_daide(index, &province.daide))
            .collect();
        let find = |code: &String| exact.get(&normal(code)).copied();
        let several = file
            .ambiguous
            .iter()
            .filter(|(text, _)| !exact.contains_key(&normal(text)))
            .map(|(text, meant)| {
                let named = Named::Several {
                    provinces: meant.provinces.iter().filter_map(find).collect(),
                    usual: meant.usual.as_ref().and_then(find),
                };
                (normal(text), named)
            })
            .collect();
        let near_misses = file
            .near_misses
            .iter()
            .map(|miss| miss.codes.iter().filter_map(find).collect())
            .collect();
        Self {
            exact,
            several,
            near_misses,
            daide,
        }
    }

    pub(super) fn get(&self, text: &str) -> Option<Named> {
        let exact = self.exact.get(text).copied().map(Named::One);
        exact.or_else(|| self.several.get(text).copied())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Province)> {
        self.exact
            .iter()
            .map(|(text, province)| (text.as_str(), *province))
    }

    pub(super) fn daide(&self, province: Province) -> Option<&str> {
        self.daide[province.index()].as_deref()
    }

    pub(super) fn near_miss(&self, one: Province, other: Province) -> bool {
        let alike = |set: &ProvinceSet| set.contains(one) && set.contains(other);
        one != other && self.near_misses.iter().any(alike)
    }
}

/// The start of a file that has no fault.
pub(super) fn start(
    file: &BoardFile,
    locations: &[(&str, Province)],
    provinces: usize,
) -> Position {
    let phase: Phase = file
        .start_phase
        .parse()
        .expect("the linter reads the first phase");
    let find = |code: &str| {
        let index = locations.iter().position(|(known, _)| *known == code);
        index.expect("the linter knows every code of the start")
    };
    let power = |name: &String| {
        let index = file.powers.iter().position(|power| power == name);
        Power::from_index(index.expect("the linter knows every power of the start"))
    };
    let mut position = Position::empty(phase, provinces);
    for (name, units) in &file.start_units {
        for text in units {
            let (kind, code) = text.split_once(' ').expect("the linter reads every unit");
            let index = find(code);
            let unit = Unit {
                kind: UnitKind::from_code(kind).expect("the linter reads every unit"),
                at: Location::from_index(index),
            };
            position.place(
                locations[index].1,
                Placed {
                    power: power(name),
                    unit,
                },
            );
        }
    }
    for (name, centers) in &file.start_centers {
        for code in centers {
            position.set_owner(locations[find(code)].1, Some(power(name)));
        }
    }
    position
}
