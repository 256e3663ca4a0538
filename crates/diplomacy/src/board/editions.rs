//! The boards that come or came with the crate, each as it was when games were begun
//! on it.
//!
//! An edition is a name, the text of its file and the texts that it is built upon. A
//! variant says only what differs from its base, so the base is part of what it is: a
//! game keeps the hashes of both.

use std::sync::LazyLock;

use parlour_rules::Fingerprint;

use super::{Board, BoardFile, read};

// `BUNDLED`: the names and texts of the bundled boards, in the order they are listed
// to people. The build script makes it of the files in `data/`.
include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// A board that was bundled once: its name, its text, and the names and texts of the
/// boards it was built upon, where those have changed since.
type Older = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// Boards that were bundled once and have changed since, or whose base has, the newest
/// first: what their games were begun on. Whoever changes a file of `data/` keeps it as
/// it was in `data/ages/` and names it here, and every variant built upon it, with the
/// base as it was.
const OLDER: [Older; 0] = [];

/// A board and what a game keeps of it.
struct Edition {
    board: Board,
    /// The hash of its text.
    hash: Fingerprint,
    /// The hash of the texts it is built upon, one after the other, if it has a base.
    base: Option<Fingerprint>,
}

impl Edition {
    /// Reads a board whose base is among these texts, the first of its name.
    fn read(name: &str, text: &str, bases: &[(&str, &str)]) -> Self {
        let known = |base: &str| {
            let found = bases.iter().find(|(name, _)| *name == base);
            found.map(|(_, text)| (*text).to_owned())
        };
        let board = read(text)
            .and_then(|file| Board::build_upon(&file, &known))
            .unwrap_or_else(|fault| panic!("bundled board {name}: {fault}"));
        Self {
            board,
            hash: Fingerprint::of(&text),
            base: hash_of_bases(text, &known),
        }
    }
}

fn hash_of_bases(text: &str, known: &dyn Fn(&str) -> Option<String>) -> Option<Fingerprint> {
    let base = |text: &str| read(text).ok().and_then(|file: BoardFile| file.base);
    let mut next = base(text)?;
    let mut all = String::new();
    // The board was read, so the line of its bases ends.
    while let Some(text) = known(&next) {
        all += &text;
        match base(&text) {
            Some(further) => next = further,
            None => break,
        }
    }
    Some(Fingerprint::of(&all))
}

/// The bundled boards, and after them the older ones.
struct Editions {
    boards: Vec<Board>,
    pins: Vec<Pin>,
}

/// What a game keeps of a board that comes or came with the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The hash of its file.
    pub hash: Fingerprint,
    /// The hash of what it is built upon, unless that is the oldest there was: games
    /// that began before a base had ever changed do not say it, and stay as they are.
    pub base: Option<Fingerprint>,
}

impl Editions {
    fn of(bundled: &[(&str, &str)], older: &[Older]) -> Self {
        let now = bundled
            .iter()
            .map(|(name, text)| Edition::read(name, text, bundled));
        let before = older.iter().map(|(name, text, bases)| {
            let bases: Vec<(&str, &str)> = bases.iter().chain(bundled).copied().collect();
            Edition::read(name, text, &bases)
        });
        let mut all = Self {
            boards: Vec::new(),
            pins: Vec::new(),
        };
        for Edition { board, hash, base } in now.chain(before) {
            all.boards.push(board);
            all.pins.push(Pin { hash, base });
        }
        all
    }

    /// The board of that name with these hashes. Games that do not say what it was
    /// built upon began before anything had changed: they mean the oldest.
    fn kept(&self, name: &str, hash: Fingerprint, base: Option<Fingerprint>) -> Option<&Board> {
        let mut all = self.boards.iter().zip(&self.pins);
        let found = all.rfind(|(board, pin)| {
            board.name() == name && pin.hash == hash && (base.is_none() || pin.base == base)
        });
        found.map(|(board, _)| board)
    }

    /// What a game keeps of one of these boards.
    fn pin(&self, board: &Board) -> Option<Pin> {
        let mut boards = self.boards.iter();
        let Pin { hash, base } = self.pins[boards.position(|it| std::ptr::eq(it, board))?];
        let oldest = self.kept(board.name(), hash, None);
        let said = oldest.is_none_or(|oldest| !std::ptr::eq(oldest, board));
        Some(Pin {
            hash,
            base: base.filter(|_| said),
        })
    }
}

static EDITIONS: LazyLock<Editions> = LazyLock::new(|| Editions::of(&BUNDLED, &OLDER));

/// The text of a bundled board.
pub(super) fn text(name: &str) -> Option<&'static str> {
    let found = BUNDLED.iter().find(|(it, _)| *it == name);
    found.map(|(_, text)| *text)
}

/// All maps that come with the crate.
pub(super) fn bundled() -> &'static [Board] {
    &EDITIONS.boards[..BUNDLED.len()]
}

impl Board {
    /// The first map of that name that ever came with the crate.
    pub(crate) fn first_named(name: &str) -> Option<&'static Self> {
        EDITIONS.boards.iter().rfind(|board| board.file.map == name)
    }

    /// The map of that name that came with the crate when its file, and what it was
    /// built upon, had these hashes.
    pub(crate) fn kept(
        name: &str,
        hash: Fingerprint,
        base: Option<Fingerprint>,
    ) -> Option<&'static Self> {
        EDITIONS.kept(name, hash, base)
    }

    /// What a game keeps of a map that comes or came with the crate.
    pub(crate) fn pin(&'static self) -> Option<Pin> {
        EDITIONS.pin(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One map twice, and a variant upon it that was never written anew.
    #[test]
    fn a_variant_stays_on_the_base_that_it_began_on() {
        let old = text("training").unwrap();
        let new: &'static str = old.replace("\"Crag\"", "\"Scree\"").leak();
        let home = read(old).unwrap();
        let variant = serde_json::json!({
            "map": "small", "base": "training", "start_phase": "S1901M", "target": 1,
            "powers": home.powers, "start_units": home.start_units,
            "start_centers": home.start_centers, "neutral_centers": home.neutral_centers,
        });
        let variant: &'static str = variant.to_string().leak();
        let before: &'static [(&str, &str)] = vec![("training", old)].leak();
        let all = Editions::of(
            &[("training", new), ("small", variant)],
            &[("small", variant, before), ("training", old, &[])],
        );
        let (hash, hash_new) = (Fingerprint::of(&variant), Fingerprint::of(&new));
        let hash_old = Fingerprint::of(&old);
        let crag = |base| {
            let board = all.kept("small", hash, base).unwrap();
            board.full_name(board.province("CRA").unwrap())
        };
        assert_eq!(crag(Some(hash_new)), "Scree");
        assert_eq!(crag(Some(hash_old)), "Crag");
        assert_eq!(crag(None), "Crag", "games of before did not say the base");
        assert!(all.kept("small", hash, Some(hash)).is_none());
        let bases: Vec<_> = all.pins.iter().map(|pin| pin.base).collect();
        assert_eq!(bases, [None, Some(hash_new), Some(hash_old), None]);
        let said = all.boards.iter().map(|board| all.pin(board).unwrap().base);
        let expected = [None, Some(hash_new), None, None];
        assert!(
            said.eq(expected),
            "the oldest is meant where nothing is said"
        );
    }
}
