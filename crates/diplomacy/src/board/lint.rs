//! Everything that can be wrong with a board file.

mod borders;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::names::normal;
use super::{BoardFile, ProvinceKind};
use crate::{Coast, MOST_PLACES, Phase, Season, Step};

/// One thing that is wrong with a board file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The part of the file.
    pub place: String,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// The most provinces and coasts a board may have.
const MOST_LOCATIONS: usize = MOST_PLACES;
/// The most powers a board may have.
pub const MOST_POWERS: usize = 64;

/// All faults of a file whose base is already filled in.
pub fn lint(file: &BoardFile) -> Vec<Fault> {
    let mut lint = Lint {
        file,
        faults: Vec::new(),
        kinds: file
            .provinces
            .iter()
            .map(|province| (province.abbr.as_str(), province.kind))
            .collect(),
        coasts: BTreeSet::new(),
    };
    let coasts: usize = file.provinces.iter().map(|it| it.coasts.len()).sum();
    if file.provinces.len() + coasts > MOST_LOCATIONS {
        let found = file.provinces.len() + coasts;
        let what = format!(
            "a board has at most {MOST_LOCATIONS} provinces and coasts, this one has {found}"
        );
        lint.fault("provinces", what);
        return lint.faults;
    }
    lint.heads();
    lint.provinces();
    lint.names();
    lint.borders();
    lint.coasts_touch_sea();
    lint.connected();
    lint.start();
    lint.counts();
    lint.faults
}

/// Whether a text can be shown everywhere: not too long, and nothing in it that a
/// page or a terminal takes for a command.
fn is_plain(text: &str, most: usize) -> bool {
    let odd = |character: char| character.is_control() || "<>&\"\\`".contains(character);
    !text.trim().is_empty() && text.chars().count() <= most && !text.contains(odd)
}

fn not_plain(text: &str, most: usize) -> String {
    let shown: String = text
        .chars()
        .filter(|it| !it.is_control())
        .take(40)
        .collect();
    format!("the name {shown:?} must have 1 to {most} characters and none of < > & \" \\ `")
}

struct Lint<'f> {
    file: &'f BoardFile,
    faults: Vec<Fault>,
    kinds: BTreeMap<&'f str, ProvinceKind>,
    /// The codes of split coasts, for instance `STP/NC`.
    coasts: BTreeSet<String>,
}

impl Lint<'_> {
    fn fault(&mut self, place: impl Into<String>, what: impl Into<String>) {
        self.faults.push(Fault {
            place: place.into(),
            what: what.into(),
        });
    }

    /// Name, first phase, target, powers.
    fn heads(&mut self) {
        let file = self.file;
        let plain = |name: &str| {
            let fits =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            !name.is_empty() && name.len() <= 32 && name.bytes().all(fits)
        };
        if !plain(&file.map) {
            self.fault(
                "map",
                "the name has 1 to 32 small letters, digits and hyphens",
            );
        }
        match file.start_phase.parse::<Phase>() {
            Ok(Phase {
                season: Season::Spring,
                step: Step::Movement,
                ..
            }) => {}
            Ok(phase) if phase.step == Step::Adjustment && phase.year < Phase::LAST_YEAR => {}
            Ok(_) => self.fault(
                "start_phase",
                "a game starts with a Spring movement or with the builds of a Winter",
            ),
            Err(fault) => self.fault("start_phase", fault.to_string()),
        }
        if file.powers.is_empty() || file.powers.len() > MOST_POWERS {
            self.fault("powers", format!("a board has 1 to {MOST_POWERS} powers"));
        }
        let mut seen = BTreeSet::new();
        for power in &file.powers {
            let fits = |byte: u8| byte.is_ascii_uppercase() || byte == b'-';
            if power.len() < 2 || power.len() > 20 || !power.bytes().all(fits) {
                self.fault(
                    power,
                    "a power's name has 2 to 20 capital letters and hyphens, for instance GERMANY",
                );
            }
            if !seen.insert(power) {
                self.fault(power, "this power is listed twice; leave one out");
            }
        }
        let played = file.powers.len().saturating_sub(file.dummies.len());
        if played == 0 || file.powers[played..] != file.dummies[..] {
            let what = "dummies are the last of the powers, in their order, and not all of them";
            self.fault("dummies", what);
        }
        if let Some(title) = file.title.as_ref().filter(|title| !is_plain(title, 80)) {
            self.fault("title", not_plain(title, 80));
        }
        for (power, adjective) in &file.adjectives {
            if !is_plain(adjective, 40) {
                self.fault(power, not_plain(adjective, 40));
            }
        }
        let centers = file.provinces.iter().filter(|province| province.sc).count();
        if file.target == 0 || file.target as usize > centers {
            let what = format!(
                "{} of {centers} centres cannot be owned; write 1 to {centers}",
                file.target
            );
            self.fault("target", what);
        }
    }

    /// Codes, kinds, coasts, homes.
    fn provinces(&mut self) {
        let file = self.file;
        let mut seen = BTreeSet::new();
        for province in &file.provinces {
            let code = &province.abbr;
            if code.len() != 3 || !code.bytes().all(|byte| byte.is_ascii_uppercase()) {
                self.fault(
                    code,
                    "a province's code has three capital letters, for instance VIE",
                );
            }
            if !seen.insert(code) {
                self.fault(
                    code,
                    "this code is used twice; give one of the two provinces another",
                );
            }
            if crate::notation::hides_code(code) {
                self.fault(
                    code,
                    "this code is a word of orders, which would not be read; choose another",
                );
            }
            if !is_plain(&province.name, 40) {
                self.fault(code, not_plain(&province.name, 40));
            }
            for (language, name) in &province.names {
                let fits = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
                if !(2..=8).contains(&language.len()) || !language.bytes().all(fits) {
                    let shown: String = language.chars().take(20).collect();
                    let what = format!("{shown:?} is no language; they are written de, pt-br");
                    self.fault(code, what);
                }
                if !is_plain(name, 40) {
                    self.fault(code, not_plain(name, 40));
                }
            }
            if province.convoys && province.kind != ProvinceKind::Coast {
                self.fault(
                    code,
                    "convoys is said of coastal provinces; seas do so anyway, so leave it out",
                );
            }
            if province.coasts.len() == 1 {
                self.fault(
                    code,
                    "a single coast has no name; leave coasts out, or name two to four",
                );
            }
            if !province.coasts.is_empty() && province.kind != ProvinceKind::Coast {
                self.fault(
                    code,
                    "only a coastal province has coasts; make it one, or leave coasts out",
                );
            }
            for coast in &province.coasts {
                if Coast::from_code(coast).is_none_or(|known| known.code() != coast) {
                    self.fault(
                        code,
                        format!("{coast} is no coast; they are NC, EC, SC, WC"),
                    );
                }
                if !self.coasts.insert(format!("{code}/{coast}")) {
                    self.fault(code, format!("the coast {coast} is listed twice"));
                }
            }
            if province.home.is_some() && !province.sc {
                self.fault(
                    code,
                    "a home that is no supply centre; add \"sc\": true, or leave home out",
                );
            }
            if let Some(home) = &province.home
                && !file.powers.contains(home)
            {
                self.fault(
                    code,
                    format!("home of {home}, which is no power here; add it to powers"),
                );
            }
            if province.sc && province.kind == ProvinceKind::Sea {
                self.fault(
                    code,
                    "a supply centre at sea; make it a coast, or leave sc out",
                );
            }
        }
    }

    /// Every name and alias belongs to one province.
    fn names(&mut self) {
        let mut owners: BTreeMap<String, &str> = BTreeMap::new();
        let mut clashes = Vec::new();
        for province in &self.file.provinces {
            let own = [&province.abbr, &province.name];
            let others = province.aliases.iter().chain(province.names.values());
            for name in own.into_iter().chain(others) {
                let text = normal(name);
                if text.is_empty() || text.len() > 40 {
                    clashes.push((province.abbr.clone(), format!("\"{name}\" is no name")));
                }
                let owner = owners.entry(text).or_insert(&province.abbr);
                if *owner != province.abbr {
                    let what = format!(
                        "\"{name}\" is also a name of {owner}; leave it out of one of them"
                    );
                    clashes.push((province.abbr.clone(), what));
                }
            }
        }
        for (text, meant) in &self.file.ambiguous {
            for code in meant.provinces.iter().chain(&meant.usual) {
                if !self.kinds.contains_key(code.as_str()) {
                    clashes.push((text.clone(), format!("{code} is no province")));
                }
            }
        }
        for (place, what) in clashes {
            self.fault(place, what);
        }
    }

    /// Units not on the centres of others; every centre owned or neutral, not both.
    fn start(&mut self) {
        let file = self.file;
        let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
        let neutral = ("nobody", &file.neutral_centers);
        let owned = file
            .start_centers
            .iter()
            .map(|(power, codes)| (power.as_str(), codes));
        for (owner, codes) in owned.chain([neutral]) {
            if owner != "nobody" && !file.powers.iter().any(|power| power == owner) {
                self.fault(
                    "start_centers",
                    format!("{owner} is no power; add it to powers"),
                );
            }
            for code in codes {
                let known = file
                    .provinces
                    .iter()
                    .find(|province| province.abbr == *code);
                if known.is_none_or(|province| !province.sc) {
                    self.fault(code, "owned or neutral at the start, but no supply centre; add \"sc\": true to the province");
                }
                if owners.insert(code, owner).is_some() {
                    self.fault(code, "has two owners at the start; name it once");
                }
            }
        }
        for province in &file.provinces {
            if province.sc && !owners.contains_key(province.abbr.as_str()) {
                self.fault(&province.abbr, "a centre that is neither owned nor neutral; name it under start_centers or neutral_centers");
            }
        }
        let mut taken = BTreeSet::new();
        for (power, units) in &file.start_units {
            if !file.powers.contains(power) {
                self.fault(
                    "start_units",
                    format!("{power} is no power; add it to powers"),
                );
            }
            for text in units {
                self.start_unit(power, text, &owners, &mut taken);
            }
        }
    }

    fn start_unit(
        &mut self,
        power: &str,
        text: &str,
        owners: &BTreeMap<&str, &str>,
        taken: &mut BTreeSet<String>,
    ) {
        let Some((kind, at)) = text.split_once(' ') else {
            return self.fault(text, "no unit; units are written A VIE, F STP/SC");
        };
        let code = at.split('/').next().unwrap_or_default();
        let province = self
            .file
            .provinces
            .iter()
            .find(|province| province.abbr == code);
        let Some(province) = province else {
            return self.fault(
                text,
                "stands in no province; add the province, or mend its code",
            );
        };
        let split = !province.coasts.is_empty();
        let fits = match kind {
            "A" => province.kind != ProvinceKind::Sea && at == code,
            "F" if split => self.coasts.contains(at),
            "F" => province.kind != ProvinceKind::Land && at == code,
            _ => false,
        };
        if !fits {
            self.fault(text, "such a unit cannot stand there; armies stand on land, fleets at sea and on coasts, on one of several by its name, F STP/SC");
        }
        if let Some(&owner) = owners
            .get(code)
            .filter(|owner| ![&power, &"nobody"].contains(owner))
        {
            let what = format!(
                "stands on a centre of {owner}; name it under start_centers of {power}, or move the unit"
            );
            self.fault(text, what);
        }
        if !taken.insert(code.to_owned()) {
            self.fault(
                text,
                "stands where another unit stands; leave one of them out",
            );
        }
    }

    /// What the file says about its own size.
    fn counts(&mut self) {
        let file = self.file;
        let Some(counts) = &file.counts else { return };
        let kind = |kind| {
            file.provinces
                .iter()
                .filter(|province| province.kind == kind)
                .count()
        };
        let checks = [
            ("provinces", counts.provinces, file.provinces.len()),
            ("sea", counts.sea, kind(ProvinceKind::Sea)),
            ("land", counts.land, kind(ProvinceKind::Land)),
            ("coast", counts.coast, kind(ProvinceKind::Coast)),
            (
                "centers",
                counts.centers,
                file.provinces.iter().filter(|province| province.sc).count(),
            ),
            (
                "neutral_centers",
                counts.neutral_centers,
                file.neutral_centers.len(),
            ),
            ("coasts", counts.coasts, self.coasts.len()),
            (
                "locations",
                counts.locations,
                file.provinces.len() + self.coasts.len(),
            ),
            ("army_borders", counts.army_borders, file.army_borders.len()),
            (
                "fleet_borders",
                counts.fleet_borders,
                file.fleet_borders.len(),
            ),
            (
                "start_units",
                counts.start_units,
                file.start_units.values().map(Vec::len).sum(),
            ),
        ];
        for (name, said, found) in checks {
            if said as usize != found {
                self.fault(
                    "counts",
                    format!("{name} says {said}, the file holds {found}; mend whichever is wrong, or leave counts out"),
                );
            }
        }
    }
}
