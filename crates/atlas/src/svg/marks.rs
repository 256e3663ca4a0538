//! Small badges that say what became of an order. Each has its own shape; red
//! only repeats what the shape says.

use super::{Canvas, put};
use crate::geometry::Point;
use crate::order::DrawnOrder;
use parlour_diplomacy::{Code, OrderText};

/// A badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A cross in a disc: bounced.
    Bounced,
    /// Two strokes across a square: cut.
    Cut,
    /// A ring with a bar: no effect.
    Void,
    /// A wave with a bar on a six-sided plate: no way over sea.
    Stranded,
    /// A plus on a disc: built.
    Built,
}

impl Mark {
    /// The badge that an order gets for its fate, if any.
    pub fn of(drawn: &DrawnOrder) -> Option<Self> {
        let helps = matches!(
            drawn.order,
            OrderText::SupportHold { .. } | OrderText::SupportMove { .. }
        );
        let goes = matches!(
            drawn.order,
            OrderText::Move { .. } | OrderText::Retreat { .. }
        );
        if drawn.was(Code::Disrupted) || drawn.was(Code::NoConvoy) {
            Some(Self::Stranded)
        } else if goes && (drawn.was(Code::Bounce) || drawn.was(Code::Disband)) {
            Some(Self::Bounced)
        } else if helps && drawn.was(Code::Cut) {
            Some(Self::Cut)
        } else if drawn.was(Code::Void) || drawn.was(Code::Illegal) {
            Some(Self::Void)
        } else {
            None
        }
    }

    /// What the badge says.
    pub fn words(self) -> &'static str {
        match self {
            Self::Bounced => "bounced",
            Self::Cut => "support cut",
            Self::Void => "no effect",
            Self::Stranded => "no convoy",
            Self::Built => "built",
        }
    }
}

impl Canvas<'_> {
    /// One badge on the map.
    pub fn mark(&mut self, at: Point, mark: Mark) {
        self.mark_sized(at, mark, self.grown);
    }

    /// One badge at a share of its size on the map, in percent.
    pub fn mark_sized(&mut self, at: Point, mark: Mark, percent: i32) {
        let paper = self.paper;
        let (plate, glyph, colour) = match mark {
            Mark::Bounced => (
                "M-42 0a42 42 0 1 0 84 0a42 42 0 1 0 -84 0z",
                "M-17 -17L17 17M17 -17L-17 17",
                paper.alarm,
            ),
            Mark::Cut => (
                "M-38 -38H38V38H-38z",
                "M-24 18L0 -22M0 22L24 -18",
                paper.alarm,
            ),
            Mark::Void => (
                "M-40 0a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z",
                "M-26 26L26 -26",
                paper.faint,
            ),
            Mark::Stranded => (
                "M-46 0L-23 -40H23L46 0L23 40H-23z",
                "M-26 6q13 -22 26 0t26 0M-16 22L16 -22",
                paper.alarm,
            ),
            Mark::Built => (
                "M-40 0a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z",
                "M0 -22V22M-22 0H22",
                paper.good,
            ),
        };
        let scale = match percent {
            100 => String::new(),
            percent => format!(" scale({}.{:02})", percent / 100, percent % 100),
        };
        put!(
            self,
            "<g transform=\"translate({} {}){scale}\" fill=\"{}\" stroke=\"{colour}\">\
             <path d=\"{plate}\" stroke-width=\"9\"/>\
             <path d=\"{glyph}\" fill=\"none\" stroke-width=\"13\" stroke-linecap=\"round\"/></g>\n",
            at.x,
            at.y,
            paper.halo
        );
    }
}
