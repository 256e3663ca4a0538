//! Sea, land, borders and supply centres.

use super::{Canvas, put};
use crate::geometry::Detail;
use crate::theme::{Pattern, Rgb, Theme};
use parlour_diplomacy::{Power, Province, ProvinceKind};

/// Widths of lines in map units.
const COAST: i32 = 11;
const BORDER: i32 = 8;
const FRONTIER: i32 = 16;
const SEA_LINE: i32 = 9;
const SHALLOWS: i32 = 70;
const ARMY_LINK: i32 = 20;
const FLEET_LINK: i32 = 12;
/// Lines of patterns are at least as thick as 8 map units are at this scale, in
/// thousandths of a pixel: thinner ones come out as blank paper.
const THINNEST: i32 = 90;
const FLEET_DASHES: &str = " stroke-dasharray=\"44 30\"";

impl Canvas<'_> {
    /// A title for screen readers and mouse pointers.
    pub fn describe(&mut self) {
        let title = super::escaped(&self.title());
        put!(self, "<title>{title}</title>\n");
        self.aside();
    }

    /// The fillings that this picture uses.
    pub fn patterns(&mut self) {
        let paper = self.paper;
        self.out.push_str("<defs>");
        put!(
            self,
            "<pattern id=\"p-wall\" width=\"44\" height=\"44\" patternUnits=\"userSpaceOnUse\"{}>\
             <rect width=\"44\" height=\"44\" fill=\"{}\"/>\
             <path d=\"M-6 38l12 12M-6 -6l56 56M38 -6l12 12\" stroke=\"{}\" stroke-width=\"9\"/>\
             </pattern>",
            self.coarsened(),
            paper.wall,
            paper.wall_line
        );
        if self.theme == Theme::Mono {
            for power in self.chart.board().powers() {
                self.pattern(self.chart.ink(power).pattern);
            }
        }
        self.out.push_str("</defs>\n");
        self.defined();
    }

    fn pattern(&mut self, pattern: Pattern) {
        let (size, shape) = match pattern {
            Pattern::Rising => (60, "M-6 66L66 -6M-6 6L6 -6M54 66L66 54"),
            Pattern::Falling => (84, "M-6 -6L90 90M-6 78L6 90M78 -6L90 6"),
            Pattern::Level => (52, "M0 26H52"),
            Pattern::Upright => (52, "M26 0V52"),
            Pattern::Dots => (56, "M14 14h1M42 42h1"),
            Pattern::Grid => (64, "M0 32H64M32 0V64"),
            Pattern::Lattice => (90, "M-5 -5L95 95M-5 95L95 -5"),
            Pattern::Rings => (80, "M40 22a18 18 0 1 0 1 0z"),
            Pattern::Crosses => (84, "M42 26V58M26 42H58"),
            Pattern::Waves => (80, "M0 24Q20 4 40 24T80 24M0 64Q20 44 40 64T80 64"),
        };
        let width = if pattern == Pattern::Dots { 15 } else { 8 };
        put!(
            self,
            "<pattern id=\"{}\" width=\"{size}\" height=\"{size}\" \
             patternUnits=\"userSpaceOnUse\"{}><rect width=\"{size}\" height=\"{size}\" \
             fill=\"{}\"/><path d=\"{shape}\" fill=\"none\" stroke=\"#777\" \
             stroke-width=\"{width}\" stroke-linecap=\"round\"/></pattern>",
            pattern.id(),
            self.coarsened(),
            self.paper.land
        );
    }

    /// Makes a pattern coarser in a small picture.
    fn coarsened(&self) -> String {
        let percent = (THINNEST * 100 / self.scale.max(1)).min(600);
        if percent <= 100 {
            return String::new();
        }
        let (whole, rest) = (percent / 100, percent % 100);
        format!(" patternTransform=\"scale({whole}.{rest:02})\"")
    }

    /// What lies beneath everything and is the same for every position: one piece.
    pub fn ground(&mut self) {
        self.sea();
        let (drawing, paper) = (self.drawing, self.paper);
        put!(
            self,
            "<g fill-rule=\"evenodd\">\n<path d=\"{}\" fill=\"{}\"/>\n\
             <path d=\"{}\" fill=\"{}\"/>\n<path d=\"{}\" fill=\"url(#p-wall)\"/>\n</g>\n",
            drawing.lake,
            paper.sea,
            drawing.neutral,
            paper.neutral,
            drawing.wall
        );
        self.cut();
    }

    /// Water, brighter along the coast, with its borders.
    fn sea(&mut self) {
        let (w, paper, drawing) = (self.window, self.paper, self.drawing);
        put!(
            self,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
            w.x,
            w.y,
            w.w,
            w.h,
            paper.sea
        );
        put!(
            self,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{SHALLOWS}\" \
             stroke-linejoin=\"{join}\"/>\n",
            drawing.shallows,
            paper.shallows,
            join = if self.detail == Detail::Curves {
                "round"
            } else {
                "bevel"
            },
        );
        put!(
            self,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{SEA_LINE}\" \
             stroke-linecap=\"round\"/>\n",
            drawing.sea_lines,
            paper.sea_line
        );
    }

    /// Land in the colour of whoever holds it.
    pub fn land(&mut self) {
        let (chart, drawing) = (self.chart, self.drawing);
        self.open("fill-rule=\"evenodd\"");
        let board = chart.board();
        for province in board.provinces() {
            let empty_water = chart.is_water(province) && self.holder_of_water(province).is_none();
            if empty_water {
                continue;
            }
            let outline = &drawing.outlines[usize::from(province.0)];
            let code = board.code(province);
            let fill = self.filling(province);
            put!(
                self,
                "<path id=\"land-{code}\" d=\"{outline}\" fill=\"{fill}\"/>\n"
            );
            self.cut();
        }
        self.close();
    }

    /// Who owns the centre to which these waters belong.
    fn holder_of_water(&self, province: Province) -> Option<Power> {
        let sea = self.chart.board().kind(province) == ProvinceKind::Sea;
        (!sea)
            .then(|| self.picture.position.owner(province))
            .flatten()
    }

    fn filling(&self, province: Province) -> String {
        let centre = self.chart.board().centers().contains(province);
        let Some(power) = self.shown_holder(province) else {
            return self.paper.land.to_string();
        };
        let ink = self.chart.ink(power);
        match self.theme {
            Theme::Mono => format!("url(#{})", ink.pattern.id()),
            theme if centre => theme.owned(ink).to_string(),
            theme => theme.held(ink).to_string(),
        }
    }

    /// Who holds a land province: the owner of a centre; elsewhere whoever
    /// stands in it, or else whoever owns more than half of the centres next to
    /// it.
    pub fn holder(&self, province: Province) -> Option<Power> {
        let (board, position) = (self.chart.board(), self.picture.position);
        if board.centers().contains(province) {
            return position.owner(province);
        }
        if let Some(placed) = position.unit_in(province) {
            return Some(placed.power);
        }
        let near = board.army_borders(province).and(board.centers());
        let holds = |power: &Power| {
            let owned = near
                .iter()
                .filter(|p| position.owner(*p) == Some(*power))
                .count();
            owned * 2 > near.len() as usize
        };
        board.powers().find(holds)
    }

    /// The holder whose land it is drawn as: patterns are for centres alone.
    fn shown_holder(&self, province: Province) -> Option<Power> {
        let centre = self.chart.board().centers().contains(province);
        self.holder(province)
            .filter(|_| centre || self.theme != Theme::Mono)
    }

    /// Coast lines, borders between provinces, heavier ones between holders.
    pub fn borders(&mut self) {
        let (drawing, paper) = (self.drawing, self.paper);
        let (mut plain, mut frontier) = (Vec::new(), Vec::new());
        for line in &drawing.land_lines {
            let holder = |side: Option<Province>| side.map(|p| self.shown_holder(p));
            let (left, right) = (holder(line.sides[0]), holder(line.sides[1]));
            let parts_powers = matches!((left, right), (Some(a), Some(b)) if a != b)
                && (left.flatten().is_some() && right.flatten().is_some());
            if parts_powers {
                &mut frontier
            } else {
                &mut plain
            }
            .push(line.path.as_str());
        }
        // Round joins cost time and show only where lines are broad.
        let joins = match self.detail {
            Detail::Curves => " stroke-linejoin=\"round\" stroke-linecap=\"round\"",
            Detail::Lines => " stroke-linejoin=\"bevel\"",
        };
        let coast = vec![drawing.coast.as_str()];
        let lines: [(Vec<&str>, Rgb, i32); 3] = [
            (plain, paper.border, BORDER),
            (frontier, paper.frontier, FRONTIER),
            (coast, paper.coast, COAST),
        ];
        for (paths, colour, width) in lines {
            self.open(&format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{joins}"
            ));
            for path in paths {
                put!(self, "<path d=\"{path}\"/>\n");
                self.cut();
            }
            self.close();
        }
        self.links();
    }

    /// Bridges: dashes for fleets on a line for armies.
    fn links(&mut self) {
        let (drawing, paper) = (self.drawing, self.paper);
        let bridges = [
            (&drawing.army_links, paper.bridge, ARMY_LINK, ""),
            (
                &drawing.fleet_links,
                paper.sea_text,
                FLEET_LINK,
                FLEET_DASHES,
            ),
        ];
        for (path, colour, width, dashes) in bridges {
            if !path.is_empty() {
                put!(
                    self,
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" \
                     stroke-width=\"{width}\"{dashes}/>\n"
                );
                self.cut();
            }
        }
    }

    /// The provinces that are pointed out.
    pub fn highlights(&mut self) {
        let mut wanted = self.picture.look.highlight;
        if let Some(crop) = self.picture.look.crop {
            wanted.insert(crop.province);
        }
        let colour = self.paper.highlight;
        for province in wanted {
            let Some(outline) = self.drawing.outlines.get(usize::from(province.0)) else {
                continue;
            };
            put!(
                self,
                "<path d=\"{outline}\" fill=\"{colour}\" fill-opacity=\"0.07\" stroke=\"{colour}\" \
                 stroke-width=\"20\" stroke-linejoin=\"round\" fill-rule=\"evenodd\"/>\n"
            );
            self.cut();
        }
    }

    /// A ring with a dot in each supply centre; filled with its owner's colour.
    pub fn centres(&mut self) {
        let chart = self.chart;
        let board = chart.board();
        let (paper, r) = (self.paper, self.sizes.centre);
        let line = self.thick(9);
        self.open(&format!(
            "stroke=\"{}\" stroke-width=\"{line}\"",
            paper.line
        ));
        for province in board.centers() {
            let Some(at) = self.centre_of(province) else {
                continue;
            };
            let code = board.code(province);
            let fill = match self.picture.position.owner(province) {
                Some(power) if self.theme != Theme::Mono => self.theme.token(chart.ink(power)),
                _ => paper.halo,
            };
            put!(
                self,
                "<circle id=\"centre-{code}\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\
                 <circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"none\"/>\n",
                at.x,
                at.y,
                r - self.thick(4),
                if self.theme == Theme::Dark {
                    paper.text
                } else {
                    paper.halo
                },
                at.x,
                at.y,
                r - self.thick(18)
            );
            self.cut();
        }
        self.close();
    }
}
