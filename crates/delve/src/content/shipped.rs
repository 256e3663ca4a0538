//! The files that ship, and those that shipped once: what a game was begun with is
//! named by its hash in the setup, and stays.
//!
//! Whoever changes a file of `data/` keeps the five as they were in `data/ages/HASH/`
//! and names them in [`AGES`], so that games that were begun with them go on as they
//! were.

use std::sync::OnceLock;

use parlour_rules::Fingerprint;

/// Five files by name, in the order in which they are read.
pub type Files = [(&'static str, &'static str); 5];

/// The files that ship, by name.
pub const FILES: Files = [
    ("tiles.toml", include_str!("../../data/tiles.toml")),
    ("creatures.toml", include_str!("../../data/creatures.toml")),
    ("items.toml", include_str!("../../data/items.toml")),
    ("dungeon.toml", include_str!("../../data/dungeon.toml")),
    ("rooms.toml", include_str!("../../data/rooms.toml")),
];

/// What shipped with the first rules, whose setups did not name it.
pub(crate) const FIRST: Fingerprint = Fingerprint(0xa6cf_c4e0_8b91_49e8);

/// Everything that ever shipped, the present first.
pub(super) const AGES: [Files; 3] = [FILES, RULES_3, RULES_2];

/// What shipped with rules 3.
const RULES_3: Files = [
    (
        "tiles.toml",
        include_str!("../../data/ages/4ab8fa4ea76941a9/tiles.toml"),
    ),
    (
        "creatures.toml",
        include_str!("../../data/ages/4ab8fa4ea76941a9/creatures.toml"),
    ),
    (
        "items.toml",
        include_str!("../../data/ages/4ab8fa4ea76941a9/items.toml"),
    ),
    (
        "dungeon.toml",
        include_str!("../../data/ages/4ab8fa4ea76941a9/dungeon.toml"),
    ),
    (
        "rooms.toml",
        include_str!("../../data/ages/4ab8fa4ea76941a9/rooms.toml"),
    ),
];

/// What shipped with rules 1 and 2.
const RULES_2: Files = [
    (
        "tiles.toml",
        include_str!("../../data/ages/a6cfc4e08b9149e8/tiles.toml"),
    ),
    (
        "creatures.toml",
        include_str!("../../data/ages/a6cfc4e08b9149e8/creatures.toml"),
    ),
    (
        "items.toml",
        include_str!("../../data/ages/a6cfc4e08b9149e8/items.toml"),
    ),
    (
        "dungeon.toml",
        include_str!("../../data/ages/a6cfc4e08b9149e8/dungeon.toml"),
    ),
    (
        "rooms.toml",
        include_str!("../../data/ages/a6cfc4e08b9149e8/rooms.toml"),
    ),
];

/// What ships now.
pub(crate) fn present() -> Fingerprint {
    hashes()[0]
}

/// Which of [`AGES`] has this hash.
pub(super) fn age(hash: Fingerprint) -> Option<usize> {
    hashes().iter().position(|it| *it == hash)
}

fn hashes() -> &'static [Fingerprint; AGES.len()] {
    static HASHES: OnceLock<[Fingerprint; AGES.len()]> = OnceLock::new();
    HASHES.get_or_init(|| AGES.map(|files| Fingerprint::of(&files)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shipped_with_the_first_rules_is_kept() {
        assert!(
            age(FIRST).is_some(),
            "kept are {:?}: keep the files as they were, see the head of this file",
            hashes().map(|hash| hash.to_string())
        );
    }

    #[test]
    fn no_two_ages_are_alike() {
        for (place, hash) in hashes().iter().enumerate() {
            assert_eq!(age(*hash), Some(place));
        }
    }
}
