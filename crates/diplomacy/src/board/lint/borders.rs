//! What can be wrong with the borders of a board file.

use std::collections::{BTreeMap, BTreeSet};

use super::Lint;
use crate::board::{ProvinceFile, ProvinceKind};

impl Lint<'_> {
    /// Each pair once, between places where the unit can stand.
    pub(super) fn borders(&mut self) {
        let file = self.file;
        let mut seen = BTreeSet::new();
        for (one, other) in &file.army_borders {
            let pair = format!("army border {one}-{other}");
            for code in [one, other] {
                match self.kinds.get(code.as_str()) {
                    None => self.fault(
                        &pair,
                        format!("{code} is no province; add it to provinces, or mend the code"),
                    ),
                    Some(ProvinceKind::Sea) => self.fault(
                        &pair,
                        format!("{code} is a sea; a border of fleets stands under fleet_borders"),
                    ),
                    Some(_) => {}
                }
            }
            self.pair_once(&pair, one, other, &mut seen);
        }
        seen.clear();
        for (one, other) in &file.fleet_borders {
            let pair = format!("fleet border {one}-{other}");
            for code in [one, other] {
                let split = |coast: &String| coast.split('/').next() == Some(code);
                match self.kinds.get(code.as_str()) {
                    _ if self.coasts.contains(code) => {}
                    None => self.fault(&pair, format!("{code} is no place for a fleet; add the province or its coast, or mend the code")),
                    Some(ProvinceKind::Land) => self.fault(&pair, format!("{code} is inland; make it a coast, or leave the border out")),
                    Some(_) if self.coasts.iter().any(split) => {
                        self.fault(&pair, format!("{code} needs a coast; write which one, for instance {code}/NC"));
                    }
                    Some(_) => {}
                }
            }
            if one.split('/').next() == other.split('/').next() {
                self.fault(
                    &pair,
                    "two coasts of one province do not border each other; leave the border out",
                );
            }
            self.pair_once(&pair, one, other, &mut seen);
        }
    }

    fn pair_once(
        &mut self,
        pair: &str,
        one: &str,
        other: &str,
        seen: &mut BTreeSet<(String, String)>,
    ) {
        if one == other {
            self.fault(pair, "a place does not border itself; leave the border out");
        }
        let key = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        if !seen.insert((key.0.to_owned(), key.1.to_owned())) {
            self.fault(pair, "this border is listed twice; leave one out");
        }
    }

    /// A coast and a sea can be sailed to. A coast need not touch a sea: a fleet may
    /// come up a river, from coast to coast.
    pub(super) fn coasts_touch_sea(&mut self) {
        let mut sailed: BTreeSet<&str> = BTreeSet::new();
        for (one, other) in &self.file.fleet_borders {
            sailed.extend([one.as_str(), other.as_str()]);
        }
        let mut dry = Vec::new();
        for province in &self.file.provinces {
            let code = &province.abbr;
            if province.kind == ProvinceKind::Land {
                continue;
            }
            let mut places: Vec<String> = province
                .coasts
                .iter()
                .map(|coast| format!("{code}/{coast}"))
                .collect();
            if places.is_empty() {
                places.push(code.clone());
            }
            for place in places {
                if !sailed.contains(place.as_str()) {
                    dry.push((place, "no fleet can come here; add a border to fleet_borders, or make a coast land"));
                }
            }
        }
        for (place, what) in dry {
            self.fault(place, what);
        }
    }

    /// From any province every other can be reached.
    pub(super) fn connected(&mut self) {
        let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (one, other) in self
            .file
            .army_borders
            .iter()
            .chain(&self.file.fleet_borders)
        {
            let one = one.split('/').next().unwrap_or_default();
            let other = other.split('/').next().unwrap_or_default();
            next.entry(one).or_default().push(other);
            next.entry(other).or_default().push(one);
        }
        let Some(first) = self.file.provinces.first() else {
            return self.fault("provinces", "there is none");
        };
        let mut seen = BTreeSet::from([first.abbr.as_str()]);
        let mut stack = vec![first.abbr.as_str()];
        while let Some(here) = stack.pop() {
            for there in next.get(here).into_iter().flatten() {
                if seen.insert(there) {
                    stack.push(there);
                }
            }
        }
        let far = |province: &&ProvinceFile| !seen.contains(province.abbr.as_str());
        let islands: Vec<String> = self
            .file
            .provinces
            .iter()
            .filter(far)
            .map(|province| province.abbr.clone())
            .collect();
        for code in islands {
            self.fault(
                code,
                format!("cannot be reached from {}; add a border", first.abbr),
            );
        }
    }
}
