//! Text as Slack wants it, and what a letter of it counts.

/// What a letter counts once it is escaped.
pub fn width(letter: char) -> usize {
    match letter {
        '&' => 5,
        '<' | '>' => 4,
        other => other.len_utf16(),
    }
}

/// A text with `&`, `<` and `>` as entities.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::split;

    #[test]
    fn slack_reads_what_was_written() {
        assert_eq!(escaped("a<b & c>d"), "a&lt;b &amp; c&gt;d");
        let measured: usize = "a<b & c>d".chars().map(width).sum();
        assert_eq!(measured, escaped("a<b & c>d").len());
    }

    #[test]
    fn no_piece_is_too_long_once_it_is_escaped() {
        let text = "Austria: A Vie - Bud & F Tri <holds> 🏰🏰\n".repeat(400);
        for longest in [7, 2900] {
            for piece in split(&text, longest, width) {
                let units = escaped(&piece).encode_utf16().count();
                assert!(units <= longest, "{units} of {longest}: {piece}");
            }
        }
    }
}
