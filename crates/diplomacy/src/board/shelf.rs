//! The boards that a process knows: those that come with the crate, and those that
//! whoever runs it has added, in the order they were added.
//!
//! A board that was added stays for the life of the process, so that everything may
//! hold it as it holds a bundled one. Another of the same name, added later, is what
//! the name means from then on; games that were begun on the older one store it
//! whole, and are not touched.

use std::sync::RwLock;

use super::{Board, BoardError, BoardFile};

/// The boards that were added, the oldest first.
static ADDED: RwLock<Vec<&'static Board>> = RwLock::new(Vec::new());

/// The most boards that may be added: each is kept for good.
pub const MOST_ADDED: usize = 1000;

fn added() -> Vec<&'static Board> {
    // A list of references is whole at any moment, so a panic elsewhere spoils nothing.
    let list = ADDED
        .read()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    list.clone()
}

/// The board of that name that was added last.
pub(super) fn named(name: &str) -> Option<&'static Board> {
    added().into_iter().rfind(|board| board.name() == name)
}

impl Board {
    /// All maps that a name may mean: those that come with the crate, then those that
    /// were added, by name.
    pub fn all() -> Vec<&'static Self> {
        let mut own: Vec<&'static Self> = Vec::new();
        for board in added().into_iter().rev() {
            if own.iter().all(|other| other.name() != board.name()) {
                own.push(board);
            }
        }
        own.sort_by_key(|board| board.name());
        Self::bundled().iter().chain(own).collect()
    }

    /// Makes a board known to this process by its name. Its base comes with the crate
    /// or was added before. Adding the same board again changes nothing.
    pub fn add(text: &str) -> Result<&'static Self, BoardError> {
        let board = Self::parse_beside(text)?;
        let mut list = ADDED
            .write()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let newest = list.iter().rfind(|known| known.name() == board.name());
        if let Some(known) = newest.filter(|known| ***known == board) {
            return Ok(known);
        }
        if list.len() >= MOST_ADDED {
            return Err(BoardError::TooMany);
        }
        let board: &'static Self = Box::leak(Box::new(board));
        list.push(board);
        Ok(board)
    }

    /// Reads a board that could be added, and adds nothing: its base comes with the
    /// crate or was added, and its name is not one of a bundled board.
    pub fn parse_beside(text: &str) -> Result<Self, BoardError> {
        let board = Self::parse_among(text, file_of)?;
        if Self::bundled().iter().any(|it| it.name() == board.name()) {
            return Err(BoardError::Taken(board.name().to_owned()));
        }
        Ok(board)
    }
}

/// The file of the board of that name that was added last.
pub(super) fn file_of(name: &str) -> Option<String> {
    named(name).map(|it| written(it.file()))
}

fn written(file: &BoardFile) -> String {
    serde_json::to_string(file).expect("a board file has a text form")
}
