//! Boards of Diplomacy that people have added: folders, each with `board.json` and
//! perhaps `picture.json`.
//!
//! They are read when the program starts. From then on a board is known by its name at
//! every table, in records, scripts, pictures, pages and to bots, as a bundled one is.
//! A game stores the board that it was begun on, so nothing that happens to these
//! folders touches it. Of the picture it stores the hash: where a board is added anew
//! with another picture, the older one stays in the folder `pictures` beside it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use parlour_atlas::geometry::{LONGEST_FILE as LONGEST_PICTURE, Survey};
use parlour_atlas::{Chart, add_older_picture, add_picture, agreement};
use parlour_diplomacy::{Board, BoardError, LONGEST_BOARD};
use parlour_rules::Fingerprint;

use crate::place::make_room_for;

/// The rules of a board.
const BOARD: &str = "board.json";
/// Its picture.
const PICTURE: &str = "picture.json";
/// The pictures that a board had before, each named by its hash.
const OLDER: &str = "pictures";
/// The most of them that are kept and read.
const MOST_OLDER: usize = 40;
/// The most boards that are read from one folder.
const MOST: usize = 500;

/// A board as it lies in a folder or file, not yet checked.
pub struct Written {
    /// Where it was found.
    pub path: PathBuf,
    board: String,
    picture: Option<String>,
    older: Vec<String>,
}

/// A board that was checked.
pub struct Checked {
    /// The board.
    pub board: Board,
    /// Its chart: with its own picture, with one that fits, or schematic.
    pub chart: Chart,
    /// Whether it brings a picture of its own.
    pub pictured: bool,
}

impl Written {
    /// Reads a folder with `board.json` and perhaps `picture.json`, or a single file.
    pub fn read(path: &Path) -> Result<Self> {
        let folder = path.is_dir();
        let file = if folder {
            path.join(BOARD)
        } else {
            path.to_path_buf()
        };
        let board = text(&file, LONGEST_BOARD)?;
        let beside = path.join(PICTURE);
        let picture = (folder && beside.exists())
            .then(|| text(&beside, LONGEST_PICTURE))
            .transpose()?;
        let older = if folder {
            older_pictures(&path.join(OLDER))?
        } else {
            Vec::new()
        };
        Ok(Self {
            path: path.to_path_buf(),
            board,
            picture,
            older,
        })
    }

    /// Looks for everything that is wrong: with the board, with its picture, and where
    /// the two disagree. The faults, one a line. The file of a board that comes with the
    /// program is looked at like any other.
    pub fn check(&self) -> Result<Checked, Vec<String>> {
        let read = match Board::parse_beside(&self.board) {
            Err(BoardError::Taken(_)) => Board::parse(&self.board),
            read => read,
        };
        self.check_drawn(read)
    }

    /// The same, of a board that is to be added: its name must not be taken.
    pub fn check_own(&self) -> Result<Checked, Vec<String>> {
        self.check_drawn(Board::parse_beside(&self.board))
    }

    fn check_drawn(&self, read: Result<Board, BoardError>) -> Result<Checked, Vec<String>> {
        let board = match read {
            Ok(board) => board,
            Err(BoardError::Faults(faults)) => {
                return Err(faults.iter().map(ToString::to_string).collect());
            }
            Err(fault) => return Err(vec![fault.to_string()]),
        };
        let chart = match &self.picture {
            Some(text) => {
                let one = |fault: String| vec![format!("{PICTURE}: {fault}")];
                let survey = Survey::read(text).map_err(|fault| one(fault.to_string()))?;
                Chart::surveyed(&board, &survey).map_err(|fault| one(fault.to_string()))?
            }
            None => Chart::of(&board).map_err(|fault| vec![fault.to_string()])?,
        };
        let wrong = agreement::differences(&chart);
        if wrong.is_empty() {
            Ok(Checked {
                board,
                chart,
                pictured: self.picture.is_some(),
            })
        } else {
            let words = wrong.into_iter().map(|it| format!("{PICTURE}: {it}"));
            Err(words.collect())
        }
    }

    /// Makes the board known to this process.
    fn publish(&self) -> Result<(), Vec<String>> {
        self.check_own()?;
        for picture in &self.older {
            add_older_picture(picture).map_err(|fault| vec![format!("{OLDER}: {fault}")])?;
        }
        if let Some(picture) = &self.picture {
            add_picture(picture).map_err(|fault| vec![fault.to_string()])?;
        }
        Board::add(&self.board).map_err(|fault| vec![fault.to_string()])?;
        Ok(())
    }

    /// Keeps a copy in a folder of boards, in place of an older one of that name.
    pub fn keep(&self, name: &str, boards: &Path) -> io::Result<PathBuf> {
        let (place, new) = (boards.join(name), boards.join(format!(".{name}.new")));
        make_room_for(&place)?;
        clear(&new)?;
        fs::create_dir(&new)?;
        fs::write(new.join(BOARD), &self.board)?;
        if let Some(picture) = &self.picture {
            fs::write(new.join(PICTURE), picture)?;
        }
        // What is replaced stays for the games that began with it.
        let before = Self::read(&place).ok();
        let before = before.map(|it| it.older.into_iter().chain(it.picture));
        let mut older = self.older.clone();
        older.extend(before.into_iter().flatten());
        older.retain(|it| self.picture.as_ref() != Some(it));
        let first = older.len().saturating_sub(MOST_OLDER);
        for picture in &older[first..] {
            fs::create_dir_all(new.join(OLDER))?;
            let name = format!("{}.json", Fingerprint::of(picture));
            fs::write(new.join(OLDER).join(name), picture)?;
        }
        clear(&place)?;
        fs::rename(&new, &place)?;
        Ok(place)
    }
}

/// The pictures of a folder, in the order of their names; one that is not there has none.
fn older_pictures(folder: &Path) -> Result<Vec<String>> {
    let mut paths: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => return Ok(Vec::new()),
    };
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    paths.truncate(MOST_OLDER);
    paths
        .iter()
        .map(|path| text(path, LONGEST_PICTURE))
        .collect()
}

fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The text of a file that is no longer than such files are.
fn text(file: &Path, most: usize) -> Result<String> {
    let shown = || format!("{} cannot be read", file.display());
    let mut bytes = Vec::new();
    let mut source = File::open(file).with_context(shown)?.take(most as u64 + 1);
    source.read_to_end(&mut bytes).with_context(shown)?;
    if bytes.len() > most {
        bail!("{}: such a file has at most {most} bytes", file.display());
    }
    String::from_utf8(bytes).with_context(|| format!("{} is no text", file.display()))
}

/// Makes every board of a folder known to this process; a folder that is not there has
/// none. What is wrong with boards that cannot be played, in words: the others can.
pub fn load(folder: &Path) -> Vec<String> {
    let mut waiting = Vec::new();
    let mut wrong = Vec::new();
    let mut paths: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return vec![format!("{}: {error}", folder.display())],
    };
    let hidden = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with('.')
    };
    paths.retain(|path| path.is_dir() && !hidden(path));
    paths.sort();
    if paths.len() > MOST {
        let words = format!(
            "{}: only the first {MOST} boards are read",
            folder.display()
        );
        wrong.push(words);
        paths.truncate(MOST);
    }
    for path in paths {
        match Written::read(&path) {
            Ok(written) => waiting.push(written),
            Err(error) => wrong.push(format!("{error:#}")),
        }
    }
    // A board may be the base of one that comes before it.
    loop {
        let before = waiting.len();
        let mut faults = Vec::new();
        waiting.retain(|written| match written.publish() {
            Ok(()) => false,
            Err(found) => {
                let first = found.first().cloned().unwrap_or_default();
                faults.push(format!("{}: {first}", written.path.display()));
                true
            }
        });
        if waiting.is_empty() || waiting.len() == before {
            wrong.extend(faults);
            return wrong;
        }
    }
}
