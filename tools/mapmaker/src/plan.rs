//! The plan of a map: projection, lenses, frame, seeds and corrections, read
//! from the data files beside this program.

use crate::board::Liberties;
use serde::Deserialize;
use std::collections::BTreeMap;

/// (longitude, latitude) in degrees.
pub type Place = (f64, f64);

/// Everything that shapes one map.
#[derive(Deserialize)]
pub struct Plan {
    /// The conic projection.
    pub projection: Projection,
    /// Kilometres of one pixel: the smaller, the smaller units and letters are drawn.
    #[serde(default = "usual_pixel")]
    pub km_per_pixel: f64,
    /// The lens over the middle of the map.
    #[serde(default)]
    pub lens: Lens,
    /// Weaker lenses over single crowded corners.
    #[serde(default)]
    pub local_lenses: Vec<LocalLens>,
    /// What is drawn, in kilometres after the lenses.
    pub frame_km: Frame,
    /// The part of the world that is looked at.
    #[serde(default)]
    pub region: Region,
    /// Countries that are not painted.
    #[serde(default)]
    pub leave_out: Vec<String>,
    /// Water painted as land.
    #[serde(default)]
    pub straits: Vec<Strait>,
    /// Land painted as water.
    #[serde(default)]
    pub channels: Vec<Channel>,
    /// Closed water given to a province.
    #[serde(default)]
    pub fill: Vec<Fill>,
    /// Lakes that are provinces: painted as water before seas are dealt out.
    #[serde(default)]
    pub water_inland: Vec<Inland>,
    /// Coastal provinces whose waters belong to them: drawn as seas are.
    #[serde(default)]
    pub drawn_as_sea: Vec<String>,
    /// Borders of the board that the drawing cannot show, each for a reason.
    #[serde(default)]
    pub undrawn: Vec<Undrawn>,
    /// Seeds of land provinces.
    pub land_seeds: BTreeMap<String, Vec<Place>>,
    /// Seeds of seas.
    pub sea_seeds: BTreeMap<String, Vec<Place>>,
    /// Seeds of land that belongs to no province.
    #[serde(default)]
    pub no_province_seeds: Vec<Place>,
    /// Seeds of land nobody may enter.
    #[serde(default)]
    pub impassable_seeds: Vec<Place>,
    /// Seeds of water that belongs to no province.
    #[serde(default)]
    pub lake_seeds: Vec<Place>,
    /// Which provinces may lie in a country; `*` stands for all countries that are
    /// not listed, and as a province for all provinces.
    #[serde(default)]
    pub country_provinces: BTreeMap<String, Vec<String>>,
    /// The cities of supply centres.
    #[serde(default)]
    pub centers: BTreeMap<String, Place>,
    /// Where a fleet on a split coast stands.
    #[serde(default)]
    pub coast_points: BTreeMap<String, Place>,
    /// Places set by hand: province or coast, thing, degrees.
    #[serde(default)]
    pub corrections: BTreeMap<String, BTreeMap<String, Place>>,
}

fn usual_pixel() -> f64 {
    2.0
}

/// A lake that is a province.
#[derive(Deserialize)]
pub struct Inland {
    /// Its shore in degrees.
    pub ring: Vec<Place>,
}

/// A border that the drawing cannot show: a canal, a river, two borders that cross.
#[derive(Deserialize)]
pub struct Undrawn {
    /// The two provinces.
    pub border: (String, String),
}

/// Lambert conformal conic on a sphere.
#[derive(Deserialize)]
pub struct Projection {
    /// Radius of the sphere.
    pub radius_km: f64,
    /// The two standard parallels in degrees.
    pub standard_parallels: (f64, f64),
    /// Longitude and latitude of the origin in degrees.
    pub origin: Place,
}

/// Moves every point away from a centre, near ones more.
#[derive(Deserialize)]
#[serde(default)]
pub struct Lens {
    /// The centre on the projected plane.
    pub centre_km: (f64, f64),
    /// Where the lens neither pushes nor pulls.
    pub radius_km: f64,
    /// 0 is the true map.
    pub strength: f64,
}

impl Default for Lens {
    fn default() -> Self {
        Self {
            centre_km: (0.0, 0.0),
            radius_km: 2600.0,
            strength: 0.0,
        }
    }
}

/// Swells a disc and leaves everything outside it alone.
#[derive(Deserialize)]
pub struct LocalLens {
    /// Centre of the disc in degrees.
    pub centre: Place,
    /// Radius of the disc after the great lens.
    pub radius_km: f64,
    /// Growth at the centre.
    pub strength: f64,
}

/// Degrees between which outlines are read; what lies beyond is left out.
#[derive(Deserialize)]
pub struct Region {
    /// Where it begins.
    pub west: f64,
    /// Where it ends; outlines that reach beyond are cut off here.
    pub east: f64,
    /// Its southern edge.
    pub south: f64,
}

impl Default for Region {
    fn default() -> Self {
        Self {
            west: -40.0,
            east: 100.0,
            south: 15.0,
        }
    }
}

/// The drawn rectangle.
#[derive(Deserialize)]
pub struct Frame {
    /// Left edge.
    pub west: f64,
    /// Right edge.
    pub east: f64,
    /// Lower edge.
    pub south: f64,
    /// Upper edge.
    pub north: f64,
}

/// A line of land across a strait.
#[derive(Deserialize)]
pub struct Strait {
    /// Province that owns the new land.
    pub owner: String,
    /// The line in degrees.
    pub line: Vec<Place>,
    /// How broad it is painted.
    pub width_km: f64,
}

/// A line of water through land that is too near.
#[derive(Deserialize)]
pub struct Channel {
    /// The line in degrees.
    pub line: Vec<Place>,
    /// How broad it is painted.
    pub width_km: f64,
}

/// Water round a point becomes part of a province.
#[derive(Deserialize)]
pub struct Fill {
    /// Province that owns it.
    pub owner: String,
    /// A point in the water.
    pub inside: Place,
}

impl Plan {
    /// In what the drawing may differ from the board.
    pub fn liberties(&self) -> Liberties {
        let borders = self.undrawn.iter().map(|undrawn| undrawn.border.clone());
        Liberties {
            waters: self.drawn_as_sea.clone(),
            undrawn: borders.collect(),
        }
    }
}

/// Turns degrees into kilometres on the drawn plane, x to the east and y to
/// the south, from the upper left corner of the frame.
pub struct Projector<'a> {
    plan: &'a Plan,
    n: f64,
    f: f64,
    rho0: f64,
}

impl<'a> Projector<'a> {
    /// Works out the constants of the cone.
    pub fn new(plan: &'a Plan) -> Self {
        let p = &plan.projection;
        let (a, b) = p.standard_parallels;
        let (a, b) = (a.to_radians(), b.to_radians());
        let tan = |lat: f64| (std::f64::consts::FRAC_PI_4 + lat / 2.0).tan();
        let n = (a.cos() / b.cos()).ln() / (tan(b) / tan(a)).ln();
        let f = a.cos() * tan(a).powf(n) / n;
        let rho0 = p.radius_km * f / tan(p.origin.1.to_radians()).powf(n);
        Self { plan, n, f, rho0 }
    }

    /// Whether the parallels make a cone: not where they lie on both sides of the
    /// equator, equally far.
    pub fn is_sound(&self) -> bool {
        let all = [self.n, self.f, self.rho0];
        all.iter().all(|it| it.is_finite()) && self.n.abs() > 0.02
    }

    /// Kilometres on the plane, y to the north.
    pub fn plane(&self, (lon, lat): Place) -> (f64, f64) {
        self.swell(self.cone(lon, lat))
    }

    /// Kilometres from the upper left corner.
    pub fn place(&self, place: Place) -> (f64, f64) {
        let (x, y) = self.plane(place);
        (x - self.plan.frame_km.west, self.plan.frame_km.north - y)
    }

    fn cone(&self, lon: f64, lat: f64) -> (f64, f64) {
        let p = &self.plan.projection;
        let tan = (std::f64::consts::FRAC_PI_4 + lat.to_radians() / 2.0).tan();
        let rho = p.radius_km * self.f / tan.powf(self.n);
        let theta = self.n * (lon - p.origin.0).to_radians();
        (rho * theta.sin(), self.rho0 - rho * theta.cos())
    }

    fn swell(&self, point: (f64, f64)) -> (f64, f64) {
        let mut at = self.great_lens(point);
        for lens in &self.plan.local_lenses {
            let centre = self.great_lens(self.cone(lens.centre.0, lens.centre.1));
            let (dx, dy) = (at.0 - centre.0, at.1 - centre.1);
            let u2 = (dx * dx + dy * dy) / (lens.radius_km * lens.radius_km);
            if u2 < 1.0 {
                let grow = 1.0 + lens.strength * (1.0 - u2) * (1.0 - u2);
                at = (centre.0 + dx * grow, centre.1 + dy * grow);
            }
        }
        at
    }

    fn great_lens(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let lens = &self.plan.lens;
        let (dx, dy) = (x - lens.centre_km.0, y - lens.centre_km.1);
        let r = dx.hypot(dy);
        let grow = (1.0 + lens.strength) / (1.0 + lens.strength * r / lens.radius_km);
        (lens.centre_km.0 + dx * grow, lens.centre_km.1 + dy * grow)
    }
}
