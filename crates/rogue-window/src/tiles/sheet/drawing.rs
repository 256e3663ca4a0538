//! The text of a drawn sheet: what each line means, and what is wrong with it.

use super::SheetError;

/// A shape in a square of 100 by 100.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outline {
    /// Middle, half width, half height.
    Disc([f32; 4]),
    /// Corners.
    Poly(Vec<(f32, f32)>),
    /// From, to, half of the thickness.
    Line([f32; 4], f32),
}

/// A shape with its shade of light, from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub outline: Outline,
    pub shade: f32,
}

/// A picture: its letter, whether it is a front, its shapes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drawing {
    pub letter: char,
    pub front: bool,
    pub shapes: Vec<Shape>,
}

/// A sheet has at most so many pictures and shapes.
const MOST: usize = 4096;

pub(super) fn read(text: &str) -> Result<Vec<Drawing>, SheetError> {
    let mut drawings: Vec<Drawing> = Vec::new();
    let mut shapes = 0;
    for (index, line) in text.lines().enumerate() {
        let wrong = |words: &str| SheetError {
            line: index + 1,
            words: words.to_owned(),
        };
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        if first == "--" {
            continue;
        }
        if first == "tile" || first == "front" {
            let mut letters = words.next().unwrap_or_default().chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                return Err(wrong("one letter follows, as in: tile @"));
            };
            drawings.push(Drawing {
                letter,
                front: first == "front",
                shapes: Vec::new(),
            });
        } else {
            let drawing = drawings.last_mut();
            let drawing = drawing.ok_or_else(|| wrong("a shape stands after a tile"))?;
            let numbers: Result<Vec<f32>, _> = words.map(number).collect();
            let numbers = numbers.map_err(|()| wrong("numbers from -100 to 200 follow"))?;
            let shape = shape(first, &numbers).map_err(|words| wrong(&words))?;
            drawing.shapes.push(shape);
            shapes += 1;
        }
        if drawings.len() > MOST || shapes > MOST {
            return Err(wrong("that is more than a sheet can hold"));
        }
    }
    if drawings.is_empty() {
        return Err(SheetError {
            line: 0,
            words: String::from("there is no tile in it; one begins with: tile @"),
        });
    }
    Ok(drawings)
}

fn number(word: &str) -> Result<f32, ()> {
    let number: i16 = word.parse().map_err(|_| ())?;
    if (-100..=200).contains(&number) {
        Ok(f32::from(number))
    } else {
        Err(())
    }
}

fn shape(name: &str, numbers: &[f32]) -> Result<Shape, String> {
    let (&shade, places) = numbers.split_last().ok_or("numbers follow")?;
    let outline = match (name, places) {
        ("disc", &[x, y, w, h]) => Outline::Disc([x, y, w, h]),
        ("rect", &[x, y, w, h]) => {
            Outline::Poly(vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
        }
        ("line", &[x, y, to_x, to_y, thick]) => Outline::Line([x, y, to_x, to_y], thick / 2.0),
        ("poly", places) if places.len() >= 6 && places.len() % 2 == 0 => {
            let corners = places.as_chunks::<2>().0.iter();
            Outline::Poly(corners.map(|&[x, y]| (x, y)).collect())
        }
        ("disc" | "rect", _) => return Err(format!("{name} takes four places and a shade")),
        ("line", _) => return Err("line takes four places, a thickness and a shade".to_owned()),
        ("poly", _) => return Err("poly takes at least three corners and a shade".to_owned()),
        _ => {
            return Err(format!(
                "{name} is no shape; there are disc, rect, line, poly"
            ));
        }
    };
    Ok(Shape {
        outline,
        shade: shade.clamp(0.0, 100.0) / 100.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, words) in [
            ("", "there is no tile in it; one begins with: tile @"),
            ("tile", "line 1: one letter follows, as in: tile @"),
            ("tile ab", "line 1: one letter follows, as in: tile @"),
            ("disc 1 2 3 4 5", "line 1: a shape stands after a tile"),
            (
                "tile @\n\ncircle 1",
                "line 3: circle is no shape; there are disc, rect, line, poly",
            ),
            ("tile @\ndisc", "line 2: numbers follow"),
            (
                "tile @\ndisc 1 2 3 4",
                "line 2: disc takes four places and a shade",
            ),
            (
                "tile @\npoly 1 2 3 4 5 6",
                "line 2: poly takes at least three corners and a shade",
            ),
            (
                "tile @\ndisc 1 2 x 4 5",
                "line 2: numbers from -100 to 200 follow",
            ),
            (
                "tile @\ndisc 1 2 999 4 5",
                "line 2: numbers from -100 to 200 follow",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), words);
        }
        let many = "tile @\n".repeat(MOST + 1);
        assert!(read(&many).is_err());
    }

    #[test]
    fn a_line_of_two_dashes_says_something_to_people() {
        let read = read("-- the hero\ntile @\nrect 0 0 10 10 50\nfront #\n").expect("a sheet");
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].shapes.len(), 1);
        assert!(read[1].front && read[1].letter == '#');
    }
}
