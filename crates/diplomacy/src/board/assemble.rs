//! From a data file to the tables that everything else reads.

use super::{
    Board, BoardError, BoardFile, Lists, LocationFacts, ProvinceFacts, ProvinceKind, names,
};
use crate::{Coast, Location, LocationSet, Place, Province, ProvinceSet};

impl Board {
    /// Builds the tables of a file that has no fault.
    pub(super) fn assemble(file: BoardFile) -> Self {
        let mut locations: Vec<LocationFacts> = file
            .provinces
            .iter()
            .enumerate()
            .map(|(index, province)| LocationFacts {
                province: Province::from_index(index),
                coast: None,
                code: province.abbr.clone(),
            })
            .collect();
        let mut by_name: Vec<usize> = (0..file.provinces.len()).collect();
        by_name.sort_by_key(|&index| &file.provinces[index].name);
        let mut provinces = Vec::with_capacity(file.provinces.len());
        for (index, written) in file.provinces.iter().enumerate() {
            let province = Province::from_index(index);
            let mut at = LocationSet::EMPTY;
            for code in &written.coasts {
                at.insert(Location::from_index(locations.len()));
                locations.push(LocationFacts {
                    province,
                    coast: Coast::from_code(code),
                    code: format!("{}/{code}", written.abbr),
                });
            }
            if at.is_empty() {
                at.insert(province.into());
            }
            let rank = by_name.iter().position(|&other| other == index);
            provinces.push(ProvinceFacts {
                kind: written.kind,
                locations: at,
                rank: rank.expect("every province is in the list of names") as u8,
            });
        }
        let at = |code: &str| {
            let index = locations.iter().position(|location| location.code == code);
            Location::from_index(index.expect("the linter knows every code of a border"))
        };
        let mut army = vec![ProvinceSet::EMPTY; provinces.len()];
        for (one, other) in &file.army_borders {
            let (one, other) = (at(one), at(other));
            army[one.index()].insert(Province(other.0));
            army[other.index()].insert(Province(one.0));
        }
        let mut fleet = vec![LocationSet::EMPTY; locations.len()];
        for (one, other) in &file.fleet_borders {
            let (one, other) = (at(one), at(other));
            fleet[one.index()].insert(other);
            fleet[other.index()].insert(one);
        }
        let fleet_reach: Vec<ProvinceSet> = fleet
            .iter()
            .map(|reach| {
                reach
                    .iter()
                    .map(|to| locations[to.index()].province)
                    .collect()
            })
            .collect();
        let mut touching = army.clone();
        for (from, reach) in fleet_reach.iter().enumerate() {
            let province = locations[from].province;
            touching[province.index()] = touching[province.index()].or(*reach);
        }
        let lists = Lists {
            army: army.iter().map(|it| it.iter().collect()).collect(),
            army_steps: (army.iter())
                .map(|it| it.iter().map(Location::from).collect())
                .collect(),
            fleet: fleet_reach.iter().map(|it| it.iter().collect()).collect(),
            fleet_steps: fleet.iter().map(|it| it.iter().collect()).collect(),
        };
        let of_kind = |kind| -> ProvinceSet {
            let of_kind = provinces
                .iter()
                .enumerate()
                .filter(|(_, facts)| facts.kind == kind);
            of_kind
                .map(|(index, _)| Province::from_index(index))
                .collect()
        };
        let written = || file.provinces.iter().enumerate();
        let ferries = written()
            .filter(|(_, province)| province.convoys)
            .map(|(index, _)| Province::from_index(index))
            .collect();
        let centers: ProvinceSet = written()
            .filter(|(_, province)| province.sc)
            .map(|(index, _)| Province::from_index(index))
            .collect();
        let homes = file
            .powers
            .iter()
            .map(|power| {
                written()
                    .filter(|(_, province)| province.home.as_ref() == Some(power))
                    .map(|(index, _)| Province::from_index(index))
                    .collect()
            })
            .collect();
        let distances = distances(&touching);
        let nearest_centers = distances
            .chunks(provinces.len().max(1))
            .map(|row| {
                let mut near: Vec<Province> = centers.iter().collect();
                near.sort_by_key(|there| row[there.index()]);
                near
            })
            .collect();
        let start = names::start(&file, &locations_by_code(&locations), provinces.len());
        Self {
            names: names::Names::new(&file),
            seas: of_kind(ProvinceKind::Sea),
            ferries,
            coasts: of_kind(ProvinceKind::Coast),
            split: (provinces.iter().enumerate())
                .filter(|(index, facts)| !facts.locations.contains(Location::from_index(*index)))
                .map(|(index, _)| Province::from_index(index))
                .collect(),
            distances,
            nearest_centers,
            provinces,
            locations,
            army,
            fleet,
            fleet_reach,
            lists,
            touching,
            centers,
            homes,
            start,
            file,
        }
    }
}

/// The most boards of which each is the base of the one before.
const LONGEST_LINE: usize = 8;

/// The file with the provinces and borders of its base, which is asked for by name.
pub(super) fn with_base(
    file: &BoardFile,
    base: &dyn Fn(&str) -> Option<String>,
) -> Result<BoardFile, BoardError> {
    let mut line = vec![file.clone()];
    while let Some(name) = line.last().and_then(|last| last.base.clone()) {
        let shown: String = name.chars().take(40).collect();
        if line.len() > LONGEST_LINE || line.iter().any(|file| file.map == name) {
            return Err(BoardError::EndlessBase(shown));
        }
        let text = base(&name).ok_or(BoardError::NoBase(shown))?;
        line.push(super::read(&text)?);
    }
    let mut whole = line.pop().expect("the file itself is there");
    while let Some(variant) = line.pop() {
        whole = on_base(variant, whole);
    }
    Ok(whole)
}

/// A variant with the provinces and borders of a whole map.
fn on_base(mut whole: BoardFile, base: BoardFile) -> BoardFile {
    whole.base = None;
    whole.provinces = base.provinces;
    whole.army_borders = base.army_borders;
    whole.fleet_borders = base.fleet_borders;
    whole.ambiguous = base.ambiguous;
    whole.near_misses = base.near_misses;
    for (power, adjective) in base.adjectives {
        if whole.powers.contains(&power) {
            whole.adjectives.entry(power).or_insert(adjective);
        }
    }
    if let Some(homes) = whole.homes.take() {
        for province in &mut whole.provinces {
            province.home = homes
                .iter()
                .find(|(_, codes)| codes.contains(&province.abbr))
                .map(|(power, _)| power.clone());
        }
    }
    whole
}

fn locations_by_code(locations: &[LocationFacts]) -> Vec<(&str, Province)> {
    locations
        .iter()
        .map(|location| (location.code.as_str(), location.province))
        .collect()
}

/// The number of steps between any two provinces, row by row; 255 if there is
/// no way.
fn distances(touching: &[ProvinceSet]) -> Vec<u8> {
    let count = touching.len();
    let mut table = vec![u8::MAX; count * count];
    for from in 0..count {
        let mut seen = ProvinceSet::only(Province::from_index(from));
        let mut front = seen;
        let mut steps = 0;
        while !front.is_empty() {
            let mut next = ProvinceSet::EMPTY;
            for province in front {
                table[from * count + province.index()] = steps;
                next = next.or(touching[province.index()]);
            }
            front = next.minus(seen);
            seen = seen.or(front);
            steps += 1;
        }
    }
    table
}
