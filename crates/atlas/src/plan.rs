//! A map as data, for whoever draws it without us: a page that moves units about needs
//! the lines and places, and no picture.

use std::collections::BTreeMap;

use parlour_diplomacy::{Power, Province};
use serde::Serialize;

use crate::chart::Chart;
use crate::geometry::{Detail, Point, Sizes};
use crate::theme::Theme;

/// Everything of a map that never changes. Lines are path data of SVG, in map units.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The map's name.
    pub map: String,
    /// What people call it.
    pub title: String,
    /// How many centres win.
    pub target: u32,
    /// Width in map units.
    pub width: i32,
    /// Height in map units.
    pub height: i32,
    /// The sizes that places leave room for.
    pub sizes: Sizes,
    /// The powers, by their seats.
    pub powers: Vec<PowerPlan>,
    /// The provinces.
    pub provinces: Vec<ProvincePlan>,
    /// Land of no province.
    pub neutral: String,
    /// Land nobody may enter.
    pub wall: String,
    /// Water of no province.
    pub lake: String,
    /// All coast lines.
    pub coast: String,
    /// The coast again, coarsely.
    pub shallows: String,
    /// Lines between land provinces.
    pub borders: String,
    /// Lines between seas.
    pub sea_lines: String,
    /// Bridges that armies cross: borders that no line shows.
    pub army_links: String,
    /// Bridges that fleets pass.
    pub fleet_links: String,
}

/// A power and its colours.
#[derive(Clone, Debug, Serialize)]
pub struct PowerPlan {
    /// Its name in orders and records.
    pub name: String,
    /// The letter in its units.
    pub letter: char,
    /// Colours on light paper.
    pub light: Colours,
    /// Colours on dark paper.
    pub dark: Colours,
}

/// Colours of a power, as a style sheet writes them.
#[derive(Clone, Debug, Serialize)]
pub struct Colours {
    /// Units and arrows.
    pub token: String,
    /// The letter in a unit.
    pub letter: String,
    /// Land that it owns.
    pub land: String,
}

/// A province and its places.
#[derive(Clone, Debug, Serialize)]
pub struct ProvincePlan {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// `land`, `coast` or `sea`.
    pub kind: &'static str,
    /// Its outline.
    pub outline: String,
    /// Where a unit stands.
    pub unit: [i32; 2],
    /// Where one stands that was driven out.
    pub dislodged: [i32; 2],
    /// The middle of its code.
    pub label: [i32; 2],
    /// The middle of its name and its lines, where there is room for it.
    pub title: Option<([i32; 2], Vec<String>)>,
    /// Its supply centre.
    pub centre: Option<[i32; 2]>,
    /// Its coasts, if it has several, by their codes.
    pub coasts: BTreeMap<String, CoastPlan>,
}

/// A coast and its places.
#[derive(Clone, Debug, Serialize)]
pub struct CoastPlan {
    /// Where a fleet stands.
    pub unit: [i32; 2],
    /// Where one stands that was driven out.
    pub dislodged: [i32; 2],
    /// The middle of its mark.
    pub mark: [i32; 2],
}

impl Plan {
    /// The plan of a chart.
    pub fn of(chart: &Chart) -> Self {
        let (board, geometry) = (chart.board(), chart.geometry());
        let drawing = chart.drawing(Detail::Curves);
        let lines = drawing.land_lines.iter().map(|line| line.path.as_str());
        Self {
            map: board.name().to_owned(),
            title: board.title().to_owned(),
            target: board.target(),
            width: geometry.width,
            height: geometry.height,
            sizes: geometry.sizes,
            powers: board.powers().map(|it| power(chart, it)).collect(),
            provinces: board.provinces().map(|it| province(chart, it)).collect(),
            neutral: drawing.neutral.clone(),
            wall: drawing.wall.clone(),
            lake: drawing.lake.clone(),
            coast: drawing.coast.clone(),
            shallows: drawing.shallows.clone(),
            borders: lines.collect(),
            sea_lines: drawing.sea_lines.clone(),
            army_links: drawing.army_links.clone(),
            fleet_links: drawing.fleet_links.clone(),
        }
    }
}

fn power(chart: &Chart, power: Power) -> PowerPlan {
    let ink = chart.ink(power);
    let colours = |theme: Theme| Colours {
        token: theme.token(ink).to_string(),
        letter: theme.letter(ink).to_string(),
        land: theme.owned(ink).to_string(),
    };
    PowerPlan {
        name: chart.board().power_name(power).to_owned(),
        letter: chart.letter(power),
        light: colours(Theme::Light),
        dark: colours(Theme::Dark),
    }
}

fn province(chart: &Chart, province: Province) -> ProvincePlan {
    let board = chart.board();
    let place = chart.place(province);
    let coasts = place.coasts.iter().map(|(coast, at)| {
        let plan = CoastPlan {
            unit: pair(at.unit),
            dislodged: pair(at.dislodged),
            mark: pair(at.mark),
        };
        (coast.clone(), plan)
    });
    let title = place.name.as_ref();
    ProvincePlan {
        code: board.code(province).to_owned(),
        name: board.full_name(province).to_owned(),
        kind: kind(chart, province),
        outline: chart.drawing(Detail::Curves).outlines[usize::from(province.0)].clone(),
        unit: pair(place.unit),
        dislodged: pair(place.dislodged),
        label: pair(place.label),
        title: title.map(|(at, lines)| (pair(*at), lines.clone())),
        centre: place.centre.map(pair),
        coasts: coasts.collect(),
    }
}

/// As it is drawn: a coastal province to which the waters round it belong is a sea to
/// the eye.
fn kind(chart: &Chart, province: Province) -> &'static str {
    let board = chart.board();
    if chart.is_water(province) {
        "sea"
    } else if board.coastal().contains(province) {
        "coast"
    } else {
        "land"
    }
}

fn pair(at: Point) -> [i32; 2] {
    [at.x, at.y]
}
