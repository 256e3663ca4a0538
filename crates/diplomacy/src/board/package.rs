//! Boards in the `.map` form of the PyPI package `diplomacy`.
//!
//! A file is lines of words. The first word says what a line is about; a line that
//! begins with none of these names a power with its home centres:
//!
//! | line | means |
//! | --- | --- |
//! | `MAP FILE`, `USE FILE...` | begins with what another file says |
//! | `BEGIN SPRING 1901 MOVEMENT`, `VICTORY 18` | the first phase, how many centres win |
//! | `RULES BUILD_ANY` | units are built in every owned centre |
//! | `Vienna = VIE vien` | a province's name, code and other names |
//! | `LAND`, `COAST`, `WATER`, `PORT`, `SHUT` `VIE ABUTS BOH bud ...` | a place and its neighbours |
//! | `AMEND VIE ABUTS -BOH GAL` | takes neighbours away and adds others |
//! | `AUSTRIA (AUSTRIAN) BUD TRI VIE`, then `A VIE` | a power, its homes, its units |
//! | `OWNS`, `CENTERS`, `INHABITS`, `HOMES`, `UNITS`, `DUMMY`, `UNPLAYED`, `DROP` | what differs from that |
//!
//! In capitals a neighbour is one for armies and fleets, in small letters for armies
//! alone, with one capital for fleets alone. A place in small letters is the inside of a
//! province whose coasts are places of their own. Fleets in a `PORT` convoy; nobody enters
//! a `SHUT` place. Other names that end in `?` are not read, for they name nothing surely.

mod draft;
mod facts;

use std::fmt;

use super::BoardFile;
use draft::Draft;
pub use facts::differences;

/// The longest file, in bytes, and how deep files may lead to others.
const LONGEST: usize = 1 << 20;
const DEEPEST: usize = 8;

/// The most bytes, words and files of all that a map leads to, together: a file that is
/// named again counts again, and an empty one as one byte.
const MOST_BYTES: usize = 4 << 20;
const MOST_WORDS: usize = 1 << 16;
const MOST_FILES: usize = 64;

/// Why a text is not a map of the package: in which file, in which line, and what.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct MapFileError {
    /// The name of the file.
    pub file: String,
    /// The number of the line, from 1; 0 if it is about the whole.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for MapFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what } = self;
        match line {
            0 => write!(f, "{file}: {what}"),
            _ => write!(f, "{file} line {line}: {what}"),
        }
    }
}

/// Reads a map of the package. `others` gives the text of another file that it names.
///
/// What comes out is unchecked, as any board file: the linter and
/// [`Board::build`](super::Board::build) say whether it is a board.
pub fn read_map_file(
    file: &str,
    text: &str,
    others: &dyn Fn(&str) -> Option<String>,
) -> Result<BoardFile, MapFileError> {
    let mut reader = Reader {
        draft: Draft::default(),
        others,
        open: Vec::new(),
        bytes: 0,
        words: 0,
        files: 0,
    };
    reader.file(file, text)?;
    let name = file.strip_suffix(".map").unwrap_or(file);
    let name = name.to_ascii_lowercase().replace('_', "-");
    reader.draft.finish(name).map_err(|what| MapFileError {
        file: shown(file, 60),
        line: 0,
        what,
    })
}

/// A word of a file as an error shows it: its beginning, without control characters.
fn shown(word: &str, longest: usize) -> String {
    let letters = word.chars().filter(|letter| !letter.is_control());
    letters.take(longest).collect()
}

struct Reader<'o> {
    draft: Draft,
    others: &'o dyn Fn(&str) -> Option<String>,
    /// The files that led here, the present one last.
    open: Vec<String>,
    /// Bytes, words and files so far.
    bytes: usize,
    words: usize,
    files: usize,
}

impl Reader<'_> {
    fn file(&mut self, file: &str, text: &str) -> Result<(), MapFileError> {
        let fault = |line, what: String| MapFileError {
            file: shown(file, 60),
            line,
            what,
        };
        if text.len() > LONGEST {
            return Err(fault(0, format!("longer than {LONGEST} bytes")));
        }
        self.files += 1;
        self.bytes += text.len() + 1;
        if self.bytes > MOST_BYTES {
            let what = format!("all files together are longer than {MOST_BYTES} bytes");
            return Err(fault(0, what));
        }
        self.open.push(file.to_owned());
        for (index, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(first) = words.first().filter(|word| !word.starts_with('#')) else {
                continue;
            };
            let rest = &words[1..];
            let at = |what: String| fault(index + 1, what);
            self.words += words.len();
            if self.words > MOST_WORDS {
                return Err(at(format!("more than {MOST_WORDS} words in all files")));
            }
            match first.to_ascii_uppercase().as_str() {
                "MAP" | "USE" | "USES" => {
                    for name in rest {
                        self.include(name).map_err(|inner| match inner {
                            Inner::Here(what) => at(what),
                            Inner::There(fault) => fault,
                        })?;
                    }
                }
                key => self.draft.line(key, line, rest).map_err(at)?,
            }
        }
        self.open.pop();
        Ok(())
    }

    fn include(&mut self, name: &str) -> Result<(), Inner> {
        let told = shown(name, 60);
        let file = if name.contains('.') {
            name.to_owned()
        } else {
            format!("{name}.map")
        };
        if self.open.contains(&file) || self.open.len() >= DEEPEST {
            return Err(Inner::Here(format!("\"{told}\" leads back to itself")));
        }
        if self.files >= MOST_FILES {
            return Err(Inner::Here(format!("more than {MOST_FILES} files")));
        }
        let text = (self.others)(&file)
            .ok_or_else(|| Inner::Here(format!("there is no file \"{told}\" beside it")))?;
        self.file(&file, &text).map_err(Inner::There)
    }
}

/// Where an included file went wrong.
enum Inner {
    Here(String),
    There(MapFileError),
}
