//! Names of provinces and marks of coasts.

use super::{Canvas, escaped, put};
use crate::font;
use crate::geometry::Point;
use crate::theme::{Pattern, Rgb, Theme};
use parlour_diplomacy::{Board, OrderText, Province, ProvinceKind};

/// Letters smaller than this many thousandths of a pixel are left out: they
/// would be specks.
const SMALLEST_NAME: i32 = 7_400;
const SMALLEST_NAME_AMONG_ORDERS: i32 = 11_000;
const SMALLEST_LABEL: i32 = 4_500;

impl Canvas<'_> {
    /// All names.
    pub fn words(&mut self) {
        let sizes = self.sizes;
        if sizes.label * self.scale >= SMALLEST_LABEL {
            self.labels();
            self.coast_marks();
            self.owners();
        }
        let crowded = !self.picture.orders.is_empty();
        let smallest = if crowded {
            SMALLEST_NAME_AMONG_ORDERS
        } else {
            SMALLEST_NAME
        };
        if self.grown == 100 && sizes.name * self.scale >= smallest {
            self.full_names();
        }
    }

    fn labels(&mut self) {
        let chart = self.chart;
        let (board, size) = (chart.board(), self.sizes.label);
        for sea in [true, false] {
            let (fill, style) = self.hand(sea);
            self.open(&format!(
                "font-size=\"{size}\" font-weight=\"700\" text-anchor=\"middle\" \
                 fill=\"{fill}\"{style}"
            ));
            for province in board.provinces() {
                if (board.kind(province) == ProvinceKind::Sea) == sea {
                    let code = board.code(province);
                    let at = self.label_of(province);
                    self.text(&format!("label-{code}"), at, size, code);
                }
            }
            self.close();
        }
    }

    fn full_names(&mut self) {
        let chart = self.chart;
        let (board, size) = (chart.board(), self.sizes.name);
        for sea in [true, false] {
            let (fill, style) = self.hand(sea);
            self.open(&format!(
                "font-size=\"{size}\" text-anchor=\"middle\" fill=\"{fill}\"{style}"
            ));
            for province in board.provinces() {
                let Some((middle, english)) = &chart.place(province).name else {
                    continue;
                };
                let translated;
                let lines = match &self.picture.look.language {
                    Some(language) => {
                        translated = translation(board, province, language, english);
                        &translated
                    }
                    None => english,
                };
                if (board.kind(province) == ProvinceKind::Sea) != sea {
                    continue;
                }
                let code = board.code(province);
                let top = middle.y - size * (lines.len() as i32 - 1) / 2;
                for (row, line) in lines.iter().enumerate() {
                    let at = Point::new(middle.x, top + size * row as i32);
                    self.text(&format!("name-{code}-{row}"), at, size, line);
                }
            }
            self.close();
        }
    }

    /// On boards of more powers than there are patterns, their owners' letters in centres
    /// where nobody stands.
    fn owners(&mut self) {
        let (chart, position) = (self.chart, self.picture.position);
        let board = chart.board();
        if board.power_count() <= Pattern::ALL.len() {
            return;
        }
        let size = self.sizes.unit * 128 / 100;
        let (fill, style) = self.hand(false);
        self.open(&format!(
            "font-size=\"{size}\" font-weight=\"700\" text-anchor=\"middle\" \
             fill=\"{fill}\"{style}"
        ));
        let built = |province| {
            let mut orders = self.picture.orders.iter().map(|it| &it.order);
            orders.any(|it| matches!(it, OrderText::Build { unit } if unit.at.province == province))
        };
        let empty = board
            .centers()
            .iter()
            .filter(|it| position.unit_in(*it).is_none() && !built(*it));
        for province in empty.collect::<Vec<_>>() {
            if let Some(power) = position.owner(province) {
                let id = format!("owner-{}", board.code(province));
                let letter = chart.letter(power).to_string();
                self.text(&id, chart.place(province).unit, size, &letter);
            }
        }
        self.close();
    }

    fn coast_marks(&mut self) {
        let chart = self.chart;
        let (board, size) = (chart.board(), self.sizes.mark);
        let (fill, style) = self.hand(false);
        self.open(&format!(
            "font-size=\"{size}\" font-style=\"italic\" text-anchor=\"middle\" \
             fill=\"{fill}\"{style}"
        ));
        for location in board.locations() {
            let Some(coast) = board.coast_of(location) else {
                continue;
            };
            let place = chart.place(board.province_of(location));
            if let Some(coast_place) = place.coasts.get(coast.code()) {
                let id = format!("mark-{}", board.code(location).replace('/', "-"));
                let at = self.pushed(coast_place.mark, coast_place.unit);
                self.text(&id, at, size, &coast.code().to_lowercase());
            }
        }
        self.close();
    }

    /// Colour and style of names on water or land. On land, which may be dark, and
    /// where order lines or patterns may run beneath them they get a halo.
    fn hand(&self, sea: bool) -> (Rgb, String) {
        let (fill, slant, halo) = if sea {
            (
                self.paper.sea_text,
                " font-style=\"italic\"",
                self.paper.shallows,
            )
        } else {
            (self.paper.text, "", self.paper.halo)
        };
        if sea && self.picture.orders.is_empty() && self.theme != Theme::Mono {
            return (fill, slant.to_owned());
        }
        let style = format!(
            "{slant} stroke=\"{halo}\" stroke-width=\"{}\" stroke-opacity=\"0.85\" \
             stroke-linejoin=\"round\" paint-order=\"stroke\"",
            self.thick(20)
        );
        (fill, style)
    }

    /// One line of text with its capitals centred on `at`.
    fn text(&mut self, id: &str, at: Point, size: i32, text: &str) {
        let base = at.y + font::half_capital(size);
        put!(
            self,
            "<text id=\"{id}\" x=\"{}\" y=\"{base}\">{}</text>\n",
            at.x,
            escaped(text)
        );
        self.cut();
    }
}

/// A name in another language, in lines that fit where the English ones stand; none if
/// it is too long.
fn translation(
    board: &Board,
    province: Province,
    language: &str,
    english: &[String],
) -> Vec<String> {
    let name = board.name_in(province, language);
    if name == board.full_name(province) {
        return english.to_vec();
    }
    let length = |text: &str| text.chars().count();
    let room = english.iter().map(|line| length(line)).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ') {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let fits = lines.len() <= english.len().max(2);
    // A letter or two stand over as they do where one language has broad letters.
    if !fits || lines.iter().any(|line| length(line) > room + 2) {
        lines.clear();
    }
    lines
}
