//! Finds the places of every province of a finished raster and writes them as
//! the geometry file wants them, in map units.

use crate::board::Board;
use crate::placement::{self, Room, Shape, Sizes, Spot, Standing, Wishes};
use crate::raster::{Label, Raster};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What the search is told beforehand, in pixels.
#[derive(Default)]
pub struct Known {
    /// Cities of centres.
    pub centres: BTreeMap<String, Spot>,
    /// Places of fleets by coast, `STP/NC`.
    pub coasts: BTreeMap<String, Spot>,
    /// Corrections by province or coast and by thing (`unit`, `label`, …).
    pub wishes: BTreeMap<String, BTreeMap<String, Spot>>,
}

/// The places of one province as the geometry file lists them.
pub type Entry = Map<String, Value>;

/// Finds the places of a map.
pub struct Search<'a> {
    /// The board.
    pub board: &'a Board,
    /// The labels.
    pub raster: &'a Raster,
    /// Map units per pixel.
    pub unit: i32,
    /// What takes how much room.
    pub sizes: Sizes,
    /// What is known beforehand.
    pub known: &'a Known,
}

impl Search<'_> {
    /// Places by province, and in words what is not as it should be.
    pub fn run(&self) -> (Vec<(String, Entry)>, Vec<String>) {
        let clearance = self.raster.clearance();
        let (mut places, mut words) = (Vec::new(), Vec::new());
        for (label, province) in self.board.provinces.iter().enumerate() {
            let room = Room::new(self.raster, &clearance, label as Label);
            let found = room
                .ok_or_else(|| "is not on the map".to_owned())
                .and_then(|room| self.province(&room, &province.abbr, &province.name));
            match found {
                Ok(entry) => places.push((province.abbr.clone(), entry)),
                Err(fault) => words.push(format!("{} {fault}", province.abbr)),
            }
        }
        (places, words)
    }

    fn province(&self, room: &Room, abbr: &str, title: &str) -> Result<Entry, String> {
        let mut entry = Entry::new();
        let mut taken = Vec::new();
        if let Some(&city) = self.known.centres.get(abbr) {
            let wish = self.wish(abbr, "centre").unwrap_or(city);
            let spot = room.nudge(wish, |at| room.clear(at) >= self.sizes.city + 2.0);
            taken.push(Shape::Disc(spot, self.sizes.city));
        }
        let mut coasts = Map::new();
        let prefix = format!("{abbr}/");
        for (name, &point) in self
            .known
            .coasts
            .iter()
            .filter(|(n, _)| n.starts_with(&prefix))
        {
            let coast = self.coast(room, name, point, &mut taken)?;
            coasts.insert(name[prefix.len()..].to_owned(), coast);
        }
        if !coasts.is_empty() {
            entry.insert("coasts".into(), Value::Object(coasts));
        }
        let wishes = Wishes {
            unit: self.wish(abbr, "unit"),
            dislodged: self.wish(abbr, "dislodged"),
            label: self.wish(abbr, "label"),
        };
        let standing = placement::settle(room, &self.sizes, &taken, wishes, title)
            .ok_or("has no room for its unit and its letters")?;
        if !standing.dislodged_inside {
            return Err("has no room for a dislodged unit".into());
        }
        if self.known.centres.contains_key(abbr) {
            let spot = self
                .centre(room, &standing, &taken[1..])
                .ok_or("has no room for its centre")?;
            entry.insert("centre".into(), self.at(spot));
        }
        entry.insert("unit".into(), self.at(standing.unit));
        entry.insert("dislodged".into(), self.at(standing.dislodged));
        entry.insert("label".into(), self.at(standing.label));
        if let Some((spot, lines)) = &standing.name {
            entry.insert("name".into(), json!({"at": self.at(*spot), "lines": lines}));
        }
        Ok(entry)
    }

    /// The centre: as near to the letters as can be, best on their line, so that who
    /// reads the name sees it.
    fn centre(&self, room: &Room, standing: &Standing, taken: &[Shape]) -> Option<Spot> {
        let sizes = &self.sizes;
        // A `W` is broader than most letters.
        let letters = (sizes.label.0 + 2.0 * sizes.gap, sizes.label.1);
        let mut others = vec![
            Shape::Disc(standing.unit, sizes.unit),
            Shape::Disc(standing.dislodged, sizes.dislodged),
            Shape::Block(standing.label, letters),
        ];
        others.extend_from_slice(taken);
        if let Some((at, lines)) = &standing.name {
            let longest = lines.iter().map(|line| line.chars().count()).max()?;
            let half = (
                longest as f64 * sizes.name.0 / 2.0,
                lines.len() as f64 * sizes.name.1,
            );
            others.push(Shape::Block(*at, half));
        }
        let cost = |at: &Spot| {
            let away = ((at.0 - standing.label.0).abs() - sizes.label.0).max(0.0);
            away + 2.5 * (at.1 - standing.label.1).abs()
        };
        room.spots(1)
            .into_iter()
            .filter(|at| {
                let disc = Shape::Disc(*at, sizes.centre);
                room.holds(&disc, 2.0) && !others.iter().any(|it| it.meets(&disc, sizes.gap))
            })
            .min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }

    /// Fleet, dislodged fleet and mark of one coast.
    fn coast(
        &self,
        room: &Room,
        name: &str,
        point: Spot,
        taken: &mut Vec<Shape>,
    ) -> Result<Value, String> {
        let sizes = &self.sizes;
        let free = |taken: &[Shape], shape: Shape| {
            room.holds(&shape, 1.0) && !taken.iter().any(|t| t.meets(&shape, sizes.gap))
        };
        let fleet = self
            .wish(name, "unit")
            .unwrap_or_else(|| room.nudge(point, |at| free(taken, Shape::Disc(at, sizes.unit))));
        taken.push(Shape::Disc(fleet, sizes.unit));
        let beside = |taken: &[Shape], away: f64, shape: &dyn Fn(Spot) -> Shape| {
            let mut best: Option<(f64, Spot)> = None;
            for turn in 0..48 {
                let angle = std::f64::consts::TAU * f64::from(turn) / 48.0;
                for reach in [1.0, 1.15, 1.3, 1.5] {
                    let far = away * reach;
                    let spot = (fleet.0 + angle.cos() * far, fleet.1 + angle.sin() * far);
                    let cost = reach * 10.0 - room.clear(spot).min(sizes.unit) * 0.2;
                    if free(taken, shape(spot)) && best.is_none_or(|(least, _)| cost < least) {
                        best = Some((cost, spot));
                    }
                }
            }
            best.map(|(_, spot)| spot)
        };
        let away = sizes.unit + sizes.gap + sizes.mark.1;
        let mark = self
            .wish(name, "mark")
            .or_else(|| beside(taken, away, &|s| Shape::Block(s, sizes.mark)))
            .ok_or_else(|| format!("has no room for the mark of {name}"))?;
        taken.push(Shape::Block(mark, sizes.mark));
        let away = sizes.unit + sizes.dislodged + sizes.gap;
        let exile = self
            .wish(name, "dislodged")
            .or_else(|| beside(taken, away, &|s| Shape::Disc(s, sizes.dislodged)))
            .ok_or_else(|| format!("has no room for a dislodged fleet on {name}"))?;
        taken.push(Shape::Disc(exile, sizes.dislodged));
        let (fleet, exile, mark) = (self.at(fleet), self.at(exile), self.at(mark));
        Ok(json!({"unit": fleet, "dislodged": exile, "mark": mark}))
    }

    fn wish(&self, name: &str, thing: &str) -> Option<Spot> {
        self.known
            .wishes
            .get(name)
            .and_then(|wishes| wishes.get(thing))
            .copied()
    }

    fn at(&self, spot: Spot) -> Value {
        let scale = f64::from(self.unit);
        json!([
            (spot.0 * scale).round() as i32,
            (spot.1 * scale).round() as i32
        ])
    }
}
