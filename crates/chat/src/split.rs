//! Cutting a text to a platform's measure, at line ends where there are any.

use crate::desk::{Note, What};

/// Cuts a text into pieces that measure at most `longest`, each letter counted by
/// `width`. A cut falls at a line end, otherwise at a space, otherwise anywhere.
/// Pieces without anything to see are left out.
pub fn split(text: &str, longest: usize, width: impl Fn(char) -> usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (cut, next) = first_cut(rest, longest, &width);
        let piece = rest[..cut].trim_matches('\n');
        if !piece.trim().is_empty() {
            pieces.push(piece.to_owned());
        }
        rest = &rest[next..];
    }
    pieces
}

/// A note cut into messages whose texts measure at most `longest`, the buttons
/// under the last.
pub fn cut(note: Note, longest: usize, width: impl Fn(char) -> usize) -> Vec<Note> {
    let What::Text(text) = &note.what else {
        return vec![note];
    };
    let pieces = split(text, longest, width);
    let last = pieces.len().saturating_sub(1);
    let pieces = pieces.into_iter().enumerate().map(|(at, piece)| Note {
        what: What::Text(piece),
        buttons: if at == last {
            note.buttons.clone()
        } else {
            Vec::new()
        },
        ..note.clone()
    });
    pieces.collect()
}

/// Where the first piece ends, and where the rest begins.
fn first_cut(text: &str, longest: usize, width: &impl Fn(char) -> usize) -> (usize, usize) {
    let (mut measured, mut line, mut space) = (0, None, None);
    for (at, letter) in text.char_indices() {
        match letter {
            '\n' if at > 0 => line = Some(at),
            ' ' if at > 0 => space = Some(at),
            _ => {}
        }
        measured += width(letter);
        if measured > longest {
            // At least one letter goes, whatever it measures.
            let hard = if at == 0 { letter.len_utf8() } else { at };
            return match (line, space) {
                (Some(line), _) => (line, line + 1),
                (None, Some(space)) => (space, space + 1),
                (None, None) => (hard, hard),
            };
        }
    }
    (text.len(), text.len())
}

/// At most so many letters; what is cut off leaves three dots.
pub fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_falls_at_a_line_end_then_at_a_space_then_anywhere() {
        let one = |_: char| 1;
        assert_eq!(split("ab\ncd\nef", 5, one), ["ab\ncd", "ef"]);
        assert_eq!(split("ab cd ef", 5, one), ["ab cd", "ef"]);
        assert_eq!(split("abcdefg", 3, one), ["abc", "def", "g"]);
        assert_eq!(split("", 3, one), Vec::<String>::new());
        assert_eq!(split("\n\n \n", 2, one), Vec::<String>::new());
    }

    /// Letters that count for more where they are escaped.
    fn wide(letter: char) -> usize {
        if letter == '&' { 5 } else { letter.len_utf16() }
    }

    #[test]
    fn nothing_is_lost_and_no_piece_is_too_long() {
        let line = "Austria: A Vie - Bud succeeds & F Tri <holds> 🏰🏰\n";
        let text = line.repeat(400) + &"ä🏰&".repeat(5000);
        for (longest, width) in [
            (4096, char::len_utf16 as fn(char) -> usize),
            (1024, char::len_utf16),
            (2900, char::len_utf8),
            (7, char::len_utf8),
            (2900, wide),
            (7, wide),
        ] {
            let pieces = split(&text, longest, width);
            for piece in &pieces {
                assert!(piece.chars().map(width).sum::<usize>() <= longest);
            }
            let solid = |text: &str| text.replace(['\n', ' '], "");
            assert_eq!(solid(&pieces.concat()), solid(&text));
        }
    }

    #[test]
    fn long_labels_end_in_dots() {
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("abcd", 4), "abcd");
    }
}
