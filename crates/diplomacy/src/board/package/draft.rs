//! What the lines of a `.map` file have said so far, and the board file it comes to.

use std::collections::{BTreeMap, BTreeSet};

use super::shown;
use crate::{BoardFile, BuildSites, ProvinceFile, ProvinceKind};

/// The most of anything that is counted here, and the longest code in an error.
const MOST: usize = 1024;
const CODE: usize = 20;

/// Whether there may be so many of something.
fn bounded(count: usize, what: &str) -> Result<(), String> {
    if count > MOST {
        return Err(format!("more than {MOST} {what}"));
    }
    Ok(())
}

/// A place as a line names it: the letters' case is part of its code.
#[derive(Clone, Debug)]
struct Place {
    code: String,
    kind: Kind,
    abuts: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Land,
    Coast,
    Port,
    Water,
    Shut,
}

#[derive(Clone, Debug, Default)]
struct Owner {
    name: String,
    adjective: Option<String>,
    homes: Vec<String>,
    /// What it owns at the start, if not its homes.
    centers: Option<Vec<String>>,
    units: Vec<String>,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    places: Vec<Place>,
    /// Name, code, other names.
    names: Vec<(String, String, Vec<String>)>,
    powers: Vec<Owner>,
    /// The power that following lines are about.
    current: Option<usize>,
    /// Homes of powers that play no longer are still centres.
    centers: BTreeSet<String>,
    dummies: Vec<String>,
    /// How many words were dropped.
    dropped: usize,
    begin: Option<String>,
    victory: Option<u32>,
    build_any: bool,
}

fn upper(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_ascii_uppercase()).collect()
}

fn swapped(code: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    code.chars().map(swap).collect()
}

/// What stands before the stroke.
fn head(code: &str) -> &str {
    code.split('/').next().unwrap_or_default()
}

/// The province of a place.
fn province(code: &str) -> String {
    head(code).to_ascii_uppercase()
}

/// Whether a code begins so, whatever the case of its letters.
fn begins(code: &str, so: &str) -> bool {
    let begin = code.as_bytes().get(..so.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(so.as_bytes()))
}

impl Draft {
    /// One line that does not lead to another file.
    pub(super) fn line(&mut self, key: &str, line: &str, rest: &[&str]) -> Result<(), String> {
        match key {
            "VICTORY" => self.victory = Some(first_number(rest)?),
            "BEGIN" => self.begin = Some(phase(rest)?),
            "RULE" | "RULES" => self.build_any |= upper(rest).iter().any(|it| it == "BUILD_ANY"),
            _ if line.contains('=') => self.name(line)?,
            "OWNS" | "CENTERS" if key == "OWNS" || self.current.is_some() => {
                let own = self.power()?;
                let kept = own.centers.take().filter(|_| key == "OWNS");
                let mut all = kept.unwrap_or_default();
                all.extend(upper(rest));
                own.centers = Some(all);
            }
            "INHABITS" | "HOME" | "HOMES" => {
                let homes = upper(rest);
                bounded(homes.len(), "homes of one power")?;
                self.centers.extend(homes.iter().cloned());
                self.power()?.homes = homes;
            }
            "UNITS" => self.power()?.units.clear(),
            "A" | "F" => self.unit(key, rest)?,
            "DUMMY" | "DUMMIES" => {
                let named = self.named(rest)?;
                self.dummies.extend(named);
                bounded(self.dummies.len(), "dummies")?;
            }
            "UNPLAYED" => {
                let gone = self.named(rest)?;
                self.powers.retain(|own| !gone.contains(&own.name));
                self.current = None;
            }
            "DROP" => {
                self.dropped += rest.len();
                bounded(self.dropped, "places to drop")?;
                for place in rest {
                    self.drop(place);
                }
            }
            "LAND" => self.place(Some(Kind::Land), rest)?,
            "COAST" => self.place(Some(Kind::Coast), rest)?,
            "PORT" => self.place(Some(Kind::Port), rest)?,
            "WATER" => self.place(Some(Kind::Water), rest)?,
            "SHUT" => self.place(Some(Kind::Shut), rest)?,
            "AMEND" => self.place(None, rest)?,
            "UNOWNED" | "NEUTRAL" | "CENTERS" => {
                self.current = None;
                self.centers.extend(upper(rest));
            }
            _ => self.begin_power(key, rest)?,
        }
        Ok(())
    }

    fn power(&mut self) -> Result<&mut Owner, String> {
        let current = self.current.and_then(|at| self.powers.get_mut(at));
        current.ok_or_else(|| "this line belongs to a power, and none was named before".into())
    }

    /// The powers that a list names: `A B`, `ALL`, `ALL EXCEPT A B`, nothing for the last.
    fn named(&mut self, rest: &[&str]) -> Result<Vec<String>, String> {
        let words: Vec<String> = upper(rest)
            .iter()
            .map(|word| word.trim_matches(',').to_owned())
            .collect();
        let all = self.powers.iter().map(|own| own.name.clone());
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => Ok(vec![self.power()?.name.clone()]),
            ["ALL"] => Ok(all.collect()),
            ["ALL", "EXCEPT", ..] => Ok(all.filter(|it| !words[2..].contains(it)).collect()),
            _ => Ok(words),
        }
    }

    fn name(&mut self, line: &str) -> Result<(), String> {
        let (name, rest) = line.split_once('=').ok_or("a name needs a code")?;
        let mut words = rest.split_whitespace();
        let code = words.next().ok_or("a name needs a code after \"=\"")?;
        let others = words.filter(|word| !word.ends_with('?'));
        let others = others.map(|word| word.replace('+', " ").to_lowercase());
        let name = name.trim().to_owned();
        self.names
            .push((name, code.to_ascii_uppercase(), others.collect()));
        bounded(self.names.len(), "names")
    }

    fn unit(&mut self, kind: &str, rest: &[&str]) -> Result<(), String> {
        let [place] = rest else {
            return Err(format!("a unit is written \"{kind} VIE\""));
        };
        let place = place.to_ascii_uppercase();
        for own in &mut self.powers {
            own.units
                .retain(|unit| !head(&unit[2..]).eq_ignore_ascii_case(head(&place)));
        }
        self.power()?.units.push(format!("{kind} {place}"));
        let units = self.powers.iter().map(|own| own.units.len());
        bounded(units.sum(), "units")
    }

    fn drop(&mut self, place: &str) {
        let begins = |code: &str| begins(code, place);
        self.places.retain(|known| !begins(&known.code));
        for known in &mut self.places {
            known.abuts.retain(|near| !begins(near));
        }
        self.names.retain(|(_, code, _)| !begins(code));
        self.centers.retain(|code| !begins(code));
        for own in &mut self.powers {
            own.homes.retain(|code| !begins(code));
            own.units.retain(|unit| !begins(&unit[2..]));
            if let Some(centers) = &mut own.centers {
                centers.retain(|code| !begins(code));
            }
        }
    }

    fn place(&mut self, kind: Option<Kind>, rest: &[&str]) -> Result<(), String> {
        let [code, near @ ..] = rest else {
            return Err("a place needs a code".into());
        };
        if near
            .first()
            .is_some_and(|it| !it.eq_ignore_ascii_case("ABUTS"))
        {
            let code = shown(code, CODE);
            return Err(format!("after {code} comes ABUTS and its neighbours"));
        }
        let other = swapped(code);
        let before = self.places.iter();
        let before = before.rev().find(|it| it.code == *code || it.code == other);
        let mut place = match (kind, before.cloned()) {
            (None, None) => {
                let code = shown(code, CODE);
                return Err(format!("there is no {code} to amend"));
            }
            (None, Some(old)) => Place {
                code: (*code).to_owned(),
                ..old
            },
            (Some(kind), old) => Place {
                code: (*code).to_owned(),
                kind,
                abuts: old
                    .filter(|_| near.is_empty())
                    .map(|old| old.abuts)
                    .unwrap_or_default(),
            },
        };
        let recased = self.places.iter().any(|it| it.code == other);
        let whole = |it: &Place| recased && it.code.starts_with(*code) && it.code.contains('/');
        self.places
            .retain(|it| it.code != *code && it.code != other && !whole(it));
        for word in near.iter().skip(1) {
            if let Some(gone) = word.strip_prefix('-') {
                if gone.is_empty() {
                    return Err("after \"-\" comes the neighbour that goes".into());
                }
                place.abuts.retain(|near| !begins(near, gone));
            } else {
                place.abuts.push((*word).to_owned());
                bounded(place.abuts.len(), "neighbours of one place")?;
            }
        }
        self.places.push(place);
        bounded(self.places.len(), "places")
    }

    fn begin_power(&mut self, name: &str, rest: &[&str]) -> Result<(), String> {
        if rest.first() == Some(&"->") {
            return Err("powers are not renamed here".into());
        }
        if !name
            .chars()
            .all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_')
        {
            let word = shown(name, CODE);
            return Err(format!("\"{word}\" begins no line that is known"));
        }
        let known = self.powers.iter().position(|own| own.name == name);
        let at = known.unwrap_or(self.powers.len());
        if known.is_none() {
            self.powers.push(Owner {
                name: name.to_owned(),
                ..Owner::default()
            });
            bounded(self.powers.len(), "powers")?;
        }
        let mut rest = rest;
        let own = &mut self.powers[at];
        if let Some(word) = rest.first().and_then(|word| word.strip_prefix('(')) {
            let word = word.trim_end_matches(')');
            let word = word.split(':').next().unwrap_or_default().to_lowercase();
            let mut letters = word.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            own.adjective = first.map(|first| first.to_string() + letters.as_str());
            rest = &rest[1..];
        }
        for home in upper(rest) {
            let (gone, code) = match home.strip_prefix('-') {
                Some(code) => (true, code.to_owned()),
                None => (false, home),
            };
            if code.is_empty() {
                return Err("after \"-\" comes the home that goes".into());
            }
            own.homes.retain(|it| *it != code);
            self.centers.insert(code.clone());
            if !gone {
                own.homes.push(code);
                bounded(own.homes.len(), "homes of one power")?;
            }
        }
        self.current = Some(at);
        Ok(())
    }

    fn kind(&self, code: &str) -> Option<Kind> {
        let code = head(code);
        let same = |it: &&Place| head(&it.code).eq_ignore_ascii_case(code);
        let found = self.places.iter().find(same);
        found.map(|it| it.kind)
    }

    /// The board file of all that was said.
    pub(super) fn finish(mut self, map: String) -> Result<BoardFile, String> {
        if self.powers.is_empty() || self.places.is_empty() {
            return Err("no board: it names no power or no place".into());
        }
        self.powers.sort_by(|one, two| one.name.cmp(&two.name));
        let dummies: Vec<String> = self.dummies.clone();
        self.powers.sort_by_key(|own| dummies.contains(&own.name));
        let (army_borders, fleet_borders) = (self.army_borders(), self.fleet_borders());
        let provinces = self.provinces()?;
        let owned = |own: &Owner| own.centers.clone().unwrap_or_else(|| own.homes.clone());
        let taken: BTreeSet<String> = self.powers.iter().flat_map(owned).collect();
        let centers: BTreeSet<String> = self.centers.union(&taken).cloned().collect();
        let half = u32::try_from(centers.len() / 2 + 1).map_err(|fault| fault.to_string())?;
        let lists = |of: &dyn Fn(&Owner) -> Vec<String>| -> BTreeMap<String, Vec<String>> {
            let powers = self.powers.iter();
            powers.map(|own| (own.name.clone(), of(own))).collect()
        };
        let adjectives = self.powers.iter();
        let adjectives =
            adjectives.filter_map(|own| Some((own.name.clone(), own.adjective.clone()?)));
        Ok(BoardFile {
            map,
            title: None,
            base: None,
            start_phase: self.begin.clone().unwrap_or_else(|| "S1901M".into()),
            target: self.victory.unwrap_or(half),
            powers: self.powers.iter().map(|own| own.name.clone()).collect(),
            dummies: self
                .powers
                .iter()
                .map(|own| own.name.clone())
                .filter(|name| dummies.contains(name))
                .collect(),
            adjectives: adjectives.collect(),
            builds: if self.build_any {
                BuildSites::Owned
            } else {
                BuildSites::Home
            },
            counts: None,
            provinces,
            homes: None,
            start_units: lists(&|own| own.units.clone()),
            start_centers: lists(&owned),
            neutral_centers: centers.difference(&taken).cloned().collect(),
            army_borders,
            fleet_borders,
            ambiguous: BTreeMap::new(),
            near_misses: Vec::new(),
            notes: Vec::new(),
        })
    }

    fn provinces(&self) -> Result<Vec<ProvinceFile>, String> {
        let mut codes: Vec<String> = Vec::new();
        for place in self.places.iter().filter(|it| it.kind != Kind::Shut) {
            let code = province(&place.code);
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes.sort();
        let file = |abbr: String| {
            let known = self.names.iter().find(|(_, code, _)| *code == abbr);
            let (name, _, aliases) = known.ok_or_else(|| {
                let code = shown(&abbr, CODE);
                format!("{code} has no name: write \"Name = {code}\"")
            })?;
            let kind = self.kind(&abbr).unwrap_or(Kind::Land);
            let head = format!("{abbr}/");
            let coasts = self.places.iter();
            let mut coasts: Vec<String> = coasts
                .filter_map(|it| it.code.strip_prefix(&head).map(str::to_owned))
                .collect();
            coasts.sort();
            let home = self.powers.iter().find(|own| own.homes.contains(&abbr));
            let owns = |own: &Owner| own.centers.iter().flatten().any(|code| *code == abbr);
            let sc = self.centers.contains(&abbr) || self.powers.iter().any(owns);
            let mut aliases: Vec<String> = aliases.clone();
            aliases.retain(|it| *it != abbr.to_lowercase() && *it != name.to_lowercase());
            Ok(ProvinceFile {
                sc,
                home: home.map(|own| own.name.clone()),
                name: name.clone(),
                kind: match kind {
                    Kind::Water => ProvinceKind::Sea,
                    Kind::Coast | Kind::Port => ProvinceKind::Coast,
                    Kind::Land | Kind::Shut => ProvinceKind::Land,
                },
                coasts,
                coast_aliases: BTreeMap::new(),
                convoys: kind == Kind::Port,
                daide: None,
                aliases,
                names: BTreeMap::new(),
                abbr,
            })
        };
        codes.into_iter().map(file).collect()
    }

    fn army_borders(&self) -> Vec<(String, String)> {
        let mut found = BTreeSet::new();
        let walks =
            |kind: Option<Kind>| matches!(kind, Some(Kind::Land | Kind::Coast | Kind::Port));
        for place in self.places.iter().filter(|it| !it.code.contains('/')) {
            for near in place.abuts.iter().filter(|it| !only_fleets(it)) {
                if walks(Some(place.kind)) && walks(self.kind(near)) {
                    found.insert(pair(province(&place.code), province(near)));
                }
            }
        }
        found.into_iter().collect()
    }

    fn fleet_borders(&self) -> Vec<(String, String)> {
        let mut found = BTreeSet::new();
        let sails = |it: &&Place| {
            let capital = it.code.starts_with(|c: char| c.is_ascii_uppercase());
            capital && matches!(it.kind, Kind::Coast | Kind::Port | Kind::Water)
        };
        for place in self.places.iter().filter(sails) {
            for near in &place.abuts {
                let there = near.to_ascii_uppercase();
                let stands = self.places.iter().filter(sails).any(|it| it.code == there);
                if near.starts_with(|c: char| c.is_ascii_uppercase()) && stands {
                    found.insert(pair(place.code.clone(), there));
                }
            }
        }
        found.into_iter().collect()
    }
}

/// A neighbour with one capital letter is one for fleets alone.
fn only_fleets(near: &str) -> bool {
    let mut letters = near.split('/').next().unwrap_or_default().chars();
    letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.all(|c| c.is_ascii_lowercase())
}

fn pair(one: String, two: String) -> (String, String) {
    if one <= two { (one, two) } else { (two, one) }
}

fn first_number(rest: &[&str]) -> Result<u32, String> {
    let number = rest.first().and_then(|word| word.parse().ok());
    number.ok_or_else(|| "VICTORY needs a number of centres".into())
}

fn phase(rest: &[&str]) -> Result<String, String> {
    let words = upper(rest);
    let letter = |word: &str| word.chars().next();
    if let [season, year, step] = &words[..]
        && let (Some(season), Ok(year), Some(step)) =
            (letter(season), year.parse::<u16>(), letter(step))
    {
        return Ok(format!("{season}{year:04}{step}"));
    }
    Err("BEGIN is written \"BEGIN SPRING 1901 MOVEMENT\"".into())
}
