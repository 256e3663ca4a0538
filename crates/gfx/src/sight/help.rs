//! The help over the sheet: what the keys do and what the colours mean. In a narrow
//! window its lines are broken, and where there are more than the window holds it is
//! turned like a page: by wheel, arrows or a finger.

use parlour_grid::editor::HELP;

use super::lines::wrapped;
use crate::camera::Pixel;
use crate::palette::{self, Colours, Rgb};
use parlour_rogue_window::lettering::{Lettering, fill, outline};

const LETTERS: u16 = 14;
/// Pixels from one line to the next.
pub(super) const ROW: i32 = 19;
/// Pixels between the border and what is inside.
const MARGIN: i32 = 18;
/// The same where there is little room.
const NARROW_MARGIN: i32 = 8;

/// What each colour stands for.
fn legend(colours: Colours) -> [(Rgb, &'static str); 10] {
    [
        (colours.observer, "observer"),
        (colours.visible, "in sight"),
        (colours.wall, "wall"),
        (colours.hidden, "out of sight"),
        (colours.lit_wall, "lit wall"),
        (colours.observer_in_wall, "observer in wall"),
        (colours.interesting, "interesting corner"),
        (colours.corner, "other corner"),
        (colours.any_angle, "any-angle path"),
        (colours.grid_path, "8-connected path"),
    ]
}

/// Something in a line of the help, so many letters from its left end.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Key(usize, String),
    Word(usize, String),
    Swatch(usize, Rgb),
}

/// The lines of the help for a window, and how the panel lies in it.
#[derive(Clone, Debug)]
struct Plan {
    lines: Vec<Vec<Part>>,
    /// How many lines there is room for.
    room: usize,
    width: i32,
    margin: i32,
}

fn across(letters: usize) -> i32 {
    (letters as f32 * Lettering::advance(LETTERS)).ceil() as i32
}

fn longest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

impl Plan {
    fn new(colours: Colours, size: (i32, i32)) -> Self {
        let keys = longest(HELP.iter().map(|(keys, _)| *keys)) + 2;
        let words = longest(HELP.iter().map(|(_, words)| *words));
        let wide = across(keys + words) + 2 * MARGIN;
        let (lines, width, margin) = if wide <= size.0 {
            (in_columns(keys, colours), wide, MARGIN)
        } else {
            let room = size.0 - 2 * NARROW_MARGIN;
            let letters = Lettering::fitting(room, LETTERS);
            (broken(letters, colours), size.0, NARROW_MARGIN)
        };
        let room = ((size.1 - 2 * margin) / ROW).max(1) as usize;
        Self {
            lines,
            room,
            width,
            margin,
        }
    }

    /// How many lines can be turned past at most; what is left fills the window, the
    /// last line of which says that there is more.
    fn last(&self) -> usize {
        if self.lines.len() <= self.room {
            0
        } else {
            self.lines.len() - (self.room - 1).max(1)
        }
    }
}

/// Keys on the left, what they do beside them.
fn in_columns(keys: usize, colours: Colours) -> Vec<Vec<Part>> {
    let mut lines: Vec<Vec<Part>> = HELP
        .iter()
        .map(|(key, word)| {
            let key = Part::Key(0, (*key).to_owned());
            vec![key, Part::Word(keys, (*word).to_owned())]
        })
        .collect();
    lines.push(Vec::new());
    lines.extend(colours_in_columns(keys + 4, colours));
    lines
}

fn colours_in_columns(second: usize, colours: Colours) -> Vec<Vec<Part>> {
    let swatch = |at: usize, (colour, word): (Rgb, &str)| {
        [
            Part::Swatch(at, colour),
            Part::Word(at + 3, word.to_owned()),
        ]
    };
    legend(colours)
        .chunks(2)
        .map(|pair| {
            let places = [0, second].into_iter();
            places
                .zip(pair)
                .flat_map(|(at, it)| swatch(at, *it))
                .collect()
        })
        .collect()
}

/// What keys do beside them where that fits, else below.
fn broken(letters: usize, colours: Colours) -> Vec<Vec<Part>> {
    let mut lines = Vec::new();
    for (key, word) in HELP {
        let length = key.chars().count();
        let key = Part::Key(0, (*key).to_owned());
        let beside = length + 2 + word.chars().count() <= letters || 3 * length <= letters;
        let indent = if beside { length + 2 } else { 2 };
        let mut words = wrapped(word, letters.saturating_sub(indent)).into_iter();
        let mut line = vec![key];
        if beside {
            line.extend(words.next().map(|word| Part::Word(indent, word)));
        }
        lines.push(line);
        lines.extend(words.map(|line| vec![Part::Word(indent, line)]));
    }
    lines.push(Vec::new());
    let longest = longest(legend(colours).iter().map(|(_, word)| *word)) + 3;
    if 2 * longest < letters {
        lines.extend(colours_in_columns(letters / 2, colours));
    } else {
        for line in colours_in_columns(0, colours) {
            let mut parts = line.into_iter();
            while let (Some(swatch), Some(word)) = (parts.next(), parts.next()) {
                lines.push(vec![swatch, word]);
            }
        }
    }
    lines
}

/// How many lines the help of a window can be turned on at most.
pub(super) fn last(colours: Colours, size: (i32, i32)) -> usize {
    Plan::new(colours, size).last()
}

/// How many lines of it a window shows.
pub(super) fn page(colours: Colours, size: (i32, i32)) -> usize {
    Plan::new(colours, size).room.saturating_sub(1).max(1)
}

/// Draws the help in the middle of a window of this size, from a line on.
pub(super) fn draw(colours: Colours, size: (i32, i32), from: usize, lettering: &Lettering) {
    let plan = Plan::new(colours, size);
    let more = plan.last() > 0;
    let from = from.min(plan.last());
    let shown = plan.lines.len().min(plan.room);
    let height = (shown as i32 * ROW + 2 * plan.margin).min(size.1);
    let at = Pixel::new(
        ((size.0 - plan.width) / 2).max(0),
        ((size.1 - height) / 2).max(0),
    );
    fill(at, plan.width, height, palette::BAR);
    outline(at, plan.width, height, palette::FAINT_TEXT);
    let place = |line: usize, letters: usize| {
        let x = at.x + plan.margin + across(letters);
        Pixel::new(x, at.y + plan.margin + line as i32 * ROW)
    };
    let lines = if more {
        shown.saturating_sub(1).max(1)
    } else {
        shown
    };
    for (line, parts) in plan.lines.iter().skip(from).take(lines).enumerate() {
        for part in parts {
            match part {
                Part::Key(at, text) => {
                    lettering.write(text, place(line, *at), LETTERS, palette::MESSAGE);
                }
                Part::Word(at, text) => {
                    lettering.write(text, place(line, *at), LETTERS, palette::TEXT);
                }
                Part::Swatch(at, colour) => {
                    let at = place(line, *at);
                    fill(Pixel::new(at.x, at.y + 2), 14, 14, *colour);
                    outline(Pixel::new(at.x, at.y + 2), 14, 14, palette::FAINT_TEXT);
                }
            }
        }
    }
    if more {
        let words = if from < plan.last() {
            "there is more: drag, wheel, arrows"
        } else {
            "that is all; drag, wheel, arrows: back"
        };
        lettering.write(words, place(lines, 0), LETTERS, palette::FAINT_TEXT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(plan: &Plan) -> String {
        let parts = plan.lines.iter().flatten();
        let words = parts.filter_map(|part| match part {
            Part::Key(_, text) | Part::Word(_, text) => Some(text.as_str()),
            Part::Swatch(..) => None,
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_word_is_inside_a_window_of_any_width() {
        for size in [(320, 480), (390, 844), (844, 390), (800, 600), (1120, 800)] {
            let plan = Plan::new(Colours::CLASSIC, size);
            let all = words(&plan);
            let said = HELP.iter().flat_map(|(keys, word)| [*keys, *word]);
            for text in said.chain(legend(Colours::CLASSIC).map(|(_, word)| word)) {
                assert!(all.contains(text), "{size:?}: {text}");
            }
            for part in plan.lines.iter().flatten() {
                let (at, letters) = match part {
                    Part::Key(at, text) | Part::Word(at, text) => (at, text.chars().count()),
                    Part::Swatch(at, _) => (at, 2),
                };
                let end = plan.margin + across(at + letters);
                assert!(
                    end <= plan.width && plan.width <= size.0,
                    "{size:?}: {part:?}"
                );
            }
        }
    }

    #[test]
    fn what_the_window_does_not_hold_is_turned_to() {
        for size in [(390, 844), (844, 390), (320, 240), (60, 30)] {
            let plan = Plan::new(Colours::CLASSIC, size);
            let shown = if plan.last() == 0 {
                plan.room
            } else {
                (plan.room - 1).max(1)
            };
            assert!(plan.last() + shown >= plan.lines.len(), "{size:?}");
            let below = shown as i32 * ROW + plan.margin;
            assert!(below <= size.1.max(ROW + plan.margin), "{size:?}");
        }
        for whole in [(1120, 800), (800, 600)] {
            assert_eq!(last(Colours::CLASSIC, whole), 0);
        }
        assert!(last(Colours::CLASSIC, (844, 390)) > 0);
    }
}
