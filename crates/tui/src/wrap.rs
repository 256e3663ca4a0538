//! Text in lines of a width, broken between words.

use ratatui::text::Line;

/// Breaks text into lines no wider than `width`. Words that are wider than a
/// line are broken inside. Lines of the text stay apart; those that begin with
/// blanks keep them on every line they are broken into.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width).max(1);
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent: String = line.chars().take_while(|letter| *letter == ' ').collect();
        let mut current = indent.clone();
        for word in line.split_whitespace() {
            let free = width.saturating_sub(wide(&current));
            let begun = current.len() > indent.len();
            if begun && wide(word) + 1 > free {
                lines.push(std::mem::replace(&mut current, indent.clone()));
            } else if begun {
                current.push(' ');
            }
            for letter in word.chars() {
                if wide(&current) >= width {
                    lines.push(std::mem::replace(&mut current, indent.clone()));
                }
                current.push(letter);
            }
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
    fn no_line_is_ever_wider() {
        let text = "♠ shield: its attack sank by 10 for as long as it stands 🛡";
        for width in 1..70 {
            for line in wrap(text, width) {
                assert!(wide(&line) <= usize::from(width).max(2), "{width}: {line}");
            }
        }
    }
}
