//! Words as they are typed where they are read.
//!
//! A room quotes what may be said in backticks. Where words begin with something else,
//! as with the slash command of a platform, that is put in front of them.

use super::{Verb, addressed, split_word};

/// A text whose quoted words begin with what they are typed with: with `/dip ` in
/// front, `` `join K7Q2M` `` is `` `/dip join K7Q2M` ``. What is quoted and is no words
/// of a room stays as it is.
pub fn typed(text: &str, before: &str) -> String {
    if before.is_empty() {
        return text.to_owned();
    }
    let mut typed = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            typed.push('\n');
        }
        let mut pieces = line.split('`').peekable();
        let mut quoted = false;
        while let Some(piece) = pieces.next() {
            // A mark without its partner quotes nothing.
            if quoted && pieces.peek().is_some() && says_something(piece) {
                typed.push_str(before);
            }
            typed.push_str(piece);
            if pieces.peek().is_some() {
                typed.push('`');
            }
            quoted = !quoted;
        }
    }
    typed
}

/// Whether a room would take it for words.
fn says_something(piece: &str) -> bool {
    let (_, words) = addressed(piece);
    Verb::named(split_word(words).0).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_begin_as_they_are_typed() {
        for (text, shown) in [
            ("Say `join K7Q2M`.", "Say `/dip join K7Q2M`."),
            (
                "`draw yes` or `draw no`\n`ready`",
                "`/dip draw yes` or `/dip draw no`\n`/dip ready`",
            ),
            ("`K7Q2M status`", "`/dip K7Q2M status`"),
            ("did you mean `order`?", "did you mean `/dip order`?"),
            ("`xyzzy` is not understood", "`xyzzy` is not understood"),
            ("`A Vie-Bud`", "`A Vie-Bud`"),
            ("a lone ` mark, `status", "a lone ` mark, `status"),
            ("status", "status"),
            ("", ""),
        ] {
            assert_eq!(typed(text, "/dip "), shown, "{text}");
            assert_eq!(typed(text, ""), text);
        }
    }
}
