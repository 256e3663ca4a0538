//! The title above the map and the table of powers below it.

use super::{Canvas, escaped, key, put};
use crate::font;
use crate::geometry::Point;
use crate::picture::{Extent, Look, Picture};
use crate::theme::Theme;
use parlour_diplomacy::{Power, Step};

/// Heights of the bands above and below the map, in map units.
#[derive(Clone, Copy, Debug)]
pub struct Bands {
    /// For the title.
    pub head: i32,
    /// For the table.
    pub foot: i32,
    /// For the key to the marks, below the table.
    pub key: i32,
}

impl Bands {
    /// The bands of a picture: in proportion to its width, and never so low that their
    /// words could not be read.
    pub fn of(picture: &Picture, window: Extent) -> Self {
        let measure = Measure::of(picture.look, window);
        let powers = picture.chart.board().powers().count();
        let rows = powers.div_ceil(measure.per_row) as i32;
        let foot = if picture.look.table {
            rows * measure.row
        } else {
            0
        };
        let lines = if picture.look.key {
            key::lines(picture, window, measure.key)
        } else {
            0
        };
        Self {
            head: measure.head,
            foot,
            key: lines * measure.key,
        }
    }
}

/// How high the lines of the bands are, in map units.
#[derive(Clone, Copy)]
struct Measure {
    head: i32,
    row: i32,
    key: i32,
    per_row: usize,
}

/// Narrower pictures have half as many powers in a row, and fewer words for each.
const NARROW: u32 = 560;

impl Measure {
    fn of(look: &Look, window: Extent) -> Self {
        let pixels = |count: i64| (count * i64::from(window.w) / i64::from(look.width)) as i32;
        Self {
            head: (window.w * 36 / 1000).max(pixels(24)),
            row: (window.w * 43 / 1000).max(pixels(26)),
            key: (window.w * 25 / 1000).max(pixels(17)),
            per_row: if look.width < NARROW { 4 } else { 7 },
        }
    }
}

/// Longer titles and remarks are cut: a picture is no place for essays.
const LONGEST: usize = 70;

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

impl Canvas<'_> {
    /// The title in words.
    pub fn title(&self) -> String {
        let words = || self.picture.position.phase.words();
        self.picture
            .look
            .title
            .as_deref()
            .map_or_else(words, shortened)
    }

    /// Title and table.
    pub fn frame(&mut self, bands: Bands) {
        let (w, paper) = (self.window, self.paper);
        let band = |y: i32, h: i32| {
            format!(
                "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{h}\" fill=\"{}\"/>\n",
                w.x, w.w, paper.page
            )
        };
        self.out.push_str(&band(w.y - bands.head, bands.head));
        self.cut();
        let size = bands.head * 56 / 100;
        let base = w.y - bands.head / 2 + font::half_capital(size);
        let edge = w.w / 80;
        let title = escaped(&self.title());
        put!(
            self,
            "<text id=\"title\" x=\"{}\" y=\"{base}\" font-size=\"{size}\" font-weight=\"700\" \
             fill=\"{}\">{}</text>\n",
            w.x + edge,
            paper.text,
            title
        );
        self.cut();
        // Where both would not fit, the title is what counts.
        let letters = |text: &str| text.chars().count() as i32;
        let note = self.picture.look.note.as_deref().filter(|note| {
            let wide = letters(&title) * size * 52 / 100 + letters(note) * size * 42 / 100;
            wide + 3 * edge <= w.w
        });
        if let Some(note) = note {
            put!(
                self,
                "<text id=\"note\" x=\"{}\" y=\"{base}\" font-size=\"{}\" text-anchor=\"end\" \
                 fill=\"{}\">{}</text>\n",
                w.x + w.w - edge,
                size * 80 / 100,
                paper.faint,
                escaped(&shortened(note))
            );
            self.cut();
        }
        if bands.foot > 0 {
            self.out.push_str(&band(w.y + w.h, bands.foot));
            self.cut();
            self.table(w.y + w.h);
        }
        if bands.key > 0 {
            let top = w.y + w.h + bands.foot;
            self.out.push_str(&band(top, bands.key));
            self.key(top, Measure::of(self.picture.look, w).key);
            self.cut();
        }
        put!(
            self,
            "<path d=\"M{x} {y}h{w}v{h}h-{w}z\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            paper.coast,
            w.w / 700,
            x = w.x,
            y = w.y,
            w = w.w,
            h = w.h,
        );
    }

    fn table(&mut self, top: i32) {
        let powers: Vec<Power> = self.chart.board().powers().collect();
        let measure = Measure::of(self.picture.look, self.window);
        let (per_row, height) = (measure.per_row, measure.row);
        let columns = powers.len().clamp(1, per_row) as i32;
        let cell = self.window.w / columns.max(3);
        for (i, &power) in powers.iter().enumerate() {
            let column = (i % per_row) as i32;
            let row = (i / per_row) as i32;
            let at = Point::new(self.window.x + column * cell, top + row * height);
            self.cell(power, at, height);
            self.cut();
        }
    }

    fn cell(&mut self, power: Power, at: Point, height: i32) {
        let (board, position) = (self.chart.board(), self.picture.position);
        let ink = self.chart.ink(power);
        let (fill, letter) = (self.theme.token(ink), self.theme.letter(ink));
        let (mut r, mut half) = (height * 28 / 100, height * 28 / 100);
        let middle = Point::new(at.x + r + height / 5, at.y + height / 2);
        let (paper, alive) = (self.paper, position.is_alive(power));
        let opacity = if alive { "" } else { " opacity=\"0.45\"" };
        put!(self, "<g{opacity}>");
        // Without colours the table is the key to the patterns of the land.
        if self.theme == Theme::Mono {
            (r, half) = (height * 20 / 100, height * 45 / 100);
            let line = height / 60;
            put!(
                self,
                "<rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{w}\" fill=\"url(#{})\" \
                 stroke=\"{}\" stroke-width=\"{line}\"/>",
                middle.x - half,
                middle.y - half,
                ink.pattern.id(),
                paper.line,
                w = 2 * half,
            );
        }
        put!(
            self,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{}\" \
             stroke-width=\"{}\"/>",
            middle.x,
            middle.y,
            paper.line,
            height / 45
        );
        let size = r * 12 / 10;
        put!(
            self,
            "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" font-weight=\"700\" \
             text-anchor=\"middle\" fill=\"{letter}\">{}</text>",
            middle.x,
            middle.y + font::half_capital(size),
            self.chart.letter(power)
        );
        let (x, name) = (
            middle.x + half + height / 8,
            proper(board.power_name(power)),
        );
        let size = height * 31 / 100;
        put!(
            self,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"700\" fill=\"{}\">{}</text>",
            at.y + height * 44 / 100,
            paper.text,
            escaped(&name)
        );
        let standing = self.standing_in_words(power);
        put!(
            self,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text></g>\n",
            at.y + height * 80 / 100,
            size * 88 / 100,
            paper.text,
            standing
        );
    }

    /// `5 centres, 4 units (+1)`.
    fn standing_in_words(&self, power: Power) -> String {
        let (board, position) = (self.chart.board(), self.picture.position);
        let count = |n: u32, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        let exiles = position
            .dislodged()
            .iter()
            .filter(|d| d.power == power)
            .count() as u32;
        let units = position.unit_count(power) + exiles;
        let change = match position.phase.step {
            Step::Adjustment => position.adjustment(board, power),
            _ => 0,
        };
        let owed = match change {
            0 => String::new(),
            n if n > 0 => format!(" (+{n})"),
            n => format!(" (−{})", -n),
        };
        let centres = count(position.center_count(power), "centre");
        if self.picture.look.width < NARROW {
            return format!("{centres}{owed}");
        }
        format!("{centres}, {}{owed}", count(units, "unit"))
    }
}

/// `AUSTRIA` as `Austria`.
fn proper(name: &str) -> String {
    let mut proper = String::new();
    let mut begins = true;
    for c in name.chars() {
        if begins {
            proper.extend(c.to_uppercase());
        } else {
            proper.extend(c.to_lowercase());
        }
        begins = !c.is_alphanumeric();
    }
    proper
}
