//! A drawing as it is kept while nobody has saved it: one short text that a front
//! writes after every stroke and reads when the editor opens again.
//!
//! The first line names the form, the second the size, the third the ids of the
//! observer's cells; each row of walls follows as hexadecimal digits, four cells a
//! digit, west first. Rows without a wall are empty lines. Unlike a drawing or a
//! case it says everything and asks for no answer to be computed, so that writing
//! it is quick for any size.

use super::{Sheet, SheetError};
use crate::{BitGrid, Size};

const FORM: &str = "parlour sight, unsaved, form 1";

impl Sheet {
    /// The drawing as text for the journal.
    pub fn journal(&self) -> String {
        let size = self.size();
        let ids: Vec<_> = self
            .observers()
            .iter()
            .filter_map(|&cell| size.id(cell))
            .map(|id| id.to_string())
            .collect();
        let mut text = format!("{FORM}\n{size}\n{}\n", ids.join(" "));
        for y in 0..size.height() as i32 {
            let words = self.walls().row(y);
            let used = words.iter().rposition(|&word| word != 0);
            for word in &words[..used.map_or(0, |last| last + 1)] {
                // West first: the lowest bits of a word are written first.
                for digit in 0..16 {
                    let four = (word >> (4 * digit)) as u32 & 15;
                    text.push(char::from_digit(four, 16).unwrap_or('0'));
                }
            }
            text.push('\n');
        }
        text
    }

    /// The drawing of a journal.
    pub fn from_journal(text: &str) -> Result<Self, SheetError> {
        let broken = |line: usize, reason: &str| SheetError::BrokenJournal {
            line,
            reason: reason.to_owned(),
        };
        let mut lines = text.lines();
        if lines.next() != Some(FORM) {
            return Err(broken(1, "it is of no form that is known here"));
        }
        let sides = lines.next().and_then(|line| line.split_once('x'));
        let sides = sides.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        let (width, height) = sides.ok_or(broken(2, "there is no size"))?;
        let size: Size = Self::allowed_sides(width, height)?;
        let mut observers = Vec::new();
        for word in lines.next().unwrap_or_default().split_whitespace() {
            let cell = word.parse().ok().and_then(|id| size.point(id));
            observers.push(cell.ok_or(broken(3, "an observer is on no cell"))?);
        }
        let mut walls = BitGrid::new(size);
        for y in 0..size.height() as usize {
            let line = lines.next().ok_or(broken(y + 4, "a row is missing"))?;
            let row = walls.row_mut(y);
            for (place, letter) in line.chars().enumerate() {
                let four = letter.to_digit(16).ok_or(broken(y + 4, "no such digit"))?;
                let word = row.get_mut(place / 16);
                let word = word.ok_or(broken(y + 4, "the row is too long"))?;
                *word |= u64::from(four) << (4 * (place % 16));
            }
        }
        walls.trim();
        let mut sheet = Self::from_walls(walls)?;
        sheet.set_observers(&observers);
        Ok(sheet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn a_journal_says_everything_of_a_drawing() {
        for (w, h) in [(1, 1), (64, 2), (65, 3), (300, 7)] {
            let size = Size::new(w, h);
            let walls = BitGrid::from_fn(size, |cell| (cell.x * 7 + cell.y * 3) % 5 == 0);
            let mut sheet = Sheet::from_walls(walls).expect("small enough");
            assert_eq!(Sheet::from_journal(&sheet.journal()), Ok(sheet.clone()));
            sheet.set_observers(&[Point::ORIGIN, Point::new(w as i32 - 1, h as i32 - 1)]);
            assert_eq!(Sheet::from_journal(&sheet.journal()), Ok(sheet));
        }
    }

    #[test]
    fn broken_journals_are_refused_with_their_line() {
        let whole = Sheet::blank(Size::new(5, 2)).expect("small").journal();
        for (text, words) in [
            (String::new(), "line 1: "),
            (whole.replace("form 1", "form 9"), "line 1: "),
            (whole.replace("5x2", "5"), "line 2: "),
            (whole.replace("5x2", "5x9999"), "too large"),
            (whole.replace("\n2\n", "\n99\n"), "line 3: "),
            (whole.trim_end().to_owned(), "line "),
            (format!("{FORM}\n5x2\n\n0g\n\n"), "line 4: "),
            (format!("{FORM}\n5x1\n\n{}\n", "0".repeat(17)), "line 4: "),
        ] {
            let error = Sheet::from_journal(&text).expect_err(&text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
