//! Lines with their ends, rings and crosses: what orders are drawn with.

use super::path::{Trail, Vec2};
use super::{Canvas, put};
use crate::geometry::Point;
use crate::theme::Rgb;

/// Widths in map units.
const LINE: i32 = 20;
const CASING: i32 = 36;
const HEAD: f64 = 66.0;
const HEAD_HALF: f64 = 40.0;

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Solid,
    Double,
    Dashed,
    Dotted,
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Head,
    OpenHead,
    Dot,
    Bar,
}

impl Canvas<'_> {
    /// One line with its end, in a casing of the paper's colour.
    pub(super) fn line(&mut self, trail: &Trail, colour: Rgb, style: Style, end: End) {
        let halo = self.paper.halo;
        let length = trail.length();
        let (tip, towards) = trail.at(length);
        let head = self.head().min(length * 0.6);
        let shaft = match end {
            End::Head | End::OpenHead => trail.trimmed(0.0, head * 0.85),
            End::Dot | End::Bar => trail.clone(),
        };
        let data = shaft.data();
        let (width, dash) = match style {
            Style::Solid => (LINE, String::new()),
            Style::Double => (LINE + 10, String::new()),
            Style::Dashed => {
                let (on, off) = (self.thick(36), self.thick(22));
                (LINE - 4, format!(" stroke-dasharray=\"{on} {off}\""))
            }
            Style::Dotted => {
                let off = self.thick(34);
                let dash = format!(" stroke-dasharray=\"1 {off}\" stroke-linecap=\"round\"");
                (LINE - 2, dash)
            }
        };
        let casing = self.thick(width + CASING - LINE);
        let width = self.thick(width);
        put!(
            self,
            "<path d=\"{data}\" stroke=\"{halo}\" stroke-width=\"{casing}\" \
             stroke-opacity=\"0.8\" stroke-linecap=\"round\"/>\
             <path d=\"{data}\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>"
        );
        if style == Style::Double {
            put!(
                self,
                "<path d=\"{data}\" stroke=\"{halo}\" stroke-width=\"{}\"/>",
                self.thick(10)
            );
        }
        self.out.push('\n');
        let end = self.line_end(tip, towards, head, colour, end);
        self.ends.push(end);
    }

    /// The ends of all lines, which neither words nor units hide.
    pub(super) fn line_ends(&mut self) {
        self.open("fill=\"none\" stroke-linejoin=\"round\"");
        for end in std::mem::take(&mut self.ends) {
            self.out.push_str(&end);
            self.out.push('\n');
            self.cut();
        }
        self.close();
    }

    /// The length of an arrowhead.
    pub(super) fn head(&self) -> f64 {
        HEAD * f64::from(self.grown) / 100.0
    }

    fn line_end(&self, tip: Vec2, towards: Vec2, head: f64, colour: Rgb, end: End) -> String {
        let halo = self.paper.halo;
        match end {
            End::Head | End::OpenHead => {
                let base = tip.plus(towards, -head);
                let wide = HEAD_HALF * head / HEAD;
                let (a, b) = (
                    base.plus(towards.left(), wide),
                    base.plus(towards.left(), -wide),
                );
                let notch = tip.plus(towards, -head * 0.78);
                let [t, a, b, n] = [tip, a, b, notch].map(Vec2::rounded);
                let data = format!(
                    "M{} {}L{} {}L{} {}L{} {}z",
                    t.x, t.y, a.x, a.y, n.x, n.y, b.x, b.y
                );
                if end == End::Head {
                    format!(
                        "<path d=\"{data}\" fill=\"{colour}\" stroke=\"{halo}\" stroke-width=\"{}\" \
                         paint-order=\"stroke\"/>",
                        self.thick(16)
                    )
                } else {
                    format!(
                        "<path d=\"{data}\" fill=\"{halo}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
                        self.thick(12)
                    )
                }
            }
            End::Dot => {
                let at = tip.rounded();
                format!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\" stroke=\"{halo}\" \
                     stroke-width=\"{}\"/>",
                    at.x,
                    at.y,
                    self.thick(22),
                    self.thick(8)
                )
            }
            End::Bar => {
                let half = f64::from(self.thick(44));
                let (a, b) = (
                    tip.plus(towards.left(), half),
                    tip.plus(towards.left(), -half),
                );
                let [a, b] = [a, b].map(Vec2::rounded);
                let data = format!("M{} {}L{} {}", a.x, a.y, b.x, b.y);
                format!(
                    "<path d=\"{data}\" stroke=\"{halo}\" stroke-width=\"{}\"/>\
                     <path d=\"{data}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
                    self.thick(36),
                    self.thick(22)
                )
            }
        }
    }

    /// A ring round a unit.
    pub(super) fn ring(&mut self, at: Point, colour: Rgb, dash: &str) {
        let r = self.sizes.unit + self.thick(18);
        put!(
            self,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"{}\" stroke-opacity=\"0.8\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"{}\"{dash}/>\n",
            self.paper.halo,
            self.thick(26),
            self.thick(13),
            x = at.x,
            y = at.y,
        );
    }

    /// A large cross over a unit that leaves the board.
    pub(super) fn cross(&mut self, at: Point, radius: i32) {
        let d = radius * 9 / 10;
        let data = format!(
            "M{} {}l{w} {w}M{} {}l{w} -{w}",
            at.x - d,
            at.y - d,
            at.x - d,
            at.y + d,
            w = 2 * d
        );
        put!(
            self,
            "<path d=\"{data}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\
             <path d=\"{data}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n",
            self.paper.halo,
            self.thick(38),
            self.paper.alarm,
            self.thick(22)
        );
    }
}
