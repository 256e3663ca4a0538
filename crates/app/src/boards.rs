//! Boards of Diplomacy that people have added: folders, each with `board.json` and
//! perhaps `picture.json`.
//!
//! They are read when the program starts. From then on a board is known by its name at
//! every table, in records, scripts, pictures, pages and to bots, as a bundled one is.
//! A game stores the board that it was begun on, so nothing that happens to these
//! folders touches it. Of the picture it stores the hash: where a board is added anew
//! with another picture, the older one stays in the folder `pictures` beside it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

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
/// How the name of a board's folder ends while another takes its place.
const ASIDE: &str = ".old";
/// The most boards that are read from one folder.
const MOST: usize = 500;

/// A board as it lies in a folder or file, not yet checked.
pub struct Written {
    /// Where it was found.
    pub path: PathBuf,
    board: String,
    picture: Option<String>,
    /// The pictures before it, the oldest first.
    older: Vec<String>,
    /// Which of them cannot be read, in words.
    unread: Vec<String>,
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
        let board = if folder {
            text_in_folder(&path.join(BOARD), LONGEST_BOARD)?
        } else {
            text(path, LONGEST_BOARD)?
        };
        let beside = path.join(PICTURE);
        let picture = (folder && beside.exists())
            .then(|| text_in_folder(&beside, LONGEST_PICTURE))
            .transpose()?;
        let (older, unread) = if folder {
            older_pictures(&path.join(OLDER))
        } else {
            Default::default()
        };
        Ok(Self {
            path: path.to_path_buf(),
            board,
            picture,
            older,
            unread,
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

    /// What the board's file says without effect or of nothing, one a line: a board with
    /// such slips can be played, but whoever writes it meant something else.
    pub fn slips(&self) -> Vec<String> {
        // A text without a board in it has faults, which are told elsewhere.
        let slips = Board::slips(&self.board).unwrap_or_default();
        slips.iter().map(ToString::to_string).collect()
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

    /// Makes the board known to this process. What is wrong with its older pictures, in
    /// words: they are left out.
    fn publish(&self) -> Result<Vec<String>, Vec<String>> {
        self.check_own()?;
        Board::add(&self.board).map_err(|fault| vec![fault.to_string()])?;
        let mut wrong = self.unread.clone();
        let older = self.older.iter().map(|it| add_older_picture(it));
        let older = older.filter_map(Result::err);
        wrong.extend(older.map(|fault| format!("{}: {OLDER}: {fault}", self.path.display())));
        if let Some(picture) = &self.picture {
            add_picture(picture).map_err(|fault| vec![fault.to_string()])?;
        }
        Ok(wrong)
    }

    /// Keeps a copy in a folder of boards, in place of an older one of that name.
    ///
    /// # Errors
    /// If that cannot be written. Where a picture that ought to stay cannot be read,
    /// everything is as it was.
    pub fn keep(&self, name: &str, boards: &Path) -> Result<PathBuf> {
        let (place, new) = (boards.join(name), boards.join(format!(".{name}.new")));
        let aside = aside(boards, name);
        put_back(&place, &aside)?;
        let replaces = place.try_exists()?;
        let before = replaces.then(|| Self::read(&place)).transpose();
        let before = before.context("the board that is there cannot be replaced")?;
        let unread = before.iter().flat_map(|it| &it.unread);
        if let Some(unread) = self.unread.iter().chain(unread).next() {
            bail!("an older picture would be lost: {unread}");
        }
        make_room_for(&place)?;
        clear(&new)?;
        fs::create_dir(&new)?;
        fs::write(new.join(BOARD), &self.board)?;
        if let Some(picture) = &self.picture {
            fs::write(new.join(PICTURE), picture)?;
        }
        // What is replaced stays for the games that began with it.
        let before = before.map(|it| it.older.into_iter().chain(it.picture));
        let mut older = self.older.clone();
        older.extend(before.into_iter().flatten());
        let now = SystemTime::now();
        for (picture, ago) in last_of(&older, self.picture.as_deref()).iter().zip(1..) {
            fs::create_dir_all(new.join(OLDER))?;
            let name = format!("{}.json", Fingerprint::of(picture));
            let mut file = File::create(new.join(OLDER).join(name))?;
            file.write_all(picture.as_bytes())?;
            // By this their order is known, however fast they are written.
            file.set_modified(now - Duration::from_secs(ago))?;
        }
        // At any moment a whole board lies under its name or aside, from where it is
        // put back.
        clear(&aside)?;
        if replaces {
            fs::rename(&place, &aside)?;
        }
        if let Err(error) = fs::rename(&new, &place) {
            put_back(&place, &aside)?;
            return Err(error.into());
        }
        clear(&aside)?;
        Ok(place)
    }
}

/// Where a board lies while another takes its place.
fn aside(boards: &Path, name: &str) -> PathBuf {
    boards.join(format!(".{name}{ASIDE}"))
}

/// Puts a board back that lies aside, where nothing took its place.
fn put_back(place: &Path, aside: &Path) -> io::Result<()> {
    if aside.try_exists()? && !place.try_exists()? {
        fs::rename(aside, place)?;
    }
    Ok(())
}

/// Puts back every board of a folder whose successor never came to its place: a program
/// that was killed while it kept one left it so. What could not be put back, in words.
fn put_all_back(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let put = |entry: fs::DirEntry| {
        let (path, file) = (entry.path(), entry.file_name());
        let name = file.to_str()?.strip_prefix('.')?.strip_suffix(ASIDE)?;
        let fault = put_back(&folder.join(name), &path).err()?;
        Some(format!(
            "a board cannot be put back: {}: {fault}",
            path.display()
        ))
    };
    entries.filter_map(put).collect()
}

/// Those of some pictures, the oldest first, that stay beside a new one: each once, where
/// it stands last. The newest first.
fn last_of<'a>(older: &'a [String], new: Option<&str>) -> Vec<&'a str> {
    let mut stay: Vec<&str> = Vec::new();
    for picture in older.iter().rev().map(String::as_str) {
        if new != Some(picture) && !stay.contains(&picture) {
            stay.push(picture);
        }
    }
    stay.truncate(MOST_OLDER);
    stay
}

/// The newest pictures of a folder, the oldest of them first, and in words what cannot be
/// read; a folder that is not there has none.
fn older_pictures(folder: &Path) -> (Vec<String>, Vec<String>) {
    let entries = match fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Default::default(),
        Err(error) => return (Vec::new(), vec![format!("{}: {error}", folder.display())]),
    };
    let paths = entries.into_iter().map(|entry| entry.path());
    let pictures = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let aged = pictures.map(|path| {
        let changed = path.metadata().and_then(|it| it.modified());
        (changed.unwrap_or(SystemTime::UNIX_EPOCH), path)
    });
    let mut aged: Vec<(SystemTime, PathBuf)> = aged.collect();
    aged.sort();
    let first = aged.len().saturating_sub(MOST_OLDER);
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for (_, path) in &aged[first..] {
        match text_in_folder(path, LONGEST_PICTURE) {
            Ok(picture) => read.push(picture),
            Err(error) => unread.push(format!("{error:#}")),
        }
    }
    (read, unread)
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
    let text = String::from_utf8(bytes);
    let text = text.with_context(|| format!("{} is no text", file.display()))?;
    // Some editors begin every text with a mark.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(unmarked) => unmarked.to_owned(),
        None => text,
    })
}

/// The same of a file in a folder of somebody's: a pipe in its place would be waited for
/// without end.
fn text_in_folder(file: &Path, most: usize) -> Result<String> {
    let found = fs::metadata(file);
    let found = found.with_context(|| format!("{} cannot be read", file.display()))?;
    if !found.is_file() {
        bail!("{} is no file", file.display());
    }
    text(file, most)
}

/// Makes every board of a folder known to this process; a folder that is not there has
/// none. What is left out, and why, in words: boards that cannot be played, and older
/// pictures that make no sense of boards that can.
pub fn load(folder: &Path) -> Vec<String> {
    let mut waiting = Vec::new();
    let mut wrong = put_all_back(folder);
    let mut paths: Vec<PathBuf> = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return vec![format!("no boards are read: {}: {error}", folder.display())],
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
            Err(error) => wrong.push(format!("a board is left out: {error:#}")),
        }
    }
    // A board may be the base of one that comes before it.
    loop {
        let before = waiting.len();
        let mut faults = Vec::new();
        waiting.retain(|written| match written.publish() {
            Ok(left_out) => {
                let words = left_out.iter();
                wrong.extend(words.map(|it| format!("an older picture is left out: {it}")));
                false
            }
            Err(found) => {
                let first = found.first().cloned().unwrap_or_default();
                let path = written.path.display();
                faults.push(format!("a board is left out: {path}: {first}"));
                true
            }
        });
        if waiting.is_empty() || waiting.len() == before {
            wrong.extend(faults);
            return wrong;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(picture: &str) -> Written {
        Written {
            path: PathBuf::new(),
            board: String::from("{}"),
            picture: Some(picture.to_owned()),
            older: Vec::new(),
            unread: Vec::new(),
        }
    }

    #[test]
    fn of_many_older_pictures_the_newest_stay_and_each_once() {
        let boards = tempfile::tempdir().unwrap();
        for number in (0..50).chain([20]) {
            let written = written(&number.to_string());
            written.keep("lagoon", boards.path()).unwrap();
        }
        let kept = Written::read(&boards.path().join("lagoon")).unwrap();
        let stay = (9..50).filter(|number| *number != 20);
        let stay: Vec<String> = stay.map(|number| number.to_string()).collect();
        assert_eq!(kept.older, stay);
        assert_eq!(kept.picture.as_deref(), Some("20"));
    }

    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let board = folder.path().join(BOARD);
        let refused = || {
            let refused = Written::read(folder.path()).err().expect("no board");
            format!("{refused:#}")
        };
        fs::create_dir(&board).unwrap();
        assert!(refused().ends_with("board.json is no file"));
        fs::remove_dir(&board).unwrap();
        #[cfg(unix)]
        {
            let made = std::process::Command::new("mkfifo").arg(&board).status();
            assert!(made.unwrap().success());
            assert!(refused().ends_with("board.json is no file"));
        }
    }

    #[test]
    fn a_mark_at_the_beginning_of_a_text_is_no_part_of_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(BOARD), "\u{feff}{}").unwrap();
        assert_eq!(Written::read(folder.path()).unwrap().board, "{}");
    }

    #[test]
    fn a_board_whose_replacing_was_cut_short_is_put_back() {
        let boards = tempfile::tempdir().unwrap();
        for picture in ["old", "new"] {
            written(picture).keep("lagoon", boards.path()).unwrap();
        }
        let place = boards.path().join("lagoon");
        let cut_short = || {
            fs::rename(&place, aside(boards.path(), "lagoon")).unwrap();
            fs::create_dir(boards.path().join(".lagoon.new")).unwrap();
        };
        cut_short();
        // It is no board that can be played, but it is looked at.
        assert_eq!(load(boards.path()).len(), 1);
        assert_eq!(fs::read_to_string(place.join(PICTURE)).unwrap(), "new");
        fs::remove_dir(boards.path().join(".lagoon.new")).unwrap();
        cut_short();
        written("newer").keep("lagoon", boards.path()).unwrap();
        let kept = Written::read(&place).unwrap();
        assert_eq!(kept.older, ["old", "new"]);
        let names = fs::read_dir(boards.path()).unwrap();
        assert_eq!(names.count(), 1, "nothing stays aside");
    }

    #[test]
    fn an_older_picture_that_cannot_be_read_is_left_out_and_not_lost() {
        let boards = tempfile::tempdir().unwrap();
        let place = boards.path().join("lagoon");
        for picture in ["old", "new"] {
            written(picture).keep("lagoon", boards.path()).unwrap();
        }
        let bad = place.join(OLDER).join("bad.json");
        fs::write(&bad, [0xff]).unwrap();
        let kept = Written::read(&place).unwrap();
        assert_eq!(
            (kept.older.as_slice(), kept.unread.len()),
            (&[String::from("old")][..], 1)
        );
        assert!(written("newer").keep("lagoon", boards.path()).is_err());
        assert_eq!(fs::read_to_string(place.join(PICTURE)).unwrap(), "new");
        fs::remove_file(&bad).unwrap();
        fs::remove_file(place.join(BOARD)).unwrap();
        assert!(written("newer").keep("lagoon", boards.path()).is_err());
        assert_eq!(older_pictures(&place.join(OLDER)).0, ["old"]);
    }
}
