//! Words that people choose for others to read in one line: names, titles.

/// Such words as they are kept, or why they are none: without spaces around them, of a
/// length that fits, seen, and without letters that would move other words about.
pub fn fitting(words: &str, what: &str, longest: usize) -> Result<String, String> {
    let words = words.trim();
    let length = words.chars().count();
    if length == 0 || length > longest {
        return Err(format!("{what} has 1 to {longest} letters"));
    }
    if words.chars().all(|it| it.is_whitespace() || is_unseen(it)) {
        return Err(format!("{what} has letters that are seen"));
    }
    if words.chars().any(|it| it.is_control() || moves_words(it)) {
        return Err(format!("{what} has no control characters"));
    }
    Ok(words.to_owned())
}

/// Letters that take no place on a screen.
fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'
            ..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'
            ..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a letter only says in which direction others are written.
fn moves_words(letter: char) -> bool {
    let marks = ['\u{61c}', '\u{200e}', '\u{200f}'];
    let ranges = ['\u{202a}'..='\u{202e}', '\u{2066}'..='\u{2069}'];
    marks.contains(&letter) || ranges.iter().any(|it| it.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_seen_stay_in_their_place_and_say_what_is_wrong_with_them() {
        assert_eq!(fitting(" שלום ", "a title", 60).unwrap(), "שלום");
        for (wrong, why) in [
            ("", "a title has 1 to 6 letters"),
            ("seven letters", "a title has 1 to 6 letters"),
            ("\u{200b}\u{2060}", "a title has letters that are seen"),
            ("a\u{202e}b", "a title has no control characters"),
            ("a\u{7}b", "a title has no control characters"),
        ] {
            assert_eq!(fitting(wrong, "a title", 6).unwrap_err(), why);
        }
    }
}
