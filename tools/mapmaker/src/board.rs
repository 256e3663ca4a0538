//! The facts of the board the drawing must agree with.

use crate::raster::Label;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The part of a board file that geography needs.
#[derive(Deserialize)]
pub struct Board {
    /// The map's name.
    pub map: String,
    /// All provinces, in the order that numbers their labels.
    pub provinces: Vec<Province>,
    /// Pairs of provinces.
    pub army_borders: Vec<(String, String)>,
    /// Pairs of provinces or coasts.
    pub fleet_borders: Vec<(String, String)>,
}

/// One province.
#[derive(Deserialize)]
pub struct Province {
    /// Three letters.
    pub abbr: String,
    /// In full.
    pub name: String,
    /// Whether it is a supply centre.
    #[serde(default)]
    pub sc: bool,
    /// The codes of its coasts, if it has several.
    #[serde(default)]
    pub coasts: Vec<String>,
    /// sea, land or coast.
    pub kind: Kind,
}

/// What may stand in a province.
#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Water: fleets only.
    Sea,
    /// Inland: armies only.
    Land,
    /// Both.
    Coast,
}

impl Board {
    /// The label of a province.
    pub fn label(&self, abbr: &str) -> Option<Label> {
        let at = self.provinces.iter().position(|p| p.abbr == abbr)?;
        Some(at as Label)
    }

    /// Army borders as sorted pairs of labels.
    pub fn army(&self) -> BTreeSet<(Label, Label)> {
        self.pairs(&self.army_borders)
    }

    /// Fleet borders by province (coasts joined) as sorted pairs of labels.
    pub fn fleet(&self) -> BTreeSet<(Label, Label)> {
        self.pairs(&self.fleet_borders)
    }

    fn pairs(&self, named: &[(String, String)]) -> BTreeSet<(Label, Label)> {
        let label = |text: &str| {
            let abbr = text.split('/').next().unwrap_or(text);
            self.label(abbr)
                .expect("borders name provinces of the board")
        };
        named
            .iter()
            .map(|(a, b)| {
                let (a, b) = (label(a), label(b));
                (a.min(b), a.max(b))
            })
            .collect()
    }
}

/// In what a drawing may differ from its board.
#[derive(Default)]
pub struct Liberties {
    /// Coastal provinces to which the waters round them belong: drawn as seas are.
    pub waters: Vec<String>,
    /// Borders that no line shows, each for a reason: a canal, a river, two that cross.
    pub undrawn: Vec<(String, String)>,
}

impl Liberties {
    /// How a province is drawn.
    pub fn kind(&self, province: &Province) -> Kind {
        if self.waters.contains(&province.abbr) {
            Kind::Sea
        } else {
            province.kind
        }
    }

    /// Whether the border of two provinces need not be drawn.
    pub fn is_undrawn(&self, one: &str, other: &str) -> bool {
        self.undrawn.iter().any(|(a, b)| {
            let (a, b) = (a.as_str(), b.as_str());
            (a, b) == (one, other) || (b, a) == (one, other)
        })
    }
}
