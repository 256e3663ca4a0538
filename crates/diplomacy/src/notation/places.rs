//! Which province a few words name, and what may have been meant.

use super::NotationError;
use super::words::Word;
use crate::{Board, Named, Province, ProvinceSet, normal};

/// The most words that a province's name has.
const LONGEST_NAME: usize = 6;
/// The fewest letters that may stand for a longer name.
const SHORTEST_BEGINNING: usize = 3;

/// The province that the first words name, and how many words that took.
pub(super) fn read(
    board: &Board,
    text: &str,
    words: &[Word],
) -> Result<(Province, usize), NotationError> {
    let most = words
        .iter()
        .take(LONGEST_NAME)
        .position(|word| matches!(word.text.as_str(), "/" | "(" | ")"))
        .unwrap_or(words.len().min(LONGEST_NAME));
    for count in (1..=most).rev() {
        match board.named_place(&joined(&words[..count])) {
            Some(Named::One(province)) => return Ok((province, count)),
            Some(Named::Several { provinces, usual }) => {
                return Err(ambiguous(board, text, &words[..count], provinces, usual));
            }
            None => {}
        }
    }
    for count in (1..=most).rev() {
        let fitting = beginning_with(board, &joined(&words[..count]));
        match (fitting.len(), fitting.first()) {
            (1, Some(only)) => return Ok((only, count)),
            (0, _) => {}
            _ => return Err(ambiguous(board, text, &words[..count], fitting, None)),
        }
    }
    Err(unknown(board, text, words))
}

/// Whether the first words are a code, a name or an alias, whole.
pub(super) fn is_name(board: &Board, words: &[Word]) -> bool {
    let most = words.len().min(LONGEST_NAME);
    (1..=most).any(|count| board.named_place(&joined(&words[..count])).is_some())
}

/// Words as one name; a `-` inside a name is a blank.
fn joined(words: &[Word]) -> String {
    // A name does not begin or end with a dash.
    if words.last().is_some_and(|word| word.text == "-") {
        return String::new();
    }
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    normal(&texts.join(" "))
}

fn beginning_with(board: &Board, start: &str) -> ProvinceSet {
    if start.chars().count() < SHORTEST_BEGINNING {
        return ProvinceSet::EMPTY;
    }
    board
        .place_names()
        .filter(|(name, _)| name.starts_with(start))
        .map(|(_, province)| province)
        .collect()
}

fn ambiguous(
    board: &Board,
    text: &str,
    words: &[Word],
    provinces: ProvinceSet,
    usual: Option<Province>,
) -> NotationError {
    let rest = usual.map_or(provinces, |usual| provinces.without(usual));
    let meant = usual.into_iter().chain(rest);
    NotationError::AmbiguousPlace {
        piece: piece(text, words),
        meant: meant
            .take(6)
            .map(|province| described(board, province))
            .collect(),
    }
}

/// Codes like NWY and NWG are never corrected into each other, so both are
/// shown with their names.
fn described(board: &Board, province: Province) -> String {
    format!("{} ({})", board.full_name(province), board.code(province))
}

fn unknown(board: &Board, text: &str, words: &[Word]) -> NotationError {
    // Up to the next mark or verb, so that a misspelt name is shown whole.
    let end = words
        .iter()
        .take(3)
        .position(|word| super::words::verb(&word.text).is_some() || word.text.len() == 1)
        .unwrap_or(words.len().min(3))
        .max(1);
    let mut best: Vec<(usize, Province)> = Vec::new();
    for count in (1..=end).rev() {
        let written = joined(&words[..count]);
        let allowed = match written.chars().count() {
            0..=2 => 0,
            3..=5 => 1,
            _ => 2,
        };
        for (name, province) in board.place_names() {
            let distance = edits(&written, name, allowed);
            if distance <= allowed && distance > 0 {
                best.push((distance, province));
            }
        }
        if !best.is_empty() {
            break;
        }
    }
    best.sort_unstable();
    let mut meant: Vec<String> = Vec::new();
    for (_, province) in best {
        let name = described(board, province);
        if !meant.contains(&name) && meant.len() < 3 {
            meant.push(name);
        }
    }
    NotationError::UnknownPlace {
        piece: piece(text, &words[..end]),
        meant,
    }
}

/// The words as they were written.
pub(super) fn piece(text: &str, words: &[Word]) -> String {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => text[first.start..last.end].chars().take(40).collect(),
        _ => String::new(),
    }
}

/// How many letters must be changed, added, dropped or exchanged with their
/// neighbour; more than `enough` is not counted exactly.
fn edits(one: &str, other: &str, enough: usize) -> usize {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    if one.len().abs_diff(other.len()) > enough {
        return enough + 1;
    }
    let width = other.len() + 1;
    let mut table = vec![0_usize; (one.len() + 1) * width];
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            table[row * width + column] = if row == 0 || column == 0 {
                row + column
            } else {
                let same = one[row - 1] == other[column - 1];
                let changed = table[(row - 1) * width + column - 1] + usize::from(!same);
                let dropped = table[(row - 1) * width + column] + 1;
                let added = table[row * width + column - 1] + 1;
                let mut fewest = changed.min(dropped).min(added);
                let swapped = row > 1
                    && column > 1
                    && one[row - 1] == other[column - 2]
                    && one[row - 2] == other[column - 1];
                if swapped {
                    fewest = fewest.min(table[(row - 2) * width + column - 2] + 1);
                }
                fewest
            };
        }
    }
    table[table.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("vienna", "vienna", 2), 0);
        assert_eq!(edits("veinna", "vienna", 2), 1);
        assert_eq!(edits("viena", "vienna", 2), 1);
        assert_eq!(edits("tyrolia", "tyrrhenian sea", 2), 3);
        assert_eq!(edits("", "abc", 2), 3);
    }
}
