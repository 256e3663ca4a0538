//! The words of an order, and what they mean.

use crate::{Board, Power, UnitKind, normal};

/// One word or mark of an order, lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Where it stands in the text, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Splits a text into words and the marks `-`, `/`, `(`, `)`. Every dash and
/// arrow is a `-`; other punctuation separates words.
pub(super) fn split(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (start, character) in text.char_indices() {
        let end = start + character.len_utf8();
        let mark = match character {
            '-' | '–' | '—' | '→' | '⇒' | '>' | '=' | '−' => Some("-"),
            '/' => Some("/"),
            '(' | '[' => Some("("),
            ')' | ']' => Some(")"),
            _ => None,
        };
        if let Some(mark) = mark {
            open = false;
            let repeated = mark == "-"
                && words
                    .last()
                    .is_some_and(|last| last.text == "-" && last.end == start);
            if repeated {
                words.last_mut().expect("a word was found").end = end;
            } else {
                words.push(Word {
                    text: mark.to_owned(),
                    start,
                    end,
                });
            }
        } else if character.is_alphanumeric() || matches!(character, '\'' | '’') {
            if !open {
                words.push(Word {
                    text: String::new(),
                    start,
                    end,
                });
            }
            open = true;
            let word = words.last_mut().expect("a word was begun");
            word.text.extend(character.to_lowercase());
            word.end = end;
        } else {
            open = false;
        }
    }
    for word in &mut words {
        let bare = word.text.trim_end_matches("'s").trim_end_matches("’s");
        word.text = bare.trim_matches(['\'', '’']).to_owned();
    }
    words.retain(|word| !word.text.is_empty());
    words
}

/// What a word asks a unit to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Hold,
    Move,
    Support,
    Convoy,
    Retreat,
    Disband,
    Build,
}

/// The verb a word stands for.
pub(super) fn verb(word: &str) -> Option<Verb> {
    Some(match word {
        "h" | "hold" | "holds" | "holding" | "stand" | "stands" | "stay" | "stays" => Verb::Hold,
        "-" | "to" | "m" | "mv" | "move" | "moves" | "moving" | "go" | "goes" | "attack"
        | "attacks" => Verb::Move,
        "s" | "sup" | "supp" | "support" | "supports" | "supporting" => Verb::Support,
        "c" | "conv" | "convoy" | "convoys" | "convoying" | "transport" | "transports" => {
            Verb::Convoy
        }
        "r" | "ret" | "retr" | "retreat" | "retreats" => Verb::Retreat,
        "d" | "dis" | "disb" | "disband" | "disbands" | "remove" | "removes" | "removed"
        | "destroy" => Verb::Disband,
        "b" | "build" | "builds" => Verb::Build,
        _ => return None,
    })
}

/// Whether the word leaves a build unused.
pub(super) fn is_waive(word: &str) -> bool {
    matches!(word, "waive" | "waives" | "waived" | "wve" | "pass")
}

/// Whether the word asks for a convoy.
pub(super) fn is_via(word: &str) -> bool {
    matches!(word, "via" | "v" | "by" | "through")
}

/// The kind of unit a word stands for.
pub(super) fn unit_kind(word: &str) -> Option<UnitKind> {
    match word {
        "a" | "army" | "armies" | "amy" => Some(UnitKind::Army),
        "f" | "fleet" | "fleets" | "flt" => Some(UnitKind::Fleet),
        _ => None,
    }
}

/// Words that say nothing.
pub(super) fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "the" | "in" | "at" | "from" | "an" | "new" | "unit" | "of"
    )
}

/// The power that a word or two stand for: `france`, `French`, `fra`.
pub(super) fn power_named(board: &Board, text: &str) -> Option<Power> {
    let text = normal(text);
    board.powers().find(|power| {
        let name = board.power_name(*power).to_ascii_lowercase();
        let adjective = board.adjective(*power).map(str::to_ascii_lowercase);
        name == text
            || adjective.as_deref() == Some(&*text)
            || (text.len() == 3 && name.get(..3) == Some(&*text))
    })
}
