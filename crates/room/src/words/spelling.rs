//! Which verb a misspelt word was meant to be.

use super::VERBS;

/// The verb at most two slips away from the word, if there is one.
pub(super) fn nearest_verb(word: &str) -> Option<&'static str> {
    if word.len() > 16 {
        return None;
    }
    VERBS
        .iter()
        .map(|(verb, _)| (slips(verb, word), *verb))
        .filter(|(distance, verb)| *distance <= 2 && *distance * 2 < verb.len())
        .min()
        .map(|(_, verb)| verb)
}

/// How many letters must be changed, added or left out (Levenshtein).
fn slips(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, to) in right.iter().enumerate() {
            let changed = corner + usize::from(from != *to);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}
