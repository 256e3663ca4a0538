//! QR codes in letters, two squares in each: `▀` has the upper one light, `▄` the lower.
//!
//! A code is dark on light whatever the terminal is, and has light around it, or cameras
//! do not find it. Without colours light is what a dark terminal writes with.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::{Colours, Theme};

/// How much light there is around a code at best, and where there is little room.
const QUIET: u16 = 4;
const LITTLE: u16 = 1;

/// A code as lines for a terminal that is written to line by line.
pub fn lines(squares: &[String], colours: bool) -> Vec<String> {
    // A small terminal shows it whole.
    let quiet = 2;
    let line = |letters: String| {
        if colours {
            format!("\u{1b}[97;40m{letters}\u{1b}[0m")
        } else {
            letters
        }
    };
    let sides = squares.len() as u16 + 2 * quiet;
    let rows = if squares.is_empty() {
        0
    } else {
        sides.div_ceil(2)
    };
    let letters = |row| (0..sides).map(move |column| letter(squares, quiet, (row, column)));
    (0..rows).map(|row| line(letters(row).collect())).collect()
}

/// The letter at a row and a column of a code with so much light around it.
fn letter(squares: &[String], quiet: u16, (row, column): (u16, u16)) -> char {
    match (
        is_dark(squares, quiet, 2 * row, column),
        is_dark(squares, quiet, 2 * row + 1, column),
    ) {
        (false, false) => '█',
        (false, true) => '▀',
        (true, false) => '▄',
        (true, true) => ' ',
    }
}

/// The same for a terminal that writes dark on light.
fn opposite(letter: char) -> char {
    match letter {
        '█' => ' ',
        '▀' => '▄',
        '▄' => '▀',
        _ => '█',
    }
}

fn is_dark(squares: &[String], quiet: u16, row: u16, column: u16) -> bool {
    let at = |it: u16| it.checked_sub(quiet).map(usize::from);
    let (Some(row), Some(column)) = (at(row), at(column)) else {
        return false;
    };
    let square = squares.get(row).and_then(|it| it.as_bytes().get(column));
    square == Some(&b'1')
}

/// The columns and rows of a code with as much light around it as there is room for;
/// nothing if there is too little.
pub(crate) fn size(squares: &[String], room: (u16, u16)) -> Option<(u16, u16)> {
    quiet(squares, room).map(|quiet| measured(squares, quiet))
}

fn measured(squares: &[String], quiet: u16) -> (u16, u16) {
    let sides = squares.len() as u16 + 2 * quiet;
    (sides, sides.div_ceil(2))
}

fn quiet(squares: &[String], (width, height): (u16, u16)) -> Option<u16> {
    let all = (LITTLE..=QUIET).rev().filter(|_| !squares.is_empty());
    let mut fits = all.filter(|quiet| {
        let (columns, rows) = measured(squares, *quiet);
        columns <= width && rows <= height
    });
    fits.next()
}

/// Draws a code in the middle of an area, with light on all of it; nothing where it does
/// not fit.
pub(crate) fn draw(buffer: &mut Buffer, theme: Theme, squares: &[String], area: Rect) {
    let Some(quiet) = quiet(squares, (area.width, area.height)) else {
        return;
    };
    let (columns, rows) = measured(squares, quiet);
    let writes_dark = theme.colours() == Colours::None && theme.is_light();
    let left = area.x + (area.width - columns) / 2;
    let above = area.y + (area.height - rows) / 2;
    for position in area.positions() {
        let place = position
            .y
            .checked_sub(above)
            .zip(position.x.checked_sub(left));
        let letter = place.map_or('█', |place| letter(squares, quiet, place));
        let letter = if writes_dark {
            opposite(letter)
        } else {
            letter
        };
        buffer[position].reset();
        buffer[position].set_char(letter).set_style(theme.code());
    }
}

#[cfg(test)]
mod tests {
    use qrcode::{Color, EcLevel, QrCode};
    use ratatui::style::Color as Ink;

    use super::*;

    fn squares(text: &str) -> Vec<String> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).unwrap();
        let row = |row: &[Color]| row.iter().map(|it| it.select('1', '0')).collect();
        code.to_colors().chunks(code.width()).map(row).collect()
    }

    fn link() -> String {
        format!("http://192.168.100.200:7275/join#{}", "A".repeat(43))
    }

    /// The squares that a camera would see, light ones around them left out.
    fn seen(letters: &[Vec<char>]) -> Vec<String> {
        let half = |letter: &char, upper: bool| match letter {
            '█' => '0',
            '▀' if upper => '0',
            '▄' if !upper => '0',
            '▀' | '▄' | ' ' => '1',
            other => panic!("{other} is no square"),
        };
        let rows = letters.iter().flat_map(|row| {
            [true, false].map(|upper| row.iter().map(|it| half(it, upper)).collect::<String>())
        });
        let rows: Vec<String> = rows.filter(|row| row.contains('1')).collect();
        let first = rows.iter().filter_map(|row| row.find('1')).min().unwrap();
        let last = rows.iter().filter_map(|row| row.rfind('1')).max().unwrap();
        rows.iter()
            .map(|row| row[first..=last].to_owned())
            .collect()
    }

    #[test]
    fn what_is_drawn_is_what_was_encoded_at_every_size_that_it_fits() {
        let squares = squares(&link());
        for (width, height) in [(40, 18), (41, 21), (37, 19), (60, 20), (80, 24), (35, 18)] {
            let area = Rect::new(3, 2, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 90, 30));
            draw(&mut buffer, Theme::new(Colours::Full), &squares, area);
            let row = |y| (area.left()..area.right()).map(move |x| (x, y));
            let letter = |at| buffer[at].symbol().chars().next().unwrap();
            let letters: Vec<Vec<char>> = (area.top()..area.bottom())
                .map(|y| row(y).map(letter).collect())
                .collect();
            assert_eq!(seen(&letters), squares, "{width}x{height}");
        }
    }

    #[test]
    fn a_code_is_dark_on_light_in_every_theme_and_on_every_terminal() {
        let squares = squares(&link());
        let area = Rect::new(0, 0, 35, 18);
        let corner = |theme: Theme| {
            let mut buffer = Buffer::empty(area);
            draw(&mut buffer, theme, &squares, area);
            let cell = &buffer[(0, 0)];
            (cell.symbol().to_owned(), cell.fg, cell.bg)
        };
        for light in [false, true] {
            for colours in [Colours::Full, Colours::ColourBlind] {
                let (sign, ink, ground) = corner(Theme::new(colours).on_light(light));
                assert_eq!((ink, ground), (Ink::White, Ink::Black));
                // The quiet zone, and below it the code begins.
                assert_eq!(sign, "█");
            }
        }
        let none = Theme::new(Colours::None);
        assert_eq!(corner(none), (String::from("█"), Ink::Reset, Ink::Reset));
        let none = none.on_light(true);
        assert_eq!(corner(none), (String::from(" "), Ink::Reset, Ink::Reset));
    }

    #[test]
    fn a_code_without_room_is_not_drawn_in_part() {
        let squares = squares(&link());
        assert_eq!(size(&squares, (34, 18)), None);
        assert_eq!(size(&squares, (35, 17)), None);
        assert_eq!(size(&squares, (35, 18)), Some((35, 18)));
        assert_eq!(size(&squares, (200, 100)), Some((41, 21)));
        assert_eq!(size(&[], (200, 100)), None);
        let area = Rect::new(0, 0, 34, 18);
        let mut buffer = Buffer::empty(area);
        draw(&mut buffer, Theme::default(), &squares, area);
        assert_eq!(buffer, Buffer::empty(area));
    }

    #[test]
    fn a_code_for_the_terminal_has_light_around_it_and_fits_a_small_one() {
        let squares = squares(&link());
        let lines = lines(&squares, false);
        assert!(lines.len() <= 24, "{} lines", lines.len());
        assert!(lines.iter().all(|line| line.chars().count() <= 79));
        assert!(lines[0].chars().all(|it| it == '█'));
        let around = |line: &String| line.starts_with("██") && line.ends_with("██");
        assert!(lines.iter().all(around));
        let letters: Vec<Vec<char>> = lines.iter().map(|it| it.chars().collect()).collect();
        assert_eq!(seen(&letters), squares);
        let coloured = super::lines(&squares, true);
        assert!(coloured.iter().all(|it| it.starts_with("\u{1b}[97;40m")));
        assert_eq!(super::lines(&[], true), [""; 0]);
    }
}
