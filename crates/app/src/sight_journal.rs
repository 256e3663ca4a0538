//! Which file keeps what a sight editor has not saved: one for each editor that is
//! open.
//!
//! A file belongs to the editor that holds the lock beside it; the system takes the
//! lock back from a process that ends, however it ends. What is in a file that nobody
//! holds was left unsaved, and the next editor begins with the newest of these.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

/// More editors than that do not keep anything apart.
const MOST: usize = 64;

/// Another editor that looks for its place holds all that are free for a moment: how
/// often to look again, and after how long.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// A journal that no other editor writes to.
#[derive(Debug)]
pub struct Journal {
    /// The file; none if every place holds a drawing that was left.
    pub file: Option<PathBuf>,
    /// Held while the editor is open.
    pub lock: Option<File>,
    /// How many other drawings were left unsaved.
    pub left: usize,
}

impl Journal {
    /// Takes a journal in a folder: the newest that was left, or an empty one if the
    /// editor begins with a file of its own.
    pub fn take(folder: &Path, begins_with_file: bool) -> Self {
        let _ = fs::create_dir_all(folder);
        for again in 0..TRIES {
            if !folder.is_dir() {
                break;
            }
            if again > 0 {
                thread::sleep(PAUSE);
            }
            if let Some(journal) = Self::look(folder, begins_with_file) {
                return journal;
            }
        }
        // No lock can be had. It is kept nevertheless, as well as it can be; but what was
        // left is written over only by an editor that begins with it.
        let first = file(folder, 1);
        Self {
            file: Some(first).filter(|first| !begins_with_file || !first.exists()),
            lock: None,
            left: 0,
        }
    }

    /// The same if a place can be locked now.
    fn look(folder: &Path, begins_with_file: bool) -> Option<Self> {
        let mut free: Vec<Place> = places(folder).filter_map(Place::lock).collect();
        let newest = |place: &&Place| place.left;
        let chosen = if begins_with_file {
            None
        } else {
            free.iter()
                .filter(|it| it.left.is_some())
                .max_by_key(newest)
        };
        let chosen = chosen.or_else(|| free.iter().find(|it| it.left.is_none()));
        let number = chosen?.number;
        let at = free.iter().position(|place| place.number == number)?;
        let place = free.swap_remove(at);
        Some(Self {
            file: Some(file(folder, number)),
            lock: Some(place.lock),
            left: free.iter().filter(|it| it.left.is_some()).count(),
        })
    }

    /// What to say of the others that were left.
    pub fn words(&self) -> Option<String> {
        if self.file.is_none() {
            return Some(String::from(
                "too many were left unsaved: this one is kept only when it is saved",
            ));
        }
        match self.left {
            0 => None,
            1 => Some(String::from(
                "1 more was left unsaved; the next editor opens it",
            )),
            left => Some(format!(
                "{left} more were left unsaved; the next editors open them"
            )),
        }
    }
}

/// A place whose lock is held.
struct Place {
    number: usize,
    lock: File,
    /// When something was left there.
    left: Option<SystemTime>,
}

impl Place {
    fn lock((folder, number): (&Path, usize)) -> Option<Self> {
        let file = file(folder, number);
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        let lock = options.open(file.with_extension("lock")).ok()?;
        lock.try_lock().ok()?;
        let left = fs::metadata(&file).ok();
        let left = left.map(|about| about.modified().unwrap_or(SystemTime::UNIX_EPOCH));
        Some(Self { number, lock, left })
    }
}

/// The places that were ever used, and one more.
fn places(folder: &Path) -> impl Iterator<Item = (&Path, usize)> {
    let used = |&number: &usize| {
        let file = file(folder, number);
        file.exists() || file.with_extension("lock").exists()
    };
    let last = (1..=MOST).rev().find(used).unwrap_or(0);
    (1..=(last + 1).min(MOST)).map(move |number| (folder, number))
}

/// The first has the name under which earlier versions kept the only one.
fn file(folder: &Path, number: usize) -> PathBuf {
    folder.join(match number {
        1 => String::from("sight-unsaved.txt"),
        _ => format!("sight-unsaved-{number}.txt"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(journal: &Journal) -> PathBuf {
        journal.file.clone().expect("it has a file")
    }

    #[test]
    fn every_editor_has_its_own_and_what_was_left_comes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("made");
        let one = Journal::take(&folder, false);
        let two = Journal::take(&folder, false);
        assert_ne!(one.file, two.file);
        assert_eq!((one.left, two.left), (0, 0));
        let (one_file, two_file) = (at(&one), at(&two));
        fs::write(&one_file, "one").expect("it can be written");
        fs::write(&two_file, "two").expect("it can be written");
        let earlier = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        let open = File::options().write(true).open(&two_file).expect("there");
        open.set_modified(earlier).expect("its time can be set");
        let three = Journal::take(&folder, false);
        assert!(three.file != one.file && three.file != two.file);
        assert_eq!(three.left, 0, "what others are drawing was not left");
        drop(three);

        drop((one, two));
        let beside_a_file = Journal::take(&folder, true);
        assert_eq!(beside_a_file.left, 2);
        assert!(!at(&beside_a_file).exists());
        let again = Journal::take(&folder, false);
        assert_eq!((at(&again), again.left), (one_file, 1), "the newest");
        assert!(again.words().expect("one more").contains("1 more"));
        let other = Journal::take(&folder, false);
        assert_eq!((at(&other), other.left), (two_file, 0));
        assert_eq!(other.words(), None);
    }

    #[test]
    fn the_only_journal_of_earlier_versions_is_taken_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let old = folder.path().join("sight-unsaved.txt");
        fs::write(&old, "old").expect("it can be written");
        assert_eq!(at(&Journal::take(folder.path(), false)), old);
    }

    #[test]
    fn where_nothing_can_be_locked_there_is_still_a_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("it can be written");
        let journal = Journal::take(&file, false);
        assert!(journal.lock.is_none() && at(&journal).starts_with(&file));
    }

    #[test]
    fn editors_that_start_together_have_a_file_and_a_lock_each() {
        let folder = tempfile::tempdir().expect("a folder");
        let together = std::sync::Barrier::new(4);
        let start = || {
            together.wait();
            Journal::take(folder.path(), false)
        };
        let journals: Vec<Journal> = thread::scope(|scope| {
            let editors: Vec<_> = (0..4).map(|_| scope.spawn(start)).collect();
            let editors = editors.into_iter();
            editors.map(|it| it.join().expect("it starts")).collect()
        });
        assert!(journals.iter().all(|it| it.lock.is_some()), "{journals:?}");
        let files: std::collections::BTreeSet<PathBuf> = journals.iter().map(at).collect();
        assert_eq!(files.len(), 4, "{journals:?}");
    }

    #[test]
    fn an_editor_with_a_file_of_its_own_writes_over_nothing_that_was_left() {
        let folder = tempfile::tempdir().expect("a folder");
        for number in 1..=MOST {
            fs::write(file(folder.path(), number), "left").expect("it can be written");
        }
        let journal = Journal::take(folder.path(), true);
        assert!(journal.file.is_none(), "{journal:?}");
        assert!(journal.words().expect("it is said").contains("too many"));
        let journal = Journal::take(folder.path(), false);
        assert!(journal.lock.is_some() && at(&journal).exists());
    }
}
