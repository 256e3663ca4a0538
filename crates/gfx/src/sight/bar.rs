//! The bar at the foot: what the numbers and colours mean, what is asked or told,
//! and buttons.
//!
//! On a wide window it is four lines, with buttons beside them for fingers; on one of
//! middle width, a phone on its side, the colours have a line more. On a narrow one, a
//! phone held upright, it is taller: everything is broken into lines of its own, and the
//! buttons stand below. Where each thing goes is a [`Plan`] of plain values.

use parlour_grid::editor::{Cell, Desk, Key, Mode, Prompt, Question};
use parlour_grid::{Point, Rect};

use super::lines::wrapped;
use super::picture::colours_of;
use crate::camera::Pixel;
use crate::palette::{self, Rgb};
use parlour_rogue_window::lettering::{Lettering, fill, outline, shortened, shortened_left};

/// Windows of fewer pixels across are narrow, or of middle width.
const NARROW: i32 = 560;
const MIDDLE: i32 = 1040;
/// Windows of middle width of fewer pixels across have their buttons in two rows.
const ONE_ROW: i32 = 760;
/// The heights of their bars and of a wide window's, in pixels.
const MIDDLE_HEIGHT: i32 = 100;
const WIDE_HEIGHT: i32 = 72;
/// The lines of a narrow window's bar, and the pixels from one to the next.
const LINES: usize = 9;
const LINE: i32 = 19;
/// The pixels from one line to the next on a wide window.
const WIDE_LINE: i32 = 17;
/// The pixels at the sides and above.
const MARGIN: i32 = 10;
/// The size of its letters.
const LETTERS: u16 = 14;
/// Width and height of a button, and the gap beside it.
const BUTTON: (i32, i32) = (60, 44);
const GAP: i32 = 6;
/// The gap between two rows of buttons.
const ROW_GAP: i32 = 4;

/// Whether a window of this width is narrow.
fn is_narrow(width: i32) -> bool {
    width < NARROW
}

/// How high the bar of a window of this width is, in pixels.
pub fn height(width: i32) -> i32 {
    if is_narrow(width) {
        GAP + LINES as i32 * LINE + BUTTON.1 + 2 * GAP
    } else if width < MIDDLE {
        MIDDLE_HEIGHT
    } else {
        WIDE_HEIGHT
    }
}

/// The buttons and what a tap on each types; others while something is asked or
/// explained.
fn labels(desk: &Desk) -> &'static [(&'static str, Key)] {
    match desk.prompt().map(Prompt::question) {
        None if desk.explains() => &[
            ("undo", Key::Char('u')),
            ("step", Key::Char('.')),
            ("done", Key::Char('e')),
            ("help", Key::Char('h')),
        ],
        None => &[
            ("undo", Key::Char('u')),
            ("mode", Key::Char('f')),
            ("why", Key::Char('e')),
            ("help", Key::Char('h')),
        ],
        Some(Question::Leave | Question::Discard) => &[
            ("yes", Key::Char('y')),
            ("save", Key::Char('s')),
            ("stay", Key::Escape),
        ],
        Some(Question::Replace) => &[("yes", Key::Char('y')), ("no", Key::Escape)],
        Some(_) => &[("ok", Key::Enter), ("no", Key::Escape)],
    }
}

/// Where the buttons are under a view of this width and height.
pub(super) fn buttons(
    desk: &Desk,
    width: i32,
    view_height: i32,
) -> impl Iterator<Item = (&'static str, Key, Rect)> + use<> {
    let labels = labels(desk);
    let columns = if (NARROW..ONE_ROW).contains(&width) {
        2
    } else {
        labels.len()
    };
    let rows = labels.len().div_ceil(columns) as i32;
    let high = rows * BUTTON.1 + (rows - 1) * ROW_GAP;
    let top = if is_narrow(width) {
        view_height + height(width) - BUTTON.1 - GAP
    } else {
        view_height + (height(width) - high) / 2
    };
    labels.iter().enumerate().map(move |(index, &(name, key))| {
        let (row, column) = ((index / columns) as i32, (index % columns) as i32);
        let x = width - (columns as i32 - column) * (BUTTON.0 + GAP);
        let y = top + row * (BUTTON.1 + ROW_GAP);
        (name, key, Rect::new(x, y, BUTTON.0, BUTTON.1))
    })
}

/// Whether there are buttons: always on a narrow window, else where fingers are used.
pub(super) fn has_buttons(width: i32, for_fingers: bool) -> bool {
    for_fingers || is_narrow(width)
}

/// The key that a tap at a place types.
pub(super) fn key_at(desk: &Desk, width: i32, view_height: i32, at: Pixel) -> Option<Key> {
    let at = Point::new(at.x, at.y);
    let mut buttons = buttons(desk, width, view_height);
    let (_, key, _) = buttons.find(|(_, _, area)| area.contains(at))?;
    Some(key)
}

/// What each colour on the sheet stands for just now.
fn legend(desk: &Desk) -> Vec<(Rgb, &'static str)> {
    let colours = colours_of(desk);
    let editor = desk.editor();
    let lens = editor.lens();
    let in_wall = |&cell: &Point| editor.cell(cell) == Cell::ObserverInWall;
    let observers = editor.sheet().observers();
    let mut legend = Vec::new();
    if observers.is_empty() || !observers.iter().all(in_wall) {
        legend.push((colours.observer, "observer"));
    }
    if observers.iter().any(in_wall) {
        legend.push((colours.observer_in_wall, "observer in wall"));
    }
    legend.push((colours.visible, "in sight"));
    legend.push((colours.hidden, "hidden"));
    legend.push((colours.wall, "wall"));
    if lens.mode == Mode::Symmetric {
        legend.push((colours.lit_wall, "lit wall"));
    }
    if lens.any_angle {
        legend.push((colours.any_angle, "any-angle"));
    }
    if lens.grid_path.is_some() {
        legend.push((colours.grid_path, "8-connected"));
    }
    legend.push((colours.interesting, "interesting corner"));
    legend.push((colours.corner, "corner"));
    legend
}

/// A line of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    text: String,
    at: Pixel,
    colour: Rgb,
}

/// Where everything in the bar goes.
#[derive(Clone, Debug, Default)]
struct Plan {
    words: Vec<Words>,
    /// Squares of the legend.
    swatches: Vec<(Pixel, Rgb)>,
    frames: Vec<(Rect, Rgb)>,
}

/// So many letters in pixels.
fn across(letters: usize) -> i32 {
    (letters as f32 * Lettering::advance(LETTERS)).ceil() as i32
}

impl Plan {
    fn write(&mut self, text: String, at: Pixel, colour: Rgb) {
        self.words.push(Words { text, at, colour });
    }

    /// The buttons; answers where the leftmost begins.
    fn lay_buttons(&mut self, desk: &Desk, width: i32, top: i32) -> i32 {
        let mut left = width;
        for (name, _, area) in buttons(desk, width, top) {
            left = left.min(area.x);
            self.frames.push((area, palette::FAINT_TEXT));
            let inset = (BUTTON.0 - across(name.chars().count())) / 2;
            let at = Pixel::new(area.x + inset, area.y + 14);
            self.write(name.to_owned(), at, palette::TEXT);
        }
        left
    }

    /// Colours with their names, in at most so many lines from a place on; as many as
    /// there is room for.
    fn lay_legend(
        &mut self,
        desk: &Desk,
        from: Pixel,
        right: i32,
        (lines, line_height): (usize, i32),
    ) {
        let mut at = from;
        let mut line = 1;
        for (colour, word) in legend(desk) {
            let needed = 18 + across(word.chars().count());
            if at.x + needed > right - MARGIN && at.x > from.x {
                line += 1;
                at = Pixel::new(from.x, at.y + line_height);
            }
            if line > lines {
                return;
            }
            self.swatches.push((Pixel::new(at.x, at.y + 2), colour));
            let beside = Pixel::new(at.x + 18, at.y);
            self.write(word.to_owned(), beside, palette::FAINT_TEXT);
            at.x += needed + 14;
        }
    }

    /// Marks a suggested answer as a whole: the next letter takes its place.
    fn mark_answer(&mut self, from: Pixel, letters: usize) {
        let area = Rect::new(from.x - 2, from.y - 2, across(letters) + 4, 20);
        self.frames.push((area, palette::MESSAGE));
    }

    fn wide(desk: &Desk, micros: Option<u64>, for_fingers: bool, size: (i32, i32)) -> Self {
        let mut plan = Self::default();
        let top = size.1 - height(size.0);
        let (lines, line_height) = if size.0 < MIDDLE {
            (5, LINE)
        } else {
            (4, WIDE_LINE)
        };
        let line_at = |line: i32| Pixel::new(MARGIN, top + 3 + line * line_height);
        let mut right = size.0;
        if for_fingers {
            right = plan.lay_buttons(desk, size.0, top);
        }
        let letters = Lettering::fitting(right - 2 * MARGIN, LETTERS);
        let counts = shortened(&desk.counts_line(), letters);
        plan.write(counts, line_at(0), palette::TEXT);
        let room = (lines as usize - 2, line_height);
        plan.lay_legend(desk, line_at(1), right, room);
        let last = line_at(lines - 1);
        if let Some(prompt) = desk.prompt() {
            let line = shortened_left(&asked(prompt), letters);
            if prompt.is_suggested() {
                let answer = prompt.answer().chars().count().min(letters);
                let before = line.chars().count() - answer;
                plan.mark_answer(Pixel::new(last.x + across(before), last.y), answer);
            }
            plan.write(line, last, palette::MESSAGE);
        } else {
            let (mut text, colour) = told(desk, micros);
            if desk.message().is_none() {
                text.push_str(" \u{b7} H help");
            }
            plan.write(shortened(&text, letters), last, colour);
        }
        plan
    }

    fn narrow(desk: &Desk, micros: Option<u64>, size: (i32, i32)) -> Self {
        let mut plan = Self::default();
        let top = size.1 - height(size.0);
        plan.lay_buttons(desk, size.0, top);
        let letters = Lettering::fitting(size.0 - 2 * MARGIN, LETTERS);
        let mut lines: Vec<(String, Rgb)> = Vec::new();
        let colour = |colour: Rgb| move |line| (line, colour);
        let counts = wrapped(&desk.counts_line(), letters);
        lines.extend(counts.into_iter().map(colour(palette::TEXT)));
        let mut suggested = None;
        if let Some(prompt) = desk.prompt() {
            lines.truncate(1);
            let words = wrapped(&prompt.words(), letters);
            lines.extend(words.into_iter().map(colour(palette::MESSAGE)));
            let mark = if prompt.is_suggested() { "" } else { "_" };
            let answer = wrapped(&format!("{}{mark}", prompt.answer()), letters);
            // Of a long answer the end is what is being typed.
            let room = LINES.saturating_sub(lines.len());
            let answer = &answer[answer.len().saturating_sub(room)..];
            if let ([answer], true) = (answer, prompt.is_suggested()) {
                suggested = Some((lines.len(), answer.chars().count()));
            }
            lines.extend(answer.iter().cloned().map(colour(palette::MESSAGE)));
        } else {
            let (text, shade) = told(desk, micros);
            lines.extend(wrapped(&text, letters).into_iter().map(colour(shade)));
        }
        lines.truncate(LINES);
        let line_at = |line: usize| Pixel::new(MARGIN, top + GAP + line as i32 * LINE);
        if let Some((line, letters)) = suggested {
            plan.mark_answer(line_at(line), letters);
        }
        let left = LINES - lines.len();
        plan.lay_legend(desk, line_at(lines.len()), size.0, (left, LINE));
        for (line, (text, colour)) in lines.into_iter().enumerate() {
            plan.write(text, line_at(line), colour);
        }
        plan
    }
}

/// A question and the answer so far.
fn asked(prompt: &Prompt) -> String {
    let mark = if prompt.is_suggested() { "" } else { "_" };
    format!("{} {}{mark}", prompt.words(), prompt.answer())
}

/// What there is to tell where nothing is asked.
fn told(desk: &Desk, micros: Option<u64>) -> (String, Rgb) {
    if let Some(message) = desk.message() {
        return (message.to_owned(), palette::MESSAGE);
    }
    (desk.lens_line(micros), palette::FAINT_TEXT)
}

/// Draws the bar of a window of this size.
pub(super) fn draw(
    desk: &Desk,
    micros: Option<u64>,
    for_fingers: bool,
    size: (i32, i32),
    lettering: &Lettering,
) {
    let height = height(size.0);
    fill(Pixel::new(0, size.1 - height), size.0, height, palette::BAR);
    let plan = if is_narrow(size.0) {
        Plan::narrow(desk, micros, size)
    } else {
        Plan::wide(desk, micros, for_fingers, size)
    };
    for (at, colour) in plan.swatches {
        fill(at, 13, 13, colour);
        outline(at, 13, 13, palette::FAINT_TEXT);
    }
    for (area, colour) in plan.frames {
        outline(Pixel::new(area.x, area.y), area.w, area.h, colour);
    }
    for Words { text, at, colour } in plan.words {
        lettering.write(&text, at, LETTERS, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_grid::editor::read_sheet;

    const PHONE: (i32, i32) = (390, 844);

    fn desk(keys: &str) -> Desk {
        let rows = format!("{}\n", ".".repeat(48)).repeat(31) + "s" + &"#".repeat(47);
        let mut desk = Desk::new(read_sheet(&rows).expect("a drawing"));
        for key in keys.chars() {
            desk.key(Key::Char(key));
        }
        desk.moved(Point::new(35, 10));
        desk.refresh();
        desk
    }

    /// Everything stands inside the window and nothing on anything else.
    fn assert_tidy(plan: &Plan, size: (i32, i32)) {
        let area = |words: &Words| {
            let width = across(words.text.chars().count());
            Rect::new(words.at.x, words.at.y, width, i32::from(LETTERS))
        };
        let mut areas: Vec<Rect> = plan.words.iter().map(area).collect();
        let swatch = |(at, _): &(Pixel, Rgb)| Rect::new(at.x, at.y, 13, 13);
        areas.extend(plan.swatches.iter().map(swatch));
        for (index, area) in areas.iter().enumerate() {
            assert!(area.x >= 0 && area.east() < size.0, "{area:?} {plan:?}");
            assert!(area.south() < size.1 && area.y >= size.1 - height(size.0));
            for other in &areas[..index] {
                assert!(!area.overlaps(*other), "{area:?} {other:?} {plan:?}");
            }
        }
    }

    fn names(plan: &Plan) -> Vec<&str> {
        plan.words.iter().map(|words| words.text.as_str()).collect()
    }

    #[test]
    fn on_a_phone_every_colour_has_its_name() {
        for keys in ["", "f", "fap", "fap]", "fapk", " fap"] {
            let desk = desk(keys);
            let plan = Plan::narrow(&desk, Some(123), PHONE);
            assert_tidy(&plan, PHONE);
            let names = names(&plan);
            for (_, word) in legend(&desk) {
                assert!(names.contains(&word), "{keys:?}: {word} of {names:?}");
            }
        }
    }

    #[test]
    fn on_a_phone_a_question_is_whole() {
        for (keys, question) in [
            ("s", "save as (.json, .jsonl: a case, else text):"),
            (
                " \u{1b}",
                "not saved. y: close, it is kept for next time; s: save; else stay",
            ),
            ("g", "seed and style (rooms, cave, pillars, scatter, 25%):"),
        ] {
            let mut desk = desk(keys.trim_end_matches('\u{1b}'));
            if keys.ends_with('\u{1b}') {
                desk.key(Key::Escape);
            }
            let plan = Plan::narrow(&desk, None, PHONE);
            assert_tidy(&plan, PHONE);
            let all = names(&plan).join(" ");
            assert!(all.contains(question), "{all}");
        }
        // A long answer shows its end, and the question with it.
        let mut desk = desk("o");
        for _ in 0..600 {
            desk.key(Key::Char('x'));
        }
        let plan = Plan::narrow(&desk, None, PHONE);
        assert_tidy(&plan, PHONE);
        let names = names(&plan);
        assert!(names.contains(&"open:") && names.iter().any(|it| it.ends_with('_')));
    }

    #[test]
    fn what_is_explained_is_whole_on_a_phone() {
        let mut desk = desk("fe");
        desk.moved(Point::new(40, 31));
        desk.refresh();
        let told = desk.lens_line(None);
        let plan = Plan::narrow(&desk, None, PHONE);
        assert_tidy(&plan, PHONE);
        assert!(names(&plan).join(" ").contains(&told), "{told}");
    }

    /// Small phones on their side, tablets, windows: whatever is shown has its name.
    #[test]
    fn on_wider_windows_every_colour_has_its_name_too() {
        let sizes = [
            568, 640, 667, 740, 759, 760, 800, 844, 932, 1039, 1040, 1120, 1920,
        ];
        for width in sizes {
            let size = (width, 320);
            for for_fingers in [false, true] {
                for keys in ["", "fap", "s", "fe", " ", "fapk", "fapm", " fap"] {
                    let desk = desk(keys);
                    let plan = Plan::wide(&desk, Some(5), for_fingers, size);
                    assert_tidy(&plan, size);
                    let names = names(&plan);
                    for (_, word) in legend(&desk) {
                        assert!(
                            names.contains(&word),
                            "{width} {keys:?}: {word} of {names:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn an_observer_in_a_wall_is_explained() {
        let desk = desk("");
        assert!(
            !legend(&desk)
                .iter()
                .any(|(_, word)| word.contains("wall") && word.len() > 8)
        );
        let mut desk = Desk::new(read_sheet("s..").expect("a drawing"));
        desk.key(Key::Char(' '));
        let colours = colours_of(&desk);
        let legend = legend(&desk);
        assert!(legend.contains(&(colours.observer_in_wall, "observer in wall")));
        assert!(!legend.iter().any(|(_, word)| *word == "observer"));
    }
}
