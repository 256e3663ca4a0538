//! Orders as lines: moves are arrows, supports dashed lines to the middle of
//! the arrow they help, convoyed moves double lines that run through their
//! fleets, holds rings, retreats dotted arrows.

use super::Canvas;
use super::marks::Mark;
use super::path::Trail;
use super::strokes::{End, Style};
use crate::geometry::Point;
use crate::order::DrawnOrder;
use parlour_diplomacy::{Code, OrderText, PlaceText, UnitText};

impl Canvas<'_> {
    /// All order lines: first what helps, then what moves.
    pub fn arrows(&mut self) {
        let orders = self.picture.orders;
        if orders.is_empty() {
            self.ways_out();
            return;
        }
        self.open("fill=\"none\" stroke-linejoin=\"round\"");
        for drawn in orders {
            self.helping(drawn);
            self.cut();
        }
        for drawn in orders {
            self.going(drawn);
            self.cut();
        }
        self.close();
    }

    fn helping(&mut self, drawn: &DrawnOrder) {
        let colour = self.colour(drawn.power);
        let radius = self.radius();
        match drawn.order {
            OrderText::Hold { unit } => {
                let at = self.stand(unit);
                self.ring(at, colour, "");
            }
            OrderText::SupportHold { unit, target } => {
                let (from, to) = (self.stand(unit), self.stand(target));
                let trail = Trail::bent(from, to).trimmed(radius, radius + 22.0);
                self.line(&trail, colour, Style::Dashed, End::Bar);
            }
            OrderText::SupportMove { unit, target, to } => {
                let from = self.stand(unit);
                let helped = self.way(target, to);
                let aim = helped.middle().rounded();
                if !self.shows_move(target, to) {
                    let ghost = helped.trimmed(helped.length() / 2.0, self.short_of(to));
                    self.line(
                        &ghost,
                        colour.mixed(self.paper.land, 40),
                        Style::Dotted,
                        End::OpenHead,
                    );
                }
                let trail = Trail::straight(from, aim).trimmed(radius, 0.0);
                self.line(&trail, colour, Style::Dashed, End::Dot);
            }
            OrderText::Convoy { unit, army, to } => {
                let at = self.stand(unit);
                if !self.shows_move(army, to) {
                    let stops = [self.stand(army), at, self.destination(army, to)];
                    let trail = Trail::through(&stops).trimmed(radius, self.short_of(to));
                    let pale = colour.mixed(self.paper.sea, 30);
                    self.line(&trail, pale, Style::Dotted, End::OpenHead);
                }
                let (on, off) = (self.thick(34), self.thick(26));
                self.ring(at, colour, &format!(" stroke-dasharray=\"{on} {off}\""));
            }
            _ => {}
        }
    }

    fn going(&mut self, drawn: &DrawnOrder) {
        let colour = self.colour(drawn.power);
        match drawn.order {
            OrderText::Move { unit, to, .. } if self.in_retreats() => self.retreat(drawn, unit, to),
            OrderText::Retreat { unit, to } => self.retreat(drawn, unit, to),
            OrderText::Move { unit, to, .. } => {
                let by_sea = self.fleets_for(unit, to).is_some();
                let trail = self.arrow(unit, to);
                let style = if by_sea { Style::Double } else { Style::Solid };
                let end = if drawn.failed() {
                    End::OpenHead
                } else {
                    End::Head
                };
                self.line(&trail, colour, style, end);
            }
            _ => {}
        }
        if drawn.was(Code::Dislodged)
            && let Some(unit) = drawn.order.unit()
        {
            let at = self.stand(unit);
            let radius = self.sizes.unit * 14 / 10;
            self.teeth(at, radius);
        }
    }

    fn retreat(&mut self, drawn: &DrawnOrder, unit: UnitText, to: PlaceText) {
        let trail = self.flight(unit, to);
        let end = if drawn.failed() {
            End::OpenHead
        } else {
            End::Head
        };
        self.line(&trail, self.colour(drawn.power), Style::Dotted, end);
    }

    /// The line of a move as it is drawn, clear of letters at its tip.
    fn arrow(&self, unit: UnitText, to: PlaceText) -> Trail {
        let way = self.way(unit, to);
        let short = self.clear_short(&way, self.short_of(to), self.head());
        way.trimmed(self.radius() + 4.0, short)
    }

    /// The line of a retreat as it is drawn.
    fn flight(&self, unit: UnitText, to: PlaceText) -> Trail {
        let way = Trail::bent(self.exile_of(unit), self.destination(unit, to));
        let short = self.clear_short(&way, self.short_of(to), self.head());
        way.trimmed(f64::from(self.sizes.dislodged) + 10.0, short)
    }

    /// Badges, crosses and plus signs, above everything else on the map.
    pub fn results(&mut self) {
        for drawn in self.picture.orders {
            self.result(drawn);
            self.cut();
        }
    }

    fn result(&mut self, drawn: &DrawnOrder) {
        let sizes = self.sizes;
        match drawn.order {
            OrderText::Disband { unit } if self.in_retreats() => {
                self.cross(self.exile_of(unit), sizes.dislodged);
            }
            OrderText::Disband { unit } => self.cross(self.stand(unit), sizes.unit),
            OrderText::Build { unit } => {
                if let Some((at, _)) = self.built(unit) {
                    self.ring(at, self.paper.good, "");
                    let r = sizes.unit * 9 / 10;
                    self.mark(Point::new(at.x + r, at.y - r), Mark::Built);
                }
            }
            _ => {}
        }
        if let (Some(at), Some(mark)) = (self.badge_place(drawn.order), Mark::of(drawn)) {
            self.mark(at, mark);
            self.take_badge(at);
        }
    }

    /// Where an order's badge is put: near the tip of an arrow, on the middle of
    /// a support, above a unit that stays.
    fn badge_place(&self, order: OrderText) -> Option<Point> {
        let (radius, sizes) = (self.radius(), self.sizes);
        let near_tip = |trail: Trail| {
            let length = trail.length();
            let before = self.head() + f64::from(self.thick(60));
            self.badge_on(&trail, (length - before).max(length * 0.5))
                .rounded()
        };
        let in_the_middle = |trail: Trail| self.badge_on(&trail, trail.length() / 2.0).rounded();
        Some(match order {
            OrderText::Move { unit, to, .. } | OrderText::Retreat { unit, to }
                if self.in_retreats() =>
            {
                near_tip(self.flight(unit, to))
            }
            OrderText::Move { unit, to, .. } | OrderText::Retreat { unit, to } => {
                near_tip(self.arrow(unit, to))
            }
            OrderText::SupportMove { unit, target, to } => {
                let aim = self.way(target, to).middle().rounded();
                in_the_middle(Trail::straight(self.stand(unit), aim).trimmed(radius, 0.0))
            }
            OrderText::SupportHold { unit, target } => {
                let way = Trail::bent(self.stand(unit), self.stand(target));
                in_the_middle(way.trimmed(radius, radius + 22.0))
            }
            OrderText::Convoy { unit, .. } | OrderText::Hold { unit } => {
                let at = self.stand(unit);
                Point::new(at.x, at.y - sizes.unit - 10)
            }
            OrderText::Disband { .. } | OrderText::Build { .. } | OrderText::Waive => return None,
        })
    }

    /// Thin dotted lines to where driven-out units may go, while nothing is
    /// ordered.
    fn ways_out(&mut self) {
        if !self.in_retreats() {
            return;
        }
        self.open("fill=\"none\"");
        for exile in self.picture.position.dislodged() {
            let from = self.chart.exile(exile.unit);
            let colour = self.colour(exile.power);
            for to in exile.retreats {
                let small = f64::from(self.sizes.dislodged);
                let trail = Trail::bent(from, self.chart.spot(to)).trimmed(small + 10.0, 40.0);
                self.line(&trail, colour, Style::Dotted, End::OpenHead);
                self.cut();
            }
        }
        self.close();
    }
}
