//! Orders as lines: moves are arrows, supports dashed lines to the middle of
//! the arrow they help, convoyed moves double lines that run through their
//! fleets, holds rings, retreats dotted arrows.

use super::marks::Mark;
use super::path::{Trail, Vec2};
use super::{Sheet, put};
use crate::geometry::Point;
use crate::order::DrawnOrder;
use crate::theme::{Rgb, Theme};
use parlour_diplomacy::{
    Board, Code, Location, OrderText, PlaceText, Power, Province, ProvinceSet, Step, Unit,
    UnitKind, UnitText,
};

/// Widths in map units.
const LINE: i32 = 20;
const CASING: i32 = 36;
const HEAD: f64 = 66.0;
const HEAD_HALF: f64 = 40.0;

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Solid,
    Double,
    Dashed,
    Dotted,
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Head,
    OpenHead,
    Dot,
    Bar,
}

impl Sheet<'_> {
    /// All order lines: first what helps, then what moves.
    pub fn arrows(&mut self) {
        let orders = self.picture.orders;
        if orders.is_empty() {
            self.ways_out();
            return;
        }
        put!(self, "<g fill=\"none\" stroke-linejoin=\"round\">\n");
        for drawn in orders {
            self.helping(drawn);
        }
        for drawn in orders {
            self.going(drawn);
        }
        put!(self, "</g>\n");
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
                self.ring(at, colour, " stroke-dasharray=\"34 26\"");
            }
            _ => {}
        }
    }

    fn going(&mut self, drawn: &DrawnOrder) {
        let colour = self.colour(drawn.power);
        let radius = self.radius();
        match drawn.order {
            OrderText::Move { unit, to, .. } if self.in_retreats() => self.retreat(drawn, unit, to),
            OrderText::Retreat { unit, to } => self.retreat(drawn, unit, to),
            OrderText::Move { unit, to, .. } => {
                let by_sea = self.fleets_for(unit, to).is_some();
                let trail = self.way(unit, to).trimmed(radius + 4.0, self.short_of(to));
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
            let radius = self.chart.geometry().sizes.unit * 14 / 10;
            self.teeth(at, radius);
        }
    }

    fn retreat(&mut self, drawn: &DrawnOrder, unit: UnitText, to: PlaceText) {
        let from = self.exile_of(unit);
        let small = f64::from(self.chart.geometry().sizes.dislodged);
        let trail =
            Trail::bent(from, self.destination(unit, to)).trimmed(small + 10.0, self.short_of(to));
        let end = if drawn.failed() {
            End::OpenHead
        } else {
            End::Head
        };
        self.line(&trail, self.colour(drawn.power), Style::Dotted, end);
    }

    /// Badges, crosses and plus signs, above everything else on the map.
    pub fn results(&mut self) {
        for drawn in self.picture.orders {
            self.result(drawn);
        }
    }

    fn result(&mut self, drawn: &DrawnOrder) {
        let sizes = self.chart.geometry().sizes;
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
        }
    }

    /// Where an order's badge is put: near the tip of an arrow, on the middle of
    /// a support, above a unit that stays.
    fn badge_place(&self, order: OrderText) -> Option<Point> {
        let (radius, sizes) = (self.radius(), self.chart.geometry().sizes);
        let near_tip = |trail: Trail| {
            let length = trail.length();
            trail
                .at((length - HEAD - 60.0).max(length * 0.5))
                .0
                .rounded()
        };
        Some(match order {
            OrderText::Move { unit, to, .. } | OrderText::Retreat { unit, to }
                if self.in_retreats() =>
            {
                let way = Trail::bent(self.exile_of(unit), self.destination(unit, to));
                near_tip(way.trimmed(f64::from(sizes.dislodged) + 10.0, self.short_of(to)))
            }
            OrderText::Move { unit, to, .. } | OrderText::Retreat { unit, to } => {
                near_tip(self.way(unit, to).trimmed(radius, self.short_of(to)))
            }
            OrderText::SupportMove { unit, target, to } => {
                let aim = self.way(target, to).middle().rounded();
                Trail::straight(self.stand(unit), aim)
                    .trimmed(radius, 0.0)
                    .middle()
                    .rounded()
            }
            OrderText::SupportHold { unit, target } => {
                let way = Trail::bent(self.stand(unit), self.stand(target));
                way.trimmed(radius, radius + 22.0).middle().rounded()
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
        put!(self, "<g fill=\"none\">\n");
        for exile in self.picture.position.dislodged() {
            let from = self.chart.exile(exile.unit);
            let colour = self.colour(exile.power);
            for to in exile.retreats {
                let small = f64::from(self.chart.geometry().sizes.dislodged);
                let trail = Trail::bent(from, self.chart.spot(to)).trimmed(small + 10.0, 40.0);
                self.line(&trail, colour, Style::Dotted, End::OpenHead);
            }
        }
        put!(self, "</g>\n");
    }

    /// One line with its end, in a casing of the paper's colour.
    fn line(&mut self, trail: &Trail, colour: Rgb, style: Style, end: End) {
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
    fn ring(&mut self, at: Point, colour: Rgb, dash: &str) {
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
    fn cross(&mut self, at: Point, radius: i32) {
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

/// Who stands where, for lines.
impl Sheet<'_> {
    fn board(&self) -> &Board {
        self.chart.board()
    }

    fn radius(&self) -> f64 {
        f64::from(self.chart.geometry().sizes.unit)
    }

    fn in_retreats(&self) -> bool {
        self.picture.position.phase.step == Step::Retreat
    }

    fn colour(&self, power: Power) -> Rgb {
        if self.theme == Theme::Mono {
            return self.paper.line;
        }
        self.theme.token(self.chart.ink(power))
    }

    /// Where an ordered unit stands. The province decides, not what was written.
    fn stand(&self, unit: UnitText) -> Point {
        match self.picture.position.unit_in(unit.at.province) {
            Some(placed) => self.chart.standing(placed.unit),
            None => self.chart.spot(self.location(unit.at)),
        }
    }

    fn exile_of(&self, unit: UnitText) -> Point {
        match self
            .picture
            .position
            .dislodged_from(self.board(), unit.at.province)
        {
            Some(exile) => self.chart.exile(exile.unit),
            None => self.chart.place(unit.at.province).dislodged,
        }
    }

    fn location(&self, place: PlaceText) -> Location {
        let coast = place
            .coast
            .and_then(|coast| self.board().coast(place.province, coast));
        coast.unwrap_or_else(|| place.province.into())
    }

    /// Where a unit is going; a fleet without a written coast goes to the only
    /// one it can reach.
    fn destination(&self, unit: UnitText, to: PlaceText) -> Point {
        let (board, position) = (self.board(), self.picture.position);
        let mut at = self.location(to);
        if to.coast.is_none() && board.has_split_coast(to.province) {
            let placed = if self.in_retreats() {
                position
                    .dislodged_from(board, unit.at.province)
                    .map(|d| d.unit)
            } else {
                position.unit_in(unit.at.province).map(|p| p.unit)
            };
            if let Some(fleet) = placed.filter(|unit| unit.kind == UnitKind::Fleet) {
                let coasts = board
                    .fleet_borders(fleet.at)
                    .and(board.fleet_locations(to.province));
                if coasts.len() == 1 {
                    at = coasts.first().unwrap_or(at);
                }
            }
        }
        self.chart.spot(at)
    }

    /// How much an arrow stops short of its destination.
    fn short_of(&self, to: PlaceText) -> f64 {
        if self.picture.position.unit_in(to.province).is_some() {
            self.radius() + 10.0
        } else {
            34.0
        }
    }

    /// A new unit's place, if the text names one.
    pub fn built(&self, unit: UnitText) -> Option<(Point, Unit)> {
        let kind = unit.kind?;
        let at = match kind {
            UnitKind::Army => unit.at.province.into(),
            UnitKind::Fleet => self.location(unit.at),
        };
        Some((self.chart.spot(at), Unit { kind, at }))
    }

    /// The whole line of a move, from place to place: direct, or through the
    /// fleets that were ordered to convoy it.
    fn way(&self, unit: UnitText, to: PlaceText) -> Trail {
        let (from, goal) = (self.stand(unit), self.destination(unit, to));
        match self.fleets_for(unit, to) {
            Some(fleets) => {
                let mut stops = vec![from];
                stops.extend(fleets);
                stops.push(goal);
                Trail::through(&stops)
            }
            None => Trail::bent(from, goal),
        }
    }

    /// Whether this very move is among the drawn orders.
    fn shows_move(&self, unit: UnitText, to: PlaceText) -> bool {
        self.picture.orders.iter().any(|drawn| match drawn.order {
            OrderText::Move {
                unit: mover,
                to: goal,
                ..
            } => mover.at.province == unit.at.province && goal.province == to.province,
            _ => false,
        })
    }

    /// The places of the fleets on the shortest ordered convoy route.
    fn fleets_for(&self, unit: UnitText, to: PlaceText) -> Option<Vec<Point>> {
        let board = self.board();
        let (start, goal) = (unit.at.province, to.province);
        let ordered: ProvinceSet = self
            .picture
            .orders
            .iter()
            .filter_map(|drawn| match drawn.order {
                OrderText::Convoy {
                    unit: fleet,
                    army,
                    to,
                } => (army.at.province == start
                    && to.province == goal
                    && board.seas().contains(fleet.at.province))
                .then_some(fleet.at.province),
                _ => None,
            })
            .collect();
        let route = shortest(board, ordered, start, goal)?;
        let place = |province: Province| self.chart.place(province).unit;
        Some(route.into_iter().map(place).collect())
    }
}

/// The shortest chain of these seas from one shore to another.
fn shortest(
    board: &Board,
    seas: ProvinceSet,
    start: Province,
    goal: Province,
) -> Option<Vec<Province>> {
    let mut chains: Vec<Vec<Province>> = seas
        .and(board.touching(start))
        .iter()
        .map(|sea| vec![sea])
        .collect();
    let mut seen: ProvinceSet = chains.iter().map(|chain| chain[0]).collect();
    let mut next = 0;
    while next < chains.len() {
        let chain = chains[next].clone();
        next += 1;
        let last = *chain.last()?;
        if board.touching(last).contains(goal) {
            return Some(chain);
        }
        for sea in seas.and(board.touching(last)).minus(seen) {
            seen.insert(sea);
            let mut longer = chain.clone();
            longer.push(sea);
            chains.push(longer);
        }
    }
    None
}
