//! What a board file says without effect, or of nothing: slips of whoever wrote it.
//!
//! A board with slips can be played, and games that store one go on; so they are told
//! to whoever checks or adds a board, and [`Board::build`] does not ask. What makes a
//! board unplayable is a fault: [`lint`](super::lint).

use std::collections::BTreeMap;

use super::names::{is_daide, normal};
use super::{Board, BoardError, BoardFile, Fault, ProvinceFile, assemble, editions, read, shelf};
use crate::Coast;

/// So many entries of a list are named before the rest is counted.
const SHOWN: usize = 3;

impl Board {
    /// The slips of the text of a board file: each with its place and how to mend it. Its
    /// base comes with the crate or was added.
    pub fn slips(text: &str) -> Result<Vec<Fault>, BoardError> {
        let written = read(text)?;
        let known = |base: &str| {
            let bundled = editions::text(base).map(ToOwned::to_owned);
            bundled.or_else(|| shelf::file_of(base))
        };
        let whole = assemble::with_base(&written, &known)?;
        let mut slips = Slips {
            written: &written,
            whole: &whole,
            found: Vec::new(),
        };
        slips.beside_a_base();
        slips.homes();
        slips.adjectives();
        slips.coasts();
        slips.daide();
        slips.near_misses();
        slips.hidden_letters();
        Ok(slips.found)
    }
}

struct Slips<'f> {
    written: &'f BoardFile,
    whole: &'f BoardFile,
    found: Vec<Fault>,
}

impl Slips<'_> {
    fn slip(&mut self, place: &str, what: String) {
        let place = place.chars().take(40).collect();
        self.found.push(Fault { place, what });
    }

    fn province(&self, code: &str) -> Option<&ProvinceFile> {
        self.whole.provinces.iter().find(|it| it.abbr == code)
    }

    /// Lists that a board upon another takes from that one.
    fn beside_a_base(&mut self) {
        let file = self.written;
        let Some(base) = &file.base else { return };
        let borders = |pairs: &[(String, String)]| -> Vec<String> {
            pairs.iter().map(|(a, b)| format!("{a}-{b}")).collect()
        };
        let abbr = |it: &ProvinceFile| it.abbr.clone();
        let lists: [(&str, Vec<String>); 5] = [
            ("provinces", file.provinces.iter().map(abbr).collect()),
            ("army_borders", borders(&file.army_borders)),
            ("fleet_borders", borders(&file.fleet_borders)),
            ("ambiguous", file.ambiguous.keys().cloned().collect()),
            (
                "near_misses",
                file.near_misses
                    .iter()
                    .map(|it| it.codes.join("-"))
                    .collect(),
            ),
        ];
        for (name, entries) in lists {
            if entries.is_empty() {
                continue;
            }
            let shown: String = entries[..entries.len().min(SHOWN)].join(", ");
            let shown: String = shown.chars().take(60).collect();
            let more = match entries.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let base: String = base.chars().take(40).collect();
            let what = format!(
                "{shown}{more} would not be read: a board with a base has those of {base}; leave \
                 them out, or write the whole board without base"
            );
            self.slip(name, what);
        }
    }

    /// Homes that are of no province, of two powers, or that nothing reads.
    fn homes(&mut self) {
        let Some(homes) = &self.written.homes else {
            return;
        };
        let Some(base) = &self.written.base else {
            let what = "is read only beside a base; say the home at each province instead";
            return self.slip("homes", what.into());
        };
        let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
        for (power, codes) in homes {
            if !self.written.powers.contains(power) {
                let what = "has homes, but is no power here; add it to powers, or leave it out";
                self.slip(power, what.into());
            }
            for code in codes {
                if self.province(code).is_none() {
                    let what = format!(
                        "home of {power}, but no province of {base}; mend the code, or leave it out"
                    );
                    self.slip(code, what);
                }
                if let Some(other) = owners.insert(code, power) {
                    let what = format!("home of {other} and of {power}; leave it out of one");
                    self.slip(code, what);
                }
            }
        }
    }

    fn adjectives(&mut self) {
        for power in self.written.adjectives.keys() {
            if !self.whole.powers.contains(power) {
                let what = "has an adjective, but is no power here; mend its name, or leave it out";
                self.slip(power, what.into());
            }
        }
    }

    /// Other names of coasts.
    fn coasts(&mut self) {
        for province in &self.written.provinces {
            for (other, coast) in &province.coast_aliases {
                let known = |code: &str| Coast::from_code(code).is_some_and(|it| it.code() == code);
                let wrong = if !province.coasts.contains(coast) {
                    "is no coast of the province; name one of its coasts"
                } else if !known(other) {
                    "is called by what is no coast; they are NC, EC, SC, WC"
                } else if province.coasts.contains(other) {
                    "would be called as another coast of the province is; leave that out"
                } else {
                    continue;
                };
                let what = format!("coast_aliases {other:?}: {coast:?} {wrong}");
                self.slip(&province.abbr, what);
            }
        }
    }

    /// Codes of the DAIDE language, which must be read as they are written.
    fn daide(&mut self) {
        let mut owners: BTreeMap<String, &str> = BTreeMap::new();
        let provinces = &self.written.provinces;
        for province in provinces {
            let names = province.names.values();
            let all = [&province.abbr, &province.name].into_iter();
            for name in all.chain(&province.aliases).chain(names) {
                owners.entry(normal(name)).or_insert(&province.abbr);
            }
        }
        for province in provinces {
            let Some(code) = &province.daide else {
                continue;
            };
            if !is_daide(code) {
                let shown: String = code.chars().take(20).collect();
                let what = format!(
                    "daide {shown:?} is no code of that language; write three capital letters \
                     that are no word of orders, or leave it out"
                );
                self.slip(&province.abbr, what);
                continue;
            }
            let owner = *owners.entry(normal(code)).or_insert(&province.abbr);
            if owner != province.abbr {
                let what = format!(
                    "daide {code} is also a name of {owner}; choose another, or leave it out"
                );
                self.slip(&province.abbr, what);
            }
        }
    }

    /// Letters that nobody sees, or that turn what follows round: two names would look
    /// the same, or one like another.
    fn hidden_letters(&mut self) {
        let file = self.written;
        let mut names: Vec<(&str, &String)> = Vec::new();
        names.extend(file.title.iter().map(|it| ("title", it)));
        names.extend(file.adjectives.values().map(|it| ("adjectives", it)));
        for province in &file.provinces {
            let code = province.abbr.as_str();
            let other = province.aliases.iter().chain(province.names.values());
            names.extend(
                std::iter::once(&province.name)
                    .chain(other)
                    .map(|it| (code, it)),
            );
        }
        let hidden = |letter: char| {
            matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
                | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        };
        for (place, name) in names {
            if name.contains(hidden) {
                let shown: String = name.chars().take(40).collect();
                let what = format!("{shown:?} has letters that nobody sees; leave them out");
                self.slip(place, what);
            }
        }
    }

    /// Codes that look alike are codes or other names of provinces.
    fn near_misses(&mut self) {
        let called = |province: &ProvinceFile, name: &str| {
            let own = [&province.abbr, &province.name].into_iter();
            let mut all = own.chain(&province.aliases).chain(&province.daide);
            all.any(|it| normal(it) == name)
        };
        for (number, miss) in self.written.near_misses.iter().enumerate() {
            let place = format!("near_misses {}", number + 1);
            if miss.codes.len() < 2 {
                let what = "names fewer than two codes; add what they are mistaken for";
                self.slip(&place, what.into());
            }
            for code in &miss.codes {
                let name = normal(code);
                if !self.whole.provinces.iter().any(|it| called(it, &name)) {
                    let code: String = code.chars().take(20).collect();
                    let what = format!("{code:?} is no province; mend the code, or leave it out");
                    self.slip(&place, what);
                }
            }
        }
    }
}
