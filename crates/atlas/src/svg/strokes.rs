//! Lines with their ends, rings and crosses: what orders are drawn with.

use super::path::{Trail, Vec2};
use super::{Sheet, put};
use crate::geometry::Point;
use crate::theme::Rgb;

/// Widths in map units.
const LINE: i32 = 20;
const CASING: i32 = 36;
pub(super) const HEAD: f64 = 66.0;
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

impl Sheet<'_> {
    /// One line with its end, in a casing of the paper's colour.
    pub(super) fn line(&mut self, trail: &Trail, colour: Rgb, style: Style, end: End) {
        let halo = self.paper.halo;
        let length = trail.length();
        let (tip, towards) = trail.at(length);
        let head = HEAD.min(length * 0.6);
        let shaft = match end {
            End::Head | End::OpenHead => trail.trimmed(0.0, head * 0.85),
            End::Dot | End::Bar => trail.clone(),
        };
        let data = shaft.data();
        let (width, dash) = match style {
            Style::Solid => (LINE, ""),
            Style::Double => (LINE + 10, ""),
            Style::Dashed => (LINE - 4, " stroke-dasharray=\"36 22\""),
            Style::Dotted => (
                LINE - 2,
                " stroke-dasharray=\"1 34\" stroke-linecap=\"round\"",
            ),
        };
        let casing = width + CASING - LINE;
        put!(
            self,
            "<path d=\"{data}\" stroke=\"{halo}\" stroke-width=\"{casing}\" \
             stroke-opacity=\"0.8\" stroke-linecap=\"round\"/>\
             <path d=\"{data}\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>"
        );
        if style == Style::Double {
            put!(
                self,
                "<path d=\"{data}\" stroke=\"{halo}\" stroke-width=\"10\"/>"
            );
        }
        self.line_end(tip, towards, head, colour, end);
        self.out.push('\n');
    }

    fn line_end(&mut self, tip: Vec2, towards: Vec2, head: f64, colour: Rgb, end: End) {
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
                    put!(
                        self,
                        "<path d=\"{data}\" fill=\"{colour}\" stroke=\"{halo}\" stroke-width=\"16\" \
                         paint-order=\"stroke\"/>"
                    );
                } else {
                    put!(
                        self,
                        "<path d=\"{data}\" fill=\"{halo}\" stroke=\"{colour}\" stroke-width=\"12\"/>"
                    );
                }
            }
            End::Dot => {
                let at = tip.rounded();
                put!(
                    self,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"22\" fill=\"{colour}\" stroke=\"{halo}\" \
                     stroke-width=\"8\"/>",
                    at.x,
                    at.y
                );
            }
            End::Bar => {
                let (a, b) = (
                    tip.plus(towards.left(), 44.0),
                    tip.plus(towards.left(), -44.0),
                );
                let [a, b] = [a, b].map(Vec2::rounded);
                let data = format!("M{} {}L{} {}", a.x, a.y, b.x, b.y);
                put!(
                    self,
                    "<path d=\"{data}\" stroke=\"{halo}\" stroke-width=\"36\"/>\
                     <path d=\"{data}\" stroke=\"{colour}\" stroke-width=\"22\"/>"
                );
            }
        }
    }

    /// A ring round a unit.
    pub(super) fn ring(&mut self, at: Point, colour: Rgb, dash: &str) {
        let r = self.chart.geometry().sizes.unit + 18;
        put!(
            self,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"26\" stroke-opacity=\"0.8\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"13\"{dash}/>\n",
            self.paper.halo,
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
            "<path d=\"{data}\" stroke=\"{}\" stroke-width=\"38\" stroke-linecap=\"round\"/>\
             <path d=\"{data}\" stroke=\"{}\" stroke-width=\"22\" stroke-linecap=\"round\"/>\n",
            self.paper.halo,
            self.paper.alarm
        );
    }
}
