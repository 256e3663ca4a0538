//! Text in lines of a width, broken between words.

use ratatui::text::Line;

/// Breaks text into lines no wider than `width`. Words that are wider than a
/// line are broken inside. Lines of the text stay apart; those that begin with
/// blanks keep them on every line they are broken into, and blanks between words
/// stay where no line ends.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width).max(1);
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = line.trim_end();
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        // Where blanks leave no room for words, they are left out.
        let indent = " ".repeat(if indent + 2 <= width { indent } else { 0 });
        let mut current = indent.clone();
        let mut blanks = 0;
        for word in words.split(' ') {
            if word.is_empty() {
                blanks += 1;
                continue;
            }
            if current.len() > indent.len() {
                if wide(&current) + blanks + wide(word) > width {
                    lines.push(std::mem::replace(&mut current, indent.clone()));
                } else {
                    current.push_str(&" ".repeat(blanks));
                }
            }
            for letter in word.chars() {
                let mut bytes = [0; 4];
                let full = wide(&current) + wide(letter.encode_utf8(&mut bytes)) > width;
                if full && current.len() > indent.len() {
                    lines.push(std::mem::replace(&mut current, indent.clone()));
                }
                current.push(letter);
            }
            blanks = 1;
        }
        lines.push(current);
    }
    lines
}

/// How many columns a text takes.
pub fn wide(text: &str) -> usize {
    Line::from(text).width()
}

/// The beginning of a text, in at most so many columns.
pub fn head(text: &str, longest: usize) -> String {
    let mut kept = String::new();
    for letter in text.chars() {
        let more = format!("{kept}{letter}");
        if wide(&more) > longest {
            break;
        }
        kept = more;
    }
    kept.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("", 5), Vec::<String>::new());
        assert_eq!(wrap("a\n\nb", 5), ["a", "", "b"]);
    }

    #[test]
    fn long_words_are_broken_and_indents_kept() {
        assert_eq!(wrap("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("  one two", 6), ["  one", "  two"]);
    }

    #[test]
    fn blanks_between_words_stay_where_no_line_ends() {
        assert_eq!(wrap("new  opens a game", 20), ["new  opens a game"]);
        assert_eq!(wrap("new  opens a game", 6), ["new", "opens", "a game"]);
        assert_eq!(wrap("one two   ", 7), ["one two"]);
        assert_eq!(wrap("          deep", 4), ["deep"]);
        assert_eq!(wrap("Noted: A Vie - Bud.", 10), ["Noted: A", "Vie - Bud."]);
    }

    #[test]
    fn no_line_is_ever_wider() {
        for text in [
            "♠ shield: its attack sank by 10 for as long as it stands 🛡",
            "   the 王様を倒せ, the 王様を倒せ",
            "a 🛡🛡🛡🛡🛡🛡 b",
        ] {
            for width in 1..70 {
                for line in wrap(text, width) {
                    assert!(wide(&line) <= usize::from(width).max(2), "{width}: {line}");
                }
            }
        }
    }
}
