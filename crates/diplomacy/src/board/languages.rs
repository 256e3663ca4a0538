//! Names of provinces in other languages, for people to read.
//!
//! A board's own file may bring some (rule B.9 of `docs/diplomacy.md`). The boards that
//! come along get theirs from `data/names/LANGUAGE.json`, by the English name: those are
//! shown and nothing else, so they are no part of what a game is played on, and may be
//! mended at any time.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Board;
use crate::{Place, Province};

// `NAMES`: languages and the texts of their lists.
include!(concat!(env!("OUT_DIR"), "/names.rs"));

type List = BTreeMap<String, String>;

static LISTS: LazyLock<Vec<(&str, List)>> = LazyLock::new(|| {
    let read = |(language, text): &(&'static str, &str)| {
        let list: Result<List, _> = serde_json::from_str(text);
        let list = list.unwrap_or_else(|fault| panic!("names in {language}: {fault}"));
        (*language, list)
    };
    NAMES.iter().map(read).collect()
});

impl Board {
    /// The name of a province in a language, for instance `de`: from the board's file,
    /// else from the list that comes along, else the English one.
    pub fn name_in(&self, province: Province, language: &str) -> &str {
        let written = &self.file.provinces[province.index()];
        let listed = || {
            let list = LISTS.iter().find(|(known, _)| *known == language);
            list.and_then(|(_, names)| names.get(&written.name))
        };
        let name = written.names.get(language).or_else(listed);
        name.unwrap_or(&written.name)
    }

    /// The languages in which provinces of this board have names beside English, sorted.
    pub fn languages(&self) -> Vec<&str> {
        let provinces = self.file.provinces.iter();
        let own = provinces.flat_map(|it| it.names.keys().map(String::as_str));
        let named = |list: &List| {
            let mut provinces = self.file.provinces.iter();
            provinces.any(|it| list.contains_key(&it.name))
        };
        let listed = LISTS.iter().filter(|(_, list)| named(list));
        let mut tags: Vec<&str> = own.chain(listed.map(|(tag, _)| *tag)).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_board_has_german_names() {
        let board = Board::standard();
        let name = |code: &str| board.name_in(board.province(code).unwrap(), "de");
        assert_eq!(
            ["VIE", "NTH", "BER", "STP"].map(name),
            ["Wien", "Nordsee", "Berlin", "Sankt Petersburg"]
        );
        assert_eq!(board.languages(), ["de"]);
        let rome = Board::named("fleet-rome").unwrap();
        assert_eq!(rome.name_in(rome.province("ROM").unwrap(), "de"), "Rom");
        assert_eq!(
            board.name_in(board.province("VIE").unwrap(), "eo"),
            "Vienna"
        );
    }

    #[test]
    fn every_name_of_a_list_belongs_to_one_province_of_the_standard_board() {
        let board = Board::standard();
        for (language, list) in LISTS.iter() {
            let mut seen = std::collections::BTreeSet::new();
            for english in list.keys() {
                assert!(
                    board.provinces().any(|it| board.full_name(it) == english),
                    "{english}"
                );
            }
            for province in board.provinces() {
                let name = board.name_in(province, language);
                assert!(seen.insert(name), "{language}: {name}");
                assert!((1..=40).contains(&name.chars().count()), "{name}");
            }
        }
    }
}
