//! A picture: what is drawn, how large, in which colours.

use crate::chart::Chart;
use crate::geometry::{Detail, Point};
use crate::order::DrawnOrder;
use crate::svg::Drawn;
use crate::theme::Theme;
use parlour_diplomacy::{Position, Province, ProvinceSet};
use resvg::tiny_skia::Pixmap;

/// The narrowest picture in pixels.
pub const NARROWEST: u32 = 64;
/// The widest picture in pixels.
pub const WIDEST: u32 = 6000;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureFault {
    /// No such width.
    #[error("a picture is {NARROWEST} to {WIDEST} pixels wide, not {0}")]
    Width(u64),
    /// The position belongs to another map.
    #[error("the position does not fit the map \"{0}\"")]
    Foreign(String),
    /// A film without pictures.
    #[error("there is no picture to show")]
    NoFrames,
    /// The pictures of a film differ in size.
    #[error("the pictures of a film must have the same size")]
    UnevenFrames,
    /// The raster could not be made.
    #[error("the picture could not be rendered: {0}")]
    Render(String),
}

/// How a picture looks.
#[derive(Clone, Debug)]
pub struct Look {
    /// Width in pixels.
    pub width: u32,
    /// Colours.
    pub theme: Theme,
    /// Show only this province and its neighbours.
    pub crop: Option<Crop>,
    /// Provinces to point out.
    pub highlight: ProvinceSet,
    /// The title; the phase in words if it is left out.
    pub title: Option<String>,
    /// A remark beside the title, for instance the deadline.
    pub note: Option<String>,
    /// Whether the table of powers is drawn.
    pub table: bool,
    /// The language of full names, for instance `de`; English if it is left out. A name
    /// that does not fit where the English one stands is left out.
    pub language: Option<String>,
    /// Whether marks are explained below the table, where there are any.
    pub key: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            width: 1200,
            theme: Theme::Light,
            crop: None,
            highlight: ProvinceSet::EMPTY,
            title: None,
            note: None,
            table: true,
            language: None,
            key: true,
        }
    }
}

/// A part of the map: a province and everything at most `radius` steps away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    /// The province in the middle.
    pub province: Province,
    /// How many steps away.
    pub radius: u8,
}

/// Everything that goes into one picture.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    /// The map.
    pub chart: &'a Chart,
    /// Who stands where.
    pub position: &'a Position,
    /// Orders to draw as arrows. Only what is given here is shown: a player's
    /// picture before the phase is resolved is given that player's orders.
    pub orders: &'a [DrawnOrder],
    /// How it looks.
    pub look: &'a Look,
}

/// The part of the map that is shown, in map units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// No crop is smaller than this many map units across.
const SMALLEST_WINDOW: i32 = 1800;
/// Where a pixel covers fewer map units than this, steps of lines would show.
const FINE: i64 = 4;
/// Room round the places of a crop.
const MARGIN: i32 = 260;

impl Extent {
    /// The whole map or the part that a crop asks for.
    pub fn of(chart: &Chart, crop: Option<Crop>) -> Self {
        let geometry = chart.geometry();
        let Some(crop) = crop else {
            return Self {
                x: 0,
                y: 0,
                w: geometry.width,
                h: geometry.height,
            };
        };
        let board = chart.board();
        let (mut low, mut high) = chart.boxes[usize::from(crop.province.0)];
        let mut take = |p: Point| {
            low = Point::new(low.x.min(p.x - MARGIN), low.y.min(p.y - MARGIN));
            high = Point::new(high.x.max(p.x + MARGIN), high.y.max(p.y + MARGIN));
        };
        for province in board.provinces() {
            if board.distance(crop.province, province) <= crop.radius {
                let place = chart.place(province);
                take(place.unit);
                take(place.label);
                take(place.dislodged);
                place.coasts.values().for_each(|coast| take(coast.unit));
            }
        }
        let (cx, cy) = (low.x.midpoint(high.x), low.y.midpoint(high.y));
        let (mut w, mut h) = (high.x - low.x, high.y - low.y);
        w = w.max(SMALLEST_WINDOW).max(h * 4 / 5);
        h = h.max(SMALLEST_WINDOW * 3 / 4).max(w * 5 / 8);
        w = w.min(geometry.width);
        h = h.min(geometry.height);
        Self {
            x: (cx - w / 2).clamp(0, geometry.width - w),
            y: (cy - h / 2).clamp(0, geometry.height - h),
            w,
            h,
        }
    }
}

impl Picture<'_> {
    /// The picture as SVG.
    pub fn svg(&self) -> Result<String, PictureFault> {
        Ok(self.drawn(Detail::Curves)?.text)
    }

    /// The picture as PNG.
    pub fn png(&self) -> Result<Vec<u8>, PictureFault> {
        crate::raster::png(&self.pixels()?)
    }

    /// The picture as PNG, rendered whole and with nothing that was kept from other
    /// pictures: the bytes that [`Self::png`] has to equal, at several times its cost.
    pub fn png_afresh(&self) -> Result<Vec<u8>, PictureFault> {
        let drawn = self.drawn(self.detail())?;
        crate::raster::png(&crate::raster::whole(&drawn.text)?)
    }

    pub(crate) fn pixels(&self) -> Result<Pixmap, PictureFault> {
        crate::raster::pixels(&self.drawn(self.detail())?)
    }

    /// How finely lines are drawn in pixels.
    fn detail(&self) -> Detail {
        let units = Extent::of(self.chart, self.look.crop).w;
        let fine = i64::from(self.look.width) * FINE >= i64::from(units);
        if fine { Detail::Curves } else { Detail::Lines }
    }

    fn drawn(&self, detail: Detail) -> Result<Drawn, PictureFault> {
        let width = self.look.width;
        if !(NARROWEST..=WIDEST).contains(&width) {
            return Err(PictureFault::Width(u64::from(width)));
        }
        let board = self.chart.board();
        let fits = |province: Province| usize::from(province.0) < board.province_count();
        let theirs = self.position.units().all(|(province, placed)| {
            fits(province)
                && board.fits(placed.unit)
                && board.province_of(placed.unit.at) == province
        });
        if !theirs {
            return Err(PictureFault::Foreign(board.name().to_owned()));
        }
        Ok(crate::svg::draw(self, detail))
    }
}
