//! Colours and patterns.
//!
//! Powers differ in lightness as well as hue, so that they stay apart for
//! colour-blind players and on grey paper; a test simulates both. The
//! monochrome theme gives every power a pattern instead.

mod colour;
mod powers;

pub use colour::Rgb;
pub use powers::{Ink, Pattern, ink_of};

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Cream paper, pale sea.
    #[default]
    Light,
    /// For dark screens.
    Dark,
    /// Black on white, owners by pattern.
    Mono,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Mono];

    /// The theme's name: `light`, `dark` or `mono`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Mono => "mono",
        }
    }

    /// The theme of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|theme| theme.name().eq_ignore_ascii_case(name))
    }

    /// The colours of everything that belongs to no power.
    pub fn paper(self) -> Paper {
        match self {
            Self::Light => LIGHT,
            Self::Dark => DARK,
            Self::Mono => MONO,
        }
    }

    /// The fill of a supply centre's province.
    pub fn owned(self, ink: &Ink) -> Rgb {
        match self {
            Self::Light => ink.tint,
            Self::Dark => ink.shade,
            Self::Mono => MONO.land,
        }
    }

    /// The fill of land a power holds that has no supply centre.
    pub fn held(self, ink: &Ink) -> Rgb {
        self.owned(ink).mixed(self.paper().land, 40)
    }

    /// The colour of a power's units and arrows.
    pub fn token(self, ink: &Ink) -> Rgb {
        match self {
            Self::Light => ink.strong,
            Self::Dark => ink.bright,
            Self::Mono => Rgb::new(0xff, 0xff, 0xff),
        }
    }

    /// The colour of the letter in a unit.
    pub fn letter(self, ink: &Ink) -> Rgb {
        let (dark, pale) = (Rgb::new(0x10, 0x12, 0x16), Rgb::new(0xff, 0xff, 0xff));
        if self.token(ink).lightness() > 470 {
            dark
        } else {
            pale
        }
    }
}

/// The colours that belong to no power.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Behind title and table.
    pub page: Rgb,
    /// Water.
    pub sea: Rgb,
    /// Water along the coast.
    pub shallows: Rgb,
    /// Lines between seas.
    pub sea_line: Rgb,
    /// Names of seas.
    pub sea_text: Rgb,
    /// Land without an owner.
    pub land: Rgb,
    /// Land that belongs to no province.
    pub neutral: Rgb,
    /// Land nobody may enter.
    pub wall: Rgb,
    /// Hatching on it.
    pub wall_line: Rgb,
    /// Coast lines.
    pub coast: Rgb,
    /// Lines between land provinces.
    pub border: Rgb,
    /// Borders for armies that no line can show, across land and water.
    pub bridge: Rgb,
    /// Lines between owners.
    pub frontier: Rgb,
    /// Words.
    pub text: Rgb,
    /// Less important words.
    pub faint: Rgb,
    /// Round dark things, so that they stand out.
    pub halo: Rgb,
    /// Outlines of units and centres.
    pub line: Rgb,
    /// Failures.
    pub alarm: Rgb,
    /// Successes and new units.
    pub good: Rgb,
    /// Highlighted provinces.
    pub highlight: Rgb,
}

const LIGHT: Paper = Paper {
    page: Rgb::new(0xfb, 0xf9, 0xf4),
    sea: Rgb::new(0xd3, 0xe4, 0xee),
    shallows: Rgb::new(0xe8, 0xf3, 0xf8),
    sea_line: Rgb::new(0xa5, 0xc2, 0xd4),
    sea_text: Rgb::new(0x2c, 0x57, 0x74),
    land: Rgb::new(0xf5, 0xed, 0xd9),
    neutral: Rgb::new(0xe3, 0xdf, 0xd6),
    wall: Rgb::new(0xc9, 0xc3, 0xb6),
    wall_line: Rgb::new(0x9c, 0x95, 0x87),
    coast: Rgb::new(0x3b, 0x4a, 0x56),
    border: Rgb::new(0x8b, 0x80, 0x6c),
    bridge: Rgb::new(0x8b, 0x80, 0x6c),
    frontier: Rgb::new(0x4d, 0x45, 0x38),
    text: Rgb::new(0x22, 0x24, 0x2a),
    faint: Rgb::new(0x70, 0x70, 0x70),
    halo: Rgb::new(0xff, 0xff, 0xff),
    line: Rgb::new(0x1c, 0x1e, 0x24),
    alarm: Rgb::new(0xc4, 0x1a, 0x2b),
    good: Rgb::new(0x15, 0x80, 0x4a),
    highlight: Rgb::new(0xff, 0x8a, 0x00),
};

const DARK: Paper = Paper {
    page: Rgb::new(0x14, 0x18, 0x1e),
    sea: Rgb::new(0x1a, 0x28, 0x37),
    shallows: Rgb::new(0x24, 0x38, 0x4b),
    sea_line: Rgb::new(0x35, 0x4c, 0x61),
    sea_text: Rgb::new(0x8f, 0xb3, 0xcc),
    land: Rgb::new(0x57, 0x53, 0x4a),
    neutral: Rgb::new(0x2c, 0x2f, 0x33),
    wall: Rgb::new(0x22, 0x24, 0x28),
    wall_line: Rgb::new(0x45, 0x47, 0x4c),
    coast: Rgb::new(0x06, 0x09, 0x0d),
    border: Rgb::new(0x1e, 0x20, 0x23),
    bridge: Rgb::new(0x97, 0x8f, 0x80),
    frontier: Rgb::new(0x06, 0x07, 0x09),
    text: Rgb::new(0xf6, 0xf2, 0xe8),
    faint: Rgb::new(0xa4, 0xa9, 0xb0),
    halo: Rgb::new(0x0c, 0x0f, 0x13),
    line: Rgb::new(0x06, 0x08, 0x0b),
    alarm: Rgb::new(0xff, 0x5d, 0x5d),
    good: Rgb::new(0x5a, 0xe0, 0x94),
    highlight: Rgb::new(0xff, 0xb3, 0x3c),
};

const MONO: Paper = Paper {
    page: Rgb::new(0xff, 0xff, 0xff),
    sea: Rgb::new(0xec, 0xec, 0xec),
    shallows: Rgb::new(0xf8, 0xf8, 0xf8),
    sea_line: Rgb::new(0xb4, 0xb4, 0xb4),
    sea_text: Rgb::new(0x50, 0x50, 0x50),
    land: Rgb::new(0xff, 0xff, 0xff),
    neutral: Rgb::new(0xe0, 0xe0, 0xe0),
    wall: Rgb::new(0xb0, 0xb0, 0xb0),
    wall_line: Rgb::new(0x60, 0x60, 0x60),
    coast: Rgb::new(0x10, 0x10, 0x10),
    border: Rgb::new(0x60, 0x60, 0x60),
    bridge: Rgb::new(0x60, 0x60, 0x60),
    frontier: Rgb::new(0x00, 0x00, 0x00),
    text: Rgb::new(0x00, 0x00, 0x00),
    faint: Rgb::new(0x60, 0x60, 0x60),
    halo: Rgb::new(0xff, 0xff, 0xff),
    line: Rgb::new(0x00, 0x00, 0x00),
    alarm: Rgb::new(0x00, 0x00, 0x00),
    good: Rgb::new(0x00, 0x00, 0x00),
    highlight: Rgb::new(0x00, 0x00, 0x00),
};
