//! Units: an army is a disc, a fleet a boat under sail, each in its power's
//! colour with the power's letter. A dislodged unit is smaller, tilted, and
//! stands on a jagged ring beside whoever drove it out.

use super::{Canvas, put};
use crate::font;
use crate::geometry::Point;
use crate::theme::Theme;
use parlour_diplomacy::{OrderText, Power, Step, Unit, UnitKind};

/// The boat within a circle of radius 100: hull and sails.
const HULL: &str = "M-104 -8H104Q98 84 56 84H-56Q-98 84 -104 -8z";
const SAILS: &str = "M-10 -22V-104Q-62 -82 -74 -22zM10 -22V-92Q56 -72 66 -22z";
/// A ring of teeth round a circle of radius 100.
const TEETH: &str = "M0 -160L29 -117L80 -139L84 -87L139 -80L117 -29L160 0L117 29L139 80L84 87L80 139L29 117L0 160L-29 117L-80 139L-84 87L-139 80L-117 29L-160 0L-117 -29L-139 -80L-84 -87L-80 -139L-29 -117z";

impl Canvas<'_> {
    /// All units, standing, driven out and newly built.
    pub fn units(&mut self) {
        let (chart, position) = (self.chart, self.picture.position);
        let (board, sizes) = (chart.board(), self.sizes);
        let line = self.paper.line;
        self.open(&format!(
            "font-weight=\"700\" text-anchor=\"middle\" stroke=\"{line}\" \
             stroke-width=\"{}\" stroke-linejoin=\"round\"",
            self.thick(9)
        ));
        for (province, placed) in position.units() {
            let id = format!("unit-{}", board.code(province));
            self.token(
                &id,
                chart.standing(placed.unit),
                sizes.unit,
                placed.power,
                placed.unit,
            );
            self.cut();
        }
        for exile in position.dislodged() {
            let at = chart.exile(exile.unit);
            self.teeth(at, sizes.dislodged);
            let inner = sizes.dislodged * 73 / 100;
            let province = board.province_of(exile.unit.at);
            let id = format!("dislodged-{}", board.code(province));
            self.token(&id, at, inner, exile.power, exile.unit);
            self.cut();
        }
        if position.phase.step == Step::Adjustment {
            for drawn in self.picture.orders {
                if let OrderText::Build { unit } = drawn.order
                    && let Some((at, unit)) = self.built(unit)
                {
                    let code = board.code(board.province_of(unit.at));
                    self.token(&format!("built-{code}"), at, sizes.unit, drawn.power, unit);
                    self.cut();
                }
            }
        }
        self.close();
    }

    /// The jagged ring of a unit that was driven out; its points reach `radius`.
    pub fn teeth(&mut self, at: Point, radius: i32) {
        put!(
            self,
            "<path d=\"{TEETH}\" transform=\"translate({} {}) scale({})\" fill=\"{}\" \
             stroke=\"{}\"/>\n",
            at.x,
            at.y,
            thousandths(radius * 10 * 100 / 160),
            self.paper.alarm,
            self.paper.halo
        );
    }

    /// One unit.
    pub fn token(&mut self, id: &str, at: Point, radius: i32, power: Power, unit: Unit) {
        let ink = self.chart.ink(power);
        let (fill, letter) = (self.theme.token(ink), self.theme.letter(ink));
        let halo = if self.theme == Theme::Dark {
            self.paper.text
        } else {
            self.paper.halo
        };
        put!(
            self,
            "<g id=\"{id}\" transform=\"translate({} {})\" fill=\"{fill}\">",
            at.x,
            at.y
        );
        let (size, drop) = match unit.kind {
            UnitKind::Army => {
                put!(
                    self,
                    "<circle r=\"{}\"/><circle r=\"{}\" fill=\"none\" stroke=\"{halo}\" \
                     stroke-width=\"{}\" stroke-opacity=\"0.75\"/>",
                    radius - self.thick(4),
                    radius - self.thick(12),
                    self.thick(6)
                );
                (radius * 128 / 100, 0)
            }
            UnitKind::Fleet => {
                let scale = thousandths(radius * 10 * 94 / 100);
                put!(
                    self,
                    "<g transform=\"scale({scale})\" stroke-width=\"11\">\
                     <path d=\"{SAILS}\" fill=\"{halo}\"/><path d=\"{HULL}\"/></g>"
                );
                (radius * 104 / 100, radius * 36 / 100)
            }
        };
        put!(
            self,
            "<text font-size=\"{size}\" y=\"{}\" fill=\"{letter}\" stroke=\"none\">{}</text></g>\n",
            drop + font::half_capital(size),
            self.chart.letter(power)
        );
    }
}

/// A number of thousandths as a decimal.
fn thousandths(number: i32) -> String {
    format!("{}.{:03}", number / 1000, number % 1000)
}
